"""Which members a sweep has."""

import numpy as np
import pandas
import pytest
from scipy import stats
from scipy.stats import qmc
from swept_mechanisms import pendulum

import snodo as sn
from snodo.errors import MechanismError, SnodoError, UnsupportedError
from snodo.simulation.sweeps.sampling import members_from


def test_a_grid_has_all_combinations_and_the_last_changes_fastest():
    found = members_from(pendulum(), {"length": [0.5, 0.6], "A.angle": [0.0, 0.1, 0.2]})
    assert found.names == ("length", "A.angle")
    assert found.shape == (2, 3)
    assert found.values.tolist() == [[0.5, 0.0], [0.5, 0.1], [0.5, 0.2], [0.6, 0.0], [0.6, 0.1], [0.6, 0.2]]


@pytest.mark.parametrize("given", ["500 mm .. 0.7 m in 5", "500 mm:0.7 m:5", "0.5:0.7:5", np.linspace(0.5, 0.7, 5)])
def test_values_are_arrays_or_texts(given):
    found = members_from(pendulum(), {"length": given})
    assert found.values[:, 0] == pytest.approx([0.5, 0.55, 0.6, 0.65, 0.7], abs=1e-15)


def test_units_are_those_of_the_quantity():
    found = members_from(pendulum(), {"A.angle": ["30 deg", 1.0], "A.speed": ["60 rpm"], "mass": "500 g, 1 kg"})
    assert [one.unit for one in found.varied] == ["rad", "rad/s", "kg"]
    assert found.values[0] == pytest.approx([np.pi / 6, 2 * np.pi, 0.5])


def test_rows_and_tables_of_pandas():
    rows = [{"length": 0.5, "mass": "2 kg"}, {"mass": 3.0, "length": "600 mm"}]
    found = members_from(pendulum(), rows)
    assert found.values.tolist() == [[0.5, 2.0], [0.6, 3.0]]
    assert found.shape == ()
    assert members_from(pendulum(), pandas.DataFrame({"length": [0.5, 0.6]})).values.tolist() == [[0.5], [0.6]]


def test_a_latin_hypercube_has_one_member_in_each_interval():
    found = members_from(pendulum(), sn.LatinHypercube({"length": None, "mass": ("1 kg", 3.0)}, 50, seed=4))
    for column, (low, high) in zip(found.values.T, ((0.2, 2.0), (1.0, 3.0))):
        assert sorted(np.floor((column - low) / (high - low) * 50)) == list(range(50))
    again = members_from(pendulum(), sn.LatinHypercube({"length": None, "mass": (1.0, 3.0)}, 50, seed=4))
    other = members_from(pendulum(), sn.LatinHypercube({"length": None, "mass": (1.0, 3.0)}, 50, seed=5))
    assert np.array_equal(found.values, again.values)
    assert not np.array_equal(found.values, other.values)


def test_sobol_points_are_those_of_scipy():
    found = members_from(pendulum(), sn.Sobol({"length": ("200 mm .. 600 mm"), "mass": (1, 3)}, 16, seed=2))
    points = qmc.scale(qmc.Sobol(2, seed=2).random(16), [0.2, 1.0], [0.6, 3.0])
    assert found.values == pytest.approx(points, abs=1e-15)


def test_distributions():
    """Of a Latin hypercube with a normal distribution, mean and deviation are nearly those of the distribution."""
    found = members_from(pendulum(), sn.LatinHypercube({"length": stats.norm(0.5, 0.01)}, 400))
    assert found.values.mean() == pytest.approx(0.5, abs=1e-4)
    assert found.values.std() == pytest.approx(0.01, rel=0.02)
    assert found.how["ranges"] == {"length": "norm(0.5, 0.01)"}


@pytest.mark.parametrize(
    ("vary", "words"),
    [
        ({"lenght": [1.0]}, "'lenght' is no parameter and no initial value.*did you mean 'length'"),
        ({"A.angel": [1.0]}, "has no 'angel'"),
        ({"length": []}, "length: it has no values"),
        ({"length": "1 m .. 2 m"}, "does not say how many values"),
        ({"length": ["5 kg"]}, "length: .*mass"),
        ({"length": [np.nan]}, "is nan|not a finite|nan"),
        ({"length": [[1.0, 2.0]]}, "more than one dimension"),
        ({}, "nothing to vary"),
        ([], "nothing to vary"),
        (3, "vary is a int"),
        ([{"length": 0.5}, {"mass": 1.0}], "row 1 of the sweep does not name the same quantities"),
        (sn.LatinHypercube({"mass": None}, 3), "mass has no range"),
        (sn.LatinHypercube({"mass": (2.0, 1.0)}, 3), "is empty"),
        (sn.LatinHypercube({"mass": 2.0}, 3), "is no range"),
    ],
)
def test_what_cannot_vary(vary, words):
    with pytest.raises(SnodoError, match=f"(?s){words}"):
        members_from(pendulum(), vary)


def test_wrong_numbers_of_samples():
    with pytest.raises(UnsupportedError, match=r"balanced for powers of two only, and count is 100.*\n.*64 or 128"):
        sn.Sobol({"length": None}, 100)
    with pytest.raises(UnsupportedError, match=r"seed = 'x'"):
        sn.LatinHypercube({"length": None}, 10, seed="x")
    with pytest.raises(UnsupportedError, match=r"count = 0"):
        sn.LatinHypercube({"length": None}, 0)


def test_a_name_of_the_dataset_cannot_vary():
    m = sn.Mechanism("m")
    m.parameter("status", 1.0)
    with pytest.raises(UnsupportedError, match=r"'status' names a column"):
        members_from(m, {"status": [1.0]})


def test_a_mechanism_without_parameters_says_how_to_name_one():
    with pytest.raises(MechanismError, match=r"'mass' is no parameter.*\n.*parameters: "):
        members_from(sn.Mechanism("m"), {"mass": [1.0]})
