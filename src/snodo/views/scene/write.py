"""Write motions as pages: one result, several overlaid, or several beside one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snodo.errors import Problem, SnodoError, UnsupportedError
from snodo.views.plane.animation import check_speed
from snodo.views.scene.page import page_of
from snodo.views.scene.scene import Wishes, scene_of
from snodo.views.style import writable
from snodo.whole_files import write_whole

if TYPE_CHECKING:
    from snodo.results.batch import Batch
    from snodo.results.result import Result

LAYOUTS = ("overlay", "grid")
MOST_IN_PLANE, MOST_IN_SPACE = 36, 12
"""Motions beside one another; browsers allow few drawings in space at a time."""


def write_page(result: Any, path: Path, wishes: Wishes) -> Path:
    """Write the page of one result."""
    write_whole(path, page_of(scene_of(result, wishes)))
    return path


def animate(
    results: Mapping[str, Result] | Sequence[Result] | Batch,
    path: str | Path,
    layout: str | None = None,
    speed: float | None = None,
    curves: Sequence[str] | None = None,
    forces: str | Sequence[str] | None = None,
) -> Path:
    """Write several motions as one page (.html), overlaid or beside one another.

    The page is one file that needs no network.  Overlaid, the first motion is strong and the others are faint, and
    curves are drawn for all of them.

    Parameters
    ----------
    results : sequence or mapping of Result, or Batch
        The motions; the keys of a mapping are their labels.
    path : str or path
        A file ending in .html.
    layout : {"overlay", "grid"}, optional
        `overlay` needs the same bodies in all motions; by default up to three of these are overlaid, and others are
        shown in a grid.
    speed : float, optional
        0.1 plays it ten times slower; by default real time, or slower where that would be too fast to see.
    curves : sequence of str, optional
        Names of the series to be plotted (overlay); by default the usual ones.
    forces : str or sequence of str, optional
        Joints and forces whose arrows can be shown, of the first motion (overlay) or of each (grid); by default all if
        they fit the page.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    SnodoError
        If there is nothing to show, if the motions do not fit the layout, or if the file cannot be written.

    Examples
    --------
    >>> file = sn.animate({"first": result, "again": result}, "both.html")
    """
    found = writable(path, (".html",), "several motions")
    check_speed(speed)
    motions = _labelled(results)
    chosen = _layout(motions, layout)
    if chosen == "overlay":
        (label, first), *others = motions
        page = scene_of(first, Wishes(speed=speed, curves=curves, forces=forces), others) | {"label": label}
    else:
        if curves is not None:
            raise UnsupportedError(Problem("a grid of motions has no curves", 'use layout="overlay", or omit curves'))
        page = _grid(motions, speed, forces)
    write_whole(found, page_of(page))
    return found


def _labelled(results: Any) -> list[tuple[str, Any]]:
    """Motions with their labels; those of a batch that failed at once are left out."""
    if isinstance(results, Mapping):
        found = [(str(label), one) for label, one in results.items()]
    elif hasattr(results, "members"):
        found = [(f"{k}", results[k]) for k in range(len(results)) if results.members[k].make is not None]
    elif hasattr(results, "formulation"):
        raise SnodoError(Problem("this is one result", 'write it with result.animate("motion.html")'))
    else:
        found = [(f"{k}", one) for k, one in enumerate(results)]
    if not found:
        raise SnodoError(Problem("there are no motions to show", "give at least one result"))
    for label, one in found:
        if not hasattr(one, "formulation"):
            raise SnodoError(Problem(f"{label!r} is a {type(one).__name__}, not a result", "give results of runs"))
    return found


def _layout(motions: list[tuple[str, Any]], layout: str | None) -> str:
    alike = len({(one.mechanism.dimension, tuple(one.formulation.body_names)) for _, one in motions}) == 1
    chosen = layout or ("overlay" if alike and len(motions) <= 3 else "grid")
    if chosen not in LAYOUTS:
        raise SnodoError(Problem(f"layout is {layout!r}", 'use "overlay" or "grid"'))
    if chosen == "overlay" and not alike:
        what = "motions of different bodies cannot be overlaid"
        raise UnsupportedError(Problem(what, 'use layout="grid"'))
    most = MOST_IN_SPACE if any(one.mechanism.dimension == 3 for _, one in motions) else MOST_IN_PLANE
    if len(motions) > most:
        what = f"{len(motions)} motions are more than a page shows ({most})"
        raise UnsupportedError(Problem(what, "choose some of them, such as [batch[k] for k in (0, 10, 20)]"))
    return chosen


def _grid(motions: list[tuple[str, Any]], speed: float | None, forces: str | Sequence[str] | None) -> dict[str, Any]:
    """One scene for each motion, played at one speed."""
    wishes = Wishes(speed=speed, curves=[], labels=False, forces=forces)
    scenes = [scene_of(one, wishes) | {"label": label} for label, one in motions]
    slowest = min(scene["speed"] for scene in scenes)
    names = list(dict.fromkeys(scene["name"] for scene in scenes))
    title = names[0] if len(names) == 1 else f"{names[0]} and others"
    return {
        "format": "snodo scenes 1",
        "name": f"{title}: {len(scenes)} motions",
        "about": "",
        "scenes": [scene | {"speed": slowest} for scene in scenes],
    }
