"""From a URDF to a mechanism: `sn.load("robot.urdf", base="free")`.

Every link with mass is a body whose frame is the link's, drawn with all joints at zero; links without mass follow the
rule in `bodies.py` and stay available by name, as frames.  Links welded by fixed joints stay separate bodies, so
that the wrench between them is available.

| URDF | mechanism |
|---|---|
| revolute, continuous | revolute |
| prismatic, fixed, planar | prismatic, fixed, planar |
| floating | free |
| mimic (not on a fixed joint) | a coupler named `<joint>_mimic`: coordinate − multiplier · other = offset; it follows |
| limit, dynamics | `mechanism.limits[joint]`: data, they do not act (see `Limits`) |
| visual | `mechanism.visuals[body]`: data for viewing; collision geometry is not kept |
| the root | held by the joint `base`: a fixed one with `base="fixed"`, a free one with `base="free"` |

Names are kept, with three exceptions: a dot becomes `_`; a joint named like a link gets `_joint` behind its name (also
the joint `base`); and a part called `ground` becomes `ground_link` or `ground_joint`.  A URDF says nothing of gravity:
it is 9.81 m/s² along −z unless given.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import numpy as np

from snodo.errors import FileError, Problem
from snodo.formats.urdf.bodies import WORLD, Carrier, find_carriers, find_inertias, note_impossible
from snodo.formats.urdf.names import Names
from snodo.formats.urdf.robot import Robot, UrdfJoint, robot_of
from snodo.formats.urdf.structure import check_mimics, find_tree
from snodo.formats.urdf.values import HERE, Notes, after
from snodo.formats.urdf.xml import read_xml
from snodo.mechanism.axis_angle import axis_angle
from snodo.mechanism.body import Body
from snodo.mechanism.constraints import Coupler
from snodo.mechanism.frame import Frame
from snodo.mechanism.geometry import Pose
from snodo.mechanism.joints import Fixed, Free, PlanarJoint, Prismatic, Revolute
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND
from snodo.mechanism.shapes.inertia import Inertia, as_tensor
from snodo.mechanism.visual import Visual

GRAVITY = (0.0, 0.0, -9.81)
BASES = ("fixed", "free")
INERTIAS = ("check", "keep")
MIMICS = ("couple", "ignore")
_KINDS: dict[str, Any] = {
    "revolute": Revolute,
    "continuous": Revolute,
    "prismatic": Prismatic,
    "fixed": Fixed,
    "floating": Free,
    "planar": PlanarJoint,
}


def read_urdf(text: str, name: str = "<urdf>", *, base: str = "fixed", gravity: Any = None, **more: str) -> Mechanism:
    """The mechanism of a URDF text; raises FileError with every mistake, each with its line.

    `base` is "fixed" or "free"; `gravity` [m/s²] is (0, 0, −9.81) by default; `name` is used in messages.  `inertia` is
    "check", or "keep" to accept negative moments of inertia and links without any; `mimic` is "couple", or
    "ignore" to let joints that mimic others move freely.
    """
    robot = read_robot(text, name)
    mechanism = Mechanism(robot.name, dimension=3, gravity=GRAVITY if gravity is None else gravity)
    mechanism.where = f"{name}:1"
    add_robot(mechanism, robot, base=base, **more)
    mechanism.check()
    return mechanism


def read_robot(text: str, file: str) -> Robot:
    """The robot of a URDF text, its links a tree; raises FileError with every mistake and its line."""
    robot = robot_of(read_xml(text, file), Notes(file))
    find_tree(robot)
    robot.notes.raise_all()
    return robot


def add_robot(
    mechanism: Mechanism, robot: Robot, *, base: str = "fixed", inertia: str = "check", mimic: str = "couple"
) -> None:
    """Add the links and joints of a robot to a mechanism; raises FileError with every mistake and its line."""
    _check_word("base", base, BASES)
    _check_word("inertia", inertia, INERTIAS)
    _check_word("mimic", mimic, MIMICS)
    if mimic == "ignore":
        robot.forget_mimics()
    check_mimics(robot)
    carriers = find_carriers(robot, base)
    if inertia == "check":
        note_impossible(robot, carriers)
    names = Names(robot)
    robot.notes.raise_all()
    builder = _Builder(mechanism, robot, carriers, names)
    builder.bodies()
    builder.frames()
    builder.base(base)
    for joint in robot.joints.values():
        builder.joint(joint)
    builder.visuals()
    folder = os.path.dirname(os.path.abspath(robot.notes.file))
    if folder not in mechanism.folders:
        mechanism.folders.append(folder)


def _check_word(word: str, value: Any, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise FileError(Problem(f"{word}={value!r} is not known", f"choose {' or '.join(map(repr, choices))}"))


class _Builder:
    """Adds the parts of a robot, each with the place of the URDF as the user's line."""

    def __init__(self, mechanism: Mechanism, robot: Robot, carriers: dict[str, Carrier], names: Names) -> None:
        self.mechanism = mechanism
        self.robot = robot
        self.carriers = carriers
        self.names = names

    def at(self, line: int) -> str:
        return self.robot.notes.at(line)

    def body_of(self, link: str) -> str:
        """The name of the body that a link is part of."""
        return self.names.link(self.carriers[link].body)

    # ---------------------------------------------------------------- bodies and frames
    def bodies(self) -> None:
        """One body for each link that is one, drawn with all joints at zero."""
        inertias = find_inertias(self.robot, self.carriers)
        drawn: dict[str, Pose] = {WORLD: HERE}
        for name in self.robot.order:
            carrier = self.carriers[name]
            if carrier.body == name:
                joint = self.robot.above.get(name)
                drawn[name] = HERE if joint is None else self._carried(joint, drawn)
                self.mechanism.add(self._body(name, drawn[name], inertias[name]))

    def _carried(self, joint: UrdfJoint, drawn: dict[str, Pose]) -> Pose:
        above = self.carriers[joint.parent]
        return after(drawn[above.body], after(above.pose, joint.origin))

    def _body(self, name: str, pose: Pose, inertia: Inertia) -> Body:
        axis, angle = axis_angle(pose.A)
        return Body(
            name=self.names.link(name),
            mass=inertia.mass,
            com=inertia.com if any(inertia.com) else None,
            inertia=inertia.tensor,
            at=tuple(pose.r.tolist()),
            angle=angle,
            axis=axis,
            idealised=bool(inertia.problems(name)) or not inertia.izz > 0,
            where=self.at(self.robot.links[name].line),
        )

    def frames(self) -> None:
        """One frame for each link that is not a body."""
        for name, carrier in self.carriers.items():
            if carrier.body != name:
                axis, angle = axis_angle(carrier.pose.A)
                on, line = self.body_of(name), self.robot.links[name].line
                at = {on: tuple(carrier.pose.r.tolist())}
                self.mechanism.add(
                    Frame(name=self.names.link(name), on=on, at=at, angle=angle, axis=axis, where=self.at(line))
                )

    # ---------------------------------------------------------------- joints
    def base(self, base: str) -> None:
        """The joint that holds the root, unless the root is part of the ground."""
        root = self.robot.root
        on = self.body_of(root)
        if on != GROUND:
            kind = Free if base == "free" else Fixed
            origin = (0.0, 0.0, 0.0)
            where = self.at(self.robot.links[root].line)
            self.mechanism.add(
                kind(name=self.names.base, parent=GROUND, child=on, at={GROUND: origin, on: origin}, where=where)
            )

    def joint(self, joint: UrdfJoint) -> None:
        """One joint with its limits and its coupler; a fixed joint inside a body is none."""
        parent, child = self.body_of(joint.parent), self.body_of(joint.child)
        if parent == child:
            return
        above, below = self.carriers[joint.parent].pose, self.carriers[joint.child].pose
        on_parent = after(above, joint.origin)
        more: dict[str, Any] = {}
        if joint.type not in ("fixed", "floating"):
            more["axis"] = {parent: _listed(on_parent.A @ joint.axis), child: _listed(below.A @ joint.axis)}
        at = {parent: _listed(on_parent.r), child: _listed(below.r)}
        name, where = self.names.joint(joint.name), self.at(joint.line)
        self.mechanism.add(_KINDS[joint.type](name=name, parent=parent, child=child, at=at, where=where, **more))
        if joint.type not in ("fixed", "floating"):
            self.mechanism.limits[name] = joint.limits
        if joint.mimic is not None:
            own, leader, offset = self.names.mimic(joint.name), self.names.joint(joint.mimic.joint), joint.mimic.offset
            factors = {name: 1.0, leader: -joint.mimic.factor}
            self.mechanism.add(Coupler(name=own, factors=factors, value=offset, follower=name, where=where))

    # ---------------------------------------------------------------- looks
    def visuals(self) -> None:
        """The pieces of every link, placed in the frame of its body."""
        for name, link in self.robot.links.items():
            if link.visuals:
                found = self.mechanism.visuals.setdefault(self.body_of(name), [])
                found += [_moved(piece, self.carriers[name].pose) for piece in link.visuals]


def _moved(piece: Visual, pose: Pose) -> Visual:
    place = after(pose, Pose(np.array(piece.at), np.array(piece.rotation)))
    return replace(piece, at=_listed(place.r), rotation=as_tensor(place.A))


def _listed(vector: np.ndarray) -> tuple[float, ...]:
    return tuple(vector.tolist())
