"""Absolute coordinates in the plane: x, y of each body's centre of mass and its angle φ.

M is diagonal and constant, N = 1, and the rows of Φ, Φ_q and γ are assembled joint by joint from the data of the
joints (source text 004; Nikravesh 1988).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from snodo.compiled import Compiled, Family, direct
from snodo.errors import Problem, RunError, UnsupportedError
from snodo.formulations.base import Array
from snodo.formulations.connected import beside, connect_rare
from snodo.formulations.in_time import LEAST_PIVOT
from snodo.formulations.planar.motion import Motion
from snodo.formulations.planar.reading import Reading
from snodo.mechanism.body import Particle
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from scipy.sparse import csr_array

FOLDER = "snodo.formulations.planar.kernels"
LATER = "verbs.factor", "verbs.solve", "verbs.displace", "verbs.rates", "evaluate.evaluate_states"
ENTRIES = Compiled(
    FOLDER,
    Family("the planar equations", "matrices.update verbs.evaluate", beside(FOLDER, *LATER)),
    Family("planar equations in time", " ".join(LATER)),
    Family("rows and forces of users in the plane", "verbs.rare"),
    Family("planar forces that follow reactions", "loads.loads"),
    Family("redundant rows of planar mechanisms", "matrices.find_redundant"),
    Family("energies of planar mechanisms", "evaluate.energies_of"),
    Family("reactions of planar mechanisms", "matrices.wrenches"),
    Family("the terms of the planar equations", "terms.terms"),
    Family("derivatives of the planar equations", "tangents.tangent"),
    Family("what users wrote of the planar equations", "tangents.written"),
    Family("slopes of the planar equations along runs", "slopes.slopes slopes.yields answers.answers"),
)


IN_LANES = Compiled(
    FOLDER,
    Family(
        "planar mechanisms in lanes",
        "members.evaluate members.factor members.solve members.displace members.rates",
        beside(FOLDER),
    ),
)


class Planar(Reading):
    """A planar mechanism in absolute coordinates: x, y and angle of each body.

    Parameters
    ----------
    mechanism : Mechanism
        A mechanism of dimension 2; later changes of it have no effect on this formulation.

    Raises
    ------
    MechanismError
        If the description is wrong.
    UnsupportedError
        If the mechanism is three-dimensional.

    Examples
    --------
    >>> planar = sn.Planar(pendulum)
    >>> q, v = planar.reference()
    >>> planar.jacobian(q).shape
    (2, 3)
    """

    name = "planar"
    cites = ("Nikravesh1988",)

    def __init__(self, mechanism: Mechanism) -> None:
        mechanism = mechanism.copy()  # later additions have no effect on this formulation
        geometry = mechanism.check()
        if mechanism.dimension != 2:
            raise UnsupportedError(
                Problem(
                    f"mechanism {mechanism.name!r} is three-dimensional; the planar formulation needs dimension 2",
                    "describe it in the plane, or use formulation tree",
                    mechanism.where,
                )
            )
        from snodo.formulations.parts.particles import turned_particles
        from snodo.formulations.planar.description import Describer
        from snodo.formulations.planar.flatten import flatten
        from snodo.formulations.planar.kernels import layout

        turned = list(turned_particles(mechanism))
        if turned:
            raise UnsupportedError(turned)
        self.mechanism = mechanism
        self.geometry = geometry
        self.size = geometry.size()
        self.describer = Describer(mechanism, geometry)
        self.builder = self.describer.reader
        self.body_names = self.describer.body_names
        self.entries, self.layout, self.in_lanes = ENTRIES, layout, IN_LANES
        self.flat = flatten(self.describer, self._inertias(), complex(*mechanism.gravity), self.size)
        self.model = self.flat.model
        connect_rare(self, self.entries)
        self.least_pivot = LEAST_PIVOT
        self._name_everything()
        self.motion = Motion(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it as its mechanism: the compiled side is bound again, so results can be sent to other processes."""
        return (type(self), (self.mechanism,))

    def body_number(self, name: str) -> int:
        """Number of a body in the tables; the ground is the last."""
        return len(self.body_names) if name == GROUND else self.body_numbers[name]

    def _inertias(self) -> list[tuple[float, float, complex]]:
        """Mass, moment of inertia, centre of mass; a particle, which does not rotate, gets m L² to keep M regular."""
        from snodo.formulations.parts.motors import added_inertia

        inertias = []
        for name in self.body_names:
            found = self.geometry.bodies[name].inertia
            izz = found.izz
            if isinstance(self.mechanism.bodies[name], Particle):
                izz = found.mass * self.size**2
            izz += added_inertia(self.mechanism, self.describer.framer, name)[2, 2]
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

    @cached_property
    def masses(self) -> Array:
        """The diagonal of M [kg, kg, kg m²]."""
        found = np.array([x for mass, izz, _ in self._inertias() for x in (mass, mass, izz)])
        found.setflags(write=False)
        return found

    def metric(self, q: Any = None) -> Array:
        """The diagonal of √M."""
        return np.sqrt(self.masses)

    def mass_matrix(self, q: Any = None) -> Array:
        """M, constant and diagonal [kg, kg, kg m²]."""
        return np.diag(self.masses)

    def forces(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """Q(t, q, v): forces and torques about the centres of mass, gravity included [N, N, N m]."""
        self._update(q, v, t)
        return self._table("force_at", self.nv)

    def constraints(self, q: Any, t: float = 0.0) -> Array:
        """Φ(t, q) [m or rad]."""
        self._update(q, None, t)
        return self._table("phi_at", self.nc)

    def nu(self, q: Any, t: float = 0.0, *, v: Any = None) -> Array:
        """ν(t, q) = −Φ_t [m/s or rad/s]."""
        self._update(q, self.velocities_of_rows(v), t)
        return self._table("nu_at", self.nc)

    def gamma(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """γ(t, q, v), the right-hand side of Φ_q q̈ = γ [m/s² or rad/s²]."""
        self._update(q, v, t)
        return -self._table("phi_ddot_at", self.nc)

    @overload
    def jacobian(
        self, q: Any, t: float = 0.0, *, v: Any = None, sparse: Literal[False] = False, ground: bool = False
    ) -> Array: ...
    @overload
    def jacobian(
        self, q: Any, t: float = 0.0, *, v: Any = None, sparse: Literal[True], ground: bool = False
    ) -> csr_array: ...
    @overload
    def jacobian(
        self, q: Any, t: float = 0.0, *, v: Any = None, sparse: bool, ground: bool = False
    ) -> Array | csr_array: ...
    def jacobian(
        self, q: Any, t: float = 0.0, *, v: Any = None, sparse: bool = False, ground: bool = False
    ) -> Array | csr_array:
        """Return the Jacobian of the constraints, Φ_q = Φ_v.

        Parameters
        ----------
        q : array
            Coordinates [m, rad].
        t : float, optional
            Time [s].
        v : array, optional
            Velocities [m/s, rad/s]; needed if rows are not linear in them.
        sparse : bool, optional
            Whether to return a scipy CSR array.
        ground : bool, optional
            Whether the three columns of the ground come first.

        Returns
        -------
        array or csr_array
            Φ_q (nc × nq).

        Examples
        --------
        >>> J = planar.jacobian(planar.reference()[0], sparse=True)
        """
        self._update(q, self.velocities_of_rows(v), t)
        columns, (rows, cols) = self.nv + 3, self._pattern
        values = self.flat.blocks().ravel()
        if sparse:
            from scipy.sparse import coo_array

            whole = coo_array((values, (rows, cols)), shape=(self.nc, columns)).tocsr()
        else:
            whole = np.bincount(rows * columns + cols, values, self.nc * columns).reshape(self.nc, columns)
        return whole if ground else whole[:, 3:]

    @cached_property
    def _pattern(self) -> tuple[Array, Array]:
        """Row and column of every number in the blocks of the Jacobian, the columns of the ground first."""
        n = len(self.body_names)
        first = np.where(self.flat.block_body == n, 0, 3 * self.flat.block_body + 3)
        return np.repeat(self.flat.block_row, 3), (first[:, None] + np.arange(3)).ravel()

    def regular(self, q: Any, Q: Array, J: Array, gamma: Array) -> tuple[Array, Array]:
        """The diagonal of √M, and Q."""
        return self.metric(), Q

    # ---------------------------------------------------------------- the compiled side
    def state(self, q: Any, v: Any) -> Array:
        """y = (q, v, works, numbers) with the works at zero, and the numbers as described."""
        y = self.straight_state(q, v)
        if y is None:
            works = np.zeros(len(self.work_names))
            y = np.concatenate([self._vector(q, "q"), self._vector(v, "v"), works, self.numbers_given])
        return y

    def _vector(self, x: Any, name: str) -> Array:
        vector = np.ascontiguousarray(x, dtype=float)
        if vector.shape != (self.nq,) or not np.all(np.isfinite(vector)):
            raise UnsupportedError(Problem(f"{name} must be {self.nq} finite numbers", f"its shape is {vector.shape}"))
        return vector

    def _update(self, q: Any, v: Any, t: float) -> None:
        """Fill Φ, Φ_v, ν, Φ̈ = −γ and Q."""
        y = self.state(q, np.zeros(self.nv) if v is None else v)
        status = self.entries.update(float(t), y, self.model)
        if status:
            raise RunError(self.failure(status, t))

    def _evaluate(self, rate: Any, times: Array, states: Array, out: Array) -> int:
        y_dot = np.empty(states.shape[1])
        return int(direct(self.entries.evaluate_states)(rate, times, states, self.model, y_dot, out))

    def energies(self, times: Array, states: Array) -> Array:
        """Kinetic, gravitational and elastic energy in each of the states [J], without solving for accelerations."""
        out = np.empty((times.size, 3))
        self.entries.energies_of(times, states, self.model, out)
        return out

    def _table(self, name: str, count: int) -> Array:
        return self.flat.table(name, count).copy()

    @property
    def terms(self) -> Any:
        """The verb that writes the terms from index `what` on: terms(what, t, model*, y*, out*) → status."""
        return self.entries.terms

    def motion_of_member(self, later: Any) -> Any:
        """What reads motions of a member from its numbers."""
        from snodo.formulations.planar.rewritten_motion import RewrittenMotion

        return RewrittenMotion(self, later)

    def obstacles_to_lanes(self) -> Iterator[str]:
        """Contacts with curves, for which coordinates are compared with one another."""
        for part in (*self.flat.constraints, *self.flat.forces):
            if any(link.profile is not None for link in (part.link, *(link for _, link in getattr(part, "terms", ())))):
                yield f"{part.part.title} touches a curve"

    def tables(self) -> list[tuple[Any, int, int, tuple[str, ...]]]:
        """Tables of the model: class of the rows, place, count, and the fields that are places of functions of time."""
        at, head = self.layout, self.layout_places
        terms = sum(len(constraint.terms) for constraint in self.flat.constraints)
        return [
            (at.Constraint, head.constraint_at, head.constraints, ("function",)),
            (at.Term, head.term_at, terms, ()),
            (at.Law, head.law_at, head.laws, ("x", "y")),
            (at.Block, head.block_at, head.blocks, ()),
        ]

    def measured_forces(self) -> dict[str, bool]:
        """Forces that act along a coordinate, by name; whether it is the length of a spring."""
        from snodo.formulations.planar.efforts import measured_forces

        return {name: force.link.kind == "spring" for name, force in measured_forces(self).items()}

    def effort_along(self, name: str, times: Array, q: Array, v: Array) -> tuple[Array, Array, Array, bool]:
        """Coordinate, speed and force (or torque) of a spring, joint torque, friction …; and whether it is an angle."""
        from snodo.formulations.planar.efforts import effort_along

        return effort_along(self, name, times, q, v)

    def moved_by(self, k: int) -> str:
        """The body that velocity k moves."""
        return self.body_names[k // 3]

    def failed_law(self) -> Problem:
        """The message about the user's force that failed in the last evaluation."""
        return self._failed(self.flat.forces[int(self.flat.header.culprit)])

    def failed_row(self) -> Problem:
        """The message about the user's constraint that failed in the last evaluation."""
        return self._failed(self.flat.constraints[int(self.flat.header.culprit)])

    def _failed(self, described: Any) -> Problem:
        q, v = (self._table(at, described.written.outputs) for at in ("user_q_at", "user_v_at"))
        return self.user_failure(described, float(self.flat.header.time), q, v)
