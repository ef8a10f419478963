"""Mesh files: STL and OBJ, read by trimesh, which is an extra (`pip install snodo[meshes]`)."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.math.units import quantity
from snodo.mechanism.shapes.polyhedron import Polyhedron

ENDINGS = (".stl", ".obj")
MAXIMUM_BYTES = 200_000_000
INSTALL = "install it with: pip install snodo[meshes]"


def read_mesh(file: str, unit: str) -> Polyhedron:
    """The surface in a file whose numbers are in `unit`; raises MechanismError if it cannot be read."""
    path = Path(file)
    if path.suffix.lower() not in ENDINGS:
        what = f"{path.name!r} is not a mesh that can be read"
        raise MechanismError(Problem(what, f"give a file ending in {' or '.join(ENDINGS)}"))
    try:
        status = path.stat()
    except (OSError, ValueError) as error:
        what = f"the mesh {file!r} cannot be read: {getattr(error, 'strerror', None) or error}"
        raise MechanismError(Problem(what, _there(path))) from None
    if not path.is_file() or status.st_size > MAXIMUM_BYTES:
        said = f"has {status.st_size / 1e6:.0f} MB" if path.is_file() else "is not an ordinary file"
        what = f"the mesh {file!r} {said}"
        raise MechanismError(Problem(what, f"give a file of at most {MAXIMUM_BYTES / 1e6:.0f} MB"))
    return _read(os.path.abspath(path), status.st_mtime_ns, status.st_size, quantity(f"1 {unit}", "length"))


@lru_cache(maxsize=64)
def _read(path: str, changed: int, size: int, factor: float) -> Polyhedron:
    """Read once, and again only when the file has changed."""
    trimesh = _trimesh(path)
    try:
        with open(path, "rb") as file:
            mesh = trimesh.load_mesh(file, file_type=Path(path).suffix[1:].lower(), skip_materials=True)
        mesh.merge_vertices(merge_tex=True, merge_norm=True)
        corners, triangles = np.array(mesh.vertices, dtype=float), np.array(mesh.faces, dtype=np.int64)
    except Exception as error:  # trimesh does not catch the errors of a broken file
        what = f"the mesh {path!r} cannot be read: {type(error).__name__}: {error}"
        raise MechanismError(Problem(what, "is it complete? export it again")) from None
    return Polyhedron(factor * corners.reshape(-1, 3), triangles.reshape(-1, 3))


def _trimesh(path: str) -> Any:
    try:
        import trimesh
    except ImportError:
        what = f"to read the mesh {Path(path).name!r} the package trimesh is needed, but it is not installed"
        raise MechanismError(Problem(what, INSTALL)) from None
    return trimesh


def _there(path: Path) -> str:
    """The meshes that are in the folder."""
    try:
        names = sorted(p.name for p in path.parent.iterdir() if p.suffix.lower() in ENDINGS)
    except (OSError, ValueError):
        return f"there is no folder {str(path.parent)!r} either"
    return f"in that folder: {', '.join(names[:8])}" if names else f"in {str(path.parent)!r} there is no mesh"
