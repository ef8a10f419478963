"""Objects to arrays: the described mechanism becomes the one flat array that the kernels read (`kernels/layout.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.arrays.forces import LawTable
from snodo.formulations.arrays.measured_laws import PackedLaw
from snodo.formulations.arrays.rows import RowTable
from snodo.formulations.arrays.writer import ModelWriter
from snodo.formulations.parts.forces import laws_of
from snodo.formulations.parts.motors import added_inertia
from snodo.formulations.spatial.kernels import layout as at
from snodo.formulations.spatial.turn_counters import AbsoluteRowBuilder
from snodo.math.aligned import aligned_copy
from snodo.math.kernels.algebra import Mat3, Sym3, Vec3
from snodo.math.kernels.record_layout import PythonTable, size
from snodo.mechanism.body import Particle
from snodo.mechanism.geometry import Pose
from snodo.mechanism.laws import Law
from snodo.mechanism.measures import Measure, PartRows
from snodo.mechanism.part import GROUND

LEAST_INERTIA = 1e-12
"""Smallest principal moment of inertia, relative to the largest, that a body must have."""


@dataclass
class Flat:
    """The flat model of a mechanism in space, with what the layer above needs to read it."""

    model: np.ndarray
    bodies: dict[str, tuple[int, Pose]]
    """Number of a body, and its own frame as seen from its centre of mass."""
    inertias: list[tuple[float, np.ndarray]]
    """Mass and J′ of each body."""
    counters: dict[str, int]
    """Where in q the turns of an angle are counted, by the name of that coordinate."""
    constraints: list[PartRows]
    forces: list[Law]
    works: list[str]
    keep_alive: list[Any]
    block_row: np.ndarray
    block_body: np.ndarray
    """Row of Φ_v and number of the body of each of its blocks."""
    measured: list[PackedLaw]
    """Laws over measures."""
    shorter: list[dict[str, int]]
    """The header's fields for some of the first rows alone (`arrays/first_rows.py`)."""

    @property
    def header(self) -> Any:
        """Counts and offsets."""
        return PythonTable(at.Header, self.model, 0)[0]

    def blocks(self) -> np.ndarray:
        """The blocks of Φ_v of the last evaluation, six numbers each."""
        first, count = self.header.y_at, self.block_row.size
        return self.model[first : first + 6 * count].reshape(count, 6)

    def table(self, name: str, count: int) -> np.ndarray:
        """A copy of `count` numbers of a table."""
        first = getattr(self.header, name)
        return self.model[first : first + count].copy()


def flatten(builder: AbsoluteRowBuilder, gravity: np.ndarray, length: float) -> Flat:
    """Build the model; `length` is typical of the mechanism."""
    mechanism, geometry = builder.mechanism, builder.geometry
    names = list(mechanism.bodies)
    inertias = [_inertia(builder, name, length) for name in names]
    bodies = {GROUND: (0, Pose(np.zeros(3), np.eye(3)))}
    for k, name in enumerate(names):
        bodies[name] = k + 1, Pose(-np.array(geometry.bodies[name].inertia.com), np.eye(3))
    model = _bodies(inertias, list(bodies.values()), gravity)
    counters = {name: 7 * len(names) + k for k, name in enumerate(builder.counted)}
    rows = AbsoluteRows(bodies, ModelWriter(first=model.size), length, counters)
    measures = [rows.counted(builder.counter(name)) for name in builder.counted]
    laws, all_rows = laws_of(mechanism, builder), list(builder.all_rows())
    table = LawTable(rows, mechanism.dimension, builder)
    header = table.write(laws, all_rows, 6 * len(names)) | rows.scratch(measures)
    model = aligned_copy(model, rows.store.done())
    head = PythonTable(at.Header, model, 0)[0]
    for word, value in header.items():
        setattr(head, word, value)
    carriers = [row["carriers"] for row in rows.entries]
    return Flat(
        model,
        bodies,
        inertias,
        counters,
        all_rows,
        laws,
        table.works,
        rows.store.keep_alive,
        np.repeat(np.arange(len(carriers)), [len(own) for own in carriers]),
        np.array([body for own in carriers for body in own], np.int64),
        table.measured,
        rows.shorter,
    )


# ---------------------------------------------------------------- bodies
def _inertia(builder: AbsoluteRowBuilder, name: str, length: float) -> tuple[float, np.ndarray]:
    """Mass and J′.

    A particle, which does not turn, gets m L² to keep M regular; a body held in the plane turns about z alone, and
    gets the same moment about the other axes.
    """
    body, found = builder.mechanism.bodies[name], builder.geometry.bodies[name].inertia
    J = np.array(found.tensor)
    if isinstance(body, Particle):
        J = found.mass * length**2 * np.eye(3)
    elif builder.plane:
        J = found.izz * np.eye(3)
    J = J + added_inertia(builder.mechanism, builder.framer, name)
    moments = np.linalg.eigvalsh(J)
    if not found.mass > 0 or not moments[0] > LEAST_INERTIA * moments[-1]:
        what = f"{body.title} has mass {found.mass:.4g} kg and principal moments of inertia " + ", ".join(
            f"{moment:.3g}" for moment in moments
        )
        remedy = "absolute coordinates need all of them positive: give it a width or radius, or use formulation tree"
        raise UnsupportedError(Problem(f"{what} kg m²", remedy, body.where))
    return float(found.mass), J


def _bodies(inertias: list[tuple[float, np.ndarray]], placed: list[tuple[int, Pose]], g: np.ndarray) -> np.ndarray:
    """The header and the tables of bodies, the ground first."""
    n = len(inertias)
    body_at = size(at.Header)
    work_at = body_at + (n + 1) * size(at.Body)
    model = np.zeros(work_at + (n + 1) * size(at.Work))
    head, bodies = PythonTable(at.Header, model, 0)[0], PythonTable(at.Body, model, body_at)
    head.bodies, head.body_at, head.work_at, head.gravity = n, body_at, work_at, Vec3._make(g)
    for (mass, J), (number, pose) in zip(inertias, placed[1:]):
        row = bodies[number]
        row.mass, row.light, row.origin = mass, 1.0 / mass, Vec3._make(pose.r)
        row.inertia, row.easy = _symmetric(J), _symmetric(np.linalg.inv(J))
    work = PythonTable(at.Work, model, work_at)
    for number in range(n + 1):
        work[number].R = Mat3(*map(Vec3._make, np.eye(3)))
    return model


def _symmetric(J: np.ndarray) -> Sym3:
    return Sym3(J[0, 0], J[0, 1], J[0, 2], J[1, 1], J[1, 2], J[2, 2])


# ---------------------------------------------------------------- rows
class AbsoluteRows(RowTable):
    """A row is carried by the bodies that it measures, and has a wrench on each."""

    width: ClassVar[int] = 6

    def _own(self, weight: float, measure: Measure) -> float | None:
        """Euler parameters; in the plane, angles of bodies against the world."""
        if measure.kind == "attitude":
            key, place = ("attitude", measure.child, measure.index), 7 * self.bodies[measure.child][0] - 4
            self.terms.append((self._measure(measure, key, iq=place, iv=measure.index), weight))
            return 0.0
        if measure.kind != "heading":
            return None
        for body, sign in ((measure.child, 1.0), (measure.parent, -1.0)):
            if body != GROUND:
                x, y, _ = np.eye(3)
                found = self.counted(Measure("counted", GROUND, body, e=x, g=y, f=x, joint=f"{body}.angle"))
                self.terms.append((found, sign * weight))
        return 0.0

    def scratch(self, measures: list[int]) -> dict[str, Any]:
        """The header's fields about counted angles, by their measures, and about the scratch of the equations."""
        _, nq, nv = self._counts()
        header = self.counting(measures) | {"nq": nq, "nv": nv, "rest_at": self.store.zeros(len(self.entries))}
        return header | {word: self.store.zeros(nv) for word in ("force_at", "velocity_at")}

    def _carriers(self, row: dict[str, Any]) -> list[int]:
        return list(dict.fromkeys(body for m in self._measures_of(row) for body in (m["i"], m["j"]) if body))

    def _columns(self, row: dict[str, Any]) -> list[int]:
        carriers: list[int] = row["carriers"]
        return carriers

    def _linear_algebra(self, rows: list[dict[str, Any]]) -> dict[str, int]:
        """With the blocks that each term of a row presses."""
        presses: dict[str, list[int]] = {"term": [], "on": [], "back": []}
        for row in rows:
            blocks = {body: row["y_at"] + 6 * k for k, body in enumerate(row["carriers"])}
            for k in range(row["first"], row["first"] + row["terms"]):
                measure = self.measures[self.terms[k][0]]
                presses["term"].append(k)
                presses["on"].append(blocks.get(measure["j"], 0))
                presses["back"].append(blocks.get(measure["i"], 0))
        table = self._packed_columns(at.Press, {word: np.array(own, np.int64) for word, own in presses.items()})
        return super()._linear_algebra(rows) | {"presses": len(presses["term"]), "press_at": table}

    def _counts(self) -> tuple[int, int, int]:
        n = len(self.bodies) - 1
        return n + 1, 7 * n + len(self.counters), 6 * n
