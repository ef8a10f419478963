"""The body in space: sixteen segments on a floating base.

The lower trunk is the base: a free joint at `pelvis`, the middle between the hip joints, carries it against the ground.
From there the tree goes down both legs and up the trunk to the head and down both arms.

Every body frame is parallel to the world's as drawn (x forward, y left, z up; of an arm that does not hang, turned
with it), so that a rotation about x is ab- or adduction, about y flexion, about z axial rotation.  Left and right
mirror one another in the plane y = 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem, suggestion, user_line
from snodo.human.forms import placed_segments
from snodo.human.landmarks import ARMS, HIP_WIDTH, SHOULDER_WIDTH, SIDES, Places, arm_rotation, landmarks
from snodo.human.looks import looks
from snodo.human.segment_table import Segments, segments
from snodo.math.units import UnitError, quantity
from snodo.mechanism import joints as kinds
from snodo.mechanism.mechanism import Mechanism

GRAVITY = (0.0, 0.0, -9.81)
SOURCE = "segments from P. de Leva, J. Biomech. 29(9), 1996"

TRUNK_JOINTS = {
    "lumbar": ("lower_trunk", "middle_trunk"),
    "thoracic": ("middle_trunk", "upper_trunk"),
    "neck": ("upper_trunk", "head"),
}
LIMB_JOINTS = {
    "shoulder": ("upper_trunk", "upper_arm"),
    "elbow": ("upper_arm", "forearm"),
    "wrist": ("forearm", "hand"),
    "hip": ("lower_trunk", "thigh"),
    "knee": ("thigh", "shank"),
    "ankle": ("shank", "foot"),
}
ARM = ("shoulder", "elbow", "wrist")

AXES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "elbow": ((0.0, -1.0, 0.0),),
    "wrist": ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0)),
    "knee": ((0.0, 1.0, 0.0),),
    "ankle": ((0.0, -1.0, 0.0), (-1.0, 0.0, 0.0)),
}
"""Axes of the reduced joints on the left side.  Positive are: flexion of the elbow; flexion and radial deviation of
the wrist; flexion of the knee; dorsiflexion and inversion of the ankle.  On the right an axis along x is reversed:
equal angles are a symmetric posture."""

JOINTS = ("spherical", "reduced")


def body(
    stature: float | str = 1.75,
    mass: float | str = 70.0,
    sex: str = "female",
    *,
    joints: str = "spherical",
    arms: str = "hanging",
    hip_width: float | str | None = None,
    shoulder_width: float | str | None = None,
) -> Mechanism:
    """A person of sixteen segments standing upright on z = 0, from the table of de Leva.

    `stature` [m], `mass` [kg], `sex` "female" or "male".  `joints` "spherical": all joints are spherical (51 degrees of
    freedom); "reduced" (39): knees and elbows are hinges, ankles and wrists universal.  `arms` as drawn: "hanging",
    "forward", "sideways" or "overhead".  `hip_width` and `shoulder_width` are the distances of the joint centres [m].
    """
    person = segments(stature, mass, sex)
    _check_words(joints, arms)
    widths = _widths(person, hip_width, shoulder_width)
    places = landmarks(person, widths, arms)
    human = Mechanism(f"{sex} body {person.stature:g} m {person.mass:g} kg", dimension=3, gravity=GRAVITY)
    human.description = SOURCE
    for segment in placed_segments(person, places, arms):
        human.add(segment)
    _add_joints(human, places, joints, arms)
    _add_frames(human, places)
    human.visuals = looks(person, places, human.geometry())
    return human


def _check_words(joints: str, arms: str) -> None:
    problems = []
    for word, value, known in (("joints", joints, JOINTS), ("arms", arms, tuple(ARMS))):
        if value not in known:
            what = f"{word} = {value!r} is not a choice for the body"
            problems.append(Problem(what, suggestion(value, known), user_line()))
    if problems:
        raise MechanismError(problems)


def _widths(person: Segments, hip: float | str | None, shoulder: float | str | None) -> dict[str, float]:
    """Distances of the hip and of the shoulder joint centres [m]."""
    widths, problems = {}, []
    for word, given, usual in (("hip", hip, HIP_WIDTH), ("shoulder", shoulder, SHOULDER_WIDTH)):
        try:
            widths[word] = usual[person.sex] * person.stature if given is None else quantity(given, "length")
        except UnitError as error:
            problems += [Problem(f"{word}_width of the body: {p.what}", p.remedy, user_line()) for p in error.problems]
            continue
        if not 0 < widths[word] < person.stature:
            what = f"{word}_width of the body is {widths[word]:g} m"
            problems.append(Problem(what, "give the distance between the two joint centres in m", user_line()))
    if problems:
        raise MechanismError(problems)
    return widths


# ---------------------------------------------------------------- joints
def _add_joints(human: Mechanism, places: Places, choice: str, arms: str) -> None:
    _add_joint(human, kinds.Free, "pelvis", "ground", "lower_trunk", places)
    for name, (parent, child) in TRUNK_JOINTS.items():
        _add_joint(human, kinds.Spherical, name, parent, child, places)
    for side in SIDES:
        for joint, (parent, child) in LIMB_JOINTS.items():
            name, upper, lower = f"{side}_{joint}", _on_side(parent, side), f"{side}_{child}"
            axes = _axes(joint, side, arms) if choice == "reduced" else {}
            kind = (kinds.Spherical, kinds.Revolute, kinds.Universal)[len(axes)]
            _add_joint(human, kind, name, upper, lower, places, **axes)


def _add_joint(human: Mechanism, kind: Any, name: str, parent: str, child: str, places: Places, **axes: Any) -> None:
    human.point(name, *places[name].tolist())
    human.add(kind(name=name, parent=parent, child=child, **axes))


def _on_side(segment: str, side: str) -> str:
    """Name of a body; the trunk has no sides."""
    return segment if segment.endswith("trunk") else f"{side}_{segment}"


def _axes(joint: str, side: str, arms: str) -> dict[str, tuple[float, ...]]:
    """Axes of a reduced joint in the world as drawn; none for a joint that stays spherical."""
    mirror = np.array([SIDES[side], 1.0, SIDES[side]])
    A = arm_rotation(arms, side) if joint in ARM else np.eye(3)
    return {word: tuple((A @ (mirror * u) + 0.0).tolist()) for word, u in zip(("axis", "second"), AXES.get(joint, ()))}


# ---------------------------------------------------------------- frames
def _add_frames(human: Mechanism, places: Places) -> None:
    """Frames at the joint centres (on the distal body), at the ends of the limbs, and in the head."""
    for joint in list(human.joints.values()):
        human.frame(f"{joint.name}_centre", joint.child, joint.name)
    ends = {"vertex": "head"}
    for side in SIDES:
        ends |= {f"{side}_heel": f"{side}_foot", f"{side}_toe": f"{side}_foot", f"{side}_fingertip": f"{side}_hand"}
    for name, on in ends.items():
        human.point(name, *places[name].tolist())
        human.frame(name, on, name)
    com = human.bodies["head"].com
    assert com is not None, "the table gives every segment a centre of mass"
    human.frame("head_com", "head", {"head": com})
