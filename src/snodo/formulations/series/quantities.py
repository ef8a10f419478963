"""Quantities of rows along a motion: x, ẋ, ẍ, with arrays; and their gradients in one state.

The measures of `math/kernels/measures.py` written once more, for reading results; a test holds them equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.series import curves, spans
from snodo.formulations.series.body_motion import cross
from snodo.math import euler_parameters as ep
from snodo.mechanism.measures import Combination, Measure
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.series.body_motion import BodyMotion

Array = np.ndarray
Series = tuple[Array, Array, Array]


def along_motion(motion: BodyMotion, x: Combination, q: Array, v: Array, a: Array) -> Series:
    """Value, speed and acceleration of a quantity (…); angles known but for whole turns are followed along the rows."""
    total: list[Any] = [x.constant, 0.0, 0.0]
    for weight, measure in x.terms:
        total = [sum_ + weight * part for sum_, part in zip(total, _series(motion, measure, q, v, a))]
    value, speed, acceleration = (np.asarray(part, dtype=float) for part in total)
    if x.period and value.ndim:
        value = np.unwrap(value, period=x.period, axis=0)
        value = value + x.period * np.round((x.near - value[:1]) / x.period)
    return value, speed, acceleration


def value(motion: BodyMotion, x: Combination, q: Array) -> float:
    """x in one state, without its speed and acceleration."""
    return float(x.constant + sum(weight * _value(motion, measure, q) for weight, measure in x.terms))


def gradient(motion: BodyMotion, x: Combination, q: Array) -> Array:
    """∂x/∂v (nv) in one state."""
    total = np.zeros(motion.nv)
    for weight, measure in x.terms:
        total += weight * _gradient(motion, measure, q)
    return total


# ---------------------------------------------------------------- one measure along a motion
def _series(motion: Any, m: Measure, q: Array, v: Array, a: Array) -> Series:
    if m.kind == "coordinate":
        return motion.own(m, q, v, a)
    if m.kind == "heading":
        ends = [(0.0 * q[..., 0],) * 3 if b == GROUND else motion.turn(b, q, v, a) for b in (m.child, m.parent)]
        x, rate, second = (one - other for one, other in zip(*ends))
        return x, rate, second
    return _READERS[m.kind](motion, m, q, v, a)


def _fixed_in(motion: BodyMotion, body: str, s: Array, q: Array, v: Array, a: Array) -> Series:
    """The track of a vector fixed in a body."""
    u = motion.rotation(body, q) @ s
    w, alpha = motion.angular_velocity(body, q, v), motion.angular_acceleration(body, q, v, a)
    rate = cross(w, u)
    return u, rate, cross(alpha, u) + cross(w, rate)


def _separation(motion: BodyMotion, m: Measure, q: Array, v: Array, a: Array) -> Series:
    """The track from the point of the parent to that of the child."""
    ends = [motion.track(body, s, q, v, a) for body, s in ((m.child, m.s_j), (m.parent, m.s_i))]
    d, rate, second = (one - other for one, other in zip(*ends))
    return d, rate, second


def _ball(motion: BodyMotion, m: Measure, q: Array, v: Array, a: Array) -> Series:
    """The speed along e of a ball's point at c − R n against the other body; it has no value (`kernels/rolling.py`)."""
    (n, n_dot, _), (e, e_dot, _) = (_fixed_in(motion, m.parent, x, q, v, a) for x in (m.g, m.e))
    return _slip_at(motion, m, (q, v, a), (-m.radius * n, -m.radius * n_dot), (e, e_dot))


def _rim(motion: BodyMotion, m: Measure, q: Array, v: Array, a: Array) -> Series:
    """√(1 − s²) of s = e·f (`kernels/rolling.py`)."""
    s, rate, second = _across(motion, m, q, v, a)
    x = np.sqrt(1.0 - s * s)
    x_dot = -s * rate / x
    return x, x_dot, -(rate * rate + s * second + x_dot * x_dot) / x


def _edge(motion: BodyMotion, m: Measure, q: Array, v: Array, a: Array) -> Series:
    """The speed of the lowest point of a disc along its way, or across it; it has no value (`kernels/rolling.py`)."""
    n, n_dot, _ = _fixed_in(motion, m.parent, m.g, q, v, a)
    f, f_dot, _ = _fixed_in(motion, m.child, m.f, q, v, a)
    out, out_dot = cross(n, f), cross(n_dot, f) + cross(n, f_dot)
    size = np.linalg.norm(out, axis=-1)[..., None]
    way = out / size
    way_dot = (out_dot - way * _dot(way, out_dot)[..., None]) / size
    arm, arm_dot = -m.radius * cross(f, way), -m.radius * (cross(f_dot, way) + cross(f, way_dot))
    if m.index:
        way, way_dot = cross(n, way), cross(n_dot, way) + cross(n, way_dot)
    return _slip_at(motion, m, (q, v, a), (arm, arm_dot), (way, way_dot))


def _slip_at(motion: BodyMotion, m: Measure, state: Series, arm: Any, way: Any) -> Series:
    """The speed along a way of the point at an arm from that of the child, against the parent."""
    q, v, a = state
    (c, c_dot, c_ddot), (o, o_dot, o_ddot) = (
        motion.track(body, s, q, v, a) for body, s in ((m.child, m.s_j), (m.parent, m.s_i))
    )
    w = [motion.angular_velocity(body, q, v) for body in (m.child, m.parent)]
    alpha = [motion.angular_acceleration(body, q, v, a) for body in (m.child, m.parent)]
    P, P_dot = c + arm[0], c_dot + arm[1]
    u = c_dot + cross(w[0], P - c) - o_dot - cross(w[1], P - o)
    of_child = c_ddot + cross(alpha[0], P - c) + cross(w[0], P_dot - c_dot)
    of_parent = o_ddot + cross(alpha[1], P - o) + cross(w[1], P_dot - o_dot)
    rate = _dot(way[0], u)
    return 0.0 * rate, rate, _dot(way[1], u) + _dot(way[0], of_child - of_parent)


def _product(a: Series, b: Series) -> Series:
    return (
        _dot(a[0], b[0]),
        _dot(a[1], b[0]) + _dot(a[0], b[1]),
        _dot(a[2], b[0]) + 2 * _dot(a[1], b[1]) + _dot(a[0], b[2]),
    )


def _along(motion: BodyMotion, m: Measure, *state: Array) -> Series:
    return _product(_fixed_in(motion, m.parent, m.e, *state), _separation(motion, m, *state))


def _across(motion: BodyMotion, m: Measure, *state: Array) -> Series:
    return _product(_fixed_in(motion, m.parent, m.e, *state), _fixed_in(motion, m.child, m.f, *state))


def _turn(motion: BodyMotion, m: Measure, *state: Array) -> Series:
    f = _fixed_in(motion, m.child, m.f, *state)
    a, a_dot, a_ddot = _product(_fixed_in(motion, m.parent, m.e, *state), f)
    b, b_dot, b_ddot = _product(_fixed_in(motion, m.parent, m.g, *state), f)
    n = a * a + b * b
    rate = (a * b_dot - b * a_dot) / n
    return np.arctan2(b, a), rate, (a * b_ddot - b * a_ddot - 2 * rate * (a * a_dot + b * b_dot)) / n


def _counted(motion: Any, m: Measure, q: Array, v: Array, a: Array) -> Series:
    angle, rate, second = _turn(motion, m, q, v, a)
    return motion.counted(m.joint, angle, q), rate, second


def _outer(motion: Any, m: Measure, q: Array, v: Array, a: Array) -> Series:
    """The first or last of three turns: of the two sets of angles, that to which the counted middle one belongs."""
    angle, rate, second = _turn(motion, m, q, v, a)
    return motion.counted(m.joint, angle + np.pi * motion.turned_over(m.branch, q), q), rate, second


def _middle(motion: Any, m: Measure, q: Array, v: Array, a: Array) -> Series:
    """The middle one of three turns: the tilt asin(e·f), or half a turn less it."""
    e, f = _fixed_in(motion, m.parent, m.e, q, v, a), _fixed_in(motion, m.child, m.f, q, v, a)
    u, u_dot, u_ddot = _product(e, f)
    c = np.linalg.norm(np.cross(e[0], f[0]), axis=-1)
    over = motion.turned_over(m.joint, q)
    sign, rate = np.where(over, -1.0, 1.0), u_dot / c
    angle = sign * np.arctan2(u, c) + np.pi * over
    return motion.counted(m.joint, angle, q), sign * rate, sign * (u_ddot + u * rate**2) / c


def _square(motion: BodyMotion, m: Measure, *state: Array) -> Series:
    d = _separation(motion, m, *state)
    x, rate, second = _product(d, d)
    return x / 2, rate / 2, second / 2


def _attitude(motion: BodyMotion, m: Measure, q: Array, v: Array, a: Array) -> Series:
    """e_k of the child, with e0 ≥ 0:  ė = g·ω,  ë = g·ω̇ − ¼ ω² e  with the row g of ½ Eᵀ."""
    p = ep.extracted(motion.rotation(m.child, q))
    w, alpha = motion.angular_velocity(m.child, q, v), motion.angular_acceleration(m.child, q, v, a)
    e, g = p[..., m.index], ep.matrix_E(p)[..., m.index] / 2
    return e, _dot(g, w), _dot(g, alpha) - _dot(w, w) * e / 4


def _turning(motion: BodyMotion, m: Measure, q: Array, v: Array, a: Array) -> Series:
    """e·ω of the child against the parent: it has no value, only a rate."""
    e, e_dot, _ = _fixed_in(motion, m.parent, m.e, q, v, a)
    w, alpha = (
        read(m.child, *given) - read(m.parent, *given)
        for read, given in ((motion.angular_velocity, (q, v)), (motion.angular_acceleration, (q, v, a)))
    )
    return 0.0 * q[..., 0], _dot(e, w), _dot(e_dot, w) + _dot(e, alpha)


def _span(motion: BodyMotion, m: Measure, *state: Array) -> Series:
    return spans.span_series(*_separation(motion, m, *state))


def _wrap(motion: BodyMotion, m: Measure, q: Array, v: Array, a: Array) -> Series:
    """The part of a cable between two circles."""
    g = _fixed_in(motion, m.parent, m.g, q, v, a)[0]
    w, alpha = motion.angular_velocity(m.parent, q, v), motion.angular_acceleration(m.parent, q, v, a)
    return spans.wrap_series(_separation(motion, m, q, v, a), g, m.radius, w[..., 2], alpha[..., 2])


def _coil(motion: BodyMotion, m: Measure, q: Array, v: Array, a: Array) -> Series:
    """The part of a cable between two circles in space."""
    axis, g = (_fixed_in(motion, m.parent, e, q, v, a)[0] for e in (m.e, m.g))
    w, alpha = motion.angular_velocity(m.parent, q, v), motion.angular_acceleration(m.parent, q, v, a)
    return spans.coil_series(_separation(motion, m, q, v, a), axis, g, m.radius, w, alpha)


def _lean(motion: BodyMotion, m: Measure, q: Array, v: Array, a: Array) -> Series:
    """A component of the rotation vector; its acceleration by differences of the rate along w."""
    A, B = motion.rotation(m.parent, q), motion.rotation(m.child, q)
    theta, axis = spans.rotation_vectors(A, B, m.turned), A[..., m.index]
    w_i = motion.angular_velocity(m.parent, q, v)
    w = motion.angular_velocity(m.child, q, v) - w_i
    ends = (motion.angular_acceleration(body, q, v, a) for body in (m.child, m.parent))
    alpha = next(ends) - next(ends) - cross(w_i, w)
    g, h = spans.lean_gradient(theta, axis), 1e-5
    rate = spans.lean_rate(theta, w)
    change = (spans.lean_gradient(theta + h * rate, axis) - spans.lean_gradient(theta - h * rate, axis)) / (2 * h)
    return _dot(theta, axis), _dot(g, w), _dot(g, alpha) + _dot(change, w)


def _profile(motion: BodyMotion, m: Measure, q: Array, v: Array, a: Array) -> Series:
    """The distance from a curve."""
    return curves.profile_series(motion, m, _separation(motion, m, q, v, a), (q, v, a))


def _graze(motion: BodyMotion, m: Measure, q: Array, v: Array, a: Array) -> Series:
    """The speed along a curve, or across it, of a roller's material point there (`kernels/grazing.py`)."""
    arm, way = curves.graze_tracks(motion, m, _separation(motion, m, q, v, a), (q, v, a))
    return _slip_at(motion, m, (q, v, a), arm, way)


def _brush(motion: BodyMotion, m: Measure, q: Array, v: Array, a: Array) -> Series:
    """The speed of a sphere's material point on another sphere (`kernels/grazing.py`)."""
    first, way = (_fixed_in(motion, m.parent, x, q, v, a) for x in (m.g, m.e))
    arm, direction = curves.brush_tracks(m, _separation(motion, m, q, v, a), first, way)
    return _slip_at(motion, m, (q, v, a), arm, direction)


_READERS: dict[str, Any] = {"along": _along, "across": _across, "turn": _turn, "counted": _counted, "square": _square}
_READERS |= {"outer": _outer, "middle": _middle, "tilt": _middle}
_READERS |= {"profile": _profile, "graze": _graze, "brush": _brush}
_READERS |= {"span": _span, "wrap": _wrap, "coil": _coil, "lean": _lean}
_READERS |= {"attitude": _attitude, "turning": _turning, "ball": _ball, "edge": _edge, "rim": _rim}


# ---------------------------------------------------------------- one state
def _value(motion: Any, m: Measure, q: Array) -> float:
    """A measure alone."""
    if m.kind not in _PLACED:
        rest = np.zeros(motion.nv)
        return float(_series(motion, m, q, rest, rest)[0])
    e, g, f, P_i, P_j = _placed(motion, m, q)
    if m.kind == "across":
        return float(e @ f)
    if m.kind == "square":
        d = P_j - P_i
        return float(d @ d) / 2
    if m.kind == "along":
        return float(e @ (P_j - P_i))
    angle = np.arctan2(g @ f, e @ f)
    return float(motion.counted(m.joint, angle, q) if m.kind == "counted" else angle)


def _gradient(motion: Any, m: Measure, q: Array) -> Array:
    """∂x/∂v from the Jacobians of the two bodies: the wrenches of `measure_wrenches.py` times them."""
    if m.kind == "coordinate":
        return motion.own_gradient(m, q)
    if m.kind == "heading":
        return _turned(motion, m.child, q) - _turned(motion, m.parent, q)
    if m.kind not in _PLACED:
        return _by_unit_velocities(motion, m, q)
    e, g, f, P_i, P_j = _placed(motion, m, q)
    if m.kind == "across":
        return _relative_turn(motion, m, q, cross(f, e))
    if m.kind in ("turn", "counted"):
        a, b = e @ f, g @ f
        return _relative_turn(motion, m, q, (a * cross(f, g) - b * cross(f, e)) / (a * a + b * b))
    force = e if m.kind == "along" else P_j - P_i  # on both bodies at P_j: d × d = 0
    pair = [_of_force(motion, body, q, P_j, force) for body in (m.child, m.parent)]
    return pair[0] - pair[1]


def _placed(motion: Any, m: Measure, q: Array) -> tuple[Array, Array, Array, Array, Array]:
    """e, g, f, P_i, P_j in world axes."""
    (r_i, A_i), (r_j, A_j) = (motion.placed(body, q) for body in (m.parent, m.child))
    return A_i @ m.e, A_i @ m.g, A_j @ m.f, r_i + A_i @ m.s_i, r_j + A_j @ m.s_j


def _relative_turn(motion: Any, m: Measure, q: Array, torque: Array) -> Array:
    ends = [np.zeros(motion.nv) if b == GROUND else torque @ motion.jacobian_of(b, q)[3:] for b in (m.child, m.parent)]
    return ends[0] - ends[1]


def _of_force(motion: Any, body: str, q: Array, P: Array, force: Array) -> Array:
    """force · ∂Ṗ/∂v of the point of a body that is at P."""
    if body == GROUND:
        return np.zeros(motion.nv)
    J, arm = motion.jacobian_of(body, q), P - motion.placed(body, q)[0]
    return force @ J[:3] + cross(arm, force) @ J[3:]


def _turned(motion: Any, body: str, q: Array) -> Array:
    return np.zeros(motion.nv) if body == GROUND else motion.jacobian_of(body, q)[5]


def _by_unit_velocities(motion: Any, m: Measure, q: Array) -> Array:
    """The speeds that unit velocities give: ẋ is linear in v."""
    unit = np.eye(motion.nv)
    states = np.broadcast_to(q, (motion.nv, motion.nq)), unit, np.zeros_like(unit)
    return _READERS[m.kind](motion, m, *states)[1] if motion.nv else np.zeros(0)


_PLACED = ("along", "across", "turn", "counted", "square")
"""Measures of the places of two bodies."""


def _dot(a: Array, b: Array) -> Array:
    product: Array = (a * b).sum(axis=-1)
    return product
