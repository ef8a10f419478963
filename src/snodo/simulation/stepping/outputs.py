"""Outputs of a simulator by name: coordinates and speeds of joints, places and velocities of bodies and frames, lengths
of springs, gaps of contacts, states.

Those that are numbers of the state are copied.  The others are rows of a second formulation of the same mechanism, the
reader, whose rows are all off: its Φ and Φ̇ are what they are (`formulations/parts/switched.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from snodo.errors import NameNotFound, Problem, UnsupportedError, suggestion
from snodo.formulations.bind import bind
from snodo.formulations.parts.contact_gaps import contact_gaps
from snodo.formulations.parts.named_measures import LENGTH, SPEED, STRETCHING, VALUE, named_measure
from snodo.formulations.parts.switched import SWITCHED, StopPart, SwitchedRow
from snodo.mechanism.checks.measures import event_quantity, gaps, measure_words
from snodo.mechanism.measures import Combination
from snodo.mechanism.part import Part
from snodo.switching.places import contact_named

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.formulations.parts.constraint_rows import RowBuilder
    from snodo.mechanism.mechanism import Mechanism


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


def outputs_of(F: Formulation, names: Sequence[str]) -> Outputs:
    """The outputs by these names."""
    from snodo.simulation.kernels import block as at

    kinds = {VALUE: at.VALUE, SPEED: at.SPEED, LENGTH: at.LENGTH, STRETCHING: at.STRETCHING}
    state = {name: F.nq + k for k, name in enumerate(F.velocity_names)}
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
    if problems:
        raise NameNotFound(problems)


def _near(m: Mechanism, name: str) -> str:
    stem = name.rpartition(".")[0] or name
    words = measure_words(m, stem)
    return f"{stem!r} has {', '.join(f'{stem}.{word}' for word in words)}" if words else suggestion(name, _known(m))


def _known(m: Mechanism) -> Iterator[str]:
    for stem in (*m.joints, *m.bodies, *m.frames, *m.forces):
        yield from (f"{stem}.{word}" for word in measure_words(m, stem) or ())
    yield from (f"{gap}.gap" for gap in gaps(m))


def _measured(m: Mechanism, name: str) -> _Measured:
    part = OutputPart(name=name)

    def quantity(builder: RowBuilder) -> Combination:
        contact = contact_named(m, name)
        if contact is not None:
            return contact_gaps(builder, contact)[name.rpartition(".")[0]]
        x = named_measure(builder, name, part)
        found.what = x.what
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
