"""The tree against MuJoCo: three models of our own, in single states to 1e-10 relative, and along trajectories.

A fixed arm with oblique hinges, a floating humanoid with hinges, and a cart with balls and slides.  MuJoCo carries no
contacts here, and no joint damping or armature.
"""

import sys
from pathlib import Path

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.tree.tree import Tree
from snodo.mechanism import joints

mujoco = pytest.importorskip("mujoco")
sys.path.append(str(Path(__file__).parents[1] / "identities"))
from mujoco_tree import Twin  # noqa: E402
from random_tree import add_body, add_joint  # noqa: E402

STATES = 20
X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


# ---------------------------------------------------------------- models
def arm():
    """Seven links on hinges about random axes, angles as drawn that are not zero."""
    rng = np.random.default_rng(4)
    m = sn.Mechanism("arm", dimension=3, gravity=(0.4, -0.3, -9.81))
    for k in range(7):
        add_body(m, f"b{k}", rng)
        add_joint(m, f"j{k}", "revolute", f"b{k - 1}" if k else "ground", f"b{k}", rng)
    return m


def limb(m, side, y, start, *rods):
    """From (body, height) downward, rods (name, length, mass, axes of the joint at its top) one after the other."""
    base, z = start
    for name, length, mass, *axes in rods:
        m.cylinder(f"{side}_{name}", (0, y, z), (0.03, y, z - length), 0.05, mass=mass)
        given = {"name": f"{side}_{name}_joint", "parent": base, "child": f"{side}_{name}", "at": (0, y, z)}
        if len(axes) == 2:
            m.add(joints.Universal(**given, axis=axes[0], second=axes[1]))
        else:
            m.add(joints.Revolute(**given, axis=axes[0]))
        base, z = f"{side}_{name}", z - length


def humanoid():
    m = sn.Mechanism("humanoid", dimension=3, gravity=(0, 0, -9.81))
    m.box("pelvis", (0.2, 0.35, 0.2), (0, 0, 1.0), mass=11)
    m.box("chest", (0.2, 0.4, 0.5), (0.02, 0, 1.4), mass=25)
    m.sphere("head", 0.12, (0.03, 0, 1.8), mass=5)
    m.revolute("waist", "pelvis", "chest", at=(0, 0, 1.1), axis=Z)
    m.revolute("neck", "chest", "head", at=(0, 0, 1.65), axis=Y, reference=0.1)
    for side, y in (("left", 0.2), ("right", -0.2)):
        limb(m, side, y, ("chest", 1.6), ("arm", 0.3, 2, X, Y), ("forearm", 0.25, 1.3, Y), ("hand", 0.1, 0.4, X))
        limb(m, side, y / 2, ("pelvis", 0.95), ("thigh", 0.42, 9, X, Y), ("shank", 0.4, 4, Y), ("foot", 0.1, 1, Y, X))
    m.add(joints.Free(name="floating", parent="ground", child="pelvis", at=(0, 0, 1)))
    return m


def cart():
    """Slides, balls, a planar, a cylindrical and a universal joint, a weld; and a second tree that flies."""
    rng = np.random.default_rng(6)
    m = sn.Mechanism("cart", dimension=3, gravity=(0, 0, -9.81))
    kinds = [
        "prismatic",
        "spherical",
        "prismatic",
        "spherical",
        "universal",
        "cylindrical",
        "fixed",
        "revolute",
        "planar",
    ]
    bases = ["ground", "b0", "b1", "b2", "b2", "b0", "b5", "b6", "ground"]
    for k, (kind, base) in enumerate(zip(kinds, bases)):
        add_body(m, f"b{k}", rng)
        if kind == "planar":
            m.add(joints.PlanarJoint(name=f"j{k}", parent=base, child=f"b{k}", at=(0, 0, 0), axis=Z))
        else:
            add_joint(m, f"j{k}", kind, base, f"b{k}", rng)
    add_body(m, "flying", rng)
    add_joint(m, "fly", "free", "ground", "flying", rng)
    add_body(m, "tail", rng)
    m.add(joints.Spherical(name="hold", parent="flying", child="tail", at=(0.2, 0.1, -0.4)))
    return m


MODELS = pytest.mark.parametrize("build", [arm, humanoid, cart])


def close(mine, theirs, tolerance=1e-10):
    return np.allclose(mine, theirs, rtol=0.0, atol=tolerance * max(1.0, np.abs(theirs).max(initial=0.0)))


def states(build):
    tree, rng = Tree(build()), np.random.default_rng(7)
    twin = Twin(tree)
    assert twin.model.nv == tree.nv
    for _ in range(STATES):
        q, v = tree.random(rng)
        twin.set(q, v)
        yield tree, twin, q, v, rng


# ---------------------------------------------------------------- single states
@MODELS
def test_mass_matrix_and_bias(build):
    for tree, twin, q, v, _ in states(build):
        m, d, N = twin.model, twin.data, twin.N(q)
        M = np.empty((m.nv, m.nv))
        for column, e in zip(M, np.eye(m.nv)):
            mujoco.mj_mulM(m, d, column, e)
        assert close(tree.mass_matrix(q), N.T @ M @ N)
        assert close(tree.bias(q, v), N.T @ (d.qfrc_bias + M @ twin.drift(q, v)))


@MODELS
def test_forward_and_inverse_dynamics(build):
    """Without and with a wrench on every body."""
    for tree, twin, q, v, rng in states(build):
        m, d, N = twin.model, twin.data, twin.N(q)
        a, tau = rng.standard_normal((2, tree.nv))
        slack = max(1e-10, 1e-15 * np.linalg.cond(tree.mass_matrix(q)))
        for external in (None, {name: rng.standard_normal(6) for name in tree.mechanism.bodies}):
            pulled = pull(twin, external or {})
            d.qacc = N @ a + twin.drift(q, v)
            mujoco.mj_inverse(m, d)
            assert close(tree.inverse_dynamics(q, v, a, external), N.T @ (d.qfrc_inverse - pulled))
            d.qfrc_applied = np.linalg.solve(N.T, tau) + pulled
            mujoco.mj_forward(m, d)
            found = np.linalg.solve(N, d.qacc - twin.drift(q, v))
            assert close(tree.forward_dynamics(q, v, tau, external), found, slack)


def pull(twin, external):
    """MuJoCo's generalised force of wrenches at the bodies' origins."""
    force = np.zeros(twin.model.nv)
    for name, wrench in external.items():
        k = mujoco.mj_name2id(twin.model, mujoco.mjtObj.mjOBJ_BODY, name)
        mujoco.mj_applyFT(twin.model, twin.data, wrench[:3], wrench[3:], twin.data.xpos[k].copy(), k, force)
    return force


@MODELS
def test_centre_of_mass_momentum_and_energy(build):
    for tree, twin, q, v, _ in states(build):
        m, d = twin.model, twin.data
        mujoco.mj_subtreeVel(m, d)
        mujoco.mj_energyPos(m, d)
        mujoco.mj_energyVel(m, d)
        assert close(tree.center_of_mass(q), d.subtree_com[0])
        momentum = [*(m.body_subtreemass[0] * d.subtree_linvel[0]), *d.subtree_angmom[0]]
        assert close(tree.momentum(q, v), np.array(momentum))
        assert close([tree.potential_energy(q), tree.kinetic_energy(q, v)], d.energy)


@MODELS
def test_bodies_and_their_jacobians(build):
    for tree, twin, q, v, _ in states(build):
        m, d, N, drift = twin.model, twin.data, twin.N(q), twin.drift(q, v)
        for name in tree.mechanism.bodies:
            k = mujoco.mj_name2id(m, mujoco.mjtObj.mjOBJ_BODY, name)
            assert close(tree.pose(q, name).r, d.xpos[k])
            assert close(tree.pose(q, name).A, d.xmat[k].reshape(3, 3))
            J, rate = np.empty((6, m.nv)), np.empty((6, m.nv))
            mujoco.mj_jacBody(m, d, J[:3], J[3:], k)
            mujoco.mj_jacDot(m, d, rate[:3], rate[3:], d.xpos[k].copy(), k)
            assert close(tree.jacobian_of(q, name), J @ N)
            assert close(tree.jacobian_rate(q, v, name), rate @ N @ v + J @ drift)


# ---------------------------------------------------------------- along a run
def run_both(build, step, count):
    """(q, v) after the same number of RK4 steps, here and there."""
    tree, rng = Tree(build()), np.random.default_rng(8)
    q, v = tree.integrate(tree.reference()[0], 0.2 * rng.standard_normal(tree.nv), 1.0), rng.standard_normal(tree.nv)
    twin = Twin(tree, step)
    twin.set(q, v)
    mujoco.mj_step(twin.model, twin.data, count)
    start = dict(zip([*tree.coordinate_names, *tree.velocity_names], [*q, *v]))
    words = {"formulation": "tree", "integrator": sn.RK4(step=step), "output": [0.0, count * step]}
    result = sn.simulate(tree.mechanism, initial=start, **words)
    assert np.linalg.norm(result.v[-1] - v) > 1.0
    return (result.q[-1], result.v[-1]), twin.back(twin.data.qpos, twin.data.qvel)


@pytest.mark.parametrize(("build", "step"), [(arm, 1e-3), (humanoid, 2.5e-4), (cart, 2.5e-4)])
def test_the_same_steps_of_runge_and_kutta(build, step):
    """Half a second.  MuJoCo steps rotations on their manifold, here Euler parameters are stepped and brought to length
    one: with balls and floating bodies the step must be small enough for RK4's own error to be nothing."""
    for mine, theirs in zip(*run_both(build, step, round(0.5 / step))):
        assert close(mine, theirs, 1e-12)
