"""Gradients of positions by the implicit function theorem against differences of positions closed anew."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.design.members import FOURTH, Members
from snodo.design.positions import PositionRun, Positions
from snodo.design.runs import motion_of
from snodo.design.timed import TimedRun
from snodo.design.variables import read_over

STEP = 1e-3


def four_bar(frame: float = 3.67, height: float = 4.0) -> sn.Mechanism:
    """Drawn with the crank at 30°."""
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    for name, value in dict(frame=frame, crank=1.998, Cx=3.0, Cy=height, Px=3.0, Py=3.0).items():
        m.parameter(name, value, unit="m", low=-50, high=50)
    m.parameter("first", 0.4, unit="rad", low=-3, high=3)
    m.parameter("second", "2*first + 0.1 rad")
    m.add_points(A=(0, 0), B=("crank*cos(30 deg)", "crank*sin(30 deg)"), C=("Cx", "Cy"), D=("frame", 0), P=("Px", "Py"))
    for bar, ends in {"input": "AB", "coupler": "BC", "rocker": "CD"}.items():
        m.bar(bar, *ends, mass=1)
    for joint, parent, child in (("A", "ground", "input"), ("B", "input", "coupler"), ("C", "coupler", "rocker")):
        m.revolute(joint, parent, child)
    m.revolute("D", "ground", "rocker")
    m.frame("tip", on="coupler", at="P")
    return m


def slider_in_space() -> sn.Mechanism:
    """A crank about x, a rod with a ball and a universal joint, a slider along x."""
    m = sn.Mechanism("spatial slider-crank", dimension=3, gravity=(0, 0, -9.81))
    m.parameter("crank", 0.1, unit="m")
    m.parameter("height", 0.12, unit="m")
    m.parameter("reach", 0.35, unit="m")
    m.add_points(A=(0, "0.1 m", "height"), B=(0, "0.1 m", "height + crank"), C=("reach", 0, 0))
    m.bar("crank", "A", "B", mass=0.12, width=0.01)
    m.bar("rod", "B", "C", mass=0.5, width=0.01)
    m.box("slider", (0.1, 0.05, 0.05), mass=2, at="C")
    m.revolute("A", "ground", "crank", axis="x")
    m.spherical("B", "crank", "rod")
    m.universal("C", "rod", "slider", axis="y", second="z")
    m.prismatic("guide", "ground", "slider", axis="x", at="C")
    return m


CASES = {
    "plane": (
        four_bar,
        {"A.angle": [0.0, "first", "second", 2.0, 5.0]},
        ("tip.x", "coupler.angle", "D.angle", "closing"),
    ),
    "energy": (four_bar, {"A.angle": [0.3, 1.0]}, ("energy.gravitational", "distance(tip, D)")),
    "space": (slider_in_space, {"A.angle": [0.0, 0.5, 2.0, 4.0]}, ("slider.x", "rod.com.z", "closing")),
}


@pytest.mark.parametrize("formulation", [None, "tree", "spatial"])
@pytest.mark.parametrize("case", CASES)
def test_positions(case, formulation):
    make, given, names = CASES[case]
    if formulation == "spatial" and case != "space":
        pytest.skip("planar and tree formulations run planar mechanisms")
    m = make()
    variables = read_over(m, [name for name, p in m.parameters.items() if not p.depends_on])
    members = Members(m, variables, formulation)
    positions = Positions(m, given)
    run = PositionRun(members, positions, variables.values, True)
    found = {name: run[name] for name in names if name in run.result_names or name == "closing"}
    assert found
    for k in range(variables.values.size):
        h = STEP * variables.step_scale(variables.values)[k]
        quotient = dict.fromkeys(found, 0.0)
        for offset, weight in FOURTH:
            x = variables.values.copy()
            x[k] += offset * h
            near = PositionRun(members, positions, x, False)
            for name in found:
                quotient[name] = quotient[name] + weight * near[name].value / h
        for name, series in found.items():
            size = np.abs(series.slopes).max()
            # closed to 1e-14 and divided by h: some 1e-10; the derivative itself has 1e-10
            assert np.abs(series.slopes[:, k] - quotient[name]).max() < 2e-8 * max(size, 1.0), (name, k)


def test_the_gap_behind_a_dead_point_has_its_derivative():
    m = four_bar(frame=5.2, height=1.2)
    variables = read_over(m, ["frame", "crank", "Cx", "Cy", "first"])
    members = Members(m, variables)
    positions = Positions(m, {"A.angle": [0.0, 0.01, "6*first", 3.0]})
    run = PositionRun(members, positions, variables.values, True)
    assert (run.gap.value[2:] > 0.1).all()
    assert "dead point" in run.ended_early
    for k in range(variables.values.size):
        h = 1e-2 * variables.step_scale(variables.values)[k]
        quotient = 0.0
        for offset, weight in FOURTH:
            x = variables.values.copy()
            x[k] += offset * h
            quotient = quotient + weight * PositionRun(members, positions, x, False).gap.value / h
        assert np.allclose(run.gap.slopes[:, k], quotient, rtol=2e-2, atol=5e-3)  # the dead point is found to 1e-5


def test_a_run_in_time_against_the_closed_form():
    """Free fall of an oscillator: derivatives of the whole motion by stiffness."""
    m = sn.Mechanism("oscillator", gravity=(0, 0))
    m.parameter("stiffness", 4.0, unit="N/m", low=1, high=10)
    m.add_points(wall=(0, 0), mass=(1, 0))
    m.body("cart", mass=1, inertia=1, at="mass")
    m.prismatic("guide", "ground", "cart", axis="x", at="mass")
    m.spring("spring", "ground", "cart", "wall", "mass", stiffness="stiffness", length=1)
    m.initial["guide.displacement"] = 1.0
    variables = read_over(m, None)
    motion = motion_of("simulate", 3.0, None, {"output": 0.1})
    run = TimedRun(Members(m, variables), motion, variables.values, True)
    x, t = run["guide.displacement"], run.time
    assert np.abs(x.value - np.cos(2 * t)).max() < 1e-8
    assert np.abs(x.slopes[:, 0] + t / 4 * np.sin(2 * t)).max() < 1e-6
