"""Inverse dynamics with constraints and chosen actuators: motion → equations → efforts, reactions, powers.

    consistent_motion.py    the motion, closed, with accelerations on the rows
    actuators.py         the actuators, and their wrenches on the bodies
    actuation.py         NᵀB u = Nᵀ (M v̇ − Q), and the multipliers

M, Q and Φ_v are those of the formulation, so planar, tree and spatial check one another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.inverse_dynamics.actuator_forces import Actuation, Balance
from snodo.analyses.inverse_dynamics.actuators import Actuator, chosen_actuators, wrench_of_surroundings
from snodo.analyses.inverse_dynamics.consistent_motion import OnRows, motion_on_rows, violations
from snodo.analyses.inverse_dynamics.external_wrenches import wrenches_along
from snodo.errors import Problem, RunError, UnsupportedError
from snodo.results.actuation import ActuatorForces
from snodo.results.inverse_efforts import integral
from snodo.results.result import redundant_names

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.formulations.bind import FormulationLike, MechanismLike

Array = np.ndarray


def with_actuators(
    mechanism: MechanismLike,
    given: tuple[Any, Any, Any, Any, float],
    external: Mapping[str, Any] | None,
    actuators: Sequence[str] | None,
    resolve: str | None,
    weights: Mapping[str, float] | None,
    residual: Sequence[str] | str | None,
    formulation: FormulationLike | None,
    tolerance: float,
) -> ActuatorForces:
    """The efforts of the actuators along a motion; given: motion, times, velocities, accelerations, noise."""
    moved = motion_on_rows(mechanism, *given, formulation, tolerance)
    moved.F.must_be_current()
    held = wrench_of_surroundings(moved.F, residual)
    chosen = _together(chosen_actuators(moved.F, actuators), held)
    wrenches = wrenches_along(moved.F, moved.motion, external)
    try:
        balance = Actuation(moved, chosen, wrenches, resolve, weights, tolerance).balance()
    except RunError:
        moved.F.forget_failures()
        raise
    return _result(moved, chosen, [actuator.part for actuator in held], wrenches, balance, resolve)


def _together(chosen: list[Actuator], held: list[Actuator]) -> list[Actuator]:
    both = {actuator.name for actuator in chosen} & {actuator.name for actuator in held}
    if both:
        what = f"{sorted(both)[0]!r} is an actuator and part of the residual"
        raise UnsupportedError(Problem(what, "name the body in one of the two"))
    return [*chosen, *held]


def _result(
    moved: OnRows,
    actuators: list[Actuator],
    held: list[str],
    wrenches: Mapping[str, Array],
    balance: Balance,
    resolve: str | None,
) -> ActuatorForces:
    F, motion = moved.F, moved.motion
    states = np.hstack([motion.q, motion.v, np.zeros((motion.times.size, len(F.work_names)))])
    states = np.ascontiguousarray(states)
    gaps, rates = (np.where(moved.rows, x, 0.0) for x in violations(F, motion))
    found = {
        "acceleration": motion.a,
        "multiplier": balance.multipliers,
        "violation": gaps,
        "violation_rate": rates,
        "energy": F.energies(motion.times, states),
        "power": balance.powers,
    }
    states[:, F.nq + F.nv :] = integral(motion.times, balance.powers)
    loads, own = _loads(actuators, balance)
    return ActuatorForces(
        F,
        motion.times,
        states,
        found,
        _info(moved, actuators, balance, resolve),
        actuators=actuators,
        efforts=balance.efforts,
        speeds=balance.speeds,
        held=list(dict.fromkeys(held)),
        loads=_summed(loads, wrenches),
        own=own,
        external_power=_power(F, motion, wrenches),
        deficit=balance.deficit,
        forces_left=balance.unbalanced,
    )


def _loads(actuators: list[Actuator], balance: Balance) -> tuple[dict[str, Array], dict[str, Array]]:
    """Wrenches (time, 6) of the efforts on each body, but for drivers; and of those in each joint on its child."""
    count = len(balance.efforts)
    loads: dict[str, Array] = {}
    own: dict[str, Array] = {}
    for j, actuator in enumerate(actuators):
        for k in range(count if actuator.row < 0 else 0):
            u = balance.efforts[k, j]
            for body, force, torque in balance.unit_wrenches[k][j]:
                wrench = u * np.concatenate([force, torque])
                loads.setdefault(body, np.zeros((count, 6)))[k] += wrench
                if body == actuator.child:
                    own.setdefault(actuator.part, np.zeros((count, 6)))[k] += wrench
    return loads, own


def _summed(loads: dict[str, Array], wrenches: Mapping[str, Array]) -> dict[str, Array]:
    total = dict(loads)
    for body, rows in wrenches.items():
        total[body] = total[body] + rows if body in total else rows
    return total


def _power(F: Formulation, motion: Any, wrenches: Mapping[str, Array]) -> Array:
    """Of the given wrenches (time) [W]."""
    power, n = np.zeros(motion.times.size), F.mechanism.dimension
    for body, rows in wrenches.items():
        power += (rows[:, :n] * F.motion.velocity(body, motion.q, motion.v)).sum(axis=1)
        if n == 3:
            power += (rows[:, 3:] * F.motion.angular_velocity(body, motion.q, motion.v)).sum(axis=1)
        else:
            power += rows[:, 5] * F.motion.turn(body, motion.q, motion.v, motion.v)[1]
    return power


def _info(moved: OnRows, actuators: list[Actuator], balance: Balance, resolve: str | None) -> dict[str, Any]:
    F, motion = moved.F, moved.motion
    redundant = redundant_names(F, motion.q[0], float(motion.times[0]), motion.v[0]) if moved.rows.any() else []
    lines = [
        f"{name} corrected to satisfy the constraints by up to {size:.1e} of the largest"
        for name, size in (
            ("velocities", moved.velocity_correction),
            ("accelerations", moved.acceleration_correction),
        )
        if size > 1e-7
    ]
    f, rank, m = int(balance.freedoms.max()), int(balance.rank.max()), len(actuators)
    kind = "determined" if rank == f == m else "over-actuated" if rank == f else "under-actuated"
    singular = motion.times[(balance.rank < rank) | (balance.freedoms != np.median(balance.freedoms))]
    if singular.size:
        lines.append(f"singular at t = {', '.join(f'{t:g}' for t in singular[:4])} s: efforts of least norm there")
    if redundant:
        lines.append(f"redundant rows ({', '.join(redundant[:4])}): reactions of least norm; see sn.doctor")
    return {
        "kind": "inverse dynamics",
        "formulation": F.name,
        "method": "none (given motion)",
        "integrator": "none (given motion)",
        "status": "finished",
        "user_functions": F.routes(),
        "actuation": f"{m} actuators on {f} freedoms: {kind}" + (f", resolved by {resolve}" if resolve else ""),
        "corrections": lines,
        "velocity_correction": moved.velocity_correction,
        "acceleration_correction": moved.acceleration_correction,
        "redundant_rows": redundant,
    }
