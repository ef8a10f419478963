"""What came out: named, labelled time series with units, and a verdict on their quality."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.linear import dependent_rows
from snodo.analyses.mobility import LARGEST, scaled_jacobian
from snodo.errors import NameNotFound, Problem, suggestion
from snodo.formulations.bind import bind
from snodo.results.quality import Quality, judge

if TYPE_CHECKING:
    import xarray

Array = np.ndarray

BODY_SERIES = {
    "x": ("position", 0, "m"),
    "y": ("position", 1, "m"),
    "vx": ("velocity", 0, "m/s"),
    "vy": ("velocity", 1, "m/s"),
    "ax": ("acceleration", 0, "m/s²"),
    "ay": ("acceleration", 1, "m/s²"),
    "angle": ("turn", 0, "rad"),
    "omega": ("turn", 1, "rad/s"),
    "alpha": ("turn", 2, "rad/s²"),
}
ENERGIES = ("kinetic", "gravitational", "elastic")


@dataclass
class Result:
    """The motion of a mechanism.

    result.time, result["A.angle"], result.position("coupler"), .velocity, .acceleration, result.reaction("B"),
    result.energy(), result.quality(), result.plot("A.angle"), result.animate("motion.gif"), result.save("run.nc")
    """

    formulation: Any
    time: Array
    """Times of the rows [s]."""
    states: Array
    """Rows of (q, v, works)."""
    found: dict[str, Array]
    """Accelerations, multipliers, violations, energies and powers, a row for each time."""
    info: dict[str, Any] = field(default_factory=dict)
    """How it was computed: formulation, method, integrator, status, steps, user functions, …"""

    @classmethod
    def of_run(cls, F: Any, method: Any, integrator: Any, run: Any, start: Any) -> Result:
        """The result of an integration."""
        found = method.recover(F, run.times, run.states)
        info = {
            "kind": "dynamics",
            "formulation": F.name,
            "method": repr(method),
            "integrator": repr(integrator),
            "status": run.status,
            "reached": float(run.t),
            "start": str(start),
            **{k: float(v) for k, v in run.statistics.items()},
            "redundant_rows": redundant_names(F, start.q, float(run.times[0]) if run.times.size else 0.0),
            "user_functions": F.routes(),
        }
        result = cls(F, run.times, run.states, found, info)
        result.step_history = run.history
        return result._with_least_norm_multipliers()

    step_history: Array = field(default_factory=lambda: np.zeros((0, 2)), repr=False)
    """Start and length of the accepted steps [s]."""

    def _with_least_norm_multipliers(self) -> Result:
        """Where rows are redundant the multipliers are not unique: take those of least norm."""
        if self.info["redundant_rows"] and self.time.size:
            F = self.formulation
            for k, (t, q) in enumerate(zip(self.time, self.q)):
                J = F.jacobian(q, t)
                force = J.T @ self.found["multiplier"][k]
                self.found["multiplier"][k] = np.linalg.lstsq(J.T, force, rcond=1e-9)[0]
        return self

    # ---------------------------------------------------------------- raw arrays
    @property
    def mechanism(self) -> Any:
        """The mechanism that moved."""
        return self.formulation.mechanism

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
        return self.states[:, self.formulation.nq + self.formulation.nv :]

    # ---------------------------------------------------------------- of bodies, frames, joints
    def position(self, name: str) -> xarray.DataArray:
        """World coordinates of a body's origin, of `body.com`, of a frame or of a joint (time, axis) [m]."""
        return self._vector(self.formulation.motion.position(name, self.q), f"position of {name}", "m")

    def velocity(self, name: str) -> xarray.DataArray:
        """Velocity of a body's origin, of `body.com`, of a frame or of a joint (time, axis) [m/s]."""
        return self._vector(self.formulation.motion.velocity(name, self.q, self.v), f"velocity of {name}", "m/s")

    def acceleration(self, name: str) -> xarray.DataArray:
        """Acceleration of a body's origin, of `body.com`, of a frame or of a joint (time, axis) [m/s²]."""
        values = self.formulation.motion.acceleration(name, self.q, self.v, self.a)
        return self._vector(values, f"acceleration of {name}", "m/s²")

    def reaction(self, name: str, axes: str = "world", body: str | None = None) -> xarray.DataArray:
        """Wrench that the joint's parent exerts on its child, at the child's joint point (time, component) [N, N m].

        axes: "world", "parent" or "child".  For gears, couplers and the user's constraints: the wrench on `body`.
        """
        values = self.formulation.motion.reaction(name, self.time, self.states, self.multipliers, axes, body)
        found = self._array(values, ("time", "component"), f"reaction of {name}", "N, N m")
        return found.assign_coords(component=["fx", "fy", "torque"]).assign_attrs(axes=axes)

    def effort(self, driver: str) -> xarray.DataArray:
        """Torque [N m] or force [N] with which a driver moves its coordinate: −λ (time), or (time, axis) for a path."""
        rows = [k for k, part in enumerate(self.formulation.row_parts) if part == driver]
        if driver not in self.mechanism.drivers:
            raise NameNotFound(Problem(f"there is no driver {driver!r}", suggestion(driver, self.mechanism.drivers)))
        unit = "N m" if self.formulation.row_units[rows[0]] == "rad" else "N"
        if len(rows) == 1:
            return self._array(-self.multipliers[:, rows[0]], ("time",), f"effort of {driver}", unit)
        return self._vector(-self.multipliers[:, rows], f"effort of {driver}", unit)

    # ---------------------------------------------------------------- by name
    def __getitem__(self, name: str) -> xarray.DataArray:
        stem, _, word = name.rpartition(".")
        m = self.mechanism
        if name in ("energy.total", "energy.balance", *[f"energy.{e}" for e in ENERGIES]):
            return self._array(self._energies()[word], ("time",), f"{word} energy", "J")
        if stem in m.bodies and word in BODY_SERIES:
            return self._of_body(stem, word)
        if stem in m.frames and word in BODY_SERIES and not word.startswith(("angle", "omega", "alpha")):
            return self._component(stem, word)
        if (
            stem in m.joints
            and word in ("angle", "displacement", "speed", "acceleration")
            and m.joints[stem].coordinate
        ):
            return self._of_joint(stem, word)
        if word == "reaction" or (word == "force" and stem in m.joints):
            return self.reaction(stem)
        if word == "omega" and stem in m.joints and m.joints[stem].coordinate == "angle":
            return self._of_joint(stem, "speed")
        if word in ("fx", "fy", "torque") and stem in m.joints:
            return self.reaction(stem).sel(component=word)
        if stem in m.drivers and word in ("effort", "torque", "force"):
            return self.effort(stem)
        if stem in self.formulation.work_names and word in ("work", "power"):
            return self._power(stem) if word == "power" else self._work(stem)
        raise NameNotFound(Problem(f"there is no series {name!r}", suggestion(name, self.names())))

    def names(self) -> list[str]:
        """Every series that `result[name]` gives."""
        m = self.mechanism
        names = [f"{b}.{w}" for b in m.bodies for w in BODY_SERIES]
        names += [f"{f}.{w}" for f in m.frames for w in ("x", "y", "vx", "vy", "ax", "ay")]
        for joint in m.joints.values():
            if joint.coordinate:
                names += [f"{joint.name}.{w}" for w in (joint.coordinate, "speed", "acceleration")]
            names += [f"{joint.name}.{w}" for w in ("reaction", "fx", "fy", "torque")]
        names += [f"{d}.{w}" for d in m.drivers for w in ("effort",)]
        names += [f"{s}.{w}" for s in self.formulation.work_names for w in ("work", "power")]
        return names + [f"energy.{e}" for e in (*ENERGIES, "total", "balance")]

    def _of_body(self, body: str, word: str) -> xarray.DataArray:
        what, index, unit = BODY_SERIES[word]
        if what != "turn":
            return self._component(body, word)
        column = 3 * self.formulation.body_names.index(body) + 2
        values = (self.q, self.v, self.a)[index][:, column]
        label = ("angle", "angular velocity", "angular acceleration")[index]
        return self._array(values, ("time",), f"{label} of {body}", unit)

    def _component(self, name: str, word: str) -> xarray.DataArray:
        what, index, unit = BODY_SERIES[word]
        values = getattr(self, what)(name).values[:, index]
        return self._array(values, ("time",), f"{what} of {name} along {'xy'[index]}", unit)

    def _of_joint(self, joint: str, word: str) -> xarray.DataArray:
        F, part = self.formulation, self.mechanism.joints[joint]
        if word in ("angle", "displacement") and word != part.coordinate:
            raise NameNotFound(Problem(f"joint {joint!r} has no {word}", f"ask for {joint}.{part.coordinate}"))
        x, gradient, rate, rest = F.motion.coordinate(F.describer.joint_coordinate(joint), self.q, self.v)
        unit = "rad" if part.coordinate == "angle" else "m"
        if word == "speed":
            return self._array(rate, ("time",), f"speed of {joint}", f"{unit}/s")
        if word == "acceleration":
            second = (gradient * self.a).sum(axis=-1) + rest
            return self._array(second, ("time",), f"acceleration of {joint}", f"{unit}/s²")
        return self._array(x, ("time",), f"{word} of {joint}", unit)

    def _power(self, source: str) -> xarray.DataArray:
        column = self.formulation.work_names.index(source)
        return self._array(self.found["power"][:, column], ("time",), f"power of {source}", "W")

    def _work(self, source: str) -> xarray.DataArray:
        column = self.formulation.work_names.index(source)
        return self._array(self.works[:, column], ("time",), f"work of {source}", "J")

    # ---------------------------------------------------------------- energy and quality
    def _energies(self) -> dict[str, Array]:
        energies = dict(zip(ENERGIES, self.found["energy"].T))
        energies["total"] = self.found["energy"].sum(axis=1)
        energies["balance"] = energies["total"] - energies["total"][:1] - self.works.sum(axis=1)
        return energies

    def energy(self) -> xarray.DataArray:
        """Kinetic, gravitational, elastic and total energy, and the balance against the work done (time, kind) [J]."""
        energies = self._energies()
        table = self._array(np.column_stack(list(energies.values())), ("time", "kind"), "energy", "J")
        return table.assign_coords(kind=list(energies))

    def quality(self) -> Quality:
        """A verdict in words and numbers: energy balance and drift of the constraints."""
        return judge(self)

    @cached_property
    def dataset(self) -> xarray.Dataset:
        """Everything computed, as one labelled xarray Dataset."""
        from snodo.results.io import as_dataset

        return as_dataset(self)

    # ---------------------------------------------------------------- out of the program
    def save(self, path: str | Path) -> Path:
        """Write everything to a netCDF file (.nc), or the named series to a table (.csv)."""
        from snodo.results.io import save

        return save(self, path)

    @classmethod
    def load(cls, path: str | Path) -> Result:
        """Read a result saved as netCDF."""
        from snodo.results.io import load

        return load(path)

    def to_csv(self, path: str | Path, *names: str) -> Path:
        """Write the named series (default: all coordinates of bodies and joints) as a table with units."""
        from snodo.results.io import to_csv

        return to_csv(self, path, names)

    def plot(self, *names: str, path: str | Path | None = None) -> Any:
        """Plot named series against time; returns the matplotlib figure."""
        from snodo.views.plots import plot

        return plot(self, *names, path=path)

    def animate(self, path: str | Path, **options: Any) -> Path:
        """Write an animation: .gif, .mp4 or .html."""
        from snodo.views.animation import animate

        return animate(self, path, **options)

    def draw(self, path: str | Path | None = None, **options: Any) -> Any:
        """Draw several positions in one picture; returns the matplotlib figure."""
        from snodo.views.drawing import draw_positions

        return draw_positions(self, path=path, **options)

    # ---------------------------------------------------------------- labels
    def _array(self, values: Array, dims: tuple[str, ...], label: str, unit: str) -> xarray.DataArray:
        import xarray

        found = xarray.DataArray(
            values, dims=dims, coords={"time": self.time}, attrs={"long_name": label, "units": unit}
        )
        found["time"].attrs.update(long_name="time", units="s")
        return found

    def _vector(self, values: Array, label: str, unit: str) -> xarray.DataArray:
        return self._array(values, ("time", "axis"), label, unit).assign_coords(axis=["x", "y"])

    def __str__(self) -> str:
        i = self.info
        span = f"t = {self.time[0]:g} … {self.time[-1]:g} s" if self.time.size else "nothing"
        lines = [f"result of mechanism {self.mechanism.name!r}: {self.time.size} rows, {span} ({i['status']})"]
        lines.append(f"  formulation {i['formulation']}, method {i.get('method')}, integrator {i.get('integrator')}")
        if "steps" in i:
            steps = f"{i['steps']:.0f} steps, {i['rejected']:.0f} rejected, {i['evaluations']:.0f} evaluations"
            lines.append(f"  {steps}, {i['seconds']:.3g} s")
        for name, route in i.get("user_functions", {}).items():
            lines.append(f"  {name}: {route}")
        if i.get("redundant_rows"):
            lines.append(f"  redundant rows left out: {', '.join(i['redundant_rows'])}")
        return "\n".join(lines)

    __repr__ = __str__


def rebind(mechanism: Any, formulation: str) -> Any:
    """The formulation of a loaded result."""
    return bind(mechanism, formulation)


def redundant_names(F: Any, q: Array, t: float) -> list[str]:
    """Rows that depend on those described before them, by name; empty if the run left none out."""
    if bool(F.kept_rows.all()):
        return []
    if F.nc > LARGEST:
        return [name for name, kept in zip(F.row_names, F.kept_rows) if not kept]
    return [F.row_names[row] for row, _ in dependent_rows(scaled_jacobian(F, q, t))]
