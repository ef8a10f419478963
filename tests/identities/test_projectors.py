"""The projectors of geometric projection: idempotent, orthogonal in the mass metric, of the right rank, complete."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.bind import bind

EXAMPLES = Path(__file__).parents[2] / "examples"
CASES = [(name, f) for name in ("four_bar_free", "parallelogram", "andrews") for f in ("planar", "tree")]
CASES += [("bricard", "tree"), ("double_pendulum", "tree"), ("four_bar", "planar"), ("fairbairn_driven", "planar")]


@pytest.mark.parametrize(("name", "formulation"), CASES)
def test_projectors(name: str, formulation: str) -> None:
    F = bind(sn.load(EXAMPLES / f"{name}.yaml"), formulation)
    start = sn.assemble(F)
    M, J = F.mass_matrix(start.q), F.jacobian(start.q)
    P, absorbed, free, rank = sn.projectors(F, start.q)
    scale = np.sqrt(np.diag(M))  # natural units of forces
    P, absorbed = (x * scale / scale[:, None] for x in (P, absorbed))
    J = J / scale
    M = M / np.outer(scale, scale)
    np.testing.assert_allclose(P @ P, P, atol=1e-12)
    np.testing.assert_allclose(P + absorbed, np.eye(F.nv), atol=1e-12)
    np.testing.assert_allclose(P @ M, (P @ M).T, atol=1e-12)
    np.testing.assert_allclose(absorbed.T @ np.linalg.solve(M, P), 0, atol=1e-12)
    assert np.linalg.matrix_rank(P, tol=1e-9) == F.nv - rank
    assert np.trace(absorbed) == pytest.approx(rank, abs=1e-11)
    np.testing.assert_allclose(J @ P.T, 0, atol=1e-12 * max(np.abs(J).max(initial=0), 1))
    np.testing.assert_allclose(free * scale[:, None] / scale, P.T, atol=1e-12)


@pytest.mark.parametrize("name", ["four_bar_free", "parallelogram"])
@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_forces_split_along_a_motion(name: str, formulation: str) -> None:
    result = sn.simulate(
        sn.load(EXAMPLES / f"{name}.yaml"), 0.5, formulation=formulation, method="geometric", output=0.1, progress=False
    )
    F, working, absorbed = result.formulation, result.working().values, result.absorbed().values
    for k, (t, q, v) in enumerate(zip(result.time, result.q, result.v)):
        Q = F.forces(q, v, t)
        assert np.abs(working[k] + absorbed[k] - Q).max() < 1e-12 * np.abs(Q).max()
        size = np.sqrt(Q @ np.linalg.solve(F.mass_matrix(q), Q))
        across = working[k] @ np.linalg.solve(F.mass_matrix(q), absorbed[k])
        assert abs(across) < 1e-12 * size**2
        assert absorbed[k] @ v == pytest.approx(0, abs=1e-9 * np.abs(Q).max() * max(np.abs(v).max(), 1))
        moved = np.linalg.solve(F.mass_matrix(q), working[k])
        np.testing.assert_allclose(F.jacobian(q, t) @ moved, 0, atol=1e-11 * max(np.abs(moved).max(), 1))


def test_quasi_velocities_are_continuous_and_give_the_velocities_back() -> None:
    from snodo.constraint_methods.bases import quasi_velocities

    result = sn.simulate(sn.load(EXAMPLES / "double_pendulum.yaml"), 2.0, formulation="planar", progress=False)
    F = result.formulation
    u, bases = quasi_velocities(F, result.time, result.q, result.v)
    assert result.quasi_velocities().shape == (result.time.size, 2)
    turns = [np.linalg.norm(b - a) / np.linalg.norm(a) for a, b in pairwise(bases)]
    assert max(turns) < 0.1
    for S, speeds, q, v in zip(bases[::50], u[::50], result.q[::50], result.v[::50]):
        np.testing.assert_allclose(S @ speeds, v, atol=1e-9)
        np.testing.assert_allclose(F.jacobian(q) @ S, 0, atol=1e-9)


def test_quasi_velocities_of_a_driven_mechanism() -> None:
    """A driven four-bar has no free motion: its velocities are Φ_v⁺ ν."""
    result = sn.simulate(sn.load(EXAMPLES / "four_bar.yaml"), 0.1, output=0.05, progress=False)
    assert result.quasi_velocities().shape == (3, 0)
