"""`snodo report`: one page about a mechanism and its motion, or about a saved result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from snodo.cli.printing import OutputFile, problems_reported
from snodo.cli.run import refuse_contradictions_of_run, run, units_given

EPILOG = """\b
Example:  snodo report four_bar.yaml --units deg -o four_bar_report.html"""
OF_THE_RUN = {"duration", "output_step", "kinematics", "formulation", "cut", "method", "integrator", "tolerance"}
OF_THE_RUN |= {"step", "error_bars"}
"""Options of `snodo run` that choose how a mechanism is run."""
SHARED = OF_THE_RUN | {"units"}


@click.command(epilog=EPILOG, short_help="Write a report: one page that prints well.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=OutputFile(".html", ".htm"), help="The page; default: FILE_report.html.")
@click.option("--plot", "plots", multiple=True, metavar="NAME", help="Series to plot instead; may be repeated.")
@click.option("-q", "--quiet", is_flag=True, help="Print only problems.")
def report(file: Path, output: Path | None, plots: tuple[str, ...], quiet: bool, **choices: Any) -> None:
    """Write a report about the mechanism in FILE, which is run as by `snodo run`, or about a saved result (.nc).

    The page has the mechanism drawn and as tables, degrees of freedom, equations, motion, reactions and whether they
    are determined, energy, quality, and the methods with references. It needs no network, and prints to PDF.
    """
    from snodo.cli.reporting import Reporting, of_saved

    path, units = output or Path(f"{file.stem}_report.html"), units_given(choices.pop("units"))
    with problems_reported():
        if file.suffix.lower() == ".nc":
            _refuse_run_options(choices)
            of_saved(file, path, plots, units, quiet)
            return
        refuse_contradictions_of_run(choices)
        reporting = Reporting(file, path, {**choices, "plots": plots}, units, quiet)
        reporting.go()
    raise SystemExit(reporting.code)


def _refuse_run_options(choices: dict[str, Any]) -> None:
    given = [f"--{word.replace('_', '-')}" for word, value in choices.items() if value not in (None, False, ())]
    if given:
        raise click.UsageError(f"a saved result is not run again: leave out {', '.join(given)}, or give the mechanism")


report.params += [option for option in run.params if option.name in SHARED]
