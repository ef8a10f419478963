"""Gears without a pressure angle relate angles only: the forces of their teeth do not load the bearings of the wheels.

A gear exerts torques on its two wheels and the opposite of their sum on the carrier.  In truth the teeth exert a force
on each wheel, which its bearing passes on to the carrier.  Motion, torques and the reactions of all other joints are
the same; the forces in the bearings of the wheels are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from snodo.mechanism.constraints import Gear, RackAndPinion

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism


def gears_of(mechanism: Mechanism) -> dict[str, list[str]]:
    """Joints that carry geared bodies, each with the names of its gears."""
    found: dict[str, list[str]] = {}
    for part in mechanism.constraints.values():
        if isinstance(part, Gear | RackAndPinion) and part.pressure_angle is None:
            for joint in part.joints:
                found.setdefault(joint, []).append(part.name)
    return found


def remark(mechanism: Mechanism) -> str:
    """What to know of all such joints, or an empty text."""
    joints = gears_of(mechanism)
    if not joints:
        return ""
    gears = list(dict.fromkeys(gear for names in joints.values() for gear in names))
    missing = f"the reactions of {', '.join(joints)} do not include the tooth forces of {', '.join(gears)}"
    return f"{missing}: only their torques are correct"


def attributes(mechanism: Mechanism, joint: str) -> dict[str, str]:
    """Attributes of a reaction without tooth forces."""
    gears = gears_of(mechanism).get(joint)
    return {"lacks": f"tooth forces of {', '.join(gears)}"} if gears else {}
