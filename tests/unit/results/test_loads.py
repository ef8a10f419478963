"""All loads on one body balance with its inertia: in the plane, in trees and in space, in world and in body axes."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from tests.unit.views.conftest import everything

import snodo as sn

EXAMPLES = Path(__file__).parents[3] / "examples"
SPATIAL = ("tree", "spatial")


def in_space() -> sn.Mechanism:
    """Joints, a rod, a driver, springs, forces and moments in both axes, an elastic joint, and a law of the user."""
    m = sn.Mechanism("in space", dimension=3, gravity=(0.5, 0, -9.81))
    m.box("base", (0.2, 0.1, 0.3), (0, 0, 0), mass=2.0)
    m.revolute("R", "ground", "base", axis="z", at=(0, 0.1, 0))
    m.box("arm", (0.5, 0.1, 0.05), (0.4, 0.2, 0.1), mass=1.0)
    m.universal("U", "base", "arm", axis="y", second="z", at=(0.1, 0.1, 0.0))
    m.box("hand", (0.1, 0.2, 0.3), (0.8, 0.3, 0.2), mass=0.5)
    m.fixed("glue", "arm", "hand", at=(0.7, 0.2, 0.1), stiffness="200 N/mm", torsional_stiffness=300.0, damping=40.0)
    m.particle("bob", (0.3, 0.9, 0.2), mass=0.2)
    m.rod("string", "arm", "bob", (0.3, 0.2, 0.1), (0.3, 0.9, 0.2))
    m.spring("coil", "base", "bob", (0.1, 0, 0.1), (0.3, 0.9, 0.2), stiffness=40.0, damping=0.2)
    m.point_force("push", "arm", (1.0, "2*sin(5*t)", 0.5), at=(0.6, 0.25, 0.1), axes="body")
    m.torque("twist", 0.3, body="hand", axis="y", axes="body")
    m.torque("motor", 0.1, joint="R")
    m.friction("rub", "R", viscous=0.05)
    m.force("wind", ["bob"], formula=["0.1 - bob.vx", "0.2", "0", "0", "0", "0"])
    m.driver("turn", joint="R", angle="0.4*sin(3*t)")
    m.initial["U.first_speed"] = 2.0
    return m


def balances(result: sn.Result, t: float, tolerance: float = 1e-8) -> None:
    for body in result.mechanism.bodies:
        for axes in ("world", "body"):
            loads = result.loads_on(body, t, axes=axes)
            scale = max(1.0, *(np.abs(load.force).max() for load in loads.loads))
            for x in loads.unbalanced:
                assert np.abs(x).max() < tolerance * scale, f"{body}, {axes}: {loads}"


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_everything_in_the_plane(formulation):
    balances(sn.simulate(everything(), 0.2, output=0.1, formulation=formulation, progress=False), 0.1)


@pytest.mark.parametrize("formulation", SPATIAL)
def test_everything_in_space(formulation):
    result = sn.simulate(in_space(), 0.2, output=0.1, formulation=formulation, progress=False)
    balances(result, 0.2)


@pytest.mark.parametrize("formulation", SPATIAL)
@pytest.mark.parametrize("example", ["rolling_disc", "spatial_slider_crank", "bricard"])
def test_examples_in_space(example, formulation):
    m = sn.load(EXAMPLES / f"{example}.yaml")
    balances(sn.simulate(m, 0.2, output=0.1, formulation=formulation, progress=False, error_bars=False), 0.1)


def test_newton_and_euler_by_hand():
    """Without the table's own sums: moments about the world's origin, of each load at its place."""
    result = sn.simulate(in_space(), 0.2, output=0.1, progress=False)
    loads = result.loads_on("arm", 0.2)
    (row,) = np.flatnonzero(np.isclose(result.time, 0.2))
    p, H = result.momentum("arm", about="origin")
    a = result.acceleration("arm.com").values[row]
    J = result.inertia("arm").values[row]
    w, alpha = (x("arm").values[row] for x in (result.angular_velocity, result.angular_acceleration))
    G, mass = result.position("arm.com").values[row], 1.0
    acting = [load for load in loads.loads if load.kind != "inertia"]
    np.testing.assert_allclose(sum(load.force for load in acting), mass * a, atol=1e-8)
    moments = sum(load.moment + np.cross(load.place, load.force) for load in acting)
    np.testing.assert_allclose(moments, J @ alpha + np.cross(w, J @ w) + np.cross(G, mass * a), atol=1e-8)
    np.testing.assert_allclose(p.values[row], mass * result.velocity("arm.com").values[row])
    assert {load.name for load in acting} == {"gravity", "U", "glue", "string", "push"}
    assert H.shape[1] == 3


def test_places_are_on_the_body():
    result = sn.simulate(in_space(), 0.1, output=0.1, progress=False)
    arm, bob = (result.loads_on(body, 0.1, axes="body") for body in ("arm", "bob"))
    np.testing.assert_allclose(arm["string"].place, [-0.1, 0.0, 0.0], atol=1e-12)  # where it is hung up, not the bob
    np.testing.assert_allclose(bob["string"].place, 0.0, atol=1e-12)
    np.testing.assert_allclose(arm["push"].place, [0.2, 0.05, 0.0], atol=1e-12)
    np.testing.assert_allclose(arm["push"].force, [1.0, 2 * np.sin(0.5), 0.5], atol=1e-12)
    np.testing.assert_allclose(arm["string"].moment, 0.0, atol=1e-9)
    world = result.loads_on("arm", 0.1)
    np.testing.assert_allclose(np.linalg.norm(world["U"].force), np.linalg.norm(arm["U"].force))
    np.testing.assert_allclose(world["string"].force, -result.loads_on("bob", 0.1)["string"].force, atol=1e-9)


def test_of_a_pendulum_at_rest():
    m = sn.Mechanism("hanging", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (0, -1), mass=2.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    loads = sn.simulate(m, 0.1, output=0.1, progress=False).loads_on("arm", 0.1)
    np.testing.assert_allclose(loads["A"].force, [0, 19.62, 0], atol=1e-9)
    np.testing.assert_allclose(loads["gravity"].place, [0, -0.5, 0], atol=1e-9)
    assert loads.inertia[2, 2] == pytest.approx(2 / 12)


@pytest.mark.parametrize("dimension", [2, 3])
def test_inverse_dynamics(dimension):
    m = sn.Mechanism("arm", dimension=dimension, gravity=(0, -9.81, 0)[:dimension])
    z = {"axis": "z"} if dimension == 3 else {}
    ends = [p[:dimension] for p in ((0, 0, 0), (1.0, 0, 0), (1.8, 0, 0), (0, 1, 0))]
    shape = {"radius": 0.03} if dimension == 3 else {}
    for name, start, end, mass in (("upper", 0, 1, 2.0), ("lower", 1, 2, 1.0)):
        (m.cylinder if shape else m.bar)(name, ends[start], ends[end], mass=mass, **shape)
    m.revolute("O", "ground", "upper", at=ends[0], **z)
    m.revolute("E", "upper", "lower", at=ends[1], **z)
    m.torsional_spring("ts", "E", stiffness=5.0, damping=0.3)
    m.spring("s", "ground", "lower", start=ends[3], end=ends[2], stiffness=30)
    motion, times = {"O.angle": "0.5*t", "E.angle": "0.3*t^2"}, np.linspace(0, 1, 5)
    found = sn.inverse_dynamics(m, motion, times)
    balances(found, 0.75)
    np.testing.assert_allclose(found.loads_on("upper", 0.75)["O"].moment[2], found["O.torque"].values[3])
    with pytest.raises(sn.UnsupportedError, match="omit actuators"):
        sn.inverse_dynamics(m, motion, times, actuators=["O", "E"]).loads_on("upper", 0.75)


def test_a_floating_base_shows_its_residual():
    m = sn.Mechanism("falling", dimension=3, gravity=(0, 0, -9.81))
    m.box("b", (0.1, 0.2, 0.3), (0, 0, 1), mass=1.0)
    result = sn.simulate(m, 0.1, output=0.1, progress=False)
    assert [load.name for load in result.loads_on("b", 0.1).loads] == ["gravity", "inertia"]
    balances(result, 0.1)


# ---------------------------------------------------------------- the table
@pytest.fixture(scope="module")
def result() -> sn.Result:
    return sn.simulate(sn.load(EXAMPLES / "four_bar.yaml"), 0.4, output=0.1, progress=False)


def test_units_of_the_table(result, tmp_path):
    loads = result.loads_on("coupler", "300 ms", axes="body", units=["mm", "kN", "N*mm", "tonne"])
    frame = loads.to_dataframe()
    assert frame.attrs["units"] == {"x": "mm", "y": "mm", "fx": "kN", "fy": "kN", "torque": "N mm"}
    assert frame.loc["B", "fx"] == pytest.approx(loads["B"].force[0] / 1000)
    assert frame.loc["B", "x"] == pytest.approx(1000 * loads["B"].place[0])
    assert frame[["fx", "fy"]].sum().abs().max() < 1e-10
    lines = loads.to_csv(tmp_path / "loads.csv").read_text(encoding="utf-8").splitlines()
    table = [line for line in lines if not line.startswith("#")]
    assert table[0] == "load,kind,x [mm],y [mm],fx [kN],fy [kN],torque [N mm]"
    rows = {row["load"]: row for row in csv.DictReader(table)}
    assert float(rows["inertia"]["torque [N mm]"]) == pytest.approx(1000 * loads["inertia"].moment[2])
    assert any("angular acceleration" in line for line in lines[: len(lines) - len(table)])
    assert "tonne" in str(loads)


def test_it_is_printed_as_a_table_with_its_sums(result):
    text = str(result.loads_on("coupler", 0.3))
    assert "sum of all" in text
    assert "acceleration of the centre of mass" in text
    *_, last = text.splitlines()
    assert last.split()[-3:] == ["0", "0", "0"]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda r: r.loads_on("copler", 0.3), "did you mean 'coupler'"),
        (lambda r: r.loads_on("coupler", 0.35), "nearest are at 0.3 and 0.4"),
        (lambda r: r.loads_on("coupler", 7), "none at 7 s"),
        (lambda r: r.loads_on("coupler", 0.3, axes="parent"), "use world or body"),
        (lambda r: r.loads_on("coupler", 0.3, units="Hz"), "'Hz' does not fit"),
        (lambda r: r.loads_on("coupler", 0.3)["D"], "nothing named 'D' acts on 'coupler'"),
        (lambda r: r.loads_on("coupler", 0.3).to_csv("loads.txt"), r"written as \.csv"),
    ],
)
def test_mistakes(result, call, words):
    with pytest.raises(sn.SnodoError, match=words):
        call(result)


def test_a_singular_position_has_no_loads():
    result = sn.simulate(sn.load(EXAMPLES / "four_bar.yaml"), 0.2, output=0.1, progress=False)
    result.found["multiplier"][1] = np.nan
    with pytest.raises(sn.UnsupportedError, match=r"at t = 0\.1 s the load of B is not defined"):
        result.loads_on("coupler", 0.1)


def test_loads_that_are_one_choice_of_many_say_so():
    m = sn.load(EXAMPLES / "parallelogram.yaml")
    result = sn.simulate(m, 0.2, output=0.1, progress=False)
    assert result.undetermined
    told = [result.loads_on(body, 0.1).notes for body in m.bodies]
    assert any("one choice of many" in note for notes in told for note in notes)
    balances(result, 0.1)
