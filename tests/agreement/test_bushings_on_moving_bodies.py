"""Bushings whose parent moves, and whose axes are not those of its joint: trees and absolute coordinates agree."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn

ANGLES = ("roll", "pitch", "yaw")


def mounted(preload: tuple[float, ...], stiffness: tuple[float, ...], angle: str = "0 deg") -> sn.Mechanism:
    """A knob in a bushing on an arm that turns about a skew axis; whose frame is turned about z."""
    m = sn.Mechanism("mounted", dimension=3, gravity=(0.0, 0.0, 0.0))
    m.body("arm", mass=1.0, com=(0.0, 0.0, 0.0), inertia=(0.05, 0.05, 0.05), angle=angle, axis="z")
    m.body("knob", mass=1.0, com=(0.0, 0.0, 0.0), inertia=(0.02, 0.03, 0.04))
    m.revolute("A", "ground", "arm", at=(0.0, 0.0, 0.0), axis=(1.0, 2.0, 0.5))
    springs = (1e4, 1e4, 1e4, *stiffness)
    m.bushing("bush", "arm", "knob", at=(0, 0, 0), stiffness=springs, preload=(0.0, 0.0, 0.0, *preload))
    return m


def attitude(m: sn.Mechanism, formulation: str) -> np.ndarray:
    result = sn.simulate(m, 0.5, formulation=formulation, tolerance=1e-10, progress=False, error_bars=False)
    return np.array([result[f"knob.{word}"].values for word in ANGLES])


@pytest.mark.parametrize("stiffness", [(2.0, 2.0, 2.0), (2.0, 3.0, 4.0)])
@pytest.mark.parametrize("preload", [(0.3, 0.0, 0.0), (0.1, 0.2, 0.3)])
def test_trees_and_absolute_coordinates_agree(preload: tuple[float, ...], stiffness: tuple[float, ...]) -> None:
    m = mounted(preload, stiffness)
    found = attitude(m, "tree")
    assert np.abs(found).max() > 0.01
    assert np.abs(found - attitude(m, "spatial")).max() < 1e-8


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_the_frame_of_the_parent_does_not_matter(formulation: str) -> None:
    """A quarter turn of the arm's frame exchanges the axes of the bushing: x is what y was, y is minus what x was."""
    plain = attitude(mounted((0.1, 0.2, 0.3), (2.0, 3.0, 4.0)), formulation)
    turned = attitude(mounted((0.2, -0.1, 0.3), (3.0, 2.0, 4.0), "90 deg"), formulation)
    assert np.abs(plain - turned).max() < 1e-8
