"""Shared by the commands: printing to terminals and pipes, and turning problems into sentences and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from snodo.cli.exit_codes import Exit, exit_code
from snodo.cli.streams import wants_colour
from snodo.errors import Problem, SnodoError
from snodo.registry import REGISTRIES, Registry, normalised

PIPE_WIDTH = 120
"""Characters per line when the output does not go to a terminal."""
LONGEST_WORD = 24
"""Text longer than this may be broken in a table."""


def tolerate_any_letters() -> None:
    """If the terminal cannot show a character such as Φ, print a question mark instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


@contextmanager
def problems_reported() -> Iterator[None]:
    """Context in which problems are printed as sentences, and end the command with their exit code."""
    try:
        yield
    except SnodoError as error:
        report(error.problems)
        raise SystemExit(exit_code(error)) from None
    except OSError as error:
        report([Problem(f"cannot write or read {error.filename or 'a file'}: {error.strerror or error}")])
        raise SystemExit(Exit.WRITING) from None


def report(problems: Iterable[Problem], title: str = "") -> None:
    """Print problems on the error stream."""
    found = list(problems)
    count = f"{len(found)} problems" if len(found) > 1 else "problem"
    click.secho(f"{title or count}:", fg="red", bold=True, err=True)
    for problem in found:
        click.echo(f"  {problem}".replace("\n", "\n  "), err=True)


def look(hints: Iterable[str]) -> None:
    """Print hints."""
    for hint in hints:
        click.echo(click.style("hint:", fg="yellow", bold=True) + f" {hint}")


def plural(count: int, word: str, many: str = "") -> str:
    """`1 body`, `3 bodies`."""
    return f"{count} {word if count == 1 else many or word + 's'}"


def number(x: float) -> str:
    """A number with six digits; rounding dust is zero."""
    return "0" if abs(x) < 1e-12 else f"{x:.6g}"


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> None:
    """Print a small table: words left, numbers right; in a narrow terminal words are wrapped, numbers never."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    needed = 0
    for k, head in enumerate(heads):
        words, longest = k in left, max([len(head), *(len(row[k]) for row in rows)])
        least = min(longest, LONGEST_WORD) if words else longest
        needed += least + 3
        table.add_column(_plain(head), justify="left" if words else "right", min_width=least, overflow="fold")
    for row in rows:
        table.add_row(*(_plain(word) for word in row))
    console = Console(file=sys.stdout, highlight=False, color_system="auto" if wants_colour() else None)
    console.width = max(console.width if sys.stdout.isatty() else PIPE_WIDTH, needed)
    console.print(table)


def _plain(word: str) -> Any:
    """Plain text: square brackets are not markup of rich."""
    from rich.text import Text

    return Text(word)


def wrote(path: Path | str) -> None:
    """Print that a file was written."""
    click.echo(f"wrote {path}")


# ---------------------------------------------------------------- options
class Quantity(click.ParamType):
    """A number in SI units, or with a unit: `0.5`, `"500 ms"`."""

    def __init__(self, what: str) -> None:
        """What it measures: time, …"""
        self.what = what
        self.name = what

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """Convert the text, or report why it is not a quantity."""
        from snodo.math.units import UnitError, quantity

        try:
            found = quantity(value, self.what)
        except UnitError as error:
            self.fail(str(error), param, ctx)
        if not 0 < found < float("inf"):
            self.fail(f"{value} is not a positive {self.what}", param, ctx)
        return found


class Word(click.ParamType):
    """The name of a formulation, method or integrator, looked up in its registry when needed."""

    name = "word"

    def __init__(self, kind: str) -> None:
        """Kind: formulation, method or integrator."""
        self.kind = kind

    @property
    def known(self) -> Registry:
        """All names of this kind."""
        found = REGISTRIES[self.kind]
        try:
            list(found)
        except SnodoError as error:  # from another installed package
            raise click.ClickException(str(error)) from None
        return found

    def get_metavar(self, param: Any, ctx: Any = None) -> str:
        """The names, for the help."""
        return f"[{'|'.join(self.known)}]"

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[Any]:
        """The names that begin with the text."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(word) for word in self.known if word.startswith(incomplete)]

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        """The name as registered, or an error that lists all names."""
        word = normalised(value)
        if word not in self.known:
            self.fail(f"{value!r} is not one of {', '.join(self.known)}", param, ctx)
        return word


class Words(Word):
    """Words with commas between them."""

    def get_metavar(self, param: Any, ctx: Any = None) -> str:
        """Placeholder in the help."""
        return "WORDS"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The names, or an error that names the unknown one."""
        if isinstance(value, list):
            return value
        words = [Word.convert(self, word, param, ctx) for word in str(value).split(",") if word.strip()]
        return words or self.fail(f"give some of {', '.join(self.known)}", param, ctx)


class OutputFile(click.ParamType):
    """A file to write; its folder and its ending are checked before any work is done."""

    name = "file"

    def __init__(self, *endings: str) -> None:
        """Endings such as `.png`."""
        self.endings = endings

    def convert(self, value: Any, param: Any, ctx: Any) -> Path:
        """Check it."""
        path = Path(value)
        if path.suffix.lower() not in self.endings:
            self.fail(f"{str(path)!r} must end in {' or '.join(self.endings)}", param, ctx)
        if not path.parent.is_dir():
            self.fail(f"there is no folder {str(path.parent)!r} to write {path.name} in", param, ctx)
        return path
