"""Inverse dynamics along a given motion: the joint torques it needs, and the wrench between every two links.

With the applied forces Q of the mechanism (springs, dampers, …) and wrenches from outside, the joints must bring

    τ = M(q) v̇ + h(q, v) − Q(t, q, v) − Σ Jᵀ W                                         (1)

by the recursive Newton-Euler algorithm (source text 001, section 2.8), which finds the wrench in every joint on its
way.  In a body of muscles, τ is the sum of what they do about the joint.

A base that floats has no motor: what (1) finds there is the residual, the wrench that the surroundings must still
bring.  While it is not zero it acts at the base, and the torques between the base and the place where it acts in truth
(the legs of a person who stands) are not yet the true ones: give it back there as an external wrench, and ask again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from snodo.analyses.external_wrenches import wrenches_along
from snodo.analyses.given_motion import Motion, given_motion
from snodo.errors import Problem, RunError, UnsupportedError
from snodo.formulations.bind import bind
from snodo.results.inverse_dynamics import InverseDynamics

Array = np.ndarray


def inverse_dynamics(
    mechanism: Any,
    motion: Any,
    times: Any = None,
    *,
    velocities: Any = None,
    accelerations: Any = None,
    external: Mapping[str, Any] | None = None,
    noise: float = 0.0,
) -> InverseDynamics:
    """Joint torques, wrenches between the links, residual at a floating base and joint powers along a motion.

    mechanism: a mechanism without loops, or an sn.Tree.
    motion: an array q (time, nq); or a table {"knee.angle": …, "hip": …} of numbers, functions of time and arrays
    [m, rad], where a joint's name stands for all its coordinates (of a spherical one, four Euler parameters or the
    three numbers of a rotation vector) and what is missing stays as drawn; or a result.
    times: [s], increasing.
    velocities, accelerations: arrays (time, nv) [m/s, rad/s, m/s², rad/s²]; where they are left out, functions of time
    are differentiated exactly, and samples by quintic splines on the manifold of the coordinates.
    noise: standard deviation of the samples [m, rad], which the splines then smooth.
    external: {"foot": wrench}, a body or a place on it, with (f, μ) [N, N m] in world axes at this place, or
    {"force": f, "moment": μ, "at": r} at the world coordinates r [m]; arrays with a row for each time, or functions.

    >>> found = sn.inverse_dynamics(body, {"left_knee.angle": "0.5 - 0.5*cos(t)"}, np.linspace(0, 1, 101))
    >>> found["left_knee.torque"], found.wrench("left_knee"), found.residual
    """
    tree = bind(mechanism, "tree")
    _refuse_loops(tree)
    moved = given_motion(tree, motion, times, velocities, accelerations, noise)
    wrenches = wrenches_along(tree, moved, external)
    efforts, through = _efforts(tree, moved, wrenches)
    return InverseDynamics.along(tree, moved, efforts, through, wrenches)


def _refuse_loops(tree: Any) -> None:
    if tree.nc:
        what = f"mechanism {tree.mechanism.name!r} has constraints, which share its forces with the joints"
        raise UnsupportedError(
            Problem(what, "drive every freedom and use sn.kinematics, which gives the driver efforts")
        )


def _efforts(tree: Any, motion: Motion, wrenches: Mapping[str, Array]) -> tuple[Array, dict[str, Array]]:
    """τ (time, nv) by (1), and the wrench (time, 6) through each joint, world axes at the child's joint frame."""
    tau = np.empty((motion.times.size, tree.nv))
    through = {name: np.empty((motion.times.size, 6)) for name in tree._places}
    for k, (t, q, v, a) in enumerate(zip(*motion)):
        applied, outside = _applied(tree, float(t), q, v)
        for body, rows in wrenches.items():
            outside[body] = outside.get(body, 0.0) + rows[k]
        tau[k] = tree.inverse_dynamics(q, v, a, outside) - applied
        for name, wrench in tree.joint_wrenches(q, v, a, outside).items():
            through[name][k] = wrench
    return tau, through


def _applied(tree: Any, t: float, q: Array, v: Array) -> tuple[Array, dict[str, Array]]:
    """Joint forces and wrenches on the bodies of the mechanism's own springs, dampers, …"""
    if not tree.flat.forces:
        return np.zeros(tree.nv), {}
    try:
        applied: tuple[Array, dict[str, Array]] = tree.applied_forces(q, v, t)
    except RunError:
        tree.forget_failures()
        raise
    return applied
