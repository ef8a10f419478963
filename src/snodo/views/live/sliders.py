"""Sliders: the independent coordinates of a tree, the coordinates that follow them, and their limits.

Φ_v with the columns of drivers, actuators and joints on the ground made small is factored by QR with column pivoting:
the first rank(Φ_v) pivots are the dependent coordinates, the others are the sliders.  Coordinates of revolute, sliding,
screw, universal and planar joints are the numbers in q.  A ball or floating joint whose rotations are all independent
has the three components of the rotation vector from where it began; where only some are, the turns made about its axes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.tree import manifold
from snodo.math.euler_parameters import exponential, product
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.tree.flatten import Place
    from snodo.formulations.tree.tree import Tree

Array = np.ndarray
RANK = 1e-9
"""Singular values below this share of the largest count as zero."""
DRIVEN, ACTUATED, GROUNDED, SEVERAL = 1e-4, 1e-2, 0.3, 30.0
"""Weights of the columns of joints: the smaller, the rather they become sliders."""
NUMBER, TURN, PLACE, GONE = "number", "turn", "place", "gone"
"""What a slider sets: a number of q, a component of a rotation vector or of a place, or how far a velocity has gone."""


@dataclass(frozen=True)
class Slider:
    """An independent coordinate."""

    name: str
    """As results name it, where they do."""
    joint: str
    kind: str
    column: int
    """Its velocity,"""
    at: int
    """and where it is in q: the number itself, or the first of the Euler parameters or places of its joint."""
    index: int
    """Which of the components of a rotation vector or a place."""
    unit: str
    low: float
    high: float
    value: float
    driven: bool = False


def rank_of(J: Array) -> int:
    """The rank of Φ_v in pure numbers."""
    sizes = np.linalg.svd(J, compute_uv=False) if J.size else np.zeros(0)
    return int((sizes > RANK * max(sizes.max(initial=0.0), 1e-300)).sum())


def pure_jacobian(F: Tree, q: Array) -> Array:
    """Φ_v of the rows on positions, rows and velocities over their natural sizes."""
    J: Array = F.position_jacobian(q, 0.0) / F.row_scale[:, None] * F.velocity_scale
    return J


def dependent_columns(F: Tree, q: Array, driven: list[str]) -> Array:
    """Mask of the velocities that follow the others."""
    from scipy.linalg import qr

    J = pure_jacobian(F, q)
    mask = np.zeros(F.nv, bool)
    rank = rank_of(J)
    if rank:
        lengths = np.linalg.norm(J, axis=0)
        order = qr(J / np.where(lengths > 0, lengths, 1.0) * _weights(F, driven), mode="r", pivoting=True)[1]
        mask[order[:rank]] = True
    return mask


def _weights(F: Tree, driven: list[str]) -> Array:
    actuated = {getattr(force, "joint", "") for force in F.mechanism.forces.values()} | set(F.mechanism.limits)
    found = np.ones(F.nv)
    for name, place in F.joint_places.items():
        found[place.v] = (DRIVEN if name in driven else ACTUATED if name in actuated else 1.0) * (
            SEVERAL if len(place.frames.velocities) > 1 else GROUNDED if _grounded(place) else 1.0
        )
    return found


def _grounded(place: Place) -> bool:
    return GROUND in (place.branch.joint.parent, place.branch.joint.child)


def sliders_of(F: Tree, q: Array, dependent: Array, driven: list[str]) -> list[Slider]:
    """Sliders of the independent velocities, those of drivers first."""
    found = [slider for place in F.flat.places for slider in _of_joint(F, place, q, ~dependent, driven)]
    return sorted(found, key=lambda slider: not slider.driven)


def _of_joint(F: Tree, place: Place, q: Array, free: Array, driven: list[str]) -> Iterator[Slider]:
    name, frames = place.branch.joint.name, place.frames
    for k, column in enumerate(range(place.v.start, place.v.stop)):
        if not free[column]:
            continue
        unit = frames.velocity_units[k]
        kind, at, index, label = NUMBER, place.q.start + k, 0, frames.coordinates[min(k, len(frames.coordinates) - 1)]
        if frames.kind in ("spherical", "free"):
            kind, at, index, label = _of_several(place, k, bool(free[place.v].all()))
        value = float(q[at]) if kind in (NUMBER, PLACE) else 0.0
        low, high = _range(F, name, unit, value, single=kind == NUMBER and len(frames.coordinates) == 1)
        yield Slider(f"{name}.{label}", name, kind, column, at, index, unit, low, high, value, name in driven)


def _of_several(place: Place, k: int, whole: bool) -> tuple[str, int, int, str]:
    """Kind, place in q, component and word of a velocity of a ball or floating joint."""
    places = 3 if place.frames.kind == "free" else 0
    axis = "xyz"[k % 3]
    if k < places:
        return (PLACE, place.q.start + k, k, axis) if whole else (GONE, place.q.start, k, f"along {axis}")
    at = place.q.start + places
    return (TURN, at, k - places, f"turn {axis}") if whole else (GONE, at, k - places, f"about {axis}")


def _range(F: Tree, joint: str, unit: str, value: float, single: bool) -> tuple[float, float]:
    """Limits of the file, else half a turn or the size of the mechanism to either side."""
    reach = np.pi if unit == "rad" else F.size
    middle = 0.0 if abs(value) <= reach else value
    limits = F.mechanism.limits.get(joint) if single else None
    low = middle - reach if limits is None or limits.lower is None else limits.lower
    high = middle + reach if limits is None or limits.upper is None else limits.upper
    return min(low, value), max(high, value)


# ---------------------------------------------------------------- setting them
def set_sliders(F: Tree, q: Array, sliders: list[Slider], before: Array, after: Array, start: Array) -> Array:
    """Coordinates with the sliders moved from some values to others; the others stay, loops may open."""
    step = np.zeros(F.nv)
    for k, slider in enumerate(sliders):
        if slider.kind in (NUMBER, GONE):
            step[slider.column] = after[k] - before[k]
    found = moved(F, q, step)
    turns: dict[int, Array] = {}
    for k, slider in enumerate(sliders):
        if slider.kind == PLACE:
            found[slider.at] = after[k]
        elif slider.kind == TURN:
            turns.setdefault(slider.at, np.zeros(3))[slider.index] = after[k]
    for at, turn in turns.items():
        found[at : at + 4] = product(start[at : at + 4], exponential(turn))
    return found


def moved(F: Tree, q: Array, step: Array) -> Array:
    """Coordinates after a step along velocities; the turns of cut joints are not counted."""
    return manifold.integrate(F.flat.places, q, step, 1.0)


# ---------------------------------------------------------------- what follows
def followers(F: Tree, sliders: list[Slider]) -> list[tuple[str, str, Any]]:
    """Names, units and readers of coordinates that follow: of the tree, and of the joints that are cut."""
    shown = {slider.at for slider in sliders if slider.kind in (NUMBER, PLACE)}
    found: list[tuple[str, str, Any]] = [
        (name, unit, _Entry(k))
        for k, (name, unit) in enumerate(zip(F.coordinate_names, F.coordinate_units))
        if unit and k not in shown
    ]
    named = {name for name, _, _ in found}
    for name in F.cut_joints:
        word = getattr(F.mechanism.joints[name], "coordinate", "")
        if word and f"{name}.{word}" not in named:
            found.append((f"{name}.{word}", "rad" if word == "angle" else "m", _CutJoint(F, name)))
    return found


@dataclass(frozen=True)
class _Entry:
    index: int

    def __call__(self, q: Array) -> float:
        return float(q[self.index])


@dataclass(frozen=True)
class _CutJoint:
    F: Tree
    name: str

    def __call__(self, q: Array) -> float:
        rest = np.zeros(self.F.nv)
        return float(self.F.motion.joint(self.name, q, rest, rest)[0])
