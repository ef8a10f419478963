"""The gradient of a measure of two bodies (`formulations/parts/constraint_rows.py`) as a wrench on each of them.

    along   e·(P_j − P_i)    force e on j and −e on i, both at P_j
    across  e·f              torque f × e on j and e × f on i
    turn    ∠(f; e, g)       torque ((e·f) f × g − (g·f) f × e) / ((e·f)² + (g·f)²) on j, the opposite on i
    square  |P_j − P_i|²/2   force P_j − P_i on j at P_j, the opposite on i at P_i
    heading φ_j − φ_i        torque about z
    edge, ball, barrel       force m on j and −m on i, both at the contact point (`math/kernels/rolling.py`)
    rim     √(1 − (e·f)²)    torque f × e times −(e·f)/x
    reach   |d⊥|             force d⊥/|d⊥| on j at P_j, the opposite on i
    turning e·ω              torque e
    span    |P_j − P_i|      force (P_j − P_i)/x on j at P_j, the opposite on i
    wrap    of a cable       force e on j at P_j, the opposite on i (`math/kernels/spanning.py`)
    coil    the same in space  force f on j at P_j, the opposite on i
    profile φ of a curve     force n on j at P_j, the opposite on i (`math/kernels/grazing.py`)
    graze, brush             force m on j and −m on i, both at the contact point
    lean    θ·a_k            torque g (`math/kernels/leaning.py`)

e and g are fixed in body i, f in body j, P_i and P_j are points of them; all in world axes, torques about the origins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from snodo.formulations.parts.constraint_rows import Measure
from snodo.formulations.series.spans import coil_direction, lean_gradient, rotation_vectors, wrap_direction

Array = np.ndarray
Wrenches = list[tuple[str, Array, Array]]
"""Body, force [N], and torque about its origin [N m]."""


def gradient_wrenches(bodies: Any, m: Measure) -> Wrenches:
    """The wrenches that the gradient of a measure consists of; bodies: knows where they are (`FreeBodies`)."""
    return _GRADIENTS[m.kind](bodies, m)


def _along(bodies: Any, m: Measure) -> Wrenches:
    return _force_at(bodies, m, bodies.point(m.child, m.s_j), bodies.direction(m.parent, m.e))


def _across(bodies: Any, m: Measure) -> Wrenches:
    e, f = bodies.direction(m.parent, m.e), bodies.direction(m.child, m.f)
    return _pure_torque(m, np.cross(f, e))


def _turn(bodies: Any, m: Measure) -> Wrenches:
    e, g, f = bodies.direction(m.parent, m.e), bodies.direction(m.parent, m.g), bodies.direction(m.child, m.f)
    a, b = e @ f, g @ f
    return _pure_torque(m, (a * np.cross(f, g) - b * np.cross(f, e)) / (a * a + b * b))


def _square(bodies: Any, m: Measure) -> Wrenches:
    ends = {m.parent: bodies.point(m.parent, m.s_i), m.child: bodies.point(m.child, m.s_j)}
    d = ends[m.child] - ends[m.parent]
    arms = {body: P - bodies.point(body, np.zeros(3)) for body, P in ends.items()}
    return [(m.child, d, np.cross(arms[m.child], d)), (m.parent, -d, -np.cross(arms[m.parent], d))]


def _tilt(bodies: Any, m: Measure) -> Wrenches:
    """Of asin(e·f); turned over, the angle falls where the tilt rises, which does not matter to a row of its own."""
    normal = np.cross(bodies.direction(m.child, m.f), bodies.direction(m.parent, m.e))
    return _pure_torque(m, normal / np.linalg.norm(normal))


def _heading(bodies: Any, m: Measure) -> Wrenches:
    return _pure_torque(m, np.array([0.0, 0.0, 1.0]))


def _edge(bodies: Any, m: Measure) -> Wrenches:
    n, a = bodies.direction(m.parent, m.g), bodies.direction(m.child, m.f)
    across = np.cross(n, a)
    across = across / np.linalg.norm(across)
    P = bodies.point(m.child, m.s_j) - m.radius * np.cross(a, across)
    return _force_at(bodies, m, P, np.cross(n, across) if m.index else across)


def _ball(bodies: Any, m: Measure) -> Wrenches:
    P = bodies.point(m.child, m.s_j) - m.radius * bodies.direction(m.parent, m.g)
    return _force_at(bodies, m, P, bodies.direction(m.parent, m.e))


def _barrel(bodies: Any, m: Measure) -> Wrenches:
    k, out = _off_axis(bodies, m)
    force = k if m.index else np.cross(k, out)
    return _force_at(bodies, m, bodies.point(m.child, m.s_j) - m.radius * out, force)


def _reach(bodies: Any, m: Measure) -> Wrenches:
    return _force_at(bodies, m, bodies.point(m.child, m.s_j), _off_axis(bodies, m)[1])


def _off_axis(bodies: Any, m: Measure) -> tuple[Array, Array]:
    """The axis of a cylinder, and the direction from it to the centre of a ball."""
    k, d = bodies.direction(m.parent, m.e), bodies.point(m.child, m.s_j) - bodies.point(m.parent, m.s_i)
    off = d - k * (k @ d)
    return k, off / np.linalg.norm(off)


def _force_at(bodies: Any, m: Measure, P: Array, force: Array) -> Wrenches:
    """The force on the child and its opposite on the parent, at the place P."""
    arms = {body: P - bodies.point(body, np.zeros(3)) for body in (m.parent, m.child)}
    return [(m.child, force, np.cross(arms[m.child], force)), (m.parent, -force, -np.cross(arms[m.parent], force))]


def _rim(bodies: Any, m: Measure) -> Wrenches:
    n, a = bodies.direction(m.parent, m.e), bodies.direction(m.child, m.f)
    return _pure_torque(m, -(n @ a) / np.linalg.norm(np.cross(n, a)) * np.cross(a, n))


def _turning(bodies: Any, m: Measure) -> Wrenches:
    return _pure_torque(m, bodies.direction(m.parent, m.e))


def _span(bodies: Any, m: Measure) -> Wrenches:
    P = bodies.point(m.child, m.s_j)
    d = P - bodies.point(m.parent, m.s_i)
    length = float(np.linalg.norm(d))
    return _force_at(bodies, m, P, d / length if length > 0.0 else d)


def _wrap(bodies: Any, m: Measure) -> Wrenches:
    P = bodies.point(m.child, m.s_j)
    return _force_at(bodies, m, P, wrap_direction(P - bodies.point(m.parent, m.s_i), m.radius)[1])


def _coil(bodies: Any, m: Measure) -> Wrenches:
    P = bodies.point(m.child, m.s_j)
    axis = bodies.direction(m.parent, m.e)
    return _force_at(bodies, m, P, coil_direction(P - bodies.point(m.parent, m.s_i), axis, m.radius)[2])


def _lean(bodies: Any, m: Measure) -> Wrenches:
    A, B = (bodies.direction(body, np.eye(3)) for body in (m.parent, m.child))
    return _pure_torque(m, lean_gradient(rotation_vectors(A, B, m.turned), A[:, m.index]))


def _profile(bodies: Any, m: Measure) -> Wrenches:
    return _force_at(bodies, m, bodies.point(m.child, m.s_j), _normal(bodies, m)[0])


def _graze(bodies: Any, m: Measure) -> Wrenches:
    n, t = _normal(bodies, m)
    return _force_at(bodies, m, bodies.point(m.child, m.s_j) - m.radius * n, np.cross(n, t) if m.index else t)


def _normal(bodies: Any, m: Measure) -> tuple[Array, Array]:
    """Normal and tangent of a curve at the foot of a point."""
    d = bodies.point(m.child, m.s_j) - bodies.point(m.parent, m.s_i)
    e, g = bodies.direction(m.parent, m.e), bodies.direction(m.parent, m.g)
    n = m.profile.foot(np.array([e @ d, g @ d]))[1]
    return e * n[0] + g * n[1], e * n[1] - g * n[0]


def _brush(bodies: Any, m: Measure) -> Wrenches:
    P = bodies.point(m.child, m.s_j)
    d = P - bodies.point(m.parent, m.s_i)
    n = d / np.linalg.norm(d)
    o, t = bodies.direction(m.parent, m.g), bodies.direction(m.parent, m.e)
    return _force_at(bodies, m, P - m.radius * n, t - (t @ n) * (o + n) / (1.0 + o @ n))


def _pure_torque(m: Measure, torque: Array) -> Wrenches:
    return [(m.child, np.zeros(3), torque), (m.parent, np.zeros(3), -torque)]


_GRADIENTS: dict[str, Callable[[Any, Measure], Wrenches]] = {
    "along": _along,
    "across": _across,
    "turn": _turn,
    "counted": _turn,
    "outer": _turn,
    "middle": _tilt,
    "tilt": _tilt,
    "square": _square,
    "heading": _heading,
    "edge": _edge,
    "ball": _ball,
    "barrel": _barrel,
    "reach": _reach,
    "rim": _rim,
    "turning": _turning,
    "span": _span,
    "wrap": _wrap,
    "coil": _coil,
    "lean": _lean,
    "profile": _profile,
    "graze": _graze,
    "brush": _brush,
}
