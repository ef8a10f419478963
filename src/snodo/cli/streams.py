"""Output that ends early: the reader of a pipe has seen enough, or the disk is full; the work goes on all the same."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import sys
from collections.abc import Iterator
from typing import Any

import click

INTERRUPTED = 130
"""Exit code of a command that Ctrl-C ended: 128 and the number of the signal."""
_CLOSED = (errno.EPIPE, errno.EINVAL)
"""What systems say when the reader of a pipe is gone; the second is Windows'."""


class _Lasting(io.FileIO):
    """An output that takes everything; what cannot be written any more is dropped, and the reason kept."""

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
    """Within it, printing never fails: a command writes its files even if nobody reads what it prints.

    A pipe closed by its reader, as by `| head -1`, is no problem; any other reason ends the command with 1.
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
                raise SystemExit(1)


def _outlast() -> _Lasting | None:
    """Put a lasting output in the place of the standard one, unless it is a terminal or not a file at all."""
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
    """Whether colours are welcome (https://no-color.org)."""
    return not os.environ.get("NO_COLOR")


class Program(click.Group):
    """The command with all its commands, whose output lasts and which Ctrl-C ends as shells expect."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run one of the commands."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("\ninterrupted: Ctrl-C ended the command before it was done", err=True)
            raise SystemExit(INTERRUPTED) from None

    def main(self, *arguments: Any, **options: Any) -> Any:
        """As click does it."""
        if not wants_colour():
            options.setdefault("color", False)
        with lasting_output():
            return super().main(*arguments, **options)
