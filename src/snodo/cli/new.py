"""`snodo new`: a commented file to start from."""

from __future__ import annotations

from pathlib import Path

import click

from snodo.cli.printing import OutputFile, problems_reported
from snodo.whole_files import write_whole

EPILOG = """\b
Example:  snodo new press.yaml --kind slider-crank"""


@click.command(epilog=EPILOG, short_help="Write a commented file to start from.")
@click.argument("file", type=OutputFile(".yaml", ".yml"))
@click.option(
    "--kind",
    type=click.Choice(["four-bar", "slider-crank", "pendulum"]),
    default="four-bar",
    show_default=True,
    help="Mechanism to start from.",
)
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
def new(file: Path, kind: str, force: bool) -> None:
    """Write a commented mechanism to FILE, ready to run, and print the next commands."""
    from snodo.cli.starters import STARTERS

    if file.exists() and not force:
        raise click.UsageError(f"{str(file)!r} exists already; choose another name, or overwrite it with --force")
    with problems_reported():
        write_whole(file, STARTERS[kind])
    name = f'"{file}"' if " " in str(file) else str(file)
    click.echo(f"wrote {file}: a {kind}. Next:")
    for command, what in (
        (f"snodo check {name}", "check it"),
        (f"snodo run {name}", "simulate it"),
        (f"snodo view {name}", "move its joints in the browser"),
        (f"snodo run {name} --animate motion.html", "see it move"),
        (f"snodo explain {name}", "see its equations"),
    ):
        click.echo(f"  {command:<{len(name) + 32}}  {what}")
