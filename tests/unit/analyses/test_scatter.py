"""The noise given for samples beside their scatter."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.analyses.inverse_dynamics.scatter import scatter


def pendulum() -> sn.Mechanism:
    m = sn.Mechanism("pendulum")
    m.bar("arm", (0, 0), (0.5, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    return m


def measured(sigma: float, even: bool = True) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(5)
    t = np.linspace(0, 2, 201)
    if not even:
        t = np.sort(t + random.uniform(-0.004, 0.004, t.size))
    return t, np.sin(3 * t) + sigma * random.standard_normal(t.size)


@pytest.mark.parametrize("even", [True, False])
@pytest.mark.parametrize("sigma", [1e-2, 1e-3, 1e-5])
def test_scatter_is_the_standard_deviation_of_the_noise(sigma: float, even: bool) -> None:
    assert scatter(*measured(sigma, even)) == pytest.approx(sigma, rel=0.3)


def test_a_smooth_motion_does_not_scatter() -> None:
    assert scatter(*measured(0.0)) < 1e-10
    assert np.isnan(scatter(np.arange(4.0), np.arange(4.0)))


@pytest.mark.parametrize(
    ("noise", "words"),
    [(2e-4, "the accelerations contain this noise"), (2e-2, "smoothed away"), (2e-3, ""), (0.0, "")],
)
def test_noise_that_is_not_that_of_the_samples_is_said_with_both_numbers(noise: float, words: str) -> None:
    t, angle = measured(2e-3)
    found = sn.inverse_dynamics(pendulum(), {"A.angle": angle}, t, noise=noise)
    warnings = found.info.get("warnings", [])
    assert bool(warnings) == bool(words)
    if words:
        assert words in warnings[0]
        assert f"noise = {noise:g} is given" in warnings[0]
        assert float(warnings[0].partition("A.angle ")[2].split()[0]) == pytest.approx(2e-3, rel=0.3)
        assert warnings[0] in str(found)


def test_what_is_said_is_true() -> None:
    """With the noise that is advised the accelerations are nearer to the truth."""
    t, angle = measured(2e-3)
    errors = {}
    for noise in (2e-4, 2e-3, 2e-2):
        found = sn.inverse_dynamics(pendulum(), {"A.angle": angle}, t, noise=noise)
        errors[noise] = float(np.std(found.a[20:-20, 0] + 9 * np.sin(3 * t[20:-20])))
    assert errors[2e-3] < 0.5 * min(errors[2e-4], errors[2e-2])


def test_arrays_and_mechanisms_with_constraints_are_judged_too() -> None:
    t, angle = measured(2e-3)
    by_array = sn.inverse_dynamics(pendulum(), angle[:, None], t, noise=2e-4)
    by_drivers = sn.inverse_dynamics(pendulum(), {"A.angle": angle}, t, noise=2e-4, actuators=["A"])
    for found in (by_array, by_drivers):
        assert float(found.info["warnings"][0].partition("A.angle ")[2].split()[0]) == pytest.approx(2e-3, rel=0.3)
        assert "warning: noise = 0.0002" in str(found)
