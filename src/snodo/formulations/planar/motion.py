"""Read a planar motion: position, velocity and acceleration of bodies, frames and joints, joint coordinates, reactions.

Arrays may have leading axes (time); internally a plane vector is a complex number.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.parts.named_measures import LENGTH, Named, read
from snodo.formulations.planar.description import Link
from snodo.formulations.unknown_place import unknown_place
from snodo.mechanism import joints
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.planar.planar import Planar
    from snodo.formulations.series.reactions import Evaluated

Array = np.ndarray


class Motion:
    """The kinematics of a bound planar mechanism."""

    def __init__(self, planar: Planar) -> None:
        self._planar = planar
        self._describer = planar.describer
        self._mechanism = planar.mechanism
        self._places: dict[str, tuple[int, complex]] = {}
        self.spots: dict[str, tuple[int, float, float, float]] = {}
        """The same as `reading.py` has them."""

    # ---------------------------------------------------------------- places
    def place(self, name: str) -> tuple[int, complex]:
        """Body and arm (from its centre of mass, in body axes) of a body, frame, joint, or `body.com`."""
        found = self._places.get(name)
        if found is None:
            found = self._places[name] = self._place(name)
        return found

    def _place(self, name: str) -> tuple[int, complex]:
        m, d = self._mechanism, self._describer
        stem, _, word = name.partition(".")
        if name == GROUND:
            return d.number(GROUND), 0j
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
        raise unknown_place(m, name)

    def position(self, name: str, q: Array) -> Array:
        """World coordinates (…, 2) [m]."""
        b, s = self.place(name)
        r, A, _ = self._pose(b, q)
        return _pairs(r + A * s)

    def places(self, names: Iterable[str], q: Array) -> dict[str, Array]:
        """World coordinates (2) [m] of many bodies, frames or joints in one state."""
        return {name: np.array(self.located(name, q)[:2]) for name in names}

    def located(self, name: str, q: Array) -> tuple[float, float, float]:
        """World coordinates [m] of a place in one state, and the angle [rad] of the axes of its body or frame."""
        b, s = self.place(name)
        x, y, phi = (0.0, 0.0, 0.0) if b == len(self._planar.body_names) else q[3 * b : 3 * b + 3].tolist()
        frame = self._mechanism.frames.get(name)
        c, d = math.cos(phi), math.sin(phi)
        angle = phi + (frame.angle if frame is not None else 0.0)
        return x + c * s.real - d * s.imag, y + d * s.real + c * s.imag, angle

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
        """A joint coordinate x, its gradient (…, nv), ẋ, and the part of ẍ that depends on velocities only."""
        x, gradient, rate, rest = self._coordinate(link, q, v)
        return x, gradient[..., :-3], rate, rest

    def _coordinate(self, link: Link, q: Array, v: Array) -> tuple[Array, Array, Array, Array]:
        """The same, with the ground's part of the gradient behind it."""
        gradient = np.zeros((*q.shape[:-1], self._planar.nv + 3))
        i, j = 3 * link.i, 3 * link.j
        _, A_i, phi_i = self._pose(link.i, q)
        _, A_j, phi_j = self._pose(link.j, q)
        _, w_i = self._speed(link.i, v)
        _, w_j = self._speed(link.j, v)
        if link.kind == "turn":
            gradient[..., i + 2] -= 1.0
            gradient[..., j + 2] += 1.0
            return phi_j - phi_i + link.c, gradient, w_j - w_i, 0.0 * w_i
        p_i, p_j, e = A_i * link.s_i, A_j * link.s_j, A_i * link.u
        d, d_dot = self.separation(link, q, v)
        if link.profile is not None:
            return self._curved(link, q, v)
        if link.kind in ("span", "wrap"):
            d_ddot = w_i**2 * p_i - w_j**2 * p_j
            x, e, rate, rest = _distance(link, d, d_dot, d_ddot, A_i, w_i)
            gradient[..., i], gradient[..., i + 1] = -e.real, -e.imag
            gradient[..., i + 2] = -_dot(e, 1j * p_i) - link.rho
            gradient[..., j], gradient[..., j + 1], gradient[..., j + 2] = e.real, e.imag, _dot(e, 1j * p_j)
            return x + link.c, gradient, rate, rest
        gradient[..., i], gradient[..., i + 1] = -e.real, -e.imag
        gradient[..., i + 2] = _dot(1j * e, d) - _dot(e, 1j * p_i)
        gradient[..., j], gradient[..., j + 1], gradient[..., j + 2] = e.real, e.imag, _dot(e, 1j * p_j)
        rate = _dot(e, d_dot) + w_i * _dot(1j * e, d)
        rest = _dot(e, w_i**2 * p_i - w_j**2 * p_j) + 2 * w_i * _dot(1j * e, d_dot) - w_i**2 * _dot(e, d)
        return _dot(e, d) + link.c, gradient, rate, rest

    def _curved(self, link: Link, q: Array, v: Array) -> tuple[Array, Array, Array, Array]:
        """The distance from a curve, or the slip along it (`math/kernels/grazing.py`)."""
        d, _ = self.separation(link, q, v)
        _, A_i, _ = self._pose(link.i, q)
        c, n, bend = link.profile.foot(_pairs(np.conj(A_i) * d))
        foot, normal = c[..., 0] + 1j * c[..., 1], n[..., 0] + 1j * n[..., 1]
        (x, along, rate, rest), (_, sideways, way, turn) = (
            self._coordinate(Link("along", link.i, link.j, link.s_i + foot, link.s_j, u), q, v)
            for u in (normal, -1j * normal)
        )
        if link.kind == "profile":
            return x + link.c, along, rate, rest + bend * way**2
        sideways[..., 3 * link.i + 2] -= link.rho
        sideways[..., 3 * link.j + 2] += link.rho
        spin = self._speed(link.j, v)[1] - self._speed(link.i, v)[1]
        return 0.0 * x, sideways, way + link.rho * spin, turn - bend * way * rate

    def value(self, link: Link, q: Array) -> float:
        """A joint coordinate in one state, without its rates."""
        if link.kind == "turn":
            return float(self._pose(link.j, q)[2] - self._pose(link.i, q)[2] + link.c)
        if link.kind in ("span", "wrap", "profile", "graze"):
            return float(self.coordinate(link, q, np.zeros(self._planar.nv))[0])
        (r_i, A_i, _), (r_j, A_j, _) = self._pose(link.i, q), self._pose(link.j, q)
        return float(_dot(A_i * link.u, r_j + A_j * link.s_j - r_i - A_i * link.s_i) + link.c)

    def gradient(self, link: Link, q: Array) -> Array:
        """Its gradient (nv) in one state."""
        return self.coordinate(link, q, np.zeros(self._planar.nv))[1]

    def separation(self, link: Link, q: Array, v: Array) -> tuple[Array, Array]:
        """d from the point on body i to that on body j, and ḋ, as complex numbers."""
        r_i, A_i, _ = self._pose(link.i, q)
        r_j, A_j, _ = self._pose(link.j, q)
        v_i, w_i = self._speed(link.i, v)
        v_j, w_j = self._speed(link.j, v)
        p_i, p_j = A_i * link.s_i, A_j * link.s_j
        return r_j + p_j - r_i - p_i, v_j + 1j * w_j * p_j - v_i - 1j * w_i * p_i

    def measured(self, name: str) -> tuple[Link, bool]:
        """The coordinate for a name such as `A.angle`, `crank.x` or `A.speed`, and whether it is a speed."""
        part, word, _ = self._mechanism.coordinate(name)
        d = self._describer
        if part.name in self._mechanism.joints:
            return d.joint_coordinate(part.name), word == "speed"
        if word in ("angle", "omega"):
            return d.body_angle(part.name), word == "omega"
        u = 1.0 + 0j if word.endswith("x") else 1j
        s_j = d.point({part.name: (0.0, 0.0)}, part.name, part)
        return Link("along", d.number(GROUND), d.number(part.name), s_j=s_j, u=u), word.startswith("v")

    def read(self, x: Named, q: Array, v: Array) -> Array:
        """A measure by name, as laws of forces read it."""
        link = self._describer.input_link(x)
        if x.what < LENGTH:
            value, _, rate, _ = self.coordinate(link, q, v)
            return read(x.what, value, rate)
        d, d_dot = self.separation(link, q, v)
        return read(x.what, _dot(d, d) / 2.0, _dot(d, d_dot))

    def joint(self, name: str, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """Coordinate, speed and acceleration of a joint with one coordinate."""
        x, gradient, rate, rest = self.coordinate(self._describer.joint_coordinate(name), q, v)
        return x, rate, (gradient * a).sum(axis=-1) + rest

    def freedoms(self, name: str, q: Array, v: Array, a: Array) -> dict[str, Array]:
        """Coordinates, velocities and accelerations of a joint with several coordinates, by name."""
        from snodo.formulations.planar.joint_series import freedoms

        return freedoms(self, self._describer, self._mechanism.joints[name], q, v, a)

    def freedom_units(self, name: str) -> dict[str, str]:
        """Names of these series, with their units."""
        from snodo.formulations.series.joint_series import units

        return units(self._describer.framer, self._mechanism.joints[name])

    def turn(self, body: str, q: Array, v: Array, a: Array) -> tuple[Array, Array, Array]:
        """Angle of a body with whole turns [rad], its speed and its acceleration."""
        column = 3 * self._planar.body_numbers[body] + 2
        return q[..., column], v[..., column], a[..., column]

    # ---------------------------------------------------------------- reactions
    def on_child(self, name: str, along: Evaluated) -> Array:
        """Wrench (time, 3) = (fx, fy, torque) of a joint on its child, at its point there, in world axes."""
        if not any(c.part.name == name for c in self._planar.flat.constraints):  # it leaves everything free
            return np.zeros((along.times.size, 3))
        _, s = self.place(name)
        return self.of_rows(name, self._mechanism.joints[name].child, along, s)

    def of_rows(self, name: str, on: str, along: Evaluated, arm: complex | None = None) -> Array:
        """Wrench (time, 3) of a part's rows on one of its bodies at its origin or at an arm from the centre of mass."""
        planar, (first, last) = self._planar, self._blocks(name)
        b, s = self.place(on) if arm is None else (self._describer.number(on), arm)
        out = np.zeros((along.times.size, 3 * (last - first)))
        rows = (np.array(x, order="C") for x in (along.times, along.states, along.found["multiplier"]))
        with planar.lock:
            planar.entries.wrenches(*rows, first, last, planar.model, out)
        mine = [k for k in range(first, last) if planar.flat.block_body[k] == b]
        wrench = sum((out[:, 3 * (k - first) : 3 * (k - first) + 3] for k in mine), np.zeros((along.times.size, 3)))
        _, A, _ = self._pose(b, along.states[:, : planar.nq])
        torque = wrench[:, 2] - _cross(A * s, wrench[:, 0] + 1j * wrench[:, 1])
        return np.column_stack([wrench[:, :2], torque])

    def _blocks(self, name: str) -> tuple[int, int]:
        """The blocks first … last − 1 of a part's rows."""
        flat = self._planar.flat
        rows = {r for r, k in enumerate(flat.row_parts) if flat.constraints[k].part.name == name}
        blocks = [b for b, r in enumerate(flat.block_row) if r in rows]
        return blocks[0], blocks[-1] + 1

    def applied_in(self, joint: str, times: Array, states: Array) -> Array:
        """Wrench (time, 3) of the forces and torques that are applied in a joint, on its child, in world axes."""
        planar, total = self._planar, np.zeros((times.size, 3))
        q, v = states[:, : planar.nq], states[:, planar.nq : planar.nq + planar.nv]
        b, s = self.place(joint)
        arm = self._pose(b, q)[1] * s
        for name in planar.measured_forces():
            if getattr(self._mechanism.forces[name], "joint", "") == joint:
                total += self.wrench_along(name, times, q, v, b, arm)
        return total

    def wrench_along(self, name: str, times: Array, q: Array, v: Array, b: int, arm: Array) -> Array:
        """Wrench (time, 3) of a force along a coordinate on a body, at an arm from its centre of mass."""
        from snodo.formulations.planar.efforts import effort_of, measured_forces

        force = measured_forces(self._planar)[name]
        effort = effort_of(self._planar, force, times, q, v)[2]
        gradient = self._coordinate(force.link, q, v)[1][:, 3 * b : 3 * b + 3]
        torque = gradient[:, 2] - _cross(arm, gradient[:, 0] + 1j * gradient[:, 1])
        wrench: Array = np.column_stack([gradient[:, :2], torque]) * np.broadcast_to(effort, times.shape)[:, None]
        return wrench

    def rotation(self, body: str, q: Array) -> Array:
        """A (…, 2, 2) of a body, from its axes to world axes."""
        _, A, _ = self._pose(self._describer.number(body), q)
        return np.stack([_pairs(A), _pairs(1j * A)], axis=-1)


def _dot(a: Any, b: Any) -> Any:
    return a.real * b.real + a.imag * b.imag


def _cross(a: Any, b: Any) -> Any:
    return a.real * b.imag - a.imag * b.real


def _pairs(z: Any) -> Array:
    return np.stack([np.real(z), np.imag(z)], axis=-1)


def _distance(
    link: Link, d: Array, d_dot: Array, d_ddot: Array, A_i: Array, w_i: Array
) -> tuple[Array, Array, Array, Array]:
    """A distance or the part of a cable: x, e, ẋ and the part of ẍ that depends on velocities only."""
    square = np.abs(d) ** 2
    t = np.sqrt(square - link.rho**2)
    e = d * (t + 1j * link.rho) / np.where(square > 0.0, square, np.inf)
    along, x = _dot(e, d_dot), t
    if link.rho:
        x = t + link.rho * (np.angle(d * np.conj(A_i * link.u)) + np.arctan2(link.rho, t))
    rest = _dot(e, d_ddot) + (np.abs(d_dot) ** 2 - along**2) / np.where(t > 0.0, t, np.inf)
    return x, e, along - link.rho * w_i, rest
