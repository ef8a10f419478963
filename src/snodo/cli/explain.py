"""`snodo explain`: the equations of a mechanism, as text or as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from snodo.cli.parameters import Values, loaded, setting
from snodo.cli.printing import PIPE_WIDTH, OutputFile, Word, problems_reported, wrote

EPILOG = """\b
Example:  snodo explain four_bar.yaml --ground --html four_bar.html"""


@click.command(epilog=EPILOG, short_help="Show the equations: Jacobian, γ, each joint's formula.")
@click.argument("file", type=click.Path(path_type=Path))
@setting
@click.option("--formulation", type=Word("formulation"), help="Coordinates; default: chosen for the mechanism.")
@click.option("--ground", is_flag=True, help="Put the ground's three columns first in the Jacobian.")
@click.option("--method", help="Explain a constraint method instead: embedding, baumgarte, …")
@click.option("--html", type=OutputFile(".html", ".htm"), help="Write a self-contained page instead of text.")
@click.option("--at-start", is_flag=True, help="Use the mechanism as drawn and at rest, without assembling it.")
def explain(
    file: Path,
    values: Values,
    formulation: str | None,
    ground: bool,
    method: str | None,
    html: Path | None,
    at_start: bool,
) -> None:
    """Print the coordinates, the labelled Jacobian, γ and every joint's formula with its numbers.

    In the formulation tree, which is the default in space, also the sweeps of forward dynamics, link by link.
    """
    with problems_reported():
        found = _explanation(file, values, formulation, ground, method, at_start)
        if html is None:
            click.echo(found.text(_width()), nl=False)
        else:
            wrote(found.save(html))


def _explanation(
    file: Path, values: Values, formulation: str | None, ground: bool, method: str | None, at_start: bool
) -> Any:
    from snodo.formulations.bind import bind
    from snodo.views.explain.explain import explain as explained

    F = bind(loaded(file, values), formulation)
    return explained(F, ground=ground, method=method, q=F.reference()[0] if at_start else None)


def _width() -> int:
    """Characters per line of this terminal or pipe."""
    import shutil
    import sys

    return max(40, shutil.get_terminal_size().columns) if sys.stdout.isatty() else PIPE_WIDTH
