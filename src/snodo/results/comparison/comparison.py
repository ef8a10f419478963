"""What `sn.compare` found: a row for each combination of choices, with its cost and its errors, and a verdict."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from snodo.notebook import card, paragraph, table
from snodo.whole_files import must_end, write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HEADS = {
    "formulation": "formulation",
    "method": "method",
    "integrator": "integrator",
    "cpu": "CPU [ms]",
    "steps": "steps",
    "evaluations": "evals",
    "position_violation": "Φ",
    "velocity_violation": "Φ̇",
    "energy_drift": "energy",
    "motion": "motion",
    "acceleration": "acc.",
    "multipliers": "λ",
    "reactions": "react.",
}
"""Columns of the table and their titles."""
LEGEND = (
    "Φ, Φ̇: largest violation of a constraint, of the size and of the largest speed; energy: of that exchanged;\n"
    "motion, acc., λ, react.: largest difference from the reference, of the size (or in rad) and of the largest value."
)


@dataclass(frozen=True)
class ComparisonRow:
    """One combination; numbers are None where there are none."""

    formulation: str
    method: str
    integrator: str
    choice: str = ""
    """The method with all its parameters."""
    cpu: float | None = None
    """Process time of the integration, compiled before [s]."""
    steps: int | None = None
    evaluations: int | None = None
    position_violation: float | None = None
    """Largest |Φ|, relative to the size (or in rad)."""
    velocity_violation: float | None = None
    """Largest |Φ̇|, relative to the largest speed."""
    energy_drift: float | None = None
    """Largest |energy − start − work|, relative to the energy exchanged."""
    motion: float | None = None
    """Largest difference from the reference in a body's place, relative to the size, or attitude [rad]."""
    acceleration: float | None = None
    """Largest difference in a body's acceleration, relative to the largest."""
    multipliers: float | None = None
    """Largest difference in a determined multiplier from the reference of the same formulation, relative."""
    reactions: float | None = None
    """Largest difference in a determined reaction, relative to the largest."""
    reached: float | None = None
    """Time up to which it ran [s]."""
    problem: str = ""
    """Why it could not be run, or stopped."""
    elastic: bool = False
    """Whether constraints give way under their forces, by the method."""

    @property
    def finished(self) -> bool:
        """Whether it ran to the end."""
        return not self.problem

    @property
    def name(self) -> str:
        """The choices in one line."""
        return f"{self.formulation} × {self.method} × {self.integrator}"


@dataclass(frozen=True)
class Reference:
    """A tight run that others are measured against."""

    formulation: str
    method: str
    integrator: str
    motion: float = 0.0
    """Difference in motion from the first reference: what an agreement can mean at all."""
    reactions: float | None = None
    """Difference in determined reactions from the first reference."""
    reached: float = 0.0
    """Time up to which it serves [s]."""


@dataclass
class Comparison:
    """One mechanism under all combinations; `print` it for the table and the verdict.

    Parameters
    ----------
    name : str
        Of the mechanism.
    duration : float
        Of the runs [s].
    tolerance : float
        Relative tolerance of the adaptive integrators.
    accuracy : float
        Difference in motion up to which a combination counts as accurate.
    rows : list, optional
        A `ComparisonRow` for each combination.
    references : list, optional
        Tight runs; the first is the one that motions, accelerations and reactions are measured against.
    joints : list of str, optional
        Joints and constraints on velocities whose reactions are compared: those that the mechanism determines.
    undetermined : list of str, optional
        Those that it does not determine.
    unconstrained : list of str, optional
        Formulations without constraint rows, where the first method alone was run.
    interrupted : bool, optional
        Whether Ctrl-C ended it.

    Examples
    --------
    >>> comparison.best.method
    'projection'
    """

    name: str
    duration: float
    """[s]"""
    tolerance: float
    """Relative tolerance of the adaptive integrators."""
    accuracy: float
    """Difference in motion up to which a combination counts as accurate."""
    rows: list[ComparisonRow] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    """The first is the one that motions, accelerations and reactions are measured against."""
    joints: list[str] = field(default_factory=list)
    """Joints and constraints on velocities whose reactions are compared: those that the mechanism determines,"""
    undetermined: list[str] = field(default_factory=list)
    """and those that it does not."""
    unconstrained: list[str] = field(default_factory=list)
    """Formulations without constraint rows, where methods have nothing to do and the first alone was run."""
    interrupted: bool = False

    @property
    def floor(self) -> float | None:
        """Largest difference in motion between tight references of different formulations; None with one alone."""
        return max((one.motion for one in self.references[1:]), default=None)

    @property
    def best(self) -> ComparisonRow | None:
        """The fastest that is accurate."""
        return min(self.accurate, key=lambda row: row.cpu or 0.0, default=None)

    @property
    def accurate(self) -> list[ComparisonRow]:
        """Rows whose motion is that of the reference to the accuracy."""
        return [row for row in self.rows if row.finished and row.motion is not None and row.motion <= self.accuracy]

    @property
    def verdict(self) -> str:
        """Which is fastest, which disagree and probably why, and what the numbers rest on."""
        from snodo.results.comparison.verdict import verdict

        return verdict(self)

    # ---------------------------------------------------------------- as text
    def table(self) -> str:
        """Write all rows as a table; combinations that fail alike share a line.

        Returns
        -------
        str
            The table.

        Examples
        --------
        >>> print(comparison.table().split()[0])
        formulation
        """
        ran = [row for row in self.rows if row.steps]
        columns = [c for c in HEADS if c != "integrator" or len({row.integrator for row in ran}) > 1]
        lines = [[HEADS[c] for c in columns]] + [[_cell(row, c) for c in columns] for row in ran]
        widths = [max(len(line[k]) for line in lines) for k in range(len(columns))]
        words = sum(c in ("formulation", "method", "integrator") for c in columns)
        told = ["  ".join(x.ljust(w) if k < words else x.rjust(w) for k, (x, w) in enumerate(zip(line, widths)))
                for line in lines]  # fmt: skip
        problems = [f"  {who}: {what}" for who, what in self._failures()]
        return "\n".join(x.rstrip() for x in (*told, *(["not run, or stopped:"] if problems else []), *problems))

    def _failures(self) -> Iterator[tuple[str, str]]:
        """Who shares a problem, and the problem."""
        shared: dict[tuple[str, str], list[str]] = {}
        for row in self.rows:
            if row.problem:
                shared.setdefault((row.formulation, row.problem), []).append(row.method)
        for (formulation, problem), methods in shared.items():
            yield f"{formulation} × {', '.join(dict.fromkeys(methods))}", problem

    def __str__(self) -> str:
        title = f"{self.name}: {self.duration:g} s, tolerance {self.tolerance:g}"
        return f"{title}\n\n{self.table()}\n\n{LEGEND}{self._dashes()}\n\n{self.verdict}"

    def _dashes(self) -> str:
        """What a dash in the table means, if there is one."""
        ran = [row for row in self.rows if row.steps]
        meanings = {
            "position_violation": "Φ, Φ̇, λ: the formulation has no constraint rows",
            "reactions": "react.: no joint has a reaction that the mechanism determines",
        }
        told = [meanings[column] for column in meanings if any(getattr(row, column) is None for row in ran)]
        return f"\n–: nothing to compare ({'; '.join(told)})." if told else ""

    def __repr__(self) -> str:
        ran = sum(row.finished for row in self.rows)
        return f"<Comparison of {self.name!r}: {len(self.rows)} combinations, {ran} ran, {len(self.accurate)} accurate>"

    def _repr_html_(self) -> str:
        ran = [[_cell(row, column) for column in HEADS] for row in self.rows if row.steps]
        failed = [f"{who}: {what}" for who, what in self._failures()]
        said = [paragraph(text) for text in (*failed, *self.verdict.split("\n")) if text.strip()]
        return card(
            f"{self.name}: {self.duration:g} s, tolerance {self.tolerance:g}",
            table("", list(HEADS.values()), ran),
            *said,
        )

    # ---------------------------------------------------------------- out of the program
    def to_csv(self, path: str | Path) -> Path:
        """Write all rows to a file: times in s, violations, drifts and differences as in `ComparisonRow`.

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
        >>> file = comparison.to_csv("comparison.csv")
        """
        text = StringIO(newline="")
        writer = csv.DictWriter(text, [f.name for f in fields(ComparisonRow)])
        writer.writeheader()
        writer.writerows(asdict(row) for row in self.rows)
        return write_whole(must_end(path, ".csv", "a comparison"), text.getvalue())

    def plot(self, path: str | Path | None = None) -> Figure:
        """Plot cost against accuracy, and all errors of all combinations.

        Parameters
        ----------
        path : str or path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot.

        Raises
        ------
        SnodoError
            If nothing ran.

        Examples
        --------
        >>> figure = comparison.plot()
        """
        from snodo.views.comparison_picture import comparison_picture

        return comparison_picture(self, path)

    def save_picture(self, path: str | Path) -> Path:
        """Write the picture of `plot` to a file.

        Parameters
        ----------
        path : str or path
            A file ending in .png, .svg or .pdf.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        SnodoError
            If the file cannot be written.

        Examples
        --------
        >>> file = comparison.save_picture("comparison.png")
        """
        self.plot(path)
        return Path(path)


def _cell(row: ComparisonRow, column: str) -> str:
    value = getattr(row, column)
    if value is None:
        return "–"
    if column == "cpu":
        return f"{1e3 * value:.3g}"
    if column == "method" and row.problem:
        return f"{value} (stopped)"
    return f"{value:.1e}" if isinstance(value, float) else str(value)
