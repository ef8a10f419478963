"""The mechanism as drawn: positions of all bodies, frames, points and joints, in world axes.

Everything is three-dimensional; a planar mechanism is in the plane z = 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import MechanismError, Problem, suggestion
from snodo.mechanism.body import Body, rotation_about
from snodo.mechanism.part import GROUND, Part
from snodo.mechanism.shapes.inertia import Inertia
from snodo.mechanism.shapes.shape import Shape

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism


@dataclass(frozen=True)
class Pose:
    """A frame in the world: r = origin [m], A = rotation (frame to world)."""

    r: np.ndarray
    A: np.ndarray

    @property
    def angle(self) -> float:
        """Angle about z [rad]."""
        return float(np.arctan2(self.A[1, 0], self.A[0, 0]))

    def to_world(self, s: np.ndarray) -> np.ndarray:
        """World coordinates of a point given in this frame."""
        return self.r + self.A @ s

    def to_local(self, p: np.ndarray) -> np.ndarray:
        """Coordinates in this frame of a world point."""
        return self.A.T @ (p - self.r)


@dataclass(frozen=True)
class PlacedBody:
    """A body as drawn: its pose, its mass properties in its frame, its shape."""

    pose: Pose
    inertia: Inertia
    shape: Shape | None


GROUND_POSE = Pose(np.zeros(3), np.eye(3))


class Geometry:
    """Resolves the places and directions of a mechanism.  `problems` lists what could not be resolved."""

    def __init__(self, mechanism: Mechanism) -> None:
        self._mechanism = mechanism
        self.dimension = mechanism.dimension
        self.bodies: dict[str, PlacedBody] = {}
        self.problems: list[Problem] = []
        self._asked: list[str] = []
        self._size: float | None = None
        for body in mechanism.bodies.values():
            self._place(body)

    def _place(self, body: Body) -> None:
        def locate(where: Any) -> np.ndarray:
            return self._world(where, body)

        try:
            pose = Pose(body.origin(locate), body.rotation(locate))
            inertia = body.mass_properties(locate)
            self.bodies[body.name] = PlacedBody(pose, inertia, body.shape(locate))
        except MechanismError as error:
            self.problems += [
                p if p.where else Problem(f"{body.title}: {_without_class(p.what)}", p.remedy, body.where)
                for p in error.problems
            ]

    # ---------------------------------------------------------------- places
    def pose(self, body: str) -> Pose:
        """Pose of a body as drawn; the ground is the world."""
        return GROUND_POSE if body == GROUND else self.bodies[body].pose

    def local(self, where: Any, body: str, part: Part) -> np.ndarray:
        """Coordinates (3) in the frame of `body` of a place that `part` refers to."""
        if isinstance(where, dict) and body in where:
            return _three(where[body])
        frames = self._mechanism.frames
        if (
            isinstance(where, str)
            and where not in self._mechanism.points
            and where in frames
            and frames[where].on == body
        ):
            return self.frame(where)[1]
        return self.pose(body).to_local(self._world(where, part))

    def frame(self, name: str) -> tuple[str, np.ndarray, np.ndarray]:
        """Body, origin and rotation (in the body frame) of a named frame."""
        frame = self._mechanism.frames[name]
        if name in self._asked:
            what = f"{frame.title} is placed at {' → '.join([*self._asked, name])}"
            raise MechanismError(Problem(what, "a frame cannot be placed by itself: give coordinates", frame.where))
        self._asked.append(name)
        try:
            s = self.local(frame.at, frame.on, frame)
        finally:
            self._asked.pop()
        return frame.on, s, rotation_about(_three((0.0, 0.0, 1.0) if frame.axis is None else frame.axis), frame.angle)

    def direction(self, along: Any, body: str, part: Part) -> np.ndarray:
        """Unit vector (3) in the frame of `body` of a direction that `part` refers to."""
        if isinstance(along, dict):
            if body in along:
                return _unit(_three(along[body]))
            other, vector = next(iter(along.items()))
            self._must_know(other, part)
            along = tuple(self.pose(other).A @ _three(vector))
        if isinstance(along[0], str):
            A, B = (self._world(name, part) for name in along)
            if not np.linalg.norm(B - A) > 0:
                raise MechanismError(
                    Problem(
                        f"{part.title}: the points {along[0]} and {along[1]} coincide",
                        "give two different points",
                        part.where,
                    )
                )
            return _unit(self.pose(body).A.T @ (B - A))
        return _unit(self.pose(body).A.T @ _three(along))

    def world(self, where: Any, part: Part) -> np.ndarray:
        """World coordinates (3) as drawn of a place that `part` refers to [m]."""
        return self._world(where, part)

    def _world(self, where: Any, part: Part) -> np.ndarray:
        """World coordinates (3) as drawn."""
        points, frames = self._mechanism.points, self._mechanism.frames
        if isinstance(where, str):
            if where in points:
                return _three(points[where])
            if where in frames and frames[where].on in (GROUND, *self.bodies):
                on, s, _ = self.frame(where)
                return self.pose(on).to_world(s)
            raise MechanismError(
                Problem(
                    f"{part.title} refers to point {where!r}, which does not exist",
                    suggestion(where, [*points, *frames]),
                    part.where,
                )
            )
        if isinstance(where, dict):
            body, s = next(iter(where.items()))
            self._must_know(body, part)
            return self.pose(body).to_world(_three(s))
        return _three(where)

    def _must_know(self, body: str, part: Part) -> None:
        if body != GROUND and body not in self.bodies:
            if body in self._mechanism.bodies:
                what = f"{part.title} refers to body {body!r}, whose position is not known yet"
                raise MechanismError(Problem(what, "describe that body first", part.where))
            what = f"{part.title} refers to body {body!r}, which does not exist"
            raise MechanismError(Problem(what, suggestion(body, self.bodies), part.where))

    def size(self) -> float:
        """Characteristic length of the mechanism [m]: the diagonal of the box around its points, bodies and joints."""
        if self._size is None or len(self.bodies) < len(self._mechanism.bodies):
            self._size = self._diagonal()
        return self._size

    def _diagonal(self) -> float:
        places = [_three(p) for p in self._mechanism.points.values()]
        for placed in self.bodies.values():
            places.append(placed.pose.r)
            if placed.shape is not None:
                places += [placed.pose.r + placed.shape.extent() * e for e in (np.ones(3), -np.ones(3))]
        for part in (*self._mechanism.joints.values(), *self._mechanism.frames.values()):
            for attribute in ("at", "start", "end"):
                where = getattr(part, attribute, None)
                if where is not None:
                    places.append(self._world(where, part))
        if not places:
            return 1.0
        box = np.ptp(np.array(places), axis=0)
        return float(np.linalg.norm(box[: self._mechanism.dimension])) or 1.0


def _without_class(what: str) -> str:
    """The message of a shape without its class name, which is already in the body's title."""
    return re.sub(r"^[A-Z][A-Za-z]+: ", "", what)


def _three(vector: Any) -> np.ndarray:
    return np.array([*vector, 0.0][:3], dtype=float)


def _unit(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)
