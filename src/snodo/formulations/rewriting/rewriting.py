"""How the numbers of a bound formulation follow from its parameters.

The mechanism is bound a few times with other values of its parameters.  The numbers that change are compared with the
numbers that its description leads to, which are on a tape (`candidates.py`, `matching.py`, `rivals.py`).  What is found
is checked at further values, and is calculated from then on by a kernel.  Parameters of whose numbers one is not found
are said to be slow: the mechanism is bound again when they change.  So it is where a guard of the tape does not hold,
and beyond the reach of a parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from snodo.formulations.rewriting.matching import ROUNDING, Match, candidates_of, matched
from snodo.formulations.rewriting.program import Program, whole
from snodo.formulations.rewriting.rivals import Rivals, far_from
from snodo.formulations.rewriting.samples import NORMAL, SPREAD, Samples
from snodo.formulations.rewriting.snapshot import Snapshot
from snodo.formulations.rewriting.tape import Tape

Array = np.ndarray
SAMPLES, FAR = 4, 3
"""Bindings near the values of the mechanism, and from the whole ranges, from which numbers are recognised,"""
CHECKS = 3
"""and further ones at which they are checked."""
TOLERANCE = 1e-12
"""Largest difference from a binding in the checks, relative to the larger of a number and what it is made of."""
TURNED = 1e-7
"""That of the parts of an inertia, which are roots: only their squares are exact to rounding (`math/spread.py`)."""
PARTS = 5
"""Numbers beside a part of an inertia that are others of its parts."""
FAR_AWAY = 1e3
"""Times that far away, where numbers are differences of larger ones."""
NOISE = 1e-14
"""Changes of a number that are its rounding, relative to the numbers next to it."""
SMALL = 1e-6
"""A number on the tape that is larger than this part of what it is a sum of is no rounding."""
HUGE = 1e6
"""Factor with which the rounding of a number on the tape is not that of a number of the model."""
UNBOUND = "values near its own cannot be bound"
RESTRUCTURED = "the structure of the equations changes near its value"


class Rewriting(Samples):
    """The numbers of a formulation as functions of the parameters.

    `pattern` is a formulation with the same numbers that nothing else uses: its arrays are those of a fresh binding.
    """

    def __init__(self, F: Any) -> None:
        super().__init__(F)
        self.reach = np.full(len(self.names), -np.inf), np.full(len(self.names), np.inf)
        """Values of the parameters beyond which the mechanism is bound again."""
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
        """Whether a value is not in its range, or no number, or so far away that its numbers are not known."""
        inside = (values >= self._bounds[0]) & (values <= self._bounds[1])
        return not (inside & (values >= self.reach[0]) & (values <= self.reach[1])).all()

    def _keeps_slow(self, values: Array) -> bool:
        """Whether the parameters that need a new binding are as they were, also those that are formulas."""
        return bool((values[self._slow_places] == self.values[self._slow_places]).all())

    @cached_property
    def _slow_places(self) -> Array:
        return np.array([self.place[name] for name in self.slow], int)

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
        followers = set(self.followers([name]))
        return sum(not followers.isdisjoint(self._reasons.get(m.number, ())) for m in self.matches)

    # ---------------------------------------------------------------- finding
    def _find(self) -> None:
        if not self.names:
            return
        reason = self._refused()
        if reason:
            self.slow = dict.fromkeys(self.names, reason)
            return
        random = np.random.default_rng(17)
        found = self._near(random)
        if isinstance(found, str):
            self._blame_alone(random)
            found = self._near(random)
        if isinstance(found, str):
            self.slow = dict.fromkeys(self.names, found)
            return
        samples, bound, shots = found
        tape = self._tape_used = self._tape(bound)
        far = list(self._far(random))
        samples += [values for values, _ in far]
        x = np.array([*(shot.numbers for shot in shots), *(numbers for _, numbers in far)])
        r = np.array([whole(tape, values) for values in samples])
        several, missing = self._matched(x, r)
        self._reasons = sources_of(tape, self.names)
        self.matches = self._told_apart(several, missing, r)
        self._checked(random, missing)
        self._program = Program(tape, [(m.place, m.number, m.alpha, m.beta) for m in self.matches])
        self._checked_far_away(random)

    def _near(self, random: Any) -> tuple[list[Array], list[Any], list[Snapshot]] | str:
        """Values near those of the mechanism, bindings and their numbers; or why there are none."""
        samples = [self.values, *(self._sample(random, SPREAD) for _ in range(SAMPLES))]
        try:
            bound = [self.pattern, *(self._bound_at(values) for values in samples[1:])]
        except SnodoError as error:
            return f"{UNBOUND}: {error.problems[0].what}"
        shots = [self.base, *(Snapshot(B) for B in bound[1:])]
        return (samples, bound, shots) if all(self._alike(shot) for shot in shots) else RESTRUCTURED

    def _blame_alone(self, random: Any) -> None:
        """Find the parameters that alone cannot be moved: they stay where they are in all samples."""
        for name in self.names:
            values = self.values.copy()
            values[self.place[name]] = self._one(random, name, SPREAD)
            try:
                fine = self._alike(Snapshot(self._bound_at(values)))
            except SnodoError as error:
                self.slow[name] = f"{UNBOUND}: {error.problems[0].what}"
            else:
                if not fine:
                    self.slow[name] = RESTRUCTURED

    def _told_apart(self, several: Sequence[list[Match]], missing: list[int], r: Array) -> list[Match]:
        """One match of each number; numbers that turn out to have none are missing."""
        places = [own[0].place for own in several]
        sizes = dict(zip(places, self._scale(np.array(places, int)).tolist()))
        still = np.array([name in self.slow for name in self.names])
        low, high = (np.where(still, self.values, ends) for ends in self._bounds)
        rivals = Rivals(self._tape_used, several, sizes, self.values, (low, high))
        missing += rivals.told_apart(lambda row: self._known_at(row, 10 * SPREAD))
        rivals.guard_constants(r)
        return rivals.guard()

    def _far(self, random: Any) -> Iterator[tuple[Array, Array]]:
        """Samples from the whole ranges where the tape holds: numbers that only agree nearby are told apart there."""
        holds = Program(self._tape_used, [])
        for _ in range(FAR):
            values = self._sample(random, None)
            if holds(values, np.zeros(0)) == 0:
                numbers = self._known_at(values, SPREAD)
                if numbers is not None:
                    yield values, numbers

    def _known_at(self, values: Array, reach: float) -> Array | None:
        """All numbers of a binding where the tape holds; without one, parameters reach less far."""
        found = self._numbers_at(values)
        if found is None:
            self._reach_less(values, lambda other: self._numbers_at(other) is None, reach)
        return found

    def _reach_less(self, values: Array, wrong: Callable[[Array], bool], reach: float) -> None:
        """Find the parameters due to which something is wrong at these values, and use them less far on this side."""
        for k, own in enumerate(self.values):
            back = np.where(np.arange(values.size) == k, own, values)
            if values[k] != own and wrong(back):
                values = back
        width = reach * np.where(self.values == 0.0, 0.1, np.abs(self.values))
        low, high = self.reach
        low[:] = np.where(values < self.values, np.maximum(low, self.values - width), low)
        high[:] = np.where(values > self.values, np.minimum(high, self.values + width), high)

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
        """The numbers that change with the parameters."""
        return np.flatnonzero((x.view(np.int64) != self.base.numbers.view(np.int64)).any(axis=0) & self._own)

    def _matched(self, x: Array, r: Array) -> tuple[list[list[Match]], list[int]]:
        """Matches of the numbers that change, and those without one.

        Where a change is small beside the numbers around, it may be rounding.  Such a number, as a small damping beside
        a large stiffness, counts if it is one that is no rounding on the tape.
        """
        tape, places = self._tape_used, self._varying(x)
        moved, scale, known, sizes = (
            np.ptp(x[:, places], axis=0),
            self._scale(places),
            candidates_of(tape),
            tape.sizes(),
        )
        sure = moved > NOISE * scale
        several, missing = matched(x, r, places[sure], known, scale[sure])
        exact = known[np.abs(tape.values)[known] > SMALL * sizes[known]]
        several += matched(x, r, places[~sure], exact)[0]
        still = np.ptp(r, axis=0) <= ROUNDING * sizes
        found = [[m for m in own if not still[m.number]] for own in several]
        missing += [own[0].place for own, left in zip(several, found) if not left and abs(own[0].alpha) > HUGE]
        return [own for own in found if own], missing

    def _checked(self, random: Any, missing: list[int]) -> None:
        """Compare with bindings at other values, and find which parameters are behind numbers that were not found."""
        program = Program(self._tape_used, [(m.place, m.number, m.alpha, m.beta) for m in self.matches])
        wrong: set[int] = set(missing)
        for k in range(CHECKS):
            values = self._sample(random, SPREAD if k == 0 else None)
            out = self.base.numbers.copy()
            numbers = self._known_at(values, SPREAD) if program(values, out) == 0 else None
            if numbers is not None:
                wrong |= set(self._different(out, numbers))
        if wrong:
            self.matches = [m for m in self.matches if m.place not in wrong]
            self._blame(random, self.names, np.array(sorted(wrong)))

    def _checked_far_away(self, random: Any) -> None:
        """Compare with bindings where many parameters are far from their values, as far as the tape holds."""
        for _ in range(CHECKS):
            values = self._far_away(random)
            if self._is_wrong(values):
                self._reach_less(values, self._is_wrong, 10 * SPREAD)

    def _far_away(self, random: Any) -> Array:
        """Values far from those of the mechanism, of all parameters with which the tape holds."""
        values, out = self.values.copy(), self.base.numbers.copy()
        for k in random.permutation(values.size):
            own = values[k]
            if self.names[k] not in self.slow:
                values[k] = random.choice(far_from(own))
                if self.outside(values) or not self.write(values, out):
                    values[k] = own
        return values

    def _is_wrong(self, values: Array) -> bool:
        """Whether a binding has other numbers, although the tape holds."""
        out = self.base.numbers.copy()
        if self._program(values, out) != 0:
            return False
        numbers = self._numbers_at(values)
        return numbers is None or bool(self._different(out, numbers, FAR_AWAY))

    def _blame(self, random: Any, names: Sequence[str], places: Array) -> None:
        """Find which of these parameters are behind numbers that were not found."""
        for name in names:
            values = self.values.copy()
            values[self.place[name]] = self._one(random, name, SPREAD)
            try:
                there = Snapshot(self._bound_at(values)).numbers[places]
            except SnodoError as error:
                self.slow[name] = f"{UNBOUND}: {error.problems[0].what}"
                continue
            hit = places[there.view(np.int64) != self.base.numbers[places].view(np.int64)]
            if hit.size:
                self.slow[name] = f"{hit.size} numbers follow from it in a way that is not known ({self._words(hit)})"

    def _different(self, mine: Array, theirs: Array, factor: float = 1.0) -> list[int]:
        """The places where numbers differ by more than rounding; addresses are no numbers."""
        size = np.zeros(mine.size)
        size[[m.place for m in self.matches]] = [abs(m.beta) for m in self.matches]
        places = np.flatnonzero(mine.view(np.int64) != theirs.view(np.int64))
        places = places[np.maximum(np.abs(mine[places]), np.abs(theirs[places])) >= NORMAL]
        a, b = mine[places], theirs[places]
        scale = np.maximum(np.maximum(np.abs(a), np.abs(b)), np.maximum(size[places], self._sizes[places]))
        return [int(p) for p in places[~(np.abs(a - b) <= factor * self._tolerances[places] * scale)]]

    @cached_property
    def _tolerances(self) -> Array:
        """Those of parts of an inertia are larger: where two moments are alike, they turn by rounding."""
        return np.where(self._is_part, TURNED, TOLERANCE)

    @cached_property
    def _sizes(self) -> Array:
        places = np.arange(self.base.numbers.size)
        return np.where(self._is_part, self._scale(places, PARTS), self._scale(places))

    @cached_property
    def _is_part(self) -> Array:
        """Which numbers are parts of an inertia."""
        parts = {k for k, step in enumerate(self._tape_used.steps) if step[0] in (code.SPREAD, code.PART)}
        found = np.zeros(self.base.numbers.size, bool)
        found[[m.place for m in self.matches if m.number in parts]] = True
        return found

    def _scale(self, places: Array, beside: int = 2) -> Array:
        """Sizes of the numbers next to each: a coordinate may be zero where its point is not."""
        around = np.abs(self.base.numbers)
        around = np.where(np.isfinite(around) & (around >= NORMAL), around, 0.0)  # others are whole numbers
        return np.array([around[max(0, p - beside) : p + beside + 1].max() for p in places])

    def _words(self, hit: Array) -> str:
        names = [self.base.owner(int(p)) for p in hit]
        return ", ".join(dict.fromkeys(f"{names.count(name)} of {name!r}" for name in names))


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
