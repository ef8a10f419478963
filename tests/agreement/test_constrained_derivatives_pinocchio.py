"""Derivatives of constrained dynamics against Pinocchio's: open trees, and loops closed by a spherical joint.

Off the constraints the two write the rows of a loop differently, so that derivatives of loops are compared along
deviations that keep positions closed and velocities consistent, which is what a linear model consists of.  Both are
exact except for rounding.  The tolerance is 1e-9 of the largest
entry, three orders above the scatter for starts that are disturbed by 1e-15.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.analyses.linear.coordinates import coordinates_of

pin = pytest.importorskip("pinocchio")
sys.path.append(str(Path(__file__).parents[1] / "identities"))
from pinocchio_tree import Twin  # noqa: E402
from random_tree import add_body, add_joint  # noqa: E402


def close(mine: Any, theirs: Any, tolerance: float = 1e-9) -> None:
    atol = tolerance * max(1.0, float(np.abs(theirs).max(initial=0.0)))
    np.testing.assert_allclose(np.asarray(mine), theirs, rtol=0.0, atol=atol)


def branch(rng: np.random.Generator, kinds: list[str]) -> sn.Mechanism:
    """Bodies one after the other, on joints of these kinds."""
    m = sn.Mechanism("random", dimension=3, gravity=rng.uniform(-10, 10, 3).tolist())
    base = "ground"
    for k, kind in enumerate(kinds):
        add_body(m, f"b{k}", rng)
        add_joint(m, f"j{k}", kind, base, f"b{k}", rng)
        base = f"b{k}"
    return m


@pytest.mark.parametrize("seed", range(4))
def test_trees(seed: int) -> None:
    rng = np.random.default_rng(seed)
    kinds = rng.choice(["revolute", "prismatic", "spherical", "free", "helical"], 6).tolist()
    tree = sn.Tree(branch(rng, kinds))
    twin = Twin(tree)
    q, v = tree.random(rng)
    tau, N = rng.standard_normal(tree.nv), twin.N(q)
    by_q, by_v, by_tau = pin.computeABADerivatives(twin.model, twin.data, twin.q(q), N @ v, N @ tau)
    found = sn.derivatives(tree, q, v, tau=tau).acceleration
    close(found.q, N.T @ by_q @ N)
    close(found.v, N.T @ by_v @ N)
    close(found.tau, N.T @ (np.triu(by_tau) + np.triu(by_tau, 1).T) @ N)


def loop(rng: np.random.Generator, kinds: list[str]) -> tuple[Any, np.ndarray, np.ndarray]:
    """A branch whose last body is pinned to the ground, with consistent positions and velocities."""
    m = branch(rng, kinds)
    m.spherical("pin", "ground", f"b{len(kinds) - 1}", at=tuple(rng.uniform(-1, 1, 3)))
    tree: Any = sn.Tree(m, cut=["pin"])
    assert tree.cut_joints == ["pin"]
    start = sn.assemble(tree)
    v = rng.standard_normal(tree.nv)
    J = tree.jacobian(start.q)
    return tree, start.q, v - np.linalg.pinv(J) @ (J @ v)


def pinned(twin: Twin, tree: Any, body: str) -> Any:
    """Pinocchio's constraint: a point of the last body stays at a point of the ground."""
    at = np.array(tree.mechanism.joints["pin"].at)
    joint = twin.ids[f"j{body[1:]}"]
    frame = tree.flat.places[-1]
    pose = tree.geometry.pose(body)
    origin = pose.r if frame.branch.joint.kind == "free" else np.array(frame.branch.joint.at)
    on_body = pin.SE3(np.eye(3), pose.A.T @ (at - origin))
    kind = pin.ContactType.CONTACT_3D
    return pin.RigidConstraintModel(
        kind, twin.model, joint, on_body, 0, pin.SE3(np.eye(3), at), pin.ReferenceFrame.LOCAL
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kinds", [["revolute"] * 5, ["revolute", "spherical", "prismatic"], ["free", "revolute"]])
def test_loops(kinds: list[str], seed: int) -> None:
    tree, q, v = loop(np.random.default_rng(seed), kinds)
    twin = Twin(tree)
    rows, data = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    rows.append(pinned(twin, tree, f"b{len(kinds) - 1}"))
    data.append(rows[0].createData())
    N, tau = twin.N(q), np.zeros(tree.nv)
    pin.initConstraintDynamics(twin.model, twin.data, rows, data)
    a = pin.constraintDynamics(twin.model, twin.data, twin.q(q), N @ v, N @ tau, rows, data)
    pin.computeConstraintDynamicsDerivatives(twin.model, twin.data, rows, data)
    found = sn.derivatives(tree, q, v)
    close(N @ found.a, a)
    c = coordinates_of(found.state, found.rows)
    eta, w = c.directions
    mine = found.acceleration.q @ eta + found.acceleration.v @ w
    theirs = twin.data.ddq_dq @ N @ eta + twin.data.ddq_dv @ N @ w
    close(N @ mine, theirs)
    close(N @ found.acceleration.tau.array @ N.T, twin.data.ddq_dtau)
