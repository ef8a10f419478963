"""Arrays that carry their derivatives: numpy code written for plain arrays then gives exact gradients.

    y = f(a, b)      dy/dp = ∂f/∂a da/dp + ∂f/∂b db/dp                                            (1)

A `Differentiable` holds values and their derivatives with respect to a few parameters p (the last axis of `slopes`).
numpy's arithmetic, elementary functions, sums, indexing and interpolation follow (1) (`differentiable_functions.py`).
What would lose the derivatives, such as float(x) or a scipy routine, is refused with a remedy.
Without parameters (an empty last axis) it is a plain array that accepts the same functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from snodo.errors import Problem, UnsupportedError

Array = np.ndarray
REMEDY = 'write it with numpy\'s elementary functions, or choose gradient="differences"'


class Differentiable(NDArrayOperatorsMixin):
    """An array with its derivatives with respect to parameters.

    Parameters
    ----------
    value : array
        The values.
    slopes : array
        Their derivatives: the shape of `value`, and one last axis over the parameters.

    Examples
    --------
    >>> import numpy as np
    >>> from snodo.math.differentiable import Differentiable
    >>> x = Differentiable(np.array([1.0, 2.0]), np.array([[1.0], [1.0]]))
    >>> (x**2).slopes[:, 0]
    array([2., 4.])
    """

    __slots__ = ("slopes", "value")
    __array_priority__ = 100.0

    def __init__(self, value: Any, slopes: Any) -> None:
        self.value: Array = np.asarray(value, float)
        self.slopes: Array = np.asarray(slopes, float)

    # ---------------------------------------------------------------- what numpy asks
    def __array_ufunc__(self, ufunc: np.ufunc, how: str, *inputs: Any, **options: Any) -> Any:
        """(1) for numpy's elementary functions."""
        from snodo.math.differentiable_functions import of_ufunc

        return of_ufunc(ufunc, how, inputs, options)

    def __array_function__(self, function: Callable[..., Any], types: Any, args: Any, options: Any) -> Any:
        """(1) for sums, joins and interpolation."""
        from snodo.math.differentiable_functions import of_function

        return of_function(function, args, options)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NoReturn:
        raise refused("a conversion to a plain array")

    def __float__(self) -> NoReturn:
        raise refused("float()")

    def __bool__(self) -> NoReturn:
        raise refused("a condition", "compare it with a number: x > 0")

    # ---------------------------------------------------------------- like an array
    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the values."""
        return self.value.shape

    @property
    def ndim(self) -> int:
        """Number of axes of the values."""
        return self.value.ndim

    @property
    def size(self) -> int:
        """Number of values."""
        return self.value.size

    @property
    def parameters(self) -> int:
        """Number of parameters."""
        return self.slopes.shape[-1]

    @property
    def T(self) -> Any:
        """The transpose."""
        return np.transpose(self)

    def __len__(self) -> int:
        return len(self.value)

    def __getitem__(self, key: Any) -> Differentiable:
        keys = key if isinstance(key, tuple) else (key,)
        if any(isinstance(k, Differentiable) for k in keys):
            raise refused("an index that depends on parameters", "use numbers as indices")
        whole = keys if Ellipsis in [k for k in keys if not isinstance(k, np.ndarray)] else (*keys, Ellipsis)
        return Differentiable(self.value[key], self.slopes[(*whole, slice(None))])

    def __iter__(self) -> Any:
        return (self[k] for k in range(len(self)))

    def __repr__(self) -> str:
        return f"Differentiable({self.value!r}, {self.parameters} parameters)"

    def sum(self, axis: Any = None) -> Any:
        """Sum along an axis."""
        return np.sum(self, axis=axis)

    def mean(self, axis: Any = None) -> Any:
        """Mean along an axis."""
        return np.mean(self, axis=axis)

    def max(self, axis: Any = None) -> Any:
        """Largest value; the derivative is that of the largest."""
        return np.max(self, axis=axis)

    def min(self, axis: Any = None) -> Any:
        """Smallest value; the derivative is that of the smallest."""
        return np.min(self, axis=axis)

    def std(self, axis: Any = None) -> Any:
        """Standard deviation."""
        return np.std(self, axis=axis)

    def var(self, axis: Any = None) -> Any:
        """Variance."""
        return np.var(self, axis=axis)

    def dot(self, other: Any) -> Any:
        """Product with a vector or matrix."""
        return self @ other

    def reshape(self, *shape: Any) -> Any:
        """The same values in another shape."""
        return np.reshape(self, shape[0] if len(shape) == 1 else shape)

    def ravel(self) -> Any:
        """The values in a row."""
        return np.reshape(self, -1)


def refused(what: str, remedy: str = REMEDY) -> UnsupportedError:
    """The error for something that has no derivative here."""
    return UnsupportedError(Problem(f"{what} would lose the derivatives of the objective", remedy))


def lifted(x: Any, parameters: int) -> Differentiable:
    """A number or array as one that does not depend on parameters."""
    if isinstance(x, Differentiable):
        return x
    value = np.asarray(x, float)
    return Differentiable(value, np.zeros((*value.shape, parameters)))


def plain(x: Any) -> Any:
    """The values alone."""
    return x.value if isinstance(x, Differentiable) else x
