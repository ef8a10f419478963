"""What the commands share: printing for people and for pipes, and turning problems into sentences and exit codes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from snodo.cli.streams import wants_colour
from snodo.errors import Problem, SnodoError
from snodo.registry import REGISTRIES, Registry, normalised

PIPE_WIDTH = 120
"""Characters to a line when the output does not go to a terminal."""
LONGEST_WORD = 24
"""Text longer than this may be broken in a table."""


def tolerate_any_letters() -> None:
    """Where the terminal cannot show a letter such as Φ, print a question mark instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


@contextmanager
def problems_reported() -> Iterator[None]:
    """Within it, problems of the model, the run or a file are printed as sentences and end the command with 1."""
    try:
        yield
    except SnodoError as error:
        report(error.problems)
        raise SystemExit(1) from None
    except OSError as error:
        report([Problem(f"cannot write or read {error.filename or 'a file'}: {error.strerror or error}")])
        raise SystemExit(1) from None


def report(problems: Iterable[Problem], title: str = "") -> None:
    """Print problems on the error stream."""
    found = list(problems)
    count = f"{len(found)} problems" if len(found) > 1 else "problem"
    click.secho(f"{title or count}:", fg="red", bold=True, err=True)
    for problem in found:
        click.echo(f"  {problem}".replace("\n", "\n  "), err=True)


def look(hints: Iterable[str]) -> None:
    """Print what is worth a look."""
    for hint in hints:
        click.echo(click.style("look:", fg="yellow", bold=True) + f" {hint}")


def plural(count: int, word: str, many: str = "") -> str:
    """`1 body`, `3 bodies`."""
    return f"{count} {word if count == 1 else many or word + 's'}"


def number(x: float) -> str:
    """A number with six digits; rounding dust is zero."""
    return "0" if abs(x) < 1e-12 else f"{x:.6g}"


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> None:
    """A small table: words left, numbers right; numbers are never broken, words are when the terminal is narrow."""
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
    """Text as it is, without rich's markup in square brackets."""
    from rich.text import Text

    return Text(word)


def wrote(path: Path | str) -> None:
    """Say that a file was written."""
    click.echo(f"wrote {path}")


# ---------------------------------------------------------------- options
class Quantity(click.ParamType):
    """A number in SI units, or with a unit: `0.5`, `"500 ms"`."""

    def __init__(self, what: str) -> None:
        """What it measures: time, …"""
        self.what = what
        self.name = what

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """Read it, or say why it is not one."""
        from snodo.math.units import UnitError, quantity

        try:
            found = quantity(value, self.what)
        except UnitError as error:
            self.fail(str(error), param, ctx)
        if not 0 < found < float("inf"):
            self.fail(f"{value} is not a positive {self.what}", param, ctx)
        return found


class Word(click.ParamType):
    """The word of a formulation, method or integrator, from its registry, which is asked when it is needed."""

    name = "word"

    def __init__(self, kind: str) -> None:
        """Kind: formulation, method or integrator."""
        self.kind = kind

    @property
    def known(self) -> Registry:
        """All words of this kind."""
        found = REGISTRIES[self.kind]
        try:
            list(found)
        except SnodoError as error:  # of a package that is installed beside this one
            raise click.ClickException(str(error)) from None
        return found

    def get_metavar(self, param: Any, ctx: Any = None) -> str:
        """The words, for the help."""
        return f"[{'|'.join(self.known)}]"

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[Any]:
        """The words that begin so."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(word) for word in self.known if word.startswith(incomplete)]

    def convert(self, value: Any, param: Any, ctx: Any) -> str:
        """The word as it is registered, or which ones there are."""
        word = normalised(value)
        if word not in self.known:
            self.fail(f"{value!r} is not one of {', '.join(self.known)}", param, ctx)
        return word


class Words(Word):
    """Words with commas between them."""

    def get_metavar(self, param: Any, ctx: Any = None) -> str:
        """One word stands for several."""
        return "WORDS"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """The words, or which one is unknown."""
        if isinstance(value, list):
            return value
        words = [Word.convert(self, word, param, ctx) for word in str(value).split(",") if word.strip()]
        return words or self.fail(f"give some of {', '.join(self.known)}", param, ctx)


class OutputFile(click.ParamType):
    """A file to be written: its folder must exist and its ending be known, before any work is done."""

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
