"""The wrench with which every applied force acts on each of its bodies, along a motion.

A wrench is that on the body, at the origin of the body; the two sides of a spring or of a joint's torque are opposite.
Forces are written once more from the parts and the geometry, without the equations that moved the mechanism.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, RunError, UnsupportedError, suggestion
from snodo.formulations.parts.constraint_rows import RowBuilder
from snodo.formulations.parts.joint_frames import Framer
from snodo.formulations.parts.user_parts import parsed, variables_of
from snodo.formulations.series.reactions import in_axes
from snodo.math.euler_parameters import extracted
from snodo.mechanism import forces
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.part import GROUND
from snodo.results.attitude import matrices, plane_turn

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray
PLANE = [0, 1, 5]
"""fx, fy and the torque about z, of a wrench."""


def wrench(result: Result, name: str, body: str | None, axes: str) -> Any:
    """The labelled wrench of an applied force, or of a joint, constraint or driver, on one of its bodies."""
    m = result.mechanism
    if axes not in ("world", "body"):
        raise NameNotFound(Problem(f"there are no axes {axes!r}", "use world or body"))
    if name in m.forces:
        on = _chosen(result, m.forces[name], body)
        values = applied(result, name, on)
    elif name in m.joints or name in m.constraints or name in m.drivers:
        from snodo.formulations.series.reactions import sides

        on = body or sides(m, m[name])[1]
        values = result.reaction(name, body=on).values
    else:
        known = [*m.forces, *m.joints, *m.constraints, *m.drivers]
        what = f"there is no force, joint, constraint or driver {name!r}"
        raise NameNotFound(Problem(what, suggestion(name, known)))
    if axes == "body":
        values = in_axes(matrices(result, on)[:, : m.dimension, : m.dimension], values)
    return result._wrench_table(values, name, axes).assign_attrs(long_name=f"wrench of {name} on {on}", body=on)


def bodies_of(result: Result, part: Any) -> list[str]:
    """The bodies that an applied force acts on, its child first; the ground too."""
    if isinstance(part, forces.UserForce):
        return list(part.bodies)
    if isinstance(part, forces.Spring):
        return [part.child, part.parent]
    if getattr(part, "joint", ""):
        joint = result.mechanism.joints[part.joint]
        return [joint.child, joint.parent]
    return [part.body]


def _chosen(result: Result, part: Any, body: str | None) -> str:
    own = bodies_of(result, part)
    moving = [name for name in own if name != GROUND]
    listed = ", ".join(map(repr, own))
    if body is None:
        if len(moving) > 1 and isinstance(part, forces.UserForce):
            what = f"{part.title} acts on {listed}"
            raise NameNotFound(
                Problem(what, f'say on which: result.wrench("{part.name}", body="{own[0]}")', part.where)
            )
        return moving[0] if moving else own[0]
    if body not in own:
        raise NameNotFound(
            Problem(f"{part.title} does not act on body {body!r}", f"its bodies are {listed}", part.where)
        )
    return body


def applied(result: Result, name: str, body: str) -> Array:
    """Wrench (time, 6; in the plane 3) of an applied force on a body at its origin, in world axes."""
    part = result.mechanism.forces[name]
    _must_be_stored(result, name)
    found = _LAWS[type(part)](_Along(result), part, body)
    return found if result.mechanism.dimension == 3 else found[:, PLANE]


def _must_be_stored(result: Result, name: str) -> None:
    if name in result.info.get("functions_not_stored", ()):
        what = f"the Python function of {name!r} was not stored with the result"
        raise UnsupportedError(Problem(what, "run the mechanism again, or give it as a formula"))


class _Along:
    """Bodies along a motion, in three components."""

    def __init__(self, result: Result) -> None:
        self.result, self.F, self.m = result, result.formulation, result.mechanism

    def zeros(self) -> Array:
        return np.zeros((self.result.time.size, 3))

    def three(self, x: Array) -> Array:
        return np.hstack([x, np.zeros((len(x), 3 - x.shape[1]))])

    def arm(self, body: str, s: Array) -> Array:
        """From the origin of a body to a point of it, given in its axes; in world axes."""
        return np.asarray(matrices(self.result, body) @ s)

    def point(self, body: str, s: Array) -> Array:
        """World place (time, 3) of a point of a body."""
        return self.three(self.result.formulation.motion.position(body, self.result.q)) + self.arm(body, s)

    def effort(self, name: str) -> tuple[Array, bool]:
        """Force or torque along the coordinate of a spring or joint force, and whether it is a torque."""
        r = self.result
        _, _, effort, turns = self.F.effort_along(name, r.time, r.q, r.v)
        return np.broadcast_to(effort, r.time.shape), turns

    def values(self, functions: tuple[Any, ...]) -> Array:
        """Functions of time (time, functions)."""
        times = self.result.time
        columns = [
            np.full(times.size, f.value) if isinstance(f, Constant) else [f(float(t)) for t in times] for f in functions
        ]
        return np.column_stack([np.asarray(x, float) for x in columns])


# ---------------------------------------------------------------- the laws
def _spring(along: _Along, part: forces.Spring, body: str) -> Array:
    ends = {b: along.F.geometry.local(w, b, part) for b, w in ((part.parent, part.start), (part.child, part.end))}
    if part.parent == part.child:
        return np.zeros((along.result.time.size, 6))
    d = along.point(part.child, ends[part.child]) - along.point(part.parent, ends[part.parent])
    length = np.linalg.norm(d, axis=1)[:, None]
    e = d / np.where(length > 0, length, 1.0) * (1.0 if body == part.child else -1.0)
    force = along.effort(part.name)[0][:, None] * e
    return np.hstack([force, np.cross(along.arm(body, ends[body]), force)])


def _in_joint(along: _Along, part: Any, body: str) -> Array:
    """About or along the axis of a joint; the force on the parent passes through the joint's place on the child."""
    joint = along.m.joints[part.joint]
    closer = RowBuilder(along.m, along.F.geometry, Framer(along.m, along.F.geometry))
    owner, axis = closer.axis_of(joint)
    effort, turns = along.effort(part.name)
    sign = 1.0 if body == joint.child else -1.0
    pull = sign * effort[:, None] * along.arm(owner, axis)
    if turns:
        return np.hstack([along.zeros(), pull])
    arm = along.point(joint.child, closer.place_on_child(joint)) - along.point(body, np.zeros(3))
    return np.hstack([pull, np.cross(arm, pull)])


def _point_force(along: _Along, part: forces.PointForce, body: str) -> Array:
    s = np.zeros(3) if part.at is None else along.F.geometry.local(part.at, body, part)
    force = along.three(along.values(part.force))
    if part.axes == "body":
        force = (matrices(along.result, body) @ force[..., None])[..., 0]
    return np.hstack([force, np.cross(along.arm(body, s), force)])


def _torque(along: _Along, part: forces.Torque, body: str) -> Array:
    if part.joint:
        return _in_joint(along, part, body)
    fixed = part.axes == "body"
    if isinstance(part.torque, tuple):
        torque = along.values(part.torque)
    else:
        direction = (0.0, 0.0, 1.0) if part.axis is None else part.axis
        axis = along.F.geometry.direction(direction, body if fixed else GROUND, part)
        torque = along.values((part.torque,)) * axis
    if fixed:
        torque = (matrices(along.result, body) @ torque[..., None])[..., 0]
    return np.hstack([along.zeros(), torque])


def _user_force(along: _Along, part: forces.UserForce, body: str) -> Array:
    """The user's law, asked again in every row."""
    n = along.m.dimension
    inputs = [_inputs(along.result, name) for name in part.bodies]
    q, v = (np.hstack([pair[k] for pair in inputs]) for k in (0, 1))
    width = len(forces.WRENCH_WORDS[n])
    all_of = _formula_values(along, part, q, v) if part.formula is not None else _called(along, part, q, v)
    first = width * list(part.bodies).index(body)
    own = all_of[:, first : first + width]
    if n == 3:
        return own
    full = np.zeros((len(own), 6))
    full[:, PLANE] = own
    return full


def _inputs(result: Result, body: str) -> tuple[Array, Array]:
    """What a law is given of a body: coordinates and velocities, in the words of `UserForce`."""
    motion, q, v = result.formulation.motion, result.q, result.v
    r, r_dot = motion.position(body, q), motion.velocity(body, q, v)
    if result.mechanism.dimension == 2:
        angle, omega, _ = plane_turn(result, body)
        return np.column_stack([r, angle]), np.column_stack([r_dot, omega])
    p = extracted(motion.rotation(body, q))
    return np.hstack([r, p]), np.hstack([r_dot, motion.angular_velocity(body, q, v)])


def _formula_values(along: _Along, part: forces.UserForce, q: Array, v: Array) -> Array:
    n = along.m.dimension
    places, speeds = (variables_of(part.bodies, words[n]) for words in (forces.POSITION_WORDS, forces.VELOCITY_WORDS))
    names = ["t", *places, *speeds]
    values = dict(zip(names, [along.result.time, *q.T, *v.T]))
    columns = [expression.evaluate(values) for expression in parsed(part, names)]
    return np.column_stack([np.broadcast_to(x, along.result.time.shape) for x in columns])


def _called(along: _Along, part: forces.UserForce, q: Array, v: Array) -> Array:
    function: Any = part.function
    rows = []
    for t, q_row, v_row in zip(along.result.time, q, v):
        try:
            rows.append(np.asarray(function(float(t), q_row.copy(), v_row.copy()), dtype=float).ravel())
        except Exception as error:
            what = f"at t = {t:.6g} s {part.title} raised {type(error).__name__}: {error}"
            raise RunError(Problem(what, "correct the function", part.where)) from error
    return np.array(rows).reshape(len(rows), v.shape[1])


_LAWS: dict[type, Callable[[_Along, Any, str], Array]] = {
    forces.Spring: _spring,
    forces.TorsionalSpring: _in_joint,
    forces.JointForce: _in_joint,
    forces.Friction: _in_joint,
    forces.PointForce: _point_force,
    forces.Torque: _torque,
    forces.UserForce: _user_force,
}


# ---------------------------------------------------------------- by name
def wrench_series(result: Result) -> Iterator[tuple[str, Any]]:
    """`drag.fx` … of a force on one body; of springs, of forces in joints and on several bodies `coil.arm.fx` …"""
    from snodo.results.series import wrench_units

    measured = result.formulation.measured_forces()
    for name, part in result.mechanism.forces.items():
        moving = [body for body in dict.fromkeys(bodies_of(result, part)) if body != GROUND]
        for body in moving:
            stem = name if len(moving) == 1 and name not in measured else f"{name}.{body}"
            for k, (word, unit) in enumerate(wrench_units(result).items()):
                yield f"{stem}.{word}", partial(_component, result, name, body, k, word, unit)


def _component(result: Result, name: str, body: str, k: int, word: str, unit: str) -> Any:
    return result.labelled(applied(result, name, body)[:, k], f"{word} of {name} on {body}", unit)
