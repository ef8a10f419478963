"""The tree of the links of a URDF: its root, its order, and the messages if it is not a tree; and mimics."""

from __future__ import annotations

from snodo.errors import suggestion
from snodo.formats.urdf.robot import AXIAL, Robot, UrdfJoint

_SHOWN = 8


def find_tree(robot: Robot) -> None:
    """Fill in `above`, `root` and `order` (parents first, branches in the order of the file), noting what is wrong."""
    if not robot.links:
        robot.notes.note(1, f"robot {robot.name!r} has no links", 'write <link name="…">; is this file complete?')
        return
    below = _joined(robot)
    roots = [name for name in robot.links if name not in robot.above]
    if len(roots) > 1 and not robot.notes.problems:
        shown = ", ".join(repr(name) for name in roots[:_SHOWN]) + (", …" if len(roots) > _SHOWN else "")
        what = f"robot {robot.name!r} has {len(roots)} links that no joint carries: {shown}"
        robot.notes.note(robot.links[roots[1]].line, what, "connect all but one of them to the rest")
    for root in roots:
        _walk(root, below, robot)
    _circles(robot)
    robot.root = roots[0] if roots else ""


def _joined(robot: Robot) -> dict[str, list[UrdfJoint]]:
    """The joints below each link; fills in the joint above each."""
    below: dict[str, list[UrdfJoint]] = {name: [] for name in robot.links}
    for joint in robot.joints.values():
        if not _ends_are_known(joint, robot):
            continue
        if joint.child in robot.above:
            first = robot.above[joint.child]
            what = (
                f"link {joint.child!r} is carried by two joints, {first.name!r} (line {first.line}) and {joint.name!r}"
            )
            remedy = "a URDF is a tree: close loops in a mechanism file, with urdf: robot.urdf and joints: …"
            robot.notes.note(joint.line, what, remedy)
            continue
        robot.above[joint.child] = joint
        below[joint.parent].append(joint)
    return below


def _ends_are_known(joint: UrdfJoint, robot: Robot) -> bool:
    unknown = [name for name in (joint.parent, joint.child) if name and name not in robot.links]
    for name in unknown:
        what = f"joint {joint.name!r} refers to link {name!r}, which does not exist"
        robot.notes.note(joint.line, what, suggestion(name, robot.links))
    if joint.parent and joint.parent == joint.child:
        robot.notes.note(joint.line, f"joint {joint.name!r} joins {joint.parent!r} to itself", "name two links")
        return False
    return not unknown and bool(joint.parent and joint.child)


def _walk(root: str, below: dict[str, list[UrdfJoint]], robot: Robot) -> None:
    waiting = [root]
    while waiting:
        name = waiting.pop()
        robot.order.append(name)
        waiting += [joint.child for joint in reversed(below[name])]


def _circles(robot: Robot) -> None:
    """Links that cannot be reached from a root belong to a circle: each circle is shown once."""
    left = dict.fromkeys(robot.links)
    for name in robot.order:
        left.pop(name)
    while left:
        name, seen = next(iter(left)), dict[str, None]()
        while name not in seen:
            seen[name] = None
            name = robot.above[name].parent
        if name in left:
            _note_circle(list(seen), name, robot)
        for one in seen:
            left.pop(one, None)


def _note_circle(walked: list[str], first: str, robot: Robot) -> None:
    circle = [*walked[walked.index(first) :], first][::-1]
    shown = " → ".join([*circle[:_SHOWN], "…"] if len(circle) > _SHOWN else circle)
    remedy = "a URDF is a tree: remove one of these joints"
    robot.notes.note(robot.above[first].line, f"links carry one another in a circle: {shown}", remedy)


def check_mimics(robot: Robot) -> None:
    """Note the joints that mimic what cannot be mimicked."""
    for joint in robot.joints.values():
        if joint.mimic is not None and joint.mimic.joint:
            _check_mimic(joint, joint.mimic.joint, robot)
    _mimic_circles(robot)


def _mimic_circles(robot: Robot) -> None:
    """Joints that mimic one another in a circle of two or more: each circle is noted once."""
    done: set[str] = set()
    for start in robot.joints:
        walked: list[str] = []
        name = start
        while name in robot.joints and name not in done and name not in walked:
            walked.append(name)
            mimic = robot.joints[name].mimic
            name = mimic.joint if mimic is not None else ""
        if name in walked and walked[-1] != name:
            circle = [*walked[walked.index(name) :], name]
            shown = " → ".join([*circle[:_SHOWN], "…"] if len(circle) > _SHOWN else circle)
            remedy = 'let one of them move freely; mimic="ignore" frees all'
            robot.notes.note(robot.joints[name].line, f"joints mimic one another in a circle: {shown}", remedy)
        done |= set(walked)


def _check_mimic(joint: UrdfJoint, master: str, robot: Robot) -> None:
    what, other = f"joint {joint.name!r} mimics {master!r}", robot.joints.get(master)
    if other is None:
        remedy = f'{suggestion(master, robot.joints)}; mimic="ignore" ignores it'
        robot.notes.note(joint.line, f"{what}, which does not exist", remedy)
    elif other is joint:
        robot.notes.note(joint.line, f"joint {joint.name!r} mimics itself", "name another joint")
    else:
        for one in (joint, other):
            if one.type not in AXIAL:
                said = f"{what}: {one.name!r} is {one.type}, which has no single coordinate"
                robot.notes.note(joint.line, said, "use revolute, continuous or prismatic")
