"""What changes in some kinds of parts beyond places, directions and names, when they are mirrored or turned."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.mechanism import body as bodies
from snodo.mechanism import contacts, forces, joints
from snodo.mechanism.attaching.bodies import put_body, put_frame
from snodo.mechanism.attaching.functions import combined, times
from snodo.mechanism.attaching.placement import plain, three
from snodo.mechanism.cables import Cable
from snodo.mechanism.constraints import Gear
from snodo.mechanism.drivers import Driver
from snodo.mechanism.elements import Bushing
from snodo.mechanism.frame import Frame
from snodo.mechanism.part import GROUND, Part

if TYPE_CHECKING:
    from snodo.mechanism.attaching.copying import Copying


def adjust(copying: Copying, old: Part, new: Any) -> None:
    """Change what is special in the kind of a part; `new` has its names, places and directions already."""
    for cls, change in _KINDS.items():
        if isinstance(old, cls):
            change(copying, old, new)


def _helical(copying: Copying, old: Any, new: Any) -> None:
    """A right-hand thread becomes a left-hand one."""
    new.pitch = copying.placement.hand * old.pitch


def _selection(copying: Copying, old: Any, new: Any) -> None:
    if copying.placement.turned:
        what = "its directions are those of the world, and cannot be turned"
        raise MechanismError(Problem(what, "use joints with an axis, or do not turn the part"))


def _gear(copying: Copying, old: Any, new: Any) -> None:
    """The hand of a helix changes."""
    if copying.placement.mirror:
        new.hand = "left" if old.hand == "right" else "right"


def _point_force(copying: Copying, old: Any, new: Any) -> None:
    matrix = copying.Q[old.body] if old.axes == "body" else copying.placement.RM
    new.force = combined(matrix, new.force)


def _torque(copying: Copying, old: Any, new: Any) -> None:
    if old.of:
        new.torque = times(copying.change(old, old.joint, old.of).sign, new.torque)
    if copying.placement.dimension == 2:
        return
    if isinstance(old.torque, tuple):
        body = old.body or copying.part.joints[old.joint].child
        matrix = copying.Q[body] if old.axes == "body" else copying.placement.RM
        new.torque = combined(copying.placement.hand * matrix, new.torque)
    elif old.body and old.axis is None:
        new.axis = copying.direction((0.0, 0.0, 1.0), polar=False)


def _joint_force(copying: Copying, old: Any, new: Any) -> None:
    if old.of:
        new.force = times(copying.change(old, old.joint, old.of).sign, new.force)


def _joint_spring(copying: Copying, old: Any, new: Any) -> None:
    word = "angle" if isinstance(old, forces.TorsionalSpring) else "displacement"
    free = getattr(old, word)
    if old.of and free is not None:
        setattr(new, word, copying.change(old, old.joint, old.of).sign * free)


def _driver(copying: Copying, old: Any, new: Any) -> None:
    p = copying.placement
    if old.joint and old.of:
        _driven(old, new, copying.change(old, old.joint, old.of).sign)
    for word in ("rotation_vector", "cardan"):
        if getattr(old, word) is not None:
            Q = p.hand * copying.Q[copying.part.joints[old.joint].child]
            if word == "cardan" and not _is_diagonal(Q):
                raise MechanismError(Problem("its cardan angles are turned with the part", "give a rotation_vector"))
            setattr(new, word, combined(Q, getattr(new, word)))
    if old.path is not None:
        new.path = combined(p.RM, new.path, three(p.at).tolist())
    if old.body and old.displacement is not None:
        shift = float(three(p.at) @ three(new.along))
        new.displacement = combined(np.eye(1), (new.displacement,), (shift,))[0]
    if old.body and old.angle is not None and p.turned:
        raise MechanismError(Problem("the angle of a body is turned with the part", "drive a joint instead"))


def _driven(old: Any, new: Any, sign: float) -> None:
    for word in ("angle", "displacement", "speed", "acceleration"):
        if getattr(old, word) is not None:
            setattr(new, word, times(sign, getattr(new, word)))


def _bushing(copying: Copying, old: Any, new: Any) -> None:
    """Along and about the axes of its parent: K' = T K Tᵀ, T = diag(Q, det(Q) Q)."""
    Q = copying.Q[old.parent]
    T = np.zeros((6, 6))
    T[:3, :3], T[3:, 3:] = Q, copying.placement.hand * Q
    T = T if copying.placement.dimension == 3 else T[np.ix_([0, 1, 5], [0, 1, 5])]
    for word in ("stiffness", "damping"):
        if getattr(old, word) is not None:
            matrix = T @ old.matrix(word, len(T)) @ T.T
            coupled = matrix[3:, 3:] - np.diag(np.diag(matrix[3:, 3:]))
            if len(T) == 6 and np.abs(coupled).max() > 1e-12 * np.abs(matrix).max() and not _is_diagonal(Q):
                what = f"its torsional {word} is about axes of body {old.parent!r}, which follow from its ends"
                raise MechanismError(
                    Problem(what, "let a body with at and angle be its parent, or do not turn the part")
                )
            diagonal = np.abs(matrix - np.diag(np.diag(matrix))).max() < 1e-14 * np.abs(matrix).max()
            setattr(new, word, plain(np.diag(matrix), 6) if diagonal else tuple(plain(row, 6) for row in matrix))
    if old.preload is not None:
        new.preload = plain(T @ np.array(old.preload), 6)


def _is_diagonal(Q: np.ndarray) -> bool:
    return bool(np.abs(Q - np.diag(np.diag(Q))).max() < 1e-12)


def _contact(copying: Copying, old: Any, new: Any) -> None:
    p = copying.placement
    if old.against == GROUND and getattr(old, "plane_point", None) is None and hasattr(old, "plane_point"):
        new.plane_point = plain(p.place(np.zeros(3)), p.dimension) if p.moved or copying.on != GROUND else None
    Q = copying.Q[old.body]
    if isinstance(old, contacts.BoxContact) and np.abs(np.abs(Q) - np.eye(3)).max() > 1e-12:
        what = f"its box is along the axes of body {old.body!r}, which follow from its ends"
        raise MechanismError(Problem(what, "give the body at and angle, or do not turn the part"))


def _cable(copying: Copying, old: Any, new: Any) -> None:
    words = []
    for node in old.path:
        over, _, rest = node.rpartition("over ") if node.startswith("over ") else ("", "", node)
        point, on, more = rest.partition(" on ")
        name, comma, size = (more if on else point).partition(",")
        tail = f"{comma}{size}"
        new_point = copying.name(point if on else name)
        words.append(f"{'over ' if node.startswith('over ') else over}{new_point}{_on(copying, name, on)}{tail}")
    new.path = tuple(words)


def _on(copying: Copying, name: str, on: str) -> str:
    body = copying.body(name.strip() if on else GROUND)
    return "" if body == GROUND else f" on {body}"


_KINDS: dict[type, Callable[[Any, Any, Any], None]] = {
    bodies.Body: put_body,
    Frame: put_frame,
    joints.Helical: _helical,
    joints.Selection: _selection,
    Gear: _gear,
    forces.PointForce: _point_force,
    forces.Torque: _torque,
    forces.JointForce: _joint_force,
    forces.TorsionalSpring: _joint_spring,
    forces.JointSpring: _joint_spring,
    Driver: _driver,
    Bushing: _bushing,
    Cable: _cable,
    contacts.Contact: _contact,
}
