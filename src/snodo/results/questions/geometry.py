"""Distances, angles and relative motions of a result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from snodo.mechanism.input_types import DirectionLike
from snodo.results import measures
from snodo.spelling import Spelled

if TYPE_CHECKING:
    import xarray


class OfGeometry(Spelled):
    """Measures between bodies, frames and joints."""

    def distance(self: Any, a: str, b: str) -> xarray.DataArray:
        """Return the distance between two places.

        Parameters
        ----------
        a, b : str
            Bodies or frames (their origins), joints, `body.com`.

        Returns
        -------
        xarray.DataArray
            (time) [m].

        Raises
        ------
        NameNotFound
            If there is no such place.

        Examples
        --------
        >>> round(float(result.distance("A", "arm")[0]), 9)
        0.5
        """
        return measures.distance(self, a, b)

    def angle(self: Any, a: str, b: str, axis: DirectionLike | None = None) -> xarray.DataArray:
        """Return the angle from one body or frame to another.

        In the plane it has a sign and counts all turns; in space it is the angle of the rotation between them, 0 … π.
        Names of axes, as in `angle("arm.x", "forearm.z")`, give the angle between these directions, 0 … π.

        Parameters
        ----------
        a, b : str
            Bodies or frames, or their axes.
        axis : str or sequence, optional
            Of `a`, such as "x", "-z" or a vector: how far `b` is turned about it, with sign and all turns.

        Returns
        -------
        xarray.DataArray
            (time) [rad].

        Raises
        ------
        NameNotFound
            If there is no such body or frame.

        Examples
        --------
        >>> angle = result.angle("ground", "arm")
        """
        return measures.angle(self, a, b, axis)

    def relative(self: Any, a: str, b: str) -> measures.Relative:
        """Return a body or frame as seen from another.

        Parameters
        ----------
        a, b : str
            Bodies or frames; `b` is seen from `a`.

        Returns
        -------
        Relative
            Position [m], velocity [m/s], rotation and angular velocity [rad/s] in the axes of `a`.

        Raises
        ------
        NameNotFound
            If there is no such body or frame.

        Examples
        --------
        >>> seen = result.relative("ground", "arm")
        """
        return measures.relative(self, a, b)

    def measure(
        self: Any,
        name: str,
        *,
        distance: Sequence[str] | None = None,
        angle: Sequence[str] | None = None,
        axis: DirectionLike | None = None,
    ) -> xarray.DataArray:
        """Name a distance or an angle, for `result[name]`, plots and tables.

        Parameters
        ----------
        name : str
            The new name.
        distance : pair of str, optional
            Two places, as in `distance`: series `name` [m] and `name.speed` [m/s].
        angle : pair of str, optional
            Two bodies or frames, as in `angle`: series `name` [rad] and `name.speed` [rad/s].
        axis : str or sequence, optional
            As in `angle`.

        Returns
        -------
        xarray.DataArray
            The series.

        Raises
        ------
        SnodoError
            If the name is taken, or if not exactly one of distance and angle is given.

        Examples
        --------
        >>> reach = result.measure("reach", distance=("A", "arm"))
        >>> speed = result["reach.speed"]
        """
        return measures.declare(self, name, distance, angle, axis)
