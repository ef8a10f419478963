"""What `sn.verify` found: a row for each combination of choices, and a summary with a line for each problem."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields
from io import StringIO
from pathlib import Path

from snodo.notebook import card, paragraph
from snodo.whole_files import must_end, write_whole

REACHED, MISSED, STOPPED, NOT_APPLICABLE = "reached", "missed", "stopped", "not applicable"
MOST_DIGITS = 16.0
"""Of a double."""
SUMMARY = (
    "problem",
    "by default",
    "error",
    "estimated",
    "digits",
    "CPU [ms]",
    "allowed",
    "verdict",
    "best",
    "by",
    "goal",
)
ROWS = (
    "problem", "formulation", "method", "integrator", "setting", "error", "estimated", "digits", "CPU [ms]", "verdict",
    "worst quantity, or reason",
)  # fmt: skip
LEGEND = (
    "error: largest difference from the reference, relative to the size of each quantity (angles in rad); digits: its "
    "negative decimal logarithm;\nestimated: the same from error bars, without the reference; allowed: for a run with "
    "the default choices; goal: for the best setting."
)


@dataclass(frozen=True)
class VerificationRow:
    """One combination; numbers are None where there are none."""

    problem: str
    formulation: str
    method: str
    """"–" where there is nothing for it to do, or the integrator solves the constraints."""
    integrator: str
    setting: str = "default"
    """"default": tolerances as they come; "tight": the best setting; "given": an object with its parameters."""
    by_default: bool = False
    """Whether these are the choices of a run that names none."""
    error: float | None = None
    """Largest error of all quantities, each relative to its size."""
    estimated: float | None = None
    """The same from the error bars of the run, without the reference."""
    allowed: float = 0.0
    """Error up to which the row has reached what is asked."""
    worst: str = ""
    """The quantity with the largest error."""
    errors: str = ""
    """The errors of all quantities, in words."""
    cpu: float | None = None
    """Process time of the integration, compiled before [s]."""
    steps: int | None = None
    energy_drift: float | None = None
    """Largest |energy − start − work|, relative to the energy exchanged."""
    verdict: str = NOT_APPLICABLE
    """reached, missed, stopped or not applicable."""
    problem_met: str = ""
    """Why it could not be run, stopped, or missed."""

    @property
    def digits(self) -> float | None:
        """Digits reached."""
        if self.error is None or math.isnan(self.error):
            return None
        return MOST_DIGITS if self.error <= 0.0 else max(0.0, min(MOST_DIGITS, -math.log10(self.error)))

    @property
    def name(self) -> str:
        """The choices in one line."""
        words = [word for word in (self.formulation, self.method, self.integrator) if word != "–"]
        return " × ".join(words)


@dataclass
class Verification:
    """The verification problems under all combinations; `print` it for the summary.

    Parameters
    ----------
    rows : list, optional
        A `VerificationRow` for each combination.
    goals : dict, optional
        The error that the best setting must reach, by problem.
    sources : dict, optional
        Where the reference of a problem comes from.
    interrupted : bool, optional
        Whether Ctrl-C ended it.

    Examples
    --------
    >>> verification.passed
    True
    """

    rows: list[VerificationRow] = field(default_factory=list)
    goals: dict[str, float] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    interrupted: bool = False

    # ---------------------------------------------------------------- asking
    @property
    def passed(self) -> bool:
        """Whether every problem is solved to its tolerance with the default choices."""
        return not self.misses and not self.interrupted

    @property
    def misses(self) -> list[VerificationRow]:
        """Rows with the default choices that missed their tolerance or stopped."""
        return [row for row in self.rows if row.by_default and row.verdict != REACHED]

    def of(self, problem: str) -> list[VerificationRow]:
        """Return the rows of one problem.

        Parameters
        ----------
        problem : str
            Its name.

        Returns
        -------
        list of VerificationRow
            Its rows.

        Examples
        --------
        >>> {row.formulation for row in verification.of("trammel")}
        {'planar'}
        """
        return [row for row in self.rows if row.problem == problem]

    def default(self, problem: str) -> VerificationRow | None:
        """Return the row with the default choices.

        Parameters
        ----------
        problem : str
            Its name.

        Returns
        -------
        VerificationRow or None
            The row; None if the problem was not run with them.

        Examples
        --------
        >>> verification.default("trammel").verdict
        'reached'
        """
        return next((row for row in self.of(problem) if row.by_default), None)

    def best(self, problem: str) -> VerificationRow | None:
        """Return the row with the smallest error.

        Parameters
        ----------
        problem : str
            Its name.

        Returns
        -------
        VerificationRow or None
            The row; None if nothing ran.

        Examples
        --------
        >>> verification.best("trammel").error < 1e-9
        True
        """
        ran = [row for row in self.of(problem) if row.digits is not None and row.verdict != STOPPED]
        return min(ran, key=lambda row: row.error or 0.0, default=None)

    # ---------------------------------------------------------------- as text
    def summary(self) -> list[list[str]]:
        """Return a line of words for each problem: the default choices, the best of all, and what is asked.

        Returns
        -------
        list of list of str
            The cells.

        Examples
        --------
        >>> verification.summary()[0][0]
        'trammel'
        """
        return [self._summed(problem) for problem in dict.fromkeys(row.problem for row in self.rows)]

    def _summed(self, problem: str) -> list[str]:
        default, best, goal = self.default(problem), self.best(problem), self.goals.get(problem)
        usual = [_number(None)] * 5 + [_number(None), "not run"]
        if default is not None:
            usual = [default.name, *_measured(default), _number(default.allowed), default.verdict]
        met = "" if best is None or goal is None else ("" if (best.error or 0.0) <= goal else " (missed)")
        return [
            problem,
            *usual,
            "–" if best is None else _number(best.error),
            "–" if best is None else f"{best.name}{', tight' if best.setting == 'tight' else ''}",
            f"{_number(goal)}{met}",
        ]

    def table(self) -> list[list[str]]:
        """Return a line of words for each row.

        Returns
        -------
        list of list of str
            The cells.

        Examples
        --------
        >>> len(verification.table()) == len(verification.rows)
        True
        """
        return [
            [row.problem, row.formulation, row.method, row.integrator, row.setting, *_measured(row), row.verdict,
             row.problem_met or row.worst]
            for row in self.rows
        ]  # fmt: skip

    def verdict(self) -> str:
        """Return what the rows say together, in words.

        Returns
        -------
        str
            How many rows reached what is asked, how estimated and true errors compare, and what the defaults missed.

        Examples
        --------
        >>> print(verification.verdict().split(".")[0])
        All problems are solved to their tolerance with the default choices
        """
        return "\n".join([self._defaults(), *self._counts(), *self._estimates()])

    def _defaults(self) -> str:
        if self.interrupted:
            return "Interrupted: only what was done is listed."
        if not self.misses:
            return "All problems are solved to their tolerance with the default choices."
        told = "; ".join(f"{row.problem} ({row.problem_met or f'{_number(row.error)}'})" for row in self.misses)
        return f"Missed with the default choices: {told}."

    def _counts(self) -> Iterable[str]:
        asked = [row for row in self.rows if row.verdict != NOT_APPLICABLE]
        said = ", ".join(f"{sum(row.verdict == word for row in asked)} {word}" for word in (REACHED, MISSED, STOPPED))
        yield f"{len(asked)} combinations: {said}."

    def _estimates(self) -> Iterable[str]:
        ratios = sorted(self.ratios())
        if ratios:
            middle, low = ratios[len(ratios) // 2], sum(x < 0.1 for x in ratios) / len(ratios)
            high = sum(x > 10 for x in ratios) / len(ratios)
            yield (
                f"Estimated over true error, {len(ratios)} runs: median {middle:.2g}; "
                f"below a tenth in {100 * low:.1f} %, above ten in {100 * high:.1f} %."
            )

    def ratios(self) -> list[float]:
        """Return estimated over true error of every run whose error is more than rounding, and whose rows are rigid.

        Returns
        -------
        list of float
            The ratios.

        Examples
        --------
        >>> all(ratio > 0 for ratio in verification.ratios())
        True
        """
        return [
            row.estimated / row.error
            for row in self.rows
            if row.estimated and row.error and row.error > 1e-12 and row.verdict in (REACHED, MISSED)
            if "give way" not in row.problem_met
        ]

    def __str__(self) -> str:
        return f"{_text(SUMMARY, self.summary())}\n\n{LEGEND}\n\n{self.verdict()}"

    def __repr__(self) -> str:
        problems = len({row.problem for row in self.rows})
        return f"<Verification: {problems} problems, {len(self.rows)} combinations, {len(self.misses)} defaults missed>"

    def _repr_html_(self) -> str:
        return self._html(self.table())

    def _html(self, rows: Sequence[Sequence[str]]) -> str:
        from html import escape

        def lines(heads: Sequence[str], cells: Iterable[Sequence[str]]) -> str:
            top = "".join(f"<th>{escape(head)}</th>" for head in heads)
            inside = "".join("<tr>" + "".join(f"<td>{escape(x)}</td>" for x in line) + "</tr>" for line in cells)
            return f"<table><thead><tr>{top}</tr></thead><tbody>{inside}</tbody></table>"

        said = [paragraph(text) for text in self.verdict().split("\n")]
        sources = [[name, source] for name, source in self.sources.items()]
        pieces = [lines(SUMMARY, self.summary()), *said, lines(ROWS, rows), lines(("problem", "source"), sources)]
        return card("Verification", *pieces)

    # ---------------------------------------------------------------- export
    def to_csv(self, path: str | Path) -> Path:
        """Write all rows to a file: times in s, errors relative, as in `VerificationRow`.

        Parameters
        ----------
        path : str or path
            A file ending in .csv.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        FileError
            If the file cannot be written.

        Examples
        --------
        >>> file = verification.to_csv("verification.csv")
        """
        text = StringIO(newline="")
        writer = csv.DictWriter(text, [f.name for f in fields(VerificationRow)])
        writer.writeheader()
        writer.writerows(asdict(row) for row in self.rows)
        return write_whole(must_end(path, ".csv", "a verification"), text.getvalue())

    def to_html(self, path: str | Path) -> Path:
        """Write the summary, all rows and the sources as a page without scripts.

        Parameters
        ----------
        path : str or path
            A file ending in .html.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        FileError
            If the file cannot be written.

        Examples
        --------
        >>> file = verification.to_html("verification.html")
        """
        style = "body{font:14px sans-serif}td,th{padding:0 1em 0 0;text-align:left}"
        head = f'<meta charset="utf-8"><title>Verification</title><style>{style}</style>'
        page = f'<!doctype html><html lang="en"><head>{head}</head><body>{self._html(self.table())}</body></html>\n'
        return write_whole(must_end(path, ".html", "the page of a verification"), page)


def _measured(row: VerificationRow) -> list[str]:
    """Error, estimate, digits and CPU time in ms."""
    digits = "–" if row.digits is None else f"{row.digits:.1f}"
    cpu = "–" if row.cpu is None else f"{1e3 * row.cpu:.3g}"
    return [_number(row.error), _number(row.estimated), digits, cpu]


def _number(x: float | None) -> str:
    return "–" if x is None or math.isnan(x) else f"{x:.1e}".replace("e-0", "e-").replace("e+0", "e+")


def _text(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of words, each column as wide as it must be."""
    lines = [list(heads), *map(list, rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(heads))]
    return "\n".join("  ".join(x.ljust(w) for x, w in zip(line, widths)).rstrip() for line in lines)
