"""`auto` takes its explicit steps with the gains of the method, before and after Radau is tried."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from benchmarks.mechanisms import slider_crank
from benchmarks.references import ElasticPin

import snodo as sn
from snodo.formulations.bind import bind
from snodo.simulation import choosing


@pytest.mark.parametrize("formulation", ["planar", "spatial", "spatial_euler"])
@pytest.mark.parametrize("method", ["baumgarte", sn.Baumgarte(alpha=30.0, beta=30.0), "penalty", "augmented"], ids=str)
def test_a_run_that_is_not_stiff_is_that_of_dop853(formulation: str, method: Any) -> None:
    choices: Any = {"formulation": formulation, "method": method, "output": [0.0, 0.05], "error_bars": False}
    auto, explicit = (
        sn.simulate(slider_crank(), integrator=word, progress=False, **choices) for word in ("auto", "dop853")
    )
    np.testing.assert_array_equal(auto.states, explicit.states)


def test_gains_are_given_back_after_steps_of_radau() -> None:
    class Some:
        begin = 0.0

    F = bind(slider_crank(ElasticPin()), "planar")
    y = sn.simulate(F, output=[0.0, 1e-6], progress=False, error_bars=False).states[0]
    bound = sn.Baumgarte(alpha=7.0, beta=9.0).bind(F, y[: F.nq], y[F.nq : F.nq + F.nv])
    direct = choosing.implicit_bound(bound, Some())  # type: ignore[arg-type]
    assert F.gains == (7.0, 9.0)
    limits = (np.full(F.nq + F.nv, 1e-6), np.full(F.nq + F.nv, 1e-6))
    run = direct.integrate(y, 0.0, np.array([1e-3]), sn.Radau(rtol=1e-6), limits, projection_tolerance=1e-12)
    assert run.t == pytest.approx(1e-3)
    assert F.gains == (7.0, 9.0)
