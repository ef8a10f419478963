"""In free flight momentum and energy are kept as well as the integrator is told to be accurate, and no better or worse.

A floating tree with every kind of joint; under gravity the linear momentum grows by m g t, the energy is kept with the
potential, and the angular momentum about the centre of mass is kept.
"""

import numpy as np
import pytest
from random_tree import KINDS, add_body, add_joint

import snodo as sn

GRAVITY = np.array([0.5, -1.0, -9.81])


def acrobat(gravity, seed):
    """A base and one body on it for each kind of joint; `free` is the base's own."""
    rng = np.random.default_rng(seed)
    m = sn.Mechanism("acrobat", dimension=3, gravity=tuple(gravity))
    add_body(m, "base", rng)
    for k, kind in enumerate(kind for kind in KINDS if kind != "free"):
        add_body(m, f"b{k}", rng)
        add_joint(m, f"j{k}", kind, *(("base", f"b{k}") if k % 3 else (f"b{k}", "base")), rng)
    tree = sn.Tree(m)
    v = 0.5 * rng.standard_normal(tree.nv)
    return m, dict(zip(tree.velocity_names, v))


def drifts(gravity, seed=0, **words):
    """Largest relative change of linear momentum (less m g t), angular momentum and energy, along half a second."""
    m, start = acrobat(gravity, seed)
    result = sn.simulate(m, 0.5, formulation="tree", initial=start, output=0.05, **words)
    tree = result.formulation
    momentum = np.array([tree.momentum(q, v) for q, v in zip(result.q, result.v)])
    momentum[:, :3] -= np.outer(result.time, tree.total_mass * np.asarray(gravity))
    energy = [tree.kinetic_energy(q, v) + tree.potential_energy(q) for q, v in zip(result.q, result.v)]
    parts = momentum[:, :3], momentum[:, 3:], np.array(energy)
    return [np.abs(x - x[0]).max() / max(1.0, np.abs(x[0]).max()) for x in parts]


@pytest.mark.parametrize("gravity", [np.zeros(3), GRAVITY], ids=["weightless", "falling"])
@pytest.mark.parametrize("tolerance", [1e-6, 1e-9, 1e-12])
@pytest.mark.parametrize("seed", [0, 1])
def test_kept_to_the_tolerance(gravity, tolerance, seed):
    assert max(drifts(gravity, seed, tolerance=tolerance)) < 10 * tolerance


def test_kept_to_the_order_of_the_method():
    """Half the step, a sixteenth of the drift (or less) by a method of order four."""
    coarse, fine = (np.array(drifts(GRAVITY, integrator=sn.RK4(step=h))) for h in (8e-3, 4e-3))
    assert max(fine) > 1e-13  # rounding does not hide it
    assert max(fine) < max(coarse) / 14
