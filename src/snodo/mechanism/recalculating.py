"""A mechanism with other values of its parameters: all that was written as a formula is calculated again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from snodo.errors import MechanismError, Problem
from snodo.math.calculated import knowing
from snodo.mechanism.limits import read_limits
from snodo.mechanism.parameters import changed, resolve, scope_of, unknown
from snodo.mechanism.part import convert
from snodo.mechanism.written import Written

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism


def with_values(mechanism: Mechanism, values: Mapping[str, Any], line: str) -> Any:
    """A copy in which these parameters have other values; raises an error with all mistakes."""
    new = mechanism.copy()
    own = {name: value for name, value in values.items() if "/" not in name}
    below = {name: value for name, value in values.items() if "/" in name}
    new.parameters, problems = resolve(changed(mechanism.parameters, own, line))
    if problems:
        raise MechanismError(problems)
    with knowing(scope_of(new.parameters)):
        problems = _calculated(new)
    if problems:
        raise MechanismError(problems)
    reattach(new, below, line, mechanism)
    return new


def without_parameters(mechanism: Mechanism) -> Mechanism:
    """A copy with numbers in place of all formulas of parameters."""
    new = mechanism.copy()
    new.initial, new.initial_guess = _numbers(mechanism, "initial"), _numbers(mechanism, "initial_guess")
    new.parameters, new.expressions = {}, {}
    for part in (*new.parts(), new.run):
        part.expressions = {}
    return new


def _numbers(mechanism: Mechanism, word: str) -> dict[str, Any]:
    values = mechanism.initial_values() if word == "initial" else mechanism.guess_values()
    return {name: values.get(name, given) for name, given in getattr(mechanism, word).items()}


def reattach(mechanism: Mechanism, values: Mapping[str, Any], line: str, before: Mechanism) -> None:
    """Attach the parts used again once more, with these values by path and with what follows from the parameters."""
    given: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        prefix, _, rest = name.partition("/")
        if prefix not in mechanism.attachments:
            known = [f"{p}/{word}" for p, a in mechanism.attachments.items() for word in a.part.parameters]
            what = f"there is no part {prefix!r} with a parameter {rest!r}"
            raise MechanismError(Problem(what, unknown(name, [*mechanism.parameters, *known]), line))
        given.setdefault(prefix, {})[rest] = value
    if mechanism.attachments:
        from snodo.mechanism.attaching.attach import attach_again

        sources: dict[Any, Any] = {}
        for prefix, attachment in list(mechanism.attachments.items()):
            own = replace(attachment, set={**attachment.set, **given.get(prefix, {})})
            attach_again(mechanism, own, before, sources)


def _still(mechanism: Mechanism, key: tuple[str, str], written: Written) -> bool:
    """Whether a point or gravity is what was calculated; limits are never changed, only replaced as a whole."""
    section, name = key
    if section == "limits":
        return True
    return written.still(mechanism.gravity if section == "gravity" else getattr(mechanism, section).get(name))


def _calculated(new: Mechanism) -> list[Problem]:
    """Calculate points, gravity, limits and the fields of all parts again; return what cannot be calculated.

    What was changed since it was calculated stays as it was changed.
    """
    problems: list[Problem] = []
    new.expressions = {key: written for key, written in new.expressions.items() if _still(new, key, written)}
    for (section, name), written in new.expressions.items():
        again = written.read(lambda text, what: convert(text, what))
        new.expressions = {**new.expressions, (section, name): again}
        if section == "gravity":
            new.gravity = again.value
        elif section == "limits":
            new.limits[name] = read_limits(new.joints[name], again.text)
        else:
            getattr(new, section)[name] = again.value
    for part in (*new.parts(), new.run):
        if part.expressions:
            problems += part.calculate()
    return problems
