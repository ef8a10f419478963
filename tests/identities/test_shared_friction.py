"""How friction at rest shares a load: against linear programs, and against slipping with smaller coefficients."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import snodo as sn
from snodo.switching.sharing import least_used

EXAMPLES = Path(__file__).parents[2] / "examples"


def most(D: np.ndarray, w: np.ndarray, limit: np.ndarray, fixed: dict[int, float]) -> float:
    """The smallest max |ρ_j| of those that are not fixed, by one linear program over all."""
    n = w.size
    bounds = [(-fixed[j], fixed[j]) if j in fixed else (None, None) for j in range(n)]
    free = [j for j in range(n) if j not in fixed]
    A = np.zeros((2 * len(free), n + 1))
    for k, j in enumerate(free):
        A[2 * k, j], A[2 * k + 1, j], A[2 * k : 2 * k + 2, n] = 1.0, -1.0, -1.0
    _, s, V = np.linalg.svd((D * limit) * limit[:, None])
    rank = int((s > 1e-9 * s[0]).sum())
    right = (V @ (limit * w))[:rank] / s[:rank]
    equations = np.hstack([V[:rank], np.zeros((rank, 1))])
    cost = np.append(np.zeros(n), 1.0)
    found = linprog(cost, A, np.zeros(2 * len(free)), equations, right, bounds=[*bounds, (0, None)])
    assert found.status == 0
    return float(found.x[n])


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), places=st.integers(1, 6), freedoms=st.integers(1, 4))
def test_the_most_used_place_is_used_least_then_the_next(seed, places, freedoms):
    rng = np.random.default_rng(seed)
    C = rng.standard_normal((places, freedoms)) * (rng.random((places, freedoms)) < 0.7)
    D, limit = C @ C.T, rng.uniform(0.1, 3.0, places)
    w = C @ rng.standard_normal(freedoms)  # so that forces can hold it
    rho = least_used(D, w, limit)
    moves = np.diag(D) > 0.0
    assert np.abs(D @ (limit * rho) - w).max() < 1e-9 * (1.0 + np.abs(w).max()) if moves.any() else not rho.any()
    fixed: dict[int, float] = {int(j): 0.0 for j in np.flatnonzero(~moves)}
    for j in np.argsort(-np.abs(rho)):
        if int(j) in fixed:
            continue
        assert most(D, w, limit, fixed) == pytest.approx(abs(rho[j]), abs=1e-7)
        fixed |= {int(k): abs(rho[k]) + 1e-9 for k in np.flatnonzero(np.abs(np.abs(rho) - abs(rho[j])) < 1e-7)}


def test_places_without_limit_or_motion_carry_nothing():
    D = np.diag([1.0, 0.0, 1.0])
    assert least_used(D, np.array([0.5, 0.0, 0.0]), np.array([2.0, 1.0, 0.0])).tolist() == [0.25, 0.0, 0.0]
    assert not least_used(D, np.zeros(3), np.zeros(3)).any()


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_a_slider_crank_at_rest_uses_its_four_places_alike(formulation):
    """MACHINES E11: 0.7427176545; with coefficients this much smaller it would slip, with a little more it stays."""
    m = sn.load(EXAMPLES / "slider_crank_friction.yaml")
    result = sn.simulate(m, 6.0, formulation=formulation, tolerance=1e-11)
    places = ("in_A", "in_B", "in_C", "in_guide")
    used = [float(result[f"{name}.utilisation"][-1]) for name in places]
    assert used == pytest.approx([0.7427176545] * 4, abs=1e-9)
    for body in m.bodies:
        assert np.abs(result.loads_on(body, float(result.time[-1])).unbalanced).max() < 1e-12
    place = {name: float(result[name][-1]) for name in ("A.angle", "guide.displacement")}
    for factor, slips in ((used[0] - 1e-6, True), (used[0] + 1e-6, False)):
        m = sn.load(EXAMPLES / "slider_crank_friction.yaml")
        for name in places:
            m.forces[name].mu *= factor
        m.initial.clear()
        again = sn.simulate(m, 0.01, formulation=formulation, initial=place, tolerance=1e-11)
        assert bool(np.ptp(again["A.angle"].values) > 1e-12) is slips


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_two_frictions_on_one_joint_share_by_what_they_can_carry(formulation):
    """They slip at the sum of what they hold at rest, 2 + 4 N, though the second slides with 3 N."""
    m = sn.Mechanism("block", gravity=(0, 0))
    m.body("block", mass=1.0, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="x", at=(0, 0))
    m.friction("one", "P", coulomb=2.0)
    m.friction("two", "P", coulomb=3.0, static=4.0)
    m.joint_force("F", "2*t", joint="P")
    result = sn.simulate(m, 3.5, formulation=formulation)
    assert result.events.times("one", "slips") == pytest.approx([3.0], abs=1e-12)
    sticks = result.time < 3.0
    for name, carries in (("one", 2.0), ("two", 4.0)):
        used = result[f"{name}.utilisation"].values
        assert used[sticks] == pytest.approx(result.time[sticks] / 3.0, abs=1e-9)
        assert (used[result.time > 3.0] == 1.0).all()
        assert np.abs(result[f"{name}.force"].values[sticks] + carries * used[sticks]).max() < 1e-9
