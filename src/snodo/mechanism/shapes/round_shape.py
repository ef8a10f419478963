"""Round shapes: disc and ring, cylinder and tube, ball; each may be hollow, and a thin shell if its radii are equal."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from snodo.errors import Problem
from snodo.mechanism.shapes.polygon import Array, circle, rectangle
from snodo.mechanism.shapes.shape import Shape, about, times


@dataclass(frozen=True)
class Disc(Shape):
    """A round disc or ring in the xy plane with its axis along z; a hoop if the radii are equal."""

    density_needs = "a thickness, and an inner_radius smaller than the radius"

    radius: float = field(metadata=about("outer radius [m]"))
    inner_radius: float = field(default=0.0, metadata=about("radius of the hole [m]"))
    thickness: float | None = field(default=None, metadata=about("thickness along z [m]; none for a lamina"))

    def content(self) -> tuple[float, int]:
        """Area or volume; of a hoop its length."""
        return times(_ring(self.radius, self.inner_radius), self.thickness or 0.0)

    def spread(self) -> Array:
        """⟨x²⟩ = ⟨y²⟩ = (r² + r_i²)/4, ⟨z²⟩ = t²/12."""
        across = (self.radius**2 + self.inner_radius**2) / 4
        return np.diag([across, across, (self.thickness or 0.0) ** 2 / 12])

    def outline(self) -> list[Array]:
        """A circle, and the circle of the hole."""
        return [circle(self.radius)] + ([circle(self.inner_radius)[::-1]] if self.inner_radius else [])

    def extent(self) -> float:
        """Distance of the rim [m]."""
        return math.hypot(self.radius, (self.thickness or 0.0) / 2)

    def _shape_problems(self) -> list[Problem]:
        return _radius_problems(self.radius, self.inner_radius)


@dataclass(frozen=True)
class Cylinder(Shape):
    """A round cylinder or tube with its axis along x, a rectangle in the plane; a thin shell if the radii are equal."""

    density_needs = "an inner_radius smaller than the radius"

    radius: float = field(metadata=about("outer radius [m]"))
    length: float = field(metadata=about("length along x [m]"))
    inner_radius: float = field(default=0.0, metadata=about("radius of the bore [m]"))

    def content(self) -> tuple[float, int]:
        """Volume; of a thin shell its area."""
        return times(_ring(self.radius, self.inner_radius), self.length)

    def spread(self) -> Array:
        """⟨x²⟩ = l²/12, ⟨y²⟩ = ⟨z²⟩ = (r² + r_i²)/4."""
        across = (self.radius**2 + self.inner_radius**2) / 4
        return np.diag([self.length**2 / 12, across, across])

    def outline(self) -> list[Array]:
        """A rectangle."""
        return [rectangle(self.length, 2 * self.radius)]

    def extent(self) -> float:
        """Distance of the rim [m]."""
        return math.hypot(self.radius, self.length / 2)

    def _shape_problems(self) -> list[Problem]:
        return _radius_problems(self.radius, self.inner_radius)


@dataclass(frozen=True)
class Sphere(Shape):
    """A ball, optionally hollow; a thin shell if the radii are equal."""

    density_needs = "an inner_radius smaller than the radius"

    radius: float = field(metadata=about("outer radius [m]"))
    inner_radius: float = field(default=0.0, metadata=about("radius of the hollow [m]"))

    def content(self) -> tuple[float, int]:
        """Volume 4π/3 (r³ − r_i³); of a thin shell its area."""
        r, s = self.radius, self.inner_radius
        return (4 / 3 * math.pi * (r - s) * (r * r + r * s + s * s), 3) if s < r else (4 * math.pi * r * r, 2)

    def spread(self) -> Array:
        """⟨x²⟩ = (r⁵ − r_i⁵) / (r³ − r_i³) / 5, with the factor r − r_i divided out."""
        s = self.inner_radius / self.radius
        return np.eye(3) * self.radius**2 * (1 + s + s**2 + s**3 + s**4) / (1 + s + s**2) / 5

    def outline(self) -> list[Array]:
        """A circle."""
        return [circle(self.radius)]

    def extent(self) -> float:
        """The radius [m]."""
        return self.radius

    def _shape_problems(self) -> list[Problem]:
        return _radius_problems(self.radius, self.inner_radius)


def _ring(radius: float, inner: float) -> tuple[float, int]:
    """Area π (r² − r_i²) of a ring, or the length of a circle."""
    return (math.pi * (radius - inner) * (radius + inner), 2) if inner < radius else (2 * math.pi * radius, 1)


def _radius_problems(radius: float, inner: float) -> list[Problem]:
    if inner <= radius:
        return []
    return [
        Problem(f"inner_radius {inner:g} m is larger than radius {radius:g} m", "the inner radius is the smaller one")
    ]
