"""Derivatives of the equations on duals: several bodies in one direction, and places where formulas have no slope.

`test_constrained_derivatives.py` compares them with differences of the solved equations, joint by joint and force by
force.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.bind import bind
from snodo.formulations.directions import directions_of
from snodo.formulations.tangent import tangent
from snodo.math.differences import columns


def chain(bodies: int, loops: bool = False) -> sn.Mechanism:
    """Bars with springs between every second pair, closed to the ground by a rod if wanted."""
    m = sn.Mechanism("chain", dimension=2, gravity=(0.0, -9.81))
    for k in range(bodies):
        m.bar(f"b{k}", (0.3 * k, 0.0), (0.3 * (k + 1), 0.02 * (k % 3)), mass=0.2)
        m.revolute(f"J{k}", f"b{k - 1}" if k else "ground", f"b{k}", at=(0.3 * k, 0.0))
        if k % 2:
            m.spring(f"s{k}", f"b{k - 1}", f"b{k}", (0.05, 0.0), (0.1, 0.02), stiffness=30.0, damping=0.3, length=0.1)
    if loops:
        m.rod("last", "ground", f"b{bodies - 1}", (0.0, -1.0), (0.0, 0.0))
    return m


def random_state(F: Any, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    q = F.moved(F.reference()[0], 0.2 * rng.standard_normal(F.nv) * F.velocity_scale)
    return q, rng.standard_normal(F.nv), rng.standard_normal(F.nv), rng.standard_normal(F.nc)


def residuals(F: Any, q: np.ndarray, v: np.ndarray, t: float, a: np.ndarray, multipliers: np.ndarray) -> np.ndarray:
    """R, σ and Γ from the arrays of the formulation."""
    J = F.jacobian(q, t, v=v)
    R = F.mass_matrix(q) @ a + J.T @ multipliers - F.forces(q, v, t)
    return np.concatenate([R, J @ v - F.nu(q, t, v=v), J @ a - F.gamma(q, v, t)])


@pytest.mark.parametrize("loops", [False, True])
@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_against_differences_of_the_terms(formulation: str, loops: bool) -> None:
    """Differences of eighth order reach 1e-11 of the largest entry."""
    F, rng = bind(chain(5, loops), formulation), np.random.default_rng(1)
    q, v, a, multipliers = random_state(F, rng)
    found = tangent(F, q, v, 0.3, a, multipliers)
    by_q = columns(lambda d: residuals(F, F.moved(q, d), v, 0.3, a, multipliers), F.velocity_scale)
    by_v = columns(lambda d: residuals(F, q, v + d, 0.3, a, multipliers), F.velocity_scale)
    for part, wanted in ((found.by_q, by_q), (found.by_v, by_v)):
        whole = np.vstack([part.R, part.sigma, part.gamma])
        np.testing.assert_allclose(whole, wanted, rtol=0.0, atol=1e-9 * np.abs(wanted).max())


@pytest.mark.parametrize("formulation", ["planar", "spatial"])
def test_directions_do_not_grow_with_the_length_of_a_chain(formulation: str) -> None:
    short, long = (directions_of(bind(chain(n), formulation)) for n in (8, 40))
    width = 3 if formulation == "planar" else 6
    assert len(short.seeds) == len(long.seeds) == 2 * 3 * width
    assert (long.seeds.sum(axis=0) == 1.0).all()


def test_bodies_that_move_together_are_told_apart() -> None:
    """A chain of twelve in three colours: the same as body by body, which the tree of the same bodies has too."""
    F, rng = bind(chain(12), "planar"), np.random.default_rng(2)
    q, v, a, multipliers = random_state(F, rng)
    found = tangent(F, q, v, 0.0, a, multipliers)
    for k in rng.choice(F.nv, 8, replace=False):
        unit = np.zeros(F.nv)
        unit[k] = 1e-4
        ahead, behind = (residuals(F, q + s * unit, v, 0.0, a, multipliers) for s in (1.0, -1.0))
        whole = np.vstack([found.by_q.R, found.by_q.sigma, found.by_q.gamma])[:, k]
        np.testing.assert_allclose(whole, (ahead - behind) / 2e-4, rtol=0.0, atol=1e-6 * np.abs(whole).max())


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_spring_without_length(formulation: str) -> None:
    """A spring of free length zero between points that coincide: K is its stiffness in every direction."""
    m = sn.Mechanism("held", dimension=2, gravity=(0.0, 0.0))
    m.body("b", mass=2.0, inertia=0.1, at=(0.0, 0.0))
    m.spring("s", "ground", "b", (0.0, 0.0), (0.0, 0.0), stiffness=50.0, length=0.0)
    F = bind(m, formulation)
    q, v = F.reference()
    found = tangent(F, q, v, 0.0, v, np.zeros(F.nc))
    shifts = [k for k, unit in enumerate(F.velocity_units) if unit == "m"][:2]
    np.testing.assert_allclose(found.by_q.R[np.ix_(shifts, shifts)], 50.0 * np.eye(2), rtol=0.0, atol=1e-12)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
@pytest.mark.parametrize(("kind", "resisting"), [("fixed", 3), ("revolute", 2)])
def test_elastic_joint_without_strain(formulation: str, kind: str, resisting: int) -> None:
    """The torsion of an elastic joint has no direction where it has no strain; its stiffness has."""
    m = sn.Mechanism("held", dimension=3, gravity=(0.0, 0.0, 0.0))
    m.body("b", mass=2.0, inertia=(0.1, 0.1, 0.1), at=(0.0, 0.0, 0.0))
    given: dict[str, Any] = {"axis": "z"} if kind == "revolute" else {}
    given |= {"stiffness": 1e4, "damping": 10.0, "torsional_stiffness": 100.0, "torsional_damping": 1.0}
    getattr(m, kind)("A", "ground", "b", at=(0.0, 0.0, 0.0), **given)
    F = bind(m, formulation)
    q, v = F.reference()
    K = tangent(F, q, v, 0.0, v, np.zeros(F.nc)).by_q.R
    values = np.sort(np.linalg.eigvalsh(0.5 * (K + K.T)))
    wanted = [0.0] * (3 - resisting) + [100.0] * resisting + [1e4] * 3
    np.testing.assert_allclose(values, wanted, rtol=0.0, atol=1e-8)
