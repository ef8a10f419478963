"""Steady turns: motions that look the same at all times from axes that turn about the vertical.

A coin that rolls in a circle, a bicycle that leans and steers constantly: positions change, but only along symmetries,
shifts along the ground, a turn about the vertical e, and the spin of round bodies about their own axes.  At its centre
of mass every body then moves with

    ṙ = V + Ω e × r,      ω = Ω e + s a         (1) a: axis of a body with two equal moments of inertia; else s = 0
    r̈ = Ω e × ṙ,          ω̇ = Ω e × ω           (2)

(1) is linear in y = (v, V, Ω, s): with Φ_v v = ν and given speeds it leaves some motions free.  (2) determines v̇, and

    f = (1 − Φ_v⁺ Φ_v)ᵀ (Q − M v̇) = 0,      Φ_v v̇ − γ = 0                                            (3)

are the equations for positions and free motions.  Where they leave a family, the nearest of it is taken: Gauss and
Newton's steps of least length.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snodo.analyses.assembly.targets import Wanted
from snodo.errors import Problem, RunError
from snodo.math.euler_parameters import tilde
from snodo.math.labelled_rows import free_directions, least_norm

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
Close = Callable[[Array], Array]
"""Closes the loops after a step."""
EQUAL = 1e-6
"""Relative difference of moments of inertia that are equal."""
TRIED = 0.3
"""Spin of a body [rad] after which it must have the same energy."""
MISSED = 1e-8
"""Velocity, relative to the fastest, by which (1) may be missed."""
STEP = 1e-3
"""Of the differences of order four, in natural sizes: about ten digits, as many as Newton's method can use."""
SOFT = 1e-9
"""Singular value, relative to the largest, that is none."""
LONGEST = 0.3
"""Longest step [rad, sizes of the mechanism; velocities relative to the fastest]."""
MOST = 60
FOUND = 1e-10
"""Step after which one more is the last,"""
LEFT = 1e-7
"""and what may be left of (3), relative to the forces of the motion."""
LATER = 1e-4
"""How far ahead the motion is looked at [rad, sizes of the mechanism]."""


@dataclass(frozen=True, eq=False)
class Turning:
    """What is known of the motion: a time, speeds, the turning rate (None: it is to be found), coordinates to keep."""

    F: Formulation
    t: float
    speeds: Sequence[Wanted]
    rate: float | None
    kept: Sequence[Wanted]

    @cached_property
    def up(self) -> Array:
        """The vertical e."""
        gravity = np.array([*self.F.mechanism.gravity, 0.0][:3])
        size = float(np.linalg.norm(gravity))
        return -gravity / size if size and self.F.mechanism.dimension == 3 else np.array([0.0, 0.0, 1.0])

    @cached_property
    def shifts(self) -> Array:
        """Unit vectors along the ground (3 × 2)."""
        return free_directions(self.up[None])

    @cached_property
    def axes(self) -> list[tuple[str, Array]]:
        """Round bodies and their axes, in their own axes; a body that is round in every way has three."""
        if self.F.mechanism.dimension == 2:
            return []
        found = [(body, axis) for body in self.F.body_names for axis in _axes(self.F, body)]
        return [one for one in found if self._is_a_symmetry(*one)]

    def _is_a_symmetry(self, body: str, axis: Array) -> bool:
        """Whether a spin of one body alone, if the joints let it, changes neither energy nor constraints."""
        F, q = self.F, self.F.reference()[0]
        wanted = np.zeros((6, len(F.body_names)))
        wanted[3:, F.body_names.index(body)] = F.pose(q, body).A @ axis
        J = _twists(F, q) * F.velocity_scale
        v = np.linalg.lstsq(J, wanted.T.ravel(), rcond=None)[0]
        if np.abs(J @ v - wanted.T.ravel()).max() > MISSED:
            return True
        there = F.moved(q, TRIED * v * F.velocity_scale)
        rest = np.zeros(F.nv)
        energies = F.energies(np.zeros(2), np.array([F.state(q, rest), F.state(there, rest)]))[:, 1:].sum(axis=1)
        gaps = np.abs(F.constraints(there) - F.constraints(q)) / F.row_scale
        return bool(abs(np.diff(energies)[0]) <= MISSED * np.abs(energies).max() and gaps.max(initial=0.0) <= MISSED)

    # ---------------------------------------------------------------- (1)
    def rows(self, q: Array, v: Array) -> tuple[Array, Array]:
        """The rows of (1), Φ_v v = ν and the given speeds for y in natural sizes, and their right side."""
        F, n = self.F, self.F.nv
        moving = np.hstack([_twists(F, q), -self._carried(q)])
        still = np.zeros((F.nc, self.size - n))
        J = np.hstack([F.jacobian(q, self.t, v=v), still]) / F.row_scale[:, None]
        given = [np.concatenate([w.read(F, q)[1], np.zeros(self.size - n)]) for w in self.speeds]
        turn = [np.eye(self.size)[n + 2]] if self.rate is not None else []
        left = np.vstack([moving, J, *given, *turn]) * self.scale
        right = [np.zeros(len(moving)), F.nu(q, self.t, v=v) / F.row_scale, [w.value for w in self.speeds]]
        return left, np.concatenate([*right, [self.rate] if self.rate is not None else []])

    def shapes(self, q: Array) -> Array:
        """Free displacements, in natural sizes, except those along symmetries (nv × …)."""
        F = self.F
        J = F.position_jacobian(q, self.t) / F.row_scale[:, None] * F.velocity_scale
        moving = np.hstack([_twists(F, q), -self._carried(q)]) * self.scale
        along = free_directions(np.vstack([moving, np.hstack([J, np.zeros((F.nc, self.size - F.nv))])]))
        return free_directions(np.vstack([J, along[: F.nv].T]))

    def _carried(self, q: Array) -> Array:
        """Velocities of all bodies by V, Ω and s (6 bodies × …)."""
        blocks = []
        for body in self.F.body_names:
            pose = self.F.pose(q, f"{body}.com")
            own = [pose.A @ axis if name == body else np.zeros(3) for name, axis in self.axes]
            turned = np.array([self.up, *own]).T
            arm = np.hstack([np.cross(self.up, pose.r)[:, None], np.zeros((3, len(own)))])
            blocks.append(np.block([[self.shifts, arm], [np.zeros((3, 2)), turned]]))
        return np.vstack(blocks)

    @property
    def size(self) -> int:
        """Length of y."""
        return self.F.nv + 3 + len(self.axes)

    @cached_property
    def scale(self) -> Array:
        """Natural sizes of y."""
        return np.array([*self.F.velocity_scale, *[self.F.size] * 2, *[1.0] * (1 + len(self.axes))])

    def nearest(self, q: Array, y: Array) -> Array:
        """The steady velocities (in natural sizes) nearest to y; RunError if there are none."""
        for _ in range(20 if self.F.general_rows.any() else 1):
            left, right = self.rows(q, self.velocities(y))
            step, missed = least_norm(left, right - left @ y)
            y = y + step
        if np.abs(missed).max(initial=0.0) > 1e2 * MISSED * max(1.0, float(np.abs(y).max())):
            raise RunError(self._contradiction(missed))
        return y

    def _contradiction(self, missed: Array) -> Problem:
        given = [w.name for w in self.speeds] + (["turn"] if self.rate is not None else [])
        what = f"there is no steady turn with the speeds {', '.join(given)}" if given else "there is no steady turn"
        part = self._part(missed)
        remedy = 'give fewer speeds, or turn="free"; only round bodies spin, and all others keep their places'
        return Problem(f"{what}: {part} is violated by {np.abs(missed).max():.3g} per second", remedy)

    def _part(self, missed: Array) -> str:
        k, bodies = int(np.abs(missed).argmax()), 6 * len(self.F.body_names)
        if k < bodies:
            return f"the steady motion of body {self.F.body_names[k // 6]!r}"
        parts = [self.F.mechanism[part].title for part in self.F.row_parts]
        return [*parts, *(f"the speed {w.name}" for w in self.speeds), "turn"][k - bodies]

    def velocities(self, y: Array) -> Array:
        """V of the formulation."""
        return np.asarray((y * self.scale)[: self.F.nv])

    def turn(self, y: Array) -> Array:
        """Ω e."""
        return np.asarray(y[self.F.nv + 2] * self.up)


def _axes(F: Formulation, body: str) -> list[Array]:
    moments, vectors = np.linalg.eigh(np.array(F.geometry.bodies[body].inertia.tensor))
    same = np.abs(np.diff(moments)) <= EQUAL * max(float(np.abs(moments).max()), 1e-300)
    if same.all():
        return list(np.eye(3))
    return [vectors[:, 2]] if same[0] else ([vectors[:, 0]] if same[1] else [])


def _twists(F: Formulation, q: Array) -> Array:
    """Velocity of the centre of mass and ω of all bodies, in world axes (6 bodies × nv)."""
    return np.vstack([F.jacobian_of(q, f"{body}.com") for body in F.body_names])


# ---------------------------------------------------------------- (2) and (3)
@dataclass(frozen=True, eq=False)
class Turn:
    """A state of such a motion."""

    of: Turning
    q: Array
    y: Array
    """In natural sizes."""

    @property
    def v(self) -> Array:
        """Velocities."""
        return self.of.velocities(self.y)

    @property
    def rate(self) -> float:
        """Ω [rad/s]."""
        return float(self.y[self.of.F.nv + 2])

    @cached_property
    def a(self) -> Array:
        """Accelerations that keep the motion steady, by (2)."""
        F, q, v, rest = self.of.F, self.q, self.v, np.zeros(self.of.F.nv)
        turn, right = tilde(self.of.turn(self.y)), []
        for body in F.body_names:
            bias = [*F.motion.acceleration(f"{body}.com", q, v, rest), 0.0][:3]
            pair = F.jacobian_of(q, f"{body}.com") @ v
            right += [turn @ pair[:3] - bias, turn @ pair[3:] - F.motion.angular_acceleration(body, q, v, rest)]
        found = np.linalg.lstsq(_twists(F, q) * F.velocity_scale, np.concatenate(right), rcond=None)[0]
        return np.asarray(found * F.velocity_scale)

    @cached_property
    def _jacobian(self) -> Array:
        F = self.of.F
        return np.asarray(F.jacobian(self.q, self.of.t, v=self.v) / F.row_scale[:, None] * F.velocity_scale)

    @cached_property
    def push(self) -> Array:
        """F of (3) in natural sizes (nv) [J]."""
        F = self.of.F
        rest = (F.forces(self.q, self.v, self.of.t) - F.mass_matrix(self.q) @ self.a) * F.velocity_scale
        Z = free_directions(self._jacobian) if F.nc else np.eye(F.nv)
        return np.asarray(Z @ (Z.T @ rest))

    @cached_property
    def twist(self) -> Array:
        """Φ_v v̇ − γ in natural sizes (nc) [1/s²]."""
        F = self.of.F
        return np.asarray(
            self._jacobian @ (self.a / F.velocity_scale) - F.gamma(self.q, self.v, self.of.t) / F.row_scale
        )

    @cached_property
    def sizes(self) -> tuple[float, float]:
        """Energy and rate² that are large for this motion."""
        F, fastest = self.of.F, float(np.abs(self.y).max())
        weight = F.total_mass * float(np.linalg.norm(F.mechanism.gravity)) * F.size
        scaled = self.v / F.velocity_scale
        moving = float(scaled @ (F.mass_matrix(self.q) * np.outer(F.velocity_scale, F.velocity_scale)) @ scaled)
        return max(weight, moving, 1e-300), max(fastest**2, 1e-300)

    def missed(self, sizes: tuple[float, float]) -> Array:
        """What is left of (3), and of coordinates to keep."""
        F = self.of.F
        kept = [(w.value_at(F, self.q) - w.value) / (F.size if w.unit == "m" else 1.0) for w in self.of.kept]
        return np.concatenate([self.push / sizes[0], self.twist / sizes[1], kept])


def steady_turn(of: Turning, q: Array, v: Array, close: Close) -> Turn:
    """The steady turn nearest to a state; RunError in words if there is none."""
    y = np.concatenate([v / of.F.velocity_scale, np.zeros(of.size - of.F.nv)])
    here, last = Turn(of, q, of.nearest(q, of.nearest(q, y))), False
    for _ in range(MOST):
        x, move = _newton(here, close)
        size = float(np.abs(x).max(initial=0.0))
        if last and size <= FOUND:
            break
        last = size <= FOUND
        here = _shortened(here, x * min(1.0, LONGEST / max(size, 1e-300)), move)
    left = float(np.abs(here.missed(here.sizes)).max(initial=0.0))
    if not last or left > LEFT:
        raise RunError(_reason(here, left))
    _must_last(here)
    return here


def _newton(here: Turn, close: Close) -> tuple[Array, Callable[[Array], Turn]]:
    """A step of least length in positions and free motions, and the state after any such step."""
    of, F = here.of, here.of.F
    S = of.shapes(here.q)
    fastest = max(float(np.abs(here.y).max()), 1e-3)
    Z = free_directions(of.rows(here.q, here.v)[0]) * fastest

    def moved(x: Array) -> Turn:
        q = close(F.moved(here.q, S @ x[: S.shape[1]] * F.velocity_scale))
        return Turn(of, q, of.nearest(q, here.y + Z @ x[S.shape[1] :]))

    n, sizes = S.shape[1] + Z.shape[1], here.sizes
    slopes = []
    for unit in STEP * np.eye(n):
        near, far = (moved(k * unit).missed(sizes) - moved(-k * unit).missed(sizes) for k in (1, 2))
        slopes.append((8 * near - far) / (12 * STEP))
    missed = here.missed(sizes)
    J = np.array(slopes).reshape(n, missed.size).T
    return np.linalg.lstsq(J, -missed, rcond=SOFT)[0], moved


def _shortened(here: Turn, x: Array, move: Callable[[Array], Turn]) -> Turn:
    """The state after a step, which is halved while more is missed than before."""
    sizes = here.sizes
    before = float(np.linalg.norm(here.missed(sizes)))
    for _ in range(6):
        there = move(x)
        if np.linalg.norm(there.missed(sizes)) <= before + 1e-12:
            break
        x = 0.5 * x
    return there


def _must_last(here: Turn) -> None:
    """Refuse a motion that is steady only for an instant."""
    of, F = here.of, here.of.F
    fastest = float(np.abs(here.v / F.velocity_scale).max(initial=0.0))
    if not fastest:
        return
    h = LATER / fastest
    q, v = F.moved(here.q, h * here.v + h * h / 2 * here.a), here.v + h * here.a
    later = Turn(replace(of, kept=()), q, np.concatenate([v / F.velocity_scale, here.y[F.nv :]]))
    left = np.abs(later.missed(here.sizes))
    if left.max(initial=0.0) > 1e-2 * LATER:
        k = int(left.argmax())
        name = F.velocity_names[k] if k < F.nv else F.mechanism[F.row_parts[k - F.nv]].title
        what = f"there is no steady turn: a moment later {name} is pushed, and its speed changes"
        remedy = "forces and constraints must look the same along the ground and from every side"
        raise RunError(Problem(what, remedy, F.mechanism.where))


def _reason(here: Turn, left: float) -> Problem:
    F, worst = here.of.F, int(np.abs(here.push).argmax())
    what = f"no steady turn was found in {MOST} steps: {F.velocity_names[worst]} is still pushed"
    size = f" (by {abs(here.push[worst]):.3g} J; {left:.3g} of the forces of the motion)"
    remedy = 'start closer to one: initial={…}; give other speeds, or turn="free"; hold joints by drivers'
    return Problem(what + size, remedy, F.mechanism.where)
