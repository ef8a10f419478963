"""Gains of constraint rows: one for all, one for each, by names of parts and rows, or a matrix."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, SnodoError, suggestion

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Gain = Any
"""A number, a tuple of one for each row, {part or row: number}, a matrix as a tuple of rows, or None."""

SYMMETRIC = 1e-9
"""Largest asymmetry of a matrix, relative to its largest element."""
SHOWN = 3
"""Number of gains that are printed in full."""


def checked_gain(owner: str, gain: Any, unit: str, *, semidefinite: bool = False) -> Gain:
    """The gain as numbers and tuples; raises SnodoError if it is invalid.

    semidefinite: whether a matrix may leave some violations without a force
    """
    if gain is None:
        return None
    if isinstance(gain, Mapping):
        if not gain:
            raise SnodoError(Problem(f"{owner} = {{}} names no row", "omit it for the default gains"))
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
        return _definite(owner, values, semidefinite)
    remedy = f"give a number [{unit}], one for each row, a dict by parts or rows, or a square matrix"
    raise SnodoError(Problem(f"{owner} = {gain!r}", remedy))


def _number(owner: str, value: Any, unit: str) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 <= float(value) < np.inf:
        raise SnodoError(Problem(f"{owner} = {value!r}", f"give a number in {unit}, zero or positive"))
    return float(value)


def _definite(owner: str, K: np.ndarray, semidefinite: bool) -> tuple[tuple[float, ...], ...]:
    """Check that a matrix is symmetric and positive definite, or semidefinite; otherwise violations may grow."""
    if not np.isfinite(K).all():
        raise SnodoError(Problem(f"{owner} has elements that are not finite numbers", "give finite numbers"))
    skew = float(np.abs(K - K.T).max(initial=0.0))
    if skew > SYMMETRIC * np.abs(K).max(initial=0.0):
        raise SnodoError(
            Problem(f"{owner} is not symmetric: it differs by {skew:.3g} from its transpose", "make it symmetric")
        )
    least = float(np.linalg.eigvalsh(K).min(initial=np.inf))
    rounding = SYMMETRIC * float(np.abs(K).max(initial=0.0))
    if not (least >= -rounding if semidefinite else least > 0):
        word = "semidefinite" if semidefinite else "definite"
        what = f"{owner} is not positive {word}: its smallest eigenvalue is {least:.3g}"
        why = "violations of that kind grow" if semidefinite else "nothing opposes violations of that kind"
        raise SnodoError(Problem(what, f"give a larger diagonal; otherwise {why}"))
    return tuple(map(tuple, K.tolist()))


def of_rows(F: Formulation, word: str, gain: Gain, owner: str = "Baumgarte") -> Any:
    """The gain for a formulation: a number, a vector over its rows (NaN: not given), a matrix, or None."""
    if gain is None or isinstance(gain, float):
        return gain
    if isinstance(gain, Mapping):
        _refuse_strangers(F, word, gain)
        return np.array([gain.get(row, gain.get(part, np.nan)) for row, part in zip(F.row_names, F.row_parts)])
    K = np.array(gain)
    if len(K) != F.nc:
        what = f"{owner}: {word} has {len(K)} rows, but the formulation {F.name} has {F.nc}"
        shown = ", ".join(F.row_names[:6]) + (", …" if F.nc > 6 else "")
        raise SnodoError(Problem(what, f"the rows are {shown or 'none'}; a dict by parts works with every formulation"))
    return K


def _refuse_strangers(F: Formulation, word: str, gain: Mapping[str, float]) -> None:
    """Refuse names that are neither rows nor parts that can have rows, such as a joint that is a tree coordinate."""
    m = F.mechanism
    known = dict.fromkeys((*F.row_parts, *m.joints, *m.constraints, *m.drivers, *F.row_names))
    for name in gain:
        if name not in known:
            raise NameNotFound(Problem(f"Baumgarte: {word}: there is no constraint {name!r}", suggestion(name, known)))


def completed(K_D: Any, K_P: Any, usual: Callable[[], float]) -> tuple[Any, Any]:
    """Both gains: a single one is completed by critical damping; rows without gains get 2 Ω and Ω², Ω = usual()."""
    if K_D is None:
        K_D = 2.0 * square_root(K_P)
    elif K_P is None:
        K_P = 0.25 * square(K_D)
    elif np.ndim(K_D) < 2 and np.ndim(K_P) < 2:
        K_D, K_P = _filled(K_D, 2.0 * np.sqrt(K_P)), _filled(K_P, 0.25 * square(K_D))
    if not (np.isnan(K_D).any() or np.isnan(K_P).any()):
        return K_D, K_P
    rate = usual()
    return _filled(K_D, 2.0 * rate), _filled(K_P, rate**2)


def _filled(K: Any, value: Any) -> Any:
    """K with its NaNs replaced by the value."""
    return np.where(np.isnan(K), value, K) if np.isnan(K).any() else K


def refuse_undamped(F: Formulation, K_D: Any, K_P: Any) -> None:
    """Refuse rows with stiffness but no damping, and zero gains for all rows."""
    if np.ndim(K_D) == 2 or np.ndim(K_P) == 2 or not F.nc:
        return
    K_D, K_P = (np.broadcast_to(K, F.nc) for K in (K_D, K_P))
    undamped = np.flatnonzero((K_D == 0) & (K_P > 0))
    if undamped.size:
        k = undamped[0]
        what = f"Baumgarte: K_D of row {F.row_names[k]!r} is 0 with K_P = {K_P[k]:g} 1/s²"
        remedy = f"give a damping, or violations oscillate forever; K_D = {2 * np.sqrt(K_P[k]):.4g} 1/s is critical"
        raise SnodoError(Problem(what, remedy))
    if not (K_D.any() or K_P.any()):
        what = "Baumgarte: K_P and K_D are zero, so violations would not decay"
        raise SnodoError(Problem(what, "give positive gains, omit them, or use method=augmented"))


def square(K: Any) -> Any:
    """K², for a matrix the matrix product."""
    return K @ K if np.ndim(K) == 2 else K**2


def square_root(K: Any) -> Any:
    """√K, for a positive semidefinite matrix the symmetric root."""
    if np.ndim(K) < 2:
        return float(np.sqrt(K)) if isinstance(K, float) else np.sqrt(K)
    values, Q = np.linalg.eigh(K)
    return (Q * np.sqrt(np.maximum(values, 0.0))) @ Q.T


def shown(gain: Gain) -> str:
    """The gain as given, or only kind and size of a long one."""
    if not isinstance(gain, tuple) or len(gain) <= SHOWN:
        return repr(gain)
    return f"<{len(gain)} × {len(gain)} matrix>" if isinstance(gain[0], tuple) else f"<{len(gain)} numbers>"
