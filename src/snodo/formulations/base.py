"""The equations on one screen, and the contract of a formulation.

    q̇ = N(q) v                               (1) kinematics
    M(q) v̇ + Φ_vᵀ λ = Q(t, q, v)              (2) motion; constraint forces are −Φ_vᵀ λ
    Φ(t, q) = 0                              (3) position     (holonomic rows only)
    Φ_v v = ν(t, q)                          (4) velocity     ν = −Φ_t; Pfaffian rows A(q) v = b(t) join here
    Φ_v v̇ = γ(t, q, v)                       (5) acceleration Φ_v = Φ_q N

General rows c(t, q, v) = 0, not linear in the velocities, join (4) and (5) with Φ_v = ∂c/∂v, ν = Φ_v v − c and
γ = −(c_t + c_q N v), all in the state (q, v): then Φ_v v − ν is c, and Φ_v v̇ − γ is ċ.  Their forces −Φ_vᵀ λ are
Chetaev's.

A formulation, bound to a mechanism,
1. names every coordinate, velocity and row (`coordinate_names`, `velocity_names`, `row_names`),
2. provides the state as drawn (`reference`),
3. provides M, Q, Φ, Φ_v, ν, γ as arrays (`mass_matrix`, `forces`, `constraints`, `jacobian`, `nu`, `gamma`),
4. solves (2) and (5) for the accelerations and multipliers (`solve`),
5. runs them compiled on y = (q, v, works, numbers), with everything they need in the one flat array `model`
   (`runs_in_time.py`): five verbs for the constraint methods (`kernels/verbs.py`),
6. or provides the terms of (1)–(5) as dense arrays (`terms`, `math/kernels/term_places.py`), for methods with their own
   linear algebra,
7. provides position, velocity and acceleration of any body, frame or joint, joint coordinates, and the reaction of
   every joint (`reaction`),
8. provides the position of any body in one state (`pose`) and its velocity in terms of v (`jacobian_of`), from which
   the assembly finds the coordinates of all joints in the same way for all formulations.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, overload

import numpy as np

from snodo.errors import Problem, RunError, UnsupportedError
from snodo.formulations.poses import Poses
from snodo.formulations.printing import Printed
from snodo.formulations.runs_in_time import RunsInTime
from snodo.formulations.sharing import lock_methods
from snodo.formulations.sums_of_bodies import SumsOfBodies
from snodo.formulations.user_functions import UserFunctions
from snodo.mechanism.geometry import Geometry, Pose
from snodo.mechanism.input_types import Quantity
from snodo.mechanism.mechanism import Mechanism
from snodo.registry import FORMULATIONS, Registered

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from snodo.formulations.parts.constraint_rows import RowBuilder
    from snodo.formulations.parts.groups import Groups
    from snodo.formulations.rewriting.table import ParameterTable

Array = np.ndarray


class Formulation(RunsInTime, SumsOfBodies, UserFunctions, Printed, Registered, ABC, registry=FORMULATIONS):
    """A mechanism in one choice of coordinates; see the numbered list above."""

    name: str
    model: Array
    mechanism: Mechanism
    geometry: Geometry
    motion: Any
    """Reads the kinematics along many states."""
    size: float
    """A length typical of the mechanism [m]."""
    coordinate_names: list[str]
    velocity_names: list[str]
    row_names: list[str]
    coordinate_units: list[str]
    velocity_units: list[str]
    """Units of the velocities, without the division by seconds."""
    row_units: list[str]
    row_parts: list[str]
    builder: RowBuilder
    """Reads the parts of the mechanism: their rows, laws and coordinates."""
    body_names: list[str]
    flat: Any
    """The constraints and forces it was made from, and its arrays."""
    joint_places: dict[str, Any]
    """Joints that have coordinates of their own, in a tree, with the places of these."""
    kept: dict[str, Any]
    """What analyses have found out about it once and for all, by their names."""
    lock: Any
    """Lock of the thread that uses these arrays (`sharing.py`)."""
    locking: ClassVar[frozenset[str]] = frozenset()
    """Methods of a class that acquire the lock themselves."""

    def __new__(cls, *args: Any, **more: Any) -> Self:
        """Create it with its own lock."""
        made = super().__new__(cls)
        made.lock, made.kept, made.joint_places = threading.RLock(), {}, {}
        return made

    def __init_subclass__(cls, **more: Any) -> None:
        """Register the name; methods that use the arrays run in one thread at a time."""
        super().__init_subclass__(**more)
        lock_methods(cls, cls.__dict__.get("locking", frozenset()))

    def with_parameters(self, **values: Quantity) -> Self:
        """Give the same formulation for other values of the mechanism's parameters.

        The result is that of binding `mechanism.with_parameters(…)`, to rounding, but where it can, it only calculates
        the numbers of the equations that depend on these parameters: in microseconds instead of milliseconds.  The
        first call finds out which these are and how they follow from the parameters, which takes a few bindings;
        `parameters` shows what it found.  This formulation does not change.

        Parameters
        ----------
        **values : quantity
            New values by name, as in `sn.Mechanism.with_parameters`.

        Returns
        -------
        Formulation
            The formulation with these values; its mechanism, geometry and results are those of these values.

        Raises
        ------
        MechanismError
            If there is no such parameter, a value is outside its range, or the mechanism is not valid with it.

        Examples
        --------
        >>> m = sn.Mechanism("pendulum", gravity=(0, -9.81))
        >>> length = m.parameter("length", 0.5, unit="m")
        >>> m.add_points(A=(0, 0), B=("length", 0))
        >>> arm, joint = m.bar("arm", "A", "B", mass="2 kg/m * length"), m.revolute("A", "ground", "arm")
        >>> pendulum = sn.Planar(m)
        >>> longer = pendulum.with_parameters(length=0.7)
        >>> float(longer.mass_matrix()[0, 0]), float(pendulum.mass_matrix()[0, 0])
        (1.4, 1.0)
        """
        from snodo.formulations.rewriting.member import with_parameters

        found: Self = with_parameters(self, values)
        return found

    @property
    def parameters(self) -> ParameterTable:
        """The parameters of the mechanism: values, units, ranges, and how the equations follow from each.

        Returns
        -------
        ParameterTable
            `print` shows it; `parameters["length"]` is one row.

        Examples
        --------
        >>> m = sn.Mechanism("pendulum")
        >>> length = m.parameter("length", 0.5, unit="m")
        >>> m.add_points(A=(0, 0), B=("length", 0))
        >>> arm, joint = m.bar("arm", "A", "B", mass=1), m.revolute("A", "ground", "arm")
        >>> sn.Planar(m).parameters["length"].fast
        True
        """
        from snodo.formulations.rewriting.table import ParameterTable

        return ParameterTable(self)

    @cached_property
    def body_numbers(self) -> dict[str, int]:
        """The place of each body in their order."""
        return {name: k for k, name in enumerate(self.body_names)}

    @property
    def nq(self) -> int:
        """Number of coordinates."""
        return len(self.coordinate_names)

    @property
    def nv(self) -> int:
        """Number of velocities."""
        return len(self.velocity_names)

    @property
    def nc(self) -> int:
        """Number of constraint rows."""
        return len(self.row_names)

    @property
    def copies_of_model(self) -> tuple[Array, ...]:
        """Further arrays with numbers of the model."""
        return ()

    @property
    def cut_joints(self) -> list[str]:
        """Joints that close loops of a tree: they have constraint rows instead of coordinates."""
        return []

    @cached_property
    def velocity_rows(self) -> Array:
        """Boolean mask of the rows A(q) v = b(t), which constrain only velocities: their Φ is zero."""
        levels = [level for constraint in self.flat.constraints for level in constraint.levels]
        mask = np.array(levels + [False] * (self.nc - len(levels)), bool)
        mask.setflags(write=False)
        return mask

    @cached_property
    def general_rows(self) -> Array:
        """Boolean mask of the rows c(t, q, v) = 0 that are not linear in the velocities: their Φ_v depends on v."""
        written = [constraint.written for constraint in self.flat.constraints]
        general = [getattr(w, "general", ()) or (False,) * len(c.rows) for w, c in zip(written, self.flat.constraints)]
        listed = [row for rows in general for row in rows]
        mask = np.array(listed + [False] * (self.nc - len(listed)), bool)
        mask.setflags(write=False)
        return mask

    def velocities_of_rows(self, v: Any) -> Array:
        """The velocities in which rows are evaluated; zero if none are given and no row depends on them."""
        if v is not None:
            try:
                given = np.asarray(v, float)
            except (TypeError, ValueError):
                given = np.zeros(0)
            if given.shape != (self.nv,):
                raise UnsupportedError(Problem(f"v is {v!r}", f"give {self.nv} numbers: {self.velocity_names[0]}, …"))
            return given
        if self.general_rows.any():
            parts = dict.fromkeys(part for part, own in zip(self.row_parts, self.general_rows) if own)
            titles = " and ".join(self.mechanism[part].title for part in parts)
            what = f"{titles}: the rows are not linear in the velocities, so that their Jacobian depends on these"
            raise UnsupportedError(Problem(what, "give the velocities: v=…"))
        return np.zeros(self.nv)

    @cached_property
    def row_scale(self) -> Array:
        """Natural size of each row: the size of the mechanism for a length, one for an angle."""
        return self._natural(self.row_units)

    @cached_property
    def coordinate_scale(self) -> Array:
        """Natural size of each coordinate: the size of the mechanism for a length, one for an angle."""
        return self._natural(self.coordinate_units)

    @cached_property
    def velocity_scale(self) -> Array:
        """Natural size of each velocity, per second: the size of the mechanism for a length, one for an angle."""
        return self._natural(self.velocity_units)

    @cached_property
    def length_scale(self) -> Array:
        """Of each coordinate and velocity: the length of the body that it moves, one for an angle."""
        names, units = [*self.coordinate_names, *self.velocity_names], [*self.coordinate_units, *self.velocity_units]
        return _constant(np.where(np.array(units) == "m", self.groups.lengths(names), 1.0))

    def _natural(self, units: list[str]) -> Array:
        return _constant(np.array([self.size if unit == "m" else 1.0 for unit in units]))

    def in_natural_units(self, q: Array, v: Array) -> Array:
        """Velocities or accelerations over their natural sizes, by which motions are compared [1/s, 1/s²]."""
        return np.asarray(v, float) / self.velocity_scale

    @cached_property
    def groups(self) -> Groups:
        """Connected groups of bodies, and the length of each body."""
        from snodo.formulations.parts.groups import Groups

        return Groups(self)

    @property
    def total_mass(self) -> float:
        """Total mass of the bodies [kg]."""
        return float(sum(placed.inertia.mass for placed in self.geometry.bodies.values()))

    def row_sizes(self, J: Array) -> Array:
        """Lengths of the rows of Φ_v, each relative to its natural size."""
        sizes: Array = np.linalg.norm(J * self.velocity_scale / self.row_scale[:, None], axis=1)
        return sizes

    def position_jacobian(self, q: Any, t: float = 0.0, **options: Any) -> Any:
        """Φ_v with zeros in the rows that constrain only velocities."""
        J, kept = self.jacobian(q, t, v=np.zeros(self.nv), **options), 1.0 - self.velocity_rows
        return J * kept[:, None] if isinstance(J, np.ndarray) else J.multiply(kept[:, None]).tocsr()

    def moved(self, q: Array, step: Array) -> Array:
        """The coordinates after a step along velocities."""
        return q + step

    def bracket(self, a: Array, b: Array) -> Array:
        """c with N c = (D_a N) b − (D_b N) a, D_a along q̇ = N a; zero where velocities are rates of coordinates."""
        return np.zeros(self.nv)

    def count_turns(self, q: Array) -> Array:
        """Set the coordinates that count whole turns to the angles in q, keeping their number of turns."""
        return q

    def kept_structure(self) -> dict[str, Any]:
        """What is kept and follows from no parameter, for members with rewritten numbers (`rewriting/member.py`)."""
        return {}

    def motion_of_member(self, later: Any) -> Any:
        """What reads motions of a member from its numbers; None if a binding does."""
        return None

    def drawn_with_turns(self, values: Mapping[str, float]) -> Array:
        """The coordinates as drawn, with the whole turns of the wanted angles, given by name."""
        return self.reference()[0]

    def pose(self, q: Any, name: str) -> Pose:
        """Return position and rotation of a body, `body.com` or frame; for a joint, its position on the child.

        Parameters
        ----------
        q : array
            Coordinates [m, rad].
        name : str
            The body, frame or joint.

        Returns
        -------
        Pose
            Position r [m] and rotation A, from its axes to world axes.

        Examples
        --------
        >>> place = planar.pose(planar.reference()[0], "arm").r
        """
        r: Array = self.motion.position(name, q)
        return Pose(np.array([*r, 0.0][:3]), self.motion.rotation(name, q))

    def poses(self, q: Any, names: Iterable[str] | None = None) -> Poses:
        """Return position and rotation of many bodies and frames in one call.

        Parameters
        ----------
        q : array
            Coordinates [m, rad].
        names : iterable of str, optional
            Bodies, frames or joints; by default all bodies and frames.

        Returns
        -------
        Poses
            The pose of each by name, as `pose` gives it; all positions and rotations as arrays `r` and `A`.

        Examples
        --------
        >>> list(planar.poses(planar.reference()[0]))
        ['arm']
        """
        named = list((*self.mechanism.bodies, *self.mechanism.frames) if names is None else names)
        found = [self.pose(q, name) for name in named]
        r, A = np.array([pose.r for pose in found]), np.array([pose.A for pose in found])
        return Poses({name: k for k, name in enumerate(named)}, r, A)

    def velocity(self, q: Any, v: Any, name: str) -> Array:
        """Return the velocity of a body or frame.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s]; one row per state for a batch.
        name : str
            The body or frame.

        Returns
        -------
        array
            (v, ω) (6) or (states, 6) [m/s, rad/s], world axes.

        Examples
        --------
        >>> planar.velocity(planar.reference()[0], np.array([1.0, 0.0, 2.0]), "arm").tolist()
        [1.0, -1.0, 0.0, 0.0, 0.0, 2.0]
        """
        q, v = (np.asarray(x, float) for x in (q, v))
        if q.ndim != v.ndim:
            count = (*np.broadcast_shapes(q.shape[:-1], v.shape[:-1]),)
            q, v = np.broadcast_to(q, (*count, q.shape[-1])), np.broadcast_to(v, (*count, v.shape[-1]))
        found = self.motion.velocity(name, q, v), self.motion.angular_velocity(name, q, v)
        return np.concatenate(found, axis=-1)

    def jacobian_of(self, q: Any, name: str) -> Array:
        """Return J with (v, ω) = J v at the origin of a body or frame, in world axes.

        Parameters
        ----------
        q : array
            Coordinates [m, rad].
        name : str
            The body or frame.

        Returns
        -------
        array
            J (6 × nv).

        Examples
        --------
        >>> J = planar.jacobian_of(planar.reference()[0], "arm")
        """
        unit = np.eye(self.nv)
        states = np.broadcast_to(q, (self.nv, self.nq))
        v = self.motion.velocity(name, states, unit)
        flat = np.zeros((self.nv, 3 - v.shape[1]))
        return np.hstack([v, flat, self.motion.angular_velocity(name, states, unit)]).T

    def local_jacobian(self, q: Any, name: str) -> tuple[int, Array]:
        """The columns of `jacobian_of` that can differ from zero, and the number of the first; here all columns."""
        return 0, self.jacobian_of(q, name)

    def turned_around(self, q: Array) -> list[str]:
        """Joints whose rows are satisfied in q although a body is turned around."""
        return []

    def stressed_joints(self, q: Array, t: float, multipliers: Array) -> list[str]:
        """Joints without rows through which self-equilibrated constraint forces (columns of multipliers) pass."""
        return []

    def forget_factors(self) -> None:
        """Make the next projection factor again."""
        self.model.view(np.int64)[self.factored_at] = 0

    @property
    def memory(self) -> tuple[int, int]:
        """Index and count of the sizes of the rows in good states, stored in the model."""
        if not self.nc:
            return -1, 0
        at = self.soft_places
        return at.diagonal + at.rows, at.rows + self.sizes_of_first_rows

    def metric(self, q: Array) -> Array:
        """R with Rᵀ R = M(q), as a matrix or its diagonal; natural sizes if M is singular."""
        try:
            R: Array = np.linalg.cholesky(self.mass_matrix(q)).T
        except (np.linalg.LinAlgError, RunError):
            return 1.0 / self.velocity_scale
        return R

    @abstractmethod
    def reference(self) -> tuple[Array, Array]:
        """Return the state as drawn, at rest.

        Returns
        -------
        tuple of arrays
            Coordinates q [m, rad] and velocities v [m/s, rad/s].

        Examples
        --------
        >>> q, v = planar.reference()
        """

    @abstractmethod
    def mass_matrix(self, q: Any) -> Array:
        """Return the mass matrix M(q).

        Parameters
        ----------
        q : array
            Coordinates [m, rad].

        Returns
        -------
        array
            M (nv × nv) [kg, kg m, kg m²].

        Examples
        --------
        >>> M = planar.mass_matrix(planar.reference()[0])
        """

    @abstractmethod
    def forces(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """Return the generalised forces Q(t, q, v) of M v̇ + Φ_vᵀ λ = Q.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s].
        t : float, optional
            Time [s].

        Returns
        -------
        array
            Q (nv) [N, N m].

        Examples
        --------
        >>> Q = planar.forces(*planar.reference())
        """

    @abstractmethod
    def constraints(self, q: Any, t: float = 0.0) -> Array:
        """Return the violation of the constraints, Φ(t, q).

        Parameters
        ----------
        q : array
            Coordinates [m, rad].
        t : float, optional
            Time [s].

        Returns
        -------
        array
            Φ (nc) [m, rad].

        Examples
        --------
        >>> phi = planar.constraints(planar.reference()[0])
        """

    @overload
    def jacobian(self, q: Any, t: float = 0.0, *, v: Any = None, sparse: Literal[False] = False) -> Array: ...
    @overload
    def jacobian(self, q: Any, t: float = 0.0, *, v: Any = None, sparse: Literal[True]) -> csr_array: ...
    @overload
    def jacobian(self, q: Any, t: float = 0.0, *, v: Any = None, sparse: bool) -> Array | csr_array: ...
    @abstractmethod
    def jacobian(self, q: Any, t: float = 0.0, *, v: Any = None, sparse: bool = False) -> Array | csr_array:
        """Φ_v, nc × nv; `sparse` for a scipy CSR array; v is needed if rows are not linear in the velocities."""

    @abstractmethod
    def nu(self, q: Any, t: float = 0.0, *, v: Any = None) -> Array:
        """Return ν of Φ_v v = ν, the right side of the constraints on velocities.

        Parameters
        ----------
        q : array
            Coordinates [m, rad].
        t : float, optional
            Time [s].
        v : array, optional
            Velocities [m/s, rad/s]; needed if rows are not linear in them.

        Returns
        -------
        array
            ν (nc) [m/s, rad/s].

        Examples
        --------
        >>> nu = planar.nu(planar.reference()[0])
        """

    @abstractmethod
    def gamma(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """Return γ of Φ_v v̇ = γ, the right side of the constraints on accelerations.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s].
        t : float, optional
            Time [s].

        Returns
        -------
        array
            γ (nc) [m/s², rad/s²].

        Examples
        --------
        >>> gamma = planar.gamma(*planar.reference())
        """

    def solve(
        self,
        q: Any,
        v: Any,
        t: float = 0.0,
        method: Any = "augmented",
        *,
        tau: Any = None,
        external: Mapping[str, Any] | None = None,
    ) -> tuple[Array, Array]:
        """Solve for accelerations and multipliers in one state, under the mechanism's own forces and those given.

        Forces that follow reactions (friction by a coefficient, between teeth) act in runs only, not here.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s]; one row per state for a batch.
        t : float, optional
            Time [s], of drivers and of forces that depend on it.
        method : str or object, optional
            Each is solved by its own equations. Exact methods agree to rounding: augmented, projection (whose
            accelerations are those of augmented), geometric, embedding and quasi_velocities; with redundant rows the
            multipliers of least norm. Methods with parameters are given as objects, such as `sn.Baumgarte(…)`.
        tau : mapping or array, optional
            Joint forces [N, N m]: {joint or coordinate: force}, or an array of nv forces along the velocities, in a
            tree those of the joints.
        external : mapping, optional
            {body: (f, μ)}, wrenches [N, N m] in world axes at the bodies' origins; in the plane (fx, fy, torque) too.

        Returns
        -------
        tuple of arrays
            v̇ (nv) [m/s², rad/s²] and λ (nc) [N, N m]; constraint forces are −Φ_vᵀ λ. Of a batch, a row per state.

        Examples
        --------
        >>> a, multipliers = planar.solve(*planar.reference())
        """
        from snodo.formulations.solving import solved, solved_in_each

        if np.ndim(q) > 1 or np.ndim(v) > 1:
            return solved_in_each(self, q, v, lambda q, v: solved(self, q, v, t, method, tau, external))
        return solved(self, q, v, t, method, tau, external)

    def regular(self, q: Any, Q: Array, J: Array, gamma: Array) -> tuple[Array, Array]:
        """R, a matrix or its diagonal, with Rᵀ R = M, and Q; or those of regular equations with the same solution."""
        from snodo.formulations.solving import root

        return root(self.mass_matrix(q), J, Q, gamma)

    def known_multipliers(self, q: Array, v: Array) -> Array:
        """Multipliers (…, nc) that follow from the velocities alone, and that `terms` leave out of Q; here none."""
        return np.zeros((*q.shape[:-1], self.nc))

    def dense_terms(self, q: Any, v: Any, Q: Array, gamma: Array) -> tuple[Array, Array]:
        """M and Q as `terms` has them for the methods with their own linear algebra."""
        return self.mass_matrix(q), Q

    def reaction(
        self,
        name: str,
        times: Array,
        states: Array,
        found: Mapping[str, Array],
        axes: str = "world",
        body: str | None = None,
        applied: bool = False,
        at: Any = None,
    ) -> Array:
        """Give the reaction of a joint, constraint or driver in each of the states.

        That of a joint is the wrench that its parent exerts on its child, at the child's joint frame. That of any other
        part is the wrench on its child (of the first joint it names, or its first body), at its origin. It is the same
        in every formulation, wherever a tree is cut.

        Parameters
        ----------
        name : str
            The part.
        times : array
            Times (time) [s].
        states : array
            States (time, nq + nv + works).
        found : mapping
            What `evaluate` found in these states.
        axes : {"world", "parent", "child"}, optional
            The axes of the components.
        body : str, optional
            Instead, the wrench that the part exerts on this body, at the origin of that body; the ground is a body too.
        applied : bool, optional
            Whether to include the forces and torques applied in the joint.
        at : str or array, optional
            Instead, the place about which the moment is taken: "com", "origin", a body, `body.com`, a frame, a joint,
            or coordinates in the world [m], for all times or one row for each.

        Returns
        -------
        array
            (time, 6) = (f, μ) [N, N m]; in the plane (time, 3) = (fx, fy, torque).
        """
        from snodo.formulations.series.reactions import Evaluated, reaction

        return reaction(self, name, Evaluated(times, states, found), axes, body, applied, at=at)


def _constant(x: Array) -> Array:
    """An array that nobody can change by mistake."""
    x.setflags(write=False)
    return x


lock_methods(Formulation, frozenset())
