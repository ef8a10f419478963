"""Which numbers of a model are which numbers of a tape, found by comparison of several bindings.

A number x of the model is a number r of the tape if x = α r + β with constant α and β for all samples of the
parameters.  Samples are taken at random around the values of the mechanism, all parameters at once, so that nothing
agrees by chance.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from snodo.formulations.rewriting.tape import Tape

Array = np.ndarray
NEAR = 1e-7
"""Distance of two normalised series at which they are compared in full."""
ROUNDING = 2e-13
"""Largest difference of a number that was found, relative to its size or to what it is a difference of."""


class Match(NamedTuple):
    """x[place] = α r[number] + β."""

    place: int
    number: int
    alpha: float
    beta: float


def matched(
    x: Array, r: Array, places: Array, candidates: Array, sizes: Array | None = None
) -> tuple[list[list[Match]], list[int]]:
    """For the columns `places` of x (samples × numbers) all matches with columns of r, and the columns without one.

    sizes: of what each of these numbers is a part, to whose rounding it is compared.
    """
    sizes = np.zeros(len(places)) if sizes is None else sizes
    from scipy.spatial import cKDTree

    usable = candidates[np.isfinite(r[:, candidates]).all(axis=0)]
    known, scale = _normalised(r[:, usable])
    usable, known = usable[scale > 0.0], known[:, scale > 0.0]
    wanted, own = _normalised(x[:, places])
    found: list[list[Match]] = []
    missing = [int(p) for p, s in zip(places, own) if not s > 0.0]
    if not usable.size:
        return [], [int(p) for p in places]
    tree = cKDTree(known.T)
    near = tree.query_ball_point(wanted.T, NEAR)
    for place, s, several, size in zip(places, own, near, sizes):
        if not s > 0.0:
            continue
        fitting = [Match(int(place), *one) for one in _fitting(x[:, place], r, [int(usable[k]) for k in several], size)]
        if fitting:
            found.append(fitting)
        else:
            missing.append(int(place))
    return found, missing


def _normalised(columns: Array) -> tuple[Array, Array]:
    """Columns without their mean, of length one and with a positive first large number; and their lengths."""
    moved = columns - columns.mean(axis=0)
    lengths = np.linalg.norm(moved, axis=0)
    size = np.abs(columns).max(axis=0, initial=0.0)
    fine = lengths > 1e-11 * size
    lengths = np.where(fine, lengths, 0.0)
    unit = moved / np.where(fine, lengths, 1.0)
    largest = np.argmax(np.abs(unit) > 0.2, axis=0)
    signs = np.sign(unit[largest, np.arange(unit.shape[1])])
    return unit * np.where(signs == 0.0, 1.0, signs), lengths


def _fitting(x: Array, r: Array, several: list[int], size: float) -> list[tuple[int, float, float]]:
    """The relations that hold and are the simplest: the number itself or its negative, a multiple, then any α and β."""
    if not several:
        return []
    several = sorted(several)
    z = r[:, several]
    alpha, beta = _relations(x, z)
    errors = np.abs(alpha[:, None] * z + beta[:, None] - x[:, None]).max(axis=1)
    holds = errors <= ROUNDING * np.maximum(max(size, np.abs(x).max()), np.abs(beta))
    rows = np.argmax(holds, axis=0)
    ranks = np.where(holds.any(axis=0), rows, len(holds))
    ranks = np.where(ranks == 1, 0, ranks)  # a number and its negative are equally simple
    order = np.flatnonzero((ranks == ranks.min()) & (ranks < len(holds)))
    return [(several[k], float(alpha[rows[k], k]), float(beta[rows[k], k])) for k in order]


def _relations(x: Array, z: Array) -> tuple[Array, Array]:
    """α and β for each column of z, from simple to general (relation, column)."""
    dz, dx = z - z.mean(axis=0), x - x.mean()
    slope = dx @ dz / (dz * dz).sum(axis=0)
    rounded = np.round(slope, 9)
    snapped = np.where(np.abs(slope - rounded) <= 1e-10 * np.abs(slope), rounded, slope)
    multiple = x @ z / (z * z).sum(axis=0)
    one, none = np.ones_like(slope), np.zeros_like(slope)
    alpha = np.array([one, -one, snapped, multiple, snapped, slope])
    offset, exact = ((x[:, None] - a * z).mean(axis=0) for a in (snapped, slope))
    return alpha, np.array([none, none, none, none, offset, exact])


def candidates_of(tape: Tape) -> Array:
    """The numbers of a tape that may be found."""
    from snodo.formulations.kernels.rewriting import CONSTANT

    return np.array([k for k, step in enumerate(tape.steps) if step[0] != CONSTANT and k not in tape.hidden], int)
