"""What the user wants: names of frames, bodies, joints and coordinates with positions, attitudes and numbers.

    "tcp": (x, y, z)                 a position; None in the place of a number leaves it free
    "tcp": Rotation                  an attitude
    "tcp": (position, Rotation)      both; also a Pose or a 4×4 matrix, and in the plane (position, angle)
    "elbow.angle": 0.3               a coordinate of a joint; of a body, hand.x .y .z (in the plane .angle)

Arrays with a leading axis are a path: one value for each pose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import MechanismError, NameNotFound, Problem, SnodoError, suggestion
from snodo.math.rotation import Rotation
from snodo.math.rotation_input import matrices_of
from snodo.math.units import quantity
from snodo.mechanism.geometry import Pose

if TYPE_CHECKING:
    from snodo.formulations.tree.tree import Tree

Array = np.ndarray
_SHAPES = "give a position, an sn.Rotation, (position, rotation), or arrays of them with one row for each pose"
CUT_KINDS = {"revolute": "turn", "helical": "turn", "prismatic": "slide"}


@dataclass
class Goal:
    """One target, with its values for all poses."""

    name: str
    place: str = ""
    """The body, frame or joint that is to be somewhere; empty for a coordinate of a joint."""
    coordinate: str = ""
    """The coordinate of a joint."""
    unit: str = ""
    """Of the coordinate."""
    position: Array | None = None
    """(poses, 3) or (3) [m]; NaN where it is free."""
    attitude: Array | None = None
    """(poses, 3, 3) or (3, 3)"""
    values: Array | None = None
    """Of a coordinate (poses) or ()."""
    weights: tuple[float, float] = (1.0, 1.0)
    """Of position and attitude, or of the coordinate."""

    @property
    def key(self) -> tuple[Any, ...]:
        """What two goals have in common that differ only in their values."""
        free = None if self.position is None else np.isnan(self.position.reshape(-1, 3)[0]).tobytes()
        return self.name, self.weights, free, self.attitude is None

    @property
    def poses(self) -> int | None:
        """Number of poses; None if it is the same for all."""
        given = ((self.position, 1), (self.attitude, 2), (self.values, 0))
        sizes = [x.shape[0] for x, inner in given if x is not None and x.ndim > inner]
        if len(set(sizes)) > 1:
            what = f"target {self.name!r}: {sizes[0]} positions and {sizes[1]} rotations"
            raise MechanismError(Problem(what, "give equally many of both, or one of either"))
        return sizes[0] if sizes else None


def read_goals(tree: Tree, targets: Any, weights: Any) -> list[Goal]:
    """The targets; raises SnodoError with every mistake."""
    if not isinstance(targets, Mapping) or not targets:
        what = f"targets = {targets!r} is not a table of targets"
        raise MechanismError(Problem(what, 'give names with what is wanted of them: {"tcp": (0.4, 0.1, 0.3)}'))
    found: list[Goal] = []
    errors: list[SnodoError] = []
    for name, value in targets.items():
        try:
            goal = _goal(tree, name, value)
            found.append(goal)
            _ = goal.poses
        except SnodoError as error:
            errors.append(error)
    wrong = _set_weights(found, targets, weights)
    if errors or wrong:
        kind = NameNotFound if not wrong and all(isinstance(e, NameNotFound) for e in errors) else MechanismError
        raise kind([*(p for error in errors for p in error.problems), *wrong])
    return found


def number_of_poses(goals: list[Goal], times: Array | None) -> int | None:
    """Poses of a path; None if there is one pose."""
    sizes = {goal.name: goal.poses for goal in goals if goal.poses is not None}
    if times is not None and times.ndim:
        sizes["times"] = times.size
    if len(set(sizes.values())) > 1:
        listed = ", ".join(f"{name!r} has {count}" for name, count in sizes.items())
        raise MechanismError(Problem(f"the targets have different numbers of poses: {listed}", "give equally many"))
    count = next(iter(sizes.values()), None)
    if count == 0:
        raise MechanismError(Problem("the path has no poses", "give at least one"))
    return count


# ---------------------------------------------------------------- one target
def _goal(tree: Tree, name: Any, value: Any) -> Goal:
    mechanism = tree.mechanism
    if not isinstance(name, str):
        what = f"targets: {name!r} is not a name"
        raise MechanismError(Problem(what, "name a body, a frame, a joint or a coordinate"))
    stem, _, word = name.rpartition(".")
    if not stem or word == "com" or name in {*mechanism.bodies, *mechanism.frames, *mechanism.joints}:
        _must_be_place(tree, name)
        return _placed(name, name, value, mechanism.dimension)
    if stem in mechanism.joints:
        return _of_joint(tree, name, stem, value)
    if stem in mechanism.bodies or stem in mechanism.frames:
        return _of_body(name, stem, word, value, mechanism.dimension)
    known = [*mechanism.bodies, *mechanism.frames, *mechanism.joints]
    what = f"there is no body, frame or joint {stem!r} (target {name!r})"
    raise NameNotFound(Problem(what, suggestion(stem, known)))


def _must_be_place(tree: Tree, name: str) -> None:
    try:
        tree._where(name)
    except NameNotFound as error:
        raise NameNotFound([Problem(p.what, p.remedy) for p in error.problems]) from None
    if name == "ground":
        raise MechanismError(Problem("the ground does not move", "name a body, a frame or a joint"))


def _of_joint(tree: Tree, name: str, joint: str, value: Any) -> Goal:
    """A coordinate of a joint."""
    part, _, kind = tree.mechanism.coordinate(name)
    frames: Any = tree.builder.framer.frames(part)
    word = name.rpartition(".")[2]
    if word not in frames.coordinates:
        remedy = "name one of its coordinates: " + ", ".join(f"{joint}.{w}" for w in frames.coordinates)
        raise MechanismError(Problem(f"target {name!r} is a speed", remedy))
    if frames.kind in ("spherical", "free"):
        what = f"target {name!r}: the coordinates of a {frames.kind} joint are Euler parameters and positions"
        raise MechanismError(Problem(what, f"give the rotation, or the pose, of a frame on {part.child!r}"))  # type: ignore[attr-defined]
    if joint not in tree.joint_places and frames.kind not in CUT_KINDS:
        what = f"target {name!r}: the joint closes a loop, and has several coordinates"
        raise MechanismError(Problem(what, f"cut another joint: sn.Tree(mechanism, cut=[…]) without {joint!r}"))
    unit = frames.units[frames.coordinates.index(word)]
    return Goal(name, coordinate=name, unit=unit, values=_numbers(name, value, kind))


def _of_body(name: str, stem: str, word: str, value: Any, dimension: int) -> Goal:
    """One component of the place of a body or frame, or in the plane its angle."""
    if word == "angle" and dimension == 2:
        return Goal(name, place=stem, attitude=_about_z(_numbers(name, value, "angle")))
    axes = "xyz"[:dimension]
    if word not in tuple(axes):
        known = [f"{stem}.{axis}" for axis in axes] + [f"{stem}.angle"] * (dimension == 2)
        raise MechanismError(Problem(f"target {name!r} is no coordinate of {stem!r}", suggestion(name, known)))
    values = _numbers(name, value, "length")
    position = np.full((*values.shape, 3), np.nan)
    position[..., axes.index(word)] = values
    return Goal(name, place=stem, position=position)


def _placed(name: str, place: str, value: Any, dimension: int) -> Goal:
    """A position, an attitude, or both."""
    position, attitude = _parts(name, value, dimension)
    goal = Goal(name, place=place)
    if position is not None:
        goal.position = _position(name, position, dimension)
    if attitude is not None:
        goal.attitude = _attitude(name, attitude)
    return goal


def _parts(name: str, value: Any, dimension: int) -> tuple[Any, Any]:
    """Position and attitude as given; None where there is none."""
    if isinstance(value, Rotation):
        return None, value
    if isinstance(value, Pose):
        return value.r, matrices_of(value.A)
    if isinstance(value, tuple | list) and len(value) == 2:
        second = value[1]
        angle = dimension == 2 and not (np.ndim(value[0]) == 0 or isinstance(value[0], str)) and not _is_row(value)
        if isinstance(second, Rotation) or angle:
            return value[0], second
    numbers = _array(name, value)
    if numbers.ndim in (2, 3) and numbers.shape[-2:] == (4, 4):
        if np.abs(numbers[..., 3, :] - (0.0, 0.0, 0.0, 1.0)).max() > 1e-9:
            what = f"target {name!r}: the last row of a 4×4 matrix is not (0, 0, 0, 1)"
            raise MechanismError(Problem(what, _SHAPES))
        return numbers[..., :3, 3], matrices_of(numbers[..., :3, :3])
    return value, None


def _is_row(value: Any) -> bool:
    """Whether a pair is two positions in the plane, and not a position with an angle."""
    return np.shape(value[1]) == (2,) and np.shape(value[0]) == (2,)


def _array(name: str, value: Any) -> Array:
    """Numbers, NaN for None; texts with units are lengths."""
    try:
        return np.array(_lengths(value), float)
    except (TypeError, ValueError, OverflowError):
        raise MechanismError(Problem(f"target {name!r} is {_shown(value)}", _SHAPES)) from None


def _lengths(value: Any) -> Any:
    if isinstance(value, str):
        return quantity(value, "length")
    return [_lengths(x) for x in value] if isinstance(value, list | tuple) else value


def _position(name: str, value: Any, dimension: int) -> Array:
    numbers = _array(name, value)
    if numbers.ndim not in (1, 2) or numbers.shape[-1] not in (dimension, 3):
        words = f"target {name!r} is {_shown(value)}, of shape {numbers.shape}"
        raise MechanismError(Problem(words, f"a position has {dimension} numbers, a path of n poses n × {dimension}"))
    free = _free_components(value, numbers.shape)
    if not np.isfinite(numbers[~free]).all():
        bad = numbers[~free & ~np.isfinite(numbers)][0]
        raise MechanismError(Problem(f"target {name!r} has the number {bad}", "give finite numbers; None leaves free"))
    if free.size and free.all():
        raise MechanismError(Problem(f"target {name!r} leaves everything free", "give at least one number"))
    if numbers.ndim == 2 and (free != free[:1]).any():
        what = f"target {name!r} leaves other components free in other poses"
        raise MechanismError(Problem(what, "leave the same components free in all poses"))
    if numbers.shape[-1] == 2:
        numbers = np.concatenate([numbers, np.full((*numbers.shape[:-1], 1), np.nan)], axis=-1)
    elif dimension == 2:
        numbers[..., 2] = np.nan
    return numbers


def _free_components(value: Any, shape: tuple[int, ...]) -> Array:
    """Where None was given."""
    if not isinstance(value, list | tuple):
        return np.zeros(shape, bool)
    rows = value if len(shape) == 2 else [value]
    marks = np.array([[x is None for x in (row if isinstance(row, list | tuple) else [0] * shape[-1])] for row in rows])
    return marks.reshape(shape)


def _attitude(name: str, value: Any) -> Array:
    """From a rotation, matrices or angles about z."""
    if isinstance(value, np.ndarray) and value.shape[-2:] == (3, 3):
        return value
    if isinstance(value, Rotation):
        if len(value.shape) > 1:
            what = f"target {name!r} has rotations of shape {value.shape}"
            raise MechanismError(Problem(what, "give one, or one for each pose"))
        return np.asarray(value.as_matrix())
    return _about_z(_numbers(name, value, "angle"))


def _about_z(angles: Array) -> Array:
    return np.asarray(Rotation.from_rotation_vector(angles[..., None] * np.array([0.0, 0.0, 1.0])).as_matrix())


def _numbers(name: str, value: Any, kind: str) -> Array:
    """A number, or one for each pose."""
    try:
        given = [quantity(x, kind) if isinstance(x, str) else x for x in value] if _listed(value) else value
        numbers = np.array(quantity(given, kind) if isinstance(given, str) else given, float)
    except (TypeError, ValueError, OverflowError):
        numbers = np.full((1, 1), np.nan)
    if numbers.ndim > 1 or not np.isfinite(numbers).all():
        what = f"target {name!r} is {_shown(value)}"
        raise MechanismError(Problem(what, "give a finite number, or an array with one for each pose"))
    return numbers


def _listed(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _shown(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else f"{text[:77]}…"


# ---------------------------------------------------------------- weights
def _set_weights(goals: list[Goal], targets: Mapping[Any, Any], weights: Any) -> list[Problem]:
    """Give every target its weights; returns what is wrong with them."""
    if weights is None:
        return []
    if not isinstance(weights, Mapping):
        return [Problem(f"weights = {weights!r} is not a table", 'give numbers by target: {"tcp": 10}')]
    problems = []
    for name, given in weights.items():
        if name not in targets:
            what = f"weights: there is no target {name!r}"
            problems.append(Problem(what, suggestion(str(name), [str(t) for t in targets])))
            continue
        try:
            pair = np.broadcast_to(np.array(given, float), 2)
        except (TypeError, ValueError):
            pair = np.full(2, np.nan)
        if not (np.isfinite(pair).all() and (pair >= 0).all() and pair.any()):
            remedy = "give a positive number, or one for the position and one for the rotation"
            problems.append(Problem(f"weights: {name!r} has {_shown(given)}", remedy))
        for goal in goals:
            if goal.name == name:
                goal.weights = (float(pair[0]), float(pair[1]))
    return problems
