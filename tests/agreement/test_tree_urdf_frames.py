"""Frames of every URDF of example-robot-data against Pinocchio: poses, Jacobians, velocities, J̇ v, to 1e-10 relative.

Of the links (their frames sit at the joints), of the joints, and of a frame off the axes of the last link; in world
axes and in the frame's own.  A dozen robots run always, all of them with `pytest -m slow`.
"""

import numpy as np
import pytest
from urdf_pair import Pair, a_dozen, assert_close, every_robot

from robot_files import pin

WORLD, LOCAL = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED, pin.ReferenceFrame.LOCAL


def compare(pair: Pair, rng: np.random.Generator) -> None:
    m, d, o = pair.model, pair.data, pair.order()
    q, v, _, p, w, _ = pair.state(rng)
    if m.nv:
        pin.computeJointJacobians(m, d, p)
    pin.forwardKinematics(m, d, p, w, 0 * w)
    pin.updateFramePlacements(m, d)
    some = rng.choice(list(pair.links), size=min(6, len(pair.links)), replace=False)
    for name in (*some, "probe"):
        compare_frame(pair, str(name), q, v)
    for name, joint in pair.joints:
        J = pin.getJointJacobian(m, d, joint.id, WORLD).reshape(6, m.nv)
        assert_close(pair.tree.jacobian_of(q, name)[:, o], J, f"Jacobian of joint {name}")


def compare_frame(pair: Pair, name: str, q: np.ndarray, v: np.ndarray) -> None:
    m, d, o, T, k = pair.model, pair.data, pair.order(), pair.tree, pair.links[name]
    pose, J = T.pose(q, name), T.jacobian_of(q, name)
    assert_close(pose.r, d.oMf[k].translation, f"place of {name}")
    assert_close(pose.A, d.oMf[k].rotation, f"axes of {name}")
    assert J.shape == (6, T.nv)
    if m.nv == 0:  # a drone welded to the ground: asked for a Jacobian without columns, Pinocchio crashes
        return
    own = np.kron(np.eye(2), pose.A.T) @ J
    assert_close(J[:, o], pin.getFrameJacobian(m, d, k, WORLD).reshape(6, m.nv), f"Jacobian of {name}")
    assert_close(own[:, o], pin.getFrameJacobian(m, d, k, LOCAL).reshape(6, m.nv), f"Jacobian of {name}, own axes")
    assert_close(T.velocity(q, v, name), pin.getFrameVelocity(m, d, k, WORLD).vector, f"velocity of {name}")
    rate = pin.getFrameClassicalAcceleration(m, d, k, WORLD).vector
    assert_close(T.jacobian_rate(q, v, name), rate, f"J̇ v of {name}")


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
