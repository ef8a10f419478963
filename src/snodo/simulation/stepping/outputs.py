"""Outputs of a simulator by name: coordinates and speeds of joints, places and velocities of bodies and frames, lengths
of springs and cylinders, distances, gaps and forces of contacts, states, signals.

Those that are numbers of the state are copied.  Others are rows of a second formulation of the same mechanism, the
reader, whose rows are all off: its Φ and Φ̇ are what they are (`formulations/parts/switched.py`).  Signals and forces of
compliant contacts are formulas of such outputs, computed after the step; what they need is read behind what was asked
for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snodo.errors import NameNotFound, Problem, UnsupportedError, suggestion
from snodo.formulations.bind import bind
from snodo.formulations.parts.named_measures import LENGTH, SPEED, STRETCHING, VALUE, named_measure
from snodo.formulations.parts.switched import SWITCHED, StopPart, SwitchedRow
from snodo.mechanism.checks.measures import carried_quantity, event_quantity, gaps, measure_words
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.measures import Combination
from snodo.mechanism.part import Part
from snodo.mechanism.states import Signals, compliant_forces

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.formulations.parts.constraint_rows import RowBuilder
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray


@dataclass(kw_only=True)
class OutputPart(Part):
    """An output, for messages."""

    kind: ClassVar[str] = "output"

    def __post_init__(self) -> None:
        """Its name has a dot."""


@dataclass
class _Measured:
    """An output that is a row of the reader."""

    name: str
    row: SwitchedRow
    what: int = VALUE


@dataclass(frozen=True, eq=False)
class Outputs:
    """Outputs by name: for each one what it is and which number or row (`kernels/block.py`), and the reader."""

    names: list[str]
    wanted: list[tuple[int, int]]
    reader: Formulation | None
    formulas: dict[int, MeasuredFormula] = field(default_factory=dict)
    """Of outputs that are computed, by their column."""
    asked: int = 0
    """How many of the names were asked for: the first ones."""

    def compute(self, rows: Array, times: Any) -> None:
        """Write the outputs that are formulas of others, for all copies."""
        for column, function in self.formulas.items():
            given = {name: rows[:, self.names.index(name)] for name in function.names}
            rows[:, column] = function.expression.evaluate({"t": np.asarray(times), **given})


def outputs_of(F: Formulation, names: Sequence[str]) -> Outputs:
    """The outputs by these names."""
    asked, formulas = list(names), _formulas(F, names)
    needed = [name for function in formulas.values() for name in function.names]
    more = [name for name in dict.fromkeys(needed) if name not in asked]
    found = _read(F, [*asked, *more], {asked[k] for k in formulas})
    return replace(found, formulas=formulas, asked=len(asked))


def _formulas(F: Formulation, names: Sequence[str]) -> dict[int, MeasuredFormula]:
    """Of signals and forces of compliant contacts, by their place among the names."""
    m, signals = F.mechanism, Signals(F.mechanism, F.geometry)
    written = {*m.signals, *compliant_forces(m)}
    return {k: MeasuredFormula(str(signals.expression(name))) for k, name in enumerate(names) if name in written}


def _read(F: Formulation, names: list[str], computed: set[str]) -> Outputs:
    """The outputs that are read; in the columns of those that are computed, any number."""
    from snodo.simulation.kernels import block as at

    kinds = {VALUE: at.VALUE, SPEED: at.SPEED}
    state = dict.fromkeys(computed, 0)
    state |= {name: F.nq + k for k, name in enumerate(F.velocity_names)}
    state |= {name: k for k, name in enumerate(F.coordinate_names)}
    state |= {name: F.nq + F.nv + len(F.work_names) + k for k, name in enumerate(F.number_names)}
    _must_exist(F.mechanism, [name for name in names if name not in state])
    measured = [_measured(F.mechanism, name) for name in dict.fromkeys(names) if name not in state]
    reader = _reader(F, measured) if measured else None
    rows = {one.name: (kinds[one.what], reader.row_names.index(one.row.name)) for one in measured if reader}
    return Outputs(list(names), [rows.get(name) or (at.STATE, state[name]) for name in names], reader)


def _must_exist(m: Mechanism, names: Sequence[str]) -> None:
    problems = []
    for name in names:
        if not isinstance(name, str):
            problems.append(Problem(f"output {name!r} is not a name", 'give names such as outputs=["A.angle"]'))
        elif event_quantity(name, m) is None:
            problems.append(Problem(f"there is no output {name!r}", _near(m, name)))
        elif carried_quantity(name, m):
            what = f"there is no output {name!r}: it is a reaction, which follows from the inputs of the next step"
            problems.append(Problem(what, "use sn.simulate, whose results have it"))
    if problems:
        raise NameNotFound(problems)


def _near(m: Mechanism, name: str) -> str:
    stem = name.rpartition(".")[0] or name
    words = measure_words(m, stem)
    return f"{stem!r} has {', '.join(f'{stem}.{word}' for word in words)}" if words else suggestion(name, _known(m))


def _known(m: Mechanism) -> Iterator[str]:
    for stem in (*m.joints, *m.bodies, *m.frames, *m.forces):
        yield from (f"{stem}.{word}" for word in measure_words(m, stem) or ())
    yield from (f"{gap}.{word}" for gap in gaps(m) for word in measure_words(m, gap) or ())
    yield from m.signals


def _measured(m: Mechanism, name: str) -> _Measured:
    part = OutputPart(name=name)

    def quantity(builder: RowBuilder) -> Combination:
        x = named_measure(builder, name, part)
        found.what = SPEED if x.what in (SPEED, STRETCHING) else VALUE
        if x.what in (LENGTH, STRETCHING):
            return Combination([(1.0, replace(x.quantity.terms[0][1], kind="span"))])
        return x.quantity

    owner = StopPart(name=f"{name.partition('.')[0]}.output {name}")
    found = _Measured(name, SwitchedRow(f"output {name}", owner, quantity))
    return found


def _reader(F: Formulation, measured: Sequence[_Measured]) -> Formulation:
    """The formulation with a row for each output, all off."""
    token = SWITCHED.set(tuple(one.row for one in measured))
    try:
        reader = bind(F.mechanism, F.name)
    finally:
        SWITCHED.reset(token)
    if reader.coordinate_names != F.coordinate_names or reader.velocity_names != F.velocity_names:
        listed = ", ".join(one.name for one in measured)
        what = f"the outputs {listed} need coordinates that the formulation {F.name} does not have"
        raise UnsupportedError(Problem(what, "choose other outputs, or another formulation"))
    for one in measured:
        one.row.quantity(reader.builder)  # finds out what is read of it
    reader.switch_rows(np.ones(reader.nc, bool))
    reader.connect()
    return reader
