"""Joints: pins, hatched ground, sliders on guides, slots, rods, and the pitch circles of gears."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.mechanism import constraints, joints
from snodo.mechanism.body import Bar
from snodo.mechanism.transmissions import Belt
from snodo.views.plane.body_marks import solid
from snodo.views.plane.marks import BARS, BLOCKS, FRAMES, GROUND_LAYER, LINES, PINS, SLOTS, AnyMark, Look, Mark, Stretch
from snodo.views.plane.symbols import block, circle, cross, hatching, pedestal, rounded
from snodo.views.style import GREY, INK, PALE, PAPER, color_of, darker

if TYPE_CHECKING:
    from snodo.views.plane.sketch import Sketch

PIN = Look(PAPER, INK, 1.3, PINS)
LINE = Look(None, INK, 1.5, GROUND_LAYER + 0.5)
HATCH = Look(None, GREY, 0.9, GROUND_LAYER)
TENT = Look(PALE, INK, 1.1, BLOCKS + 0.6)


def joint_marks(sketch: Sketch) -> Iterator[AnyMark]:
    """The marks of all joints, gears and frames."""
    for name, joint in sketch.mechanism.joints.items():
        if joint.holds(2):  # a free or planar joint constrains nothing, and has no symbol
            draw = next((_JOINTS[cls] for cls in type(joint).__mro__ if cls in _JOINTS), _other)
            yield from draw(sketch, name, sketch.links[name])
    for gear in sketch.mechanism.constraints.values():
        if isinstance(gear, constraints.Gear):
            yield from _gear(sketch, gear)
        elif isinstance(gear, Belt):
            yield from _belt(sketch, gear)
    for name in sketch.mechanism.frames:
        body, arm = sketch.F.motion.place(name)
        yield Mark(body, cross(0.8 * sketch.h), Look(None, INK, 1.3, FRAMES), arm)


def pin(sketch: Sketch, body: int, arm: complex, size: float = 0.62) -> Mark:
    """A white circle with a dark edge."""
    return Mark(body, [circle(size * sketch.h)], PIN, arm)


def _other(sketch: Sketch, name: str, link: Any) -> Iterator[AnyMark]:
    """A joint without its own symbol: a cross in a circle."""
    yield pin(sketch, link.j, link.s_j, 1.0)
    yield Mark(link.j, cross(1.0 * sketch.h), Look(None, INK, 1.3, PINS), link.s_j)


# ---------------------------------------------------------------- revolute, rod, fixed
def _revolute(sketch: Sketch, name: str, link: Any) -> Iterator[AnyMark]:
    if sketch.ground in (link.i, link.j):
        body, arm, place = (link.j, link.s_j, link.s_i) if link.i == sketch.ground else (link.i, link.s_i, link.s_j)
        yield from support(sketch, place, hangs=_hangs(sketch, body, arm))
    yield pin(sketch, link.j, link.s_j)


def _hangs(sketch: Sketch, body: int, arm: complex) -> bool:
    """Whether the body stays below its pivot."""
    down = -(sketch.poses.A[:, body] * arm)
    return bool(abs(arm) > 0 and down.imag.max() < -0.3 * abs(arm))


def support(sketch: Sketch, place: complex, hangs: bool = False) -> Iterator[Mark]:
    """A ground pivot, standing or hanging."""
    tent, base, strokes = pedestal(sketch.h)
    above = replace(LINE, layer=BLOCKS + 0.7), replace(HATCH, layer=BLOCKS + 0.5)
    for shape, look in (([tent], TENT), (base, above[0]), (strokes, above[1])):
        yield Mark(sketch.ground, [np.conj(s) if hangs else s for s in shape], look, place)


def _rod(sketch: Sketch, name: str, link: Any) -> Iterator[AnyMark]:
    ends = ((link.i, link.s_i), (link.j, link.s_j))
    yield Stretch(ends, [(np.zeros(2, complex), np.array([0.0, 1.0]))], Look(None, INK, 2.0, LINES))
    d = sketch.poses.point(*ends[1]) - sketch.poses.point(*ends[0])
    for (body, arm), other in zip(ends, (d, -d)):
        if body == sketch.ground:
            yield from support(sketch, arm, hangs=bool((other.imag < -0.3 * np.abs(other)).all()))
        yield pin(sketch, body, arm, 0.5)


def _fixed(sketch: Sketch, name: str, link: Any) -> Iterator[AnyMark]:
    for body, arm, other, s in ((link.i, link.s_i, link.j, link.s_j), (link.j, link.s_j, link.i, link.s_i)):
        if body == sketch.ground:
            yield from wall(sketch, arm, complex((-sketch.poses.A[:, other] * s).mean()))
    yield Mark(link.j, [block(1.3 * sketch.h, 1.3 * sketch.h, 0.1 * sketch.h)], Look(INK, None, layer=PINS), link.s_j)


def wall(sketch: Sketch, place: complex, towards: complex) -> Iterator[Mark]:
    """A hatched wall or ceiling; the attached body is in the direction `towards`."""
    upright = abs(towards.imag) >= 0.5 * abs(towards.real)
    e = complex(0.0, -1.0 if towards.real > 0 else 1.0) if not upright else complex(1.0 if towards.imag > 0 else -1.0)
    start, end = -2.4 * sketch.h * e, 2.4 * sketch.h * e
    yield Mark(sketch.ground, [np.array([start, end])], LINE, place)
    yield Mark(sketch.ground, hatching(start, end, 1.1 * sketch.h), HATCH, place)


# ---------------------------------------------------------------- sliders
def _prismatic(sketch: Sketch, name: str, link: Any) -> Iterator[AnyMark]:
    u = complex((np.conj(sketch.poses.A[0, link.j]) * sketch.poses.A[0, link.i]) * link.u)
    half = _half_height(sketch, link, u)
    if half is None:
        half = 1.75 * sketch.h
        shape = block(5.2 * sketch.h, 2 * half, 0.35 * sketch.h) * u
        layer = BLOCKS if link.i == sketch.ground else BARS + 0.4
        yield Mark(link.j, [shape], solid(link.j, layer), link.s_j)
    low, high = (link.s_i + x * link.u for x in sketch.guides[name])
    if link.i == sketch.ground:
        yield from _ground_guide(sketch, low, high, half)
    else:
        yield Mark(link.i, [rounded([low, high], 0.45 * sketch.h)], solid(link.i, BLOCKS - 0.5))


def _half_height(sketch: Sketch, link: Any, u: complex) -> float | None:
    """Extent of the child's shape across the guide, or None if it needs a block."""
    body = sketch.mechanism.bodies.get(sketch.F.body_names[link.j]) if link.j != sketch.ground else None
    rings = [ring for ring in sketch.outline(link.j) if len(ring) > 2]
    if not rings or isinstance(body, Bar):
        return None
    local = (rings[0] - link.s_j) * np.conj(u)
    inside = local.real.min() <= 0 <= local.real.max() and local.imag.min() <= 0 <= local.imag.max()
    return float(np.abs(local.imag).max()) if inside else None


def _ground_guide(sketch: Sketch, low: complex, high: complex, half: float) -> Iterator[Mark]:
    """A hatched line under (or, if it is steep, outside) the slider."""
    e = (high - low) / abs(high - low)
    below = -1j * e
    corner = sum(sketch.reach()) / 2
    wrong = below.imag > 0 if abs(below.imag) > 0.3 else ((corner - low) * np.conj(below)).real > 0
    if wrong:
        low, high, below = high, low, -below
    start, end = low + half * below, high + half * below
    yield Mark(sketch.ground, [np.array([start, end])], LINE)
    yield Mark(sketch.ground, hatching(start, end, 1.1 * sketch.h), HATCH)


def _slot(sketch: Sketch, name: str, link: Any) -> Iterator[AnyMark]:
    low, high = (link.s_i + x * link.u for x in sketch.guides[name])
    inner = rounded([low, high], 0.78 * sketch.h)
    if link.i == sketch.ground:
        side = 0.78j * sketch.h * link.u
        strokes = hatching(low - side, high - side, 0.9 * sketch.h) + hatching(high + side, low + side, 0.9 * sketch.h)
        yield Mark(link.i, strokes, HATCH)
        yield Mark(link.i, [inner], Look(PAPER, INK, 1.3, SLOTS))
    else:
        yield Mark(link.i, [rounded([low, high], 1.6 * sketch.h)], solid(link.i, BARS + 0.3))
        yield Mark(link.i, [inner], Look(PAPER, darker(color_of(link.i), 0.25), 1.1, SLOTS))
    yield Mark(link.j, [circle(0.7 * sketch.h)], PIN, link.s_j)


# ---------------------------------------------------------------- gears
def _gear(sketch: Sketch, gear: constraints.Gear) -> Iterator[Mark]:
    """Pitch circles: the ratio of the radii is that of the teeth, their sum (internal: difference) is the distance of
    the centres."""
    first, second = (sketch.links[name] for name in gear.joints)
    z1, z2 = gear.teeth
    distance = abs(sketch.poses.point(second.j, second.s_j)[0] - sketch.poses.point(first.j, first.s_j)[0])
    total = abs(z2 - z1) if gear.internal else z1 + z2
    if not (total > 0 and distance > 0):
        return
    for link, teeth in ((first, z1), (second, z2)):
        radius = distance * teeth / total
        look = Look(None, darker(color_of(link.j), 0.1), 1.3, LINES, dashed=True)
        if link.j != sketch.ground:
            yield Mark(link.j, [circle(radius, corners=120), np.array([0.62 * sketch.h, radius]) + 0j], look, link.s_j)


def _belt(sketch: Sketch, belt: Belt) -> Iterator[AnyMark]:
    """The circles on which it runs, and its two straight parts."""
    first, second = (sketch.links[name] for name in belt.joints)
    r1, r2 = belt.radii
    look = Look(None, INK, 1.3, LINES, ghost=False)
    for link, radius in ((first, r1), (second, r2)):
        yield Mark(link.j, [circle(radius, corners=120)], look, link.s_j)
    ends = ((first.j, first.s_j), (second.j, second.s_j))
    for side in (1j, -1j):
        offsets = side * np.array([r1, -r2 if belt.crossed else r2])
        yield Stretch(ends, [(offsets, np.array([0.0, 1.0]))], look)


_JOINTS: dict[type, Callable[[Sketch, str, Any], Iterator[AnyMark]]] = {
    joints.Revolute: _revolute,
    joints.Prismatic: _prismatic,
    joints.Fixed: _fixed,
    joints.PinInSlot: _slot,
    joints.Rod: _rod,
}
