"""Linear models at samples, and as objects of python-control."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np
import pytest
from tests.mechanisms import four_bar, pendulum

import snodo as sn

HANGING = {"A.angle": "-90 deg"}


def test_the_hold_is_exact() -> None:
    """Undamped pendulum, ω² = 3 g/2: x = x₀ cos ωT + v₀ sin ωT/ω, and 1 − cos ωT times the static deflection."""
    T, w = 0.13, np.sqrt(1.5 * 9.81)
    model = sn.linearize(pendulum(), at=HANGING, inputs="A", outputs="A.angle").discrete(T)
    c, s = np.cos(w * T), np.sin(w * T)
    assert model.A.array == pytest.approx(np.array([[c, s / w], [-w * s, c]]), abs=1e-9)
    assert model.B.array[:, 0] == pytest.approx([3.0 * (1 - c) / w**2, 3.0 * s / w], abs=1e-9)
    assert model.C.array == pytest.approx(np.array([[1.0, 0.0]]), abs=1e-9)
    assert np.abs(model.eigenvalues) == pytest.approx([1.0, 1.0])
    assert (model.states, model.inputs, model.outputs) == (["arm.angle", "arm.omega"], ["A"], ["A.angle"])


def test_samples_of_a_loop_are_steps_of_the_simulator() -> None:
    """A four-bar near its equilibrium under small inputs: the difference is of second order."""
    m = four_bar()
    m.torque("u", 0.0, joint="A")
    rest = sn.equilibrium(m)
    model = sn.linearize(m, at=rest, inputs="u", outputs=["A.angle", "A.speed"]).discrete("20 ms")
    errors = []
    for size in (1e-3, 1e-4):
        start = {"A.angle": float(rest["A.angle"])}
        sim = sn.Simulator(m, ["u"], ["A.angle", "A.speed"], initial=start, tolerance=1e-12)
        y0, x = sim.reset(), np.zeros(2)
        u = size * np.sin(np.arange(30.0))
        for k in range(30):
            y = sim.step(0.02, u=u[k])
            x = model.A.array @ x + model.B.array[:, 0] * u[k]
        errors.append(np.abs((y - y0) - model.C.array @ x).max() / size)
    assert errors[1] < 1e-3
    assert errors[1] < 0.2 * errors[0]


@pytest.mark.parametrize("period", [0, -0.1, "1 m", float("nan")])
def test_periods_that_make_no_sense(period: Any) -> None:
    with pytest.raises(sn.SnodoError):
        sn.linearize(pendulum(), at=HANGING, inputs="A").discrete(period)


def test_python_control() -> None:
    control = pytest.importorskip("control")
    model = sn.linearize(pendulum(), at=HANGING, inputs="A", outputs="A.angle")
    G = model.to_control()
    assert G(2j) == pytest.approx(complex(model.transfer(2j)["A.angle", "A"]))
    assert (G.input_labels, G.output_labels, G.state_labels) == (["A"], ["A_angle"], ["arm_angle", "arm_omega"])
    sampled, own = control.c2d(G, 0.05, "zoh"), model.discrete(0.05).to_control()
    assert own.dt == 0.05
    assert pytest.approx(sampled.A, abs=1e-12) == own.A
    assert pytest.approx(sampled.B, abs=1e-12) == own.B
    states = sn.linearize(pendulum(), at=HANGING, inputs="A").to_control()
    assert states.output_labels == ["arm_angle", "arm_omega"]
    with pytest.raises(sn.UnsupportedError, match="needs one"):
        sn.linearize(pendulum(), at=HANGING).to_control()


def test_without_python_control(monkeypatch: pytest.MonkeyPatch) -> None:
    really = builtins.__import__

    def imported(name: str, *more: Any) -> Any:
        if name == "control":
            raise ImportError
        return really(name, *more)

    monkeypatch.setattr(builtins, "__import__", imported)
    with pytest.raises(sn.UnsupportedError, match="pip install control"):
        sn.linearize(pendulum(), at=HANGING, inputs="A").to_control()
