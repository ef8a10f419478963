"""From the mechanism to a tree: the shallowest spanning tree over the joints, from the ground outward.

A joint may be described from either of its bodies: where the tree reaches its child first, the branch is walked
backward, and the joint's coordinate keeps its sign and meaning.  A body that no joint connects to the ground floats: it
gets a free joint of its own name.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from snodo.errors import Problem, UnsupportedError
from snodo.mechanism import joints
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND


@dataclass(frozen=True)
class Branch:
    """A body, the joint that carries it, and the body that the joint stands on."""

    joint: joints.Joint
    base: str
    body: str

    @property
    def backward(self) -> bool:
        """Whether the tree goes from the joint's child to its parent."""
        return self.body == self.joint.parent


def spanning_tree(mechanism: Mechanism) -> list[Branch]:
    """The branches, each after the one it stands on, otherwise in the order of the description."""
    reached = _reach(mechanism)
    problems = list(_not_built(mechanism, {branch.joint.name for branch in reached.values()}))
    if problems:
        raise UnsupportedError(problems)
    return _ordered(mechanism, reached)


def _not_built(mechanism: Mechanism, used: set[str]) -> Iterator[Problem]:
    """Cut joints, and other parts that need constraint rows."""
    for part in (*mechanism.joints.values(), *mechanism.constraints.values(), *mechanism.drivers.values()):
        if part.name not in used:
            why = f"closes a loop ({part.parent} – {part.child})" if _carries(part) else "needs constraint rows"
            what = f"{part.title} {why}, and loops in the tree formulation are not built yet"
            yield Problem(what, "use formulation planar in 2-D", part.where)


def _carries(part: Any) -> bool:
    """Whether it is a joint that can carry a body in a tree."""
    return isinstance(part, joints.Joint) and not isinstance(part, joints.PinInSlot)


def _reach(mechanism: Mechanism) -> dict[str, Branch]:
    """The branch of every body, breadth first; bodies left over start a tree of their own on a free joint."""
    neighbours: dict[str, list[joints.Joint]] = {name: [] for name in (GROUND, *mechanism.bodies)}
    for joint in filter(_carries, mechanism.joints.values()):
        neighbours[joint.parent].append(joint)
        neighbours[joint.child].append(joint)
    reached: dict[str, Branch] = {}
    _spread(GROUND, neighbours, reached)
    for name in mechanism.bodies:
        if name not in reached:
            reached[name] = Branch(_floating(mechanism, name), GROUND, name)
            _spread(name, neighbours, reached)
    return reached


def _spread(start: str, neighbours: dict[str, list[joints.Joint]], reached: dict[str, Branch]) -> None:
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
    """Joints in the order of the description, as far as each can stand on those before it."""
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
