"""Methods that add points and frames."""

from __future__ import annotations

from snodo.errors import MechanismError, Problem, user_line
from snodo.math.calculated import recording
from snodo.math.units import UnitError
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.frame import Frame
from snodo.mechanism.input_types import AngleLike, DirectionLike, Place, Quantity, Vector
from snodo.mechanism.part import coordinates
from snodo.mechanism.written import Written, plain_copy


class AddsPlaces(Adding):
    """Points and frames."""

    points: dict[str, tuple[float, ...]]
    point_lines: dict[str, str]
    expressions: dict[tuple[str, str], Written]

    def add_points(self, **places: Vector) -> None:
        """Add named points.

        Parameters
        ----------
        **places : sequence of quantities
            World coordinates of each point as drawn [m].

        Raises
        ------
        MechanismError
            If coordinates are wrong or a name is given twice.

        Examples
        --------
        >>> m = sn.Mechanism("pendulum")
        >>> m.add_points(A=(0, 0), B=(0.1, "150 mm"))
        """
        for name, place in places.items():
            self.point(name, *place)

    def point(self, name: str, *place: Quantity | Vector) -> None:
        """Add one named point.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        *place : quantity, or a sequence of them
            World coordinates as drawn [m].

        Raises
        ------
        MechanismError
            If the coordinates are wrong or the name is given twice.

        Examples
        --------
        >>> m = sn.Mechanism("pendulum")
        >>> m.point("A", 0, 0)
        """
        where = user_line()
        try:
            with self._knowing(), recording() as record:
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
        if record.calculated:
            given = plain_copy(place[0] if len(place) == 1 else place)
            written = Written(list(given), xyz, frozenset(record.parameters), "vector:length")
            self.expressions = {**self.expressions, ("points", name): written}

    def frame(self, name: str, on: str, at: Place, angle: AngleLike = 0.0, axis: DirectionLike | None = None) -> Frame:
        """Add a named frame on a body, to attach parts to or to measure.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        on : str
            The body that carries it.
        at : place
            Its origin: a point, world coordinates as drawn [m], or {body: coordinates in its frame [m]}.
        angle : quantity or Rotation, optional
            Rotation relative to the body frame [rad], about z or `axis`, or a whole `Rotation` from frame to body.
        axis : direction, optional
            Axis of that rotation in the body frame (3-D only).

        Returns
        -------
        Frame
            The frame that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> frame = m.frame("P", on="rod", at={"rod": (0.1, 0.02)})
        """
        return self._put(Frame, name=name, on=on, at=at, angle=angle, axis=axis)
