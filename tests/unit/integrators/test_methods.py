"""The objects a user writes: checked when made, found by their word."""

import subprocess
import sys

import pytest

from snodo import DOP853, RK4, DormandPrince
from snodo.errors import NameNotFound, SnodoError
from snodo.integrators.base import integrator_from


def test_attributes():
    assert (RK4(1e-3).name, RK4.order, RK4.adaptive) == ("rk4", 4, False)
    assert (DormandPrince().name, DormandPrince.order, DormandPrince.adaptive) == ("dormand_prince", 5, True)
    assert (DOP853().name, DOP853.order, DOP853.adaptive) == ("dop853", 8, True)
    assert DOP853().rtol == 1e-8
    assert DOP853(1e-6) == DOP853(rtol=1e-6)


@pytest.mark.parametrize("step", [0, -1e-3, float("nan"), float("inf"), "1 ms", True, None])
def test_rk4_needs_a_positive_step(step):
    with pytest.raises(SnodoError, match=r"RK4.*step"):
        RK4(step)


@pytest.mark.parametrize("method", [DormandPrince, DOP853])
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rtol": 0}, "rtol = 0"),
        ({"rtol": 1e-16}, "double precision"),
        ({"rtol": 2.0}, "rtol = 2.0"),
        ({"rtol": "tight"}, "rtol = 'tight'"),
        ({"atol": 0.0}, "atol = 0.0"),
        ({"atol": float("inf")}, "atol = inf"),
        ({"first_step": -1.0}, "first_step = -1.0"),
        ({"max_step": 0}, "max_step = 0"),
        ({"first_step": 0.2, "max_step": 0.1}, "first_step = 0.2 s is longer than max_step = 0.1 s"),
    ],
)
def test_wrong_parameters_are_named(method, wrong, message):
    with pytest.raises(SnodoError, match=message):
        method(**wrong)


def test_all_problems_at_once():
    with pytest.raises(SnodoError) as caught:
        DOP853(rtol=-1, atol=-1, max_step=-1)
    assert len(caught.value.problems) == 3


def test_integrator_from_words_and_objects():
    assert integrator_from("dop853") == DOP853()
    assert integrator_from("Dormand-Prince") == DormandPrince()
    assert integrator_from(DormandPrince) == DormandPrince()
    assert integrator_from(RK4(0.1)) == RK4(0.1)


@pytest.mark.parametrize(
    ("word", "remedy"),
    [
        ("dop835", "'dop853'"),
        ("dormandprince", "'dormand_prince'"),
        ("RK45", "'dormand_prince'"),
        ("euler", "known names"),
    ],
)
def test_unknown_words_get_a_suggestion(word, remedy):
    with pytest.raises(NameNotFound, match=remedy):
        integrator_from(word)


def test_rk4_as_a_word_asks_for_its_step():
    with pytest.raises(SnodoError, match="needs a step"):
        integrator_from("rk4")
    with pytest.raises(SnodoError, match="cannot be made from 3"):
        integrator_from(3)


def test_numba_is_not_imported():
    modules = "snodo.integrators, snodo.integrators.ode.run, snodo.progress"
    code = f"import sys, {modules}; print('numba' in sys.modules, 'rich' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout == "False False\n"
