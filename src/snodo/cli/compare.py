"""`snodo compare`: one mechanism under all formulations, constraint methods and integrators."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from snodo.cli.printing import OutputFile, Quantity, problems_reported, wrote
from snodo.cli.run import METHODS, PICTURES

FORMULATIONS = ("planar", "tree", "spatial", "spatial_euler")
INTEGRATORS = ("dop853", "dormand_prince", "rk4")
EPILOG = """\b
Example:  snodo compare four_bar.yaml --methods projection,penalty --picture comparison.png"""


class Words(click.ParamType):
    """Words with commas between them, each out of a list."""

    name = "words"

    def __init__(self, known: tuple[str, ...]) -> None:
        """Known words."""
        self.known = known

    def convert(self, value: Any, param: Any, ctx: Any) -> list[str]:
        """The words, or which one is unknown."""
        words = [word.strip().lower().replace("-", "_") for word in str(value).split(",") if word.strip()]
        for word in words:
            if word not in self.known:
                self.fail(f"{word!r} is not one of {', '.join(self.known)}", param, ctx)
        return words or self.fail(f"give some of {', '.join(self.known)}", param, ctx)


@click.command(epilog=EPILOG, short_help="Compare all formulations and methods on a mechanism.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--duration", type=Quantity("time"), help="How long to simulate [s]; default: as the file says, or 5.")
@click.option("--formulations", type=Words(FORMULATIONS), help="Such as planar,tree; default: all.")
@click.option("--methods", type=Words(METHODS), help="Such as projection,penalty; default: all.")
@click.option("--integrators", type=Words(INTEGRATORS), help="Such as dop853,dormand_prince; default: dop853.")
@click.option("--step", type=Quantity("time"), help="Fixed step of rk4 [s].")
@click.option(
    "--tolerance", type=click.FloatRange(0, 1, min_open=True), default=1e-8, help="Relative tolerance; default 1e-8."
)
@click.option(
    "--accuracy", type=click.FloatRange(0, 1, min_open=True), help="What counts as right; default 1000 × tolerance."
)
@click.option("--patience", type=Quantity("time"), default=20.0, help="CPU time at most for a run [s]; default 20.")
@click.option("--save", type=OutputFile(".csv"), help="Write the table.")
@click.option("--picture", type=OutputFile(*PICTURES), help="Draw cost against accuracy, and all errors.")
def compare(file: Path, save: Path | None, picture: Path | None, step: float | None, **choices: Any) -> None:
    """Run the mechanism in FILE under all formulations and constraint methods, and compare them.

    The table tells CPU time, steps, violations, energy drift, and the differences in motion, accelerations, multipliers
    and reactions from a tight reference; what could not be run stands under it with the reason.
    """
    words = choices["integrators"] or ["dop853"]
    if (step is not None) != ("rk4" in words):
        raise click.UsageError("--step goes with the fixed steps of --integrators rk4, and rk4 needs one")
    with problems_reported():
        found = _compared(file, step, words, choices)
        click.echo(str(found))
        for path, write in ((save, found.to_csv), (picture, found.save_picture)):
            if path is not None:
                write(path)
                wrote(path)
    if not any(row.finished for row in found.rows):
        raise SystemExit(1)


def _compared(file: Path, step: float | None, words: list[str], choices: dict[str, Any]) -> Any:
    from snodo.analyses.compare.compare import compare as compared
    from snodo.formats import load
    from snodo.integrators import RK4

    integrators = [RK4(step=step) if word == "rk4" and step is not None else word for word in words]
    return compared(load(file), **{**choices, "integrators": integrators})
