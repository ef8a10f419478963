"""From the mechanism to a tree: the shallowest spanning tree over the joints, from the ground outward.

A joint may be described from either of its bodies: where the tree reaches its child first, the branch is walked
backward, and the joint's coordinate keeps its sign and meaning.  A body that no joint connects to the ground floats: it
gets a free joint of its own name.

Joints left over close loops: they are cut, and become constraint rows.  Among trees of the same depth those joints are
kept whose coordinates are used (by springs, drivers, initial values), and joints that cannot be cut are kept in
any case; the user may name the joints to be cut.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from snodo.errors import MechanismError, NameNotFound, Problem, suggestion
from snodo.formulations.parts.constraint_rows import can_close
from snodo.formulations.parts.switched import openable
from snodo.mechanism import joints
from snodo.mechanism.constraints import UserConstraint
from snodo.mechanism.forces import Clutch
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND
from snodo.mechanism.spoken import joints_spoken_of

Neighbours = dict[str, list[joints.Joint]]


@dataclass(frozen=True)
class Branch:
    """A body, the joint that carries it, and the parent body of the joint."""

    joint: joints.Joint
    base: str
    body: str

    @property
    def backward(self) -> bool:
        """Whether the tree goes from the joint's child to its parent."""
        return self.body == self.joint.parent


def spanning_tree(mechanism: Mechanism, cut: Sequence[str] = ()) -> list[Branch]:
    """The branches, each after its parent, otherwise in the order of the description."""
    _check_cut(mechanism, cut)
    loose = openable(mechanism)
    edges = [j for j in mechanism.joints.values() if _carries(j) and j.name not in cut and j.name not in loose]
    order = _Preference(mechanism)
    edges.sort(key=order.rank)
    kept = _shallowest(mechanism, edges)
    for joint in edges:
        if order.rank(joint) == 0 and joint.name not in kept:
            _exchange(mechanism, kept, joint, order)
    tree = [joint for joint in edges if joint.name in kept]
    return _ordered(mechanism, _reach(mechanism, tree))


def _check_cut(mechanism: Mechanism, cut: Sequence[str]) -> None:
    for name in cut:
        if name not in mechanism.joints:
            raise NameNotFound(Problem(f"cut: there is no joint {name!r}", suggestion(name, mechanism.joints)))
        if not can_close(mechanism.joints[name]):
            joint = mechanism.joints[name]
            what = f"{joint.title} cannot be cut: its translations come both before and after its rotations"
            raise MechanismError(Problem(what, "cut another joint of the loop", joint.where))


def _carries(part: Any) -> bool:
    """Whether it is a joint that can carry a body in a tree."""
    return isinstance(part, joints.Joint) and part.carries and not part.elastic


class _Preference:
    """Which joints to keep: 0 in any case, 1 because their coordinate is used, 2 if possible."""

    def __init__(self, mechanism: Mechanism) -> None:
        spoken = [*mechanism.drivers.values(), *mechanism.forces.values(), *mechanism.constraints.values()]
        self._named = {name for part in spoken for name in _joints_of(part)}
        users = [part for part in mechanism.constraints.values() if isinstance(part, UserConstraint)]
        self._named |= {name for part in users for name in joints_spoken_of(part, mechanism)}
        self._named |= {name.partition(".")[0] for name in mechanism.initial}
        self._stiff = {
            part.joint
            for part in mechanism.forces.values()
            if getattr(part, "stiffness", 0.0) and hasattr(part, "joint")
        }
        self._space = mechanism.dimension == 3

    def rank(self, joint: joints.Joint) -> int:
        """Lower is kept before higher."""
        uncounted = self._space and joint.name in self._stiff
        if uncounted or not can_close(joint):
            return 0
        return 1 if joint.name in self._named else 2


def _joints_of(part: Any) -> Iterable[str]:
    if hasattr(part, "terms"):
        return list(part.terms())
    if isinstance(part, Clutch):
        return part.joints
    return [part.joint] if getattr(part, "joint", "") else []


def _shallowest(mechanism: Mechanism, edges: Sequence[joints.Joint]) -> set[str]:
    """Names of the joints of a tree in which every body is as near to the ground as can be."""
    reached = _reach(mechanism, edges)
    depth = {GROUND: 0}
    for body in _outward(reached):
        depth[body] = depth[reached[body].base] + 1
    kept: dict[str, str] = {}
    for joint in edges:  # the first, in order of preference, that comes from one step nearer
        for base, body in ((joint.parent, joint.child), (joint.child, joint.parent)):
            if body != GROUND and body not in kept and depth[body] == depth[base] + 1:
                kept[body] = joint.name
    return set(kept.values())


def _outward(reached: dict[str, Branch]) -> Iterable[str]:
    """Bodies in the order in which they were reached."""
    return list(reached)


def _exchange(mechanism: Mechanism, kept: set[str], joint: joints.Joint, order: _Preference) -> None:
    """Take a joint into the tree, and the last one in the loop it closes that can be cut out of it."""
    reached = _reach(mechanism, [j for j in mechanism.joints.values() if j.name in kept])
    loop = _way(reached, joint.parent) ^ _way(reached, joint.child)
    loose = [name for name in loop if name in kept and order.rank(mechanism.joints[name]) > 0]
    if not loose:
        if can_close(joint):
            return
        what = f"{joint.title} closes a loop of joints of which none can be cut"
        raise MechanismError(Problem(what, "replace one of them by two joints with a body between", joint.where))
    best = max(loose, key=lambda name: (order.rank(mechanism.joints[name]), name))
    kept.remove(best)
    kept.add(joint.name)


def _way(reached: dict[str, Branch], body: str) -> set[str]:
    """Names of the joints from a body to the ground."""
    found = set()
    while body != GROUND:
        found.add(reached[body].joint.name)
        body = reached[body].base
    return found


def _reach(mechanism: Mechanism, edges: Sequence[joints.Joint]) -> dict[str, Branch]:
    """The branch of every body, breadth first; bodies left over start a tree of their own on a free joint."""
    neighbours: Neighbours = {name: [] for name in (GROUND, *mechanism.bodies)}
    for joint in edges:
        neighbours[joint.parent].append(joint)
        neighbours[joint.child].append(joint)
    reached: dict[str, Branch] = {}
    _spread(GROUND, neighbours, reached)
    for name in mechanism.bodies:
        if name not in reached:
            reached[name] = Branch(_floating(mechanism, name), GROUND, name)
            _spread(name, neighbours, reached)
    return reached


def _spread(start: str, neighbours: Neighbours, reached: dict[str, Branch]) -> None:
    queue = deque([start])
    while queue:
        base = queue.popleft()
        for joint in neighbours[base]:
            body = joint.child if joint.parent == base else joint.parent
            if body != GROUND and body not in reached:
                reached[body] = Branch(joint, base, body)
                queue.append(body)


def _floating(mechanism: Mechanism, body: str) -> joints.Joint:
    where = mechanism.bodies[body].where
    return joints.Free(name=body, parent=GROUND, child=body, at={body: (0.0,) * mechanism.dimension}, where=where)


def _ordered(mechanism: Mechanism, reached: dict[str, Branch]) -> list[Branch]:
    """Joints in the order of the description, each after those that it depends on."""
    number = {name: k for k, name in enumerate(mechanism.joints)}
    wanted = sorted(reached.values(), key=lambda branch: number.get(branch.joint.name, -1))
    ordered: dict[str, Branch] = {}
    for branch in wanted:
        missing = []
        body = branch.body
        while body != GROUND and body not in ordered:
            missing.append(reached[body])
            body = reached[body].base
        ordered.update((b.body, b) for b in reversed(missing))
    return list(ordered.values())
