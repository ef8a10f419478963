"""Forces and moments of a motion as arrows: reactions on the children of joints, and applied forces on their bodies.

Each has the point of a body it acts at, a force [N] and a moment [N m] about that point in world axes, at equally
spaced times: at every frame, or at fewer times if there are so many arrows that the page would become too large.
Values that are not known (singular positions, a stopped run) stay gaps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from snodo.errors import NameNotFound, Problem, SnodoError, suggestion
from snodo.mechanism import forces
from snodo.mechanism.checks.places import attachments
from snodo.mechanism.elements import LinearActuator
from snodo.mechanism.part import GROUND
from snodo.results.attitude import matrices
from snodo.results.wrenches import bodies_of
from snodo.views.scene.packing import Array, packed

BUDGET = 1_500_000
"""Largest number of 16-bit numbers of all arrows; each takes about two bytes of the page."""
NUMBERS = {2: 2, 3: 6}
"""Numbers of an arrow in a row, in the plane (where most joints turn and have no moment) and in space."""
COARSEST = 8
"""Frames for each row at which arrows are still worth showing."""
TINY = 1e-9
"""Forces smaller than this share of the largest are not shown."""

Arms = Callable[[str, Any, Any], tuple[int, list[float]]]
"""The number of a body and a point of it as the scene has them, from its name, a place (or the centre of mass) and a
part."""


@dataclass(frozen=True)
class Arrows:
    """The arrows of a scene, their number of rows, and what the page says about them."""

    found: list[dict[str, Any]]
    rows: int
    notes: list[str]


def arrows_of(
    result: Any, times: Array, joints: list[dict[str, Any]], arms: Arms, wanted: str | Iterable[str] | None = None
) -> Arrows:
    """Arrows of the joints and forces of these names, by default of all, that are not zero.

    Motions without forces have none, and neither have those with so many that they do not fit the page.
    """
    m, frames = result.formulation.mechanism, len(times)
    chosen = _chosen([*(joint["name"] for joint in joints), *m.forces], wanted)
    if not hasattr(result, "wrench") or not chosen:
        return Arrows([], frames, [])
    room = BUDGET // (len(chosen) * NUMBERS[m.dimension])
    if wanted is None and room * COARSEST < frames:
        what = f"Forces of {len(chosen)} joints and forces at {frames} positions are too many for a page"
        return Arrows([], frames, [f"{what}; choose some with forces=[…]."])
    rows = min(frames, max(room, frames // COARSEST, 2))
    notes = [f"Forces are shown at {rows} times, and between them in proportion."] if rows < frames else []
    at = times if rows == frames else np.linspace(times[0], times[-1], rows)
    return Arrows(_found(result, at, joints, arms, set(chosen)), rows, notes)


def _chosen(known: list[str], wanted: str | Iterable[str] | None) -> list[str]:
    """Names of joints and forces; unknown ones raise."""
    if wanted is None:
        return known
    names = [wanted] if isinstance(wanted, str) else list(dict.fromkeys(wanted))
    for name in names:
        if name not in known:
            raise NameNotFound(Problem(f"there is no joint or force {name!r}", suggestion(str(name), known)))
    return names


def _found(
    result: Any, times: Array, joints: list[dict[str, Any]], arms: Arms, chosen: set[str]
) -> list[dict[str, Any]]:
    found = []
    shown = [joint for joint in joints if joint["name"] in chosen]
    for arrow, values in chain(_reactions(result, shown), _applied(result, joints, arms, chosen)):
        kept = _parts(result, times, values)
        if kept:
            found.append(arrow | kept)
    return found


def _parts(result: Any, times: Array, values: Array) -> dict[str, Any]:
    """The columns of the force and of the moment, what vanishes left out."""
    if not np.isfinite(values).any():
        return {}
    n = result.mechanism.dimension
    rows = np.column_stack([np.interp(times, result.time, column, left=np.nan, right=np.nan) for column in values.T])
    small = TINY * float(np.nanmax(np.abs(values)))
    parts = {"f": rows[:, :n], "m": rows[:, n:]}
    return {k: packed(x) for k, x in parts.items() if np.isfinite(x).any() and np.nanmax(np.abs(x)) > small}


def _reactions(result: Any, joints: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Array]]:
    own = {joint["name"]: joint for joint in joints}
    for name, values, determined in result._reactions_of(list(own)):
        arrow = {"name": name, "kind": "reaction", "body": own[name]["child"], "at": own[name]["at"]}
        yield arrow | ({} if determined else {"determined": False}), values


def _applied(
    result: Any, joints: list[dict[str, Any]], arms: Arms, chosen: set[str]
) -> Iterator[tuple[dict[str, Any], Array]]:
    """Forces at the points they are attached to (a spring pulls at both ends), in joints, or at centres of mass."""
    m = result.mechanism
    for force in (force for name, force in m.forces.items() if name in chosen):
        found: list[tuple[str, Any, int, list[float]]]
        joint = next((one for one in joints if one["name"] == getattr(force, "joint", "")), None)
        if joint is not None:
            found = [_in_joint(m, joint, arms)]
        elif isinstance(force, (forces.Spring, forces.PointForce, LinearActuator)):
            found = [
                (body, _path(result, body, place, force), *arms(body, place, force))
                for body, place in attachments(force, m)
            ]
        else:
            found = [(body, f"{body}.com", *arms(body, None, force)) for body in bodies_of(result, force)]
        for body, pole, number, at in found:
            values = None if body == GROUND else _known(result.wrench, force.name, body=body, at=pole)
            if values is not None:
                yield {"name": force.name, "kind": "applied", "body": number, "at": at}, values.values


def _in_joint(m: Any, joint: dict[str, Any], arms: Arms) -> tuple[str, str, int, list[float]]:
    """Body, pole, and place of a force in a joint: on the child, or on the parent of a joint to the ground."""
    own = m.joints[joint["name"]]
    if own.child != GROUND:
        return own.child, own.name, joint["child"], joint["at"]
    (parent, where), _ = attachments(own, m)
    return (parent, own.name, *arms(parent, where, own))


def _path(result: Any, body: str, place: Any, force: Any) -> Array:
    """World places (time, dimension) of a point of a body."""
    F, n = result.formulation, result.mechanism.dimension
    s = np.ravel(F.geometry.local(place, body, force))
    if body == GROUND:
        return np.broadcast_to(s[:n], (len(result.time), n))
    here = F.motion.position(body, result.q)
    return np.asarray(here[:, :n] + (matrices(result, body) @ np.append(s, np.zeros(3 - len(s))))[:, :n])


def _known(read: Any, *names: Any, **options: Any) -> Any:
    try:
        return read(*names, **options)
    except SnodoError:
        return None
