"""One sweep from the command line: load, compute, print, write."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import click

from snodo.cli.exit_codes import Exit, exit_code
from snodo.cli.parameters import loaded
from snodo.cli.printing import number, plural, print_table, report, wrote
from snodo.cli.running import DEFAULT_DURATION
from snodo.errors import RunError, SnodoError
from snodo.progress import silence
from snodo.simulation.sweeps.outcome import Sweep
from snodo.simulation.sweeps.sampling import SAMPLINGS
from snodo.simulation.sweeps.sweep import sweep

PASSED = ("formulation", "method", "integrator", "tolerance", "workers", "scheduler", "chunk")
MOST_FAILURES = 5


class Sweeping:
    """The steps of `snodo sweep`."""

    def __init__(self, file: Path, choices: dict[str, Any], quiet: bool) -> None:
        """Choices are the options of the command by name."""
        self.choices, self.quiet, self.code = choices, quiet, Exit.DONE
        self.mechanism = loaded(file, choices["values"])
        given = choices["folder"]
        self.folder: Path | None = given or (choices["save"].with_suffix(".sweep") if choices["save"] else None)
        self.temporary = given is None

    def go(self) -> None:
        """Compute everything; problems are printed, and `code` says how it ended."""
        with silence(self.quiet):
            found = self._swept()
        if found is None:
            return
        if found.interrupted:
            self.code = Exit.INTERRUPTED
            self._note_interruption(found)
        if not self.quiet:
            self._describe(found)
        self._write(found)
        if self.temporary and self.folder is not None and self.code is Exit.DONE:
            shutil.rmtree(self.folder)

    def _swept(self) -> Sweep | None:
        """The sweep, or what there is of it after printing the problems."""
        c = self.choices
        try:
            return sweep(
                self.mechanism,
                self._duration(),
                self._vary(),
                [text.strip() for given in c["outputs"] for text in _split(given)] or None,
                output=c["output_step"],
                threads=c["threads"] or 1,
                folder=self.folder,
                **{word: c[word] for word in PASSED},
            )
        except RunError as error:
            self.code = exit_code(error)
            report(error.problems)
            if self.folder is not None:
                click.echo(f"the same command goes on with the folder {self.folder}", err=True)
            found: Sweep | None = error.result
            return found

    def _vary(self) -> Any:
        """What varies; None: as in the file."""
        c = self.choices
        given = dict(c["vary"])
        if len(given) < len(c["vary"]):
            raise click.UsageError("--vary: a name is given twice")
        fixed = next((name for name, _ in c["values"] if name in given), None)
        if fixed is not None:
            raise click.UsageError(f"{fixed} is given by --set and by --vary")
        if c["sampling"] is not None:
            return SAMPLINGS[c["sampling"]](given, c["members"], c["seed"] or 0)
        return given or None

    def _duration(self) -> float | None:
        given = self.choices["duration"]
        if given is None and self.mechanism.run.duration is None:
            if not self.quiet:
                click.echo(f"the file has no duration: simulating {DEFAULT_DURATION:g} s (change it with --duration)")
            return DEFAULT_DURATION
        return None if given is None else float(given)

    # ---------------------------------------------------------------- after
    def _note_interruption(self, found: Sweep) -> None:
        """Report that Ctrl-C ended the sweep early, even if quiet."""
        left = int((found.dataset["status"] == "not run").sum())
        click.echo(f"interrupted: {plural(left, 'member')} of {len(found)} not computed", err=True)
        if self.folder is not None:
            click.echo(f"the same command goes on with the folder {self.folder}", err=True)

    def _describe(self, found: Sweep) -> None:
        d = found.dataset
        click.echo(f"{d.attrs['mechanism']}: {plural(len(found), 'member')}, {_counted(found)}")
        rows = [_line(d[name], name) for name in [*found.names, *found.outputs]]
        print_table(("", "smallest", "largest", "unit"), rows, left=(0, 3))
        for k, reason in list(zip(found.failed["member"].values, found.failed["reason"].values))[:MOST_FAILURES]:
            if reason:
                click.echo(f"member {k}: {reason}")

    def _write(self, found: Sweep) -> None:
        """Write every requested file; if one fails, the others are still written."""
        c = self.choices
        jobs: list[tuple[Path | None, Any]] = [
            (c["save"], found.to_netcdf),
            (c["csv"], found.to_csv),
            (c["plot_file"], lambda path: found.plot(path=path)),
            (c["page"], found.animate),
        ]
        for path, write in jobs:
            if path is None:
                continue
            if self.code is not Exit.DONE:
                click.echo(f"{path} is not written, because the sweep was not finished", err=True)
                continue
            try:
                write(path)
            except SnodoError as error:
                self.code = exit_code(error)
                report(error.problems, f"{path} was not written")
            else:
                if not self.quiet:
                    wrote(path)


def _split(text: str) -> list[str]:
    """Outputs between commas; those inside parentheses belong to a name."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [one for one in found if one.strip()]


def _counted(found: Sweep) -> str:
    """`48 finished, 2 failed`"""
    values = list(found.dataset["status"].values)
    return ", ".join(f"{values.count(word)} {word}" for word in dict.fromkeys(values))


def _line(table: Any, name: str) -> list[str]:
    low, high = table.min(skipna=True), table.max(skipna=True)
    return [name, number(float(low)), number(float(high)), str(table.attrs.get("units", ""))]
