"""What a sweep keeps of each member."""

import numpy as np
import pytest
from swept_mechanisms import pendulum

import snodo as sn
from snodo.errors import NameNotFound, SnodoError
from snodo.simulation.sweeps.outputs import WORDS, numbers_of, outputs_of, read


def test_a_name_alone_means_four_numbers():
    assert [one.name for one in read("A.angle")] == ["A.angle final", "A.angle min", "A.angle max", "A.angle rms"]
    assert [one.name for one in read("A.angle  time of   max")] == ["A.angle time of max"]
    assert next(one.name for one in outputs_of(sn.Planar(pendulum()), None)) == "A.angle final"


def test_numbers_are_those_of_the_table_of_a_result():
    m = pendulum()
    texts = [f"A.angle {word}" for word in WORDS]
    swept = sn.sweep(m, 1.0, {"length": [0.4]}, texts, output=0.01, progress=False)
    result = sn.simulate(m.with_parameters(length=0.4), 1.0, output=0.01, progress=False)
    line = result.table("A.angle")["A.angle"]
    expected = {
        "final": result["A.angle"].values[-1],
        "initial": result["A.angle"].values[0],
        "min": line.min,
        "max": line.max,
        "mean": line.mean,
        "rms": line.rms,
        "peak to peak": line.peak_to_peak,
        "time of max": line.max_time,
        "time of min": line.min_time,
    }
    for word, value in expected.items():  # limited by the tolerance of the integration, 1e-8
        assert float(swept[f"A.angle {word}"][0]) == pytest.approx(value, abs=1e-6), word
    assert np.allclose(swept["A.angle series"].values[0], result["A.angle"].values, atol=1e-6)
    assert swept["A.angle time of max"].attrs["units"] == "s"
    assert swept["A.angle series"].dims == ("member", "time")


def test_of_a_reaction_the_size_of_its_force_counts():
    m = pendulum()
    swept = sn.sweep(m, 0.5, {"mass": [2.0]}, ["A.reaction max"], output=0.01, progress=False)
    result = sn.simulate(m.with_parameters(mass=2.0), 0.5, output=0.01, progress=False)
    size = np.hypot(result["A.fx"].values, result["A.fy"].values)
    assert float(swept["A.reaction max"][0]) == pytest.approx(size.max(), rel=1e-6)
    assert swept["A.reaction max"].attrs["units"] == "N"


def test_a_series_that_ends_early_is_reduced_to_what_there_is():
    outputs = [read(f"x {word}")[0] for word in ("final", "max", "mean", "initial")]
    time = np.array([0.0, 1.0, 2.0, 3.0])
    table = np.array([[1.0, 2.0, 3.0, 4.0], [1.0, 3.0, np.nan, np.nan], [np.nan] * 4])
    numbers, _ = numbers_of(outputs, time, {"x": table})
    assert numbers[0].tolist() == [4.0, 4.0, 2.5, 1.0]
    assert numbers[1].tolist() == [3.0, 3.0, 2.0, 1.0]
    assert np.isnan(numbers[2]).all()


def test_unknown_outputs_are_reported_all_at_once():
    with pytest.raises(NameNotFound) as found:
        outputs_of(sn.Planar(pendulum()), ["A.angel max", "A.angle maximum", "B.x final"])
    assert len(found.value.problems) == 3
    assert "did you mean 'A.angle'" in str(found.value)
    assert "behind a name: final, initial" in str(found.value)


@pytest.mark.parametrize("wrong", [3, "", None])
def test_what_is_no_output(wrong):
    with pytest.raises(SnodoError, match="is no output"):
        outputs_of(sn.Planar(pendulum()), [wrong])


def test_there_must_be_some():
    with pytest.raises(SnodoError, match="there are no outputs"):
        outputs_of(sn.Planar(pendulum()), [])
