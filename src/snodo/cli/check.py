"""`snodo check`: read, validate, assemble and count, without running."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from snodo.cli.exit_codes import Exit, exit_code
from snodo.cli.parameters import Values, loaded, setting
from snodo.cli.printing import OutputFile, look, number, plural, print_table, report, wrote

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.mechanism.mechanism import Mechanism

EPILOG = """\b
Example:  snodo check four_bar.yaml --draw motion.png"""


def options(command: Any) -> Any:
    """The options of `snodo check`, which `snodo doctor FILE` has too."""
    draw = click.option("--draw", type=OutputFile(".png", ".svg", ".pdf"), help="Draw a free motion (of one FILE).")
    motion = click.option(
        "--motion", type=click.IntRange(min=1), default=None, help="Which free motion to draw; default: 1."
    )
    as_json = click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON, for scripts.")
    return setting(draw(motion(as_json(command))))


@click.command(epilog=EPILOG, short_help="Check and assemble mechanisms without running.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@options
def check(files: tuple[Path, ...], values: Values, draw: Path | None, motion: int | None, as_json: bool) -> None:
    """Read each FILE, check and assemble it, and print its masses, its branch and the doctor's report.

    The report lists degrees of freedom, free motions, redundant rows, which reactions are determined, and remedies.
    Lines that begin with "hint:" name what is allowed, but rarely intended. The exit code is that of the first FILE
    with a problem: 3 if it is wrong, 4 if the mechanism does not assemble.
    """
    raise SystemExit(checked(files, values, draw, motion, as_json))


def checked(files: tuple[Path, ...], values: Values, draw: Path | None, motion: int | None, as_json: bool) -> Exit:
    """Check the files and print what is found; returns the code of the first with a problem."""
    if motion is not None and draw is None:
        raise click.UsageError("--motion needs --draw: give a file for the picture")
    if draw is not None and len(files) > 1:
        raise click.UsageError("--draw works with one FILE only")
    if draw is not None and as_json:
        raise click.UsageError("--json draws nothing: leave out --draw")
    if as_json:
        from snodo.cli.check_json import findings_as_json

        text, code = findings_as_json(files, values)
        click.echo(text)
        return code
    return _printed(files, values, draw, motion or 1)


def _printed(files: tuple[Path, ...], values: Values, draw: Path | None, motion: int) -> Exit:
    from snodo.errors import SnodoError

    first = Exit.DONE
    for k, file in enumerate(files):
        if k:
            click.echo("")
        try:
            _check(file, values, draw, motion - 1)
        except SnodoError as error:
            first = first or exit_code(error)
            report(error.problems, f"{file}: {plural(len(error.problems), 'problem')}")
    return first


def _check(file: Path, values: Values, picture: Path | None, motion: int) -> None:
    from snodo.analyses.assembly.assemble import assemble
    from snodo.analyses.doctor.hints import far_points, unequal_sizes
    from snodo.errors import AssemblyError

    mechanism = loaded(file, values)
    F = bound(mechanism)
    try:
        start = assemble(F)
    except AssemblyError:
        look([*far_points(F), *unequal_sizes(F), *_contradiction(F)])
        raise
    click.echo(f"{mechanism.name}: {file} is valid")
    click.echo("")
    _masses(F)
    click.echo("")
    _assembled(F, start)
    _examined(F, start, picture, motion)


def _examined(F: Formulation, start: Any, picture: Path | None, motion: int) -> None:
    """The doctor's report; only the mobility if there are no rows, or if the doctor cannot examine them."""
    from snodo.analyses.doctor.diagnosis import doctor
    from snodo.analyses.doctor.hints import hints
    from snodo.analyses.doctor.mobility import mobility
    from snodo.analyses.doctor.report import elastic_line, letter
    from snodo.errors import UnsupportedError
    from snodo.formulations.rank import LARGEST

    if F.nc > LARGEST:
        click.echo(f"{F.nc} rows: too many to compute their rank")
        return look(hints(F, start.q, start.v))
    try:
        found = doctor(F)
    except UnsupportedError as error:
        click.echo(mobility(F, start.q, v=start.v))
        return look([*(problem.what for problem in error.problems), *hints(F, start.q, start.v)])
    lines = (
        [letter(found, remarks=False)] if F.nc else [str(mobility(F, start.q, v=start.v)), *elastic_line(F.mechanism)]
    )
    click.echo("\n".join(lines))
    look(found.remarks)
    if picture is not None:
        found.draw(picture, motion)
        wrote(picture)


def _contradiction(F: Formulation) -> list[str]:
    """The smallest set of rows that prevents assembly, if it can be found."""
    from snodo.analyses.doctor.diagnosis import doctor
    from snodo.errors import SnodoError

    try:
        found = doctor(F).contradiction
    except SnodoError:
        return []
    return [f"the smallest set of contradictory constraints: {found}"] if found else []


def bound(mechanism: Mechanism) -> Any:
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


def _masses(F: Formulation) -> None:
    """Size, mass, centre of mass and inertia of every body as they will be used, and the total mass."""
    from snodo.analyses.doctor.hints import sides_of

    rows = []
    for name in F.body_names:
        inertia = F.geometry.bodies[name].inertia
        com = ", ".join(number(x) for x in inertia.com[: F.mechanism.dimension])
        moments = _moments(inertia) if F.mechanism.dimension == 3 else number(inertia.izz)
        size = " × ".join(number(x) for x in sides_of(F, name) if x > 0)
        kind = F.mechanism.bodies[name].kind
        rows.append([name, kind, size, number(inertia.mass), f"({com})", moments])
    total = sum(F.geometry.bodies[name].inertia.mass for name in F.body_names)
    rows.append(["total", "", "", number(total), "", ""])
    heads = ("body", "kind", "size [m]", "mass [kg]", "centre of mass [m]", "inertia about it [kg m²]")
    print_table(heads, rows, left=(0, 1))
    click.echo("(the centre of mass is in body axes, relative to the body's origin, which for a bar is its middle)")


def _moments(inertia: Any) -> str:
    """Moments about x, y and z, and the products where there are any."""
    J = inertia.tensor
    products = {"xy": J[0][1], "xz": J[0][2], "yz": J[1][2]}
    nonzero = [f"{word} {number(x)}" for word, x in products.items() if number(x) != "0"]
    return ", ".join([*(number(J[k][k]) for k in range(3)), *nonzero])


def _assembled(F: Formulation, start: Any) -> None:
    """The result of the assembly, and its branch."""
    if F.nc:
        click.echo(str(start).partition("\n")[0])
    elif start.moved > 0:
        click.echo(f"no loops to close; initial values move bodies by up to {start.moved:.3g} m from the drawing")
    if start.branch:
        sides = ", ".join(f"{joint} {side}" for joint, side in start.branch.items())
        click.echo(f"branch (direction in which each joint bends): {sides}")
