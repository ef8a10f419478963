"""Planar pictures: convert a motion of any formulation of a planar mechanism to absolute coordinates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from snodo.errors import Problem, UnsupportedError

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.formulations.planar.planar import Planar

Array = np.ndarray


def in_the_plane(F: Formulation, q: Array, v: Array | None = None) -> tuple[Planar, Array, Array]:
    """The planar formulation, with the coordinates and velocities of a motion in it (default: at rest)."""
    if F.name == "planar":
        return cast(Any, F), q, np.zeros_like(q) if v is None else v
    if F.mechanism.dimension != 2:
        what = f"mechanism {F.mechanism.name!r} is three-dimensional, but this picture is planar"
        raise UnsupportedError(Problem(what, "use result.draw(…), result.animate(…) or result.plot(…)"))
    from snodo.formulations.planar.planar import Planar

    planar, q = Planar(F.mechanism), np.atleast_2d(q)
    v = np.zeros((len(q), F.nv)) if v is None else np.atleast_2d(v)
    places, speeds = [], []
    for body in planar.body_names:
        angle, omega, _ = F.motion.turn(body, q, v, np.zeros_like(v))
        place, velocity = F.motion.point(body, np.array(F.geometry.bodies[body].inertia.com), q, v)
        places.append(np.column_stack([place[:, :2], angle]))
        speeds.append(np.column_stack([velocity[:, :2], omega]))
    return planar, np.hstack(places), np.hstack(speeds)
