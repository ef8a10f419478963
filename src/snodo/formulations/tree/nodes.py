"""The tree of a mechanism as source text 000 draws it (figure 1.7): bodies are nodes, joints are branches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.tree.coordinates import Coordinates
    from snodo.formulations.tree.flatten import Place


@dataclass
class Node:
    """A body, and the branch that leads to it."""

    number: int
    """i, from the base; the ground is 0."""
    body: str
    base: int
    """Number of the node before it."""
    depth: int
    joint: str = ""
    kind: str = ""
    freedoms: tuple[str, ...] = ()
    ties: tuple[str, ...] = ()
    """Joints that are cut, and connect it to another node."""


@dataclass(frozen=True)
class Cut:
    """A joint that closes a loop, or connects bodies without coordinates of its own."""

    joint: str
    kind: str
    ends: tuple[int, int]
    """Numbers of the nodes it connects."""
    rows: tuple[str, ...]


def nodes_of(tree: Coordinates) -> list[Node]:
    """The nodes, each after the one before it, numbered as the links of the sweeps."""
    ties: dict[str, list[str]] = {}
    for name in tree.cut_joints:
        for body in (tree.mechanism.joints[name].parent, tree.mechanism.joints[name].child):
            ties.setdefault(body, []).append(name)
    nodes = {GROUND: Node(0, GROUND, 0, 0, ties=tuple(ties.get(GROUND, ())))}
    for number, place in enumerate(tree.flat.places, start=1):
        branch, before = place.branch, nodes[place.branch.base]
        kind = branch.joint.kind.replace("_", " ") + (", described backward" if branch.backward else "")
        nodes[branch.body] = Node(
            number,
            branch.body,
            before.number,
            before.depth + 1,
            branch.joint.name,
            kind,
            freedoms_of(place),
            tuple(ties.get(branch.body, ())),
        )
    return list(nodes.values())


def cuts_of(tree: Coordinates, nodes: list[Node]) -> list[Cut]:
    """The joints without coordinates."""
    number = {node.body: node.number for node in nodes}
    found = []
    for name in tree.cut_joints:
        joint = tree.mechanism.joints[name]
        rows = tuple(row for row, part in zip(tree.row_names, tree.row_parts) if part == name)
        found.append(Cut(name, joint.kind.replace("_", " "), (number[joint.parent], number[joint.child]), rows))
    return found


def in_order(nodes: list[Node]) -> list[Node]:
    """Each node followed by its whole subtree, as a tree is drawn."""
    carried: dict[int, list[Node]] = {node.number: [] for node in nodes}
    for node in nodes[1:]:
        carried[node.base].append(node)
    found, waiting = [], [nodes[0]]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting += reversed(carried[node.number])
    return found


def freedoms_of(place: Place) -> tuple[str, ...]:
    """Names of the freedoms: of the coordinates, or of the velocities where Euler parameters are coordinates."""
    frames = place.frames
    return frames.velocities if frames.kind in ("spherical", "free") else frames.coordinates
