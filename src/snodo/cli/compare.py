"""`snodo compare`: one mechanism under all formulations, constraint methods and integrators."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from snodo.cli.exit_codes import Exit
from snodo.cli.parameters import loaded, setting
from snodo.cli.printing import OutputFile, Quantity, Words, problems_reported, wrote
from snodo.cli.run import PICTURES
from snodo.registry import INTEGRATORS

EPILOG = """\b
Example:  snodo compare four_bar.yaml --methods projection,penalty --picture comparison.png"""


@click.command(epilog=EPILOG, short_help="Compare all formulations and methods on a mechanism.")
@click.argument("file", type=click.Path(path_type=Path))
@setting
@click.option("--duration", type=Quantity("time"), help="Simulated time [s]; default: as in the file, or 5.")
@click.option("--formulations", type=Words("formulation"), help="Such as planar,tree; default: all.")
@click.option("--methods", type=Words("method"), help="Such as projection,penalty; default: all.")
@click.option("--integrators", type=Words("integrator"), help="Such as dop853,dormand_prince; default: dop853.")
@click.option("--step", type=Quantity("time"), help="Step of fixed-step integrators [s].")
@click.option(
    "--tolerance", type=click.FloatRange(0, 1, min_open=True), default=1e-8, help="Relative tolerance; default 1e-8."
)
@click.option(
    "--accuracy",
    type=click.FloatRange(0, 1, min_open=True),
    help="Accuracy required of the motion; default 1000 × tolerance.",
)
@click.option("--patience", type=Quantity("time"), default=20.0, help="Limit on the CPU time of a run [s]; default 20.")
@click.option("--save", type=OutputFile(".csv"), help="Write the table.")
@click.option("--picture", type=OutputFile(*PICTURES), help="Plot cost against accuracy, and all errors.")
def compare(file: Path, save: Path | None, picture: Path | None, step: float | None, **choices: Any) -> None:
    """Run the mechanism in FILE under all formulations and constraint methods, and compare them.

    The table lists CPU time, steps, violations, energy drift, and the differences in motion, accelerations, multipliers
    and reactions from a tight reference. Combinations that could not be run are listed below it with the reason.
    The exit code is 5 if no run ended, and 6 if no motion is accurate.
    """
    words = choices["integrators"] or [INTEGRATORS.default]
    _refuse_steps(words, step)
    with problems_reported():
        found = _compared(file, step, words, choices)
        click.echo(str(found))
        for path, write in ((save, found.to_csv), (picture, found.save_picture)):
            if path is not None:
                write(path)
                wrote(path)
    raise SystemExit(_code(found))


def _code(found: Any) -> Exit:
    """Interrupted, nothing finished, nothing accurate, or done."""
    if found.interrupted:
        return Exit.INTERRUPTED
    if not any(row.finished for row in found.rows):
        return Exit.STOPPED
    return Exit.DONE if found.accurate else Exit.TOLERANCE


def _refuse_steps(words: list[str], step: float | None) -> None:
    """A fixed-step integrator needs a step, and only such an integrator takes one."""
    from snodo.integrators.base import fixed_words, is_fixed

    fixed = [word for word in words if is_fixed(word)]
    if fixed and step is None:
        raise click.UsageError(f"{' and '.join(fixed)} need a fixed step: give --step")
    if step is not None and not fixed:
        raise click.UsageError(f"--step applies only to {fixed_words()}: give --integrators")


def _compared(file: Path, step: float | None, words: list[str], choices: dict[str, Any]) -> Any:
    from snodo.analyses.compare.compare import compare as compared
    from snodo.integrators.base import integrator_from, is_fixed

    integrators = [integrator_from(word, step=step) if is_fixed(word) else word for word in words]
    return compared(loaded(file, choices.pop("values")), **{**choices, "integrators": integrators})
