"""Formulas of measures in force laws: names that do not exist, places where they are not possible, files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import snodo as sn
from snodo.math.expression import Expression
from snodo.math.formula_reader import parse
from snodo.math.linear_part import slope_and_rest
from snodo.mechanism.functions.measured_formula import measures_in


def pendulum(torque: str = "-20*A.angle") -> sn.Mechanism:
    m = sn.Mechanism("pendulum", dimension=2, gravity=(0.0, -9.81))
    m.bar("arm", (0.0, 0.0), (1.0, 0.0), mass=2.0)
    m.revolute("A", "ground", "arm", at=(0.0, 0.0))
    m.torque("T", torque, joint="A")
    return m


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("-20*A.angle - 3 * A.speed", ("A.angle", "A.speed")),
        ("A.angle*A.angle", ("A.angle",)),
        ("5 N.m * sin(t)", ()),
        ("1.5*t", ()),
        ("2.hand", ()),
        ("exp(-hand.z/s.length)", ("hand.z", "s.length")),
    ],
)
def test_names_with_a_dot_are_measures(text: str, names: tuple[str, ...]) -> None:
    assert measures_in(text) == names


@pytest.mark.parametrize(
    ("torque", "what", "remedy"),
    [
        ("-2*A.angel", "depends on 'A.angel', but 'A' has no 'angel'", "did you mean 'A.angle'"),
        ("-2*X.angle", "there is no 'X'", "arm, A"),
        ("T.length", "torque 'T' has no coordinate", "a body, a joint or a spring"),
        ("arm.z", "'arm' has no 'z'", "arm.x"),
        ("A.fx", "which no law can: reactions follow from forces", "A.angle"),
        ("arm.ax", "which no law can: accelerations follow from the forces", "arm.x"),
    ],
)
def test_unknown_names(torque: str, what: str, remedy: str) -> None:
    with pytest.raises(sn.MechanismError) as error:
        sn.simulate(pendulum(torque), 0.1)
    (problem,) = error.value.problems
    assert what in problem.what
    assert remedy in problem.remedy
    assert problem.where.startswith(str(Path(__file__)))


def test_all_unknown_names_at_once() -> None:
    with pytest.raises(sn.MechanismError) as error:
        pendulum("A.angel + X.angle + arm.q").check()
    assert len(error.value.problems) == 3


def test_a_driver_follows_time_alone() -> None:
    m = pendulum()
    with pytest.raises(sn.MechanismError, match=r"depends on arm\.x, but here only a function of time t is possible"):
        m.driver("d", joint="A", angle="2*arm.x")


def test_a_formula_without_a_value_is_named_with_its_inputs() -> None:
    with pytest.raises(sn.RunError, match=r"torque 'T' is not finite: sqrt\(A\.angle - 5\) with A\.angle = 0"):
        sn.simulate(pendulum("sqrt(A.angle - 5)"), 0.1)


def test_a_mistake_in_the_formula_points_at_its_place() -> None:
    with pytest.raises(sn.MechanismError, match=r"there is no function 'sim'"):
        pendulum("sim(A.angle)")


def test_a_formula_of_time_says_where_measures_go() -> None:
    with pytest.raises(sn.MechanismError, match=r"names A\.angle, but a function of time has only the variable t"):
        sn.Formula("2*A.angle")


@pytest.mark.parametrize(
    "factor", ["(1 - P.speed)", "(2 - P.speed)", "cos(P.displacement)", "sqrt(0.9 - P.displacement)"]
)
def test_pulses_are_not_stepped_over(factor: str) -> None:
    """Whatever the measures are, the steps see the millisecond in which the force acts."""
    m = sn.Mechanism("slider", dimension=2, gravity=(0.0, 0.0))
    m.body("block", mass=1.0, inertia=0.1, at=(0.0, 0.0))
    m.prismatic("P", "ground", "block", axis="x", at=(0.0, 0.0))
    m.joint_force("hit", f"100*exp(-((t - 0.5)/0.001)**2)*{factor}", "P")
    found, resolved = (sn.simulate(m, 1.0, integrator=sn.DOP853(rtol=1e-8, max_step=h)) for h in (None, 2e-4))
    assert resolved["P.speed"].values[-1] > 0.1
    assert found["P.speed"].values[-1] == pytest.approx(resolved["P.speed"].values[-1], abs=1e-6)


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_a_spring_without_length_has_no_speed(formulation: str) -> None:
    """As a spring and damper of the library that is drawn without length."""
    results = []
    for law in (True, False):
        m = sn.Mechanism("slider", dimension=2, gravity=(0.0, -9.81))
        m.body("block", mass=1.0, inertia=0.1, at=(0.0, 0.0))
        m.planar("P", "ground", "block", at=(0.0, 0.0))
        given = {"force": "-100*s.length - 2*s.speed"} if law else {"stiffness": 100.0, "damping": 2.0}
        m.spring("s", "ground", "block", (0.0, 0.0), (0.0, 0.0), length=0.0, **given)
        results.append(sn.simulate(m, 0.5, formulation=formulation)["block.y"].values)
    np.testing.assert_allclose(results[0], results[1], atol=1e-6)


def test_units_are_joined_by_a_sign() -> None:
    with pytest.raises(sn.MechanismError, match=r"units are joined by \* or /, as in 20 N\*m"):
        pendulum("-20 N m*A.angle")


def test_it_has_no_value_at_a_time_alone() -> None:
    with pytest.raises(sn.MechanismError, match=r"depends on A\.angle, not on time alone"):
        pendulum().forces["T"].torque(0.3)


@pytest.mark.parametrize("torque", ["-20*A.angle - 3*A.speed", "2 N*m * sin(t) - 4 N*m/rad * A.angle"])
def test_files_and_scripts_keep_the_text(torque: str, tmp_path: Path) -> None:
    m = pendulum(torque)
    sn.save(m, tmp_path / "m.yaml")
    loaded = sn.load(tmp_path / "m.yaml")
    assert str(loaded.forces["T"].torque) == torque
    scope: dict[str, object] = {}
    exec(sn.to_python(m), scope)
    again = scope["m"]
    assert isinstance(again, sn.Mechanism)
    angles = [sn.simulate(one, 0.3)["A.angle"].values for one in (m, loaded, again)]
    np.testing.assert_array_equal(angles[1], angles[0])
    np.testing.assert_array_equal(angles[2], angles[0])
    result = sn.simulate(m, 0.3)
    result.save(tmp_path / "r.nc")
    np.testing.assert_array_equal(sn.Result.load(tmp_path / "r.nc")["T.force"], result["T.force"])


def test_lanes_are_not_used_for_it() -> None:
    """Members of a batch run one by one, and are those of single runs."""
    several = [pendulum(f"-{k}*A.angle") for k in range(10, 14)]
    batch = sn.simulate(several, 0.3, formulation="tree")
    for k, m in enumerate(several):
        alone = sn.simulate(m, 0.3, formulation="tree")
        np.testing.assert_array_equal(batch[k]["A.angle"], alone["A.angle"])


# ---------------------------------------------------------------- linear parts
@pytest.mark.parametrize(
    ("text", "slope", "rest"),
    [
        ("-20*x - 3*y", -20.0, "-3*y"),
        ("5*(x - 0.1*t)/2 + x", 3.5, "0.5*5*(-(0.1*t))"),
        ("-(x*2)", -2.0, "0"),
        ("y", 0.0, "y"),
        ("x*x", None, ""),
        ("sin(x) + x", None, ""),
        ("x*y", None, ""),
    ],
)
def test_slope_and_rest(text: str, slope: float | None, rest: str) -> None:
    f = parse(text, ["t", "x", "y"])
    found = slope_and_rest(f, "x")
    if slope is None:
        assert found is None
        return
    assert found is not None
    assert found[0] == pytest.approx(slope)
    assert isinstance(found[1], Expression)
    values = {"t": 0.7, "x": 1.3, "y": -0.4}
    assert found[0] * values["x"] + found[1].evaluate(values) == pytest.approx(f.evaluate(values), rel=1e-14)
    assert found[1].evaluate(values) == pytest.approx(parse(rest, ["t", "y"]).evaluate(values), abs=1e-14)
