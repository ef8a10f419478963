"""The works of a driven motion are computed when they are asked for, and not before."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from tests import mechanisms

import snodo as sn
from snodo.analyses.kinematics import kinematics as module


def crank() -> sn.Mechanism:
    m = mechanisms.four_bar(rocker="DC")
    m.driver("motor", joint="A", speed=6.0)
    return m


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_the_motion_is_followed_once_until_the_works_are_asked_for(formulation: str, monkeypatch: Any) -> None:
    follow, calls = module._follow, []
    monkeypatch.setattr(module, "_follow", lambda *given: calls.append(0) or follow(*given))
    result = sn.kinematics(crank(), 0.5, output=0.01, formulation=formulation)
    assert len(calls) == 1
    before = result.states[:, : result.formulation.nq].copy()
    works = result.works.copy()
    assert len(calls) > 1
    energy = result.found["energy"].sum(axis=1)
    np.testing.assert_allclose(works.sum(axis=1), energy - energy[0], atol=1e-6 * np.abs(works).max())
    np.testing.assert_array_equal(result.states[:, : result.formulation.nq], before)
    count = len(calls)
    np.testing.assert_array_equal(result.works, works)
    assert len(calls) == count


def test_works_do_not_depend_on_what_the_formulation_did_meanwhile() -> None:
    early, late = (sn.kinematics(sn.Planar(crank()), 0.3, output=0.01) for _ in range(2))
    expected = early.works.copy()
    late.formulation.set_gains(20.0, 20.0)
    sn.simulate(late.formulation, 0.1)
    model = late.formulation.model.copy()
    np.testing.assert_allclose(late.works, expected, rtol=1e-12, atol=1e-12)
    np.testing.assert_array_equal(late.formulation.model, model)


def test_a_result_travels_with_its_works() -> None:
    result = sn.kinematics(crank(), 0.3, output=0.01)
    there = pickle.loads(pickle.dumps(result))
    np.testing.assert_allclose(there.works, result.works, rtol=1e-12, atol=1e-12)
    assert np.abs(there.works).max() > 0
