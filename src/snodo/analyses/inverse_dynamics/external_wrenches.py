"""External wrenches along a motion, as given by the user: on a body, at one of its points or at a world position.

    {"right_foot": W}                     at the body's origin
    {"right_heel": W}                     at a frame, a joint or `body.com`, on the body that carries it
    {"right_foot": {"force": f, "moment": μ, "at": r}}      at the world coordinates r, such as a centre of pressure

Everything is in world axes: W = (fx, fy, fz, mx, my, mz), in the plane (fx, fy, torque) [N, N m].  Each is an array
with one row per time, one row for all times, or a function of time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.inverse_dynamics.given_motion import Motion
from snodo.analyses.inverse_dynamics.samples import numbers_of, rows_of
from snodo.errors import NameNotFound, Problem, UnsupportedError, suggestion
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
WORDS = {3: ("fx", "fy", "fz", "mx", "my", "mz"), 2: ("fx", "fy", "torque")}
PARTS: dict[int, dict[str, tuple[str, ...]]] = {
    3: {"force": ("fx", "fy", "fz"), "moment": ("mx", "my", "mz"), "at": ("x", "y", "z")},
    2: {"force": ("fx", "fy"), "moment": ("torque",), "at": ("x", "y")},
}
"""Components of a wrench, whole and in parts, by the dimension."""


def wrenches_along(F: Formulation, motion: Motion, external: Mapping[str, Any] | None) -> dict[str, Array]:
    """Wrenches (time, 6) in world axes at the origins of the bodies on which they act."""
    found: dict[str, Array] = {}
    if external is not None and not isinstance(external, Mapping):
        raise UnsupportedError(Problem(f"external is {type(external).__name__}", 'give a table: {"foot": wrench}'))
    for name, given in (external or {}).items():
        body = _body(F, name)
        force, moment, at = _read(F, motion, name, given)
        moment = moment + np.cross(at - _spatial(F.motion.position(body, motion.q)), force)
        found[body] = found.get(body, 0.0) + np.hstack([force, moment])
    return found


def _body(F: Formulation, name: str) -> str:
    """The body that carries a named place."""
    m = F.mechanism
    known = [*m.bodies, *m.frames, *m.joints]
    if not isinstance(name, str) or name.removesuffix(".com") not in known:
        raise NameNotFound(
            Problem(f"external: there is no body, frame or joint {name!r}", suggestion(str(name), known))
        )
    stem = name.removesuffix(".com")
    body = stem if stem in m.bodies else m.frames[name].on if name in m.frames else m.joints[name].child
    if body == GROUND:
        raise UnsupportedError(Problem(f"external: {name!r} is on the ground", "apply a wrench to a moving body"))
    return body


def _read(F: Formulation, motion: Motion, name: str, given: Any) -> tuple[Array, Array, Array]:
    """Force, moment and where they act, in three dimensions."""
    dimension = F.mechanism.dimension
    here = _spatial(F.motion.position(name, motion.q))
    if isinstance(given, Mapping):
        return _in_parts(motion.times, name, given, dimension, here)
    rows = _rows(given, motion.times, list(WORDS[dimension]), f"external {name!r}")
    return _spatial(rows[:, :dimension]), _moment(rows[:, dimension:]), here


def _in_parts(
    times: Array, name: str, given: Mapping[str, Any], dimension: int, here: Array
) -> tuple[Array, Array, Array]:
    parts = PARTS[dimension]
    unknown = [word for word in given if word not in parts]
    if unknown:
        what = f"external {name!r}: a wrench has no {unknown[0]!r}"
        raise NameNotFound(Problem(what, suggestion(str(unknown[0]), parts)))
    rows = {word: _rows(x, times, list(parts[word]), f"external {name!r}: {word}") for word, x in given.items()}
    none = np.zeros((times.size, 3))
    force = _spatial(rows["force"]) if "force" in rows else none
    moment = _moment(rows["moment"]) if "moment" in rows else none
    return force, moment, _spatial(rows["at"]) if "at" in rows else here


def _rows(given: Any, times: Array, names: list[str], word: str) -> Array:
    rows = numbers_of(given, times, names, word)
    return rows_of(np.full(times.size, rows) if len(names) == 1 and not rows.ndim else rows, times, names, word)


def _spatial(rows: Array) -> Array:
    """Rows of three numbers: a third one of zero in the plane."""
    return rows if rows.shape[1] == 3 else np.hstack([rows, np.zeros((len(rows), 1))])


def _moment(rows: Array) -> Array:
    """Rows of three numbers: in the plane the torque is about z."""
    return rows if rows.shape[1] == 3 else np.hstack([np.zeros((len(rows), 2)), rows])
