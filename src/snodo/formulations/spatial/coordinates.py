"""A mechanism bound in absolute coordinates: its flat model, the names of its coordinates, its states."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from snodo.compiled import Compiled, Family
from snodo.errors import NameNotFound, Problem, UnsupportedError
from snodo.formulations.base import Array
from snodo.formulations.connected import beside, connect_rare
from snodo.formulations.in_time import LEAST_PIVOT, UNIT
from snodo.formulations.loads import refuse_loads
from snodo.formulations.measured_formulation import MeasuredFormulation
from snodo.formulations.parts.particles import turned_particles
from snodo.formulations.spatial import attitudes
from snodo.formulations.spatial.counted_angles import CountedAngles
from snodo.formulations.spatial.motion import Motion
from snodo.math import euler_parameters as ep
from snodo.mechanism.geometry import Pose
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND

VELOCITIES = ("angular", "euler")

FOLDER = "snodo.formulations.spatial.kernels"
RESULTS = (
    Family("what few spatial mechanisms have", "verbs.rare"),
    Family("redundant rows of spatial mechanisms", "results.find_redundant"),
    Family("energies of spatial mechanisms", "results.energies_of"),
    Family("reactions of spatial mechanisms", "results.closure_wrenches"),
)
LATER = "verbs.factor", "verbs.solve", "verbs.displace", "verbs.rates", "results.evaluate_states"
ANGULAR = Compiled(
    FOLDER,
    Family("spatial forces that follow reactions", "loads.loads"),
    Family("the equations of spatial mechanisms", "equations.update verbs.evaluate", beside(FOLDER, *LATER)),
    Family("spatial equations in time", " ".join(LATER)),
    Family("the terms of the equations of spatial mechanisms", "terms.terms"),
    Family("derivatives of the equations of spatial mechanisms", "tangents.tangent"),
    Family("what users wrote of the equations of spatial mechanisms", "tangents.written"),
    Family("slopes of the equations of spatial mechanisms along runs", "slopes.slopes slopes.yields"),
    *RESULTS,
)
LATER = "verbs.factor", "verbs.solve", "euler_verbs.displace", "euler_verbs.rates", "results.evaluate_states"
EULER = Compiled(
    FOLDER,
    Family("the equations in Euler parameters", "equations.update euler_verbs.evaluate", beside(FOLDER, *LATER)),
    Family("equations in Euler parameters in time", " ".join(LATER)),
    Family("the terms of the equations in Euler parameters", "euler_terms.terms"),
    *RESULTS,
)


class Coordinates(MeasuredFormulation, abstract=True):
    """The place of each body's centre of mass and its Euler parameters; v = (ṙ, ω′) or (ṙ, ṗ)."""

    def __init__(self, mechanism: Mechanism, velocities: str = "angular") -> None:
        from snodo.formulations.spatial.flatten import flatten
        from snodo.formulations.spatial.kernels import layout
        from snodo.formulations.spatial.turn_counters import AbsoluteRowBuilder

        if velocities not in VELOCITIES:
            raise NameNotFound(Problem(f"there are no velocities {velocities!r}", f"use {' or '.join(VELOCITIES)}"))
        self.euler = velocities == "euler"
        if self.euler:
            self.name = "spatial_euler"
        self.mechanism = mechanism.copy()  # later additions have no effect on this formulation
        self.geometry = self.mechanism.check()
        if self.euler:
            refuse_loads(self.mechanism, "velocities ṗ cannot do with that", "use formulation spatial")
        turned = list(turned_particles(self.mechanism))
        if turned:
            raise UnsupportedError(turned)
        self.size = self.geometry.size()
        self.gravity = np.array([*self.mechanism.gravity, 0.0][:3])
        self.builder = AbsoluteRowBuilder(self.mechanism, self.geometry)
        self.flat = flatten(self.builder, self.gravity, self.size)
        self.model = self.flat.model
        self.entries, self.layout = EULER if self.euler else ANGULAR, layout
        connect_rare(self, self.entries)
        self._kind = (int(self.euler),)
        self.motion = Motion(self)  # type: ignore[arg-type]
        self._name_everything()
        self.least_pivot = LEAST_PIVOT
        self.flat.header.speeds = self.nv

    def body_number(self, name: str) -> int:
        """Number of a body in the tables; the ground is the first."""
        return 0 if name == GROUND else 1 + self.body_numbers[name]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it as its mechanism: the compiled side is bound again, so results can be sent to other processes."""
        return (type(self), (self.mechanism, "euler" if self.euler else "angular"))

    def _name_everything(self) -> None:
        self.body_names = list(self.mechanism.bodies)
        self.coordinate_names, self.velocity_names = [], []
        turning = ["v_e0", "v_e1", "v_e2", "v_e3"] if self.euler else ["w1", "w2", "w3"]
        for name in self.body_names:
            stem = f"{name}.com" if any(self.geometry.bodies[name].inertia.com) else name
            self.coordinate_names += [f"{stem}.{w}" for w in "xyz"] + [f"{name}.e{k}" for k in range(4)]
            self.velocity_names += [f"{stem}.v{w}" for w in "xyz"] + [f"{name}.{w}" for w in turning]
        self.coordinate_names += list(self.flat.counters)
        n = len(self.body_names)
        self.coordinate_units = ["m", "m", "m", "", "", "", ""] * n + ["rad"] * len(self.flat.counters)
        self.velocity_units = ["m", "m", "m", *([""] * 4 if self.euler else ["rad"] * 3)] * n
        all_rows = self.flat.constraints
        self.row_names = [row for part_rows in all_rows for row in part_rows.rows]
        self.row_units = [unit for part_rows in all_rows for unit in part_rows.units]
        self.row_parts = [part_rows.part.name for part_rows in all_rows for _ in part_rows.rows]
        if self.euler:
            self.row_names += [f"{name}.normalisation" for name in self.body_names]
            self.row_units += [""] * n
            self.row_parts += self.body_names
        self.work_names = list(self.flat.works)

    # ---------------------------------------------------------------- states
    def reference(self) -> tuple[Array, Array]:
        """(q, v) as drawn, at rest."""
        return self._drawn.copy(), np.zeros(self.nv)

    @cached_property
    def _drawn(self) -> Array:
        """q as drawn."""
        q: list[float] = []
        for name in self.body_names:
            placed = self.geometry.bodies[name]
            q += [*placed.pose.to_world(np.array(placed.inertia.com)), *ep.extracted(placed.pose.A)]
        q += [self.builder.counted_as_drawn(name) for name in self.flat.counters]
        return np.array(q, float)

    def state(self, q: Any, v: Any) -> Array:
        """y = (q, v, works, numbers) with Euler parameters of length one and the works at zero."""
        works = np.zeros(len(self.work_names))
        y = np.concatenate([_vector(q, self.nq, "q"), _vector(v, self.nv, "v"), works, self.numbers_given])
        p = self.attitudes(y)
        lengths = np.linalg.norm(p, axis=1, keepdims=True)
        if not np.all(lengths > 0):
            body = self.body_names[int(np.argmin(lengths))]
            problem = Problem(f"q: the Euler parameters of {body!r} are all zero", "no rotation is (1, 0, 0, 0)")
            raise UnsupportedError(problem)
        p /= lengths
        return y

    def _has_unit_attitudes(self, y: Array) -> bool:
        p = self.attitudes(y)
        return bool((np.abs((p * p).sum(axis=1) - 1.0) < UNIT).all())

    def attitudes(self, q: Array) -> Array:
        """Euler parameters (bodies, 4), as a view."""
        return q[: 7 * len(self.body_names)].reshape(-1, 7)[:, 3:]

    def velocity_slice(self, number: int) -> slice:
        """Index in v of the velocities of a body, by its number (from 1)."""
        width = 7 if self.euler else 6
        return slice(width * (number - 1), width * number)

    def moved(self, q: Array, step: Array) -> Array:
        """The coordinates after a step in the directions of the velocities; turns are counted on."""
        n, after = len(self.body_names), np.array(q, float)
        bodies, steps = after[: 7 * n].reshape(n, 7), np.asarray(step, float).reshape(n, -1)
        bodies[:, :3] += steps[:, :3]
        if self.euler:
            bodies[:, 3:] += steps[:, 3:]
            bodies[:, 3:] /= np.linalg.norm(bodies[:, 3:], axis=1, keepdims=True)
        else:
            bodies[:, 3:] = ep.product(bodies[:, 3:], ep.exponential(steps[:, 3:]))
        if self._counted_angles is None:
            return self.count_turns(after)
        after[7 * n :] = self._counted_angles.angles(after, bodies[:, 3:])
        return after

    def bracket(self, a: Array, b: Array) -> Array:
        """c with N c = (D_a N) b − (D_b N) a: ω_a × ω_b of each body, in its own axes; zero for v = (ṙ, ṗ)."""
        c = np.zeros(self.nv)
        if not self.euler:
            c.reshape(-1, 6)[:, 3:] = np.cross(a.reshape(-1, 6)[:, 3:], b.reshape(-1, 6)[:, 3:])
        return c

    @cached_property
    def _counted_angles(self) -> CountedAngles | None:
        """All counted angles at once; None where there are none, or some belong to three turns in a row."""
        numbers = {name: number for name, (number, _) in self.flat.bodies.items()}
        measures = [self.builder.counter(name) for name in self.flat.counters]
        alone = measures and all(measure.kind == "counted" for measure in measures)
        return CountedAngles(measures, numbers) if alone else None

    def in_natural_units(self, q: Array, v: Array) -> Array:
        """(ṙ / size, ω′) and (r̈ / size, α′) of each body, also for v = (ṙ, ṗ): rates of p are not half as fast."""
        scaled = np.asarray(v, float) / self.velocity_scale
        if not self.euler:
            return scaled
        bodies = scaled.reshape(-1, 7)
        return np.hstack([bodies[:, :3], attitudes.spin(self.attitudes(np.asarray(q, float)), bodies[:, 3:])]).ravel()

    def moved_by(self, k: int) -> str:
        """The body that velocity k moves."""
        return self.body_names[k // (7 if self.euler else 6)]

    @property
    def kept_rows(self) -> Array:
        """Boolean mask of the rows that are not redundant; normalisation rows never are."""
        kept = self._rows("mask_at") > 0.0
        return np.concatenate([kept, np.ones(self.nc - kept.size, bool)])

    @property
    def off_rows(self) -> Array:
        """Boolean mask of the rows that are switched off; normalisation rows never are."""
        off = self._rows("mask_at") < 0.0
        return np.concatenate([off, np.zeros(self.nc - off.size, bool)])

    # ---------------------------------------------------------------- how bodies move with v
    def pose(self, q: Any, name: str) -> Pose:
        """Place r [m] and rotation A of a body or frame; of many states (…, nq) with the same leading axes."""
        number, s, A = self._where(name)
        if not number or np.ndim(q) != 1:
            motion = self.motion._along(number, q)
            return Pose(motion.r + motion.R @ s, motion.R @ A)
        own = np.asarray(q, float)[7 * number - 7 : 7 * number]
        R = attitudes.rotation(own[3:])
        return Pose(own[:3] + R @ s, R @ A)

    def jacobian_of(self, q: Any, name: str) -> Array:
        """J (6 × nv) with (v, ω) = J v at the origin of a body or frame, in world axes."""
        J, (first, own) = np.zeros((6, self.nv)), self.local_jacobian(q, name)
        J[:, first : first + own.shape[1]] = own
        return J

    def local_jacobian(self, q: Any, name: str) -> tuple[int, Array]:
        """The columns of `jacobian_of` that belong to the body, and the number of the first."""
        number, s = self.motion.place(name)
        if not number:
            return 0, np.zeros((6, 0))
        p = np.asarray(q, float)[7 * number - 4 : 7 * number]
        A = attitudes.rotation(p)
        turning = A @ (2 * ep.matrix_G(p)) if self.euler else A
        J, (x, y, z) = np.zeros((6, 3 + turning.shape[1])), (A @ s).tolist()
        J[0, 0] = J[1, 1] = J[2, 2] = 1.0
        J[0, 3:], J[1, 3:], J[2, 3:] = (
            z * turning[1] - y * turning[2],
            x * turning[2] - z * turning[0],
            y * turning[0] - x * turning[1],
        )
        J[3:, 3:] = turning
        return self.velocity_slice(number).start, J


def _vector(x: Any, count: int, name: str) -> Array:
    vector = np.array(x, dtype=float)
    if vector.shape != (count,) or not np.all(np.isfinite(vector)):
        raise UnsupportedError(Problem(f"{name} must be {count} finite numbers", f"its shape is {vector.shape}"))
    return vector
