"""The attitude of bodies and frames along a motion, in every formulation, and their turning in world or body axes.

In the plane all rotations are about z, by the angle that the mechanism counts with all its turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, suggestion
from snodo.math import euler_parameters as ep
from snodo.math.continuous_rotation import continuous_angles, continuous_parameters, continuous_vectors, usual_sign
from snodo.math.rotation import Rotation
from snodo.math.rotation_input import letters_of
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray
Z = np.array([0.0, 0.0, 1.0])
PARAMETERS = ("e0", "e1", "e2", "e3")
VECTOR = ("rotation_x", "rotation_y", "rotation_z")
SPIN = {"w": ("angular_velocity", "rad/s"), "alpha": ("angular_acceleration", "rad/s²")}


# ---------------------------------------------------------------- whose
def carrier(result: Result, name: str) -> tuple[str, float]:
    """The body on which a body or frame is, and in the plane the angle [rad] between their axes."""
    m, stem = result.mechanism, name.removesuffix(".com")
    if stem == GROUND or stem in m.bodies:
        return stem, 0.0
    if name in m.frames:
        return m.frames[name].on, float(m.frames[name].angle)
    if name in m.joints:
        remedy = f"use its bodies {m.joints[name].parent!r} and {m.joints[name].child!r}, or put a frame there"
        raise NameNotFound(Problem(f"joint {name!r} has no attitude of its own", remedy))
    known = [*m.bodies, *m.frames]
    raise NameNotFound(Problem(f"there is no body or frame {name!r}", suggestion(name, known)))


def plane_turn(result: Result, name: str) -> tuple[Array, Array, Array]:
    """In the plane: angle [rad] of a body or frame with all its turns, its speed and its acceleration."""
    body, offset = carrier(result, name)
    if body == GROUND:
        rest = np.zeros(result.time.size)
        return rest + offset, rest, rest
    angle, omega, alpha = result.formulation.motion.turn(body, result.q, result.v, result.a)
    return angle + offset, omega, alpha


# ---------------------------------------------------------------- attitude
def parameters(result: Result, name: str) -> Array:
    """Euler parameters (time, 4), continuous, with e0 ≥ 0 in the first row."""
    if result.mechanism.dimension == 2:
        half = plane_turn(result, name)[0] / 2
        zero = np.zeros_like(half)
        p = np.stack([np.cos(half), zero, zero, np.sin(half)], axis=-1)
        return p * usual_sign(p[0]) if len(p) else p
    carrier(result, name)
    return continuous_parameters(ep.extracted(result.formulation.motion.rotation(name, result.q)))


def rotation(result: Result, name: str) -> Rotation:
    """All rows as one `Rotation`."""
    return Rotation(parameters(result, name))


def matrices(result: Result, name: str) -> Array:
    """A (time, 3, 3), from the axes of a body or frame to those of the world."""
    if result.mechanism.dimension == 2:
        return ep.attitude(parameters(result, name))
    carrier(result, name)
    return np.asarray(result.formulation.motion.rotation(name, result.q))


def rotation_vector(result: Result, name: str) -> Array:
    """θ u (time, 3) [rad], continuous where it can be; in the plane (0, 0, angle) with all turns."""
    if result.mechanism.dimension == 2:
        return plane_turn(result, name)[0][:, None] * Z
    return continuous_vectors(parameters(result, name))


def euler_angles(result: Result, name: str, sequence: str) -> Any:
    """Three angles (time, angle) [rad], continuous in time, with their label."""
    values = continuous_angles(letters_of(sequence), parameters(result, name))
    table = result._array(values, ("time", "angle"), f"Euler angles {sequence} of {name}", "rad")
    return table.assign_coords(angle=[f"{sequence}_{k}" for k in (1, 2, 3)])


# ---------------------------------------------------------------- turning
def turning(result: Result, name: str) -> tuple[Array, Array]:
    """ω [rad/s] and ω̇ [rad/s²] (time, 3) of a body or frame, in world axes."""
    if result.mechanism.dimension == 2:
        _, omega, alpha = plane_turn(result, name)
        return omega[:, None] * Z, alpha[:, None] * Z
    motion, q, v, a = result.formulation.motion, result.q, result.v, result.a
    return motion.angular_velocity(name, q, v), motion.angular_acceleration(name, q, v, a)


def in_axes_of(result: Result, name: str, axes: str, vectors: Array) -> Array:
    """Vectors (time, 3) of the world in world axes, or in those of the body or frame."""
    if axes == "world":
        return vectors
    if axes != "body":
        raise NameNotFound(Problem(f"there are no axes {axes!r}", "use world or body"))
    A = matrices(result, name)
    return np.asarray((np.swapaxes(A, 1, 2) @ vectors[..., None])[..., 0])


# ---------------------------------------------------------------- by name
def attitude_series(result: Result, name: str) -> Iterator[tuple[str, Any]]:
    """e0 … e3, rotation_x … z; in space also w1 … 3 and alpha1 … 3 in body axes."""
    for k, word in enumerate(PARAMETERS):
        yield f"{name}.{word}", partial(_column, result, name, parameters, k, f"Euler parameter {word}", "1")
    for k, word in enumerate(VECTOR):
        label = f"rotation vector about {'xyz'[k]}"
        yield f"{name}.{word}", partial(_column, result, name, rotation_vector, k, label, "rad")
    if result.mechanism.dimension == 3:
        for prefix, (what, unit) in SPIN.items():
            for k in range(3):
                yield f"{name}.{prefix}{k + 1}", partial(_own_spin, result, name, what, k, unit)
    if f"{name}.v_e0" in result.formulation.velocity_names:
        for k, word in enumerate(PARAMETERS):
            yield f"{name}.v_{word}", partial(_rate, result, name, 0, k, f"rate of {word}", "1/s")
            yield f"{name}.a_{word}", partial(_rate, result, name, 1, k, f"second rate of {word}", "1/s²")


def _rate(result: Result, name: str, order: int, k: int, label: str, unit: str) -> Any:
    """ṗ or p̈, with the sign of the series e0 … e3."""
    p, (omega, alpha) = parameters(result, name), turning(result, name)
    values = ep.second_rate(p, omega, alpha) if order else ep.rate(p, omega)
    return result.labelled(values[:, k], f"{label} of {name}", unit)


def _column(result: Result, name: str, read: Any, k: int, label: str, unit: str) -> Any:
    return result.labelled(read(result, name)[:, k], f"{label} of {name}", unit)


def _own_spin(result: Result, name: str, what: str, k: int, unit: str) -> Any:
    values = getattr(result, what)(name, axes="body").values[:, k]
    return result.labelled(values, f"{what.replace('_', ' ')} of {name} about its own {'xyz'[k]}", unit)


def euler_series(result: Result, name: str) -> Any:
    """The series behind a name such as `hand.euler_ZYX_1`; None if it is no such name."""
    stem, _, word = name.rpartition(".")
    head, _, index = word.rpartition("_")
    if not stem or not head.startswith("euler_") or index not in ("1", "2", "3"):
        return None
    angles = euler_angles(result, stem, head.removeprefix("euler_"))
    return result.labelled(angles.values[:, int(index) - 1], f"{word} of {stem}", "rad")
