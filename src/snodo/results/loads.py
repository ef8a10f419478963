"""All loads on one body at one instant, with its acceleration: what a finite-element model of the body needs.

With the load of inertia (d'Alembert) they balance, about any point; about the centre of mass G

    Σ F = m a_G,     Σ M_G = J_G α + ω × J_G ω                                                                     (1)

Gravity, every joint, constraint and driver of the body, contacts, stops, and every applied force come from where
results find them;
(1) is not used to find any of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, UnsupportedError, suggestion
from snodo.formulations.series.poles import three
from snodo.formulations.series.reactions import bodies_of as bodies_held
from snodo.math.units import quantity
from snodo.mechanism import joints
from snodo.mechanism.velocity_constraints import Rolling
from snodo.results import wrenches
from snodo.results.attitude import matrices, turning
from snodo.results.contact_forces import touching
from snodo.results.contacts import contact_point
from snodo.results.load_table import Load, Loads
from snodo.results.quality import tooth_forces
from snodo.results.shown_units import UnitsLike
from snodo.results.state import row_at
from snodo.results.switched_loads import switched_loads

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray


@dataclass(frozen=True)
class _Wrench:
    """A wrench in world axes at a place, in three components."""

    name: str
    kind: str
    place: Array
    force: Array
    moment: Array


def loads_on(result: Result, body: str, t: Any, axes: str, units: UnitsLike) -> Loads:
    """The loads on a body in the row at a time."""
    m = result.mechanism
    if body not in m.bodies:
        raise NameNotFound(Problem(f"there is no body {body!r}", suggestion(str(body), m.bodies)))
    if axes not in ("world", "body"):
        raise NameNotFound(Problem(f"there are no axes {axes!r}", "use world or body"))
    if not result.time.size:
        raise NameNotFound(Problem("the result has no rows", "run it again"))
    row = row_at(result.time, quantity(t, "time"))
    one = _one_row(result, row)
    motion = _Motion(one, body)
    found = [*_all(one, body), motion.inertia_load()]
    _must_be_defined(result, float(result.time[row]), found)
    A, origin = (matrices(one, body)[0], three(one.position(body).values)[0]) if axes == "body" else (np.eye(3), 0.0)
    return Loads(
        mechanism=m.name,
        body=body,
        time=float(result.time[row]),
        axes=axes,
        dimension=m.dimension,
        mass=motion.mass,
        centre=A.T @ (motion.centre - origin),
        inertia=A.T @ motion.tensor @ A,
        acceleration=A.T @ motion.acceleration,
        angular_velocity=A.T @ motion.omega,
        angular_acceleration=A.T @ motion.alpha,
        loads=[Load(w.name, w.kind, A.T @ (w.place - origin), A.T @ w.force, A.T @ w.moment) for w in found],
        notes=_notes(result, body),
        units=units,
    )


def _one_row(result: Any, row: int) -> Any:
    """The result with this row alone."""
    if hasattr(result, "actuators"):
        what = "with chosen actuators, inverse dynamics does not tell the loads of a body apart"
        raise UnsupportedError(Problem(what, "omit actuators=, or simulate with the efforts that were found"))
    some = slice(row, row + 1)
    found = {key: values[some] for key, values in result.found.items()}
    given = {"time": result.time[some], "states": np.array(result.states[some]), "found": found}
    if _is_given(result):
        given |= {word: {k: x[some] for k, x in getattr(result, word).items()} for word in ("through", "external")}
        given |= {"efforts": result.efforts[some]}
    return replace(result, **given, twin=None, late_works=None)


def _is_given(result: Any) -> bool:
    """Whether the motion was given (inverse dynamics), and joints are known by all that passes through them."""
    return hasattr(result, "through")


class _Motion:
    """Mass, motion and load of inertia of a body, in world axes."""

    def __init__(self, one: Any, body: str) -> None:
        self.mass = float(one.formulation.geometry.bodies[body].inertia.mass)
        self.centre = three(one.position(f"{body}.com").values)[0]
        self.acceleration = three(one.acceleration(f"{body}.com").values)[0]
        self.omega, self.alpha = (x[0] for x in turning(one, body))
        self.tensor = _tensor(one, body)

    def inertia_load(self) -> _Wrench:
        """−m a_G and −(J_G α + ω × J_G ω)."""
        rate = self.tensor @ self.alpha + np.cross(self.omega, self.tensor @ self.omega)
        return _Wrench("inertia", "inertia", self.centre, -self.mass * self.acceleration, -rate)


def _tensor(one: Any, body: str) -> Array:
    """J_G in world axes; that of a body without mass, which has no centre, as it is given."""
    J, A = np.array(one.formulation.geometry.bodies[body].inertia.tensor), matrices(one, body)[0]
    return np.asarray(A @ J @ A.T)


# ---------------------------------------------------------------- where the loads come from
def _all(one: Any, body: str) -> Iterator[_Wrench]:
    m = one.mechanism
    mass = float(one.formulation.geometry.bodies[body].inertia.mass)
    centre = three(one.position(f"{body}.com").values)[0]
    if mass and np.any(m.gravity):
        yield _Wrench("gravity", "gravity", centre, mass * three(np.asarray(m.gravity, float)), np.zeros(3))
    yield from _through(one, body) if _is_given(one) else _held(one, body)
    yield from _touched(one, body)
    for name, force, moment in () if _is_given(one) else switched_loads(one, body):
        yield _Wrench(name, "switched", three(one.position(body).values)[0], force, moment)
    for name, part in m.forces.items():
        if body in wrenches.bodies_of(one, part) and not (_is_given(one) and wrenches.law_of(one, part).joint):
            place = wrenches.place_of(one, name, body)[0]
            values = one.wrench(name, body=body, at=place[: m.dimension]).values
            yield _wrench(part, place, values[0], m.dimension)


def _touched(one: Any, body: str) -> Iterator[_Wrench]:
    """Forces of contacts, where they touch."""
    for place in touching(one):
        own = {place.contact.body: 1.0, place.contact.against: -1.0}
        if body in own and (place.force[0] or place.friction.any()):
            force = own[body] * np.broadcast_to(place.total, (1, 3))[0]
            yield _Wrench(place.name, "contact", place.place[0], force, np.zeros(3))


def _held(one: Any, body: str) -> Iterator[_Wrench]:
    """Reactions of joints, constraints and drivers."""
    m = one.mechanism
    for part in (*m.joints.values(), *m.constraints.values(), *m.drivers.values()):
        if body in bodies_held(m, part) and not isinstance(part, joints.Free):
            place = _held_at(one, part, body)
            values = one.reaction(part.name, body=body, at=place[: m.dimension]).values
            yield _wrench(part, place, values[0], m.dimension)


def _through(one: Any, body: str) -> Iterator[_Wrench]:
    """Of inverse dynamics: all that passes through joints, their own torques and springs too, and given wrenches."""
    for name, rows in one.through.items():
        joint = one.formulation.joint_places[name].branch.joint
        if body in (joint.parent, joint.child):
            wrench = rows[0] if body == joint.child else -rows[0]
            place, kind = three(one.position(name).values)[0], f"{joint.kind} and its effort".replace("_", " ")
            yield _Wrench(name, kind, place, wrench[:3], wrench[3:])
    if body in one.external:
        wrench = one.external[body][0]
        yield _Wrench("external", "given wrench", three(one.position(body).values)[0], wrench[:3], wrench[3:])


def _wrench(part: Any, place: Array, values: Array, dimension: int) -> _Wrench:
    force, moment = (values[:3], values[3:]) if dimension == 3 else (three(values[:2]), np.array([0, 0, values[2]]))
    return _Wrench(part.name, part.kind.replace("_", " "), place, force, moment)


def _held_at(one: Any, part: Any, body: str) -> Array:
    """World coordinates [m] of the place where a joint, constraint or driver acts on a body."""
    m = one.mechanism
    if isinstance(part, joints.Rod):
        geometry = one.formulation.geometry
        end = part.end if body == part.child else part.start
        arm = geometry.local(end, body, part)
        return np.asarray(three(one.position(body).values)[0] + matrices(one, body)[0] @ arm)
    if isinstance(part, Rolling):
        return np.asarray(three(contact_point(one, part.name).values)[0])
    joint = part.name if part.name in m.joints else getattr(part, "joint", "")
    place = joint if joint and body in bodies_held(m, m.joints[joint]) else body
    return np.asarray(three(one.position(place).values)[0])


# ---------------------------------------------------------------- what to know of them
def _must_be_defined(result: Result, t: float, found: list[_Wrench]) -> None:
    for wrench in found:
        if not (np.isfinite(wrench.force).all() and np.isfinite(wrench.moment).all()):
            what = f"at t = {t:.9g} s the load of {wrench.name} is not defined: the mechanism is in a singular position"
            raise UnsupportedError(Problem(what, "choose another time; result.singular_passes lists these positions"))


def _notes(result: Result, body: str) -> list[str]:
    """Loads that are not unique, or lack something."""
    m = result.mechanism
    own = [p.name for p in (*m.joints.values(), *m.constraints.values()) if body in bodies_held(m, p)]
    open_ones = [name for name in own if name in (result.undetermined or ())]
    notes = []
    if open_ones:
        notes.append(f"redundant constraints leave {', '.join(open_ones)} open: one choice of many is given")
    for name in own:
        if name in m.joints and tooth_forces.attributes(m, name):
            notes.append(f"{name} lacks the {tooth_forces.attributes(m, name)['lacks']}")
    return notes
