"""The planar kernels for any element: eight mechanisms of one structure abreast, in lanes, do what each does alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import snodo as sn
from snodo._jit import Floats, entry, f8, i8
from snodo.constraint_methods import in_time
from snodo.formulations.kernels.members import MEMBERS, nothing
from snodo.formulations.kernels.statuses import FINE, SINGULAR_CONSTRAINTS
from snodo.formulations.members import Members
from snodo.formulations.planar.kernels.all_rows import joint_rows
from snodo.formulations.planar.kernels.forces import applied_forces, elastic_energy
from snodo.formulations.planar.kernels.layout import Header, system
from snodo.formulations.planar.kernels.poses import moved
from snodo.formulations.planar.kernels.solve import add_along, constrain, factor, free_accelerations, multipliers
from snodo.math.kernels.records import table, view


@entry(i8(f8, Floats, Floats, Floats))
def abreast(t, y, out, model):
    """v̇, λ and the elastic energy of members side by side."""
    like, head = nothing(), table(Header, model, 0, 0.0)[0]
    s, found = system(model, head.elements_at, like), view(out, 0, like)
    moved(s, view(y, 0, like), view(y, head.nv * MEMBERS, like))
    joint_rows(s, head, model, t)
    applied_forces(s, head, model, t)
    status = factor(s, head, model)
    free_accelerations(s)
    add_along(s, head, head.phi_ddot_at)
    multipliers(s, head, model, head.phi_ddot_at)
    constrain(s, head)
    for k in range(head.nv):
        found[k] = s.numbers[head.x_at + k]
    for r in range(head.rows):
        found[head.nv + r] = s.multipliers[r]
    found[head.nv + head.rows] = elastic_energy(s, head)
    return status


def four_bar(mass: float, stiffness: float) -> sn.Mechanism:
    """Driven, with a damped spring, friction in a joint and a force that turns with a body."""
    m = sn.Mechanism("four-bar", gravity=(0.3, -9.81))
    m.add_points(A=(0, 0), B=(0.1, 0.2), C=(0.6, 0.35), D=(0.5, 0))
    m.bar("crank", "A", "B", mass=0.4)
    m.bar("coupler", "B", "C", mass=mass)
    m.bar("rocker", "C", "D", mass=0.7)
    for name, i, j in (("A", "ground", "crank"), ("B", "crank", "coupler"), ("C", "coupler", "rocker")):
        m.revolute(name, i, j)
    m.revolute("D", "ground", "rocker")
    m.driver("motor", joint="A", angle=sn.Polynomial([0.0, 0.3, mass]))
    m.spring("spring", "ground", "coupler", "D", "C", stiffness=stiffness, damping=2.0, length=0.2)
    m.friction("rub", "D", coulomb=0.3, smoothing=0.1)
    m.point_force("push", "coupler", [0.4, sn.Ramp(0.1, 0.5)], at="C", axes="body")
    return m


def slider(mass: float, stiffness: float) -> sn.Mechanism:
    """A slide, a slot, a rod, wheels, an edge and coupled speeds."""
    m = sn.Mechanism("slider", gravity=(0.3, -9.81))
    m.add_points(A=(0, 0), B=(0.1, 0.2), C=(0.6, 0.1), D=(0.9, 0.4))
    for name, at in zip(("cart", "arm", "wheel", "disc"), "ABCD"):
        m.body(name, mass=mass, inertia=0.1 * mass, com=(0.05, -0.02), at=at, angle=0.3)
    m.prismatic("guide", "ground", "cart", axis=(1.0, 0.2), at="A")
    m.pin_in_slot("pin", "cart", "arm", axis=(0.3, 1.0), at="B")
    m.rod("rod", "arm", "wheel", "B", "C")
    m.rolling("roll", "cart", "wheel", 0.2, normal=(0.1, 1.0), at="C")
    m.rolling("round", "wheel", "disc", 0.1, surface_radius=0.3, on="C", at="D")
    m.knife_edge("edge", "ground", "arm", axis=(1.0, 0.3), at="D")
    m.spring("spring", "ground", "disc", "A", "D", stiffness=stiffness)
    m.speed_coupler("speeds", {"guide": 1.0, "disc.omega": -0.3}, value=sn.Ramp(0.1, 0.2))
    return m


def members(make: Callable[[float, float], sn.Mechanism]) -> list[sn.Planar]:
    return [sn.Planar(make(0.5 + 0.1 * k, 30.0 + 4.0 * k)) for k in range(MEMBERS)]


def together(F: list[sn.Planar]) -> np.ndarray:
    """The models one after the other, then all of them interleaved."""
    return Members(F[0], np.array([f.model for f in F])).model


@pytest.mark.parametrize("make", [four_bar, slider])
def test_eight_mechanisms_abreast(make: Callable[[float, float], sn.Mechanism]) -> None:
    rng, t, F = np.random.default_rng(3), 0.4, members(make)
    q, v = F[0].reference()
    states = [F[0].state(q + 0.02 * rng.standard_normal(q.size), rng.standard_normal(v.size)) for _ in F]
    y, nv, nc = np.stack(states, axis=1).ravel(), F[0].nv, F[0].nc
    out = np.empty((nv + nc + 1) * MEMBERS)
    assert abreast(t, y, out, together(F)) == FINE
    for k, (f, state) in enumerate(zip(F, states)):
        alone, found = in_time.evaluate(f, np.array([t]), state[None]), out.reshape(-1, MEMBERS)[:, k]
        wanted = np.concatenate([alone["acceleration"][0], alone["multiplier"][0], alone["energy"][0, 2:]])
        assert np.abs(wanted).max() > 1.0
        np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-11 * np.abs(wanted).max())


def test_one_singular_member_is_seen_in_all() -> None:
    """The status is that of the worst lane, whichever it is."""
    F = members(four_bar)
    y = np.stack([F[0].state(*F[0].reference())] * MEMBERS, axis=1)
    model = together(F)
    out = np.empty((F[0].nv + F[0].nc + 1) * MEMBERS)
    assert abreast(0.0, y.ravel(), out, model) == FINE
    y[:, -1] = np.nan
    assert abreast(0.0, y.ravel(), out, model) == SINGULAR_CONSTRAINTS
