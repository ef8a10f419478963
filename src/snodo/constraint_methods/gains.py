"""Gains of constraint rows: one for all, one for each, by the names of parts and rows, or a matrix."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np

from snodo.errors import NameNotFound, Problem, SnodoError, suggestion

Gain = Any
"""A number, a tuple of one for each row, {part or row: number}, a matrix as a tuple of rows, or None."""

SYMMETRIC = 1e-9
"""How far, relative to its largest element, a matrix may be from a symmetric one."""
SHOWN = 3
"""Rows of gains that are printed in full."""


def checked_gain(owner: str, gain: Any, unit: str) -> Gain:
    """The gain as numbers and tuples, or a sentence about what is wrong with it."""
    if gain is None:
        return None
    if isinstance(gain, Mapping):
        return {str(name): _number(f"{owner} of {name!r}", value, unit) for name, value in gain.items()}
    if isinstance(gain, Real):
        return _number(owner, gain, unit)
    try:
        values = np.asarray(gain, dtype=float)
    except (TypeError, ValueError):
        values = np.full((0, 0, 0), np.nan)
    if values.ndim == 1:
        return tuple(_number(f"{owner} of row {k}", value, unit) for k, value in enumerate(values, 1))
    if values.ndim == 2 and values.shape[0] == values.shape[1]:
        return _positive_definite(owner, values)
    remedy = f"give a number [{unit}], one for each row, a dict by parts or rows, or a square matrix"
    raise SnodoError(Problem(f"{owner} = {gain!r}", remedy))


def _number(owner: str, value: Any, unit: str) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 <= float(value) < np.inf:
        raise SnodoError(Problem(f"{owner} = {value!r}", f"give a number in {unit}, zero or positive"))
    return float(value)


def _positive_definite(owner: str, K: np.ndarray) -> tuple[tuple[float, ...], ...]:
    """A matrix is symmetric and positive definite, or violations may grow."""
    if not np.isfinite(K).all():
        raise SnodoError(Problem(f"{owner} has elements that are no finite numbers", "give finite numbers"))
    skew = float(np.abs(K - K.T).max(initial=0.0))
    if skew > SYMMETRIC * np.abs(K).max(initial=0.0):
        raise SnodoError(
            Problem(f"{owner} is not symmetric: it differs by {skew:.3g} from its transpose", "make it so")
        )
    least = float(np.linalg.eigvalsh(K).min(initial=np.inf))
    if not least > 0:
        what = f"{owner} is not positive definite: its smallest eigenvalue is {least:.3g}"
        raise SnodoError(Problem(what, "violations along that direction would not die out; give a larger diagonal"))
    return tuple(map(tuple, K.tolist()))


def of_rows(F: Any, word: str, gain: Gain) -> Any:
    """The gain on a formulation: a number, a vector of its rows, a matrix, or None."""
    if gain is None or isinstance(gain, float):
        return gain
    if isinstance(gain, Mapping):
        known = [*dict.fromkeys(F.row_parts), *F.row_names]
        for name in gain:
            if name not in known:
                what = f"Baumgarte: {word}: there is no constraint {name!r}"
                raise NameNotFound(Problem(what, suggestion(name, known)))
        return np.array([gain.get(row, gain.get(part, 0.0)) for row, part in zip(F.row_names, F.row_parts)])
    K = np.array(gain)
    if len(K) != F.nc:
        what = f"Baumgarte: {word} is made for {len(K)} rows, and the formulation {F.name} has {F.nc}"
        shown = ", ".join(F.row_names[:6]) + (", …" if F.nc > 6 else "")
        raise SnodoError(Problem(what, f"they are {shown or 'none'}; a dict by parts suits every formulation"))
    return K


def square(K: Any) -> Any:
    """K², of a matrix the product."""
    return K @ K if np.ndim(K) == 2 else K**2


def square_root(K: Any) -> Any:
    """√K, of a positive definite matrix the symmetric one."""
    if np.ndim(K) < 2:
        return float(np.sqrt(K)) if isinstance(K, float) else np.sqrt(K)
    values, Q = np.linalg.eigh(K)
    return (Q * np.sqrt(values)) @ Q.T


def shown(gain: Gain) -> str:
    """The gain as it was given, or the kind and size of a long one."""
    if not isinstance(gain, tuple) or len(gain) <= SHOWN:
        return repr(gain)
    return f"<{len(gain)} × {len(gain)} matrix>" if isinstance(gain[0], tuple) else f"<{len(gain)} numbers>"
