"""Every kind of constraint against numerical derivatives of its own Φ: Φ_q, ν = −Φ_t, and γ from Φ̈ = Φ_q a − γ.

Central differences of sixth order, on random mechanisms in random, unclosed states.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_plane import CONSTRAINTS, DRIVERS, TIME_FUNCTIONS, state, three_bodies

import snodo as sn

SEEDS = st.integers(0, 2**32 - 1)
STEP = 5e-3
FIRST = {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}
SECOND = {0: -49 / 18, 1: 3 / 2, 2: -3 / 20, 3: 1 / 90}


def first(f: Callable[[float], np.ndarray], h: float = STEP) -> np.ndarray:
    """f′(0)."""
    return sum(w * (f(k * h) - f(-k * h)) for k, w in FIRST.items()) / h


def second(f: Callable[[float], np.ndarray], h: float = STEP) -> np.ndarray:
    """f″(0)."""
    return (SECOND[0] * f(0.0) + sum(SECOND[k] * (f(k * h) + f(-k * h)) for k in (1, 2, 3))) / h**2


def close(found: Any, wanted: Any, tolerance: float) -> None:
    scale = max(1.0, float(np.abs(wanted).max(initial=0.0)))
    np.testing.assert_allclose(found, wanted, rtol=0, atol=tolerance * scale)


def check(F: sn.Planar, rng: np.random.Generator) -> None:
    q, v, t = state(F, rng)
    a = rng.uniform(-2, 2, F.nv)
    J = F.jacobian(q, t)
    columns = [first(lambda s, e=e: F.constraints(q + s * e, t)) for e in np.eye(F.nq)]
    close(J, np.column_stack(columns), 1e-9)
    close(F.nu(q, t), -first(lambda s: F.constraints(q, t + s)), 1e-9)

    def along(s: float) -> np.ndarray:
        return F.constraints(q + s * v + 0.5 * s * s * a, t + s)

    close(J @ v - F.nu(q, t), first(along), 1e-9)
    close(J @ a - F.gamma(q, v, t), second(along), 1e-7)
    np.testing.assert_array_equal(F.jacobian(q, t, sparse=True).toarray(), J)
    np.testing.assert_array_equal(F.jacobian(q, t, ground=True)[:, 3:], J)


@pytest.mark.parametrize("kind", CONSTRAINTS)
@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_rows_of_a_constraint(kind: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    m = three_bodies(rng)
    CONSTRAINTS[kind](m, rng)
    check(sn.Planar(m), rng)


@pytest.mark.parametrize("kind", DRIVERS)
@settings(max_examples=40, deadline=None)
@given(seed=SEEDS, word=st.sampled_from(sorted(TIME_FUNCTIONS)))
def test_rows_of_a_driver(kind: str, seed: int, word: str) -> None:
    rng = np.random.default_rng(seed)
    m = three_bodies(rng)
    DRIVERS[kind](m, rng, TIME_FUNCTIONS[word])
    check(sn.Planar(m), rng)


@pytest.mark.parametrize("word", TIME_FUNCTIONS)
def test_every_function_of_time_drives(word: str) -> None:
    rng = np.random.default_rng(3)
    m = three_bodies(rng)
    DRIVERS["joint_displacement"](m, rng, TIME_FUNCTIONS[word])
    check(sn.Planar(m), rng)


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_the_three_routes_of_a_user_constraint_agree(seed: int) -> None:
    rng = np.random.default_rng(seed)
    mechanisms = [three_bodies(np.random.default_rng(seed)) for _ in range(3)]
    bound = []
    for m, kind in zip(mechanisms, ("as_formula", "as_traced", "as_called")):
        CONSTRAINTS[kind](m, rng)
        bound.append(sn.Planar(m))
    assert ["formula" in next(iter(F.routes().values())) for F in bound] == [True, True, False]
    q, v, t = state(bound[0], rng)
    for F in bound[1:]:
        for one, other in (
            (bound[0].constraints(q, t), F.constraints(q, t)),
            (bound[0].jacobian(q, t), F.jacobian(q, t)),
            (bound[0].nu(q, t), F.nu(q, t)),
            (bound[0].gamma(q, v, t), F.gamma(q, v, t)),
        ):
            close(other, one, 1e-12)


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS)
def test_a_mechanism_of_everything(seed: int) -> None:
    """All kinds together: every row writes to its own blocks only."""
    rng = np.random.default_rng(seed)
    m = three_bodies(rng)
    for index, kind in enumerate(("rod", "as_formula", "particle", "coupler")):
        part = sn.Mechanism("scratch")
        part.bodies = m.bodies
        CONSTRAINTS[kind](part, rng)
        for section in ("joints", "constraints"):
            for p in getattr(part, section).values():
                if p.name == "J":
                    p.name = f"J{index}"
                m.add(p)
    m.driver("D", body="grain", path=[TIME_FUNCTIONS["called"], TIME_FUNCTIONS["table"]])
    check(sn.Planar(m), rng)
