"""Methods that add tables of numbers."""

from __future__ import annotations

from collections.abc import Sequence

from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.tables import NamedTable


class AddsTables(Adding):
    """Tables, by name.

    In the examples `m` is a mechanism with a joint `A` (revolute).
    """

    def table(
        self,
        name: str,
        x: Sequence[float] = (),
        y: Sequence[float] = (),
        z: Sequence[Sequence[float]] = (),
        *,
        file: str = "",
        columns: Sequence[str] = (),
        units: Sequence[str] = (),
        kind: str = "cubic",
        periodic: bool = False,
        outside: str = "constant",
    ) -> NamedTable:
        """Add a table, which formulas read by its name: `table(gas, A.angle)`.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism: letters, digits and `_`.
        x : sequence of float, optional
            Values of the argument, increasing.
        y : sequence of float, optional
            Values at these points; with `z`, values of the second argument, increasing.
        z : sequence of sequences of float, optional
            A table with two arguments: for each x a list with one value for each y.
        file : str, optional
            Instead, a file with columns of numbers (CSV); three columns x, y, z hold the points of a grid.
        columns : sequence of str, optional
            The unit of each column of the file, "1" for plain numbers, "-" for a column that is left out.
        units : sequence of str, optional
            Units of the lists, such as ("deg", "bar"); by default SI.
        kind : {"cubic", "monotone", "linear"}, optional
            A smooth spline, a curve that never overshoots between two points, or straight lines.
        periodic : bool, optional
            Whether the table repeats in its first argument.
        outside : {"constant", "linear", "error"}, optional
            What holds outside the points: the last value, a straight line, or nothing (the run ends).

        Returns
        -------
        NamedTable
            The table that was added; called with numbers, it gives its values.

        Raises
        ------
        MechanismError
            If a value is wrong, the file cannot be read, or the name is taken.

        Examples
        --------
        >>> lift = m.table("lift", x=[0, 90, 180, 270, 360], y=[0, 5, 0, 0, 0], units=("deg", "mm"), kind="monotone")
        >>> print(f"{lift(0.5 * np.pi):.3f} m")
        0.005 m
        """
        return self._put(
            NamedTable,
            name=name,
            x=x,
            y=y,
            z=z,
            file=file,
            columns=columns,
            units=units,
            interpolation=kind,
            periodic=periodic,
            outside=outside,
        )
