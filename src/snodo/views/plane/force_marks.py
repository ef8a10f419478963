"""Springs, dashpots, and the arrows of forces and drivers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.parts.cables import Run
from snodo.formulations.series.efforts import drives
from snodo.mechanism.cables import Cable
from snodo.mechanism.drivers import Driver
from snodo.mechanism.elements import Bushing
from snodo.views.plane.joint_marks import wall
from snodo.views.plane.marks import ACTIONS, LINES, PINS, AnyMark, Array, Look, Mark, Stretch
from snodo.views.plane.symbols import arc_arrow, arrow, circle, damped_spring, dashpot, spiral, zigzag
from snodo.views.style import ACTION, INK

if TYPE_CHECKING:
    from snodo.views.plane.sketch import Sketch

SHAFT = Look(None, ACTION, 1.8, ACTIONS, ghost=False)
HEAD = Look(ACTION, None, 0.0, ACTIONS, ghost=False)


def force_marks(sketch: Sketch) -> Iterator[AnyMark]:
    """The marks of all forces and drivers that have one."""
    for force in sketch.F.describer.forces():
        if not force.row:
            yield from _force(sketch, force)
    for part in sketch.mechanism.forces.values():
        if isinstance(part, Bushing):
            yield from _bushing(sketch, part)
        elif isinstance(part, Cable):
            yield from _cable(sketch, part)
    for constraint in sketch.F.flat.constraints:
        if isinstance(constraint.part, Driver):
            yield from _driver(sketch, constraint)


def _force(sketch: Sketch, force: Any) -> Iterator[AnyMark]:
    """By where it acts: along the line between two points, on an angle or displacement, at a point."""
    kind = force.link.kind
    if kind == "spring":
        yield from _spring(sketch, force)
    elif kind == "point":
        yield from _point_force(sketch, force)
    elif kind == "turn" and force.stiffness:
        yield from _torsional_spring(sketch, force)
    elif kind == "along" and force.stiffness:
        yield from _joint_spring(sketch, force)
    elif kind in ("turn", "along") and not (force.damping or force.coulomb):
        yield from (_torque if kind == "turn" else _joint_force)(sketch, force)


# ---------------------------------------------------------------- springs
def _spring(sketch: Sketch, force: Any) -> Iterator[AnyMark]:
    link = force.link
    ends = ((link.i, link.s_i), (link.j, link.s_j))
    d = sketch.poses.point(*ends[1]) - sketch.poses.point(*ends[0])
    strokes = _coil(force, sketch.h, float(np.abs(d).max()) or sketch.h)
    yield Stretch(ends, strokes, Look(None, INK, 1.4, LINES, ghost=False))
    for (body, arm), towards in zip(ends, (d, -d)):
        if body == sketch.ground:
            yield from wall(sketch, arm, complex(towards.mean()))
        yield Mark(body, [circle(0.3 * sketch.h)], Look(INK, None, layer=PINS), arm)


def _coil(force: Any, h: float, length: float) -> list[tuple[Array, Array]]:
    """A spring, a dashpot, or both side by side."""
    stiffness, damping = (getattr(force, word) or getattr(force.part, word, 0.0) for word in ("stiffness", "damping"))
    if stiffness and damping:
        return damped_spring(h, length)
    return [zigzag(h, length)] if stiffness else dashpot(h)


def _joint_spring(sketch: Sketch, force: Any) -> Iterator[AnyMark]:
    """Beside the slider, from its relaxed position to the current one."""
    link = force.link
    foot = link.s_i + (force.free - link.c) * link.u
    ends = ((link.i, foot), (link.j, link.s_j))
    d = sketch.poses.point(*ends[1]) - sketch.poses.point(*ends[0])
    strokes = _coil(force, sketch.h, float(np.abs(d).max()) or 4.0 * sketch.h)
    yield Stretch(ends, strokes, Look(None, INK, 1.4, LINES, ghost=False))
    if link.i == sketch.ground:
        yield from wall(sketch, foot, complex(d.mean()))


def _torsional_spring(sketch: Sketch, force: Any) -> Iterator[AnyMark]:
    link = sketch.links[force.part.joint]
    yield Mark(link.j, [spiral(0.9 * sketch.h, 2.8 * sketch.h)], Look(None, INK, 1.1, LINES, ghost=False), link.s_j)


# ---------------------------------------------------------------- bushings and cables
def _bushing(sketch: Sketch, part: Bushing) -> Iterator[AnyMark]:
    """A ring on each of its bodies."""
    builder, number, arm = sketch.F.describer.reader, sketch.F.describer.number, sketch.F.describer.arm
    places = zip((part.parent, part.child), builder.places(part), (1.5, 0.8))
    for body, s, size in places:
        yield Mark(number(body), [circle(size * sketch.h)], Look(None, INK, 1.6, PINS), arm(s, body))


def _cable(sketch: Sketch, part: Cable) -> Iterator[AnyMark]:
    """Its straight parts, beside the centres of the pulleys, and the pulleys."""
    describer = sketch.F.describer
    run = Run(part, describer.reader)
    ends = [(describer.number(n.body), describer.arm(s, n.body)) for n, s in zip(run.nodes, run.local)]
    for k in range(len(ends) - 1):
        stroke = (-1j * np.array([run.signed[k], run.signed[k + 1]]), np.array([0.0, 1.0]))
        yield Stretch((ends[k], ends[k + 1]), [stroke], Look(None, INK, 1.2, LINES, ghost=False))
    for (body, arm), node in zip(ends, run.nodes):
        yield Mark(body, [circle(node.radius or 0.3 * sketch.h, corners=60)], Look(None, INK, 1.1, LINES), arm)


# ---------------------------------------------------------------- arrows
def _point_force(sketch: Sketch, force: Any) -> Iterator[AnyMark]:
    direction = _first_nonzero(lambda t: complex(*_drives(sketch, force, t)))
    if direction:
        e = direction / abs(direction)
        yield from _arrow(sketch, force.link.j, force.link.s_j, -7 * sketch.h * e, -0.4 * sketch.h * e, force.body_axes)


def _torque(sketch: Sketch, force: Any) -> Iterator[AnyMark]:
    sign = _first_nonzero(lambda t: complex(_drives(sketch, force, t)[0])).real
    yield from _arc(sketch, *_centre(sketch, force.part, force.link), sign < 0, 4.2)


def _joint_force(sketch: Sketch, force: Any) -> Iterator[AnyMark]:
    sign = _first_nonzero(lambda t: complex(_drives(sketch, force, t)[0])).real
    yield from _along(sketch, force.link, -1.0 if sign < 0 else 1.0, 3.2)


def _driver(sketch: Sketch, constraint: Any) -> Iterator[AnyMark]:
    link, part = constraint.link, constraint.part
    backwards = _first_nonzero(lambda t: complex(constraint.function.derivatives(t)[1])).real < 0
    if part.motion == "path":
        yield Mark(link.j, [circle(1.2 * sketch.h)], SHAFT, link.s_j)
    elif link.kind == "turn":
        yield from _arc(sketch, *_centre(sketch, part, link), backwards, 3.4)
    else:
        yield from _along(sketch, link, -1.0 if backwards else 1.0, 3.2)


def _centre(sketch: Sketch, part: Any, link: Any) -> tuple[int, complex]:
    """Where the arrow of a rotation is drawn: at the joint, or at the centre of mass."""
    if part.joint:
        joint = sketch.links[part.joint]
        return joint.j, joint.s_j
    return link.j, 0j


def _arc(sketch: Sketch, body: int, arm: complex, clockwise: bool, radius: float) -> Iterator[Mark]:
    shaft, head = arc_arrow(radius * sketch.h, 1.5 * sketch.h, clockwise)
    yield Mark(body, [shaft], SHAFT, arm, turns=False)
    yield Mark(body, [head], HEAD, arm, turns=False)


def _along(sketch: Sketch, link: Any, sign: float, aside: float) -> Iterator[Mark]:
    """An arrow along the axis, beside the slider."""
    A = sketch.poses.A[0]
    u = complex(np.conj(A[link.j]) * A[link.i] * link.u)
    side = 1j * u * (1.0 if (A[link.j] * 1j * u).imag >= 0 else -1.0) * aside * sketch.h
    yield from _arrow(
        sketch, link.j, link.s_j, side - 2.5 * sign * sketch.h * u, side + 2.5 * sign * sketch.h * u, True
    )


def _arrow(sketch: Sketch, body: int, arm: complex, start: complex, end: complex, turns: bool) -> Iterator[Mark]:
    shaft, head = arrow(start, end, 1.6 * sketch.h)
    for stroke, look in ((shaft, SHAFT), (head, HEAD)):
        yield Mark(body, [stroke], look, arm, turns=turns)


def _drives(sketch: Sketch, force: Any, t: float) -> Array:
    """The functions of a force at a time, in the first position at rest."""
    found: Array = drives(sketch.F, force, np.array([t]), sketch.first, np.zeros_like(sketch.first))[0]
    return found


def _first_nonzero(function: Callable[[float], complex]) -> complex:
    """Value of a function of time at its start, or shortly after if it starts from zero."""
    return next((z for z in map(function, (0.0, 1e-3, 1e-2, 0.1, 1.0)) if abs(z) > 0), 0j)
