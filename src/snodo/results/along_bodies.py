"""Series of bodies, frames, joints, forces and drivers, which a result gives by a question each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, UnsupportedError, suggestion
from snodo.formulations.series.elastic_joints import elastic_reaction, is_elastic
from snodo.formulations.series.reactions import Evaluated, reaction
from snodo.results.attitude import in_axes_of
from snodo.results.quality import tooth_forces
from snodo.results.series import find, wrench_units

if TYPE_CHECKING:
    import xarray

Array = np.ndarray


class AlongBodies:
    """Motions of bodies, frames and joints, reactions, efforts and forces of a `Result`."""

    def position(self: Any, name: str) -> xarray.DataArray:
        """World coordinates of a body's origin, of `body.com`, of a frame or of a joint (time, axis) [m]."""
        return self._vector(self.formulation.motion.position(name, self.q), f"position of {name}", "m")

    def velocity(self: Any, name: str) -> xarray.DataArray:
        """Velocity of a body's origin, of `body.com`, of a frame or of a joint (time, axis) [m/s]."""
        return self._vector(self.formulation.motion.velocity(name, self.q, self.v), f"velocity of {name}", "m/s")

    def acceleration(self: Any, name: str) -> xarray.DataArray:
        """Acceleration of a body's origin, of `body.com`, of a frame or of a joint (time, axis) [m/s²]."""
        values = self.formulation.motion.acceleration(name, self.q, self.v, self.a)
        return self._vector(values, f"acceleration of {name}", "m/s²")

    def angular_velocity(self: Any, name: str, axes: str = "world") -> xarray.DataArray:
        """Angular velocity of a body or frame, axes "world" or "body" (time, axis) [rad/s]; in space only."""
        self._must_be_spatial("angular_velocity", "omega")
        values = self.formulation.motion.angular_velocity(name, self.q, self.v)
        values = in_axes_of(self, name, axes, values)
        return self._vector(values, f"angular velocity of {name}", "rad/s")

    def angular_acceleration(self: Any, name: str, axes: str = "world") -> xarray.DataArray:
        """Angular acceleration of a body or frame, axes "world" or "body" (time, axis) [rad/s²]; in space only.

        In body axes α′ = Aᵀ α, which is also the rate of ω′.
        """
        self._must_be_spatial("angular_acceleration", "alpha")
        values = self.formulation.motion.angular_acceleration(name, self.q, self.v, self.a)
        values = in_axes_of(self, name, axes, values)
        return self._vector(values, f"angular acceleration of {name}", "rad/s²")

    def _must_be_spatial(self: Any, what: str, word: str) -> None:
        if self.mechanism.dimension == 2:
            remedy = f'in the plane ask for result["body.{word}"]'
            raise UnsupportedError(Problem(f"{what} is a vector in space", remedy))

    def reaction(
        self: Any, name: str, axes: str = "world", body: str | None = None, applied: bool = False
    ) -> xarray.DataArray:
        """Wrench that the joint's parent exerts on its child, at the child's joint point (time, component) [N, N m].

        axes: "world", "parent" or "child".  body: instead, the wrench that a joint, constraint or driver exerts on this
        one of its bodies, at the origin of that body.  Constraints and drivers that are asked without it: that on their
        child.  applied: with the forces and torques that are applied in the joint.  The attribute `determined` is False
        where redundant constraints leave it open (see `undetermined`).
        """
        self._must_know_functions(name)
        F = self.formulation
        if is_elastic(F, name):
            on_child = elastic_reaction(F, name, self.q, self.v)
            along = Evaluated(self.time, self.states, self.found)
            return self._wrench_table(reaction(F, name, along, axes, body, applied, on_child), name, axes)
        values = F.reaction(name, self.time, self.states, self.found, axes, body, applied)
        return self._wrench_table(values, name, axes)

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
        """Torque [N m] or force [N] with which a driver moves its coordinate: −λ (time), or (time, axis) for a path."""
        rows = [k for k, part in enumerate(self.formulation.row_parts) if part == driver]
        if driver not in self.mechanism.drivers:
            raise NameNotFound(Problem(f"there is no driver {driver!r}", suggestion(driver, self.mechanism.drivers)))
        unit = "N m" if self.formulation.row_units[rows[0]] == "rad" else "N"
        if len(rows) == 1:
            return self._array(-self.multipliers[:, rows[0]], ("time",), f"effort of {driver}", unit)
        return self._vector(-self.multipliers[:, rows], f"effort of {driver}", unit)

    def force(self: Any, name: str) -> xarray.DataArray:
        """Force [N] of a spring, or force or torque [N m] of a torsional spring, joint torque or friction (time).

        Positive where it tends to increase its coordinate: a spring pushes apart, a torque turns the child forward.
        """
        return find(self, f"{name}.force", aliases=True)
