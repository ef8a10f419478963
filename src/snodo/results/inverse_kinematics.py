"""Results of inverse kinematics: one configuration, or a path of them, with what is missed of each target."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from snodo.results.result import Result
from snodo.results.state import State

if TYPE_CHECKING:
    from snodo.mechanism.geometry import Pose

Array = np.ndarray


class Miss(NamedTuple):
    """By how much a target is missed: zero, but for rounding, where it is reached."""

    distance: Any
    """Between the place and the wanted one [m]; for a path an array, one for each pose."""
    angle: Any
    """Between the attitude and the wanted one [rad]."""

    def __str__(self) -> str:
        parts = [f"{self.distance:.3g} m"] * bool(self.distance) + [f"{np.degrees(self.angle):.3g}°"] * bool(self.angle)
        return " and ".join(parts) or "nothing"


class StillFound(dict[str, Array]):
    """What is known along a path of configurations; energies and gaps are computed when they are first asked for.

    There are no forces: multipliers are not numbers.
    """

    def __init__(self, formulation: Any, times: Array, states: Array, accelerations: Array) -> None:
        rows, F = times.size, formulation
        super().__init__(
            acceleration=accelerations,
            multiplier=np.full((rows, F.nc), np.nan),
            power=np.zeros((rows, len(F.work_names))),
        )
        self._F, self._times, self._states = F, times, states

    def __missing__(self, key: str) -> Array:
        F, nq, nv = self._F, self._F.nq, self._F.nv
        if key == "energy":
            values: Array = F.energies(self._times, np.ascontiguousarray(self._states))
        elif key in ("violation", "violation_rate"):
            values = np.zeros((self._times.size, F.nc))
            for k, (t, y) in enumerate(zip(self._times, self._states) if F.nc else ()):
                q, v = y[:nq], y[nq : nq + nv]
                values[k] = F.constraints(q, t) if key == "violation" else F.jacobian(q, t, v=v) @ v - F.nu(q, t, v=v)
        else:
            raise KeyError(key)
        self[key] = values
        return values

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, ({key: self[key] for key in (*self, "energy", "violation", "violation_rate")},)


@dataclass(frozen=True, repr=False)
class Configuration(State):
    """One configuration found by `sn.inverse_kinematics`: coordinates, and what is missed of each target.

    It is a state at rest: `sn.simulate(m, 2.0, start=configuration)`.

    Parameters
    ----------
    result : Result
        A result whose only row is the configuration.
    row : int
        Zero.
    time : float
        At which a run that starts here begins [s].
    residuals : dict, optional
        For each target, the distance [m] and the angle [rad] by which it is missed.
    reached : bool, optional
        Whether all targets are met within the tolerance.
    iterations : int, optional
        Iterations of the search that found it.
    at_limits : tuple of str, optional
        Coordinates that are at one of their limits.

    Examples
    --------
    >>> found = sn.inverse_kinematics(pendulum, {"A.angle": 0.3})
    >>> round(found["A.angle"], 9), found.reached
    (0.3, True)
    """

    residuals: dict[str, Miss] = field(default_factory=dict)
    """For each target, the distance [m] and the angle [rad] by which it is missed."""
    reached: bool = True
    """Whether all targets are met within the tolerance."""
    iterations: int = 0
    """Iterations of the search that found it."""
    at_limits: tuple[str, ...] = ()
    """Coordinates that are at one of their limits."""

    def __getitem__(self, name: str) -> float:
        return float(self.result[name].values[self.row])

    @property
    def coordinates(self) -> dict[str, float]:
        """The coordinates q by their names [m, rad]."""
        return dict(zip(self.result.formulation.coordinate_names, map(float, self.q)))

    def pose(self, name: str) -> Pose:
        """Return position and rotation of a body or frame.

        Parameters
        ----------
        name : str
            The body, `body.com`, frame or joint.

        Returns
        -------
        Pose
            Position r [m] and rotation A, from its axes to world axes.

        Raises
        ------
        NameNotFound
            If there is no such body, frame or joint.

        Examples
        --------
        >>> place = sn.inverse_kinematics(pendulum, {"A.angle": 0.3}).pose("arm").r
        """
        found: Pose = self.result.formulation.pose(self.q, name)
        return found

    def __str__(self) -> str:
        name, shown = self.result.mechanism.name, list(self.coordinates.items())
        lines = [f"configuration of mechanism {name!r} ({self.result.formulation.name}), {self.iterations} iterations"]
        lines.append("  " + ", ".join(f"{key} = {x:.6g}" for key, x in shown[:12]) + (", …" if shown[12:] else ""))
        for target, miss in self.residuals.items():
            lines.append(f"  {target}: " + ("reached" if self.reached else f"missed by {miss}"))
        if self.at_limits:
            lines.append(f"  at a limit: {', '.join(self.at_limits)}")
        return "\n".join(lines)

    __repr__ = __str__


@dataclass
class ConfigurationPath(Result):
    """A path of configurations found by `sn.inverse_kinematics`, readable as every result.

    `path["elbow.angle"]`, `path.plot(…)`, `path.animate(…)`; `sn.inverse_dynamics(m, path)` gives its torques.  Made by
    `sn.inverse_kinematics`.

    Parameters
    ----------
    formulation : Formulation
        The coordinates.
    time : array
        Times of the poses [s]; 0, 1, 2, … if none were given.
    states : array
        Rows of (q, v, works).
    found : dict of arrays
        Accelerations, energies and gaps, one row per pose; there are no forces.
    info : dict, optional
        How it was computed.
    step_history : array, optional
        Empty: nothing was integrated.
    twin : Result, optional
        None: nothing was integrated.
    late_works : callable, optional
        None: there are no works.
    residuals : dict, optional
        For each target, the distances [m] and the angles [rad] by which it is missed, one for each pose.
    reached : array, optional
        Whether all targets are met, for each pose.
    iterations : array, optional
        Iterations, for each pose.

    Examples
    --------
    >>> path = sn.inverse_kinematics(pendulum, {"A.angle": [0.1, 0.2, 0.3]})
    >>> path["A.angle"].values.round(9).tolist()
    [0.1, 0.2, 0.3]
    """

    residuals: dict[str, Miss] = field(default_factory=dict, repr=False)
    """For each target, the distances [m] and the angles [rad] by which it is missed, one for each pose."""
    reached: Array = field(default_factory=lambda: np.zeros(0, bool), repr=False)
    """Whether all targets are met, for each pose."""
    iterations: Array = field(default_factory=lambda: np.zeros(0, int), repr=False)
    """Iterations, for each pose."""

    def __str__(self) -> str:
        count, good = self.time.size, int(self.reached.sum())
        name, mean = self.mechanism.name, float(self.iterations.mean()) if count else 0.0
        first = f"path of mechanism {name!r}: {count} poses, {good} reached, {mean:.1f} iterations each"
        return f"{first} ({self.formulation.name})"

    __repr__ = __str__
