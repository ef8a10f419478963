"""Checks of limits: the range of a joint, and its stops if they act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from snodo.errors import Problem, suggestion
from snodo.mechanism.checks.joints import Found
from snodo.mechanism.joints import Joint
from snodo.mechanism.limits import Limits

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism


def limits_problems(m: Mechanism) -> Iterator[Problem]:
    """What is wrong with the limits of all joints."""
    for name, limits in m.limits.items():
        line = m.limit_lines.get(name, m.where)
        if name not in m.joints:
            yield Problem(f"limits: there is no joint {name!r}", suggestion(name, m.joints), line)
        elif limits.act:
            found = [*_stops(m.joints[name], limits), *_driven(name, limits, m)]
            yield from (Problem(f"limits of {name!r}: {what}", remedy, line) for what, remedy in found)


def _stops(joint: Any, limits: Limits) -> Found:
    """Stops need one coordinate, a range, and numbers that a stop can have."""
    kind = joint.kind.replace("_", " ")
    if not isinstance(joint, Joint) or not joint.coordinate:
        remedy = "omit act, restitution, stiffness and stop_damping: only joints with one coordinate have stops"
        yield f"they act, but a {kind} has not exactly one coordinate", remedy
        return
    unit = "rad" if joint.coordinate == "angle" else "m"
    if limits.lower is None and limits.upper is None:
        yield "they act, but there is neither a lower nor an upper one", "give lower: … or upper: …, or omit act"
    elif limits.lower is not None and limits.upper is not None and not limits.lower < limits.upper:
        what = f"the lower one, {limits.lower:g} {unit}, is not below the upper one, {limits.upper:g} {unit}"
        yield what, "give lower < upper"
    if not 0.0 <= limits.restitution <= 1.0:
        yield f"restitution is {limits.restitution:g}", "give a number from 0 (no rebound) to 1 (no loss)"
    yield from _compliant(limits)


def _compliant(limits: Limits) -> Found:
    if limits.stiffness is not None and not limits.stiffness > 0:
        yield f"stiffness is {limits.stiffness:g}", "give a positive number, or omit it for a rigid stop"
    if limits.stop_damping is not None and limits.stop_damping < 0:
        yield f"stop_damping is {limits.stop_damping:g}", "give zero or more"
    if limits.stop_damping is not None and limits.stiffness is None:
        yield "stop_damping is given, but no stiffness", "give stiffness: … too, or restitution: … of a rigid stop"
    if limits.stiffness is not None and limits.restitution:
        what = f"restitution {limits.restitution:g} is of a rigid stop, but a stiffness makes it compliant"
        yield what, "give stop_damping: … instead of restitution, or omit stiffness"


def _driven(name: str, limits: Limits, m: Mechanism) -> Found:
    """A driver does not yield to a rigid stop."""
    driver = next((d for d in m.drivers.values() if d.joint == name), None)
    if driver is not None and limits.rigid:
        remedy = "omit act, give the stop a stiffness, or replace the driver by a torque or force"
        yield f"they act, but {driver.title} imposes the motion of this joint", remedy
