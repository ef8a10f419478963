"""Tolerances, Monte Carlo and Sobol indices against closed forms and against scipy."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

import snodo as sn

POSITIONS = {"A.angle": np.radians([0.0, 30.0, 90.0])}


def arm() -> sn.Mechanism:
    m = sn.Mechanism("arm")
    m.parameter("length", 0.5, unit="m")
    m.parameter("offset", 0.01, unit="m")
    m.parameter("tilt", 0.0, unit="rad")
    m.add_points(A=("offset", 0), B=("offset + length*cos(tilt)", "length*sin(tilt)"))
    m.bar("arm", "A", "B", mass=1)
    m.revolute("A", "ground", "arm")
    m.frame("tip", on="arm", at="B")
    return m


def test_tolerances_of_an_arm_in_closed_form():
    """x = offset + l cos(φ + tilt)."""
    found = sn.tolerances(arm(), {"length": "±0.3 mm", "offset": ("-0.1 mm", "0.2 mm"), "tilt": "±0.001 rad"},
                          outputs=["tip.x"], positions=POSITIONS)["tip.x"]  # fmt: skip
    φ = POSITIONS["A.angle"]
    J = np.stack([np.cos(φ), np.ones(3), -0.5 * np.sin(φ)], 1)
    assert np.allclose(found.slopes, J, atol=1e-9)
    wide = np.abs(J[:, 0]) * 3e-4 + np.abs(J[:, 2]) * 1e-3
    assert np.allclose(found.high - found.value, wide + 2e-4, atol=1e-12)
    assert np.allclose(found.low - found.value, -wide - 1e-4, atol=1e-12)
    sigma = np.sqrt((J[:, 0] * 1e-4) ** 2 + (0.15e-3 / 3) ** 2 + (J[:, 2] * 1e-3 / 3) ** 2)
    assert np.allclose(found.sigma, sigma, atol=1e-12)
    assert sum(found.shares.values()) == pytest.approx(1.0)
    assert found.corner[1] == pytest.approx(found.high[found.worst], abs=1e-6)  # second order: l tilt²/2


def test_monte_carlo_agrees_with_the_linear_answer():
    spreads = {"length": "±3 mm", "tilt": "±0.003 rad"}
    linear = sn.tolerances(arm(), spreads, outputs=["tip.y"], positions=POSITIONS)["tip.y"]
    many = sn.monte_carlo(arm(), spreads, outputs=["tip.y"], samples=512, positions=POSITIONS, progress=False)
    assert np.allclose(many.std("tip.y"), linear.sigma, rtol=0.02)  # 512 quasi-random points
    low, high = many.band("tip.y", 0.05, 0.95)
    assert np.allclose((high - low) / 2, 1.645 * linear.sigma, rtol=0.06)


def test_distributions_and_uniform_samples():
    given = {"length": scipy.stats.uniform(0.4, 0.2), "tilt": "±0.1 rad"}
    many = sn.monte_carlo(arm(), given, outputs=["tip.x"], samples=64, shape="uniform", positions=POSITIONS,
                          progress=False)  # fmt: skip
    length, tilt = many.values.T
    assert 0.4 < length.min() < 0.41
    assert 0.59 < length.max() < 0.6
    assert abs(tilt).max() < 0.1
    assert np.allclose(many["tip.x"][:, 0], 0.01 + length * np.cos(tilt), atol=1e-12)


def test_members_that_fail_are_rows_with_reasons():
    m = arm()
    m.parameter("rod", 0.55, unit="m")
    m.rod("rod", "ground", "arm", (0.01, 0.6), "B", length="rod")
    many = sn.monte_carlo(m, {"rod": scipy.stats.uniform(0.3, 1.2)}, outputs=["tip.x"], samples=16, progress=False)
    assert many.reasons
    assert np.isnan(many["tip.x"]).sum() == len(many.reasons)
    assert "failed" in str(many)


def ishigami(x):
    return np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])


def test_sobol_indices_of_ishigami_in_closed_form():
    """The indices of Ishigami and Homma's function with a = 7, b = 0.1."""
    found = sn.sobol_indices(ishigami, dict.fromkeys("abc", (-np.pi, np.pi)), samples=4096)
    π = np.pi
    one, two, both = 0.5 * (1 + 0.1 * π**4 / 5) ** 2, 49 / 8, 0.01 * π**8 * (1 / 18 - 1 / 50)
    V = one + two + both
    assert np.allclose(list(found.first.values()), [one / V, two / V, 0.0], atol=0.03)
    assert np.allclose(list(found.total.values()), [(one + both) / V, two / V, both / V], atol=0.03)
    for name, exact in zip("abc", [one / V, two / V, 0.0]):
        assert abs(found.first[name] - exact) < 4 * found.errors[name][0]


def test_sobol_indices_against_scipy():
    ranges = [scipy.stats.uniform(-np.pi, 2 * np.pi)] * 3
    theirs = scipy.stats.sobol_indices(func=lambda x: ishigami(x.T), n=4096, dists=ranges, random_state=1)
    ours = sn.sobol_indices(ishigami, dict(zip("abc", ranges)), samples=4096)
    assert np.allclose(list(ours.first.values()), theirs.first_order, atol=0.04)
    assert np.allclose(list(ours.total.values()), theirs.total_order, atol=0.04)


def test_sobol_indices_of_a_mechanism():
    """x = offset + l at φ = 0: the variances add, and the tilt acts in second order only."""
    found = sn.sobol_indices(arm(), {"length": "±2 mm", "offset": "±1 mm", "tilt": "±0.01 rad"}, samples=64,
                             response=lambda run: run["tip.x"][0], positions=POSITIONS, progress=False)  # fmt: skip
    assert found.total["length"] == pytest.approx(0.8, abs=0.1)
    assert found.total["offset"] == pytest.approx(0.2, abs=0.1)
    assert found.total["tilt"] < 0.01


WRONG = {
    "no parameter 'lenght'": {"lenght": "±1 mm"},
    "not that of the parameter": {"length": "±1 kg"},
    "do not enclose zero": {"length": ("1 mm", "2 mm")},
    "is not negative": {"length": -1e-3},
    "no tolerances are given": {},
    "a distribution has no tolerance": {"length": scipy.stats.norm(0.5, 0.1)},
}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_tolerances_are_answered(message):
    with pytest.raises(sn.SnodoError, match=message):
        sn.tolerances(arm(), WRONG[message], outputs=["tip.x"], positions=POSITIONS)


def test_wrong_choices_are_answered():
    with pytest.raises(sn.SnodoError, match="shape='triangle'"):
        sn.monte_carlo(arm(), {"length": 1e-3}, outputs=["tip.x"], shape="triangle", positions=POSITIONS)
    with pytest.raises(sn.SnodoError, match="3 numbers for each member"):
        sn.sobol_indices(arm(), {"length": 1e-3}, response="tip.x", samples=4, positions=POSITIONS, progress=False)
    with pytest.raises(sn.SnodoError, match="outputs names nothing"):
        sn.tolerances(arm(), {"length": 1e-3}, outputs=[], positions=POSITIONS)


@pytest.mark.parametrize("sigmas", [0, -3.0, float("nan")])
def test_sigmas_that_are_not_positive_are_answered(sigmas):
    for scatter in (sn.tolerances, sn.monte_carlo):
        with pytest.raises(sn.UnsupportedError, match="give a positive number, such as 3"):
            scatter(arm(), {"length": 1e-3}, outputs=["tip.x"], positions=POSITIONS, sigmas=sigmas)
    with pytest.raises(sn.UnsupportedError, match="give a positive number, such as 3"):
        sn.sobol_indices(arm(), {"length": 1e-3}, response="tip.x", positions={"A.angle": [0]}, sigmas=sigmas)


def test_numbers_of_samples_are_whole():
    with pytest.raises(sn.UnsupportedError, match=r"samples = 8\.5\n.*a whole number"):
        sn.monte_carlo(arm(), {"length": 1e-3}, outputs=["tip.x"], positions=POSITIONS, samples=8.5)


def test_members_whose_outputs_are_no_numbers_have_failed():
    def root(run):
        return run["tip.x"][0] if run["tip.x"][0] > 0.51 else np.nan

    many = sn.monte_carlo(arm(), {"length": "±3 mm"}, outputs=[root], samples=16, positions=POSITIONS, progress=False)
    failed = np.flatnonzero(np.isnan(many["root"]))
    assert 0 < failed.size < 16
    assert list(many.reasons) == failed.tolist()
    assert many.reasons[int(failed[0])] == "root is not a finite number"


def test_positions_that_leave_freedoms_say_what_to_name():
    with pytest.raises(sn.RunError, match=r"keeps 1 degree\(s\) of freedom\n.*name more coordinates in positions"):
        sn.tolerances(arm(), {"length": 1e-3}, outputs=["tip.x"])
