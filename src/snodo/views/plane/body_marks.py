"""Bodies: bars, rounded polygons through their joints, discs with a spoke, outlines, dots."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from snodo.mechanism import joints
from snodo.mechanism.body import Bar, Body, Disc, Particle, Plate, Sphere
from snodo.views.plane.marks import BARS, BLOCKS, PINS, PLATES, SLOTS, Array, Look, Mark
from snodo.views.plane.symbols import circle, rounded
from snodo.views.style import color_of, darker, lighter

if TYPE_CHECKING:
    from snodo.views.plane.sketch import Sketch


def body_marks(sketch: Sketch) -> Iterator[Mark]:
    """The marks of all bodies."""
    for number, name in enumerate(sketch.F.body_names):
        body = sketch.mechanism.bodies[name]
        if isinstance(body, Particle):
            yield Mark(number, [circle(1.25 * sketch.h)], Look(darker(color_of(number), 0.25), None, layer=PINS + 0.5))
            yield from _arms(sketch, number, 0j, [np.zeros(1)])
        elif isinstance(body, Bar):
            yield from _bar(sketch, number, body)
        elif sketch.outline(number):
            yield from _shaped(sketch, number, body)
        else:
            yield from _through_joints(sketch, number)


def solid(number: int, layer: float = BARS) -> Look:
    """An opaque body in its colour."""
    color = color_of(number)
    return Look(lighter(color, 0.42), darker(color, 0.25), 1.1, layer + 0.001 * number)


def sheet(number: int) -> Look:
    """A translucent body."""
    color = color_of(number)
    return Look(lighter(color, 0.55), darker(color, 0.15), 1.1, PLATES + 0.001 * number, alpha=0.55)


# ---------------------------------------------------------------- bars
def _bar(sketch: Sketch, number: int, body: Bar) -> Iterator[Mark]:
    ends = _ends(sketch.outline(number)[0])
    width = body.width or 2 * getattr(body, "radius", 0.0)
    radius = float(np.clip(width / 2, sketch.h, max(sketch.h, 0.2 * abs(ends[1] - ends[0]))))
    layer = SLOTS + 0.5 if _rides_in_slot(sketch, number) else BARS
    away = [s for s in sketch.anchors[number] if _distance(s, *ends) > 0.5 * radius]
    if away:
        yield Mark(number, [rounded([*ends, *away], radius)], sheet(number))
    yield Mark(number, [rounded(ends, radius)], solid(number, layer))


def _rides_in_slot(sketch: Sketch, number: int) -> bool:
    slots = [n for n, joint in sketch.mechanism.joints.items() if isinstance(joint, joints.PinInSlot)]
    return any(sketch.links[n].j == number for n in slots)


def _ends(outline: Array) -> tuple[complex, complex]:
    """The middles of the short sides of a bar along x."""
    y = (outline.imag.min() + outline.imag.max()) / 2
    return complex(outline.real.min(), y), complex(outline.real.max(), y)


def _distance(s: complex, a: complex, b: complex) -> float:
    """Distance of s from the segment a–b."""
    along = np.clip(((s - a) * np.conj(b - a)).real / abs(b - a) ** 2, 0.0, 1.0)
    return float(abs(s - a - along * (b - a)))


# ---------------------------------------------------------------- shapes
def _shaped(sketch: Sketch, number: int, body: Body) -> Iterator[Mark]:
    rings = sketch.outline(number)
    polygons = [ring for ring in rings if len(ring) > 2]
    if isinstance(body, Plate) and _held_at_edge(sketch, number, polygons[0]):
        yield Mark(number, [rounded(polygons[0], sketch.h)], solid(number, PLATES))
    elif polygons:
        yield Mark(number, polygons, solid(number, PLATES))
    for ring in (r for r in rings if len(r) <= 2):
        yield Mark(number, [rounded(ring, (0.8 if len(ring) == 2 else 1.2) * sketch.h)], solid(number, BLOCKS))
    centre = complex((rings[0].real.min() + rings[0].real.max()) / 2, (rings[0].imag.min() + rings[0].imag.max()) / 2)
    if isinstance(body, Disc | Sphere):
        yield _spoke(sketch, number, body, centre)
    yield from _arms(sketch, number, centre, polygons)


def _held_at_edge(sketch: Sketch, number: int, ring: Array) -> bool:
    """Whether a convex plate has a joint so close to its edge that it needs a rim around the pin."""
    edges = list(pairwise(ring))
    turns = np.angle(np.roll(np.diff(ring), -1) / np.diff(ring))
    near = (min(_distance(s, a, b) for a, b in edges) < sketch.h for s in sketch.anchors[number])
    return bool((turns > -1e-9).all()) and any(near)


def _spoke(sketch: Sketch, number: int, body: Disc | Sphere, centre: complex) -> Mark:
    start = body.inner_radius or min(0.9 * sketch.h, 0.3 * body.radius)
    look = Look(None, darker(color_of(number), 0.25), 1.4, PLATES + 0.5)
    return Mark(number, [centre + np.array([start, body.radius]) + 0j], look)


def _arms(sketch: Sketch, number: int, centre: complex, outline: list[Array]) -> Iterator[Mark]:
    """Bars to the joints that lie outside the outline."""
    for s in sketch.anchors[number]:
        if not any(_inside(s, ring, 0.6 * sketch.h) for ring in outline):
            yield Mark(number, [rounded([centre, s], 0.6 * sketch.h)], solid(number, PLATES - 0.2))


def _inside(s: complex, ring: Array, margin: float) -> bool:
    """Whether s is inside the polygon (winding number) or closer to a corner or an edge than the margin."""
    if len(ring) < 3:
        return bool(np.abs(ring - s).min() <= margin)
    turns = np.angle((ring[1:] - s) / np.where(ring[:-1] == s, 1.0, ring[:-1] - s)).sum()
    return abs(turns) > np.pi or min(_distance(s, a, b) for a, b in pairwise(ring) if a != b) <= margin


# ---------------------------------------------------------------- bodies without a shape
def _through_joints(sketch: Sketch, number: int) -> Iterator[Mark]:
    points = _different(sketch.anchors[number], 0.2 * sketch.h)
    if len(points) < 2:
        points = _different([*points, 0j], 0.2 * sketch.h)
    if len(points) == 1 and _is_block(sketch, number):
        return
    look = solid(number) if len(points) < 3 else sheet(number)
    yield Mark(number, [rounded(points, sketch.h)], look)


def _different(points: list[complex], margin: float) -> list[complex]:
    found: list[complex] = []
    for s in points:
        if all(abs(s - other) > margin for other in found):
            found.append(s)
    return found


def _is_block(sketch: Sketch, number: int) -> bool:
    """Whether the body is the block of a slider."""
    sliders = [n for n, joint in sketch.mechanism.joints.items() if isinstance(joint, joints.Prismatic)]
    return any(sketch.links[n].j == number for n in sliders)
