"""A run whose outcome is a report, however it ends: as `running.py`, but for what is printed and written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from snodo.cli.printing import wrote
from snodo.cli.running import NOT_CHOSEN, Running
from snodo.errors import AssemblyError, Problem
from snodo.results.result import Result
from snodo.results.shown_units import ShownUnits, UnitsLike
from snodo.views.report.page import page
from snodo.views.report.report import of_result, text_of
from snodo.views.report.subject import Subject
from snodo.views.report.units import shown_units
from snodo.whole_files import write_whole


class Reporting(Running):
    """The steps of `snodo report`."""

    def __init__(self, file: Path, path: Path, choices: dict[str, Any], units: UnitsLike, quiet: bool) -> None:
        super().__init__(file, {**NOT_CHOSEN, **choices}, quiet)
        self.file, self.path, self._written = file, path, False
        self.units, self.shown = units, ShownUnits()
        self.problems: list[Problem] = []

    def go(self) -> None:
        """Run, and write the report even if the mechanism does not assemble or the run stops."""
        try:
            super().go()
        except AssemblyError as error:
            self.problems = error.problems
            self._report(None)
            raise
        if not self._written:
            self._report(None)

    def _refuse_unknown_words(self) -> None:
        super()._refuse_unknown_words()
        self.shown = shown_units(self.units, self.F, tuple(self.choices["plots"]))

    def _fail(self, problems: list[Problem], *more: Any, **words: Any) -> None:
        self.problems = problems
        super()._fail(problems, *more, **words)

    def _describe(self, result: Any) -> None:
        """Print nothing: it is in the report."""

    def _write(self, result: Any) -> None:
        self._report(result)

    def _report(self, result: Result | None) -> None:
        names = tuple(self.choices["plots"])
        s = Subject(self.F, result, tuple(self.problems), names, self.file.name, text_of(self.file), self.shown)
        self._written = True
        write_whole(self.path, page(s))
        if not self.quiet:
            wrote(self.path)


def of_saved(file: Path, path: Path, names: tuple[str, ...], units: UnitsLike, quiet: bool) -> None:
    """Write the report of a saved result."""
    write_whole(path, page(of_result(Result.load(file), names, units)))
    if not quiet:
        wrote(path)
