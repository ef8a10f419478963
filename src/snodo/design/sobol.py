"""Sobol indices: how the variance V of an output y is divided among the parameters that cause it.

From two sets A, B of points of a scrambled Sobol sequence, and A with column i of B (Saltelli and others 2010; Jansen
1999),

    S_i  = ⟨y(B) (y(AB_i) − y(A))⟩ / V,      what parameter i causes alone                      (1)
    ST_i = ⟨(y(A) − y(AB_i))²⟩ / (2 V),      with all its interactions                           (2)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np

from snodo.design.given_types import OfRun
from snodo.design.motion_choices import MotionChoices
from snodo.design.runs import runs_of
from snodo.design.scatter import computed_members, must_be_sigmas, must_suit, sobol_points
from snodo.design.spreads import read_outputs, read_spreads
from snodo.errors import Problem, RunError, UnsupportedError
from snodo.math.labelled import Labelled
from snodo.mechanism.mechanism import Mechanism
from snodo.notebook import letter
from snodo.progress import silence
from snodo.spelling import spelled
from snodo.types import Time

Array = np.ndarray
BOOTSTRAP = 200
"""Repetitions from which the errors of indices are estimated."""


@dataclass(eq=False)
class SobolIndices:
    """Shares of the variance of an output: `first[name]` alone, `total[name]` with interactions."""

    first: dict[str, float]
    total: dict[str, float]
    errors: dict[str, tuple[float, float]]
    """Standard errors of both, by resampling."""
    variance: float
    runs: int
    failed: int

    @property
    def table(self) -> Labelled:
        """Both with their errors, a row for each parameter."""
        rows = [[self.first[n], self.errors[n][0], self.total[n], self.errors[n][1]] for n in self.first]
        return Labelled(list(self.first), ["first", "± ", "total", "±"], np.array(rows))

    def __str__(self) -> str:
        failed = f", {self.failed} failed" if self.failed else ""
        return f"variance {self.variance:.4g} from {self.runs} runs{failed}\n{self.table}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))


@spelled
def sobol_indices(
    mechanism: Mechanism | Callable[[Array], Array],
    spreads: Mapping[str, Any],
    *,
    response: str | OfRun | None = None,
    samples: int = 256,
    seed: int = 0,
    shape: str = "uniform",
    sigmas: float = 3.0,
    positions: Mapping[str, Any] | None = None,
    duration: Time | None = None,
    analysis: str = "simulate",
    initial: Mapping[str, Any] | None = None,
    progress: bool = True,
    **choices: Unpack[MotionChoices],
) -> SobolIndices:
    """Divide the variance of an output among the parameters that cause it.

    Parameters
    ----------
    mechanism : Mechanism or callable
        A mechanism with parameters; or a function of an array (member, parameter) that gives one number for each.
    spreads : mapping
        How each parameter scatters, as in `sn.monte_carlo`; for a function, (low, high) or a scipy distribution.
    response : str or callable, optional
        What is looked at of a mechanism: a series with one value, or a function of the run that gives a number.
    samples : int, optional
        Number n of samples; n (p + 2) runs are made for p parameters.
    seed : int, optional
        Seed of the samples.
    shape : str, optional
        "uniform" over the tolerance, or "normal".
    sigmas : float, optional
        How many standard deviations a tolerance is, of normal ones.
    positions : mapping, optional
        Positions, as in `sn.optimize` [m, rad].
    duration : quantity, optional
        Duration of a motion instead [s].
    analysis : str, optional
        "simulate", or "kinematics" for the motion of a driven mechanism.
    initial : mapping, optional
        Initial values of the motion [m, rad, m/s, rad/s].
    progress : bool, optional
        Whether to show a progress bar.
    **choices : str, quantity or mapping, optional
        Choices of the runs, as in `sn.simulate`.

    Returns
    -------
    SobolIndices
        First-order and total indices with their standard errors.

    Raises
    ------
    MechanismError
        If a spread is not understood.
    RunError
        If fewer than half of the samples can be computed.

    Examples
    --------
    >>> found = sn.sobol_indices(lambda x: x[:, 0] + 2 * x[:, 1], {"a": (0, 1), "b": (0, 1)}, samples=1024)
    >>> round(found.total["b"], 2)
    0.8
    """
    must_suit(samples, shape)
    must_be_sigmas(sigmas)
    count = len(spreads)
    unit = sobol_points(samples, 2 * count, seed)
    if isinstance(mechanism, Mechanism):
        read = read_spreads(mechanism, spreads, distributions=True)
        _, runs = runs_of(mechanism, read.variables, positions, duration, analysis, initial, dict(choices))
        (reader,) = read_outputs(response).values()

        def computed(u: Array) -> Array:
            values = read.sampled(u, shape, sigmas)
            return _scalar(computed_members(runs, {"output": reader}, read, values)[0]["output"])
    else:
        function, ranges = mechanism, list(spreads.values())

        def computed(u: Array) -> Array:
            return _scalar(np.asarray(function(_in_ranges(u, ranges)), float))

    A, B = unit[:, :count], unit[:, count:]
    mixed = [np.where(np.arange(count) == k, B, A) for k in range(count)]
    with silence(not progress):
        y = computed(np.concatenate([A, B, *mixed])).reshape(count + 2, samples)
    return _indices(list(spreads), y)


def _in_ranges(unit: Array, ranges: list[Any]) -> Array:
    columns = [r.ppf(u) if hasattr(r, "ppf") else r[0] + u * (r[1] - r[0]) for u, r in zip(unit.T, ranges)]
    return np.stack(columns, 1)


def _scalar(y: Array) -> Array:
    flat = y.reshape(len(y), -1)
    if flat.shape[1] != 1:
        what = f"the output has {flat.shape[1]} numbers for each member"
        raise UnsupportedError(Problem(what, 'give one, such as lambda run: run["tip.x"].max()'))
    return flat[:, 0]


def _indices(names: list[str], y: Array) -> SobolIndices:
    good = np.isfinite(y).all(axis=0)
    if good.sum() < max(4, y.shape[1] // 2):
        what = f"only {int(good.sum())} of {y.shape[1]} samples could be computed"
        raise RunError(Problem(what, "give smaller spreads"))
    kept = y[:, good]
    first, total, variance = _estimated(kept)
    random = np.random.default_rng(0)
    again = [_estimated(kept[:, random.integers(0, kept.shape[1], kept.shape[1])])[:2] for _ in range(BOOTSTRAP)]
    errors = np.std(np.array(again), axis=0)
    return SobolIndices(
        dict(zip(names, map(float, first))), dict(zip(names, map(float, total))),
        {name: (float(errors[0, k]), float(errors[1, k])) for k, name in enumerate(names)},
        float(variance), int(y.size), int((~good).sum()),
    )  # fmt: skip


def _estimated(y: Array) -> tuple[Array, Array, float]:
    """(1) and (2)."""
    middle = y[:2].mean()
    a, b, mixed = y[0] - middle, y[1] - middle, y[2:] - middle
    variance = float(np.concatenate([a, b]).var())
    if variance <= 0.0:
        return np.zeros(len(mixed)), np.zeros(len(mixed)), 0.0
    return (b * (mixed - a)).mean(axis=1) / variance, ((a - mixed) ** 2).mean(axis=1) / (2 * variance), variance
