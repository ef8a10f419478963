"""Every status has one number and one sentence, in all formulations."""

from __future__ import annotations

import re

import numpy as np
import pytest
from tests import mechanisms

import snodo as sn
from snodo.constraint_methods import in_time
from snodo.formulations.kernels import statuses
from snodo.registry import FORMULATIONS

NUMBERS = {name: value for name, value in vars(statuses).items() if name.isupper()}


def test_every_status_has_a_number_of_its_own() -> None:
    assert sorted(NUMBERS.values()) == list(range(len(NUMBERS)))
    assert statuses.FINE == 0


@pytest.mark.parametrize("word", FORMULATIONS)
def test_formulations_say_the_same(word: str) -> None:
    F = FORMULATIONS[word](mechanisms.four_bar())
    wanted = {
        "SINGULAR_CONSTRAINTS": r"the constraints become singular: row '.+' depends on the others \(relative pivot",
        "NO_CONVERGENCE": "the joints cannot be closed",
        "CONTRADICTION": "row '.+' contradicts the other constraints: a violation of",
        "WORN": r"the constraints become singular \(smallest pivot 1\.0e-09\)",
        "SINGULAR_MASS": "the mass matrix is singular along a free motion",
        "NOT_FINITE": "the acceleration of body 'coupler' is not finite",
    }
    for name, words in wanted.items():
        told = F.failure(NUMBERS[name], 2.0, pivot=1e-9, body="coupler")
        assert re.match(f"at t = 2 s {words}", told.what), told.what
        assert told.remedy


def test_a_method_names_the_body_that_it_cannot_accelerate() -> None:
    F = sn.Tree(mechanisms.four_bar())
    assert "body 'crank'" in F.failure(statuses.NOT_FINITE, 0.0, body="crank").what
    y = F.state(*F.reference())
    assert in_time.rate(F)(0.0, y, np.empty_like(y), F.model) == statuses.FINE
    assert "the accelerations are not finite" in F.failure(statuses.NOT_FINITE, 0.0).what
