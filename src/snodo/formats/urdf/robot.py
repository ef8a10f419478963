"""The contents of a URDF: links and joints with their numbers, before they become a mechanism.

See <https://wiki.ros.org/urdf/XML> for the meaning of the elements.  Elements of other programs (gazebo, …) and
collision geometry are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snodo.errors import suggestion
from snodo.formats.urdf.values import (
    HERE,
    Notes,
    look_for_slips,
    name_of,
    number,
    numbers,
    only,
    optional,
    origin,
    required,
)
from snodo.formats.urdf.visual import Colors, read_visuals
from snodo.formats.urdf.xml import Element
from snodo.mechanism.geometry import Pose
from snodo.mechanism.limits import Limits
from snodo.mechanism.shapes.inertia import Inertia, as_tensor
from snodo.mechanism.visual import Visual

AXIAL = ("revolute", "continuous", "prismatic")
TYPES = (*AXIAL, "fixed", "floating", "planar")
_ROBOT_WORDS = ("link", "joint", "material", "gazebo", "transmission", "sensor")
_LINK_WORDS = ("inertial", "visual", "collision")
_JOINT_WORDS = ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic", "safety_controller", "calibration")


@dataclass
class Mimic:
    """coordinate = factor · coordinate of `joint` + offset."""

    joint: str
    factor: float
    offset: float


@dataclass
class Link:
    """A link; without <inertial> its mass properties are zero."""

    name: str
    line: int
    inertia: Inertia
    visuals: list[Visual]

    @property
    def is_massless(self) -> bool:
        """Whether it has neither mass nor moments of inertia."""
        return self.inertia.mass == 0.0 and not np.any(self.inertia.tensor)


@dataclass
class UrdfJoint:
    """A joint; `origin` is the child's frame in the parent's at coordinate zero, `axis` is in the child's frame."""

    name: str
    line: int
    type: str
    parent: str
    child: str
    origin: Pose
    axis: np.ndarray
    limits: Limits
    mimic: Mimic | None


@dataclass
class Robot:
    """Links and joints by name, in the order of the file; `root` and `order` (parents first) once the tree is known."""

    name: str
    notes: Notes
    links: dict[str, Link] = field(default_factory=dict)
    joints: dict[str, UrdfJoint] = field(default_factory=dict)
    root: str = ""
    order: list[str] = field(default_factory=list)
    above: dict[str, UrdfJoint] = field(default_factory=dict)
    """The joint that carries each link but the root."""

    def forget_mimics(self) -> None:
        """Let every joint move freely."""
        for joint in self.joints.values():
            joint.mimic = None


def robot_of(root: Element, notes: Notes) -> Robot:
    """The robot of the outermost element; mistakes are noted."""
    if root.tag != "robot":
        notes.note(root.line, f"this is not a URDF: it begins with <{root.tag}>", "a URDF begins with <robot name=…>")
        notes.raise_all()
    robot = Robot(root.attributes.get("name", "").strip() or "robot", notes)
    look_for_slips(root, _ROBOT_WORDS, notes)
    colors = Colors(root.all("material"), notes)
    for element in root.all("link"):
        _add(robot.links, _link(element, colors, notes), "link", notes)
    for element in root.all("joint"):
        _add(robot.joints, _joint(element, notes), "joint", notes)
    return robot


def _add(table: dict[str, Any], part: Link | UrdfJoint, kind: str, notes: Notes) -> None:
    if part.name in table:
        notes.note(part.line, f"{kind} {part.name!r} is defined twice", f"the first is in line {table[part.name].line}")
    elif part.name:
        table[part.name] = part


# ---------------------------------------------------------------- links
def _link(element: Element, colors: Colors, notes: Notes) -> Link:
    look_for_slips(element, _LINK_WORDS, notes)
    name = name_of(element, notes)
    inertial = only(element, "inertial", notes)
    inertia = Inertia(0.0) if inertial is None else _inertia(inertial, name, notes)
    return Link(name, element.line, inertia, [replace(v, link=name) for v in read_visuals(element, colors, notes)])


def _inertia(element: Element, name: str, notes: Notes) -> Inertia:
    """Mass properties in the link's frame; the tensor is written in the axes of the inertial's origin."""
    look_for_slips(element, ("origin", "mass", "inertia"), notes)
    place = origin(element, notes)
    mass, moments = only(element, "mass", notes), only(element, "inertia", notes)
    if mass is None:
        notes.note(
            element.line, f"link {name!r}: <inertial> has no <mass>", 'write <mass value="…"/>, or remove <inertial>'
        )
    m = 0.0 if mass is None else required(mass, "value", notes)
    if m < 0:
        notes.note(element.line, f"link {name!r}: the mass is {m:g} kg", "give a positive mass, or remove <inertial>")
    if moments is None and m > 0:
        notes.note(
            element.line,
            f"link {name!r}: <inertial> has no <inertia>",
            "write its six moments ixx … izz; a point mass has zeros",
        )
    tensor = np.zeros((3, 3)) if moments is None else _tensor(moments, notes)
    if place.A is not HERE.A:
        tensor = place.A @ tensor @ place.A.T
        tensor = (tensor + tensor.T) / 2
    return Inertia(m, tuple(place.r.tolist()), as_tensor(tensor))


def _tensor(element: Element, notes: Notes) -> np.ndarray:
    xx, yy, zz = (required(element, word, notes) for word in ("ixx", "iyy", "izz"))
    xy, xz, yz = (number(element, word, 0.0, notes) for word in ("ixy", "ixz", "iyz"))
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


# ---------------------------------------------------------------- joints
def _joint(element: Element, notes: Notes) -> UrdfJoint:
    look_for_slips(element, _JOINT_WORDS, notes)
    name, kind = name_of(element, notes), element.attributes.get("type", "").strip()
    if kind not in TYPES:
        what = f"joint {name!r} is of unknown type {kind!r}" if kind else f"joint {name!r} has no type"
        notes.note(element.line, what, suggestion(kind, TYPES).replace("known names", "types"))
    parent, child = (_end(element, word, name, notes) for word in ("parent", "child"))
    return UrdfJoint(
        name, element.line, kind, parent, child, origin(element, notes),
        _axis(element, name, notes), _limits(element, notes), _mimic(element, notes),
    )  # fmt: skip


def _end(element: Element, tag: str, name: str, notes: Notes) -> str:
    inside = only(element, tag, notes)
    if inside is None:
        notes.note(element.line, f"joint {name!r} has no <{tag}>", f'write <{tag} link="…"/>')
        return ""
    return name_of(inside, notes, "link")


def _axis(element: Element, name: str, notes: Notes) -> np.ndarray:
    """The unit vector of the joint; x where none is written."""
    inside = only(element, "axis", notes)
    axis = np.array([1.0, 0.0, 0.0] if inside is None else numbers(inside, "xyz", (1.0, 0.0, 0.0), notes))
    length = float(np.linalg.norm(axis))
    if length > 0:
        return axis if length == 1.0 else axis / length
    if inside is not None and element.attributes.get("type") in (*AXIAL, "planar"):
        notes.note(inside.line, f"joint {name!r}: its axis is zero", "give a direction, such as 0 0 1")
    return np.array([1.0, 0.0, 0.0])


def _limits(element: Element, notes: Notes) -> Limits:
    values: dict[str, Any] = {}
    limit, dynamics = only(element, "limit", notes), only(element, "dynamics", notes)
    if limit is not None:
        values = {word: optional(limit, word, notes) for word in ("lower", "upper", "effort")}
        values["speed"] = optional(limit, "velocity", notes)
    friction = [0.0 if dynamics is None else number(dynamics, word, 0.0, notes) for word in ("damping", "friction")]
    return Limits(**values, damping=friction[0], friction=friction[1])


def _mimic(element: Element, notes: Notes) -> Mimic | None:
    inside = only(element, "mimic", notes)
    if inside is None or element.attributes.get("type") == "fixed":
        return None
    joint = name_of(inside, notes, "joint")
    return Mimic(joint, number(inside, "multiplier", 1.0, notes), number(inside, "offset", 0.0, notes))
