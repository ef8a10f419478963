"""Applied forces of trees: what is refused, what fails in words, how the user's functions run."""

import math

import numpy as np
import pytest

import snodo as sn
from snodo.constraint_methods import in_time
from snodo.mechanism import joints


def pendulum(dimension=2):
    m = sn.Mechanism("pendulum", dimension=dimension, gravity=(0, -9.81, 0)[:dimension])
    m.add_points(A=(0, 0, 0)[:dimension], B=(1, 0, 0)[:dimension])
    m.bar("arm", "A", "B", mass=1.0, width=0.1, thickness=0.1)
    m.revolute("A", "ground", "arm", axis="z" if dimension == 3 else None)
    return m


def test_a_particle_is_not_turned():
    m = pendulum()
    m.particle("bob", "B", mass=0.5)
    m.revolute("B", "arm", "bob")
    m.torsional_spring("s", "B", stiffness=1.0)
    with pytest.raises(sn.UnsupportedError, match="particle"):
        sn.Tree(m)


def test_plane_and_space_agree():
    """The same pendulum with a spring, described in two and in three dimensions."""
    found = []
    for dimension in (2, 3):
        m = pendulum(dimension)
        m.spring("s", "ground", "arm", (0.5, 1, 0)[:dimension], "B", stiffness=20, damping=0.5, length=0.5)
        m.friction("f", "A", viscous=0.1)
        found.append(sn.simulate(m, 0.5, formulation="tree", tolerance=1e-11))
    plane, space = found
    assert np.allclose(plane["A.angle"], space["A.angle"], atol=1e-10)
    assert np.allclose(plane["A.torque"], space["A.mz"], atol=1e-9)
    assert np.allclose(plane.reaction("A")[:, :2], space.reaction("A")[:, :2], atol=1e-8)


def late(t, q, v):
    if t > 0.05:
        raise ValueError("out of range")
    return 0.0, 0.0, math.sin(t)


def test_a_function_that_raises_is_named():
    m = pendulum()
    m.force("own", ["arm"], function=late)
    with pytest.raises(sn.RunError, match=r"formula 'own' raised ValueError: out of range") as error:
        sn.simulate(m, 1.0, formulation="tree")
    assert 0 < error.value.result.time.size < 501


def test_a_function_of_time_that_is_not_finite_is_named():
    m = pendulum()
    m.torque("motor", "1 / (t - 0.1)", joint="A")
    with pytest.raises(sn.RunError):
        sn.simulate(m, 0.1, output=[0.0, 0.1], integrator=sn.RK4(step=0.1), formulation="tree")


def test_a_joint_that_moves_nothing_is_named():
    m = sn.Mechanism("massless", dimension=3)
    m.body("link", mass=None, inertia=None, idealised=True)
    m.revolute("A", "ground", "link", at=(0, 0, 0), axis="x")
    with pytest.raises(sn.RunError, match=r"no inertia resists A.speed"):
        sn.simulate(m, 1.0)


def test_routes_are_told():
    m = pendulum()
    m.force("formula", ["arm"], formula=("0", "0", "-arm.omega"))
    m.force("function", ["arm"], function=late)
    by_formula, by_function = sn.Tree(m).routes().values()
    assert by_formula == "runs compiled, as a formula"
    assert by_function.startswith("runs compiled by numba: it ")


def test_euler_parameters_do_not_drift_in_the_equations():
    """Baumgarte's gain brings back what was pushed off, and the length has no influence on the rest."""
    m = sn.Mechanism("top", dimension=3, gravity=(0, 0, -9.81))
    m.body("top", mass=1, com=(0, 0, 1), inertia=(0.2, 0.2, 0.1))
    m.add(joints.Spherical(name="O", parent="ground", child="top", at=(0, 0, 0)))
    tree = sn.Tree(m)
    rng = np.random.default_rng(0)
    y = tree.state(*tree.random(rng))
    long, rate, other = y.copy(), np.empty(7), np.empty(7)
    long[:4] *= 1.1
    in_time.rate(tree)(0.0, y, rate, tree.model)
    in_time.rate(tree)(0.0, long, other, tree.model)
    assert np.allclose(rate[4:], other[4:], atol=1e-13)
    assert abs(long[:4] @ other[:4]) < 1e-14
    assert np.allclose(rate[:4], tree.coordinate_rates(y[:4], y[4:]), atol=1e-15)
    tree.set_gains(5.0, 5.0)
    in_time.rate(tree)(0.0, long, other, tree.model)
    assert long[:4] @ other[:4] < -0.1
    assert in_time.project(tree)(0.0, long, tree.model, 1e-12) == 1
    assert np.allclose(long, y, atol=1e-15)
