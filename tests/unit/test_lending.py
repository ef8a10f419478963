"""Arrays lent to a kernel: what it takes, and what it refuses as numba would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from snodo import _jit
from snodo._jit.compiler import lanes_of

pytestmark = pytest.mark.skipif(bool(_jit.numba.config.DISABLE_JIT), reason="nothing is compiled")


@_jit.door(_jit.f8(_jit.Floats, _jit.Table))
def summed(x, Y):
    """Σ x + Σ Y, and what Y has in its corner is doubled."""
    total = 0.0
    for k in range(x.size):
        total += x[k]
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            total += Y[i, j]
    Y[0, 0] *= 2.0
    return total


def test_numbers_go_in_and_out() -> None:
    x, Y = np.arange(3.0), np.arange(6.0).reshape(2, 3) + 1.0
    assert summed(x, Y) == 24.0
    assert Y[0, 0] == 2.0
    assert summed(x[:0], Y[:1]) == 2.0 + 2.0 + 3.0


def test_an_array_that_cannot_be_written_can_be_read() -> None:
    x = np.arange(3.0)
    x.setflags(write=False)
    assert summed(x, np.ones((1, 1))) == 4.0


class Own(np.ndarray):
    """A subclass may mean something else by its numbers."""


@pytest.mark.parametrize(
    "wrong",
    [
        lambda x: x.tolist(),
        lambda x: x.astype(np.float32),
        lambda x: x.astype(np.int64),
        lambda x: x.astype(complex),
        lambda x: x.astype(">f8"),
        lambda x: np.repeat(x, 2)[::2],
        lambda x: x[::-1],
        lambda x: x.reshape(1, -1),
        lambda x: x.view(Own),
        lambda x: np.ma.masked_array(x),
        lambda x: None,
        lambda x: 3.0,
        lambda x: np.frombuffer(b"\0" + x.tobytes(), dtype=np.uint8)[1:].view(np.float64),
    ],
)
def test_anything_else_is_a_type_error(wrong: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError):
        summed(wrong(np.arange(4.0)), np.ones((1, 1)))


def test_references_are_not_counted() -> None:
    import sys

    x, Y = np.arange(3.0), np.ones((2, 2))
    before = sys.getrefcount(x), sys.getrefcount(Y)
    for _ in range(100):
        summed(x, Y)
    with pytest.raises(TypeError):
        summed(x, x)
    assert (sys.getrefcount(x), sys.getrefcount(Y)) == before


@pytest.mark.parametrize(
    ("name", "features", "lanes"),
    [
        ("znver4", "+avx,+avx2,+avx512f", 8),
        ("znver3", "+avx,+avx2,-avx512f", 4),
        ("penryn", "+sse4.2,-avx", 2),
        ("x86-64-v4", "", 8),
        ("x86-64-v3", "", 4),
        ("haswell", "", 4),
        ("generic", "", 2),
        ("apple-m1", "+neon", 2),
    ],
)
def test_lanes_follow_the_processor(name: str, features: str, lanes: int) -> None:
    assert lanes_of(("some-triple", name, features)) == lanes
