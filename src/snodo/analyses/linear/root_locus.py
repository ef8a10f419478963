"""Root loci: eigenvalues over a parameter, and the values at which stability changes.

Eigenvalues of neighbouring values are paired so that the sum of their squared distances is least; where the real part
of one changes its sign, the value of the crossing is found by Brent's method on the linear model itself.  Without
damping, eigenvalues meet on the imaginary axis and leave it there: then the number of those that grow is bisected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from scipy.optimize import brentq, linear_sum_assignment

from snodo.analyses.linear.linearize import Linearization, linearized
from snodo.analyses.linear.reference_state import StateLike, place_of
from snodo.errors import MechanismError, Problem
from snodo.formulations.base import Array, Formulation
from snodo.mechanism.mechanism import Mechanism
from snodo.notebook import letter
from snodo.progress import ProgressBar, silence
from snodo.spelling import Spelled, spelled
from snodo.types import FormulationLike, MechanismLike

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Build: TypeAlias = "Callable[[float], MechanismLike | tuple[MechanismLike, StateLike]]"
"""Makes a mechanism from the value of a parameter, or a mechanism and the state about which it is linearised."""
SHARP = 1e-12
"""Accuracy of a critical value, relative to the range of the values."""
CALM = 1e-7
"""Real part, relative to the eigenvalue, that is no growth: where two eigenvalues meet, half of the digits are lost."""
BESIDE = 1e-3
"""Distance of these, relative to that of the values between which it changes its sign."""
MEETINGS = 12
"""Bisections with which a picture finds where real eigenvalues meet."""


def _growing(values: Array) -> int:
    """How many eigenvalues grow."""
    return int((values.real > CALM * np.abs(values)).sum())


def _pairs(values: Array) -> int:
    """How many eigenvalues oscillate."""
    return int((np.abs(values.imag) > CALM * np.abs(values)).sum())


def _through_zero(real: Callable[[float], float], value: float, low: float, high: float) -> float:
    """Where a real eigenvalue is zero, by a cubic through values beside it: nearly zero, they would be split off."""
    h = BESIDE * (high - low)
    if not low < value - 2 * h < value + 2 * h < high:
        return value
    places = np.array([-2.0, -1.0, 1.0, 2.0])
    roots = np.roots(np.polyfit(places, [real(value + h * x) for x in places], 3))
    steps = roots[np.abs(roots.imag) < 1e-6].real
    step = float(steps[np.abs(steps).argmin()]) if steps.size else np.inf
    return value + h * step if abs(step) < 1.0 else value


@dataclass(frozen=True)
class Crossing:
    """A value of the parameter at which an eigenvalue crosses the imaginary axis; found by `sn.root_locus`.

    Parameters
    ----------
    value : float
        The value.
    eigenvalue : complex
        The eigenvalue there [1/s]; of a pair, the one with a positive imaginary part.
    grows : bool
        Whether it is stable below and unstable above the value.

    Examples
    --------
    >>> sn.Crossing(4.905, 0j, grows=False).word
    'becomes stable'
    """

    value: float
    """The value,"""
    eigenvalue: complex
    """and the eigenvalue there [1/s]."""
    grows: bool
    """Whether it is stable below and unstable above the value."""

    @property
    def word(self) -> str:
        """`becomes unstable`, or `becomes stable`."""
        return "becomes unstable" if self.grows else "becomes stable"


@dataclass(frozen=True, repr=False, eq=False)
class RootLocus(Spelled):
    """Eigenvalues over a parameter; made by `sn.root_locus`.

    Parameters
    ----------
    values : array
        Values of the parameter.
    eigenvalues : array
        (values, branches) [1/s], each branch continuous; without those of motions that nothing resists.
    solve : callable
        Computes the eigenvalues for any value.

    Examples
    --------
    >>> def inverted(stiffness):
    ...     m = pendulum.copy()
    ...     _ = m.torsional_spring("s", "A", stiffness=stiffness, angle="90 deg")
    ...     return m, {"A.angle": "90 deg"}
    >>> print(sn.root_locus(inverted, [4.0, 6.0]))
    root locus: 2 values from 4 to 6
      at 4.905 becomes stable: eigenvalue 0
    """

    values: Array
    """Values of the parameter."""
    eigenvalues: Array
    """(values, branches) [1/s], each branch continuous; without those of motions that nothing resists."""
    solve: Callable[[float], Array]
    """Computes the eigenvalues for any value."""

    @cached_property
    def critical(self) -> list[Crossing]:
        """Values at which an eigenvalue crosses the imaginary axis, in ascending order; one for each pair."""
        found = []
        for k in range(len(self.values) - 1):
            crossed = [self._crossing(k, branch) for branch in range(self.eigenvalues.shape[1])]
            here = [one for one in crossed if one is not None]
            found += here or self._meeting(k)
        return sorted(found, key=lambda one: one.value)

    @cached_property
    def stable_ranges(self) -> list[tuple[float, float]]:
        """Ranges of the parameter in which nothing grows, between the critical values."""
        ends = [float(self.values[0]), *(one.value for one in self.critical), float(self.values[-1])]
        pairs = [(low, high) for low, high in pairwise(ends) if high > low]
        return [pair for pair in pairs if _growing(self.solve(0.5 * sum(pair))) == 0]

    def plot(self, label: str = "parameter", path: str | Path | None = None) -> Figure:
        """Plot the eigenvalues over the parameter and in the complex plane, with the critical values.

        Parameters
        ----------
        label : str, optional
            Name and unit of the parameter, such as "speed [m/s]".
        path : str or path, optional
            File to write: .png, .svg or .pdf.

        Returns
        -------
        matplotlib.figure.Figure
            The plot.

        Raises
        ------
        FileError
            If the file has another ending, or its folder does not exist.

        Examples
        --------
        >>> def inverted(stiffness):
        ...     m = pendulum.copy()
        ...     _ = m.torsional_spring("s", "A", stiffness=stiffness, damping=0.1, angle="90 deg")
        ...     return m, {"A.angle": "90 deg"}
        >>> figure = sn.root_locus(inverted, [4.0, 4.5, 5.0, 6.0]).plot("stiffness [N m/rad]")
        """
        from snodo.views.root_locus_picture import root_locus_picture

        return root_locus_picture(self, label, path)

    def _crossing(self, k: int, branch: int) -> Crossing | None:
        ends = self.eigenvalues[k : k + 2, branch]
        growth = np.where(np.abs(ends.real) <= CALM * np.abs(ends), 0.0, ends.real)
        if growth[0] * growth[1] >= 0.0 or ends.imag.sum() < 0.0:
            return None
        low, high = (float(x) for x in self.values[k : k + 2])

        def near(x: float) -> complex:
            expected = ends[0] + (ends[1] - ends[0]) * (x - low) / (high - low)
            values = self.solve(x)
            return complex(values[np.abs(values - expected).argmin()])

        width = SHARP * max(abs(low), abs(high))
        value = float(brentq(lambda x: near(x).real, low, high, xtol=width, rtol=1e-14))
        there = near(value)
        if there == 0.0:
            value = _through_zero(lambda x: near(x).real, value, low, high)
        return Crossing(value, complex(0.0, abs(there.imag)), bool(growth[1] > growth[0]))

    def _meeting(self, k: int) -> list[Crossing]:
        """Where eigenvalues leave the imaginary axis, by bisection; none if as many grow at both ends."""
        low, high = (float(x) for x in self.values[k : k + 2])
        counts = [_growing(row) for row in self.eigenvalues[k : k + 2]]
        if counts[0] == counts[1]:
            return []
        ends = list(self.eigenvalues[k : k + 2])
        width = SHARP * max(abs(low), abs(high))
        while high - low > width:
            middle = 0.5 * (low + high)
            if not low < middle < high:
                break
            row = self.solve(middle)
            if _growing(row) == counts[0]:
                low, ends[0] = middle, row
            else:
                high, ends[1] = middle, row
        row = ends[int(counts[1] > counts[0])]
        return [Crossing(0.5 * (low + high), complex(0.0, abs(row[row.real.argmax()].imag)), counts[1] > counts[0])]

    def __str__(self) -> str:
        from snodo.analyses.linear.printing import root_locus_in_words

        return root_locus_in_words(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))


@spelled
def root_locus(
    build: Build,
    values: Sequence[float] | Array,
    *,
    formulation: FormulationLike | None = None,
    progress: bool = True,
) -> RootLocus:
    """Follow the eigenvalues of a mechanism over a parameter, and find the values at which stability changes.

    Parameters
    ----------
    build : callable
        Takes a value and returns a mechanism, or a mechanism and a state, `lambda v: (bicycle, {"rear.vx": v})`.
        Without a state, the mechanism is linearised about the start of a run.
    values : sequence of float
        Values of the parameter, ascending, and close enough for the eigenvalues to be followed.
    formulation : str or class, optional
        The formulation; by default planar in the plane and tree in space.
    progress : bool, optional
        Whether to show a progress bar for many values.

    Returns
    -------
    RootLocus
        `values`, `eigenvalues` (values, branches) [1/s], and `critical` values, where stability changes.

    Raises
    ------
    MechanismError
        If there are fewer than two values, they do not ascend, or `build` returns no mechanism.

    Examples
    --------
    >>> def inverted(stiffness):
    ...     m = pendulum.copy()
    ...     _ = m.torsional_spring("s", "A", stiffness=stiffness, angle="90 deg")
    ...     return m, {"A.angle": "90 deg"}
    >>> [round(x.value, 6) for x in sn.root_locus(inverted, [4.0, 4.5, 5.0, 6.0]).critical]
    [4.905]
    """
    given = _ascending(values)
    with silence(not progress), ProgressBar(0.0, given.size, "root locus", "values") as bar:
        models: list[Linearization] = [_model(build, float(x), formulation) for x in bar.over(given)]
    drifting = min(model.spectrum.drifting for model in models)

    def solve(x: float) -> Array:
        found = _model(build, x, formulation).eigenvalues
        return found[: len(found) - drifting] if drifting else found

    rows = [model.eigenvalues[: len(model.eigenvalues) - drifting] for model in models]
    if len({row.size for row in rows}) > 1:
        what = "root_locus: the mechanisms have different numbers of states"
        raise MechanismError(Problem(what, "let only numbers depend on the value"))
    return RootLocus(given, _followed(rows), solve)


def with_meetings(locus: RootLocus) -> RootLocus:
    """The same locus with values added where real eigenvalues meet and become pairs, or pairs become real."""
    found = [(float(x), row) for x, row in zip(locus.values, locus.eigenvalues)]
    for (low, first), (high, last) in pairwise(list(found)):
        ends = [(low, first), (high, last)]
        for _ in range(MEETINGS if _pairs(first) != _pairs(last) else 0):
            middle = 0.5 * (ends[0][0] + ends[1][0])
            row = locus.solve(middle)
            ends[int(_pairs(row) != _pairs(first))] = (middle, row)
        found += [end for end in ends if low < end[0] < high]
    found.sort(key=lambda pair: pair[0])
    return RootLocus(np.array([x for x, _ in found]), _followed([row for _, row in found]), locus.solve)


def _ascending(values: Sequence[float] | Array) -> Array:
    try:
        given = np.array(values, float)
    except (TypeError, ValueError):
        given = np.zeros(0)
    if given.ndim != 1 or given.size < 2 or not np.isfinite(given).all() or not (np.diff(given) > 0).all():
        what = f"root_locus: values = {values!r}"
        raise MechanismError(Problem(what, "give at least two finite numbers in ascending order"))
    return given


def _model(build: Any, value: float, formulation: FormulationLike | None) -> Linearization:
    if not callable(build):
        raise MechanismError(Problem(f"root_locus: {build!r} cannot be called", "give a function of the value"))
    made = build(value)
    mechanism, at = made if isinstance(made, tuple) and len(made) == 2 else (made, None)
    if not isinstance(mechanism, (Mechanism, Formulation)):
        what = f"root_locus: build({value:g}) returned {type(mechanism).__name__}"
        raise MechanismError(Problem(what, "return a mechanism, or a pair (mechanism, at)"))
    return linearized(place_of(mechanism, at, 0.0, None if isinstance(mechanism, Formulation) else formulation))


def _followed(rows: list[Array]) -> Array:
    """Branches: each row in the order in which its eigenvalues continue those of the row before."""
    found = [rows[0]]
    for row in rows[1:]:
        cost = np.abs(found[-1][:, None] - row) ** 2
        found.append(row[linear_sum_assignment(cost)[1]])
    return np.array(found)
