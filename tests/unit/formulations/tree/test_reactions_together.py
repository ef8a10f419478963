"""Reactions of many joints by one recursion in each state are those of each joint alone."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.series.reactions import Evaluated


def machine() -> sn.Mechanism:
    """A loop, a slide with a force along it, a torque and a spring in joints, a joint drawn from child to parent."""
    m = sn.Mechanism("machine", gravity=(0, -9.81))
    m.bar("crank", (0, 0), (0.1, 0.2), mass=0.5)
    m.bar("rod", (0.1, 0.2), (0.6, 0), mass=1.0)
    m.bar("piston", (0.55, 0), (0.65, 0), mass=2.0)
    m.bar("arm", (0.3, 0.12), (0.3, 0.5), mass=0.3)
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "rod", at=(0.1, 0.2))
    m.revolute("C", "rod", "piston", at=(0.6, 0))
    m.prismatic("D", "ground", "piston", at=(0.6, 0), axis=(1, 0))
    m.revolute("E", "arm", "rod", at=(0.3, 0.12))
    m.bar("weight", (0.3, 0.4), (0.3, 0.6), mass=0.3)
    m.prismatic("G", "arm", "weight", at=(0.3, 0.5), axis=(0, 1))
    m.torque("T", joint="A", torque="2*sin(5*t)")
    m.joint_force("F", joint="G", force="4*cos(3*t)")
    m.torsional_spring("K", joint="E", stiffness=3.0, damping=0.1)
    return m


def arm_in_space() -> sn.Mechanism:
    m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -9.81))
    m.body("upper", mass=2.0, inertia=(0.1, 0.2, 0.2), com=(0.5, 0, 0))
    m.body("lower", mass=1.0, inertia=(0.1, 0.05, 0.1), com=(1, 0.5, 0))
    m.body("hand", mass=0.5, inertia=(0.02, 0.02, 0.01), com=(1, 1, 0.25))
    m.spherical("S", "ground", "upper", at=(0, 0, 0))
    m.universal("U", "upper", "lower", at=(1, 0, 0), axis=(0, 1, 0), second=(1, 0, 0))
    m.cylindrical("C", "lower", "hand", at=(1, 1, 0), axis=(0, 0, 1))
    return m


@pytest.mark.parametrize("make", [machine, arm_in_space])
def test_reactions_together_are_those_alone(make):
    result = sn.simulate(make(), 0.4, formulation="tree", progress=False, error_bars=False)
    names = list(result.mechanism.joints)
    fresh = sn.Tree(make())  # whose arrays no run has filled
    along = Evaluated(result.time, result.states, result.found)
    together = fresh.motion.on_children(names, along)
    assert len(together) >= 3
    for name, values in together.items():
        alone = result.reaction(name).values
        assert np.abs(alone).max() > 0.1
        np.testing.assert_allclose(values, alone, rtol=1e-12, atol=1e-12 * np.abs(alone).max())
    listed = {name: (values, sure) for name, values, sure in result._reactions_of(names)}
    assert list(listed) == names
    for name, (values, sure) in listed.items():
        alone = result.reaction(name)
        np.testing.assert_allclose(values, alone.values, rtol=1e-12, atol=1e-12 * np.abs(alone.values).max())
        assert sure is not (alone.attrs.get("determined") is False)
