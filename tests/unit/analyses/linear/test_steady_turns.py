"""Steady turns of what rolls: a coin and a bicycle in a circle, against closed forms, published matrices and runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from linear_mechanisms import G, conical, disc

import snodo as sn

sys.path += [str(Path(__file__).parents[3]), str(Path(__file__).parents[3] / "agreement")]
from test_whipple import K0, K2, bicycle

from mechanisms import pendulum, sleigh

R = 0.3


# ---------------------------------------------------------------- the coin (Routh; O'Reilly 1996)
def spin_of(lean: float, turn: float) -> float:
    """ω₃ of a thin disc that rolls steadily: A Ω² sin θ cos θ − (C + m R²) Ω ω₃ sin θ = m g R cos θ, θ = π/2 + lean.

    θ is the angle between its axis and the vertical, ω₃ its whole angular velocity about the axis; A = m R²/4 = C/2.
    """
    s, c = np.sin(np.pi / 2 + lean), np.cos(np.pi / 2 + lean)
    return float((turn**2 * s * c / 4 - G / R * c) / (1.5 * turn * s))


def wobble(lean: float, turn: float) -> float:
    """x″/x of small changes of θ, with those of Ω and ω₃ that follow from their two integrals (in units of m R²)."""
    s, c, spin = np.sin(np.pi / 2 + lean), np.cos(np.pi / 2 + lean), spin_of(lean, turn)
    by_turn = 2 * spin / s - 2 * turn * c / s
    by_spin = turn * s / 1.5
    own = turn**2 * np.cos(np.pi + 2 * lean) / 4 - 1.5 * turn * spin * c + G / R * s
    return float((own + (turn * s * c / 2 - 1.5 * spin * s) * by_turn - 1.5 * turn * s * by_spin) / 1.25)


def about_axis(found: sn.Equilibrium) -> float:
    """ω₃."""
    F = found.result.formulation
    return float(F.motion.angular_velocity("disc", found.q, found.v) @ F.pose(found.q, "disc").A[:, 1])


@pytest.mark.parametrize(("lean", "turn"), [(0.5, -2.0), (0.2, 1.0), (1.1, 4.0)])
def test_a_coin_rolls_in_a_circle(lean: float, turn: float) -> None:
    """At a given height (it leans) and turning rate, its spin is that of the closed form, and it stays there."""
    m = disc(R)
    found = sn.equilibrium(m, initial={"disc.z": R * np.cos(lean)}, keep="disc.z", turn=turn)
    assert found.turn == pytest.approx(turn)
    side = np.sign(found.result.formulation.pose(found.q, "disc").A[2, 1])
    assert about_axis(found) == pytest.approx(spin_of(-side * lean, turn), rel=1e-9)
    square = wobble(-side * lean, turn)
    for formulation in ("tree", "spatial"):
        x = sn.linearize(m, at=found, formulation=formulation)
        assert x.constant
        assert np.abs(x.acceleration.array).max() < 1e-9 * max(1.0, abs(square))
        values = x.eigenvalues[: len(x.eigenvalues) - x.spectrum.drifting]
        for wanted in (1j * turn, np.sqrt(complex(square))):  # the circle goes elsewhere; the coin wobbles
            assert np.abs(values - wanted).min() < 1e-8 * abs(wanted)
        assert x.stability == ("unstable" if square > 0 else "stable")
    if square < 0:
        run = sn.simulate(m, 2.0, start=found, tolerance=1e-10, progress=False)
        assert np.ptp(run["disc.z"].values) < 1e-8


def test_the_lean_of_a_coin_at_given_speeds() -> None:
    """The other way round: spin and turning rate are given, the lean is found."""
    lean, turn = 0.4, 1.5
    spin = spin_of(lean, turn)
    m = disc(R)
    m.frame("axle", "disc", at=(0, 0, R))
    ahead = spin * R * 1.0  # the speed of the centre is that of the spin about the lowest point
    found = sn.equilibrium(m, initial={"disc.wx": 0.0, "disc.wy": spin}, speeds={"disc.vx": ahead}, turn=turn)
    assert found["disc.z"] == pytest.approx(R * np.cos(lean), rel=1e-9)
    assert str(found).startswith("steady turn at 1.5 rad/s of 'disc'")


def test_a_slow_coin_falls() -> None:
    """Upright and straight on, Ω₃² = g/(3 R) is critical; in a flat fast turn, a coin is stable at any speed."""
    assert wobble(0.05, 0.3) < 0 < wobble(0.05, 3.0)
    m = disc(R)
    found = sn.equilibrium(m, initial={"disc.z": R * np.cos(0.05)}, keep=["disc.z"], turn=3.0)
    assert found.stability == "unstable"


# ---------------------------------------------------------------- the Whipple bicycle
def lean_of(found: sn.Equilibrium) -> float:
    """To the side to which it steers."""
    return -float(np.arcsin(found.result.formulation.pose(found.q, "frame").A[2, 1]))


def test_a_bicycle_whose_steer_is_held() -> None:
    """(g K₀ + v² K₂)(φ, δ) = (0, T): lean and torque of a small turn; they differ by the square of the angle."""
    speed, misfits = 5.0, []
    K = G * K0 + speed**2 * K2
    for steer in (1e-2, 2e-2):
        m = bicycle()
        m.driver("hold", joint="S", angle=steer)
        found = sn.equilibrium(m, speeds={"R": speed / 0.3}, turn="free")
        lean = -K[0, 1] / K[0, 0] * steer
        wanted = np.array([lean, K[1] @ [lean, steer], speed * np.cos(np.pi / 10) / 1.02 * steer])
        misfits.append(np.array([lean_of(found), found["hold.effort"], found.turn]) / wanted - 1.0)
    np.testing.assert_allclose(misfits[0], 0.0, atol=5e-3)
    np.testing.assert_allclose((4 * misfits[0] - misfits[1]) / 3, 0.0, atol=2e-6)  # fourth powers are left


def test_a_bicycle_without_hands() -> None:
    """Turns without steer torque form a family that begins at the capsize speed; a run stays in it."""
    m, speeds = bicycle(), []
    for steer in (0.005, 0.01):
        found = sn.equilibrium(m, initial={"S.angle": steer, "rear.vx": 6.0}, keep="S.angle", turn="free")
        assert found["S.angle"] == pytest.approx(steer, abs=1e-12)
        speeds.append(found["R.speed"] * 0.3)
    assert (4 * speeds[0] - speeds[1]) / 3 == pytest.approx(6.0242620153883589, abs=2e-6)  # fourth powers are left
    values = [sn.linearize(m, at=found, formulation=word) for word in ("tree", "spatial")]
    assert all(x.constant for x in values)
    for value in values[0].eigenvalues:
        assert np.abs(values[1].eigenvalues - value).min() < 1e-8
    assert found.stability == "unstable"  # it capsizes slowly, as it does beyond the capsize speed
    assert 0.0 < found.eigenvalues.real.max() < 0.1
    run = sn.simulate(m, 1.0, start=found, tolerance=1e-11, progress=False)
    assert np.ptp(run["S.angle"].values) < 1e-7
    assert np.ptp(run["frame.z"].values) < 1e-8
    again = sn.equilibrium(m, start=run, keep="S.angle", turn="free")
    assert again["R.speed"] == pytest.approx(found["R.speed"], rel=1e-6)


def test_the_family_of_turns_without_hands_ends_at_rest() -> None:
    """With the frame upright and the wheel far turned, unstable (Basu-Mandal and others 2007, their first family)."""
    m, steers = bicycle(), []
    rest = sn.equilibrium(m, initial={"S.angle": 1.3}, search="newton")
    assert lean_of(rest) == pytest.approx(0.0, abs=1e-9)
    assert rest.stability == "unstable"
    for speed in (0.01, 0.05):
        found = sn.equilibrium(m, initial={"S.angle": 1.33}, speeds={"R": speed / 0.3}, turn="free")
        steers.append(found["S.angle"])
    assert (25 * steers[0] - steers[1]) / 24 == pytest.approx(rest["S.angle"], abs=1e-5)  # fourth powers are left


# ---------------------------------------------------------------- others
@pytest.mark.parametrize("steer", [0.1, 0.6])
def test_a_tricycle(steer: float) -> None:
    """Three wheels, a held fork: it turns about where the axles meet, Ω = v tan δ/(L − w tan δ) for the inner wheel."""
    length, half, radius = 1.2, 0.4, 0.3
    m = sn.Mechanism("tricycle", dimension=3, gravity=(0, 0, -G))
    m.add_points(F=(length, 0, radius), A=(0, half, radius), B=(0, -half, radius), O=(0, 0, 0), H=(length, 0, 0.6))
    m.body("frame", mass=60.0, inertia=((4, 0, -1), (0, 6, 0), (-1, 0, 5)), at=(0.4, 0, 0.6))
    m.body("fork", mass=2.0, inertia=(0.05, 0.06, 0.03), at="H")
    m.revolute("S", "frame", "fork", at="H", axis="z")
    for name, parent in (("F", "fork"), ("A", "frame"), ("B", "frame")):
        m.body(f"wheel_{name}", mass=1.5, inertia=(0.04, 0.07, 0.04), at=name)
        m.revolute(name, parent, f"wheel_{name}", axis="y")
        m.rolling(f"contact_{name}", "ground", f"wheel_{name}", radius, normal="z", axis="y", at=name, on="O")
    m.driver("hold", joint="S", angle=steer)
    found = sn.equilibrium(m, speeds={"A": 6.0}, turn="free")
    bend = np.tan(steer) / length
    assert found.turn == pytest.approx(6.0 * radius * bend / (1 - half * bend), rel=1e-12)
    assert found["B.speed"] / 6.0 == pytest.approx((1 + half * bend) / (1 - half * bend), rel=1e-12)
    assert found.linearization.constant
    assert found.stability == "stable"


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_a_skate_on_ice(formulation: str) -> None:
    """In the plane: a knife edge under the centre of mass goes round a circle; deviations turn with it."""
    m = sn.Mechanism("skate", gravity=(0, 0))
    m.body("skate", mass=2.0, inertia=0.5)
    m.knife_edge("P", "ground", "skate", axis="x", at=(0, 0))
    found = sn.equilibrium(m, speeds={"skate.vx": 3.0}, turn=0.7)
    assert found["skate.omega"] == pytest.approx(0.7)
    x = sn.linearize(m, at=found, formulation=formulation)
    assert x.constant
    np.testing.assert_allclose(np.sort(x.eigenvalues.imag), [-0.7, 0, 0, 0, 0.7], atol=1e-9)
    np.testing.assert_allclose(x.eigenvalues.real, 0.0, atol=1e-9)


def test_a_conical_pendulum_is_a_steady_turn_too() -> None:
    turned = sn.equilibrium(conical(), initial={"H.angle": 0.8, "A.speed": 5.0}, turn=5.0)
    joint = sn.equilibrium(conical(), initial={"H.angle": 0.8}, speeds={"A": 5.0})
    assert turned["H.angle"] == pytest.approx(joint["H.angle"], abs=1e-9)
    assert joint.turn == 0.0


def test_several_starts() -> None:
    m = disc(R)
    starts = [{"disc.z": R * np.cos(lean)} for lean in (0.3, 0.3, 0.6)]
    found = sn.equilibrium(m, starts=starts, keep="disc.z", turn=2.0)
    assert [one["disc.z"] for one in found] == pytest.approx([R * np.cos(0.6), R * np.cos(0.3)])


# ---------------------------------------------------------------- errors in words
@pytest.mark.parametrize(
    ("make", "words", "error", "told"),
    [
        (disc, {"keep": "disc.z"}, sn.MechanismError, "keep= is for steady turns"),
        (disc, {"turn": "fast"}, sn.SnodoError, "fast"),
        (disc, {"turn": 1.0, "keep": ["disc.vz"]}, sn.MechanismError, "is a speed"),
        (disc, {"turn": 1.0, "speeds": {"disc.vz": 1.0}}, sn.RunError, "no steady turn with the speeds disc.vz, turn"),
        (disc, {"speeds": {"disc.vx": 1.0, "disc.wz": 0.5}}, sn.RunError, "in a circle is found with turn="),
        (pendulum, {"turn": 1.0}, sn.RunError, "no steady turn"),
        (sleigh, {"turn": 1.0, "speeds": {"sleigh.vx": 1.0}}, sn.RunError, "no steady turn was found.*is still pushed"),
    ],
)
def test_errors(make: Any, words: dict[str, Any], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        sn.equilibrium(make(), **words)


def test_a_turn_that_does_not_last() -> None:
    """A force that vanishes where the coin is, and nowhere else; and a spring from the side."""
    m = disc(R)
    m.force("pull", "disc", function=lambda t, q, v: [-50.0 * q[0], 0.0, 0.0, 0.0, 0.0, 0.0])
    with pytest.raises(sn.RunError, match=r"a moment later .* is pushed"):
        sn.equilibrium(m, initial={"disc.z": R * np.cos(0.3)}, keep="disc.z", turn=2.0)
    m = disc(R)
    m.spring("side", "ground", "disc", (5.0, 0.3, R), (0, 0, R), stiffness=1.0, length=5.0)
    with pytest.raises(sn.RunError, match=r"no steady turn"):
        sn.equilibrium(m, initial={"disc.z": R * np.cos(0.3)}, turn=2.0)


def test_speeds_that_contradict_the_wheels() -> None:
    with pytest.raises(sn.RunError, match=r"the speeds disc.vx, disc.wy, turn: .* is violated by"):
        sn.equilibrium(disc(R), speeds={"disc.vx": 1.0, "disc.wy": 0.0}, turn=0.0)


def test_a_turn_at_rest() -> None:
    found = sn.equilibrium(disc(R), turn=0.0)
    assert not found.v.any()
    assert found["disc.z"] == pytest.approx(R)
