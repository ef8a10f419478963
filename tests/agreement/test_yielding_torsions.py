"""Elastic joints in space as rows that yield: the torsion's law is that of the force, and stiffness costs nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import snodo as sn

QUICK: dict[str, Any] = {"progress": False, "error_bars": False}


def arm(kind: str, stiffness: float) -> sn.Mechanism:
    """A swinging arm that carries another body on an elastic joint."""
    m = sn.Mechanism("bushed", dimension=3, gravity=(0.0, 0.0, -9.81))
    m.body("a", mass=2.0, inertia=(0.05, 0.06, 0.04), com=(0.3, 0.0, 0.0), at=(0.0, 0.0, 0.0))
    m.body("b", mass=1.0, inertia=(0.02, 0.03, 0.01), com=(0.2, 0.05, 0.1), at=(0.6, 0.0, 0.0))
    m.revolute("A", "ground", "a", at=(0.0, 0.0, 0.0), axis=(0.3, 1.0, 0.2))
    given: dict[str, Any] = {"stiffness": 1e5, "damping": 1e2}
    given |= {"torsional_stiffness": stiffness, "torsional_damping": 1e-3 * stiffness}
    if kind == "universal":
        given |= {"axis": "y", "second": "z"}
    elif kind == "revolute":
        given["axis"] = "z"
    getattr(m, kind)("B", "a", "b", at=(0.6, 0.0, 0.0), **given)
    m.initial["A.speed"] = 2.0
    return m


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
@pytest.mark.parametrize("kind", ["fixed", "revolute", "universal"])
def test_same_motion_and_works_as_with_forces(kind: str, formulation: str) -> None:
    """A soft joint that is bent by 0.1 rad; both runs are accurate to about 1e-7 of the largest numbers."""
    m = arm(kind, 30.0)
    explicit = sn.simulate(m, 0.2, formulation=formulation, integrator=sn.DOP853(rtol=1e-9), output=0.05, **QUICK)
    implicit = sn.simulate(m, 0.2, formulation=formulation, integrator=sn.Radau(rtol=1e-8), output=0.05, **QUICK)
    scale = np.abs(explicit.states).max(axis=0) + 1.0
    assert (np.abs(implicit.states - explicit.states) / scale).max() < 1e-6


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
@pytest.mark.parametrize("kind", ["fixed", "revolute"])
def test_stiffness_does_not_shorten_steps(kind: str, formulation: str) -> None:
    """From 1e5 to 1e9 N m/rad, where explicit steps would become a hundred times shorter."""
    steps = []
    for stiffness in (1e5, 1e7, 1e9):
        run = sn.simulate(
            arm(kind, stiffness), 0.2, formulation=formulation, integrator=sn.Radau(), output=0.1, **QUICK
        )
        steps.append(run.info["steps"])
    assert max(steps) < 1.3 * min(steps)
