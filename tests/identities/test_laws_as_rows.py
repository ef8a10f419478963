"""Springs, dampers, friction and elastic joints as rows that yield: the same forces as laws have (`yielding.py`).

Q_F = Q_G − J_Gᵀ λ(Φ, Φ̇)         F: the formulation with laws as forces, G: the same with laws as rows
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.mechanisms import pendulum

import snodo as sn
from snodo.formulations.bind import bind
from snodo.formulations.compliant import with_laws_as_rows

Array = np.ndarray
Build = Callable[[], sn.Mechanism]


# ---------------------------------------------------------------- mechanisms with every law
def plane() -> sn.Mechanism:
    """An open chain on a slider, elastic pins, springs between points and along joints, friction; one spring drives."""
    m = sn.Mechanism("laws in the plane", gravity=(0, -9.81))
    m.add_points(O=(0, 0), A=(0.6, 0.3), B=(1.2, -0.1), C=(1.5, 0.4))
    m.box("slider", (0.2, 0.1), "O", mass=1.1)
    m.bar("one", "O", "A", mass=1.0)
    m.bar("two", "A", "B", mass=0.7)
    m.bar("three", "B", "C", mass=0.4)
    m.prismatic("rail", "ground", "slider", axis=(0.8, 0.6), at="O", reference=0.2)
    m.revolute("hinge", "slider", "one", at="O", reference=0.4)
    m.revolute("soft", "one", "two", at="A", stiffness=3e4, damping=20.0)
    m.fixed(
        "clamp", "two", "three", at="B", stiffness=2e4, damping=9.0, torsional_stiffness=50.0, torsional_damping=0.3
    )
    m.joint_spring("buffer", "rail", stiffness=70.0, damping=3.0, displacement=0.1)
    m.torsional_spring("coil", "hinge", stiffness=11.0, damping=0.4, angle=0.1)
    m.friction("rubbing", "hinge", coulomb=2.0, smoothing=0.05)
    m.spring("tie", "ground", "three", (0.2, 1.0), "C", stiffness=90.0, damping=2.0, length=0.7)
    m.spring("muscle", "ground", "two", (0.2, -1.0), "B", stiffness=30.0, length=0.5, force="4*sin(3*t)")
    m.spring("band", "ground", "one", (1.0, 1.0), "A", stiffness=25.0, length=0.0)
    m.spring("damper", "slider", "two", "O", "B", damping=5.0)
    return m


def loop() -> sn.Mechanism:
    """A four-bar: pins close a loop, one of them yields, and the coordinate of a cut pin has spring and friction."""
    m = sn.Mechanism("laws in a loop", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.1, 0.15), C=(0.45, 0.3), D=(0.5, 0))
    for name, ends in (("crank", "AB"), ("coupler", "BC"), ("rocker", "CD")):
        m.bar(name, *ends, mass=1.0)
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "coupler", stiffness=1e5, damping=10.0)
    m.revolute("C", "coupler", "rocker")
    m.revolute("D", "ground", "rocker")
    for k, joint in enumerate("ACD"):
        m.torsional_spring(f"coil{k}", joint, stiffness=5.0 + k, damping=0.1, angle=0.2)
        m.friction(f"rubbing{k}", joint, coulomb=0.5 + k, smoothing=0.02)
    return m


def space() -> sn.Mechanism:
    """Bodies on elastic and rigid joints in space."""
    m = sn.Mechanism("laws in space", dimension=3, gravity=(0, 0, -9.81))
    for k, (name, place) in enumerate({"one": (0.5, 0, 0.1), "two": (1.4, 0.2, 0), "three": (2.0, 0.1, -0.3)}.items()):
        m.box(name, (0.8, 0.2, 0.1 + 0.05 * k), place, mass=1.0 + k)
    m.revolute("hinge", "ground", "one", at=(0, 0, 0), axis=(0, 1, 0.2), reference=0.1)
    m.spherical("ball", "one", "two", at=(1, 0, 0), stiffness=4e4, damping=30.0)
    m.cylindrical("sleeve", "two", "three", at=(1.8, 0, 0), axis=(1, 0, 0.3))
    m.torsional_spring("coil", "hinge", stiffness=12.0, damping=0.5, angle=0.3)
    m.friction("rubbing", "hinge", coulomb=1.5, smoothing=0.1)
    m.spring("tie", "ground", "three", (2.0, 1.0, 1.0), (2.2, 0.1, -0.2), stiffness=80.0, damping=4.0, length=0.8)
    return m


def elastic_hinge() -> sn.Mechanism:
    """A hinge in space that yields in all directions: its rotations have a law of their own, which stays a force."""
    m = sn.Mechanism("elastic hinge", dimension=3, gravity=(0, 0, -9.81))
    m.box("leaf", (0.8, 0.1, 0.4), (0.5, 0, 0), mass=2.0)
    soft = {"stiffness": 3e4, "damping": 12.0, "torsional_stiffness": 600.0, "torsional_damping": 2.0}
    m.revolute("hinge", "ground", "leaf", at=(0, 0, 0), axis="y", **soft)
    m.spring("tie", "ground", "leaf", (1.0, 1.0, 0.5), (0.9, 0, 0), stiffness=40.0, length=0.3)
    return m


CASES: list[tuple[Build, str]] = [(build, form) for build in (plane, loop) for form in ("planar", "tree", "spatial")]
CASES += [(build, form) for build in (space, elastic_hinge) for form in ("tree", "spatial", "spatial_euler")]


# ---------------------------------------------------------------- the law, written once more
def multiplier(row: Any, phi: float, phi_dot: float) -> float:
    law = row.law
    if not row.length:
        return law.stiffness * phi + law.damping * phi_dot + law.coulomb * np.tanh(phi_dot / law.smoothing)
    length = np.sqrt(row.length**2 + 2 * row.length * phi)
    rate = phi_dot * row.length / length
    return (law.stiffness * (length - law.free) + law.damping * rate) * row.length / length


def anywhere(G: Any, seed: int) -> tuple[Array, Array]:
    """A state near the drawing; nothing is closed, which laws do not ask for."""
    random = np.random.default_rng(seed)
    q = G.moved(G.reference()[0], 0.1 * random.uniform(-1, 1, G.nv) * G.velocity_scale)
    return q, random.uniform(-1, 1, G.nv) * G.velocity_scale


@pytest.mark.parametrize(("build", "form"), CASES, ids=lambda x: x if isinstance(x, str) else x.__name__)
def test_forces_of_rows_are_those_of_laws(build: Build, form: str) -> None:
    m = build()
    F = bind(m, "spatial" if form == "spatial_euler" else form)
    G = with_laws_as_rows(bind(m, form))
    assert G.name == F.name
    assert len(G.builder.yielding) == G.nc - F.nc > 0
    for seed in range(3):
        q, v = anywhere(G, seed)
        t = 0.3 * seed
        J, phi = G.jacobian(q, t, v=v), G.constraints(q, t)
        wanted = F.forces(q, v, t)
        found = G.forces(q, v, t)
        for row in G.builder.yielding:
            r = G.row_names.index(row.name)
            found = found - J[r] * multiplier(row, phi[r], J[r] @ v)
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-11 * np.abs(wanted).max())


def test_what_stays_a_force() -> None:
    """Functions of time; rigid rows are those of the formulation.  A hinge in space yields along three axes and two."""
    G = with_laws_as_rows(sn.Planar(plane()))
    names = {row.law.part.name for row in G.builder.yielding}
    assert names == {"soft", "clamp", "buffer", "coil", "rubbing", "tie", "muscle", "band", "damper"}
    assert [name for name in G.row_names if "yielding" not in name] == sn.Planar(plane()).row_names
    held = with_laws_as_rows(sn.Spatial(elastic_hinge()))
    assert sum(row.law.part.name == "hinge" for row in held.builder.yielding) == 5
    assert not with_laws_as_rows(sn.Planar(pendulum())).builder.yielding
