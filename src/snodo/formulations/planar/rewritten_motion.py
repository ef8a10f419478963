"""Reading a motion of a planar mechanism whose numbers were rewritten: places and joint coordinates from its numbers.

Everything else is read from a binding of its own mechanism, which is made when it is first asked for.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.planar.description import Link
from snodo.formulations.planar.motion import Motion
from snodo.formulations.rewriting.snapshot import joints_of, places_of

if TYPE_CHECKING:
    from snodo.formulations.rewriting.member import Later

Array = np.ndarray


class RewrittenMotion(Motion):
    """The kinematics of a member.

    planar: the member; later: its binding to be; numbers: all its numbers (`rewriting/snapshot.py`).
    """

    def __init__(self, planar: Any, later: Later, numbers: Array) -> None:
        self._planar, self._later, self._numbers = planar, later, numbers
        self._places = {}
        self.spots = {}

    @property
    def _describer(self) -> Any:  # type: ignore[override]
        return self._later.bound.describer

    @property
    def _mechanism(self) -> Any:  # type: ignore[override]
        return self._later.bound.mechanism

    def _place(self, name: str) -> tuple[int, complex]:
        """Body and arm of a body, frame or joint."""
        known = places_of(self._later.rewriting.pattern)
        if name not in known:
            return super()._place(name)
        first = self._later.rewriting.base.places["arms"].start + 2 * known.index(name)
        return self._later.rewriting.pattern.motion.place(name)[0], complex(*self._numbers[first : first + 2])

    def measured(self, name: str) -> tuple[Link, bool]:
        """The coordinate for a name such as `A.angle` or `A.speed`, and whether it is a speed."""
        joint, _, word = name.rpartition(".")
        pattern = self._later.rewriting.pattern
        known = joints_of(pattern)
        if joint not in known or word not in (pattern.mechanism.joints[joint].coordinate, "speed"):
            return super().measured(name)
        first = self._later.rewriting.base.places["links"].start + 7 * known.index(joint)
        a, b, c, d, e, f, g = self._numbers[first : first + 7].tolist()
        link = pattern.describer.joint_coordinate(joint)
        return replace(link, s_i=complex(a, b), s_j=complex(c, d), u=complex(e, f), c=g), word == "speed"
