"""A spring along a sliding joint: against the closed form, and as a spring between two points of the same line."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn

TIGHT = {"tolerance": 1e-11, "output": 0.05}
K, C, M = 50.0, 2.0, 2.0


def slider(dimension: int, kind: str = "prismatic") -> sn.Mechanism:
    """A body on an inclined guide, 0.3 m from where its spring is relaxed."""
    flat = dimension == 2
    gravity = (0.0, -9.81) if flat else (0.0, -9.81, 0.0)
    m = sn.Mechanism("slider", dimension=dimension, gravity=gravity)
    m.body("block", mass=M, inertia=0.1 if flat else (0.1, 0.1, 0.1), at=(0.0,) * dimension)
    axis = (0.8, 0.6) if flat else (0.8, 0.6, 0.0)
    add = m.prismatic if kind == "prismatic" else m.pin_in_slot
    add("guide", "ground", "block", axis=axis, at=(0.0,) * dimension, reference=0.1)
    m.joint_spring("buffer", "guide", stiffness=K, damping=C, displacement=0.4)
    return m


def exact(t: np.ndarray) -> np.ndarray:
    """m ẍ + c ẋ + k (x − 0.4) = −0.6 m g, from rest at x = 0.1."""
    rest = 0.4 - 0.6 * M * 9.81 / K
    d, w = C / (2 * M), np.sqrt(K / M - (C / (2 * M)) ** 2)
    return rest + (0.1 - rest) * np.exp(-d * t) * (np.cos(w * t) + d / w * np.sin(w * t))


@pytest.mark.parametrize(("dimension", "word"), [(2, "planar"), (2, "tree"), (3, "tree"), (3, "spatial")])
def test_the_closed_form(dimension: int, word: str) -> None:
    result = sn.simulate(slider(dimension), 2.0, formulation=word, **TIGHT)
    t, x, speed = result.time, result["guide.displacement"].values, result["guide.speed"].values
    np.testing.assert_allclose(x, exact(t), atol=1e-8)
    force = -K * (x - 0.4) - C * speed
    np.testing.assert_allclose(result["buffer.force"].values, force, atol=1e-7)
    np.testing.assert_allclose(result.wrench("buffer").values[:, :2], force[:, None] * [0.8, 0.6], atol=1e-7)
    np.testing.assert_allclose(result["energy.elastic"].values, 0.5 * K * (x - 0.4) ** 2, atol=1e-7)
    assert result.quality().verdict == "good"


@pytest.mark.parametrize(("dimension", "word"), [(2, "planar"), (2, "tree"), (3, "spatial")])
def test_a_pin_in_a_slot_is_pulled_as_a_slider_is(dimension: int, word: str) -> None:
    result = sn.simulate(slider(dimension, "pin_in_slot"), 1.0, formulation=word, **TIGHT)
    np.testing.assert_allclose(result["guide.displacement"].values, exact(result.time), atol=1e-8)


def test_what_it_refuses() -> None:
    m = slider(2)
    m.body("arm", mass=1.0, inertia=0.1)
    m.revolute("hinge", "ground", "arm", at=(0.0, 0.0))
    m.joint_spring("wrong", "hinge", stiffness=-1.0)
    with pytest.raises(sn.MechanismError) as error:
        m.check()
    assert "joint spring 'wrong': joint 'hinge' is a revolute, which has no displacement" in str(error.value)
    assert "stiffness -1 N/m, damping 0 N s/m" in str(error.value)
    again = sn.loads(sn.to_yaml(slider(2)))
    assert again.forces["buffer"] == slider(2).forces["buffer"]
