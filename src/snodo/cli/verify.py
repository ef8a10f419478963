"""`snodo verify`: problems whose solution is known, by all formulations, constraint methods and integrators."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from snodo.cli.exit_codes import Exit
from snodo.cli.printing import OutputFile, Quantity, Words, print_table, problems_reported, wrote

EPILOG = """\b
Example:  snodo verify A01 A03 --formulations planar,tree --csv verification.csv"""


@click.command(epilog=EPILOG, short_help="Solve problems whose solution is known, by all choices.")
@click.argument("names", nargs=-1)
@click.option("--quick", is_flag=True, help="Default method and integrator alone, shorter runs: less than a minute.")
@click.option("--formulations", type=Words("formulation"), help="Such as planar,tree; default: all.")
@click.option("--methods", type=Words("method"), help="Such as projection,penalty; default: all.")
@click.option("--integrators", type=Words("integrator"), help="Such as dop853,rk4; default: all.")
@click.option(
    "--patience", type=Quantity("time"), help="Limit on the CPU time of a run [s]; default 3 (A02, A05: 1 to 20)."
)
@click.option("--rows", is_flag=True, help="Print every combination, not only a line for each problem.")
@click.option("--list", "listed", is_flag=True, help="List the problems with their files and sources, and run nothing.")
@click.option("--html", type=OutputFile(".html"), help="Write summary, all rows and sources as a page.")
@click.option("--csv", type=OutputFile(".csv"), help="Write all rows.")
def verify(
    names: tuple[str, ...], rows: bool, listed: bool, html: Path | None, csv: Path | None, **choices: Any
) -> None:
    """Solve the problems NAMES (default: all), whose solution is known, and compare.

    Published benchmark problems and closed forms, each an example file, by every formulation, constraint method and
    integrator: digits reached, CPU time, and the estimated against the true error. The exit code is 6 if a problem is
    not solved to its tolerance with the default choices.
    """
    from snodo.analyses.verification.verify import verify as verified
    from snodo.results.verification import LEGEND, ROWS, SUMMARY

    with problems_reported():
        if listed:
            _list(names)
            return
        found = verified(list(names) or None, **choices)
        heads, lines = (ROWS, found.table()) if rows else (SUMMARY, found.summary())
        print_table(heads, lines, left=[k for k, head in enumerate(heads) if head not in NUMBERS])
        click.echo(f"\n{LEGEND}\n\n{found.verdict()}")
        for path, write in ((html, found.to_html), (csv, found.to_csv)):
            if path is not None:
                write(path)
                wrote(path)
    if found.interrupted:
        raise SystemExit(Exit.INTERRUPTED)
    if not found.passed:
        raise SystemExit(Exit.TOLERANCE)


NUMBERS = ("error", "estimated", "digits", "CPU [ms]", "allowed", "goal")
"""Columns that are never wrapped."""


def _list(names: tuple[str, ...]) -> None:
    from snodo.analyses.verification.problems import named, problems

    chosen = named(list(names)) if names else list(problems().values())
    print_table(("problem", "file", "source"), [[one.name, one.file, one.source] for one in chosen], left=(0, 1, 2))
    click.echo("\nprint a file with `snodo examples NAME`, solve some with `snodo verify NAMES`")
