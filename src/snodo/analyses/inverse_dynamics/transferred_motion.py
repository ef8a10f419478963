"""A motion that was computed in other coordinates: carried over body by body, or joint by joint.

A result knows the place, velocity and acceleration of every body, whatever its own coordinates are.  From these,

    absolute coordinates     r, ṙ, r̈ of the centre of mass; the angle, or p of A(p) with ω′ = Aᵀ ω, or ṗ, p̈ of it
    coordinates of a tree    those of its joints, also of joints that the other formulation has cut or never had

which is exact but for rounding, for positions, velocities and accelerations alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.base import Formulation
from snodo.formulations.series.joint_series import freedoms, rate_of
from snodo.math import euler_parameters as ep
from snodo.results.result import Result

Array = np.ndarray
Named = dict[str, Array]


class Carried:
    """The motion of a result in the coordinates of another formulation: values by the names of the coordinates."""

    def __init__(self, bound: Formulation, result: Result) -> None:
        self.bound, self.result = bound, result
        self.motion = result.formulation.motion
        self.state = result.q, result.v, result.a
        self.q: Named = {}
        self.v: Named = {}
        self.a: Named = {}
        self._refuse_strangers()

    def arrays(self) -> tuple[Array, Array, Array]:
        """q (time, nq), v and v̇ (time, nv)."""
        if self.bound.name == "tree":
            for place in self.bound.flat.places:
                self._joint(place.branch.joint, place.frames)
        else:
            for body in self.bound.body_names:
                self._body(body)
        self._counted()
        names = self.bound.coordinate_names, self.bound.velocity_names, self.bound.velocity_names
        q, v, a = (self._table(values, wanted) for values, wanted in zip((self.q, self.v, self.a), names))
        return q, v, a

    def _table(self, values: Named, names: list[str]) -> Array:
        missing = [name for name in names if name not in values]
        if missing:
            raise UnsupportedError(_unlike(self.bound, self.result, f"does not tell {missing[0]!r}"))
        return np.column_stack([np.zeros((self.result.time.size, 0)), *(values[name] for name in names)])

    def _refuse_strangers(self) -> None:
        """The result may be that of another mechanism, if it has the same bodies and joints."""
        own, other = self.bound.mechanism, self.result.mechanism
        if own.dimension != other.dimension:
            raise UnsupportedError(_unlike(self.bound, self.result, f"moves in {other.dimension} dimensions"))
        for word, mine, theirs in (("body", own.bodies, other.bodies), ("joint", own.joints, other.joints)):
            missing = [name for name in mine if name not in theirs]
            if missing:
                raise UnsupportedError(_unlike(self.bound, self.result, f"has no {word} {missing[0]!r}"))

    # ---------------------------------------------------------------- joint coordinates
    def _joint(self, joint: Any, frames: Any) -> None:
        """All coordinates of a joint; of a base that floats, those against the ground."""
        name = joint.name
        if joint.coordinate and name in self.result.mechanism.joints:
            series = self.motion.joint(name, *self.state)
            self._put(f"{name}.{frames.coordinates[0]}", f"{name}.{frames.velocities[0]}", *series)
            return
        found = self._freedoms(joint)
        for word in frames.coordinates:
            if word in found:
                self.q[f"{name}.{word}"] = found[word]
        for word in frames.velocities:
            if word in found:
                self.v[f"{name}.{word}"], self.a[f"{name}.{word}"] = found[word], found[rate_of(word)]

    def _freedoms(self, joint: Any) -> Named:
        """Series of a joint by their words, also of the joint that stands for a body that floats."""
        if joint.name in self.result.mechanism.joints:
            found: Named = self.motion.freedoms(joint.name, *self.state)
            return found
        if self.bound.mechanism.dimension == 3:
            return freedoms(self.motion, joint, *self.state)
        track, turn = self._track(joint.child, np.zeros(3)), self.motion.turn(joint.child, *self.state)
        words = ("x", "y", "vx", "vy", "ax", "ay")
        places = dict(zip(words, (x[:, k] for x in track for k in (0, 1))))
        return places | dict(zip(("angle", "omega", "alpha"), turn))

    def _put(self, coordinate: str, speed: str, *series: Array) -> None:
        self.q[coordinate], self.v[speed], self.a[speed] = series

    # ---------------------------------------------------------------- absolute coordinates
    def _body(self, body: str) -> None:
        """Place of the centre of mass, and attitude."""
        track = self._track(body, np.asarray(self.bound.geometry.bodies[body].inertia.com))
        for owner in (body, f"{body}.com"):
            for k, axis in enumerate("xyz"):
                self._put(f"{owner}.{axis}", f"{owner}.v{axis}", *(x[:, k] for x in track))
        if self.bound.mechanism.dimension == 2:
            self._put(f"{body}.angle", f"{body}.omega", *self.motion.turn(body, *self.state))
        if self.bound.name != "planar":
            self._attitude(body)

    def _attitude(self, body: str) -> None:
        """p without a jump of its sign, ω′ and ω̇′ in the axes of the body, ṗ and p̈."""
        A, *turning = self._turning(body)
        p = _continuous(ep.extracted(A))
        omega, alpha = ((np.swapaxes(A, 1, 2) @ x[..., None])[..., 0] for x in turning)
        rates = ep.rate(p, omega, "body"), ep.second_rate(p, omega, alpha, "body")
        for k in range(4):
            self._put(f"{body}.e{k}", f"{body}.v_e{k}", *(x[:, k] for x in (p, *rates)))
        for k in range(3):
            self.v[f"{body}.w{k + 1}"], self.a[f"{body}.w{k + 1}"] = omega[:, k], alpha[:, k]

    # ---------------------------------------------------------------- bodies of the result, in three components
    def _track(self, body: str, s: Array) -> tuple[Array, Array, Array]:
        """Place, velocity and acceleration (time, 3) of the point s of a body, in its axes."""
        if self.bound.mechanism.dimension == 3:
            found: tuple[Array, Array, Array] = self.motion.track(body, s, *self.state)
            return found
        q, v, a = self.state
        origin = (
            self.motion.position(body, q),
            self.motion.velocity(body, q, v),
            self.motion.acceleration(body, q, v, a),
        )
        r, r_dot, r_ddot = (np.column_stack([x, np.zeros(len(x))]) for x in origin)
        A, omega, alpha = self._turning(body)
        arm = A @ s
        spin = np.cross(omega, arm)
        return r + arm, r_dot + spin, r_ddot + np.cross(alpha, arm) + np.cross(omega, spin)

    def _turning(self, body: str) -> tuple[Array, Array, Array]:
        """A (time, 3, 3), ω and ω̇ (time, 3) in world axes."""
        q, v, a = self.state
        if self.bound.mechanism.dimension == 3:
            speeds = self.motion.angular_velocity(body, q, v), self.motion.angular_acceleration(body, q, v, a)
            return self.motion.rotation(body, q), *speeds
        angle, omega, alpha = self.motion.turn(body, q, v, a)
        about_z = np.array([0.0, 0.0, 1.0])
        return ep.attitude(ep.exponential(angle[:, None] * about_z)), omega[:, None] * about_z, alpha[:, None] * about_z

    def _counted(self) -> None:
        """The angles whose turns are counted in space."""
        counters = getattr(self.bound.flat, "counters", ())
        for name in {full.rpartition(".")[0] for full in counters} & {*self.bound.mechanism.joints}:
            joint = self.bound.mechanism.joints[name]
            self._joint(joint, self.bound.builder.framer.frames(joint))


def _continuous(p: Array) -> Array:
    """Of p and −p, which are the same attitude, the one nearer to that before."""
    flips = np.sign((p[1:] * p[:-1]).sum(axis=1))
    p[1:] *= np.cumprod(np.where(flips < 0, -1.0, 1.0))[:, None]
    return p


def _unlike(bound: Formulation, result: Result, what: str) -> Problem:
    own, other = bound.name, result.formulation.name
    words = f"the result {what}"
    if own != other:
        words = f'the result is one of the formulation "{other}", and "{own}" is asked for: it {what}'
    return Problem(words, f'simulate the same bodies and joints with formulation="{own}"')
