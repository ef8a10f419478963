"""Constraints c(t, q, v) = 0 that are not linear in the velocities, against closed forms, with reactions after Chetaev.

A particle of constant speed |v| = c under gravity (Chetaev's force is along the velocity):

    v̇ = g − (g·v) v / c²:      v_x = c / cosh s,  v_y = −c tanh s,  s = g t / c + s₀
                               x = (c²/g) gd(s),  y = −(c²/g) ln cosh s

Appell's and Hamel's particle, a² (ẋ² + ẏ²) = ż² (Hamel, Theoretische Mechanik, 1949; Neimark and Fufaev, Dynamics of
Nonholonomic Systems, 1972, chapter IV): straight lines, with the horizontal acceleration g a / (1 + a²).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import snodo as sn

C, G, A = 2.0, 9.81, 0.7
IN_PLANE = ("planar", "tree", "spatial", "spatial_euler")
IN_SPACE = ("tree", "spatial", "spatial_euler")
TIGHT = sn.DOP853(rtol=1e-11)
EXACT = ("projection", "augmented", "baumgarte", "geometric", "embedding", "quasi_velocities", "augmented_lagrangian")


def constant_speed(dimension: int = 2, called: bool = False) -> sn.Mechanism:
    up, inertia = ("vy", 0.1) if dimension == 2 else ("vz", (0.1, 0.2, 0.3))
    m = sn.Mechanism("constant speed", dimension=dimension, gravity=(0, -G) if dimension == 2 else (0, 0, -G))
    m.body("P", mass=1.5, inertia=inertia)
    if called:
        k = 1 if dimension == 2 else 2
        m.velocity_constraint("N", "P", function=lambda t, q, v: v[0] ** 2 + v[k] ** 2 - C**2 if t > -9 else v[0] ** 2)
    else:
        m.velocity_constraint("N", "P", formula=f"P.vx^2 + P.{up}^2 - {C}^2")
    m.initial.update({"P.vx": 1.2, f"P.{up}": 1.6})
    return m


def appell_hamel() -> sn.Mechanism:
    m = sn.Mechanism("Appell and Hamel", dimension=3, gravity=(0, 0, -G))
    m.body("P", mass=1.5, inertia=(0.1, 0.2, 0.3))
    m.velocity_constraint("N", "P", formula=f"{A}^2*(P.vx^2 + P.vy^2) - P.vz^2")
    m.initial.update({"P.vx": 0.3, "P.vy": 0.4, "P.vz": -A * 0.5})
    return m


def must_be_exact(result: sn.Result, tolerance: float = 1e-9) -> None:
    """Velocities, places, reactions, and the balance of energy with the power of the constraint."""
    up = "y" if result.mechanism.dimension == 2 else "z"
    start = -np.arctanh(1.6 / C)
    s = G * result.time / C + start
    v = np.column_stack([C / np.cosh(s), -C * np.tanh(s)])
    found = np.column_stack([result["P.vx"], result[f"P.v{up}"]])
    np.testing.assert_allclose(found, v, atol=tolerance)
    gd = 2 * np.arctan(np.tanh(s / 2)) - 2 * np.arctan(np.tanh(start / 2))
    np.testing.assert_allclose(result["P.x"] - result["P.x"][0], C**2 / G * gd, atol=tolerance)
    height = -(C**2) / G * (np.log(np.cosh(s)) - np.log(np.cosh(start)))
    np.testing.assert_allclose(result[f"P.{up}"] - result[f"P.{up}"][0], height, atol=tolerance)
    force = 1.5 * G * v[:, 1:] * v / C**2  # −m (g·v) v / c²
    reaction = result.reaction("N").values
    np.testing.assert_allclose(reaction[:, [0, 1 if up == "y" else 2]], force, atol=10 * tolerance)
    np.testing.assert_allclose(result["N.power"], 1.5 * G * v[:, 1], atol=20 * tolerance)
    assert float(np.abs(result["energy.balance"]).max()) < 10 * tolerance


@pytest.mark.parametrize("called", [False, True])
@pytest.mark.parametrize(
    ("dimension", "formulation"), [(2, word) for word in IN_PLANE] + [(3, word) for word in IN_SPACE]
)
def test_a_particle_of_constant_speed(dimension: int, formulation: str, called: bool) -> None:
    m = constant_speed(dimension, called)
    must_be_exact(sn.simulate(m, 1.0, formulation=formulation, integrator=TIGHT, output=0.02, progress=False))


@pytest.mark.parametrize("method", EXACT)
@pytest.mark.parametrize("formulation", IN_PLANE)
def test_every_method_has_the_same_motion(formulation: str, method: str) -> None:
    m = constant_speed()
    must_be_exact(
        sn.simulate(m, 1.0, formulation=formulation, method=method, integrator=TIGHT, output=0.02, progress=False)
    )


def test_penalty_converges_like_one_over_its_damping() -> None:
    """Rows on velocities become dampers: D (v² − c²) balances the multiplier."""
    errors = []
    for D in (1e2, 1e3):
        method = sn.Penalty(stiffness=1.0, damping=D)
        result = sn.simulate(constant_speed(), 1.0, method=method, integrator=TIGHT, output=0.02, progress=False)
        s = G * result.time / C - np.arctanh(1.6 / C)
        errors.append(np.abs(result["P.vx"].values - C / np.cosh(s))[5:].max())
    assert errors[1] == pytest.approx(errors[0] / 10, rel=0.1)


@pytest.mark.parametrize("formulation", IN_SPACE)
def test_appell_and_hamel(formulation: str) -> None:
    """A homogeneous row does no work: energy is conserved without counting it."""
    m = appell_hamel()
    result = sn.simulate(m, 1.0, formulation=formulation, integrator=TIGHT, output=0.02, progress=False)
    s = 0.5 + G * A / (1 + A**2) * result.time
    np.testing.assert_allclose(result["P.vx"], 0.6 * s, atol=1e-9)
    np.testing.assert_allclose(result["P.vy"], 0.8 * s, atol=1e-9)
    np.testing.assert_allclose(result["P.vz"], -A * s, atol=1e-9)
    assert float(np.abs(result["N.power"]).max()) < 1e-9
    assert float(np.ptp(result["energy.total"].values)) < 1e-9


def test_one_evaluation_solves_the_general_row() -> None:
    m = constant_speed()
    for word in IN_PLANE:
        F = {"planar": sn.Planar, "tree": sn.Tree, "spatial": sn.Spatial}.get(word)
        bound: Any = F(m) if F else sn.Spatial(m, velocities="euler")
        start = sn.assemble(bound)
        a, multipliers = bound.solve(start.q, start.v)
        J, gamma = bound.jacobian(start.q, v=start.v), bound.gamma(start.q, start.v)
        np.testing.assert_allclose(J @ a, gamma, atol=1e-12)
        row = bound.row_names.index("N.1")
        assert multipliers[row] == pytest.approx(-1.5 * G * 1.6 / (2 * C**2), rel=1e-12)


# ---------------------------------------------------------------- starts
def test_a_speed_that_nearly_fits_is_corrected_where_it_is_free() -> None:
    """Of three bodies' speeds those that are not given follow; the row is met to rounding."""
    m = constant_speed()
    m.body("Q", mass=1.0, inertia=0.1, at=(1.0, 0.0))
    m.velocity_constraint("S", ("P", "Q"), formula="P.vx*Q.vx + Q.vx^2 + Q.vy - 0.1")
    for word in IN_PLANE:
        start = sn.simulate(m, 0.01, formulation=word, progress=False)
        vx, qx, qy = (float(start[name][0]) for name in ("P.vx", "Q.vx", "Q.vy"))
        assert vx * qx + qx**2 + qy == pytest.approx(0.1, abs=1e-12)


@pytest.mark.parametrize("given", [{}, {"P.vx": 1.2}])
def test_a_start_without_a_direction_is_refused(given: dict[str, float]) -> None:
    """At rest |v| = c has no gradient; with P.vx alone, the sign of P.vy is open."""
    m = constant_speed()
    m.initial.clear()
    m.initial.update(given)
    with pytest.raises(sn.AssemblyError, match=r"'N' is not linear in the velocities(.|\n)*give initial speeds"):
        sn.simulate(m, 1.0)


def test_speeds_that_contradict_the_row_are_refused_with_the_numbers() -> None:
    m = constant_speed()
    m.initial["P.vx"] = 2.5
    with pytest.raises(sn.AssemblyError, match=r"velocities contradict one another by(.|\n)*'N'"):
        sn.simulate(m, 1.0)


def test_the_doctor_and_mobility_count_the_row() -> None:
    m = constant_speed()
    assert sn.mobility(m).degrees_of_freedom == 2
    assert sn.doctor(m).degrees_of_freedom == 2
    with pytest.raises(sn.UnsupportedError, match="give the velocities"):
        sn.mobility(m, sn.assemble(m).q)


def test_the_doctor_calls_the_row_general() -> None:
    m = constant_speed()
    m.knife_edge("E", "ground", "P", axis="x", at=(0, 0))
    m.initial.clear()
    m.initial.update({"P.vx": 2.0})
    found = {kind.part: kind for kind in sn.doctor(m).kinds}
    assert (found["N"].form, found["N"].holonomic, found["N"].scleronomic) == ("general", False, True)
    assert found["E"].form == "pfaffian"
    assert "nonholonomic, scleronomic, general: N" in str(sn.doctor(m))


# ---------------------------------------------------------------- which rows are linear, and their units
@pytest.mark.parametrize("row", ["P.x*P.vx^2 + P.vy - 1", "sin(P.angle)*P.vx^2 + P.vy - 1", "t*P.vx^2 + P.vy - 1"])
def test_rows_that_are_linear_only_as_drawn_are_general(row: str) -> None:
    m = sn.Mechanism("m", gravity=(0, -9.81))
    m.body("P", mass=1.5, inertia=0.1)
    m.velocity_constraint("N", "P", formula=row)
    assert sn.Planar(m).general_rows.all()


@pytest.mark.parametrize("row", ["P.x*P.vx + P.vy - t", "sqrt(1 - P.x^2)*P.vx + cos(P.angle)*P.vy"])
def test_linear_rows_stay_linear(row: str) -> None:
    """The second has no value in most random configurations."""
    m = sn.Mechanism("m", gravity=(0, -9.81))
    m.body("P", mass=1.5, inertia=0.1)
    m.velocity_constraint("N", "P", formula=row)
    assert not sn.Planar(m).general_rows.any()


@pytest.mark.parametrize("bend", [0.0, 1e-6, 0.2, 2.0])
def test_missing_speeds_are_those_that_move_the_joints_least(bend: float) -> None:
    """In every formulation, and without a jump from a linear row to one that is hardly bent."""
    m = sn.Mechanism("double pendulum", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(1, 0), C=(2, 0.5))
    m.bar("a", "A", "B", mass=1)
    m.bar("b", "B", "C", mass=1)
    m.revolute("A", "ground", "a")
    m.revolute("B", "a", "b")
    m.velocity_constraint("N", "b", formula=f"b.vx + b.vy + 0.3*b.omega + {bend}*b.omega^2 - 1")
    runs = [sn.simulate(m, 0.001, formulation=word, progress=False) for word in IN_PLANE]
    speeds = np.array([[float(run[name][0]) for name in ("A.speed", "B.speed")] for run in runs])
    np.testing.assert_allclose(speeds - speeds[0], 0.0, atol=1e-9)
    if bend < 1e-3:
        np.testing.assert_allclose(speeds[0], [0.5730129390018, 0.2033271719039], atol=1e-5)


@pytest.mark.delicate
@pytest.mark.parametrize(("c", "factor"), [(7500.0, 1.0), (2e4, 1.0), (2.0, 1e9), (2.0, 1e-9)])
def test_the_projection_follows_the_units_of_a_row(c: float, factor: float) -> None:
    m = sn.Mechanism("fast", gravity=(0, -9.81))
    m.body("P", mass=1.5, inertia=0.1)
    m.velocity_constraint("N", "P", formula=f"{factor}*(P.vx^2 + P.vy^2 - {c}^2)")
    m.initial.update({"P.vx": c * np.cos(1.1), "P.vy": c * np.sin(1.1)})
    result = sn.simulate(m, 1.0, progress=False, max_steps=1000)
    np.testing.assert_allclose(np.hypot(result["P.vx"], result["P.vy"]), c, rtol=1e-12)


def test_speeds_with_a_few_digits_are_accepted() -> None:
    m = constant_speed()
    m.initial.update({"P.vx": 1.41421356, "P.vy": 1.41421356})
    result = sn.simulate(m, 0.1, progress=False)
    np.testing.assert_allclose(np.hypot(result["P.vx"], result["P.vy"])[1:], C, rtol=1e-11)


def test_the_doctor_asks_for_speeds() -> None:
    m = constant_speed()
    m.initial.clear()
    found = sn.doctor(m)
    assert not found.contradictory
    assert "give initial speeds" in str(found)


def test_a_row_that_is_not_finite_is_named() -> None:
    m = constant_speed()
    m.velocity_constraint("N2", "P", function=lambda t, q, v: v[2] * (1.0 if t < 0.2 else float("nan")))
    with pytest.raises(sn.RunError, match=r"at t = 0.2 s(.|\n)*'N2(.|\n)*finite"):
        sn.simulate(m, 1.0, progress=False)
