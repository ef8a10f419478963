"""Inverse dynamics along a given motion: the joint torques it needs, and the wrench between every two links.

Mechanisms with constraints, or with chosen actuators, are in `constrained.py`.  An open tree has an
effort in every freedom: with the applied forces Q of the mechanism (springs, dampers, …) and wrenches from outside, the
joints must bring

    τ = M(q) v̇ + h(q, v) − Q(t, q, v) − Σ Jᵀ W                                         (1)

by the recursive Newton-Euler algorithm (source text 001, section 2.8), which finds the wrench in every joint on its
way.  In a body of muscles, τ is the sum of what they do about the joint.

A base that floats has no motor: what (1) finds there is the residual, the wrench that the surroundings must still
bring.  While it is not zero it acts at the base, and the torques between the base and the place where it acts in truth
(the legs of a person who stands) are not yet the true ones: give it back there as an external wrench, and ask again.
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
from snodo.errors import RunError, UnsupportedError
from snodo.formulations.base import Formulation
from snodo.formulations.bind import bind
from snodo.results.actuation import ActuatorForces
from snodo.results.inverse_dynamics import InverseDynamics
from snodo.results.result import Result
from snodo.spelling import spelled
from snodo.types import FormulationLike, InverseChoices, MechanismLike, Motions

if TYPE_CHECKING:
    from snodo.formulations.tree.tree import Tree

Array = np.ndarray


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
) -> InverseDynamics | ActuatorForces:
    """Find the forces and torques that a motion needs, the reactions in the joints, and the powers.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        What moves.
    motion : Result, array or mapping, optional
        A result of any formulation; an array q (time, nq); a table `{"knee.angle": …, "hip": …}` of numbers, functions
        of time and arrays [m, rad]; or nothing, if the mechanism's drivers say it.  In an open tree the name of a joint
        stands for all its coordinates (of a spherical one, four Euler parameters or the three numbers of a rotation
        vector) and what is missing stays as drawn; in a mechanism with loops the table drives it and leaves no freedom.
    times : array, optional
        Times [s], increasing.
    velocities, accelerations : array, optional
        Arrays (time, nv) [m/s, rad/s, m/s², rad/s²]; by default functions of time are differentiated exactly, and
        samples by quintic splines on the manifold of the coordinates.
    external : mapping, optional
        `{"foot": wrench}`, a body or a place on it, with (f, μ) [N, N m] in world axes at this place, or
        `{"force": f, "moment": μ, "at": r}` at the world coordinates r [m]; arrays with a row for each time, or
        functions of time.
    noise : float, optional
        Standard deviation of the samples [m, rad], which the splines then smooth; `found.info["warnings"]` says where
        the samples scatter much more or much less than that.
    actuators : sequence of str, optional
        Who brings the forces: drivers "motor", joints "A" or freedoms of joints "A.angle", "hip.wx", bodies "base" or
        components of a wrench on them "base.fx".  By default an open tree has an effort in every freedom, with the
        residual at its floating base; a mechanism with constraints has its drivers, or all freedoms of its joints.
    resolve : {"least norm", "least squares"}, optional
        What is done where there is not one solution.  "least norm": if there are more actuators than freedoms, the
        least Σ w u²; torques count by the force that they are at the mechanism's size.  "least squares": if there are
        fewer, the efforts that come nearest, and `found.unbalanced` is what they leave.
    weights : mapping, optional
        The w of "least norm", such as `{"A": 4}`; 1 for all others.
    residual : str or sequence of str, optional
        Bodies on which the surroundings act with a wrench, which is reported separately as `found.residual`.
    formulation : str or class, optional
        Planar, tree or spatial; by default that of the result, or tree, or for constraints the usual one.
    tolerance : float, optional
        How far rows may be open (relative to the size, in rad, and to the largest speed), and how much of the forces,
        those of the constraints and of inertia (m size Ω²) among them, may stay unbalanced.

    Returns
    -------
    InverseDynamics or ActuatorForces
        Efforts, reactions and powers along the motion: `InverseDynamics` of an open tree that is asked for nothing
        else, `ActuatorForces` otherwise.

    Raises
    ------
    SnodoError
        If the motion does not obey the constraints, or the actuators cannot bring the forces.

    Examples
    --------
    >>> found = sn.inverse_dynamics(pendulum, {"A.angle": "0.3 * t"}, np.linspace(0, 1, 11))
    >>> round(float(found["A.torque"][0]), 3)
    4.905
    """
    tolerance = checked_tolerance(tolerance)
    choices = (actuators, resolve, weights, residual, formulation)
    if all(choice is None for choice in choices) and motion is not None:
        tree = _open_tree(mechanism, motion)
        if tree is not None:
            found: Any = _of_tree(tree, motion, times, velocities, accelerations, external, noise)
            return _with_remarks(found, motion, times, velocities, accelerations, noise)
    from snodo.analyses.inverse_dynamics.constrained import with_actuators

    given = (motion, times, velocities, accelerations, noise)
    found = with_actuators(mechanism, given, external, actuators, resolve, weights, residual, formulation, tolerance)
    return _with_remarks(found, *given)


def _with_remarks(found: Any, motion: Any, times: Any, velocities: Any, accelerations: Any, noise: float) -> Any:
    """What the scatter of the samples says of the noise that was given for them."""
    remarks = noise_remarks(found.formulation, motion, times, velocities, accelerations, noise)
    if remarks:
        found.info["warnings"] = [*found.info.get("warnings", ()), *remarks]
    return found


def _open_tree(mechanism: MechanismLike, motion: Any) -> Any:
    """The mechanism as a tree, if it has no constraints and nothing speaks against it."""
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
    for k, (t, q, v, a) in enumerate(zip(*motion)):
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
