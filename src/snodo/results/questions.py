"""Derived series of a result: attitudes, wrenches of forces, contacts, distances and angles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from snodo.mechanism.input_types import DirectionLike, Pole, Quantity
from snodo.results import attitude, contacts, loads, measures, momentum, spectrum, state, wrenches
from snodo.results.row_ranges import Between
from snodo.results.shown_units import ShownUnits, UnitsLike
from snodo.spelling import Spelled

if TYPE_CHECKING:
    import xarray

    from snodo.math.rotation import Rotation
    from snodo.results.load_table import Loads


class Questions(Spelled):
    """Methods of `Result`; each is implemented in its own file."""

    # ---------------------------------------------------------------- attitude
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

    # ---------------------------------------------------------------- forces and contacts
    def wrench(
        self: Any, name: str, axes: str = "world", body: str | None = None, at: Pole | None = None
    ) -> xarray.DataArray:
        """Return the wrench with which a force, joint, constraint or driver acts on a body, at its origin.

        Parameters
        ----------
        name : str
            A force, joint, constraint or driver.
        axes : {"world", "body"}, optional
            Axes of the components.
        body : str, optional
            One of the bodies it acts on; by default its only moving body or its child.
        at : str or sequence, optional
            Instead, the place about which the moment is taken: a body, `body.com`, a frame, a joint, "com" (of all
            bodies), "origin" (of the world), or coordinates in the world [m], for all times or one row for each.

        Returns
        -------
        xarray.DataArray
            (time, component) [N, N m], with the components of `reaction`.

        Raises
        ------
        NameNotFound
            If there is no such part or place, or if it does not act on the body.

        Examples
        --------
        >>> wrench = spring_result.wrench("s", body="arm")
        >>> about_the_origin = spring_result.wrench("s", body="arm", at=(0, 0))
        """
        return wrenches.wrench(self, name, body, axes, at)

    def loads_on(self: Any, body: str, t: Quantity, axes: str = "world", units: UnitsLike = None) -> Loads:
        """Return all loads on one body at one instant, with its accelerations, as for a finite-element model.

        Gravity, the reactions of joints, constraints and drivers, applied forces and moments, each at its place, and
        the load of inertia, with which they balance: Σ F = m a, Σ M = J α + ω × J ω about the centre of mass.

        Parameters
        ----------
        body : str
            The body.
        t : float or str
            The time of a stored row [s]. Nothing is interpolated.
        axes : {"world", "body"}, optional
            Axes of vectors and places; those of the body begin at its origin.
        units : str, sequence of str or mapping, optional
            Units of the printed and written table, as in `plot`; attributes are in SI units.

        Returns
        -------
        Loads
            `loads["B"]` has `place` [m], `force` [N] and `moment` [N m]; `loads.acceleration`, `.angular_velocity`,
            `.angular_acceleration`, `.mass`, `.centre`, `.inertia`, `.resultant`, `.unbalanced`; `print(loads)`,
            `loads.to_dataframe()`, `loads.to_csv(path)`.

        Raises
        ------
        NameNotFound
            If there is no such body, or no row at that time.
        UnsupportedError
            If a reaction is not defined at that time, or in inverse dynamics with chosen actuators.

        Examples
        --------
        >>> loads = result.loads_on("arm", 0.05, units="mm")
        >>> [load.name for load in loads.loads]
        ['gravity', 'A', 'inertia']
        >>> bool(abs(loads.unbalanced[0]).max() < 1e-9)
        True
        """
        return loads.loads_on(self, body, t, axes, units)

    # ---------------------------------------------------------------- sums over bodies
    def momentum(
        self: Any, bodies: str | Sequence[str] | None = None, about: Pole = "com", axes: str = "world"
    ) -> momentum.Momentum:
        """Return the linear and the angular momentum of bodies about any pole.

        p = Σ m ṙ_G and H_A = Σ (J_G ω + m r_AG × ṙ_G) with absolute velocities, so that Ḣ_A = M_A − v_A × p for a pole
        A that moves with v_A.

        Parameters
        ----------
        bodies : str or sequence of str, optional
            A body, or several; by default all bodies.
        about : str or sequence, optional
            The pole: "com" (centre of mass of these bodies), "origin" (of the world), a body, `body.com`, a frame, a
            joint, or coordinates in the world [m], for all times or one row for each.
        axes : str, optional
            Axes of the components: "world", "body" if there is one body, or the name of a body or frame.

        Returns
        -------
        Momentum
            `linear` (time, axis) [kg m/s] and `angular` (time, axis) [kg m²/s], in the plane (time).

        Raises
        ------
        NameNotFound
            If there is no such body, pole or axes.

        Examples
        --------
        >>> p, H = result.momentum("arm", about="A")
        >>> H.attrs["units"]
        'kg m²/s'
        """
        return momentum.momentum(self, bodies, about, axes)

    def center_of_mass(self: Any, bodies: str | Sequence[str] | None = None) -> xarray.DataArray:
        """Return the path of the centre of mass of bodies.

        Parameters
        ----------
        bodies : str or sequence of str, optional
            A body, or several; by default all bodies.

        Returns
        -------
        xarray.DataArray
            World coordinates (time, axis) [m].

        Raises
        ------
        NameNotFound
            If there is no such body.

        Examples
        --------
        >>> path = result.center_of_mass()
        """
        return momentum.center_of_mass(self, bodies)

    def inertia(
        self: Any, bodies: str | Sequence[str] | None = None, about: Pole = "com", axes: str = "world"
    ) -> xarray.DataArray:
        """Return the inertia tensor of bodies about any pole, as if they were one rigid body.

        Parameters
        ----------
        bodies : str or sequence of str, optional
            A body, or several; by default all bodies.
        about : str or sequence, optional
            The pole, as in `momentum`.
        axes : str, optional
            Axes of the components, as in `momentum`.

        Returns
        -------
        xarray.DataArray
            J (time, row, column) [kg m²], in the plane the moment about z (time).

        Raises
        ------
        NameNotFound
            If there is no such body, pole or axes.

        Examples
        --------
        >>> round(float(result.inertia("arm", about="A")[0]), 6)
        0.333333
        """
        return momentum.inertia(self, bodies, about, axes)

    def contact(self: Any, name: str) -> xarray.DataArray:
        """Return the force on a wheel or ball at its contact point.

        Parameters
        ----------
        name : str
            A rolling contact.

        Returns
        -------
        xarray.DataArray
            (time, direction) [N]: normal, then along the surface.

        Raises
        ------
        NameNotFound
            If there is no such contact.

        Examples
        --------
        >>> force = rolling_result.contact("contact")
        """
        return contacts.contact(self, name)

    def contact_point(self: Any, name: str) -> xarray.DataArray:
        """Return the contact point of a wheel or ball.

        Parameters
        ----------
        name : str
            A rolling contact.

        Returns
        -------
        xarray.DataArray
            World coordinates (time, axis) [m].

        Raises
        ------
        NameNotFound
            If there is no such contact.

        Examples
        --------
        >>> point = rolling_result.contact_point("contact")
        """
        return contacts.contact_point(self, name)

    # ---------------------------------------------------------------- measures
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

    # ---------------------------------------------------------------- spectra
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

    # ---------------------------------------------------------------- to go on from
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
