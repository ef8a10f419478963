"""Absolute coordinates of the plane: x, y of each body's centre of mass and its angle φ.

M is diagonal and constant, N = 1, and the rows of Φ, Φ_q and γ are assembled joint by joint from the joints' data: no
derivative is taken by hand (source text 004; Nikravesh 1988).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np

from snodo.compiled import Compiled, Family
from snodo.errors import Problem, RunError, UnsupportedError
from snodo.formulations.base import Array, Formulation
from snodo.formulations.planar.motion import Motion
from snodo.formulations.soft_rows import SoftPlaces, permutation_at
from snodo.formulations.user_functions import UserFunctions
from snodo.mechanism.body import Particle
from snodo.mechanism.geometry import Pose
from snodo.mechanism.mechanism import Mechanism

LEAST_PIVOT = 1e-14
"""Relative pivot of S taken for a singular position."""

SIMULATION = "snodo.integrators.ode.kernels.advance.advance snodo.integrators.ode.kernels.advance.no_projection"
"""What a simulation needs beside the equations: it has no function in common with them."""
KERNELS = Compiled(
    "snodo.formulations.planar.kernels",
    Family(
        "the planar equations",
        "rate.rate project.project matrices.find_redundant evaluate.evaluate",
        SIMULATION,
    ),
    Family("reactions of planar mechanisms", "matrices.wrenches"),
    Family("the terms of the planar equations", "terms.terms"),
)


class Planar(UserFunctions, Formulation):
    """A planar mechanism in absolute coordinates.

    >>> planar = Planar(mechanism)
    >>> q, v = planar.reference()
    >>> planar.jacobian(q), planar.gamma(q, v)
    """

    name = "planar"

    def __init__(self, mechanism: Mechanism) -> None:
        mechanism = mechanism.copy()  # what is added to it later does not change this formulation
        geometry = mechanism.check()
        if mechanism.dimension != 2:
            raise UnsupportedError(
                Problem(
                    f"mechanism {mechanism.name!r} is three-dimensional; the planar formulation needs dimension 2",
                    "describe it in the plane; or use formulation tree",
                    mechanism.where,
                )
            )
        from snodo.formulations.parts.particles import turned_particles
        from snodo.formulations.planar.description import Describer
        from snodo.formulations.planar.flatten import flatten

        turned = list(turned_particles(mechanism))
        if turned:
            raise UnsupportedError(turned)
        self.mechanism = mechanism
        self.geometry = geometry
        self.size = geometry.size()
        self.describer = Describer(mechanism, geometry)
        self.body_names = self.describer.body_names
        self.kernels = KERNELS
        self.flat = flatten(self.describer, self._inertias(), complex(*mechanism.gravity), self.size)
        self.model = self.flat.model
        self.least_pivot = LEAST_PIVOT
        self._name_everything()
        self.motion = Motion(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its mechanism: the compiled side is bound again, so that results travel between processes."""
        return (type(self), (self.mechanism,))

    def _inertias(self) -> list[tuple[float, float, complex]]:
        """Mass, moment of inertia and centre of mass; a particle, which does not turn, gets m L² to keep M regular."""
        inertias = []
        for name in self.body_names:
            found = self.geometry.bodies[name].inertia
            izz = found.izz
            if isinstance(self.mechanism.bodies[name], Particle):
                izz = found.mass * self.size**2
            inertias.append((found.mass, izz, complex(found.com[0], found.com[1])))
        return inertias

    def _name_everything(self) -> None:
        self.coordinate_names, self.velocity_names, self.coordinate_units = [], [], []
        for name in self.body_names:
            stem = name if not any(self.geometry.bodies[name].inertia.com[:2]) else f"{name}.com"
            self.coordinate_names += [f"{stem}.x", f"{stem}.y", f"{name}.angle"]
            self.velocity_names += [f"{stem}.vx", f"{stem}.vy", f"{name}.omega"]
            self.coordinate_units += ["m", "m", "rad"]
        self.velocity_units = self.coordinate_units
        self.row_names = [row for c in self.flat.constraints for row in c.rows]
        self.row_units = [unit for c in self.flat.constraints for unit in c.units]
        self.row_parts = [self.flat.constraints[k].part.name for k in self.flat.row_parts]
        self.work_names = list(self.flat.works)

    # ---------------------------------------------------------------- (1)–(5) as arrays
    def reference(self) -> tuple[Array, Array]:
        """(q, v) as drawn, at rest."""
        return self._drawn.copy(), np.zeros(self.nv)

    @cached_property
    def _drawn(self) -> Array:
        """q as drawn."""
        q = np.zeros(self.nq)
        for k, name in enumerate(self.body_names):
            pose = self.geometry.bodies[name].pose
            com = pose.to_world(np.array(self.geometry.bodies[name].inertia.com))
            q[3 * k : 3 * k + 3] = com[0], com[1], self.describer.angle(name)
        return q

    @property
    def masses(self) -> Array:
        """The diagonal of M [kg, kg, kg m²]."""
        return np.array([x for mass, izz, _ in self._inertias() for x in (mass, mass, izz)])

    def metric(self, q: Any = None) -> Array:
        """The diagonal of √M."""
        return np.sqrt(self.masses)

    def mass_matrix(self, q: Any = None) -> Array:
        """M, constant and diagonal [kg, kg, kg m²]."""
        return np.diag(self.masses)

    def forces(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """Q(t, q, v): forces and torques about the centres of mass, gravity included [N, N, N m]."""
        self._update(q, v, t)
        return self._table("Q_AT", self.nv)

    def constraints(self, q: Any, t: float = 0.0) -> Array:
        """Φ(t, q) [m or rad]."""
        self._update(q, None, t)
        return self._table("PHI_AT", self.nc)

    def nu(self, q: Any, t: float = 0.0) -> Array:
        """ν(t, q) = −Φ_t [m/s or rad/s]."""
        self._update(q, None, t)
        return self._table("NU_AT", self.nc)

    def gamma(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """γ(t, q, v), the right side of Φ_q q̈ = γ [m/s² or rad/s²]."""
        self._update(q, v, t)
        return self._table("GAMMA_AT", self.nc)

    def jacobian(self, q: Any, t: float = 0.0, *, sparse: bool = False, ground: bool = False) -> Any:
        """Φ_q, nc × nq; `sparse` for a scipy CSR array, `ground` with the frame's three columns first."""
        self._update(q, None, t)
        columns, n = self.nv + 3, len(self.body_names)
        first = np.where(self.flat.block_body == n, 0, 3 * self.flat.block_body + 3)
        rows = np.repeat(self.flat.block_row, 3)
        cols = (first[:, None] + np.arange(3)).ravel()
        values = self._table("JACOBIAN_AT", rows.size)
        if sparse:
            from scipy.sparse import coo_array

            whole = coo_array((values, (rows, cols)), shape=(self.nc, columns)).tocsr()
        else:
            whole = np.zeros((self.nc, columns))
            np.add.at(whole, (rows, cols), values)
        return whole if ground else whole[:, 3:]

    def regular(self, q: Any, Q: Array, J: Array, gamma: Array) -> tuple[Array, Array]:
        """The diagonal of √M, and Q."""
        return self.metric(), Q

    def pose(self, q: Any, name: str) -> Pose:
        """Place r [m] and rotation A of a body or frame in one state."""
        x, y, angle = self.motion.located(name, np.asarray(q, float))
        c, s = math.cos(angle), math.sin(angle)
        return Pose(np.array([x, y, 0.0]), np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]))

    def jacobian_of(self, q: Any, name: str) -> Array:
        """J (6 × nv) with (v, ω) = J v at the origin of a body or frame."""
        b, _ = self.motion.place(name)
        J = np.zeros((6, self.nv))
        if b < len(self.body_names):
            x, y, _ = self.motion.located(name, np.asarray(q, float))
            J[0, 3 * b] = J[1, 3 * b + 1] = J[5, 3 * b + 2] = 1.0
            J[0, 3 * b + 2], J[1, 3 * b + 2] = q[3 * b + 1] - y, x - q[3 * b]
        return J

    # ---------------------------------------------------------------- the compiled side
    def state(self, q: Any, v: Any) -> Array:
        """y = (q, v, works) with the works at zero."""
        return np.concatenate([self._vector(q, "q"), self._vector(v, "v"), np.zeros(len(self.work_names))])

    def _vector(self, x: Any, name: str) -> Array:
        vector = np.ascontiguousarray(x, dtype=float)
        if vector.shape != (self.nq,) or not np.all(np.isfinite(vector)):
            raise UnsupportedError(Problem(f"{name} must be {self.nq} finite numbers", f"it has shape {vector.shape}"))
        return vector

    def _update(self, q: Any, v: Any, t: float) -> None:
        y = self.state(q, np.zeros(self.nv) if v is None else v)
        with self.rows_and_forces_only():
            status = self.kernels.rate(float(t), y, np.empty_like(y), self.model)
        if status:
            raise RunError(self.failure(status, t))
        n = self.nc
        self._row_rates = self._jacobian_product(y[self.nq : self.nq + self.nv]) - self._table("NU_AT", n)

    def _jacobian_product(self, v: Array) -> Array:
        """Φ_v v from the blocks at hand."""
        blocks = self.flat.table(self.kernels.layout.JACOBIAN_AT, 3 * self.flat.block_row.size).reshape(-1, 3)
        speeds = np.concatenate([v, np.zeros(3)]).reshape(-1, 3)[self.flat.block_body]
        product = np.zeros(self.nc)
        np.add.at(product, self.flat.block_row, (blocks * speeds).sum(axis=1))
        return product

    @contextmanager
    def rows_and_forces_only(self) -> Iterator[None]:
        """Within it the compiled rate fills Φ, Φ_v, ν, γ and Q and does not solve."""
        layout, ints = self.kernels.layout, self.flat.ints
        ints[layout.DEPTH] = layout.ROWS_AND_FORCES
        try:
            yield
        finally:
            ints[layout.DEPTH] = layout.WHOLE

    def _table(self, name: str, count: int) -> Array:
        return self.flat.table(getattr(self.kernels.layout, name), count).copy()

    def set_gains(self, alpha: float, beta: float) -> None:
        """Baumgarte gains [1/s] used by the compiled rate."""
        self.model[self.kernels.layout.ALPHA], self.model[self.kernels.layout.BETA] = alpha, beta

    def evaluate(self, times: Array, states: Array) -> dict[str, Array]:
        """Accelerations, multipliers, violations, energies and powers in each of the states (time, nq + nv + works)."""
        nv, nc, works = self.nv, self.nc, len(self.work_names)
        out = np.zeros((times.size, nv + 3 * nc + 3 + works))
        failed = self.kernels.evaluate(self.kernels.rate, times, states, self.model, np.empty(states.shape[1]), out)
        if self.interrupted():
            self.forget_failures()
            raise KeyboardInterrupt
        if failed:
            out[failed - 1 :] = np.nan
        names = ("acceleration", "multiplier", "violation", "violation_rate", "energy", "power")
        ends = np.cumsum([nv, nc, nc, nc, 3, works])
        return {name: out[:, end - size : end] for name, end, size in zip(names, ends, (nv, nc, nc, nc, 3, works))}

    def energies(self, times: Array, states: Array) -> Array:
        """Kinetic, gravitational and elastic energy in each of the states [J], without solving for accelerations."""
        with self.rows_and_forces_only():
            return self.evaluate(times, states)["energy"]

    def last_powers(self) -> Array:
        """Powers of the applied forces without potential in the last evaluation [W]; not those of drivers."""
        return self._table("POWER_AT", len(self.work_names))

    @property
    def terms(self) -> Any:
        """Compiled and called by its address: terms(t, model*, y*, places*) → status."""
        return self.kernels.terms

    def measured_forces(self) -> dict[str, bool]:
        """Forces that act along a coordinate, by name; whether it is the length of a spring."""
        from snodo.formulations.planar.efforts import measured_forces

        return {name: force.link.kind == "spring" for name, force in measured_forces(self).items()}

    def effort_along(self, name: str, times: Array, q: Array, v: Array) -> tuple[Array, Array, Array, bool]:
        """Coordinate, speed and force (or torque) of a spring, joint torque, friction …; and whether it turns."""
        from snodo.formulations.planar.efforts import effort_along

        return effort_along(self, name, times, q, v)

    @property
    def kept_rows(self) -> Array:
        """Boolean mask of the rows that are not redundant."""
        return self._table("MASK_AT", self.nc) != 0.0

    def set_kept_rows(self, kept: Any) -> None:
        """Leave out redundant rows in the compiled rate; decided in a closed configuration."""
        self.flat.table(self.kernels.layout.MASK_AT, self.nc)[:] = np.asarray(kept, float)

    @property
    def smallest_pivot(self) -> float:
        """Smallest relative pivot of S = J M⁻¹ Jᵀ among the kept rows in the last evaluation."""
        return float(self.model[self.kernels.layout.REPORT])

    @property
    def least_pivot(self) -> float:
        """Relative pivot below which the compiled equations refuse the kept rows as singular."""
        return float(self.model[self.kernels.layout.LEAST_PIVOT])

    @least_pivot.setter
    def least_pivot(self, value: float) -> None:
        self.model[self.kernels.layout.LEAST_PIVOT] = value

    def find_redundant(self, q: Any, t: float, tolerance: float) -> None:
        """Leave out the rows that depend on others in the configuration q: those of a smaller relative pivot."""
        y = self.state(q, np.zeros(self.nv))
        with self.rows_and_forces_only():
            self.kernels.find_redundant(self.kernels.rate, float(t), y, np.empty_like(y), self.model, tolerance)

    @property
    def pivot_at(self) -> int:
        """Where in the model the smallest relative pivot stands."""
        return int(self.kernels.layout.REPORT)

    @property
    def soft_places(self) -> SoftPlaces:
        """Where the model keeps what belongs to soft rows."""
        at, header = self.kernels.layout, self.flat.header
        soft, trail, S, diagonal, plan, x = map(
            header, (at.SOFT_AT, at.TRAIL_AT, at.S_AT, at.DIAGONAL_AT, at.PLAN_AT, at.X_AT)
        )
        order = permutation_at(self.model, plan)
        return SoftPlaces(self.nc, self.nv, at.SOFT_ROWS, soft, trail, S, diagonal, order, x)

    @property
    def factored_at(self) -> int:
        """Where in the model it stands whether there are factors."""
        return int(self.kernels.layout.FACTORED)

    def moved_by(self, k: int) -> str:
        """The body that velocity k moves."""
        return self.body_names[k // 3]

    def weakest_row(self) -> str:
        """The row nearest to depending on the others in the last evaluation, in words; empty if none is near."""
        pivot, row = self.model[self.kernels.layout.REPORT : self.kernels.layout.REPORT + 2]
        if not 0 <= row < self.nc or pivot > 1e-4:
            return ""
        return f"row {self.row_names[int(row)]!r} nearly depends on the others (relative pivot {pivot:.1e})"

    def row_not_finite(self, t: float) -> Problem:
        """Which row had no finite Φ, ν or γ in the last evaluation, in words."""
        return self.failure(self.kernels.layout.NOT_FINITE, t)

    def failure(self, status: int, t: float) -> Problem:
        """What a status other than zero means, in words."""
        from snodo.formulations.planar.failures import explain

        return explain(self, status, t)
