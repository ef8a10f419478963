"""Attitudes of a result, and the state of one of its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snodo.mechanism.input_types import Quantity
from snodo.results import attitude, state
from snodo.spelling import Spelled

if TYPE_CHECKING:
    import xarray

    from snodo.math.rotation import Rotation


class OfAttitudes(Spelled):
    """Attitudes of bodies and frames, and states to go on from."""

    def rotation(self: Any, name: str) -> Rotation:
        """Return the attitude of a body or frame.

        Its `p` are continuous in time, with e0 ≥ 0 in the first row; in the plane it turns about z.

        Parameters
        ----------
        name : str
            A body or frame.

        Returns
        -------
        Rotation
            From its axes to world axes, with a rotation for each time.

        Raises
        ------
        NameNotFound
            If there is no such body or frame.

        Examples
        --------
        >>> len(result.rotation("arm")) == result.time.size
        True
        """
        return attitude.rotation(self, name)

    def euler_angles(self: Any, name: str, sequence: str) -> xarray.DataArray:
        """Return Euler angles of a body or frame, continuous in time.

        `result.rotation(name).as_euler_angles(sequence)` gives them within their usual ranges instead.

        Parameters
        ----------
        name : str
            A body or frame.
        sequence : str
            One of 24, such as "ZYX".

        Returns
        -------
        xarray.DataArray
            (time, angle) [rad].

        Raises
        ------
        NameNotFound
            If there is no such body or frame.

        Examples
        --------
        >>> angles = result.euler_angles("arm", "ZYX")
        """
        return attitude.euler_angles(self, name, sequence)

    def state(self: Any, at: Quantity | None = None, time: Quantity | None = None) -> state.State:
        """Return the positions and velocities of one row, to start another run from.

        Parameters
        ----------
        at : quantity, optional
            The time of a stored row [s]; by default the last row. Nothing is interpolated.
        time : quantity, optional
            Start time of the next run [s]; by default the time of the row.

        Returns
        -------
        State
            For `sn.simulate(m, 2.0, start=…)`.

        Raises
        ------
        NameNotFound
            If there is no row at that time.

        Examples
        --------
        >>> going_on = sn.simulate(pendulum, 0.05, start=result.state())
        """
        return state.state_of(self, at, time)
