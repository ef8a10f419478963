"""Reading a planar motion: place, velocity and acceleration of anything, joint coordinates, reactions.

Arrays may have leading axes (time); a vector of the plane is handled as one complex number inside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, UnsupportedError, suggestion
from snodo.formulations.planar.description import Constraint, Link
from snodo.mechanism import joints
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.planar.planar import Planar

Array = np.ndarray


class Motion:
    """The kinematics of a bound planar mechanism."""

    def __init__(self, planar: Planar) -> None:
        self._planar = planar
        self._describer = planar.describer
        self._mechanism = planar.mechanism

    # ---------------------------------------------------------------- places
    def place(self, name: str) -> tuple[int, complex]:
        """Body and arm (from its centre of mass, body axes) of a body, frame, joint, or `body.com`."""
        m, d = self._mechanism, self._describer
        stem, _, word = name.partition(".")
        if name in m.bodies or (stem in m.bodies and word == "com"):
            body = m.bodies[stem]
            return d.number(stem), 0j if word else d.point({stem: (0.0, 0.0)}, stem, body)
        if name in m.frames:
            frame = m.frames[name]
            return d.number(frame.on), d.point(frame.at, frame.on, frame)
        if name in m.joints:
            joint = m.joints[name]
            where = joint.end if isinstance(joint, joints.Rod) else (joint.name if joint.at is None else joint.at)
            return d.number(joint.child), d.point(where, joint.child, joint)
        known = [*m.bodies, *m.frames, *m.joints]
        if name in m.points:
            problem = Problem(f"point {name!r} is not on a body", "make it a frame: frames: {P: {on: body, at: P}}")
        else:
            problem = Problem(f"there is no body, frame or joint {name!r}", suggestion(name, known))
        raise NameNotFound(problem)

    def position(self, name: str, q: Array) -> Array:
        """World coordinates (…, 2) [m]."""
        b, s = self.place(name)
        r, A, _ = self._pose(b, q)
        return _pairs(r + A * s)

    def centres(self, q: Array) -> Array:
        """World coordinates (bodies, 2) [m] of every body's centre of mass in one state."""
        return np.array([self.position(f"{body}.com", q) for body in self._planar.body_names])

    def velocity(self, name: str, q: Array, v: Array) -> Array:
        """Velocity (…, 2) [m/s]."""
        b, s = self.place(name)
        _, A, _ = self._pose(b, q)
        r_dot, w = self._speed(b, v)
        return _pairs(r_dot + 1j * w * A * s)

    def acceleration(self, name: str, q: Array, v: Array, a: Array) -> Array:
        """Acceleration (…, 2) [m/s²]."""
        b, s = self.place(name)
        _, A, _ = self._pose(b, q)
        _, w = self._speed(b, v)
        r_ddot, alpha = self._speed(b, a)
        return _pairs(r_ddot + (1j * alpha - w * w) * A * s)

    def _pose(self, b: int, q: Array) -> tuple[Any, Any, Any]:
        if b == len(self._planar.body_names):
            zero = np.zeros(q.shape[:-1])
            return zero * 1j, np.exp(1j * zero), zero
        x, y, phi = (q[..., 3 * b + k] for k in range(3))
        return x + 1j * y, np.exp(1j * phi), phi

    def _speed(self, b: int, v: Array) -> tuple[Any, Any]:
        if b == len(self._planar.body_names):
            zero = np.zeros(v.shape[:-1])
            return zero * 1j, zero
        return v[..., 3 * b] + 1j * v[..., 3 * b + 1], v[..., 3 * b + 2]

    # ---------------------------------------------------------------- coordinates
    def coordinate(self, link: Link, q: Array, v: Array) -> tuple[Array, Array, Array, Array]:
        """A joint coordinate x, its gradient (…, nv), ẋ, and the part of ẍ that velocity alone gives."""
        gradient = np.zeros((*q.shape[:-1], self._planar.nv + 3))
        i, j = 3 * link.i, 3 * link.j
        _, A_i, phi_i = self._pose(link.i, q)
        _, A_j, phi_j = self._pose(link.j, q)
        _, w_i = self._speed(link.i, v)
        _, w_j = self._speed(link.j, v)
        if link.kind == "turn":
            gradient[..., i + 2] -= 1.0
            gradient[..., j + 2] += 1.0
            return phi_j - phi_i + link.c, gradient[..., :-3], w_j - w_i, 0.0 * w_i
        p_i, p_j, e = A_i * link.s_i, A_j * link.s_j, A_i * link.u
        d, d_dot = self.separation(link, q, v)
        gradient[..., i], gradient[..., i + 1] = -e.real, -e.imag
        gradient[..., i + 2] = _dot(1j * e, d) - _dot(e, 1j * p_i)
        gradient[..., j], gradient[..., j + 1], gradient[..., j + 2] = e.real, e.imag, _dot(e, 1j * p_j)
        rate = _dot(e, d_dot) + w_i * _dot(1j * e, d)
        rest = _dot(e, w_i**2 * p_i - w_j**2 * p_j) + 2 * w_i * _dot(1j * e, d_dot) - w_i**2 * _dot(e, d)
        return _dot(e, d) + link.c, gradient[..., :-3], rate, rest

    def separation(self, link: Link, q: Array, v: Array) -> tuple[Array, Array]:
        """d from the point on body i to that on body j, and ḋ, as complex numbers."""
        r_i, A_i, _ = self._pose(link.i, q)
        r_j, A_j, _ = self._pose(link.j, q)
        v_i, w_i = self._speed(link.i, v)
        v_j, w_j = self._speed(link.j, v)
        p_i, p_j = A_i * link.s_i, A_j * link.s_j
        return r_j + p_j - r_i - p_i, v_j + 1j * w_j * p_j - v_i - 1j * w_i * p_i

    def measured(self, name: str) -> tuple[Link, bool]:
        """The coordinate behind a name such as `A.angle`, `crank.x` or `A.speed`, and whether it is a speed."""
        part, word, _ = self._mechanism.coordinate(name)
        d = self._describer
        if part.name in self._mechanism.joints:
            joint = self._mechanism.joints[part.name]
            if not joint.coordinate:
                what = f"{name!r}: the planar formulation has no coordinates of a {joint.kind} joint"
                raise UnsupportedError(Problem(what, f"name those of the body, as in {joint.child}.{word}"))
            return d.joint_coordinate(part.name), word == "speed"
        if word in ("angle", "omega"):
            return d.body_angle(part.name), word == "omega"
        if word.endswith("z"):
            raise UnsupportedError(Problem(f"{name!r}: there is no z in a planar mechanism", "use x and y"))
        u = 1.0 + 0j if word.endswith("x") else 1j
        s_j = d.point({part.name: (0.0, 0.0)}, part.name, part)
        return Link("along", d.number(GROUND), d.number(part.name), s_j=s_j, u=u), word.startswith("v")

    def joint(self, name: str, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """The coordinate of a joint that has one, its speed, its acceleration."""
        x, gradient, rate, rest = self.coordinate(self._describer.joint_coordinate(name), q, v)
        return x, rate, (gradient * a).sum(axis=-1) + rest

    def freedoms(self, name: str, q: Array, v: Array, a: Array) -> dict[str, Array]:
        """Coordinates, velocities and accelerations of a joint that has several, by their words."""
        from snodo.formulations.planar.joint_series import freedoms

        return freedoms(self, self._describer, self._mechanism.joints[name], q, v, a)

    def freedom_units(self, name: str) -> dict[str, str]:
        """Words of these series, with their units."""
        from snodo.formulations.joint_series import units

        return units(self._describer.framer, self._mechanism.joints[name])

    def turn(self, body: str, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """Angle of a body with all its turns [rad], its speed and its acceleration."""
        column = 3 * self._planar.body_names.index(body) + 2
        return q[..., column], v[..., column], a[..., column]

    # ---------------------------------------------------------------- reactions
    def constraint(self, name: str) -> tuple[list[Constraint], int, int]:
        """The rows' owner, and its blocks first … last − 1."""
        flat = self._planar.flat
        found = [k for k, c in enumerate(flat.constraints) if c.part.name == name]
        if not found:
            known = [c.part.name for c in flat.constraints]
            raise NameNotFound(Problem(f"there is no joint, constraint or driver {name!r}", suggestion(name, known)))
        rows = {r for r, k in enumerate(flat.row_parts) if k in found}
        blocks = [b for b, r in enumerate(flat.block_row) if r in rows]
        return [flat.constraints[k] for k in found], blocks[0], blocks[-1] + 1

    def reaction(
        self, name: str, times: Array, states: Array, multipliers: Array, axes: str = "world", body: str | None = None
    ) -> Array:
        """Wrench (time, 3) = (fx, fy, torque) that the joint's parent exerts on its child, at the child's joint point.

        For other constraints, the wrench on `body` at its origin.  axes: world, parent or child.
        """
        constraints, first, last = self.constraint(name)
        link = constraints[0].link
        b, s = (link.j, link.s_j) if body is None else self._origin(body)
        if body is None and not isinstance(constraints[0].part, joints.Joint | joints.Rod):
            b, s = self._origin([*self._planar.body_names, GROUND][b])
        out = np.zeros((times.size, 3 * (last - first)))
        times, states, multipliers = (np.array(x, order="C") for x in (times, states, multipliers))
        with self._planar.rows_and_forces_only():
            kernels = self._planar.kernels
            ydot = np.empty(states.shape[1])
            kernels.wrenches(kernels.rate, times, states, multipliers, first, last, self._planar.model, ydot, out)
        mine = [k for k in range(first, last) if self._planar.flat.block_body[k] == b]
        if not mine:
            raise NameNotFound(Problem(f"{name!r} does not act on body {body!r}", "name one of its bodies"))
        wrench = np.sum([out[:, 3 * (k - first) : 3 * (k - first) + 3] for k in mine], axis=0)
        q = states[:, : self._planar.nq]
        F = wrench[:, 0] + 1j * wrench[:, 1]
        _, A, _ = self._pose(b, q)
        torque = wrench[:, 2] - _cross(A * s, F)
        return np.column_stack([_pairs(self._in_axes(F, axes, link, q)), torque])

    def applied_in(self, joint: str, times: Array, states: Array, axes: str) -> Array:
        """Wrench (time, 3) of the forces and torques that are applied in a joint, on its child."""
        planar, total = self._planar, np.zeros((times.size, 3))
        q, v = states[:, : planar.nq], states[:, planar.nq : planar.nq + planar.nv]
        for name in planar.measured_forces():
            part = self._mechanism.forces[name]
            if getattr(part, "joint", "") == joint:
                _, _, effort, turns = planar.effort_along(name, times, q, v)
                link = self._describer.joint_coordinate(joint)
                F = 0j * effort if turns else effort * self._pose(link.i, q)[1] * link.u
                total += np.column_stack([_pairs(self._in_axes(F, axes, link, q)), effort if turns else 0.0 * effort])
        return total

    def _origin(self, body: str) -> tuple[int, complex]:
        """Number of a body (or of the ground), and its origin's arm from the centre of mass."""
        if body == GROUND:
            return self._describer.number(GROUND), 0j
        if body not in self._mechanism.bodies:
            raise NameNotFound(Problem(f"there is no body {body!r}", suggestion(body, self._mechanism.bodies)))
        return self.place(body)

    def _in_axes(self, F: Array, axes: str, link: Link, q: Array) -> Array:
        if axes == "world":
            return F
        if axes not in ("parent", "child"):
            raise NameNotFound(Problem(f"there are no axes {axes!r}", "use world, parent or child"))
        return F * np.conj(self._pose(link.i if axes == "parent" else link.j, q)[1])


def _dot(a: Any, b: Any) -> Any:
    return a.real * b.real + a.imag * b.imag


def _cross(a: Any, b: Any) -> Any:
    return a.real * b.imag - a.imag * b.real


def _pairs(z: Any) -> Array:
    return np.stack([np.real(z), np.imag(z)], axis=-1)
