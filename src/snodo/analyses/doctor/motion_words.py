"""Free motions in words: "crank turns about A, coupler moves and turns, slider moves along x"."""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.analyses.doctor.free_bodies import FreeBodies
from snodo.mechanism.part import GROUND

Array = np.ndarray
SEEN = 1e-6
"""Speed, relative to the fastest, from which on a body is said to move."""
SHOWN = 6
"""Bodies that are told."""


def motion_in_words(bodies: FreeBodies, v: Array) -> str:
    """What every body does at the velocities v."""
    twists, size = bodies.twists(v), bodies.F.size
    speeds = {b: max(float(np.linalg.norm(u)), size * float(np.linalg.norm(w))) for b, (u, w) in twists.items()}
    fastest = max(speeds.values())
    moving = [body for body in bodies.F.body_names if speeds[body] > SEEN * fastest]
    sign = _sign(*twists[moving[0]], size, SEEN * fastest)
    told = [_body(bodies, body, sign * twists[body][0], sign * twists[body][1], SEEN * fastest) for body in moving]
    more = len(told) - SHOWN
    return ", ".join(told[:SHOWN]) + (f", and {more} more move" if more > 0 else "")


def _sign(u: Array, w: Array, size: float, least: float) -> float:
    """Of the two senses of a motion, that in which its first body turns, or goes, in positive direction."""
    along: Array = w if size * np.linalg.norm(w) > least else u
    return float(np.sign(along[np.argmax(np.abs(along))]))


def _body(bodies: FreeBodies, body: str, u: Array, w: Array, least: float) -> str:
    """What one body does, with its name."""
    if bodies.F.size * np.linalg.norm(w) <= least:
        return f"{body} moves along {_along(bodies, u)}"
    about = "" if bodies.dimension == 2 else f" about {_along(bodies, w)}"
    pivot = _pivot(bodies, body, u, w, least)
    turns = "turns clockwise" if bodies.dimension == 2 and w[2] < 0 else f"turns{about}"
    if pivot:
        return f"{body} {turns} {'about' if bodies.dimension == 2 else 'at'} {pivot}"
    return f"{body} {turns}" if np.linalg.norm(u) <= least else f"{body} moves and {turns}"


def _pivot(bodies: FreeBodies, body: str, u: Array, w: Array, least: float) -> str:
    """A joint to the ground at which the body stays where it is."""
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
