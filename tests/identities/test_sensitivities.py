"""Derivatives along runs against central differences of order six of whole runs with a tight tolerance.

Differences of runs with tolerance 1e-12 and steps of 0.2 % are good to 1e-8 of the largest value: their truncation and
the error of the runs divided by the step limit the comparison, not the derivatives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.math.differences import SIXTH
from snodo.mechanism.attaching.paths import parameters_by_path

SIZE = 2e-3
GOOD = 1e-7


def differences(run: Callable[[float], sn.Result], outputs: Sequence[str], h: float) -> dict[str, np.ndarray]:
    """Of order six, of each output."""
    found = {name: np.zeros(0) for name in outputs}
    for k, weight in enumerate(SIXTH[:3], 1):
        ahead, behind = run(k * h), run(-k * h)
        for name in outputs:
            part = weight / h * (ahead[name].values - behind[name].values)
            found[name] = part + (found[name] if found[name].size else 0.0)
    return found


def compare(
    m: sn.Mechanism,
    over: Sequence[str],
    outputs: Sequence[str],
    initial: dict[str, float] | None = None,
    duration: float = 0.3,
    good: float = GOOD,
    **choices: Any,
) -> sn.Sensitivities:
    """Each derivative against differences; those that are zero are compared with the effect of one unit."""
    choices = {"tolerance": 1e-12, "output": duration / 6, "progress": False, "error_bars": False, **choices}
    s = sn.sensitivities(m, duration, over=over, outputs=outputs, initial=initial, **choices)

    def run(name: str, x: float) -> sn.Result:
        if name in parameters_by_path(m):
            changed = m.with_parameters(**{name: s.at[name] + x})
            return sn.simulate(changed, duration, initial=initial, **choices)
        return sn.simulate(m, duration, initial={**(initial or {}), name: s.at[name] + x}, **choices)

    for name in over:
        expected = differences(lambda x, name=name: run(name, x), outputs, SIZE * (abs(s.at[name]) or 1.0))
        for output in outputs:
            found, size = s.derivative(output, name).values, max(np.abs(expected[output]).max(), 1e-3)
            assert np.abs(found - expected[output]).max() <= good * size, (name, output)
    return s


def four_bar(driven: bool = False) -> sn.Mechanism:
    """Lengths, mass, spring, damper, smooth friction and a motor are parameters."""
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    m.parameter("crank", 180, unit="mm")
    m.parameter("mass", 1.2, unit="kg")
    m.parameter("k", 4.0, unit="N*m/rad")
    m.parameter("rubbing", 0.05, unit="N*m")
    m.parameter("rate", 6.0, unit="rad/s")
    m.add_points(A=(0, 0), B=("0.55*crank", "0.8*crank"), C=(0.45, 0.3), D=(0.5, 0))
    for name, ends, mass in (("crank", "AB", 0.5), ("coupler", "BC", "mass"), ("rocker", "CD", 0.9)):
        m.bar(name, *ends, mass=mass)
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "coupler")
    m.revolute("C", "coupler", "rocker")
    m.revolute("D", "ground", "rocker")
    m.torsional_spring("S", joint="C", stiffness="k", damping=0.02)
    m.friction("R", joint="D", coulomb="rubbing", smoothing=0.5)
    if driven:
        m.driver("motor", joint="A", speed="rate")
    return m


def slider_crank_in_space() -> sn.Mechanism:
    m = sn.Mechanism("slider-crank in space", dimension=3, gravity=(0, 0, -9.81))
    m.parameter("crank", 0.08, unit="m")
    m.parameter("aside", 0.1, unit="m")
    m.parameter("k", 20.0, unit="N/m")
    m.add_points(A=(0, "aside", 0.12), B=(0, "aside", "0.12 m + crank"), C=(0.2, 0, 0), E=(0.5, 0, 0))
    m.bar("crank", "A", "B", mass=0.12, width=0.02, thickness=0.01)
    m.bar("rod", "B", "C", mass=0.3, width=0.02, thickness=0.01)
    m.box("slider", (0.06, 0.04, 0.02), "C", mass=2.0)
    m.revolute("A", "ground", "crank", axis="x")
    m.spherical("B", "crank", "rod")
    m.spherical("C", "rod", "slider")
    m.prismatic("D", "ground", "slider", at="C", axis="x")
    m.spring("S", "ground", "slider", "E", "C", stiffness="k", damping=0.5, length=0.2)
    return m


def floating_pair() -> sn.Mechanism:
    m = sn.Mechanism("floating pair", dimension=3, gravity=(0, 0, -9.81))
    m.parameter("mass", 0.5, unit="kg")
    m.parameter("size", 0.2, unit="m")
    m.box("one", ("size", 0.1, 0.05), (0, 0, 0), mass="mass")
    m.box("two", (0.1, 0.1, 0.05), ("size", 0, 0), mass=0.3)
    m.revolute("J", "one", "two", at=("size/2", 0, 0), axis="y")
    return m


def parallelogram() -> sn.Mechanism:
    """Two rows are redundant."""
    m = sn.Mechanism("parallelogram", gravity=(0, -9.81))
    m.parameter("length", 0.4, unit="m")
    m.parameter("mass", 1.0, unit="kg")
    m.parameter("middle", 0.5, unit="m")
    for k, x in enumerate((0, "middle", 1.0)):
        m.add_points(
            **{f"A{k}": (x, 0), f"B{k}": (f"{x} + 0.6*length" if k == 1 else f"{x} m + 0.6*length", "0.8*length")}
        )
    m.bar("coupler", "B0", "B2", mass="mass")
    for k in range(3):
        m.bar(f"rod{k}", f"A{k}", f"B{k}", mass=0.5)
        m.revolute(f"A{k}", "ground", f"rod{k}")
        m.revolute(f"B{k}", f"rod{k}", "coupler")
    return m


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_loops_springs_and_smooth_friction(formulation: str) -> None:
    over = ["crank", "mass", "k", "rubbing", "A.speed"]
    m = four_bar() if formulation != "spatial" else slider_crank_in_space()
    if formulation == "spatial":
        outputs = ["A.angle", "D.displacement", "D.fy"]
        compare(m, ["crank", "aside", "k", "A.speed"], outputs, {"A.speed": 5.0}, formulation="spatial")
        return
    compare(m, over, ["B.angle", "C.speed", "B.fx"], {"A.speed": 2.0}, formulation=formulation)


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_drivers(formulation: str) -> None:
    """The speed of a motor enters functions of time; the motion of a driven crank does not depend on masses."""
    outputs = ["B.angle", "coupler.x", "B.fx"]
    s = compare(four_bar(driven=True), ["crank", "mass", "rate"], outputs, formulation=formulation)
    assert np.abs(s.array("B.angle")[:, 1]).max() < 1e-9


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_bodies_that_turn_freely(formulation: str) -> None:
    initial = {"one.wx": 3.0, "one.wy": 1.0, "one.wz": 2.0, "one.vx": 1.0, "J.speed": 1.0}
    outputs = ["one.x", "two.z", "J.angle", "J.fx"]
    compare(floating_pair(), ["mass", "size", "one.wz"], outputs, initial, formulation=formulation)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_closed_loops_in_space(formulation: str) -> None:
    """The rod turns freely about its own axis: at the start it moves the joints least."""
    outputs = ["A.angle", "D.displacement"]
    compare(slider_crank_in_space(), ["aside", "k"], outputs, {"A.speed": 5.0}, formulation=formulation)


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_redundant_rows(formulation: str) -> None:
    initial = {"A0.speed": 1.0}
    compare(
        parallelogram(), ["length", "mass", "middle"], ["A0.angle", "coupler.x"], initial, 0.2, formulation=formulation
    )


def test_elastic_joints_start_unstrained() -> None:
    m = sn.Mechanism("elastic", gravity=(0, -9.81))
    m.parameter("length", 0.4, unit="m")
    m.parameter("k", 3e3, unit="N/m")
    m.add_points(A=(0, 0), B=("length", 0), C=("length + 0.3 m", 0.1))
    m.bar("one", "A", "B", mass=1.0)
    m.bar("two", "B", "C", mass=0.5)
    m.revolute("A", "ground", "one")
    m.revolute("B", "one", "two", stiffness="k", damping=20.0)
    compare(m, ["length", "B.angle"], ["A.angle", "B.angle"], {"A.speed": 1.0, "B.angle": 0.5}, 0.2)


def test_initial_values_that_are_formulas() -> None:
    """A drawing that is not closed: the start moves the joints least from it, and both depend on the parameter."""
    m = four_bar()
    m.initial_values()
    m.points["C"] = (0.47, 0.33)
    compare(m, ["crank", "mass"], ["B.angle", "A.speed"], {"A.angle": 1.0, "A.speed": 2.0})


@pytest.mark.parametrize("step", [0.02, 0.01])
def test_derivatives_are_those_of_the_discrete_solution(step: float) -> None:
    """With fixed steps without projection, differences of runs with the same steps have them, however coarse."""
    choices = {"integrator": sn.RK4(step=step), "method": "augmented", "tolerance": None}
    compare(four_bar(), ["crank", "mass", "A.speed"], ["B.angle", "C.speed"], {"A.speed": 2.0}, good=1e-8, **choices)


@pytest.mark.parametrize("integrator", ["dormand_prince", "bogacki_shampine"])
def test_other_integrators(integrator: str) -> None:
    tolerance = 1e-11 if integrator == "dormand_prince" else 1e-8
    good = GOOD if integrator == "dormand_prince" else 1e-4
    compare(four_bar(), ["mass"], ["B.angle"], {"A.speed": 2.0}, 0.2, good, integrator=integrator, tolerance=tolerance)


def test_many_directions_need_several_passes() -> None:
    """Nine directions are two passes of duals; each agrees with its derivative alone, from the same numbers."""
    m = sn.Planar(four_bar())
    over = [*m.mechanism.parameters, "A.speed"]
    over.remove("rate")
    choices: dict[str, Any] = {"initial": {"A.speed": 2.0}, "output": 0.1, "progress": False, "error_bars": False}
    many = sn.sensitivities(m, 0.2, over=over, outputs=["B.angle"], **choices)
    for k, name in enumerate(over):
        alone = sn.sensitivities(m, 0.2, over=[name], outputs=["B.angle"], **choices)
        assert np.allclose(many.array("B.angle")[:, k], alone.array("B.angle")[:, 0], rtol=1e-12, atol=1e-13)


def test_rolling() -> None:
    """Rows on velocities: a wheel that gravity drives; its radius is in the rows, in the inertia and in the start."""
    m = sn.Mechanism("wheel", gravity=(1.0, -9.81))
    m.parameter("r", 0.3, unit="m")
    m.disc("wheel", "r", (0, "r"), mass=1.0)
    m.rolling("contact", "ground", "wheel", "r", normal="y", at=(0, "r"))
    compare(m, ["r", "wheel.omega"], ["wheel.x", "wheel.angle"], {"wheel.omega": -1.0})


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_cylinders_whose_length_is_given(formulation: str) -> None:
    """They stand among the forces, but the start and the places follow from their lengths and ends."""
    m = sn.Mechanism("boom", gravity=(0, -9.81))
    m.parameter("long", 0.62, unit="m")
    m.parameter("rate", 0.1, unit="m/s")
    m.parameter("end", 0.6, unit="m")
    m.add_points(A=(0, 0), B=(1, 0.2), P=(0.4, -0.5))
    m.bar("boom", "A", "B", mass=5.0)
    m.revolute("A", "ground", "boom")
    m.linear_actuator("ram", "ground", "boom", start="P", end=("end", 0.1), length="long + rate*t + 0.02*sin(5*t)")
    compare(m, ["long", "rate", "end"], ["A.angle", "ram.force", "ram.length", "boom.x"], formulation=formulation)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_angles_whose_turns_are_counted(formulation: str) -> None:
    """In absolute coordinates the angles of joints are states, which as such do not follow from the lengths of bars."""
    m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -9.81))
    m.parameter("length", 0.3, unit="m")
    m.parameter("mass", 1.0, unit="kg")
    m.parameter("lean", 0.3, unit="rad")
    m.add_points(A=(0, 0, 0), B=("length", 0, 0.1), C=("length", 0.2, "length"), D=(0.6, 0.2, "length"))
    m.cylinder("a", "A", "B", 0.02, mass="mass")
    m.cylinder("b", "B", "C", 0.02, mass=0.5)
    m.box("c", (0.1, 0.1, 0.1), "D", mass=0.6)
    m.revolute("A", "ground", "a", axis=("sin(lean)", 0, "cos(lean)"))
    m.universal("B", "a", "b", axis="y", second="z")
    m.cylindrical("C", "b", "c", axis="x", at="C")
    m.friction("R", "B", of="first", coulomb=0.05, smoothing=0.1)
    outputs = ["A.angle", "B.first", "B.second", "C.angle", "C.displacement", "B.mx", "c.yaw"]
    initial = {"A.speed": 1.0, "B.first_speed": 0.5}
    compare(m, ["length", "mass", "lean"], outputs, initial, 0.2, formulation=formulation)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_angles_of_loops_whose_turns_are_counted(formulation: str) -> None:
    """Also of joints that a tree cuts, and of mechanisms in the plane in coordinates of space."""
    outputs = [f"{joint}.angle" for joint in "ABCD"] + ["coupler.angle", "rocker.x"]
    compare(four_bar(), ["crank", "mass", "k", "A.speed"], outputs, {"A.speed": 2.0}, 0.2, formulation=formulation)


# ---------------------------------------------------------------- parts used again
def legs() -> sn.Mechanism:
    """A beam with two legs, one of which has numbers of its own."""
    leg = sn.Mechanism("leg", gravity=(0, -9.81))
    leg.parameter("length", 0.3, unit="m")
    leg.parameter("k", 5.0, unit="N*m/rad")
    leg.add_points(H=(0, 0), F=("0.2*length", "-length"))
    leg.bar("shank", "H", "F", mass=0.8)
    leg.revolute("H", "ground", "shank")
    leg.torsional_spring("S", joint="H", stiffness="k", damping=0.05)
    m = sn.Mechanism("legs", gravity=(0, -9.81))
    m.parameter("span", 0.5, unit="m")
    m.add_points(A=(0, 0), B=("span", 0))
    m.bar("beam", "A", "B", mass=1.0)
    m.revolute("A", "ground", "beam")
    m.attach(leg, prefix="left", on="beam", at=(0.1, 0.0))
    m.attach(leg, prefix="right", on="beam", at=("span", 0.0), length="0.8*span", k=7.0)
    return m


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_parameters_of_parts_by_their_paths(formulation: str) -> None:
    """Those that are formulas of what is around the part, too: they are changed alone."""
    names = ["left/length", "right/length", "right/k", "span"]
    s = compare(legs(), names, ["A.angle", "right/H.angle", "left/shank.x"], formulation=formulation)
    assert s.at["right/length"] == pytest.approx(0.4)
    assert s.at["right/k"] == 7.0


def test_optimize_starts_from_the_values_that_parts_have() -> None:
    from snodo.design.variables import read_over

    assert read_over(legs(), ["right/length", "left/length"]).values == pytest.approx([0.4, 0.3])
