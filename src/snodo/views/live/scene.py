"""The scene of a mechanism that is moved by hand: its parts, the room it needs, and poses of single positions."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.views.scene.meshes import packed_mesh
from snodo.views.scene.packing import numbers
from snodo.views.scene.plane import PlaneScene
from snodo.views.scene.scene import FORMAT
from snodo.views.scene.space import SpaceScene, euler_parameters

if TYPE_CHECKING:
    from snodo.formulations.tree.tree import Tree

Array = np.ndarray
RING = 24
"""Points of a ring around a joint."""


def scene_at(F: Tree, rows: list[Array], redundant: list[str], color: str) -> dict[str, Any]:
    """The scene at the first of some positions; the others show how much room there must be."""
    times = np.arange(len(rows), dtype=float)
    still = SimpleNamespace(formulation=F, time=times, q=np.array(rows), v=np.zeros((len(rows), F.nv)), names=list)
    stage = PlaneScene(still) if F.mechanism.dimension == 2 else SpaceScene(still)
    parts = stage.parts(())
    m = F.mechanism
    for joint in parts["joints"]:
        if joint["name"] in redundant:
            _ring(parts, joint, color, m.dimension)
    return {
        "format": FORMAT,
        "name": m.name,
        "about": m.description or "",
        "dimension": m.dimension,
        "start": 0.0,
        "step": 1.0,
        "frames": len(rows),
        "speed": 1.0,
        "notes": [],
        "on": {},
        **parts,
        "poses": stage.poses(times),
        "series": {"list": []},
        "arrows": [],
        "copies": [],
    }


def poses_of(F: Tree, q: Array, names: list[str]) -> Array:
    """Poses of bodies as the page reads them: x, y, φ in the plane, place and Euler parameters in space, flat."""
    if F.mechanism.dimension == 2:
        rest = np.zeros(F.nv)
        at = F.motion.places([f"{name}.com" for name in names], q)
        return np.array([x for name in names for x in (*at[f"{name}.com"], F.motion.turn(name, q, rest, rest)[0])])
    r = F.motion.places(names, q)
    axes = F.motion.all_axes(q)
    A = np.array([axes[link] @ pose.A for link, pose in (F.flat.bodies[name] for name in names)])
    e = euler_parameters(A[None])[0] if len(names) else np.zeros((0, 4))
    return np.column_stack([np.array([r[name] for name in names]).reshape(-1, 3), e]).ravel()


def _ring(parts: dict[str, Any], joint: dict[str, Any], color: str, dimension: int) -> None:
    """A ring around a joint, moving with its child."""
    angles = np.linspace(0.0, 2 * np.pi, RING + 1)
    h = float(parts["h"])
    if dimension == 2:
        stroke = 2.2 * h * np.column_stack([np.cos(angles), np.sin(angles)])
        parts["marks"].append(
            {"fill": None, "edge": color, "w": 2.6, "layer": 99.0, "ghost": False, "body": joint["child"]}
            | {"s": [numbers(stroke, 5)], "at": joint["at"], "turns": True}
        )
        return
    points, faces = _torus(np.array(joint.get("axis", (0.0, 0.0, 1.0))), 3.4 * h, 0.5 * h)
    piece = {
        "kind": "mesh",
        "mesh": len(parts["meshes"]),
        "at": joint["at"],
        "q": [1, 0, 0, 0],
        "size": [],
        "color": color,
    }
    parts["meshes"].append(packed_mesh(points, faces))
    parts["bodies"][joint["child"]]["pieces"].append(piece)


def _torus(axis: Array, radius: float, thick: float, sides: int = 8) -> tuple[Array, Array]:
    """Points and triangles of a ring about an axis."""
    z = axis / np.linalg.norm(axis)
    x = np.cross(z, np.eye(3)[int(np.abs(z).argmin())])
    x, y = x / np.linalg.norm(x), np.cross(z, x / np.linalg.norm(x))
    u, v = np.meshgrid(2 * np.pi * np.arange(RING) / RING, 2 * np.pi * np.arange(sides) / sides, indexing="ij")
    out = (radius + thick * np.cos(v))[..., None] * (np.cos(u)[..., None] * x + np.sin(u)[..., None] * y)
    points = (out + (thick * np.sin(v))[..., None] * z).reshape(-1, 3)
    k, j = (grid.ravel() for grid in np.meshgrid(np.arange(RING), np.arange(sides), indexing="ij"))
    a, b = k * sides + j, (k + 1) % RING * sides + j
    c, d = (k + 1) % RING * sides + (j + 1) % sides, k * sides + (j + 1) % sides
    return points, np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])])
