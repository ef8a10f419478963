"""The compiled equations and `Planar.solve` against the textbook: one dense [M Jᵀ; J 0] with numpy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import snodo as sn
from snodo.constraint_methods import in_time

SEEDS = st.integers(0, 2**32 - 1)


def compiled(F: sn.Planar, q: np.ndarray, v: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Accelerations and multipliers as the integrators get them."""
    found = in_time.evaluate(F, np.array([t]), F.state(q, v)[None])
    return found["acceleration"][0], found["multiplier"][0]


def textbook(F: sn.Planar, q: np.ndarray, v: np.ndarray, t: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    M, J = F.mass_matrix(q), F.jacobian(q, t)
    K = np.block([[M, J.T], [J, np.zeros((F.nc, F.nc))]])
    x = np.linalg.solve(K, np.concatenate([F.forces(q, v, t), F.gamma(q, v, t)]))
    return x[: F.nv], x[F.nv :]


def tree_with_loops(rng: np.random.Generator, bodies: int = 5) -> sn.Mechanism:
    """A chain of bodies hung on earlier ones by all kinds of joints, with a gear or coupler across it and a driver."""
    m = sn.Mechanism("tree", gravity=(0, -9.81))
    names = ["ground"]
    for k in range(bodies):
        name, parent = f"b{k}", str(rng.choice(names))
        m.body(
            name,
            mass=rng.uniform(0.3, 3),
            inertia=rng.uniform(0.05, 1),
            com=tuple(rng.uniform(-0.4, 0.4, 2)),
            at=tuple(rng.uniform(-1, 1, 2)),
            angle=rng.uniform(-3, 3),
        )
        at = {body: tuple(rng.uniform(-1, 1, 2)) for body in (parent, name)}
        kind = rng.integers(4)
        if kind == 0:
            m.prismatic(f"j{k}", parent, name, tuple(rng.uniform(0.1, 1, 2)), at=at)
        elif kind == 1:
            m.pin_in_slot(f"j{k}", parent, name, tuple(rng.uniform(0.1, 1, 2)), at=at)
        else:
            m.revolute(f"j{k}", parent, name, at=at)
        names.append(name)
    first, second = (str(j) for j in rng.choice(sorted(m.joints), 2, replace=False))
    m.coupler("c", {first: rng.uniform(0.5, 2), second: rng.uniform(-2, -0.5)})
    m.spring("s", "ground", "b0", (0, 0), {"b0": (0.2, 0.1)}, stiffness=20, damping=1, length=0.5)
    free = next(j for j in sorted(m.joints) if j not in (first, second))
    word = m.joints[free].coordinate
    m.driver("d", joint=free, **{word: sn.Harmonic(0.3, 0.4)})
    return m


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_compiled_equals_dense_equals_textbook(seed: int) -> None:
    """Couplers between joints that share bodies included: a body may stand in one row through two joints."""
    rng = np.random.default_rng(seed)
    F = sn.Planar(tree_with_loops(rng))
    q, v = rng.uniform(-2, 2, (2, F.nq))
    a, forces = textbook(F, q, v, 0.3)
    for found in (F.solve(q, v, 0.3), compiled(F, q, v, 0.3)):
        np.testing.assert_allclose(found[0], a, atol=1e-8 * max(1, np.abs(a).max()))
        np.testing.assert_allclose(found[1], forces, atol=1e-8 * max(1, np.abs(forces).max()))


@settings(max_examples=30, deadline=None)
@given(seed=SEEDS)
def test_baumgarte_adds_its_terms(seed: int) -> None:
    rng = np.random.default_rng(seed)
    F = sn.Planar(tree_with_loops(rng, 3))
    q, v = rng.uniform(-1, 1, (2, F.nq))
    J, phi = F.jacobian(q, 0.3), F.constraints(q, 0.3)
    wanted = F.gamma(q, v, 0.3) - 2 * 3.0 * (J @ v - F.nu(q, 0.3)) - 4.0**2 * phi
    a, _ = F.solve(q, v, 0.3, method=sn.Baumgarte(alpha=3.0, beta=4.0))
    np.testing.assert_allclose(J @ a, wanted, atol=1e-8 * max(1, np.abs(wanted).max()))
    F.set_gains(3.0, 4.0)
    np.testing.assert_allclose(compiled(F, q, v, 0.3)[0], a, atol=1e-8 * max(1, np.abs(a).max()))


@pytest.mark.parametrize(("length", "mass"), [(1e-4, 1e-9), (1e-6, 1e-15), (1.0, 1.0), (1e4, 1e8)])
def test_size_does_not_matter(length: float, mass: float) -> None:
    """A double pendulum of any size has the same accelerations, scaled: what is singular does not hang on the units."""
    m = sn.Mechanism("double pendulum", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(length, 0), C=(2 * length, length))
    m.bar("a", "A", "B", mass=mass)
    m.bar("b", "B", "C", mass=mass)
    m.revolute("A", "ground", "a")
    m.revolute("B", "a", "b")
    F = sn.Planar(m)
    q, v = F.reference()
    for found, forces in (F.solve(q, v), compiled(F, q, v)):
        scaled = found * np.tile([1, 1, length], 2)
        np.testing.assert_allclose(
            scaled, [0, -5.75804348, -11.5160870, -0.639782609, -10.8763043, 1.27956522], atol=1e-7
        )
        np.testing.assert_allclose(forces[0] + 0.639782609 * mass, 0, atol=1e-7 * mass)
