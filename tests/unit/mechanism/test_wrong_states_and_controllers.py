"""Wrong descriptions of states, signals and controllers, and what is said about them."""

from __future__ import annotations

import pytest

import snodo as sn


def rotor() -> sn.Mechanism:
    m = sn.Mechanism("rotor")
    m.body("rotor", mass=1.0, inertia=1.0)
    m.revolute("A", "ground", "rotor", at=(0, 0))
    return m


def state(rate="-x", name="x", **words):
    return lambda m: m.state(name, rate=rate, **words)


def controller(**words):
    return lambda m: m.controller("c", **{"every": 0.01, "gives": {"u": "1"}, **words})


def both(*makers):
    return lambda m: [make(m) for make in makers]


WRONG = {
    "unknown state in a law": (
        both(state(name="current"), lambda m: m.torque("T", "2*curent", joint="A")),
        ["torque 'T': depends on 'curent', but there is no state", "did you mean 'current'?"],
    ),
    "no such name at all": (
        lambda m: m.torque("T", "2*i", joint="A"),
        ["depends on 'i'", 'm.state("i", rate=…)'],
    ),
    "a joint is not a number": (
        lambda m: m.torque("T", "2*A", joint="A"),
        ["depends on 'A', which is not a number", "A.angle or A.speed"],
    ),
    "unknown name in a rate": (state("-y"), ["state 'x': rate depends on 'y'", "known names: x"]),
    "unknown measure in a rate": (state("-A.sped"), ["state 'x': rate depends on 'A.sped'", "A.speed"]),
    "reaction in a rate": (state("A.fx"), ["rate depends on 'A.fx', which no law can"]),
    "formula that cannot be read": (state("2*(x"), ["this '(' is not closed"]),
    "scale of zero": (state(scale=0.0), ["scale is 0", "a positive number"]),
    "start that is no number": (state(initial="much"), ["initial", "does not begin with a number"]),
    "name of a unit": (state(name="N", rate="1"), ["its name 'N' is a unit"]),
    "name of a function": (state(name="exp", rate="1"), ["is that of a function or constant"]),
    "name of time": (state(name="t", rate="1"), ["its name is t, which is the time"]),
    "name with a space": (state(name="the current", rate="1"), ["cannot be used in a formula"]),
    "name that is taken": (state(name="rotor"), ["the name is taken by body 'rotor'"]),
    "circle of signals": (
        both(
            lambda m: m.signal("a", "2*b"),
            lambda m: m.signal("b", "c + 1"),
            lambda m: m.signal("c", "A.speed*a"),
        ),
        ["signal 'a': depends on itself: a → b → c → a", "make one of them a state"],
    ),
    "period of zero": (controller(every=0.0), ["controller 'c': every is 0 s"]),
    "period with a wrong unit": (controller(every="1 m"), ["every"]),
    "output like a part": (controller(gives={"rotor": "1"}), ["the output 'rotor' has the name of body 'rotor'"]),
    "output given twice": (
        both(controller(), lambda m: m.controller("d", every=0.1, gives={"u": "2"})),
        ["the output 'u' is given by controller"],
    ),
    "memory that never changes": (controller(memory={"I": 0}), ["the memory 'I' never changes"]),
    "then without memory": (controller(memory={"I": 0}, then={"J": "1", "I": "I"}), ["there is no memory 'J'"]),
    "memory of another name": (
        controller(gives={"u": "K"}, memory={"I": 0}, then={"I": "I + 1"}),
        ["output 'u' depends on 'K'"],
    ),
    "memory like a state": (
        both(state(), controller(memory={"x": 0}, then={"x": "x + 1"})),
        ["the memory 'x' has the name of a state"],
    ),
    "names without a function": (controller(gives=["u"]), ["the output 'u' has no formula, and there is no function"]),
    "delay of half a sample": (controller(delay=0.5), ["0.5 is not a whole number of samples"]),
    "function with formulas": (
        controller(function=lambda t, x, memory: 1.0),
        ["has a function, and formulas of outputs"],
    ),
    "reads what is not there": (
        controller(gives=["u"], function=lambda t, x, memory: 1.0, reads=["B.angle"]),
        ["reads: it reads 'B.angle', but there is no 'B'"],
    ),
    "event about nothing": (
        both(state(), lambda m: m.event("e", when="y rises to 3", do="stop")),
        ["there is no measure 'y'", "A.speed, x"],
    ),
    "start of an unknown state": (
        both(state(), lambda m: m.initial.update({"y": 1.0})),
        ["initial 'y'"],
    ),
}


def _checked(make) -> None:
    m = rotor()
    make(m)
    m.check()


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_description_is_told(case):
    make, words = WRONG[case]
    with pytest.raises(sn.SnodoError) as error:
        _checked(make)
    for word in words:
        assert word in str(error.value), str(error.value)


def test_wrong_files_name_the_line():
    text = """
mechanism: rotor
bodies: {rotor: {mass: 1, inertia: 1}}
joints: {A: {revolute: [ground, rotor], at: [0, 0]}}
states:
  i: {rate: u - i, scal: 1}
controllers:
  c: {every: 1 ms, gives: {u: 3*j}}
"""
    with pytest.raises(sn.FileError) as error:
        sn.loads(text, name="rotor.yaml")
    told = str(error.value)
    assert "rotor.yaml:6: state 'i': there is no field 'scal' in a state" in told
    assert "rotor.yaml:8: controller 'c': output 'u' depends on 'j'" in told


def driven(function, **words) -> sn.Mechanism:
    m = rotor()
    m.controller("walk", every=0.01, **{"reads": ["A.speed"], "gives": ["u", "w"], "function": function, **words})
    m.torque("T", "u + w", joint="A")
    return m


def test_answers_of_python_functions():
    """Sequences, arrays and tables are outputs; the memory comes with them."""
    for answer in ([1.0, 2.0], (1, 2), {"w": 2, "u": 1}):
        result = sn.simulate(driven(lambda t, x, memory, answer=answer: answer), 0.05, output=0.05)
        assert result["A.speed"].values[-1] == pytest.approx(0.15, abs=1e-12)
    one = rotor()
    one.controller("c", every=0.01, gives="u", function=lambda t, x, memory: 3.0)
    one.torque("T", "u", joint="A")
    assert sn.simulate(one, 0.05)["A.speed"].values[-1] == pytest.approx(0.15, abs=1e-12)


calls: list[float] = []


def forgetful(t, x, memory):
    calls.append(t)
    return [float(len(calls)), 0.0]


def late(t, x, memory):
    return [1.0 / (0.02 - t if t < 0.025 else 0.0), 0.0]


WRONG_ANSWERS = {
    "too few": (lambda t, x, memory: [1.0], {}, "returned [1.0] for its outputs u, w"),
    "no number": (lambda t, x, memory: ["a", "b"], {}, "for its outputs u, w"),
    "other names": (lambda t, x, memory: {"u": 1, "v": 2}, {}, "returned the outputs u, v"),
    "not finite": (lambda t, x, memory: [float("nan"), 1.0], {}, "its u is nan"),
    "hidden state": (forgetful, {}, "called twice with the same arguments, its function answered"),
    "no memory": (lambda t, x, memory: [1.0, 2.0], {"memory": {"I": 0}}, "return (outputs, memory)"),
    "other memory": (lambda t, x, memory: ([1, 2], {"K": 0}), {"memory": {"I": 0}}, "returned the memory K"),
    "raises": (lambda t, x, memory: memory["I"], {}, "its function raised KeyError: 'I'"),
}


@pytest.mark.parametrize("case", WRONG_ANSWERS)
def test_a_wrong_answer_is_told_with_the_line_of_the_controller(case):
    function, words, told = WRONG_ANSWERS[case]
    with pytest.raises(sn.RunError) as error:
        sn.simulate(driven(function, **words), 0.05)
    assert "controller 'walk'" in str(error.value)
    assert told in str(error.value)
    assert "test_wrong_states_and_controllers.py" in str(error.value)


def test_a_function_that_fails_later_leaves_the_result_until_then():
    with pytest.raises(sn.RunError) as error:
        sn.simulate(driven(late), 0.1, output=0.01)
    assert "its function raised ZeroDivisionError" in str(error.value)
    assert error.value.result.time[-1] == pytest.approx(0.02, abs=1e-12)


def test_a_rate_that_is_not_finite_names_the_state():
    m = rotor()
    m.state("x", rate="-1/sqrt(x)", initial=0.04)
    with pytest.raises(sn.RunError) as error:
        sn.simulate(m, 1.0)
    assert "state 'x'" in str(error.value)
    assert "-1/sqrt(x)" in str(error.value)


def test_what_does_not_suit_states_is_refused():
    m = rotor()
    m.state("x", rate="-x")
    m.torque("T", "x", joint="A")
    for words in ({"integrator": "radau"}, {"method": "penalty"}, {"method": "embedding"}):
        with pytest.raises(sn.UnsupportedError, match="state 'x'"):
            sn.simulate(m, 0.1, **words)
    for analysis in (sn.linearize, sn.equilibrium, sn.derivatives, sn.inverse_dynamics, sn.kinematics):
        with pytest.raises(sn.UnsupportedError, match="state 'x'"):
            analysis(m)
    n = rotor()
    n.controller("c", every=0.1, gives={"u": "1"})
    with pytest.raises(sn.MechanismError, match="initial u: it is computed by controller"):
        sn.simulate(n, 0.1, initial={"u": 2})


def test_checkpoints_are_refused(tmp_path):
    m = rotor()
    m.state("x", rate="-x")
    with pytest.raises(sn.UnsupportedError, match="checkpoints are not possible"):
        sn.simulate(m, 0.1, checkpoint=tmp_path / "run")
