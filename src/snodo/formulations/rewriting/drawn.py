"""The mechanism as drawn, with numbers on a tape: what `mechanism/geometry.py` computes, in the same order.

Where something cannot be recorded, `NotRecorded` is raised, and what follows from it is found by binding again.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations
from typing import Any

from snodo.errors import SnodoError
from snodo.formulations.rewriting import masses
from snodo.formulations.rewriting.attached import Attached, alike
from snodo.formulations.rewriting.described import Described
from snodo.formulations.rewriting.masses import Mass
from snodo.formulations.rewriting.tape import NotRecorded, Recorded, Value, applied
from snodo.formulations.rewriting.vectors import (
    UNIT,
    WORLD,
    ZERO,
    Matrix,
    Placed,
    Vector,
    columns,
    cross,
    length,
    minus,
    plain,
    plain_matrix,
    plus,
    rotation,
    scaled,
    times,
    turned,
    unit,
)
from snodo.mechanism.body import Body
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.part import GROUND, Part


class Drawn:
    """Poses, masses, places and directions; `geometry` has the numbers of the moment."""

    def __init__(self, described: Described, geometry: Geometry, still: frozenset[str]) -> None:
        """still: bodies whose pose, mass and shape follow from no parameter."""
        self.described, self.geometry, self.mechanism = described, geometry, described.mechanism
        self.still = still
        self.attached: dict[str, Attached] = {}
        """Parts used again."""
        self._poses: dict[str, Placed] = {GROUND: WORLD}
        self._masses: dict[str, Mass] = {}
        self._extents: dict[str, Value] = {}
        for prefix, attachment in self.mechanism.attachments.items():
            self.attached[prefix] = Attached(self, attachment)

    # ---------------------------------------------------------------- what is described
    def field(self, part: Part, word: str) -> Any:
        """The value of a field."""
        owner, _ = self._owner(part.name)
        return self.described.field(part, word) if owner is None else owner.field(part, word)

    def point(self, name: str) -> Any:
        """The coordinates of a point."""
        owner, rest = self._owner(name)
        value = self.described.point(name)
        if owner is None or rest not in owner.part.points:
            return value
        found = owner.point(rest)[: len(value)]
        return found if alike(found, value) else value

    def see(self) -> None:
        """Put the numbers of all fields and initial values on the tape."""
        for part in (*self.mechanism.parts(), self.mechanism.run):
            self.described.see_fields(part)
        for name, value in self.mechanism.initial_values().items():
            with suppress(NotRecorded, SnodoError):
                self.described.initial(name, value)
        for attached in self.attached.values():
            attached.see()

    def _owner(self, name: str) -> tuple[Attached | None, str]:
        """The part used again to which a name belongs, and the name there."""
        prefix, _, rest = name.partition("/")
        return self.attached.get(prefix), rest

    # ---------------------------------------------------------------- bodies
    def pose(self, name: str) -> Placed:
        """A body's frame in the world."""
        if name not in self._poses:
            self._poses[name] = self._pose(self.mechanism.bodies[name])
        return self._poses[name]

    def mass(self, name: str) -> Mass:
        """Mass properties in the body's frame."""
        if name not in self._masses:
            self._masses[name] = self._mass(self.mechanism.bodies[name])
        return self._masses[name]

    def com(self, name: str) -> Vector:
        """The centre of mass in the body's frame; of the ground its origin."""
        return ZERO if name == GROUND else self.mass(name).com

    def _pose(self, body: Body) -> Placed:
        if body.name in self.still:
            pose = self.geometry.bodies[body.name].pose
            return Placed(plain(pose.r), plain_matrix(pose.A))
        owner, name = self._owner(body.name)
        if owner is not None and body.kind not in _BY_CORNERS:
            return owner.pose(name)
        if body.kind in ("bar", "cylinder"):
            a, b = self._ends(body)
            return Placed(scaled(0.5, plus(a, b)), frame_along(minus(b, a)))
        if body.kind == "particle":
            return Placed(self.world(self.field(body, "point"), body), UNIT)
        if body.kind == "plate":
            corners = self._corners(body)
            return Placed([*masses.centroid(corners), corners[0][2]], UNIT)
        if body.kind not in _PLACED:
            raise NotRecorded(body.title)
        at, axis = self.field(body, "at"), self.field(body, "axis")
        r = list(ZERO) if at is None else self.world(at, body)
        return Placed(r, rotation([0.0, 0.0, 1.0] if axis is None else plain(axis), self.field(body, "angle")))

    def _mass(self, body: Body) -> Mass:
        if body.name in self.still or (body.kind == "mesh" and not body.expressions):
            found = self.geometry.bodies[body.name].inertia
            return Mass(found.mass, plain(found.com), [list(row) for row in found.tensor])
        owner, name = self._owner(body.name)
        if owner is not None:
            return owner.mass(name)
        if body.kind not in _SHAPED or body.idealised:
            raise NotRecorded(body.title)
        return masses.mass_of(lambda word: self.field(body, word), self._form(body))

    def _corners(self, body: Any) -> list[Vector]:
        """The corners of a plate; guards keep the side on which each is of the line through any two others."""
        corners = [self.world(corner, body) for corner in self.field(body, "outline")]
        if len(corners) > MOST_CORNERS:
            raise NotRecorded(body.title)
        for a, b, c in combinations(corners, 3):
            side = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
            if isinstance(side, Recorded):
                self.described.tape.guard(0.0, side)
        return corners

    def _form(self, body: Body) -> masses.Form | None:
        def field(word: str) -> Any:
            return self.field(body, word)

        if body.kind == "bar":
            a, b = self._ends(body)
            return masses.block([length(minus(b, a)), field("width"), field("thickness")])
        if body.kind == "cylinder":
            a, b = self._ends(body)
            return masses.cylinder(field, length(minus(b, a)))
        if body.kind == "box":
            return masses.block(plain(field("size")))
        if body.kind == "particle":
            return masses.Form(list(ZERO), None, 0.0)
        if body.kind == "plate":
            return masses.plate(self._corners(body), field("thickness"))
        return {"disc": masses.disc, "sphere": masses.sphere}[body.kind](field) if body.kind != "body" else None

    def _ends(self, body: Any) -> tuple[Vector, Vector]:
        a, b = (self.world(end, body) for end in self.field(body, "ends"))
        self.described.tape.guard(0.0, length(minus(b, a)))
        return a, b

    # ---------------------------------------------------------------- places and directions
    def world(self, where: Any, part: Part) -> Vector:
        """World coordinates of a place."""
        if isinstance(where, str):
            if where in self.mechanism.points:
                return plain(self.point(where))
            on, s = self.frame(where)
            return self.pose(on).outward(s)
        if isinstance(where, dict):
            body, s = next(iter(where.items()))
            return self.pose(body).outward(plain(s))
        return plain(where)

    def frame(self, name: str) -> tuple[str, Vector]:
        """Body and origin of a frame, in the axes of the body."""
        if name not in self.mechanism.frames:
            raise NotRecorded(name)
        frame = self.mechanism.frames[name]
        return frame.on, self.local(self.field(frame, "at"), frame.on, frame)

    def local(self, where: Any, body: str, part: Part) -> Vector:
        """A place in the frame of a body."""
        if isinstance(where, dict) and body in where:
            return plain(where[body])
        if isinstance(where, str) and where not in self.mechanism.points:
            on, s = self.frame(where)
            if on == body:
                return s
        return self.pose(body).inward(self.world(where, part))

    def direction(self, along: Any, body: str, part: Part) -> Vector:
        """A unit vector in the frame of a body."""
        A = self.pose(body).A
        if isinstance(along, dict):
            if body in along:
                return unit(plain(along[body]))
            other, vector = next(iter(along.items()))
            along = tuple(times(self.pose(other).A, plain(vector)))
        if isinstance(along[0], str):
            a, b = (self.world(name, part) for name in along)
            return unit(times(turned(A), minus(b, a)))
        return unit(times(turned(A), plain(along)))

    # ---------------------------------------------------------------- size
    def size(self) -> Value:
        """The diagonal of the box around points, bodies and joints."""
        places = [plain(self.point(name)) for name in self.mechanism.points]
        for name, body in self.mechanism.bodies.items():
            pose = self.pose(name)
            places.append(pose.r)
            if self.geometry.bodies[name].shape is not None:
                extent = self.extent(body)
                places += [plus(pose.r, [sign * extent] * 3) for sign in (1.0, -1.0)]
        for part in (*self.mechanism.joints.values(), *self.mechanism.frames.values()):
            for word in ("at", "start", "end"):
                if getattr(part, word, None) is not None:
                    places.append(self.world(self.field(part, word), part))
        return self.diagonal(places)

    def diagonal(self, places: list[Vector]) -> Value:
        """The diagonal of the box around places."""
        sides = [self._range([p[k] for p in places]) for k in range(self.mechanism.dimension)]
        self.described.tape.hide(*sides)
        return length(sides)

    def _range(self, values: list[Value]) -> Value:
        high, low = values[0], values[0]
        for x in values[1:]:
            high, low = applied("max", high, x), applied("min", low, x)
            self.described.tape.hide(high, low)
        return high - low

    def outline(self, name: str) -> list[Vector]:
        """Origin, centre of mass and extent of a body."""
        pose = self.pose(name)
        found = [pose.r, pose.outward(self.com(name))]
        if self.geometry.bodies[name].shape is not None:
            extent = self.extent(self.mechanism.bodies[name])
            found += [plus(pose.r, [sign * extent] * 3) for sign in (1.0, -1.0)]
        return found

    def extent(self, body: Body) -> Value:
        """How far a body reaches from its origin."""
        owner, name = self._owner(body.name)
        if owner is not None and body.name not in self.still:
            return owner.extent(name)
        shape = self.geometry.bodies[body.name].shape
        if body.name in self.still or (body.kind == "mesh" and not body.expressions):
            return 0.0 if shape is None else float(shape.extent())
        if body.name not in self._extents:
            form = self._form(body) if body.kind in _SHAPED else None
            if form is None:
                raise NotRecorded(body.title)
            self._extents[body.name] = form.extent
        return self._extents[body.name]


MOST_CORNERS = 12
"""Corners of a plate, between which guards are kept."""
_PLACED = ("body", "disc", "box", "sphere", "mesh")
_BY_CORNERS = ("bar", "cylinder", "particle", "plate")
_SHAPED = ("body", "bar", "cylinder", "disc", "box", "sphere", "particle", "plate")


def frame_along(direction: Vector) -> Matrix:
    """A rotation whose x axis points along a direction, as `mechanism/body.py` completes it.

    One that is flat by chance has the same axes by both ways.
    """
    x = unit(direction)
    flat = not hasattr(x[2], "tape") and abs(x[2]) < 1e-12
    if flat:
        return [[x[0], -x[1], 0.0], [x[1], x[0], 0.0], [0.0, 0.0, 1.0]]
    steep = not applied("abs", x[2]) < 0.9
    helper = [0.0, 1.0, 0.0] if steep else [0.0, 0.0, 1.0]
    y = unit(cross(helper, x))
    return columns(x, y, cross(x, y))
