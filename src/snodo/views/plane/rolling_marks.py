"""Blades and rolling wheels in the plane: a bold line for the edge, a hatched line for the ground under a wheel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.views.plane.marks import GROUND_LAYER, PINS, AnyMark, Look, Mark
from snodo.views.plane.symbols import circle, hatching, rounded
from snodo.views.style import GREY, INK

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.views.plane.sketch import Sketch

EDGE = Look(INK, None, layer=PINS - 0.2)
LINE = Look(None, INK, 1.5, GROUND_LAYER + 0.5)
HATCH = Look(None, GREY, 0.9, GROUND_LAYER)


def surface_links(F: Formulation) -> list[Any]:
    """Bodies, points and directions of the blades and wheels of a planar formulation."""
    return [c.link for c in F.flat.constraints if c.link.kind in ("edge", "rolling", "round")]


def rolling_marks(sketch: Sketch) -> Iterator[AnyMark]:
    """The marks of all blades and wheels."""
    for link in surface_links(sketch.F):
        if link.kind == "edge":
            yield from _edge(sketch, link)
        elif link.i == sketch.ground and link.kind == "round":
            yield Mark(link.i, [circle(abs(link.u.real - link.c))], LINE, link.s_i)
        elif link.i == sketch.ground:
            yield from _line(sketch, link)


def _edge(sketch: Sketch, link: Any) -> Iterator[AnyMark]:
    reach = 2.0 * sketch.h * link.u
    yield Mark(link.j, [rounded([-reach, reach], 0.3 * sketch.h)], EDGE, link.s_j)


def _line(sketch: Sketch, link: Any) -> Iterator[AnyMark]:
    """The line on which the wheel rolls, longer by a radius at both ends."""
    start, end = line_ends(sketch, link)
    yield Mark(link.i, [np.array([start, end])], LINE, 0j)
    yield Mark(link.i, hatching(start, end, 1.1 * sketch.h), HATCH, 0j)


def line_ends(sketch: Sketch, link: Any) -> tuple[complex, complex]:
    """The ends of a ground line, with the ground on its right."""
    e = -1j * link.u
    along = ((sketch.poses.point(link.j, link.s_j) - link.s_i) * np.conj(e)).real
    return link.s_i + (along.min() - link.c) * e, link.s_i + (along.max() + link.c) * e
