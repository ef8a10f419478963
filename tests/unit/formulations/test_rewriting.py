"""Tapes, the parts of an inertia, and numbers that are recognised."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.rewriting.matching import candidates_of, matched
from snodo.formulations.rewriting.program import Program, whole
from snodo.formulations.rewriting.tape import NotRecorded, Recorded, Tape, applied, formula
from snodo.math.expression import FUNCTIONS
from snodo.math.formula_reader import parse
from snodo.math.spread import spread_of


def run(tape: Tape, x: Recorded, inputs: list[float]) -> float:
    out = np.zeros(1)
    assert Program(tape, [(0, x.index, 1.0, 0.0)])(np.array(inputs), out) == 0
    return float(out[0])


@pytest.mark.parametrize("name", [name for name, count in FUNCTIONS.items() if count == 1])
def test_functions_of_formulas_are_repeated(name: str) -> None:
    tape = Tape()
    x = tape.input(0.3)
    expression = parse(f"{name}(x)", ["x"])
    y = formula(expression, {"x": x})
    assert run(tape, y, [0.7]) == pytest.approx(float(expression.evaluate({"x": 0.7})), rel=1e-15)


@pytest.mark.parametrize("text", ["x + 2*y", "x - y/3", "x**2 * y", "atan2(x, y)", "min(x, y) + max(x, 2*y)", "x**y"])
def test_operations_of_formulas_are_repeated(text: str) -> None:
    tape, expression = Tape(), parse(text, ["x", "y"])
    y = formula(expression, {"x": tape.input(0.3), "y": tape.input(0.5)})
    assert run(tape, y, [0.7, 0.2]) == pytest.approx(float(expression.evaluate({"x": 0.7, "y": 0.2})), rel=1e-15)


def test_a_comparison_is_a_guard() -> None:
    tape = Tape()
    x = tape.input(0.3)
    y = 2.0 * x if x < 0.5 else 3.0 * x
    program, out = Program(tape, [(0, y.index, 1.0, 0.0)]), np.zeros(1)
    assert program(np.array([0.4]), out) == 0
    assert out[0] == 0.8
    assert program(np.array([0.6]), out) == 1


def test_numbers_that_are_not_finite_do_not_hold() -> None:
    tape = Tape()
    y = 1.0 / tape.input(0.3)
    assert Program(tape, [(0, y.index, 1.0, 0.0)])(np.zeros(1), np.zeros(1)) == 1
    with pytest.raises(NotRecorded):
        1.0 / Tape().input(0.0)


def test_a_recorded_number_is_not_taken_for_a_plain_one() -> None:
    x = Tape().input(0.3)
    with pytest.raises(NotRecorded):
        float(x)
    with pytest.raises(NotRecorded):
        bool(x)


@pytest.mark.parametrize("seed", range(20))
def test_parts_of_an_inertia_are_those_of_the_tree(seed: int) -> None:
    random = np.random.default_rng(seed)
    tape, root = Tape(), random.standard_normal((3, 3))
    J = root @ root.T
    moments = [J[0, 0], J[0, 1], J[0, 2], J[1, 1], J[1, 2], J[2, 2]]
    parts = tape.spread([tape.input(1.3 * x) for x in moments])
    found = spread_of(J)
    expected = np.array([found.round, *found.u, found.y, found.z])
    mine = np.array([run(tape, part, moments) for part in parts])
    np.testing.assert_allclose(mine, expected, atol=1e-11 * np.trace(J))  # eigenvectors: by the gap of the moments
    u, v = mine[1:4], np.array([0.0, *mine[4:]])
    np.testing.assert_allclose(mine[0] * np.eye(3) + np.outer(u, u) + np.outer(v, v), J, atol=1e-14 * np.trace(J))


@pytest.mark.parametrize(
    "moments", [(0.0, 2.0, 2.0), (2.0, 2.0, 2.0), (2.0, 1.0, 2.0), (3.0, 2.0, 1.0), (0.0, 0.0, 0.0)]
)
def test_alike_moments_have_one_answer(moments: tuple[float, float, float]) -> None:
    tape = Tape()
    a, b, c = (tape.input(x + 0.5) for x in moments)
    parts = tape.spread([a, 0.0, 0.0, b, 0.0, c])
    found = spread_of(np.diag(moments))
    mine = [run(tape, part, list(moments)) for part in parts]
    np.testing.assert_allclose(mine, [found.round, *found.u, found.y, found.z], atol=1e-15)


def test_numbers_are_recognised_up_to_a_factor_and_a_constant() -> None:
    tape, random = Tape(), np.random.default_rng(1)
    m, r = tape.input(2.0), tape.input(0.3)
    inertia = m * r * r
    samples = np.array([[2.0, 0.3], *random.uniform(0.5, 2.0, (6, 2))])
    values = np.array([whole(tape, row) for row in samples])
    x = np.column_stack(
        [samples[:, 0], -9.81 * samples[:, 0], 0.5 + 2.0 * values[:, inertia.index], np.sin(samples[:, 1])]
    )
    found, missing = matched(x, values, np.arange(4), candidates_of(tape))
    assert missing == [3]
    assert [(f.number, round(f.alpha, 12), round(f.beta, 12)) for f, *_ in found] == [
        (m.index, 1.0, 0.0),
        (m.index, -9.81, 0.0),
        (inertia.index, 2.0, 0.5),
    ]


def test_the_table_of_parameters() -> None:
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.parameter("length", 0.5, unit="m", low=0.1, high=2)
    m.parameter("unused", 3)
    m.add_points(A=(0, 0), B=("length", 0))
    m.bar("arm", "A", "B", mass=1)
    m.revolute("A", "ground", "arm")
    table = sn.Planar(m).parameters
    assert list(table) == ["length", "unused"]
    assert (table["length"].value, table["length"].unit, table["length"].low, table["length"].high) == (
        0.5,
        "m",
        0.1,
        2.0,
    )
    assert table["unused"].how == "no number of the equations depends on it"
    assert "length  0.5 m  0.1 .. 2  rewrites" in str(table)
    assert str(sn.Planar(m.with_parameters()).parameters) == str(table)
    assert "<pre" in table._repr_html_()
    bare = sn.Mechanism("none")
    bare.bar("arm", (0, 0), (1, 0), mass=1)
    bare.revolute("A", "ground", "arm", at=(0, 0))
    assert str(sn.Planar(bare).parameters) == "no parameters"


def test_functions_of_two_plain_numbers_stay_plain() -> None:
    assert applied("max", 1.0, 2.0) == 2.0
