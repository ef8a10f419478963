"""The words of events: when something happens, and what is done then.  Nothing is evaluated as code.

    when      = condition {"and" condition}
    condition = measure ("rises to" | "falls to" | "passes" | "is above" | "is below") value  |  "t" "=" value
    action    = "record" | "stop" | "open" part | "close" part | "set" (part "." field | input) "to" value

A measure is a name such as `A.angle`, `slider.x`, `heel.gap` or the time `t`; a value is a number with a unit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from snodo.errors import MechanismError, Problem, suggestion
from snodo.math.calculated import with_numbers
from snodo.math.units import UnitError, any_quantity

RELATIONS = {"rises to": "rises", "falls to": "falls", "passes": "passes", "is above": "above", "is below": "below"}
"""How a condition is written, and its word."""
CROSSINGS = ("rises", "falls", "passes")
"""Relations that hold at an instant; `above` and `below` hold for a while."""
ACTIONS = ("record", "stop", "open", "close", "set")
TIME = "t"
_WAYS = "|".join(way.replace(" ", r"\s+") for way in RELATIONS)
_CONDITION = re.compile(rf"(?P<measure>\S.*?)\s+(?P<relation>{_WAYS})\s+(?P<value>\S.*)")
_AT_TIME = re.compile(r"t\s*=\s*(?P<value>\S.*)")
_SIGNS = {">": "is above", "<": "is below", "=": "passes"}
_HOW = "write for example: A.angle rises to 90 deg, slider.x is above 0.4 m, heel.gap falls to 0, or t = 2 s"
_DO = "write record, stop, open latch, close latch, or set motor.torque to 3 N m"


@dataclass(frozen=True)
class Condition:
    """A measure that reaches a value (`rises`, `falls`, `passes`) or is beyond it (`above`, `below`)."""

    measure: str
    """Its name; `t` is the time."""
    relation: str
    value: float
    """In SI units and radians."""


@dataclass(frozen=True)
class Action:
    """What is done at an event: `record`, `stop`, `open`, `close`, `set` or `call`."""

    kind: str
    target: str = ""
    """The part that is opened, closed or set, or the input that is set."""
    field: str = ""
    """The field that is set."""
    value: float = 0.0
    """What it is set to, in SI units."""
    function: Callable[..., Any] | None = None
    """What is called."""


def conditions_of(when: str) -> tuple[Condition, ...]:
    """The conditions of a text, which all must hold; raises MechanismError if it cannot be read."""
    return tuple(Condition(measure, relation, _number(value)) for measure, relation, value in written_conditions(when))


def written_conditions(when: str) -> list[tuple[str, str, str]]:
    """The measure, the relation and the text of the value of every condition."""
    return [_condition(piece) for piece in re.split(r"\s+and\s+", when.strip())]


def _condition(text: str) -> tuple[str, str, str]:
    if re.search(r"\s+or\s+", text):
        raise MechanismError(Problem(f"{text!r}: conditions are joined by 'and' only", "make an event of each of them"))
    at_time = _AT_TIME.fullmatch(text)
    if at_time:
        return TIME, "rises", at_time["value"]
    found = _CONDITION.fullmatch(text)
    if found:
        return found["measure"], RELATIONS[" ".join(found["relation"].split())], found["value"]
    sign = next((sign for sign in _SIGNS if sign in text), "")
    remedy = f"write {text.replace(sign, ' ' + _SIGNS[sign] + ' ')!r}" if sign else _HOW
    raise MechanismError(Problem(f"{text!r} is not a condition", re.sub(r"\s+", " ", remedy)))


def action_of(given: Any) -> Action:
    """One action, from its text or a Python function; raises MechanismError if it cannot be read."""
    if callable(given):
        return Action("call", function=given)
    kind, target, value = written_action(given)
    part, _, field = target.partition(".")
    if kind != "set":
        return Action(kind, target)
    return Action(kind, part, field, _number(value))


def written_action(text: str) -> tuple[str, str, str]:
    """The word of an action, its target and the text of its value."""
    kind, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if kind in ("record", "stop") and not rest:
        return kind, "", ""
    if kind in ("open", "close") and rest and "," not in rest:
        return kind, rest, ""
    if kind == "set":
        found = re.fullmatch(r"(?P<target>\S.*?)\s+to\s+(?P<value>\S.*)", rest)
        if found:
            return kind, found["target"], found["value"]
    raise MechanismError(Problem(f"{text!r} is not an action", _remedy(kind, rest)))


def _remedy(kind: str, rest: str) -> str:
    if kind == "call":
        return "a function is given in Python, do=function; a file cannot contain one"
    if kind in ACTIONS and "," in rest:
        return "several actions are a list: [open latch, open clutch]"
    near = suggestion(kind, ACTIONS)
    return f"{near} {_DO}" if kind not in ACTIONS and near.startswith("did you mean") else _DO


def _number(text: str) -> float:
    try:
        return any_quantity(text)
    except UnitError as error:
        raise MechanismError(error.problems) from None


# ---------------------------------------------------------------- conversion of what the user gives
def as_condition(value: Any) -> str:
    """The text of a condition, if it can be read."""
    if not isinstance(value, str) or not value.strip():
        raise MechanismError(Problem(f"{value!r} is not a condition", _HOW))
    conditions_of(value)
    pieces = [_with_number(piece, _condition(piece)[2]) for piece in re.split(r"\s+and\s+", value.strip())]
    return " ".join(" and ".join(pieces).split())


def as_actions(value: Any) -> tuple[Any, ...]:
    """Texts and Python functions, if they can be read."""
    several = value if isinstance(value, list | tuple) else [value]
    if not several:
        raise MechanismError(Problem("nothing is done", _DO))
    for one in several:
        if not isinstance(one, str) and not callable(one):
            raise MechanismError(Problem(f"{one!r} is not an action", _DO))
        action_of(one)
    return tuple(_with_number(" ".join(one.split()), "") if isinstance(one, str) else one for one in several)


def _with_number(text: str, value: str) -> str:
    """A condition or an action whose value is a number with a unit instead of a formula of parameters."""
    value = value or written_action(text)[2]
    return text.removesuffix(value) + with_numbers(value) if value else text
