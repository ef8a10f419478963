"""The tree against Pinocchio: dynamics, mass matrix, centre of mass, momentum, frame Jacobians."""

import sys
from pathlib import Path

import numpy as np
import pytest

from snodo.formulations.tree.tree import Tree

pin = pytest.importorskip("pinocchio")
sys.path.append(str(Path(__file__).parents[1] / "identities"))
from pinocchio_tree import Twin  # noqa: E402
from random_tree import random_tree, rotation, unit  # noqa: E402

KINDS = ("revolute", "prismatic", "spherical", "free", "universal", "helical")
CASES = [
    (KINDS, 1),
    (KINDS, 8),
    (("revolute",), 12),
    (("revolute", "planar"), 6),
    (("free", "revolute", "spherical"), 15),
]
TOLERANCE = 1e-10


def close(a, b):
    return np.allclose(a, b, rtol=TOLERANCE, atol=TOLERANCE * max(1.0, np.abs(b).max(initial=0.0)))


def states(kinds, count, seed):
    rng = np.random.default_rng(seed)
    m = random_tree(rng, count, kinds)
    for name, joint in m.joints.items():
        if joint.kind == "planar":  # Pinocchio's lies in the plane of its own z
            m.joints[name] = type(joint)(name=name, parent=joint.parent, child=joint.child, at=joint.at, axis=(0, 0, 1))
            m.bodies[joint.child].angle = 0.0
    m.frame("tip", on=f"b{count - 1}", at={f"b{count - 1}": tuple(rng.uniform(-1, 1, 3))}, angle=0.3)
    tree = Tree(m)
    for _ in range(3):
        q, v = tree.random(rng)
        yield tree, Twin(tree), q, v, rng


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("kinds", "count"), CASES)
def test_dynamics(kinds, count, seed):
    for tree, twin, q, v, rng in states(kinds, count, seed):
        tau = rng.standard_normal(tree.nv)
        model, data, x, N = twin.model, twin.data, twin.q(q), twin.N(q)
        external = {name: rng.standard_normal(6) for name in tree.mechanism.bodies}
        pin.forwardKinematics(model, data, x)
        pulls = pin.StdVec_Force([pin.Force.Zero() for _ in range(model.njoints)])
        for name, wrench in external.items():
            k = model.frames[model.getFrameId(name)].parentJoint
            arm = tree.pose(q, name).r - data.oMi[k].translation
            R = data.oMi[k].rotation
            pulls[k] = pin.Force(R.T @ wrench[:3], R.T @ (wrench[3:] + np.cross(arm, wrench[:3])))
        for given, forces in ((None, None), (external, pulls)):
            more = () if forces is None else (forces,)
            theirs = pin.aba(model, data, x, N @ v, np.linalg.solve(N.T, tau), *more)
            mine = tree.forward_dynamics(q, v, tau, given)
            assert close(mine, np.linalg.solve(N, theirs - twin.drift(q, v)))
            a = rng.standard_normal(tree.nv)
            theirs = N.T @ pin.rnea(model, data, x, N @ v, N @ a + twin.drift(q, v), *more)
            assert close(tree.inverse_dynamics(q, v, a, given), theirs)
        zero, gravity = np.zeros(model.nv), pin.rnea(model, data, x, np.zeros(model.nv), np.zeros(model.nv))
        M = np.column_stack([pin.rnea(model, data, x, zero, e) - gravity for e in np.eye(model.nv)])
        assert close(tree.mass_matrix(q), N.T @ M @ N)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("kinds", "count"), CASES)
def test_sums_and_jacobians(kinds, count, seed):
    for tree, twin, q, v, _ in states(kinds, count, seed):
        model, data, x, N = twin.model, twin.data, twin.q(q), twin.N(q)
        assert close(tree.center_of_mass(q), pin.centerOfMass(model, data, x))
        momentum = pin.computeCentroidalMomentum(model, data, x, N @ v)
        assert close(tree.momentum(q, v), momentum.vector)
        assert close(tree.kinetic_energy(q, v), pin.computeKineticEnergy(model, data, x, N @ v))
        assert close(tree.potential_energy(q), pin.computePotentialEnergy(model, data, x))
        pin.forwardKinematics(model, data, x, N @ v, twin.drift(q, v))
        pin.updateFramePlacements(model, data)
        for name in tree.mechanism.bodies:
            k = model.getFrameId(name)
            assert close(tree.pose(q, name).r, data.oMf[k].translation)
            assert close(tree.pose(q, name).A, data.oMf[k].rotation)
            axes = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
            J = np.reshape(pin.computeFrameJacobian(model, data, x, k, axes), (6, -1))
            assert close(tree.jacobian_of(q, name), J @ N)
            assert close(tree.velocity(q, v, name), pin.getFrameVelocity(model, data, k, axes).vector)
            theirs = pin.getFrameClassicalAcceleration(model, data, k, axes).vector
            assert close(tree.jacobian_rate(q, v, name), theirs)


def test_frame_on_a_body_moves_with_it():
    rng = np.random.default_rng(5)
    for tree, _, q, v, _ in states(KINDS, 5, 3):
        body, frame = tree.pose(q, "b4"), tree.pose(q, "tip")
        s = np.array(tree.mechanism.frames["tip"].at["b4"])
        assert np.allclose(frame.r, body.to_world(s), atol=1e-13)
        assert np.allclose(tree.velocity(q, v, "tip"), tree.jacobian_of(q, "tip") @ v, atol=1e-12)
        assert rotation(rng).shape == (3, 3)
        assert abs(np.linalg.norm(unit(rng)) - 1) < 1e-15
