"""Where the mesh files of a robot are: beside the model, above it, in ROS packages, or in example-robot-data.

A URDF names meshes as `package://robot/meshes/arm.stl` or by a path.  The places that are looked at, in this order:

    absolute paths as they are; otherwise, from each folder a model was read from upwards to the root,
    the folder / the path, the folder / package / path, and the folder / path if the folder is the package;
    the folders of ROS_PACKAGE_PATH, those of AMENT_PREFIX_PATH (their `share`), and installed packages' `share`
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import unquote

ENDINGS = (".stl", ".obj", ".dae")
"""What is read."""
PACKAGES = ("package://", "model://")


def located(file: str, folders: Iterable[str]) -> Path | None:
    """The file of a mesh as a model names it; None if there is none."""
    package, path = _split(file)
    if not path or "\0" in path or (package and ".." in (package, *path.split("/"))):
        return None
    for candidate in _candidates(package, path, folders):
        try:
            if candidate.is_file():
                return candidate
        except OSError:  # such as a name that is too long
            continue
    return None


def _split(file: str) -> tuple[str, str]:
    """Package (empty if none is named) and path."""
    for prefix in PACKAGES:
        if file.startswith(prefix):
            package, _, path = file.removeprefix(prefix).lstrip("/").partition("/")  # some write three slashes
            return package, path if package else ""
    return "", unquote(file.removeprefix("file://")) if file.startswith("file://") else file


def _candidates(package: str, path: str, folders: Iterable[str]) -> Iterator[Path]:
    if not package and os.path.isabs(path):
        yield Path(path)
        return
    for folder in dict.fromkeys([*folders, "."]):
        start = Path(folder).resolve()
        for root in (start, *start.parents):
            yield from _under(root, package, path)
    for root in _package_roots():
        yield from _under(root, package, path)


def _under(root: Path, package: str, path: str) -> Iterator[Path]:
    if not package:
        yield root / path
        return
    yield root / package / path
    if root.name == package:
        yield root / path


def _package_roots() -> Iterator[Path]:
    """Folders that hold packages."""
    for folder in filter(None, os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep)):
        yield Path(folder)
    for folder in filter(None, os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep)):
        yield Path(folder) / "share"
    for folder in filter(None, sys.path):
        yield Path(folder) / "cmeel.prefix" / "share"
