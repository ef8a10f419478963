"""Known problems with constraints on velocities, to the digits that are known of them, in every formulation.

Reference values: closed forms of the sleigh and the skate; of the disc, an integration of its closed-form equations
with an energy drift of 3e-14.  The sleigh and the skate are in Bloch, Nonholonomic Mechanics and Control, 2003,
sections 1.6 and 1.7; the disc in Kane and Levinson, Dynamics, 1985, and Lesser, The Analysis of Complex Nonlinear
Mechanical Systems, 1995.
"""

from __future__ import annotations

import numpy as np
import pytest
from tests import mechanisms

import snodo as sn

TIGHT = sn.DOP853(rtol=1e-11)
IN_PLANE = ("planar", "tree", "spatial", "spatial_euler")
IN_SPACE = ("tree", "spatial", "spatial_euler")


# ---------------------------------------------------------------- Chaplygin's sleigh
# m = 1 kg, 0.5 kg m² about the centre of mass 0.3 m ahead of the edge; at the start v = 0.2 m/s and ω = 2 rad/s.
SLEIGH = {  # t: v, ω, θ, x, y
    0.5: (0.7444499132465563, 1.768746720266321, 0.9519755855951333, 0.1959044511817001, 0.1274799531037286),
    1.0: (1.122756205790538, 1.389682625856779, 1.74410762723526, 0.2786969078572465, 0.5823489735306452),
    2.0: (1.450146012489243, 0.7095911241652836, 2.769856753646258, -0.5987018378317712, 1.495489068596324),
    5.0: (1.548287195148781, 0.06897262215785989, 3.602793198588499, -4.975970279640444, 0.6137792028102836),
}


def sleigh() -> sn.Mechanism:
    m = mechanisms.sleigh()
    m.initial = {"sleigh.vx": 0.2, "sleigh.omega": 2.0}
    return m


@pytest.mark.parametrize("formulation", IN_PLANE)
def test_chaplygin_sleigh(formulation: str) -> None:
    result = sn.simulate(sleigh(), output=[0.0, *SLEIGH], formulation=formulation, integrator=TIGHT, progress=False)
    v, w, theta, x, y = np.array(list(SLEIGH.values())).T
    np.testing.assert_allclose(result["sleigh.angle"][1:], theta, atol=1e-8)
    np.testing.assert_allclose(result.position("sleigh")[1:], np.column_stack([x, y]), atol=1e-8)
    np.testing.assert_allclose(result["sleigh.omega"][1:], w, atol=1e-8)
    np.testing.assert_allclose(
        result.velocity("sleigh")[1:], v[:, None] * np.column_stack([np.cos(theta), np.sin(theta)]), atol=1e-8
    )


# ---------------------------------------------------------------- a skate on an incline
# Centre of mass at the contact, incline of 20°, g = 9.81 m/s², spin 1.5 rad/s, from rest pointing downhill (x).
SKATE = {  # t: x, y, φ
    0.5: (0.3464309890653784, 0.1873348520068677, 0.75),
    1.0: (0.7418730956056757, 1.065796053607733, 1.5),
    2.0: (0.0148485950526237, 2.34097838167801, 3.0),
    4.0: (0.05821154964131323, 4.673658908187655, 6.0),
}
SLOPE = np.deg2rad(20)


def skate_in_plane() -> sn.Mechanism:
    m = sn.Mechanism("skate", gravity=(9.81 * np.sin(SLOPE), 0))
    m.add_points(P=(0, 0))
    m.body("skate", mass=1.3, inertia=0.2, at="P")
    m.knife_edge("P", "ground", "skate", axis="x")
    m.initial = {"skate.omega": 1.5}
    return m


@pytest.mark.parametrize("formulation", IN_PLANE)
def test_skate_on_an_incline(formulation: str) -> None:
    result = sn.simulate(
        skate_in_plane(), output=[0.0, *SKATE], formulation=formulation, integrator=TIGHT, progress=False
    )
    x, y, phi = np.array(list(SKATE.values())).T
    np.testing.assert_allclose(result.position("skate")[1:], np.column_stack([x, y]), atol=1e-8)
    np.testing.assert_allclose(result["skate.angle"][1:], phi, atol=1e-8)


@pytest.mark.parametrize("formulation", IN_SPACE)
def test_skate_on_an_incline_in_space(formulation: str) -> None:
    """Held on the inclined plane by a planar joint; the slope falls along x."""
    m = sn.Mechanism("skate", dimension=3, gravity=(0, 0, -9.81))
    downhill, normal = (np.cos(SLOPE), 0, -np.sin(SLOPE)), (np.sin(SLOPE), 0, np.cos(SLOPE))
    m.add_points(P=(0, 0, 0))
    m.body("skate", mass=1.3, inertia=(0.1, 0.15, 0.2), at="P", axis="y", angle=SLOPE)
    m.planar("plane", "ground", "skate", at="P", axis=normal)
    m.knife_edge("P", "ground", "skate", axis=downhill, normal=normal)
    m.initial = {"skate.wx": 1.5 * normal[0], "skate.wy": 0.0, "skate.wz": 1.5 * normal[2]}
    result = sn.simulate(m, output=[0.0, *SKATE], formulation=formulation, integrator=TIGHT, progress=False)
    x, y, _ = np.array(list(SKATE.values())).T
    np.testing.assert_allclose(result.position("skate")[1:], np.outer(x, downhill) + np.outer(y, (0, 1, 0)), atol=1e-8)


# ---------------------------------------------------------------- a rolling disc
# Thin uniform disc, m = 1 kg, r = 0.3 m, g = 9.81 m/s²; yaw q1 about z, lean q2 about x, roll q3 about y; u are the
# angular velocities in the leaning axes.  Start: q2 = 0.1, u2 = 8, u3 = 0.5.
R = 0.3
DISC = {  # t: q1, q2, q3, u1, u2, u3, and the point of contact xc, yc
    0.5: (
        *(-0.262573132266562, 0.109709646267727, 4.05888308000414),
        *(-0.363122482678566, 7.99726474338971, 0.345104404556322, 1.20240865549821, -0.128068498206732),
    ),
    1.0: (
        *(-0.509879557923703, 0.135604658919531, 8.1164780822893),
        *(-0.605255284151521, 7.99487614453893, -0.0685632229017834, 2.35163030047659, -0.507777509910538),
    ),
    2.0: (
        *(-0.925381219864641, 0.198719835404226, 16.2177947745034),
        *(-0.464356326156038, 8.0190949544026, -1.08531704103866, 4.27971584370192, -1.95205007510954),
    ),
}


def leaning(yaw: float, lean: float) -> np.ndarray:
    """The leaning axes, as columns."""
    c, s = np.cos(yaw), np.sin(yaw)
    k, n = np.cos(lean), np.sin(lean)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ np.array([[1.0, 0, 0], [0, k, -n], [0, n, k]])


def disc() -> sn.Mechanism:
    m = sn.Mechanism("rolling disc", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(C=(0, 0, R), O=(0, 0, 0))
    m.body("disc", mass=1.0, inertia=(R * R / 4, R * R / 2, R * R / 4), at="C")
    m.rolling("W", "ground", "disc", radius=R, normal="z", axis="y", at="C", on="O")
    w = leaning(0.0, 0.1) @ (0.0, 8.0, 0.5)
    turned = {"disc.e0": np.cos(0.05), "disc.e1": np.sin(0.05), "disc.e2": 0.0, "disc.e3": 0.0}
    place = {"disc.x": 0.0, "disc.y": -R * np.sin(0.1)}
    m.initial = turned | place | {"disc.wx": w[0], "disc.wy": w[1], "disc.wz": w[2]}
    return m


@pytest.mark.parametrize("formulation", IN_SPACE)
def test_rolling_disc(formulation: str) -> None:
    result = sn.simulate(disc(), output=[0.0, *DISC], formulation=formulation, integrator=TIGHT, progress=False)
    motion = result.formulation.motion
    for k, (q1, q2, q3, u1, u2, u3, xc, yc) in enumerate(DISC.values(), 1):
        A = leaning(q1, q2)
        c, s = np.cos(q3), np.sin(q3)
        rolled = A @ np.array([[c, 0, s], [0, 1.0, 0], [-s, 0, c]])
        np.testing.assert_allclose(motion.rotation("disc", result.q[k]), rolled, atol=1e-8)
        w = motion.angular_velocity("disc", result.q[k], result.v[k])
        np.testing.assert_allclose(A.T @ w, (u1, u2, u3), atol=2e-8)
        contact = result.position("disc").values[k] - R * A[:, 2]
        np.testing.assert_allclose(contact, (xc, yc, 0.0), atol=1e-8)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_rolling_disc_keeps_its_energy_and_does_not_slip(formulation: str) -> None:
    result = sn.simulate(disc(), 20.0, formulation=formulation, integrator=TIGHT, output=0.5, progress=False)
    energy = result.found["energy"].sum(axis=1)
    np.testing.assert_allclose(energy, energy[0], rtol=1e-9)
    assert np.abs(result.found["violation"]).max() < 1e-10
    assert np.abs(result.found["violation_rate"]).max() < 1e-10
