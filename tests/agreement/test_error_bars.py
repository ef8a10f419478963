"""Error bars against closed forms: the largest bar of a series is its largest error within a factor of three.

The conditions: smooth motions, rows close enough to see the largest error, errors well above rounding.  The whole
campaign, with reference problems and tolerances from 1e-3 to 1e-11, is `python -m benchmarks.error_bars`.
"""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.closed_forms import CLOSED_FORMS, Case, ball_truth

import snodo as sn
from snodo.formulations.bind import bind

ROUNDING = 1e-12
"""Part of the largest value below which the true error is taken for rounding."""
COORDINATES = ("angle", "displacement", "x", "y", "e0", "e1")
TURNS = [case.formulations[k % len(case.formulations)] for k, case in enumerate(CLOSED_FORMS)]
"""Each case in one formulation, in turns."""


@pytest.mark.parametrize(
    ("case", "formulation"), list(zip(CLOSED_FORMS, TURNS)), ids=[case.name for case in CLOSED_FORMS]
)
def test_the_bar_is_the_error(case: Case, formulation: str) -> None:
    """Coordinates within a factor of three; speeds, accelerations, forces and energies never below a tenth."""
    times = np.linspace(0.0, case.duration, 201)
    truth = case.truth(times)
    F = bind(case.describe(), formulation)
    for integrator in (sn.DOP853(rtol=1e-6), sn.DormandPrince(rtol=1e-4)):
        result = sn.simulate(F, output=times, integrator=integrator, progress=False)
        for name, values in truth.items():
            true, bar = np.abs(result[name].values - values).max(), result.error(name).values.max()
            assert true > ROUNDING * np.abs(values).max(), name
            assert bar > 0.1 * true, name
            if name.rpartition(".")[2] in COORDINATES:
                assert true / 3 < bar < 3 * true, name


@pytest.mark.parametrize(("start", "tolerance"), [(1e-3, 1e-6), (1e-6, 1e-3), (1e-9, 1e-6), (1e-9, 1e-3)])
def test_an_unstable_motion_is_called_sensitive(start: float, tolerance: float) -> None:
    """A pendulum let go near its upper position, even where run and twin begin with the same long step."""
    m = sn.Mechanism("upright", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (0, 1), mass=1)
    m.revolute("A", "ground", "arm", at=(0, 0))
    result = sn.simulate(m, 5.0, formulation="tree", initial={"A.angle": start}, tolerance=tolerance, progress=False)
    assert result.quality().accuracy.sensitive
    assert result.quality().verdict != "good"


def test_a_motion_that_grows_as_fast_as_its_error_is_not() -> None:
    """A bead in a driven slot, r = r₀ cosh Ωt: the error stays a small part of the range."""
    (case,) = [case for case in CLOSED_FORMS if case.name == "bead in a driven slot"]
    result = sn.simulate(case.describe(), case.duration, formulation="tree", tolerance=1e-6, progress=False)
    accuracy = result.quality().accuracy
    assert accuracy.motion < 1e-5
    assert not accuracy.sensitive


def test_the_closed_form_of_a01_has_the_published_digits() -> None:
    """IFToMM library of computational benchmark problems, A01: x at 0.5, 1, 2 and 5 s."""
    published = (-0.3910487915505464, 0.9862917511318753, -0.7935661953433217, -0.9423054350437573)
    np.testing.assert_allclose(ball_truth(np.array([0.5, 1.0, 2.0, 5.0]))["ball.x"], published, atol=1e-13)
