"""Results of inverse dynamics: a motion with the torques it needs, by name.

joint.torque (or .force)                              of a joint with one coordinate
joint.first_torque .second_torque                     universal
joint.torque_x _y _z, .force_x _y _z                  spherical and free joints, in the child's axes
joint.power .work                                     of these
joint.reaction .fx .fy .fz .mx .my .mz                the whole wrench in the joint (in the plane .fx .fy .torque)

and everything that an ordinary result of the motion has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.constraint_methods import in_time
from snodo.errors import NameNotFound, Problem, RunError, UnsupportedError, suggestion
from snodo.formulations.series.reactions import carried
from snodo.mechanism.input_types import Pole
from snodo.mechanism.part import GROUND
from snodo.results.inverse_efforts import effort_name, integral
from snodo.results.inverse_outputs import InverseOutputs
from snodo.results.result import Result
from snodo.results.series import Series, catalogue, wrench_units

if TYPE_CHECKING:
    import xarray

    from snodo.formulations.tree.tree import Tree

Array = np.ndarray
PLANE = [0, 1, 5]
"""fx, fy and the torque about z, of a wrench."""


@dataclass(repr=False)
class InverseDynamics(InverseOutputs, Result):
    """A given motion, with the joint torques and wrenches that it needs.

    `found["knee.torque"]`, `found["knee.power"]`, `found.wrench("knee")`, `found.residual`; `found.names()` lists
    every series. Made by `sn.inverse_dynamics`.

    Parameters
    ----------
    formulation : Tree
        The open tree that moves.
    time : array
        Times of the rows [s].
    states : array
        Rows of (q, v, works).
    found : dict of arrays
        Accelerations, energies and powers, one row per time.
    info : dict, optional
        How it was computed.
    step_history : array, optional
        Empty: nothing was integrated.
    twin : Result, optional
        None: nothing was integrated.
    late_works : callable, optional
        Computes the work when they are first needed.
    efforts : array, optional
        Joint forces and torques τ (time, nv) [N, N m].
    through : dict of arrays, optional
        Wrench in each joint (time, 6) [N, N m], world axes at the child's joint frame.
    external : dict of arrays, optional
        Given wrenches on the bodies (time, 6) [N, N m], world axes at their origins.

    Examples
    --------
    >>> inverse["A.torque"].attrs["units"]
    'N m'
    """

    efforts: Array = field(default_factory=lambda: np.zeros((0, 0)), repr=False)
    """Joint forces and torques τ (time, nv) [N, N m]."""
    through: dict[str, Array] = field(default_factory=dict, repr=False)
    """Wrench in each joint (time, 6) [N, N m], world axes at the child's joint frame."""
    external: dict[str, Array] = field(default_factory=dict, repr=False)
    """Given wrenches on the bodies (time, 6) [N, N m], world axes at their origins."""

    @classmethod
    def along(cls, tree: Tree, motion: Any, efforts: Array, through: Any, external: Any) -> InverseDynamics:
        """The result for a motion (times, q, v, a)."""
        states = np.hstack([motion.q, motion.v, np.zeros((motion.times.size, len(tree.work_names)))])
        states = np.ascontiguousarray(states)
        found = {**in_time.evaluate(tree, motion.times, states), "acceleration": motion.a}
        if not np.isfinite(found["energy"]).all():
            what = "no inertia resists one of the joints: the energies of the motion are not determined"
            raise RunError(Problem(what, "give every body mass and moments of inertia"))
        states[:, tree.nq + tree.nv :] = integral(motion.times, found["power"])
        info = {
            "kind": "inverse dynamics",
            "formulation": tree.name,
            "method": "none (given motion)",
            "integrator": "none (given motion)",
            "status": "finished",
            "user_functions": tree.routes(),
        }
        return cls(tree, motion.times, states, found, info, efforts=efforts, through=through, external=external)

    # ---------------------------------------------------------------- wrenches
    def wrench(
        self, name: str, axes: str = "world", body: str | None = None, at: Pole | None = None
    ) -> xarray.DataArray:
        """Return all that a joint's parent exerts on its child, at the child's joint frame.

        It includes the joint's own torque. The wrench of an applied force on one of its bodies is that of every
        result: at the origin of the body, axes "world" or "body".

        Parameters
        ----------
        name : str
            A joint, or an applied force.
        axes : {"world", "parent", "child", "body"}, optional
            Axes of the components.
        body : str, optional
            Of an applied force, one of the bodies that it acts on.
        at : str or sequence, optional
            Instead, the place about which the moment is taken, as in every result.

        Returns
        -------
        xarray.DataArray
            (time, component) [N, N m].

        Raises
        ------
        NameNotFound
            If there is no such part.

        Examples
        --------
        >>> wrench = inverse.wrench("A")
        """
        if name in self.mechanism.forces:
            return super().wrench(name, axes, body, at)
        joint = name
        if joint not in self.through:
            raise NameNotFound(Problem(f"there is no joint {joint!r}", suggestion(str(joint), self.through)))
        if body is not None:
            what = "inverse dynamics gives only the total wrench in a joint"
            raise UnsupportedError(Problem(what, "omit body"))
        if axes not in ("world", "parent", "child"):
            raise NameNotFound(Problem(f"there are no axes {axes!r}", "use world, parent or child"))
        rows = carried(self.formulation, self.through[joint], self.q, joint, at)
        if axes != "world":
            body = getattr(self.formulation.joint_places[joint].branch.joint, axes)
            A = np.kron(np.eye(2), self.formulation.motion.rotation(body, self.q))
            rows = (A * rows[:, :, None]).sum(axis=1)
        return self._components(rows, f"wrench in {joint}", axes)

    def reaction(
        self,
        name: str,
        axes: str = "world",
        body: str | None = None,
        applied: bool = True,
        at: Pole | None = None,
    ) -> xarray.DataArray:
        """Return what a joint's parent exerts on its child, the same as `wrench`.

        Parameters
        ----------
        name : str
            A joint.
        axes : {"world", "parent", "child"}, optional
            Axes of the components.
        body : str, optional
            As in `wrench`.
        applied : bool, optional
            Always True here: the joint's own torque is included.
        at : str or sequence, optional
            Instead, the place about which the moment is taken, as in every result.

        Returns
        -------
        xarray.DataArray
            (time, component) [N, N m].

        Raises
        ------
        UnsupportedError
            If `applied` is False.

        Examples
        --------
        >>> reaction = inverse.reaction("A")
        """
        if body is not None or not applied:
            what = "inverse dynamics gives only the total wrench in a joint"
            raise UnsupportedError(Problem(what, "omit body and applied"))
        return self.wrench(name, axes, at=at)

    @property
    def residual(self) -> xarray.DataArray:
        """Wrench that the surroundings must exert in addition to the given wrenches (time, component) [N, N m].

        World axes, the moment about the world's origin: the sum over all floating bases.
        """
        bases = self.floating_bases()
        if not bases:
            what = f"mechanism {self.mechanism.name!r} has no floating base: it is carried by its joints to the ground"
            raise UnsupportedError(Problem(what, "use the wrench in one of these joints"))
        rows = np.zeros((self.time.size, 6))
        for joint in bases:
            r = self.formulation.motion.position(joint, self.q)
            arm = np.hstack([r, np.zeros((len(r), 3 - r.shape[1]))])
            force, moment = self.through[joint][:, :3], self.through[joint][:, 3:]
            rows += np.hstack([force, moment + np.cross(arm, force)])
        return self._components(rows, "residual", "world")

    def floating_bases(self) -> list[str]:
        """List the joints that give a body all freedoms relative to the ground.

        Returns
        -------
        list of str
            Their names.

        Examples
        --------
        >>> inverse.floating_bases()
        []
        """
        freedoms = 6 if self.mechanism.dimension == 3 else 3
        places = self.formulation.joint_places.items()
        return [name for name, p in places if p.branch.base == GROUND and p.v.stop - p.v.start == freedoms]

    def _components(self, rows: Array, label: str, axes: str) -> xarray.DataArray:
        values = rows if self.mechanism.dimension == 3 else rows[:, PLANE]
        found = self._array(values, ("time", "component"), label, "N, N m")
        return found.assign_coords(component=list(wrench_units(self))).assign_attrs(axes=axes)

    # ---------------------------------------------------------------- torques, powers, works
    def joint_power(self, joint: str) -> Array:
        """Return the power of a joint's forces and torques.

        Parameters
        ----------
        joint : str
            The joint.

        Returns
        -------
        array
            (time) [W].

        Raises
        ------
        NameNotFound
            If there is no such joint.

        Examples
        --------
        >>> power = inverse.joint_power("A")
        """
        v = self.formulation.joint_place(joint).v
        power: Array = (self.efforts[:, v] * self.v[:, v]).sum(axis=1)
        return power

    def external_power(self) -> Array:
        """Return the power of the given wrenches.

        Returns
        -------
        array
            (time) [W].

        Examples
        --------
        >>> power = inverse.external_power()
        """
        power, motion = np.zeros(self.time.size), self.formulation.motion
        for body, rows in self.external.items():
            velocity = motion.velocity(body, self.q, self.v)
            power += (rows[:, : velocity.shape[1]] * velocity).sum(axis=1)
            power += (rows[:, 3:] * motion.angular_velocity(body, self.q, self.v)).sum(axis=1)
        return power

    def _catalogue(self) -> dict[str, Series]:
        return {**catalogue(self), **dict(self._of_efforts())}

    def _of_efforts(self) -> Iterator[tuple[str, Series]]:
        for name, unit, column in zip(self.effort_names(), self._effort_units(), self.efforts.T):
            joint, _, word = name.rpartition(".")
            yield name, partial(self.labelled, column, f"{word.replace('_', ' ')} of {joint}", unit)
        for joint in self.formulation.joint_places:
            yield f"{joint}.power", partial(self._power, joint)
            yield f"{joint}.work", partial(self._work, joint)

    def _power(self, joint: str) -> xarray.DataArray:
        return self.labelled(self.joint_power(joint), f"power of {joint}", "W")

    def _work(self, joint: str) -> xarray.DataArray:
        return self.labelled(integral(self.time, self.joint_power(joint)), f"work of {joint}", "J")

    def effort_names(self) -> list[str]:
        """Name the joint forces and torques, in the order of the velocities.

        Returns
        -------
        list of str
            Such as `A.torque`.

        Examples
        --------
        >>> inverse.effort_names()
        ['A.torque']
        """
        F = self.formulation
        return [effort_name(name, unit) for name, unit in zip(F.velocity_names, F.velocity_units)]

    def _effort_units(self) -> list[str]:
        return ["N m" if unit == "rad" else "N" for unit in self.formulation.velocity_units]

    def _energies(self) -> dict[str, Array]:
        """The balance includes the work of the joints and of the given wrenches: it is zero if v and v̇ match q."""
        energies = super()._energies()
        power = (self.efforts * self.v).sum(axis=1) + self.external_power()
        energies["balance"] = energies["balance"] - integral(self.time, power)
        return energies
