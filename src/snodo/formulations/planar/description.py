"""From rows and laws, made of measures, to the data of the planar equations.

Parts are read once for all formulations (`formulations/parts`).  Here their measures get body numbers, points relative
to the centre of mass and complex directions.  Bodies are numbered in the order of the description; the ground is last.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.parts.forces import laws_of
from snodo.formulations.parts.joint_frames import Framer
from snodo.formulations.parts.named_measures import LENGTH, Named
from snodo.formulations.planar.joint_rows import PlaneRows
from snodo.mechanism import body as bodies
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.laws import ZERO, Law
from snodo.mechanism.measures import Combination, Measure, PartRows
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND, Part
from snodo.mechanism.velocity_constraints import Rolling

TOGETHER = {
    ("meet", "meet"): "revolute",
    ("meet", "meet", "heading"): "fixed",
    ("along", "heading"): "prismatic",
    ("along", "edge"): "rolling",
    ("reach", "barrel"): "round",
}
"""Rows that are evaluated together, by their measures; all others are evaluated one by one."""


@dataclass
class Link:
    """Two bodies, a point on each, a direction on the first, and a constant: the data of most rows and forces."""

    kind: str
    i: int
    j: int
    s_i: complex = 0j
    s_j: complex = 0j
    u: complex = 1.0 + 0j
    c: float = 0.0
    rho: float = 0.0
    """Of the part of a cable, ρ [m]; of a graze, the radius of the roller [m]."""
    profile: Any = None
    """Of a profile or graze, its curve (`math/profile.py`)."""


@dataclass
class Constraint:
    """Rows of Φ that belong to one part: names, units (`m` or `rad`), and the data for the kernel."""

    part: Part
    link: Link
    rows: list[str]
    units: list[str]
    function: Function | None = None
    terms: list[tuple[float, Link]] = field(default_factory=list)
    bodies: list[int] = field(default_factory=list)
    written: Any = None
    on_velocity: list[bool] = field(default_factory=list)
    """For each row, whether it constrains velocities only; empty: none does."""
    acts: str = "always"
    """When its rows act: always, sometimes (they are switched along a run), or never (they only measure)."""

    @property
    def levels(self) -> list[bool]:
        """For each row, whether it constrains velocities only."""
        return self.on_velocity or [False] * len(self.rows)

    @property
    def rheonomic(self) -> bool:
        """Whether its rows depend on time."""
        return self.function is not None

    @property
    def functions(self) -> tuple[Function, ...]:
        """Its functions of time."""
        return () if self.function is None else (self.function,)


@dataclass
class Force:
    """A force of one part, with the data for the kernel; `dissipates` if part of it has no potential."""

    part: Part
    link: Link
    dissipates: bool
    stiffness: float = 0.0
    damping: float = 0.0
    free: float = 0.0
    coulomb: float = 0.0
    smoothing: float = 1.0
    dry: bool = False
    function: Function = ZERO
    function_2: Function = ZERO
    body_axes: bool = False
    bodies: list[int] = field(default_factory=list)
    written: Any = None
    row: str = ""
    """Name of the row of an elastic joint that it replaces."""
    measures: dict[str, Named] = field(default_factory=dict)
    """What its functions depend on besides time, by name."""

    @property
    def functions(self) -> tuple[Function, ...]:
        """Its functions of time."""
        return self.function, self.function_2


class Describer:
    """Numbers the bodies of a mechanism and describes its parts for the plane."""

    def __init__(self, mechanism: Mechanism, geometry: Geometry) -> None:
        self.mechanism = mechanism
        self.geometry = geometry
        self.body_names = list(mechanism.bodies)
        self._number = {name: k for k, name in enumerate([*self.body_names, GROUND])}
        self.framer = Framer(mechanism, geometry)
        self.reader = PlaneRows(mechanism, geometry, self.framer)

    # ---------------------------------------------------------------- points and links
    def number(self, body: str) -> int:
        """The number of a body."""
        return self._number[body]

    def arm(self, s: np.ndarray, body: str) -> complex:
        """A place in a body's frame, relative to its centre of mass."""
        if body != GROUND:
            s = s - np.array(self.geometry.bodies[body].inertia.com)
        return complex(s[0], s[1])

    def point(self, where: Any, body: str, part: Part) -> complex:
        """A place on a body, relative to its centre of mass, in body axes."""
        return self.arm(self.geometry.local(where, body, part), body)

    def angle(self, body: str) -> float:
        """φ of a body as drawn, with whole turns as the user counts them."""
        return self.reader.angles[body]

    def link(self, kind: str, part: Any) -> Link:
        """Bodies, points and direction of a joint."""
        at = part.name if part.at is None else part.at
        u = 1.0 + 0j
        if getattr(part, "axis", None) is not None:
            direction = self.geometry.direction(part.axis, part.parent, part)
            u = complex(direction[0], direction[1])
        ends = self.point(at, part.parent, part), self.point(at, part.child, part)
        return Link(kind, self.number(part.parent), self.number(part.child), *ends, u)

    def two_points(self, kind: str, part: Any) -> Link:
        """Bodies and end points of a rod or a spring."""
        i, j = self.number(part.parent), self.number(part.child)
        return Link(kind, i, j, self.point(part.start, part.parent, part), self.point(part.end, part.child, part))

    def measured(self, kind: str, m: Measure, weight: float = 1.0, constant: float = 0.0) -> Link:
        """A weighted measure as bodies, points and direction (for a knife edge, that on the second body)."""
        e = weight * (m.f if m.kind == "edge" else m.e)
        ends = self.arm(m.s_i, m.parent), self.arm(m.s_j, m.child)
        return Link(kind, self.number(m.parent), self.number(m.child), *ends, complex(e[0], e[1]), constant)

    def coordinate(self, x: Combination) -> Link:
        """A combination of one measure: an angle between two bodies, or a displacement; its sign is in the link."""
        ((weight, m),) = x.terms
        if m.kind in ("span", "wrap", "profile", "graze"):
            return self._distance(m, weight, x)
        if m.kind != "heading":
            return self.measured("along", m, weight, x.constant)
        i, j = (m.parent, m.child) if weight > 0 else (m.child, m.parent)
        return Link("turn", self.number(i), self.number(j), c=x.constant)

    def _distance(self, m: Measure, weight: float, x: Combination) -> Link:
        """The distance of two points, the part of a cable, the distance from a curve, or the slip along it."""
        if weight != 1.0:
            what = f"a length between {m.parent!r} and {m.child!r} times {weight:g}: the planar equations have no such"
            raise UnsupportedError(Problem(what, "use formulation=tree"))
        link = self.measured(m.kind, m, constant=x.constant)
        if m.profile is not None:
            link.profile, link.rho = m.profile, m.radius
            return link
        link.rho = m.radius if m.kind == "wrap" else 0.0
        link.u = complex(m.g[0], m.g[1]) * abs(link.rho)
        return link

    def input_link(self, x: Named) -> Link:
        """What a law depends on: a coordinate, or two points whose distance is meant."""
        return self.coordinate(x.quantity) if x.what < LENGTH else self.measured("spring", x.quantity.terms[0][1])

    def _term(self, weight: float, m: Measure) -> tuple[float, Link]:
        """A measure in a sum, with its factor."""
        return weight, self.coordinate(Combination([(1.0, m)]))

    def joint_coordinate(self, name: str) -> Link:
        """The coordinate of a joint, equal to its `reference` as drawn."""
        return self.coordinate(self.reader.coordinate(self.mechanism.joints[name]))

    def body_angle(self, body: str) -> Link:
        """The angle of a body in the world."""
        return Link("turn", self.number(GROUND), self.number(body))

    # ---------------------------------------------------------------- constraints
    def constraints(self) -> Iterator[Constraint]:
        """All rows of Φ: joints, constraints, drivers, and particles, which do not rotate; then those that switch."""
        for part_rows in self.reader.fixed_rows():
            yield from self._constraints_of(part_rows)
        for body in self.mechanism.bodies.values():
            if isinstance(body, bodies.Particle):
                link = Link("turn", self.number(GROUND), self.number(body.name))
                yield Constraint(body, link, [f"{body.name}.turn"], ["rad"])
        for part_rows in self.reader.switched_rows():
            for constraint in self._constraints_of(part_rows):
                constraint.acts = part_rows.acts
                yield constraint

    def _constraints_of(self, rows: PartRows) -> Iterator[Constraint]:
        if rows.written is not None:
            yield self._written(rows)
            return
        kind = "" if rows.exact else _kind_together(rows)
        if kind:
            yield self._together(kind, rows)
            return
        for k, x in enumerate(rows.quantities):
            yield self._one(rows, k, x)

    def _together(self, kind: str, rows: PartRows) -> Constraint:
        (_, first), (weight, last) = rows.quantities[0].terms[0], rows.quantities[-1].terms[0]
        link = self.measured(kind, first)
        if kind in ("fixed", "prismatic"):  # φ_i − φ_j + c
            link.c = -weight * rows.quantities[-1].constant
        if kind == "prismatic":
            link.u *= -1j
        if kind == "rolling":
            link.c = last.radius
        if kind == "round":  # its radius, and the distance of the centres with the sign of the surface
            sign = float(np.sign(weight))
            link.c, link.u = sign * last.radius, complex(-sign * rows.quantities[0].constant)
        return Constraint(rows.part, link, rows.rows, rows.units, on_velocity=rows.on_velocity)

    def _one(self, rows: PartRows, k: int, x: Combination) -> Constraint:
        """A single row: a distance, an edge, a displacement or an angle, or a sum of these."""
        (weight, m), function, level = x.terms[0], rows.function_of[k], rows.levels[k]
        alone, fixed = len(x.terms) == 1, function is None
        if weight == -1.0 and fixed and alone and not rows.exact:
            weight, x = 1.0, Combination([(1.0, m)], -x.constant, unit=x.unit)  # the sign of a row is free
        terms = []
        if alone and m.kind == "square" and fixed and math.isclose(x.constant, -0.5 / weight):  # (d·d − l²)/2l
            link = self.measured("rod", m, constant=1.0 / weight)
        elif alone and m.kind == "edge" and fixed and level and weight == 1.0:
            link = self.measured("edge", m)
        elif not all(term.kind in ("along", "heading", "span", "wrap", "profile", "graze") for _, term in x.terms):
            raise _unknown(rows.part, f"such row as {rows.rows[k]!r}")
        elif not alone or level or abs(weight) != 1.0 or rows.exact:
            if not (fixed or level):
                raise _unknown(rows.part, f"sum that depends on time, as in row {rows.rows[k]!r}")
            terms = [self._term(*term) for term in x.terms]
            link = Link("speeds" if level else "coupler", terms[0][1].i, terms[0][1].j, c=-x.constant)
        elif m.kind == "along" and fixed and x.constant == 0.0:
            link = self.measured("slot", m, weight)
            link.u *= -1j
        else:
            link = self.coordinate(x)
        return Constraint(
            rows.part, link, [rows.rows[k]], [rows.units[k]], function, terms, on_velocity=[True] if level else []
        )

    def _written(self, rows: PartRows) -> Constraint:
        part: Any = rows.part
        numbers = [self.number(b) for b in rows.bodies or part.bodies]
        link = Link(rows.written.kind, numbers[0], numbers[0])
        found = Constraint(part, link, rows.rows, rows.units, bodies=numbers, written=rows.written)
        found.on_velocity = rows.on_velocity
        return found

    # ---------------------------------------------------------------- forces
    def forces(self) -> Iterator[Force]:
        """All forces except gravity, those of elastic joints last."""
        for law in laws_of(self.mechanism, self.reader):
            yield self._force(law)

    def _force(self, law: Law) -> Force:
        x, y = (*law.functions, ZERO)[:2]
        return Force(
            law.part,
            self._acts(law),
            law.dissipates,
            law.stiffness,
            law.damping,
            law.free,
            law.coulomb,
            law.smoothing,
            law.dry,
            x,
            y,
            law.body_axes,
            self._numbers(law.bodies),
            law.written,
            law.row,
            law.measures,
        )

    def _acts(self, law: Law) -> Link:
        """Where a law acts: along a coordinate, between two points, at a point, about the axis of a body."""
        if law.quantity is not None:
            return self.coordinate(law.quantity)
        if law.written is not None:
            first = self.number(law.bodies[0])
            return Link(f"{law.kind}_force", first, first)
        if law.kind == "torque":
            return self.body_angle(law.child)
        if law.kind not in ("spring", "point"):
            raise _unknown(law.part, f"law of the kind {law.kind!r}")
        ends = self.arm(law.start, law.parent), self.arm(law.end, law.child)
        return Link(law.kind, self.number(law.parent), self.number(law.child), *ends)

    def _numbers(self, names: Sequence[str]) -> list[int]:
        return [self.number(name) for name in names]


def _kind_together(rows: PartRows) -> str:
    """The kind of rows that are evaluated together; empty if they are not exactly those."""
    kind = TOGETHER.get(tuple(x.terms[0][1].kind for x in rows.quantities), "")
    if rows.functions or any(len(x.terms) > 1 for x in rows.quantities):
        return ""
    if kind in ("rolling", "round"):
        return kind if isinstance(rows.part, Rolling) else ""
    if kind == "prismatic":
        across, angle = rows.quantities
        (first, m), (second, heading) = across.terms[0], angle.terms[0]
        same = (m.parent, m.child) == (heading.parent, heading.child)
        return kind if (first, across.constant, second, any(rows.levels)) == (1.0, 0.0, -1.0, False) and same else ""
    return kind


def _unknown(part: Part, what: str) -> UnsupportedError:
    """The error about something that a user's part may ask for, and the equations of the plane do not have."""
    return UnsupportedError(
        Problem(f"{part.title}: the planar equations have no {what}", "use formulation=tree", part.where)
    )
