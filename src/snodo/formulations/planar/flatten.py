"""Objects to arrays: the described mechanism becomes the one flat array that the planar kernels read.

`kernels/layout.py` says what stands where.  Constant tables come first, then the scratch of the kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.formulations.arrays.writer import Store
from snodo.formulations.planar.description import ZERO, Constraint, Describer, Force, Link
from snodo.formulations.planar.kernels import layout as at
from snodo.math.kernels.extrapolation import MOST
from snodo.math.sparse import symbolic

_CONSTRAINT_KINDS = {
    "revolute": at.REVOLUTE,
    "prismatic": at.PRISMATIC,
    "fixed": at.FIXED,
    "slot": at.SLOT,
    "rod": at.ROD,
    "turn": at.TURN,
    "along": at.ALONG,
    "coupler": at.COUPLER,
    "formula": at.FORMULA,
    "called": at.CALLED,
    "edge": at.EDGE,
    "rolling": at.ROLLING,
    "round": at.ROUND,
    "speeds": at.SPEEDS,
    "velocity_formula": at.VELOCITY_FORMULA,
    "velocity_called": at.VELOCITY_CALLED,
}
_FORCE_KINDS = {
    "spring": at.SPRING,
    "turn": at.COORDINATE,
    "along": at.COORDINATE,
    "point": at.POINT,
    "formula_force": at.FORMULA_FORCE,
    "called_force": at.CALLED_FORCE,
}


@dataclass
class Flat:
    """The flat model of a planar mechanism, with what the layer above needs to read it."""

    model: np.ndarray
    constraints: list[Constraint]
    forces: list[Force]
    first_row: list[int]
    row_parts: list[int]
    block_row: np.ndarray
    block_body: np.ndarray
    works: list[str]
    keep_alive: list[Any] = field(default_factory=list)

    @property
    def ints(self) -> np.ndarray:
        """The same array, read as integers."""
        return self.model.view(np.int64)

    def header(self, name: int) -> int:
        """A count or offset."""
        return int(self.ints[name])

    def table(self, name: int, count: int) -> np.ndarray:
        """A view of `count` numbers of a table."""
        start = self.header(name)
        return self.model[start : start + count]


def flatten(
    describer: Describer, inertias: Sequence[tuple[float, float, complex]], gravity: complex, size: float
) -> Flat:
    """Build the model; `inertias` are mass, moment of inertia and centre of mass, `size` is a typical length."""
    return _Flattener(describer, inertias, gravity, size).flat()


class _Flattener:
    def __init__(
        self, describer: Describer, inertias: Sequence[tuple[float, float, complex]], gravity: complex, size: float
    ) -> None:
        self.store = Store(at.HEADER)
        self.header: dict[int, int] = {}
        self.constraints = list(describer.constraints())
        self.forces = list(describer.forces())
        self.inertias, self.gravity, self.length = inertias, gravity, size
        self.n = len(inertias)
        self.works: list[str] = []
        self._user = 1

    def flat(self) -> Flat:
        """Table after table."""
        self._bodies()
        self._blocks()
        self._constraint_table()
        self._force_table()
        self._drivers()
        self._scratch()
        self._linear_algebra()
        model = self.store.done()
        for name, value in self.header.items():
            model.view(np.int64)[name] = value
        return Flat(
            model,
            self.constraints,
            self.forces,
            self.first_row,
            self.row_parts,
            np.array(self.block_row, np.int64),
            np.array(self.block_body, np.int64),
            self.works,
            self.store.keep_alive,
        )

    # ---------------------------------------------------------------- tables
    def _bodies(self) -> None:
        rows = []
        for mass, inertia, com in self.inertias:
            weight = mass * self.gravity
            rows.append([1.0 / mass, 1.0 / inertia, mass, inertia, weight.real, weight.imag, com.real, com.imag])
        ground = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        self.header[at.BODIES] = self.n
        self.header[at.BODY_AT] = self.store.floats([*rows, [0.0] * at.BODY])
        self.header[at.POSE_AT] = self.store.floats([ground] * (self.n + 1))

    def _blocks(self) -> None:
        """Number the rows and the blocks of the Jacobian."""
        self.first_row: list[int] = []
        self.first_block: list[int] = []
        self.row_parts: list[int] = []
        self.block_row: list[int] = []
        self.block_body: list[int] = []
        for k, constraint in enumerate(self.constraints):
            first = len(self.row_parts)
            self.first_row.append(first)
            self.first_block.append(len(self.block_row))
            for row in range(len(constraint.rows)):
                bodies = _bodies_of(constraint)
                self.block_row += [first + row] * len(bodies)
                self.block_body += bodies
                self.row_parts.append(k)
        self.rows = len(self.row_parts)
        self.header[at.ROWS] = self.rows
        self.header[at.BLOCKS] = len(self.block_row)
        self.header[at.BLOCK_ROW_AT] = self.store.ints(self.block_row)
        self.header[at.BLOCK_BODY_AT] = self.store.ints(self.block_body)
        self.header[at.JACOBIAN_AT] = self.store.zeros(3 * len(self.block_row))

    def _constraint_table(self) -> None:
        table = [self._constraint(k, c) for k, c in enumerate(self.constraints)]
        self.header[at.CONSTRAINTS] = len(table)
        self.header[at.CONSTRAINT_AT] = self.store.floats(np.array(table).reshape(-1, at.CONSTRAINT))

    def _constraint(self, k: int, constraint: Constraint) -> np.ndarray:
        row = _link_row(constraint.link, at.CONSTRAINT, _CONSTRAINT_KINDS[constraint.link.kind])
        ints = row.view(np.int64)
        ints[at.ROW], ints[at.BLOCK] = self.first_row[k], self.first_block[k]
        ints[at.ROW_COUNT] = len(constraint.rows)
        if constraint.link.kind in ("turn", "along", "speeds"):
            ints[at.FUNCTION] = self.store.function(constraint.function or ZERO)
        if constraint.terms:
            ints[at.MORE], ints[at.MORE_COUNT] = self._terms(k, constraint), len(constraint.terms)
        elif constraint.written is not None:
            self._written(ints, constraint.written, constraint.bodies)
        return row

    def _terms(self, k: int, constraint: Constraint) -> int:
        rows = []
        block = {body: self.first_block[k] + b for b, body in enumerate(_bodies_of(constraint))}
        for factor, link in constraint.terms:
            row = _link_row(link, at.CONSTRAINT, _CONSTRAINT_KINDS[link.kind])
            row[at.FUNCTION] = factor
            row.view(np.int64)[[at.BLOCK_I, at.BLOCK_J]] = block[link.i], block[link.j]
            rows.append(row)
        return self.store.floats(rows)

    def _force_table(self) -> None:
        table = [self._force(f) for f in self.forces]
        self.header[at.FORCES] = len(table)
        self.header[at.FORCE_AT] = self.store.floats(np.array(table).reshape(-1, at.FORCE))

    def _force(self, force: Force) -> np.ndarray:
        row = _link_row(force.link, at.FORCE, _FORCE_KINDS[force.link.kind])
        ints = row.view(np.int64)
        ints[at.WORK] = self._work(force.row or force.part.name) if force.dissipates else -1
        row[at.STIFFNESS], row[at.DAMPING], row[at.FREE] = force.stiffness, force.damping, force.free
        row[at.COULOMB], row[at.SMOOTHING] = force.coulomb, force.smoothing
        ints[at.AXES] = int(force.body_axes or force.link.kind == "turn")
        ints[at.FUNCTION_2] = self.store.function(force.function_2)
        if force.written is not None:
            self._written(ints, force.written, force.bodies)
        else:
            ints[at.FUNCTION] = self.store.function(force.function)
        return row

    def _written(self, ints: np.ndarray, written: Any, bodies: list[int]) -> None:
        ints[at.FUNCTION] = written.address if written.program is None else self.store.floats(written.program)
        ints[at.MORE], ints[at.MORE_COUNT] = self.store.ints(bodies), len(bodies)
        self.store.stack = max(self.store.stack, written.scratch)
        self._user = max(self._user, len(bodies), written.outputs)
        self.store.keep_alive.append(written)
        if written.program is not None:
            from snodo.math.kernels.formula import formula

            self.header[at.RUNNER] = formula.address

    def _work(self, name: str) -> int:
        if name not in self.works:
            self.works.append(name)
        return self.works.index(name)

    def _drivers(self) -> None:
        """Rows that may do work: those that depend on time."""
        pairs = []
        for k, constraint in enumerate(self.constraints):
            if constraint.rheonomic or constraint.written is not None:
                work = self._work(constraint.part.name)
                pairs += [(self.first_row[k] + r, work) for r in range(len(constraint.rows))]
        self.header[at.DRIVERS] = len(pairs)
        self.header[at.DRIVER_AT] = self.store.ints(pairs)
        self.header[at.WORKS] = len(self.works)

    def _scratch(self) -> None:
        m, n3 = self.rows, 3 * self.n
        lengths = {"m": self.length, "rad": 1.0, "": 1.0}
        scale = [lengths[unit] for constraint in self.constraints for unit in constraint.units]
        for name, count in (
            (at.PHI_AT, m),
            (at.NU_AT, m),
            (at.GAMMA_AT, m),
            (at.RATE_AT, m),
            (at.LAMBDA_AT, m),
            (at.RHS_AT, m),
            (at.PERMUTED_AT, m),
            (at.Q_AT, n3),
            (at.X_AT, n3),
            (at.POWER_AT, len(self.works)),
            (at.SOFT_AT, 3 * m),
            (at.TRAIL_AT, 1 + MOST + (MOST + 1) * n3),
            (at.STACK_AT, self.store.stack),
            (at.PLACES_AT, 4),
            (at.USER_Q_AT, 6 * self._user),
            (at.USER_V_AT, 6 * self._user),
            (at.USER_IN_AT, 3 * (6 * self._user + 1) + 3 * 3 * self._user),
            (at.USER_OUT_AT, 9 * self._user * (self._user + 1)),
        ):
            self.header[name] = self.store.zeros(count)
        self.header[at.MASK_AT] = self.store.floats(np.ones(m))
        self.header[at.SCALE_AT] = self.store.floats(scale)

    # ---------------------------------------------------------------- S = J M⁻¹ Jᵀ
    def _linear_algebra(self) -> None:
        blocks = _grouped(self.block_body, self.n)
        row = self.block_row
        met = [(row[k], row[other]) for own in blocks for i, k in enumerate(own) for other in own[: i + 1]]
        pairs = np.array(met, np.int64).reshape(-1, 2)
        pattern = symbolic(self.rows, pairs)
        store, header = self.store, self.header
        header[at.BODY_START_AT] = store.ints(np.cumsum([0, *map(len, blocks)]))
        header[at.BODY_BLOCKS_AT] = store.ints([k for own in blocks for k in own])
        header[at.PAIR_SLOT_AT] = store.ints(pattern.slots(pairs[:, 0], pairs[:, 1]))
        header[at.S_AT], header[at.S_SIZE] = store.zeros(pattern.size + pattern.scratch), pattern.size
        header[at.PLAN_AT] = store.ints(pattern.packed())
        header[at.DIAGONAL_AT] = store.zeros(2 * self.rows)


def _grouped(block_body: list[int], n: int) -> list[list[int]]:
    """The blocks of each body."""
    blocks: list[list[int]] = [[] for _ in range(n + 1)]
    for k, body in enumerate(block_body):
        blocks[body].append(k)
    return blocks[:n]


def _bodies_of(constraint: Constraint) -> list[int]:
    """Bodies of the blocks of one row, each once, in the order in which the kernel writes them."""
    if constraint.bodies:
        return constraint.bodies
    if constraint.terms:
        return list(dict.fromkeys(body for _, link in constraint.terms for body in (link.i, link.j)))
    return [constraint.link.i, constraint.link.j]


def _link_row(link: Link, stride: int, kind: int) -> np.ndarray:
    row = np.zeros(stride)
    ints = row.view(np.int64)
    ints[at.KIND], ints[at.BODY_I], ints[at.BODY_J] = kind, link.i, link.j
    for place, z in ((at.S_I, link.s_i), (at.S_J, link.s_j), (at.U, link.u)):
        row[place], row[place + 1] = z.real, z.imag
    row[at.C] = link.c
    return row
