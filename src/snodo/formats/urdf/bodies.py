"""Which links of a URDF become bodies, and where the other links are on them.

A link with mass or moments of inertia is a body.  Links without, which URDFs use as frames and as the crosses of
joints with several axes, follow one rule:

1. welded (by fixed joints) to something above, it becomes a frame there; a root with `base="fixed"` is welded to the
   ground;
2. moved by a joint, or a free root, it takes over the mass of the first link with mass that is welded below it; that
   link becomes a frame on it, so that the joint moves the same frame as in the URDF;
3. with nothing welded below, it becomes an idealised body without mass, provided that other joints below carry mass;
   otherwise its motion has no inertia, which is an error.

Moments of inertia that no real body has (J₁ + J₂ < J₃, or zero with a mass) are common in URDFs and are kept in
an idealised body; a negative principal moment is an error.  `inertia="keep"` keeps everything.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from snodo.formats.urdf.robot import Link, Robot
from snodo.formats.urdf.values import HERE, after
from snodo.mechanism.geometry import Pose
from snodo.mechanism.shapes.inertia import ROUNDING, Inertia

WORLD = ""
"""The ground, as the body of links that are welded to it; a link may be called ground."""

_KEEP = 'inertia="keep" accepts it as it is'
_POINT = 1e-12
"""Moments below this many times the mass [m²] are those of a point: less than a micrometre across."""


@dataclass
class Carrier:
    """The body that a link is part of, and the link's frame in the body's frame."""

    body: str
    pose: Pose


def find_carriers(robot: Robot, base: str) -> dict[str, Carrier]:
    """The body of every link, by the rules above; `base` is fixed or free."""
    carriers: dict[str, Carrier] = {}
    hungry: set[str] = set()
    for name in robot.order:
        link, weld = robot.links[name], _weld(name, robot, base, carriers)
        if weld is not None and (link.is_massless or weld.body in hungry):
            carriers[name] = weld
            if not link.is_massless:
                hungry.discard(weld.body)
            continue
        carriers[name] = Carrier(name, HERE)
        if link.is_massless:
            hungry.add(name)
    return carriers


def _weld(name: str, robot: Robot, base: str, carriers: dict[str, Carrier]) -> Carrier | None:
    """Where a link is if it is part of what it is welded to above; None if it is moved."""
    joint = robot.above.get(name)
    if joint is None:
        return Carrier(WORLD, HERE) if base == "fixed" else None
    if joint.type != "fixed":
        return None
    above = carriers[joint.parent]
    return Carrier(above.body, after(above.pose, joint.origin))


def find_inertias(robot: Robot, carriers: dict[str, Carrier]) -> dict[str, Inertia]:
    """The mass properties of every body, in its frame."""
    inertias: dict[str, Inertia] = {}
    for name, carrier in carriers.items():
        link = robot.links[name]
        if carrier.body == name:
            inertias[name] = link.inertia
        elif not link.is_massless:
            inertias[carrier.body] = link.inertia.moved(carrier.pose.A, tuple(carrier.pose.r))
    return inertias


def note_impossible(robot: Robot, carriers: dict[str, Carrier]) -> None:
    """Note the links whose motion has no inertia, and those with a negative moment of inertia."""
    loaded = _loaded(robot)
    massless = {c.body for c in carriers.values()} - {
        c.body for n, c in carriers.items() if not robot.links[n].is_massless
    }
    for name in (n for n in robot.order if n in massless):
        link, joint = robot.links[name], robot.above.get(name)
        moved = f"joint {joint.name!r}" if joint else "the free base"
        if name not in loaded:
            what = f"link {name!r} is moved by {moved}, but neither it nor the links it carries have mass"
            robot.notes.note(link.line, what, f"give it <inertial> or make the joint fixed; {_KEEP}")
        elif joint is None or joint.type == "floating":
            what = f"link {name!r} floats ({moved}) and has no mass of its own"
            robot.notes.note(link.line, what, f"give it <inertial> or weld a link with mass to it; {_KEEP}")
    for link in robot.links.values():
        _note_negative(link, robot)


def _loaded(robot: Robot) -> set[str]:
    """The links that have mass or carry some."""
    loaded: set[str] = set()
    for name in reversed(robot.order):
        if name in loaded or not robot.links[name].is_massless:
            loaded.add(name)
            if name in robot.above:
                loaded.add(robot.above[name].parent)
    return loaded


def _note_negative(link: Link, robot: Robot) -> None:
    moments = np.linalg.eigvalsh(np.array(link.inertia.tensor))
    if moments[0] < -(ROUNDING * abs(moments[2]) + _POINT * link.inertia.mass):
        shown = ", ".join(f"{m:g}" for m in moments)
        what = f"link {link.name!r}: a principal moment of inertia is negative: ({shown}) kg m²"
        robot.notes.note(link.line, what, f"check ixx … izz and their signs; {_KEEP}")
