"""Inputs of linear models: forces and drivers, with reactions as outputs, against closed forms and nonlinear runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from linear_mechanisms import G, conical, disc, quarter_car, top

import snodo as sn
from snodo.formulations.bind import bind

sys.path.append(str(Path(__file__).parents[3]))
from mechanisms import four_bar, pendulum

SMALL = 1e-4
"""Change of an input: its square, of which central differences see a third, is 1e-8."""


# ---------------------------------------------------------------- closed forms
def cart(motion: Any = 0.0) -> sn.Mechanism:
    """A rod that hangs from a cart, which is driven."""
    m = sn.Mechanism("cart", gravity=(0, -G))
    m.body("cart", mass=1.0, inertia=0.1, at=(0, 0))
    m.bar("rod", (0, 0), (0, -0.7), mass=2.0)
    m.prismatic("X", "ground", "cart", axis="x", at=(0, 0))
    m.revolute("A", "cart", "rod", at=(0, 0))
    m.frame("tip", "rod", at=(0, -0.7))
    m.driver("motor", joint="X", displacement=motion)
    return m


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_a_rod_on_a_driven_cart(formulation: str) -> None:
    """(l²/3) θ̈ + (l/2) s̈ + (g l/2) θ = (τ + l f)/m; the cart feels m (s̈ + l θ̈/2) − f, the motor M s̈ more."""
    outputs = ["tip.x", "tip.vx", "tip.ax", "A.fx", "motor.effort", "X.fy"]
    x = sn.linearize(cart(), inputs=["motor", "A", "tip.fx"], outputs=outputs, formulation=formulation)
    assert x.inputs == ["motor.position", "motor.speed", "motor.acceleration", "A", "tip.fx"]
    m, length = 2.0, 0.7
    alpha = np.array([0, 0, -1.5 / length, 3 / (m * length**2), 3 / (m * length)])
    slope, s, f = -1.5 * G / length, np.array([0, 0, 1.0, 0, 0]), np.array([0, 0, 0, 0, 1.0])
    np.testing.assert_allclose(x.B, [np.zeros(5), alpha], atol=1e-12)
    reaction = m * (s + length / 2 * alpha) - f
    D = [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], s + length * alpha, reaction, reaction + s, np.zeros(5)]
    np.testing.assert_allclose(x.D, D, atol=1e-9)
    C = [length, 0.0, length * slope, m * length / 2 * slope, m * length / 2 * slope, 0.0]
    np.testing.assert_allclose(x.C[:, 0], C, atol=1e-8)


@pytest.mark.parametrize("formulation", ["tree", "spatial", "spatial_euler"])
def test_the_speed_of_a_conical_pendulum(formulation: str) -> None:
    """θ̈ = Ω² sin θ cos θ − (g/l) sin θ: the speed acts with 2 Ω sin θ cos θ, the position of the shaft not at all."""
    m = conical(5.0)
    found = sn.equilibrium(m, initial={"H.angle": 0.4})
    x = sn.linearize(m, at=found, inputs=["motor"], outputs=["H.acceleration", "motor.effort"], formulation=formulation)
    angle = found["H.angle"]
    np.testing.assert_allclose(x.D[0], [0, 5.0 * np.sin(2 * angle), 0], rtol=1e-7, atol=1e-8)
    inertia = 0.1 + 0.5 * (0.8 * np.sin(angle)) ** 2
    np.testing.assert_allclose(x.D[1], [0, 0, inertia], rtol=1e-7, atol=1e-8)


def test_the_road_of_a_quarter_car() -> None:
    """The tyre stands on a driven road: it pulls with k (z − y), and reacts with that force."""
    m = quarter_car()
    m.body("road", mass=1.0, inertia=1.0, at=(0.0, 0.0))
    m.prismatic("Z", "ground", "road", axis="y", at=(0.0, 0.0))
    m.driver("bump", joint="Z", displacement=0.0)
    del m.forces["tyre"]
    m.spring("tyre", "road", "wheel", (0, 0), (0.0, 0.3), stiffness=150e3, length=0.3)
    for formulation in ("planar", "tree"):
        x = sn.linearize(m, inputs="bump.position", outputs=["tyre.force", "bump.effort"], formulation=formulation)
        assert x.B["wheel.vy" if formulation == "planar" else "W.speed", "bump.position"] == pytest.approx(150e3 / 30.0)
        np.testing.assert_allclose(np.abs(x.D[:, 0]), 150e3, rtol=1e-8)


# ---------------------------------------------------------------- nonlinear solutions
def driven_four_bar(motion: Any = None, push: float = 0.0, load: float = 0.0) -> sn.Mechanism:
    """A driven four-bar with a pendulum on its coupler: one degree of freedom behind a loop."""
    m = four_bar()
    m.bar("bob", "C", (0.45, 0.1), mass=0.2)
    m.revolute("E", "coupler", "bob", at="C")
    m.frame("end", "bob", at=(0.45, 0.1))
    m.driver("motor", joint="A", angle=sn.Polynomial([0.1, 2.0, 3.0] if motion is None else motion))
    if push:
        m.torque("push", push, joint="E")
    if load:
        m.force("load", "rocker", function=lambda t, q, v: [load, 0.0, 0.0])
    return m


OUTPUTS = ["end.x", "end.vy", "end.ax", "B.fx", "D.fy", "E.fx", "motor.effort", "E.angle"]


def first_sample(m: sn.Mechanism, formulation: str, start: dict[str, float]) -> np.ndarray:
    result = sn.simulate(m, 1e-3, initial=start, formulation=formulation, output=1e-3, progress=False)
    return np.array([float(result[name].values[0]) for name in OUTPUTS])


@pytest.mark.parametrize(
    ("formulation", "own", "start"),
    [("planar", "bob.angle", {"bob.angle": 0.4, "bob.omega": 1.5}), ("tree", "E", {"E.angle": 0.4, "E.speed": 1.5})],
)
def test_inputs_of_a_driven_loop(formulation: str, own: str, start: dict[str, float]) -> None:
    """Each column of D against runs whose driver, torque or load differs a little, at the same p and u."""
    names = ["motor", "E", "rocker.fx"]
    x = sn.linearize(
        driven_four_bar(), at=start, inputs=names, outputs=OUTPUTS, independent=[own], formulation=formulation
    )
    found = []
    for k, factor in enumerate((1.0, 1.0, 0.5)):  # f̈ is twice the third coefficient
        ends = []
        for sign in (1, -1):
            motion = [0.1, 2.0, 3.0]
            motion[k] += sign * factor * SMALL
            ends.append(first_sample(driven_four_bar(motion), formulation, start))
        found.append((ends[0] - ends[1]) / (2 * SMALL))
    for word in ("push", "load"):
        ends = [first_sample(driven_four_bar(**{word: sign}), formulation, start) for sign in (1.0, -1.0)]
        found.append((ends[0] - ends[1]) / 2)
    sizes = np.abs(found).max(axis=1, keepdims=True)
    np.testing.assert_allclose(x.D.array.T / sizes, found / sizes, atol=2e-6)
    rate = OUTPUTS.index("end.ax")
    assert abs(x.D.array[rate, 0]) > 0.1  # the motion of the loop depends on where its crank is


def test_a_response_in_time() -> None:
    """A small oscillation of the cart: the deviation of a run, and the integrated linear model."""
    from scipy.integrate import solve_ivp

    size, omega = 1e-4, 6.0
    run = sn.simulate(
        cart(sn.Harmonic(size, omega / (2 * np.pi))), 2.0, formulation="tree", tolerance=1e-12, progress=False
    )
    x = sn.linearize(cart(), inputs="motor", formulation="tree")

    def rate(t: float, state: np.ndarray) -> np.ndarray:
        s = size * np.array([np.sin(omega * t), omega * np.cos(omega * t), -(omega**2) * np.sin(omega * t)])
        return x.A.array @ state + x.B.array @ s

    found = solve_ivp(rate, (0, 2.0), [0.0, 0.0], t_eval=run.time, rtol=1e-11, atol=1e-15)
    assert np.abs(run["A.angle"].values).max() > 1e-4
    np.testing.assert_allclose(found.y[0], run["A.angle"].values, atol=1e-5 * size)  # cubes of the angle are left


@pytest.mark.parametrize("name", ["tip.fz", "arm.my", "A", "tip.mx"])
def test_reactions_in_space(name: str) -> None:
    """How a force input is carried by the joints of a chain, in tree and spatial, and against a mechanism with it."""

    def chain(load: float) -> sn.Mechanism:
        m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -G))
        m.body("arm", mass=2.0, com=(0.5, 0, 0), inertia=[0.1, 0.2, 0.3], at=(0, 0, 0))
        m.body("fore", mass=1.0, com=(0.2, 0.1, 0), inertia=[0.02, 0.03, 0.04], at=(1.0, 0, 0))
        m.revolute("A", "ground", "arm", at=(0, 0, 0), axis="y")
        m.revolute("B", "arm", "fore", at=(1.0, 0, 0), axis=(0, 1, 1))
        m.frame("tip", "fore", at=(1.5, 0.1, 0))
        if load and name == "A":
            m.torque("load", load, joint="A")
        elif load:
            at = {"tip.fz": (0, 0, 1, 0.1, -0.5, 0), "arm.my": (0, 0, 0, 0, 1, 0), "tip.mx": (0, 0, 0, 1, 0, 0)}[name]
            wrench = load * np.array(at)
            m.force("load", "arm" if name == "arm.my" else "fore", function=lambda t, q, v: list(wrench))
        return m

    outputs = ["A.fx", "A.fz", "A.mx", "B.fz", "B.mx", "B.my", "fore.az"]
    start = {"A.speed": 2.0, "B.speed": -1.0}
    models = [
        sn.linearize(chain(0.0), at=start, inputs=name, outputs=outputs, formulation=word)
        for word in ("tree", "spatial", "spatial_euler")
    ]
    runs = [sn.simulate(chain(x), 1e-3, initial=start, output=1e-3, progress=False) for x in (1.0, -1.0)]
    wanted = [0.5 * float(runs[0][one].values[0] - runs[1][one].values[0]) for one in outputs]
    for x in models:
        np.testing.assert_allclose(x.D[:, 0], wanted, rtol=1e-8, atol=1e-9)


# ---------------------------------------------------------------- spatial_euler
@pytest.mark.parametrize(
    ("make", "start"),
    [(top, {"S.wz": 100.0}), (disc, {"disc.wy": 4.0}), (lambda: conical(5.0), {"H.angle": 0.4, "H.speed": 1.0})],
)
def test_euler_rates_are_linearised_as_angular_velocities(make: Any, start: dict[str, float]) -> None:
    m = make()
    wanted = sn.linearize(m, at=start, formulation="spatial")
    F = bind(m, "spatial_euler")
    run = sn.simulate(m, 0.01, initial=start, formulation="spatial_euler", progress=False)
    for x in (
        sn.linearize(m, at=start, formulation="spatial_euler"),
        sn.linearize(F, at=start),
        sn.linearize(F, at=sn.assemble(F, initial=start)),
        sn.linearize(m, at=run.state(at=0.0)),
    ):
        assert x.formulation.name == "spatial"
        np.testing.assert_allclose(x.A, wanted.A, atol=1e-8)


def test_transfer() -> None:
    """Of a mass on a spring, 1/(k − m ω² + i c ω); it prints, and has none at an eigenvalue."""
    m = sn.Mechanism("mass", gravity=(0, 0))
    m.body("b", mass=2.0, inertia=0.1, at=(1, 0))
    m.prismatic("P", "ground", "b", axis="x", at=(1, 0))
    m.spring("s", "ground", "b", (0, 0), (1, 0), stiffness=8.0, damping=3.0, length=1.0)
    x = sn.linearize(m, inputs="P", outputs="b.x")
    assert x.transfer(1j)["b.x", "P"] == pytest.approx(1 / (8.0 - 2.0 + 3.0j), rel=1e-10)
    assert "0.1333 − 0.06667 i" in str(x.transfer(1j))
    m.forces["s"].damping = 0.0
    m.forces["s"].stiffness = 0.0
    with pytest.raises(sn.UnsupportedError, match="is an eigenvalue"):
        sn.linearize(m, inputs="P", outputs="b.x").transfer(0.0)


# ---------------------------------------------------------------- errors in words
def test_errors() -> None:
    with pytest.raises(sn.NameNotFound, match=r"driver 'motor' has the inputs motor.position, motor.speed"):
        sn.linearize(cart(), inputs="motor.torque")
    m = pendulum()
    m.bar("bob", (1, 0), (1.5, 0), mass=1.0)
    m.revolute("B", "arm", "bob", at=(1, 0))
    m.driver("one", joint="A", angle=0.0)
    m.driver("two", body="arm", angle=0.0)
    with pytest.raises(sn.UnsupportedError, match="is redundant"):
        sn.linearize(m, inputs=["one", "two"])


def test_forces_of_the_mechanism_as_inputs() -> None:
    """A torque of the mechanism is the input of its joint; a driver is no force."""
    m = pendulum()
    m.torque("push", 0.0, joint="A")
    x = sn.linearize(m, inputs=["push", "A"], outputs="A.fy")
    np.testing.assert_allclose(x.B[:, 0], x.B[:, 1])
    np.testing.assert_allclose(x.D[0], x.D[0, 1])
    with pytest.raises(sn.UnsupportedError, match="no force changes that"):
        sn.derivatives(cart()).actuators("motor")


def test_a_driver_on_a_path() -> None:
    """A point that is led along x and y has six inputs."""
    m = sn.Mechanism("hand", gravity=(0, -G))
    m.body("hand", mass=1.0, inertia=0.1, at=(0, 0))
    m.bar("rod", (0, 0), (0, -0.7), mass=2.0)
    m.revolute("A", "hand", "rod", at=(0, 0))
    m.driver("lead", body="hand", path=(0.0, 0.0))
    m.driver("level", body="hand", angle=0.0)
    x = sn.linearize(m, inputs=["lead", "level.acceleration"], outputs=["A.fx"])
    assert x.inputs[:3] == ["lead.position_x", "lead.speed_x", "lead.acceleration_x"]
    assert x.inputs[3:] == ["lead.position_y", "lead.speed_y", "lead.acceleration_y", "level.acceleration"]
    np.testing.assert_allclose(x.B["rod.omega", "lead.acceleration_x"], -1.5 / 0.7)
    assert x.D["A.fx", "lead.acceleration_x"] == pytest.approx(2.0 - 1.5)
