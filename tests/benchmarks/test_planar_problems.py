"""Published planar problems, to the digits that are known of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from benchmarks.mechanisms import andrews, windows
from benchmarks.references import ANDREWS_DURATION, andrews_error

import snodo as sn

# ---------------------------------------------------------------- A01: pendulum
# IFToMM library of computational benchmark problems, A01: m = 1 kg, l = 1 m, g = 9.81 m/s², from rest at (−1, 0).
# Exact solution by Jacobi elliptic functions, 40 digits.
A01 = {
    0.5: (-0.3910487915505464, -0.9203699487851922),
    1.0: (0.9862917511318753, -0.16501085312554117),
    2.0: (-0.7935661953433217, -0.6084839304437916),
    5.0: (-0.9423054350437573, -0.3347543384140006),
    10.0: (-0.2750874625761169, -0.961419205099125),
}


def pendulum_with_a_rod() -> sn.Mechanism:
    m = sn.Mechanism("A01", gravity=(0, -9.81))
    m.particle("ball", (-1, 0), mass=1)
    m.rod("tie", "ground", "ball", (0, 0), {"ball": (0, 0)})
    return m


def pendulum_as_a_constraint() -> sn.Mechanism:
    m = sn.Mechanism("A01", gravity=(0, -9.81))
    m.particle("ball", (-1, 0), mass=1)
    m.constraint("circle", "ball", formula="(ball.x^2 + ball.y^2 - 1)/2")
    return m


@pytest.mark.parametrize("describe", [pendulum_with_a_rod, pendulum_as_a_constraint], ids=lambda f: f.__name__)
def test_a01_pendulum(describe: Callable[[], sn.Mechanism]) -> None:
    times = [0.0, *A01]
    result = sn.simulate(describe(), output=times, integrator=sn.DOP853(rtol=1e-11), progress=False)
    np.testing.assert_allclose(result.position("ball").values[1:], list(A01.values()), atol=1e-8)
    # energy: v²/2 = −9.81 y; the rod pulls with m (v²/l − g·e) = −3 · 9.81 y
    tension = np.linalg.norm(result.reaction(next(iter(describe().joints), "circle")).values[:, :2], axis=1)
    np.testing.assert_allclose(tension, -3 * 9.81 * result["ball.y"].values, atol=1e-6)


# ---------------------------------------------------------------- A02: parallelogram windows
# IFToMM library, A02: N windows of uniform rods 1 m, 1 kg, g = 9.81; upright with 1 m/s at the top of the first link.
# Exact elliptic solution of the parallelogram branch: t, x, y, vx, vy of B0.
A02_N2 = {
    1.0: (-0.1950203019494351, -0.9807992056621738, -6.6766780368811585, 1.3275783251604871),
    2.0: (0.05781579576801143, 0.9983272678634555, 1.0172601366204366, -0.05891224871344565),
    5.0: (-0.8113104610051074, -0.5846155453489755, -3.5691173971932093, 4.953105171313327),
    10.0: (0.3284581115408154, 0.944518538178601, 1.4230514702069441, -0.49486884548704296),
}


def a02_error(result: sn.Result) -> float:
    found = np.column_stack([result.position("B0f").values, result.velocity("B0f").values])[1:]
    return float(np.abs(found - list(A02_N2.values())).max())


@pytest.mark.delicate
def test_a02_two_windows_through_their_singular_positions() -> None:
    """Each time the links are level the rank drops; a fixed step passes from one side to the other."""
    result = sn.simulate(windows(2), output=[0.0, *A02_N2], integrator=sn.RK4(step=1e-3), progress=False)
    assert a02_error(result) < 1e-6


# Scatter of the error over 100 first steps: at most 8e-5, 7e-6, 7e-6.  It comes from the steps inside, where sweeps end
# early, and from where they end: projection at the distance σ from the flat position errs by Φ/σ², Φ of rounding size.
A02_SWEEPS = {1e-7: 3e-4, 1e-8: 1e-4, 1e-9: 3e-5}


@pytest.mark.delicate
@pytest.mark.parametrize("formulation", ["planar", "tree"])
@pytest.mark.parametrize("tolerance", A02_SWEEPS)
def test_a02_by_the_augmented_lagrangian(formulation: str, tolerance: float) -> None:
    """Sweeps that end early carry it through; the run says that they did."""
    choices = {"formulation": formulation, "tolerance": tolerance, "method": "augmented_lagrangian"}
    result = sn.simulate(windows(2), output=[0.0, *A02_N2], progress=False, **choices)
    assert a02_error(result) < A02_SWEEPS[tolerance]
    (told,) = result.info["warnings"]
    assert "rows are nearly dependent" in told
    assert "left to chance" not in told


@pytest.mark.delicate
@pytest.mark.parametrize("formulation", [sn.Planar, sn.Tree])
def test_a02_by_the_augmented_lagrangian_does_not_depend_on_where_steps_end(formulation: type) -> None:
    """Rows closed to 1e-12 only cost some energy where a step ended close to the flat position: up to 0.2 in 100."""
    F = formulation(windows(2))
    choices = {"output": [0.0, *A02_N2], "method": "augmented_lagrangian", "tolerance": 1e-9, "progress": False}
    for first in np.geomspace(1e-5, 1e-2, 24):
        assert a02_error(sn.simulate(F, first_step=float(first), **choices)) < A02_SWEEPS[1e-9]


def test_a02_without_projection_tells_that_the_branch_is_left_to_chance() -> None:
    result = sn.simulate(windows(2), 1.0, method=sn.AugmentedLagrangian(projection=False), progress=False)
    assert "left to chance" in result.info["warnings"][0]
    aside = sn.simulate(windows(2), 0.3, method=sn.AugmentedLagrangian(projection=False), progress=False)
    assert aside.info["warnings"] == []


# ---------------------------------------------------------------- A03: Andrews' squeezing mechanism
# IVP Test Set 2.4 (Mazzia and Magherini), equations of Hairer and Wanner II, VII.7; at t = 0.03 s in 28-digit
# arithmetic.  λ of the index-3 equations M q̈ + Gᵀ λ = f, whose g are the loop closures at the common point F.
A03_LAMBDA = (
    199.1753481045386281862,
    -29.75530997497176332442,
    23.06654361162215112862,
    31.45272527577113707538,
    22.64249478639437857771,
    11.6173923526112559068,
)
# accelerations β̈ … ε̈ at the same time
A03_ACCELERATIONS = (
    -24631.76312287463447005,
    51850.31963646423153376,
    324102.6007075786058119,
    566749.4220009953264933,
    16743.63541834544460964,
    -566749.4220009953264933,
    9826.507801544162688491,
)
# and λ₁, λ₂ at t = 0
A03_LAMBDA_START = (98.5668703962410896057654982170, -6.12268834425566265503114393122)


@pytest.fixture(scope="module")
def squeezed() -> sn.Result:
    integrator = sn.DOP853(rtol=1e-13)
    return sn.simulate(andrews(), output=[0.0, ANDREWS_DURATION], integrator=integrator, progress=False)


def test_a03_angles(squeezed: sn.Result) -> None:
    angles = {body: float(squeezed[f"{body}.angle"][-1]) for body in squeezed.mechanism.bodies}
    assert andrews_error(angles) < 1e-9


def test_a03_accelerations(squeezed: sn.Result) -> None:
    k = {body: float(squeezed[f"{body}.alpha"][-1]) for body in squeezed.mechanism.bodies}
    found = (k["K1"], k["K2"] - k["K1"], k["K3"], k["K4"] - k["K5"], k["K5"], k["K6"] - k["K7"], k["K7"])
    np.testing.assert_allclose(found, A03_ACCELERATIONS, rtol=1e-6)


def test_a03_multipliers_are_the_forces_at_the_common_point(squeezed: sn.Result) -> None:
    """g = (F by K2) − (F by K3, K4, K6): −λ pushes K2, +λ pushes the chain: λ is the reaction on K3, K4 and K6."""
    forces = [squeezed.reaction(joint).values[-1, :2] for joint in ("F3", "F4", "F6")]
    np.testing.assert_allclose(np.concatenate(forces), A03_LAMBDA, rtol=1e-6)
    np.testing.assert_allclose(squeezed.reaction("F3").values[0, :2], A03_LAMBDA_START, rtol=1e-9)
