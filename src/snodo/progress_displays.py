"""Where progress is shown: a bar on a terminal, lines in a log, an element of a notebook."""

from __future__ import annotations

import sys
import time
from abc import ABC, abstractmethod
from html import escape
from typing import Any, TextIO

EVERY = 10.0
"""Time between two lines [s]."""
OFTEN = 0.2
"""Time between two changes in a notebook [s]."""


class Display(ABC):
    """A place to show progress in."""

    @abstractmethod
    def show(self, text: str, fraction: float, left: float | None) -> None:
        """Show a text, the fraction that is done, and the time left [s], if it is known."""

    def close(self) -> None:  # noqa: B027 (nothing to remove is a usual case)
        """Remove what is shown."""


class Terminal(Display):
    """A bar, which is removed at the end."""

    def __init__(self, stream: TextIO) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[left]}", markup=False),
        )
        console = Console(file=stream)
        # Prints to a standard output that is no terminal stay there: a script reads them.
        above = sys.stdout.isatty()
        self._bar: Any = Progress(*columns, console=console, transient=True, redirect_stdout=above)
        self._task = self._bar.add_task("", total=1.0, left="")
        self._bar.start()

    def show(self, text: str, fraction: float, left: float | None) -> None:
        """Move the bar."""
        self._bar.update(self._task, completed=fraction, description=text, left=remaining(left))

    def close(self) -> None:
        """Remove the bar."""
        self._bar.stop()


class Lines(Display):
    """A line every ten seconds."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._next = stream, 0.0

    def show(self, text: str, fraction: float, left: float | None) -> None:
        """Write a line if it is time for one."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + EVERY
            print(summary(text, fraction, left), file=self._stream, flush=True)


class Notebook(Display):
    """An element below the cell, without scripts; it becomes empty at the end."""

    def __init__(self) -> None:
        from IPython.display import HTML, display

        self._html: Any = HTML
        self._handle: Any = display(HTML(""), display_id=True)
        self._next = 0.0

    def show(self, text: str, fraction: float, left: float | None) -> None:
        """Replace the element, not too often."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + OFTEN
            said = escape(summary(text, fraction, left))
            self._handle.update(self._html(f'<progress value="{fraction:.4f}" max="1"></progress> {said}'))

    def close(self) -> None:
        """Leave nothing behind."""
        self._handle.update(self._html(""))


def in_notebook() -> bool:
    """Whether this process is the kernel of a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return getattr(shell, "kernel", None) is not None


def summary(text: str, fraction: float, left: float | None) -> str:
    """Progress in one line."""
    return ", ".join(word for word in (text, f"{100 * fraction:.0f} %", remaining(left)) if word)


def remaining(seconds: float | None) -> str:
    """`12 s left`, `3 min 20 s left`, `2 h 05 min left`; empty if it is not known."""
    if seconds is None:
        return ""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s left"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s left"
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        return f"{hours} h {minutes:02d} min left"
    return f"{hours / 24:.1f} days left"
