"""Series of bodies, frames, joints, forces and drivers, which a result gives by a question each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, SnodoError, UnsupportedError, suggestion
from snodo.formulations.series.elastic_joints import elastic_reaction, is_elastic
from snodo.formulations.series.reactions import Evaluated, reaction
from snodo.mechanism.input_types import Pole
from snodo.results.attitude import in_axes_of
from snodo.results.numbers import with_numbers
from snodo.results.quality import tooth_forces
from snodo.results.series import find, wrench_units

if TYPE_CHECKING:
    import xarray

Array = np.ndarray


class AlongBodies:
    """Motions of bodies, frames and joints, reactions, efforts and forces of a `Result`."""

    def position(self: Any, name: str) -> xarray.DataArray:
        """Return the path of a body, frame or joint in the world.

        Parameters
        ----------
        name : str
            A body (its origin), `body.com`, a frame or a joint.

        Returns
        -------
        xarray.DataArray
            World coordinates (time, axis) [m].

        Raises
        ------
        NameNotFound
            If there is no such place.

        Examples
        --------
        >>> result.position("arm").dims
        ('time', 'axis')
        """
        return self._vector(self.formulation.motion.position(name, self.q), f"position of {name}", "m")

    def velocity(self: Any, name: str) -> xarray.DataArray:
        """Return the velocity of a body, frame or joint.

        Parameters
        ----------
        name : str
            A body (its origin), `body.com`, a frame or a joint.

        Returns
        -------
        xarray.DataArray
            In world axes (time, axis) [m/s].

        Raises
        ------
        NameNotFound
            If there is no such place.

        Examples
        --------
        >>> v = result.velocity("arm.com")
        """
        return self._vector(self.formulation.motion.velocity(name, self.q, self.v), f"velocity of {name}", "m/s")

    def acceleration(self: Any, name: str) -> xarray.DataArray:
        """Return the acceleration of a body, frame or joint.

        Parameters
        ----------
        name : str
            A body (its origin), `body.com`, a frame or a joint.

        Returns
        -------
        xarray.DataArray
            In world axes (time, axis) [m/s²].

        Raises
        ------
        NameNotFound
            If there is no such place.

        Examples
        --------
        >>> a = result.acceleration("arm")
        """
        values = self.formulation.motion.acceleration(name, self.q, self.v, self.a)
        return self._vector(values, f"acceleration of {name}", "m/s²")

    def angular_velocity(self: Any, name: str, axes: str = "world") -> xarray.DataArray:
        """Return the angular velocity of a body or frame in space.

        Parameters
        ----------
        name : str
            A body or frame.
        axes : {"world", "body"}, optional
            Axes of the components.

        Returns
        -------
        xarray.DataArray
            (time, axis) [rad/s].

        Raises
        ------
        UnsupportedError
            In the plane, where `result["body.omega"]` is one number.
        NameNotFound
            If there is no such body or frame.

        Examples
        --------
        >>> omega = spatial_result.angular_velocity("arm", axes="body")
        """
        self._must_be_spatial("angular_velocity", "omega")
        values = self.formulation.motion.angular_velocity(name, self.q, self.v)
        values = in_axes_of(self, name, axes, values)
        return self._vector(values, f"angular velocity of {name}", "rad/s")

    def angular_acceleration(self: Any, name: str, axes: str = "world") -> xarray.DataArray:
        """Return the angular acceleration of a body or frame in space.

        In body axes α′ = Aᵀ α, which is also the rate of ω′.

        Parameters
        ----------
        name : str
            A body or frame.
        axes : {"world", "body"}, optional
            Axes of the components.

        Returns
        -------
        xarray.DataArray
            (time, axis) [rad/s²].

        Raises
        ------
        UnsupportedError
            In the plane, where `result["body.alpha"]` is one number.
        NameNotFound
            If there is no such body or frame.

        Examples
        --------
        >>> alpha = spatial_result.angular_acceleration("arm")
        """
        self._must_be_spatial("angular_acceleration", "alpha")
        values = self.formulation.motion.angular_acceleration(name, self.q, self.v, self.a)
        values = in_axes_of(self, name, axes, values)
        return self._vector(values, f"angular acceleration of {name}", "rad/s²")

    def _must_be_spatial(self: Any, what: str, word: str) -> None:
        if self.mechanism.dimension == 2:
            remedy = f'in the plane use result["body.{word}"]'
            raise UnsupportedError(Problem(f"{what} is a vector in space", remedy))

    def reaction(
        self: Any,
        name: str,
        axes: str = "world",
        body: str | None = None,
        applied: bool = False,
        at: Pole | None = None,
    ) -> xarray.DataArray:
        """Return the reaction of a joint, constraint or driver.

        Of a joint it is the wrench that its parent exerts on its child, at the child's joint point; of a constraint or
        driver the wrench on its child.

        Parameters
        ----------
        name : str
            A joint, constraint or driver.
        axes : {"world", "parent", "child"}, optional
            Axes of the components.
        body : str, optional
            Instead, the wrench that the part exerts on this body, at its origin.
        applied : bool, optional
            Whether to include the forces and torques applied in the joint.
        at : str or sequence, optional
            Instead, the place about which the moment is taken: a body, `body.com`, a frame, a joint, "com" (of all
            bodies), "origin" (of the world), or coordinates in the world [m], for all times or one row for each.

        Returns
        -------
        xarray.DataArray
            (time, component) [N, N m]; the attribute `determined` is False if redundant constraints make
            it undetermined (see `undetermined`).

        Raises
        ------
        NameNotFound
            If there is no such part or place.
        UnsupportedError
            If the part's own function was not stored with the result.

        Examples
        --------
        >>> result.reaction("A").component.values.tolist()
        ['fx', 'fy', 'torque']
        >>> at_centre = result.reaction("A", at="arm.com")
        """
        self._must_know_functions(name)
        F = self.formulation
        if is_elastic(F, name):
            on_child = elastic_reaction(F, name, self.q, self.v)
            along = Evaluated(self.time, self.states, self.found)
            with with_numbers(self):
                values = reaction(F, name, along, axes, body, applied, on_child, at)
            return self._wrench_table(values, name, axes)
        with with_numbers(self):
            values = F.reaction(name, self.time, self.states, self.found, axes, body, applied, at)
        return self._wrench_table(values, name, axes)

    def _reactions_of(self: Any, names: Sequence[str]) -> Iterator[tuple[str, Array, bool]]:
        """Joints, their reactions (time, component) as `reaction` gives them, and whether these are determined.

        Joints of which nothing is known are left out.
        """
        known, unsure = self._reactions_together(names), self.undetermined or ()
        for name in names:
            try:
                values = known[name] if name in known else self.reaction(name).values
            except SnodoError:
                continue
            yield name, values, name not in unsure

    def _reactions_together(self: Any, names: Sequence[str]) -> Mapping[str, Array]:
        """Reactions of those joints that the formulation finds at once; a tree does, for most of its joints."""
        F = self.formulation
        if type(self).reaction is not AlongBodies.reaction or not hasattr(F.motion, "on_children"):
            return {}
        try:
            for name in names:
                self._must_know_functions(name)
            along = Evaluated(self.time, self.states, self.found)
            with with_numbers(self):
                found: Mapping[str, Array] = F.motion.on_children([n for n in names if not is_elastic(F, n)], along)
        except SnodoError:  # each is asked for on its own, and may have an answer
            return {}
        return found

    def _wrench_table(self: Any, values: Array, name: str, axes: str) -> xarray.DataArray:
        found = self._array(values, ("time", "component"), f"reaction of {name}", "N, N m")
        told: dict[str, Any] = {} if self.undetermined is None else {"determined": name not in self.undetermined}
        told |= tooth_forces.attributes(self.mechanism, name)
        return found.assign_coords(component=list(wrench_units(self))).assign_attrs(axes=axes, **told)

    def _must_know_functions(self: Any, name: str) -> None:
        """Reactions of a constraint, and all but those of the plane, need the user's functions."""
        lost = self.info.get("functions_not_stored", ())
        if lost and ((name in self.mechanism.constraints and name in lost) or self.formulation.name != "planar"):
            what = f"the Python function of {', '.join(map(repr, lost))} was not stored with the result"
            raise UnsupportedError(Problem(what, "run the mechanism again, or give it as a formula"))

    def effort(self: Any, driver: str) -> xarray.DataArray:
        """Return the torque or force with which a driver moves its coordinate.

        Parameters
        ----------
        driver : str
            The driver.

        Returns
        -------
        xarray.DataArray
            −λ (time) [N m] or [N]; of a path (time, axis) [N].

        Raises
        ------
        NameNotFound
            If there is no such driver.

        Examples
        --------
        >>> effort = driven_result.effort("motor")
        """
        rows = [k for k, part in enumerate(self.formulation.row_parts) if part == driver]
        if driver not in self.mechanism.drivers:
            raise NameNotFound(Problem(f"there is no driver {driver!r}", suggestion(driver, self.mechanism.drivers)))
        unit = "N m" if self.formulation.row_units[rows[0]] == "rad" else "N"
        if len(rows) == 1:
            return self._array(-self.multipliers[:, rows[0]], ("time",), f"effort of {driver}", unit)
        return self._vector(-self.multipliers[:, rows], f"effort of {driver}", unit)

    def force(self: Any, name: str) -> xarray.DataArray:
        """Return the force or torque of a spring, joint torque or friction.

        It is positive where it tends to increase its coordinate: a spring pushes apart, a torque turns the child
        forward.

        Parameters
        ----------
        name : str
            A spring, torsional spring, joint torque, joint force or friction.

        Returns
        -------
        xarray.DataArray
            (time) [N] or [N m].

        Raises
        ------
        NameNotFound
            If there is no such force.

        Examples
        --------
        >>> force = spring_result.force("s")
        """
        return find(self, f"{name}.force", aliases=True)
