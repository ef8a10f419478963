"""Baumgarte's gains: numbers, one for each row, by names, matrices; their defaults, checks and roots."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.mechanisms import crank_rocker as four_bar

import snodo as sn
from snodo.constraint_methods.time_scales import fastest_rate
from snodo.formulations.bind import bind


def off_the_manifold(word: str) -> tuple[Any, np.ndarray, np.ndarray]:
    """A formulation with coordinates and velocities that violate its rows a little.

    In space the loop is left open: lateral rows of a planar loop are redundant, and could not be violated at will.
    """
    m = four_bar()
    if word == "spatial":
        del m.joints["D"]
    F, rng = bind(m, word), np.random.default_rng(7)
    q, _ = F.reference()
    return F, F.moved(q, 1e-2 * rng.standard_normal(F.nv) * F.velocity_scale), rng.standard_normal(F.nv)


def matrix(n: int) -> np.ndarray:
    A = np.random.default_rng(3).standard_normal((n, n))
    return A @ A.T + n * np.eye(n)


@pytest.mark.parametrize("word", ["planar", "tree", "spatial"])
@pytest.mark.parametrize("kind", ["number", "vector", "names", "matrix"])
def test_violations_obey_the_equation_of_the_gains(word: str, kind: str) -> None:
    """Φ̈ = Φ_v v̇ − γ is −K_D Φ̇ − K_P Φ, in the compiled rate and in F.solve."""
    F, q, v = off_the_manifold(word)
    gains = {
        "number": (40.0, 9.0),
        "vector": (np.linspace(10, 20, F.nc), np.linspace(3, 4, F.nc)),
        "names": ({F.row_parts[0]: 40.0}, {F.row_names[-1]: 7.0, F.row_parts[0]: 5.0}),
        "matrix": (matrix(F.nc), 2 * matrix(F.nc)),
    }[kind]
    method = sn.Baumgarte(K_P=gains[0], K_D=gains[1])
    usual = float(f"{fastest_rate(F, q, v, 0.0):.3g}")
    K_P, K_D = _by_names(F, *gains, usual) if kind == "names" else (_matrix(F, gain) for gain in gains)
    phi, phi_dot = F.constraints(q), F.jacobian(q) @ v - F.nu(q)
    wanted = -K_D @ phi_dot - K_P @ phi
    bound = method.bind(F, q, v)
    y = bound.state(q, v)
    y_dot = np.empty_like(y)
    assert bound.rate(0.0, y, y_dot, bound.model) == 0
    for a in (y_dot[F.nq : F.nq + F.nv], F.solve(q, v, method=method)[0]):
        found = F.jacobian(q) @ a - F.gamma(q, v)
        np.testing.assert_allclose(found, wanted, atol=1e-8 * max(1.0, np.abs(wanted).max()))


def _by_names(F: Any, K_P: dict, K_D: dict, usual: float) -> tuple[np.ndarray, np.ndarray]:
    """What neither names has the usual rate; what one names alone is critical."""
    rows = []
    for row, part in zip(F.row_names, F.row_parts):
        p, d = (gain.get(row, gain.get(part)) for gain in (K_P, K_D))
        rate = usual if p is d is None else d / 2 if p is None else p**0.5
        rows.append((rate**2 if p is None else p, 2 * rate if d is None else d))
    return tuple(np.diag(gain) for gain in zip(*rows))


def _matrix(F: Any, gain: Any) -> np.ndarray:
    gain = np.asarray(gain, float)
    return gain if gain.ndim == 2 else np.diag(np.broadcast_to(gain, F.nc))


def test_one_gain_alone_is_critical_damping() -> None:
    F = sn.Planar(four_bar())
    K, state = matrix(F.nc), F.reference()
    assert sn.Baumgarte(beta=4.0).chosen(F, *state) == sn.Baumgarte(alpha=4.0, beta=4.0)
    assert sn.Baumgarte(K_D=6.0).chosen(F, *state) == sn.Baumgarte(alpha=3.0, beta=3.0)
    K_D, K_P = sn.Baumgarte(K_P=K).gains(F, *state)
    np.testing.assert_allclose(K_D @ K_D / 4, K_P, rtol=1e-12, atol=1e-12 * K.max())
    K_D, K_P = sn.Baumgarte(K_D=K).gains(F, *state)
    np.testing.assert_allclose(K_P, K @ K / 4, rtol=1e-12)


def test_the_default_is_the_scale_of_the_motion() -> None:
    F = sn.Planar(four_bar())
    state = F.reference()
    chosen = sn.Baumgarte().chosen(F, *state)
    assert chosen.alpha == chosen.beta == pytest.approx(fastest_rate(F, *state, 0.0), rel=5e-3)
    result = sn.simulate(four_bar(), 1.0, method="baumgarte", progress=False)
    assert f"alpha={chosen.alpha}" in result.info["method"]
    assert result.info["warnings"] == []


def test_ten_times_as_fast_a_mechanism_has_ten_times_the_gain() -> None:
    fast = four_bar()
    fast.gravity = tuple(100 * g for g in fast.gravity)
    slow_gain, fast_gain = (
        sn.Baumgarte().chosen(F, *F.reference()).alpha for F in (sn.Planar(four_bar()), sn.Planar(fast))
    )
    assert fast_gain == pytest.approx(10 * slow_gain, rel=1e-2)


def test_the_roots_of_matrices() -> None:
    """K_P = diag(ωᵢ²) and K_D = diag(2 ζᵢ ωᵢ) turned together keep the roots of the single oscillators."""
    turn = np.linalg.qr(np.random.default_rng(1).standard_normal((3, 3)))[0]
    w, zeta = np.array([2.0, 30.0, 5.0]), np.array([1.5, 0.2, 1.0])
    method = sn.Baumgarte(K_P=turn @ np.diag(w**2) @ turn.T, K_D=turn @ np.diag(2 * zeta * w) @ turn.T)
    assert method.fastest_root == pytest.approx(30.0, rel=1e-9)
    assert sn.Baumgarte(K_P=tuple(w**2), K_D=tuple(2 * zeta * w)).fastest_root == pytest.approx(30.0, rel=1e-9)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"K_P": -1.0}, "zero or positive"),
        ({"K_P": [1.0, -1.0]}, "row 2"),
        ({"K_D": {"A": float("nan")}}, "'A'"),
        ({"K_P": [[1.0, 0.5], [0.0, 1.0]]}, "not symmetric"),
        ({"K_P": [[1.0, 2.0], [2.0, 1.0]]}, "smallest eigenvalue is -1"),
        ({"K_D": [[1.0, 0.0], [0.0, float("inf")]]}, "finite"),
        ({"K_D": np.zeros((2, 3))}, "square matrix"),
        ({"K_D": "much"}, "much"),
        ({"alpha": 1.0, "K_P": 1.0}, "alpha and beta are given as well as K_D or K_P"),
        ({"K_P": {}}, "K_P = {} names no row"),
        ({"alpha": 0.0, "beta": 5.0}, "alpha=5 is critical"),
        ({"alpha": 0.0, "beta": 0.0}, "would not decay"),
        ({"alpha": 0.0}, "would not decay"),
    ],
)
def test_wrong_gains_are_refused(wrong: dict, told: str) -> None:
    with pytest.raises(sn.SnodoError, match=told):
        sn.Baumgarte(**wrong)


def test_gains_that_do_not_fit_the_rows_are_refused() -> None:
    with pytest.raises(sn.SnodoError, match=r"has 2 rows, but the formulation planar has 8"):
        sn.simulate(four_bar(), 0.1, method=sn.Baumgarte(K_P=[1.0, 1.0]), progress=False)
    with pytest.raises(sn.NameNotFound, match="'E'"):
        sn.simulate(four_bar(), 0.1, method=sn.Baumgarte(K_P={"E": 1.0}), progress=False)
    with pytest.raises(sn.NameNotFound, match="K_D: there is no constraint 'E'"):
        sn.simulate(four_bar(), 0.1, method=sn.Baumgarte(K_P={"A": 1.0}, K_D={"E": 1.0}), progress=False)
    with pytest.raises(sn.SnodoError, match=r"K_D of row 'A\.x' is 0"):
        sn.simulate(four_bar(), 0.1, method=sn.Baumgarte(K_P=4.0, K_D={"A": 0.0}), progress=False)
    for zero in (0.0, [0.0] * 8):
        with pytest.raises(sn.SnodoError, match="would not decay"):
            sn.simulate(four_bar(), 0.1, method=sn.Baumgarte(K_P=zero, K_D=zero), progress=False)


def test_the_word_alone_has_no_gains_in_one_evaluation() -> None:
    F = sn.Planar(four_bar())
    with pytest.raises(sn.UnsupportedError, match=r"sn\.Baumgarte"):
        F.solve(*F.reference(), method="baumgarte")


def test_stiff_matrices_are_told() -> None:
    method = sn.Baumgarte(K_P={"A": 4e6})
    result = sn.simulate(four_bar(), 0.2, method=method, progress=False)
    (told,) = result.info["warnings"]
    assert "|s| = 2e+03 1/s" in told
    assert repr(result.formulation.nc) in result.info["method"]


def test_rows_that_are_not_named_have_the_default_gains() -> None:
    """The joints hold as well as with one gain for all; nothing drifts."""
    gaps = [
        np.abs(sn.simulate(four_bar(), 2.0, method=method, progress=False).found["violation"]).max()
        for method in (sn.Baumgarte(), sn.Baumgarte(K_P={"A": 25.0}), sn.Baumgarte(K_D={"B.x": 20.0}))
    ]
    assert max(gaps) < 1e-6
    F = sn.Planar(four_bar())
    usual = sn.Baumgarte().chosen(F, *F.reference()).alpha
    K_D, K_P = sn.Baumgarte(K_P={"A": 25.0}, K_D={"B": 6.0}).gains(F, *F.reference())
    wanted = {"A": (10.0, 25.0), "B": (6.0, 9.0), "C": (2 * usual, usual**2), "D": (2 * usual, usual**2)}
    np.testing.assert_allclose(np.diag(K_D), [wanted[part][0] for part in F.row_parts], rtol=1e-12)
    np.testing.assert_allclose(np.diag(K_P), [wanted[part][1] for part in F.row_parts], rtol=1e-12)


def test_joints_without_rows_may_be_named() -> None:
    """A tree carries A, and only the joint that it cuts has rows: the same gains serve all formulations."""
    method = sn.Baumgarte(K_P=dict.fromkeys("ABCD", 25.0))
    for word in ("planar", "tree", "spatial"):
        F = bind(four_bar(), word)
        K_D, K_P = method.gains(F, *F.reference())
        named = np.isin(F.row_parts, list("ABCD"))  # in space others hold the bodies in the plane
        np.testing.assert_allclose(np.diag(K_P)[named], 25.0)
        np.testing.assert_allclose(np.diag(K_D)[named], 10.0)
    result = sn.simulate(four_bar(), 0.5, formulation="tree", method=sn.Baumgarte(K_P={"A": 25.0}), progress=False)
    assert result.quality().verdict == "good"
