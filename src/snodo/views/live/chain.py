"""An open chain for a page without a server: frames and freedoms of the joints, from which the page finds all poses.

    T_child = T_parent · T_on_parent · J(q) · T_on_child⁻¹

and the inverse of J where the tree walks a joint backward.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.mechanism.part import GROUND
from snodo.views.live.model import LiveModel
from snodo.views.live.sliders import NUMBER, PLACE, TURN
from snodo.views.scene.packing import numbers

if TYPE_CHECKING:
    from snodo.formulations.tree.flatten import Place
    from snodo.mechanism.geometry import Pose

DIGITS = 12


def static_scene(model: LiveModel) -> dict[str, Any]:
    """The scene of an open chain with all that its sliders need; UnsupportedError if there are loops or other rows."""
    F = model.F
    if F.nc:
        parts = list(dict.fromkeys(F.row_parts))
        shown = ", ".join(parts[:6]) + (" …" if len(parts) > 6 else "")
        what = f"{F.mechanism.name!r} is not an open chain: {shown} must stay closed, which a static page cannot do"
        remedy = (
            "use `snodo view FILE` without --static, or write the page of a result: snodo run FILE --animate x.html"
        )
        raise UnsupportedError(Problem(what, remedy, F.mechanism.where))
    scene = model.scene()
    numbered = {name: k for k, name in enumerate([*model.bodies, GROUND])}
    scene["live"] |= {
        "chain": [_joint(place, model, numbered) for place in F.flat.places],
        "com": [numbers(F.geometry.bodies[name].inertia.com, DIGITS) for name in model.bodies],
        "static": True,
        "motions": [],
        "follow": [],  # all coordinates are sliders; angles across cut joints that hold nothing need a server
    }
    return scene


def _joint(place: Place, model: LiveModel, numbered: dict[str, int]) -> dict[str, Any]:
    frames, branch = place.frames, place.branch
    found = {
        "base": numbered[branch.base],
        "body": numbered[branch.body],
        "kind": frames.kind,
        "letters": list(frames.letters),
        "sign": frames.sign,
        "pitch": frames.pitch,
        "backward": branch.backward,
        "stands": _frame(frames.on_child if branch.backward else frames.on_parent),
        "carries": _frame(frames.on_parent if branch.backward else frames.on_child),
        "q": numbers(model.pinned.q[place.q], DIGITS),
    }
    own = [(k, s) for k, s in enumerate(model.sliders) if s.joint == branch.joint.name]
    found["sets"] = [[k, s.kind, s.at - place.q.start + (s.index if s.kind == TURN else 0)] for k, s in own]
    assert all(s.kind in (NUMBER, PLACE, TURN) for _, s in own)
    return found


def _frame(pose: Pose) -> list[float]:
    """Place and axes by rows."""
    return numbers(np.append(pose.r, np.ravel(pose.A)), DIGITS)
