"""Bodies that are fixed to one another share a link where nothing is asked about single links."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.constraint_methods.projection import Projection
from snodo.simulation.stepping.compiled_steps import CompiledSteps
from snodo.simulation.stepping.held_inputs import held_inputs
from snodo.simulation.stepping.outputs import outputs_of


def arm() -> sn.Mechanism:
    m = sn.Mechanism("arm with a tool", dimension=3, gravity=(0.0, 0.0, -9.81))
    m.body("pedestal", mass=8.0, com=(0.0, 0.0, 0.2), inertia=(0.1, 0.1, 0.1))
    m.body("upper", mass=3.0, com=(0.2, 0.0, 0.0), inertia=(0.01, 0.05, 0.05))
    m.body("cover", mass=0.7, com=(0.1, 0.05, 0.0), inertia=(0.002, 0.003, 0.004), at=(0.1, 0.0, 0.5))
    m.body("lower", mass=2.0, com=(0.15, 0.0, 0.0), inertia=(0.01, 0.03, 0.03), at=(0.5, 0.0, 0.5))
    m.body("tool", mass=0.4, com=(0.0, 0.0, 0.1), inertia=(0.001, 0.001, 0.002), at=(0.8, 0.0, 0.5))
    m.body("tip", mass=0.1, com=(0.0, 0.0, 0.02), inertia=(1e-4, 1e-4, 1e-4), at=(0.8, 0.1, 0.6))
    m.fixed("P", "ground", "pedestal", at=(0.0, 0.0, 0.0))
    m.revolute("A", "pedestal", "upper", at=(0.0, 0.0, 0.5), axis=(0.0, 1.0, 0.0))
    m.fixed("C", "upper", "cover", at=(0.1, 0.0, 0.5))
    m.revolute("B", "upper", "lower", at=(0.5, 0.0, 0.5), axis=(0.0, 0.6, 0.8))
    m.fixed("T", "lower", "tool", at=(0.8, 0.0, 0.5))
    m.fixed("X", "tool", "tip", at=(0.8, 0.1, 0.6))
    return m


@pytest.fixture(scope="module")
def tree() -> sn.Tree:
    return sn.Tree(arm())


def test_what_is_fixed_to_the_ground_keeps_its_link(tree: sn.Tree) -> None:
    assert tree.flat.header.links == 6
    assert tree.lean.header.links == 3  # the pedestal, upper with cover, lower with tool and tip


def whole(tree: sn.Tree, entry: str, *given: np.ndarray) -> np.ndarray:
    """The same by the model that has a link for every body."""
    out = np.empty((tree.nv, tree.nv) if entry == "mass" else tree.nv)
    assert getattr(tree.entries, entry)(tree.model, *given, out) == 0
    return out


def test_the_dynamics_are_the_same(tree: sn.Tree) -> None:
    rng = np.random.default_rng(1)
    states = [rng.standard_normal((9, tree.nv)) for _ in range(3)]
    for q, v, x in zip(*states):
        assert np.allclose(tree.forward_dynamics(q, v, x), whole(tree, "forward", q, v, x), rtol=1e-12, atol=1e-12)
        assert np.allclose(tree.inverse_dynamics(q, v, x), whole(tree, "inverse", q, v, x), rtol=1e-12, atol=1e-12)
        assert np.allclose(tree.mass_matrix(q), whole(tree, "mass", q), rtol=1e-12, atol=1e-14)
    q, v, x = states
    one_by_one = [tree.forward_dynamics(*state) for state in zip(q, v, x)]
    assert np.allclose(tree.forward_dynamics(q, v, x), one_by_one, rtol=1e-12, atol=1e-12)
    assert np.allclose(tree.inverse_dynamics(q, v, x), [tree.inverse_dynamics(*s) for s in zip(q, v, x)], rtol=1e-12)


def test_wrenches_on_welded_bodies_and_at_welds_are_as_before(tree: sn.Tree) -> None:
    """A push on the tip, by the model with all links: the weld of the tip carries it, with the tip's own weight."""
    q = np.array([0.3, -0.4])
    rest, push = np.zeros(2), np.array([1.0, 2.0, 3.0, 0.0, 0.0, 0.0])
    wrenches = tree.joint_wrenches(q, rest, rest, external={"tip": push})
    assert np.allclose(wrenches["X"][:3], [-1.0, -2.0, -3.0 + 0.1 * 9.81], atol=1e-12)
    tau = tree.inverse_dynamics(q, rest, rest, external={"tip": push})
    J = tree.jacobian_of(q, "tip")
    assert np.allclose(tau, tree.inverse_dynamics(q, rest, rest) - J.T @ push, atol=1e-12)


def loaded(whole: bool) -> sn.Tree:
    """The arm with forces on bodies that share a link, and between such bodies."""
    m = arm()
    m.spring("S", "ground", "tip", (1.0, 0.0, 1.0), (0.8, 0.1, 0.6), stiffness=40.0, damping=2.0)
    m.spring("R", "cover", "tool", (0.1, 0.0, 0.5), (0.8, 0.0, 0.5), stiffness=15.0)
    m.point_force("P1", "tip", ("2 * sin(4 * t)", 0.0, 1.0), at=(0.8, 0.1, 0.6), axes="body")
    m.torque("T1", "0.3 * sin(5 * t)", body="cover", axis=(0.0, 0.0, 1.0))
    m.torque("T2", "0.5 * cos(3 * t)", joint="A")
    made = sn.Tree(m)
    if whole:
        made.__dict__["stepped"] = made.flat
    return made


def test_runs_take_their_steps_without_the_welds() -> None:
    """The same motion, works, energies and wrenches at welds as with a link for every body."""
    initial = {"A.speed": 1.0, "B.speed": -2.0}
    lean, whole = loaded(whole=False), loaded(whole=True)
    assert (lean.stepped.header.links, whole.stepped.header.links) == (3, 6)
    runs = [sn.simulate(F, 0.5, integrator=sn.RK4(step=1e-3), initial=initial) for F in (lean, whole)]
    for name in (
        "A.angle",
        "B.speed",
        "tip.x",
        "energy.balance",
        "S.work",
        "S.force",
        "R.force",
        "X.reaction",
        "C.reaction",
    ):
        one, other = (run[name].values for run in runs)
        assert np.allclose(one, other, rtol=1e-11, atol=1e-11), name
    q, v = runs[0].q[-1], runs[0].v[-1]
    assert np.allclose(lean.solve(q, v, 0.2)[0], whole.solve(q, v, 0.2)[0], rtol=1e-12, atol=1e-12)
    batch = sn.simulate(lean, 0.1, initial={"A.speed": [0.5, 1.0]}, integrator=sn.RK4(step=1e-3))
    alone = sn.simulate(whole, 0.1, initial={"A.speed": 1.0}, integrator=sn.RK4(step=1e-3))
    assert np.allclose(batch[1].states, alone.states, rtol=1e-12, atol=1e-13)


def test_derivatives_are_the_same(tree: sn.Tree) -> None:
    rng = np.random.default_rng(3)
    q, v, x = rng.standard_normal((3, tree.nv))
    for name in ("forward_dynamics_derivatives", "inverse_dynamics_derivatives"):
        lean, whole = getattr(tree, name)(q, v, x), getattr(tree, name)(q, v, x, external={"tip": np.zeros(6)})
        for one, other in zip(lean, whole):
            assert np.allclose(one, other, rtol=1e-11, atol=1e-11)


def test_a_simulator_steps_without_welds() -> None:
    """With an input and error control, beside steps by the model that has a link for every body."""
    m = arm()
    m.torque("u", 0.0, joint="B")
    m.point_force("push", "tip", (0.0, 1.0, 0.0), at=(0.8, 0.1, 0.6), axes="body")
    ends = []
    for whole in (False, True):
        F = sn.Tree(m)
        if whole:
            F.__dict__["stepped"] = F.flat
        bound = Projection().bind(F, *F.reference(), 0.0)
        held = held_inputs(F.mechanism, ["u"])
        outputs = outputs_of(F, ["A.angle", "B.speed", "tip.x"])
        steps = CompiledSteps(bound, held, outputs, sn.DormandPrince(rtol=1e-10), 0, 1)
        assert (bound.model.size < F.model.size) is not whole
        steps.begin(0, *F.reference(), 0.0, np.zeros(0))
        for k in range(20):
            steps.u[:] = np.sin(0.3 * k)
            steps.advance(0.01)
        ends.append(steps.out.copy())
    assert np.allclose(ends[0], ends[1], rtol=0, atol=1e-9)
