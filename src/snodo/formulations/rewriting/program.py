"""A tape made ready to be repeated: the steps that some numbers need, and where these numbers go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from snodo.compiled import Compiled, Family
from snodo.formulations.kernels import rewriting as code
from snodo.formulations.rewriting.tape import Tape

Array = np.ndarray
KERNELS = Compiled("snodo.formulations.kernels", Family("numbers of models from parameters", "rewriting.rewrite"))


class Program:
    """out[place] = α r + β for numbers r of a tape."""

    def __init__(self, tape: Tape, places: Sequence[tuple[int, int, float, float]], guarded: bool = True) -> None:
        """places: index in `out`, number on the tape, α and β."""
        guards = [(a, b, answer) for (a, b), answer in tape.guards.items()] if guarded else []
        needed = _needed(tape, [k for _, k, _, _ in places] + [k for a, b, _ in guards for k in (a, b)])
        constants = [k for k in needed if tape.steps[k][0] == code.CONSTANT]
        others = [k for k in needed if tape.steps[k][0] != code.CONSTANT]
        at = {k: n for n, k in enumerate([*constants, *others])}
        self.numbers = np.zeros(len(at))
        self.numbers[: len(constants)] = [tape.values[k] for k in constants]
        self.steps = np.array([_moved(tape.steps[k], at) for k in others], float).reshape(-1, 7)
        self.guards = np.array([(at[a], at[b], float(answer)) for a, b, answer in guards], float).reshape(-1, 3)
        self.places = np.array([(i, at[k], alpha, beta) for i, k, alpha, beta in places], float).reshape(-1, 4)
        self.scratch = np.zeros(24)
        self._run = KERNELS.rewrite

    def __call__(self, inputs: Array, out: Array) -> int:
        """Write the numbers; returns 0, or what does not hold (`kernels/rewriting.py`)."""
        return int(self._run(inputs, self.steps, self.numbers, self.guards, self.places, self.scratch, out))


def whole(tape: Tape, inputs: Array) -> Array:
    """All numbers of a tape for other inputs; nan where they have none."""
    out = np.zeros(len(tape.steps))
    Program(tape, [(k, k, 1.0, 0.0) for k in range(len(tape.steps))], guarded=False)(inputs, out)
    return out


def _needed(tape: Tape, wanted: Iterable[int]) -> list[int]:
    """The numbers that these follow from, in order."""
    found: set[int] = set()
    waiting = list(wanted)
    while waiting:
        k = waiting.pop()
        if k in found:
            continue
        found.add(k)
        kind, *operands = tape.steps[k]
        if kind == code.PART:
            waiting.append(operands[0])
        elif kind == code.SPREAD:
            waiting += [*operands, *range(k + 1, k + 6)]
        elif kind not in (code.CONSTANT, code.INPUT):
            waiting += operands
    return sorted(found)


def _moved(step: tuple[int, ...], at: dict[int, int]) -> tuple[int, ...]:
    kind, *operands = step
    own = operands if kind in (code.INPUT, code.PART) else [at[k] for k in operands]
    return (kind, *own, *[0] * (6 - len(own)))
