"""Appearance of bodies in space: their shapes, those of a robot's file, or bars from joints to the centre of mass.


Slender things get the half width h of the picture's signs.  Meshes are not opened: a body that has one is drawn like a
body without a shape, with its other pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.mechanism.body import rotation_about
from snodo.mechanism.part import GROUND
from snodo.mechanism.shapes import composite, plate, round_shape, shape
from snodo.mechanism.visual import Visual
from snodo.views.space import solids
from snodo.views.space.solids import Solid
from snodo.views.style import GREY, color_of

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
GRAIN = 6.0
"""Largest piece of a face, in half widths h."""
Piece = tuple[Solid, str]
"""A solid in the body's frame, and its colour."""


def pieces_of(F: Formulation, number: int, joints: list[Array], h: float) -> list[Piece]:
    """The pieces of a body, the ground last; `joints` are the places of its joints in its frame [m]."""
    if number == len(F.body_names):
        looks = [piece for piece in F.mechanism.visuals.get(GROUND, []) if piece.kind != "mesh"]
        return [(visual_solid(piece, h), _color(piece, GREY)) for piece in looks]
    name = F.body_names[number]
    placed, color = F.geometry.bodies[name], color_of(number)
    looks = [piece for piece in F.mechanism.visuals.get(name, []) if piece.kind != "mesh"]
    found = [(visual_solid(piece, h), _color(piece, color)) for piece in looks]
    if not found and placed.shape is not None:
        found = [(solid, color) for solid in shape_solids(placed.shape, h)]
    if not found or len(looks) < len(F.mechanism.visuals.get(name, [])):
        found += [(solid, color) for solid in _skeleton(np.array(placed.inertia.com), joints, h)]
    return found


# ---------------------------------------------------------------- shapes
def shape_solids(given: shape.Shape, h: float) -> Iterator[Solid]:
    """The solids of a shape, in its frame."""
    if isinstance(given, shape.Particle):
        yield solids.ball(1.5 * h)
    elif isinstance(given, shape.Block):
        yield solids.box(_visible(given.edges(), h), GRAIN * h)
    elif isinstance(given, round_shape.Disc):
        yield solids.tube(given.radius, given.thickness or 0.0, given.inner_radius, GRAIN * h)
    elif isinstance(given, round_shape.Cylinder):
        yield solids.lying(solids.tube(given.radius, given.length, given.inner_radius, GRAIN * h))
    elif isinstance(given, round_shape.Sphere):
        yield solids.ball(given.radius)
    elif isinstance(given, plate.Plate):
        yield solids.prism(given.outline()[0][:-1], given.thickness or 0.0)
    elif isinstance(given, composite.Composite):
        yield from _parts(given, h)


def _visible(edges: Any, h: float) -> Array:
    """Edges of a box; a slender bar, which has none across, gets the width of a sign."""
    sizes = np.array(edges, float)
    return np.where(sizes > 0, sizes, 1.2 * h) if np.count_nonzero(sizes) == 1 else sizes


def _parts(given: composite.Composite, h: float) -> Iterator[Solid]:
    """The parts of a composite but its holes, about its centre of mass."""
    centre = np.array(given.centroid())
    for part in given.parts:
        if not part.hole:
            turn = rotation_about(np.array([0.0, 0.0, 1.0]), part.angle)
            for solid in shape_solids(part.shape, h):
                yield solid.moved(np.array(part.place) - centre, turn)


# ---------------------------------------------------------------- pieces of a robot's file
def visual_solid(piece: Visual, h: float) -> Solid:
    """A piece in its body's frame."""
    if piece.kind == "box":
        solid = solids.box(piece.size, GRAIN * h)
    elif piece.kind == "cylinder":
        solid = solids.tube(piece.size[0], piece.size[1], grain=GRAIN * h)
    else:
        solid = solids.ball(piece.size[0])
    return solid.moved(np.array(piece.at), np.array(piece.rotation))


def _color(piece: Visual, other: str) -> str:
    """Its own colour unless it has none."""
    if piece.color is None:
        return other
    return "#" + "".join(f"{round(255 * min(max(x, 0.0), 1.0)):02X}" for x in piece.color[:3])


# ---------------------------------------------------------------- bodies without a shape
def _skeleton(com: Array, joints: list[Array], h: float) -> Iterator[Solid]:
    """Bars from the joints to the centre of mass, where a ball is."""
    yield solids.ball(1.1 * h).moved(com, np.eye(3))
    for s in joints:
        if np.linalg.norm(s - com) > h:
            yield solids.rod(com, s, 0.5 * h, GRAIN * h)
