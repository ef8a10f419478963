"""Bodies: mass, centre of mass and inertia, given as numbers or through a shape with a mass or a density.

The body frame is placed by `at` and `angle`.  The frame of a bar is in its middle, with x along the bar; the frame of
a plate or a composite is in its centre of mass.  Centre of mass and inertia are given in the body frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.math.calculated import known_parameters, reads_as_formula, recording
from snodo.math.units import quantity
from snodo.mechanism.axis_angle import take_rotation
from snodo.mechanism.part import Part, Where, axis_problems, convert, coordinates, given
from snodo.mechanism.shapes import composite as composites
from snodo.mechanism.shapes import mesh as meshes
from snodo.mechanism.shapes import plate as plates
from snodo.mechanism.shapes import round_shape as rounds
from snodo.mechanism.shapes import shape as shapes
from snodo.mechanism.shapes.inertia import Inertia, as_tensor
from snodo.mechanism.shapes.material import density_of

Locate = Callable[[Any], np.ndarray]
"""World coordinates (3) of a place as drawn."""


@dataclass(kw_only=True)
class Body(Part):
    """A rigid body given by numbers."""

    mass: float | None = given("mass", "mass [kg]", None)
    density: float | None = given("anything", "density [kg/m³] or a material: steel, aluminium, …", None)
    com: tuple[float, ...] | None = given("vector:length", "centre of mass in the body frame [m]", None)
    inertia: Any = given(
        "tensor", "moment of inertia about the centre of mass [kg m²]: one number (2-D), three, or 3 × 3", None
    )
    at: Where | None = given("point", "position of the body frame's origin as drawn", None)
    angle: float = given("angle", "rotation of the body frame as drawn, about z or `axis` [rad]", 0.0)
    axis: Any = given("direction", "axis of that rotation (3-D only)", None)
    idealised: bool = given(
        "flag",
        "true to accept any mass and inertia, even none, as for massless links between joints (3-D only)",
        False,
    )

    kind: ClassVar[str] = "body"

    def _convert(self) -> list[tuple[str, str]]:
        problems = take_rotation(self) + super()._convert() + axis_problems(self.axis)
        if self.density is not None:
            try:
                with recording() as record:
                    self.keep("density", _density(self.density), self.density, record)
            except (MechanismError, ValueError) as error:
                problems.append((f"density: {error}", ""))
        return problems

    # Overridden by bodies with a shape: the shape, and the pose of its frame.
    def shape(self, locate: Locate) -> shapes.Shape | None:
        """The shape in its own frame, or None."""
        return None

    def origin(self, locate: Locate) -> np.ndarray:
        """World coordinates of the body frame's origin as drawn [m]."""
        return np.zeros(3) if self.at is None else locate(self.at)

    def rotation(self, locate: Locate) -> np.ndarray:
        """Rotation matrix of the body frame as drawn (body to world)."""
        return rotation_about(np.array([0.0, 0.0, 1.0] if self.axis is None else _three(self.axis)), self.angle)

    def mass_properties(self, locate: Locate) -> Inertia:
        """Mass, centre of mass and inertia in the body frame; raises MechanismError if values are missing."""
        shape = self.shape(locate)
        found = self._from_shape(shape) if shape is not None else self._from_numbers()
        com = found.com if self.com is None else _three(self.com)
        tensor = found.tensor if self.inertia is None else self._tensor()
        return Inertia(found.mass, com, tensor)

    def _from_shape(self, shape: shapes.Shape) -> Inertia:
        composite = isinstance(shape, composites.Composite) and self.mass is None and self.density is None
        if self.mass is None and self.density is None and not composite:
            raise MechanismError(
                Problem(f"{self.title} has no mass", "give mass: … kg, or density: … with all dimensions", self.where)
            )
        return shape.inertia(mass=self.mass, density=self.density)

    def _from_numbers(self) -> Inertia:
        if self.idealised:
            tensor = as_tensor(np.zeros((3, 3))) if self.inertia is None else self._tensor()
            return Inertia(self.mass or 0.0, (0.0, 0.0, 0.0), tensor)
        problems = []
        if self.mass is None:
            problems.append(
                Problem(f"{self.title} has no mass", "give mass: … kg, or a shape with a density", self.where)
            )
        if self.inertia is None:
            problems.append(
                Problem(
                    f"{self.title} has no moment of inertia",
                    "give inertia: … kg m^2 (about the centre of mass), or a shape",
                    self.where,
                )
            )
        if problems:
            raise MechanismError(problems)
        return Inertia(float(self.mass or 0.0), (0.0, 0.0, 0.0), self._tensor())

    def _tensor(self) -> Any:
        if isinstance(self.inertia, float):
            return Inertia.planar(1.0, (0.0, 0.0), self.inertia).tensor
        return self.inertia


@dataclass(kw_only=True)
class Bar(Body):
    """A straight bar between two points; slender unless width and thickness are given."""

    ends: tuple[Where, ...] = given("points", "its two end points")
    width: float = given("length", "width across the bar, in the plane [m]", 0.0)
    thickness: float = given("length", "thickness across the plane [m]", 0.0)

    kind: ClassVar[str] = "bar"
    without: ClassVar[tuple[str, ...]] = ("at", "angle", "axis")
    primary: ClassVar[tuple[str, ...]] = ("ends",)

    def _ends(self, locate: Locate) -> tuple[np.ndarray, np.ndarray]:
        if len(self.ends) != 2:
            raise MechanismError(
                Problem(f"{self.title} needs two end points, but has {len(self.ends)}", "write bar: [A, B]", self.where)
            )
        A, B = (locate(end) for end in self.ends)
        if not np.linalg.norm(B - A) > 0:
            raise MechanismError(
                Problem(
                    f"{self.title} has length zero: both ends are at {_shown(A)}",
                    "give two different points",
                    self.where,
                )
            )
        return A, B

    def shape(self, locate: Locate) -> shapes.Shape:
        """A bar along x."""
        A, B = self._ends(locate)
        return shapes.Bar(length=float(np.linalg.norm(B - A)), width=self.width, thickness=self.thickness)

    def origin(self, locate: Locate) -> np.ndarray:
        """The middle of the bar."""
        A, B = self._ends(locate)
        return (A + B) / 2

    def rotation(self, locate: Locate) -> np.ndarray:
        """The x axis from the first end to the second."""
        A, B = self._ends(locate)
        return frame_along(B - A)


@dataclass(kw_only=True)
class Cylinder(Bar):
    """A round bar between two points."""

    radius: float = given("length", "outer radius [m]")
    inner_radius: float = given("length", "radius of the bore [m]", 0.0)

    kind: ClassVar[str] = "cylinder"
    without: ClassVar[tuple[str, ...]] = (*Bar.without, "width", "thickness")

    def shape(self, locate: Locate) -> shapes.Shape:
        """A cylinder with its axis along x."""
        A, B = self._ends(locate)
        return rounds.Cylinder(radius=self.radius, length=float(np.linalg.norm(B - A)), inner_radius=self.inner_radius)


@dataclass(kw_only=True)
class Disc(Body):
    """A disc or ring in the plane."""

    radius: float = given("length", "outer radius [m]")
    inner_radius: float = given("length", "radius of the hole [m]", 0.0)
    thickness: float | None = given("length", "thickness [m], needed with a density", None)

    kind: ClassVar[str] = "disc"
    primary: ClassVar[tuple[str, ...]] = ("radius",)

    def shape(self, locate: Locate) -> shapes.Shape:
        """A disc about the origin."""
        return rounds.Disc(radius=self.radius, inner_radius=self.inner_radius, thickness=self.thickness)


@dataclass(kw_only=True)
class Box(Body):
    """A rectangular block."""

    size: tuple[float, ...] = given("vector:length", "its sides along x, y and z [m]")

    kind: ClassVar[str] = "box"
    primary: ClassVar[tuple[str, ...]] = ("size",)

    def shape(self, locate: Locate) -> shapes.Shape:
        """A block about the origin."""
        return shapes.Box(size=self.size)


@dataclass(kw_only=True)
class Sphere(Body):
    """A ball or a hollow ball."""

    radius: float = given("length", "outer radius [m]")
    inner_radius: float = given("length", "radius of the cavity [m]", 0.0)

    kind: ClassVar[str] = "sphere"
    primary: ClassVar[tuple[str, ...]] = ("radius",)

    def shape(self, locate: Locate) -> shapes.Shape:
        """A ball about the origin."""
        return rounds.Sphere(radius=self.radius, inner_radius=self.inner_radius)


@dataclass(kw_only=True)
class Plate(Body):
    """A flat plate with a polygonal outline; its frame is at its centre of mass, parallel to the world as drawn."""

    outline: tuple[Where, ...] = given("points", "the corners, in order")
    thickness: float | None = given("length", "thickness [m], needed with a density", None)

    kind: ClassVar[str] = "plate"
    without: ClassVar[tuple[str, ...]] = ("at", "angle", "axis")
    primary: ClassVar[tuple[str, ...]] = ("outline",)

    def shape(self, locate: Locate) -> plates.Plate:
        """The plate about its centroid."""
        corners = tuple((float(x), float(y)) for x, y, _ in (locate(p) for p in self.outline))
        return plates.Plate(points=corners, thickness=self.thickness)

    def origin(self, locate: Locate) -> np.ndarray:
        """The centroid."""
        heights = [float(locate(p)[2]) for p in self.outline]
        if heights and max(heights) > min(heights):
            what = f"{self.title}: the z of its corners ranges from {min(heights):g} m to {max(heights):g} m"
            raise MechanismError(
                Problem(what, "a plate is parallel to xy: use a box rotated by angle and axis", self.where)
            )
        x, y, _ = self.shape(locate).centroid()
        return np.array([x, y, heights[0]])


@dataclass(kw_only=True)
class Mesh(Body):
    """The solid inside a closed triangle mesh; its frame is that of the file, placed by `at` and `angle`."""

    file: str = given("file", "name of an STL or OBJ file, relative to this file (needs trimesh: snodo[meshes])")
    unit: str | None = given(
        f"word:{'|'.join(meshes.UNITS)}", "unit of the numbers in the file; default: m if the size is plausible", None
    )

    kind: ClassVar[str] = "mesh"
    primary: ClassVar[tuple[str, ...]] = ("file",)

    def shape(self, locate: Locate) -> shapes.Shape:
        """The mesh in the frame of its file."""
        return meshes.MeshInPlace(file=self.file, unit=self.unit)


@dataclass(kw_only=True)
class Particle(Body):
    """A point mass: it has no size and no rotation."""

    point: Where = given("point", "its position as drawn")

    kind: ClassVar[str] = "particle"
    without: ClassVar[tuple[str, ...]] = ("at", "angle", "axis", "density", "com", "inertia")
    primary: ClassVar[tuple[str, ...]] = ("point",)

    def shape(self, locate: Locate) -> shapes.Shape:
        """A point."""
        return shapes.Particle()

    def origin(self, locate: Locate) -> np.ndarray:
        """The point."""
        return locate(self.point)


@dataclass(kw_only=True)
class Composite(Body):
    """Several shapes rigidly joined; its frame is at its centre of mass, parallel to the world as drawn."""

    parts: Any = given(
        "anything", "list of shapes: {disc: 50 mm, at: [0, 0], mass: 1 kg}, …; hole: true subtracts a shape"
    )

    kind: ClassVar[str] = "composite"
    without: ClassVar[tuple[str, ...]] = ("at", "angle", "axis")
    primary: ClassVar[tuple[str, ...]] = ("parts",)

    def _convert(self) -> list[tuple[str, str]]:
        problems, parts = super()._convert(), []
        with recording() as record:
            for k, given_part in enumerate(self.parts if isinstance(self.parts, list | tuple) else [self.parts], 1):
                try:
                    parts.append(_composite_part(given_part))
                except (MechanismError, ValueError, TypeError) as error:
                    problems.append(
                        (f"part {k}: {error}", "write for example {box: [0.2, 0.1, 0.01], at: [0, 0], density: steel}")
                    )
        self.keep("parts", tuple(parts), self.parts, record)
        return problems

    def shape(self, locate: Locate) -> composites.Composite:
        """The shapes, about the common centre of mass."""
        return composites.Composite(parts=self.parts)

    def origin(self, locate: Locate) -> np.ndarray:
        """The common centre of mass."""
        return np.array(_three(self.shape(locate).centroid()))


_PART_SHAPES: dict[str, Callable[[Any], shapes.Shape]] = {
    "disc": lambda v: rounds.Disc(radius=quantity(v, "length")),
    "box": lambda v: shapes.Box(size=coordinates(v)),
    "sphere": lambda v: rounds.Sphere(radius=quantity(v, "length")),
    "plate": lambda v: plates.Plate(points=tuple(map(_in_plane, v))),
    "bar": lambda v: shapes.Bar(length=quantity(v, "length")),
}
_PART_WORDS = (*_PART_SHAPES, "particle", "mesh")
_PART_EXTRAS = {"inner_radius", "thickness", "width"}


def _composite_part(raw: Any) -> composites.Part:
    """One part of a composite, such as {disc: 0.05, at: [0, 0], mass: 1}; a material becomes its density."""
    if isinstance(raw, composites.Part):
        density = None if raw.density is None else density_of(raw.density)
        return replace(raw, density=density)
    if not isinstance(raw, Mapping):
        raise ValueError(f"{raw!r} is not a table with a shape")
    left = dict(raw)
    kinds = [k for k in _PART_WORDS if k in left]
    if len(kinds) != 1:
        raise ValueError(f"it must have one shape ({', '.join(_PART_WORDS)}), but has {', '.join(kinds) or 'none'}")
    given_shape = left.pop(kinds[0])
    if kinds[0] == "particle":
        shape: shapes.Shape = _particle(given_shape, left)
    elif kinds[0] == "mesh":
        shape = meshes.Mesh(file=convert(given_shape, "file"), unit=left.pop("unit", None))
    else:
        shape = _PART_SHAPES[kinds[0]](given_shape)
    extras = {k: quantity(left.pop(k), "length") for k in list(left) if k in _PART_EXTRAS and hasattr(shape, k)}
    if extras:
        shape = type(shape)(**{**shape.__dict__, **extras})
    at = coordinates(left.pop("at")) if "at" in left else None
    part = composites.Part(
        shape=shape,
        at=at,
        angle=quantity(left.pop("angle", 0.0), "angle"),
        mass=None if "mass" not in left else quantity(left.pop("mass"), "mass"),
        density=None if "density" not in left else _density(left.pop("density")),
        hole=convert(left.pop("hole", False), "flag"),
    )
    if left:
        raise ValueError(f"unknown words {', '.join(map(repr, left))}")
    return part


def _particle(place: Any, left: dict[str, Any]) -> shapes.Particle:
    """A particle of a composite; its position, written after `particle` as for a body, becomes `at`."""
    if place is None or place is True:
        return shapes.Particle()
    if "at" in left:
        raise ValueError(f"the particle has two places, {place!r} and at: {left['at']!r}; give one of them")
    if isinstance(place, str | bool) or not np.iterable(place):
        raise ValueError(f"the particle's place {place!r} is not a list of coordinates; write {{particle: [x, y]}}")
    left["at"] = place
    return shapes.Particle()


def _in_plane(corner: Any) -> tuple[float, ...]:
    """A corner of a plate inside a composite; it must be in the plane z = 0."""
    x, y, *z = coordinates(corner)
    if any(z):
        raise ValueError(f"a plate inside a composite lies in the plane z = 0, and a corner has z = {z[0]:g} m")
    return x, y


def _density(value: Any) -> float:
    """A density in kg/m³ from a number, a text with unit, or the name of a material."""
    named = isinstance(value, str) and value.isidentifier() and value not in known_parameters()
    if isinstance(value, str) and value[:1].isalpha() and (named or not reads_as_formula(value)):
        return density_of(value)
    return quantity(value, "density")


def rotation_about(axis: np.ndarray, angle: float) -> np.ndarray:
    """Rodrigues: A = I + sin θ ũ + (1 − cos θ) ũ², u the unit vector along `axis`."""
    x, y, z = axis / np.linalg.norm(axis)
    tilde = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + math.sin(angle) * tilde + (1 - math.cos(angle)) * tilde @ tilde


def frame_along(direction: np.ndarray) -> np.ndarray:
    """A rotation whose x axis points along `direction`; in the plane it is a rotation about z."""
    x = direction / np.linalg.norm(direction)
    if abs(x[2]) < 1e-12:
        return np.array([[x[0], -x[1], 0.0], [x[1], x[0], 0.0], [0.0, 0.0, 1.0]])
    helper = np.array([0.0, 0.0, 1.0]) if abs(x[2]) < 0.9 else np.array([0.0, 1.0, 0.0])
    y = np.cross(helper, x)
    y /= np.linalg.norm(y)
    return np.column_stack([x, y, np.cross(x, y)])


def _three(vector: Any) -> tuple[float, float, float]:
    x, y, *z = (float(v) for v in vector)
    return (x, y, z[0] if z else 0.0)


def _shown(r: np.ndarray) -> str:
    return "(" + ", ".join(f"{x:g}" for x in r) + ")"


BODIES: dict[str, type[Body]] = {
    c.kind: c for c in (Body, Bar, Cylinder, Disc, Box, Sphere, Plate, Mesh, Particle, Composite)
}
