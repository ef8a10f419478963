"""`snodo check`: read, validate, assemble and count, without running."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from snodo.cli.printing import number, plural, print_table, report

EPILOG = """\b
Example:  snodo check four_bar.yaml"""


@click.command(epilog=EPILOG, short_help="Check and assemble mechanisms without running.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def check(files: tuple[Path, ...]) -> None:
    """Read each FILE, check and assemble it, and print its mobility, branch and masses."""
    from snodo.errors import SnodoError

    failed = 0
    for k, file in enumerate(files):
        if k:
            click.echo("")
        try:
            _check(file)
        except SnodoError as error:
            failed += 1
            report(error.problems, f"{file}: {plural(len(error.problems), 'problem')}")
    if failed:
        raise SystemExit(1)


def _check(file: Path) -> None:
    from snodo.analyses.assembly import assemble
    from snodo.analyses.mobility import LARGEST, mobility
    from snodo.formats import load
    from snodo.formulations.bind import bind

    mechanism = load(file)
    F = bind(mechanism)
    start = assemble(F)
    click.echo(f"{mechanism.name}: {file} is fine")
    click.echo("")
    _masses(F)
    click.echo("")
    click.echo(start)
    click.echo(mobility(F, start.q) if F.nc <= LARGEST else f"{F.nc} rows: too many to take their rank")


def _masses(F: Any) -> None:
    """Mass, centre of mass and inertia of every body as they will be used, and the whole mass."""
    rows = []
    for name in F.body_names:
        inertia = F.geometry.bodies[name].inertia
        com = ", ".join(number(x) for x in inertia.com[:2])
        kind = F.mechanism.bodies[name].kind
        rows.append([name, kind, number(inertia.mass), f"({com})", number(inertia.izz)])
    total = sum(F.geometry.bodies[name].inertia.mass for name in F.body_names)
    rows.append(["all", "", number(total), "", ""])
    heads = ("body", "kind", "mass [kg]", "centre of mass [m]", "inertia about it [kg m²]")
    print_table(heads, rows, left=(0, 1))
