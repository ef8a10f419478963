"""A rate is a function of time and state: what was evaluated before, however wild, is not felt."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import snodo as sn
from snodo.constraint_methods import in_time
from snodo.constraint_methods.redundancy import keep_independent_rows

EXAMPLES = Path(__file__).parents[2] / "examples"
CASES = {
    "spatial": (sn.Spatial, "spatial_slider_crank.yaml"),
    "spatial_euler": (lambda m: sn.Spatial(m, "euler"), "spatial_slider_crank.yaml"),
    "tree": (sn.Tree, "spatial_slider_crank.yaml"),
    "planar": (sn.Planar, "four_bar.yaml"),
}


@pytest.mark.parametrize("word", CASES)
@pytest.mark.parametrize("size", [1e3, 1e9, 1e80, 1e160])
def test_a_wild_state_leaves_no_trace(word: str, size: float) -> None:
    make, file = CASES[word]
    F = make(sn.load(EXAMPLES / file))
    start = sn.assemble(F)
    keep_independent_rows(F, start.q, 0.0)
    y = F.state(start.q, start.v)
    first, again, wild = np.empty_like(y), np.empty_like(y), np.empty_like(y)
    assert in_time.rate(F)(0.0, y, first, F.model) == 0
    pivot = F.smallest_pivot
    random = np.random.default_rng(1)
    for _ in range(3):
        far = y + size * random.standard_normal(y.size)
        in_time.rate(F)(0.0, far, wild, F.model)
        assert in_time.rate(F)(0.0, y, again, F.model) == 0
        assert np.array_equal(first, again)
        assert F.smallest_pivot == pivot
