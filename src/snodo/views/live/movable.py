"""A mechanism as a tree that can be moved by hand: without drivers, elastic joints rigid, driven joints not cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snodo.errors import MechanismError, Problem, UnsupportedError
from snodo.formulations.parts.constraint_rows import can_close
from snodo.formulations.tree.spanning import spanning_tree
from snodo.mechanism.joints import Joint

if TYPE_CHECKING:
    from snodo.formulations.tree.tree import Tree
    from snodo.mechanism.mechanism import Mechanism

MOST_ROWS = 1200
"""Largest number of constraint rows for which a move is quick enough to follow the mouse."""


def movable(mechanism: Mechanism) -> Tree:
    """The tree whose coordinates are moved; UnsupportedError if it has too many rows."""
    from snodo.formulations.tree.tree import Tree

    m = mechanism.copy()
    driven = driven_joints(m)
    m.drivers.clear()
    _make_rigid(m)
    m.run.cut = ()
    tree = Tree(m, cut=_cuts(m, driven))
    if tree.nc > MOST_ROWS:
        what = f"mechanism {m.name!r} has {tree.nc} constraint rows, too many to be moved by hand"
        raise UnsupportedError(Problem(what, f"the limit is {MOST_ROWS}; simulate it and view the result", m.where))
    return tree


def driven_joints(mechanism: Mechanism) -> list[str]:
    """Joints that drivers move, and those that carry a driven body."""
    found: list[str] = []
    for driver in mechanism.drivers.values():
        on_body = [j.name for j in _carrying(mechanism) if driver.body and driver.body in (j.parent, j.child)]
        found += [driver.joint] if driver.joint else on_body
    return list(dict.fromkeys(name for name in found if name in mechanism.joints))


def _make_rigid(mechanism: Mechanism) -> None:
    """Elastic joints move as if they were rigid: their springs hold them where a run would begin."""
    for joint in mechanism.joints.values():
        if joint.elastic:
            part: Any = joint
            part.stiffness, part.damping, part.torsional_stiffness, part.torsional_damping = None, 0.0, None, 0.0


def _cuts(mechanism: Mechanism, driven: list[str]) -> list[str]:
    """Joints to be cut so that those that drivers move stay in the tree, where that is possible."""
    cut = _left_over(mechanism, [])
    for name in driven:
        if name in cut:
            cut = next((other for other in _exchanged(mechanism, cut, name, driven)), cut)
    return cut


def _exchanged(mechanism: Mechanism, cut: list[str], name: str, driven: list[str]) -> Any:
    """Sets of cut joints with another joint instead of `name`."""
    count = len(cut)
    for joint in reversed(_carrying(mechanism)):
        if joint.name in cut or joint.name in driven or not can_close(joint):
            continue
        try:
            found = _left_over(mechanism, [joint.name, *(one for one in cut if one != name)])
        except MechanismError:
            continue
        if name not in found and len(found) == count:
            yield found


def _left_over(mechanism: Mechanism, cut: list[str]) -> list[str]:
    """Joints of loops that are not in the spanning tree; more than needed if `cut` divides the mechanism."""
    kept = {branch.joint.name for branch in spanning_tree(mechanism, cut)}
    return [joint.name for joint in _carrying(mechanism) if joint.name not in kept]


def _carrying(mechanism: Mechanism) -> list[Joint]:
    """Joints that can carry a body in a tree; rods and the like cannot."""
    return [j for j in mechanism.joints.values() if isinstance(j, Joint) and j.carries and not j.elastic]
