"""Batches of runs against single runs: every formulation, integrator and number of members."""

import numpy as np
import pytest
from tests import mechanisms

import snodo as sn
from snodo.mechanism import forces, joints

COUNTS = (1, 7, 8, 9, 20)


def arm(stiffness=30.0, mass=2.0, gravity=9.81, reach=0.2, torque=0.4, coulomb=0.3):
    """A hinge and a ball in space, with every kind of force that runs in lanes."""
    m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -gravity))
    m.body("a", mass=1, inertia=(0.1, 0.2, 0.25), com=(reach, 0, 0.1))
    m.body("b", mass=mass, inertia=(0.1, 0.2, 0.25), com=(0.2, 0, 0.1), at=(0.5, 0, 0))
    m.revolute("j", "ground", "a", at=(0, 0, 0), axis="y")
    m.add(joints.JOINTS["spherical"](name="k", parent="a", child="b", at=(0.5, 0, 0)))
    spring = {"stiffness": stiffness, "damping": 0.5, "start": (1, 1, 1), "end": (0.6, 0.1, 0)}
    m.add(forces.Spring(name="spring", parent="ground", child="b", **spring))
    m.add(forces.TorsionalSpring(name="torsional", joint="j", stiffness=3, damping=0.1))
    m.add(forces.Friction(name="friction", joint="j", coulomb=coulomb, viscous=0.1, smoothing=0.5))
    m.add(forces.PointForce(name="push", body="b", force=(1, "2*sin(t)", 3), axes="body"))
    m.add(forces.PointForce(name="pull", body="a", force=(0, 1, 0)))
    m.add(forces.Torque(name="motor", joint="j", torque=torque))
    m.add(forces.Torque(name="twist", body="b", torque=torque, axis=(0, 1, 1), axes="body"))
    m.add(forces.Torque(name="wring", body="b", torque=(0.1, "sin(3*t)", torque), axes="body"))
    m.add(forces.Torque(name="turn", body="a", torque=(0.2, torque, 0)))
    return m


def swing(dimension=2):
    """Two bars in the plane."""
    m = sn.Mechanism("swing", dimension=dimension, gravity=(0, -9.81))
    m.points.update(A=(0, 0), B=(1, 0), C=(2, 0))
    m.bar("upper", "A", "B", mass=1.0)
    m.bar("lower", "B", "C", mass=2.0)
    m.revolute("A", "ground", "upper")
    m.revolute("B", "upper", "lower")
    m.add(forces.Torque(name="turn", body="lower", torque=0.3))
    return m


INTEGRATORS = [sn.RK4(step=4e-3), sn.DOP853(rtol=1e-9), sn.DormandPrince(rtol=1e-9)]


def largest_difference(batch, results):
    return max(np.abs(one.states - batch[k].states).max() for k, one in enumerate(results))


@pytest.mark.parametrize("integrator", INTEGRATORS, ids=lambda i: i.name)
@pytest.mark.parametrize("count", COUNTS)
def test_initial_states_in_lanes(count, integrator):
    tree, angles, spins = sn.Tree(arm()), np.linspace(0, 2, count), np.linspace(-1, 3, count)
    batch = sn.simulate(tree, 0.8, initial={"j.angle": angles, "k.wx": list(spins), "k.wy": 0.5}, integrator=integrator)
    assert len(batch) == count
    assert batch.how.endswith("at a time in SIMD lanes")
    assert not batch.problems
    singles = [
        sn.simulate(tree, 0.8, initial={"j.angle": x, "k.wx": w, "k.wy": 0.5}, integrator=integrator)
        for x, w in zip(angles, spins)
    ]
    exact = integrator.name == "rk4" or count == 1
    assert largest_difference(batch, singles) <= (1e-12 if exact else 1e-7)
    works = [f"{name}.work" for name in ("motor", "twist", "wring", "turn")]
    for name in ("j.angle", "k.wx", "b.x", "spring.force", "k.reaction", *works):
        wanted = np.array([one[name].values for one in singles])
        assert batch[name].shape == wanted.shape
        assert np.allclose(batch[name], wanted, rtol=1e-6, atol=1e-6)
        assert batch[name].attrs["units"] == singles[0][name].attrs["units"]
    assert batch["j.angle"].dims == ("member", "time")


@pytest.mark.parametrize("count", [7, 9])
def test_parameters_in_lanes(count):
    x = np.linspace(0, 1, count)
    kinds = [arm(30 + 20 * k, 1 + k, 9 + k, 0.1 + 0.2 * k, 0.4 - k, 0.1 + k) for k in x]
    batch = sn.simulate(kinds, 0.8, initial={"j.angle": x}, tolerance=1e-9)
    assert batch.how.endswith("at a time in SIMD lanes")
    singles = [sn.simulate(m, 0.8, initial={"j.angle": k}, tolerance=1e-9) for m, k in zip(kinds, x)]
    assert largest_difference(batch, singles) <= 1e-6
    assert np.ptp(batch["j.angle"].values[:, -1]) > 0.1
    assert batch[count - 1].mechanism.bodies["b"].mass == kinds[-1].bodies["b"].mass


@pytest.mark.parametrize("formulation", ["planar", "tree"])
@pytest.mark.parametrize("method", ["projection", "baumgarte"])
@pytest.mark.parametrize("count", COUNTS)
def test_formulations(count, method, formulation):
    angles = [f"{x:g} deg" for x in np.linspace(-60, 0, count)]
    m = swing()
    chosen = {"formulation": formulation, "method": method, "output": 0.1, "tolerance": 1e-9}
    batch = sn.simulate(m, 0.5, initial={"A.angle": angles}, **chosen)
    assert batch.how.endswith("at a time in SIMD lanes")
    singles = [sn.simulate(m, 0.5, initial={"A.angle": x}, **chosen) for x in angles]
    assert largest_difference(batch, singles) <= 1e-7
    wanted = np.array([one["lower.angle"].values for one in singles])
    assert np.allclose(batch["lower.angle"], wanted, atol=1e-7)


def four_bar(stiffness=2.0):
    """A loop in the plane with a spring in one joint and friction in C, which is cut."""
    m = mechanisms.four_bar(masses=(1.0, 1.0, 1.0))
    m.add(forces.TorsionalSpring(name="spring", joint="A", stiffness=stiffness, damping=0.1))
    m.add(forces.Friction(name="friction", joint="C", coulomb=0.2, viscous=0.1, smoothing=0.5))
    return m


@pytest.mark.parametrize("count", [1, 3])
def test_loops_run_in_lanes(count):
    m, speeds = four_bar(), np.linspace(0.0, 2.0, count)
    chosen = {"formulation": "tree", "output": 0.1, "tolerance": 1e-9}
    batch = sn.simulate(m, 0.5, initial={"A.speed": speeds}, **chosen)
    assert batch.how.endswith("at a time in SIMD lanes")
    singles = [sn.simulate(m, 0.5, initial={"A.speed": speed}, **chosen) for speed in speeds]
    assert largest_difference(batch, singles) <= (1e-12 if count == 1 else 1e-7)
    for name in ("A.angle", "rocker.angle", "C.reaction", "spring.torque", "friction.work"):
        wanted = np.array([one[name].values for one in singles])
        assert np.allclose(batch[name], wanted, rtol=1e-7, atol=1e-7)


def test_loops_of_other_numbers():
    chosen = {"formulation": "tree", "output": 0.1, "tolerance": 1e-10}
    kinds = [four_bar(k) for k in (0.0, 2.0, 8.0)]
    batch = sn.simulate(kinds, 0.5, **chosen)
    planar = sn.simulate(kinds, 0.5, **{**chosen, "formulation": "planar"})
    assert np.allclose(batch["rocker.angle"], planar["rocker.angle"], atol=1e-7)
    assert np.ptp(batch["rocker.angle"].values[:, -1]) > 1e-3


def test_laws_of_the_user_run_one_after_the_other():
    m = swing()
    m.add(forces.UserForce(name="drag", bodies=["lower"], function=lambda t, q, v: -0.3 * v))
    batch = sn.simulate(m, 0.3, formulation="tree", initial={"A.angle": [-1.0, -0.5]})
    assert "one after the other" in batch.how
    assert "drag" in batch.how
    single = sn.simulate(m, 0.3, formulation="tree", initial={"A.angle": -0.5})
    assert np.array_equal(batch[1].states, single.states)


def test_functions_of_time_called_in_python_run_in_lanes():
    m = swing()
    m.add(forces.Torque(name="called", joint="A", torque=sn.PythonFunction(lambda t: 3.0 if t > 0.1 else 1.0)))
    chosen = {"formulation": "tree", "integrator": sn.RK4(step=0.01)}
    batch = sn.simulate(m, 0.3, initial={"A.angle": [-1.0, -0.5]}, **chosen)
    assert "at a time in SIMD lanes" in batch.how
    assert np.allclose(batch[1].states, sn.simulate(m, 0.3, initial={"A.angle": -0.5}, **chosen).states, atol=1e-12)
