"""Scatter of samples about a smooth curve, compared with the noise given by the user.

Divided differences of order k over k + 1 neighbours vanish for polynomials of a lower degree.  With weights w of length
one, w·x of independent errors of the standard deviation σ has the standard deviation σ, whatever the times are.  What
is left of a smooth motion makes it larger and goes down with the order until the scatter is reached: of several orders
those near the least count, each by the median, which a few jumps do not move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.inverse_dynamics.samples import checked_times, is_function, numbers_of
from snodo.errors import SnodoError

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray

ORDERS = (3, 4, 5, 6, 7, 8)
LEAST = 1.5
"""Orders are used if their estimate is at most this multiple of the smallest."""
TOO_SMALL, TOO_LARGE = 1.5, 3.0
"""Ratio of scatter to noise, and of noise to scatter, from which on there is a warning."""
MEDIAN = 0.6745
"""Median of the size of normal errors with the standard deviation one."""


def scatter(times: Array, x: Array) -> float:
    """Standard deviation of the samples x about a smooth curve, in their unit; NaN if they are too few."""
    found = [_of_order(times, x, k) for k in ORDERS if times.size >= 3 * k]
    reached = [s for s in found if s <= LEAST * min(found)]
    return float(np.mean(reached)) if reached else np.nan


def _of_order(times: Array, x: Array, k: int) -> float:
    windows = np.lib.stride_tricks.sliding_window_view(times, k + 1)
    apart = windows[:, :, None] - windows[:, None, :]
    apart = apart / np.abs(apart).max(axis=(1, 2), keepdims=True) + np.eye(k + 1)
    weights = 1.0 / apart.prod(axis=2)
    weights /= np.linalg.norm(weights, axis=1, keepdims=True)
    differences = (weights * np.lib.stride_tricks.sliding_window_view(x, k + 1)).sum(axis=1)
    return float(np.median(np.abs(differences))) / MEDIAN


def noise_remarks(
    F: Formulation, motion: Any, times: Any, velocities: Any, accelerations: Any, noise: float
) -> list[str]:
    """Samples that scatter much more or much less than the noise given for them, with both numbers."""
    if not noise or accelerations is not None:
        return []
    try:
        columns = _columns(F, motion, checked_times(times), velocities)
        judged = {name: scatter(checked_times(times), x) for name, x in columns.items() if np.ptp(x) > 0}
    except SnodoError:
        return []
    rough = {name: s for name, s in judged.items() if s > TOO_SMALL * noise}
    fine = {name: s for name, s in judged.items() if noise > TOO_LARGE * s}
    less = "the accelerations contain this noise"
    more = "the motion is smoothed away with the noise"
    return [_words(found, noise, why) for found, why in ((rough, less), (fine, more)) if found]


def _columns(F: Formulation, motion: Any, times: Array, velocities: Any) -> dict[str, Array]:
    """Everything that is given as samples, by name; Euler parameters doubled, as angles are."""
    if velocities is not None:
        return _named(F.velocity_names, numbers_of(velocities, times, F.velocity_names, "velocities"))
    if not isinstance(motion, Mapping):
        return _named(F.coordinate_names, numbers_of(motion, times, F.coordinate_names, "q"))
    found: dict[str, Array] = {}
    for name, given in motion.items():
        if not is_function(given):
            table = np.asarray(given, dtype=float)
            found |= (
                {name: table} if table.ndim == 1 else _named([f"{name}[{k}]" for k in range(table.shape[1])], table)
            )
    return {name: x for name, x in found.items() if x.shape == times.shape}


def _named(names: Any, table: Array) -> dict[str, Array]:
    if table.ndim != 2:
        return {}
    turned = [name.rpartition(".")[2] in ("e0", "e1", "e2", "e3") for name in names]
    return {name: (2.0 if two else 1.0) * x for name, two, x in zip(names, turned, table.T)}


def _words(found: dict[str, float], noise: float, why: str) -> str:
    shown = ", ".join(f"{name} {s:.2g}" for name, s in list(found.items())[:4]) + (", …" if len(found) > 4 else "")
    typical = float(np.median(list(found.values())))
    given = f"noise = {noise:g} is given, but the samples scatter by about {shown} [m, rad]"
    return f"{given}: {why}; give noise={typical:.2g}"
