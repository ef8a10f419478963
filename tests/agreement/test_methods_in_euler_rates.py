"""v = (ṙ, ṗ) under every constraint method: the multipliers of the source text, and the motion of v = (ṙ, ω′).

The mass matrix of (74), 4 Gᵀ J′ G, has rank 3 of 4 for each body; the methods with their own linear algebra get it with
μ p pᵀ added (`formulations/spatial/kernels/euler_terms.py`).  The rows of joints must not feel that, and σ must be the
text's, which the singular system itself gives by singular values.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from twenty_mechanisms import mechanism, moving

import snodo as sn
from snodo.constraint_methods import method_from
from snodo.constraint_methods.time_scales import fastest_rate
from snodo.formulations.bind import bind

NAMES = ("ball_chain", "spatial_four_bar", "bricard", "door", "spatial_slider_crank", "rolling_disc")
EXACT = ("geometric", "embedding", "quasi_velocities", "augmented_lagrangian")
BY_ROWS = sn.Baumgarte(K_D={"B": 12.0}, K_P={"B": 40.0})


def system_74(F: Any, q: np.ndarray, v: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
    """(q̈, λ) of [M Φᵀ; Φ 0] as the text writes it, singular M and all, by least squares."""
    M, J = F.mass_matrix(q), F.jacobian(q, t)
    A = np.block([[M, J.T], [J, np.zeros((F.nc, F.nc))]])
    b = np.concatenate([F.forces(q, v, t), F.gamma(q, v, t)])
    x = np.linalg.lstsq(A, b, rcond=1e-12)[0]
    return x[: F.nv], x[F.nv :]


@pytest.mark.parametrize("name", NAMES)
def test_the_mass_matrix_of_the_text_is_singular_along_p_alone(name: str) -> None:
    F, q, _, _ = moving(name, "spatial_euler")
    values = np.linalg.eigvalsh(F.mass_matrix(q))
    assert (values < 1e-12 * values[-1]).sum() == len(F.body_names)


@pytest.mark.parametrize("method", EXACT)
@pytest.mark.parametrize("name", NAMES)
def test_accelerations_and_multipliers_are_those_of_the_text(name: str, method: str) -> None:
    """1e-9: the condition of the systems is below 1e5, rounding of the redundant ones (bricard) above 1e-11."""
    F, q, v, t = moving(name, "spatial_euler")
    bound = method_from(method).bind(F, q, v, t)
    found = bound.recover(np.array([t]), bound.state(q, v)[None])
    a, multipliers = system_74(F, q, v, t)
    np.testing.assert_allclose(found["acceleration"][0], a, atol=1e-9 * np.abs(a).max())
    J = F.jacobian(q, t)
    forces = J.T @ multipliers
    np.testing.assert_allclose(J.T @ found["multiplier"][0], forces, atol=1e-9 * np.abs(forces).max())
    sigma = found["multiplier"][0][-len(F.body_names) :]
    np.testing.assert_allclose(sigma, multipliers[-len(F.body_names) :], atol=1e-9 * np.abs(multipliers).max())


@pytest.mark.parametrize("method", EXACT)
@pytest.mark.parametrize("name", ["ball_chain", "spatial_four_bar", "spatial_slider_crank", "rolling_disc"])
def test_joints_have_the_multipliers_of_angular_velocities(name: str, method: str) -> None:
    """λ of v = (ṙ, ω′), found by another system of equations; rows are independent in these four."""
    F, q, v, t = moving(name, "spatial_euler")
    bound = method_from(method).bind(F, q, v, t)
    found = bound.recover(np.array([t]), bound.state(q, v)[None])["multiplier"][0]
    other = moving(name, "spatial")
    _, wanted = other.F.solve(other.q, other.v, t)
    np.testing.assert_allclose(found[: other.F.nc], wanted, atol=1e-9 * np.abs(wanted).max())


# ---------------------------------------------------------------- motions
@cache
def wanted(name: str) -> sn.Result:
    m = mechanism(name)
    result: sn.Result = sn.simulate(m, 0.4, formulation="spatial", tolerance=1e-11, output=0.1, progress=False)
    return result


@pytest.mark.parametrize("method", [*EXACT, BY_ROWS], ids=lambda x: x if isinstance(x, str) else "by rows")
@pytest.mark.parametrize("name", ["ball_chain", "spatial_four_bar"])
def test_motions_are_those_of_angular_velocities(name: str, method: Any) -> None:
    """At a tolerance of 1e-10; Baumgarte's rows leave violations of that order."""
    run = sn.simulate(
        mechanism(name), 0.4, formulation="spatial_euler", method=method, tolerance=1e-10, output=0.1, progress=False
    )
    for body in run.mechanism.bodies:
        np.testing.assert_allclose(run.position(body), wanted(name).position(body), atol=2e-8)
        np.testing.assert_allclose(run.velocity(body), wanted(name).velocity(body), atol=5e-7)
    p = run.q[:, : 7 * len(run.mechanism.bodies)].reshape(len(run.time), -1, 7)[..., 3:]
    assert np.abs((p**2).sum(axis=-1) - 1).max() < 1e-8


def test_gains_by_row_close_the_rows_that_they_name() -> None:
    """Of a chain pulled apart at the start, Φ of B alone follows Φ̈ + K_D Φ̇ + K_P Φ = 0 as given: critical, 20 1/s."""
    m = mechanism("ball_chain")
    F = bind(m, "spatial_euler")
    q, v = F.reference()
    q[7:10] += (1e-5, -2e-5, 1e-5)
    method = sn.Baumgarte(K_D={"B": 40.0, "A": 3.0}, K_P={"B": 400.0, "A": 1.0})
    bound = method.bind(F, q, v)
    y, y_dot = bound.state(q, v), np.zeros(F.nq + F.nv)
    assert bound.rate(0.0, y, y_dot, bound.model) == 0
    rows = [k for k, name in enumerate(F.row_parts) if name == "B"]
    second = F.jacobian(q)[rows] @ y_dot[F.nq :] - F.gamma(q, v)[rows]
    np.testing.assert_allclose(second, -400.0 * F.constraints(q)[rows], atol=1e-11)


def test_the_penalty_strains_joints_and_not_the_length_of_p() -> None:
    """Its energy balance holds: no work is lost in the normalisation rows, whose springs carry nothing."""
    run = sn.simulate(
        mechanism("ball_chain"), 0.3, formulation="spatial_euler", method=sn.Penalty(factor=30.0), tolerance=1e-9,
        progress=False,
    )  # fmt: skip
    violation = np.abs(run.found["violation"])
    assert violation[:, :6].max() > 1e-4
    assert violation[:, 6:].max() < 1e-9
    assert run.quality().energy_relative < 1e-7
    F, w = run.formulation, [run.rotation(b).inverse().apply(run.angular_velocity(b)) for b in run.mechanism.bodies]
    sigma = np.column_stack([2 * np.einsum("ti,ij,tj->t", x, J, x) for x, (_, J) in zip(w, F.flat.inertias)])
    np.testing.assert_allclose(run.multipliers[:, 6:], sigma, atol=1e-4 * sigma.max())


@pytest.mark.parametrize("name", NAMES)
def test_gains_by_default_do_not_depend_on_the_choice_of_velocities(name: str) -> None:
    """Ω counts turning by ω′, not by ṗ, which is half of it and spread over four numbers."""
    rates = [fastest_rate(*moving(name, word)) for word in ("spatial", "spatial_euler")]
    assert rates[1] == pytest.approx(rates[0], rel=1e-6)
