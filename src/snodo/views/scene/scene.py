"""A motion as one compact scene for the viewer (`viewer/`): a dict that JSON can hold.

    format "snodo scene 1" · name · about · dimension · start · step · frames · speed · notes · on · view
    bodies joints traces arrows poses series copies, and marks labels box (plane) or meshes springs up (space)

Several motions of the same bodies are overlaid as `copies`, with poses at the same times.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.views.plane.animation import usual_speed
from snodo.views.round_numbers import round125
from snodo.views.scene.arrows import arrows_of
from snodo.views.scene.curves import curves_of, same_curves
from snodo.views.scene.packing import Array
from snodo.views.scene.plane import MOST_NAMED, PlaneScene
from snodo.views.scene.space import SpaceScene
from snodo.views.scene.thinning import BUDGET

FORMAT = "snodo scene 1"
TURNS = 2.5
"""Turns per second of the clock above which a motion is slowed down."""


@dataclass(frozen=True)
class Wishes:
    """What the page shows, where that is not left to it."""

    speed: float | None = None
    """Of playing; 1 is real time."""
    trace: str | Iterable[str] | None = ()
    """Points whose paths are drawn; () for the frames, None for none."""
    curves: Sequence[str] | None = None
    """Names of series; None for the usual ones."""
    labels: bool | None = None
    """Whether names are shown; None: if there are few."""
    view: tuple[float, float] | None = None
    """In space, azimuth and elevation of the viewer [deg]."""
    forces: str | Iterable[str] | None = None
    """Joints and forces whose reactions and forces can be shown; None for all, if they fit the page."""


def scene_of(result: Any, wishes: Wishes = Wishes(), others: Sequence[tuple[str, Any]] = ()) -> dict[str, Any]:
    """The scene of a result, or of anything with a formulation, time, q and v, and of `others` by label over it."""
    m = result.formulation.mechanism
    stage, *copies = (_stage(one) for one in (result, *(other for _, other in others)))
    speed = _speed(stage) if wishes.speed is None else wishes.speed
    times, rough = _common_times([stage, *copies], speed)
    traced = _traced(stage, wishes.trace)
    parts = stage.parts(traced)
    _widen(parts, copies, traced)
    span = (float(times[0]), float(times[-1]))
    arrows = arrows_of(result, times, parts["joints"], stage.arm, wishes.forces)
    series = curves_of(result, wishes.curves, span, [other for _, other in others])
    return {
        "format": FORMAT,
        "name": m.name,
        "about": m.description or "",
        "dimension": m.dimension,
        "start": span[0],
        "step": float(times[1] - times[0]) if len(times) > 1 else 1.0,
        "frames": len(times),
        "speed": speed,
        "notes": [*_notes(result, stage, rough, len(times), series.get("left", 0), wishes.labels), *arrows.notes],
        "on": {} if wishes.labels is None else {"names": wishes.labels},
        **({} if wishes.view is None else {"view": list(wishes.view)}),
        **parts,
        "poses": stage.poses(times),
        "series": series,
        "arrows": arrows.found,
        "arrow_rows": arrows.rows,
        "copies": [
            {
                "label": label,
                "poses": copy.poses(times),
                **({"data": same_curves(other, series, span)} if series["list"] else {}),
            }
            for (label, other), copy in zip(others, copies)
        ],
    }


def _stage(result: Any) -> PlaneScene | SpaceScene:
    return PlaneScene(result) if result.formulation.mechanism.dimension == 2 else SpaceScene(result)


# ---------------------------------------------------------------- time
def _speed(stage: PlaneScene | SpaceScene) -> float:
    """Real time, slower for short motions and for those that turn fast, by a round factor."""
    time = stage.moving.time
    usual, turning = usual_speed(time), stage.turning()
    slow = 2.0 * np.pi * TURNS / turning if turning > 0.0 else 1.0
    return usual if slow >= usual else round125(slow)


def _common_times(stages: list[PlaneScene | SpaceScene], speed: float) -> tuple[Array, bool]:
    """Times of the frames of all motions, with the shortest step that one of them needs."""
    found = [stage.times(float(np.ptp(stage.moving.time)) / speed) for stage in stages]
    rough = any(one for _, one in found)
    if len(found) == 1:
        return found[0][0], rough
    start, end = min(float(times[0]) for times, _ in found), max(float(times[-1]) for times, _ in found)
    step = min((float(times[1] - times[0]) for times, _ in found if len(times) > 1), default=1.0)
    most = max(8, BUDGET // max(1, sum(stage.columns for stage in stages)))
    count = int(np.ceil((end - start) / step))
    return np.linspace(start, end, min(count, most) + 1), rough or count > most


# ---------------------------------------------------------------- what is shown
def _traced(stage: PlaneScene | SpaceScene, wanted: str | Iterable[str] | None) -> list[str]:
    """Names of points whose paths are drawn; unknown names raise."""
    if wanted is None:
        return []
    names = [wanted] if isinstance(wanted, str) else list(wanted)
    for name in names:
        stage.moving.path(name, stage.moving.time[:1])
    return names or list(stage.mechanism.frames)


def _widen(parts: dict[str, Any], copies: Sequence[PlaneScene | SpaceScene], traced: list[str]) -> None:
    """Make room for the other motions in the plane; in space the page finds it."""
    if "box" in parts and copies:
        boxes = np.array([parts["box"], *(copy.parts(traced)["box"] for copy in copies)])
        parts["box"] = [*map(float, boxes[:, :2].min(axis=0)), *map(float, boxes[:, 2:].max(axis=0))]


def _notes(
    result: Any, stage: PlaneScene | SpaceScene, rough: bool, frames: int, left: int, labels: bool | None
) -> list[str]:
    """What the page does not show as it is."""
    found = []
    if rough:
        found.append(f"The motion is shown with {frames} positions, fewer than a screen can show.")
    lost = getattr(result, "info", {}).get("functions_not_stored", ())
    if lost:
        found.append(f"Python functions are not stored with a result; these forces are not shown: {', '.join(lost)}.")
    if labels and isinstance(stage, PlaneScene) and not stage.has_names:
        found.append(f"Names of more than {MOST_NAMED} bodies are not drawn; point at a body or joint to see its name.")
    if left:
        found.append(f"{left} series are left out; choose them with curves=[…].")
    return found
