"""Distances and angles between any two places of a mechanism, with their speeds, and names for them.

    distance   d = |r_b − r_a|,                    ḋ = (r_b − r_a)·(v_b − v_a) / d
    angle      in the plane  φ_b − φ_a with all turns;  in space θ = 0 … π of R = A_aᵀ A_b = R(u, θ),  θ̇ = ω·u
    about an axis u of a     ψ = 2 atan2(e·u, e0) of R, with all turns: how far b is turned about u
    between two directions   x, y:  θ = atan2(|x × y|, x·y) = 0 … π,  θ̇ = ω·(x × y) / |x × y|

with ω = ω_b − ω_a.  A direction is an axis of a body or frame, `arm.x`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import MechanismError, NameNotFound, Problem
from snodo.math import euler_parameters as ep
from snodo.math.continuous_rotation import continuous_parameters
from snodo.math.rotation import Rotation
from snodo.math.rotation_input import unit_vectors_of
from snodo.results.attitude import matrices, parameters, plane_turn, turning

if TYPE_CHECKING:
    import xarray

    from snodo.results.result import Result

Array = np.ndarray
_CALL = re.compile(r"\s*(distance|angle)\s*\(([^()]*)\)(\.speed)?\s*")
"""A measure written as a name: `distance(hand, shoulder)`, `angle(arm, forearm, z).speed`."""


@dataclass(frozen=True)
class Relative:
    """One body or frame as seen from another, along a motion."""

    position: xarray.DataArray
    """Origin of the second in the axes of the first (time, axis) [m]."""
    velocity: xarray.DataArray
    """Rates of these components (time, axis) [m/s]."""
    rotation: Rotation
    """From the axes of the second to those of the first, a rotation for each time."""
    angular_velocity: xarray.DataArray
    """Of the second against the first, in the axes of the first (time, axis) [rad/s]; in the plane (time)."""


# ---------------------------------------------------------------- values and speeds (time)
def distance_of(result: Result, a: str, b: str) -> tuple[Array, Array]:
    """Distance [m] and its speed [m/s]; where the places coincide, the speed at which they part."""
    r, v = (
        result.position(b).values - result.position(a).values,
        result.velocity(b).values - result.velocity(a).values,
    )
    d = np.linalg.norm(r, axis=1)
    along = (r * v).sum(axis=1) / np.where(d > 0, d, 1.0)
    return d, np.where(d > 0, along, np.linalg.norm(v, axis=1))


def angle_of(result: Result, a: str, b: str, axis: Any = None) -> tuple[Array, Array]:
    """Angle [rad] from a to b and its speed [rad/s]."""
    first, second = _direction(result, a), _direction(result, b)
    if (first is None) != (second is None):
        lacking = b if second is None else a
        remedy = f"name a direction of both, as in {lacking}.x, or of none"
        raise NameNotFound(Problem(f"angle between {a!r} and {b!r}: only one of them is a direction", remedy))
    if first is not None and second is not None:
        if axis is not None:
            raise MechanismError(Problem("the angle between two directions has no axis", "omit the axis"))
        return _between(result, first, second)
    if axis is not None:
        return _about(result, a, b, unit_vectors_of("axis", axis))
    if result.mechanism.dimension == 2:
        (phi_a, w_a, _), (phi_b, w_b, _) = plane_turn(result, a), plane_turn(result, b)
        return phi_b - phi_a, w_b - w_a
    p, omega = _relative_turn(result, a, b)
    size = np.linalg.norm(p[:, 1:], axis=1)
    u = p[:, 1:] / np.where(size > 0, size, 1.0)[:, None] * np.where(p[:, :1] < 0, -1.0, 1.0)
    rate = np.where(size > 0, (omega * u).sum(axis=1), np.linalg.norm(omega, axis=1))
    return Rotation(p).magnitude(), rate


def _relative_turn(result: Result, a: str, b: str) -> tuple[Array, Array]:
    """p of A_aᵀ A_b, and ω_b − ω_a in the axes of a."""
    p = continuous_parameters(ep.product(ep.conjugate(parameters(result, a)), parameters(result, b)))
    omega = turning(result, b)[0] - turning(result, a)[0]
    return p, _inside(matrices(result, a), omega)


def _about(result: Result, a: str, b: str, u: Array) -> tuple[Array, Array]:
    p, omega = _relative_turn(result, a, b)
    p_dot = ep.rate(p, omega)
    s, s_dot, c, c_dot = p[:, 1:] @ u, p_dot[:, 1:] @ u, p[:, 0], p_dot[:, 0]
    with np.errstate(invalid="ignore", divide="ignore"):
        rate = 2 * (c * s_dot - s * c_dot) / (c * c + s * s)
    angle = 2 * np.arctan2(s, c)
    angle[:1] -= 2 * np.pi * np.round(angle[:1] / (2 * np.pi))
    return np.unwrap(angle), rate


def _between(result: Result, first: tuple[str, int], second: tuple[str, int]) -> tuple[Array, Array]:
    x, y = (matrices(result, name)[:, :, k] for name, k in (first, second))
    omega = turning(result, second[0])[0] - turning(result, first[0])[0]
    across = np.cross(x, y)
    sine = np.linalg.norm(across, axis=1)
    parting = np.linalg.norm(omega - (omega * x).sum(axis=1)[:, None] * x, axis=1)
    rate = (omega * across).sum(axis=1) / np.where(sine > 0, sine, 1.0)
    return np.arctan2(sine, (x * y).sum(axis=1)), np.where(sine > 0, rate, parting)


def _direction(result: Result, name: str) -> tuple[str, int] | None:
    """Body or frame and axis of a name such as `arm.x`; None if it is a body or frame itself."""
    stem, _, letter = name.rpartition(".")
    known = (*result.mechanism.bodies, *result.mechanism.frames, "ground")
    return (stem, "xyz".index(letter)) if stem in known and letter in ("x", "y", "z") else None


def _inside(A: Array, x: Array) -> Array:
    """Aᵀ x, row by row."""
    return np.asarray((np.swapaxes(A, 1, 2) @ x[..., None])[..., 0])


# ---------------------------------------------------------------- labelled
def distance(result: Result, a: str, b: str) -> Any:
    """The distance as a series."""
    return _series(result, {"distance": [a, b]}, False)


def angle(result: Result, a: str, b: str, axis: Any = None) -> Any:
    """The angle as a series."""
    return _series(result, {"angle": [a, b], "axis": axis}, False)


def relative(result: Result, a: str, b: str) -> Relative:
    """b as seen from a."""
    n = result.mechanism.dimension
    p, omega = _relative_turn(result, a, b)
    A, d, u = matrices(result, a), *(_apart(result, what, a, b) for what in ("position", "velocity"))
    seen = _inside(A, u - np.cross(turning(result, a)[0], d))[:, :n]
    words = f"{b} seen from {a}"
    turn = result.labelled(omega[:, 2], f"angular velocity of {words}", "rad/s")
    return Relative(
        result._vector(_inside(A, d)[:, :n], f"position of {words}", "m"),
        result._vector(seen, f"velocity of {words}", "m/s"),
        Rotation(p),
        turn if n == 2 else result._vector(omega, f"angular velocity of {words}", "rad/s"),
    )


def _apart(result: Result, what: str, a: str, b: str) -> Array:
    x = getattr(result, what)(b).values - getattr(result, what)(a).values
    return np.hstack([x, np.zeros((len(x), 3 - x.shape[1]))])


def _series(result: Result, asked: dict[str, Any], speed: bool) -> Any:
    """The series of a measure given as {"distance": [a, b]} or {"angle": [a, b], "axis": …}."""
    kind = "distance" if "distance" in asked else "angle"
    a, b = asked[kind]
    unit = "m" if kind == "distance" else "rad"
    axis = asked.get("axis")
    found = distance_of(result, a, b) if kind == "distance" else angle_of(result, a, b, axis)
    label = f"{kind} from {a} to {b}" + ("" if axis is None else f" about {axis}")
    if speed:
        return result.labelled(found[1], f"speed of the {label}", f"{unit}/s")
    return result.labelled(found[0], label, unit)


# ---------------------------------------------------------------- named
def declare(result: Result, name: str, distance: Any, angle: Any, axis: Any) -> Any:
    """Name a measure; the name is kept in `result.info` and saved with the result."""
    if (distance is None) == (angle is None) or (axis is not None and angle is None):
        remedy = 'result.measure("reach", distance=("hand", "shoulder")) or angle=("arm", "forearm"), axis="z"'
        raise MechanismError(Problem(f"measure {name!r}: give a distance or an angle (with or without axis)", remedy))
    pair = distance if angle is None else angle
    if isinstance(pair, str) or len(pair) != 2:
        raise MechanismError(Problem(f"measure {name!r}: {pair!r} is not a pair of names", "give two names"))
    own = result.info.setdefault("measures", {})
    if not isinstance(name, str) or not name or (name not in own and name in result.names()):
        raise MechanismError(Problem(f"measure {name!r}: there is a series of this name", "choose another"))
    asked: dict[str, Any] = {"distance" if angle is None else "angle": list(pair)}
    if axis is not None:
        asked["axis"] = axis if isinstance(axis, str) else [float(x) for x in axis]
    found = _series(result, asked, False)
    own[name] = asked
    return found


def measure_series(result: Result) -> Iterator[tuple[str, Any]]:
    """`reach` and `reach.speed` of each measure that has a name."""
    for name, asked in result.info.get("measures", {}).items():
        yield name, partial(_series, result, asked, False)
        yield f"{name}.speed", partial(_series, result, asked, True)


def written_measure(result: Result, name: str) -> Any:
    """The series behind a name such as `distance(hand, shoulder)` or `angle(arm, hand, z).speed`; or None."""
    match = _CALL.fullmatch(name)
    if match is None:
        return None
    kind, inside, speed = match.groups()
    names = [word.strip() for word in inside.split(",")]
    if len(names) not in (2, 2 + (kind == "angle")):
        remedy = "distance(a, b), angle(a, b) or angle(a, b, z)"
        raise NameNotFound(Problem(f"{name!r} has {len(names)} names in its brackets", remedy))
    return _series(result, {kind: names[:2], "axis": names[2] if len(names) == 3 else None}, speed is not None)
