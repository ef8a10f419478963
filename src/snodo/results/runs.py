"""Results that are plotted and tabulated together, by what they are called; one alone has an empty name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeAlias

from snodo.errors import NameNotFound, UnsupportedError

Runs: TypeAlias = Mapping[str, Any]
"""Results by name."""


@contextmanager
def speaking_of(run: str) -> Iterator[None]:
    """Context in which a problem with one of several results says with which."""
    try:
        yield
    except (NameNotFound, UnsupportedError) as error:
        if not run:
            raise
        problems = [replace(problem, what=f"result {run!r}: {problem.what}") for problem in error.problems]
        raise type(error)(problems) from None
