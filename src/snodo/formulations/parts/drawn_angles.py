"""Angles of bodies in the plane with whole turns as the user counts them: 200 deg is not −160 deg."""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from snodo.mechanism.body import Bar
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.mechanism import Mechanism


class DrawnAngles:
    """The angles as drawn, with whole turns from the drawing, a driver or an initial condition."""

    def __init__(self, mechanism: Mechanism, geometry: Geometry, initial: dict[str, float]) -> None:
        self._geometry = geometry
        self._meant = _meant_angles(mechanism, initial)

    def __getitem__(self, body: str) -> float:
        """φ of a body as drawn [rad].

        A given angle that is close to the drawn one up to whole turns adds those turns; one that is far from it is a
        motion from the drawing and adds none.
        """
        drawn = self._geometry.pose(body).angle
        away = self._meant.get(body, drawn) - drawn
        turns = round(away / (2 * np.pi))
        return drawn + 2 * np.pi * (turns if abs(away - 2 * np.pi * turns) < np.pi / 2 else 0)


def _meant_angles(mechanism: Mechanism, initial: dict[str, float]) -> dict[str, float]:
    meant = {b.name: b.angle for b in mechanism.bodies.values() if not isinstance(b, Bar)}
    for driver in mechanism.drivers.values():
        if driver.motion == "body angle" and driver.angle is not None:
            with suppress(Exception):  # a function that fails is reported where it is evaluated
                meant[driver.body] = driver.angle(0.0)
    return meant | {b: initial[f"{b}.angle"] for b in mechanism.bodies if f"{b}.angle" in initial}
