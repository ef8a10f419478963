"""Every kind of mistake a user makes, each with the message it gets.  Nothing gets a traceback from the depths.

The file format has its own, longer list in tests/unit/formats; these are the mistakes that only the meaning reveals.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.mechanisms import FOUR_BAR

import snodo as sn
from snodo.simulation.time_breaks import TimeBreaks


def changed(old: str, new: str) -> Callable[[], object]:
    """Run the four-bar with one text replaced by another."""
    assert old in FOUR_BAR
    return lambda: sn.simulate(sn.loads(FOUR_BAR.replace(old, new), name="four_bar.yaml"))


def added(section: str, line: str) -> Callable[[], object]:
    """Run the four-bar with one line more in a section."""
    return changed(f"{section}:\n", f"{section}:\n  {line}\n")


def built(build: Callable[[sn.Mechanism], object], duration: float = 0.1) -> Callable[[], object]:
    """Run the four-bar after changing the mechanism in Python."""

    def run() -> object:
        m = sn.loads(FOUR_BAR)
        build(m)
        return sn.simulate(m, duration)

    return run


def open_loop() -> object:
    m = sn.Mechanism("open")
    m.add_points(A=(0, 0), D=(5, 0))
    m.body("crank", mass=1, inertia=0.1, at="A")
    m.body("rocker", mass=1, inertia=0.1, at="D")
    m.revolute("A", "ground", "crank")
    m.revolute("D", "ground", "rocker")
    m.revolute("C", "crank", "rocker", at={"crank": (1, 0), "rocker": (-1, 0)})
    return sn.simulate(m, 1.0)


def three_d() -> object:
    m = sn.Mechanism("spatial", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(A=(0, 0, 0), B=(1, 0, 0))
    m.bar("arm", "A", "B", mass=1.0, width="20 mm", thickness="20 mm")
    m.revolute("A", "ground", "arm", axis="y")
    return sn.simulate(m, 1.0, formulation="planar")


def raising(t: float, q: np.ndarray, v: np.ndarray) -> list[float]:
    if t > 0.05:
        raise ValueError("out of range")
    return [0.0, 0.0, math.sin(t)]


CASES: dict[str, tuple[Callable[[], object], type[Exception], list[str]]] = {
    "a body name that does not exist": (
        changed("{revolute: [crank, coupler]}", "{revolute: [crnak, coupler]}"),
        sn.FileError,
        ["four_bar.yaml:11", "revolute 'B'", "there is no body 'crnak'", "did you mean 'crank'"],
    ),
    "a point name that does not exist": (
        changed("{bar: [A, B], mass: 0.5 kg}", "{bar: [A, BB], mass: 0.5 kg}"),
        sn.FileError,
        ["four_bar.yaml:6", "'BB'", "does not exist"],
    ),
    "a joint name that does not exist": (
        changed("joint: A,", "joint: Z,"),
        sn.FileError,
        ["driver 'motor'", "there is no joint 'Z'"],
    ),
    "a body without mass": (
        changed("{bar: [B, C], mass: 1.2 kg}", "{bar: [B, C]}"),
        sn.FileError,
        ["four_bar.yaml:7", "bar 'coupler' has no mass", "give mass"],
    ),
    "a field that a kind does not have": (
        lambda: sn.loads(FOUR_BAR).bar("link", "A", "C", mass=1, at="A"),
        sn.MechanismError,
        ["bar 'link'", "a bar takes no at", "omit it"],
    ),
    "a negative mass": (changed("1.2 kg", "-1.2 kg"), sn.FileError, ["coupler", "-1.2"]),
    "a body without moment of inertia": (
        changed("{bar: [A, B], mass: 0.5 kg}", "{mass: 0.5 kg, at: A, inertia: 0}"),
        sn.FileError,
        ["'crank' has no moment of inertia", "particle"],
    ),
    "a joint on one body": (
        changed("{revolute: [crank, coupler]}", "{revolute: [crank, crank]}"),
        sn.FileError,
        ["revolute 'B'", "joins 'crank' to itself", "give two different bodies"],
    ),
    "a joint without a place": (
        added("joints", "E: {revolute: [crank, rocker]}"),
        sn.FileError,
        ["revolute 'E'", "has no position", "at:"],
    ),
    "a loop that cannot close": (
        open_loop,
        sn.AssemblyError,
        ["does not close", "revolute 'C' by 3 m", "tried the drawing"],
    ),
    "contradictory drivers of one joint": (
        added("drivers", "second: {joint: A, speed: 30 rpm}"),
        sn.FileError,
        ["'second'", "'motor'", "both drive 'A'"],
    ),
    "contradictory drivers of two joints": (
        added("drivers", "second: {joint: D, speed: 30 rpm}"),
        sn.AssemblyError,
        ["contradict", "second", "motor", "remove one"],
    ),
    "a driver of what cannot move": (
        added("joints", "brace: {rod: [ground, coupler], from: A, to: C}"),
        sn.AssemblyError,
        ["the joints do not allow motor.angle"],
    ),
    "drivers that contradict later": (
        added("drivers", "second: {joint: D, angle: 0}"),
        sn.SnodoError,
        ["second"],
    ),
    "NaN": (changed("1.2 kg", ".nan"), sn.FileError, ["four_bar.yaml:7", "nan"]),
    "infinity": (changed("[0.10, 0.15]", "[.inf, 0.15]"), sn.FileError, ["four_bar.yaml:4", "inf"]),
    "a unit that does not fit": (
        changed("1.2 kg", "1.2 mm"),
        sn.FileError,
        ["four_bar.yaml:7", "is a length where a mass", "kg"],
    ),
    "an unknown unit": (changed("60 rpm", "60 rmp"), sn.FileError, ["rmp"]),
    "3-D data in a 2-D model": (
        changed("B: [0.10, 0.15]", "B: [0.10, 0.15, 0]"),
        sn.FileError,
        ["point 'B' has 3 coordinates in a 2-D mechanism"],
    ),
    "2-D data in a 3-D model": (
        changed("dimension: 2", "dimension: 3"),
        sn.FileError,
        ["2 coordinates in a 3-D mechanism", "has no axis"],
    ),
    "a spatial mechanism": (three_d, sn.UnsupportedError, ["three-dimensional", "tree"]),
    "a formulation that does not exist": (
        lambda: sn.simulate(sn.loads(FOUR_BAR), formulation="spacial"),
        sn.NameNotFound,
        ["there is no formulation 'spacial'", "did you mean 'spatial'"],
    ),
    "a joint to cut that is not there": (
        lambda: sn.Tree(sn.loads(FOUR_BAR), cut=["K"]),
        sn.NameNotFound,
        ["cut", "no joint 'K'"],
    ),
    "a projected penalty": (
        lambda: sn.simulate(sn.loads(FOUR_BAR), method=sn.Penalty(projection=True)),
        sn.UnsupportedError,
        ["strain", "AugmentedLagrangian"],
    ),
    "accelerations of a penalty without its parameters": (
        lambda: sn.Planar(sn.loads(FOUR_BAR)).solve(*sn.Planar(sn.loads(FOUR_BAR)).reference(), method="penalty"),
        sn.UnsupportedError,
        ["'penalty'", "parameters", "method=sn.Penalty()"],
    ),
    "a method misspelt": (
        lambda: sn.simulate(sn.loads(FOUR_BAR), method="projektion"),
        sn.NameNotFound,
        ["did you mean 'projection'"],
    ),
    "an integrator misspelt": (
        lambda: sn.simulate(sn.loads(FOUR_BAR), integrator="rk45"),
        sn.NameNotFound,
        ["dormand_prince"],
    ),
    "no duration": (
        lambda: sn.simulate(sn.loads(FOUR_BAR.replace("run: {duration: 0.1 s}", ""))),
        sn.MechanismError,
        ["duration", "give a positive time"],
    ),
    "a negative duration": (lambda: sn.simulate(sn.loads(FOUR_BAR), -1.0), sn.MechanismError, ["duration is -1"]),
    "a series that does not exist": (
        lambda: sn.simulate(sn.loads(FOUR_BAR))["crank.angel"],
        sn.NameNotFound,
        ["crank.angel", "did you mean 'crank.angle'"],
    ),
    "a reaction of nothing": (
        lambda: sn.simulate(sn.loads(FOUR_BAR)).reaction("Q"),
        sn.NameNotFound,
        ["there is no joint, constraint or driver 'Q'"],
    ),
    "an initial value of nothing": (
        changed("run:", "initial: {crank.angel: 30 deg}\nrun:"),
        sn.FileError,
        ["initial", "crank.angel", "crank.angle"],
    ),
    "wanted values that cannot hold": (
        changed("run:", "initial: {rocker.angle: 0 deg, coupler.angle: 90 deg}\nrun:"),
        sn.AssemblyError,
        ["does not close"],
    ),
    "a name used twice": (
        lambda: sn.loads(FOUR_BAR).bar("crank", "A", "C", mass=1),
        sn.MechanismError,
        ["bar 'crank'", "the name is taken"],
    ),
    "a formula with an unknown name": (
        changed("speed: 60 rpm", 'angle: "sin(omega*t)"'),
        sn.FileError,
        ["omega"],
    ),
    "code in a formula": (
        changed("speed: 60 rpm", "angle: \"__import__('os').system('true')*t\""),
        sn.FileError,
        ["four_bar.yaml"],
    ),
    "a force function that raises": (
        built(lambda m: m.force("push", "coupler", raising)),
        sn.RunError,
        ["'push' raised ValueError: out of range"],
    ),
    "a force function with too few numbers": (
        built(lambda m: m.force("push", "coupler", lambda t, q, v: [0.0, 1.0])),
        sn.MechanismError,
        ["'push'", "returns 2 numbers instead of 3"],
    ),
    "a torque on a particle": (
        built(lambda m: (m.particle("bob", "B", mass=1), m.torque("twist", 1.0, body="bob"))),
        sn.MechanismError,
        ["particle 'bob', which does not rotate"],
    ),
    "a formula that turns a particle": (
        built(lambda m: (m.particle("bob", "B", mass=1), m.force("twist", ["bob"], formula=["t", "0.0", "2 * t"]))),
        sn.MechanismError,
        ["'twist'", "torque '2 * t' acts on particle 'bob'", "give 0"],
    ),
    "a gear on different carriers": (
        built(lambda m: m.gear("mesh", "A", "C", teeth=(20, 40))),
        sn.MechanismError,
        ["different parents", "the carrier of both wheels"],
    ),
    "driving through a dead point": (
        lambda: sn.kinematics(
            sn.loads(FOUR_BAR.replace("B: [0.10, 0.15]", "B: [0.0, 0.3]").replace("C: [0.45, 0.30]", "C: [0.3, 0.4]")),
            2.0,
        ),
        sn.RunError,
        ["dead point at t =", "'motor'", "joint 'C' is stretched out"],
    ),
    "kinematics with a freedom left": (
        lambda: sn.kinematics(sn.loads(FOUR_BAR.replace("motor: {joint: A, speed: 60 rpm}", "{}")), 1.0),
        sn.SnodoError,
        [],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_message(name: str) -> None:
    act, error, fragments = CASES[name]
    with pytest.raises(error) as caught:
        act()
    message = str(caught.value)
    assert isinstance(caught.value, sn.SnodoError)
    for fragment in fragments:
        assert fragment in message, f"{fragment!r} is missing in:\n{message}"
    assert "Traceback" not in message


def test_a_redundant_constraint_is_named_and_does_no_harm() -> None:
    m = sn.loads(FOUR_BAR.replace("motor: {joint: A, speed: 60 rpm}", "").replace("drivers:\n", ""))
    m.rod("extra", "ground", "crank", start="A", end="B")
    found = sn.mobility(m)
    assert list(found.redundant) == ["extra.length"]
    assert found.degrees_of_freedom == 1
    result = sn.simulate(m, 0.5)
    assert result.info["redundant_rows"]
    assert result.quality().verdict == "good"


def test_the_good_part_of_a_failed_run_is_kept() -> None:
    with pytest.raises(sn.RunError) as caught:
        built(lambda m: m.force("push", "coupler", raising))()
    result = caught.value.result
    assert isinstance(result, sn.Result)
    assert 0.0 < result.time[-1] <= 0.05
    assert np.all(np.isfinite(result.q))


@pytest.mark.parametrize("angle", [20, 50, 70])
@pytest.mark.parametrize("method", ["projection", "baumgarte", "augmented"])
def test_another_redundant_row_is_left_out_when_the_first_choice_wears_out(angle: int, method: str) -> None:
    """Three equal links: whichever row is left out, its factor in the dependency vanishes somewhere on the way."""
    m = sn.Mechanism("three links", gravity=(0, -9.81))
    for k, x in enumerate((0.0, 0.7, 1.5)):
        m.point(f"A{k}", x, 0.0)
        m.point(f"B{k}", x, -1.0)
        m.bar(f"link{k}", f"A{k}", f"B{k}", mass=1.0)
        m.revolute(f"a{k}", "ground", f"link{k}", at=f"A{k}")
    m.bar("coupler", "B0", "B2", mass=1.0)
    for k in range(3):
        m.revolute(f"b{k}", f"link{k}", "coupler", at=f"B{k}")
    result = sn.simulate(m, 3.0, method=method, initial={"a0.angle": f"{angle} deg"})
    assert result.quality().verdict == "good"
    assert np.ptp(result.q[:, 2] - result.q[:, 5]) < 1e-8


def without_scan(*_: object) -> TimeBreaks:
    """Functions are called in the run only: Ctrl-C during the scan before it ends the call, as anywhere else."""
    return TimeBreaks()


def test_ctrl_c_in_a_users_function_returns_what_was_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("snodo.simulation.one_run.time_breaks", without_scan)

    def interrupting(t: float, q: np.ndarray, v: np.ndarray) -> list[float]:
        if t > 0.05:
            raise KeyboardInterrupt
        return [0.0, float(str(0.0)), 0.0]

    m = sn.loads(FOUR_BAR)
    m.force("push", "coupler", interrupting)
    result = sn.simulate(m)
    assert result.info["status"] == "interrupted"
    assert "is called in Python" in str(result)
    assert 0.0 < result.time[-1] <= 0.05


def test_one_ctrl_c_is_enough_and_is_forgotten_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The step is not tried again after Ctrl-C, and a later failure of the same mechanism is told as one."""
    monkeypatch.setattr("snodo.simulation.one_run.time_breaks", without_scan)
    pressed: list[float] = []

    def torque(t: Any) -> Any:
        if t > 0.05 and not pressed:
            pressed.append(t)
            raise KeyboardInterrupt
        if t > 0.08:
            raise ValueError("later")
        return 0.0 * t

    m = sn.loads(FOUR_BAR)
    m.torque("tq", torque, joint="A")
    pressed.clear()  # it was asked already whether it repeats
    assert sn.simulate(m).info["status"] == "interrupted"
    with pytest.raises(sn.RunError, match="later"):
        sn.simulate(m)


def test_an_index_too_far_in_a_compiled_force_is_told() -> None:
    def far(t: float, q: np.ndarray, v: np.ndarray) -> list[float]:
        if q[0] > 100.0:
            return [0.0, 0.0, 0.0]
        return [q[5], 0.0, 0.0]

    m = sn.loads(FOUR_BAR)
    m.force("push", "coupler", far)
    with pytest.raises(sn.RunError, match="out of bounds"):
        sn.simulate(m)


def test_a_force_may_be_an_object_that_is_called() -> None:
    class Law:
        def __call__(self, t: float, q: np.ndarray, v: np.ndarray) -> list[float]:
            return [0.0, 1.0 if q[0] > 0.0 else 0.0, 0.0]

    m = sn.loads(FOUR_BAR)
    m.force("push", "coupler", Law())
    assert "is called in Python" in str(sn.simulate(m, 0.02))


def test_options_that_do_not_go_together() -> None:
    m = sn.loads(FOUR_BAR)
    m.run.step = 1e-3
    with pytest.raises(sn.SnodoError, match="a step applies to the integrators rk4 or generalized_alpha"):
        sn.simulate(m)
    with pytest.raises(sn.SnodoError, match="no tolerance"):
        sn.simulate(m, integrator="rk4", tolerance=1e-6)
    assert "RK4(step=0.001)" in sn.simulate(m, 0.02, integrator="RK4").info["integrator"]


# ---------------------------------------------------------------- in space
def in_space() -> sn.Mechanism:
    m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(A=(0, 0, 0), B=(1, 0, 0))
    m.box("arm", (1, 0.1, 0.1), "A", mass=1)
    m.revolute("A", "ground", "arm", axis="y")
    return m


@pytest.mark.parametrize("axis", ["w", "", 0.5, None, (1, 0, 0, 0), {"arm": 1}])
def test_what_is_no_direction_is_answered_with_those_of_space(axis: Any) -> None:
    with pytest.raises(sn.MechanismError, match=r"axis: .* is not a direction\n.*x, y, z, .* a vector \[0, 0, 1\]"):
        in_space().prismatic("slide", "arm", "ground", axis=axis, at="B")


@pytest.mark.parametrize("axis", [(1, 0), {"arm": (1, 0)}])
def test_two_components_are_no_direction_in_space(axis: Any) -> None:
    m = in_space()
    m.prismatic("slide", "arm", "ground", axis=axis, at="B")
    with pytest.raises(sn.MechanismError, match=r"'slide': axis has 2 components in a 3-D mechanism\n.*give 3"):
        sn.Tree(m)


@pytest.mark.parametrize("word", ["tree", "spatial"])
def test_names_of_results_in_space(word: str) -> None:
    result = sn.simulate(in_space(), 0.02, formulation=word, output=0.01)
    with pytest.raises(sn.NameNotFound, match=r"has no single angle\n.*arm.wx, .wy, .wz"):
        result["arm.omega"]
    with pytest.raises(sn.NameNotFound, match=r"point 'B' is not on a body\n.*make it a frame"):
        result.position("B")


def test_no_name_where_there_must_be_one() -> None:
    with pytest.raises(sn.MechanismError, match="directions: a name is missing"):
        in_space().selection("S", "ground", "arm", directions=[], at="A")
