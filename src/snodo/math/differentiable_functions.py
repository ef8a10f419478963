"""The derivatives of numpy's functions, for `Differentiable` arrays.

Elementary functions have a table of partial derivatives; linear functions (sums, joins, interpolation) act on the
derivatives as on the values.  Where a function has a kink (abs, maximum, clip), the derivative is that of the branch
taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from snodo.math.differentiable import Array, Differentiable, lifted, plain, refused
from snodo.math.differentiable_tables import ONE, QUESTIONS, TWO, over


def of_ufunc(ufunc: np.ufunc, how: str, inputs: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """An elementary function of arrays, or its sum or extreme along an axis."""
    if how == "reduce":
        return _reduced(ufunc, inputs[0], **options)
    if how == "accumulate" and ufunc is np.add:
        return cumsum(inputs[0], options.get("axis", 0))
    if options.get("out") is not None:
        raise refused("writing into an array (out=, +=)", "write x = x + y")
    if how != "__call__":
        raise refused(f"numpy.{ufunc.__name__}.{how}")
    if ufunc in QUESTIONS:
        return ufunc(*[plain(x) for x in inputs], **options)
    if ufunc is np.matmul:
        return _product(*inputs)
    return _elementary(ufunc, inputs, options)


def _elementary(ufunc: np.ufunc, inputs: tuple[Any, ...], options: dict[str, Any]) -> Differentiable:
    count = next(x.parameters for x in inputs if isinstance(x, Differentiable))
    values = [np.asarray(plain(x), float) for x in inputs]
    y = np.asarray(ufunc(*values, **options))
    with np.errstate(all="ignore"):
        if len(inputs) == 1 and ufunc in ONE:
            partials: tuple[Any, ...] = (ONE[ufunc](values[0], y),)
        elif len(inputs) == 2 and ufunc in TWO:
            partials = TWO[ufunc](values[0], values[1], y)
        else:
            raise refused(f"numpy.{ufunc.__name__}")
    slopes = np.zeros((*y.shape, count))
    for x, partial in zip(inputs, partials):
        if isinstance(x, Differentiable):
            slopes = slopes + np.asarray(partial)[..., None] * _wide(x, y.ndim)
    return Differentiable(y, slopes)


def _wide(x: Differentiable, axes: int) -> Array:
    """The slopes with as many axes before the last as the values they are combined with."""
    return x.slopes.reshape((1,) * (axes - x.ndim) + x.slopes.shape)


def _reduced(ufunc: np.ufunc, x: Differentiable, axis: Any = 0, **options: Any) -> Any:
    options = {word: given for word, given in options.items() if word not in ("dtype", "out") or given is not None}
    if ufunc is np.add:
        return summed(x, axis, **options)
    if ufunc in (np.maximum, np.minimum):
        return extreme(x, axis, np.argmax if ufunc is np.maximum else np.argmin, **options)
    if ufunc is np.multiply and axis in (0, None):
        return product(x, axis)
    raise refused(f"numpy.{ufunc.__name__}.reduce")


def _product(a: Any, b: Any) -> Differentiable:
    """a @ b."""
    count = a.parameters if isinstance(a, Differentiable) else b.parameters
    A, B = np.asarray(plain(a), float), np.asarray(plain(b), float)
    slopes = np.zeros((*(A @ B).shape, count))
    if isinstance(a, Differentiable):
        moved = np.moveaxis(a.slopes, -1, 0)
        slopes = slopes + np.moveaxis(
            np.stack([da @ B for da in moved]) if count else np.zeros((0, *(A @ B).shape)), 0, -1
        )
    if isinstance(b, Differentiable):
        moved = np.moveaxis(b.slopes, -1, 0)
        slopes = slopes + np.moveaxis(
            np.stack([A @ db for db in moved]) if count else np.zeros((0, *(A @ B).shape)), 0, -1
        )
    return Differentiable(A @ B, slopes)


# ---------------------------------------------------------------- functions of whole arrays
def _axes(x: Differentiable, axis: Any) -> tuple[int, ...]:
    if axis is None:
        return tuple(range(x.ndim))
    given = axis if isinstance(axis, tuple) else (axis,)
    return tuple(a % x.ndim for a in given)


def summed(x: Differentiable, axis: Any = None, keepdims: bool = False) -> Differentiable:
    """Σ along axes."""
    axes = _axes(x, axis)
    return Differentiable(x.value.sum(axis=axes, keepdims=keepdims), x.slopes.sum(axis=axes, keepdims=keepdims))


def mean(x: Differentiable, axis: Any = None, keepdims: bool = False) -> Any:
    """Mean along axes."""
    count = int(np.prod([x.shape[a] for a in _axes(x, axis)]))
    return summed(x, axis, keepdims) / count


def variance(x: Differentiable, axis: Any = None, ddof: float = 0) -> Any:
    """Variance along axes."""
    count = int(np.prod([x.shape[a] for a in _axes(x, axis)]))
    away = x - mean(x, _axes(x, axis), keepdims=True)
    return summed(away * away, axis) / (count - ddof)


def extreme(x: Differentiable, axis: Any, place: Callable[..., Any], keepdims: bool = False) -> Differentiable:
    """The largest or smallest value, with the derivative of the one taken."""
    if axis is None:
        flat = reshaped(x, -1)
        found = flat[int(place(flat.value))]
        return reshaped(found, (1,) * x.ndim) if keepdims else found
    (a,) = _axes(x, axis)
    at = np.expand_dims(place(x.value, axis=a), a)
    value = np.take_along_axis(x.value, at, a)
    slopes = np.take_along_axis(x.slopes, at[..., None], a)
    return Differentiable(value, slopes) if keepdims else Differentiable(value.squeeze(a), slopes.squeeze(a))


def product(x: Differentiable, axis: Any = None) -> Any:
    """Product of all values, or along the first axis."""
    parts = list(reshaped(x, -1)) if axis is None else list(x)
    found = parts[0]
    for part in parts[1:]:
        found = found * part
    return found


def reshaped(x: Differentiable, shape: Any) -> Differentiable:
    """The same values in another shape."""
    value = x.value.reshape(shape)
    return Differentiable(value, x.slopes.reshape((*value.shape, x.parameters)))


def transposed(x: Differentiable, axes: Any = None) -> Differentiable:
    """Axes in another order."""
    order = tuple(range(x.ndim))[::-1] if axes is None else tuple(a % x.ndim for a in axes)
    return Differentiable(x.value.transpose(order), x.slopes.transpose((*order, x.ndim)))


def cumsum(x: Differentiable, axis: Any = None) -> Differentiable:
    """Sums of the first values."""
    x = reshaped(x, -1) if axis is None else x
    a = (axis or 0) % x.ndim
    return Differentiable(np.cumsum(x.value, a), np.cumsum(x.slopes, a))


def diff(x: Differentiable, n: int = 1, axis: int = -1) -> Differentiable:
    """Differences of neighbours."""
    a = axis % x.ndim
    return Differentiable(np.diff(x.value, n, a), np.diff(x.slopes, n, a))


def interpolated(at: Any, x: Any, y: Any) -> Differentiable:
    """Linear interpolation of values, at given places."""
    if isinstance(at, Differentiable) or isinstance(x, Differentiable):
        raise refused("interpolation at places that depend on parameters")
    columns = [np.interp(at, x, y.slopes[:, k]) for k in range(y.parameters)]
    value = np.interp(at, x, y.value)
    return Differentiable(value, np.stack(columns, -1) if columns else np.zeros((*value.shape, 0)))


def trapezoid(y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Any:
    """∫ y dx by the trapezoidal rule, along the last axis."""
    if axis not in (-1, _count(y) - 1):
        raise refused("numpy.trapezoid along another axis than the last")
    widths = dx if x is None else x[..., 1:] - x[..., :-1]
    return (widths * (y[..., 1:] + y[..., :-1]) / 2.0).sum(axis=-1)


def _count(x: Any) -> int:
    return int(x.ndim)


def norm(x: Differentiable, ord: Any = None, axis: Any = None) -> Any:
    """Euclidean length; its derivative at zero is zero."""
    if ord not in (None, 2) or (ord == 2 and axis is None and x.ndim > 1):
        raise refused("numpy.linalg.norm of another kind than the Euclidean length")
    squares = summed(x * x, axis)
    length = np.sqrt(squares.value)
    scale = over(np.ones_like(length), 2.0 * length)
    return Differentiable(length, scale[..., None] * squares.slopes)


def joined(parts: Any, axis: Any = 0) -> Differentiable:
    """Arrays one after the other."""
    count = next(p.parameters for p in parts if isinstance(p, Differentiable))
    own = [lifted(p, count) for p in parts]
    if axis is None:
        own, axis = [reshaped(p, -1) for p in own], 0
    a = axis % own[0].ndim
    return Differentiable(np.concatenate([p.value for p in own], a), np.concatenate([p.slopes for p in own], a))


def stacked(parts: Any, axis: int = 0) -> Differentiable:
    """Arrays of one shape along a new axis."""
    count = next(p.parameters for p in parts if isinstance(p, Differentiable))
    own = [lifted(p, count) for p in parts]
    a = axis % (own[0].ndim + 1)
    return Differentiable(np.stack([p.value for p in own], a), np.stack([p.slopes for p in own], a))


def columns(parts: Any) -> Differentiable:
    """Vectors as the columns of a matrix."""
    wide = [p if np.ndim(plain(p)) > 1 else np.reshape(p, (-1, 1)) for p in parts]
    return joined(wide, 1)


def side_by_side(parts: Any) -> Differentiable:
    """Joined along the last axis that numpy.hstack uses."""
    own = [np.atleast_1d(p) if not isinstance(p, Differentiable) else at_least_one(p) for p in parts]
    return joined(own, 0 if np.ndim(plain(own[0])) == 1 else 1)


def at_least_one(x: Differentiable) -> Differentiable:
    """A number as a vector of one."""
    return x if x.ndim else reshaped(x, 1)


def where(condition: Any, a: Any, b: Any) -> Differentiable:
    """One or the other, place by place."""
    condition = plain(condition)
    count = next(p.parameters for p in (a, b) if isinstance(p, Differentiable))
    a, b = lifted(a, count), lifted(b, count)
    value = np.where(condition, a.value, b.value)
    wide = [np.broadcast_to(_wide(p, value.ndim), (*value.shape, count)) for p in (a, b)]
    chosen = np.broadcast_to(condition, value.shape)[..., None]
    return Differentiable(value, np.where(chosen, *wide))


def clipped(x: Any, low: Any = None, high: Any = None) -> Any:
    """Values within limits."""
    x = x if low is None else np.maximum(x, low)
    return x if high is None else np.minimum(x, high)


def unwrapped(x: Differentiable, discont: Any = None, axis: int = -1, *, period: float = 2 * np.pi) -> Differentiable:
    """Angles without jumps: whole turns do not change derivatives."""
    return Differentiable(np.unwrap(x.value, discont, axis, period=period), x.slopes)


def dotted(a: Any, b: Any) -> Any:
    """Products of vectors and matrices."""
    return a * b if not np.ndim(plain(a)) or not np.ndim(plain(b)) else a @ b


WHOLE: dict[Any, Callable[..., Any]] = {
    np.sum: summed,
    np.mean: mean,
    np.average: mean,
    np.var: variance,
    np.std: lambda x, axis=None, ddof=0: np.sqrt(variance(x, axis, ddof)),
    np.max: lambda x, axis=None, keepdims=False: extreme(x, axis, np.argmax, keepdims),
    np.min: lambda x, axis=None, keepdims=False: extreme(x, axis, np.argmin, keepdims),
    np.ptp: lambda x, axis=None: extreme(x, axis, np.argmax) - extreme(x, axis, np.argmin),
    np.prod: product,
    np.cumsum: cumsum,
    np.diff: diff,
    np.interp: interpolated,
    np.linalg.norm: norm,
    np.reshape: reshaped,
    np.ravel: lambda x: reshaped(x, -1),
    np.transpose: transposed,
    np.squeeze: lambda x: reshaped(x, x.value.squeeze().shape),
    np.atleast_1d: at_least_one,
    np.concatenate: joined,
    np.stack: stacked,
    np.hstack: side_by_side,
    np.vstack: lambda parts: joined([np.reshape(p, (1, -1)) if np.ndim(plain(p)) < 2 else p for p in parts]),
    np.column_stack: columns,
    np.where: where,
    np.clip: clipped,
    np.unwrap: unwrapped,
    np.dot: dotted,
    np.vdot: lambda a, b: dotted(np.ravel(a), np.ravel(b)),
    np.inner: dotted,
    np.shape: lambda x: x.shape,
    np.ndim: lambda x: x.ndim,
    np.size: lambda x: x.size,
    np.argmax: lambda x, axis=None: np.argmax(x.value, axis),
    np.argmin: lambda x, axis=None: np.argmin(x.value, axis),
    np.argsort: lambda x, axis=-1: np.argsort(x.value, axis),
    np.zeros_like: lambda x: np.zeros(x.shape),
    np.ones_like: lambda x: np.ones(x.shape),
    np.flip: lambda x: x[::-1],
    np.allclose: lambda a, b, **options: np.allclose(plain(a), plain(b), **options),
    getattr(np, "trapezoid" if hasattr(np, "trapezoid") else "trapz"): trapezoid,
}


def of_function(function: Callable[..., Any], args: Any, options: Any) -> Any:
    """A function of whole arrays; refused if its derivative is not known."""
    own = WHOLE.get(function)
    name = f"{function.__module__}.{function.__name__}"
    if own is None:
        raise refused(name)
    options = {word: given for word, given in options.items() if word not in ("out", "dtype") or given is not None}
    try:
        return own(*args, **options)
    except TypeError as error:
        raise refused(f"{name} with these arguments ({error})") from None
