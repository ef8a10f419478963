"""Inverse dynamics along a given motion: the joint torques it needs, and the wrench between every two links.

Mechanisms with constraints, or with chosen actuators, are in `constrained.py`.  An open tree has an
effort in every freedom: with the applied forces Q of the mechanism (springs, dampers, …) and wrenches from outside, the
joints must exert

    τ = M(q) v̇ + h(q, v) − Q(t, q, v) − Σ Jᵀ W                                         (1)

by the recursive Newton-Euler algorithm (source text 001, section 2.8), which finds the wrench in every joint on its
way.  In a human body, τ is the total effect of the muscles about the joint.

A floating base has no motor: what (1) gives there is the residual, the wrench that the surroundings must still exert.
As long as it is not zero it acts at the base, and the torques between the base and the point where it really acts (the
legs of a standing person) are not yet correct: apply it there as an external wrench, and solve again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack, overload

import numpy as np
from numpy.typing import ArrayLike

from snodo.analyses.inverse_dynamics.external_wrenches import wrenches_along
from snodo.analyses.inverse_dynamics.given_motion import Motion, given_motion
from snodo.analyses.inverse_dynamics.samples import checked_tolerance
from snodo.analyses.inverse_dynamics.scatter import noise_remarks
from snodo.errors import Problem, RunError, UnsupportedError
from snodo.formulations.base import Formulation
from snodo.formulations.bind import bind
from snodo.progress import ProgressBar, silence
from snodo.results.actuation import ActuatorForces
from snodo.results.inverse_dynamics import InverseDynamics
from snodo.results.result import Result
from snodo.spelling import spelled
from snodo.types import FormulationLike, InverseChoices, MechanismLike, Motions

if TYPE_CHECKING:
    from snodo.formulations.tree.tree import Tree

Array = np.ndarray
LABEL = "inverse dynamics"


@overload
def inverse_dynamics(
    mechanism: MechanismLike,
    motion: Motions | None = None,
    times: Sequence[float] | Array | None = None,
    *,
    actuators: Sequence[str],
    **choices: Unpack[InverseChoices],
) -> ActuatorForces: ...
@overload
def inverse_dynamics(
    mechanism: MechanismLike,
    motion: Motions | None = None,
    times: Sequence[float] | Array | None = None,
    *,
    actuators: None = None,
    **choices: Unpack[InverseChoices],
) -> InverseDynamics | ActuatorForces: ...
@spelled
def inverse_dynamics(
    mechanism: MechanismLike,
    motion: Motions | None = None,
    times: Sequence[float] | Array | None = None,
    *,
    velocities: ArrayLike | None = None,
    accelerations: ArrayLike | None = None,
    external: Mapping[str, Any] | None = None,
    noise: float = 0.0,
    actuators: Sequence[str] | None = None,
    resolve: str | None = None,
    weights: Mapping[str, float] | None = None,
    residual: Sequence[str] | str | None = None,
    formulation: FormulationLike | None = None,
    tolerance: float = 1e-6,
    progress: bool = True,
) -> InverseDynamics | ActuatorForces:
    """Compute the forces and torques that a motion needs, the reactions in the joints, and the powers.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism that moves.
    motion : Result, array or mapping, optional
        A result of any formulation; an array q (time, nq); a table `{"knee.angle": …, "hip": …}` of numbers, functions
        of time and arrays [m, rad]; or None, for the motion of the mechanism's drivers.  In an open tree the name of a
        joint means all its coordinates (for a spherical joint, four Euler parameters or the three numbers of a rotation
        vector), and missing coordinates stay as drawn.  In a mechanism with loops the table must determine the motion.
    times : array, optional
        Times [s], increasing.
    velocities, accelerations : array, optional
        Arrays (time, nv) [m/s, rad/s, m/s², rad/s²]; by default functions of time are differentiated exactly, and
        samples by quintic splines on the manifold of the coordinates.
    external : mapping, optional
        `{"foot": wrench}`, a body or a point on it, with (f, μ) [N, N m] in world axes at this point, or
        `{"force": f, "moment": μ, "at": r}` at the world coordinates r [m]; arrays with one row per time, or
        functions of time.
    noise : float, optional
        Standard deviation of the samples [m, rad], which the splines then smooth; `found.info["warnings"]` reports
        where the samples scatter much more or much less.
    actuators : sequence of str, optional
        The sources of the forces: drivers "motor", joints "A" or freedoms of joints "A.angle", "hip.wx", bodies "base"
        or components of a wrench on them "base.fx".  By default an open tree has an effort in every freedom, with the
        residual at its floating base; a mechanism with constraints has its drivers, or all freedoms of its joints.
    resolve : {"least norm", "least squares"}, optional
        What to do if the solution is not unique.  "least norm": if there are more actuators than freedoms, the
        least Σ w u²; torques are divided by the size of the mechanism.  "least squares": if there are
        fewer, the efforts that come closest, and `found.unbalanced` is the rest.
    weights : mapping, optional
        The w of "least norm", such as `{"A": 4}`; 1 for all others.
    residual : str or sequence of str, optional
        Bodies on which the surroundings act with a wrench, which is reported separately as `found.residual`.
    formulation : str or class, optional
        Planar, tree or spatial; by default that of the result, or tree, or for constraints the usual one.
    tolerance : float, optional
        Limit on the violation of rows (relative to the size, in rad, and to the largest speed), and on the fraction of
        the forces, including those of the constraints and of inertia (m size Ω²), that may stay unbalanced.
    progress : bool, optional
        Whether to show a progress bar for long motions.

    Returns
    -------
    InverseDynamics or ActuatorForces
        Efforts, reactions and powers along the motion: `InverseDynamics` for an open tree without actuators, resolve or
        residual, `ActuatorForces` otherwise.

    Raises
    ------
    SnodoError
        If the motion does not satisfy the constraints, or the actuators cannot exert the forces.

    Examples
    --------
    >>> found = sn.inverse_dynamics(pendulum, {"A.angle": "0.3 * t"}, np.linspace(0, 1, 11))
    >>> round(float(found["A.torque"][0]), 3)
    4.905
    """
    tolerance = checked_tolerance(tolerance)
    _refuse_states(mechanism)
    choices = (actuators, resolve, weights, residual, formulation)
    given = (motion, times, velocities, accelerations, noise)
    with silence(not progress):
        tree = _open_tree(mechanism, motion) if motion is not None and not any(x is not None for x in choices) else None
        if tree is not None:
            found: Any = _of_tree(tree, motion, times, velocities, accelerations, external, noise)
        else:
            from snodo.analyses.inverse_dynamics.constrained import with_actuators

            how = (actuators, resolve, weights, residual, formulation, tolerance)
            found = with_actuators(mechanism, given, external, *how)
    return _with_remarks(found, *given)


def _with_remarks(found: Any, motion: Any, times: Any, velocities: Any, accelerations: Any, noise: float) -> Any:
    """Warnings about samples whose scatter does not match the given noise."""
    remarks = noise_remarks(found.formulation, motion, times, velocities, accelerations, noise)
    if remarks:
        found.info["warnings"] = [*found.info.get("warnings", ()), *remarks]
    return found


def _refuse_states(mechanism: MechanismLike) -> None:
    """States and controllers have no place in a given motion."""
    m: Any = mechanism.mechanism if isinstance(mechanism, Formulation) else mechanism
    parts = [*getattr(m, "states", {}).values(), *getattr(m, "controllers", {}).values()]
    if parts:
        what = f"{parts[0].title}: inverse dynamics cannot take it into account"
        raise UnsupportedError(Problem(what, "use sn.simulate, or remove it", parts[0].where))


def _open_tree(mechanism: MechanismLike, motion: Any) -> Any:
    """The mechanism as a tree, if it has no constraints and no other option prevents it."""
    if getattr(mechanism, "drivers", None) or (isinstance(mechanism, Formulation) and mechanism.name != "tree"):
        return None
    if isinstance(motion, Result) and motion.formulation.nc:
        return None
    try:
        tree = bind(mechanism, "tree")
    except UnsupportedError:
        return None
    return None if tree.nc else tree


def _of_tree(
    tree: Tree, motion: Any, times: Any, velocities: Any, accelerations: Any, external: Any, noise: float
) -> InverseDynamics:
    """An effort in every freedom of an open tree."""
    tree.must_be_current()
    moved = given_motion(tree, motion, times, velocities, accelerations, noise)
    wrenches = wrenches_along(tree, moved, external)
    efforts, through = _efforts(tree, moved, wrenches)
    return InverseDynamics.along(tree, moved, efforts, through, wrenches)


def _efforts(tree: Tree, motion: Motion, wrenches: Mapping[str, Array]) -> tuple[Array, dict[str, Array]]:
    """τ (time, nv) by (1), and the wrench (time, 6) through each joint, world axes at the child's joint frame."""
    tau = np.empty((motion.times.size, tree.nv))
    through = {name: np.empty((motion.times.size, 6)) for name in tree.joint_places}
    with ProgressBar(0.0, motion.times.size, LABEL, "times") as bar:
        for k, (t, q, v, a) in enumerate(bar.over(zip(*motion))):
            applied, outside = _applied(tree, float(t), q, v)
            for body, rows in wrenches.items():
                outside[body] = outside.get(body, 0.0) + rows[k]
            tau[k] = tree.inverse_dynamics(q, v, a, outside) - applied
            for name, wrench in tree.joint_wrenches(q, v, a, outside).items():
                through[name][k] = wrench
    return tau, through


def _applied(tree: Tree, t: float, q: Array, v: Array) -> tuple[Array, dict[str, Array]]:
    """Joint forces and wrenches on the bodies of the mechanism's own springs, dampers, …"""
    if not tree.flat.forces:
        return np.zeros(tree.nv), {}
    try:
        applied: tuple[Array, dict[str, Array]] = tree.applied_forces(q, v, t)
    except RunError:
        tree.forget_failures()
        raise
    return applied
