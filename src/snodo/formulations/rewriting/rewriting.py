"""How the numbers of a bound formulation follow from its parameters.

The mechanism is bound a few times with other values of its parameters.  The numbers that change are compared with the
numbers that its description leads to, which are on a tape (`candidates.py`, `matching.py`).  What is found is checked
at further values, and is calculated from then on by a kernel.  Parameters of whose numbers one is not found are said
to be slow: the mechanism is bound again when they change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

import numpy as np

from snodo.errors import SnodoError
from snodo.formulations.arrays.writer import BoundFunction
from snodo.formulations.kernels import rewriting as code
from snodo.formulations.rewriting.candidates import put_on_tape
from snodo.formulations.rewriting.described import Described
from snodo.formulations.rewriting.drawing import drawing_parameters
from snodo.formulations.rewriting.drawn import Drawn
from snodo.formulations.rewriting.inputs import Formulas, inputs_of
from snodo.formulations.rewriting.matching import Match, candidates_of, matched
from snodo.formulations.rewriting.program import Program, whole
from snodo.formulations.rewriting.snapshot import Snapshot
from snodo.formulations.rewriting.tape import Tape

Array = np.ndarray
SAMPLES, FAR = 4, 3
"""Bindings near the values of the mechanism, and from the whole ranges, from which numbers are recognised,"""
CHECKS = 3
"""and further ones at which they are checked."""
SPREAD = 0.03
"""Relative change of the parameters in the samples."""
TOLERANCE = 1e-12
"""Largest difference from a binding in the checks, relative to the larger of a number and what it is made of."""
TURNED = 1e-9
"""That of the parts of an inertia, whose sum of squares is exact to rounding (`math/spread.py`)."""
NOISE = 1e-14
"""Changes of a number that are its rounding, relative to the numbers next to it."""
NORMAL = 1e-290
"""Numbers that are smaller are whole numbers or addresses."""


class Rewriting:
    """The numbers of a formulation as functions of the parameters.

    `pattern` is a formulation with the same numbers that nothing else uses: its arrays are those of a fresh binding.
    """

    def __init__(self, F: Any) -> None:
        self.kind: Any = type(F)
        self.mechanism = F.mechanism
        self.inputs = {one.name: one for one in inputs_of(F.mechanism)}
        """All parameters, also those of parts used again, by path."""
        self.names = list(self.inputs)
        self.values = np.array([one.parameter.value for one in self.inputs.values()], float)
        self.pattern = self.bound({})
        self.base = Snapshot(self.pattern)
        self.slow: dict[str, str] = {}
        """Parameters that need a new binding, with the reason."""
        self.matches: list[Match] = []
        self._reasons: dict[int, frozenset[str]] = {}
        self._program = Program(Tape(), [])
        self._find()

    # ---------------------------------------------------------------- what the layers above ask for
    @property
    def fast(self) -> list[str]:
        """Parameters whose change only rewrites numbers."""
        return [name for name in self.names if name not in self.slow]

    def at(self, given: Mapping[str, float]) -> Array | None:
        """All numbers for these values of some parameters; None if they need a new binding."""
        values = self.resolved(given)
        if self.outside(values) or (self.slow and not self._keeps_slow(values)):
            return None
        out = self.base.numbers.copy()
        return out if self.write(values, out) else None

    def outside(self, values: Array) -> bool:
        """Whether a value is not in its range, or no number."""
        inside = (values >= self._bounds[0]) & (values <= self._bounds[1])
        return not inside.all()

    def _keeps_slow(self, values: Array) -> bool:
        """Whether the parameters that need a new binding are as they were, also those that are formulas."""
        return bool((values[self._slow_places] == self.values[self._slow_places]).all())

    @cached_property
    def _slow_places(self) -> Array:
        return np.array([self.place[name] for name in self.slow], int)

    @cached_property
    def _bounds(self) -> tuple[Array, Array]:
        known = [one.parameter.bounds for one in self.inputs.values()]
        low = [-np.inf if bounds[0] is None else bounds[0] for bounds in known]
        return np.array(low), np.array([np.inf if bounds[1] is None else bounds[1] for bounds in known])

    @cached_property
    def structure(self) -> dict[str, Any]:
        """What members take over from the pattern."""
        return self._structures[0]

    @cached_property
    def structure_of_flat(self) -> dict[str, Any]:
        """What their flat models take over."""
        return self._structures[1]

    @cached_property
    def _structures(self) -> tuple[dict[str, Any], dict[str, Any]]:
        from snodo.formulations.rewriting.member import structure_of

        return structure_of(self.pattern)

    @property
    def layout(self) -> Any:
        """What is stored where in the model."""
        return self.pattern.layout

    def write(self, values: Array, out: Array) -> bool:
        """Write the numbers that follow from the parameters into a copy of all numbers; returns whether that holds."""
        return self._program(values, out) == 0

    def resolved(self, given: Mapping[str, float]) -> Array:
        """The values of all parameters, of which some are given: formulas are calculated, unless they are given."""
        values = self.values.copy()
        for name, value in given.items():
            values[self.place[name]] = value
        if self._formulas.ordered:
            self._formulas.fill(values, given)
        return values

    @cached_property
    def place(self) -> dict[str, int]:
        """The places of the parameters."""
        return {name: k for k, name in enumerate(self.names)}

    @cached_property
    def _formulas(self) -> Formulas:
        """The parameters that are formulas of others."""
        return Formulas(self.inputs.values())

    def followers(self, names: Sequence[str]) -> list[str]:
        """These parameters, and those whose formulas depend on them."""
        return self._formulas.following(names)

    @cached_property
    def written(self) -> Array:
        """The places of all numbers that follow from parameters."""
        return np.array(sorted(m.place for m in self.matches), int)

    def keep_drawing(self, names: Sequence[str]) -> bool:
        """Whether nothing that places or joins bodies follows from these parameters."""
        return not self._drawing & set(self.followers(names))

    @cached_property
    def _drawing(self) -> set[str]:
        return drawing_parameters(self.mechanism)

    def entries(self, name: str) -> int:
        """How many numbers follow from a parameter."""
        return sum(name in self._reasons.get(m.number, ()) for m in self.matches)

    # ---------------------------------------------------------------- finding
    def _find(self) -> None:
        if not self.names:
            return
        reason = self._refused()
        if reason:
            self.slow = dict.fromkeys(self.names, reason)
            return
        random = np.random.default_rng(17)
        try:
            samples = [self.values, *(self._sample(random, SPREAD) for _ in range(SAMPLES))]
            bound = [self.pattern, *(self._bound_at(values) for values in samples[1:])]
            shots = [self.base, *(Snapshot(B) for B in bound[1:])]
        except SnodoError as error:
            self.slow = dict.fromkeys(self.names, f"values near its own cannot be bound: {error.problems[0].what}")
            return
        if not all(self.base.like(shot) for shot in shots):
            self.slow = dict.fromkeys(self.names, "the structure of the equations changes near its value")
            return
        tape = self._tape_used = self._tape(bound)
        varying = self._varying(np.array([shot.numbers for shot in shots]))
        for values, shot in self._far(random):
            samples.append(values)
            shots.append(shot)
        x = np.array([shot.numbers for shot in shots])
        r = np.array([whole(tape, values) for values in samples])
        self.matches, missing = matched(x, r, varying, candidates_of(tape), self._scale(varying))
        self._reasons = sources_of(tape, self.names)
        self._checked(random, missing)
        self._program = Program(tape, [(m.place, m.number, m.alpha, m.beta) for m in self.matches])

    def _far(self, random: Any) -> Iterator[tuple[Array, Snapshot]]:
        """Samples from the whole ranges where the tape holds: numbers that only agree nearby are told apart there."""
        holds = Program(self._tape_used, [])
        for _ in range(FAR):
            values = self._sample(random, None)
            with suppress(SnodoError):
                shot = Snapshot(self._bound_at(values))
                if holds(values, np.zeros(0)) == 0 and self.base.like(shot):
                    yield values, shot

    def _refused(self) -> str:
        called = any(isinstance(x, BoundFunction) for x in self.pattern.flat.keep_alive)
        return "a Python function is called in the equations" if called else ""

    def _tape(self, bound: Sequence[Any]) -> Tape:
        tape = Tape()
        described = Described(self.mechanism, tape)
        drawn = Drawn(described, self.pattern.geometry, _still_bodies([B.geometry for B in bound]))
        put_on_tape(self.pattern, drawn)
        return tape

    def _varying(self, x: Array) -> Array:
        """The numbers that change with the parameters: not addresses, which change with every binding."""
        again = Snapshot(self._bound_once_more()).numbers
        bits, first = x.view(np.int64), self.base.numbers.view(np.int64)
        own = (bits != first).any(axis=0) & (again.view(np.int64) == first)
        small = (np.abs(x) < NORMAL) & (x != 0.0) & (bits != first)
        if (small & own).any():
            self.slow = dict.fromkeys(self.names, "the structure of the equations changes near its value")
        places = np.flatnonzero(own)
        moved = np.abs(x[:, places] - x[0, places]).max(axis=0, initial=0.0)
        return places[moved > NOISE * self._scale(places)]

    def _checked(self, random: Any, missing: list[int]) -> None:
        """Compare with bindings at other values, and find which parameters are behind numbers that were not found."""
        program = Program(self._tape_used, [(m.place, m.number, m.alpha, m.beta) for m in self.matches])
        wrong: set[int] = set(missing)
        for k in range(CHECKS):
            values = self._sample(random, SPREAD if k == 0 else None)
            try:
                there = Snapshot(self._bound_at(values))
            except SnodoError:
                continue
            out = self.base.numbers.copy()
            if program(values, out) != 0 or not self.base.like(there):
                continue
            wrong |= set(self._different(out, there.numbers))
        if not wrong:
            return
        self.matches = [m for m in self.matches if m.place not in wrong]
        self._blame(random, self.names, np.array(sorted(wrong)))

    def _blame(self, random: Any, names: Sequence[str], places: Array) -> None:
        """Find which of these parameters are behind numbers that were not found."""
        for name in names:
            values = self.values.copy()
            values[self.place[name]] = self._one(random, name, SPREAD)
            try:
                there = Snapshot(self._bound_at(values)).numbers[places]
            except SnodoError as error:
                self.slow[name] = f"values near its own cannot be bound: {error.problems[0].what}"
                continue
            hit = places[there.view(np.int64) != self.base.numbers[places].view(np.int64)]
            if hit.size:
                self.slow[name] = f"{hit.size} numbers follow from it in a way that is not known ({self._words(hit)})"

    def _different(self, mine: Array, theirs: Array) -> list[int]:
        """The places where numbers differ by more than rounding; addresses are no numbers."""
        size = np.zeros(mine.size)
        size[[m.place for m in self.matches]] = [abs(m.beta) for m in self.matches]
        places = np.flatnonzero(mine.view(np.int64) != theirs.view(np.int64))
        places = places[np.maximum(np.abs(mine[places]), np.abs(theirs[places])) >= NORMAL]
        a, b = mine[places], theirs[places]
        scale = np.maximum(np.maximum(np.abs(a), np.abs(b)), np.maximum(size[places], self._scale(places)))
        return [int(p) for p in places[~(np.abs(a - b) <= self._tolerances[places] * scale)]]

    @cached_property
    def _tolerances(self) -> Array:
        """Those of parts of an inertia are larger: where two moments are alike, they turn by rounding."""
        found = np.full(self.base.numbers.size, TOLERANCE)
        parts = {k for k, step in enumerate(self._tape_used.steps) if step[0] in (code.SPREAD, code.PART)}
        found[[m.place for m in self.matches if m.number in parts]] = TURNED
        return found

    def _scale(self, places: Array) -> Array:
        """Sizes of the numbers next to each: a coordinate may be zero where its point is not."""
        around = np.abs(self.base.numbers)
        around = np.where(np.isfinite(around) & (around >= NORMAL), around, 0.0)  # others are whole numbers
        return np.array([around[max(0, p - 2) : p + 3].max() for p in places])

    def _words(self, hit: Array) -> str:
        names = [self.base.owner(int(p)) for p in hit]
        return ", ".join(dict.fromkeys(f"{names.count(name)} of {name!r}" for name in names))

    # ---------------------------------------------------------------- samples
    def other_values(self, names: Sequence[str], count: int) -> Iterator[dict[str, float]]:
        """Other values of these parameters, first near their own, then within their ranges."""
        random = np.random.default_rng(23)
        for k in range(count):
            yield {name: self._one(random, name, None if k else SPREAD) for name in names}

    def _sample(self, random: Any, spread: float | None) -> Array:
        """Values of all parameters near their own, or within their ranges."""
        return np.array([self._one(random, name, spread) for name in self.names])

    def _one(self, random: Any, name: str, spread: float | None) -> float:
        parameter = self.inputs[name].parameter
        low, high = parameter.bounds
        reach = 10 * SPREAD if spread is None else spread
        width = reach * (abs(parameter.value) or 0.1)
        first = parameter.value - width if low is None else low if spread is None else max(low, parameter.value - width)
        last = (
            parameter.value + width if high is None else high if spread is None else min(high, parameter.value + width)
        )
        return float(random.uniform(first, last))

    def _bound_once_more(self) -> Any:
        """Another formulation with the values of this one, whose addresses are others."""
        return self.bound({})

    def _bound_at(self, values: Array) -> Any:
        return self.bound(dict(zip(self.names, values.tolist())))

    def bound(self, values: Mapping[str, float]) -> Any:
        """A binding of the mechanism with other values."""
        changed = self.mechanism.with_parameters(**values)
        return self.kind(changed)


def _still_bodies(geometries: Sequence[Any]) -> frozenset[str]:
    """Bodies with the same pose, mass and shape in all geometries."""
    first, found = geometries[0], []
    for name, placed in first.bodies.items():
        others = [g.bodies[name] for g in geometries[1:]]
        same = all(
            np.array_equal(o.pose.r, placed.pose.r)
            and np.array_equal(o.pose.A, placed.pose.A)
            and o.inertia == placed.inertia
            and _extent(o) == _extent(placed)
            for o in others
        )
        if same:
            found.append(name)
    return frozenset(found)


def _extent(placed: Any) -> float:
    return 0.0 if placed.shape is None else float(placed.shape.extent())


def sources_of(tape: Tape, names: Sequence[str]) -> dict[int, frozenset[str]]:
    """The parameters that each number of a tape follows from."""
    found: list[frozenset[str]] = []
    for kind, *operands in tape.steps:
        if kind == code.INPUT:
            found.append(frozenset([names[operands[0]]]))
        elif kind == code.PART:
            found.append(found[operands[0]])
        else:
            own = [] if kind == code.CONSTANT else operands
            found.append(frozenset().union(*(found[k] for k in own)))
    return dict(enumerate(found))
