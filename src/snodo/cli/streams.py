"""Output that ends early: a pipe is closed by its reader, or the disk is full; the command continues nevertheless."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import Any

import click

from snodo.cli.exit_codes import Exit

_CLOSED = (errno.EPIPE, errno.EINVAL)
"""Errors when the reader of a pipe is gone; the second is for Windows."""


class _Lasting(io.FileIO):
    """An output that never fails: what cannot be written is dropped, and the reason is kept."""

    problem: OSError | None = None

    def write(self, data: Any) -> int:
        """Write, or drop it."""
        if self.problem is None:
            try:
                return super().write(data)
            except OSError as error:
                self.problem = error
        return memoryview(data).nbytes


@contextlib.contextmanager
def lasting_output() -> Iterator[None]:
    """Context in which printing never fails: a command writes its files even if its output is not read.

    A pipe closed by its reader, as with `| head -1`, is ignored; any other failure makes the command exit with 7.
    """
    raw = _outlast()
    try:
        yield
    finally:
        if raw is not None:
            with contextlib.suppress(OSError, ValueError):
                sys.stdout.flush()
            if raw.problem is not None and raw.problem.errno not in _CLOSED:
                click.echo(f"problem:\n  the output could not be written: {raw.problem.strerror}", err=True)
                raise SystemExit(Exit.WRITING)


def _outlast() -> _Lasting | None:
    """Replace the standard output by a lasting one, unless it is a terminal or not a file."""
    stream = sys.stdout
    try:
        handle = stream.fileno()
        if stream.isatty():
            return None
        stream.flush()
    except (AttributeError, OSError, ValueError):  # closed, or replaced by something else
        return None
    raw = _Lasting(handle, "w", closefd=False)
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(raw), encoding=stream.encoding, errors="replace")
    return raw


def wants_colour() -> bool:
    """Whether to use colours (https://no-color.org)."""
    return not os.environ.get("NO_COLOR")


class Program(click.Group):
    """The group of all commands, with lasting output, and exit codes for Ctrl-C and for errors of snodo itself."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run one of the commands."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("\ninterrupted: Ctrl-C ended the command before it finished", err=True)
            raise SystemExit(Exit.INTERRUPTED) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            raise SystemExit(unexpected(error)) from None

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run the command line, with lasting output."""
        if not wants_colour():
            options.setdefault("color", False)
        with lasting_output():
            return super().main(*arguments, **options)


def unexpected(error: Exception) -> Exit:
    """Print an error that nobody foresaw with its traceback, and what to do about it."""
    import traceback

    click.echo("".join(traceback.format_exception(error)), err=True, nl=False)
    click.echo(
        f"\nunexpected {type(error).__name__}: this is an error of snodo, not of your model.\n"
        "Please report it with the lines above, the command and the output of `snodo doctor`.",
        err=True,
    )
    return Exit.UNEXPECTED
