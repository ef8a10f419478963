"""Methods that add bodies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from snodo.mechanism import body as bodies
from snodo.mechanism.adding.adding import Adding


class AddsBodies(Adding):
    """Bodies."""

    def body(
        self, name: str, *, mass: Any, inertia: Any, com: Any = None, at: Any = None, angle: Any = 0.0, **more: Any
    ) -> bodies.Body:
        """A body by its mass [kg], centre of mass [m] and moment of inertia about it [kg m²], in its own frame.

        Here and in other bodies `angle` [rad] is about z or `axis`, or a whole `Rotation`, body to world as drawn.
        """
        return self.add(bodies.Body(name=name, mass=mass, inertia=inertia, com=com, at=at, angle=angle, **more))

    def bar(self, name: str, start: Any, end: Any, **more: Any) -> bodies.Bar:
        """A bar between two points; `mass` [kg], or `density` with `width` and `thickness` [m]."""
        return self.add(bodies.Bar(name=name, ends=(start, end), **more))

    def cylinder(self, name: str, start: Any, end: Any, radius: Any, **more: Any) -> bodies.Cylinder:
        """A round bar of the given radius [m] between two points; `mass` [kg] or `density`."""
        return self.add(bodies.Cylinder(name=name, ends=(start, end), radius=radius, **more))

    def disc(self, name: str, radius: Any, at: Any = None, **more: Any) -> bodies.Disc:
        """A disc of the given radius [m] about `at`; `mass` [kg], or `density` with `thickness`."""
        return self.add(bodies.Disc(name=name, radius=radius, at=at, **more))

    def box(self, name: str, size: Any, at: Any = None, **more: Any) -> bodies.Box:
        """A block with sides `size` [m] about `at`; `mass` [kg] or `density`."""
        return self.add(bodies.Box(name=name, size=size, at=at, **more))

    def sphere(self, name: str, radius: Any, at: Any = None, **more: Any) -> bodies.Sphere:
        """A ball of the given radius [m] about `at`; `mass` [kg] or `density`."""
        return self.add(bodies.Sphere(name=name, radius=radius, at=at, **more))

    def plate(self, name: str, *corners: Any, **more: Any) -> bodies.Plate:
        """A flat plate with the given corners; `mass` [kg], or `density` with `thickness`."""
        return self.add(bodies.Plate(name=name, outline=corners, **more))

    def mesh(self, name: str, file: Any, at: Any = None, **more: Any) -> bodies.Mesh:
        """What a closed mesh in an STL or OBJ file encloses, its origin at `at`; `mass` [kg] or `density`, `unit`."""
        return self.add(bodies.Mesh(name=name, file=file, at=at, **more))

    def particle(self, name: str, point: Any, mass: Any) -> bodies.Particle:
        """A point mass [kg] that has no size and does not turn."""
        return self.add(bodies.Particle(name=name, point=point, mass=mass))

    def composite(self, name: str, parts: Sequence[Any], **more: Any) -> bodies.Composite:
        """Several shapes in one body: `[{"disc": 0.05, "at": (0, 0), "mass": 1}, …]`."""
        return self.add(bodies.Composite(name=name, parts=list(parts), **more))
