"""Inputs of a simulator: constant forces and torques of the mechanism, whose numbers in the model are written.

"u"                  the force or torque `u`, if it is one number
"u.x", "u.y", "u.z"  a component of one that has several
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from snodo.errors import NameNotFound, Problem, UnsupportedError, suggestion
from snodo.mechanism.functions.functions import Constant

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.mechanism.mechanism import Mechanism

AXES = "xyz"


@dataclass(frozen=True)
class HeldInput:
    """An input: the number of a force, or of one of its components."""

    name: str
    part: str
    component: int
    value: float
    """The number in the mechanism [N or N m]."""


def held_inputs(mechanism: Mechanism, names: Sequence[str]) -> list[HeldInput]:
    """The inputs by these names, in a mechanism of our own: the functions become numbers that nothing else shares."""
    problems, found = [], []
    for name in names:
        try:
            found.append(_held(mechanism, name))
        except (NameNotFound, UnsupportedError) as error:
            problems += error.problems
    twice = {name for name in names if list(names).count(name) > 1}
    problems += [Problem(f"input {name!r} is given twice", "name it once") for name in sorted(twice)]
    if problems:
        raise NameNotFound(problems)
    for part in {held.part for held in found}:
        _own_numbers(mechanism.forces[part])
    return found


def known_inputs(mechanism: Mechanism) -> Iterator[str]:
    """Names of all inputs that a mechanism can have."""
    for name, part in mechanism.forces.items():
        _, functions = _functions(part)
        for k, function in enumerate(functions):
            if isinstance(function, Constant):
                yield name if len(functions) == 1 else f"{name}.{AXES[k]}"


def input_places(F: Formulation, flat: Any, inputs: Sequence[HeldInput]) -> list[int]:
    """Where the numbers of the inputs are in a flat model: behind the kind of the function."""
    from snodo.switching.switching import law_of

    return [int(getattr(law_of(F, flat, held.part, 0), AXES[held.component])) + 1 for held in inputs]


def _held(mechanism: Mechanism, name: str) -> HeldInput:
    if not isinstance(name, str):
        raise NameNotFound(Problem(f"input {name!r} is not a name", 'give names of forces, such as inputs=["u"]'))
    stem, _, word = name.rpartition(".")
    part = name if name in mechanism.forces else stem
    if part not in mechanism.forces:
        raise NameNotFound(Problem(f"there is no input {name!r}", _remedy(mechanism, name)))
    force: Any = mechanism.forces[part]
    _, functions = _functions(force)
    if not functions:
        what = f"input {name!r}: {force.title} has no number that could be held"
        raise UnsupportedError(Problem(what, _remedy(mechanism, name), force.where))
    several = len(functions) > 1
    known = [f"{part}.{axis}" for axis in AXES[: len(functions)]] if several else [part]
    if name not in known:
        raise NameNotFound(Problem(f"there is no input {name!r}", f"{force.title} has {', '.join(known)}", force.where))
    k = AXES.index(word) if several else 0
    if not isinstance(functions[k], Constant):
        what = f"input {name!r}: {force.title} is a function of time or motion, not a number that could be held"
        raise UnsupportedError(Problem(what, "give it as a number, such as 0", force.where))
    return HeldInput(name, part, k, float(functions[k].value))


def _functions(force: Any) -> tuple[str, tuple[Any, ...]]:
    """The field of a force that has its functions of time, and these."""
    for word in ("torque", "force"):
        found = getattr(force, word, None)
        if found is not None:
            return word, found if isinstance(found, tuple) else (found,)
    return "", ()


def _own_numbers(force: Any) -> None:
    """Constants that no other part has: functions that are the same object are stored once."""
    word, functions = _functions(force)
    own = tuple(Constant(float(f.value)) if isinstance(f, Constant) else f for f in functions)
    setattr(force, word, own if isinstance(getattr(force, word), tuple) else own[0])


def _remedy(mechanism: Mechanism, name: str) -> str:
    if name in mechanism.joints:
        word = "joint_force" if mechanism.joints[name].coordinate == "displacement" else "torque"
        return f'add a force in this joint, m.{word}("u", 0.0, joint="{name}"), and name that: inputs=["u"]'
    if name in mechanism.drivers:
        return "a driver prescribes a motion: replace it by a force or torque"
    known = list(known_inputs(mechanism))
    if not known:
        return 'the mechanism has no force that is a number: add one, such as m.torque("u", 0.0, joint="A")'
    return suggestion(name, known)
