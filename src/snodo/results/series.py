"""The named series of a result: which there are, and how each is found.

body.x .y .angle .vx .vy .omega .ax .ay .alpha        frame: the same
joint.angle (or .displacement) .speed .acceleration   joint.reaction .fx .fy .torque
spring.length .speed .force                           torsional spring, torque, friction: .force
driver.effort                                         anything that does work: .work .power
energy.kinetic .gravitational .elastic .total .balance
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.formulations.planar.efforts import effort_along, measured_forces
from snodo.mechanism.joints import Rod
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.results.result import Result

Series = Callable[[], Any]
ENERGIES = ("kinetic", "gravitational", "elastic")
_POINT = {
    "x": ("position", 0, "m"),
    "y": ("position", 1, "m"),
    "vx": ("velocity", 0, "m/s"),
    "vy": ("velocity", 1, "m/s"),
    "ax": ("acceleration", 0, "m/s²"),
    "ay": ("acceleration", 1, "m/s²"),
}
_TURN = {
    "angle": ("angle", "rad"),
    "omega": ("angular velocity", "rad/s"),
    "alpha": ("angular acceleration", "rad/s²"),
}
_WRENCH = {"fx": "N", "fy": "N", "torque": "N m"}


def find(result: Result, name: str, aliases: bool = True) -> Any:
    """The series of a name; an unknown name is answered with the near ones, of the same part if there is one."""
    known = catalogue(result)
    if name in known:
        return known[name]()
    other = _alias(result, name)
    if aliases and other in known:
        return known[other]()
    stem = name.rpartition(".")[0] or name
    own = [n for n in known if n.startswith(f"{stem}.")]
    remedy = suggestion(name, known) if not own else f"{stem!r} has: {', '.join(n[len(stem) + 1 :] for n in own)}"
    near = suggestion(name, own) if "." in name else ""
    raise NameNotFound(Problem(f"there is no series {name!r}", near if near.startswith("did you mean") else remedy))


def _alias(result: Result, name: str) -> str:
    """Other words for the same: the force of a joint, the torque of a driver, the omega of a revolute."""
    stem, _, word = name.rpartition(".")
    m = result.mechanism
    if stem in m.drivers and word in ("torque", "force"):
        return f"{stem}.effort"
    if stem in m.joints and word in ("force", "omega"):
        return f"{stem}.reaction" if word == "force" else f"{stem}.speed"
    return f"{stem}.force" if word == "torque" else name


def catalogue(result: Result) -> dict[str, Series]:
    """Every series by name."""
    F, m = result.formulation, result.mechanism
    found: dict[str, Series] = {}
    for body in m.bodies:
        found.update(_of_point(result, body))
        found.update(_of_turn(result, body, body))
    for frame in m.frames.values():
        found.update(_of_point(result, frame.name))
        found.update(_of_turn(result, frame.on, frame.name, frame.angle))
    for joint in m.joints.values():
        found.update(_of_joint(result, joint))
    for relation in m.constraints:
        found[f"{relation}.reaction"] = partial(result.reaction, relation)
    for force in measured_forces(F):
        found.update(_of_force(result, force))
    for driver in m.drivers:
        found[f"{driver}.effort"] = partial(result.effort, driver)
    for k, source in enumerate(F.work_names):
        found[f"{source}.work"] = partial(
            result.labelled, result.works[:, k], f"work without potential of {source}", "J"
        )
        found[f"{source}.power"] = partial(result.labelled, result.found["power"][:, k], f"power of {source}", "W")
    for kind in (*ENERGIES, "total", "balance"):
        found[f"energy.{kind}"] = partial(_energy, result, kind)
    return found


def _of_point(result: Result, name: str) -> Iterator[tuple[str, Series]]:
    for word, (what, axis, unit) in _POINT.items():
        yield f"{name}.{word}", partial(_component, result, name, what, axis, unit)


def _component(result: Result, name: str, what: str, axis: int, unit: str) -> Any:
    values = getattr(result, what)(name).values[:, axis]
    return result.labelled(values, f"{what} of {name} along {'xy'[axis]}", unit)


def _of_turn(result: Result, body: str, name: str, offset: float = 0.0) -> Iterator[tuple[str, Series]]:
    """Angle, omega and alpha of a body, or of a frame turned on it by `offset`; on the ground nothing turns."""
    if body == GROUND:
        return
    column = 3 * result.formulation.body_names.index(body) + 2
    for (word, (label, unit)), rows in zip(_TURN.items(), (result.q, result.v, result.a)):
        values = rows[:, column] + (offset if word == "angle" else 0.0)
        yield f"{name}.{word}", partial(result.labelled, values, f"{label} of {name}", unit)


def _of_joint(result: Result, joint: Any) -> Iterator[tuple[str, Series]]:
    name = joint.name
    if joint.coordinate:
        for word in (joint.coordinate, "speed", "acceleration"):
            yield f"{name}.{word}", partial(_joint_coordinate, result, joint, word)
    yield f"{name}.reaction", partial(result.reaction, name)
    for word, unit in _WRENCH.items():
        if not (isinstance(joint, Rod) and word == "torque"):
            yield f"{name}.{word}", partial(_wrench, result, name, word, unit)


def _joint_coordinate(result: Result, joint: Any, word: str) -> Any:
    F, unit = result.formulation, "rad" if joint.coordinate == "angle" else "m"
    x, gradient, rate, rest = F.motion.coordinate(F.describer.joint_coordinate(joint.name), result.q, result.v)
    if word == "speed":
        return result.labelled(rate, f"speed of {joint.name}", f"{unit}/s")
    if word == "acceleration":
        second = (gradient * result.a).sum(axis=-1) + rest
        return result.labelled(second, f"acceleration of {joint.name}", f"{unit}/s²")
    return result.labelled(x, f"{word} of {joint.name}", unit)


def _wrench(result: Result, joint: str, word: str, unit: str) -> Any:
    values = result.reaction(joint).sel(component=word).values
    return result.labelled(values, f"{word} of the reaction of {joint}", unit)


def _of_force(result: Result, name: str) -> Iterator[tuple[str, Series]]:
    spring = measured_forces(result.formulation)[name].link.kind == "spring"
    for word in ("length", "speed", "force") if spring else ("force",):
        yield f"{name}.{word}", partial(_effort, result, name, word)


def _effort(result: Result, name: str, word: str) -> Any:
    x, rate, effort, turns = effort_along(result.formulation, name, result.time, result.q, result.v)
    if word == "force":
        return result.labelled(effort, f"{'torque' if turns else 'force'} of {name}", "N m" if turns else "N")
    return result.labelled(x if word == "length" else rate, f"{word} of {name}", "m" if word == "length" else "m/s")


def _energy(result: Result, kind: str) -> Any:
    return result.labelled(np.asarray(result._energies()[kind]), f"{kind} energy", "J")
