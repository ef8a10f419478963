"""Open trees with joints of every kind: absolute coordinates against the recursion, motion and joint wrenches."""

from __future__ import annotations

import numpy as np
import pytest
from random_tree import add_body, add_joint

import snodo as sn
from snodo.mechanism import joints

WORDS = ("spatial", "spatial_euler")
TIGHT = {"tolerance": 1e-12, "output": 0.1}


def branching(seed: int) -> sn.Mechanism:
    """An open tree with a joint of every kind, all velocities given."""
    rng = np.random.default_rng(seed)
    m = sn.Mechanism("every joint", dimension=3, gravity=(1.0, -2.0, -9.0))
    kinds = (
        "revolute",
        "spherical",
        "prismatic",
        "universal",
        "helical",
        "cylindrical",
        "planar",
        "fixed",
        "selection",
    )
    for k, kind in enumerate(kinds):
        add_body(m, f"b{k}", rng)
        joint = add_joint(m, f"j{k}", kind, "ground" if k == 0 else f"b{rng.integers(k)}", f"b{k}", rng)
        if kind == "selection":
            joint.directions = ("x", "z", "ry")
        words = list(joint.words(3))
        speeds = words[4:] if kind == "spherical" else words[len(words) // 2 :]
        m.initial |= {f"j{k}.{word}": rng.uniform(-1, 1) for word in speeds}
    add_body(m, "flying", rng)
    m.add(joints.Free(name="j9", parent="ground", child="flying", at=(0, 0, 0)))
    m.initial |= {f"j9.{word}": rng.uniform(-1, 1) for word in ("vx", "vy", "vz", "wx", "wy", "wz")}
    m.spring("s", "b1", "flying", (0.3, 0.2, 0.1), (0.5, 0, 0), stiffness=20.0, damping=0.4, length=0.5)
    m.torsional_spring("t", "j0", stiffness=3.0, damping=0.1)
    m.point_force("push", "b4", ("sin(t)", 0.3, -0.2), axes="body")
    return m


@pytest.mark.parametrize("word", WORDS)
def test_a_tree_with_every_joint(word: str) -> None:
    m = branching(4)
    spatial, tree = (sn.simulate(m, 1.0, formulation=f, **TIGHT) for f in (word, "tree"))
    for body in m.bodies:
        for what in ("position", "velocity", "acceleration", "angular_velocity", "angular_acceleration"):
            mine, theirs = (getattr(r, what)(body).values for r in (spatial, tree))
            assert np.allclose(mine, theirs, rtol=1e-8, atol=1e-8), (body, what)
    for joint in m.joints:
        for axes in ("world", "parent", "child"):
            mine, theirs = (r.reaction(joint, axes=axes).values for r in (spatial, tree))
            assert np.allclose(mine, theirs, rtol=1e-8, atol=1e-8), (joint, axes)
    assert np.allclose(spatial.works, tree.works, rtol=1e-8, atol=1e-9)
    names = [name for name in tree.names() if name.startswith("j") and not name.endswith("reaction")]
    assert len(names) > 100
    for name in names:
        mine, theirs = spatial[name], tree[name]
        assert mine.attrs["units"] == theirs.attrs["units"], name
        assert np.allclose(mine.values, theirs.values, rtol=1e-8, atol=1e-7), name
