"""Warnings about masses, inertias and stiffnesses of implausibly different size.

With the free motions S, the reduced mass matrix is Sᵀ M S; a spring whose length changes by d·z along them has the
effective mass  m = 1 / (d (Sᵀ M S)⁻¹ dᵀ)  and the period  2π √(m/k).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.doctor.free_bodies import FreeBodies
from snodo.errors import RunError
from snodo.mechanism.forces import UserForce
from snodo.mechanism.laws import Law

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
UNEQUAL_MASSES = 1e6
"""Ratio of two masses from which on there is a warning,"""
LIGHT = 1e-10
"""ratio of the inertias of two free motions,"""
UNEQUAL_PERIODS = 1e4
"""ratio of the periods of two springs,"""
PERIODS = 1e5
"""and number of periods of a spring in a run."""


def scaling(bodies: FreeBodies, motions: Array) -> list[str]:
    """One sentence for each implausible value; motions: free velocities as columns."""
    return [*_masses(bodies.F), *_inertias(bodies, motions), *_springs(bodies, motions)]


def _masses(F: Formulation) -> Iterator[str]:
    masses = {name: float(F.geometry.bodies[name].inertia.mass) for name in F.body_names}
    for name in [name for name, mass in masses.items() if mass == 0.0]:
        yield f"body {name!r} has no mass: a motion of this body alone has no inertia"
    weighty = {name: mass for name, mass in masses.items() if mass > 0}
    if not weighty:
        return
    large, small = max(weighty, key=weighty.__getitem__), min(weighty, key=weighty.__getitem__)
    ratio = weighty[large] / weighty[small]
    if ratio > UNEQUAL_MASSES:
        heavy, light = (f"{name!r} ({weighty[name]:.3g} kg)" for name in (large, small))
        yield f"{heavy} is {ratio:.1e} times as heavy as {light}: is a unit missing, or can the light one be omitted?"


def _reduced(F: Formulation, q: Array, S: Array) -> Array | None:
    try:
        reduced: Array = S.T @ F.mass_matrix(q) @ S
    except RunError:
        return None
    return reduced


def _inertias(bodies: FreeBodies, S: Array) -> Iterator[str]:
    """A free motion with almost no inertia."""
    F = bodies.F
    unit = S / np.abs(S / F.velocity_scale[:, None]).max(axis=0, initial=1e-300)
    reduced = _reduced(F, bodies.q, unit)
    if reduced is None or reduced.shape[0] < 2:
        return
    sizes, vectors = np.linalg.eigh(reduced)
    if sizes[0] < LIGHT * sizes[-1]:
        twists = bodies.twists(unit @ vectors[:, 0])
        fast = max(F.body_names, key=lambda b: np.linalg.norm(twists[b][0]) + F.size * np.linalg.norm(twists[b][1]))
        yield (
            f"one motion, mainly of {fast!r}, has {max(sizes[0], 0.0) / sizes[-1]:.1e} of the inertia of another: "
            "check its mass and moments of inertia"
        )


def periods(bodies: FreeBodies, S: Array) -> dict[str, float]:
    """Period [s] of the oscillation of each spring with its effective mass."""
    reduced = _reduced(bodies.F, bodies.q, S) if S.shape[1] else None
    if reduced is None:
        return {}
    twists = bodies.all_twists(S)
    found = {}
    for part in bodies.F.mechanism.forces.values():
        law = None if isinstance(part, UserForce) else part.law(bodies.builder)
        if law is None or not law.stiffness > 0:
            continue
        d = np.array([_rate(bodies, law, twist) for twist in twists])
        give = float(d @ np.linalg.lstsq(reduced, d, rcond=None)[0])
        if give > 0:
            found[part.name] = 2 * np.pi / np.sqrt(law.stiffness * give)
    return found


def _rate(bodies: FreeBodies, law: Law, twist: dict[str, tuple[Array, Array]]) -> float:
    """Rate of the length of a spring, or of the coordinate of its joint."""
    if law.joint:
        return _rate_in_joint(bodies, bodies.F.mechanism.joints[law.joint], twist)
    ends, speeds = [], []
    for body, s in ((law.parent, law.start), (law.child, law.end)):
        place = bodies.point(body, s)
        u, w = twist[body]
        ends.append(place)
        speeds.append(u + np.cross(w, place - bodies.point(body, np.zeros(3))))
    d = ends[1] - ends[0]
    length = float(np.linalg.norm(d))
    return float(d @ (speeds[1] - speeds[0]) / length) if length > 0 else 0.0


def _rate_in_joint(bodies: FreeBodies, joint: Any, twist: dict[str, tuple[Array, Array]]) -> float:
    """How fast a joint turns about its axis, or slides along it."""
    (v_i, w_i), (v_j, w_j) = twist[joint.parent], twist[joint.child]
    owner, axis = bodies.builder.axis_of(joint)
    e = bodies.direction(owner, axis)
    if joint.coordinate == "angle":
        return float(e @ (w_j - w_i))
    place = bodies.point(joint.child, bodies.builder.place_on_child(joint))
    arms = (place - bodies.point(body, np.zeros(3)) for body in (joint.parent, joint.child))
    on_i, on_j = (v + np.cross(w, arm) for (v, w), arm in zip(((v_i, w_i), (v_j, w_j)), arms))
    return float(e @ (on_j - on_i))


def _springs(bodies: FreeBodies, S: Array) -> Iterator[str]:
    found = periods(bodies, S)
    if not found:
        return
    quick, slow = min(found, key=found.__getitem__), max(found, key=found.__getitem__)
    ratio = found[slow] / found[quick]
    if ratio > UNEQUAL_PERIODS:
        yield (
            f"spring {quick!r} has a period of {found[quick]:.3g} s and {slow!r} of {found[slow]:.3g} s, {ratio:.1e} "
            "times longer: the fast spring limits the step; replace it by a joint, or give it damping"
        )
    duration = bodies.F.mechanism.run.duration
    if duration and duration / found[quick] > PERIODS:
        times = f"{duration / found[quick]:.1e} periods in the {duration:g} s of the run"
        advice = "it is practically rigid; replace it by a joint or a rod, or check its unit"
        yield f"spring {quick!r} has a period of {found[quick]:.3g} s, {times}: {advice}"
