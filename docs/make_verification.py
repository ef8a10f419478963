"""Run the verification and write its tables into docs/verification.md: `python docs/make_verification.py [--quick]`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

import snodo as sn
from snodo.analyses.verification.problem import MotionProblem
from snodo.analyses.verification.problems import problems
from snodo.results.verification import MISSED, NOT_APPLICABLE, REACHED, STOPPED, SUMMARY, VerificationRow

PAGE = Path(__file__).with_name("verification.md")
ROUNDING = 1e-12
"""Errors below this say nothing about an estimate."""


def main() -> None:
    """Run everything and rewrite the page."""
    found = sn.verify(quick="--quick" in sys.argv)
    print(found)
    write(found)


def write(found: sn.Verification, note: str = "All combinations were run.") -> None:
    """Write the tables between their markers; note: what was run."""
    text = PAGE.read_text(encoding="utf-8")
    tables = {
        "problems": listed_problems(),
        "summary": f"{table(SUMMARY, found.summary())}\n\n{note} {found.verdict()}",
        "methods": by_choice(found.rows, "method"),
        "integrators": by_choice(found.rows, "integrator"),
        "estimates": estimates(found.rows),
    }
    for name, lines in tables.items():
        text = replaced(text, name, lines)
    PAGE.write_text(text, encoding="utf-8")


def replaced(text: str, name: str, lines: str) -> str:
    """The text with what is between the markers of a table replaced."""
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, _, rest = text.partition(start)
    _, found, after = rest.partition(end)
    assert found, f"{PAGE.name} lacks the markers of {name}"
    return f"{before}{start}\n\n{lines}\n\n{end}{after}"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def listed_problems() -> str:
    """Every problem: its file, what is compared, and the source of the reference."""
    rows = []
    for one in problems().values():
        compared = one.compared if isinstance(one, MotionProblem) else ()
        names = ", ".join(part.name for part in compared) or f"one state [{getattr(one, 'unit', '')}]"
        until = f", to {max(t for part in compared for t in part.times):g} s" if compared else ""
        rows.append([f"`{one.name}`", f"`examples/{one.file}.yaml`", f"{names}{until}", one.source])
    return table(("problem", "file", "compared", "source of the reference"), rows)


def by_choice(rows: Sequence[VerificationRow], kind: str) -> str:
    """How many runs with the default tolerances reached what is asked, by method or by integrator."""
    asked = [row for row in rows if row.verdict != NOT_APPLICABLE and row.setting == "default"]
    lines = []
    for word in dict.fromkeys(getattr(row, kind) for row in asked):
        own = [row for row in asked if getattr(row, kind) == word]
        counts = [str(sum(row.verdict == verdict for row in own)) for verdict in (REACHED, MISSED, STOPPED)]
        digits = [row.digits for row in own if row.digits is not None]
        cost = [1e3 * row.cpu for row in own if row.cpu is not None]
        middle = f"{np.median(digits):.1f}" if digits else "–"
        lines.append([str(word), *counts, middle, f"{np.median(cost):.2g}" if cost else "–"])
    return table((kind, REACHED, MISSED, STOPPED, "median digits", "median CPU [ms]"), lines)


def estimates(rows: Sequence[VerificationRow]) -> str:
    """Estimated over true error, by integrator and setting, of runs whose constraints do not give way."""
    lines = []
    for word in dict.fromkeys((row.integrator, row.setting) for row in rows if row.estimated is not None):
        own = [row for row in rows if (row.integrator, row.setting) == word]
        pairs = [(row.estimated, row.error) for row in own if row.estimated and row.error and row.error > ROUNDING]
        if pairs:
            ratios = np.array([estimated / error for estimated, error in pairs])
            low, middle, high = np.percentile(ratios, (10, 50, 90))
            small = f"{100 * np.mean(ratios < 0.1):.1f} %"
            lines.append([*word, str(ratios.size), f"{middle:.2g}", f"{low:.2g} … {high:.2g}", small])
    return table(("integrator", "setting", "runs", "median", "from 10 to 90 % of the runs", "below a tenth"), lines)


if __name__ == "__main__":
    main()
