"""What `sn.sensitivities` found: derivatives of series by parameters, labelled, at every sample of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.notebook import letter
from snodo.results.result import Result

if TYPE_CHECKING:
    from pathlib import Path

    import xarray
    from matplotlib.figure import Figure

    from snodo.simulation.sensitivities.asked import Asked

Array = np.ndarray


class Sensitivities:
    """Derivatives of series of a run by parameters and initial values.

    `s["B.angle"]` has all derivatives of a series (time, parameter), `s.derivative("B.angle", "crank")` one of them,
    `s.final()` those at the end; `s.result` is the run.  They come from `sn.sensitivities`.

    Parameters
    ----------
    result : Result
        The run.
    at : dict
        The parameters and initial values, and the values at which was differentiated [SI units].
    units : dict
        Their units.
    arrays : dict of arrays
        For each output its derivatives (time, parameter).
    names : dict
        For each output the series of the result that it is.

    Examples
    --------
    >>> p = sn.Mechanism("pendulum", gravity=(0, -9.81))
    >>> mass = p.parameter("mass", 2, unit="kg")
    >>> arm = p.bar("arm", (0, 0), (0.5, 0), mass="mass")
    >>> pin = p.revolute("A", "ground", "arm", at=(0, 0))
    >>> s = sn.sensitivities(p, 0.5, over=["mass"], outputs=["A.angle", "A.fy"])
    >>> bool(abs(s.array("A.angle")).max() < 1e-12)
    True
    """

    def __init__(
        self,
        result: Result,
        at: dict[str, float],
        units: dict[str, str],
        arrays: dict[str, Array],
        names: dict[str, str],
    ) -> None:
        self.result, self.at = result, at
        self._units, self._arrays, self._names = units, arrays, names

    @classmethod
    def of_run(
        cls,
        result: Result,
        wanted: Sequence[Asked],
        outputs: Sequence[str],
        names: Sequence[str],
        values: Sequence[Array],
    ) -> Sensitivities:
        """From the derivatives along each direction (outputs, time)."""
        table = np.array(values)
        arrays = {name: np.ascontiguousarray(table[:, k].T) for k, name in enumerate(outputs)}
        at, units = {x.name: x.value for x in wanted}, {x.name: x.unit for x in wanted}
        return cls(result, at, units, arrays, dict(zip(outputs, names)))

    # ---------------------------------------------------------------- names
    @property
    def over(self) -> tuple[str, ...]:
        """The parameters and initial values, in their order."""
        return tuple(self.at)

    @property
    def outputs(self) -> tuple[str, ...]:
        """The series, in their order."""
        return tuple(self._arrays)

    @property
    def time(self) -> Array:
        """Times of the samples [s]."""
        return self.result.time

    # ---------------------------------------------------------------- numbers
    def array(self, output: str) -> Array:
        """Return the derivatives of one series as plain numbers.

        Parameters
        ----------
        output : str
            One of the outputs.

        Returns
        -------
        array
            (time, parameter) [SI units].

        Examples
        --------
        >>> gradient_at_the_end = slopes.array("A.angle")[-1]
        """
        if output not in self._arrays:
            raise NameNotFound(Problem(f"{output!r} is not among the outputs", suggestion(output, self._arrays)))
        return self._arrays[output]

    def value(self, output: str) -> Array:
        """Return the series itself as plain numbers.

        Parameters
        ----------
        output : str
            One of the outputs.

        Returns
        -------
        array
            (time) [SI units].

        Examples
        --------
        >>> angles = slopes.value("A.angle")
        """
        self.array(output)
        return np.asarray(self.result[self._names[output]].values, float)

    def jacobian(self, outputs: Sequence[str] | None = None) -> Array:
        """Return the derivatives of several series as plain numbers.

        Parameters
        ----------
        outputs : sequence of str, optional
            Some of the outputs; by default all.

        Returns
        -------
        array
            (time, output, parameter) [SI units].

        Examples
        --------
        >>> slopes.jacobian().shape
        (11, 1, 1)
        """
        return np.stack([self.array(name) for name in outputs or self.outputs], axis=1)

    # ---------------------------------------------------------------- labelled
    def __getitem__(self, output: str) -> xarray.DataArray:
        import xarray

        values, unit = self.array(output), self.unit(output)
        units = [self.unit(output, name) for name in self.over]
        coordinates = {"time": self.time, "parameter": list(self.over), "units": ("parameter", units)}
        attrs = {"long_name": f"derivatives of {output}", "of": output, "units of the output": unit}
        return xarray.DataArray(values, coordinates, ("time", "parameter"), output, attrs)

    def derivative(self, output: str, name: str) -> xarray.DataArray:
        """Return the derivative of a series by one parameter or initial value.

        Parameters
        ----------
        output : str
            One of the outputs.
        name : str
            A parameter or initial value.

        Returns
        -------
        xarray.DataArray
            (time), with its unit.

        Raises
        ------
        NameNotFound
            If one of them is not there.

        Examples
        --------
        >>> slopes.derivative("A.angle", "A.speed").attrs["units"]
        'rad/(rad/s)'
        """
        values = self.array(output)[:, self._place(name)]
        unit = self.unit(output, name)
        found = self.result.labelled(values, f"∂ {output} / ∂ {name}", unit)
        return found.rename(f"d({output})/d({name})")

    def final(self, output: str | None = None) -> xarray.DataArray | xarray.Dataset:
        """Return the derivatives at the last sample.

        Parameters
        ----------
        output : str, optional
            One of the outputs; by default all.

        Returns
        -------
        xarray.DataArray or xarray.Dataset
            (parameter), of one output or of all.

        Examples
        --------
        >>> gradient = slopes.final("A.angle").values
        """
        return self.to_dataset().isel(time=-1) if output is None else self[output].isel(time=-1)

    def to_dataset(self) -> xarray.Dataset:
        """Return the derivatives of all outputs, labelled.

        Returns
        -------
        xarray.Dataset
            A variable (time, parameter) for each output.

        Examples
        --------
        >>> dataset = slopes.to_dataset()
        """
        import xarray

        arrays = {name: self[name].reset_coords("units", drop=True) for name in self.outputs}
        for name, array in arrays.items():
            array.attrs["units"] = [self.unit(name, x) for x in self.over]
        return xarray.Dataset(arrays, attrs={"mechanism": self.result.mechanism.name})

    # ---------------------------------------------------------------- shown
    def plot(self, outputs: Sequence[str] | None = None, path: str | Path | None = None) -> Figure:
        """Plot the derivatives against time, a panel for each output: how much it changes if a parameter does by 1 %.

        Parameters and initial values that are zero count with a hundredth of one unit.

        Parameters
        ----------
        outputs : sequence of str, optional
            Some of the outputs; by default all.
        path : str or path, optional
            A file for the picture.

        Returns
        -------
        Figure
            The picture.

        Examples
        --------
        >>> figure = slopes.plot()
        """
        from snodo.views.slopes import plot_slopes

        return plot_slopes(self, list(outputs or self.outputs), path)

    def share(self, name: str) -> float:
        """Return a hundredth of a value, by which derivatives are made comparable; of one unit if it is zero.

        Parameters
        ----------
        name : str
            A parameter or initial value.

        Returns
        -------
        float
            The hundredth [its SI unit].

        Examples
        --------
        >>> slopes.share("A.speed")
        0.01
        """
        self._place(name)
        return 0.01 * (abs(self.at[name]) or 1.0)

    def unit(self, output: str, name: str = "") -> str:
        """Return the unit of a series, or of its derivative.

        Parameters
        ----------
        output : str
            One of the outputs.
        name : str, optional
            A parameter or initial value.

        Returns
        -------
        str
            The SI unit.

        Examples
        --------
        >>> slopes.unit("A.angle"), slopes.unit("A.angle", "A.speed")
        ('rad', 'rad/(rad/s)')
        """
        self.array(output)
        unit = str(self.result[self._names[output]].attrs.get("units", ""))
        return _ratio(unit, self._units[list(self.at)[self._place(name)]]) if name else unit

    def __str__(self) -> str:
        """A table: what a change of each parameter by 1 % does at the end, and at most."""
        lines = [f"sensitivities of {self.result.mechanism.name!r} over {self.time[0]:g} … {self.time[-1]:g} s"]
        rows = [("output", "by", "at", "final", "largest", "unit")]
        for output in self.outputs:
            for k, name in enumerate(self.over):
                x, unit = self.array(output)[:, k], self.unit(output, name)
                at = f"{self.at[name]:.6g} {self._units[name]}".rstrip()
                largest = x[int(np.argmax(np.abs(x)))] if x.size else 0.0
                rows.append((output, name, at, f"{x[-1]:.6g}", f"{largest:.6g}", unit))
        widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
        lines += ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))

    # ---------------------------------------------------------------- inside
    def _place(self, name: str) -> int:
        if name not in self.at:
            raise NameNotFound(Problem(f"{name!r} is not among what was differentiated by", suggestion(name, self.at)))
        return list(self.at).index(name)


def _ratio(above: str, below: str) -> str:
    """The unit of a derivative."""
    if not below or below == "1":
        return above
    below = f"({below})" if any(sign in below for sign in " /*·") else below
    return f"{above or '1'}/{below}"
