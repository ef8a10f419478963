"""Outputs of a linear model: any series that a result has, such as "A.angle", "tip.x" or "box.az".

The series are evaluated in states along each direction of the model, with the positions on their manifold and the
accelerations of the linear model, and differentiated there by differences of eighth order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from snodo.analyses.equations.state import State as Place
from snodo.errors import NameNotFound, Problem, UnsupportedError
from snodo.math.differences import EIGHTH, SIXTH
from snodo.results.result import Result

Array = np.ndarray
STEPS = (0.02, 0.007, 0.0025)
"""Steps that are tried, in natural sizes."""
_BY = np.arange(-4, 5)


@dataclass(frozen=True, eq=False)
class Direction:
    """One direction of the model: displacement η, velocities w, accelerations and multipliers (per unit)."""

    eta: Array
    w: Array
    a: Array
    multipliers: Array


def output_rows(
    place: Place, a: Array, multipliers: Array, names: list[str], directions: list[Direction], inputs: bool
) -> Array:
    """Derivatives of the outputs (outputs × directions)."""
    here = _Neighbourhood(place, a, multipliers)
    here.check(names, inputs)
    if not names:
        return np.zeros((0, len(directions)))
    return np.array([here.derivative(names, one) for one in directions]).reshape(-1, len(names)).T


@dataclass(frozen=True, eq=False)
class _Neighbourhood:
    """States near a reference, as rows of a result."""

    place: Place
    a: Array
    multipliers: Array

    def along(self, one: Direction, h: float) -> Result:
        """Nine states, from −4 h to 4 h."""
        F, s = self.place.formulation, self.place
        x = h * _BY
        states = np.array([F.state(F.moved(s.q, k * one.eta), s.v + k * one.w) for k in x])
        times = np.full(x.size, s.t)
        found = {
            "acceleration": self.a + np.outer(x, one.a),
            "multiplier": self.multipliers + np.outer(x, one.multipliers),
            "energy": F.energies(times, states),
            "power": np.zeros((x.size, len(F.work_names))),
        }
        return Result(F, times, states, found, {"kind": "linear", "status": "finished"})

    def check(self, names: list[str], inputs: bool) -> None:
        """Refuse names that no result has, and those that are not one number."""
        F = self.place.formulation
        still = Direction(np.zeros(F.nv), np.zeros(F.nv), np.zeros(F.nv), np.zeros(F.nc))
        result = self.along(still, 0.0)
        for name in names:
            series = result[name]
            if series.ndim != 1:
                what = f"output {name!r} has several numbers at each time"
                listed = [n for n in result.names() if n.startswith(f"{name.partition('.')[0]}.")]
                raise NameNotFound(Problem(what, f"name one of them: {', '.join(listed[:12])}"))
            word = name.rpartition(".")[2]
            if word in ("work", "power", "balance"):
                raise UnsupportedError(Problem(f"output {name!r} is not a function of the state", "name another"))
            if inputs and series.attrs.get("units", "").startswith("N"):
                what = f"output {name!r} is a force, and how the inputs act on it directly is not computed"
                raise UnsupportedError(
                    Problem(what, "linearise without inputs, or name positions, speeds, accelerations")
                )

    def derivative(self, names: list[str], one: Direction) -> Array:
        """Of all outputs along one direction."""
        best, least = np.zeros(len(names)), np.full(len(names), np.inf)
        scale = self.place.formulation.velocity_scale
        size = max(float(np.abs(x / scale).max(initial=0.0)) for x in (one.eta, one.w)) or 1.0
        for step in STEPS:
            h = step / size
            result = self.along(one, h)
            values = np.array([np.asarray(result[name].values) for name in names])
            ahead = values[:, 5:] - values[:, 3::-1]
            eighth, sixth = (ahead @ np.array(weights) / h for weights in (EIGHTH, SIXTH))
            error = np.abs(eighth - sixth)
            better = error < least
            best[better], least[better] = eighth[better], error[better]
        return best
