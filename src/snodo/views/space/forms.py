"""Appearance of bodies in space: their shapes, those of a robot's file, or bars from joints to the centre of mass.

A form is a box, cylinder, tube, sphere, prism or mesh, placed in the frame of its body: what the page draws as such and
what pictures make triangles of.  Slender things get the half width h of the picture's signs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.mechanism.body import frame_along, rotation_about
from snodo.mechanism.part import GROUND
from snodo.mechanism.shapes import composite, mesh, plate, round_shape, shape
from snodo.mechanism.visual import Visual
from snodo.views.space import solids
from snodo.views.space.meshes import Meshes, fewer
from snodo.views.space.solids import Z_TO_X, Solid

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
UPRIGHT = np.eye(3)


@dataclass(frozen=True)
class Form:
    """A piece of a body, its axis (if it has one) along its z."""

    kind: str
    """`box`, `cylinder`, `tube`, `sphere`, `prism` or `mesh`."""
    size: tuple[float, ...] = ()
    """Edges; radius, length; radius, length, inner radius; radius; thickness; nothing [m]."""
    at: Array = field(default_factory=lambda: np.zeros(3))
    """Its origin in the body's frame [m],"""
    rotation: Array = field(default_factory=lambda: np.eye(3))
    """and its rotation, form to body."""
    color: str | None = None
    """None for the colour of the body."""
    points: Array = field(default_factory=lambda: np.zeros((0, 3)))
    """Corners of a prism's outline, anticlockwise (n, 2), or of a mesh (n, 3) [m],"""
    faces: Array = field(default_factory=lambda: np.zeros((0, 3), np.int64))
    """and the triangles of a mesh (m, 3)."""

    def moved(self, r: Array, A: Array) -> Form:
        """Turned by A, then moved by r."""
        return replace(self, at=A @ self.at + r, rotation=A @ self.rotation)

    def solid(self) -> Solid:
        """Its surface in the body's frame."""
        return self._upright().moved(self.at, self.rotation)

    def _upright(self) -> Solid:
        if self.kind == "box":
            return solids.box(self.size)
        if self.kind in ("cylinder", "tube"):
            return solids.tube(*self.size)
        if self.kind == "sphere":
            return solids.ball(self.size[0])
        if self.kind == "prism":
            return solids.prism(self.points, self.size[0])
        return solids.of_mesh(self.points, self.faces)


def forms_of(F: Formulation, number: int, joints: list[Array], h: float, meshes: Meshes) -> list[Form]:
    """The pieces of a body, the ground last; `joints` are the places of its joints in its frame [m]."""
    ground = number == len(F.body_names)
    name = GROUND if ground else F.body_names[number]
    looks = F.mechanism.visuals.get(name, [])
    found = [form for piece in looks for form in visual_forms(piece, meshes)]
    if ground:
        return found
    placed = F.geometry.bodies[name]
    if not looks and placed.shape is not None:
        found = list(shape_forms(placed.shape, h, meshes.most))
    if not found or any(piece.file in meshes.missing for piece in looks):
        found += _skeleton(np.array(placed.inertia.com), joints, h)
    return found


# ---------------------------------------------------------------- shapes
def shape_forms(given: shape.Shape, h: float, most: int) -> Iterator[Form]:
    """The pieces of a shape, in its frame; meshes with at most `most` triangles."""
    if isinstance(given, shape.Particle):
        yield Form("sphere", (1.5 * h,))
    elif isinstance(given, shape.Block):
        yield Form("box", _visible(given.edges(), h))
    elif isinstance(given, round_shape.Disc):
        yield _round(given.radius, given.thickness or 0.0, given.inner_radius)
    elif isinstance(given, round_shape.Cylinder):
        yield replace(_round(given.radius, given.length, given.inner_radius), rotation=Z_TO_X)
    elif isinstance(given, round_shape.Sphere):
        yield Form("sphere", (given.radius,))
    elif isinstance(given, plate.Plate):
        yield Form("prism", (given.thickness or 0.0,), points=given.outline()[0][:-1])
    elif isinstance(given, mesh.Mesh):
        yield _mesh_shape(given, most)
    elif isinstance(given, composite.Composite):
        yield from _parts(given, h, most)


def _round(radius: float, length: float, inner: float) -> Form:
    return Form("tube", (radius, length, inner)) if inner else Form("cylinder", (radius, length))


def _visible(edges: Any, h: float) -> tuple[float, ...]:
    """Edges of a box; a slender bar, which has none across, gets the width of a sign."""
    sizes = np.array(edges, float)
    sizes = np.where(sizes > 0, sizes, 1.2 * h) if np.count_nonzero(sizes) == 1 else sizes
    return tuple(sizes.tolist())


def _mesh_shape(given: mesh.Mesh, most: int) -> Form:
    """A body whose shape is a mesh; its frame is at the centre of mass unless it is used in place."""
    surface = given.polyhedron
    points = surface.corners - (0.0 if isinstance(given, mesh.MeshInPlace) else np.array(given.centroid()))
    faces = surface.triangles
    if len(faces) > most:
        points, faces = fewer(points, faces, most)
    return Form("mesh", points=points, faces=faces)


def _parts(given: composite.Composite, h: float, most: int) -> Iterator[Form]:
    """The parts of a composite but its holes, about its centre of mass."""
    centre = np.array(given.centroid())
    for part in given.parts:
        if not part.hole:
            turn = rotation_about(np.array([0.0, 0.0, 1.0]), part.angle)
            for form in shape_forms(part.shape, h, most):
                yield form.moved(np.array(part.place) - centre, turn)


# ---------------------------------------------------------------- pieces of a robot's file
def visual_forms(piece: Visual, meshes: Meshes) -> Iterator[Form]:
    """A piece in its body's frame; a mesh may have several parts, or none if it is missing."""
    at, rotation, color = np.array(piece.at), np.array(piece.rotation), _hex(piece.color)
    if piece.kind != "mesh":
        yield Form(piece.kind, tuple(map(float, piece.size)), at, rotation, color)
        return
    for part in meshes.parts(piece):
        yield Form("mesh", (), at, rotation, color or part.color, part.points, part.faces)


def _hex(color: tuple[float, ...] | None) -> str | None:
    if color is None:
        return None
    return "#" + "".join(f"{round(255 * min(max(x, 0.0), 1.0)):02X}" for x in color[:3])


# ---------------------------------------------------------------- bodies without a shape
def _skeleton(com: Array, joints: list[Array], h: float) -> Iterator[Form]:
    """Bars from the joints to the centre of mass, where a ball is."""
    yield Form("sphere", (1.1 * h,), com)
    for s in joints:
        if np.linalg.norm(s - com) > h:
            yield bar(com, s, 0.5 * h)


def bar(start: Array, end: Array, radius: float) -> Form:
    """A thin round bar between two points [m]."""
    length = float(np.linalg.norm(end - start))
    return Form("cylinder", (radius, length), (start + end) / 2, frame_along(end - start) @ Z_TO_X)
