"""Particles do not turn: what holds one to a body that may turn is refused, everything else moves as on the tree."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn

WORDS = ("spatial", "spatial_euler")
TIGHT = {"tolerance": 1e-11, "output": 0.1}


def arm(kind: str, dimension: int) -> sn.Mechanism:
    """A body on a hinge, with a particle at its end."""
    space = dimension == 3
    m = sn.Mechanism("arm", dimension=dimension, gravity=(0, 0, -9.81) if space else (0, -9.81))
    tip, more = (1, 0, 0)[:dimension], {"axis": "y"} if space else {}
    m.body("arm", mass=1.0, com=(0.5, 0, 0)[:dimension], inertia=(0.01, 0.1, 0.1) if space else 0.1)
    m.particle("tip", tip, mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0, 0)[:dimension], **more)
    if kind in ("fixed", "spherical"):
        more = {}
    getattr(m, kind)("J", "arm", "tip", at=tip, **(more | {"axis": tip} if kind == "prismatic" else more))
    return m


@pytest.mark.parametrize(("kind", "dimension"), [("fixed", 2), ("prismatic", 2), ("fixed", 3), ("revolute", 3)])
def test_a_particle_that_would_have_to_turn(kind: str, dimension: int) -> None:
    with pytest.raises(sn.UnsupportedError, match=f"{kind} 'J' rotates particle 'tip'"):
        sn.Spatial(arm(kind, dimension))


def test_two_particles_welded_in_space() -> None:
    m = sn.Mechanism("dumbbell", dimension=3)
    m.particle("one", (0, 0, 0), mass=1.0)
    m.particle("two", (0, 0, 0), mass=1.0)
    m.fixed("J", "one", "two", at=(0, 0, 0))
    with pytest.raises(sn.UnsupportedError, match="rotates particle 'one'"):
        sn.Spatial(m)


def hanging() -> sn.Mechanism:
    """On a rod from the ground."""
    m = sn.Mechanism("hanging", dimension=3, gravity=(0, 0, -9.81))
    m.particle("tip", (1, 0, 0), mass=1.0)
    m.rod("rod", "ground", "tip", (0, 0, 0), (1, 0, 0))
    m.initial = {"tip.vy": 1.0}
    return m


def sliding() -> sn.Mechanism:
    """Held by the ground against turning."""
    m = sn.Mechanism("sliding", dimension=3, gravity=(0, 0, -9.81))
    m.particle("tip", (1, 0, 0), mass=1.0)
    m.prismatic("J", "ground", "tip", at=(1, 0, 0), axis=(1, 0, 1))
    return m


MECHANISMS = (lambda: arm("revolute", 2), lambda: arm("spherical", 3), hanging, sliding)


@pytest.mark.parametrize("make", MECHANISMS, ids=["hinge", "ball", "rod", "slide"])
def test_the_same_motion_as_on_the_tree(make: type) -> None:
    m = make()
    tree = sn.simulate(m, 1.0, formulation="tree", **TIGHT)
    for word in WORDS:
        other = sn.simulate(m, 1.0, formulation=word, **TIGHT)
        assert np.allclose(other.position("tip"), tree.position("tip"), atol=1e-8), word
        assert np.allclose(other["energy.kinetic"], tree["energy.kinetic"], atol=1e-8), word
