"""A name that is no place."""

from __future__ import annotations

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.mechanism.mechanism import Mechanism


def unknown_place(mechanism: Mechanism, name: str) -> NameNotFound:
    """The error for a name that is no body, frame or joint."""
    if name in mechanism.points:
        return NameNotFound(
            Problem(f"point {name!r} is not on a body", f"make it a frame: frames: {{P: {{on: body, at: {name}}}}}")
        )
    known = [*mechanism.bodies, *mechanism.frames, *mechanism.joints]
    return NameNotFound(Problem(f"there is no body, frame or joint {name!r}", suggestion(name, known)))
