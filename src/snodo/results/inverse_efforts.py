"""Names of the forces and torques of joints, and the works that they do."""

from __future__ import annotations

import numpy as np

Array = np.ndarray


def effort_name(velocity: str, unit: str) -> str:
    """Name of the force or torque that belongs to a velocity: knee.speed → knee.torque, hip.wx → hip.torque_x."""
    joint, _, word = velocity.rpartition(".")
    kind = "torque" if unit == "rad" else "force"
    if word in ("speed", "omega"):
        return f"{joint}.{kind}"
    if word.endswith("_speed"):
        return f"{joint}.{word.removesuffix('speed')}{kind}"
    return f"{joint}.{kind}_{word[-1]}"


def integral(times: Array, rate: Array) -> Array:
    """Integral from the first time, along the first axis, of a cubic spline through the rates."""
    from scipy.interpolate import CubicSpline

    unique, rows = np.unique(times, return_index=True)
    if unique.size < 2 or not rate.size:
        return np.zeros_like(rate)
    found: Array = CubicSpline(unique, rate[rows]).antiderivative()(times)
    return found
