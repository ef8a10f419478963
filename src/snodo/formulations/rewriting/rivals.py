"""Numbers of a tape that agree in all samples, and elsewhere may not: an angle a, and atan2(sin a, cos a).

Which of them a number of the model is, samples near the values of a mechanism do not tell.  So numbers of the tape are
compared far from them, which needs no binding.  Where they differ, the mechanism is bound to see which is right.  Those
that cannot be told apart in this way get a guard: where they differ, the tape does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from snodo.formulations.kernels import rewriting as code
from snodo.formulations.rewriting.matching import ROUNDING, Match, candidates_of
from snodo.formulations.rewriting.program import Program, whole
from snodo.formulations.rewriting.tape import Recorded, Tape, Value, applied

Array = np.ndarray
TIMES = (-3.0, -1.0, -0.3, 0.0, 1e-6, 0.1, 0.3, 3.0, 10.0)
"""Multiples of a parameter at which numbers are compared,"""
STEPS = (-5.0, -3.5, -2.6, -1.7, -0.9, 0.9, 1.7, 2.6, 3.5, 5.0)
"""and changes of it, for angles."""
APART = 1e-9
"""Relative difference of two numbers that are not the same one."""
SMALLEST = 1e-6
"""Size that is given to zero."""
BINDINGS = 8
"""Most bindings that tell numbers apart."""


class Rivals:
    """For each number of a model, the numbers of a tape that it may be: the first of them is its match."""

    def __init__(
        self,
        tape: Tape,
        several: Sequence[list[Match]],
        sizes: Mapping[int, float],
        values: Array,
        bounds: tuple[Array, Array],
    ) -> None:
        """several: matches of each number of the model; sizes: of what it is a part; values: those of the parameters,
        within bounds."""
        self.tape, self.several, self._sizes = tape, [list(own) for own in several], sizes
        self._values, self._guards = values, Program(tape, [])
        self._far = [row for row in _far(values, bounds) if self._holds(row)]

    def told_apart(self, bound: Callable[[Array], Array | None]) -> list[int]:
        """Leave out those that bindings show to be others; returns the numbers of the model that are none of them.

        bound: all numbers of a binding with these values of the parameters; None if there is none.
        """
        nowhere: list[int] = []
        tried = np.zeros(len(self._far), bool)
        for _ in range(BINDINGS):
            apart = self._apart(self._pairs()) & ~tried[:, None]
            if not apart.any():
                break
            best = int(np.argmax(apart.sum(axis=1)))
            tried[best] = True
            for row in self._telling(apart), self._far[best]:
                numbers = bound(row)
                if numbers is not None:
                    nowhere += self._leave_out(whole(self.tape, row), numbers)
                    break
        return nowhere

    def _telling(self, apart: Array) -> Array:
        """Values of several parameters that tell many pairs apart, where the tape holds."""
        left, found = apart.copy(), self._values
        while left.any():
            best = int(np.argmax(left.sum(axis=1)))
            both = np.where(found == self._values, self._far[best], found)
            found = both if self._holds(both) else found
            left &= ~left[best]
        return found

    def guard(self) -> list[Match]:
        """Put guards on the tape for those that differ somewhere; returns the matches."""
        pairs = self._pairs()
        for k in np.flatnonzero(self._apart(pairs).any(axis=0)):
            _guard(self.tape, *pairs[k])
        return [own[0] for own in self.several]

    def guard_constants(self, r: Array) -> None:
        """Put guards on the tape for numbers that are constant in all samples r, but not everywhere, such as a sign."""
        still = self._constant(r)
        sizes = np.maximum(self.tape.sizes()[still], SMALLEST)
        moved = np.zeros(still.size, bool)
        for far in self._numbers(still):
            moved |= ~(np.abs(far - r[0, still]) <= APART * sizes)
        for k, size in zip(still[moved].tolist(), sizes[moved].tolist()):
            found = Recorded(self.tape, k, self.tape.values[k])
            self.tape.guard(applied("abs", found - found.value), APART * size)

    def _constant(self, r: Array) -> Array:
        """Numbers that are the same in all samples, up to the rounding of what they are a sum or difference of."""
        known = candidates_of(self.tape)
        return known[np.ptp(r[:, known], axis=0) <= ROUNDING * self.tape.sizes()[known]]

    def _is(self, match: Match, r: Array, numbers: Array) -> bool:
        """Whether a match gives the number of a binding, up to rounding."""
        x, there = match.alpha * r[match.number], numbers[match.place]
        size = max(abs(x), abs(match.beta), abs(there), self._sizes[match.place])
        part = self.tape.steps[match.number][0] in (code.SPREAD, code.PART)  # roots are checked later
        return part or bool(abs(x + match.beta - there) <= APART * size)

    def _holds(self, row: Array) -> bool:
        return self._guards(row, np.zeros(0)) == 0

    def _pairs(self) -> list[tuple[Match, Match]]:
        return [(own[0], other) for own in self.several for other in own[1:]]

    def _apart(self, pairs: Sequence[tuple[Match, Match]]) -> Array:
        """Whether the two numbers of a pair differ at values far from those of the samples (values, pair)."""
        if not pairs or not self._far:
            return np.zeros((len(self._far), len(pairs)), bool)
        k, a, b = (np.array([[getattr(m, word) for m in pair] for pair in pairs]) for word in Match._fields[1:])
        found = np.zeros((len(self._far), len(pairs)), bool)
        with np.errstate(all="ignore"):
            for far, own in zip(self._numbers(k.ravel()), found):
                far = a * far.reshape(k.shape)
                x, y = (far + b).T
                own[:] = ~(np.abs(x - y) <= APART * (np.abs(far) + np.abs(b)).max(axis=1))
        return found

    def _numbers(self, asked: Array) -> Iterator[Array]:
        """These numbers of the tape, far from the samples."""
        different, places = np.unique(asked, return_inverse=True)
        program = Program(self.tape, [(n, int(k), 1.0, 0.0) for n, k in enumerate(different)], guarded=False)
        r = np.zeros(different.size)
        for row in self._far:
            program(row, r)
            yield r[places]

    def _leave_out(self, r: Array, numbers: Array) -> list[int]:
        """Those that are not the numbers of a binding."""
        fitting = [[m for m in own if self._is(m, r, numbers)] for own in self.several]
        nowhere = [own[0].place for own, left in zip(self.several, fitting) if not left]
        self.several = [left for left in fitting if left]
        return nowhere


def far_from(value: float) -> list[float]:
    """Values of a parameter far from this one."""
    return [f * value for f in TIMES] + [value + d for d in STEPS]


def _far(values: Array, bounds: tuple[Array, Array]) -> Iterator[Array]:
    """Values of which one is far from these, within its bounds."""
    for place, value in enumerate(values):
        low, high = bounds[0][place], bounds[1][place]
        for x in (*far_from(value), low, high):
            if low <= x <= high and np.isfinite(x) and x != value:
                row = values.copy()
                row[place] = x
                yield row


def _guard(tape: Tape, first: Match, second: Match) -> None:
    """|x − y| < APART (|x| + |β|) for the two numbers that a number of the model may be."""
    x, y = _number(tape, first), _number(tape, second)
    size = applied("abs", x) + (abs(first.beta) + abs(second.beta) + 1e-290)
    tape.guard(applied("abs", x - y), APART * size)


def _number(tape: Tape, match: Match) -> Value:
    found: Any = Recorded(tape, match.number, tape.values[match.number])
    return match.alpha * found + match.beta
