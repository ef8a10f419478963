"""Equilibria and steady motions against closed forms; several of them; errors in words."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from linear_mechanisms import G, chain, conical, quarter_car, sprung_four_bar

import snodo as sn
from snodo.analyses.linear import equilibrium

sys.path += [str(Path(__file__).parents[3]), str(Path(__file__).parents[3] / "benchmarks")]
from test_governor import governor as flyball

from mechanisms import double_pendulum, four_bar, parallelogram, pendulum, sleigh


# ---------------------------------------------------------------- closed forms
@pytest.mark.parametrize("start", [0.3, -3.0, 1.5])
def test_pendulum(start: float) -> None:
    found = sn.equilibrium(pendulum(), initial={"A.angle": start})
    angle = np.mod(found["A.angle"] + np.pi / 2 + np.pi, 2 * np.pi) - np.pi
    assert angle == pytest.approx(0.0, abs=1e-12)
    assert found.stable
    assert found.potential == pytest.approx(-G / 2)


def test_an_unstable_one_is_found_by_newton() -> None:
    found = sn.equilibrium(pendulum(), initial={"A.angle": 1.3}, search="newton")
    assert found["A.angle"] == pytest.approx(np.pi / 2, abs=1e-12)
    assert found.stability == "unstable"
    assert not found.stable


def test_all_of_a_double_pendulum() -> None:
    """Four equilibria by Newton's method from many starts, one of them stable: 0, 1, 1 and 2 motions grow."""
    found = sn.equilibrium(double_pendulum(), starts=40, search="newton")
    assert [sum(one.eigenvalues.real > 1e-6) for one in found] == [0, 1, 1, 2]
    assert len(sn.equilibrium(double_pendulum(), starts=6)) == 1


def test_a_hanging_mass() -> None:
    """k (l − l₀) = m g."""
    m = sn.Mechanism("mass", gravity=(0, -G))
    m.body("b", mass=2.0, inertia=0.1, at=(0, -1))
    m.prismatic("P", "ground", "b", axis="y", at=(0, -1))
    m.spring("s", "ground", "b", (0, 0), (0, -1), stiffness=50.0, length=0.7)
    found = sn.equilibrium(m)
    assert found["s.length"] == pytest.approx(0.7 + 2.0 * G / 50.0, rel=1e-12)


def test_a_spring_snaps_through() -> None:
    """A shallow truss has two stable positions and an unstable one between them."""
    m = sn.Mechanism("truss", gravity=(0, 0))
    m.body("b", mass=1.0, inertia=0.1, at=(0, 0.2))
    m.prismatic("P", "ground", "b", axis="y", at=(0, 0.2))
    for side in (-1.0, 1.0):
        m.spring(f"s{side:+.0f}", "ground", "b", (side, 0), (0, 0.2), stiffness=100.0, length=float(np.hypot(1, 0.1)))
    starts = [{"b.y": y} for y in (0.3, -0.3, 0.01)]
    found = sn.equilibrium(m, starts=starts)
    np.testing.assert_allclose(sorted(one["b.y"] for one in found), [-0.1, 0.1], atol=1e-9)
    between = sn.equilibrium(m, initial={"b.y": 0.005}, search="newton")
    assert between["b.y"] == pytest.approx(0.0, abs=1e-12)
    assert between.stability == "unstable"


def test_loops_stay_closed() -> None:
    """A four-bar hangs where the height of its centre of mass is least, and stays there in a run."""
    for m in (four_bar(), parallelogram(), sprung_four_bar()):
        found = sn.equilibrium(m)
        assert found.stable
        F = found.result.formulation
        assert np.abs(F.constraints(found.q)).max() < 1e-11
        for formulation in ("planar", "tree"):
            result = sn.simulate(m, 0.3, start=found, formulation=formulation, progress=False)
            assert np.ptp(result[f"{next(iter(m.joints))}.angle"].values) < 1e-8


# ---------------------------------------------------------------- steady motions
@pytest.mark.parametrize("driven", [True, False])
def test_conical_pendulum(driven: bool) -> None:
    """cos θ = g/(Ω² l); at a driven speed it oscillates with Ω sin θ, on a free shaft with another frequency."""
    spin, length = 5.0, 0.8
    m = conical(spin if driven else None, length)
    found = sn.equilibrium(m, initial={"H.angle": 0.4}, speeds=None if driven else {"A": spin})
    angle = np.arccos(G / (spin**2 * length))
    assert abs(found["H.angle"]) == pytest.approx(angle, rel=1e-7)  # the ball has a small inertia
    assert found["A.speed"] == pytest.approx(spin)
    assert found.stable
    swings = found.eigenvalues[np.abs(found.eigenvalues) > 1.0].imag.max()
    if driven:
        assert swings == pytest.approx(spin * np.sin(angle), rel=1e-6)
    result = sn.simulate(m, 1.0, start=found, progress=False)
    assert np.ptp(result["H.angle"].values) < 1e-6


def test_below_the_critical_speed_it_hangs() -> None:
    """Ω² < g/l: straight down is stable; above, it is not."""
    slow, fast = 0.9 * np.sqrt(G / 0.8), 1.1 * np.sqrt(G / 0.8)
    assert sn.equilibrium(conical(slow), initial={"H.angle": 0.2})["H.angle"] == pytest.approx(0.0, abs=1e-9)
    assert sn.equilibrium(conical(fast), initial={"H.angle": 0.0}).stability == "unstable"
    assert sn.equilibrium(conical(fast), initial={"H.angle": 0.1}).stable


def governor(spin: float) -> sn.Mechanism:
    """Watt's governor: two arms with balls, links to a sleeve, on a driven shaft; a planar linkage in space."""
    m = sn.Mechanism("Watt governor", dimension=3, gravity=(0, 0, -G))
    tiny = (1e-9, 1e-9, 1e-9)
    m.body("shaft", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.body("sleeve", mass=4.0, inertia=(0.01, 0.01, 0.01), at=(0, 0, -0.6))
    m.revolute("A", "ground", "shaft", at=(0, 0, 0), axis="z")
    m.prismatic("slide", "shaft", "sleeve", at=(0, 0, -0.6), axis="z")
    for side in (1.0, -1.0):
        name = "right" if side > 0 else "left"
        m.body(f"arm_{name}", mass=1.5, inertia=tiny, at=(0.4 * side, 0, -0.3))
        m.revolute(f"top_{name}", "shaft", f"arm_{name}", at=(0, 0, 0), axis=(0, -side, 0))
        m.rod(f"link_{name}", f"arm_{name}", "sleeve", (0.4 * side, 0, -0.3), (0, 0, -0.6))
    m.driver("motor", joint="A", speed=spin)
    return m


def test_watt_governor() -> None:
    """Arms and links of length l: m Ω² l cos θ = (m + M) g, with the sleeve's weight M g through the links."""
    spin = 12.0
    found = sn.equilibrium(governor(spin))
    height = (1.5 + 4.0) * G / (1.5 * spin**2)
    drop = -found["sleeve.z"] / 2
    assert drop == pytest.approx(height, rel=1e-6)  # of each ball below the top
    assert found.stable


def test_flyball_governor_in_every_formulation() -> None:
    """IFToMM A05, driven: found in joint coordinates; in absolute ones the same eigenvalues, and nothing moves."""
    m = flyball()
    m.driver("motor", joint="A", speed=2 * np.pi)
    found = sn.equilibrium(m)
    values = [sn.linearize(m, at=found, formulation=word).eigenvalues for word in ("tree", "spatial")]
    for value in values[0]:  # springs of 8e5 N/m: fast and slow eigenvalues are 3182 and 5 per second
        assert np.abs(values[1] - value).min() < 1e-6 * max(abs(value), 1.0)
    steady = sn.simulate(m, 0.05, start=found, formulation="tree", progress=False)
    assert np.ptp(steady["slide.displacement"].values) < 1e-9


# ---------------------------------------------------------------- what is done with them
def test_it_is_a_state() -> None:
    m = pendulum()
    found = sn.equilibrium(m, initial={"A.angle": 0.4})
    assert sn.linearize(m, at=found).eigenvalues == pytest.approx(found.eigenvalues, rel=1e-9)
    again = sn.equilibrium(m, start=found)
    assert again["A.angle"] == pytest.approx(found["A.angle"], abs=1e-12)
    assert "equilibrium of 'pendulum': stable" in str(found)
    assert "equilibrium" in found._repr_html_()
    assert str(sn.equilibrium(conical(3.0))).startswith("steady motion of 'conical pendulum'")


def test_initial_speeds_are_ignored() -> None:
    m = pendulum()
    m.initial = {"A.angle": 0.4, "A.speed": 7.0}
    assert not sn.equilibrium(m).v.any()


# ---------------------------------------------------------------- errors in words
def falling() -> sn.Mechanism:
    m = sn.Mechanism("falling", gravity=(0, -G))
    m.body("stone", mass=1.0, inertia=0.1)
    return m


@pytest.mark.parametrize(
    ("make", "words", "error", "told"),
    [
        (falling, {}, sn.RunError, "nothing resists the motion of stone.y"),
        (pendulum, {"speeds": {"A": 2.0}}, sn.RunError, "A.angle"),
        (pendulum, {"speeds": {"A.angle": 2.0}}, sn.MechanismError, "is not a speed"),
        (pendulum, {"search": "uphill"}, sn.MechanismError, "descent"),
        (pendulum, {"starts": 0}, sn.MechanismError, "not several starts"),
        (pendulum, {"starts": [3]}, sn.MechanismError, "not several starts"),
        (pendulum, {"start": 3}, sn.MechanismError, "is not a state"),
        (pendulum, {"initial": {"A.angel": 1}}, sn.SnodoError, "A.angel"),
        (pendulum, {"speeds": {"Q": 1}}, sn.SnodoError, "Q"),
        (pendulum, {"speeds": 3}, sn.MechanismError, "speeds = 3"),
        (pendulum, {"initial": 3}, sn.MechanismError, "initial = 3"),
    ],
)
def test_errors(make: Any, words: dict[str, Any], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        sn.equilibrium(make(), **words)


def test_a_driven_loop_has_none() -> None:
    m = four_bar()
    m.bar("bob", "C", (0.45, 0.1), mass=0.2)
    m.revolute("E", "coupler", "bob", at="C")
    m.driver("motor", joint="A", speed=3.0)
    with pytest.raises(sn.RunError, match=r"no steady motion.*driver 'motor'"):
        sn.equilibrium(m)


def test_loops_that_cannot_be_closed_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equilibrium.Closing, "newton", lambda self, q: (self.F.moved(q, np.ones(self.F.nv)), 1))
    with pytest.raises(sn.AssemblyError, match="on the way to the equilibrium"):
        sn.equilibrium(four_bar())


def test_one_start_and_several() -> None:
    m = pendulum()
    state = sn.equilibrium(m)
    with pytest.raises(sn.MechanismError, match="one start"):
        sn.equilibrium(m, start=state, starts=3)


def test_a_free_motion_that_nothing_pushes_is_no_obstacle() -> None:
    """A chain that floats, and a sleigh on ice, are in equilibrium anywhere."""
    assert sn.equilibrium(chain(wall=False)).stability == "stable"
    assert sn.equilibrium(sleigh())["sleigh.angle"] == pytest.approx(0.0)
    assert sn.equilibrium(quarter_car()).stability == "asymptotically stable"
