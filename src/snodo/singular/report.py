"""Reports of singular positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from snodo.singular.soft_rows import Gap


@dataclass(frozen=True)
class SingularPass:
    """A singular position that was passed: from `start` to `end` [s] reactions are not defined.

    rows      the constraint rows that depend on the others there, by name
    """

    start: float
    end: float
    rows: tuple[str, ...]
    gap: Gap = field(repr=False, compare=False)

    def as_dict(self) -> dict[str, Any]:
        """The form in which results store it."""
        return {"start": self.start, "end": self.end, "rows": list(self.rows)}

    def stored(self) -> dict[str, Any]:
        """The form in which checkpoints store it, with its gap."""
        return {**self.as_dict(), "gap": self.gap.stored()}

    @classmethod
    def of(cls, stored: dict[str, Any]) -> SingularPass:
        """A pass from a checkpoint."""
        from snodo.singular.soft_rows import Gap

        return cls(stored["start"], stored["end"], tuple(stored["rows"]), Gap.of(stored["gap"]))


def in_words(passes: Sequence[dict[str, Any]]) -> str:
    """`3 singular positions passed, at t = 1.23, 1.67 s …; reactions are undefined there`"""
    middles = [0.5 * (p["start"] + p["end"]) for p in passes]
    shown = ", ".join(f"{t:.4g}" for t in middles[:6]) + (" …" if len(middles) > 6 else "")
    plural = "s" if len(middles) > 1 else ""
    return f"{len(middles)} singular position{plural} passed, at t = {shown} s; reactions are undefined there"
