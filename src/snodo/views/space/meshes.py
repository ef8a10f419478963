"""Meshes of robots for pictures: read by trimesh, reduced to few triangles, in the colours of their files.

What is missing or cannot be read is drawn like a body without a shape, and told once: on the page, and as a warning.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from snodo.mechanism.visual import Visual
from snodo.views.space.mesh_files import ENDINGS, located

Array = np.ndarray

MOST_BYTES = 200_000_000
"""Largest file that is read."""
SHOWN = 4
"""Files that are named in a note."""
NOT_FOUND = "not found"
ELSEWHERE = "If they are elsewhere, name their folder: result.animate(…, meshes=FOLDER), snodo view … --meshes FOLDER."


class MissingMeshWarning(UserWarning):
    """Meshes of a model that are not shown."""


@dataclass(frozen=True)
class Part:
    """Triangles (m, 3) of points (n, 3) [m], and their colour if the file has one."""

    points: Array
    faces: Array
    color: str | None


class Meshes:
    """The meshes of a model, each with at most `most` triangles; `notes` tells which are not shown."""

    def __init__(self, folders: Sequence[str], most: int) -> None:
        self.folders, self.most = tuple(folders), most
        self.missing: dict[str, str] = {}

    def parts(self, piece: Visual) -> tuple[Part, ...]:
        """The parts of a mesh, scaled as its model says; none if it cannot be shown."""
        path = located(piece.file, self.folders)
        if path is None:
            self.missing[piece.file] = NOT_FOUND
            return ()
        if path.suffix.lower() not in ENDINGS:
            self.missing[piece.file] = f"not a {', '.join(ENDINGS)} file"
            return ()
        try:
            status = path.stat()
            if status.st_size > MOST_BYTES:
                self.missing[piece.file] = f"larger than {MOST_BYTES / 1e6:.0f} MB"
                return ()
            return _read(str(path), status.st_mtime_ns, status.st_size, tuple(piece.size), self.most)
        except Exception as error:  # trimesh does not catch the errors of a broken file
            self.missing[piece.file] = _reason(error)
            return ()

    def notes(self) -> list[str]:
        """One sentence, if meshes are missing."""
        if not self.missing:
            return []
        by_reason: dict[str, list[str]] = {}
        for file, reason in self.missing.items():
            by_reason.setdefault(reason, []).append(file)
        said = "; ".join(f"{_few(files)} ({reason})" for reason, files in by_reason.items())
        count = len(self.missing)
        remedy = f" {ELSEWHERE}" if NOT_FOUND in by_reason else ""
        one = f"{count} mesh{'' if count == 1 else 'es'} not shown: {said}."
        return [f"{one} Their bodies are drawn from their joints.{remedy}"]

    def warn(self) -> None:
        """Say what is missing as a warning."""
        for note in self.notes():
            warnings.warn(note, MissingMeshWarning, stacklevel=2)


def _few(files: list[str]) -> str:
    more = len(files) - SHOWN
    return ", ".join(files[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def _reason(error: Exception) -> str:
    if isinstance(error, ImportError):
        return "the packages that read meshes are not installed: pip install snodo[meshes]"
    return f"cannot be read: {type(error).__name__}: {error}"[:200]


# ---------------------------------------------------------------- reading
@lru_cache(maxsize=256)
def _read(path: str, changed: int, size: int, scale: tuple[float, ...], most: int) -> tuple[Part, ...]:
    """Read once, and again only when the file has changed."""
    import trimesh

    if Path(path).suffix.lower() == ".dae":
        import collada  # noqa: F401  # trimesh says only that the ending is unknown
    loaded = trimesh.load(path, force="scene")
    found = [_part(mesh, _metres(mesh) * np.array(scale)) for mesh in loaded.dump() if len(getattr(mesh, "faces", ()))]
    joined = _joined(found)
    total = sum(len(part.faces) for part in joined)
    if not total:
        raise ValueError("there are no triangles in it")
    shares = [max(20, int(most * len(part.faces) / total)) for part in joined]
    return tuple(_reduced(part, share) for part, share in zip(joined, shares))


def _metres(mesh: Any) -> float:
    """The length that a COLLADA file has as its unit [m]; other files have none, and their models say `scale`."""
    from trimesh.units import unit_conversion

    unit = float(unit_conversion(mesh.metadata["units"], "meters")) if "units" in mesh.metadata else 1.0
    if not 0.0 < unit < np.inf:
        raise ValueError(f"its unit of length is {unit:g} m")
    return unit


def _part(mesh: Any, scale: Array) -> Part:
    points, faces = np.asarray(mesh.vertices, float) * scale, np.asarray(mesh.faces, np.int64)
    if not np.isfinite(points).all():
        raise ValueError("some of its corners are not finite numbers")
    if np.prod(scale) < 0:
        faces = faces[:, ::-1]
    return Part(points, faces, _color(mesh.visual))


def _color(visual: Any) -> str | None:
    """The colour of a mesh, if its file gives one."""
    if not getattr(visual, "defined", False):
        return None
    material = getattr(visual, "material", None)
    color = getattr(visual, "main_color", None) if material is None else getattr(material, "main_color", None)
    return None if color is None else "#" + "".join(f"{int(c):02X}" for c in np.asarray(color)[:3])


def _joined(parts: list[Part]) -> list[Part]:
    """Parts of one colour as one."""
    by_color: dict[str | None, list[Part]] = {}
    for part in parts:
        by_color.setdefault(part.color, []).append(part)
    found = []
    for color, those in by_color.items():
        starts = np.cumsum([0, *(len(part.points) for part in those[:-1])])
        points = np.concatenate([part.points for part in those])
        found.append(Part(points, np.concatenate([part.faces + k for part, k in zip(those, starts)]), color))
    return found


# ---------------------------------------------------------------- fewer triangles
def _reduced(part: Part, most: int) -> Part:
    points, faces = welded(part.points, part.faces)
    if len(faces) > most:
        points, faces = fewer(points, faces, most)
    if _volume(points, faces) < 0:
        faces = faces[:, ::-1]
    return Part(points, np.ascontiguousarray(faces), part.color)


def _volume(points: Array, faces: Array) -> float:
    """Inside a closed surface; negative if its faces look inward [m³]."""
    a, b, c = ((points - points.mean(axis=0))[faces[:, k]] for k in range(3))
    return float(np.einsum("ni,ni->", a, np.cross(b, c))) / 6


def welded(points: Array, faces: Array) -> tuple[Array, Array]:
    """Points that coincide as one, triangles without area left out."""
    size = float(np.ptp(points, axis=0).max()) or 1.0
    return clustered(points, faces, 1e-6 * size)


def fewer(points: Array, faces: Array, most: int) -> tuple[Array, Array]:
    """At most `most` triangles: by quadric errors if fast-simplification is there, otherwise by clusters of points."""
    try:
        import fast_simplification
    except ImportError:
        return by_clusters(points, faces, most)
    share = 1.0 - most / len(faces)
    p, f = fast_simplification.simplify(points.astype(np.float32), faces.astype(np.int32), target_reduction=share)
    if 0 < len(f) <= 1.2 * most:
        return np.asarray(p, float), np.asarray(f, np.int64)
    return by_clusters(points, faces, most)


def by_clusters(points: Array, faces: Array, most: int) -> tuple[Array, Array]:
    """Points of a cell of a grid as one, the smallest cells that leave at most `most` triangles (Rossignac 1993)."""
    size = float(np.ptp(points, axis=0).max()) or 1.0
    low, high = size / 400, size / 4
    best = clustered(points, faces, high)
    for _ in range(9):
        cell = (low * high) ** 0.5
        found = clustered(points, faces, cell)
        if len(found[1]) > most:
            low = cell
        else:
            high, best = cell, found
    return best if len(best[1]) else clustered(points, faces, low)


def clustered(points: Array, faces: Array, cell: float) -> tuple[Array, Array]:
    """The points of each cell [m] replaced by their mean."""
    keys = np.floor((points - points.min(axis=0)) / cell + 0.5).astype(np.int64)
    n = keys.max(axis=0) + 1
    _, inverse, counts = np.unique(
        (keys[:, 0] * n[1] + keys[:, 1]) * n[2] + keys[:, 2], return_inverse=True, return_counts=True
    )
    mean = np.stack([np.bincount(inverse, points[:, k]) for k in range(3)], axis=1) / counts[:, None]
    tri = inverse[faces]
    tri = tri[(tri[:, 0] != tri[:, 1]) & (tri[:, 1] != tri[:, 2]) & (tri[:, 0] != tri[:, 2])]
    first = tri[np.arange(len(tri))[:, None], (tri.argmin(axis=1)[:, None] + np.arange(3)) % 3]
    return mean, np.unique(first, axis=0)
