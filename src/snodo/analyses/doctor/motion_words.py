"""Free motions in words: "crank turns about A, coupler moves and turns, slider moves along x"."""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.analyses.doctor.free_bodies import FreeBodies
from snodo.mechanism.part import GROUND

Array = np.ndarray
SEEN = 1e-6
"""A body moves if its speed, relative to the fastest, exceeds this."""
SHOWN = 6
"""Largest number of bodies described."""


def motions_in_words(bodies: FreeBodies, S: Array) -> list[str]:
    """Describe the motion of every body at each of the velocities, the columns of S."""
    return [_in_words(bodies, twists) for twists in bodies.all_twists(S)]


def _in_words(bodies: FreeBodies, twists: dict[str, tuple[Array, Array]]) -> str:
    names, size = bodies.F.body_names, bodies.F.size
    both = np.linalg.norm(np.array([twists[body] for body in names]), axis=2)  # (bodies, 2)
    speeds = np.maximum(both[:, 0], size * both[:, 1])
    least = SEEN * float(speeds.max())
    moving = [names[k] for k in np.flatnonzero(speeds > least)]
    sign = _sign(*twists[moving[0]], size, least)
    shown = [_body(bodies, body, sign * twists[body][0], sign * twists[body][1], least) for body in moving[:SHOWN]]
    more = len(moving) - SHOWN
    return ", ".join(shown) + (f", and {more} more move" if more > 0 else "")


def _sign(u: Array, w: Array, size: float, least: float) -> float:
    """Sign of the sense in which the first body turns, or else moves, in the positive direction."""
    along: Array = w if size * np.linalg.norm(w) > least else u
    return float(np.sign(along[np.argmax(np.abs(along))]))


def _body(bodies: FreeBodies, body: str, u: Array, w: Array, least: float) -> str:
    """Name and motion of one body."""
    if bodies.F.size * np.linalg.norm(w) <= least:
        return f"{body} moves along {_along(bodies, u)}"
    about = "" if bodies.dimension == 2 else f" about {_along(bodies, w)}"
    pivot = _pivot(bodies, body, u, w, least)
    turns = "turns clockwise" if bodies.dimension == 2 and w[2] < 0 else f"turns{about}"
    if pivot:
        return f"{body} {turns} {'about' if bodies.dimension == 2 else 'at'} {pivot}"
    return f"{body} {turns}" if np.linalg.norm(u) <= least else f"{body} moves and {turns}"


def _pivot(bodies: FreeBodies, body: str, u: Array, w: Array, least: float) -> str:
    """Name of a joint to the ground whose point on the body does not move; empty if there is none."""
    for name, part in bodies.F.mechanism.joints.items():
        if {part.parent, part.child} == {GROUND, body} and name in bodies.joints:
            place = bodies.point(part.child, bodies.builder.place_on_child(part))
            if np.linalg.norm(u + np.cross(w, place - bodies.point(body, np.zeros(3)))) <= least:
                return str(name)
    return ""


def _along(bodies: FreeBodies, x: Array) -> str:
    """`z`, `−z`, or the components of the direction."""
    e: Any = x / np.linalg.norm(x)
    k = int(np.argmax(np.abs(e)))
    if abs(e[k]) > 1 - 1e-9:
        return f"{'' if e[k] > 0 else '−'}{'xyz'[k]}"
    return f"({', '.join(f'{c + 0.0:.3g}' for c in np.round(e[: bodies.dimension], 9))})"
