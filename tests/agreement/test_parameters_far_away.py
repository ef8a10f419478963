"""With parameters far from their values, a mechanism has the numbers of a binding, is bound, or is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.bind import bind
from snodo.formulations.rewriting.member import rewriting_of
from snodo.formulations.rewriting.snapshot import Snapshot
from snodo.mechanism.reader import directions_across

ROUNDING = 1e-11
"""Of numbers, relative to the largest of the five around each: places are differences of larger ones."""


def turned_bar() -> sn.Mechanism:
    """A bar whose direction is a parameter, on a spring about its joint and one at its end."""
    m = sn.Mechanism("turned bar", gravity=(0, -9.81))
    m.parameter("tilt", "30 deg")
    m.parameter("long", "0.5 m")
    m.parameter("clear", "-0.1 m")
    m.add_points(A=(0, 0), B=("long*cos(tilt)", "long*sin(tilt)"))
    m.bar("arm", "A", "B", mass=1)
    m.revolute("A", "ground", "arm", reference="tilt")
    m.torsional_spring("twist", joint="A", stiffness=5, angle=0)
    m.spring("pull", "ground", "arm", start=(1, 1), end="B", stiffness=100, length=1)
    m.point_force("push", "arm", force=(3, 0), at=("max(0 m, clear)", 0))
    return m


def wheels() -> sn.Mechanism:
    """Two wheels and a gear between them: their distance is all that has a length."""
    m = sn.Mechanism("wheels")
    m.parameter("apart", "0.3 m")
    for name, x in (("A", 0), ("B", "apart")):
        m.body(f"w{name}", mass=1, inertia=0.1, at=(x, 0))
        m.revolute(name, "ground", f"w{name}", at=(x, 0))
    m.gear("mesh", "A", "B", teeth=(20, 40))
    m.initial["A.speed"] = 3
    return m


def block() -> sn.Mechanism:
    """A block on a bushing, with friction elsewhere: parameters inside lists, and one that bounds another."""
    m = sn.Mechanism("block", gravity=(0, -9.81))
    for name, value in (("stiff", "2e4 N/m"), ("lossy", "20 N*s/m"), ("wide", "0.04 m"), ("grip", "0.3")):
        m.parameter(name, value)
    m.box("block", (0.2, 0.1, "wide"), at=(0.1, 0.3), mass=2)
    m.bushing("soft", "ground", "block", at=(0, 0.3), stiffness=[1e4, "stiff", 50], damping=[30, "lossy", 0.5])
    m.particle("bead", (1, 0), mass=1)
    m.prismatic("wire", "ground", "bead", axis=(1, 0), at=(1, 0))
    m.friction("rub", joint="wire", mu="grip", static=0.5)
    return m


def bouncing_ring() -> sn.Mechanism:
    """A ring that bounces and slides: numbers that may not be larger than others."""
    m = sn.Mechanism("ring", gravity=(0, -9.81))
    for name, value in (("bounce", "0.6"), ("grip", "0.3"), ("hole", "0.05 m")):
        m.parameter(name, value)
    m.disc("ring", radius=0.1, inner_radius="hole", mass=1, at=(0, 0.3))
    m.sphere_contact("touch", "ring", radius=0.1, restitution="bounce", mu="grip", static=0.5, normal=(0, 1))
    return m


def gimbal() -> sn.Mechanism:
    """A body whose axis is tilted by a parameter: the sign of an axis across it changes at 90°."""
    m = sn.Mechanism("gimbal", gravity=(0, 0, -9.81), dimension=3)
    m.parameter("tilt", "40 deg")
    m.body("a", mass=2, inertia=[[0.1, 0, 0], [0, 0.12, 0], [0, 0, 0.15]], at=(0, 0, 0.3), angle="tilt", axis=(0, 0, 1))
    m.cylindrical("C", "ground", "a", at=(0, 0, 0), axis=("sin(tilt)", 0, "cos(tilt)"))
    return m


def leg() -> sn.Mechanism:
    """A shin and a foot, drawn along world axes up to rounding."""
    m = sn.Mechanism("leg", dimension=3)
    for name, value in (("long", "0.4 m"), ("wide", "0.1 m"), ("tilt", "10 deg")):
        m.parameter(name, value)
    m.add_points(A=(0, "wide", 0), B=(0, "wide + long*cos(tilt)", "-long*sin(tilt)"))
    m.bar("shin", "A", "B", mass=1, width=0.02, thickness=0.03)
    m.revolute("A", "ground", "shin", axis=(1, 0, 0))
    m.box("foot", ("0.3*long", 0.05, 0.02), at="B", mass=0.2, angle="tilt", axis=(1, 0, 0))
    m.revolute("B", "shin", "foot", axis=("cos(tilt)", "sin(tilt)", 0))
    m.frame("tip", on="foot", at=("wide", 0, 0))
    return m


def walker() -> sn.Mechanism:
    """Two legs that are mirror images, on a hull that slides: an axis across another may be chosen by rounding."""
    m = sn.Mechanism("walker", gravity=(0, 0, -9.81), dimension=3)
    m.parameter("apart", "0.3 m")
    m.parameter("leg", "0.5 m")
    m.box("hull", ("apart", 0.2, 0.1), mass=5, at=(0, 0, 0))
    m.prismatic("lift", "ground", "hull", axis=(0, 0, 1), at=(0, 0, 0))
    m.attach(leg(), "left", on="hull", at=("apart", 0, 0), long="leg")
    m.attach(leg(), "right", on="hull", mirror="y", at=("apart", 0, 0), long="0.8*leg", tilt="20 deg")
    return m


CASES: list[tuple[Callable[[], sn.Mechanism], tuple[str, ...], dict[str, list[float]]]] = [
    (
        turned_bar,
        ("planar", "tree"),
        {"tilt": [2.0, 3.5, -3.5, 7.0], "long": [5.0, -0.5, 0.0], "clear": [0.2, -0.3]},
    ),
    (wheels, ("planar", "tree"), {"apart": [3.0, -0.2, 0.0]}),
    (
        block,
        ("planar", "tree"),
        {"stiff": [5e3, -5.0], "lossy": [0.0, -20.0], "wide": [0.1, 0.0, -0.1], "grip": [0.1, 0.5, 0.7, -0.1]},
    ),
    (bouncing_ring, ("planar",), {"bounce": [0.9, 1.2, -0.1], "grip": [0.45, 0.55], "hole": [0.09, 0.0, 0.11]}),
    (walker, ("tree", "spatial"), {"leg": [1.0, 0.2], "apart": [0.6, -0.2], "left/tilt": [-0.5, 2.0]}),
    (gimbal, ("tree", "spatial"), {"tilt": [0.2, 1.5, 1.65, 2.5, 3.3, -0.7, 5.0]}),
]
EACH = [(made, word, name, x) for made, words, given in CASES for word in words for name in given for x in given[name]]
NAMES = [f"{made.__name__}-{word}-{name}={x:g}" for made, word, name, x in EACH]


def bound(m: sn.Mechanism, word: str, given: dict[str, float]) -> tuple[Any, list[str]]:
    """A binding with these values; or why they are refused."""
    try:
        return bind(m.with_parameters(**given), word), []
    except sn.SnodoError as error:
        return None, [p.what for p in error.problems]


@pytest.mark.parametrize(("made", "word", "name", "value"), EACH, ids=NAMES)
def test_numbers_are_those_of_a_binding(made: Callable[[], sn.Mechanism], word: str, name: str, value: float) -> None:
    m, given = made(), {name: value}
    (H, reasons), (again, _) = bound(m, word, given), bound(m, word, given)
    if reasons:
        with pytest.raises(sn.SnodoError) as refused:
            bind(m, word).with_parameters(**given)
        assert [p.what for p in refused.value.problems] == reasons
        return
    mine, theirs, other = (Snapshot(F) for F in (bind(m, word).with_parameters(**given), H, again))
    assert mine.like(theirs)
    own = theirs.numbers.view(np.int64) == other.numbers.view(np.int64)  # no addresses
    x, y = mine.numbers[own], theirs.numbers[own]
    whole = np.abs(y) < 1e-290
    np.testing.assert_array_equal(x[whole & (y != 0)], y[whole & (y != 0)])
    beside = np.abs(np.where(np.isfinite(y), y, 0.0))
    size = np.max([np.roll(beside, k) for k in range(-2, 3)], axis=0)
    finite = np.isfinite(y)
    np.testing.assert_array_equal(x[~finite], y[~finite])
    assert (np.abs(x - y)[finite] <= ROUNDING * size[finite]).all()


def test_a_small_number_beside_large_ones_is_no_rounding() -> None:
    m = turned_bar()
    m.parameter("loss", "1e-6 N*s/m")
    m.forces["pull"].stiffness, m.forces["pull"].damping = 1e9, "loss"
    F = sn.Planar(m)
    assert F.parameters["loss"].numbers == 1
    assert 2e-6 in F.with_parameters(loss=2e-6).model


def test_a_spring_about_a_joint_knows_the_angle_as_drawn() -> None:
    m = turned_bar()
    F, H = sn.Planar(m).with_parameters(tilt=3.5), sn.Planar(m.with_parameters(tilt=3.5))
    results = [sn.simulate(X, 0.01, output=0.005, tolerance=1e-9, progress=False) for X in (F, H)]
    for name in ("A.angle", "arm.angle", "twist.torque"):
        np.testing.assert_allclose(results[0][name].values, results[1][name].values, rtol=1e-7)


def test_a_parameter_that_alone_changes_the_structure_does_not_make_others_slow() -> None:
    m = turned_bar()
    m.parameter("loss", "0 N*m*s")
    m.forces["twist"].damping = "loss"
    F = sn.Planar(m)
    assert [name for name, row in F.parameters.items() if not row.fast] == ["loss"]


@pytest.mark.parametrize(("made", "names"), [(turned_bar, ["tilt", "long", "clear"]), (gimbal, ["tilt"])])
def test_parameters_stay_quick_near_their_values(made: Callable[[], sn.Mechanism], names: list[str]) -> None:
    m = made()
    F = bind(m, "planar" if m.dimension == 2 else "spatial")
    for name in names:
        assert "_later" in vars(F.with_parameters(**{name: 1.1 * m.parameters[name].value})), name


def test_a_parameter_acts_through_those_that_follow_from_it() -> None:
    table = sn.Spatial(walker()).parameters
    assert table["leg"].numbers >= max(table["left/long"].numbers, table["right/long"].numbers) > 0


def test_rounding_chooses_no_direction_across() -> None:
    for e in ((0, 0, 1), (0.6, 0, 0.8), (1, 1, 1)):
        expected = np.array(directions_across(np.array(e) / np.linalg.norm(e)))
        for k in range(3):
            moved = np.array(e) / np.linalg.norm(e) + 1e-16 * np.roll((1, -1, -1), k)
            np.testing.assert_allclose(directions_across(moved), expected, atol=1e-15)


def test_the_table_says_how_far_numbers_are_known() -> None:
    F = sn.Planar(block())
    low, high = rewriting_of(F).reach
    place = rewriting_of(F).place["stiff"]
    low[place], high[place] = 1e4, 3e4
    assert F.parameters["stiff"].how == "rewrites 1 number; below 1e+04 and above 3e+04 bound again"
    assert "_later" not in vars(F.with_parameters(stiff=4e4))


def test_one_parameter_alone_with_nothing_far_from_it() -> None:
    m = sn.Mechanism("hinge")
    m.parameter("load", 1.0, unit="kg", low=1.0, high=1.0)
    m.bar("arm", (0, 0), (1, 0), mass="load")
    m.revolute("A", "ground", "arm", at=(0, 0))
    assert sn.Tree(m).parameters["load"].fast
