"""Derivatives of a start that is the drawing, which stays closed: positions follow the drawing itself.

    η = d(drawn)/dp,     J η = −r_p                                                                (1)

Velocities follow from (2) of `start.py`, where what is wanted of them does not change with the places:

    J w = −(J v − b)′,     G′ = 0                                                                  (2)

Nothing of this needs a mechanism bound at other values, only its numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.math.euler_parameters import conjugate, product
from snodo.simulation.sensitivities.reach import only_inertias_and_forces
from snodo.simulation.sensitivities.variants import Point, Variants

if TYPE_CHECKING:
    from snodo.simulation.sensitivities.start import StartSlopes

Array = np.ndarray
FOLLOWS = 1e-9
"""Part of r_p that the drawing may leave open, by the errors of differences."""
STILL = ("coordinate", "heading")
"""Quantities whose gradients are the same everywhere."""


def along_drawing(start: StartSlopes, points: Variants) -> tuple[Array, Array] | None:
    """(η, w) for a parameter; None if the start does not follow the drawing."""
    F = start.F
    if only_inertias_and_forces(F, points):
        return np.zeros(F.nv), np.zeros(F.nv)
    if not start.drawn or start.guessed or start.rigid or start.here.closing.wanted or _initial_follows(F):
        return None
    if not all(_still(w.quantity) for w in start.here.speeds):
        return None
    if start.Zv.shape[1] and np.any(start.v) and not _plain_tree(F):
        return None
    eta = _displacement(F, start.q, points)
    if eta is None or not _closed(start, eta, points):
        return None
    w = start.velocities_along(_rates(start, eta, points), points.name)
    return eta, w


def _initial_follows(F: Any) -> bool:
    """Whether initial values are given as texts, which may be formulas."""
    return any(isinstance(value, str) for value in F.mechanism.initial.values())


def _still(quantity: Any) -> bool:
    """Whether the gradient of a coordinate is the same everywhere."""
    terms = getattr(quantity, "terms", None)
    if terms is not None:
        return all(measure.kind in STILL for _, measure in terms)
    return getattr(quantity, "kind", "") == "turn" and hasattr(quantity, "rho")


def _plain_tree(F: Any) -> bool:
    """Whether all coordinates are angles of joints, without loops: the joints move with them, everywhere alike."""
    return F.name == "tree" and not F.nc and F.nq == F.nv and all(unit == "rad" for unit in F.velocity_units)


def _displacement(F: Any, q: Array, points: Variants) -> Array | None:
    """d(drawn)/dp along the velocities; None where coordinates are of other kinds."""
    change = points.derivative(lambda point: point.bound.reference()[0], F.reference()[0], size=F.coordinate_scale)
    if F.nq == F.nv:
        return change
    if F.name != "spatial" or F.flat.header.counters:
        return None
    n = F.nv // 6
    rows, turns = change.reshape(n, 7), q.reshape(n, 7)[:, 3:]
    turned = 2.0 * product(conjugate(turns), rows[:, 3:])[:, 1:]
    return np.hstack([rows[:, :3], turned]).ravel()


def _closed(start: StartSlopes, eta: Array, points: Variants) -> bool:
    """(1): whether the drawing stays closed."""
    scale = start.F.row_scale
    r = points.derivative(lambda point: point.bound.constraints(start.q, 0.0) / scale, axis=None, size=1.0)
    left = start.J @ (eta / start.units) + r
    return bool(np.abs(left).max(initial=0.0) <= FOLLOWS * max(1.0, float(np.abs(r).max(initial=0.0))))


def _rates(start: StartSlopes, eta: Array, points: Variants) -> Array:
    """(J v − b)′ of (2), along the displacement."""
    F, scale = start.F, start.F.row_scale

    def gaps(point: Point) -> Array:
        other, q = point.bound, F.moved(start.q, point.offset * eta)
        return (other.jacobian(q, 0.0) @ start.v - other.nu(q, 0.0)) / scale

    return points.derivative(gaps, axis=None, size=1.0)
