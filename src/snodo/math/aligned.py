"""Arrays that begin at a line of the cache: an element of eight numbers that lies across two lines takes longer."""

from __future__ import annotations

import numpy as np

LINE = 8
"""Numbers in a line of the cache."""


def aligned_zeros(*shape: int) -> np.ndarray:
    """Zeros, the first of which is at the beginning of a line.

    Parameters
    ----------
    *shape : int
        Lengths of the array.

    Returns
    -------
    array
        Of this shape.

    Examples
    --------
    >>> int(aligned_zeros(3, 8).ctypes.data % 64)
    0
    """
    count = int(np.prod(shape))
    memory = np.zeros(count + LINE)
    first = -memory.ctypes.data // 8 % LINE
    return memory[first : first + count].reshape(shape)


def aligned_copy(*parts: np.ndarray) -> np.ndarray:
    """Flat arrays one after the other in a new one that begins at a line.

    Parameters
    ----------
    *parts : array
        Flat arrays.

    Returns
    -------
    array
        The numbers of all of them.

    Examples
    --------
    >>> aligned_copy(np.ones(1), np.zeros(2))
    array([1., 0., 0.])
    """
    found = aligned_zeros(sum(part.size for part in parts))
    return np.concatenate(parts, out=found)
