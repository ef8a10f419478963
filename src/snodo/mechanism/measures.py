"""Measures between bodies, linear combinations of them, and the constraint rows of a part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.part import Part

Array = np.ndarray
_NONE = np.zeros(3)


@dataclass
class Measure:
    """A scalar function of the position of `child` relative to `parent`; points and directions are in their axes."""

    kind: str
    """along, across, turn, square; heading: the angle in the plane including whole turns; meet: in the plane, from the
    point of the child to that of the parent along a world direction; coordinate: of a joint of a tree;
    counted: an angle whose whole turns the formulation counts; outer, middle: angles of three successive rotations,
    also counted; attitude: an Euler parameter of the child;
    edge, ball, barrel, turning: speeds only; rim, reach: heights of discs and balls (`math/kernels/rolling.py`);
    twist, bend, tilt: components of a torsion (`math/kernels/twisting.py`);
    span: the distance of two points; wrap: the part of a cable between two circles; coil: the same in space, about the
    axis e of the parent (`math/kernels/spanning.py`);
    lean: a component of the rotation vector (`math/kernels/leaning.py`);
    profile: the distance from a curve; graze, brush: speeds along it, or along a sphere (`math/kernels/grazing.py`)."""
    parent: str
    child: str
    s_i: Array = field(default_factory=lambda: _NONE)
    s_j: Array = field(default_factory=lambda: _NONE)
    e: Array = field(default_factory=lambda: _NONE)
    g: Array = field(default_factory=lambda: _NONE)
    f: Array = field(default_factory=lambda: _NONE)
    joint: str = ""
    """For a coordinate, its joint; for a counted angle, the name of the coordinate that counts its turns."""
    branch: str = ""
    """For an outer angle of three rotations, the name of the coordinate that counts the turns of the middle one."""
    index: int = 0
    radius: float = 0.0
    turned: Array = field(default_factory=lambda: np.eye(3))
    """Of a twist or lean, the rotation from the axes of the parent to those of the child without strain."""
    profile: Any = None
    """Of a profile or graze, the curve (`math/profile.py`) about the point of the parent, with x along e, y along g."""


@dataclass
class Combination:
    """Σ weight · measure + constant; an angle known up to whole turns has a period."""

    terms: list[tuple[float, Measure]]
    constant: float = 0.0
    period: float = 0.0
    unit: str = "m"
    near: float = 0.0
    """With a period: a motion starts at the value closest to this one."""
    speed: bool = False
    """Whether its time derivative is used: an input of user's rows on velocities."""

    @property
    def kind(self) -> str:
        """Its quantity: angle or length."""
        return "turn" if self.unit == "rad" else "along"


@dataclass
class PartRows:
    """Rows of Φ that belong to one part: one combination for each row, or for each input of a user's row."""

    part: Part
    rows: list[str]
    quantities: list[Combination]
    function_of: list[Function | None] = field(default_factory=list)
    """For each row, the function of time that is subtracted from it, if any."""
    written: Any = None
    alike: list[Measure] = field(default_factory=list)
    """Products of directions that must be positive: the rows alone also hold with a body turned around."""
    on_velocity: list[bool] = field(default_factory=list)
    """For each row, whether it constrains velocities only; empty: none does."""
    bodies: tuple[str, ...] = ()
    """Of a user's formulas in the plane: the bodies whose x, y and angle are the inputs."""
    exact: bool = False
    """Whether Φ itself is read, so that its sign and size must be those of the combination."""
    acts: str = "always"
    """When its rows act: always, sometimes (they are switched along a run), or never (they only measure)."""

    @property
    def levels(self) -> list[bool]:
        """For each row, whether it constrains velocities only."""
        return self.on_velocity or [False] * len(self.rows)

    @property
    def units(self) -> list[str]:
        """Units of the rows."""
        return [""] * len(self.rows) if self.written is not None else [x.unit for x in self.quantities]

    @property
    def function(self) -> Function | None:
        """The first function of time."""
        return next(iter(self.functions), None)

    @property
    def functions(self) -> tuple[Function, ...]:
        """Its functions of time."""
        return tuple(f for f in self.function_of if f is not None)

    @property
    def rheonomic(self) -> bool:
        """Whether its rows may depend on time."""
        return bool(self.functions) or self.written is not None

    @classmethod
    def of(cls, part: Part, rows: Mapping[str, Combination | Measure], on_velocity: Sequence[bool] = ()) -> PartRows:
        """Rows by name; a single measure is a length that must vanish."""
        own = [x if isinstance(x, Combination) else Combination([(1.0, x)]) for x in rows.values()]
        names = [f"{part.name}.{word}" for word in rows]
        return cls(part, names, own, [None] * len(own), on_velocity=list(on_velocity))


# ---------------------------------------------------------------- measures between parent and child of a part
def along(part: Any, s_i: Array, s_j: Array, e: Array) -> Measure:
    """e·d [m]: distance from the point s_i of the parent to s_j of the child along a direction e of the parent."""
    return Measure("along", part.parent, part.child, s_i, s_j, e=e)


def across(part: Any, e: Array, f: Array) -> Measure:
    """e·f: the cosine of the angle between a direction of the parent and one of the child."""
    return Measure("across", part.parent, part.child, e=e, f=f)


def distance(part: Any, s_i: Array, s_j: Array, length: float) -> Combination:
    """(d·d − l²)/2l [m]: zero if the distance of two points is l; its gradient is then a unit vector."""
    return Combination([(1.0 / length, Measure("square", part.parent, part.child, s_i, s_j))], -0.5 * length)
