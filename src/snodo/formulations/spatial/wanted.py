"""Initial values in absolute coordinates: what assembly has to bring about, with its gradient.

Coordinates of joints and bodies are quantities made of measures.  Attitudes (e0 … e3) and velocities of spherical and
free joints and of bodies in space are read from the Euler parameters here:

    p_rel = p_i* ∘ p_j,     ṗ_rel = ½ Gᵀ(p_rel) ω_rel,     ω_rel = ω′_j − A_jᵀ A_i ω′_i

A joint's velocities are in its child's axes, a body's in the world's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.measured import Measure, Quantity
from snodo.math import euler_parameters as ep
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.spatial.spatial import Spatial

Array = np.ndarray
_TURN, _SPIN, _VELOCITY, _PLACE = ("e0", "e1", "e2", "e3"), ("wx", "wy", "wz"), ("vx", "vy", "vz"), ("x", "y", "z")


@dataclass(frozen=True)
class Wanted:
    """One number of how `child` is turned or moves against `parent`; frames in their axes."""

    what: str
    """attitude, spin or slide."""
    parent: str
    child: str
    index: int
    on_parent: Array
    on_child: Array
    in_world: bool = False
    target: Array | None = None
    """The attitude that is meant: p and −p are the same."""

    @property
    def kind(self) -> str:
        """Whether it turns or goes along."""
        return "along" if self.what == "slide" else "turn"

    def read(self, spatial: Spatial, q: Array) -> tuple[float, Array]:
        """Its value and its gradient (nv) in one state."""
        return {"attitude": self._attitude, "spin": self._spin, "slide": self._slide}[self.what](spatial, q)

    def _axes(self, spatial: Spatial, q: Array) -> tuple[Array, Array]:
        """World axes of the frames."""
        rotation = spatial.motion.rotation
        return rotation(self.parent, q) @ self.on_parent, rotation(self.child, q) @ self.on_child

    def _turning(self, spatial: Spatial, q: Array) -> Array:
        """ω_rel = J v in the frame of the child (3, nv)."""
        _, A_j = self._axes(spatial, q)
        J = A_j.T @ (spatial.turning_of(self.child, q) - spatial.turning_of(self.parent, q))
        return A_j @ J if self.in_world else J

    def _attitude(self, spatial: Spatial, q: Array) -> tuple[float, Array]:
        A_i, A_j = self._axes(spatial, q)
        p = ep.extracted(A_i.T @ A_j)
        if self.target is not None and p @ self.target < 0:
            p = -p
        return float(p[self.index]), ep.matrix_G(p)[:, self.index] @ self._turning(spatial, q) / 2

    def _spin(self, spatial: Spatial, q: Array) -> tuple[float, Array]:
        return 0.0, self._turning(spatial, q)[self.index]

    def _slide(self, spatial: Spatial, q: Array) -> tuple[float, Array]:
        """Velocity of the child's origin as the parent sees it."""
        _, A_j = self._axes(spatial, q)
        d = spatial.motion.position(self.child, q) - spatial.motion.position(self.parent, q)
        J = (
            spatial.sliding_of(self.child, q)
            - spatial.sliding_of(self.parent, q)
            + ep.tilde(d) @ spatial.turning_of(self.parent, q)
        )
        return 0.0, (J if self.in_world else A_j.T @ J)[self.index]


def wanted(spatial: Spatial, name: str) -> tuple[Quantity | Wanted, bool]:
    """What is behind the name of an initial value, and whether it is a speed."""
    mechanism = spatial.mechanism
    found, word, _ = mechanism.coordinate(name)
    part: Any = found
    if part.name in mechanism.joints:
        return _of_joint(spatial, part, word)
    if mechanism.dimension == 3 and word in (*_TURN, *_SPIN):
        return _turned(spatial, part.name, GROUND, part.name, word, np.eye(3), np.eye(3), in_world=True)
    words = {"vx": "x", "vy": "y", "vz": "z", "omega": "angle"}
    if mechanism.dimension == 3 and word in ("angle", "omega"):
        what = f"initial {name}: the angle of a body has no axis in space"
        raise UnsupportedError(Problem(what, "give e0 … e3 and wx, wy, wz, or the coordinates of its joint"))
    return spatial.closer.body_coordinate(part.name, words.get(word, word)), word in words


def _of_joint(spatial: Spatial, joint: Any, word: str) -> tuple[Quantity | Wanted, bool]:
    closer, dimension = spatial.closer, spatial.mechanism.dimension
    if joint.kind in ("spherical", "free") and dimension == 3:
        frames = closer.framer.frames(joint)
        pair = frames.on_parent.A, frames.on_child.A
        if word in _PLACE:
            e = np.eye(3)[_PLACE.index(word)]
            return Quantity([(1.0, Measure("along", joint.parent, joint.child, e=e))]), False
        if word in _VELOCITY:
            return Wanted("slide", joint.parent, joint.child, _VELOCITY.index(word), *pair), True
        return _turned(spatial, joint.name, joint.parent, joint.child, word, *pair)
    words = list(joint.words(dimension))
    half = len(words) // 2
    if joint.kind == "free":  # in the plane: x, y, angle of the child against the parent
        return _free_in_plane(joint, words[words.index(word) % half], word in words[half:])
    index = words.index(word)
    return closer.coordinate(joint, words[index % half]), index >= half


def _free_in_plane(joint: Any, word: str, speed: bool) -> tuple[Quantity, bool]:
    if word == "angle":
        return Quantity([(1.0, Measure("heading", joint.parent, joint.child))], unit="rad"), speed
    return Quantity([(1.0, Measure("along", joint.parent, joint.child, e=np.eye(3)[_PLACE.index(word)]))]), speed


def _turned(
    spatial: Spatial, owner: str, parent: str, child: str, word: str, A: Array, B: Array, in_world: bool = False
) -> tuple[Wanted, bool]:
    if word in _SPIN:
        return Wanted("spin", parent, child, _SPIN.index(word), A, B, in_world), True
    initial = spatial.mechanism.initial_values()
    given = [initial.get(f"{owner}.{e}") for e in _TURN]
    target = None if None in given else np.array(given, float)
    return Wanted("attitude", parent, child, _TURN.index(word), A, B, target=target), False
