"""A run that starts from a state of another result: two pieces are the whole, in every pair of formulations."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests import mechanisms
from twenty_mechanisms import IN_SPACE, TIMES, mechanism

import snodo as sn

TIGHT = sn.DOP853(rtol=1e-11)
PLANE = ("planar", "tree", "spatial", "spatial_euler")


def pendulum() -> sn.Mechanism:
    """A double pendulum, with a motor that depends on time."""
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.5, 0.1), C=(0.9, -0.2))
    m.body("upper", mass=1.0, inertia=0.05, com=(0.2, 0.03), at="A")
    m.bar("lower", "B", "C", mass=0.5)
    m.revolute("A", "ground", "upper")
    m.revolute("B", "upper", "lower")
    m.torque("motor", "3*sin(7*t)", joint="A")
    m.initial.update({"A.speed": 12.0, "B.speed": -20.0})  # several turns
    return m


def slider_crank() -> sn.Mechanism:
    """A closed loop, driven as a function of time."""
    m = mechanisms.slider_crank()
    m.driver("motor", joint="A", angle="12*t + 0.3*sin(5*t)")
    return m


def arm() -> sn.Mechanism:
    m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(A=(0, 0, 0), B=(0.5, 0, 0), C=(0.9, 0, 0.1))
    m.cylinder("upper", "A", "B", radius=0.05, mass=1.0)
    m.body("lower", mass=0.5, inertia=(0.004, 0.008, 0.009), com=(0.2, 0.01, 0.0), at="B")
    m.spherical("A", "ground", "upper")
    m.revolute("B", "upper", "lower", axis="y")
    m.torque("motor", "0.5*cos(9*t)", joint="B")
    m.initial.update({"A.wx": 6.0, "A.wz": 9.0, "B.speed": -12.0})
    return m


MAKE = {"pendulum": pendulum, "slider_crank": slider_crank, "arm": arm}
PAIRS = [("pendulum", a, b) for a, b in (("planar", "planar"), ("planar", "tree"), ("tree", "spatial"))]
PAIRS += [("pendulum", a, b) for a, b in (("spatial", "spatial_euler"), ("spatial_euler", "planar"))]
PAIRS += [("slider_crank", a, b) for a, b in (("planar", "tree"), ("tree", "planar"), ("spatial", "tree"))]
PAIRS += [("arm", a, b) for a, b in (("tree", "tree"), ("tree", "spatial"), ("spatial", "tree"))]
PAIRS += [("arm", a, b) for a, b in (("spatial", "spatial_euler"), ("spatial_euler", "tree"))]


@cache
def run(name: str, word: str) -> sn.Result:
    return sn.simulate(MAKE[name](), 1.0, formulation=word, output=0.05, integrator=TIGHT, progress=False)


@pytest.mark.parametrize(("name", "first", "second"), PAIRS)
def test_two_pieces_are_the_whole(name: str, first: str, second: str) -> None:
    """The motor goes on as a function of the same time, joint angles keep their turns."""
    whole, m = run(name, second), MAKE[name]()
    start = run(name, first).state(at=0.4)
    piece = sn.simulate(m, 0.6, formulation=second, output=0.05, integrator=TIGHT, start=start, progress=False)
    np.testing.assert_allclose(piece.time, whole.time[8:], atol=1e-12)
    names = ["B.angle", "B.speed", "B.acceleration"]
    names += [f"{body}.{word}" for body in m.bodies for word in ("x", "vy", "ax", "e0", "e3", "rotation_z")]
    for word in names:
        wanted = whole[word].values[8:]
        scale = 1.0 + np.abs(wanted).max()
        found = piece[word].values
        if word[-2:] in ("e0", "e3"):  # the sign begins anew
            found = found * np.sign((found * wanted).sum())
        if m.dimension == 3 and word.endswith("rotation_z"):
            continue
        np.testing.assert_allclose(found, wanted, atol=1e-7 * scale, err_msg=word)
    assert piece.quality().verdict == "good"
    assert f"continues the state of mechanism {m.name!r} ({first}) at t = 0.4 s" in piece.info["start"]


@pytest.mark.parametrize("name", [name for name in TIMES if name not in IN_SPACE][:6])
def test_the_last_row_of_a_result(name: str) -> None:
    """From planar to tree, from the end, for some of the usual mechanisms."""
    t = TIMES[name]
    first = sn.simulate(mechanism(name), t, formulation="planar", output=np.array([0, t]), progress=False)
    second = sn.simulate(mechanism(name), 0.01, formulation="tree", start=first, output=[t, t + 0.01], progress=False)
    assert second.time.tolist() == [t, t + 0.01]
    for body in first.mechanism.bodies:
        np.testing.assert_allclose(second.position(body)[0], first.position(body)[-1], atol=1e-8)
        np.testing.assert_allclose(second.velocity(body)[0], first.velocity(body)[-1], atol=1e-6)


def test_time_may_begin_anew() -> None:
    first = run("pendulum", "planar")
    bare = pendulum()
    del bare.forces["motor"]
    found = [
        sn.simulate(bare, 0.3, start=first.state(at=0.4, time=when), integrator=TIGHT, output=0.1, progress=False)
        for when in (None, 0.0)
    ]
    assert found[0].time[0] == pytest.approx(0.4)
    assert found[1].time[0] == 0.0
    np.testing.assert_allclose(found[0]["B.angle"], found[1]["B.angle"], atol=1e-9)


def test_a_bound_formulation_and_a_loaded_result(tmp_path: Path) -> None:
    run("pendulum", "tree").save(tmp_path / "run.nc")
    loaded = sn.Result.load(tmp_path / "run.nc")
    F = sn.Planar(pendulum())
    found = sn.simulate(F, 0.1, start=loaded.state(at="0.9 s"), integrator=TIGHT, output=0.05, progress=False)
    np.testing.assert_allclose(found["B.angle"], run("pendulum", "planar")["B.angle"][-3:], atol=1e-7)


def test_a_joint_may_be_released() -> None:
    """What the joint held flies on: its centre of mass on a parabola, its angular velocity constant."""
    first = run("pendulum", "planar")
    m = pendulum()
    del m.joints["B"]
    for word in PLANE:
        m.initial.pop("B.speed", None)
        found = sn.simulate(m, 0.3, formulation=word, start=first.state(at=0.5), integrator=TIGHT, progress=False)
        t = found.time - 0.5
        p, v = (x.values[10] for x in (first.position("lower.com"), first.velocity("lower.com")))
        np.testing.assert_allclose(found["lower.omega"], first["lower.omega"].values[10], atol=1e-7)
        fall = p + v * t[:, None] + np.array([0, -9.81]) / 2 * t[:, None] ** 2
        np.testing.assert_allclose(found.position("lower.com"), fall, atol=1e-7)


def test_other_masses_and_centres() -> None:
    """The bodies are where they were, with their velocities, although the centre of mass is elsewhere."""
    first, m = run("pendulum", "planar"), pendulum()
    m.bodies["upper"].com = (0.1, 0.0)
    found = sn.simulate(m, 0.1, start=first.state(at=0.5), output=0.1, progress=False)
    for name in ("upper", "lower"):
        np.testing.assert_allclose(found.position(name)[0], first.position(name)[10], atol=1e-12)
        np.testing.assert_allclose(found.velocity(name)[0], first.velocity(name)[10], atol=1e-9)


def test_small_gaps_are_closed() -> None:
    """A run with a penalty leaves gaps; the next one begins closed."""
    m = slider_crank()
    del m.drivers["motor"]
    m.initial["A.speed"] = 5.0
    rough = sn.simulate(m, 0.2, method="penalty", output=0.1, progress=False)
    gap = np.abs(rough.found["violation"][-1]).max()
    assert gap > 1e-8
    found = sn.simulate(m, 0.1, start=rough, output=0.1, progress=False)
    assert np.abs(found.found["violation"][0]).max() < 1e-11
    assert np.abs(found.found["violation_rate"][0]).max() < 1e-9
    np.testing.assert_allclose(found["A.angle"].values[0], rough["A.angle"].values[-1], atol=10 * gap)


def raises(match: str, kind: Any = sn.MechanismError) -> Any:
    return pytest.raises(kind, match=match)


def test_what_does_not_fit_is_refused_by_its_part() -> None:
    result, m = run("slider_crank", "planar"), slider_crank()
    with raises(
        r"does not fit mechanism 'slider-crank': driver 'motor' .*is open by(.|\n)*with drivers, continue its time",
        sn.AssemblyError,
    ):
        sn.simulate(m, 0.1, start=result.state(at=0.4, time=0.0), progress=False)
    longer = slider_crank()
    longer.points["B"] = (0.1, 0.2)
    with raises("does not fit mechanism", sn.AssemblyError):
        sn.simulate(longer, 0.1, start=result.state(at=0.4), progress=False)
    still = slider_crank()
    still.drivers["motor"].angle = "12*0.4 + 0.3*sin(5*0.4)"
    still = sn.loads(sn.to_yaml(still))
    with raises("is violated by the velocities", sn.AssemblyError):
        sn.simulate(still, 0.1, start=result.state(at=0.4), progress=False)


def test_states_and_values_that_do_not_go_together() -> None:
    result, m = run("pendulum", "planar"), pendulum()
    with raises(r"start= is a whole state, and initial= would change it"):
        sn.simulate(m, 0.1, start=result, initial={"A.angle": 1.0})
    with raises(r"start= is a whole state, and initial_guess="):
        sn.simulate(m, 0.1, start=result, initial_guess={"A.angle": 1.0})
    with raises(r"give it as start="):
        sn.simulate(m, 0.1, initial=result.state())  # type: ignore[arg-type]
    with raises(r"is not a state"):
        sn.simulate(m, 0.1, start=1.5)
    with raises(r"several mechanisms cannot start", sn.UnsupportedError):
        sn.simulate([m, m], 0.1, start=result)
    with raises(r"body 'crank' is not in the result of mechanism 'pendulum'"):
        sn.simulate(slider_crank(), 0.1, start=result)
    with raises(r"no row at 0.42 s: the nearest are at 0.4 and 0.45 s", sn.NameNotFound):
        result.state(at=0.42)
    with raises(r"rows from 0 to 1 s, but none at 2 s", sn.NameNotFound):
        result.state(at=2.0)
    with raises(r"the run begins at 0.4 s"):
        sn.simulate(m, start=result.state(at=0.4), output=[0.1, 0.5])
    assert str(result.state(at=0.4)) == "state of mechanism 'pendulum' (planar) at t = 0.4 s"
