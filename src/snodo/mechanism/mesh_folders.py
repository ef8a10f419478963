"""Folders in which the meshes of pictures are looked for, as they travel with a saved result.

A result may be sent to somebody else, so that its file names no folder by an absolute path.  It holds the way from its
own folder to those of the model, if they are near: below it, or below one of its next two parents, and not by way of
the home folder or above it, where names of users and of other work would be told.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snodo.errors import FileError, Problem, suggestion

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

MOST_UP = 2
"""How many parents up a way may begin."""
HOMES = ("/home", "/Users")
"""Where homes of other users are."""


def look_in(mechanism: Mechanism, folder: str | Path) -> None:
    """Look for meshes in a folder first, and above it; FileError if there is no such folder."""
    found = existing(folder)
    mechanism.folders[:] = [found, *(one for one in mechanism.folders if one != found)]


def existing(folder: Any) -> str:
    """The absolute path of a folder; FileError if there is none."""
    try:
        path = Path(folder).expanduser()
        if path.is_dir():
            return os.path.abspath(path)
        what = f"meshes: {str(path)!r} is a file" if path.exists() else f"meshes: there is no folder {str(path)!r}"
        beside = sorted(one.name for one in path.parent.iterdir() if one.is_dir()) if path.parent.is_dir() else []
    except (OSError, ValueError, RuntimeError, TypeError) as error:
        raise FileError(Problem(f"meshes: {folder!r} is not a folder: {error}", "give the path of a folder")) from None
    remedy = suggestion(path.name, beside) if beside else "give the folder that holds the meshes"
    raise FileError(Problem(what, remedy))


def ways_to(folders: Iterable[str], place: Path) -> list[str]:
    """The ways from a folder to those of a model that are near, with `/` between names."""
    start = os.path.abspath(place)
    found = (_way(os.path.abspath(folder), start) for folder in folders)
    return list(dict.fromkeys(way for way in found if way is not None))


def _way(folder: str, start: str) -> str | None:
    try:
        way = Path(os.path.relpath(folder, start))
    except ValueError:  # another drive
        return None
    up = way.parts.count(os.pardir)
    common = Path(start).parents[up - 1] if up else Path(start)
    if up > MOST_UP or common in _above_homes() or common == Path(common.anchor):
        return None
    return None if up and common == _home() else way.as_posix()


def _home() -> Path | None:
    try:
        return Path.home()
    except RuntimeError:
        return None


def _above_homes() -> set[Path]:
    home = _home()
    return {Path(one) for one in HOMES} | (set() if home is None else set(home.parents))


def places_of(ways: Iterable[Any], place: Path) -> list[str]:
    """The folders at the ends of such ways that exist; what is no such way leads nowhere."""
    near = [way for way in ways if isinstance(way, str) and way and not os.path.isabs(way) and "\0" not in way]
    found = [os.path.abspath(os.path.join(place, way)) for way in near if way.split("/").count(os.pardir) <= MOST_UP]
    return [folder for folder in dict.fromkeys(found) if os.path.isdir(folder)]
