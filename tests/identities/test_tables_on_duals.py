"""Derivatives of the equations with tables, distances, attitudes and formula constraints, against differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.bind import bind
from snodo.formulations.tangent import tangent
from snodo.math.differences import columns

EVERYWHERE = [(2, "planar"), (2, "tree"), (2, "spatial"), (3, "tree"), (3, "spatial")]


def arms(dimension: int) -> sn.Mechanism:
    m = sn.Mechanism("arms", dimension=dimension, gravity=(0.0, -9.81, 0.0)[:dimension])
    more, axis = ((), {}) if dimension == 2 else ((0.0,), {"axis": "z"})
    for name, x in (("A", 0.0), ("B", 1.0), ("D", 1.8)):
        m.point(name, (x, 0.0, *more))
    m.point("C", (0.3, 1.2, *more))
    m.bar("arm", "A", "B", mass=2.0, width=0.05, thickness=0.03)
    m.bar("fore", "B", "D", mass=1.0, width=0.05, thickness=0.03)
    m.revolute("A", "ground", "arm", **axis)
    m.revolute("B", "arm", "fore", **axis)
    m.frame("tip", "fore", at="D")
    knots = np.linspace(-60.0, 60.0, 4)
    m.table("one", x=knots, y=[3.0, -1.0, 2.0, 5.0])
    m.table("map", x=knots, y=knots, z=np.sin(np.add.outer(knots, 2 * knots)))
    return m


def residuals(F: Any, q: np.ndarray, v: np.ndarray, t: float, a: np.ndarray, multipliers: np.ndarray) -> np.ndarray:
    J = F.jacobian(q, t, v=v)
    return np.asarray(F.mass_matrix(q) @ a + J.T @ multipliers - F.forces(q, v, t))


def with_laws(dimension: int) -> sn.Mechanism:
    m = arms(dimension)
    m.torque("a", "table(one, A.angle*B.speed) + 0.3*table(map, A.speed, distance(tip, C))", joint="A")
    m.torque("b", "table(one, t)*B.angle + distance(fore.D, A).speed*table(one, tip.vx)", joint="B")
    if dimension == 3:
        m.torque("c", ("fore.pitch*fore.yaw_speed", "table(one, fore.yaw)", "fore.roll - arm.pitch_speed"), body="fore")
    return m


def with_constraint(dimension: int) -> sn.Mechanism:
    m = arms(dimension)
    m.constraint("k", formula="table(one, A.angle) - sin(B.angle)*tip.y + 0.2*distance(tip, C) - 0.1*t**2*arm.y")
    return m


@pytest.mark.parametrize("made", [with_laws, with_constraint])
@pytest.mark.parametrize(("dimension", "formulation"), EVERYWHERE)
def test_derivatives_against_differences(dimension: int, formulation: str, made: Any) -> None:
    """Differences of eighth order, also along motions that the joints do not allow."""
    F, rng = bind(made(dimension), formulation), np.random.default_rng(3)
    q = F.moved(F.reference()[0], 0.2 * rng.standard_normal(F.nv) * F.velocity_scale)
    v, a, multipliers = rng.standard_normal(F.nv), rng.standard_normal(F.nv), rng.standard_normal(F.nc)
    found = tangent(F, q, v, 0.3, a, multipliers)
    by_q = columns(lambda d: residuals(F, F.moved(q, d), v, 0.3, a, multipliers), F.velocity_scale)
    by_v = columns(lambda d: residuals(F, q, v + d, 0.3, a, multipliers), F.velocity_scale)
    for part, wanted in ((found.by_q.R, by_q), (found.by_v.R, by_v)):
        np.testing.assert_allclose(part, wanted, rtol=0.0, atol=1e-8 * np.abs(wanted).max())


@pytest.mark.parametrize(("dimension", "formulation"), EVERYWHERE)
def test_rows_have_exact_first_and_second_derivatives(dimension: int, formulation: str) -> None:
    """J = ∂Φ/∂q, ν = −∂Φ/∂t, and γ = −(J v − ν)˙ without accelerations."""
    F, rng, t = bind(with_constraint(dimension), formulation), np.random.default_rng(5), 0.7
    q = F.moved(F.reference()[0], 0.2 * rng.standard_normal(F.nv) * F.velocity_scale)
    v, row = rng.standard_normal(F.nv), F.row_names.index("k.1")
    J = columns(lambda d: F.constraints(F.moved(q, d), t), F.velocity_scale)
    np.testing.assert_allclose(F.jacobian(q, t)[row], J[row], atol=1e-9 * np.abs(J[row]).max())
    by_time = columns(lambda s: F.constraints(q, t + float(s[0])), np.ones(1))[row, 0]
    assert F.nu(q, t)[row] == pytest.approx(-by_time, abs=1e-9)

    def rate(s: np.ndarray) -> np.ndarray:
        there = F.moved(q, float(s[0]) * v)
        return np.asarray(F.jacobian(there, t + float(s[0])) @ v - F.nu(there, t + float(s[0])))

    second = columns(rate, np.ones(1))[row, 0]
    assert F.gamma(q, v, t)[row] == pytest.approx(-second, abs=1e-8 * max(1.0, abs(second)))
