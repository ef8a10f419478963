"""Reactions, asked for in the same words of every formulation: the contract is `Formulation.reaction` in `base.py`.

A formulation knows two things, in world axes: the wrench of a joint on its child at the child's joint frame, and the
wrench of the rows of a constraint or driver on a body at its origin.  A joint acts on its parent with the opposite
wrench at the same place, and a wrench (f, μ) at one point is (f, μ + a × f) at another, a from this to the first.
Any place may be asked for (`poles.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.formulations.base import Array
from snodo.mechanism import joints
from snodo.mechanism.constraints import UserConstraint
from snodo.mechanism.forces import Clutch
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND
from snodo.mechanism.spoken import bodies_spoken_of
from snodo.mechanism.velocity_constraints import SpeedCoupler

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation


@dataclass(frozen=True)
class Evaluated:
    """States of a motion, with the accelerations and multipliers that were found there."""

    times: Array
    states: Array
    found: Mapping[str, Array]


def reaction(
    F: Formulation,
    name: str,
    along: Evaluated,
    axes: str,
    body: str | None,
    applied: bool,
    on_child: Array | None = None,
    at: Any = None,
) -> Array:
    """The wrench (time, 6; in the plane 3), as the contract says.

    on_child: a joint's wrench on its child, where it is known from elsewhere: an elastic one has no rows.
    """
    m: Mechanism = F.mechanism
    part = part_of(m, name)
    parent, child = sides(m, part)
    _check(m, part, axes, body)
    q, motion = along.states[:, : F.nq], F.motion
    if isinstance(part, joints.Joint | joints.Rod):
        wrench = motion.on_child(name, along) if on_child is None else on_child
        if applied:
            wrench = wrench + motion.applied_in(name, along.times, along.states)
        if body is not None:
            arm = motion.position(name, q) - motion.position(body, q)
            wrench = moved(wrench if body == child else -wrench, arm)
    else:
        wrench = motion.of_rows(name, body or child, along)
    wrench = carried(F, wrench, q, place_of(m, part, body), at)
    if axes == "world":
        return wrench
    A = motion.rotation(parent if axes == "parent" else child, q)
    return in_axes(A[:, : m.dimension, : m.dimension], wrench)


# ---------------------------------------------------------------- whose, and on whom
def part_of(m: Mechanism, name: str) -> Any:
    """The joint, constraint or driver of this name."""
    known = [*m.joints, *m.constraints, *m.drivers]
    if name not in known:
        raise NameNotFound(Problem(f"there is no joint, constraint or driver {name!r}", suggestion(name, known)))
    return m[name]


def sides(m: Mechanism, part: Any) -> tuple[str, str]:
    """Parent and child of a part: of a joint, of the (first) joint it names, or the ground and its first body."""
    spoken = _joints_of(part)
    joint = m.joints[spoken[0]] if spoken else part
    if hasattr(joint, "parent"):
        return str(joint.parent), str(joint.child)
    named = bodies_spoken_of(part, m) if isinstance(part, UserConstraint) else _named_bodies(part)
    return GROUND, named[0]


def bodies_of(m: Mechanism, part: Any) -> list[str]:
    """All bodies that a part acts on."""
    named, spoken = _named_bodies(part), _joints_of(part)
    if isinstance(part, UserConstraint):
        return list(bodies_spoken_of(part, m))
    if hasattr(part, "bodies"):
        return named
    owners = [m.joints[name] for name in spoken] or ([] if isinstance(part, SpeedCoupler) else [part])
    pairs = [sides(m, owner) for owner in owners]
    return list(dict.fromkeys([*(body for pair in pairs for body in pair), *named]))


def _named_bodies(part: Any) -> list[str]:
    """Bodies that a part names directly, not through a joint."""
    if isinstance(part, SpeedCoupler):
        return list(dict.fromkeys(name.rpartition(".")[0] for name in part.factors if "." in name))
    return list(part.bodies) if hasattr(part, "bodies") else [part.body] if getattr(part, "body", "") else []


def _joints_of(part: Any) -> list[str]:
    if hasattr(part, "terms"):
        return list(part.terms())
    if isinstance(part, SpeedCoupler):
        return [name for name in part.factors if "." not in name]
    if isinstance(part, Clutch):
        return list(part.joints)
    return [part.joint] if getattr(part, "joint", "") else []


def _check(m: Mechanism, part: Any, axes: str, body: str | None) -> None:
    if axes not in ("world", "parent", "child"):
        raise NameNotFound(Problem(f"there are no axes {axes!r}", "use world, parent or child"))
    if body is None:
        return
    if body != GROUND and body not in m.bodies:
        raise NameNotFound(Problem(f"there is no body {body!r}", suggestion(body, m.bodies)))
    own = bodies_of(m, part)
    if body not in own:
        remedy = f"its bodies are {', '.join(map(repr, own))}"
        raise NameNotFound(Problem(f"{part.title} does not act on body {body!r}", remedy, part.where))


# ---------------------------------------------------------------- wrenches (time, 6; in the plane 3)
def place_of(m: Mechanism, part: Any, body: str | None) -> str:
    """Where the wrench of a part stands: in a joint, or at the origin of the body that it acts on."""
    if body is None and isinstance(part, joints.Joint | joints.Rod):
        return str(part.name)
    return body or sides(m, part)[1]


def carried(F: Formulation, wrench: Array, q: Array, place: str, at: Any) -> Array:
    """A wrench that stands at a named place, at another one: a name, or coordinates [m]; None leaves it there."""
    if at is None:
        return wrench
    from snodo.formulations.series.poles import pole_along, three

    arm = three(F.motion.position(place, q)) - pole_along(F, at, q, word="at")
    return moved(wrench, arm if wrench.shape[1] == 6 else arm[:, :2])


def moved(wrench: Array, arm: Array) -> Array:
    """The same wrench at another point; arm (time, dimension) from this one to the first."""
    if arm.shape[1] == 3:
        return np.hstack([wrench[:, :3], wrench[:, 3:] + np.cross(arm, wrench[:, :3])])
    (x, y), (fx, fy, torque) = arm.T, wrench.T
    return np.column_stack([fx, fy, torque + x * fy - y * fx])


def in_axes(A: Array, wrench: Array) -> Array:
    """Its components in the axes A (time, dimension, dimension); in the plane the torque has no axis to choose."""
    d = A.shape[-1]
    vectors = wrench.reshape(len(wrench), 2, 3) if d == 3 else wrench[:, None, :2]
    turned = np.einsum("tji,tkj->tki", A, vectors).reshape(len(wrench), -1)
    return turned if d == 3 else np.hstack([turned, wrench[:, 2:]])
