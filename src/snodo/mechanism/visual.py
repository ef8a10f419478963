"""What a body looks like where that is more than its shape: pieces placed in its frame, meshes by their file's name."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Visual:
    """One piece of a body's looks."""

    kind: str
    """`box`, `cylinder` (its axis along z), `sphere` or `mesh`."""
    size: tuple[float, ...]
    """Box: edges; cylinder: radius and length; sphere: radius [m]; mesh: scale along x, y, z."""
    at: tuple[float, ...]
    """Its origin in the body frame [m]."""
    rotation: tuple[tuple[float, ...], ...]
    """Its rotation matrix, piece to body."""
    file: str = ""
    """The mesh's file as it was written, such as `package://robot/meshes/arm.stl`; it is not opened."""
    color: tuple[float, ...] | None = None
    """Red, green, blue and opacity, 0 … 1."""
    link: str = ""
    """The link of the URDF that it belongs to."""
