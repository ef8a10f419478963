"""The four-bar with a spring: its closed form against the loop equations of any four-bar, in 30 digits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.analyses.verification import linkage

mpmath = pytest.importorskip("mpmath")


def reduced(mp: Any) -> tuple[Any, Any, Any]:
    """Reduced mass, damping and potential of the crank angle, from places of pins that close the loop numerically."""
    A, D = mp.mpc(0, 0), mp.mpc(1, 0)

    def pins(angle: Any) -> tuple[Any, Any]:
        """B by the angle, C at the distance 1 from B and from D, on the side of the parallelogram."""
        B = A + mp.expj(angle)
        middle, across = (B + D) / 2, (D - B) * mp.mpc(0, 1)
        return B, middle + across / abs(across) * mp.sqrt(1 - abs(D - B) ** 2 / 4)

    def potential(angle: Any) -> Any:
        B, C = pins(angle)
        stretch = abs(C - A) - mp.sqrt(2)
        return mp.mpf("9.81") * (B + (B + C) + (C + D)).imag / 2 + mp.mpf(25) / 2 * stretch**2

    def rate(part: Any, angle: Any) -> Any:
        return mp.mpc(mp.diff(lambda x: part(x).real, angle), mp.diff(lambda x: part(x).imag, angle))

    def mass(angle: Any) -> Any:
        """Σ of m (ẋ² + ẏ²) and J ω² of three uniform rods, per φ̇²."""
        b, c = rate(lambda x: pins(x)[0], angle), rate(lambda x: pins(x)[1], angle)
        rods = ((mp.mpc(0), b), (b, c), (c, mp.mpc(0)))  # velocities of the ends: turning |difference| / 1 m
        return sum(abs(p + q) ** 2 / 4 + abs(p - q) ** 2 / 12 for p, q in rods)

    def damping(angle: Any) -> Any:
        return mp.diff(lambda x: abs(pins(x)[1] - A), angle) ** 2

    return mass, damping, potential


def test_the_closed_form_of_the_rhombus_agrees_with_the_loop_equations() -> None:
    with mpmath.workdps(30):
        mass, damping, potential = reduced(mpmath.mp)
        angle = mpmath.findroot(lambda x: mpmath.diff(potential, x), 2.234)
        M, C, K = mass(angle), damping(angle), mpmath.diff(potential, angle, 2)
        pair = max(mpmath.polyroots([M, C, K], maxsteps=200, extraprec=100), key=lambda x: x.imag)
        assert abs(angle - linkage.resting_angle()) < 1e-14
        np.testing.assert_allclose(linkage.eigenvalues(), [float(pair.real), float(pair.imag)], atol=1e-13)


def test_it_rests_at_the_printed_angle() -> None:
    # 12 digits are printed, the last of which are uncertain: B. Minaker reports 2.4e-11
    assert linkage.resting_angle() == pytest.approx(linkage.PUBLISHED, abs=5e-11)


def test_a_run_vibrates_and_decays_as_the_eigenvalues_say() -> None:
    """A small vibration in time, fitted by λ: neglected squares of 1e-4 rad leave about 1e-4 relative."""
    m = linkage.linkage()[0].mechanism()
    m.initial = {"A.angle": linkage.resting_angle() + 1e-4}
    result = sn.simulate(m, 6.0, output=0.01, integrator=sn.DOP853(rtol=1e-12), progress=False, error_bars=False)
    x = result["A.angle"].values - linkage.resting_angle()
    real, imaginary = linkage.eigenvalues()
    wave = np.exp((real + 1j * imaginary) * result.time)
    scale = np.linalg.lstsq(np.column_stack([wave.real, wave.imag]), x, rcond=None)[0]
    assert np.abs(np.column_stack([wave.real, wave.imag]) @ scale - x).max() < 3e-4 * 1e-4
