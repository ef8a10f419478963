"""The doors from a sweep to its plots and its page, opened when they are called."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snodo.results.shown_units import UnitsLike

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure


class PlotsOfSweeps:
    """Plots of a sweep."""

    def plot(
        self: Any,
        *names: str,
        x: str | None = None,
        color: str | None = None,
        units: UnitsLike = None,
        path: str | Path | None = None,
    ) -> Figure:
        """Plot series over time, or numbers over what varies, with lines coloured by a quantity.

        Parameters
        ----------
        *names : str
            Outputs; by default the first four with one number.
        x : str, optional
            Horizontal axis of numbers; by default the first quantity that varies.
        color : str, optional
            The quantity or output that colours the lines; by default the next quantity that varies.
        units : str, sequence of str or mapping, optional
            Units to show: "deg", ["deg", "mm"] or {"crank": "mm"}.
        path : str or Path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot.

        Raises
        ------
        NameNotFound
            If the sweep has no such quantity or output.
        UnsupportedError
            If series and numbers are mixed.

        Examples
        --------
        >>> swept = sn.sweep(pendulum, 0.5, {"A.angle": [0.1, 0.2, 0.3]}, ["A.angle min"])
        >>> figure = swept.plot("A.angle min", units="deg")
        """
        from snodo.views.families.lines import plot

        return plot(self, names, x, color, units, path)

    def plot_map(
        self: Any,
        name: str | None = None,
        x: str | None = None,
        y: str | None = None,
        units: UnitsLike = None,
        path: str | Path | None = None,
    ) -> Figure:
        """Plot one number over two quantities as a map of colours; members that failed are crosses.

        Parameters
        ----------
        name : str, optional
            An output with one number; by default the first.
        x, y : str, optional
            The axes; by default the first two quantities that vary.
        units : str, sequence of str or mapping, optional
            Units to show, as in `plot`.
        path : str or Path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot.

        Raises
        ------
        UnsupportedError
            If fewer than two quantities vary.

        Examples
        --------
        >>> swept = sn.sweep(pendulum, 0.1, {"A.angle": [0.1, 0.2], "A.speed": [0, 1]}, ["A.angle final"])
        >>> figure = swept.plot_map("A.angle final")
        """
        from snodo.views.families.maps import plot_map

        return plot_map(self, name, x, y, units, path)

    def plot_pareto(
        self: Any,
        first: str,
        second: str,
        best: Sequence[str] = ("min", "min"),
        color: str | None = None,
        units: UnitsLike = None,
        path: str | Path | None = None,
    ) -> Figure:
        """Plot two outputs against one another, with the members that no other one beats in both.

        Parameters
        ----------
        first, second : str
            Outputs with one number.
        best : pair of {"min", "max"}, optional
            Whether small or large is good.
        color : str, optional
            The quantity or output that colours the points; by default the first quantity that varies.
        units : str, sequence of str or mapping, optional
            Units to show, as in `plot`.
        path : str or Path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot.

        Raises
        ------
        NameNotFound
            If the sweep has no such output.

        Examples
        --------
        >>> swept = sn.sweep(pendulum, 0.5, {"A.angle": [0.1, 0.2, 0.3]}, ["A.angle min", "A.speed rms"])
        >>> figure = swept.plot_pareto("A.angle min", "A.speed rms", best=("max", "min"))
        """
        from snodo.views.families.tradeoffs import plot_pareto

        return plot_pareto(self, first, second, best, color, units, path)

    def pareto(self: Any, first: str, second: str, best: Sequence[str] = ("min", "min")) -> np.ndarray:
        """Find the members that no other one beats in two outputs at once.

        Parameters
        ----------
        first, second : str
            Outputs with one number.
        best : pair of {"min", "max"}, optional
            Whether small or large is good.

        Returns
        -------
        array of int
            Their numbers, in the order of the first output.

        Raises
        ------
        NameNotFound
            If the sweep has no such output.

        Examples
        --------
        >>> swept = sn.sweep(pendulum, 0.5, {"A.angle": [0.1, 0.2, 0.3]}, ["A.angle min", "A.speed rms"])
        >>> members = swept.pareto("A.angle min", "A.speed rms")
        """
        from snodo.simulation.sweeps.pareto import front_of

        return front_of(self[first].values, self[second].values, best)

    def plot_parallel(
        self: Any, *names: str, color: str | None = None, units: UnitsLike = None, path: str | Path | None = None
    ) -> Figure:
        """Plot every member as a line through parallel axes.

        Parameters
        ----------
        *names : str
            Quantities and outputs; by default all with one number.
        color : str, optional
            What colours the lines; by default the first output.
        units : str, sequence of str or mapping, optional
            Units to show, as in `plot`.
        path : str or Path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot.

        Raises
        ------
        UnsupportedError
            If there are fewer than two axes, or more than can be read.

        Examples
        --------
        >>> swept = sn.sweep(pendulum, 0.1, {"A.angle": [0.1, 0.2], "A.speed": [0, 1]}, ["A.angle final"])
        >>> figure = swept.plot_parallel()
        """
        from snodo.views.families.tradeoffs import plot_parallel

        return plot_parallel(self, names, color, units, path)

    def plot_bands(
        self: Any,
        *names: str,
        percentiles: Sequence[float] = (5, 25, 50, 75, 95),
        units: UnitsLike = None,
        path: str | Path | None = None,
    ) -> Figure:
        """Plot percentiles of series over time.

        Parameters
        ----------
        *names : str
            Whole series, such as "A.angle series"; by default all.
        percentiles : sequence of float, optional
            Pairs of them are bands, and the one in the middle is a line.
        units : str, sequence of str or mapping, optional
            Units to show, as in `plot`.
        path : str or Path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot.

        Raises
        ------
        UnsupportedError
            If the sweep has no series.

        Examples
        --------
        >>> samples = sn.LatinHypercube({"A.angle": (0.1, 0.3)}, 20)
        >>> swept = sn.sweep(pendulum, 0.5, samples, ["A.angle series"])
        >>> figure = swept.plot_bands(units="deg")
        """
        from snodo.views.families.lines import plot_bands

        return plot_bands(self, names, tuple(percentiles), units, path)

    def animate(self: Any, path: str | Path, most: int = 100, curves: Sequence[str] | None = None) -> Path:
        """Write a page with sliders over what varies, which shows the chosen member move.

        The members that are shown are simulated again.  The page is one file that needs no network.

        Parameters
        ----------
        path : str or Path
            A file ending in .html.
        most : int, optional
            Largest number of members in the page; of larger sweeps, members spread evenly are taken.
        curves : sequence of str, optional
            Series to plot beside the motion; by default the usual ones.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        FileError
            If it cannot be written.
        UnsupportedError
            If no member finished.

        Examples
        --------
        >>> swept = sn.sweep(pendulum, 0.5, {"A.angle": [0.1, 0.2, 0.3]}, ["A.angle min"])
        >>> file = swept.animate("family.html")
        """
        from snodo.views.families.page import write_family

        return write_family(self, path, most, curves)
