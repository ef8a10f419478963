"""Loads on a body of elements that are no joints and act along other quantities than those of joints.

Stops, freewheels, ratchets, clutches, belts and cables have rows: the force on the quantity x of a row is −λ, and acts
on the bodies along the gradient of x.  So do the forces of compliant stops, of cables that stretch, and of clutches and
belts that slip.  The forces of teeth and the preload of belts act at a place on the carrier of both wheels.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from snodo.formulations.loads import loads_of
from snodo.formulations.parts.cables import cable_laws
from snodo.formulations.parts.soft_stops import soft_laws
from snodo.formulations.parts.switched import StopPart, SwitchedRow, slipping_belts
from snodo.formulations.series.efforts import drives
from snodo.formulations.series.elastic_joints import PlacedBodies
from snodo.formulations.series.joint_laws import free_builder
from snodo.formulations.series.measure_wrenches import gradient_wrenches
from snodo.formulations.series.numbers_along import as_set
from snodo.mechanism.cables import Cable
from snodo.mechanism.elements import Ratchet
from snodo.mechanism.forces import Clutch, Freewheel
from snodo.mechanism.measures import Combination
from snodo.results.numbers import with_numbers

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray
_OWNERS = (StopPart, Freewheel, Ratchet, Clutch, Cable)
"""Of rows that are no joints, constraints, drivers or contacts, and no friction with a series of its own."""
Acting = Iterator[tuple[str, Combination, float]]
"""Name, quantity, and the force along it."""


def switched_loads(one: Result, body: str) -> Iterator[tuple[str, Array, Array]]:
    """Name, force [N] and moment about the body's origin [N m] of each that acts on a body, in a result of one row."""
    bodies = PlacedBodies(one.formulation, one.q[0])
    yield from _pushes(one, body, bodies)
    for name, quantity, force in (*_rows(one), *_soft(one), *_slipping(one)):
        total, found = np.zeros(6), False
        for weight, measure in quantity.terms if force else ():
            for on, f, moment in gradient_wrenches(bodies, measure):
                if on == body:
                    total, found = total + weight * force * np.concatenate([f, moment]), True
        if found:
            yield name, total[:3], total[3:]


def _rows(one: Result) -> Acting:
    """Rows that are on."""
    F, builder = one.formulation, free_builder(one.formulation)
    for row in F.builder.switched:
        if isinstance(row, SwitchedRow) and row.acts and isinstance(row.part, _OWNERS):
            k = F.row_names.index(row.name)
            slides = float(one.found["rub"][0, k]) if "rub" in one.found else 0.0
            yield row.name, row.quantity(builder), -float(one.multipliers[0, k]) - slides


def _soft(one: Result) -> Acting:
    """Compliant stops of joints, and cables that stretch."""
    m, builder = one.mechanism, free_builder(one.formulation)
    stops = [law for law in soft_laws(m, builder) if isinstance(law.part, StopPart)]
    for law in (*stops, *cable_laws(m, builder)):
        assert law.quantity is not None
        yield law.row, law.quantity, float(drives(one.formulation, law, one.time, one.q, one.v)[0, 0])


def _slipping(one: Result) -> Acting:
    """Clutches, brakes and belts that slip."""
    m, builder = one.mechanism, free_builder(one.formulation)
    with with_numbers(one):
        for part in m.forces.values():
            for k, joint in enumerate(part.joints) if isinstance(part, Clutch) else ():
                x = builder.coordinate(m.joints[joint])
                yield f"{part.name}.{joint}", x, -float(part.capacity) * _direction(one, part.name, k)
        for belt in slipping_belts(m) if one.formulation.builder.switched else ():
            for k, (law, _) in enumerate(belt.slip_laws(builder)):
                assert law.quantity is not None
                yield law.row, law.quantity, -law.coulomb * _direction(one, belt.name, k)


def _direction(one: Result, name: str, k: int) -> float:
    """Of the k-th law of friction of a part: 1 or −1, or 0 where it does not slide."""
    way = as_set(f"{name}.{k}.sliding" if k else f"{name}.sliding", one.time)
    return 0.0 if way is None else float(way[0])


def _pushes(one: Result, body: str, bodies: PlacedBodies) -> Iterator[tuple[str, Array, Array]]:
    """Teeth that push wheels apart, and belts that draw them together."""
    for k, load in enumerate(loads_of(one.formulation)):
        for push in load.pushes if not load.friction else ():
            if push.body == body:
                force = -float(one.found["load"][0, k]) * bodies.direction(push.frame, push.force)
                arm = bodies.point(push.frame, push.point) - bodies.point(body, np.zeros(3))
                yield load.name, force, np.cross(arm, force)
