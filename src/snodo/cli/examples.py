"""`snodo examples`: the example mechanisms of the package."""

from __future__ import annotations

from pathlib import Path

import click

from snodo.cli.printing import problems_reported, wrote
from snodo.whole_files import write_whole

EPILOG = """\b
Example:  snodo examples four_bar --copy"""


@click.command(epilog=EPILOG, short_help="List, print or copy the example mechanisms.")
@click.argument("name", required=False)
@click.option("--copy", is_flag=True, help="Copy the example to this folder; existing files are kept.")
def examples(name: str | None, copy: bool) -> None:
    """List the example mechanisms, print the one called NAME, or copy it here."""
    with problems_reported():
        if name is None and copy:
            raise click.UsageError("name the example to copy: snodo examples four_bar --copy")
        if name is None:
            _list()
        elif copy:
            _copy(_find(name))
        else:
            click.echo(_find(name).read_text(encoding="utf-8"), nl=False)


def _list() -> None:
    from snodo.cli.printing import print_table
    from snodo.formats import load
    from snodo.formats.example_files import example_files

    rows = [[name, " ".join(load(path).description.split())] for name, path in example_files().items()]
    print_table(("example", "what it is"), rows, left=(0, 1))
    click.echo("\nprint one with `snodo examples NAME`, copy one here with `snodo examples NAME --copy`")


def _find(name: str) -> Path:
    from snodo.errors import NameNotFound, Problem, suggestion
    from snodo.formats.example_files import example_files

    known = example_files()
    short = {word.rpartition("/")[2]: word for word in known}
    stem = name.removesuffix(".yaml")
    stem = short.get(stem, stem)
    if stem not in known:
        raise NameNotFound(Problem(f"there is no example {name!r}", suggestion(stem, known)))
    return known[stem]


def _copy(path: Path) -> None:
    """Copy an example with the files it includes and the URDF it starts from."""
    for source in [path, *_included(path)]:
        target = Path(source.name)
        if target.exists():
            click.echo(f"{target} exists already: not overwritten", err=True)
        else:
            write_whole(target, source.read_text(encoding="utf-8"))
            wrote(target)


def _included(path: Path) -> list[Path]:
    import yaml

    sections = yaml.safe_load(path.read_text(encoding="utf-8"))
    listed, robot = sections.get("include", []), sections.get("urdf", [])
    robot = robot["file"] if isinstance(robot, dict) else robot
    names = [name for found in (listed, robot) for name in ([found] if isinstance(found, str) else found)]
    return [path.with_name(name) for name in names]
