"""What a report is about: a bound mechanism, its motion if there is one, and what went wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from snodo.analyses.doctor.diagnosis import Diagnosis, doctor
from snodo.errors import Problem, SnodoError, UnsupportedError
from snodo.formulations.rank import LARGEST
from snodo.results.quality.verdict import Quality
from snodo.results.result import Result
from snodo.results.shown_units import ShownUnits

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

MOST_EXAMINED = 250
"""Largest number of bodies that the doctor examines for a report: its cost grows with the third power."""
LARGE = 120
"""Bodies above which what grows faster than their number is shortened."""


@dataclass(frozen=True)
class Subject:
    """Everything that the sections read."""

    formulation: Any
    result: Result | None = None
    """None if nothing could be computed."""
    problems: tuple[Problem, ...] = ()
    """Why the motion stopped or could not be computed."""
    names: tuple[str, ...] = ()
    """Series to plot; chosen if there are none."""
    file: str = ""
    """Name of the file that it was read from, and its text."""
    text: str = ""
    shown: ShownUnits = field(default_factory=ShownUnits)
    """Units of plots, and of tables of the motion."""

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism."""
        found: Mechanism = self.formulation.mechanism
        return found

    @property
    def motion(self) -> Result | None:
        """The result, if it has rows."""
        return self.result if self.result is not None and self.result.time.size else None

    @cached_property
    def quality(self) -> Quality | None:
        """The verdict on the motion, if there can be one."""
        try:
            return self.motion.quality() if self.motion is not None else None
        except UnsupportedError:
            return None

    @cached_property
    def examined(self) -> Diagnosis | str:
        """The doctor's findings, or why there are none."""
        if len(self.mechanism.bodies) > MOST_EXAMINED:
            return (
                f"of more than {MOST_EXAMINED} bodies the rank of the rows, the free motions and the redundant joints "
                f"take long. snodo doctor FILE finds them, of mechanisms of up to {LARGEST} rows"
            )
        try:
            return doctor(self.formulation)
        except SnodoError as error:
            return in_words(error.problems)

    @property
    def diagnosis(self) -> Diagnosis | None:
        """The doctor's findings, if there are any."""
        return self.examined if isinstance(self.examined, Diagnosis) else None

    @property
    def complaint(self) -> str:
        """Why the motion stopped before its end, or could not be computed; empty if it is complete."""
        if self.problems:
            return in_words(self.problems)
        if self.result is None:
            return "no motion was computed"
        status = str(self.result.info.get("status", "finished"))
        if status == "finished":
            return "" if self.motion is not None else "the result has no rows"
        return str(self.result.info.get("failure", "")) or f"the run was {status} before its end"


def in_words(problems: Sequence[Problem]) -> str:
    """Problems and their remedies in one line."""
    return "; ".join(f"{p.what} ({p.remedy})" if p.remedy else p.what for p in problems)


def is_large(m: Mechanism) -> bool:
    """Whether what grows faster than the number of bodies is shortened."""
    return len(m.bodies) > LARGE


def as_pixels(s: Subject) -> bool:
    """Whether drawings are PNG: what has depth, or very many parts."""
    return s.mechanism.dimension == 3 or is_large(s.mechanism)
