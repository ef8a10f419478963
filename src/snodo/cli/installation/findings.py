"""Findings about an installation: sections of facts, and problems with their remedies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from snodo.errors import Problem


@dataclass(frozen=True)
class Fact:
    """A line of the report."""

    name: str
    value: str
    note: str = ""


@dataclass
class Section:
    """Facts of one kind; `data` is what scripts read of them."""

    title: str
    facts: list[Fact] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    """What keeps snodo from working as it should."""
    data: dict[str, Any] = field(default_factory=dict)

    def add(self, name: str, value: str, note: str = "") -> None:
        """Add a fact."""
        self.facts.append(Fact(name, value, note))

    def complain(self, what: str, remedy: str) -> None:
        """Add a problem."""
        self.problems.append(Problem(what, remedy))


def as_document(version: str, sections: Iterable[Section]) -> dict[str, Any]:
    """All sections, for JSON."""
    listed = list(sections)
    problems = [{"what": p.what, "remedy": p.remedy} for section in listed for p in section.problems]
    return {"snodo": version, "problems": problems, **{section.title: section.data for section in listed}}


def size(number: float) -> str:
    """Bytes in a form that people read: `12.3 MB`."""
    for unit in ("B", "kB", "MB"):
        if number < 1000:
            return f"{number:.3g} {unit}"
        number /= 1000
    return f"{number:.3g} GB"
