"""Values and gradients of measured coordinates in one state, against the speeds that unit velocities give."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn


def mechanism(dimension: int) -> sn.Mechanism:
    m = sn.Mechanism("two links", dimension=dimension)
    z = (0.0,) * (dimension - 2)
    more = {} if dimension == 2 else {"axis": (0, 0, 1)}
    inertia = 0.2 if dimension == 2 else (0.2, 0.3, 0.4)
    m.body("a", mass=1.0, inertia=inertia, at=(0.0, 0.0, *z))
    m.body("b", mass=1.0, inertia=inertia, at=(1.0, 0.0, *z), com=(0.2, 0.1, *z))
    m.revolute("A", "ground", "a", at={"ground": (0.0, 0.0, *z), "a": (0.0, 0.0, *z)}, **more)
    m.prismatic(
        "B", "a", "b", axis=(1, 0, 0) if dimension == 3 else (1, 0), at={"a": (1.0, 0.0, *z), "b": (0.0, 0.0, *z)}
    )
    return m


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial", "spatial_euler"])
def test_values_and_gradients_in_one_state(dimension: int, formulation: str) -> None:
    if dimension == 3 and formulation == "planar":
        pytest.skip("planar mechanisms lie in the plane")
    from snodo.formulations.bind import bind

    F = bind(mechanism(dimension), formulation)
    rng = np.random.default_rng(1)
    q = F.moved(F.reference()[0], 0.3 * rng.standard_normal(F.nv))
    v = 0.1 * rng.standard_normal(F.nv)
    for name in ("A.angle", "B.displacement", "b.x", "b.y"):
        x, _ = F.motion.measured(name)
        value, gradient, rate, _ = F.motion.coordinate(x, q, v)
        assert F.motion.value(x, q) == pytest.approx(float(value), abs=1e-12)
        assert F.motion.gradient(x, q) @ v == pytest.approx(float(rate), abs=1e-12)
        np.testing.assert_allclose(gradient, F.motion.gradient(x, q), atol=1e-14)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_counted_turns_go_on_when_a_mechanism_is_moved(formulation: str) -> None:
    from snodo.formulations.bind import bind

    F = bind(mechanism(3), formulation)
    q, step = F.reference()[0], np.zeros(F.nv)
    for k, name in enumerate(F.velocity_names):
        step[k] = 0.5 if name in ("A.speed", "a.w3", "b.w3") else 0.0
    for _ in range(20):
        q = F.moved(q, step)
    assert F.motion.value(F.motion.measured("A.angle")[0], q) == pytest.approx(10.0, abs=1e-9)
