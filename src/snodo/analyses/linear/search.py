"""The search for an equilibrium: downhill first, then Newton's method.

Downhill, the step is that of Newton with the stiffness K = V Λ V⁻¹ made positive, V |Λ|⁻¹ Vᵀ f: it follows the push to
a minimum of the potential (with a steady motion, of the effective one), and becomes Newton's near it.  A step is
shortened until the push at its end does not point back with more than it began with, so that no energy is needed.
Newton's steps alone, by least squares, lead to the nearest solution, stable or not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import eigh

from snodo.analyses.linear.coordinates import displacement_names
from snodo.analyses.linear.steady_forces import SteadyForces
from snodo.errors import Problem, RunError

Array = np.ndarray
Close = Callable[[Array], Array]
"""Closes the loops after a step."""
MOST = 200
"""Steps downhill,"""
MOST_NEWTON = 60
"""and steps of Newton's method."""
LONGEST = 0.3
"""Longest step [rad, sizes of the mechanism]."""
FOUND = 1e-9
"""Step of Newton's method, in the same units, after which one more is the last."""
SOFT = 1e-9
"""Stiffness, relative to the largest or to the weight, that is none,"""
PUSHED = 1e-9
"""and push that is."""
LATER = 1e-4
"""How far ahead a steady motion is looked at [rad, sizes of the mechanism]."""
BACK = 0.5
"""Push at the end of a step against it, relative to that at its start, from which on it is shortened."""


@dataclass(frozen=True, eq=False)
class Found:
    """Where the search ended."""

    forces: SteadyForces
    iterations: int
    converged: bool


def searched(start: SteadyForces, close: Close, downhill: bool) -> SteadyForces:
    """The equilibrium; RunError in words if there is none."""
    found = Found(start, 0, False)
    if downhill and len(start.coordinates.p) == len(start.coordinates.u):
        found = _repeated(found, close, _downhill_step, shortened=True)
    if not found.converged:
        found = _repeated(found, close, _newton_step, shortened=False)
    if not found.converged or _left(found.forces) > 1e2 * PUSHED:
        raise RunError(_reason(found.forces))
    _must_last(found.forces)
    return found.forces


def _must_last(here: SteadyForces) -> None:
    """Refuse a steady motion that is one only for an instant: a little later it is pushed."""
    F, fastest = here.F, float(np.abs(here.v / here.F.velocity_scale).max(initial=0.0))
    if not fastest:
        return
    h = LATER / fastest
    later = replace(here, q=F.moved(here.q, h * here.v), t=here.t + h)
    pushed = np.asarray(later.coordinates.S_v.T @ F.forces(later.q, here.v, later.t) * later.scale[1])
    if np.abs(pushed).max(initial=0.0) > 1e-2 * LATER * here.energy:
        names = _named(later, pushed)
        what = f"there is no steady motion at these speeds: on the way {names} is pushed, and its speed changes"
        remedy = "give steady speeds only to joints whose position does not matter"
        raise RunError(Problem(what, remedy + _if_it_rolls(here), F.mechanism.where))


def _repeated(found: Found, close: Close, step: Callable[[SteadyForces], Array], shortened: bool) -> Found:
    here, last, most = found.forces, False, MOST if shortened else MOST_NEWTON
    for iteration in range(most):
        p = step(here)
        if not np.isfinite(p).all():
            break
        size = float(np.abs(here.displacement(p) / here.F.velocity_scale).max(initial=0.0))
        if last and size <= FOUND:
            return Found(here, found.iterations + iteration, True)
        last = size <= FOUND
        if size > LONGEST:
            p = p * (LONGEST / size)
        here = _ahead(here, p, close, shortened and not last)
    return Found(here, found.iterations + most, False)


def _ahead(here: SteadyForces, p: Array, close: Close, shortened: bool) -> SteadyForces:
    """The forces after a step, which is shortened where it goes too far downhill."""
    pushed = float(here.push @ p) if shortened else 0.0
    for _ in range(12):
        there = replace(here, q=close(here.F.moved(here.q, here.displacement(p))))
        if not shortened or _push_along(here, there, p) >= -BACK * abs(pushed):
            return there
        p = 0.5 * p
    return there


def _push_along(here: SteadyForces, there: SteadyForces, p: Array) -> float:
    """The push at the end of a step along its direction, in the coordinates of its start."""
    c = here.coordinates
    names = [there.coordinates.p == c.p, there.coordinates.u == c.u]
    return float(there.push @ p) if all(names) else float(there.Q @ here.displacement(p))


def _downhill_step(here: SteadyForces) -> Array:
    K = 0.5 * (here.stiffness + here.stiffness.T)
    try:
        sizes, V = eigh(K, here.mass)
    except np.linalg.LinAlgError:  # no inertia in a direction: lengths decide
        sizes, V = np.linalg.eigh(K)
    least = SOFT * max(float(np.abs(sizes).max(initial=0.0)), here.energy / max(float(np.trace(here.mass)), 1e-300))
    return np.asarray(V @ ((V.T @ here.push) / np.maximum(np.abs(sizes), least)))


def _newton_step(here: SteadyForces) -> Array:
    left, right = _equations(here)
    return np.asarray(np.linalg.lstsq(left, right, rcond=SOFT)[0])


def _equations(here: SteadyForces) -> tuple[Array, Array]:
    """K p = f and D γ p = −γ, of the same size."""
    spun = np.abs(here.twist_by_p).max(initial=0.0) or 1.0
    left = np.vstack([here.stiffness / here.energy, here.twist_by_p / spun])
    return left, np.concatenate([here.push / here.energy, -here.twist / spun])


def _left(here: SteadyForces) -> float:
    """What no displacement removes, relative to natural sizes."""
    fastest = float(np.abs(here.v / here.F.velocity_scale).max(initial=0.0))
    twisted = float(np.abs(here.twist).max(initial=0.0)) / max(fastest**2, 1e-300) if fastest else 0.0
    return max(float(np.abs(here.push).max(initial=0.0)) / here.energy, twisted)


# ---------------------------------------------------------------- why there is none
def _reason(here: SteadyForces) -> Problem:
    F = here.F
    kept = [d.name for d in F.mechanism.drivers.values()]
    fastest = float(np.abs(here.v / F.velocity_scale).max(initial=0.0))
    if fastest and np.abs(here.twist).max(initial=0.0) > 1e2 * PUSHED * fastest**2:
        part = F.mechanism[F.row_parts[int(np.abs(here.twist).argmax())]]
        what = f"there is no steady motion: at constant joint speeds {part.title} does not stay satisfied"
        which = f" (driver {', '.join(map(repr, kept))})" if kept else ""
        remedy = "a motion of a closed loop has no equilibrium; use sn.kinematics or sn.simulate"
        return Problem(what + which, remedy, part.where)
    worst = float(np.abs(here.push).max(initial=0.0))
    loose = _unresisted(here)
    if np.abs(loose).max(initial=0.0) > PUSHED * here.energy:
        names = _named(here, loose)
        what = (
            f"there is no equilibrium: nothing resists the motion of {names}, which is pushed (by up to {worst:.3g} J)"
        )
        return Problem(what, "add what holds it: a spring, a joint or a driver" + _if_it_rolls(here), F.mechanism.where)
    names = _named(here, here.push)
    steps = MOST + MOST_NEWTON
    what = f"no equilibrium was found in {steps} steps: {names} is still pushed (by up to {worst:.3g} J)"
    return Problem(what, "start closer to it: initial={…}, or several starts: starts=[…]", F.mechanism.where)


def _if_it_rolls(here: SteadyForces) -> str:
    """A further remedy for what moves on wheels."""
    moves = here.F.velocity_rows.any() and here.v.any()
    return '; what rolls in a circle is found with turn="free"' if moves else ""


def _unresisted(here: SteadyForces) -> Array:
    """The part of the push along motions that meet no stiffness (u)."""
    U, sizes, _ = np.linalg.svd(here.stiffness / here.energy)
    soft = np.ones(len(U), bool)
    soft[: len(sizes)] = sizes <= 1e3 * SOFT
    return np.asarray(U[:, soft] @ (U[:, soft].T @ here.push))


def _named(here: SteadyForces, push: Array) -> str:
    """The coordinates that are pushed most."""
    named, sizes = displacement_names(here.F, here.q), np.abs(push)
    order = [k for k in np.argsort(-sizes) if sizes[k] > 0.3 * sizes.max(initial=0.0)]
    return ", ".join(named[here.coordinates.u[k]] for k in order[:3]) or "the mechanism"
