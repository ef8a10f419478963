"""`snodo resume`: go on with a run from its checkpoint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from snodo.cli.printing import OutputFile, Quantity, problems_reported

EPILOG = """\b
Example:  snodo resume plant.run --save plant.nc"""


@click.command(epilog=EPILOG, short_help="Go on with a run that was interrupted or killed.")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--checkpoint-every", type=Quantity("time"), help="Real time between two checkpoints [s]; default 30.")
@click.option(
    "--error-bars/--no-error-bars",
    default=None,
    help="Estimate the error by repeating the run at a tenth of the tolerance; default: as before.",
)
@click.option("--save", type=OutputFile(".nc"), help="Write everything to a netCDF file.")
@click.option(
    "--csv", type=OutputFile(".csv"), help="Write series as a table; default: the motion and the efforts of drivers."
)
@click.option("--series", multiple=True, metavar="NAME", help="Series for the table, such as B.fx; may be repeated.")
@click.option("-q", "--quiet", is_flag=True, help="Print only problems.")
def resume(folder: Path, quiet: bool, **choices: Any) -> None:
    """Go on with the run whose checkpoint is in FOLDER (`snodo run --checkpoint FOLDER`), and print the results.

    It ends with the same numbers as without the interruption. A finished run prints its results again.
    """
    from snodo.cli.resuming import Resuming

    if choices["series"] and not choices["csv"]:
        raise click.UsageError("--series needs --csv: give the file for the table")
    with problems_reported():
        resuming = Resuming(folder, choices, quiet)
        resuming.go()
    raise SystemExit(resuming.code)
