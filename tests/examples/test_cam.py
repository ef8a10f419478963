"""The cam against its closed form: harmonic lift, contact force, motor torque."""

from pathlib import Path

import numpy as np

import snodo as sn

FILE = Path(__file__).parents[2] / "examples" / "cam.yaml"


def test_the_contact_force_is_weight_spring_and_inertia():
    result = sn.simulate(sn.load(FILE), tolerance=1e-10, progress=False)
    omega, e, m, k = 40 * np.pi, 0.010, 0.25, 2000.0
    s = np.sin(omega * result.time)
    np.testing.assert_allclose(result["follower.y"], 0.034 + e * s, atol=1e-10)
    contact = m * (9.81 - e * omega**2 * s) + k * (0.020 + e * s)
    np.testing.assert_allclose(result.reaction("contact", body="follower").sel(component="fy"), contact, atol=1e-5)
    torque = (contact + 1.5 * 9.81) * e * np.cos(omega * result.time)
    np.testing.assert_allclose(result["motor.effort"], torque, atol=1e-6)
    assert contact.min() > 0
