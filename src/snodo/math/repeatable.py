"""Whether a Python function returns the same when called again with the same arguments.

Integrators try steps, reject them and go back in time: a function that counts its calls, holds a sample, draws random
numbers or reads a clock returns values that depend on the choice of steps.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

EQUAL = 1e-12
"""Relative difference up to which two results are the same."""
KEPT = 16
"""Number of calls of a run that are repeated at its end."""
TIMES = (0.0, 0.013, 0.37, 1.9, 11.0, 100.0)
"""Times [s] of the points that are tried,"""
SIZES = (1.0, -1.0, 0.1, 3.0, -30.0, 0.01)
"""and sizes of the other arguments there."""
REMEDY = (
    "make it depend only on its arguments, because steps are tried, rejected and repeated: put random or measured "
    "values into sn.Table(times, values) before the run, use t instead of a counter or a clock, and run a controller "
    "that holds its output from sample to sample, one sn.simulate each, started from the last state"
)

Answer = tuple[float, ...] | str
Call = Callable[..., Answer]


def points(count: int) -> list[tuple[float, np.ndarray]]:
    """Times and arguments at which functions are tried."""
    random = np.random.default_rng(21)
    return [(t, size * random.uniform(0.5, 1.0, count)) for t, size in zip(TIMES, SIZES)]


def not_repeatable(call: Callable[[float, np.ndarray], Any], tried: Sequence[tuple[float, np.ndarray]]) -> str:
    """How a function contradicts itself, or empty: it is called twice at each point, then in the opposite order.

    A function that stops the program by itself (KeyboardInterrupt) at one of the points is not called again.
    """
    with _key_presses() as pressed:
        try:
            return _contradiction(call, tried)
        except KeyboardInterrupt:
            if pressed is None or pressed:
                raise
    return ""


@contextmanager
def _key_presses() -> Iterator[list[int] | None]:
    """A list that is not empty once Ctrl-C was pressed; None where this cannot be known."""
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield None
        return
    pressed: list[int] = []

    def press(number: int, _: Any) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, press)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _contradiction(call: Callable[[float, np.ndarray], Any], tried: Sequence[tuple[float, np.ndarray]]) -> str:
    first = [_answer(call, *point) for point in tried]
    for k, point in enumerate(tried):
        for again in (_answer(call, *point), _answer(call, *point)):
            if not same(first[k], again):
                return contradiction(point[0], first[k], again)
    for k in reversed(range(len(tried))):
        again = _answer(call, *tried[k])
        if not same(first[k], again):
            return contradiction(tried[k][0], first[k], again)
    return ""


def _answer(call: Callable[[float, np.ndarray], Any], t: float, x: np.ndarray) -> Answer:
    try:
        with np.errstate(all="ignore"):
            return flat_numbers(call(t, x.copy()))
    except Exception as error:
        return type(error).__name__


def flat_numbers(result: Any) -> tuple[float, ...]:
    """A result, whatever its shape, as numbers one after the other."""
    return tuple(np.asarray(result, dtype=float).ravel().tolist())


def same(a: Answer, b: Answer) -> bool:
    """Whether two answers agree."""
    if isinstance(a, str) or isinstance(b, str) or len(a) != len(b):
        return a == b
    return all(x == y or (x != x and y != y) or abs(x - y) <= EQUAL * max(abs(x), abs(y)) for x, y in zip(a, b))


def contradiction(t: float, a: Answer, b: Answer) -> str:
    """Two results of the same call, in words."""
    return f"called twice with the same arguments at t = {t:g} s, it returns {_words(a)} and then {_words(b)}"


def _words(answer: Answer) -> str:
    if isinstance(answer, str):
        return f"a {answer}"
    shown = ", ".join(f"{x:.8g}" for x in answer[:6]) + (", …" if len(answer) > 6 else "")
    return shown if len(answer) == 1 else f"[{shown}]"


@dataclass
class Witness:
    """A few calls of a run, evenly spread over it, to be asked again at its end."""

    call: Call
    """Asks again, with the arguments that were kept."""
    kept: list[tuple[tuple[Any, ...], Answer]] = field(default_factory=list)
    _calls: int = 0
    _stride: int = 1

    def note(self, arguments: tuple[Any, ...], answer: Answer) -> None:
        """Keep a call, if it is one of those."""
        if self._calls % self._stride == 0:
            self.kept.append((arguments, answer))
            if len(self.kept) >= 2 * KEPT:
                self.kept = self.kept[::2]
                self._stride *= 2
        self._calls += 1

    def contradicts(self) -> str:
        """How an answer differs now from that in the run, or an empty text; the calls are then forgotten."""
        kept, self.kept, self._calls, self._stride = self.kept, [], 0, 1
        for arguments, before in reversed(kept[:: max(1, len(kept) // KEPT)]):
            try:
                now = self.call(*arguments)
            except Exception as error:
                now = type(error).__name__
            if not same(before, now):
                return contradiction(float(arguments[0]), before, now)
        return ""
