"""Spectra of series of a result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snodo.results import spectrum
from snodo.results.row_ranges import Between
from snodo.results.shown_units import ShownUnits, UnitsLike
from snodo.spelling import Spelled

if TYPE_CHECKING:
    import xarray


class OfFrequencies(Spelled):
    """Spectra against frequency and against orders of a shaft."""

    def spectrum(
        self: Any, name: str, window: str = "hann", between: Between = None, units: UnitsLike = None
    ) -> xarray.DataArray:
        """Return the amplitudes of a series over frequency.

        A sine of amplitude a has the amplitude a, whatever the window; at 0 Hz stands the size of the mean. Between
        two lines a peak is lower, by up to 36 % (rectangular), 15 % (Hann) or 0.1 % (flat top).

        Parameters
        ----------
        name : str
            A series as in `result[name]`.
        window : {"hann", "hamming", "blackman", "flattop", "rectangular"}, optional
            Hann separates near frequencies, flat top shows heights, rectangular needs whole periods.
        between : pair of float, optional
            Start and end of the part of the run [s]; by default all of it.
        units : str, sequence of str or mapping, optional
            Unit of the amplitudes, as in `plot`.

        Returns
        -------
        xarray.DataArray
            (frequency) [Hz], of a vector (frequency, component); the attribute `resolution` is the distance of two
            lines [Hz], `width` that of a line with its window [Hz], `resampled` is True if rows were not at equal
            steps.

        Raises
        ------
        UnsupportedError
            If there are fewer than eight rows, or if the series has gaps.

        Examples
        --------
        >>> lines = result.spectrum("A.angle", units="deg")
        >>> lines.dims
        ('frequency',)
        """
        shown = ShownUnits(units)
        found = spectrum.spectrum(self, name, window, between, shown)
        shown.check()
        return found

    def orders(
        self: Any,
        name: str,
        shaft: str,
        window: str = "rectangular",
        between: Between = None,
        units: UnitsLike = None,
    ) -> xarray.DataArray:
        """Return the amplitudes of a series over orders of a shaft, which may turn at a varying speed.

        The series is resampled at equal angles of the shaft over the last whole revolutions. Order 2 is what happens
        twice in a revolution.

        Parameters
        ----------
        name : str
            A series as in `result[name]`.
        shaft : str
            A joint or body with an angle, or a series that is an angle or an angular speed, such as "A.angle".
        window : {"rectangular", "hann", "hamming", "blackman", "flattop"}, optional
            Over whole revolutions the rectangular one gives true amplitudes of what repeats in each.
        between : pair of float, optional
            Start and end of the part of the run [s]; by default all of it.
        units : str, sequence of str or mapping, optional
            Unit of the amplitudes, as in `plot`.

        Returns
        -------
        xarray.DataArray
            (order), of a vector (order, component); the attribute `resolution` is the distance of two lines.

        Raises
        ------
        UnsupportedError
            If the shaft turns back, or makes less than one revolution.

        Examples
        --------
        >>> lines = turning_result.orders("motor.effort", shaft="A")
        """
        shown = ShownUnits(units)
        found = spectrum.orders(self, name, shaft, window, between, shown)
        shown.check()
        return found
