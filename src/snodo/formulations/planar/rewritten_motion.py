"""Reading a motion of a planar mechanism whose numbers were rewritten: places and joint coordinates from its numbers.

Everything else is read from a binding of its own mechanism, which is made when it is first asked for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.formulations.planar.description import Link
from snodo.formulations.planar.motion import Motion

Array = np.ndarray


class RewrittenMotion(Motion):
    """The kinematics of a member, which is `planar`; `later` has its numbers, and its binding to be."""

    def __init__(self, planar: Any, later: Any) -> None:
        self._planar, self._later = planar, later
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
        rewriting = self._later.rewriting
        arm = rewriting.base.arm(rewriting.pattern, self._later.numbers, name)
        return super()._place(name) if arm is None else (rewriting.pattern.motion.place(name)[0], arm)

    def measured(self, name: str) -> tuple[Link, bool]:
        """The coordinate for a name such as `A.angle` or `A.speed`, and whether it is a speed."""
        joint, _, word = name.rpartition(".")
        rewriting = self._later.rewriting
        link = rewriting.base.link(rewriting.pattern, self._later.numbers, joint)
        if link is None or word not in (rewriting.pattern.mechanism.joints[joint].coordinate, "speed"):
            return super().measured(name)
        return link, word == "speed"
