"""Block inverse, right inverse, embedding and quasi-velocities of one state against their definitions.

Formulations: plane, tree and space with both choices of velocities; rows: holonomic, rheonomic, on velocities only, and
redundant.  Tolerances are relative and limited by rounding times the condition number of the rows (below 1e3).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

import snodo as sn
from mechanisms import four_bar, parallelogram, sleigh, spatial_slider_crank
from snodo.constraint_methods.rates_of_rows import rate_of_rows
from snodo.math.differences import EIGHTH


def driven() -> sn.Mechanism:
    """A four-bar on a crank that turns as prescribed, with a second bar on it: rheonomic rows and one freedom."""
    m = four_bar()
    m.bar("tail", "C", (0.6, 0.5), mass=0.3)
    m.revolute("E", "rocker", "tail", at="C")
    m.driver("motor", joint="A", angle=sn.Harmonic(amplitude=0.3, frequency=1.1))
    m.initial = {"E.speed": 1.3}
    return m


def slow_four_bar() -> sn.Mechanism:
    m = four_bar()
    m.initial = {"A.speed": 2.0}
    return m


def flying() -> sn.Mechanism:
    """A free ball with a body on a spherical joint and a rod to the ground: brackets of both kinds in a tree."""
    m = sn.Mechanism("flying", dimension=3, gravity=(0, 0, -9.81))
    m.sphere("ball", 0.1, (0, 0, 0.1), mass=1.0)
    m.box("box", (0.1, 0.2, 0.3), (0.5, 0, 0.1), mass=1.0)
    m.free("F", "ground", "ball", at=(0, 0, 0.1))
    m.spherical("S", "ball", "box", at=(0.3, 0, 0.1))
    m.rod("R", "ground", "box", start=(1, 0, 1), end=(0.5, 0.1, 0.1))
    return m


def door() -> sn.Mechanism:
    """On two hinges: five of its ten rows are redundant."""
    m = sn.Mechanism("door", dimension=3, gravity=(0, 0, -9.81))
    m.box("door", (0.8, 0.04, 2.0), (0.4, 0, 1.0), mass=20.0)
    m.revolute("low", "ground", "door", at=(0, 0, 0.3), axis="z")
    m.revolute("high", "ground", "door", at=(0, 0, 1.7), axis="z")
    m.initial = {"low.speed": 1.0}
    return m


def turning_crank() -> sn.Mechanism:
    m = spatial_slider_crank()
    m.initial = {"A.speed": 3.0}
    return m


CASES: dict[str, tuple[Callable[[], sn.Mechanism], str]] = {
    "four-bar": (slow_four_bar, "planar"),
    "four-bar as a tree": (slow_four_bar, "tree"),
    "driven": (driven, "planar"),
    "driven tree": (driven, "tree"),
    "sleigh": (sleigh, "planar"),
    "sleigh in space": (sleigh, "spatial"),
    "parallelogram": (parallelogram, "planar"),
    "door": (door, "spatial"),
    "slider-crank": (turning_crank, "spatial"),
    "slider-crank, rates": (turning_crank, "spatial_euler"),
    "slider-crank tree": (turning_crank, "tree"),
    "flying": (flying, "tree"),
    "flying bodies": (flying, "spatial"),
}
REDUNDANT = ["parallelogram", "door"]
REGULAR = [name for name in CASES if name not in REDUNDANT]


@cache
def bound(name: str) -> tuple:
    """Formulation and a closed state in motion, every freedom at its own speed."""
    make, word = CASES[name]
    start = sn.assemble(make(), t=0.2, formulation=word)
    F = sn.equations(make(), formulation=word, t=0.2).formulation
    e = sn.quasi_velocities(F, start.q, start.v, 0.2)
    speeds = np.linspace(0.5, 1.5, len(e.nu))
    v = e.S @ speeds + e.particular
    return F, start.q, v, 0.2


def close(found, wanted, tolerance: float = 1e-12) -> bool:
    found, wanted = np.asarray(found), np.asarray(wanted)
    size = max(1.0, np.abs(wanted).max(initial=0.0))
    return bool(np.abs(found - wanted).max(initial=0.0) < tolerance * size)


# ---------------------------------------------------------------- the augmented system
@pytest.mark.parametrize("name", CASES)
def test_the_solution_solves_the_labelled_system(name: str) -> None:
    F, q, v, t = bound(name)
    e = sn.equations(F, q, v, t)
    assert e.matrix.shape == (F.nv + F.nc, F.nv + F.nc)
    assert len(e.unknowns) == F.nv + F.nc
    assert close(e.matrix @ e.solution, e.right_side, 1e-11)
    assert close(e.mass @ e.acceleration + e.jacobian.T @ e.multipliers, e.forces, 1e-11)
    first = F.velocity_names[0]
    assert e.solution[f"{first}_dot"] == e.acceleration.array[0]
    assert e.matrix[first, f"{first}_dot"] == F.mass_matrix(q)[0, 0]


@pytest.mark.parametrize("name", REGULAR)
def test_the_block_inverse_is_an_inverse_with_three_blocks(name: str) -> None:
    """[X Y; Yᵀ −Z]; limited by rounding times the condition number of the matrix."""
    F, q, v, t = bound(name)
    e = sn.equations(F, q, v, t)
    X, Y, Z, whole = e.block_inverse
    bound_on_rounding = 1e-14 * e.condition["matrix"] + 1e-12
    assert close(whole @ e.matrix, np.eye(F.nv + F.nc), bound_on_rounding * np.abs(whole.array).max())
    assert close(e.jacobian @ Y, np.eye(F.nc), bound_on_rounding)
    assert close(e.jacobian @ X, np.zeros((F.nc, F.nv)), bound_on_rounding * np.abs(X.array).max())
    assert close(X @ e.forces + Y @ e.gamma, e.acceleration, 1e-11)
    assert close(Y.T @ e.forces + Z @ e.gamma, e.multipliers, 1e-11)
    if not np.isfinite(e.condition["mass"]):
        return
    M_inverse = np.linalg.inv(e.mass.array)
    small = np.linalg.inv(e.jacobian @ M_inverse @ e.jacobian.T)
    assert close(Z, -small, bound_on_rounding)
    assert close(Y, M_inverse @ e.jacobian.T @ small, bound_on_rounding)
    assert close(X, M_inverse - Y @ (e.jacobian @ M_inverse), bound_on_rounding * np.abs(M_inverse).max())


@pytest.mark.parametrize("name", REDUNDANT)
def test_redundant_rows_have_pseudo_inverses_only(name: str) -> None:
    F, q, v, t = bound(name)
    e = sn.equations(F, q, v, t)
    assert len(e.redundant) == F.nc - np.linalg.matrix_rank(F.jacobian(q, t), tol=1e-9)
    for word in ("block_inverse", "weighted_inverse"):
        with pytest.raises(sn.UnsupportedError, match=f"(?s){word}.*redundant.*{e.redundant[0]}.*use .*pseudo_inverse"):
            getattr(e, word)
    X, Y, Z, _ = e.block_pseudo_inverse
    J = e.jacobian.array
    assert close(J @ e.weighted_pseudo_inverse @ J, J)
    assert close(X @ e.forces + Y @ e.gamma, e.acceleration, 1e-11)
    assert close(Y.T @ e.forces + Z @ e.gamma, e.multipliers, 1e-11)


@pytest.mark.parametrize("name", CASES)
def test_the_right_inverse_and_the_projectors_belong_together(name: str) -> None:
    """P_u = 1 − Φ_vᵀ Yᵀ, as matrices of one state; with v = (ṙ, ṗ) M is singular, and the two still agree."""
    F, q, v, t = bound(name)
    e = sn.equations(F, q, v, t)
    Y = (e.weighted_pseudo_inverse if np.isfinite(e.condition["mass"]) else e.weighted_inverse).array
    assert close(e.projectors.working, np.eye(F.nv) - e.jacobian.array.T @ Y.T, 1e-11)
    free = e.projectors.free
    assert np.abs(free.T @ e.mass @ (np.eye(F.nv) - free)).max() < 1e-11 * np.abs(e.mass.array).max()


# ---------------------------------------------------------------- embedding
@pytest.mark.parametrize("name", CASES)
def test_embedding(name: str) -> None:
    F, q, v, t = bound(name)
    e = sn.embedding(F, q, v, t)
    assert close(F.jacobian(q, t) @ e.B, np.zeros((F.nc, len(e.independent))))
    assert close(F.jacobian(q, t) @ e.b, F.nu(q, t))
    assert close(e.v, v, 1e-11)
    assert close(e.B.array[[F.velocity_names.index(n) for n in e.independent]], np.eye(len(e.independent)))
    a, multipliers = F.solve(q, v, t)
    assert close(e.v_dot, a, 1e-11)
    assert close(e.multipliers, multipliers, 1e-11)
    assert close(e.mass @ e.acceleration, e.force)
    assert e.dependent_condition < 1e3
    assert sorted([*e.independent, *e.dependent]) == sorted(F.velocity_names)


def test_embedding_in_velocities_of_the_users_choice() -> None:
    """The angle of the rocker leads; the same motion as with the crank."""
    F, q, v, t = bound("four-bar")
    e = sn.embedding(F, q, v, t, independent=["D"])
    assert e.independent == ["rocker.omega"]
    assert "chosen" in e.why
    assert close(e.mass.array[0, 0], e.B.array[:, 0] @ F.mass_matrix(q) @ e.B.array[:, 0])
    assert close(e.v_dot, F.solve(q, v, t)[0], 1e-11)
    assert e.B["crank.omega", "rocker.omega"] == pytest.approx(v[2] / v[8], rel=1e-12)


def test_a_choice_that_degenerates_is_refused_with_numbers_and_a_better_one() -> None:
    """In a parallelogram the coupler only translates: its angle cannot lead."""
    m = four_bar(B=(0, 0.3), C=(0.5, 0.3))
    words = r"(?s)coupler.omega cannot be independent.*singular value \d.*condition number.*crank.*→ choose \['"
    with pytest.raises(sn.UnsupportedError, match=words):
        sn.embedding(m, independent=["coupler.angle"])
    assert sn.embedding(m, independent=["crank.angle"]).dependent_condition < 100


# ---------------------------------------------------------------- quasi-velocities
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("given", [False, True])
def test_quasi_velocities(name: str, given: bool) -> None:
    F, q, v, t = bound(name)
    e = sn.quasi_velocities(F, q, v, t, along=_along(F, q, v, t) if given else None)
    f = len(e.nu)
    assert close(F.jacobian(q, t) @ e.S, np.zeros((F.nc, f)), 1e-11)
    assert close(e.C.T @ e.S, np.eye(f), 1e-11)
    assert close(e.v, v, 1e-11)
    if not given:
        Z = e.S.array / F.velocity_scale[:, None]
        assert close(Z.T @ Z, np.eye(f))
    a, multipliers = F.solve(q, v, t)
    assert close(e.v_dot, a, 1e-10)
    assert close(e.multipliers, multipliers, 1e-10)
    assert close(e.acceleration, e.C.T @ a, 1e-10)


def _along(F, q, v, t) -> np.ndarray:
    """Some other C: the default one, disturbed."""
    C = sn.quasi_velocities(F, q, v, t).C
    return C + 0.05 * np.random.default_rng(3).standard_normal(C.shape) / F.velocity_scale[:, None]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("given", [False, True])
def test_the_derivative_of_the_basis(name: str, given: bool) -> None:
    """By its definition, Φ_v Ṡ = −Φ̇_v S and Cᵀ Ṡ = 0, and by differences of eighth order of S along the motion.

    Their error is h⁸ and 1e-16 / h with turns of about h = 0.01 in a step.
    """
    F, q, v, t = bound(name)
    C = _along(F, q, v, t) if given else sn.quasi_velocities(F, q, v, t).C
    e = sn.quasi_velocities(F, q, v, t, along=C)
    h = 0.01 / max(1.0, np.abs(v / F.velocity_scale).max())

    def basis(s: float) -> np.ndarray:
        return sn.quasi_velocities(F, F.moved(q, s * v), v, t + s, along=C).S.array

    def rows(s: float) -> np.ndarray:
        return F.jacobian(F.moved(q, s * v), t + s)

    def derivative(f: Callable[[float], np.ndarray]) -> np.ndarray:
        return sum(w * (f(k * h) - f(-k * h)) for k, w in enumerate(EIGHTH, 1)) / h

    size = max(1.0, np.abs(e.S_dot.array).max())
    assert np.abs(e.S_dot - derivative(basis)).max() < 2e-11 * size
    assert np.abs(rows(0.0) @ e.S_dot + derivative(rows) @ e.S).max() < 1e-11 * size
    exact = rate_of_rows(F, q, v, t, e.S.array)
    assert np.abs(rows(0.0) @ e.S_dot + exact).max() < 1e-12 * size
    assert np.abs(C.T @ e.S_dot).max() < 1e-12 * size


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial", "spatial_euler"])
def test_the_derivative_of_the_basis_under_rows_that_are_not_linear_in_the_velocities(formulation: str) -> None:
    """ẋ² + ẏ² = 4: the Jacobian 2 (ẋ, ẏ) changes with the accelerations; limited by rounding over the step, 1e-14."""
    m = sn.Mechanism("constant speed", gravity=(0, -9.81))
    m.body("P", mass=1.5, inertia=0.1)
    m.velocity_constraint("N", "P", formula="P.vx^2 + P.vy^2 - 2^2")
    m.initial = {"P.vx": 1.2, "P.vy": 1.6, "P.omega": 0.7}
    e = sn.quasi_velocities(m, formulation=formulation)
    F, q, v = e.formulation, e.state.q, e.state.v
    a = F.solve(q, v)[0]
    assert close(e.v_dot, a, 1e-11)
    h = 0.01

    def basis(s: float) -> np.ndarray:
        return sn.quasi_velocities(F, F.moved(q, s * v), v + s * a, s, along=e.C).S.array

    wanted = sum(w * (basis(k * h) - basis(-k * h)) for k, w in enumerate(EIGHTH, 1)) / h
    assert np.abs(wanted).max() > 0.1
    assert close(e.S_dot, wanted, 1e-10)
    assert "S_dot" in str(e)
    with pytest.raises(sn.UnsupportedError, match="depends on the accelerations"):
        rate_of_rows(F, q, v, 0.0, e.S.array)
