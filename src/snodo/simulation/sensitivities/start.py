"""Derivatives of the start: of the closed positions and the velocities that `assemble` finds.

Positions make ½ |x|² least, x the changes of the joints from the drawing, with r = 0, the rows and the wanted values;
velocities make ½ |X v|² least with J v = b.  With multipliers, and Z spanning the directions with J Z = 0:

    g = Xᵀ x + Jᵀ μ = 0,     r = 0            J η = −r_p,    Zᵀ H η = −Zᵀ g_p,    H = ∂g/∂q                          (1)
    G = Xᵀ X v + Jᵀ μ = 0,   J v − b = 0      J w = −(J v − b)′,    Zᵀ Xᵀ X w = −Zᵀ G′                               (2)

at fixed v and μ.  r, g, J, b and X are explicit functions of positions and parameters: their derivatives are
differences of them.  The search that found the start is not differenced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.analyses.assembly.closing import Closing
from snodo.analyses.assembly.joint_displacements import JointMoves
from snodo.analyses.assembly.targets import Wanted, initial_values, wanted_values
from snodo.errors import Problem, UnsupportedError
from snodo.formulations.series.elastic_joints import rigid_twin
from snodo.math.labelled_rows import RANK, free_directions, least_norm
from snodo.simulation.sensitivities.as_drawn import along_drawing
from snodo.simulation.sensitivities.series import CENTRAL, STEP
from snodo.simulation.sensitivities.variants import Point, Variants

Array = np.ndarray
AT_REST = 1e-12
"""Changes from the drawing that are none."""
CONSISTENT = 1e-6
"""Part of r_p that no motion takes up, relative to it: more of it, and rows that were redundant are not any more."""


@dataclass(frozen=True, eq=False)
class Place:
    """What the start is determined by, for one value of the parameters."""

    F: Any
    closing: Closing
    moves: JointMoves
    speeds: list[Wanted]

    @classmethod
    def of(cls, F: Any, initial: Mapping[str, Any] | None, rigid: bool) -> Place:
        """For a bound mechanism; rigid: elastic joints start unstrained."""
        F = (rigid_twin(F) or F) if rigid else F
        positions, speeds = wanted_values(F, initial_values(F.mechanism, initial), ())
        moves = JointMoves(F)
        return cls(F, Closing(F, positions, 0.0, moves), moves, speeds)

    def rows(self, q: Array, scale: Array) -> Array:
        """r in pure numbers."""
        return np.asarray(self.closing.residual(q) / scale)

    def velocity_rows(self, q: Array, size: Array, units: Array) -> tuple[Array, Array]:
        """J and b."""
        wanted = np.array([w.read(self.F, q)[1] for w in self.speeds]).reshape(-1, self.F.nv)
        J = np.vstack([self.F.jacobian(q, 0.0), wanted]) / size[:, None] * units
        return J, np.concatenate([self.F.nu(q, 0.0), [w.value for w in self.speeds]]) / size


class StartSlopes:
    """(η, w) of the start along parameters and initial values."""

    def __init__(self, F: Any, initial: Mapping[str, Any] | None, q: Array, v: Array) -> None:
        rigid = rigid_twin(F) is not None and Place.of(F, initial, True).closing.closed(q)
        self.initial, self.rigid, self.q, self.v, self.given = initial, rigid, q, v, F
        self.here = Place.of(F, initial, rigid)
        self.F, closing = self.here.F, self.here.closing
        self.units, self.scale = self.F.velocity_scale, closing.scale
        self.J = closing.jacobian(q) / self.scale[:, None] * self.units
        self.Z = free_directions(self.J)
        self.guessed = bool(self.F.mechanism.initial_guess) and self.Z.shape[1] > 0
        """Whether guesses say where the start is, of all positions that are closed."""
        self.X = self.here.moves.gradients(q) * self.units
        self.x = self.here.moves.changes(q)
        self.drawn = bool(np.abs(self.x).max(initial=0.0) < AT_REST)
        self.mu = np.zeros(len(self.J))
        if not self.drawn:
            self.mu = -np.linalg.lstsq(self.J.T, self.X.T @ self.x, rcond=RANK)[0]
        size = [self.F.size if w.unit == "m" else 1.0 for w in self.here.speeds]
        self.size = np.concatenate([self.F.row_scale, size])
        self.Jv, self.b = self.here.velocity_rows(q, self.size, self.units)
        self.Zv, self.u = free_directions(self.Jv), v / self.units
        self.mu_v = -np.linalg.lstsq(self.Jv.T, self.X.T @ (self.X @ self.u), rcond=RANK)[0]

    def holding(self, name: str, given: bool) -> StartSlopes:
        """The same with one more initial value, if it is not given: the one that the start has."""
        here = self
        if not given:
            added = {**(self.initial or {}), name: self._value(name)}
            here = StartSlopes(self.given, added, self.q, self.v)
        if all(w.name != name for w in (*here.here.closing.wanted, *here.here.speeds)):
            what = f"{name} is driven: there is no derivative by its initial value"
            raise UnsupportedError(Problem(what, "make the start of the driver a parameter"))
        return here

    def _value(self, name: str) -> float:
        """Of a coordinate or speed at the start."""
        positions, speeds = wanted_values(self.F, {name: 0.0}, ())
        if positions:
            return positions[0].value_at(self.F, self.q)
        return float(speeds[0].read(self.F, self.q)[1] @ self.v) if speeds else 0.0

    # ---------------------------------------------------------------- along one direction
    def along_parameter(self, points: Variants) -> tuple[Array, Array]:
        """(η, w) for a parameter."""
        return along_drawing(self, points) or self._from_places(points)

    def _must_not_be_guessed(self, name: str) -> None:
        """Guesses are not part of (1)."""
        if self.guessed:
            listed = ", ".join(self.F.mechanism.initial_guess)
            what = f"the start is the one nearest to the guess of {listed}, and how it follows {name} is not known"
            raise UnsupportedError(
                Problem(what, "give initial values instead of guesses: as many as there are freedoms")
            )

    def _from_places(self, points: Variants) -> tuple[Array, Array]:
        """(η, w) by differences of r, g and (J v − b, G)."""
        self._must_not_be_guessed(points.name)
        made: dict[Point, Place] = {}

        def there(point: Point) -> Place:
            if point not in made:
                made[point] = Place.of(point.bound, self.initial, self.rigid)
            return made[point]

        def velocity_gaps(point: Point) -> Array:
            place = there(point)
            return self._velocity_gaps(place, place.F.moved(self.q, point.offset * eta * self.units))

        def of(f: Callable[[Point], Array], now: Array) -> Array:
            return points.derivative(f, now, axis=None, size=1.0)  # all are pure numbers

        r = of(lambda point: there(point).rows(self.q, self.scale), self.here.rows(self.q, self.scale))
        g = of(lambda point: self._slope(there(point), self.q), self._slope(self.here, self.q))
        eta = self._positions(r, g, points.name)
        rates = of(velocity_gaps, self._velocity_gaps(self.here, self.q))
        return eta * self.units, self._velocities(rates, points.name) * self.units

    def along_initial(self, name: str) -> tuple[Array, Array]:
        """(η, w) for a wanted value."""
        self._must_not_be_guessed(name)
        r = np.zeros(len(self.scale))
        for k, w in enumerate(self.here.closing.wanted):
            if w.name == name:
                r[self.F.nc + k] = -1.0 / self.scale[self.F.nc + k]
        eta = self._positions(r, np.zeros(self.F.nv), name)
        rates = self._directional(eta, lambda q: self._velocity_gaps(self.here, q))
        for k, w in enumerate(self.here.speeds):
            if w.name == name:
                rates[self.F.nc + k] -= 1.0 / self.size[self.F.nc + k]
        return eta * self.units, self._velocities(rates, name) * self.units

    def velocities_along(self, rates: Array, name: str) -> Array:
        """w, if G′ = 0 and nothing changes of what is wanted of velocities."""
        whole = np.zeros(len(self.size) + self.F.nv)
        whole[: rates.size] = rates
        return self._velocities(whole, name) * self.units

    # ---------------------------------------------------------------- (1) and (2)
    def _positions(self, r: Array, g: Array, name: str) -> Array:
        own = least_norm(self.J, -r)[0] if np.any(r) else np.zeros(self.F.nv)
        self._must_be_consistent(self.J @ own + r, r, name, self.here.closing.wanted)
        if not self.Z.shape[1]:
            return own
        H = np.array([self._curved(z) for z in self.Z.T]).T
        z = np.linalg.lstsq(self.Z.T @ H, self.Z.T @ (self._curved(own) + g), rcond=RANK)[0]
        return np.asarray(own - self.Z @ z)

    def _curved(self, along: Array) -> Array:
        """H along a direction."""
        if self.drawn:
            return np.asarray(self.X.T @ (self.X @ along))
        return self._directional(along, lambda q: self._slope(self.here, q))

    def _slope(self, place: Place, q: Array) -> Array:
        """g."""
        J = place.closing.jacobian(q) / self.scale[:, None] * self.units
        X = place.moves.gradients(q) * self.units
        return np.asarray(X.T @ place.moves.changes(q) + J.T @ self.mu)

    def _velocity_gaps(self, place: Place, q: Array) -> Array:
        """J v − b and G at the velocities of the start."""
        J, b = place.velocity_rows(q, self.size, self.units)
        X = place.moves.gradients(q) * self.units
        return np.concatenate([J @ self.u - b, X.T @ (X @ self.u) + J.T @ self.mu_v])

    def _velocities(self, rates: Array, name: str) -> Array:
        rows, slope = rates[: len(self.size)], rates[len(self.size) :]
        own = least_norm(self.Jv, -rows)[0] if np.any(rows) else np.zeros(self.F.nv)
        self._must_be_consistent(self.Jv @ own + rows, rows, name, self.here.speeds)
        if not self.Zv.shape[1]:
            return own
        XZ = self.X @ self.Zv
        right = self.Zv.T @ (self.X.T @ (self.X @ own) + slope)
        return np.asarray(own - self.Zv @ np.linalg.lstsq(XZ.T @ XZ, right, rcond=RANK**2)[0])

    def _directional(self, along: Array, f: Callable[[Array], Array]) -> Array:
        """The derivative of f(q) along a displacement in pure numbers."""
        largest = float(np.abs(along).max(initial=0.0))
        if largest == 0.0:
            return np.zeros_like(f(self.q))
        h = STEP / largest
        return np.asarray(sum(w / h * f(self.F.moved(self.q, c * h * along * self.units)) for c, w, _ in CENTRAL))

    def _must_be_consistent(self, left: Array, given: Array, name: str, wanted: list[Wanted]) -> None:
        """Rows that depend on others must go on doing so."""
        if np.abs(left).max(initial=0.0) <= CONSISTENT * max(1e-6, float(np.abs(given).max(initial=0.0))):
            return
        names = [*self.F.row_parts, *[f"initial {w.name}" for w in wanted]]
        worst = names[int(np.argmax(np.abs(left)))]
        what = f"{name} cannot change alone at the start: {worst} would not be satisfied any more"
        remedy = f"leave {name} out of over, or remove what determines it: a driver, a constraint or an initial value"
        raise UnsupportedError(Problem(what, remedy))
