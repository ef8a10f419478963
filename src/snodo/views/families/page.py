"""A page with sliders over what varies in a sweep: the viewer shows the mechanism of the chosen member.

The page has the scenes of the members, each deflated, and the viewer once.  When a slider moves, the member is shown by
the ordinary page of the viewer, in a frame of its own: nothing is asked from a server.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from html import escape
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, SnodoError, UnsupportedError
from snodo.progress import ProgressBar
from snodo.views.scene.page import LOADER, POLICY, as_json, program
from snodo.views.scene.scene import Wishes, scene_of
from snodo.views.style import writable
from snodo.whole_files import write_whole

if TYPE_CHECKING:
    from snodo.simulation.sweeps.outcome import Sweep

MOST_DIGITS = 6


def write_family(swept: Sweep, path: str | Path, most: int, curves: Sequence[str] | None) -> Path:
    """Write the page."""
    found = writable(path, (".html",), "a family")
    return write_whole(found, page_of_family(family_of(swept, most, curves)))


def family_of(swept: Sweep, most: int, curves: Sequence[str] | None) -> dict[str, Any]:
    """What the page shows: quantities with their values, members with their numbers, and scenes."""
    d = swept.dataset
    done = np.flatnonzero(d["status"].values == "finished")
    if not done.size:
        raise UnsupportedError(Problem("no member of the sweep finished: there is nothing to show", "look at .failed"))
    if isinstance(most, bool) or not isinstance(most, int | np.integer) or most < 1:
        raise UnsupportedError(Problem(f"most = {most!r}", "give a number of members, such as 100"))
    chosen = done[np.unique(np.linspace(0, done.size - 1, min(most, done.size)).astype(int))]
    single = [name for name in swept.outputs if d[name].ndim == 1]
    return {
        "name": f"{d.attrs['mechanism']}: {len(swept)} members",
        "note": _note(len(swept), done.size, chosen.size),
        "quantities": [_quantity(d[name], name) for name in swept.names],
        "outputs": [{"name": name, "unit": str(d[name].attrs.get("units", ""))} for name in single],
        "members": _members(swept, single),
        "scenes": dict(_scenes(swept, chosen, curves)),
    }


def _note(count: int, done: int, shown: int) -> str:
    lost = f"{count - done} members did not finish. " if done < count else ""
    return f"{lost}{shown} of {count} members can be seen moving." if shown < count else lost


def _quantity(table: Any, name: str) -> dict[str, Any]:
    values = np.unique(table.values)
    return {"name": name, "unit": str(table.attrs.get("units", "")), "values": [_digits(x) for x in values]}


def _members(swept: Sweep, single: list[str]) -> list[dict[str, Any]]:
    """Of each member its values, its numbers, and why it failed."""
    d = swept.dataset
    at = np.column_stack([d[name].values for name in swept.names])
    numbers = [d[name].values for name in single]
    return [
        {
            "at": [_digits(x) for x in at[k]],
            "numbers": [_digits(column[k]) if np.isfinite(column[k]) else None for column in numbers],
            **({"reason": str(d["reason"].values[k])} if d["status"].values[k] != "finished" else {}),
        }
        for k in range(len(swept))
    ]


def _digits(x: Any) -> float:
    return float(f"{x:.{MOST_DIGITS}g}")


def _scenes(swept: Sweep, chosen: Any, curves: Sequence[str] | None) -> list[tuple[str, str]]:
    """The scenes of members, simulated again."""
    found = []
    with ProgressBar(0.0, len(chosen), "simulating again", "members") as bar:
        for k in bar.over(map(int, chosen)):
            try:
                result = swept.simulate(k, error_bars=False)
            except SnodoError as error:
                raise UnsupportedError([Problem(f"member {k}: {p.what}", p.remedy) for p in error.problems]) from None
            found.append((str(k), scene_of(result, Wishes(curves=curves))))
    _in_one_scale([scene for _, scene in found])
    return [(k, _deflated(as_json(scene))) for k, scene in found]


def _in_one_scale(scenes: list[dict[str, Any]]) -> None:
    """Give all planar scenes the same frame, so that long members look long."""
    boxes = np.array([scene["box"] for scene in scenes if "box" in scene])
    if len(boxes):
        common = [*map(float, boxes[:, :2].min(axis=0)), *map(float, boxes[:, 2:].max(axis=0))]
        for scene in scenes:
            scene["box"] = common


def _deflated(text: str) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def page_of_family(family: dict[str, Any]) -> str:
    """The text of the page."""
    title = escape(str(family["name"]))
    files = resources.files("snodo.views.families")
    style, script = (files.joinpath(name).read_text(encoding="utf-8") for name in ("family.css", "family.js"))
    inside = json.dumps({"policy": POLICY, "loader": LOADER}).replace("<", "\\u003c")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}; frame-src \'self\'">'
        f'<link rel="icon" href="data:,"><title>{title}</title><style>{style}</style></head><body>'
        f"<noscript>{title}: this page needs JavaScript.</noscript>"
        f'<script type="application/json" id="family">{as_json(family)}</script>'
        f'<script type="application/json" id="inside">{inside}</script>'
        f'<script type="text/plain" id="program">{program()}</script><script>{script}</script></body></html>'
    )
