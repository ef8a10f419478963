"""Results: named, labelled time series with units, and a verdict on their quality."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.constraint_methods.bases import quasi_velocities
from snodo.constraint_methods.projector_matrices import projectors
from snodo.constraint_methods.redundancy import take_least_norm
from snodo.errors import NameNotFound
from snodo.formulations.rank import LARGEST, open_reactions, scaled_jacobian
from snodo.formulations.series.elastic_joints import turned_too_far
from snodo.math.labelled_rows import dependent_rows
from snodo.mechanism import not_stored
from snodo.mechanism.mechanism import Mechanism
from snodo.notebook import letter
from snodo.results.along_bodies import AlongBodies
from snodo.results.event_table import EventTable
from snodo.results.numbers import with_numbers
from snodo.results.outputs import Outputs
from snodo.results.quality import tooth_forces
from snodo.results.quality.error_estimates import error_of
from snodo.results.quality.verdict import Quality, judge
from snodo.results.questions.questions import Questions
from snodo.results.series import ENERGIES, Series, catalogue, find
from snodo.singular.recovery import recovered, without_reactions
from snodo.singular.report import SingularPass, in_words
from snodo.switching.switching import switched_formulation

if TYPE_CHECKING:
    import xarray

    from snodo.constraint_methods.bound import Bound
    from snodo.formulations.base import Formulation

Array = np.ndarray


@dataclass
class Result(AlongBodies, Questions, Outputs):
    """The motion of a mechanism: labelled series with units, energies, reactions, and a verdict on their quality.

    `result["A.angle"]` gives a series by its name, `result.names()` lists them all. Results come from `sn.simulate`,
    `sn.kinematics` and `sn.inverse_dynamics`, and from files by `sn.Result.load`.

    Parameters
    ----------
    formulation : Formulation
        The equations that were solved; `result.mechanism` is the mechanism.
    time : array
        Times of the rows [s].
    states : array
        Rows of (q, v, works).
    found : dict of arrays
        Accelerations, multipliers, violations, energies and powers, one row per time.
    info : dict, optional
        How it was computed: formulation, method, integrator, status, steps, user functions, …
    step_history : array, optional
        Start and length of the accepted steps [s].
    twin : Result, optional
        The same run at a tenth of the tolerance, from which errors are estimated.
    late_works : callable, optional
        Computes the work when they are first needed.

    Examples
    --------
    >>> result = sn.simulate(pendulum, 0.1)
    >>> result["A.angle"].attrs["units"]
    'rad'
    """

    formulation: Any
    time: Array
    """Times of the rows [s]."""
    states: Array
    """Rows of (q, v, works)."""
    found: dict[str, Array]
    """Accelerations, multipliers, violations, energies and powers, one row per time."""
    info: dict[str, Any] = field(default_factory=dict)
    """How it was computed: formulation, method, integrator, status, steps, user functions, …"""

    @classmethod
    def of_run(cls, bound: Bound, integrator: Any, run: Any, start: Any, passes: Sequence[SingularPass] = ()) -> Result:
        """The result of an integration with a bound constraint method."""
        F, method = bound.formulation, bound.method
        loads = getattr(F, "load_numbers", None)
        if loads is not None:
            loads.watch(True)
        found = _found(bound, run, passes)
        info = {
            "kind": "dynamics",
            "formulation": F.name,
            "method": repr(method),
            "elastic_constraints": method.elastic,
            "against_drift": method.against_drift,
            "integrator": repr(integrator),
            "status": run.status,
            "reached": float(run.t),
            "start": str(start),
            "initial_state": bound.state(start.q, start.v).tolist(),
            "initial_energy": F.energies(np.zeros(1), F.state(start.q, start.v)[None])[0].tolist(),
            "fixed_order": 0 if integrator.adaptive else integrator.order,
            **{k: float(v) for k, v in run.statistics.items()},
            "cut_joints": [name for name in F.cut_joints if not F.mechanism.joints[name].elastic],
            "redundant_rows": redundant_names(F, start.q, float(run.times[0]) if run.times.size else 0.0, start.v),
            "singular_times": list(getattr(F, "singular_times", ())),
            "user_functions": F.routes(),
            "method_works": list(bound.extra_works),
            "warnings": [
                *bound.remarks(integrator, run),
                *turned_too_far(F, run.states[:, : F.nq]),
                *F.function_remarks(),
            ],
            "singular_passes": [p.as_dict() for p in passes],
        }
        if loads is not None:
            info["self_feeding"] = loads.self_feeding
            loads.watch(False)
        if bound.events is not None:
            info["event_notes"] = bound.events.notes()
            info["events"] = bound.events.table()
            info["changed_by_events"] = bound.events.changes()
        result = cls(F, run.times, run.states, found, info)
        result.step_history = run.history
        if method.least_norm and bound.events is None:
            result = result._with_least_norm_multipliers()
        without_reactions(found["multiplier"], run.times, passes)
        return result

    def __post_init__(self) -> None:
        """Warn of reactions that lack tooth forces."""
        words = tooth_forces.remark(self.mechanism)
        if words and words not in self.info.get("warnings", ()):
            self.info["warnings"] = [*self.info.get("warnings", ()), words]

    step_history: Array = field(default_factory=lambda: np.zeros((0, 2)), repr=False)
    """Start and length of the accepted steps [s]."""
    twin: Result | None = field(default=None, repr=False)
    """The same run at a tenth of the tolerance (fixed steps: half the step), from which errors are estimated."""

    late_works: Any = field(default=None, repr=False, compare=False)
    """Computes the work when they are first needed; None if they are known."""

    def __getstate__(self) -> dict[str, Any]:
        """Compute the work before pickling or copying."""
        assert self.works is not None
        return dict(self.__dict__)

    def _with_least_norm_multipliers(self) -> Result:
        """If rows are redundant, the multipliers are not unique: use those of least norm."""
        if self.info["redundant_rows"] and self.time.size:
            take_least_norm(self.formulation, self.time, self.states, self.found["multiplier"])
        return self

    @property
    def events(self) -> EventTable:
        """What happened along the run: impacts, stops, friction that sticks or slips, and the events of the mechanism.

        Each has `time` [s], `name`, `what`, and where they apply the values `before` and `after` (for an impact the
        speeds of approach and of separation [m/s or rad/s]), `impulse` [N s or N m s] and energy `loss` [J].
        """
        return EventTable.of(self.info.get("events", ()))

    @property
    def singular_passes(self) -> list[dict[str, Any]]:
        """Singular positions that the run went through: `start` and `end` [s] between which reactions are not defined
        (NaN), and the names of the constraint `rows` that depend on the others there."""
        return list(self.info.get("singular_passes", ()))

    # ---------------------------------------------------------------- raw arrays
    @property
    def mechanism(self) -> Mechanism:
        """The simulated mechanism."""
        found: Mechanism = self.formulation.mechanism
        return found

    @property
    def q(self) -> Array:
        """Coordinates (time, nq)."""
        return self.states[:, : self.formulation.nq]

    @property
    def v(self) -> Array:
        """Velocities (time, nv)."""
        return self.states[:, self.formulation.nq : self.formulation.nq + self.formulation.nv]

    @property
    def a(self) -> Array:
        """Accelerations (time, nv)."""
        return self.found["acceleration"]

    @property
    def multipliers(self) -> Array:
        """Lagrange multipliers λ (time, nc); constraint forces are −Φ_vᵀ λ."""
        return self.found["multiplier"]

    @property
    def works(self) -> Array:
        """Work done since the start by everything that has no potential (time, works) [J]."""
        F = self.formulation
        if self.late_works is not None:
            late, self.late_works = self.late_works, None
            self.states[:, F.nq + F.nv : F.nq + F.nv + len(self.work_names)] = late()
        own = self.states[:, F.nq + F.nv :]
        if not F.number_names:
            return own
        first = len(F.work_names)
        return np.delete(own, np.arange(first, first + len(F.number_names)), axis=1)

    @property
    def work_names(self) -> list[str]:
        """Names of the sources of work: forces without potential, drivers, and additions of the constraint method."""
        return [*self.formulation.work_names, *self.info.get("method_works", ())]

    def working(self) -> xarray.DataArray:
        """Return the part of the generalised forces that does work along free motions: P Q.

        Returns
        -------
        xarray.DataArray
            (time, velocity) [N, N m].

        Raises
        ------
        UnsupportedError
            If a user function was not stored with the result.

        Examples
        --------
        >>> forces = result.working()
        """
        return self._forces_through("working")

    def absorbed(self) -> xarray.DataArray:
        """Return the part of the generalised forces that the constraints absorb: (1 − P) Q.

        Returns
        -------
        xarray.DataArray
            (time, velocity) [N, N m].

        Raises
        ------
        UnsupportedError
            If a user function was not stored with the result.

        Examples
        --------
        >>> forces = result.absorbed()
        """
        return self._forces_through("absorbed")

    def _forces_through(self, part: str) -> xarray.DataArray:
        """Q of M v̇ + Φ_vᵀ λ = Q, row by row through a projector (`sn.projectors`)."""
        not_stored.refuse(self.mechanism)
        F, values = self.formulation, []
        for t, q, v, x in zip(self.time, self.q, self.v, F.numbers_in(self.states)):
            F.set_numbers(x)
            values.append(getattr(projectors(F, q, t, v=v), part) @ F.forces(q, v, t))
        table = self._array(np.array(values).reshape(-1, F.nv), ("time", "velocity"), f"{part} forces", "N, N m")
        return table.assign_coords(velocity=F.velocity_names)

    def quasi_velocities(self) -> xarray.DataArray:
        """Return the velocities along a continuous basis of the free motions.

        Returns
        -------
        xarray.DataArray
            (time, freedom) [1/s].

        Examples
        --------
        >>> nu = result.quasi_velocities()
        """
        values, _ = quasi_velocities(self.formulation, self.time, self.q, self.v)
        return self._array(values, ("time", "freedom"), "quasi-velocities", "1/s")

    @cached_property
    def undetermined(self) -> list[str] | None:
        """Joints, constraints and drivers whose reactions are not unique because of redundant constraints.

        Many reactions are compatible with the same motion; the result gives one set, with the multipliers of least
        norm. `sn.doctor` reports which components are determined.  None if there are too many rows.
        """
        if not self.info.get("redundant_rows") or not self.time.size:
            return []
        middle = self.time.size // 2
        return open_reactions(self.formulation, self.q[middle], float(self.time[middle]), self.v[middle])

    # ---------------------------------------------------------------- by name
    def __getitem__(self, name: str) -> xarray.DataArray:
        with with_numbers(self):
            return find(self, name)

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        if name in self._catalogue():
            return True
        try:
            self[name]
        except NameNotFound:
            return False
        return True

    def names(self) -> list[str]:
        """List every series that `result[name]` gives.

        Returns
        -------
        list of str
            Their names.

        Examples
        --------
        >>> "A.angle" in result.names()
        True
        """
        return list(self._catalogue())

    def _catalogue(self) -> dict[str, Series]:
        return catalogue(self)

    # ---------------------------------------------------------------- energy and quality
    def error(self, name: str) -> xarray.DataArray:
        """Estimate the global error of a named series, at every row.

        It is the difference from a twin run at a tenth of the tolerance (fixed steps: half the step), as the largest
        value in the neighbourhood of each row: one fortieth of the run on either side.

        Parameters
        ----------
        name : str
            Any name that `result[name]` takes, such as "A.angle" or "B.reaction".

        Returns
        -------
        xarray.DataArray
            The error, with the dimensions and the unit of the series.

        Raises
        ------
        UnsupportedError
            If the run was too long to be checked by default: simulate with `error_bars=True`.

        Examples
        --------
        >>> bool(result.error("A.angle").max() < 1e-6)
        True
        """
        return error_of(self, name)

    def _energies(self) -> dict[str, Array]:
        """Energies at every row; the balance counts from the start of the run, where all works are zero."""
        energies = dict(zip(ENERGIES, self.found["energy"].T))
        energies["total"] = self.found["energy"].sum(axis=1)
        start, done = energies["total"][:1], self.works - self.works[:1]
        if "initial_energy" in self.info:
            start, done = float(np.sum(self.info["initial_energy"])), self.works
        energies["balance"] = energies["total"] - start - done.sum(axis=1)
        return energies

    def energy(self) -> xarray.DataArray:
        """Return the energies, and their balance against the work done.

        Returns
        -------
        xarray.DataArray
            (time, kind) [J]: kinetic, gravity, elastic, total and balance.

        Examples
        --------
        >>> balance = result.energy().sel(kind="balance")
        """
        energies = self._energies()
        table = self._array(np.column_stack(list(energies.values())), ("time", "kind"), "energy", "J")
        return table.assign_coords(kind=list(energies))

    def quality(self) -> Quality:
        """Judge how accurately the equations were solved.

        Returns
        -------
        Quality
            A verdict in words and numbers: estimated error, energy balance, drift of the constraints.

        Examples
        --------
        >>> result.quality().verdict
        'good'
        """
        return judge(self)

    @cached_property
    def dataset(self) -> xarray.Dataset:
        """Everything computed, as one labelled xarray Dataset."""
        from snodo.results.files.saving import as_dataset

        return as_dataset(self)

    # ---------------------------------------------------------------- labels
    def labelled(self, values: Array, label: str, unit: str) -> xarray.DataArray:
        """Label a series of one number for each time.

        Parameters
        ----------
        values : array
            The numbers (time).
        label : str
            What they are.
        unit : str
            Their unit.

        Returns
        -------
        xarray.DataArray
            With the times of the result.

        Examples
        --------
        >>> half = result.labelled(result["A.angle"].values / 2, "half the angle", "rad")
        """
        return self._array(values, ("time",), label, unit)

    def _array(self, values: Array, dims: tuple[str, ...], label: str, unit: str) -> xarray.DataArray:
        import xarray

        found = xarray.DataArray(
            values, dims=dims, coords={"time": self.time}, attrs={"long_name": label, "units": unit}
        )
        found["time"].attrs.update(long_name="time", units="s")
        return found

    def _vector(self, values: Array, label: str, unit: str) -> xarray.DataArray:
        axes = ["x", "y", "z"][: values.shape[-1]]
        return self._array(values, ("time", "axis"), label, unit).assign_coords(axis=axes)

    def __str__(self) -> str:
        i = self.info
        span = f"t = {self.time[0]:g} … {self.time[-1]:g} s" if self.time.size else "nothing"
        lines = [f"result of mechanism {self.mechanism.name!r}: {self.time.size} rows, {span} ({i['status']})"]
        lines.append(f"  formulation {i['formulation']}, method {i.get('method')}, integrator {i.get('integrator')}")
        if "steps" in i:
            steps = f"{i['steps']:.0f} steps, {i['rejected']:.0f} rejected, {i['evaluations']:.0f} evaluations"
            lines.append(f"  {steps}, {i['seconds']:.3g} s")
        if str(i.get("chosen", "")).startswith("stiff"):
            lines.append(f"  integrator chosen along the run: {i['chosen']}")
        for name, route in i.get("user_functions", {}).items():
            lines.append(f"  {name}: {route}")
        if i.get("cut_joints"):
            lines.append(f"  loops cut at: {', '.join(i['cut_joints'])}")
        if i.get("redundant_rows"):
            lines.append(f"  redundant rows omitted: {', '.join(i['redundant_rows'])}")
        if self.undetermined:
            lines.append(
                f"  reactions that are not uniquely determined (one choice is given): {', '.join(self.undetermined)}"
            )
        if i.get("singular_passes"):
            lines.append(f"  {in_words(i['singular_passes'])}")
        lines += [f"  warning: {text}" for text in i.get("warnings", ())]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))


def rebind(mechanism: Mechanism, formulation: str) -> Any:
    """The formulation of a loaded result."""
    return switched_formulation(mechanism, formulation)


def _found(bound: Bound, run: Any, passes: Sequence[SingularPass]) -> dict[str, Array]:
    """What the equations say in the states of a run."""
    if bound.events is None:
        return recovered(bound, run.times, run.states, passes)
    found: dict[str, Array] = bound.events.recovered(
        lambda times, states: recovered(bound, times, states, passes), run.times, run.states
    )
    return found


def redundant_names(F: Formulation, q: Array, t: float, v: Array) -> list[str]:
    """Names of the rows that depend on previous rows; empty if the run omitted none."""
    if bool((F.kept_rows | F.off_rows).all()):
        return []
    if F.nc > LARGEST:
        return [name for name, kept in zip(F.row_names, F.kept_rows | F.off_rows) if not kept]
    off = F.off_rows
    return [F.row_names[row] for row, _ in dependent_rows(scaled_jacobian(F, q, t, v)) if not off[row]]
