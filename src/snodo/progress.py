"""Progress of long work with the time left: one bar for all that takes long.

The bar appears after a second, on a terminal or in a notebook, and is removed when the work is done.  It goes to the
error stream and never mixes with what a script reads.  Elsewhere nothing is shown, unless the environment variable
SNODO_PROGRESS asks for it: `lines` (one every ten seconds, for log files), `off`, or `auto`, the default.

Of bars inside one another, and of those of several threads, only the first is shown.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TextIO, TypeVar

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.progress_displays import Display, Lines, Notebook, Terminal, in_notebook

Item = TypeVar("Item")
Progress = Callable[[float], None]
"""Called with what has been reached."""
VARIABLE = "SNODO_PROGRESS"
MODES = ("auto", "lines", "off")
DELAY = 1.0
"""How long work must last before anything is shown [s]."""
_ENTERED: list[ProgressBar] = []
"""Bars of work that is being done; the first is shown."""


def mode() -> str:
    """How progress is shown, by the environment: auto, lines or off."""
    word = os.environ.get(VARIABLE, "").strip().lower() or "auto"
    if word not in MODES:
        raise NameNotFound(Problem(f"there is no {VARIABLE}={word!r}", suggestion(word, MODES)))
    return word


class ProgressBar:
    """Call it with what has been reached; use it as a context manager, so that the bar is always removed.

    begin, end: where the work begins and ends, in simulated seconds, or in `things` such as frames.
    """

    def __init__(
        self,
        begin: float,
        end: float,
        label: str = "simulating",
        things: str = "",
        delay: float = DELAY,
        stream: TextIO | None = None,
    ) -> None:
        """Prepare the bar; nothing is shown yet."""
        self.begin, self.end, self.label, self.things, self.delay = begin, end, label, things, delay
        self.stream = sys.stderr if stream is None else stream
        self._display: Display | None = None
        self._mode = "off"
        self._pace = Pace(time.monotonic())

    def __enter__(self) -> ProgressBar:
        """Start counting the delay."""
        self._mode = mode()
        self._pace = Pace(time.monotonic())
        _ENTERED.append(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        """Remove the bar."""
        if self in _ENTERED:
            _ENTERED.remove(self)
        if self._display is not None:
            self._display.close()
            self._display = None

    def __call__(self, reached: float) -> None:
        """Show what has been reached."""
        if self._mode == "off" or _ENTERED[:1] != [self]:
            return
        now, fraction = time.monotonic(), self._fraction(reached)
        self._pace.note(now, fraction)
        if self._display is None and now - self._pace.start >= self.delay:
            self._display = self._opened()
        if self._display is not None:
            self._display.show(self._described(reached), fraction, self._pace.left(now, fraction))

    def part(self, k: int, begin: float, end: float) -> Progress:
        """Progress of one of several works, which goes from `begin` to `end`, as thing k (from 0) of this bar."""
        length = end - begin or 1.0
        return lambda reached: self(self.begin + k + min(max((reached - begin) / length, 0.0), 1.0))

    def again(self, label: str) -> ProgressBar:
        """The same bar for another work over the same time, which begins now."""
        self.label = label
        self._pace = Pace(time.monotonic(), self._pace.start)
        return self

    def over(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items one after the other; each is a thing that is done when the next is asked for."""
        for k, item in enumerate(items):
            self(self.begin + k)
            yield item
        self(self.end)

    def _fraction(self, reached: float) -> float:
        length = self.end - self.begin
        return min(max((reached - self.begin) / length, 0.0), 1.0) if length else 1.0

    def _described(self, reached: float) -> str:
        if not self.things:
            return f"{self.label} t = {reached:.4g} s"
        done, all_of_them = int(reached - self.begin), int(self.end - self.begin)
        return f"{self.label} {min(done, all_of_them)} of {all_of_them} {self.things}"

    def _opened(self) -> Display | None:
        """Where to show it; None if there is no such place."""
        if self._mode == "lines":
            return Lines(self.stream)
        if self.stream.isatty():
            return Terminal(self.stream)
        return Notebook() if in_notebook() else None


@contextmanager
def silence(quiet: bool = True) -> Iterator[None]:
    """Context in which no bar is shown."""
    if not quiet:
        yield
        return
    nobody = ProgressBar(0.0, 1.0)
    _ENTERED.insert(0, nobody)
    try:
        yield
    finally:
        _ENTERED.remove(nobody)


def again(progress: Progress | None, label: str) -> Progress | None:
    """Progress of another work over the same time, if there is a bar to show it."""
    return progress.again(label) if isinstance(progress, ProgressBar) else None


class Pace:
    """The time left, from the pace during the last half of the time that has passed."""

    MOST = 128
    """Marks that are kept."""

    def __init__(self, now: float, start: float | None = None) -> None:
        """Times are of a clock [s]; start: when the bar was entered."""
        self.start = now if start is None else start
        self._marks = [(now, 0.0)]

    def note(self, now: float, fraction: float) -> None:
        """Remember what has been done by now."""
        self._marks.append((now, fraction))
        if len(self._marks) > self.MOST:
            del self._marks[1:-1:2]

    def left(self, now: float, fraction: float) -> float | None:
        """Time left [s], or None as long as it is not known."""
        middle = 0.5 * (self._marks[0][0] + now)
        then, done = next(mark for mark in reversed(self._marks) if mark[0] <= middle)
        return (1.0 - fraction) * (now - then) / (fraction - done) if fraction > done and now > then else None
