"""What goes wrong, in sentences: the part, the numbers, what to do, and where the user wrote it.

A `Problem` is one mistake.  Everything that checks collects problems and raises one `SnodoError` with all of them.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

_PACKAGE = str(Path(__file__).parent)


@dataclass(frozen=True)
class Problem:
    """One mistake: what is wrong, what to do about it, and the user's line (`file:line`), where known."""

    what: str
    remedy: str = ""
    where: str = ""

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f"\n    → {self.remedy}" if self.remedy else ""
        return f"{place}{self.what}{advice}"


class SnodoError(Exception):
    """Base of all errors raised by snodo; `problems` holds every mistake found."""

    def __init__(self, problems: str | Problem | Iterable[Problem]) -> None:
        if isinstance(problems, str):
            problems = [Problem(problems)]
        elif isinstance(problems, Problem):
            problems = [problems]
        self.problems: list[Problem] = list(problems)
        super().__init__(_listed(self.problems))


class MechanismError(SnodoError):
    """The description of the mechanism is wrong or incomplete."""


class FileError(MechanismError):
    """A file cannot be read, or its contents are wrong."""


class WriteError(FileError):
    """A file cannot be written."""


class AssemblyError(SnodoError):
    """The mechanism does not close, or its velocities contradict one another."""


class UnsupportedError(SnodoError):
    """A combination of choices that does not exist (yet); the message says what to use instead."""


class RunError(SnodoError):
    """A run that could not be finished; `result` holds the part that is good, or None."""

    result: Any = None


class NameNotFound(SnodoError, KeyError):
    """A name that does not exist, with the nearest ones that do."""

    def __str__(self) -> str:
        return SnodoError.__str__(self)


class AttributeNotFound(SnodoError, AttributeError):
    """An attribute or method that does not exist, with the nearest ones that do.

    Programs ask for attributes that may not exist, and often: the nearest ones are looked for when somebody reads them.
    """

    def __init__(self, what: str, where: str, remedy: Callable[[], str]) -> None:
        AttributeError.__init__(self, what)
        self._parts = (what, where, remedy)

    @cached_property
    def problems(self) -> list[Problem]:  # type: ignore[override]
        """The one mistake."""
        what, where, remedy = self._parts
        return [Problem(what, remedy(), where)]

    def __str__(self) -> str:
        return str(self.problems[0])


class ArgumentNotFound(MechanismError, TypeError):
    """A keyword argument that does not exist, with the nearest ones that do."""


def _listed(problems: Sequence[Problem]) -> str:
    if len(problems) == 1:
        return str(problems[0])
    lines = [f"{len(problems)} problems:"]
    lines += [f"{k:3d}. {problem}" for k, problem in enumerate(problems, 1)]
    return "\n".join(lines)


def suggestion(name: str, known: Iterable[str]) -> str:
    """Remedy for an unknown name: the nearest known names, or all of them if they are few."""
    known = list(known)
    inside = [path for path in known if path.endswith(f"/{name}")][:3]
    if inside:
        return "write " + " or ".join(repr(path) for path in inside)
    near = difflib.get_close_matches(str(name), known, n=3, cutoff=0.6)
    if near:
        return "did you mean " + " or ".join(repr(n) for n in near) + "?"
    if not known:
        return "there are none yet"
    shown = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
    return f"known names: {shown}"


def user_line() -> str:
    """`file:line` of the innermost caller outside this package, or an empty string."""
    frame = sys._getframe(1)
    while frame is not None:
        if not frame.f_code.co_filename.startswith((_PACKAGE, "<string>")):  # a dataclass' own __init__ has no file
            return f"{frame.f_code.co_filename}:{frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]
    return ""
