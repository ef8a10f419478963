"""Dynamics of every URDF of example-robot-data against Pinocchio, fixed and free base, to 1e-10 relative.

A dozen robots run always; all of them with twenty states each run with `pytest -m slow`.
"""

import numpy as np
import pytest
from urdf_pair import Pair, a_dozen, assert_close, every_robot

import snodo as sn
from robot_files import pin


def compare(pair: Pair, rng: np.random.Generator) -> None:
    T, m, d = pair.tree, pair.model, pair.data
    q, v, x, p, w, y = pair.state(rng)
    o = pair.order()
    assert m.nv == T.nv
    if m.nv == 0:  # a drone welded to the ground
        return
    assert_close(T.inverse_dynamics(q, v, x)[o], pin.rnea(m, d, p, w, y), "inverse dynamics")
    columns = [pin.rnea(m, d, p, 0 * w, e) - pin.rnea(m, d, p, 0 * w, 0 * w) for e in np.eye(m.nv)]
    mass = np.array(columns).reshape(m.nv, m.nv).T
    assert_close(T.mass_matrix(q)[np.ix_(o, o)], mass, "mass matrix")
    torque = T.inverse_dynamics(q, v, x)
    condition = np.linalg.cond(mass) if m.nv else 1.0
    if condition < 1e14:  # romeo has joints that move no mass
        again = T.inverse_dynamics(q, v, T.forward_dynamics(q, v, torque))
        assert_close(again, torque, "forward after inverse dynamics")
    if condition < 1e9:  # ill-conditioned ones (icub: 6e7) differ by rounding, Pinocchio's being the larger
        accelerations = pin.aba(m, d, p, w, torque[o])
        assert_close(T.forward_dynamics(q, v, torque)[o], accelerations, "forward dynamics", 1e-15 * condition)
    theirs = pin.computeCentroidalMomentum(m, d, p, w)
    com = pin.centerOfMass(m, d, p)
    assert_close(T.momentum(q, v)[:3], theirs.linear, "momentum")
    about_origin = theirs.angular + np.cross(com, theirs.linear)
    assert_close(T.momentum(q, v, about="origin")[3:], about_origin, "angular momentum")
    if m.inertias[0].mass == 0:  # Pinocchio leaves out what is welded to the ground
        assert_close(T.center_of_mass(q), com, "centre of mass")
    pin.computeRNEADerivatives(m, d, p, w, y)
    found = T.inverse_dynamics_derivatives(q, v, x)
    assert_close(found.by_q[np.ix_(o, o)], d.dtau_dq, "∂τ/∂q")
    assert_close(found.by_v[np.ix_(o, o)], d.dtau_dv, "∂τ/∂v")
    right = -d.dtau_dq, -d.dtau_dv, np.eye(m.nv)
    compare_forward_derivatives(pair, (q, v, torque), (p, w, torque[o]), right)


def compare_forward_derivatives(pair: Pair, ours: tuple, theirs: tuple, right: tuple) -> None:
    """∂a/∂q, ∂a/∂v, ∂a/∂τ.

    M⁻¹ multiplies rounding by the condition of M: that bounds the difference above 1e5 (icub: up to 1e10).  At any
    condition they solve M ∂a/∂q = −∂τ/∂q and the like, with Pinocchio's mass matrix and derivatives, to 1e-10.
    """
    d, block = pair.data, np.ix_(pair.order(), pair.order())
    upper = np.triu(pin.crba(pair.model, d, theirs[0]))
    mass = upper + np.triu(upper, 1).T
    condition = np.linalg.cond(mass)
    if condition > 1e14:  # romeo: no acceleration is determined
        with pytest.raises(sn.RunError, match="no inertia resists"):
            pair.tree.forward_dynamics_derivatives(*ours)
        return
    found = [x[block] for x in pair.tree.forward_dynamics_derivatives(*ours)]
    pin.computeABADerivatives(pair.model, d, *theirs)
    inverse = np.triu(d.Minv) + np.triu(d.Minv, 1).T
    for mine, expected, wanted, word in zip(found, (d.ddq_dq, d.ddq_dv, inverse), right, "qvτ"):
        assert_close(mine, expected, f"∂a/∂{word}", 1e-15 * condition)
        size = max(1.0, (np.abs(mass) @ np.abs(mine)).max())
        assert_close(mass @ mine / size, wanted / size, f"M ∂a/∂{word}")


@a_dozen
def test_a_dozen_robots(pair: Pair) -> None:
    rng = np.random.default_rng(1)
    for _ in range(2):
        compare(pair, rng)


@pytest.mark.slow
@every_robot
def test_every_robot(pair: Pair) -> None:
    rng = np.random.default_rng(2)
    for _ in range(20):
        compare(pair, rng)
