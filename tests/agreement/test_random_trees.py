"""Random trees with every kind of joint, as a tree and in absolute coordinates: motion and reactions over 5 s.

Errors of a double pendulum grow like exp(3 t): in a weak gravity, turning slowly, they stay near the tolerance, and the
agreement of 1e-8 can be asked for over the whole time.
"""

from __future__ import annotations

import numpy as np
import pytest
from tests.identities.random_tree import KINDS, add_body, add_joint

import snodo as sn

SPEEDS = ("revolute", "prismatic", "helical")


def every_joint(seed: int) -> sn.Mechanism:
    """One joint of every kind, in random order, each body on a random earlier one or on the ground."""
    rng = np.random.default_rng(seed)
    m = sn.Mechanism(f"tree {seed}", dimension=3, gravity=rng.uniform(-0.5, 0.5, 3).tolist())
    for k, kind in enumerate(rng.permutation(KINDS).tolist()):
        add_body(m, f"b{k}", rng)
        base = "ground" if kind == "free" or k == 0 else ["ground", *(f"b{j}" for j in range(k))][rng.integers(k + 1)]
        ends = (base, f"b{k}") if kind == "free" or rng.uniform() < 0.6 else (f"b{k}", base)
        joint = add_joint(m, f"j{k}", kind, *ends, rng)
        if kind == "selection":  # in absolute coordinates slides stand on one side of the turns
            joint.directions = tuple(sorted(joint.directions, key=lambda word: word.startswith("r")))
        if kind in SPEEDS:
            m.initial[f"j{k}.speed"] = rng.uniform(-0.3, 0.3)
    return m


SEEDS = [pytest.param(seed, marks=[pytest.mark.slow] if seed > 1 else []) for seed in range(8)]


@pytest.mark.parametrize("seed", SEEDS)
def test_motion_and_reactions_agree(seed: int) -> None:
    m = every_joint(seed)
    tree, *others = (
        sn.simulate(m, 5.0, formulation=word, tolerance=1e-12, output=0.5)
        for word in ("tree", "spatial", "spatial_euler")
    )
    for spatial in others:
        for body in m.bodies:
            for what in ("position", "velocity", "acceleration", "angular_velocity", "angular_acceleration"):
                mine, theirs = (getattr(r, what)(body).values for r in (spatial, tree))
                size = 1.0 + np.abs(theirs).max()
                assert np.abs(mine - theirs).max() < 1e-8 * size, (spatial.info["formulation"], body, what)
        for joint in m.joints:
            mine, theirs = (r.reaction(joint).values for r in (spatial, tree))
            assert np.abs(mine - theirs).max() < 1e-8 * (1.0 + np.abs(theirs).max()), joint
    assert max(np.ptp(tree.position(body).values, axis=0).max() for body in m.bodies) > 0.5
