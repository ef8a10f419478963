"""Joint centres and landmarks of a person standing upright: x forward, y left, z up, the origin between the feet.

The feet stand on z = 0, the vertex is at z = stature, the centres of the joints of leg, trunk and neck lie above one
another in x = 0.  Lengths come from the table of de Leva; what it does not have is here, with its source.

The vertical chain ankle + shank + thigh + trunk + neck + head must add up to the stature.  All are given but the neck,
suprasternale to cervicale, which takes the rest: 42 mm for the mean man and 94 mm for the mean woman, where the table
itself (rows Trunk and Trunk 2) has 71 and 85 mm.  Stature is measured standing, the lengths of the table are not.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from snodo.human.segment_table import Segments
from snodo.mechanism.body import rotation_about

ANKLE_HEIGHT = 0.039
"""Height of the ankle joint over the sole / stature: Drillis & Contini 1966, in Winter, Biomechanics and Motor Control
of Human Movement, fig. 4.1."""

FOOT_WIDTH = 0.055
"""Breadth of the foot / stature: the same figure."""

HEEL = 0.2
"""Horizontal distance from heel to ankle joint / length of the foot: an estimate, 5 cm for the mean man.  With it the
foot's centre of mass is 6 cm before the ankle, as in Dempster's rule (half-way from the malleolus to the second
metatarsal)."""

HIP_WIDTH = {"female": 0.100, "male": 0.100}
"""Distance of the hip joint centres / stature: our choice, the same for both sexes.  Each centre lies 14 % of the
distance of the anterior superior iliac spines inside its spine (Bell, Brand & Pedersen, Hum. Mov. Sci. 8, 3–16, 1989),
which leaves 0.72 of it; that distance is taken as 0.14 of the stature, a round figure of ours (24 cm in a person of
1.75 m).  The hip width 0.191 of Drillis & Contini (Winter, fig. 4.1) is that of the outline, not of the joints."""

SHOULDER_WIDTH = {"female": 355 / 1610, "male": 400 / 1740}
"""Distance of the shoulder joint centres / stature: the biacromial breadth of British adults, which Pheasant
(Bodyspace, 1986) gives for the separation of the centres of rotation of the arms.  Drillis & Contini (Winter, fig. 4.1)
draw 0.259; give `shoulder_width` to use it."""

SIDES = {"left": 1.0, "right": -1.0}

ARMS: dict[str, tuple[tuple[float, float, float], float]] = {
    "hanging": ((0.0, 1.0, 0.0), 0.0),
    "forward": ((0.0, 1.0, 0.0), -np.pi / 2),
    "sideways": ((1.0, 0.0, 0.0), np.pi / 2),
    "overhead": ((0.0, 1.0, 0.0), -np.pi),
}
"""How the left arm is turned from hanging down, palm forward: axis and angle [rad]; the right one is its mirror."""

Array = NDArray[np.float64]
Places = dict[str, Array]


def landmarks(person: Segments, widths: Mapping[str, float], arms: str = "hanging") -> Places:
    """World coordinates [m] by name; `widths` are those of `hip` and `shoulder` [m]."""
    places = _midline(person)
    for side in SIDES:
        places |= _leg(person, side, places["pelvis"][2], widths["hip"])
        places |= _arm(person, side, _shoulder_height(person), widths["shoulder"], arms)
    return places


def arm_turn(arms: str, side: str) -> tuple[tuple[float, float, float], float]:
    """Axis and angle [rad] by which an arm is turned from hanging; the mirror image of a turn about x turns back."""
    axis, angle = ARMS[arms]
    return axis, angle * (SIDES[side] if axis[0] else 1.0)


def arm_rotation(arms: str, side: str) -> Array:
    """The same as a matrix, exact for right angles."""
    axis, angle = arm_turn(arms, side)
    return np.round(rotation_about(np.array(axis), angle), 15) + 0.0


def _midline(person: Segments) -> Places:
    cervicale = person.scaled(person.population.rows["head"].length_to(person.population.head_to_cervicale))
    heights = {"pelvis": _hip_height(person)}
    heights["lumbar"] = heights["pelvis"] + person["lower_trunk"].length
    heights["thoracic"] = heights["lumbar"] + person["middle_trunk"].length
    heights["suprasternale"] = heights["thoracic"] + person["upper_trunk"].length
    heights["neck"] = person.stature - cervicale
    heights["jaw"] = person.stature - person["head"].length
    heights["vertex"] = person.stature
    return {name: np.array([0.0, 0.0, z]) for name, z in heights.items()}


def _hip_height(person: Segments) -> float:
    return ANKLE_HEIGHT * person.stature + person["shank"].length + person["thigh"].length


def _shoulder_height(person: Segments) -> float:
    trunk = person.population.trunk.length_from(person.population.trunk_from_shoulders)
    return _hip_height(person) + person.scaled(trunk)


def _leg(person: Segments, side: str, hip: float, width: float) -> Places:
    y, foot = SIDES[side] * width / 2, person["foot"].length
    knee, ankle = hip - person["thigh"].length, ANKLE_HEIGHT * person.stature
    return {
        f"{side}_hip": np.array([0.0, y, hip]),
        f"{side}_knee": np.array([0.0, y, knee]),
        f"{side}_ankle": np.array([0.0, y, ankle]),
        f"{side}_heel": np.array([-HEEL * foot, y, 0.0]),
        f"{side}_toe": np.array([(1 - HEEL) * foot, y, 0.0]),
    }


def _arm(person: Segments, side: str, height: float, width: float, arms: str) -> Places:
    down = arm_rotation(arms, side) @ np.array([0.0, 0.0, -1.0])
    hand = person.scaled(person.population.rows["hand"].length_to(person.population.hand_to_fingertip))
    shoulder = np.array([0.0, SIDES[side] * width / 2, height])
    elbow = shoulder + person["upper_arm"].length * down
    wrist = elbow + person["forearm"].length * down
    return {
        f"{side}_shoulder": shoulder,
        f"{side}_elbow": elbow,
        f"{side}_wrist": wrist,
        f"{side}_knuckle": wrist + person["hand"].length * down,
        f"{side}_fingertip": wrist + hand * down,
    }
