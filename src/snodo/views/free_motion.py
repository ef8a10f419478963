"""Drawing of a free motion: the assembled mechanism and, fainter, its position after a small step along the motion."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, SnodoError
from snodo.views.labels import Placing
from snodo.views.plane.canvas import box_of
from snodo.views.plane.drawing import canvas_on, check_path, finished, pixel_of, refuse_view
from snodo.views.plane.marks import Array
from snodo.views.plane.sketch import Sketch

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STEP = 0.3
"""Largest displacement of a body, relative to the size of the mechanism, or turn [rad]."""
FADES = (0.55, 0.75)
"""How much the ghosts, the nearer and the farther, are faded."""


def draw_free_motion(
    diagnosis: Any,
    path: str | Path | None = None,
    motion: int = 0,
    labels: bool = True,
    width: int = 800,
    view: tuple[float, float] | None = None,
) -> Figure:
    """Draw free motion number `motion` of a diagnosis (`sn.doctor`); options as in `draw_mechanism`.

    The ghosts are displaced along the velocities without closing them: their joints may be slightly open.
    """
    check_path(path)
    if not 0 <= motion < len(diagnosis.motions):
        count = len(diagnosis.motions)
        what = f"{diagnosis.name!r} has {count} free motion{'' if count == 1 else 's'}: there is no number {motion + 1}"
        raise SnodoError(Problem(what, "motion=0 is the first" if count else "a driver counts as a constraint"))
    F, rows = diagnosis.formulation, rows_along(diagnosis, motion)
    title = f"{diagnosis.name}, motion {motion + 1}"
    if F.mechanism.dimension == 3:
        from snodo.views.space.drawing import draw_ghosts

        return finished(draw_ghosts(F, rows, title, FADES, labels, width, view), path)
    refuse_view(view)
    sketch = Sketch(F, rows)
    box, here = box_of(sketch), sketch.poses[0]
    pixel = pixel_of(None, box, width)
    names = Placing(sketch, here, pixel).labels() if labels else []
    canvas = canvas_on(None, box.with_names(names, here, pixel), width)
    canvas.title(title)
    ghosts = [mark for mark in sketch.marks if mark.moves(sketch.ground) and mark.look.ghost]
    for row in range(len(FADES), 0, -1):
        canvas.add(ghosts, sketch.poses[row], fade=FADES[row - 1])
    canvas.add(sketch.marks, here)
    canvas.label(names, here)
    return finished(canvas, path)


def rows_along(diagnosis: Any, motion: int) -> Array:
    """Coordinates as assembled, and one and two half steps along the motion."""
    F, q, v = diagnosis.formulation, diagnosis.q, diagnosis.motions[motion].velocity
    step = STEP * v / np.abs(v / F.velocity_scale).max()
    return np.array([q, *(F.moved(q, part * step) for part in (0.5, 1.0))])
