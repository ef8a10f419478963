"""Bushings whose forces are tables over the deflection, against numbers, closed forms and derivatives."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn

G = 9.81
FORMULATIONS = ("planar", "tree", "spatial")
SPIN = {"b.wx": 6.0, "b.wy": 3.0, "b.wz": -4.0}


def mounted(stiffness, damping=None, preload=None, **table) -> sn.Mechanism:
    """A body on a bushing, in the plane."""
    m = sn.Mechanism("mounted", gravity=(0, -G))
    m.add_points(M=(0, 0))
    m.body("b", mass=2.0, inertia=0.05, at=(0.1, 0.2))
    if table:
        m.table("rubber", **table)
    m.bushing("mount", "ground", "b", at="M", stiffness=stiffness, damping=damping, preload=preload)
    return m


STRAIGHT = {"x": (-1.0, 1.0), "y": (-3e3, 3e3), "kind": "linear", "outside": "linear"}


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_straight_table_is_a_number(formulation):
    first = mounted([2e3, "table(rubber)", 30.0], [3.0, 2.0, 0.0], [0.0, 2.0 * G, 0.0], **STRAIGHT)
    second = mounted([2e3, 3e3, 30.0], [3.0, 2.0, 0.0], [0.0, 2.0 * G, 0.0])
    runs = [sn.simulate(m, 0.4, formulation=formulation, tolerance=1e-11) for m in (first, second)]
    for word in ("b.x", "b.y", "b.angle"):
        assert np.abs(runs[0][word].values - runs[1][word].values).max() < 1e-10
    wrenches = [run.wrench("mount", body="b").values for run in runs]
    assert np.abs(wrenches[0] - wrenches[1]).max() < 1e-6
    assert np.abs(runs[0]["energy.balance"].values).max() < 1e-9
    assert runs[0].quality().verdict == "good"


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_table_of_damping_is_over_the_rate(formulation):
    drag = {"x": (-10.0, 10.0), "y": (-40.0, 40.0), "kind": "linear"}
    first = mounted([2e3, 3e3, 30.0], [3.0, "table(rubber)", 0.2], **drag)
    second = mounted([2e3, 3e3, 30.0], [3.0, 4.0, 0.2])
    runs = [sn.simulate(m, 0.4, formulation=formulation, tolerance=1e-11) for m in (first, second)]
    assert np.abs(runs[0]["b.y"].values - runs[1]["b.y"].values).max() < 1e-10
    assert np.abs(runs[0]["energy.balance"].values).max() < 1e-9


PROGRESSIVE = {"x": (-3e-2, -1e-2, 0.0, 1e-2, 3e-2), "y": (-200.0, -20.0, 0.0, 20.0, 200.0), "kind": "linear"}


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_body_let_go_on_a_progressive_bushing_turns_back_where_its_energy_is_used_up(formulation):
    """2 kN/m over 10 mm, then 9 kN/m: m g x = 0.1 + 20 (x − 0.01) + 4500 (x − 0.01)²."""
    m = sn.Mechanism("drop", gravity=(0, -G))
    m.add_points(M=(0, 0))
    m.body("b", mass=2.0, inertia=0.05, at=(0, 0))
    m.table("rubber", **PROGRESSIVE)
    m.bushing("mount", "ground", "b", at="M", stiffness=[1e4, "table(rubber)", 30.0])
    result = sn.simulate(m, 0.3, formulation=formulation, tolerance=1e-10, output=1.5e-4)
    w = 2.0 * G
    deepest = 0.01 + max(np.roots([4500.0, 20.0 - w, 0.1 - w * 0.01]).real)
    at = int(result["b.y"].values.argmin())
    assert -result["b.y"].values[at] == pytest.approx(deepest, abs=2e-7)  # between two outputs
    # in every state, kinetic energy is weight times way less the area
    y = -result["b.y"].values
    area = np.where(y < 0.01, 1000.0 * y**2, 0.1 + 20.0 * (y - 0.01) + 4500.0 * (y - 0.01) ** 2)
    assert np.abs(result["energy.kinetic"].values - (w * y - area)).max() < 1e-7
    still = sn.equilibrium(m)
    assert -still["b.y"] == pytest.approx(w / 2000.0, abs=1e-10)


CURVED = {"x": (-0.02, -0.01, 0.0, 0.01, 0.02), "y": (-300.0, -60.0, 0.0, 60.0, 300.0)}


def test_frequencies_follow_the_slope_of_the_table_where_the_body_rests():
    m = mounted([1e4, "table(rubber)", "30 N m/rad"], **CURVED)
    m.bodies["b"].at = (0.0, 0.0)
    still = sn.equilibrium(m)
    y = still["b.y"]
    table = m.tables["rubber"]
    assert float(table(-y)) == pytest.approx(2.0 * G, abs=1e-8)
    h = 1e-6
    slope = float(table(y + h) - table(y - h)) / (2 * h)
    found = np.sort(sn.modes(m, at=still).frequencies)
    expected = np.sort(np.sqrt([1e4 / 2.0, slope / 2.0, 30.0 / 0.05]) / (2 * np.pi))
    assert found == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_tables_about_axes_in_space_balance_energy_and_agree(formulation):
    m = sn.Mechanism("space", dimension=3, gravity=(0, 0, -G))
    m.body("b", mass=2.0, inertia=(0.05, 0.08, 0.03), at=(0.1, 0.05, 0))
    m.table("rubber", x=(-0.05, -0.02, 0.0, 0.02, 0.05), y=(-200.0, -40.0, 0.0, 40.0, 200.0), outside="linear")
    m.table("turn", x=(-1.0, -0.5, 0.0, 0.5, 1.0), y=(-9.0, -3.0, 0.0, 3.0, 9.0), outside="linear")
    K = ["table(rubber)", 3e3, "table(rubber)", "table(turn)", 10.0, "table(turn)"]
    C, preload = [1.0] * 3 + [0.01] * 3, [0, 0, 5, 0, 0, 0]
    m.bushing("mount", "ground", "b", at=(0, 0, 0), stiffness=K, damping=C, preload=preload)
    result = sn.simulate(m, 0.4, formulation=formulation, initial=SPIN, tolerance=1e-11)
    assert np.abs(result["energy.balance"].values).max() < 1e-8
    other = sn.simulate(m, 0.4, formulation="spatial", initial=SPIN, tolerance=1e-12, integrator="dop853")
    for word in ("b.x", "mount.rx", "mount.rz", "mount.z", "b.wy"):
        assert float(result[word][-1]) == pytest.approx(float(other[word][-1]), abs=1e-8)
    radau = sn.simulate(m, 0.1, formulation=formulation, initial=SPIN, integrator=sn.Radau(rtol=1e-9))
    assert float(radau["mount.rz"][-1]) == pytest.approx(
        float(sn.simulate(m, 0.1, formulation=formulation, initial=SPIN, tolerance=1e-12)["mount.rz"][-1]), abs=1e-8
    )


def test_the_verdict_tells_when_a_bushing_left_its_table():
    m = mounted([1e4, "table(rubber)", 30.0], x=(-1e-3, 0.0, 1e-3), y=(-2.0, 0.0, 2.0), outside="linear")
    result = sn.simulate(m, 0.1, progress=False)
    assert "table 'rubber' was left by mount.y" in " ".join(str(result.quality()).split())


def test_mistakes_with_tables_of_bushings_are_named():
    with pytest.raises(sn.MechanismError, match="there is no table 'rubber'"):
        mounted([1.0, "table(rubber)", 1.0]).check()
    with pytest.raises(sn.MechanismError, match="is 3 at zero"):
        mounted([1.0, "table(rubber)", 1.0], x=(-1, 0, 1), y=(2, 3, 4)).check()
    with pytest.raises(sn.MechanismError, match="two arguments"):
        mounted([1.0, "table(rubber)", 1.0], x=(0, 1), y=(0, 1), z=((0, 1), (1, 2))).check()
    with pytest.raises(sn.MechanismError, match="entry of a matrix"):
        mounted([[1.0, 0, 0], [0, "table(rubber)", 0], [0, 0, 1.0]], **STRAIGHT)
    with pytest.raises(sn.MechanismError, match=r"table\(rubber\) has no arguments"):
        mounted([1.0, 1.0, 1.0], preload=["table(rubber)", 0, 0], **STRAIGHT)


def test_tables_of_bushings_are_kept_in_files_and_scripts(tmp_path):
    m = mounted([2e3, "table( rubber )", 30.0], [3.0, 2.0, 0.0], [0.0, 2.0, 0.0], **STRAIGHT)
    sn.save(m, tmp_path / "m.yaml")
    again = sn.load(tmp_path / "m.yaml")
    assert again.forces["mount"] == m.forces["mount"]
    scope = {}
    exec(sn.to_python(m), scope)
    built = next(x for x in scope.values() if isinstance(x, sn.Mechanism))
    assert built.forces["mount"].stiffness == m.forces["mount"].stiffness
