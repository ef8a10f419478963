"""All numbers of a bound formulation that a run reads, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

Array = np.ndarray


class Snapshot:
    """The arrays of a formulation by name, and all their numbers in one."""

    def __init__(self, F: Any) -> None:
        self.parts = arrays_of(F)
        self.places, at = {}, 0
        for name, array in self.parts.items():
            self.places[name] = slice(at, at + array.size)
            at += array.size
        self.numbers = np.concatenate([*self.parts.values(), np.zeros(0)])

    def like(self, other: Snapshot) -> bool:
        """Whether the arrays have the same names and sizes."""
        return self.places == other.places

    def arm(self, F: Any, numbers: Array, name: str) -> complex | None:
        """The arm of a body, frame or joint of F in all its numbers; None of other names."""
        known = places_of(F) if "arms" in self.places else []
        if name not in known:
            return None
        first = self.places["arms"].start + 2 * known.index(name)
        return complex(*numbers[first : first + 2])

    def link(self, F: Any, numbers: Array, name: str) -> Any:
        """The coordinate of a joint of F, with these numbers; None of other names."""
        known = joints_of(F) if "links" in self.places else []
        if name not in known:
            return None
        first = self.places["links"].start + 7 * known.index(name)
        a, b, c, d, e, f, g = numbers[first : first + 7].tolist()
        own = F.describer.joint_coordinate(name)
        return replace(own, s_i=complex(a, b), s_j=complex(c, d), u=complex(e, f), c=g)

    def owner(self, place: int) -> str:
        """The name of the array of a number."""
        return next(name for name, own in self.places.items() if own.start <= place < own.stop)


def arrays_of(F: Any) -> Mapping[str, Array]:
    """The model (of a tree, also the one without welds), the drawing, and what the start of a run needs."""
    found = {"model": F.model}
    lean = getattr(F, "lean", None)
    if lean is not None and lean is not F.flat:
        found["lean"] = lean.model
    found["drawn"] = F.reference()[0]
    found["size"] = np.array([F.size])
    names = [*F.coordinate_names, *F.velocity_names]
    found["lengths"] = np.asarray(F.groups.lengths(names), float)
    found["numbers"] = F.described_numbers
    found["initial"] = np.array(list(F.mechanism.initial_values().values()), float)
    if F.name == "planar":
        found["arms"] = np.array([_pair(F.motion.place(name)[1]) for name in places_of(F)], float).ravel()
        found["links"] = np.array([_link(F, name) for name in joints_of(F)], float).ravel()
    return found


def places_of(F: Any) -> list[str]:
    """Bodies, frames and joints in the plane, whose arms are in a snapshot: (x, y) from the centre of mass."""
    m = F.mechanism
    return [*m.bodies, *m.frames, *m.joints]


def joints_of(F: Any) -> list[str]:
    """Joints with one coordinate in the plane, whose links are in a snapshot: s_i, s_j, u (x and y of each), and c."""
    return [name for name, joint in F.mechanism.joints.items() if getattr(joint, "coordinate", "")]


def _pair(z: complex) -> tuple[float, float]:
    return z.real, z.imag


def _link(F: Any, name: str) -> tuple[float, ...]:
    link = F.describer.joint_coordinate(name)
    return (*_pair(link.s_i), *_pair(link.s_j), *_pair(link.u), link.c)
