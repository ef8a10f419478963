"""From objects to arrays: the flat array that the planar kernels read.

`kernels/layout.py` defines its layout.  Constant tables come first, then the scratch of the kernels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.formulations.arrays.first_rows import first_counts
from snodo.formulations.arrays.forces import friction_kind
from snodo.formulations.arrays.measured_laws import PackedLaw
from snodo.formulations.arrays.numbers import NumberTable
from snodo.formulations.arrays.writer import ModelWriter
from snodo.formulations.kernels import tables
from snodo.formulations.parts.named_measures import HELD, Named
from snodo.formulations.parts.numbers import Number, Reading
from snodo.formulations.parts.yielding import LAWS_AS_ROWS
from snodo.formulations.planar.description import ZERO, Constraint, Describer, Force, Link
from snodo.formulations.planar.kernels import layout as at
from snodo.formulations.planar.kernels import rows as at_rows
from snodo.math.kernels.extrapolation import MOST
from snodo.math.kernels.plane import Force2, Vec2
from snodo.math.kernels.record_layout import PythonTable, column, packed, size
from snodo.math.sparse import symbolic
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.part import Part

_CONSTRAINT_KINDS = {
    "revolute": at.REVOLUTE,
    "prismatic": at.PRISMATIC,
    "fixed": at.FIXED,
    "slot": at.SLOT,
    "rod": at.ROD,
    "turn": at.DRIVER,
    "along": at.DRIVER,
    "span": at.DRIVER,
    "wrap": at.DRIVER,
    "profile": at.DRIVER,
    "graze": at.DRIVER,
    "coupler": at.COUPLER,
    "edge": at.EDGE,
    "rolling": at.ROLLING,
    "round": at.ROUND,
    "speeds": at.SPEEDS,
}
_FORCE_KINDS = {
    "spring": tables.SPRING,
    "turn": tables.COORDINATE,
    "along": tables.COORDINATE,
    "span": tables.COORDINATE,
    "wrap": tables.COORDINATE,
    "profile": tables.COORDINATE,
    "graze": tables.COORDINATE,
    "point": tables.POINT,
}

_CURVED = {"profile": at_rows.PROFILE, "graze": at_rows.GRAZE}


@dataclass
class Flat:
    """The flat model of a planar mechanism, with the objects needed to read it."""

    model: np.ndarray
    constraints: list[Constraint]
    forces: list[Force]
    first_row: list[int]
    row_parts: list[int]
    block_row: np.ndarray
    block_body: np.ndarray
    works: list[str]
    keep_alive: list[Any] = field(default_factory=list)
    measured: list[PackedLaw] = field(default_factory=list)
    """Laws over measures."""
    shorter: list[dict[str, int]] = field(default_factory=list)
    """The header's fields for some of the first rows alone (`arrays/first_rows.py`)."""

    @property
    def header(self) -> Any:
        """Counts and offsets."""
        return PythonTable(at.Header, self.model, 0)[0]

    def table(self, name: str, count: int) -> np.ndarray:
        """A view of `count` numbers of a table."""
        start = getattr(self.header, name)
        return self.model[start : start + count]

    def blocks(self) -> np.ndarray:
        """The blocks of Φ_v of the last evaluation, three numbers each."""
        found: np.ndarray = column(at.Block, "g", self.model, self.header.block_at, self.block_row.size)
        return found


def flatten(
    describer: Describer, inertias: Sequence[tuple[float, float, complex]], gravity: complex, size: float
) -> Flat:
    """Build the model; `inertias`: mass, moment of inertia and centre of mass; `size`: a characteristic length."""
    return _Flattener(describer, inertias, gravity, size).flat()


class _Flattener:
    def __init__(
        self, describer: Describer, inertias: Sequence[tuple[float, float, complex]], gravity: complex, length: float
    ) -> None:
        self.store = ModelWriter(size(at.Header))
        self.header: dict[str, int] = {"report_at": self.store.zeros(2)}
        self.describer = describer
        self.numbers = NumberTable(self.store, describer.reader)
        self.constraints = list(describer.constraints())
        self.forces = list(describer.forces())
        self.inertias, self.gravity, self.length = inertias, gravity, length
        self.n = len(inertias)
        self.works: list[str] = []
        self._user = 1
        self.measured: list[PackedLaw] = []

    def flat(self) -> Flat:
        """Table after table."""
        self._bodies()
        self._blocks()
        self._constraint_tables()
        self._force_tables()
        self.numbers.functions(self._rate)
        self._drivers()
        self._scratch()
        self.shorter = self._all_linear_algebra()
        model = self.store.done()
        head = PythonTable(at.Header, model, 0)[0]
        for name, value in self.header.items():
            setattr(head, name, value)
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
            self.measured,
            self.shorter,
        )

    def _table(self, name: str, kind: Any, rows: Sequence[Any]) -> None:
        """Append the records of a table; `name` is the field of the header with its offset."""
        self.header[name] = self.store.floats(packed(kind, rows))

    # ---------------------------------------------------------------- tables
    def _bodies(self) -> None:
        rows = [
            at.Body(1.0 / mass, 1.0 / inertia, mass, inertia, _vector(mass * self.gravity), _vector(com))
            for mass, inertia, com in self.inertias
        ]
        none = _vector(0j)
        still = at.Work(none, _vector(1.0 + 0j), none, 0.0, 0.0)
        self.header["bodies"] = self.n
        self.header["nq"] = self.header["nv"] = self.header["speeds"] = at.SPIN * self.n
        self._table("body_at", at.Body, [*rows, at.Body(0.0, 0.0, 0.0, 0.0, none, none)])
        self._table("work_at", at.Work, [still] * (self.n + 1))

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
        self.header["rows"], self.header["blocks"] = self.rows, len(self.block_row)
        nothing = Force2(_vector(0j), 0.0)
        rows = [at.Block(row, body, nothing) for row, body in zip(self.block_row, self.block_body)]
        self._table("block_at", at.Block, rows)

    def _constraint_tables(self) -> None:
        """Joints, relations with their terms, drivers, and the user's own rows."""
        rows: list[at.Constraint] = []
        terms: list[at.Term] = []
        written: list[at.Written] = []
        for k, constraint in enumerate(self.constraints):
            if constraint.written is None:
                rows.append(self._constraint(k, constraint, len(terms)))
                terms += self._terms(k, constraint)
            else:
                written.append(self._written(k, constraint))
        self.header["constraints"], self.header["written"] = len(rows), len(written)
        self._table("constraint_at", at.Constraint, rows)
        self._table("term_at", at.Term, terms)
        self._table("written_at", at.Written, written)

    def _constraint(self, k: int, constraint: Constraint, first_term: int) -> at.Constraint:
        link = constraint.link
        return at.Constraint(
            kind=_CONSTRAINT_KINDS[link.kind],
            row=self.first_row[k],
            block=self.first_block[k],
            blocks=len(_bodies_of(constraint)),
            link=self._link(link),
            function=self.store.function(constraint.function or ZERO),
            first=first_term,
            terms=len(constraint.terms),
        )

    def _terms(self, k: int, constraint: Constraint) -> list[at.Term]:
        block = {body: self.first_block[k] + b for b, body in enumerate(_bodies_of(constraint))}
        return [at.Term(self._link(link), factor, block[link.i], block[link.j]) for factor, link in constraint.terms]

    def _written(self, k: int, constraint: Constraint) -> at.Written:
        kind, address, listed_at, listed = self._users(constraint.written, constraint.bodies)
        return at.Written(
            kind=kind,
            number=k,
            level=int(constraint.levels[0]),
            row=self.first_row[k],
            rows=len(constraint.rows),
            block=self.first_block[k],
            address=address,
            listed_at=listed_at,
            listed=listed,
        )

    def _force_tables(self) -> None:
        """Forces of the built-in kinds, and the user's own."""
        rows: list[at.Law] = []
        users: list[at.UserLaw] = []
        for k, force in enumerate(self.forces):
            work = self._work(force.row or force.part.name) if force.dissipates else -1
            if force.written is None:
                rows.append(self._law(force, work))
            else:
                kind, address, listed_at, listed = self._users(force.written, force.bodies)
                users.append(at.UserLaw(kind, k, work, address, listed_at, listed))
        self.header["laws"], self.header["user_laws"] = len(rows), len(users)
        self._table("law_at", at.Law, rows)
        self._table("user_law_at", at.UserLaw, users)

    def _law(self, force: Force, work: int) -> at.Law:
        return at.Law(
            kind=_FORCE_KINDS[force.link.kind],
            work=work,
            link=self._link(force.link),
            stiffness=force.stiffness,
            damping=force.damping,
            free=force.free,
            rubs=friction_kind(force),
            coulomb=force.coulomb,
            smoothing=force.smoothing,
            direction=0.0,
            x=self._function(force.function, force),
            y=self._function(force.function_2, force),
            turning=int(force.body_axes),
        )

    def _function(self, function: Function, force: Force) -> int:
        """Where a function of time, or of measures, is packed."""
        if not isinstance(function, MeasuredFormula):
            return self.store.function(function)
        return self._measured(force.part, function, force.measures)

    def _rate(self, number: Number | Reading) -> int:
        """Where the rate of a state, or a formula of a controller or condition, is packed."""
        assert number.function is not None
        return self._measured(number.part, number.function, number.measures)

    def _measured(self, part: Part, function: MeasuredFormula, measures: Mapping[str, Named]) -> int:
        from snodo.formulations.planar.kernels.measured_law import LawInput, measured_law

        inputs = [LawInput(measures[name].what, self._input(measures[name])) for name in function.names]
        packed_law = PackedLaw(self.store, part, function, measured_law.address, LawInput, inputs)
        self.measured.append(packed_law)
        return packed_law.at

    def _input(self, x: Named) -> at.Link:
        """What a law depends on as a link; of a number, its place."""
        link = Link("", self.numbers.place(x.index), 0) if x.what == HELD else self.describer.input_link(x)
        return self._link(link)

    def _link(self, link: Link) -> at.Link:
        """The link as the kernels read it; for a curve, u is the place of its numbers and the radius of the roller."""
        if link.profile is None:
            return _link(link)
        turns, u = _CURVED[link.kind], complex(self.store.once(link.profile), link.rho)
        return at.Link(link.i, link.j, turns, _vector(link.s_i), _vector(link.s_j), _vector(u), link.c)

    def _users(self, written: Any, bodies: list[int]) -> tuple[int, int, int, int]:
        """For a user's function: its route, its address or the offset of its formula, and its bodies."""
        self.store.stack = max(self.store.stack, written.scratch)
        self._user = max(self._user, len(bodies), written.outputs)
        self.store.keep_alive.append(written)
        kind, address = tables.CALLED, written.address
        if written.program is not None:
            from snodo.math.kernels.formula import formula

            self.header["runner"] = formula.address
            kind, address = tables.FORMULA, self.store.floats(written.program)
        return kind, address, self.store.ints(bodies), len(bodies)

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
        self.header["drivers"] = len(pairs)
        self.header["driver_at"] = self.store.ints(pairs)
        self.header["works"] = len(self.works)

    def _scratch(self) -> None:
        m, nv, user = self.rows, at.SPIN * self.n, self._user
        lengths = {"m": self.length, "rad": 1.0, "": 1.0}
        scale = [lengths[unit] for constraint in self.constraints for unit in constraint.units]
        counts = dict.fromkeys(("phi_at", "nu_at", "phi_dot_at", "phi_ddot_at"), m)
        counts |= dict.fromkeys(("lambda_at", "rest_at", "permuted_at"), m)
        counts |= {"force_at": nv + at.SPIN, "x_at": nv, "power_at": len(self.works), "soft_at": 3 * m}
        counts |= {"trail_at": 1 + MOST + (MOST + 1) * nv, "stack_at": self.store.stack, "places_at": 4}
        counts |= {"user_q_at": 6 * user, "user_v_at": 6 * user, "user_out_at": 9 * user * (user + 1)}
        counts |= {"user_in_at": 3 * (6 * user + 1) + 3 * 3 * user}
        for name, count in counts.items():
            self.header[name] = self.store.zeros(count)
        self.header |= self.numbers.header(self.header["stack_at"])
        self.header["mask_at"] = self.store.floats(np.ones(m))
        self.header["scale_at"] = self.store.floats(scale)

    # ---------------------------------------------------------------- S = J M⁻¹ Jᵀ
    def _all_linear_algebra(self) -> list[dict[str, int]]:
        """For all rows; returns the header's fields for some of the first rows alone."""
        counts, shorter = first_counts(self.constraints), []
        self.header |= self._linear_algebra(self.rows)
        at = self.store.zeros(2 * (self.rows + sum(counts)))
        self.header["diagonal_at"], at = at, at + 2 * self.rows
        for n in counts:
            plain = [c for c, first in zip(self.constraints, self.first_row) if c.written is None and first < n]
            own = {"rows": n, "constraints": len(plain), "blocks": int(np.searchsorted(self.block_row, n))}
            shorter.append(own | {"diagonal_at": at} | self._linear_algebra(n))
            at += 2 * n
        return shorter

    def _linear_algebra(self, rows: int) -> dict[str, int]:
        """The header's fields about S of the first rows."""
        count = int(np.searchsorted(self.block_row, rows))
        blocks = _grouped(self.block_body[:count], self.n)
        row = self.block_row
        met = [(row[k], row[other]) for own in blocks for i, k in enumerate(own) for other in own[: i + 1]]
        pairs = np.array(met, np.int64).reshape(-1, 2)
        pattern = symbolic(rows, pairs, fronts=not LAWS_AS_ROWS.get())
        store, header = self.store, {}
        header["start_at"] = store.ints(np.cumsum([0, *map(len, blocks)]))
        header["entry_at"] = store.ints([k for own in blocks for k in own])
        header["slot_at"] = store.ints(pattern.slots(pairs[:, 0], pairs[:, 1]))
        header["S_at"], header["S_size"] = store.aligned_zeros(pattern.size + pattern.scratch), pattern.size
        header["plan_at"] = store.ints(pattern.packed())
        return header


def _grouped(block_body: list[int], n: int) -> list[list[int]]:
    """The blocks of each body."""
    blocks: list[list[int]] = [[] for _ in range(n + 1)]
    for k, body in enumerate(block_body):
        blocks[body].append(k)
    return blocks[:n]


def _bodies_of(constraint: Constraint) -> list[int]:
    """Bodies of the blocks of one row, each once, in the order of the kernel."""
    if constraint.bodies:
        return constraint.bodies
    if constraint.terms:
        return list(dict.fromkeys(body for _, link in constraint.terms for body in (link.i, link.j)))
    return [constraint.link.i, constraint.link.j]


def _vector(z: complex) -> Vec2:
    return Vec2(z.real, z.imag)


def _link(link: Link) -> at.Link:
    """The link as the kernels read it; for a wheel on a circle, u is the distance of the centres and its sign."""
    u = complex(abs(link.u.real), np.sign(link.u.real)) if link.kind == "round" else link.u
    turns = {"turn": at_rows.TURNS, "span": at_rows.SPAN, "wrap": at_rows.WRAP}.get(link.kind, 0)
    turns = at_rows.COILED if link.kind == "wrap" and link.rho < 0.0 else turns
    return at.Link(link.i, link.j, turns, _vector(link.s_i), _vector(link.s_j), _vector(u), link.c)
