from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests import mechanisms

import snodo as sn
from snodo.constraint_methods import Augmented, Baumgarte, Projection, method_from
from snodo.registry import METHODS


@pytest.mark.parametrize("word", METHODS)
def test_words(word: str) -> None:
    assert method_from(word).name == word
    assert method_from(word.replace("_", "-").title()) == method_from(word)


def test_objects_and_classes() -> None:
    assert method_from(Baumgarte(alpha=2, beta=3)) == Baumgarte(alpha=2, beta=3)
    assert method_from(Projection) == Projection()
    assert method_from(Augmented()) == Augmented()


def test_unknown_words_are_answered() -> None:
    with pytest.raises(sn.NameNotFound, match="did you mean 'projection'"):
        method_from("projektion")


@pytest.mark.parametrize("gains", [{"alpha": -1}, {"beta": float("inf")}, {"alpha": "5"}, {"beta": True}])
def test_bad_gains_are_refused(gains: dict) -> None:
    with pytest.raises(sn.SnodoError, match=next(iter(gains))):
        Baumgarte(**gains)


@pytest.mark.parametrize("tolerance", [0.0, 1.0, "tight"])
@pytest.mark.parametrize("method", [sn.Projection, sn.Geometric, sn.Embedding, sn.QuasiVelocities])
def test_bad_tolerances_are_refused(method: Any, tolerance: object) -> None:
    with pytest.raises(sn.SnodoError, match="tolerance"):
        method(tolerance=tolerance)


@pytest.mark.parametrize(
    ("method", "wrong"),
    [
        (sn.Geometric, {"projection": "yes"}),
        (sn.Penalty, {"factor": 0.5}),
        (sn.Penalty, {"damping_ratio": -1.0}),
        (sn.Penalty, {"stiffness": -1.0}),
        (sn.Penalty, {"damping": {"A": float("nan")}}),
        (sn.AugmentedLagrangian, {"penalty": 0.0}),
        (sn.AugmentedLagrangian, {"frequency": -1.0}),
        (sn.AugmentedLagrangian, {"iterations": 2.5}),
        (sn.AugmentedLagrangian, {"precision": 2.0}),
    ],
)
def test_bad_parameters_are_refused(method: Any, wrong: dict) -> None:
    with pytest.raises(sn.SnodoError, match=next(iter(wrong))):
        method(**wrong)


def test_a_penalty_is_not_projected() -> None:
    with pytest.raises(sn.UnsupportedError, match="AugmentedLagrangian"):
        sn.Penalty(projection=True)


# ---------------------------------------------------------------- parameters of the rows
def swing() -> sn.Mechanism:
    """A bar of 1 m and 3 kg that swings from O."""
    return mechanisms.pendulum(mass=3.0, pin="O")


def test_the_masses_that_rows_feel() -> None:
    """Along the bar its whole mass, across it m / 4: the end of a free bar."""
    from snodo.constraint_methods.time_scales import effective_masses

    F = sn.Planar(swing())
    np.testing.assert_allclose(effective_masses(F, *F.reference(), 0.0), [3, 0.75], rtol=1e-12)


def test_the_fastest_rate_is_that_of_the_pendulum() -> None:
    from snodo.constraint_methods.time_scales import fastest_rate, natural_frequency

    hanging = sn.Mechanism("hanging", gravity=(0, -9.81))
    hanging.bar("bar", (0, 0), (0, -1), mass=3)
    hanging.revolute("O", "ground", "bar", at=(0, 0))
    tree = sn.Tree(hanging)
    q, _ = tree.reference()
    assert natural_frequency(tree, q, np.zeros(tree.nv), 0.0) == pytest.approx(np.sqrt(1.5 * 9.81), rel=1e-6)
    assert fastest_rate(tree, q, np.array([20.0]), 0.0) == pytest.approx(20.0)


def test_stiffness_by_the_names_of_joints_and_rows() -> None:
    F = sn.Planar(swing())
    state = F.reference()
    row = F.row_names[1]
    bound = sn.Penalty(stiffness={"O": 1e5, row: 2e5}, damping=30.0).bind(F, *state)
    np.testing.assert_array_equal(bound.vector("stiffness_at", 4), [1e5, 0, 0, 2e5])
    np.testing.assert_array_equal(bound.vector("damping_at", 4), [30, 0, 0, 30])
    with pytest.raises(sn.NameNotFound, match="'P'"):
        sn.Penalty(stiffness={"P": 1e5}).bind(F, *state)


def test_a_penalty_spring_gives_way_by_its_force() -> None:
    """At rest a hanging mass stretches its constraint by m g / K, and the energy there counts as elastic."""
    m = sn.Mechanism("hanging", gravity=(0, -9.81))
    m.bar("bar", (0, 0), (0, -1), mass=3)
    m.revolute("O", "ground", "bar", at=(0, 0))
    method = sn.Penalty(stiffness=1e4)
    result = sn.simulate(m, 3.0, method=method, formulation="planar", tolerance=1e-11, progress=False)
    sag = 3 * 9.81 / 1e4
    assert result.position("bar.com").values[-1, 1] == pytest.approx(-0.5 - sag, abs=1e-8)
    assert result.energy().sel(kind="elastic").values[-1] == pytest.approx(0.5 * 1e4 * sag**2, rel=1e-5)
    assert result.work_names == ["constraint dampers"]
    assert result["constraint dampers.work"].values[-1] == pytest.approx(-0.5 * 1e4 * sag**2, rel=1e-5)
    assert result.quality().energy_relative < 1e-7


K_COUPLED, D_COUPLED = ((4e4, 1e4), (1e4, 2e4)), ((300.0, -100.0), (-100.0, 200.0))


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_a_penalty_with_matrices_is_the_motion_of_coupled_springs(formulation: str) -> None:
    """A bar on an elastic pin, in a hand-written ODE: pin forces K d + D ḋ at its end d, with the energy ½ dᵀ K d.

    Limited by the tolerances of both integrations, 1e-11.
    """
    from scipy.integrate import solve_ivp

    m = sn.Mechanism("swing", gravity=(0, -9.81))
    m.bar("bar", (0, 0), (1, 0), mass=3.0)
    if formulation == "tree":
        m.free("O", "ground", "bar", at=(0.5, 0))
        m.rod("X", "ground", "bar", (-9.0, 0), (0, 0))
    else:
        m.revolute("O", "ground", "bar", at=(0, 0))
    K, D = np.array(K_COUPLED), np.array(D_COUPLED)
    if formulation == "tree":
        K, D = K[:1, :1], D[:1, :1]
    method = sn.Penalty(stiffness=K, damping=D)
    result = sn.simulate(m, 0.5, method=method, formulation=formulation, tolerance=1e-11, progress=False)

    def rate(t: float, y: np.ndarray) -> np.ndarray:
        x, angle, v, omega = y[:2], y[2], y[3:5], y[5]
        arm = -0.5 * np.array([np.cos(angle), np.sin(angle)])
        end, speed = x + arm, v + omega * np.array([-arm[1], arm[0]])
        if len(K) == 1:
            d = end - [-9.0, 0.0]
            along = d / 9.0  # of the row (d·d − 81) / 18
            force = -along * (K[0, 0] * (d @ d - 81.0) / 18.0 + D[0, 0] * along @ speed)
        else:
            force = -(K @ end + D @ speed)
        torque = arm[0] * force[1] - arm[1] * force[0]
        return np.concatenate([v, [omega], force / 3.0 + [0, -9.81], [torque / (3.0 / 12)]])

    wanted = solve_ivp(rate, (0, 0.5), [0.5, 0, 0, 0, 0, 0], method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    place = result.position("bar.com").values[-1][:2]
    assert np.abs(place - wanted[:2]).max() < 1e-9
    stretch = result.found["violation"]
    stored = 0.5 * np.einsum("ti,ij,tj->t", stretch, K, stretch)
    np.testing.assert_allclose(result.energy().sel(kind="elastic").values, stored, rtol=1e-12)
    assert result.quality().energy_relative < 1e-8


def test_wrong_matrices_of_a_penalty_are_refused_in_words() -> None:
    F = sn.Planar(swing())
    for wrong, words in (
        (((1.0, 2.0), (0.0, 1.0)), "stiffness is not symmetric: it differs by 2"),
        (((1.0, 2.0), (2.0, 1.0)), "stiffness is not positive semidefinite: its smallest eigenvalue is -1"),
        (((1.0, np.inf), (np.inf, 1.0)), "not finite"),
        (-1.0, "stiffness = -1.0"),
        ("hard", "stiffness = 'hard'"),
    ):
        with pytest.raises(sn.SnodoError, match=words):
            sn.Penalty(stiffness=wrong)
    with pytest.raises(sn.SnodoError, match=r"Penalty: damping has 3 rows, but the formulation planar has 2"):
        sn.Penalty(damping=np.eye(3)).bind(F, *F.reference())
    assert repr(sn.Penalty(stiffness=np.eye(4))).count("<4 × 4 matrix>") == 1


def test_springs_may_leave_violations_free_as_a_number_or_as_a_matrix() -> None:
    """K = 0 and its matrix are the same dampers; a spring along (1, 1) alone is semidefinite."""
    runs = []
    for K in (0.0, np.zeros((2, 2)), np.full((2, 2), 1e4)):
        method = sn.Penalty(stiffness=K, damping=1e3)
        runs.append(sn.simulate(swing(), 0.05, formulation="planar", method=method, progress=False)["arm.angle"].values)
    np.testing.assert_array_equal(runs[0], runs[1])
    assert np.isfinite(runs[2]).all()


def test_results_of_a_penalty_are_saved_with_their_works(tmp_path: Any) -> None:
    result = sn.simulate(swing(), 0.1, method=sn.Penalty(factor=10), formulation="planar", progress=False)
    again = sn.Result.load(result.save(tmp_path / "swing.nc"))
    np.testing.assert_array_equal(again["constraint dampers.work"], result["constraint dampers.work"])


# ---------------------------------------------------------------- what a run says
def test_gains_that_hold_the_steps_short_are_told() -> None:
    stiff = sn.simulate(swing(), 1.0, formulation="planar", method=sn.Baumgarte(alpha=500, beta=500), progress=False)
    (told,) = stiff.info["warnings"]
    assert "α = 500" in told
    assert "times faster than the motion" in told
    assert told in str(stiff)
    easy = sn.simulate(swing(), 1.0, formulation="planar", method="baumgarte", progress=False)
    assert easy.info["warnings"] == []
    assert stiff.info["steps"] > 3 * easy.info["steps"]


def test_gains_beyond_the_reach_of_a_fixed_step_are_told() -> None:
    method = sn.Baumgarte(alpha=300, beta=300)
    with pytest.raises(sn.RunError) as caught:
        sn.simulate(swing(), 1.0, formulation="planar", method=method, integrator=sn.RK4(step=0.05), progress=False)
    told = caught.value.result.info["warnings"][0]
    assert "h |s| = 15" in told
    assert "RK4 is stable up to 2.785" in told


def test_the_roots_of_the_stabilisation() -> None:
    for gains in (Baumgarte(alpha=3, beta=3), Baumgarte(alpha=5, beta=3), Baumgarte(alpha=1, beta=3)):
        roots = np.roots([1, 2 * gains.alpha, gains.beta**2])
        assert gains.fastest_root == pytest.approx(np.abs(roots).max(), rel=1e-7)


def test_batches_of_methods_with_their_own_equations_say_why_they_run_one_by_one() -> None:
    batch = sn.simulate(
        swing(), 0.1, formulation="tree", method="geometric", initial={"O.speed": [0.0, 1.0]}, progress=False
    )
    assert "geometric has its own equations" in batch.how


def test_failures_are_told_in_words() -> None:
    from snodo.formulations.kernels import statuses

    F = sn.Planar(swing())
    bound = sn.Embedding().bind(F, *F.reference())
    words = {statuses.WORN: "constraints become singular", statuses.SINGULAR_MASS: "mass matrix is singular"}
    for status, what in {**words, statuses.NOT_FINITE: "is not finite"}.items():
        told = bound.failure(status, 2.0)
        assert "at t = 2 s" in told.what
        assert what in told.what
    assert bound.failure(statuses.NO_CONVERGENCE, 2.0) == F.failure(statuses.NO_CONVERGENCE, 2.0)


def test_methods_share_a_formulation_in_turns() -> None:
    """Each has numbers of its own: the last one bound does not answer for the others."""
    alone, together = [], []
    F = sn.Planar(swing())
    methods = [sn.Penalty(factor=20), sn.Geometric(), sn.Penalty(factor=400), sn.Embedding()]
    q, v = F.moved(F.reference()[0], 1e-3 * np.arange(F.nv)), 0.1 * np.arange(F.nv)
    bound = [method.bind(F, q, v) for method in methods]
    for method, shared in zip(methods, bound):
        own = method.bind(sn.Planar(swing()), q, v)
        for found, one in ((alone, own), (together, shared)):
            y = one.state(q, v)
            y_dot = np.empty_like(y)
            assert one.rate(0.0, y, y_dot, one.model) == 0
            found.append(y_dot)
    for one, other in zip(alone, together):
        np.testing.assert_array_equal(one, other)
    assert not np.allclose(alone[0][F.nq : F.nq + F.nv], alone[2][F.nq : F.nq + F.nv])


def test_a_run_leaves_what_it_learned_in_the_model_itself() -> None:
    """Nothing is copied: what a method's equations find out is in the formulation's own array."""
    F = sn.Planar(swing())
    bound = sn.Geometric().bind(F, *F.reference())
    assert bound.model is F.model
    y = bound.state(*F.reference())
    bound.rate(3.5, y, np.empty_like(y), bound.model)
    assert F.flat.header.time == 3.5
