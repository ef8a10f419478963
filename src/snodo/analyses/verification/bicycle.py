"""The Whipple bicycle: eigenvalues of the linear model of riding straight on, and the critical speeds.

The linear models are those of `sn.linearize`, in every formulation in space; a root locus finds the critical speeds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.analyses.linear.linearize import linearize
from snodo.analyses.linear.root_locus import root_locus
from snodo.analyses.verification.problem import Array, StateProblem
from snodo.analyses.verification.published import numbers, published, source
from snodo.formulations.base import Formulation

SPEEDS = tuple(range(11))
REAR = 0.3
"""Radius of the rear wheel [m]."""
NAMES = ("weave", "capsize")
BETWEEN = (4.0, 5.0, 6.5)
"""Speeds [m/s] between which the weave becomes stable and the capsize unstable."""


def _riding(speed: float) -> dict[str, float]:
    """Riding straight on at a speed [m/s], without the disturbance of the file."""
    return {"R.speed": speed / REAR, "frame.wx": 0.0, "S.speed": 0.0}


def eigenvalues(F: Formulation, method: Any) -> Array:
    """Real and imaginary parts of those of lean and steer from 0 to 10 m/s, sorted."""
    found = [linearize(F, at=_riding(float(speed))).spectrum for speed in SPEEDS]
    return np.concatenate([_parts(one.values[: len(one.values) - one.drifting]) for one in found])


def _parts(values: Array) -> Array:
    """Real and imaginary parts; pairs that are conjugate but for rounding in a definite order."""
    ordered = sorted(values.tolist(), key=lambda x: (round(x.real, 6), x.imag))
    return np.array([[x.real, x.imag] for x in ordered]).ravel()


def critical_speeds(F: Formulation, method: Any) -> Array:
    """Speeds at which the weave becomes stable and the capsize unstable."""
    return np.array([one.value for one in root_locus(lambda speed: (F, _riding(speed)), BETWEEN).critical])


def bicycle() -> tuple[StateProblem, ...]:
    """Both of them."""
    file, origin = "verification/whipple_bicycle", source("whipple_bicycle")
    rows = [numbers("whipple_bicycle", "eigenvalues", str(speed)) for speed in SPEEDS]
    wanted = np.concatenate([_parts(row[:, 0] + 1j * row[:, 1]) for row in rows])
    speeds = published()["whipple_bicycle"]["critical_speeds"]
    critical = np.array([float(speeds[name]) for name in NAMES])
    return (
        StateProblem("whipple_bicycle", file, origin, 1e-9, 1e-11, "1/s", wanted, eigenvalues, scale=1.0),
        StateProblem(
            "whipple_critical_speeds",
            file,
            origin,
            1e-8,
            1e-10,
            "m/s",
            critical,
            critical_speeds,
            quick=False,
            scale=1.0,
        ),
    )
