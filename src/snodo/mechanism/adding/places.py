"""Methods that add points and frames."""

from __future__ import annotations

from typing import Any

from snodo.errors import MechanismError, Problem, user_line
from snodo.math.units import UnitError
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.frame import Frame
from snodo.mechanism.part import coordinates


class AddsPlaces(Adding):
    """Points and frames."""

    points: dict[str, tuple[float, ...]]
    point_lines: dict[str, str]

    def add_points(self, **places: Any) -> None:
        """Named points, in world coordinates as drawn [m]: `m.add_points(A=(0, 0), B=(0.1, "150 mm"))`."""
        for name, place in places.items():
            self.point(name, *place)

    def point(self, name: str, *place: Any) -> None:
        """One named point, in world coordinates as drawn [m]: `m.point("A", 0, 0)`."""
        where = user_line()
        try:
            xyz = coordinates(place[0] if len(place) == 1 else place)
        except (UnitError, ValueError) as error:
            raise MechanismError(
                Problem(f"point {name!r}: {error}", "give its coordinates, as in A: [0, 0.1]", where)
            ) from None
        if name in self.points:
            raise MechanismError(
                Problem(f"point {name!r} is given twice", f"it was first given at {self.point_lines[name]}", where)
            )
        self.points[name] = xyz
        self.point_lines[name] = where

    def frame(self, name: str, on: str, at: Any, angle: Any = 0.0, axis: Any = None) -> Frame:
        """A named frame on body `on`; `at` a point, world coordinates as drawn [m], or {body: (x, y)} in its frame.

        `angle` [rad] is about z or `axis`, or a whole `Rotation`, frame to body.
        """
        return self.add(Frame(name=name, on=on, at=at, angle=angle, axis=axis))
