"""Places that moments and momenta are taken about: a point of space, or one that moves with the mechanism.

A wrench (f, μ) at A is (f, μ − r_AB × f) at B, by power invariance (source text 001, section 2.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, SnodoError, suggestion
from snodo.formulations.base import Array
from snodo.math.units import quantity
from snodo.mechanism.mechanism import Mechanism

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

CENTRE, ORIGIN = "com", "origin"
WORDS = (CENTRE, ORIGIN)
"""Poles that are no parts: the centre of mass of the bodies that are asked for, and the world's origin."""


def pole_along(F: Formulation, pole: Any, q: Array, bodies: Sequence[str] | None = None, word: str = "about") -> Array:
    """World coordinates (…, 3) [m] of a pole in the states q (…, nq); bodies: those whose centre of mass "com" is."""
    if isinstance(pole, str):
        return _named(F, pole, q, bodies)
    return np.broadcast_to(_given(F.mechanism, pole, q.shape[:-1], word), (*q.shape[:-1], 3))


def three(x: Array) -> Array:
    """Vectors of the plane with z = 0; those of space as they are."""
    x = np.asarray(x, float)
    return np.concatenate([x, np.zeros((*x.shape[:-1], 3 - x.shape[-1]))], axis=-1)


def _named(F: Formulation, name: str, q: Array, bodies: Sequence[str] | None) -> Array:
    m = F.mechanism
    if name in WORDS and not is_part(m, name):
        if name == ORIGIN:
            return np.zeros((*q.shape[:-1], 3))
        from snodo.formulations.series.momentum import centre

        return centre(F, list(m.bodies) if bodies is None else bodies, q)
    if name in m.points and not is_part(m, name):
        x = ", ".join(f"{c:g}" for c in m.points[name])
        remedy = f"give its coordinates ({x}) for a place that stands still, or a frame there for one that moves"
        raise NameNotFound(Problem(f"point {name!r} is not on a body", remedy))
    known = [*m.bodies, *m.frames, *m.joints]
    if not is_part(m, name):
        raise NameNotFound(Problem(f"there is no body, frame or joint {name!r}", suggestion(name, [*known, *WORDS])))
    return three(F.motion.position(name, q))


def is_part(m: Mechanism, name: str) -> bool:
    """Whether a name is a place of the mechanism: a body, `body.com`, a frame, a joint or the ground."""
    stem = name.removesuffix(".com")
    return name in m.frames or name in m.joints or stem in m.bodies or stem == "ground"


def _given(m: Mechanism, pole: Any, states: tuple[int, ...], word: str) -> Array:
    """Coordinates: of one place, or one row for each state."""
    d = m.dimension
    try:
        values = pole if np.ndim(pole) > 1 or hasattr(pole, "ndim") else [quantity(x, "length") for x in pole]
        found = np.asarray(values, float)
    except (TypeError, ValueError, SnodoError):
        found = np.zeros(0)
    fits = found.ndim >= 1 and found.shape[-1] in (d, 3) and found.shape[:-1] in ((), states)
    if not fits or not np.isfinite(found).all():
        what = f"{word} = {pole!r} is no place" if found.ndim < 2 else f"{word} has the shape {found.shape}"
        rows = f", or {states[0]} rows of them, one for each state" if states else ""
        raise NameNotFound(Problem(what, f"give a name, or {d} coordinates [m]{rows}"))
    return three(found)
