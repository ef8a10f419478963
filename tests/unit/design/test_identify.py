"""What `sn.identify` does and says: reading data, noise, uncertainty, refusals."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn

TIMES = np.linspace(0.0, 4.0, 41)


def oscillator() -> sn.Mechanism:
    """x″ + c/m x′ + k/m x = 0: only c/m and k/m can be identified from its motion."""
    m = sn.Mechanism("oscillator", gravity=(0, 0))
    m.parameter("stiffness", 5.0, unit="N/m", low=0.5, high=20)
    m.parameter("damping", 0.5, unit="N*s/m", low=0, high=5)
    m.parameter("mass", 1.0, unit="kg", low=0.1, high=5)
    m.parameter("start", 0.9, unit="m", low=0.1, high=3)
    m.add_points(wall=(0, 0), cart=(1, 0))
    m.body("cart", mass="mass", inertia=1, at=(1, 0))
    m.prismatic("guide", "ground", "cart", axis="x", at=(1, 0))
    m.spring("spring", "ground", "cart", (0, 0), (1, 0), stiffness="stiffness", damping="damping", length=1)
    m.initial["guide.displacement"] = "start"
    return m


def motion(d=0.1, w2=4.0, x0=1.0):
    w = np.sqrt(w2 - d * d)
    return x0 * np.exp(-d * TIMES) * (np.cos(w * TIMES) + d / w * np.sin(w * TIMES))


OVER = ["stiffness", "damping", "start"]


def test_exact_data_give_exact_values():
    found = sn.identify(oscillator(), {"time": TIMES, "guide.displacement": motion()}, over=OVER, noise=1e-6,
                        progress=False)  # fmt: skip
    assert found["stiffness"] == pytest.approx(4.0, abs=1e-7)
    assert found["damping"] == pytest.approx(0.2, abs=1e-7)
    assert found["start"] == pytest.approx(1.0, abs=1e-7)
    assert found.good
    assert not found.warnings
    assert found.mechanism.initial_values()["guide.displacement"] == pytest.approx(1.0, abs=1e-7)


def test_missing_samples_and_times_that_begin_later():
    y = motion()
    y[::3] = np.nan
    found = sn.identify(oscillator(), {"time": TIMES[5:], "guide.displacement": y[5:]}, over=OVER, progress=False)
    assert found["stiffness"] == pytest.approx(4.0, abs=1e-6)
    assert np.isnan(found.residuals["guide.displacement"]).sum() == np.isnan(y[5:]).sum()


def test_data_of_a_file_and_of_a_data_set(tmp_path):
    m = oscillator()
    true = sn.simulate(m.with_parameters(stiffness=4.0, damping=0.2), output=TIMES, progress=False)
    file = true.to_csv(
        tmp_path / "measured.csv", "guide.displacement", "guide.speed", units={"guide.displacement": "mm"}
    )
    from_file = sn.identify(m, file, over=OVER[:2], progress=False)
    series = {name: true[name] for name in ("guide.displacement", "guide.speed")}
    import xarray

    from_set = sn.identify(m, xarray.Dataset(series), over=OVER[:2], progress=False)
    one = true["guide.displacement"].rename("guide.displacement")
    from_one = sn.identify(m, one, over=OVER[:2], progress=False)
    for found in (from_file, from_set, from_one):
        assert found["stiffness"] == pytest.approx(4.0, abs=1e-6)


def test_the_noise_of_two_series_is_estimated():
    random = np.random.default_rng(3)
    y = motion()
    data = {"time": TIMES, "guide.displacement": y + 0.001 * random.normal(size=y.size),
            "cart.x": 1.0 + y + 0.02 * random.normal(size=y.size)}  # fmt: skip
    found = sn.identify(oscillator(), data, over=OVER, progress=False)
    assert found.noise["guide.displacement"] == pytest.approx(0.001, rel=0.4)
    assert found.noise["cart.x"] == pytest.approx(0.02, rel=0.4)
    assert found["stiffness"] == pytest.approx(4.0, abs=4 * found.standard_errors["stiffness"])


def test_what_the_data_do_not_see_is_named():
    """Stiffness, damping and mass times one factor give the same motion."""
    found = sn.identify(oscillator(), {"time": TIMES, "guide.displacement": motion(x0=0.9)},
                        over=["stiffness", "damping", "mass"], progress=False)  # fmt: skip
    assert not found.good
    assert "say nothing about" in found.warnings[0]
    assert {"stiffness", "mass"} <= set(found.unseen[0])
    assert found["stiffness"] / found["mass"] == pytest.approx(4.0, rel=1e-5)
    assert np.isinf(found.standard_errors["mass"])


def test_the_intervals_hold_as_often_as_they_say():
    """Eight measurements: 95 % intervals of two parameters hold 13 times of 16 (the chance of less is 0.1 %)."""
    m = oscillator()
    random, held = np.random.default_rng(0), 0
    for _ in range(8):
        y = motion() + 0.01 * random.normal(size=TIMES.size)
        found = sn.identify(m, {"time": TIMES, "guide.displacement": y}, over=OVER[:2], noise=0.01,
                            initial={"guide.displacement": 1.0}, progress=False)  # fmt: skip
        (a, b), (c, d) = found.intervals.values()
        held += (a < 4.0 < b) + (c < 0.2 < d)
    assert held >= 13


WRONG = {
    "has no 'time'": {"guide.displacement": TIMES},
    "has no series": {"time": TIMES},
    "do not increase": {"time": TIMES[::-1], "guide.displacement": TIMES},
    "has shape": {"time": TIMES, "guide.displacement": TIMES[1:]},
    "not an array of numbers": {"time": TIMES, "guide.displacement": ["a"] * 41},
    "has no samples": {"time": TIMES, "guide.displacement": np.full(41, np.nan)},
    "do not determine": {"time": TIMES[:2], "guide.displacement": TIMES[:2]},
    "there is no series|displacment": {"time": TIMES, "guide.displacment": TIMES},
}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_data_are_answered(message):
    with pytest.raises(sn.SnodoError, match=message):
        sn.identify(oscillator(), WRONG[message], over=OVER, progress=False)


ARGUMENTS = {
    "confidence = 2": {"confidence": 2},
    "noise lacks": {"noise": {"other": 1.0}},
    "is no positive number": {"noise": 0.0},
    "output is given": {"output": 0.1},
}


@pytest.mark.parametrize("message", ARGUMENTS)
def test_wrong_arguments_are_answered(message):
    with pytest.raises(sn.SnodoError, match=message):
        sn.identify(oscillator(), {"time": TIMES, "guide.displacement": motion()}, over=OVER, progress=False,
                    **ARGUMENTS[message])  # fmt: skip


def test_a_table_without_units_or_file(tmp_path):
    with pytest.raises(sn.FileError, match="cannot be read"):
        sn.identify(oscillator(), tmp_path / "nothing.csv", over=OVER)
    file = tmp_path / "wrong.csv"
    file.write_text("time [s],guide.displacement [parsec]\n0,1\n1,2\n", encoding="utf-8")
    with pytest.raises(sn.FileError, match="column 'guide"):
        sn.identify(oscillator(), file, over=OVER)


def written(tmp_path, heading, columns, mark=",", point="."):
    rows = [mark.join(f"{x:.9g}".replace(".", point) if x == x else "" for x in row) for row in zip(*columns)]
    path = tmp_path / "measured.csv"
    path.write_text("\n".join(["# a comment", mark.join(heading), *rows, mark, ""]))
    return path


@pytest.mark.parametrize(("mark", "point"), [(",", "."), (";", "."), (";", ","), ("\t", ".")])
def test_files_of_spreadsheets(tmp_path, mark, point):
    y = motion()
    y[3] = np.nan
    path = written(tmp_path, ["time [ms]", "guide.displacement [mm]"], [1e3 * TIMES, 1e3 * y], mark, point)
    found = sn.identify(oscillator(), path, over=OVER, progress=False)
    assert found["stiffness"] == pytest.approx(4.0, abs=1e-5)


@pytest.mark.parametrize("packed", [False, True])
def test_units_of_labelled_arrays(packed):
    import xarray

    units = {"attrs": {"units": "mm"}}
    y = xarray.DataArray(1e3 * motion(), coords={"time": TIMES}, dims="time", name="guide.displacement", **units)
    given = {"time": TIMES, "guide.displacement": y} if packed else y
    found = sn.identify(oscillator(), given, over=OVER, progress=False)
    assert found["start"] == pytest.approx(1.0, abs=1e-6)


def test_units_of_something_else(tmp_path):
    path = written(tmp_path, ["time [s]", "guide.displacement [deg]"], [TIMES, motion()])
    with pytest.raises(sn.UnsupportedError, match=r"guide\.displacement is given in deg, but it is in m"):
        sn.identify(oscillator(), path, over=OVER, progress=False)


def test_cells_that_are_no_numbers(tmp_path):
    path = written(tmp_path, ["time [s]", "guide.displacement [m]"], [TIMES, motion()])
    path.write_text(path.read_text().replace("\n0.1,", "\n0.1,n/a", 1))
    with pytest.raises(sn.SnodoError, match=r"measured\.csv:4: 'n/a.*is not a number\n.*leave the cell empty"):
        sn.identify(oscillator(), path, over=OVER, progress=False)


def test_arrays_without_a_name_are_answered():
    series = sn.simulate(oscillator(), 1.0, progress=False)["guide.displacement"]
    with pytest.raises(sn.MechanismError, match="without a name"):
        sn.identify(oscillator(), series, over=OVER, progress=False)


@pytest.mark.parametrize(
    ("noise", "words"),
    [("1 mm", "the noise of guide.displacement is '1 mm'"), ({"guide.displacement": 1.0, "x": 1.0}, "noise names x")],
)
def test_noise_that_is_not_understood(noise, words):
    with pytest.raises(sn.UnsupportedError, match=words):
        sn.identify(oscillator(), {"time": TIMES, "guide.displacement": motion()}, noise=noise, progress=False)


def test_a_value_at_the_end_of_its_range_is_named():
    """There the sum of squares is not least, and no interval follows from its curvature."""
    over = {"stiffness": (0.5, 3.0), "damping": None, "start": None}
    found = sn.identify(oscillator(), {"time": TIMES, "guide.displacement": motion()}, over=over, progress=False)
    assert "stiffness is at its largest value" in found.warnings[0]
    assert "WARNING: stiffness" in str(found)


def test_parameters_without_a_range_that_stay_are_named():
    m = oscillator()
    m.parameter("offset", 0.0, unit="m")
    data = {"time": TIMES, "guide.displacement": motion()}
    found = sn.identify(m, data, noise=1e-3, progress=False)
    assert found.variables.kept == ("offset",)
    assert "kept as they are, without a range: offset" in str(found)
    named = sn.identify(m, data, over=OVER, noise=1e-3, progress=False)
    assert "kept as they are" not in str(named)
