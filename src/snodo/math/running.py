"""The largest value in the neighbourhood of every row."""

from __future__ import annotations

import numpy as np

Array = np.ndarray


def running_maximum(x: Array, width: int) -> Array:
    """The largest of the `width` rows around each row (an odd number), fewer at the ends.

    Every window covers the end of one block of `width` rows and the beginning of the next: running maxima of the
    blocks, once from each side, cost the same for any width (van Herk 1992).
    """
    half, rows = width // 2, x.shape[0]
    blocks = -(-(rows + 2 * half) // width)
    padded = np.full((blocks * width, *x.shape[1:]), -np.inf)
    padded[half : half + rows] = x
    split = padded.reshape(blocks, width, *x.shape[1:])
    onward = np.maximum.accumulate(split, axis=1).reshape(padded.shape)
    back = np.maximum.accumulate(split[:, ::-1], axis=1)[:, ::-1].reshape(padded.shape)
    return np.maximum(back[:rows], onward[2 * half : 2 * half + rows])
