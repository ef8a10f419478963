"""`snodo sweep`: simulate a family of mechanisms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from snodo.cli.parameters import setting
from snodo.cli.printing import OutputFile, Quantity, Word, problems_reported

PICTURES = (".png", ".svg", ".pdf")
EPILOG = """\b
Example:  snodo sweep slider.yaml --vary crank=0.1:0.2:50 --outputs "B.reaction max" --save family.nc --workers 4"""


class Variation(click.ParamType):
    """What varies, and its values."""

    name = "variation"

    def get_metavar(self, param: Any, ctx: Any = None) -> str:
        """Placeholder in the help."""
        return "NAME=LOW:HIGH:COUNT"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, str]:
        """Split the text, or report that it is none."""
        if isinstance(value, tuple):
            return value
        name, sign, text = str(value).partition("=")
        if not sign or not name.strip() or not text.strip():
            self.fail(f"{value!r} is no variation: write crank=0.1:0.2:50, or crank=0.1,0.15,0.2", param, ctx)
        return name.strip(), text.strip()


@click.command(epilog=EPILOG, short_help="Simulate a family: many values of parameters and initial values.")
@click.argument("file", type=click.Path(path_type=Path))
@setting
@click.option(
    "--vary",
    multiple=True,
    type=Variation(),
    help='A parameter or initial value and its values: crank=0.1:0.2:50, "crank=80 mm:200 mm:25", A.angle=0,0.5,1; '
    "may be repeated: all combinations; default: as in the file.",
)
@click.option(
    "--sampling",
    type=click.Choice(["latin_hypercube", "sobol"]),
    help="Draw members from the ranges given by --vary crank=0.1:0.2, instead of all combinations.",
)
@click.option("--members", type=click.IntRange(1), help="Number of members that are drawn.")
@click.option("--seed", type=click.IntRange(0), help="Seed of the members that are drawn; default: 0.")
@click.option(
    "--outputs",
    multiple=True,
    metavar="NAME",
    help='What is kept, such as "B.reaction max, rod.angle final"; may be repeated; default: as in the file, or the '
    "coordinates of the joints.",
)
@click.option("--duration", type=Quantity("time"), help="Simulated time [s]; default: as in the file, or 5.")
@click.option("--output-step", type=Quantity("time"), help="Time between rows of a run [s].")
@click.option("--formulation", type=Word("formulation"), help="Coordinates; default: chosen for the mechanism.")
@click.option("--method", type=Word("method"), help="Constraint method.")
@click.option("--integrator", type=Word("integrator"), help="Integrator.")
@click.option("--tolerance", type=click.FloatRange(0, 1, min_open=True), help="Relative tolerance; default 1e-8.")
@click.option("--threads", type=click.IntRange(1), help="Threads of one process.")
@click.option("--workers", type=click.IntRange(1), help="Processes of this machine.")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster: tcp://… of its scheduler.")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Keep the sweep there while it runs; the same command goes on with it. Default with --save family.nc: "
    "family.sweep, removed at the end.",
)
@click.option("--chunk", type=click.IntRange(1), help="Members of a chunk; default: half a second of work.")
@click.option("--save", type=OutputFile(".nc"), help="Write everything to a netCDF file.")
@click.option("--csv", type=OutputFile(".csv"), help="Write a table with a row for each member.")
@click.option("--plot-file", type=OutputFile(*PICTURES), help="Plot the first output.")
@click.option("--page", type=OutputFile(".html"), help="Write a page with sliders that shows each member move.")
@click.option("-q", "--quiet", is_flag=True, help="Print only problems.")
def sweep(file: Path, quiet: bool, **choices: Any) -> None:
    """Simulate a family of the mechanism in FILE: all combinations of the values given by --vary."""
    from snodo.cli.sweeping import Sweeping

    with problems_reported():
        _refuse_contradictions(choices)
        sweeping = Sweeping(file, choices, quiet)
        sweeping.go()
    raise SystemExit(sweeping.code)


def _refuse_contradictions(choices: dict[str, Any]) -> None:
    """Refuse contradictory options as wrong usage."""
    places = [f"--{word}" for word in ("threads", "workers", "scheduler") if choices[word] is not None]
    if len(places) > 1:
        raise click.UsageError(f"{' and '.join(places)}: choose one place")
    drawn = [f"--{word}" for word in ("members", "seed") if choices[word] is not None]
    if choices["sampling"] is None and drawn:
        raise click.UsageError(f"{' and '.join(drawn)} need --sampling: latin_hypercube or sobol")
    if choices["sampling"] is not None and choices["members"] is None:
        raise click.UsageError("--sampling needs --members: give their number")
    if choices["sampling"] is not None and not choices["vary"]:
        raise click.UsageError("--sampling needs --vary: give the ranges, such as --vary crank=0.1:0.2")
    if choices["scheduler"] is not None and not choices["folder"] and not choices["save"]:
        raise click.UsageError("--scheduler needs --folder or --save, so that nothing is lost with the scheduler")
