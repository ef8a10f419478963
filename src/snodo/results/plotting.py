"""Plots and tables of one result, or of several overlaid, by the same methods."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snodo.mechanism.input_types import Quantity
from snodo.results.row_ranges import Between
from snodo.results.shown_units import UnitsLike
from snodo.results.summary import Summary, summary

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Plotting:
    """Methods of `Result` and `Overlay`; each imports what it needs when called."""

    def _runs(self: Any) -> Mapping[str, Any]:
        """The results, by what they are called in a plot; one alone has an empty name."""
        return {"": self}

    def plot(
        self: Any, *names: str, x: str | None = None, units: UnitsLike = None, path: str | Path | None = None
    ) -> Figure:
        """Plot named series against time, or against any other series.

        Series of one unit share a panel; vectors are split into their components. Where the estimated error of a curve
        is large enough to be seen, it is drawn as a band; where a series is not defined, there is a gap.

        Parameters
        ----------
        *names : str
            Series as in `result[name]`; by default the coordinates of the joints (the first eight) and the energies.
        x : str, optional
            The series for the horizontal axis, such as "A.angle"; by default the time.
        units : str, sequence of str or mapping, optional
            Units to show: "deg" for all angles, ["deg", "rpm", "mm"] each for what it fits, or {"angle": "deg",
            "P.x": "mm"} by kind or by series; by default SI. The axes say which are used.
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
        UnitError
            If a unit does not exist, or fits none of the series.

        Examples
        --------
        >>> figure = result.plot("A.angle", "A.reaction", path="angle.png")
        >>> figure = result.plot("A.speed", x="A.angle", units=["deg", "rpm"])
        """
        from snodo.views.plots import plot

        return plot(self._runs(), names, x, units, path)

    def plot_phase(self: Any, *names: str, units: UnitsLike = None, path: str | Path | None = None) -> Figure:
        """Plot phase portraits: the rate of a coordinate against the coordinate.

        Parameters
        ----------
        *names : str
            Joints or springs ("A": A.speed against A.angle), or series that have a rate ("P.x": P.vx against P.x); by
            default the joints with one coordinate (the first four).
        units : str, sequence of str or mapping, optional
            Units to show, as in `plot`.
        path : str or path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot; dots are the starts.

        Raises
        ------
        NameNotFound
            If there is no such part or series, or none that is its rate.

        Examples
        --------
        >>> figure = result.plot_phase("A", units="deg")
        """
        from snodo.views.plots import plot_phase

        return plot_phase(self._runs(), names, units, path)

    def plot_path(
        self: Any, *names: str, plane: str | None = None, units: UnitsLike = None, path: str | Path | None = None
    ) -> Figure:
        """Plot the paths of points, such as coupler curves, with equal scales.

        Parameters
        ----------
        *names : str
            Bodies, frames or joints; by default the frames that move, or else joints and particles.
        plane : {"xy", "xz", "yz"}, optional
            In space, the plane that is looked at; by default all three.
        units : str, optional
            Unit of length to show, as in `plot`.
        path : str or path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot; dots are the starts.

        Raises
        ------
        NameNotFound
            If there is no such point or plane.

        Examples
        --------
        >>> figure = result.plot_path("arm", units="mm")
        """
        from snodo.views.paths import plot_path

        return plot_path(self._runs(), names, plane, units, path)

    def plot_hodograph(
        self: Any, *names: str, plane: str | None = None, units: UnitsLike = None, path: str | Path | None = None
    ) -> Figure:
        """Plot hodographs: the paths of the tips of velocities that are all drawn from one origin.

        Parameters
        ----------
        *names : str
            Bodies, frames or joints; by default those of `plot_path`.
        plane : {"xy", "xz", "yz"}, optional
            In space, the plane that is looked at; by default all three.
        units : str, optional
            Unit of speed to show, as in `plot`.
        path : str or path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot; arrows are velocities at equal times, dots the starts.

        Raises
        ------
        NameNotFound
            If there is no such point or plane.

        Examples
        --------
        >>> figure = result.plot_hodograph("arm")
        """
        from snodo.views.paths import plot_hodograph

        return plot_hodograph(self._runs(), names, plane, units, path)

    def plot_energy(self: Any, units: UnitsLike = None, path: str | Path | None = None) -> Figure:
        """Plot the energies, the work done by each source without potential, and their balance.

        The balance is total energy − its value at the start − work done: what the integration did not keep.

        Parameters
        ----------
        units : str, optional
            Unit of energy to show, as in `plot`.
        path : str or path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot.

        Raises
        ------
        UnitError
            If a unit does not exist, or is no unit of energy or time.

        Examples
        --------
        >>> figure = result.plot_energy(units="mJ")
        """
        from snodo.views.plots import plot_energy

        return plot_energy(self._runs(), units, path)

    def plot_spectrum(
        self: Any,
        *names: str,
        window: str = "hann",
        between: Between = None,
        upto: Quantity | None = None,
        log: bool = False,
        units: UnitsLike = None,
        path: str | Path | None = None,
    ) -> Figure:
        """Plot the amplitudes of series over frequency, with the frequencies of the largest peaks.

        Parameters
        ----------
        *names : str
            Series as in `result[name]`; by default those of `plot`.
        window : {"hann", "hamming", "blackman", "flattop", "rectangular"}, optional
            The window, as in `Result.spectrum`.
        between : pair of float, optional
            Start and end of the part of the run [s]; by default all of it.
        upto : float or str, optional
            Highest frequency shown [Hz]; by default where amplitudes can no longer be seen.
        log : bool, optional
            Whether amplitudes are on a logarithmic scale.
        units : str, sequence of str or mapping, optional
            Units to show, as in `plot`.
        path : str or path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot, with the window and the resolution above it.

        Raises
        ------
        NameNotFound
            If there is no such series or window.
        UnsupportedError
            If there are fewer than eight rows, or if the series has gaps.

        Examples
        --------
        >>> figure = result.plot_spectrum("A.angle", units="deg")
        """
        from snodo.views.spectra import plot_spectrum

        return plot_spectrum(self._runs(), names, window, between, upto, log, units, path)

    def plot_orders(
        self: Any,
        *names: str,
        shaft: str,
        window: str = "rectangular",
        between: Between = None,
        upto: float | None = None,
        log: bool = False,
        units: UnitsLike = None,
        path: str | Path | None = None,
    ) -> Figure:
        """Plot the amplitudes of series over orders of a shaft, which may turn at a varying speed.

        Parameters
        ----------
        *names : str
            Series as in `result[name]`; by default those of `plot`.
        shaft : str
            A joint or body with an angle, or a series that is an angle or an angular speed, such as "A.angle".
        window : {"rectangular", "hann", "hamming", "blackman", "flattop"}, optional
            The window; whole revolutions need none.
        between : pair of float, optional
            Start and end of the part of the run [s]; by default all of it.
        upto : float, optional
            Highest order shown; by default where amplitudes can no longer be seen.
        log : bool, optional
            Whether amplitudes are on a logarithmic scale.
        units : str, sequence of str or mapping, optional
            Units to show, as in `plot`.
        path : str or path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot, with the window and the resolution above it.

        Raises
        ------
        UnsupportedError
            If the shaft turns back, or makes less than one revolution.

        Examples
        --------
        >>> figure = turning_result.plot_orders("motor.effort", shaft="A")
        """
        from snodo.views.spectra import plot_orders

        return plot_orders(self._runs(), names, shaft, window, between, upto, log, units, path)

    def table(self: Any, *names: str, units: UnitsLike = None, between: Between = None) -> Summary:
        """Return peaks and means of series as a table.

        Means and root mean squares are over time; where a series is not defined (NaN), they leave the gap out.

        Parameters
        ----------
        *names : str
            Series as in `result[name]`; by default motion of bodies and joints, efforts of drivers.
        units : str, sequence of str or mapping, optional
            Units to show, as in `plot`.
        between : pair of float, optional
            Start and end of the part of the run [s]; by default all of it.

        Returns
        -------
        Summary
            `table["A.angle"]` has `min`, `min_time`, `max`, `max_time`, `mean`, `rms`, `peak_to_peak` and `missing`
            (rows without a value); `print(table)`, `table.to_dataframe()`, `table.to_csv(path)`.

        Raises
        ------
        NameNotFound
            If there is no such series.

        Examples
        --------
        >>> largest = result.table("A.angle", "A.reaction", units="deg")["A.angle"].max
        """
        return summary(self._runs(), names, between, units)
