"""Nets of bars in absolute coordinates, solved by fronts, against the whole system of equations solved by SuperLU."""

import math

import numpy as np
import pytest
from benchmarks.nets import Bars, net
from scipy.sparse import block_array, csc_array
from scipy.sparse.linalg import splu

import snodo as sn
from snodo.constraint_methods import in_time
from snodo.math import sparse
from snodo.math.kernels.plan import Plan
from snodo.math.kernels.record_layout import PythonTable


def moving(bars: Bars) -> tuple[sn.Spatial, np.ndarray, np.ndarray]:
    """The equations, and places and velocities away from the drawing."""
    F, rng = sn.Spatial(bars.mechanism()), np.random.default_rng(7)
    q, _ = F.reference()
    q = F.moved(q, 0.02 * rng.normal(size=F.nv))
    return F, q, rng.normal(size=F.nv)


def whole_system(F: sn.Spatial, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Accelerations from  M a + Jᵀ λ = Q,  J a = γ,  refined once."""
    J = F.jacobian(q, sparse=True)
    K = csc_array(block_array([[csc_array(F.mass_matrix(q)), J.T], [J, None]]))
    right, factors = np.concatenate([F.forces(q, v), F.gamma(q, v)]), splu(K)
    x = factors.solve(right)
    x += factors.solve(right - K @ x)
    found: np.ndarray = x[: F.nv]
    return found


@pytest.mark.parametrize(("rows", "columns"), [(3, 9), (6, 6), (8, 7)])
def test_accelerations_are_those_of_the_whole_system(rows, columns):
    F, q, v = moving(net(rows, columns))
    head = F.flat.header
    assert PythonTable(Plan, F.model, head.plan_at)[0].fronts > 0
    y, y_dot = F.state(q, v), np.empty(F.nq + F.nv)
    assert in_time.rate(F)(0.0, y, y_dot, F.model) == 0
    expected = whole_system(F, q, v)
    np.testing.assert_allclose(y_dot[F.nq :], expected, rtol=0, atol=1e-12 * np.abs(expected).max())


def test_a_net_falls_by_fronts_as_it_falls_column_by_column(monkeypatch):
    def end() -> np.ndarray:
        mechanism = net(6, 6).mechanism()
        result = sn.simulate(mechanism, 0.1, formulation="spatial", integrator=sn.RK4(step=1e-3), error_bars=False)
        return np.asarray(result.position(list(mechanism.bodies)[-1]))[-1]

    by_fronts = end()
    monkeypatch.setattr(sparse, "WORTH_FRONTS", math.inf)
    np.testing.assert_allclose(by_fronts, end(), rtol=0, atol=1e-13)
