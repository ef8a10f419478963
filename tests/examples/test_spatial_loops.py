"""Spatial mechanisms from files, to numbers known from elsewhere."""

from pathlib import Path

import numpy as np

import snodo as sn

EXAMPLES = Path(__file__).parents[2] / "examples"

# IFToMM library of computational benchmark problems, A04; own high-accuracy computation with energy drift 1.2e-13:
# x, y, z of P3 at the end
BRICARD_10 = (0.999730987303825, -0.999999963825817, -0.000268976512259494)


def test_bricard():
    m = sn.load(EXAMPLES / "bricard.yaml")
    found = sn.mobility(m)
    assert found.grubler == 0
    assert found.degrees_of_freedom == 1
    result = sn.simulate(m, tolerance=1e-11, progress=False)
    np.testing.assert_allclose(result.position("tip")[-1], BRICARD_10, atol=1e-7)


def test_spatial_slider_crank():
    """The rod keeps its length: (x_C − x_B)² + (y_C − y_B)² + (z_C − z_B)² = l² with B on its circle gives x_C."""
    m = sn.load(EXAMPLES / "spatial_slider_crank.yaml")
    result = sn.kinematics(m, output=0.01)
    angle = 2 * np.pi * result.time  # from the z axis, about x
    y, z = 0.1 - 0.08 * np.sin(angle), 0.12 + 0.08 * np.cos(angle)
    length = np.sqrt(0.2**2 + 0.1**2 + 0.2**2)
    expected = np.sqrt(length**2 - y**2 - z**2)
    np.testing.assert_allclose(result["slider.x"], expected, atol=1e-12)
    # work of the motor over a turn: nothing is lost and everything is where it was
    energy = result.energy().sel(kind="total").values
    assert abs(energy[-1] - energy[0]) < 1e-9
    assert abs(float(result["motor.work"][-1])) < 1e-6
