"""Rows A(q) v = b(t), made of measures: of knife edges, wheels and balls, coupled speeds, and the user's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.formulations.parts.rolling_places import rolling_places, round_places
from snodo.formulations.parts.special_rows import directions_across
from snodo.mechanism import velocity_constraints as on_velocities
from snodo.mechanism.forces import POSITION_WORDS, VELOCITY_WORDS
from snodo.mechanism.measures import Combination, Measure, PartRows

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder

Array = np.ndarray
Z = np.array([0.0, 0.0, 1.0])
RATES = {"vx": "x", "vy": "y", "vz": "z", "omega": "angle"}
"""Speeds of a body that are rates of its coordinates."""


def knife_edge(closer: RowBuilder, part: on_velocities.KnifeEdge) -> PartRows:
    """No velocity of the point across the edge, along the surface: in the direction normal × axis."""
    s_j = closer.geometry.local(part.name if part.at is None else part.at, part.child, part)
    n = Z if part.normal is None else closer.geometry.direction(part.normal, part.parent, part)
    a = closer.geometry.direction(part.axis, part.child, part)
    across = Measure("edge", part.parent, part.child, s_j=s_j, g=n, f=a)
    return PartRows(part, [f"{part.name}.across"], [Combination([(1.0, across)])], [None], on_velocity=[True])


def rolling(closer: RowBuilder, part: on_velocities.Rolling) -> PartRows:
    """The height of the centre, and no velocity of the point of contact.

    A ball does not slip in two directions of the plane, a wheel neither along its way, a × n, nor across it; in the
    2-D mechanism a wheel has the axis z and goes nowhere across.
    """
    if part.surface_radius is not None:
        return _on_cylinder(closer, part, part.surface_radius)
    centre, on, n = rolling_places(closer.geometry, part)
    height = Combination([(1.0, Measure("along", part.parent, part.child, on, centre, e=n))], -part.radius)
    if closer.plane:
        words, slips = ["forward"], [_slip(part, centre, n, Z, 0)]
    elif part.axis is not None:
        a = closer.geometry.direction(part.axis, part.child, part)
        height.terms.append((-part.radius, Measure("rim", part.parent, part.child, e=n, f=a)))
        height.constant = 0.0
        words, slips = ["forward", "sideways"], [_slip(part, centre, n, a, k) for k in (0, 1)]
    else:
        words = ["along_1", "along_2"]
        slips = [
            Combination([(1.0, Measure("ball", part.parent, part.child, s_j=centre, g=n, e=m, radius=part.radius))])
            for m in directions_across(n)
        ]
    rows = [f"{part.name}.{word}" for word in ("height", *words)]
    return PartRows(part, rows, [height, *slips], [None] * len(rows), on_velocity=[False] + [True] * len(slips))


def _on_cylinder(closer: RowBuilder, part: on_velocities.Rolling, surface: float) -> PartRows:
    """The distance from the axis is |surface + radius|; no slip around the cylinder, nor in space along it."""
    centre, on, k = round_places(closer.geometry, part)
    sign = float(np.sign(surface))

    def measure(kind: str, index: int = 0) -> Measure:
        radius = sign * part.radius
        return Measure(kind, part.parent, part.child, on, centre, e=k, radius=radius, index=index)

    height = Combination([(1.0, measure("reach"))], -abs(surface + part.radius))
    slips = [Combination([(sign, measure("barrel"))]), Combination([(1.0, measure("barrel", 1))])]
    words = ["height", "forward"] if closer.plane else ["height", "around", "along"]
    rows, count = [f"{part.name}.{word}" for word in words], len(words)
    level = [False, True, True][:count]
    return PartRows(part, rows, [height, *slips][:count], [None] * count, on_velocity=level)


def _slip(part: on_velocities.Rolling, centre: Array, n: Array, a: Array, sideways: int) -> Combination:
    """Of a disc's lowest point along its way, a × n, or sideways, towards its axis."""
    m = Measure("edge", part.parent, part.child, s_j=centre, g=n, f=a, radius=part.radius, index=sideways)
    return Combination([(-1.0, m)])


def speed_coupler(closer: RowBuilder, part: on_velocities.SpeedCoupler) -> PartRows:
    """Σ factor · speed − value(t)."""
    terms, units = [], []
    for name, factor in part.factors.items():
        x = _speed(closer, name)
        terms += [(factor * weight, measure) for weight, measure in x.terms]
        units.append(x.unit)
    unit = "m" if all(unit == "m" for unit in units) else "rad"
    value = None if part.value == on_velocities.ZERO else part.value
    return PartRows(part, [f"{part.name}.speed"], [Combination(terms, unit=unit)], [value], on_velocity=[True])


def _speed(closer: RowBuilder, name: str) -> Combination:
    """The quantity whose rate is meant: of a joint, or of a body as in `cart.vx`."""
    if name in closer.mechanism.joints:
        return closer.coordinate(closer.mechanism.joints[name])
    body, _, word = name.rpartition(".")
    return closer.body_coordinate(body, RATES.get(word, word))


def written_speeds(closer: RowBuilder, part: on_velocities.VelocityConstraint) -> PartRows:
    """The user's rows g(t, q, v), with coordinates and then speeds of the bodies as inputs."""
    from snodo.formulations.parts.user_velocity_rows import velocity_constraint_of

    dimension = closer.mechanism.dimension
    drawn = [x for body in part.bodies for x in closer.drawn_place(body)]
    written = velocity_constraint_of(part, drawn, dimension)
    inputs = [closer.body_coordinate(body, word) for body in part.bodies for word in POSITION_WORDS[dimension]]
    for body in part.bodies:
        for word in VELOCITY_WORDS[dimension]:
            x = closer.body_coordinate(body, RATES.get(word, word))
            inputs.append(Combination(x.terms, x.constant, x.period, x.unit, speed=True))
    rows = [f"{part.name}.{k + 1}" for k in range(written.outputs)]
    return PartRows(part, rows, inputs, [None] * len(rows), written, on_velocity=[True] * len(rows))
