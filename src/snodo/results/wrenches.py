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
from snodo.formulations.series.efforts import drives
from snodo.formulations.series.joint_laws import applied_wrench
from snodo.formulations.series.reactions import carried, in_axes
from snodo.math.euler_parameters import extracted
from snodo.mechanism import forces
from snodo.mechanism.cables import Cable
from snodo.mechanism.elements import Bushing, MotorInertia, Ratchet
from snodo.mechanism.laws import Law
from snodo.mechanism.part import GROUND
from snodo.mechanism.tables import curves_of
from snodo.results.attitude import matrices, plane_turn
from snodo.results.dry_friction import effort_of
from snodo.results.numbers import with_numbers

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray
PLANE = [0, 1, 5]
"""fx, fy and the torque about z, of a wrench."""


def wrench(result: Result, name: str, body: str | None, axes: str, at: Any = None) -> Any:
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
    values = carried(result.formulation, values, result.q, on, at)
    if axes == "body":
        values = in_axes(matrices(result, on)[:, : m.dimension, : m.dimension], values)
    return result._wrench_table(values, name, axes).assign_attrs(long_name=f"wrench of {name} on {on}", body=on)


def bodies_of(result: Result, part: Any) -> list[str]:
    """The bodies that an applied force acts on, its child first; the ground too.  None, if it has no law."""
    return [] if without_law(part) else list(law_of(result, part).acts_on(result.mechanism))


def without_law(part: Any) -> bool:
    """Whether a force has no law, because it holds and lets go."""
    return isinstance(part, forces.Clutch | forces.Freewheel | Cable | MotorInertia | Ratchet)


def law_of(result: Result, part: forces.Force) -> Law:
    """What a force does; the function of a user is not compiled for this."""
    if isinstance(part, forces.UserForce):
        return Law(part, "written", True, bodies=part.bodies)
    if isinstance(part, Bushing):
        return Law(part, "bushing", True, part.parent, part.child)
    F = result.formulation
    law = part.law(RowBuilder(F.mechanism, F.geometry, Framer(F.mechanism, F.geometry)))
    if law is None:
        what = f"{part.title} has no force law: it holds and lets go"
        raise UnsupportedError(Problem(what, "ask for the reactions of its joints", part.where))
    return law


def _chosen(result: Result, part: Any, body: str | None) -> str:
    own = bodies_of(result, part) or list(law_of(result, part).acts_on(result.mechanism))
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
    law = law_of(result, part)
    found = _LAWS[law.kind](_Along(result), law, body)
    return found if result.mechanism.dimension == 3 else found[:, PLANE]


def place_of(result: Result, name: str, body: str) -> Array:
    """Where an applied force acts on a body: world coordinates (time, 3) [m]; a pure moment at the centre of mass."""
    along, law = _Along(result), law_of(result, result.mechanism.forces[name])
    if law.kind in ("torque", "moment"):
        return along.three(result.formulation.motion.position(f"{body}.com", result.q))
    if law.kind == "coordinate":
        return along.three(result.formulation.motion.position(law.joint, result.q))
    ends = {"spring": law.end if body == law.child else law.start, "point": law.end}
    return along.point(body, ends.get(law.kind, np.zeros(3)))


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
        _, _, effort, turns = effort_of(r, name)
        return np.broadcast_to(effort, r.time.shape), turns

    def values(self, law: Law) -> Array:
        """The functions of a law (time, functions)."""
        r = self.result
        with with_numbers(r):
            return drives(self.F, law, r.time, r.q, r.v)


# ---------------------------------------------------------------- the laws
def _spring(along: _Along, law: Law, body: str) -> Array:
    if law.parent == law.child:
        return np.zeros((along.result.time.size, 6))
    d = along.point(law.child, law.end) - along.point(law.parent, law.start)
    length = np.linalg.norm(d, axis=1)[:, None]
    e = d / np.where(length > 0, length, 1.0) * (1.0 if body == law.child else -1.0)
    force = along.effort(law.part.name)[0][:, None] * e
    return np.hstack([force, np.cross(along.arm(body, law.end if body == law.child else law.start), force)])


def _in_joint(along: _Along, law: Law, body: str) -> Array:
    """About or along the axis of a joint; the force on the parent passes through the joint's place on the child."""
    if law.coordinate:
        return _along_one_of_several(along, law, body)
    joint = along.m.joints[law.joint]
    builder = RowBuilder(along.m, along.F.geometry, Framer(along.m, along.F.geometry))
    owner, axis = builder.axis_of(joint)
    effort, turns = along.effort(law.part.name)
    sign = 1.0 if body == joint.child else -1.0
    pull = sign * effort[:, None] * along.arm(owner, axis)
    if turns:
        return np.hstack([along.zeros(), pull])
    arm = along.point(joint.child, builder.place_on_child(joint)) - along.point(body, np.zeros(3))
    return np.hstack([pull, np.cross(arm, pull)])


def _along_one_of_several(along: _Along, law: Law, body: str) -> Array:
    r, F = along.result, along.F
    if F.name != "planar":
        return applied_wrench(F.motion, law, r.time, r.q, r.v, body, np.zeros(3))
    b, s = F.motion.place(body)
    arm = F.motion._pose(b, r.q)[1] * s
    fx, fy, torque = F.motion.wrench_along(law.part.name, r.time, r.q, r.v, b, arm).T
    zero = np.zeros_like(fx)
    return np.column_stack([fx, fy, zero, zero, zero, torque])


def _turned(along: _Along, law: Law, body: str, vectors: Array) -> Array:
    """A law's vectors in world axes: as they are, or turned with the body."""
    return (matrices(along.result, body) @ vectors[..., None])[..., 0] if law.body_axes else vectors


def _point_force(along: _Along, law: Law, body: str) -> Array:
    force = _turned(along, law, body, along.three(along.values(law)))
    return np.hstack([force, np.cross(along.arm(body, law.end), force)])


def _torque(along: _Along, law: Law, body: str) -> Array:
    return np.hstack([along.zeros(), _turned(along, law, body, along.values(law) * law.axis)])


def _moment(along: _Along, law: Law, body: str) -> Array:
    """On the child; in a joint, the opposite on the parent."""
    torque = _turned(along, law, law.child, along.values(law))
    return np.hstack([along.zeros(), torque if body == law.child else -torque])


def _bushing(along: _Along, law: Law, body: str) -> Array:
    from snodo.results.elements import bushing_wrench

    part: Any = law.part
    return bushing_wrench(along.result, part, body)


def _user_force(along: _Along, law: Law, body: str) -> Array:
    """The user's law, asked again in every row."""
    part: Any = law.part
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
    columns = [expression.evaluate(values) for expression in parsed(part, names, curves_of(along.m.tables))]
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


_LAWS: dict[str, Callable[[_Along, Law, str], Array]] = {
    "spring": _spring,
    "coordinate": _in_joint,
    "point": _point_force,
    "torque": _torque,
    "moment": _moment,
    "written": _user_force,
    "bushing": _bushing,
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
