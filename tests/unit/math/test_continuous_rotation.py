"""Attitudes along a motion without jumps, and still the same rotations."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.math.continuous_rotation import continuous_angles, continuous_parameters, continuous_vectors
from snodo.math.euler_angles import SEQUENCES, from_angles

TIMES = np.linspace(0.0, 1.0, 400)


def wandering() -> np.ndarray:
    """Euler parameters of a rotation that turns several times about an axis that changes, with shuffled signs."""
    angles = np.column_stack([15 * TIMES, 0.4 + 5 * np.sin(2 * TIMES), -9 * TIMES + np.cos(5 * TIMES)])
    signs = np.sign(np.random.default_rng(1).normal(size=TIMES.size))
    return from_angles("ZYX", angles) * signs[:, None]


def largest_step(x: np.ndarray) -> float:
    return float(np.abs(np.diff(x, axis=0)).max())


def test_parameters_keep_their_sign() -> None:
    p = wandering()
    found = continuous_parameters(p)
    np.testing.assert_allclose(np.abs((found * p).sum(axis=1)), 1.0, atol=1e-14)
    assert found[0, 0] > 0
    assert largest_step(found) < 0.1
    assert found[:, 0].min() < -0.5  # it did go through the other half


def test_half_turns_have_a_sign_that_does_not_depend_on_rounding() -> None:
    for noise in (1e-17, -1e-17):
        found = continuous_parameters(np.array([[noise, 0.0, -0.6, 0.8]]))
        np.testing.assert_allclose(found, [[0.0, 0.0, 0.6, -0.8]], atol=1e-15)


def test_a_fixed_axis_gives_a_vector_that_counts_turns() -> None:
    u, angle = np.array([0.6, 0.0, -0.8]), 25 * np.sin(2 * TIMES)  # to several turns and back
    p = sn.Rotation.from_axis_angle(u, angle).as_euler_parameters()
    np.testing.assert_allclose(continuous_vectors(p), angle[:, None] * u, atol=1e-12)


def test_vectors_are_the_rotations() -> None:
    p = wandering()
    there = sn.Rotation.from_rotation_vector(continuous_vectors(p))
    assert there.is_close(sn.Rotation(p), 1e-12).all()


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_angles_are_the_rotations_and_have_no_jumps(sequence: str) -> None:
    """The middle angle leaves its usual range and comes back; these angles are found again."""
    middle = 0.7 + 2.0 * np.sin(4 * TIMES + 0.1)
    wanted = np.column_stack([12 * TIMES, middle, 0.5 - 20 * TIMES])
    found = continuous_angles(sequence, from_angles(sequence, wanted))
    np.testing.assert_allclose(found, wanted, atol=1e-10)


@pytest.mark.parametrize("sequence", ["XYZ", "zyx", "ZXZ", "xyx"])
def test_the_third_angle_stays_at_gimbal_lock(sequence: str) -> None:
    lock = 0.0 if sequence[0] == sequence[2] else np.pi / 2
    wanted = np.column_stack([0.3 + TIMES, np.full(400, lock), np.full(400, 0.2)])
    wanted[0, 1] += -0.1 if lock else 0.1  # the first row is within the usual range
    found = continuous_angles(sequence, from_angles(sequence, wanted))
    np.testing.assert_allclose(found, wanted, atol=1e-10)


def test_nothing_is_no_trouble() -> None:
    assert continuous_parameters(np.zeros((0, 4))).shape == (0, 4)
    assert continuous_vectors(np.zeros((0, 4))).shape == (0, 3)
    assert continuous_angles("ZYX", np.zeros((0, 4))).shape == (0, 3)
