"""How the zone of a singular position is entered: by steps that come closer and closer."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

ZONE = 0.01
"""z, as the highest s is 1."""


def plain(kernel: Any) -> Callable[..., Any]:
    """The function before it was compiled."""
    function: Callable[..., Any] = getattr(kernel, "py_func", kernel)
    return function


def next_step(s: float, h: float, fall: float = 1.0) -> float:
    from snodo.singular.kernels import nearness

    now = SimpleNamespace(zone=ZONE, near=s, fall=fall, highest=1.0)
    return float(plain(nearness.approaching)(now, h))


def is_taken_back(s: float, there: float, lowest: float) -> bool:
    """Whether a step from s to there is, with the lowest s of its stages."""
    from snodo.singular.kernels import nearness

    now = SimpleNamespace(zone=ZONE, near=s, highest=1.0, lowest=lowest**2)
    return bool(plain(nearness.runs_into_zone)(now, there**2))


def test_a_step_that_would_end_close_to_the_zone_goes_half_of_the_way() -> None:
    assert next_step(0.2, 0.185) == pytest.approx(0.1)
    assert next_step(0.2, 0.5) == pytest.approx(0.1)
    assert next_step(0.015, 0.5) == pytest.approx(0.005)


def test_other_steps_are_left_alone() -> None:
    assert next_step(0.2, 0.12) == 0.12
    assert next_step(0.2, 0.09) == 0.09
    assert next_step(0.06, 0.02) == 0.02
    assert next_step(0.2, 0.5, fall=-1.0) == 0.5
    assert next_step(0.8, 0.79) == 0.79


def test_every_way_in_shrinks() -> None:
    """However long the steps would be, the last two into the zone halve the distance at most."""
    from snodo.singular.kernels.nearness import ENTRANCE

    for h in np.linspace(0.01, 0.5, 200):
        ways = [0.45]
        while ways[-1] > ENTRANCE * ZONE:
            ways.append(ways[-1] - next_step(ways[-1], h))
        assert all(after >= 0.499 * before for before, after in zip(ways[-3:], ways[-2:]))


def test_a_leap_into_the_zone_from_far_away_is_taken_back() -> None:
    assert is_taken_back(0.2, there=0.014, lowest=0.014)
    assert not is_taken_back(0.03, there=0.014, lowest=0.014)
    assert not is_taken_back(0.2, there=0.1, lowest=0.1)
    assert is_taken_back(0.2, there=0.1, lowest=0.005)
