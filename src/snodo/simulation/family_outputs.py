"""Series of a member of a family straight from its states and numbers, without a result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from snodo.formulations.rewriting.snapshot import Snapshot, joints_of, places_of

Array = np.ndarray
Output = Callable[[Array, Array, Array], Array]
"""From all numbers of a member, its times and its states (q, v, …)."""
_ENERGIES = {"energy.kinetic": 0, "energy.gravitational": 1, "energy.elastic": 2}


def quick_output(F: Any, base: Snapshot, name: str) -> tuple[Output, str] | None:
    """How a series is computed from numbers and states, and its unit; None if it needs a result.

    F: the formulation whose array has the numbers of the member.
    """
    return _energy(F, name) or _column(F, name) or (_in_plane(F, base, name) if F.name == "planar" else None)


def _energy(F: Any, name: str) -> tuple[Output, str] | None:
    if name == "energy.total":
        return lambda _, t, y: F.energies(t, y).sum(axis=1), "J"
    if name not in _ENERGIES:
        return None
    return lambda _, t, y: F.energies(t, y)[:, _ENERGIES[name]], "J"


def _column(F: Any, name: str) -> tuple[Output, str] | None:
    """A coordinate or velocity of the formulation that belongs to a body in the plane, or to a joint."""
    owner, _, word = name.rpartition(".")
    if owner not in F.mechanism.joints and not (F.name == "planar" and owner in F.mechanism.bodies):
        return None
    if getattr(F.flat, "counters", {}):
        return None
    units = [*F.coordinate_units, *(f"{unit}/s" for unit in F.velocity_units)]
    columns = dict(zip((*F.coordinate_names, *F.velocity_names), enumerate(units)))
    if name not in columns:
        return None
    k, unit = columns[name]
    return lambda _, t, y: y[:, k], unit


def _in_plane(F: Any, base: Snapshot, name: str) -> tuple[Output, str] | None:
    owner, _, word = name.rpartition(".")
    joints, places = joints_of(F), places_of(F)
    if owner in joints and word in (F.mechanism.joints[owner].coordinate, "speed"):
        return _of_joint(F, base, owner, joints.index(owner), word)
    if owner in (*F.mechanism.bodies, *F.mechanism.frames) and word in ("x", "y", "vx", "vy"):
        return _of_place(F, base, owner, places.index(owner), word)
    return None


def _of_joint(F: Any, base: Snapshot, name: str, k: int, word: str) -> tuple[Output, str]:
    """A joint's coordinate or speed."""
    link, first = F.describer.joint_coordinate(name), base.places["links"].start + 7 * k
    speed, unit = word == "speed", "rad" if F.mechanism.joints[name].coordinate == "angle" else "m"

    def read(numbers: Array, t: Array, y: Array) -> Array:
        a, b, c, d, e, f, g = numbers[first : first + 7].tolist()
        own = replace(link, s_i=complex(a, b), s_j=complex(c, d), u=complex(e, f), c=g)
        found = F.motion.coordinate(own, y[:, : F.nq], y[:, F.nq : F.nq + F.nv])
        series: Array = found[2 if speed else 0]
        return series

    return read, f"{unit}/s" if speed else unit


def _of_place(F: Any, base: Snapshot, name: str, k: int, word: str) -> tuple[Output, str]:
    """A component of the position or velocity of a body or frame: r + A s and ṙ + i ω A s."""
    b, first, moves = F.motion.place(name)[0], base.places["arms"].start + 2 * k, word.startswith("v")
    still = b == len(F.body_names)

    def read(numbers: Array, t: Array, y: Array) -> Array:
        s = complex(*numbers[first : first + 2])
        if still:
            z = np.full(len(y), 0j if moves else s)
        else:
            q, v = y[:, 3 * b : 3 * b + 3], y[:, F.nq + 3 * b : F.nq + 3 * b + 3]
            arm = np.exp(1j * q[:, 2]) * s
            z = v[:, 0] + 1j * (v[:, 1] + v[:, 2] * arm) if moves else q[:, 0] + 1j * q[:, 1] + arm
        return z.real if word.endswith("x") else z.imag

    return read, "m/s" if moves else "m"
