"""`snodo check`: read, validate, assemble and count, without running."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from snodo.cli.printing import look, number, plural, print_table, report

EPILOG = """\b
Example:  snodo check four_bar.yaml"""


@click.command(epilog=EPILOG, short_help="Check and assemble mechanisms without running.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def check(files: tuple[Path, ...]) -> None:
    """Read each FILE, check and assemble it, and print its mobility, branch and masses.

    Lines that begin with "look:" are hints: what is allowed, but seldom meant.
    """
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
    from snodo.analyses.hints import far_points, hints, unequal_sizes
    from snodo.analyses.mobility import LARGEST, mobility
    from snodo.errors import AssemblyError
    from snodo.formats import load

    mechanism = load(file)
    F = _bound(mechanism)
    try:
        start = assemble(F)
    except AssemblyError:
        look([*far_points(F), *unequal_sizes(F)])
        raise
    click.echo(f"{mechanism.name}: {file} is fine")
    click.echo("")
    _masses(F)
    click.echo("")
    _assembled(F, start)
    click.echo(mobility(F, start.q) if F.nc <= LARGEST else f"{F.nc} rows: too many to take their rank")
    look(hints(F, start.q))


def _bound(mechanism: Any) -> Any:
    """The formulation; problems of the mechanism and of its run settings are raised together."""
    from snodo.cli.settings import settings_problems
    from snodo.errors import MechanismError, SnodoError
    from snodo.formulations.bind import bind

    problems = settings_problems(mechanism.run)
    try:
        F = bind(mechanism, mechanism.run.formulation)
    except SnodoError as error:
        raise MechanismError([*error.problems, *problems]) from None
    if problems:
        raise MechanismError(problems)
    return F


def _masses(F: Any) -> None:
    """Size, mass, centre of mass and inertia of every body as they will be used, and the whole mass."""
    from snodo.analyses.hints import sides_of

    rows = []
    for name in F.body_names:
        inertia = F.geometry.bodies[name].inertia
        com = ", ".join(number(x) for x in inertia.com[: F.mechanism.dimension])
        moments = _moments(inertia) if F.mechanism.dimension == 3 else number(inertia.izz)
        size = " × ".join(number(x) for x in sides_of(F, name) if x > 0)
        kind = F.mechanism.bodies[name].kind
        rows.append([name, kind, size, number(inertia.mass), f"({com})", moments])
    total = sum(F.geometry.bodies[name].inertia.mass for name in F.body_names)
    rows.append(["all", "", "", number(total), "", ""])
    heads = ("body", "kind", "size [m]", "mass [kg]", "centre of mass [m]", "inertia about it [kg m²]")
    print_table(heads, rows, left=(0, 1))
    click.echo("(the centre of mass is in body axes, from the body's origin; that of a bar is its middle)")


def _moments(inertia: Any) -> str:
    """Moments about x, y and z, and the products where there are any."""
    J = inertia.tensor
    products = {"xy": J[0][1], "xz": J[0][2], "yz": J[1][2]}
    told = [f"{word} {number(x)}" for word, x in products.items() if number(x) != "0"]
    return ", ".join([*(number(J[k][k]) for k in range(3)), *told])


def _assembled(F: Any, start: Any) -> None:
    """How the assembly went, and on which branch it ended."""
    if F.nc:
        click.echo(str(start).partition("\n")[0])
    elif start.moved > 0:
        click.echo(f"nothing to close; initial values move bodies by up to {start.moved:.3g} m from the drawing")
    if start.branch:
        sides = ", ".join(f"{joint} {side}" for joint, side in start.branch.items())
        click.echo(f"branch (which way each joint bends): {sides}")
