"""Rows c(t, q, v) = 0 where ∂c/∂v vanishes or is not finite: refused by name, never answered with wrong numbers."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn


def named(what: object) -> str:
    """The name of a case, the same in every process."""
    return getattr(what, "__name__", str(what))


EXAMPLES = Path(__file__).parents[3] / "examples"
FLAT = ("P.vx*P.vy", "P.vy^2", "sqrt(P.vx^2+P.vy^2)", "P.vy^2-0.49*P.vx^2")


def not_a_number(t: Any, q: Any, v: Any) -> Any:
    return v[0] * float("nan")


def plane(c: str | Callable[..., Any], **initial: float) -> sn.Mechanism:
    m = sn.Mechanism("plane", gravity=(0, -9.81))
    m.body("P", mass=1.0, inertia=1.0)
    if callable(c):
        m.velocity_constraint("N", "P", function=c)
    else:
        m.velocity_constraint("N", "P", formula=c)
    m.initial.update({f"P.{word}": value for word, value in initial.items()})
    return m


def appell_hamel() -> sn.Mechanism:
    m = sn.Mechanism("Appell and Hamel", dimension=3)
    m.body("P", mass=1.0, inertia=(1, 1, 1))
    m.velocity_constraint("N", "P", formula="P.vz^2-0.49*(P.vx^2+P.vy^2)")
    return m


@pytest.fixture(autouse=True)
def no_warnings_of_numpy():
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        yield


# ---------------------------------------------------------------- starts
@pytest.mark.parametrize("formulation", ["tree", "spatial", "spatial_euler"])
def test_appell_and_hamel_at_rest(formulation):
    with pytest.raises(sn.AssemblyError, match="'N': its derivatives with respect to the velocities vanish at rest"):
        sn.simulate(appell_hamel(), 0.1, formulation=formulation, progress=False)


@pytest.mark.parametrize("formulation", ["planar", "tree"])
@pytest.mark.parametrize("formula", FLAT)
def test_rows_that_vanish_at_rest(formula, formulation):
    with pytest.raises(sn.AssemblyError, match=r"'N'.*vanish at rest; there it determines no acceleration"):
        sn.simulate(plane(formula), 0.1, formulation=formulation, progress=False)


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_a_row_that_vanishes_only_along_what_joints_leave_free(formulation):
    """At rest ∂c/∂v is along y, which the slider does not move in."""
    m = sn.Mechanism("slider")
    m.body("P", mass=1.0, inertia=1.0)
    m.prismatic("S", "ground", "P", at=(0, 0), axis="x")
    m.velocity_constraint("N", "P", formula="P.vx^2 + (P.vy - 1)^2 - 1")
    with pytest.raises(sn.AssemblyError, match=r"'N'.*vanish at rest"):
        sn.simulate(m, 0.1, formulation=formulation, progress=False)


def test_elsewhere_the_same_rows_run():
    for formula, initial in (
        ("P.vx*P.vy", {"vx": 1.0, "vy": 0.0}),
        ("P.vy^2-0.49*P.vx^2", {"vx": 1.0, "vy": 0.7}),
    ):
        result = sn.simulate(plane(formula, **initial), 0.01, progress=False)
        assert np.isfinite(result["P.vx"]).all()


@pytest.mark.parametrize("formula", FLAT)
def test_the_doctor_says_the_same(formula):
    told = str(sn.doctor(plane(formula)))
    assert "derivatives with respect to the velocities vanish at rest" in told
    assert "give speeds that satisfy it elsewhere" in told
    assert "remove" not in told


# ---------------------------------------------------------------- rows that are not finite
NOT_FINITE = ["log(P.vx-5)-1", "P.vx/P.x-1", not_a_number]


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
@pytest.mark.parametrize("c", NOT_FINITE, ids=named)
def test_rows_without_a_finite_value(c, formulation):
    with pytest.raises(sn.AssemblyError, match="'N' has no finite value or derivatives at rest"):
        sn.simulate(plane(c), 0.1, formulation=formulation, progress=False)


@pytest.mark.parametrize("c", NOT_FINITE, ids=named)
def test_the_doctor_names_rows_without_a_finite_value(c):
    told = str(sn.doctor(plane(c)))
    assert "'N' has no finite value or derivatives at rest" in told
    assert "start where it is defined" in told


# ---------------------------------------------------------------- states that are given
@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
@pytest.mark.parametrize("c", [*FLAT, *NOT_FINITE], ids=named)
def test_a_given_state_is_refused(c, formulation):
    """An acceleration of free fall would be wrong: the row stops it, but does not say how."""
    words = "'N'.*(vanish|no finite value or derivatives) at these velocities"
    F = bound(plane(c), formulation)
    q, v = F.reference()
    for ask in (sn.equations, sn.embedding, sn.quasi_velocities):
        with pytest.raises(sn.UnsupportedError, match=words):
            ask(F, q, v)
    for method in ("augmented", "geometric", "embedding"):
        with pytest.raises(sn.RunError, match=words):
            F.solve(q, v, method=method)


@pytest.mark.parametrize("c", ["P.vx/P.x-1", not_a_number], ids=named)
def test_the_mobility_of_rows_that_are_not_finite_is_refused(c):
    F = bound(plane(c), "planar")
    q, v = F.reference()
    with pytest.raises(sn.UnsupportedError, match="'N' has no finite value or derivatives"):
        sn.mobility(F, q, v=v)


def bound(m: sn.Mechanism, formulation: str) -> Any:
    from snodo.formulations.bind import bind

    return bind(m, formulation)


@pytest.mark.parametrize("method", ["projection", "geometric", "augmented_lagrangian"])
@pytest.mark.parametrize("c", [*FLAT, *NOT_FINITE], ids=named)
def test_a_run_does_not_continue_from_such_a_state(c, method):
    free = sn.Mechanism("free", gravity=(0, 0))
    free.body("P", mass=1.0, inertia=1.0)
    rest = sn.simulate(free, 0.1, progress=False)
    with pytest.raises(
        sn.AssemblyError, match=r"start: .*'N'.*(vanish|no finite value or derivatives) in the state of"
    ):
        sn.simulate(plane(c), 0.1, start=rest, method=method, progress=False)


# ---------------------------------------------------------------- redundant rows with a singular mass matrix
def test_bricard_with_rates_of_euler_parameters():
    m = sn.load(EXAMPLES / "bricard.yaml")
    e = sn.equations(m, formulation="spatial_euler")
    assert not e.regular_mass
    assert e.redundant
    A, B = e.matrix.array, e.block_pseudo_inverse.whole.array
    size = np.abs(A).max()
    assert np.abs(A @ B @ A - A).max() < 1e-9 * size
    x = B @ e.right_side.array
    assert np.abs(x[: len(e.acceleration)] - e.acceleration.array).max() < 1e-9 * np.abs(e.acceleration.array).max()
    page = sn.explain(m, formulation="spatial_euler", method="geometric")
    assert "Bricard" in page.text() or "bricard" in page.text()


def test_a_heading_with_a_dot_is_a_formula():
    page = sn.explain(sn.load(EXAMPLES / "four_bar.yaml"), method="penalty").html()
    assert "<th>Φ̇" not in page
    assert '<mover accent="true"><mi>Φ</mi><mo>˙</mo></mover>' in page
