"""The benchmark of work against precision: its table from runs of ours alone, and from made-up runs of a peer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from benchmarks.work_precision import Row, compared, cost_at, front, problems, table


def test_the_table_of_one_problem_without_other_programs() -> None:
    (andrews,) = (problem for problem in problems() if problem.name.startswith("A03"))
    found = compared(replace(andrews, alpha=[1e-4, 5e-5], mujoco=[1e-4, 5e-5]), peers=(), rounds=1)
    assert set(found) == {"Snodo DOP853", "Snodo Radau", "Snodo generalised α", "Snodo RK4", "Snodo auto"}
    assert min(row.error for row in found["Snodo DOP853"]) < 1e-11
    assert min(row.error for row in found["Snodo Radau"]) < 1e-8
    assert "–" in table({andrews.name: found}).splitlines()[-1]  # nobody to compare with
    ours = cost_at(found["Snodo DOP853"], 1e-6)
    assert ours is not None
    found["MuJoCo"] = [Row("made up", 50 * ours, 1e-6), Row("made up", 500 * ours, 1e-7)]
    line = table({andrews.name: found}, [1e-6, 1e-9]).splitlines()[-1]
    assert "M/" in line
    assert ">" in line


def test_costs_are_interpolated_in_logarithms_between_runs_that_none_beats() -> None:
    rows = [Row("a 1", 1.0, 1e-2), Row("b 1", 20.0, 1e-3), Row("c 1", 10.0, 1e-4)]
    assert [row.setting for row in front(rows)] == ["a 1", "c 1"]
    assert cost_at(rows, 1e-3) == pytest.approx(10**0.5)
    assert cost_at(rows, 1e-1) == 1.0
    assert cost_at(rows, 1e-5) is None


def test_a_lucky_run_counts_as_the_next_finer_one() -> None:
    rows = [Row("h 3", 1.0, 1e-2), Row("h 2", 2.0, 1e-9), Row("h 1", 4.0, 1e-4)]
    assert [row.error for row in front(rows)] == [1e-2, 1e-4]
