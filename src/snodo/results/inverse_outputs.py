"""Results of inverse dynamics export: plots, tables and the printed summary."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.results.outputs import Outputs
from snodo.results.shown_units import UnitsLike

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_PLOTTED = 8


class InverseOutputs(Outputs):
    """Methods of `InverseDynamics`: by default, of the forces and torques of joints."""

    def plot(
        self: Any, *names: str, x: str | None = None, units: UnitsLike = None, path: str | Path | None = None
    ) -> Figure:
        """Plot named series against time, or against any other series.

        Parameters
        ----------
        *names : str
            Series as in `found[name]`; by default the nonzero joint torques (the first eight).
        x : str, optional
            The series for the horizontal axis; by default the time.
        units : str, sequence of str or mapping, optional
            Units to show, as in every result.
        path : str or path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot.

        Raises
        ------
        NameNotFound
            If there is no such series.

        Examples
        --------
        >>> figure = inverse.plot("A.torque")
        """
        return super().plot(*(names or self._usual()[:MOST_PLOTTED]), x=x, units=units, path=path)

    def to_csv(self: Any, path: str | Path, *names: str, units: UnitsLike = None) -> Path:
        """Write named series as a table with units.

        Parameters
        ----------
        path : str or path
            A file ending in .csv.
        *names : str
            Series as in `found[name]`; by default all joint forces and torques.
        units : str, sequence of str or mapping, optional
            Units of the columns, as in every result.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        NameNotFound
            If there is no such series.

        Examples
        --------
        >>> file = inverse.to_csv("torques.csv", "A.torque")
        """
        from snodo.results.files.saving import to_csv

        return to_csv(self, path, names or tuple(self.effort_names()), units)

    def save(self: Any, path: str | Path) -> Path:
        """Write all joint forces and torques to a file.

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
        UnsupportedError
            If the name has another ending.

        Examples
        --------
        >>> file = inverse.save("torques.csv")
        """
        if Path(path).suffix.lower() != ".csv":
            what = f"{Path(path).name}: inverse dynamics is saved as .csv"
            raise UnsupportedError(Problem(what, "choose a name that ends in .csv"))
        return self.to_csv(path)

    def _usual(self: Any) -> list[str]:
        bases = self.floating_bases()
        largest = np.abs(self.efforts).max(axis=0, initial=0.0)
        seen = largest > 1e-9 * largest.max(initial=1e-300)
        named = zip(self.effort_names(), seen)
        inner = [name for name, shows in named if shows and name.rpartition(".")[0] not in bases]
        return inner or self.effort_names()

    def __str__(self: Any) -> str:
        span = f"t = {self.time[0]:g} … {self.time[-1]:g} s" if self.time.size else "nothing"
        lines = [f"inverse dynamics of mechanism {self.mechanism.name!r}: {self.time.size} rows, {span}"]
        if self.floating_bases():
            rows = self.residual.values
            n = self.mechanism.dimension
            force, moment = np.abs(rows[:, :n]).max(initial=0.0), np.abs(rows[:, n:]).max(initial=0.0)
            lines.append(f"  residual at the floating base: up to {force:.4g} N, {moment:.4g} N m")
        peaks = np.abs(self.efforts).max(axis=0, initial=0.0)
        usual = self._usual()
        shown = {n: (x, u) for n, x, u in zip(self.effort_names(), peaks, self._effort_units()) if n in usual}
        width = max(map(len, shown), default=0)
        lines += [f"  {name:<{width}} up to {x:.4g} {unit}" for name, (x, unit) in shown.items()]
        lines += [f"  warning: {text}" for text in self.info.get("warnings", ())]
        return "\n".join(lines)

    __repr__ = __str__
