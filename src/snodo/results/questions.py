"""What a result is asked beyond its own rows: attitudes, wrenches of forces, contacts, distances and angles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snodo.results import attitude, contacts, measures, state, wrenches
from snodo.spelling import Spelled

if TYPE_CHECKING:
    import xarray

    from snodo.math.rotation import Rotation


class Questions(Spelled):
    """Doors of `Result`; each is answered in a file of its own."""

    # ---------------------------------------------------------------- attitude
    def rotation(self: Any, name: str) -> Rotation:
        """Attitude of a body or frame, its axes to world axes: one `sn.Rotation` with a rotation for each time.

        Its `p` are continuous in time, with e0 ≥ 0 in the first row; in the plane it turns about z.
        """
        return attitude.rotation(self, name)

    def euler_angles(self: Any, name: str, sequence: str) -> xarray.DataArray:
        """Euler angles of a body or frame in one of 24 sequences, such as "ZYX" (time, angle) [rad], continuous.

        `result.rotation(name).as_euler_angles(sequence)` gives them within their usual ranges instead.
        """
        return attitude.euler_angles(self, name, sequence)

    # ---------------------------------------------------------------- forces and contacts
    def wrench(self: Any, name: str, axes: str = "world", body: str | None = None) -> xarray.DataArray:
        """Wrench with which a force, joint, constraint or driver acts on a body, at its origin (time, component).

        body: one of those it acts on; if left out, its only moving body or its child.  axes: "world" or "body".
        Components are in N and N m, as those of `reaction`.
        """
        return wrenches.wrench(self, name, body, axes)

    def contact(self: Any, name: str) -> xarray.DataArray:
        """Force on a wheel or ball at its point of contact (time, direction) [N]: normal, then along the surface."""
        return contacts.contact(self, name)

    def contact_point(self: Any, name: str) -> xarray.DataArray:
        """World coordinates of the point where a wheel or ball touches its surface (time, axis) [m]."""
        return contacts.contact_point(self, name)

    # ---------------------------------------------------------------- measures
    def distance(self: Any, a: str, b: str) -> xarray.DataArray:
        """Distance between two places: origins of bodies or frames, joints, `body.com` (time) [m]."""
        return measures.distance(self, a, b)

    def angle(self: Any, a: str, b: str, axis: Any = None) -> xarray.DataArray:
        """Angle from one body or frame to another (time) [rad].

        In the plane with sign and all turns; in space the angle of the rotation between them, 0 … π.
        axis: of `a` ("x", "-z" or a vector): how far `b` is turned about it, with sign and all turns.
        Names of axes, as in angle("arm.x", "forearm.z"): the angle between these directions, 0 … π.
        """
        return measures.angle(self, a, b, axis)

    def relative(self: Any, a: str, b: str) -> measures.Relative:
        """Body or frame `b` as seen from `a`: position, velocity, rotation and angular velocity in the axes of `a`."""
        return measures.relative(self, a, b)

    def measure(self: Any, name: str, *, distance: Any = None, angle: Any = None, axis: Any = None) -> xarray.DataArray:
        """Give a distance or an angle a name of its own, for result[name], plots and tables; returns the series.

        `result.measure("reach", distance=("hand", "shoulder"))` makes the series "reach" [m] and "reach.speed" [m/s];
        `angle=("arm", "forearm")`, with or without `axis`, is as in `angle` [rad, rad/s].
        """
        return measures.declare(self, name, distance, angle, axis)

    # ---------------------------------------------------------------- to go on from
    def state(self: Any, at: Any = None, time: Any = None) -> state.State:
        """Positions and velocities in one row, from which another run can start: `sn.simulate(m, 2.0, start=…)`.

        at: the time of a stored row [s or "150 ms"]; if left out, the last row.  Nothing is interpolated.
        time: when the next run begins [s]; if left out, time goes on from the row.
        """
        return state.state_of(self, at, time)
