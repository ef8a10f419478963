"""The three sweeps of forward dynamics in NumPy, with 6 × 6 matrices in the axes of the links (section 2.7).

Table 1.2, outward; the acceleration −g of the base takes the place of gravity:

    v_rel = P q̇,     v = S v₋₁ + v_rel,     a_r = S a_r₋₁ + c                     (1.2), (1.11)

Table 2.1, inward, with U = Δ P, D = Pᵀ Δ P, and sums over the links j that a link carries (section 2.6):

    Δ = M + Σ T_j (Δ_j − U_j D_j⁻¹ U_jᵀ) S_j                                      (2.12)
    δ = M a_r + F − F_ext + Σ T_j (δ_j + U_j D_j⁻¹ (τ_j − P_jᵀ δ_j))              (2.13), signs corrected

and outward again:

    q̈ = D⁻¹ (τ − Pᵀ Δ S a_d₋₁ − Pᵀ δ),     a_d = S a_d₋₁ + P q̈,     F₋₁ = Δ a_d + δ     (2.14), (1.10), (2.11)

This is for reading and for checking: `kernels/aba.py` is the algorithm compiled, in world axes, and shares nothing with
it but the constants of the links.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from snodo.errors import Problem, RunError
from snodo.formulations.base import Array
from snodo.formulations.tree.joint_motion import force_transformation, joint_motion, transformation
from snodo.formulations.tree.sweeps import LinkSweep, Sweeping, Sweeps
from snodo.math.euler_parameters import tilde
from snodo.mechanism.geometry import Pose
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.tree.flatten import Place

_NONE = np.zeros(0)


def swept(tree: Sweeping, q: Array, v: Array, tau: Array, wrenches: Array, axes: str) -> Sweeps:
    """All quantities of all links; `wrenches` in world axes at the bodies' origins, by the rows of the flat model."""
    links = {GROUND: _base(tree)}
    for number, place in enumerate(tree.flat.places, start=1):
        name, before = place.branch.body, links[place.branch.base]
        links[name] = _link(tree, place, number, before, q[place.q], v[place.v], tau[place.v], wrenches)
    outward = list(links.values())[1:]

    for link in outward:  # table 1.2
        _move(link, links[link.parent])
    for link in reversed(outward):  # table 2.1
        _gather(link, [x for x in outward if x.parent == link.name])
        _must_resist(link, tree.velocity_names)
    for link in outward:
        _accelerate(link, links[link.parent])

    if axes == "world":
        outward = [_in_world(link, links[link.parent].pose) for link in outward]
    return Sweeps(tree.mechanism.name, axes, outward)


# ---------------------------------------------------------------- the sweeps
def _move(link: LinkSweep, before: LinkSweep) -> None:
    """Velocity (1.2), residual acceleration (1.11) and F of (2.7)."""
    link.v_rel = link.P @ link.q_d
    link.v = link.S @ before.v + link.v_rel
    link.c = _velocity_part(link, before)
    link.a_r = link.S @ before.a_r + link.c
    w = link.v[3:]
    link.F = _both(tilde(w)) @ link.M @ np.append(np.zeros(3), w)


def _velocity_part(link: LinkSweep, before: LinkSweep) -> Array:
    """Ṡ v_{i−1} + Ṗ q̇ of (1.11), derivatives for an observer at rest.

    O_i moves with ṙ = ω_{i−1} × r + v_rel against O_{i−1}, so that Ṡ v_{i−1} = (ω_{i−1} × ṙ, 0).  The axes of the link
    turn with ω_i: the rate of P q̇ is that of its components and ω_i × P q̇.
    """
    r = link.pose.A.T @ (link.pose.r - before.pose.r)
    w_before, w = (link.S @ before.v)[3:], link.v[3:]
    r_dot = np.cross(w_before, r) + link.v_rel[:3]
    return np.append(np.cross(w_before, r_dot), np.zeros(3)) + _both(tilde(w)) @ link.v_rel + link.P_dot_q_d


def _gather(link: LinkSweep, carried: list[LinkSweep]) -> None:
    """Δ (2.12) and δ (2.13) of a link with all that it carries."""
    link.Delta = link.M.copy()
    link.delta = link.M @ link.a_r + link.F - link.F_ext
    for x in carried:
        U, D, u = x.Delta @ x.P, x.denominator, x.tau - x.P.T @ x.delta
        link.Delta = link.Delta + x.T @ (x.Delta - U @ np.linalg.solve(D, U.T)) @ x.S
        link.delta = link.delta + x.T @ (x.delta + U @ np.linalg.solve(D, u))
    link.denominator = link.P.T @ link.Delta @ link.P


def _accelerate(link: LinkSweep, before: LinkSweep) -> None:
    """q̈ (2.14), the direct acceleration (1.10) and the wrench (2.11)."""
    P, carried = link.P, link.S @ before.a_d
    link.q_dd = np.linalg.solve(link.denominator, link.tau - P.T @ link.Delta @ carried - P.T @ link.delta)
    link.a_d = carried + P @ link.q_dd
    link.wrench = link.Delta @ link.a_d + link.delta


def _must_resist(link: LinkSweep, velocity_names: list[str]) -> None:
    """Refuse a denominator without an inverse.

    One that is not positive definite is no reason: rounding does that where masses differ by twelve digits, and
    the accelerations satisfy the equations nevertheless.
    """
    try:
        good = bool(np.isfinite(np.linalg.inv(link.denominator)).all())
    except np.linalg.LinAlgError:
        good = False
    if not good:
        names = ", ".join(velocity_names[link.place])
        what = f"no inertia resists {names}: the acceleration is not determined"
        raise RunError(Problem(what, "give the bodies it moves mass and moments of inertia"))


# ---------------------------------------------------------------- links at their places
def _base(tree: Sweeping) -> LinkSweep:
    """The ground at rest, with the acceleration −g."""
    none, one, here = np.zeros(6), np.eye(6), Pose(np.zeros(3), np.eye(3))
    base = LinkSweep(
        GROUND, "", "", 0, here, slice(0, 0), one, one, np.zeros((6, 0)), 0.0 * one, _NONE, _NONE, none, none
    )
    base.v, base.a_r, base.a_d = none, np.append(-tree.gravity, np.zeros(3)), none
    return base


def _link(
    tree: Sweeping,
    place: Place,
    number: int,
    before: LinkSweep,
    q: Array,
    q_d: Array,
    tau: Array,
    wrenches: Array,
) -> LinkSweep:
    """A link with everything that its coordinates and velocities alone determine."""
    branch, bodies = place.branch, tree.flat.bodies
    stands, carries = place.frames.on_parent, place.frames.on_child
    if branch.backward:
        stands, carries = carries, stands
    motion = joint_motion(place, q, q_d)
    row, body = bodies[branch.body]
    turned = body.A @ carries.A  # from the joint's frame to that of the link: half a turn, if its z is turned around
    base = _on(_on(before.pose, bodies[branch.base][1]), stands)
    pose = Pose(base.to_world(motion.r), base.A @ motion.R @ turned.T)
    R, r = pose.A.T @ before.pose.A, pose.r - before.pose.r
    return LinkSweep(
        name=branch.body,
        joint=branch.joint.name,
        parent=branch.base,
        number=number,
        pose=pose,
        place=place.v,
        S=transformation(R, pose.A.T @ r),
        T=force_transformation(R.T, before.pose.A.T @ r),
        P=_both(turned) @ motion.P,
        M=_inertia(tree.flat.links("inertia")[row]),
        q_d=q_d.copy(),
        tau=tau.copy(),
        F_ext=force_transformation(np.eye(3), body.r) @ _both(pose.A.T) @ wrenches[row],
        P_dot_q_d=_both(turned) @ motion.P_dot_q_dot,
    )


def _on(frame: Pose, within: Pose) -> Pose:
    """A frame given within another one."""
    return Pose(frame.to_world(within.r), frame.A @ within.A)


def _both(A: Array) -> Array:
    """A 3 × 3 matrix acting on both parts of a motion or a wrench."""
    return np.kron(np.eye(2), A)


def _inertia(row: Array) -> Array:
    """M of (2.7) from m, m r_OG and I_O in the axes of the link."""
    m, h, (xx, xy, xz, yy, yz, zz) = row[0], tilde(row[1:4]), row[4:]
    I_O = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return np.block([[m * np.eye(3), -h], [h, I_O]])


# ---------------------------------------------------------------- axes of the world
def _in_world(link: LinkSweep, before: Pose) -> LinkSweep:
    """The same link with components in the axes of the world; S and T then only move from point to point."""
    X, Y = _both(link.pose.A), _both(before.A)
    turned = {name: X @ getattr(link, name) for name in _VECTORS}
    about = {name: X @ getattr(link, name) @ X.T for name in ("M", "Delta")}
    return replace(link, S=X @ link.S @ Y.T, T=Y @ link.T @ X.T, **turned, **about)


_VECTORS = ("P", "P_dot_q_d", "F_ext", "v_rel", "v", "c", "a_r", "F", "delta", "a_d", "wrench")
