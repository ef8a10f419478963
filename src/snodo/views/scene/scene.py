"""A motion as one compact scene for the viewer (`viewer/`): a dict that JSON can hold.

    format "snodo scene 1" · name · about · dimension · start · step · frames · speed · notes
    bodies joints traces arrows poses series, and marks labels box (plane) or meshes springs up level (space)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from snodo.views.plane.animation import usual_speed
from snodo.views.scene.arrows import arrows_of
from snodo.views.scene.curves import curves_of
from snodo.views.scene.plane import PlaneScene
from snodo.views.scene.space import SpaceScene

FORMAT = "snodo scene 1"


def scene_of(
    result: Any, speed: float | None = None, curves: Sequence[str] | None = None, forces: bool = True
) -> dict[str, Any]:
    """The scene of a result, or of anything with a formulation, time, q and v.

    speed: of playing, 1 is real time; curves: names of series, by default the usual ones; forces: whether with arrows
    """
    m = result.formulation.mechanism
    stage: PlaneScene | SpaceScene = PlaneScene(result) if m.dimension == 2 else SpaceScene(result)
    speed = usual_speed(result.time) if speed is None else speed
    lasting = float(result.time[-1] - result.time[0])
    times, rough = stage.times(lasting / speed)
    parts = stage.parts()
    series = curves_of(result, curves)
    return {
        "format": FORMAT,
        "name": m.name,
        "about": m.description or "",
        "dimension": m.dimension,
        "start": float(times[0]),
        "step": float(times[1] - times[0]) if len(times) > 1 else 1.0,
        "frames": len(times),
        "speed": speed,
        "notes": _notes(rough, len(times), series.get("left", 0)),
        **parts,
        "poses": stage.poses(times),
        "series": series,
        "arrows": arrows_of(result, times, parts["joints"], stage.arm) if forces else [],
    }


def _notes(rough: bool, frames: int, left: int) -> list[str]:
    """What the page does not show as it is."""
    found = []
    if rough:
        found.append(f"The motion is shown with {frames} positions: fast parts between them are not seen.")
    if left:
        found.append(f"{left} series are left out; choose them with curves=[…].")
    return found
