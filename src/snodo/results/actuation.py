"""Results of inverse dynamics with constraints: a motion with the efforts of its actuators, by name.

joint.torque (or .force), .torque_x …, driver.effort, body.fx …     of the actuators
joint.power, driver.power, body.power                               of these
joint.reaction .fx .fy …                                            of the constraints alone, as in every result

and everything that an ordinary result of the motion has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.series.elastic_joints import is_elastic
from snodo.formulations.series.reactions import carried, place_of
from snodo.mechanism.input_types import Pole
from snodo.mechanism.part import GROUND
from snodo.results.inverse_dynamics import PLANE
from snodo.results.inverse_efforts import integral
from snodo.results.inverse_outputs import MOST_PLOTTED
from snodo.results.result import Result
from snodo.results.series import Series, catalogue, wrench_units
from snodo.results.shown_units import UnitsLike

if TYPE_CHECKING:
    import xarray
    from matplotlib.figure import Figure

    from snodo.formulations.base import Formulation

Array = np.ndarray


@dataclass
class ActuatorForces(Result):
    """A given motion of a mechanism with constraints, and the forces of the actuators that it needs.

    `found["A.torque"]`, `found["motor.effort"]`, `found["A.power"]`, `found.reaction("B")`, `found.residual`,
    `found.unbalanced`; `found.names()` lists every series. Made by `sn.inverse_dynamics`.

    Parameters
    ----------
    formulation : Formulation
        The mechanism that moves.
    time : array
        Times of the rows [s].
    states : array
        Rows of (q, v, works).
    found : dict of arrays
        Accelerations, multipliers, energies and powers, one row per time.
    info : dict, optional
        How it was computed.
    step_history : array, optional
        Empty: nothing was integrated.
    twin : Result, optional
        None: nothing was integrated.
    late_works : callable, optional
        Computes the work when they are first needed.
    actuators : list, optional
        The actuators, with names, parts and units.
    efforts : array, optional
        Their forces and torques (time, actuators) [N, N m].
    speeds : array, optional
        The speeds against which they act (time, actuators) [m/s, rad/s].
    held : list of str, optional
        Bodies on which the residual wrench acts.
    loads : dict of arrays, optional
        Wrenches of the actuators and of the given wrenches on the bodies (time, 6) [N, N m].
    own : dict of arrays, optional
        Wrenches of the actuators in each joint on its child (time, 6) [N, N m].
    external_power : array, optional
        Power of the given wrenches (time) [W].
    deficit : array, optional
        Accelerations that the actuators cannot produce (time, nv).
    forces_left : array, optional
        Generalised forces that no actuator balances (time, nv).

    Examples
    --------
    >>> actuated["A.torque"].attrs["units"]
    'N m'
    """

    actuators: list[Any] = field(default_factory=list, repr=False)
    """The actuators, with names, parts and units."""
    efforts: Array = field(default_factory=lambda: np.zeros((0, 0)), repr=False)
    """Their forces and torques (time, actuators) [N, N m]."""
    speeds: Array = field(default_factory=lambda: np.zeros((0, 0)), repr=False)
    """The speeds against which they act (time, actuators) [m/s, rad/s]."""
    held: list[str] = field(default_factory=list, repr=False)
    """Bodies on which the residual wrench acts."""
    loads: dict[str, Array] = field(default_factory=dict, repr=False)
    """Wrenches of the actuators and of the given wrenches on the bodies (time, 6), world axes at their origins."""
    own: dict[str, Array] = field(default_factory=dict, repr=False)
    """Wrenches of the actuators in each joint on its child (time, 6), world axes at the child's origin."""
    external_power: Array = field(default_factory=lambda: np.zeros(0), repr=False)
    """Power of the given wrenches (time) [W]."""
    deficit: Array = field(default_factory=lambda: np.zeros((0, 0)), repr=False)
    """Accelerations that the actuators cannot produce (time, nv)."""
    forces_left: Array = field(default_factory=lambda: np.zeros((0, 0)), repr=False)
    """Generalised forces that no actuator balances (time, nv)."""

    # ---------------------------------------------------------------- wrenches
    def reaction(
        self,
        name: str,
        axes: str = "world",
        body: str | None = None,
        applied: bool = False,
        at: Pole | None = None,
    ) -> xarray.DataArray:
        """Return the reaction of a joint, constraint or driver, as in every result.

        If the actuators cannot produce the motion, the reactions belong to the accelerations that they do produce.

        Parameters
        ----------
        name : str
            A joint, constraint or driver.
        axes : {"world", "parent", "child"}, optional
            Axes of the components.
        body : str, optional
            Instead, the wrench on this body, at its origin.
        applied : bool, optional
            Whether to include the efforts of actuators in the joint.
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
        >>> reaction = actuated.reaction("A")
        """
        F = self.formulation
        if is_elastic(F, name):
            return super().reaction(name, axes, body, applied, at)
        brought = {**self.found, "acceleration": self.found["acceleration"] - self.deficit}
        values = F.reaction(name, self.time, self.states, brought, "world", body, applied)
        joint = name in self.mechanism.joints
        if joint and (applied or name not in F.row_parts):
            wrench = -self._passing(name) + (self._own_at(name) if applied else 0.0)
            values = values + (wrench if self.mechanism.dimension == 3 else wrench[:, PLANE])
        values = carried(F, values, self.q, place_of(self.mechanism, self.mechanism[name], body), at)
        if axes != "world":
            values = self._turned(values, name, axes, body)
        return self._wrench_table(values, name, axes)

    def _passing(self, joint: str) -> Array:
        """What the loads beyond a joint of a tree would bring to it (time, 6): the formulation does not know them."""
        F, total = self.formulation, np.zeros((self.time.size, 6))
        if joint in F.row_parts or F.name != "tree":
            return total
        branch = F.joint_places[joint].branch
        for body in _beyond(F, branch.body):
            if body in self.loads:
                total += self._moved(self.loads[body], body, joint)
        return -total if branch.backward else total

    def _own_at(self, joint: str) -> Array:
        """The efforts in a joint, on its child at the joint's place."""
        if joint not in self.own:
            return np.zeros((self.time.size, 6))
        return self._moved(self.own[joint], self.mechanism.joints[joint].child, joint)

    def _moved(self, rows: Array, body: str, joint: str) -> Array:
        """A wrench at a body's origin, moved to a joint's place."""
        motion = self.formulation.motion
        arm = _spatial(motion.position(body, self.q) - motion.position(joint, self.q))
        return np.hstack([rows[:, :3], rows[:, 3:] + np.cross(arm, rows[:, :3])])

    def _turned(self, values: Array, name: str, axes: str, body: str | None) -> Array:
        """World axes to those of the parent or the child, as the formulation does it."""
        F, m = self.formulation, self.mechanism
        part = m.joints.get(getattr(m[name], "joint", ""), m[name])
        if axes not in ("parent", "child") or not hasattr(part, axes):
            F.reaction(name, self.time, self.states, self.found, axes, body)  # says what is wrong
            raise UnsupportedError(Problem(f"{name!r} has no {axes}", "use world axes"))
        owner = getattr(part, axes)
        if m.dimension == 3:
            A = F.motion.rotation(owner, self.q)
            both = np.split(values, 2, axis=1)
            return np.hstack([(A * half[:, :, None]).sum(axis=1) for half in both])
        angle = 0.0 if owner == GROUND else F.motion.turn(owner, self.q, self.v, self.v)[0]
        force = (values[:, 0] + 1j * values[:, 1]) * np.exp(-1j * angle)
        return np.column_stack([force.real, force.imag, values[:, 2]])

    @property
    def residual(self) -> xarray.DataArray:
        """Wrench that the surroundings must exert on the bodies named in residual= (time, component) [N, N m].

        World axes, the moment about the world's origin: the sum over all of them.
        """
        if not self.held:
            what = "there is no residual: no body was named in residual="
            raise UnsupportedError(Problem(what, 'call inverse_dynamics again with residual="body", or see unbalanced'))
        rows = np.zeros((self.time.size, 6))
        for column, actuator in zip(self.efforts.T, self.actuators):
            if actuator.part in self.held:
                word = actuator.name.rpartition(".")[2]
                k = 5 if word == "torque" else "xyz".index(word[1]) + (3 if word[0] == "m" else 0)
                unit = np.zeros((self.time.size, 6))
                unit[:, k] = column
                r = _spatial(self.formulation.motion.position(actuator.part, self.q))
                unit[:, 3:] += np.cross(r, unit[:, :3])
                rows += unit
        values = rows if self.mechanism.dimension == 3 else rows[:, PLANE]
        found = self._array(values, ("time", "component"), "residual", "N, N m")
        return found.assign_coords(component=list(wrench_units(self))).assign_attrs(axes="world")

    @property
    def unbalanced(self) -> xarray.DataArray:
        """Generalised forces that no actuator balances (time, velocity) [N, N m], with resolve="least squares"."""
        table = self._array(self.forces_left, ("time", "velocity"), "unbalanced forces", "N, N m")
        return table.assign_coords(velocity=self.formulation.velocity_names)

    # ---------------------------------------------------------------- efforts by name
    def _catalogue(self) -> dict[str, Series]:
        return {**catalogue(self), **dict(self._of_efforts())}

    def _of_efforts(self) -> Iterator[tuple[str, Series]]:
        parts: dict[str, Array] = {}
        for actuator, column, speed in zip(self.actuators, self.efforts.T, self.speeds.T):
            word = actuator.name.rpartition(".")[2].replace("_", " ")
            yield actuator.name, partial(self.labelled, column, f"{word} of {actuator.part}", actuator.unit)
            parts[actuator.part] = parts.get(actuator.part, 0.0) + column * speed
        for part, power in parts.items():
            yield f"{part}.power", partial(self.labelled, power, f"power of {part}", "W")
            yield f"{part}.work", partial(self.labelled, integral(self.time, power), f"work of {part}", "J")

    def effort_names(self) -> list[str]:
        """Name the efforts.

        Returns
        -------
        list of str
            Such as `A.torque`.

        Examples
        --------
        >>> actuated.effort_names()
        ['A.torque']
        """
        return [actuator.name for actuator in self.actuators]

    def _energies(self) -> dict[str, Array]:
        """The balance includes the work of the actuators; that of drivers is already in the work."""
        energies = super()._energies()
        others = np.array([actuator.row < 0 for actuator in self.actuators], bool)
        power = (self.efforts * self.speeds)[:, others].sum(axis=1) + self.external_power
        power = power + (self.forces_left * self.v).sum(axis=1)
        energies["balance"] = energies["balance"] - integral(self.time, power)
        return energies

    # ---------------------------------------------------------------- export
    def plot(
        self, *names: str, x: str | None = None, units: UnitsLike = None, path: str | Path | None = None
    ) -> Figure:
        """Plot named series against time, or against any other series.

        Parameters
        ----------
        *names : str
            Series as in `found[name]`; by default the efforts (the first eight).
        x : str, optional
            The series for the horizontal axis; by default the time.
        units : str, sequence of str or mapping, optional
            Units to show, as in every result.
        path : str or path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot.

        Raises
        ------
        NameNotFound
            If there is no such series.

        Examples
        --------
        >>> figure = actuated.plot()
        """
        return super().plot(*(names or self.effort_names()[:MOST_PLOTTED]), x=x, units=units, path=path)

    def to_csv(self, path: str | Path, *names: str, units: UnitsLike = None) -> Path:
        """Write named series as a table with units.

        Parameters
        ----------
        path : str or path
            A file ending in .csv.
        *names : str
            Series as in `found[name]`; by default all efforts.
        units : str, sequence of str or mapping, optional
            Units of the columns, as in every result.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        NameNotFound
            If there is no such series.

        Examples
        --------
        >>> file = actuated.to_csv("efforts.csv")
        """
        from snodo.results.files.saving import to_csv

        return to_csv(self, path, names or tuple(self.effort_names()), units)

    def save(self, path: str | Path) -> Path:
        """Write all efforts to a file.

        Parameters
        ----------
        path : str or path
            A file ending in .csv.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        UnsupportedError
            If the name has another ending.

        Examples
        --------
        >>> file = actuated.save("efforts.csv")
        """
        if Path(path).suffix.lower() != ".csv":
            what = f"{Path(path).name}: inverse dynamics is saved as .csv"
            raise UnsupportedError(Problem(what, "choose a name that ends in .csv"))
        return self.to_csv(path)

    def __str__(self) -> str:
        span = f"t = {self.time[0]:g} … {self.time[-1]:g} s" if self.time.size else "nothing"
        lines = [f"inverse dynamics of mechanism {self.mechanism.name!r}: {self.time.size} rows, {span}"]
        lines.append(f"  {self.info['actuation']}")
        lines += [f"  {line}" for line in self.info["corrections"]]
        width = max(map(len, self.effort_names()), default=0)
        peaks = np.abs(self.efforts).max(axis=0, initial=0.0)
        lines += [f"  {a.name:<{width}} up to {x:.4g} {a.unit}" for a, x in zip(self.actuators, peaks)]
        if np.abs(self.forces_left).max(initial=0.0) > 0:
            lines.append(f"  unbalanced: up to {np.abs(self.forces_left).max():.4g} N or N m")
        lines += [f"  warning: {text}" for text in self.info.get("warnings", ())]
        return "\n".join(lines)

    __repr__ = __str__


def _spatial(rows: Array) -> Array:
    """Rows of three numbers: a third one of zero in the plane."""
    return np.hstack([rows, np.zeros((len(rows), 3 - rows.shape[1]))])


def _beyond(F: Formulation, body: str) -> list[str]:
    """The bodies of the subtree of a body, itself included."""
    found = [body]
    for place in F.flat.places:
        if place.branch.base in found:
            found.append(place.branch.body)
    return found
