"""What an identification found: parameters with their uncertainties, and whether the data tell them apart.

With residuals r = (y − s(p))/σ and their derivatives J, in the vicinity of the least squares

    C = s² (JᵀJ)⁻¹,   standard errors √C_kk,   intervals p_k ± t(ν) √C_kk                        (1)

with s² = |r|²/ν, ν = samples − parameters, if the noise is not known, and s = 1 if it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.design.checks import Check
from snodo.design.variables import Variables
from snodo.math.labelled import Labelled
from snodo.notebook import letter

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
ALIKE = 0.99
"""Correlation from which two parameters are hardly told apart."""
UNSEEN = 1e-7
"""Singular value of J, relative to the largest, below which the data say nothing about a combination."""


@dataclass(eq=False)
class Identification:
    """Parameters identified from measured motion.

    `found["friction"]` is a value, `found.standard_errors["friction"]` its standard error, `found.mechanism` the
    mechanism with the values; printed as a table.
    """

    variables: Variables
    x: Array
    """Values in SI units."""
    covariance: Labelled
    """Covariance of the values (1), in SI units."""
    confidence: float
    """Probability of the intervals."""
    degrees_of_freedom: int
    """Samples less parameters."""
    noise: dict[str, float]
    """Standard deviation of the noise of each series: as given, or estimated."""
    noise_given: bool
    residuals: dict[str, Array]
    """Computed less measured, of each series; NaN where a sample is missing."""
    time: Array
    checks: list[Check]
    unseen: list[dict[str, float]]
    """Combinations of parameters that the data say nothing about: weights over the ranges."""
    message: str
    runs: int
    mechanism: Mechanism = field(repr=False)
    """The mechanism with the values."""
    run: Any = field(repr=False, default=None)

    def __getitem__(self, name: str) -> float:
        """The value of a parameter, in SI units."""
        return self.values[name]

    @property
    def values(self) -> dict[str, float]:
        """The parameters by name, in SI units."""
        return self.variables.table(self.x)

    @property
    def standard_errors(self) -> dict[str, float]:
        """Standard error of each parameter, in SI units."""
        return self.variables.table(np.sqrt(np.diag(self.covariance.array)))

    @property
    def intervals(self) -> dict[str, tuple[float, float]]:
        """Confidence interval of each parameter (1), in SI units."""
        from scipy.stats import norm, t

        p = 0.5 + 0.5 * self.confidence
        wide = float(norm.ppf(p) if self.noise_given else t.ppf(p, self.degrees_of_freedom))
        errors = self.standard_errors
        return {name: (x - wide * errors[name], x + wide * errors[name]) for name, x in self.values.items()}

    @property
    def correlation(self) -> Labelled:
        """Correlation of the parameters."""
        errors = np.sqrt(np.diag(self.covariance.array))
        names = list(self.variables.names)
        return Labelled(names, names, self.covariance.array / np.outer(errors, errors))

    @property
    def reduced_chi_squared(self) -> float:
        """|r|²/ν with the noise that was given: near 1 if the model explains the data."""
        rows = [r / self.noise[name] for name, r in self.residuals.items()]
        whole = np.concatenate(rows)
        return float(np.nansum(whole**2) / self.degrees_of_freedom)

    @property
    def warnings(self) -> list[str]:
        """Parameters that the data hardly tell apart, or not at all, and those that are at an end of their range."""
        found = [
            f"{name} is at its {side}, where its interval means nothing: widen its range"
            for name, side in self.variables.at_bounds(self.x).items()
        ]
        found += [
            f"the data say nothing about {_combination(one)}: fix one of these parameters, or measure more"
            for one in self.unseen
        ]
        if self.unseen:
            return found
        R, names = self.correlation.array, self.variables.names
        for i in range(len(names)):
            for j in range(i):
                if abs(R[i, j]) > ALIKE:
                    found.append(
                        f"{names[j]} and {names[i]} are hardly told apart (correlation {R[i, j]:.4f}): "
                        "fix one of them, or measure a motion on which they act differently"
                    )
        return found

    @property
    def good(self) -> bool:
        """Whether all checks are good and the data determine all parameters."""
        return not self.unseen and all(check.good for check in self.checks)

    def __str__(self) -> str:
        noise = ", ".join(f"{name} {value:.3g}" for name, value in self.noise.items())
        how = "given" if self.noise_given else "estimated"
        lines = [f"identified from {self.degrees_of_freedom + self.x.size} samples; noise ({how}) {noise}"]
        lines += self._table()
        if self.variables.kept:
            lines.append(f"kept as they are, without a range: {', '.join(self.variables.kept)} (over=[…] names others)")
        if self.noise_given:
            lines.append(f"reduced chi² {self.reduced_chi_squared:.3f}")
        lines += [f"WARNING: {text}" for text in self.warnings]
        lines += [str(check) for check in self.checks if not check.good]
        return "\n".join([*lines, f"({self.message}; {self.runs} runs)"])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))

    def _table(self) -> list[str]:
        errors, intervals = self.standard_errors, self.intervals
        names = max(map(len, self.variables.names))
        lines = [f"  {'':<{names}}  {'value':>12}  {'std. error':>10}  {self.confidence:.0%} interval"]
        for name, unit in zip(self.variables.names, self.variables.units):
            low, high = intervals[name]
            value = f"{self[name]:>12.6g}  {errors[name]:>10.3g}  {low:.6g} … {high:.6g} {unit}"
            lines.append(f"  {name:<{names}}  {value}".rstrip())
        return lines


def _combination(weights: dict[str, float]) -> str:
    text = " ".join(f"{weight:+.2f} {name}" for name, weight in weights.items() if abs(weight) > 0.05)
    return text.removeprefix("+")


def covariance_of(J: Array, variables: Variables, x: Array, s2: float) -> tuple[Array, list[dict[str, float]]]:
    """(1), and the combinations that J does not see, by the singular values of J in natural units."""
    scale = variables.step_scale(x)
    _, sizes, right = np.linalg.svd(J * scale, full_matrices=False)
    seen = sizes > UNSEEN * sizes.max(initial=0.0)
    unseen = [dict(zip(variables.names, map(float, row))) for row in right[~seen]]
    inverse = np.where(seen, 1.0 / np.where(seen, sizes, 1.0) ** 2, np.inf if unseen else 0.0)
    if unseen:
        blind = (np.abs(right[~seen]) > 1e-6).any(axis=0)
        finite = (right.T * np.where(seen, inverse, 0.0)) @ right
        C = s2 * finite * np.outer(scale, scale)
        C[np.diag_indices(x.size)] = np.where(blind, np.inf, np.diag(C))
        return C, unseen
    covariance: Array = s2 * ((right.T * inverse) @ right) * np.outer(scale, scale)
    return covariance, []
