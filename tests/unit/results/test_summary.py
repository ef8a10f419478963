"""Peaks and means of series."""

from __future__ import annotations

import csv

import numpy as np
import pytest

import snodo as sn
from snodo.results.summary import extremes


@pytest.fixture(scope="module")
def result() -> sn.Result:
    m = sn.Mechanism("shaft")
    m.bar("arm", (0, 0), (0.3, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.frame("P", on="arm", at=(0.3, 0))
    m.driver("motor", joint="A", speed="60 rpm")
    return sn.kinematics(m, 2.0, output=0.005)


def test_peaks_and_means_of_a_circle(result):
    line = result.table("P.x", "P.y", units="mm")["P.x"]
    assert (line.unit, line.min, line.max, line.peak_to_peak) == (
        "mm",
        pytest.approx(-300),
        *map(pytest.approx, (300, 600)),
    )
    assert (line.min_time % 1.0, line.max_time % 1.0) == (pytest.approx(0.5), pytest.approx(0.0, abs=1e-9))
    assert line.mean == pytest.approx(0.0, abs=1e-9)
    assert line.rms == pytest.approx(300 / np.sqrt(2))
    assert line.missing == 0


def test_unequal_steps_are_weighted():
    t = np.array([0.0, 1.0, 1.5, 4.0])
    line = extremes("x", "m", t, 2.0 * t)
    assert line.mean == pytest.approx(4.0)
    assert extremes("x", "m", t, np.full(4, -3.0)).rms == pytest.approx(3.0)


def test_gaps_are_left_out_and_counted():
    t = np.arange(6.0)
    line = extremes("x", "m", t, np.array([1.0, 1.0, np.nan, 5.0, 5.0, 5.0]))
    assert (line.missing, line.max_time) == (1, 3.0)
    assert line.mean == pytest.approx((1.0 + 5.0 + 5.0) / 3)
    nothing = extremes("x", "m", t, np.full(6, np.nan))
    assert nothing.missing == 6
    assert np.isnan(nothing.mean)
    assert extremes("x", "m", t[:1], np.array([2.0])).mean == 2.0


def test_the_table_is_printed_written_and_framed(result, tmp_path):
    table = result.table("A.angle", "A.reaction", units="deg", between=(0, 1))
    assert [line.name for line in table.lines] == ["A.angle", "A.reaction.fx", "A.reaction.fy", "A.reaction.torque"]
    assert "A.angle [deg]" in str(table)
    assert "<table" in table._repr_html_()
    frame = table.to_dataframe()
    assert frame.loc["A.angle", "max"] == pytest.approx(360.0)
    rows = list(csv.DictReader(table.to_csv(tmp_path / "t.csv").open(encoding="utf-8")))
    assert float(rows[0]["mean"]) == table["A.angle"].mean
    with pytest.raises(sn.FileError, match=r"written as \.csv"):
        table.to_csv(tmp_path / "t.xlsx")
    with pytest.raises(sn.NameNotFound, match=r"did you mean 'A\.angle'"):
        table["A.angel"]


def test_overlaid_results_stand_side_by_side(result):
    table = sn.Overlay({"one": result, "two": result}).table("P.x")
    assert [line.name for line in table.lines] == ["one: P.x", "two: P.x"]


def test_without_names_the_usual_ones(result):
    assert [line.name for line in result.table().lines] == list(result.to_dataframe())


def test_frames_and_files_in_other_units(result, tmp_path):
    frame = result.to_dataframe("A.angle", "P.x", units=["deg", "mm"])
    np.testing.assert_allclose(frame["A.angle"], np.degrees(result["A.angle"].values))
    assert frame.attrs["units"] == {"time": "s", "A.angle": "deg", "P.x": "mm"}
    text = result.to_csv(tmp_path / "t.csv", "P.x", units="mm").read_text(encoding="utf-8")
    assert text.splitlines()[0] == "time [s],P.x [mm]"
    with pytest.raises(sn.SnodoError, match="'deg' does not fit"):
        result.to_csv(tmp_path / "u.csv", "P.x", units="deg")
    assert not (tmp_path / "u.csv").exists()


def test_of_one_row_and_of_none(result):
    with pytest.raises(sn.UnsupportedError, match="covers t = 0 … 2 s"):
        result.table("P.x", between=(5, 6))
