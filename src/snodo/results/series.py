"""The named series of a result: which there are, and how each is found.

body.x .y .angle .vx .vy .omega .ax .ay .alpha        frame: the same
joint.angle (or .displacement) .speed .acceleration   joint.reaction .fx .fy .torque
spring.length .speed .force                           torsional spring, torque, friction: .force
force.fx .fy .torque of point forces and the user's own, at the origin of the body; force.body.fx … of all others
rolling.normal .forward .friction .contact_x .contact_y (in space other directions: `results/contacts.py`)
driver.effort                                         anything that does work: .work .power
energy.kinetic .gravitational .elastic .total .balance
states, signals and outputs of controllers by their own names; memories of controllers as controller.name
distance(a, b), angle(a, b), angle(a, b, z), each with .speed; not listed unless `result.measure` gives them a name

Every body and frame has its attitude: Euler parameters .e0 .e1 .e2 .e3 and the rotation vector .rotation_x .rotation_y
.rotation_z, continuous in time (`results/attitude.py`), and Euler angles by their sequence, .euler_ZYX_1 .euler_ZYX_2
.euler_ZYX_3, which are not listed.

In space also .z .vz .az; a body or frame turns with .wx .wy .wz .alphax .alphay .alphaz (world axes) and .w1
.w2 .w3 .alpha1 .alpha2 .alpha3 (its own axes), a reaction has .fx .fy .fz
.mx .my .mz, and joints with several coordinates have a series for each of these and its rates, such as shoulder.e0 .wx
.alphax (in the child's axes).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.formulations.parts.named_measures import named_measure
from snodo.formulations.series.joint_series import rate_of
from snodo.math.formula_reader import one_spelling
from snodo.math.units import SI_UNIT
from snodo.mechanism.checks.measures import called_measure, event_quantity, unknown_measure
from snodo.mechanism.joints import Rod
from snodo.mechanism.part import GROUND
from snodo.results.attitude import attitude_series, euler_series
from snodo.results.contact_forces import touching_series
from snodo.results.contacts import contact_series
from snodo.results.dry_friction import effort_of
from snodo.results.elements import element_series
from snodo.results.measures import measure_series, written_measure
from snodo.results.numbers import number_series
from snodo.results.pushing import pushing_series
from snodo.results.wrenches import wrench_series

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.results.result import Result

Series = Callable[[], Any]
ENERGIES = ("kinetic", "gravitational", "elastic")
_POINT = {"": ("position", "m"), "v": ("velocity", "m/s"), "a": ("acceleration", "m/s²")}
_TURN = {
    "angle": ("angle", "rad"),
    "omega": ("angular velocity", "rad/s"),
    "alpha": ("angular acceleration", "rad/s²"),
}
_SPIN = {"w": ("angular_velocity", "rad/s"), "alpha": ("angular_acceleration", "rad/s²")}


def find(result: Result, name: str, aliases: bool = True) -> Any:
    """The series of a name; an unknown name is answered with the near ones, of the same part if there is one."""
    known = all_series(result)
    if name in known:
        return known[name]()
    other = _alias(result, name)
    if aliases and other in known:
        return known[other]()
    for compute in (euler_series, measured_series, written_measure):
        computed = compute(result, name)
        if computed is not None:
            return computed
    stem = name.rpartition(".")[0] or name
    if result.mechanism.dimension == 3 and name.rpartition(".")[2] in _TURN and stem in result.mechanism.bodies:
        remedy = f"its angular velocity is {stem}.wx, .wy, .wz, its angular acceleration .alphax, .alphay, .alphaz"
        raise NameNotFound(Problem(f"there is no series {name!r}: a body in space has no single angle", remedy))
    own = [n for n in known if n.startswith(f"{stem}.")]
    remedy = suggestion(name, known) if not own else f"{stem!r} has: {', '.join(n[len(stem) + 1 :] for n in own)}"
    near = suggestion(name, own) if "." in name else ""
    raise NameNotFound(Problem(f"there is no series {name!r}", near if near.startswith("did you mean") else remedy))


def measured_series(result: Result, name: str) -> Any:
    """A measure that formulas and events can use, such as `hand.pitch` or `distance(rod.B, C)`; None if it is none."""
    m, name = result.mechanism, one_spelling(name) if called_measure(name) else name
    if not called_measure(name) and name.rpartition(".")[0] not in m.bodies:
        return None
    if list(unknown_measure(name, m)):
        return None
    quantity = event_quantity(name, m) or "number"
    F: Any = result.formulation
    values = F.motion.read(named_measure(F.builder, name, next(iter(m.bodies.values()))), result.q, result.v)
    return result.labelled(values, name, SI_UNIT[quantity].replace("*", " "))


def _alias(result: Result, name: str) -> str:
    """Other words for the same: the force of a joint, the torque of a driver, the omega of a revolute."""
    stem, _, word = name.rpartition(".")
    m = result.mechanism
    if stem in m.drivers and word in ("torque", "force"):
        return f"{stem}.effort"
    if stem in m.joints and word in ("force", "omega"):
        return f"{stem}.reaction" if word == "force" else f"{stem}.speed"
    return f"{stem}.force" if word == "torque" else name


def all_series(result: Result) -> dict[str, Series]:
    """Every series of a result by name, with those that only its kind of result has."""
    return result._catalogue()


def catalogue(result: Result) -> dict[str, Series]:
    """The series by name that every result has."""
    F, m = result.formulation, result.mechanism
    found: dict[str, Series] = {}
    for body in m.bodies:
        found.update(_of_point(result, body))
        found.update(_of_turn(result, body, body) if m.dimension == 2 else _of_spin(result, body))
    for frame in m.frames.values():
        found.update(_of_point(result, frame.name))
        if m.dimension == 2:
            found.update(_of_turn(result, frame.on, frame.name, frame.angle))
        else:
            found.update(_of_spin(result, frame.name))
    for name in (*m.bodies, *m.frames):
        found.update(attitude_series(result, name))
    for joint in m.joints.values():
        found.update(_of_joint(result, joint))
    for name, series in _of_freedoms(result):
        found.setdefault(name, series)
    for name, series in _of_several(result):
        found.setdefault(name, series)
    for relation in m.constraints:
        found[f"{relation}.reaction"] = partial(result.reaction, relation)
    for force in F.measured_forces():
        found.update(_of_force(result, force))
    found.update(wrench_series(result))
    found.update(contact_series(result))
    found.update(pushing_series(result))
    found.update(element_series(result))
    found.update(touching_series(result))
    for driver in m.drivers:
        found[f"{driver}.effort"] = partial(result.effort, driver)
    for k, source in enumerate(result.work_names):
        found[f"{source}.work"] = partial(
            result.labelled, result.works[:, k], f"work without potential of {source}", "J"
        )
        found[f"{source}.power"] = partial(result.labelled, result.found["power"][:, k], f"power of {source}", "W")
    for kind in (*ENERGIES, "total", "balance"):
        found[f"energy.{kind}"] = partial(_energy, result, kind)
    found.update(measure_series(result))
    found.update(number_series(result))
    return found


def _of_point(result: Result, name: str) -> Iterator[tuple[str, Series]]:
    for prefix, (what, unit) in _POINT.items():
        for axis, letter in enumerate("xyz"[: result.mechanism.dimension]):
            yield f"{name}.{prefix}{letter}", partial(_component, result, name, what, axis, unit)


def _of_spin(result: Result, name: str) -> Iterator[tuple[str, Series]]:
    for prefix, (what, unit) in _SPIN.items():
        for axis, letter in enumerate("xyz"):
            yield f"{name}.{prefix}{letter}", partial(_component, result, name, what, axis, unit)


def _component(result: Result, name: str, what: str, axis: int, unit: str) -> Any:
    values = getattr(result, what)(name).values[:, axis]
    word = what.replace("_", " ")
    preposition = "about" if what in ("angular_velocity", "angular_acceleration") else "along"
    return result.labelled(values, f"{word} of {name} {preposition} {'xyz'[axis]}", unit)


def _of_turn(result: Result, body: str, name: str, offset: float = 0.0) -> Iterator[tuple[str, Series]]:
    """Angle, omega and alpha of a body, or of a frame turned on it by `offset`; on the ground nothing turns."""
    if body == GROUND:
        return
    for k, word in enumerate(_TURN):
        yield f"{name}.{word}", partial(_turn, result, body, name, k, offset)


def _turn(result: Result, body: str, name: str, k: int, offset: float) -> Any:
    label, unit = list(_TURN.values())[k]
    values = result.formulation.motion.turn(body, result.q, result.v, result.a)[k]
    return result.labelled(values + (offset if k == 0 else 0.0), f"{label} of {name}", unit)


def _of_joint(result: Result, joint: Any) -> Iterator[tuple[str, Series]]:
    name = joint.name
    if joint.coordinate:
        for word in (joint.coordinate, "speed", "acceleration"):
            yield f"{name}.{word}", partial(_joint_coordinate, result, joint, word)
    yield f"{name}.reaction", partial(result.reaction, name)
    for word, unit in wrench_units(result).items():
        if not (isinstance(joint, Rod) and word == "torque"):
            yield f"{name}.{word}", partial(_wrench, result, name, word, unit)


def _joint_coordinate(result: Result, joint: Any, word: str) -> Any:
    unit = "rad" if joint.coordinate == "angle" else "m"
    series = result.formulation.motion.joint(joint.name, result.q, result.v, result.a)
    k = {"speed": 1, "acceleration": 2}.get(word, 0)
    return result.labelled(series[k], f"{word} of {joint.name}", unit + ("", "/s", "/s²")[k])


def _of_freedoms(result: Result) -> Iterator[tuple[str, Series]]:
    """Coordinates of the formulation that belong to a joint, or to a body that floats, with their rates."""
    F = result.formulation
    owners = {*result.mechanism.joints, *result.mechanism.bodies}
    columns = [
        *zip(F.coordinate_names, F.coordinate_units, result.q.T),
        *zip(F.velocity_names, [f"{unit}/s" for unit in F.velocity_units], result.v.T),
        *zip(map(_rate_of, F.velocity_names), [f"{unit}/s²" for unit in F.velocity_units], result.a.T),
    ]
    for name, unit, values in columns:
        owner, _, word = name.rpartition(".")
        if owner in owners:
            yield name, partial(result.labelled, values, f"{word} of {owner}", unit)


def _of_several(result: Result) -> Iterator[tuple[str, Series]]:
    """Joints with several coordinates, where the formulation has not these as its own."""
    motion = result.formulation.motion
    for joint in result.mechanism.joints:
        for word, unit in motion.freedom_units(joint).items():
            yield f"{joint}.{word}", partial(_freedom, result, joint, word, unit)


def _freedom(result: Result, joint: str, word: str, unit: str) -> Any:
    series = result.formulation.motion.freedoms(joint, result.q, result.v, result.a)
    return result.labelled(series[word], f"{word} of {joint}", unit)


def _rate_of(name: str) -> str:
    """The name of the rate of a velocity."""
    owner, _, word = name.rpartition(".")
    return f"{owner}.{rate_of(word)}"


def usual_names(F: Formulation) -> list[str]:
    """Coordinates of the joints, one after the other; instead of Euler parameters the angular velocity."""
    own = {*F.coordinate_names, *F.velocity_names}
    own |= {f"{joint}.{word}" for joint in F.mechanism.joints for word in F.motion.freedom_units(joint)}
    found: list[str] = []
    for joint in F.mechanism.joints.values():
        words = list(joint.words(F.mechanism.dimension)) if hasattr(joint, "words") else []
        half = len(words) // 2 + ("e0" in words)
        chosen = [w for w in words[:half] if w[0] != "e"] + (["wx", "wy", "wz"] if "e0" in words else [])
        if joint.coordinate:
            found.append(f"{joint.name}.{joint.coordinate}")
        else:
            found += [name for name in (f"{joint.name}.{word}" for word in chosen) if name in own]
    return found


def wrench_units(result: Result) -> dict[str, str]:
    """Components of a wrench and their units."""
    if result.mechanism.dimension == 2:
        return {"fx": "N", "fy": "N", "torque": "N m"}
    return {**dict.fromkeys(("fx", "fy", "fz"), "N"), **dict.fromkeys(("mx", "my", "mz"), "N m")}


def _wrench(result: Result, joint: str, word: str, unit: str) -> Any:
    wrench = result.reaction(joint)
    found = result.labelled(wrench.sel(component=word).values, f"{word} of the reaction of {joint}", unit)
    return found.assign_attrs({key: wrench.attrs[key] for key in ("determined", "lacks") if key in wrench.attrs})


def _of_force(result: Result, name: str) -> Iterator[tuple[str, Series]]:
    spring = result.formulation.measured_forces()[name]
    for word in ("length", "speed", "force") if spring else ("force",):
        yield f"{name}.{word}", partial(_effort, result, name, word)


def _effort(result: Result, name: str, word: str) -> Any:
    x, rate, effort, turns = effort_of(result, name)
    if word == "force":
        return result.labelled(effort, f"{'torque' if turns else 'force'} of {name}", "N m" if turns else "N")
    return result.labelled(x if word == "length" else rate, f"{word} of {name}", "m" if word == "length" else "m/s")


def _energy(result: Result, kind: str) -> Any:
    return result.labelled(np.asarray(result._energies()[kind]), f"{kind} energy", "J")
