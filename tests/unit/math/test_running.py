"""The largest value in the neighbourhood, against a loop."""

from __future__ import annotations

import numpy as np
import pytest

from snodo.math.running import running_maximum


@pytest.mark.parametrize("rows", [1, 2, 5, 40])
@pytest.mark.parametrize("width", [1, 3, 13, 101])
def test_it_is_the_largest_of_the_rows_around(rows: int, width: int) -> None:
    x = np.random.default_rng(rows).standard_normal((rows, 2))
    half = width // 2
    slow = [x[max(k - half, 0) : k + half + 1].max(axis=0) for k in range(rows)]
    assert np.array_equal(running_maximum(x, width), slow)
    assert np.array_equal(running_maximum(x[:, 0], width), np.array(slow)[:, 0])
