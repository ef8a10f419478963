"""The sleigh, the disc and the particle of constant speed of the example files end where they are known to end."""

from pathlib import Path

import numpy as np

import snodo as sn

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_sleigh() -> None:
    result = sn.simulate(sn.load(EXAMPLES / "chaplygin_sleigh.yaml"), progress=False)
    assert abs(float(result["sleigh.angle"][-1]) - 3.602793198588499) < 1e-8
    np.testing.assert_allclose(result.position("sleigh")[-1], (-4.975970279640444, 0.6137792028102836), atol=1e-8)


def test_disc() -> None:
    """After 2 s the disc leans by 0.1987 and touches the plane at (4.2797, −1.9521)."""
    result = sn.simulate(sn.load(EXAMPLES / "rolling_disc.yaml"), 2.0, progress=False)
    yaw, lean = -0.925381219864641, 0.198719835404226
    up = np.array([np.sin(yaw) * np.sin(lean), -np.cos(yaw) * np.sin(lean), np.cos(lean)])
    contact = result.position("disc").values[-1] - 0.3 * up
    np.testing.assert_allclose(contact, (4.27971584370192, -1.95205007510954, 0.0), atol=1e-8)
    axis = result.formulation.motion.rotation("disc", result.q[-1])[:, 2]
    np.testing.assert_allclose(axis[2], np.sin(lean), atol=1e-8)


def test_constant_speed() -> None:
    """x = (c²/g) gd(s), y = −(c²/g) ln cosh s,  s = g t / c − artanh(0.8)."""
    result = sn.simulate(sn.load(EXAMPLES / "constant_speed.yaml"), progress=False)
    s = np.array([-np.arctanh(0.8), 9.81 / 2 - np.arctanh(0.8)])
    path = 4 / 9.81 * np.array([2 * np.arctan(np.tanh(s / 2)), -np.log(np.cosh(s))])
    np.testing.assert_allclose(result.position("P")[-1], path[:, 1] - path[:, 0], atol=1e-9)
