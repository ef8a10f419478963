"""Labelled systems of one state: names, printing, notebooks, and what is refused."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest

import snodo as sn
from mechanisms import double_pendulum, four_bar, pendulum, spatial_slider_crank
from snodo.math.labelled import Labelled

TABLE = Labelled(["a", "b"], ["x", "y", "z"], np.arange(6.0).reshape(2, 3))


# ---------------------------------------------------------------- labelled arrays
def test_names_select_entries_and_numbers_compute() -> None:
    assert TABLE["b", "y"] == 4.0
    assert np.array_equal(TABLE["a"], [0.0, 1.0, 2.0])
    assert np.array_equal(TABLE[:, 1], [1.0, 4.0])
    assert np.array_equal(TABLE @ [1.0, 0.0, 0.0], [0.0, 3.0])
    assert np.array_equal(np.ones(2) @ TABLE, [3.0, 5.0, 7.0])
    assert type(TABLE + 1) is np.ndarray
    assert TABLE.T["y", "b"] == 4.0
    assert np.asarray(TABLE) is TABLE.array
    assert np.array(TABLE, dtype=int).dtype == int
    assert len(TABLE) == 2


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(sn.NameNotFound, match=r"did you mean 'crank.omega_dot'"):
        sn.equations(four_bar()).solution["crank.omega_dots"]


def test_a_table_in_text_and_html() -> None:
    assert str(TABLE).splitlines() == ["   x  y  z", "a  ·  1  2", "b  3  4  5"]
    small = Labelled(["a"], [], np.array([-1.5]))
    assert str(small) == "a  −1.5"
    ET.fromstring(TABLE._repr_html_())
    long = Labelled([f"r{k}" for k in range(40)], [], np.ones(40))
    assert str(long).splitlines()[-1] == "… the first 30 of 40; all are in .array"
    assert "first 30 of 40" in long._repr_html_()
    assert "v̇" in str(Labelled(["a"], ["v̇"], np.ones((1, 1))))


# ---------------------------------------------------------------- printing
@pytest.mark.parametrize("make", [sn.equations, sn.embedding, sn.quasi_velocities])
@pytest.mark.parametrize("mechanism", [four_bar, double_pendulum, spatial_slider_crank])
@pytest.mark.parametrize("formulation", [None, "tree"])
def test_systems_are_shown_as_tables(make, mechanism, formulation: str | None) -> None:
    e = make(mechanism(), formulation=formulation)
    text = str(e)
    assert repr(e) == text
    assert f"mechanism {e.formulation.mechanism.name!r}, formulation {e.formulation.name}, t = 0 s" in text
    assert all(name in text for name in e.formulation.velocity_names[:20])
    ET.fromstring(e._repr_html_())


def test_a_long_system_is_truncated_and_says_so() -> None:
    text = str(sn.equations(spatial_slider_crank(), formulation="spatial"))
    assert "of 35 columns the first 29, the others in .array" in text
    assert "… the first 30 of 35 × 30" in text


def test_redundant_rows_are_printed() -> None:
    from mechanisms import parallelogram

    assert "redundant rows: B" in str(sn.equations(parallelogram()))


# ---------------------------------------------------------------- the state
def test_the_state_is_the_assembled_one_or_the_given_one() -> None:
    m = pendulum()
    m.initial = {"A.speed": 2.0}
    e = sn.equations(m)
    assert np.allclose(e.state.v, sn.assemble(m).v)
    assert np.array_equal(sn.equations(m, e.state.q).state.v, np.zeros(3))
    assert np.array_equal(sn.equations(m, v=[1.0, 0.0, 0.0]).state.v, [1.0, 0.0, 0.0])


def test_wrong_states_are_refused_in_words() -> None:
    for wrong in ([1.0, 2.0], [np.nan] * 3, "here", [[1.0, 2.0, 3.0]]):
        with pytest.raises(sn.SnodoError, match=r"q is .*\n.*give 3 finite numbers: arm.x, arm.y, arm.angle"):
            sn.equations(pendulum(), wrong)
    with pytest.raises(sn.SnodoError, match="v is"):
        sn.embedding(pendulum(), v=[1.0])
    with pytest.raises(sn.SnodoError, match="did you mean 'independent'"):
        sn.embedding(pendulum(), independant=["A"])


# ---------------------------------------------------------------- quasi-velocities along C
@pytest.mark.parametrize(
    ("C", "words"),
    [
        (np.ones((3, 2)), r"along has the shape \(3, 2\), and 'pendulum' has degrees of freedom: 1"),
        ("along the arm", r"give finite numbers C \(3 × 1\)"),
        (np.full((3, 1), np.inf), "give finite numbers"),
        (np.zeros((3, 1)), "column 1 of C is zero"),
        ([1.0, 0.0, 0.0], r"(?s)\[Φ_v; Cᵀ\] is singular \(smallest singular value .*motion of arm.vy, arm.omega"),
    ],
)
def test_columns_that_do_not_measure_the_free_motions_are_refused(C, words: str) -> None:
    with pytest.raises(sn.SnodoError, match=words):
        sn.quasi_velocities(pendulum(), along=C)


def test_a_mechanism_without_rows_or_without_freedom() -> None:
    tree = sn.embedding(double_pendulum(), formulation="tree")
    assert tree.dependent == []
    assert "no rows" in tree.why
    driven = four_bar()
    driven.driver("motor", joint="A", speed=1.0)
    e = sn.embedding(driven)
    assert e.independent == []
    a, multipliers = e.formulation.solve(e.state.q, e.state.v)
    assert np.abs(e.v_dot - a).max() < 1e-12 * np.abs(a).max()
    assert np.abs(e.multipliers - multipliers).max() < 1e-11 * np.abs(multipliers).max()
    assert sn.quasi_velocities(driven).S.shape == (9, 0)


def test_a_block_inverse_is_shown_as_three_tables() -> None:
    inverse = sn.equations(four_bar()).block_inverse
    told, page = str(inverse), inverse._repr_html_()
    assert repr(inverse) == told
    assert "Labelled(" not in told
    for words in ("X, .accelerations_of_forces", "Y, .accelerations_of_rows", "−Z, .multipliers_of_rows"):
        assert words in told
        assert words in page
    assert page.count("<table>") == 3
    driven = four_bar()
    driven.driver("motor", joint="A", angle="60*t")
    assert not sn.equations(driven).block_inverse.accelerations_of_forces.array.any()
