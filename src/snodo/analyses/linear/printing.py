"""Linear models, equilibria and modes as tables of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.math.labelled import Labelled, aligned, lines, written

if TYPE_CHECKING:
    from snodo.analyses.linear.linearize import Linearization

Array = np.ndarray
SHOWN = 12
"""States up to which matrices are printed."""


def linear_model(x: Linearization) -> str:
    """Where it is, its matrices if they are small, and its eigenvalues."""
    F = x.formulation
    p, u = len(x.coordinates.p), len(x.coordinates.u)
    title = f"linear model of {F.mechanism.name!r} ({F.name}) at t = {x.time:g} s: {p} positions, {u} velocities"
    told = [title, f"{x.stability}; eigenvalues [1/s]", *eigenvalue_lines(x.eigenvalues)]
    for word in ("A", "B", "C", "D"):
        matrix: Labelled = getattr(x, word)
        if matrix.array.size and len(x.states) <= SHOWN:
            told += [word, *lines(matrix)]
    return "\n".join(told)


def eigenvalue_lines(values: Array) -> list[str]:
    """One line for each eigenvalue or pair of them: value, frequency and damping ratio; zeros are counted."""
    cells = []
    for value in values:
        if value == 0.0 or value.imag < 0.0:
            continue
        if value.imag > 0.0:
            frequency, ratio = abs(value) / (2 * np.pi), -value.real / abs(value)
            cells.append([f"{written(value.real)} ± {written(value.imag)} i", f"{written(frequency)} Hz", f"damping {written(ratio)}"])
        else:
            cells.append([written(value.real), f"{written(1 / abs(value.real))} s", "grows" if value.real > 0 else "decays"])
    zeros = int((values == 0.0).sum())
    found = [f"  {line.strip()}" for line in aligned([], [""] * len(cells), cells)]
    return [*found, *([f"  0 ({zeros} times: nothing resists)"] if zeros else [])]
