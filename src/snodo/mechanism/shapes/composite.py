"""Composites: several shapes as one body, minus holes.

The parts are placed in the frame of the composite; their mass properties add up there by (3) of `inertia.py`, those of
a hole with the minus sign.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import add

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.mechanism.shapes.inertia import Inertia, Vector, vector
from snodo.mechanism.shapes.material import Number
from snodo.mechanism.shapes.polygon import Array
from snodo.mechanism.shapes.shape import Shape, about, raise_together

NOTHING = 1e-12
"""The fraction of an amount below which what is left of it is rounding."""


@dataclass(frozen=True)
class Part:
    """A shape placed in a composite, with its own mass or density if the parts have different ones."""

    shape: Shape = field(metadata=about("the shape", "shape"))
    at: Sequence[float] | None = field(
        default=None, metadata=about("its centre of mass (x, y[, z]) [m]; default: as described")
    )
    angle: float = field(default=0.0, metadata=about("rotation about z through its centre of mass [rad]", "angle"))
    mass: float | None = field(default=None, metadata=about("mass [kg]", "mass"))
    density: float | str | None = field(default=None, metadata=about("density [kg/m³] or a material", "density"))
    hole: bool = field(default=False, metadata=about("true if this shape is subtracted", "flag"))

    def __post_init__(self) -> None:
        """Raise one error with all problems of this part."""
        if not isinstance(self.shape, Shape):
            wanted = "give a Bar, Box, Disc, Cylinder, Sphere, Plate, …"
            raise_together("Part", [Problem(f"{self.shape!r} is not a shape", wanted)])
        weight = self.shape.mass_problems(self.mass, self.density) if self.weighs() else []
        raise_together(f"Part ({type(self.shape).__name__})", _place_problems(self.at, self.angle) + weight)
        if self.at is not None:
            object.__setattr__(self, "at", vector("place", self.at))

    @property
    def place(self) -> Vector:
        """Where the centre of mass of the shape is, in the frame of the composite [m]."""
        return self.shape.centroid() if self.at is None else vector("place", self.at)

    def weighs(self) -> bool:
        """Whether this part has its own mass."""
        inside = isinstance(self.shape, Composite) and self.shape.weighs()
        return inside or self.mass is not None or self.density is not None

    def inertia(self, mass: float | None = None) -> Inertia:
        """Mass properties in the frame of the composite, negative for a hole; `mass` [kg] if it has none of its own."""
        own = self.shape.inertia(self.mass if mass is None else mass, self.density)
        placed = own.moved(_turn(self.angle), self.place)
        return placed.scaled(-1.0) if self.hole else placed

    def content(self) -> float:
        """Content of the shape, negative for a hole."""
        return -self.shape.content()[0] if self.hole else self.shape.content()[0]

    def outline(self) -> list[Array]:
        """Outline of the shape in the frame of the composite, turned round for a hole [m]."""
        turn, place = _turn(self.angle)[:2, :2], np.array(self.place[:2])
        return [(ring.dot(turn.T) + place)[:: -1 if self.hole else 1] for ring in self.shape.outline()]


@dataclass(frozen=True)
class Composite(Shape):
    """Several shapes as one body, minus holes; its frame is parallel to the one in which the parts are placed.

    Either every part has a mass or a density of its own, or none has and the whole is uniform.
    """

    density_needs = "parts with a volume"

    parts: Sequence[Part] = field(metadata=about("the parts and holes", "shape"))

    def weighs(self) -> bool:
        """Whether the parts have masses of their own."""
        return all(part.weighs() for part in self.parts)

    def content(self) -> tuple[float, int]:
        """Sum over the parts less the holes, in the largest dimension among them."""
        dimension = max(part.shape.content()[1] for part in self.parts)
        return sum(part.content() for part in self.parts if part.shape.content()[1] == dimension), dimension

    def centroid(self) -> Vector:
        """Centre of mass in the frame in which the parts are placed [m]."""
        return self._placed().com

    def spread(self) -> Array:
        """From the tensor by (1) of `shape.py` turned round: S = tr(I)/2m 1 − I/m."""
        whole = self._placed()
        tensor = np.array(whole.tensor) / whole.mass
        return np.trace(tensor) / 2 * np.eye(3) - tensor

    def outline(self) -> list[Array]:
        """The outlines of all parts about the centre of mass, holes last."""
        centre = np.array(self.centroid())[:2]
        return [ring - centre for part in self._solids_first() for ring in part.outline()]

    def extent(self) -> float:
        """Radius about the centre of mass of a ball that holds the balls of all parts [m]."""
        solids = [part for part in self.parts if not part.hole]
        return max(math.dist(part.place, self.centroid()) + part.shape.extent() for part in solids)

    def _mass(self, mass: float | None, density: float | str | None) -> float:
        return self._placed().mass if self.weighs() and mass is density is None else super()._mass(mass, density)

    def mass_problems(self, mass: float | None, density: float | str | None) -> list[Problem]:
        """No mass or density may be given if the parts have their own."""
        if not self.weighs():
            return super().mass_problems(mass, density)
        if mass is density is None:
            return []
        what = f"its parts already have masses, {self._placed().mass:g} kg in total"
        return [Problem(what, "give a mass or density either to the parts or to the whole")]

    def _placed(self) -> Inertia:
        """Mass properties in the frame of the parts, with one kilogram for each unit of content where none is given."""
        weighs = self.weighs()
        return reduce(add, (part.inertia(None if weighs else abs(part.content())) for part in self._solids_first()))

    def _solids_first(self) -> list[Part]:
        return sorted(self.parts, key=lambda part: part.hole)

    def _shape_problems(self) -> list[Problem]:
        parts = list(self.parts) if isinstance(self.parts, Sequence) else [self.parts]
        object.__setattr__(self, "parts", tuple(parts))
        strange = [part for part in parts if not isinstance(part, Part)]
        if strange or not parts:
            what = "there are no parts" if not parts else f"{strange[0]!r} is not a part"
            return [Problem(what, "give a list of Part(shape, at=(x, y), …)")]
        return _weighing_problems(parts) or _sum_problems(parts) or self._hole_problems()

    def _hole_problems(self) -> list[Problem]:
        remedy = "keep every hole inside the parts, and mark as hole only what is subtracted"
        return [Problem(p.what, remedy) for p in self._placed().problems("parts less holes")]


def _weighing_problems(parts: list[Part]) -> list[Problem]:
    """Parts of which only some have a mass, or whose contents cannot be added."""
    light = [f"part {k} ({type(p.shape).__name__})" for k, p in enumerate(parts, 1) if not p.weighs()]
    if 0 < len(light) < len(parts):
        what = f"{', '.join(light)} has neither mass nor density, but other parts do"
        return [Problem(what, "give a mass or a density to every part, or only to the whole")]
    kinds = {part.shape.content()[1] for part in parts}
    if light and len(kinds) > 1:
        words = ", ".join(("a point", "a line", "a flat shape", "a volume")[kind] for kind in sorted(kinds))
        what = f"the parts cannot share one density: there is {words} among them"
        return [Problem(what, "give thickness (or width) to all or to none, or a mass or density to every part")]
    return []


def _sum_problems(parts: list[Part]) -> list[Problem]:
    """Holes that remove everything."""
    weighed = parts[0].weighs()
    amounts = [part.inertia().mass if weighed else part.content() for part in parts]
    solid = sum(a for a in amounts if a > 0)
    if sum(amounts) > NOTHING * solid:
        return []
    what = f"the holes ({solid - sum(amounts):g}) leave nothing of the parts ({solid:g})"
    return [Problem(what, "make the holes smaller, or mark as hole only what is subtracted")]


def _place_problems(at: Sequence[float] | None, angle: float) -> list[Problem]:
    problems = []
    try:
        finite = bool(np.isfinite(vector("place", (0.0, 0.0) if at is None else at)).all())
    except MechanismError:
        finite = False
    if not finite:
        problems.append(Problem(f"at is {at!r}", "give finite coordinates (x, y[, z]) in m"))
    if not isinstance(angle, Number) or not math.isfinite(angle):
        problems.append(Problem(f"angle is {angle!r}", "give a finite number in rad"))
    return problems


def _turn(angle: float) -> Array:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
