"""Verification problems: each has a file, a source and digits, and digits that are known twice agree."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import snodo as sn
from snodo.analyses.verification.problem import Compared, MotionProblem, StateProblem, sampled
from snodo.analyses.verification.problems import problems
from snodo.analyses.verification.published import columns, published, times
from snodo.formats.example_files import example_files

EVERY = pytest.mark.parametrize("problem", problems().values(), ids=lambda problem: problem.name)


@EVERY
def test_it_has_a_file_a_source_and_what_is_asked(problem: MotionProblem | StateProblem) -> None:
    assert problem.mechanism().description
    assert len(problem.source) > 8
    assert 0 < problem.goal <= problem.tolerance < 1e-3
    parts = problem.compared if isinstance(problem, MotionProblem) else (problem,)
    for one in parts:
        assert np.isfinite(one.wanted).all()
        assert one.size > 0


@EVERY
def test_references_lie_within_the_run_of_the_file(problem: MotionProblem | StateProblem) -> None:
    if isinstance(problem, MotionProblem):
        last = max(t for one in problem.compared for t in one.times)
        assert last <= (problem.mechanism().run.duration or 0.0) * (1 + 1e-12)
        for one in problem.compared:
            assert one.wanted.shape[0] == len(one.times)


def test_every_file_and_every_table_is_used() -> None:
    files = {problem.file for problem in problems().values()}
    assert {name for name in example_files() if name.startswith("verification/")} <= files
    names = set(problems())
    cases = published()["articulated_bodies"]["accelerations"]
    assert {f"rbdl_{case}" for case in cases} <= names
    assert set(published()) - {"articulated_bodies"} <= names
    assert all(entry["source"] for entry in published().values())


def of(name: str, quantity: str) -> Compared:
    problem = problems()[name]
    assert isinstance(problem, MotionProblem)
    return next(one for one in problem.compared if one.name == quantity)


def test_the_digits_of_the_pendulum_are_those_of_the_elliptic_functions() -> None:
    from snodo.analyses.verification.closed_forms import swing

    angle, _ = swing(np.array(times("A01")), np.sqrt(9.81), np.pi / 2)
    np.testing.assert_allclose(columns("A01", "x", "y").T, [-np.sin(angle), -np.cos(angle)], atol=2e-14)


def test_the_digits_of_the_windows_have_their_energy() -> None:
    """(N + 1) links and N couplers: T = ½ ((N + 1)/3 + N) v², V = g ((N + 1)/2 + N) y, from y = 1 with 1 m/s."""
    for n in (2, 40):
        x, y, vx, vy = columns(f"A02_N{n}", "B0x", "B0y", "B0vx", "B0vy").T
        mass, weight = (n + 1) / 3 + n, 9.81 * ((n + 1) / 2 + n)
        np.testing.assert_allclose(x**2 + y**2, 1, atol=1e-14)
        energy = mass / 2 * (vx**2 + vy**2) + weight * y
        np.testing.assert_allclose(energy, mass / 2 + weight, rtol=1e-13)


def test_the_digits_of_the_skate_are_the_closed_form() -> None:
    t, b = np.array(times("skate_on_incline")), 9.81 * np.sin(np.deg2rad(20)) / (2 * 1.5**2)
    x, y, phi = columns("skate_on_incline", "x", "y", "phi").T
    np.testing.assert_allclose(x, b * np.sin(1.5 * t) ** 2, atol=1e-14)
    np.testing.assert_allclose(y, b * (1.5 * t - np.sin(3 * t) / 2), atol=1e-14)
    np.testing.assert_allclose(phi, 1.5 * t, atol=1e-15)


def test_the_digits_of_the_free_body_have_its_energy_and_momentum() -> None:
    w = columns("free_rigid_body", "w1", "w2", "w3")
    J, start = np.array([0.3, 0.35, 0.4]), np.array([0.1, 15.0, 0.1])
    np.testing.assert_allclose(w**2 @ J, start**2 @ J, rtol=1e-13)
    np.testing.assert_allclose(w**2 @ J**2, start**2 @ J**2, rtol=1e-13)


def test_a_quick_verification_compares_less() -> None:
    problem = problems()["A05"]
    assert isinstance(problem, MotionProblem)
    assert [one.times[-1] for one in problem.quantities(True)] == [0.5] * 4
    assert of("A05", "angles").times[-1] == 10.0
    rows = sampled(problem.quantities(True))
    assert rows[0] == 0.0
    assert rows[-1] == 0.5
    assert np.diff(rows).min() > 1e-6
    assert of("A05", "angles").until(0.01) is None


def test_where_example_files_are_found() -> None:
    files = example_files()
    assert files["verification/a01_pendulum"].parent.name == "verification"
    assert all(isinstance(path, Path) and path.is_file() for path in files.values())
    assert sn.load(files["four_bar"]).name == "four-bar"
