"""A misspelling in Python gets the same "did you mean" as one in a file."""

from __future__ import annotations

import copy
import inspect
import pickle
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.spelling import Spelled, spelled


def pendulum() -> sn.Mechanism:
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("arm", "A", "B", mass=1.0)
    m.revolute("A", "ground", "arm")
    return m


@pytest.fixture(scope="module")
def result() -> sn.Result:
    return sn.simulate(pendulum(), 0.02, output=0.01)


def here(error: sn.SnodoError) -> bool:
    """Whether it points at a line of this file."""
    return error.problems[0].where.startswith(f"{__file__}:")


ATTRIBUTES = {
    "revolut": (lambda: pendulum().revolut, "a Mechanism has no attribute 'revolut'", "'revolute'"),
    "simulat": (lambda: sn.simulat, "snodo has no attribute 'simulat'", "'simulate'"),
    "Baumgart": (lambda: sn.Baumgart, "snodo has no attribute 'Baumgart'", "'Baumgarte'"),
}


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_an_attribute_names_the_nearest(name: str) -> None:
    ask, what, near = ATTRIBUTES[name]
    with pytest.raises(AttributeError) as caught:
        ask()
    error = caught.value
    assert isinstance(error, sn.SnodoError)
    assert what in str(error)
    assert "did you mean" in error.problems[0].remedy
    assert near in error.problems[0].remedy
    assert here(error)


def test_a_result_and_a_batch(result: sn.Result) -> None:
    with pytest.raises(AttributeError, match=r"a Result has no attribute 'angel'(.|\n)*did you mean 'angle'") as caught:
        result.angel("arm", "ground")
    assert here(caught.value)
    batch = sn.simulate(pendulum(), 0.02, initial={"A.angle": [0.1, 0.2]})
    with pytest.raises(AttributeError, match=r"use one of its results: batch\[0\].reaction"):
        batch.reaction("A")
    with pytest.raises(AttributeError, match="did you mean 'quality'"):
        batch.qualty()


def test_asking_whether_it_exists_works_as_ever(result: sn.Result) -> None:
    m, F = pendulum(), sn.Planar(pendulum())
    for owner in (m, F, result, sn):
        assert not hasattr(owner, "nothing_like_it")
        assert getattr(owner, "nothing_like_it", 7) == 7
        assert not hasattr(owner, "_ipython_display_")
    assert hasattr(m, "revolute")
    assert copy.copy(m).points == copy.deepcopy(m).points == pickle.loads(pickle.dumps(m)).points == m.points
    assert np.array_equal(pickle.loads(pickle.dumps(result)).q, result.q)


def test_a_property_that_fails_says_why() -> None:
    class Broken(Spelled):
        @property
        def angle(self) -> Any:
            return self.angel

    with pytest.raises(AttributeError, match="a Broken has no attribute 'angel'"):
        _ = Broken().angle


ARGUMENTS = {
    "masss": (lambda m: m.bar("b", "A", "B", masss=1.0), "bar() has no argument 'masss'", "'mass'"),
    "stifness": (lambda m: m.revolute("R", "ground", "arm", stifness=1), "revolute() has no argument", "'stiffness'"),
    "inertai": (lambda m: m.disc("d", 1.0, inertai=1.0), "disc() has no argument 'inertai'", "'inertia'"),
    "att": (lambda m: m.free("F", "ground", "arm", att="A"), "free() has no argument 'att'", "'at'"),
    "spead": (lambda m: m.driver("d", joint="A", spead=1.0), "driver() has no argument 'spead'", "'speed'"),
    "metod": (lambda m: sn.simulate(m, 1.0, metod="penalty"), "simulate() has no argument 'metod'", "'method'"),
    "initail": (lambda m: sn.assemble(m, initail={}), "assemble() has no argument 'initail'", "'initial'"),
    "grond": (lambda m: sn.explain(m, grond=True), "explain() has no argument 'grond'", "'ground'"),
}


def test_an_argument_of_load_may_be_a_parameter() -> None:
    with pytest.raises(sn.FileError, match=r"bas=: a URDF has no parameters\s+→ .*'base'.*or write a \.yaml file"):
        sn.load("robot.urdf", bas="free")


@pytest.mark.parametrize("word", ARGUMENTS)
def test_an_argument_names_the_nearest(word: str) -> None:
    call, what, near = ARGUMENTS[word]
    m = pendulum()
    with pytest.raises(TypeError) as caught:
        call(m)
    error = caught.value
    assert isinstance(error, sn.SnodoError)
    assert what in error.problems[0].what
    assert near in error.problems[0].remedy
    assert here(error)
    assert list(m.bodies) == ["arm"]


def test_a_field_of_other_kinds_is_refused_by_name() -> None:
    m = sn.Mechanism("screw", dimension=3)
    with pytest.raises(sn.MechanismError, match="helical 'S': a helical takes no stiffness") as caught:
        m.helical("S", "ground", "nut", axis="z", pitch=0.01, stiffness=1e4)
    assert here(caught.value)


def test_all_misspellings_of_a_call_come_at_once() -> None:
    with pytest.raises(sn.SnodoError) as caught:
        pendulum().bar("b", "A", "B", masss=1.0, widht=2.0)
    assert [problem.remedy for problem in caught.value.problems] == ["did you mean 'mass'?", "did you mean 'width'?"]


def test_the_signature_stays_as_it_is_written() -> None:
    assert list(inspect.signature(sn.Mechanism.revolute).parameters)[:4] == ["self", "name", "parent", "child"]
    assert inspect.signature(sn.simulate).parameters["threads"].default == 1


def test_a_function_that_takes_any_word_takes_any_word() -> None:
    @spelled
    def points(**places: float) -> int:
        return len(places)

    assert points(A=1.0, B=2.0) == 2
    m = sn.Mechanism("m")
    m.add_points(anything=(0, 0))
    assert list(m.points) == ["anything"]


def test_formulations_leave_the_suggestion_to_the_interpreter() -> None:
    """An attribute hook would slow down every attribute of a formulation, and with it forward dynamics by a tenth."""
    F = sn.Planar(pendulum())
    assert not hasattr(type(F), "__getattr__")
    with pytest.raises(AttributeError) as found:
        F.jacobain  # noqa: B018
    assert (found.value.name, found.value.obj) == ("jacobain", F)


# ---------------------------------------------------------------- methods, integrators, rotations
@pytest.mark.parametrize(
    ("make", "word", "near"),
    [
        (lambda: sn.Embedding(independant=["A"]), "Embedding() has no argument 'independant'", "'independent'"),
        (lambda: sn.Baumgarte(alfa=1.0), "Baumgarte() has no argument 'alfa'", "'alpha'"),
        (lambda: sn.DOP853(rtoll=1e-8), "DOP853() has no argument 'rtoll'", "'rtol'"),
        (lambda: sn.RK4(stp=1e-3), "RK4() has no argument 'stp'", "'step'"),
    ],
)
def test_arguments_of_methods_and_integrators(make: Any, word: str, near: str) -> None:
    with pytest.raises(TypeError) as error:
        make()
    assert word in str(error.value)
    assert f"did you mean {near}" in str(error.value)
    assert "test_spelling.py:" in str(error.value)


def test_classes_of_users_are_answered_too_and_keep_their_signature() -> None:
    assert list(inspect.signature(sn.DOP853).parameters) == ["rtol", "atol", "first_step", "max_step"]
    assert pickle.loads(pickle.dumps(sn.DOP853(rtol=1e-7))) == sn.DOP853(rtol=1e-7)

    class Own(sn.FixedStep, abstract=True):
        order, A, b = 2, ((), (1,)), (0.5, 0.5)

    with pytest.raises(TypeError, match=r"Own\(\) has no argument 'stepp'\n.*did you mean 'step'"):
        Own(stepp=1.0)
    assert Own(step=0.1).step == Own(0.1).step


def test_attributes_of_a_rotation() -> None:
    R = sn.Rotation.from_axis_angle("z", "90 deg")
    with pytest.raises(AttributeError, match=r"a Rotation has no attribute 'matrix_rat'\n.*did you mean 'matrix_rate'"):
        _ = R.matrix_rat
    assert not hasattr(R, "nothing")
