"""Series of a member of a family straight from its states and numbers, without a result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

import numpy as np

from snodo.constraint_methods.in_time import evaluate
from snodo.constraint_methods.redundancy import evaluated, take_least_norm
from snodo.formulations.rewriting.snapshot import Snapshot, joints_of, places_of
from snodo.formulations.series.joint_series import rate_of
from snodo.formulations.series.reactions import Evaluated
from snodo.mechanism.joints import Joint

Array = np.ndarray
_ENERGIES = {"energy.kinetic": 0, "energy.gravitational": 1, "energy.elastic": 2}
_WRENCH = {"fx": "N", "fy": "N", "torque": "N m"}


@dataclass(frozen=True, eq=False)
class Along:
    """The run of one member: all its numbers, times and states; the array of F has its model."""

    F: Any
    numbers: Array
    time: Array
    states: Array
    least_norm: bool = field(default=False, kw_only=True)
    """Whether rows are redundant, and the method takes multipliers of least norm."""

    @property
    def q(self) -> Array:
        """Coordinates."""
        return self.states[:, : self.F.nq]

    @property
    def v(self) -> Array:
        """Velocities."""
        return self.states[:, self.F.nq : self.F.nq + self.F.nv]

    @cached_property
    def found(self) -> dict[str, Array]:
        """Accelerations and multipliers, without stabilisation."""
        F, gains, least = self.F, self.F.gains, self.F.least_pivot
        F.set_gains(0.0, 0.0)
        try:
            found = evaluated(F, self.time, self.states, partial(evaluate, F))
        finally:
            F.set_gains(*gains)
            F.least_pivot = least
        if self.least_norm:
            take_least_norm(self.F, self.time, self.states, found["multiplier"])
        return found


Read = Callable[[Along], Array]
Output = tuple[Read, str]
"""How a series is read, and its unit."""


def quick_output(F: Any, base: Snapshot, name: str) -> Output | None:
    """How a series is computed from numbers and states; None if it needs a result.

    F: the formulation whose array will have the model of the member.
    """
    return (
        _energy(F, name)
        or _column(F, name)
        or _effort(F, name)
        or (_in_plane(F, base, name) if F.name == "planar" else None)
    )


def place_or_coordinate(F: Any, base: Snapshot, name: str) -> Output | None:
    """The same for positions in the plane: coordinates of joints, of bodies and of frames."""
    owner, _, word = name.rpartition(".")
    positions = "x", "y", getattr(F.mechanism.joints.get(owner), "coordinate", "")
    return _in_plane(F, base, name) if word and word in positions else None


def _energy(F: Any, name: str) -> Output | None:
    if name == "energy.total":
        return lambda x: F.energies(x.time, x.states).sum(axis=1), "J"
    if name not in _ENERGIES:
        return None
    return lambda x: F.energies(x.time, x.states)[:, _ENERGIES[name]], "J"


def _column(F: Any, name: str) -> Output | None:
    """A coordinate, velocity or acceleration that belongs to a joint, or to a body in the plane."""
    owner = name.rpartition(".")[0]
    if owner not in F.mechanism.joints and not (F.name == "planar" and owner in F.mechanism.bodies):
        return None
    if getattr(F.flat, "counters", {}):
        return None
    units = [*F.coordinate_units, *(f"{unit}/s" for unit in F.velocity_units)]
    columns = dict(zip((*F.coordinate_names, *F.velocity_names), enumerate(units)))
    if name in columns:
        k, unit = columns[name]
        return lambda x: x.states[:, k], unit
    rates = [f"{own}.{rate_of(last)}" for own, _, last in (v.rpartition(".") for v in F.velocity_names)]
    if name not in rates:
        return None
    k = rates.index(name)
    return lambda x: x.found["acceleration"][:, k], f"{F.velocity_units[k]}/s²"


def _effort(F: Any, name: str) -> Output | None:
    """The torque or force of a driver with one row: −λ."""
    owner, _, word = name.rpartition(".")
    rows = [k for k, part in enumerate(F.row_parts) if part == owner]
    if word not in ("effort", "torque", "force") or owner not in F.mechanism.drivers or len(rows) != 1:
        return None
    return lambda x: -x.found["multiplier"][:, rows[0]], "N m" if F.row_units[rows[0]] == "rad" else "N"


def _in_plane(F: Any, base: Snapshot, name: str) -> Output | None:
    owner, _, word = name.rpartition(".")
    joints, places = joints_of(F), places_of(F)
    if owner in joints and word in (F.mechanism.joints[owner].coordinate, "speed"):
        return _of_joint(F, base, owner, joints.index(owner), word)
    if owner in (*F.mechanism.bodies, *F.mechanism.frames) and word in ("x", "y", "vx", "vy"):
        return _of_place(F, base, owner, places.index(owner), word)
    if isinstance(F.mechanism.joints.get(owner), Joint) and word in ("reaction", *_WRENCH):
        return _of_reaction(F, base, owner, places.index(owner), word)
    return None


def _of_joint(F: Any, base: Snapshot, name: str, k: int, word: str) -> Output:
    """A joint's coordinate or speed."""
    link, first = F.describer.joint_coordinate(name), base.places["links"].start + 7 * k
    speed, unit = word == "speed", "rad" if F.mechanism.joints[name].coordinate == "angle" else "m"

    def read(x: Along) -> Array:
        a, b, c, d, e, f, g = x.numbers[first : first + 7].tolist()
        own = replace(link, s_i=complex(a, b), s_j=complex(c, d), u=complex(e, f), c=g)
        series: Array = F.motion.coordinate(own, x.q, x.v)[2 if speed else 0]
        return series

    return read, f"{unit}/s" if speed else unit


def _of_place(F: Any, base: Snapshot, name: str, k: int, word: str) -> Output:
    """A component of the position or velocity of a body or frame: r + A s and ṙ + i ω A s."""
    b, first, moves = F.motion.place(name)[0], base.places["arms"].start + 2 * k, word.startswith("v")
    still = b == len(F.body_names)

    def read(x: Along) -> Array:
        s = complex(*x.numbers[first : first + 2])
        if still:
            z = np.full(len(x.states), 0j if moves else s)
        else:
            q, v = x.q[:, 3 * b : 3 * b + 3], x.v[:, 3 * b : 3 * b + 3]
            arm = np.exp(1j * q[:, 2]) * s
            z = v[:, 0] + 1j * (v[:, 1] + v[:, 2] * arm) if moves else q[:, 0] + 1j * q[:, 1] + arm
        return z.real if word.endswith("x") else z.imag

    return read, "m/s" if moves else "m"


def _of_reaction(F: Any, base: Snapshot, name: str, k: int, word: str) -> Output | None:
    """The wrench of a joint on its child, at its place there, or one of its components."""
    if not any(c.part.name == name for c in F.flat.constraints):
        return None
    child, first = F.mechanism.joints[name].child, base.places["arms"].start + 2 * k

    def read(x: Along) -> Array:
        s = complex(*x.numbers[first : first + 2])
        wrench: Array = F.motion.of_rows(name, child, Evaluated(x.time, x.states, x.found), s)
        return wrench if word == "reaction" else wrench[:, list(_WRENCH).index(word)]

    return read, _WRENCH.get(word, "N, N m")
