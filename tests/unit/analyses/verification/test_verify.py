"""`sn.verify`: its rows, its verdicts, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.analyses.verification import verify as module
from snodo.analyses.verification.problem import MotionProblem, sampled
from snodo.analyses.verification.problems import problems
from snodo.analyses.verification.rows import Combination, estimated_error, motion_row, true_error
from snodo.formulations.bind import bind
from snodo.registry import INTEGRATORS
from snodo.results.verification import Verification, VerificationRow


def motion(name: str) -> MotionProblem:
    found = problems()[name]
    assert isinstance(found, MotionProblem)
    return found


@pytest.fixture(scope="module")
def found() -> Verification:
    choices: Any = {"methods": ["projection", "penalty"], "integrators": ["dop853", "rk4"]}
    return sn.verify(["trammel", "rbdl_double_chain"], formulations=["planar", "tree"], progress=False, **choices)


def test_every_combination_has_a_row(found: Verification) -> None:
    rows = [(r.formulation, r.method, r.integrator, r.setting) for r in found.of("trammel")]
    each = [
        ("projection", "dop853", "default"),
        ("projection", "dop853", "tight"),
        ("penalty", "dop853", "default"),
        ("projection", "rk4", "default"),
        ("penalty", "rk4", "default"),
    ]
    assert rows == [(word, *rest) for word in ("planar", "tree") for rest in each]


def test_the_default_is_reached_and_its_errors_are_estimated(found: Verification) -> None:
    row = found.default("trammel")
    assert row is not None
    assert (row.formulation, row.method, row.integrator, row.verdict) == ("planar", "projection", "dop853", "reached")
    assert row.error is not None
    assert row.estimated is not None
    assert 0.1 < row.estimated / row.error < 10
    assert row.cpu is not None
    assert row.digits == pytest.approx(-np.log10(row.error))
    best = found.best("trammel")
    assert best is not None
    assert best.setting == "tight"
    assert (best.error or 1.0) < found.goals["trammel"]
    assert found.passed


def test_failures_are_rows_with_their_reasons(found: Verification) -> None:
    penalty = [row for row in found.of("trammel") if row.method == "penalty" and row.integrator == "dop853"]
    assert {row.verdict for row in penalty} == {"missed"}
    assert all("give way" in row.problem_met for row in penalty)
    plane, *_ = found.of("rbdl_double_chain")
    assert plane.verdict == "not applicable"
    assert "three-dimensional" in plane.problem_met
    wild = sn.verify("A01", formulations="planar", methods="penalty", integrators="rk4", progress=False)
    assert wild.rows[0].verdict == "stopped"  # springs that are too stiff for the step
    assert "no finite value" in wild.rows[0].problem_met
    assert not wild.passed
    assert "Missed with the default choices: A01 (at t = " in wild.verdict()


def test_a_wrong_reference_is_missed() -> None:
    problem = motion("trammel")
    first = problem.compared[0]
    wrong = replace(
        problem, compared=(replace(first, wanted=first.wanted + 1e-3, scale=first.size), *problem.compared[1:])
    )
    F = bind(problem.mechanism(), "planar")
    row = motion_row(wrong, Combination(F, sn.Projection(), sn.DOP853(), "default", True), False, 5.0)
    assert row.verdict == "missed"
    assert row.error == pytest.approx(1e-3 / first.size, rel=1e-4)
    assert row.worst == "middle of the bar"
    lost = Verification([row], {"trammel": 1e-10})
    assert not lost.passed
    assert "(missed)" in lost.summary()[0][-1]


def test_estimates_are_the_error_bars_of_the_result() -> None:
    problem = motion("compound_pendulum")
    angle = problem.compared[0]
    result = sn.simulate(problem.mechanism(), output=sampled(problem.compared), error_bars=True, progress=False)
    rows = [int(np.argmin(np.abs(result.time - t))) for t in angle.times]
    bars = result.error("A.angle").values[rows]
    assert estimated_error(angle, result) == pytest.approx(bars.max(), rel=1e-6)
    assert true_error(angle, result) == np.abs(result["A.angle"].values[rows] - angle.wanted[:, 0]).max()


def test_an_integrator_that_solves_the_constraints_takes_no_method(monkeypatch: pytest.MonkeyPatch) -> None:
    class Direct(INTEGRATORS["dop853"], abstract=True):  # type: ignore[misc]
        name = "direct"
        solves_constraints = True

    asked: list[Combination] = []

    def noted(problem: Any, chosen: Combination, quick: bool, patience: float) -> VerificationRow:
        asked.append(chosen)
        return VerificationRow(problem.name, **chosen.words)

    monkeypatch.setattr(module, "motion_row", noted)
    rows = sn.verify("trammel", formulations="planar", integrators=[Direct()], progress=False).rows
    assert [(one.method, one.setting) for one in asked] == [(None, "given")]
    assert [(row.method, row.integrator) for row in rows] == [("–", "direct")]


def test_all_registered_integrators_are_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "motion_row", lambda problem, chosen, *_: VerificationRow(problem.name, **chosen.words))
    found = sn.verify(["trammel", "A02_N40"], progress=False)
    assert {row.integrator for row in found.of("trammel")} == set(INTEGRATORS)
    long = found.of("A02_N40")
    assert {row.integrator for row in long} == set(INTEGRATORS)
    usual = {"formulation": "planar", "method": "projection", "integrator": INTEGRATORS.default}
    with_method = [row for row in long if not INTEGRATORS[row.integrator].solves_constraints]
    assert all(sum(getattr(row, kind) != word for kind, word in usual.items()) <= 1 for row in with_method)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"names": ["A01", "tramel", "A99"]}, r"'tramel'\n\s+→ did you mean 'trammel'"),
        ({"names": "trammel", "formulations": "plannar"}, "did you mean 'planar'"),
        ({"names": "trammel", "methods": "projektion"}, "did you mean 'projection'"),
        ({"names": "trammel", "integrators": "dop85"}, "did you mean 'dop853'"),
        ({"names": "trammel", "patience": -1.0}, "patience"),
        ({"names": []}, "the list of choices is empty"),
        ({"naems": "trammel"}, "did you mean 'names'"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_runs(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(sn.SnodoError, match=told):
        sn.verify(**arguments, progress=False)


def test_names_are_read_in_any_case_of_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "motion_row", lambda problem, chosen, *_: VerificationRow(problem.name, **chosen.words))
    found = sn.verify(["a02-n2", "Trammel"], quick=True, formulations="planar", progress=False)
    assert {row.problem for row in found.rows} == {"A02_N2", "trammel"}


def test_ctrl_c_returns_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def interrupted(problem: Any, chosen: Combination, *_: Any) -> VerificationRow:
        if calls:
            raise KeyboardInterrupt
        calls.append(problem.name)
        return VerificationRow(problem.name, **chosen.words, verdict="reached")

    monkeypatch.setattr(module, "motion_row", interrupted)
    found = sn.verify(["trammel", "bead"], progress=False)
    assert len(found.rows) == 1
    assert found.interrupted
    assert not found.passed
    assert found.verdict().startswith("Interrupted")


def test_it_is_written_as_a_table_and_a_page(found: Verification, tmp_path: Path) -> None:
    lines = found.to_csv(tmp_path / "rows.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + len(found.rows)
    assert lines[0].startswith("problem,formulation,method,integrator,setting,by_default,error,estimated")
    page = found.to_html(tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert page.count("<tr>") == 3 + len(found.summary()) + len(found.rows) + len(found.sources)
    assert "RBDL" not in repr(found)
    assert "2 problems" in repr(found)
    assert "trammel" in str(found)
    with pytest.raises(sn.FileError, match=r"\.csv"):
        found.to_csv(tmp_path / "rows.txt")


@pytest.mark.parametrize("word", ["radau", "generalized_alpha", "adaptive_alpha"])
def test_integrators_that_solve_the_constraints_have_rows_without_a_method(word: str) -> None:
    found = sn.verify("trammel", formulations="planar", integrators=word, progress=False)
    assert {(row.method, row.integrator) for row in found.rows} == {("–", word)}
    assert all(row.error is not None and row.error < 1e-2 for row in found.rows)


def test_linear_models_are_verified_in_euler_parameters_too() -> None:
    found = sn.verify("four_bar_eigenvalues", formulations=["tree", "spatial_euler"], progress=False)
    assert [row.verdict for row in found.rows] == ["reached", "reached"]
