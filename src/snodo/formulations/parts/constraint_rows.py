"""From the parts of a mechanism to constraint rows made of measures (`math/kernels/measures.py`).

A row is  Φ = Σ weight · measure + constant − f(t) = 0.  A measure refers only to bodies, points and directions in body
axes, so every formulation can evaluate it: the tree for the joints it cuts, and absolute coordinates for all joints.  A
joint whose freedoms are translations followed by rotations (or rotations followed by translations) has

    one `along` row for every direction in which its frames cannot translate,
    `across` rows for every axis about which they cannot rotate,

and a screw has the combination  e·d − h θ = 0  of translation and rotation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.parts.ball_joint_driver import ball_joint_rows
from snodo.formulations.parts.drawn_angles import DrawnAngles
from snodo.formulations.parts.joint_frames import Framer, JointFrames
from snodo.formulations.parts.numbers import Number, Reading, inputs_of, numbers_of, readings_of
from snodo.formulations.parts.switched import SWITCHED, openable
from snodo.formulations.parts.yielding import LAWS_AS_ROWS, YieldingRow
from snodo.math.euler_parameters import extracted
from snodo.mechanism import joints
from snodo.mechanism.drivers import Driver
from snodo.mechanism.elements import length_rows
from snodo.mechanism.forces import POSITION_WORDS, VELOCITY_WORDS
from snodo.mechanism.functions.tabulated import resolved_all
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.laws import Law
from snodo.mechanism.measures import Combination, Measure, PartRows
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND, Part
from snodo.mechanism.reader import Reader
from snodo.mechanism.tables import curves_of
from snodo.mechanism.velocity_constraints import RATES, VelocityConstraint

Array = np.ndarray
TURN = 2 * np.pi
_NONE = np.zeros(3)
_AXES = dict(zip("xyz", np.eye(3)))
_OTHERS = {"x": ("y", "z"), "y": ("z", "x"), "z": ("x", "y")}


class RowBuilder(Reader):
    """Reads the parts of a mechanism; `carried` are the joints with coordinates of the formulation."""

    def __init__(self, mechanism: Mechanism, geometry: Geometry, framer: Framer, carried: Sequence[str] = ()) -> None:
        self.mechanism = mechanism
        self.geometry = geometry
        self.framer = framer
        self.carried = set(carried)
        self.plane = mechanism.dimension == 2
        self.initial = mechanism.initial_values()
        self.angles = DrawnAngles(mechanism, geometry, self.initial)
        self.counted = [] if self.plane else [f"{joint}.{word}" for joint, word in self._turning_joints()]
        """Names of the coordinates that count whole turns, after the formulation's other coordinates."""
        self.laws_as_rows = LAWS_AS_ROWS.get()
        """Whether springs and dampers are rows that yield to their forces, instead of forces (`yielding.py`),"""
        self.yielding: list[YieldingRow] = []
        """and these rows."""
        self.switched = SWITCHED.get()
        """Rows that are switched on and off along a run (`switched.py`),"""
        self.openable = openable(mechanism)
        """and parts among them."""

    # ---------------------------------------------------------------- numbers in the state y
    @cached_property
    def _listed_numbers(self) -> list[Number]:
        return numbers_of(self)

    @cached_property
    def number_names(self) -> dict[str, int]:
        """Places of states and held numbers among these, by name."""
        return {number.name: k for k, number in enumerate(self._listed_numbers)}

    @cached_property
    def numbers(self) -> list[Number]:
        """States and held numbers behind the works in y, in this order (`numbers.py`)."""
        return [
            number
            if number.function is None
            else replace(number, measures=inputs_of(self, number.function, number.part, number.measures))
            for number in self._listed_numbers
        ]

    @cached_property
    def readings(self) -> list[Reading]:
        """Formulas of controllers and conditions, evaluated in single states,"""
        return readings_of(self)

    @cached_property
    def reading_places(self) -> dict[str, int]:
        """and where they are in the model, by their keys, once it is written."""
        return {}

    def number_of(self, name: str) -> int:
        """The place of a number among all numbers of its mechanism."""
        return self.number_names[name]

    def all_rows(self) -> Iterator[PartRows]:
        """All rows; those that are switched come last."""
        yield from self.fixed_rows()
        yield from self.switched_rows()

    def switched_rows(self) -> Iterator[PartRows]:
        """Rows that are switched on and off along a run, or only measure."""
        yield from (row.rows(self) for row in self.switched)

    def fixed_rows(self) -> Iterator[PartRows]:
        """Rows of rigid joints that are not carried, constraints, drivers; then springs, if they are rows."""
        m = self.mechanism
        cylinders = {name: part for name, part in m.forces.items() if length_rows(part)}
        for section in (m.joints, m.constraints, m.drivers, cylinders):
            for part in section.values():
                if self._is_off(part):
                    continue
                if section is not m.joints or not (part.name in self.carried or _is_elastic(part)):
                    part_rows = self.rows_of(part)
                    if part_rows.rows:
                        yield part_rows
        if self.laws_as_rows:
            from snodo.formulations.parts.forces import yielding_rows

            self.yielding = yielding_rows(self.mechanism, self)
            yield from (row.part_rows for row in self.yielding)

    def _is_off(self, part: Any) -> bool:
        """Whether its rows come among those that are switched, or it is open at the start."""
        return part.name in self.openable and (bool(self.switched) or not getattr(part, "closed", True))

    def rows_of(self, part: Any) -> PartRows:
        """The rows of one part."""
        return self._driver(part) if isinstance(part, Driver) else part.rows(self)

    # ---------------------------------------------------------------- joints
    def rows_between_frames(self, part: joints.Joint) -> PartRows:
        """The rows of a joint with a frame on each body and a chain of free motions between them."""
        return self.rows_in_parent_axes(part)

    def rows_in_parent_axes(self, part: joints.Joint) -> PartRows:
        """The same, along axes of the parent in every formulation."""
        frames = self.framer.frames(part)
        part_rows = PartRows(part, [], [])
        if frames.kind != "free":
            self._slides(part_rows, part, frames)
            self._turns(part_rows, part, frames)
        if frames.kind == "helical":
            part_rows.quantities.append(self._screw(part, frames))
            part_rows.rows.append(f"{part.name}.screw")
        part_rows.function_of = [None] * len(part_rows.rows)
        return part_rows

    def _slides(self, part_rows: PartRows, part: joints.Joint, frames: JointFrames) -> None:
        free, inside = slides(frames), _on_child(part, frames)
        words = [w for w in "xyz" if w not in free and not (self.plane and self._leaves_plane(part, frames, w))]
        for k, word in enumerate(words):
            measure = self._along(part, frames, word, inside)
            part_rows.quantities.append(Combination([(1.0, measure)]))
            part_rows.rows.append(f"{part.name}.{_slide_word(word, k, len(words), self.plane)}")

    def _leaves_plane(self, part: joints.Joint, frames: JointFrames, word: str) -> bool:
        along = self.geometry.pose(part.parent).A @ frames.on_parent.A @ _AXES[word]
        return bool(abs(along[2]) > 0.5)

    def _along(self, part: joints.Joint, frames: JointFrames, word: str, inside: bool = False) -> Measure:
        """Displacement of the frames along an axis of that on the parent; inside: of that on the child, reversed."""
        a, b = frames.on_parent, frames.on_child
        if inside:
            return Measure("along", part.child, part.parent, b.r, a.r, e=b.A @ _AXES[word])
        return Measure("along", part.parent, part.child, a.r, b.r, e=a.A @ _AXES[word])

    def _turns(self, part_rows: PartRows, part: joints.Joint, frames: JointFrames) -> None:
        free = turns(frames)
        if self.plane:
            if not free:
                constant = self.angles[part.parent] - self.angles[part.child]
                measure = Measure("heading", part.parent, part.child)
                part_rows.quantities.append(Combination([(1.0, measure)], constant, unit="rad"))
                part_rows.rows.append(f"{part.name}.angle")
            return
        for first, second in _at_right_angles(free):
            measure = self._across(part, frames, first, second)
            part_rows.quantities.append(Combination([(1.0, measure)], unit="rad"))
            part_rows.rows.append(f"{part.name}.r{_third(first, second)}")
        if len(free) < 2:
            part_rows.alike = [self._across(part, frames, w, w) for w in (free or ("x", "y"))]

    def _across(self, part: joints.Joint, frames: JointFrames, first: str, second: str) -> Measure:
        e, f = frames.on_parent.A @ _AXES[first], frames.on_child.A @ _AXES[second]
        return Measure("across", part.parent, part.child, e=e, f=f)

    def _screw(self, part: joints.Joint, frames: JointFrames) -> Combination:
        """e·d − h θ = 0; every whole turn gives another solution."""
        angle = self._angle(part, frames)
        along = self._along(part, frames, frames.letters[0])
        pitch = frames.pitch
        return Combination([(frames.sign, along), (-pitch, angle)], period=abs(pitch) * TURN)

    def axis_of(self, part: Any) -> tuple[str, Array]:
        """The axis along or about which a joint with one coordinate moves: a body, and a direction in its axes."""
        if isinstance(part, joints.PinInSlot):
            return part.parent, self.direction(part, part.axis)
        frames = self.framer.frames(part)
        return part.child, frames.on_child.A @ _AXES[frames.letters[0][-1]] * frames.sign

    def place_on_child(self, part: Any) -> Array:
        """The position of a joint or rod on its child, in the child's axes."""
        if isinstance(part, joints.Rod):
            return self.geometry.local(part.end, part.child, part)
        if not part.carries:
            return self.geometry.local(part.name if part.at is None else part.at, part.child, part)
        return self.framer.frames(part).on_child.r

    def turning(self, part: Any) -> tuple[Array, Array, list[Array]]:
        """Axes of a joint's frames in those of parent and child, and the axes of its free rotations in them."""
        frames = self.framer.frames(part)
        return frames.on_parent.A, frames.on_child.A, [_AXES[word] for word in turns(frames)]

    # ---------------------------------------------------------------- joint coordinates
    def coordinate(self, joint: Any, word: str = "") -> Combination:
        """A coordinate of a joint, by name; a joint with only one needs no name."""
        word = word or joint.coordinate
        if joint.name in self.carried:
            frames = self.framer.frames(joint)
            index = frames.coordinates.index(word)
            measure = Measure("coordinate", joint.parent, joint.child, joint=joint.name, index=index)
            return Combination([(1.0, measure)], unit=frames.units[index])
        if isinstance(joint, joints.PinInSlot):
            return self._along_slot(joint)
        frames = self.framer.frames(joint)
        if word not in frames.coordinates or frames.kind in ("spherical", "free"):
            what = f"{joint.title}, which closes a loop, has no coordinate {word!r} of its own"
            raise UnsupportedError(Problem(what, "cut the loop at another joint", joint.where))
        return self._measured(joint, frames, word)

    def _measured(self, joint: Any, frames: JointFrames, word: str) -> Combination:
        index = frames.coordinates.index(word)
        letter = frames.letters[index]
        if frames.kind == "prismatic":
            return Combination([(frames.sign, self._along(joint, frames, letter))])
        if frames.kind == "chain" and not letter.startswith("r"):
            inside = _on_child(joint, frames)
            return Combination([(-1.0 if inside else 1.0, self._along(joint, frames, letter, inside))])
        if self.plane:
            drawn = self.angles[joint.child] - self.angles[joint.parent]
            heading = Measure("heading", joint.parent, joint.child)
            return Combination([(1.0, heading)], frames.reference[index] - drawn, unit="rad")
        return Combination([(1.0, self._counted_angle(joint, frames, word))], unit="rad")

    def _along_slot(self, part: joints.PinInSlot) -> Combination:
        (s_i, s_j), e = self.places(part), self.direction(part, part.axis)
        a, b = self.geometry.pose(part.parent), self.geometry.pose(part.child)
        drawn = float((a.A @ e) @ (b.to_world(s_j) - a.to_world(s_i)))
        return Combination([(1.0, Measure("along", part.parent, part.child, s_i, s_j, e=e))], part.reference - drawn)

    def _angle(self, part: Any, frames: JointFrames, letter: str = "") -> Measure:
        """The angle of rotation of the child about an axis of the joint."""
        free = turns(frames)
        axis = (letter or free[0])[-1]
        a, b = frames.on_parent.A, frames.on_child.A
        x, y = (_AXES[w] for w in _OTHERS[axis])
        if len(free) == 1:
            return Measure("turn", part.parent, part.child, e=a @ x, g=a @ y * frames.sign, f=b @ x)
        if len(free) == 2:
            first, second = (_AXES[w] for w in free)
            third = np.cross(first, second)
            if axis == free[0]:
                return Measure("turn", part.parent, part.child, e=a @ second, g=a @ third, f=b @ second)
            return Measure("turn", part.child, part.parent, e=b @ first, g=b @ third, f=a @ first)
        return _of_three(part, free, axis, a, b)

    # ---------------------------------------------------------------- angles with whole turns
    def _turning_joints(self) -> Iterator[tuple[str, str]]:
        """Joints and names of the angles measured between bodies in space, whose whole turns are counted."""
        for name, joint in self.mechanism.joints.items():
            if isinstance(joint, joints.Joint) and joint.carries and name not in self.carried:
                yield from ((name, word) for word in _angle_words(self.framer.frames(joint)))

    def _counted_angle(self, joint: Any, frames: JointFrames, word: str) -> Measure:
        """The angle with whole turns; for three successive rotations, the choice of the two sets is counted too."""
        measure, words = (
            self._angle(joint, frames, frames.letters[frames.coordinates.index(word)]),
            _angle_words(frames),
        )
        kind = "counted" if measure.kind == "turn" else measure.kind
        branch = f"{joint.name}.{words[1]}" if kind == "outer" else ""
        return replace(measure, kind=kind, joint=f"{joint.name}.{word}", branch=branch)

    def counter(self, name: str) -> Measure:
        """The measured angle of a coordinate that counts turns."""
        joint, _, word = name.rpartition(".")
        return self.coordinate(self.mechanism.joints[joint], word).terms[0][1]

    def counted_as_drawn(self, name: str, values: Mapping[str, float] | None = None) -> float:
        """A counted angle as drawn, with the whole turns of its given value (default: the initial value)."""
        values, (joint, _, word) = self.initial if values is None else values, name.rpartition(".")
        frames = self.framer.frames(self.mechanism.joints[joint])
        drawn, words = float(frames.reference[frames.coordinates.index(word)]), _angle_words(frames)
        if len(words) == 3 and np.cos(values.get(f"{joint}.{words[1]}", 0.0)) < 0.0:  # the other set of angles
            drawn = np.pi - drawn if word == words[1] else np.pi + drawn
        return drawn + TURN * round((values.get(name, drawn) - drawn) / TURN)

    def drawn_coordinate(self, joint: str, word: str = "") -> float:
        """The value of a coordinate of a joint as drawn; a joint with only one needs no name of it."""
        if not word:
            return super().drawn_coordinate(joint)
        frames = self.framer.frames(self.mechanism.joints[joint])
        return float(frames.reference[frames.coordinates.index(word)])

    def body_coordinate(self, body: str, word: str) -> Combination:
        """x, y, z of a body's origin, its Euler parameters, its angle in the plane; wx, wy, wz exist only as rates."""
        if word == "angle":
            return Combination([(1.0, Measure("heading", GROUND, body))], unit="rad")
        if word.startswith("w"):
            return Combination([(1.0, Measure("turning", GROUND, body, e=_AXES[word[1]]))], unit="rad")
        if word.startswith("e"):
            return Combination([(1.0, Measure("attitude", GROUND, body, index=int(word[1:])))], unit="")
        return Combination([(1.0, Measure("along", GROUND, body, e=_AXES[word]))])

    # ---------------------------------------------------------------- the user's own parts
    def users_rows(self, part: Any) -> PartRows:
        """Rows Φ(t, q), or g(t, q, v) on velocities, with coordinates and speeds of the bodies as inputs."""
        from snodo.formulations.parts.user_parts import constraint_of
        from snodo.formulations.parts.user_velocity_rows import velocity_constraint_of

        n, on_speeds = self.mechanism.dimension, isinstance(part, VelocityConstraint)
        if part.formula is not None and not on_speeds:
            return self.formula_rows(part)
        drawn = [x for body in part.bodies for x in self.drawn_place(body)]
        curves = curves_of(self.mechanism.tables)
        written = velocity_constraint_of(part, drawn, n, curves) if on_speeds else constraint_of(part, drawn, n)
        inputs = [self.body_coordinate(body, word) for body in part.bodies for word in POSITION_WORDS[n]]
        if on_speeds:
            inputs += [self._speed(body, word) for body in part.bodies for word in VELOCITY_WORDS[n]]
        rows = [f"{part.name}.{k + 1}" for k in range(written.outputs)]
        level = [True] * len(rows) if on_speeds else []
        return PartRows(part, rows, inputs, [None] * len(rows), written, on_velocity=level)

    def formula_rows(self, part: Any) -> PartRows:
        """Rows of formulas over measures."""
        from snodo.formulations.parts.formula_rows import formula_rows

        return formula_rows(self, part)

    def _speed(self, body: str, word: str) -> Combination:
        return replace(self.body_coordinate(body, RATES.get(word, word)), speed=True)

    def users_law(self, part: Any) -> Law:
        """A force that the user wrote, on its bodies."""
        from snodo.formulations.parts.user_parts import force_of

        written = force_of(part, self.mechanism.dimension, curves_of(self.mechanism.tables))
        return Law(part, written.kind, True, bodies=part.bodies, written=written)

    def drawn_place(self, body: str) -> list[float]:
        """Coordinates of a body as drawn, as users' rows receive them."""
        pose = self.geometry.pose(body)
        if self.plane:
            return [*pose.r[:2].tolist(), self.angles[body]]
        return [*pose.r.tolist(), *extracted(pose.A).tolist()]

    # ---------------------------------------------------------------- drivers
    def _driver(self, part: Driver) -> PartRows:
        if part.motion == "path":
            return self._path(part)
        if part.motion == "ball joint":
            return ball_joint_rows(self, part)
        if part.motion == "joint":
            joint = self.mechanism.joints[part.joint]
            word, speed_word = part.drives(joint, self.mechanism.dimension)
            x = self.coordinate(joint, word)
            start = self.initial.get(f"{part.joint}.{word}", getattr(joint, "reference", 0.0))
            speed = self.initial.get(f"{part.joint}.{speed_word}", 0.0)
        elif part.motion == "body angle":
            if not self.plane:
                what = f"{part.title}: the angle of a body in the world has no axis in space"
                raise UnsupportedError(Problem(what, "drive a joint: joint: …", part.where))
            x = self.body_coordinate(part.body, "angle")
            start = self.initial.get(f"{part.body}.angle", self.angles[part.body])
            speed = self.initial.get(f"{part.body}.omega", 0.0)
        else:
            x, start, speed = self._driven_point(part), 0.0, 0.0
        word = "angle" if x.unit == "rad" else "displacement"
        motion = part.coordinate(start, speed, curves_of(self.mechanism.tables))
        return PartRows(part, [f"{part.name}.{word}"], [x], [motion])

    def _driven_point(self, part: Driver) -> Combination:
        """Displacement of a point of a body from its position as drawn, along a world direction."""
        s_j = _NONE if part.at is None else self.geometry.local(part.at, part.body, part)
        drawn = self.geometry.pose(part.body).to_world(s_j)
        e = self.geometry.direction(part.along, GROUND, part)
        return Combination([(1.0, Measure("along", GROUND, part.body, drawn, s_j, e=e))])

    def _path(self, part: Driver) -> PartRows:
        """World coordinates of a point, one row each."""
        s_j = _NONE if part.at is None else self.geometry.local(part.at, part.body, part)
        words = "xyz"[: self.mechanism.dimension]
        quantities = [Combination([(1.0, Measure("along", GROUND, part.body, s_j=s_j, e=_AXES[w]))]) for w in words]
        return PartRows(part, [f"{part.name}.{w}" for w in words], quantities, self._functions(part.path or ()))

    def _functions(self, functions: Sequence[Any]) -> list[Any]:
        return list(resolved_all(tuple(functions), curves_of(self.mechanism.tables)))


# ---------------------------------------------------------------- freedoms of a joint's frames
def _angle_words(frames: JointFrames) -> list[str]:
    """Names of the angles among a joint's coordinates."""
    return [word for word, unit in zip(frames.coordinates, frames.units) if unit == "rad"]


def _of_three(part: Any, turns: Sequence[str], axis: str, a: Array, b: Array) -> Measure:
    """An angle of R = R_i(α) R_j(β) R_k(γ), rotations about different axes; σ = (i × j) · k:

    R k = σ sin β i + cos β (cos α k − σ sin α j),     Rᵀ i = σ sin β k + cos β (cos γ i − σ sin γ j)
    """
    i, j, k = (_AXES[w] for w in turns)
    sign = float(np.cross(i, j) @ k)
    if axis == turns[1]:
        return Measure("middle", part.parent, part.child, e=a @ i * sign, f=b @ k)
    if axis == turns[0]:
        return Measure("outer", part.parent, part.child, e=a @ k, g=a @ j * -sign, f=b @ k)
    return Measure("outer", part.child, part.parent, e=b @ i, g=b @ j * -sign, f=a @ i)


def slides(frames: JointFrames) -> list[str]:
    """Axes along which the frames can translate."""
    if frames.kind in ("prismatic", "helical"):
        return [frames.letters[0]]
    return [letter for letter in frames.letters if not letter.startswith("r")] if frames.kind == "chain" else []


def turns(frames: JointFrames) -> list[str]:
    """Axes about which they can rotate, in order."""
    if frames.kind in ("revolute", "helical"):
        return [frames.letters[0]]
    if frames.kind == "spherical":
        return ["x", "y", "z"]
    return [letter[1] for letter in frames.letters if letter.startswith("r")] if frames.kind == "chain" else []


def _on_child(part: Part, frames: JointFrames) -> bool:
    """Whether the translations of a chain are along the axes of the child: they follow its rotations."""
    kinds = [letter.startswith("r") for letter in frames.letters] if frames.kind == "chain" else []
    if not any(kinds) or all(kinds) or kinds == sorted(kinds):
        return False
    if kinds == sorted(kinds, reverse=True):
        return True
    what = f"{part.title}: a joint with translations both before and after its rotations cannot close a loop"
    raise UnsupportedError(Problem(what, "cut the loop at another joint, or add a body in between", part.where))


def _is_elastic(part: Any) -> bool:
    """Whether a joint has springs instead of rows (`forces.py`)."""
    return bool(part.elastic)


def can_close(part: Any) -> bool:
    """Whether a joint can have rows: not if it has translations both before and after its rotations."""
    kinds = [word.startswith("r") for word in getattr(part, "directions", ())]
    return kinds in (sorted(kinds), sorted(kinds, reverse=True))


def _at_right_angles(turns: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of axes, one of each frame, that stay perpendicular while the child rotates about the given ones."""
    if not turns:
        return [("y", "z"), ("z", "x"), ("x", "y")]
    if len(turns) == 1:
        return [(turns[0], other) for other in _OTHERS[turns[0]]]
    return [(turns[0], turns[1])] if len(turns) == 2 else []


def _third(first: str, second: str) -> str:
    return next(w for w in "xyz" if w not in (first, second))


def _slide_word(word: str, k: int, count: int, plane: bool) -> str:
    if not plane:
        return word
    return "across" if count == 1 else "xy"[k]
