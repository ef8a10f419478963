"""`snodo run`: simulate a mechanism and print the results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from snodo.cli.parameters import setting
from snodo.cli.printing import OutputFile, Quantity, Word, problems_reported

PICTURES = (".png", ".svg", ".pdf")
EPILOG = """\b
Example:  snodo run four_bar.yaml --duration 2 --plot motor.effort --x A.angle --units deg --animate four_bar.gif"""


@click.command(epilog=EPILOG, short_help="Simulate a mechanism and print the results.")
@click.argument("file", type=click.Path(path_type=Path))
@setting
@click.option("--duration", type=Quantity("time"), help="Simulated time [s]; default: as in the file, or 5.")
@click.option("--output-step", type=Quantity("time"), help="Time between rows of the result [s].")
@click.option(
    "--kinematics", is_flag=True, help="Follow the drivers exactly instead of integrating (needs 0 degrees of freedom)."
)
@click.option("--formulation", type=Word("formulation"), help="Coordinates; default: chosen for the mechanism.")
@click.option(
    "--cut",
    multiple=True,
    metavar="NAME",
    help="Joint at which the tree formulation cuts a loop; may be repeated; default: as in the file, or automatic.",
)
@click.option("--method", type=Word("method"), help="Constraint method.")
@click.option("--integrator", type=Word("integrator"), help="Integrator.")
@click.option("--tolerance", type=click.FloatRange(0, 1, min_open=True), help="Relative tolerance; default 1e-8.")
@click.option("--step", type=Quantity("time"), help="Step of a fixed-step integrator [s].")
@click.option(
    "--error-bars/--no-error-bars",
    default=None,
    help="Estimate the error by repeating the run at a tenth of the tolerance; default: if that is cheap.",
)
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Keep the run there: the same command, or `snodo resume FOLDER`, goes on with it after a crash or Ctrl-C.",
)
@click.option("--checkpoint-every", type=Quantity("time"), help="Real time between two checkpoints [s]; default 30.")
@click.option("--save", type=OutputFile(".nc"), help="Write everything to a netCDF file.")
@click.option(
    "--csv", type=OutputFile(".csv"), help="Write series as a table; default: the motion and the efforts of drivers."
)
@click.option("--series", multiple=True, metavar="NAME", help="Series for the table, such as B.fx; may be repeated.")
@click.option(
    "--plot", "plots", multiple=True, metavar="NAME", help="Series to plot, such as A.angle; may be repeated."
)
@click.option("--x", metavar="NAME", help="Series for the horizontal axis of the plot, such as A.angle; default: time.")
@click.option(
    "--table",
    "tables",
    multiple=True,
    metavar="NAME",
    help="Series whose peaks and means to print; may be repeated.",
)
@click.option(
    "--units",
    multiple=True,
    metavar="UNIT",
    help="Unit of plots and tables, such as deg or mm, or for one series P.x=mm; may be repeated; default: SI.",
)
@click.option("--plot-file", type=OutputFile(*PICTURES), help="File for the plot; default: plot.png.")
@click.option("--animate", type=OutputFile(".gif", ".mp4", ".html"), help="Write an animation.")
@click.option("--draw", type=OutputFile(*PICTURES), help="Draw several positions in one picture.")
@click.option(
    "--trace",
    "traces",
    multiple=True,
    metavar="NAME",
    help="Frame, joint or body whose path is drawn by --animate and --draw; may be repeated; default: the frames.",
)
@click.option(
    "--meshes", type=click.Path(path_type=Path), metavar="FOLDER", help="Where the meshes of a robot are, for pictures."
)
@click.option("--names", is_flag=True, help="List all series that can be plotted or written, without running.")
@click.option("-q", "--quiet", is_flag=True, help="Print only problems.")
def run(file: Path, quiet: bool, **choices: Any) -> None:
    """Simulate the mechanism in FILE and print the results."""
    from snodo.cli.running import Running

    with problems_reported():
        _refuse_contradictions(choices)
        running = Running(file, choices, quiet)
        running.go()
    raise SystemExit(running.code)


def _refuse_contradictions(choices: dict[str, Any]) -> None:
    """Refuse contradictory options as wrong usage."""
    refuse_contradictions_of_run(choices)
    if choices["checkpoint_every"] is not None and not choices["checkpoint"]:
        raise click.UsageError("--checkpoint-every needs --checkpoint: give the folder")
    if choices["series"] and not choices["csv"]:
        raise click.UsageError("--series needs --csv: give the file for the table")
    choices["units"] = units_given(choices["units"])
    if choices["x"] and not (choices["plots"] or choices["plot_file"]):
        raise click.UsageError("--x needs --plot: name the series to plot")
    if choices["units"] and not any(choices[word] for word in ("plots", "plot_file", "csv", "tables")):
        raise click.UsageError("--units needs --plot, --csv or --table")
    if choices["traces"] and not (choices["animate"] or choices["draw"]):
        raise click.UsageError("--trace needs --animate or --draw: give a file for the picture")
    if choices["meshes"] and not (choices["animate"] or choices["draw"]):
        raise click.UsageError("--meshes needs --animate or --draw: give a file for the picture")


def refuse_contradictions_of_run(choices: dict[str, Any]) -> None:
    """Those of the options that choose how a mechanism is run."""
    if choices["kinematics"]:
        words = ("method", "integrator", "tolerance", "step", "error_bars", "checkpoint")
        useless = [word.replace("_", "-") for word in words if choices.get(word) is not None]
        if useless:
            raise click.UsageError(f"--kinematics does not integrate: leave out --{', --'.join(useless)}")
    _refuse_steps(choices["integrator"], choices["step"], choices["tolerance"])


def units_given(given: tuple[str, ...]) -> list[str] | dict[str, str]:
    """Units alone, or `name=unit`; commas may stand between them."""
    words = [word.strip() for text in given for word in text.split(",") if word.strip()]
    named = [word for word in words if "=" in word]
    if not named:
        return words
    if len(named) < len(words):
        raise click.UsageError("--units: give all of them alone, as deg, or all with a name, as angle=deg")
    return {name.strip(): unit.strip() for name, _, unit in (word.rpartition("=") for word in named)}


def _refuse_steps(integrator: str | None, step: float | None, tolerance: float | None) -> None:
    """A step applies only to fixed-step integrators, a tolerance to all others."""
    if integrator is None and step is None:
        return
    from snodo.integrators.base import fixed_words, is_fixed

    fixed = integrator is not None and is_fixed(integrator)
    if step is not None and not fixed:
        raise click.UsageError(f"--step applies only to {fixed_words()}: give --integrator")
    if tolerance is not None and fixed:
        raise click.UsageError(f"--tolerance does not apply to the fixed steps of {integrator}: give --step")
