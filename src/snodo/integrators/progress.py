"""A progress bar for long runs: it appears after a second, only on a terminal, and is removed at the end."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any, TextIO


class ProgressBar:
    """Call it with the simulated time reached; use it as a context manager, so that the bar is always removed.

    t_start, t_end: start and end of the run [s]; delay: how long a run must last before the bar appears [s].
    """

    def __init__(
        self, t_start: float, t_end: float, label: str = "simulating", delay: float = 1.0, stream: TextIO | None = None
    ) -> None:
        """Prepare the bar; nothing is shown yet."""
        self.t_start, self.t_end, self.label, self.delay = t_start, t_end, label, delay
        self.stream = sys.stderr if stream is None else stream
        self._bar: Any = None
        self._task: Any = None
        self._started = time.monotonic()

    def __enter__(self) -> ProgressBar:
        """Start counting the delay."""
        self._started = time.monotonic()
        return self

    def __call__(self, t: float) -> None:
        """Show that the run has reached the time t (s)."""
        if self._bar is None and self.stream.isatty() and time.monotonic() - self._started >= self.delay:
            self._open()
        if self._bar is not None:
            self._bar.update(self._task, completed=t - self.t_start, description=f"{self.label} t = {t:.4g} s")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        """Remove the bar."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(file=self.stream), transient=True)
        self._task = self._bar.add_task(self.label, total=self.t_end - self.t_start)
        self._bar.start()
