"""All loads on every body balance with its inertia, whatever holds, slides, lets go or is set by events along a run.

Nothing that is compared is used to find another: accelerations come from the equations of a run, loads from the laws
and multipliers of the parts, in the modes of their time.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn

G = 9.81
FORMULATIONS = ("planar", "tree", "spatial")
EXAMPLES = Path(sn.__file__).parents[2] / "examples"
Case = tuple[sn.Mechanism, float, dict[str, float]]


def arm() -> sn.Mechanism:
    m = sn.Mechanism("arm", gravity=(0, -G))
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    return m


def boom(**ram: Any) -> sn.Mechanism:
    m = sn.Mechanism("boom", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(1, 0.2), P=(0.4, -0.5), Q=(0.6, 0.1))
    m.bar("boom", "A", "B", mass=5.0)
    m.revolute("A", "ground", "boom")
    m.linear_actuator("ram", "ground", "boom", start="P", end="Q", **ram)
    return m


def wheels() -> sn.Mechanism:
    m = sn.Mechanism("wheels", gravity=(0, 0))
    for joint, x, inertia in (("A", 0.0, 0.4), ("B", 0.5, 0.25)):
        m.body(f"wheel_{joint}", mass=1.0, inertia=inertia, at=(x, 0))
        m.revolute(joint, "ground", f"wheel_{joint}", at=(x, 0))
    return m


def set_torque() -> Case:
    m = arm()
    m.torque("motor", 1.0, joint="A")
    m.point_force("wind", "arm", (0.0, 2.0), at={"arm": (0.2, 0)})
    m.event("more", when="t = 0.5 s", do="set motor.torque to 4 N m")
    m.event("less", when="t = 0.8 s", do="set motor.torque to -2 N m")
    return m, 1.0, {}


def dry() -> Case:
    m = arm()
    m.friction("rub", "A", coulomb=0.8, static=1.0, viscous=0.05)
    m.torsional_spring("spring", "A", stiffness=15.0, angle=0.5)
    return m, 8.0, {"A.speed": 5.0}


def rotor() -> Case:
    m = sn.Mechanism("rotor", gravity=(0, -G))
    m.body("rotor", mass=4.0, inertia=0.01, com=(0.05, 0))
    m.revolute("O", "ground", "rotor", at=(0, 0))
    m.friction("f", "O", mu=0.1, radius=0.06)
    return m, 6.0, {"O.speed": 10.0}


def stop() -> Case:
    m = arm()
    m.limit("A", lower="-60 deg", restitution=0.3)
    m.friction("rub", "A", coulomb=0.2)
    return m, 3.0, {}


def soft_stop() -> Case:
    m = arm()
    m.limit("A", lower="-60 deg", stiffness=500.0, stop_damping=5.0)
    return m, 1.0, {}


def freewheel() -> Case:
    m = arm()
    m.freewheel("only", "A", "forward")
    m.torque("T", "20*sin(3*t)", joint="A")
    return m, 2.0, {}


def ratchet() -> Case:
    m = arm()
    m.ratchet("teeth", "A", teeth=24)
    m.torque("T", "20*sin(3*t)", joint="A")
    return m, 2.0, {}


def cylinder_stops() -> Case:
    return boom(force="30 N - 60*ram.speed", stops=("0.5 m", "0.7 m"), restitution=0.2), 2.0, {}


def locked_cylinder() -> Case:
    m = boom(force="30 N - 60*ram.speed")
    m.event("lock", when="t = 0.3 s", do="close ram")
    return m, 1.0, {}


def relief() -> Case:
    m = boom(locked=True, relief="60 N")
    m.torque("load", "-20*t", joint="A")
    return m, 0.6, {}


def latch() -> Case:
    m = arm()
    m.fixed("latch", "ground", "arm", at=(0, 0), closed=False)
    m.event("caught", when="A.angle falls to -120 deg", do="close latch")
    m.event("let_go", when="t = 1.5 s", do="open latch")
    return m, 3.0, {}


def clutch() -> Case:
    m = wheels()
    m.clutch("c", "A", "B", capacity=12.0, static=15.0)
    m.torque("engine", "10*max(0, t - 2)", joint="A")
    return m, 7.0, {"A.speed": 150.0, "B.speed": 20.0}


def belt(mu: float | None) -> Case:
    m = wheels()
    m.belt("belt", "A", "B", radii=("50 mm", "120 mm"), preload="30 N", mu=mu)
    m.torque("T", "6*sin(5*t)", joint="A")
    return m, 2.0, {}


def cable(**words: Any) -> Case:
    m = sn.Mechanism("Atwood", gravity=(0, -G))
    m.add_points(C=(0, 0), P=(-0.1, -1), Q=(0.1, -1))
    for name, mass, at in (("a", 3.0, "P"), ("b", 1.0, "Q")):
        m.body(name, mass=mass, inertia=1.0, at=at)
        m.prismatic(name.upper(), "ground", name, axis="y", at=at)
    m.cable("c", ["P on a", "over C, 0.1 m", "Q on b"], **words)
    return m, 0.2, {}


def ball() -> Case:
    m = sn.Mechanism("ball", gravity=(0, -G))
    m.body("ball", mass=2.0, inertia=0.4 * 2 * 0.1**2)
    m.sphere_contact("floor", "ball", radius=0.1, mu=0.2, restitution=0.3)
    return m, 1.5, {"ball.y": 0.15, "ball.vx": 3.0}


def example(name: str) -> Case:
    m = sn.load(EXAMPLES / f"{name}.yaml")
    return m, float(m.run.duration), {}


CASES: dict[str, Callable[[], Case]] = {
    one.__name__: one
    for one in (set_torque, dry, rotor, stop, soft_stop, freewheel, ratchet, cylinder_stops, locked_cylinder, relief)
}
CASES |= {one.__name__: one for one in (latch, clutch, ball)}
CASES |= {"belt": lambda: belt(None), "belt that slips": lambda: belt(0.3)}
CASES |= {"cable": cable, "cable that stretches": lambda: cable(stiffness=1e4, damping=10.0)}
CASES |= {"capstan": lambda: cable(mu=0.3)}
CASES |= {name: lambda name=name: example(name) for name in ("door_closer", "slider_crank_friction", "valve_train")}


def unbalanced(result: sn.Result, rows: int = 13) -> float:
    """The largest force or moment that is left on any body [N, N m], at some of the rows."""
    left = 0.0
    for t in result.time[np.linspace(0, result.time.size - 1, rows).astype(int)]:
        for body in result.mechanism.bodies:
            left = max(left, *(float(np.abs(x).max()) for x in result.loads_on(body, float(t)).unbalanced))
    return left


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("case", CASES)
def test_loads_balance(case, formulation):
    m, until, start = CASES[case]()
    result = sn.simulate(m, until, initial=start, formulation=formulation, error_bars=False, progress=False)
    assert unbalanced(result) < 1e-8 * max(1.0, float(np.abs(result.multipliers).max(initial=0.0)))


@pytest.mark.parametrize("case", ["set_torque", "dry", "rotor", "stop", "clutch", "slider_crank_friction", "capstan"])
def test_reactions_agree_in_all_formulations(case):
    """In a tree they come from a recursion over all forces in the mode of their time; elsewhere from multipliers."""
    found = []
    for formulation in FORMULATIONS:
        m, until, start = CASES[case]()
        words = {"formulation": formulation, "tolerance": 1e-10, "error_bars": False, "progress": False}
        result = sn.simulate(m, until, initial=start, **words)
        joints = list(m.joints)
        plain = [result.reaction(name).values for name in joints]
        found.append((result.time, plain, [result.reaction(name, applied=True).values for name in joints]))
    size = max(1.0, *(float(np.abs(x).max()) for x in found[0][1]))
    for time, plain, applied in found[1:]:
        assert np.array_equal(time, found[0][0])
        for own, first in zip((*plain, *applied), (*found[0][1], *found[0][2])):
            away = np.abs(own - first).max(axis=1) > 1e-6 * size
            assert away.sum() <= 2  # rows next to an event, whose times differ by rounding


def test_forces_that_events_set_are_series():
    m, until, _ = set_torque()
    result = sn.simulate(m, until, output=0.1, progress=False)
    expected = np.where(result.time <= 0.5, 1.0, np.where(result.time <= 0.8, 4.0, -2.0))
    assert result["motor.force"].values == pytest.approx(expected)
    assert result["motor.power"].values == pytest.approx(expected * result["A.speed"].values)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_number_that_two_parts_share_is_set_in_one(formulation):
    m = wheels()
    same = sn.Constant(2.0)
    m.torque("one", same, joint="A")
    m.torque("two", same, joint="B")
    m.event("e", when="t = 0.5 s", do="set one.torque to 4 N m")
    result = sn.simulate(m, 1.0, formulation=formulation, progress=False)
    assert float(result["A.speed"][-1]) == pytest.approx(3.0 / 0.4)
    assert float(result["B.speed"][-1]) == pytest.approx(2.0 / 0.25)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_result_from_a_file_knows_its_modes(tmp_path, formulation):
    m, until, start = set_torque()
    m.friction("rub", "A", coulomb=0.3)
    result = sn.simulate(m, until, initial=start, formulation=formulation, progress=False)
    result.save(tmp_path / "run.nc")
    again = sn.Result.load(tmp_path / "run.nc")
    assert again["motor.force"].values == pytest.approx(result["motor.force"].values, abs=0.0)
    assert again.reaction("A").values == pytest.approx(result.reaction("A").values, abs=1e-12)
    assert unbalanced(again) < 1e-8
