"""Plots of sweeps show what the dataset has; the page with sliders has the scenes of its members."""

import base64
import json
import re
import zlib

import numpy as np
import pytest
from swept_mechanisms import pendulum

import snodo as sn
from snodo.errors import NameNotFound, UnsupportedError
from snodo.simulation.sweeps.pareto import front_of
from snodo.views.families.page import family_of

OUTPUTS = ["A.angle min", "A.speed rms", "A.angle series"]


@pytest.fixture(scope="module")
def grid():
    vary = {"length": [0.3, 0.4, 0.5, 3.0], "A.angle": np.linspace(0, 1, 5)}
    return sn.sweep(pendulum(), 0.4, vary, OUTPUTS, output=0.02, progress=False)


@pytest.fixture(scope="module")
def cloud():
    samples = sn.LatinHypercube({"length": (0.3, 0.6), "A.angle": (0, 1)}, 16)
    return sn.sweep(pendulum(), 0.4, samples, OUTPUTS, output=0.02, progress=False)


def lines_of(axes):
    return [line for line in axes.lines if len(line.get_xdata()) > 1]


def test_numbers_are_lines_over_the_first_quantity(grid):
    ax = grid.plot("A.angle min", units="deg").axes[0]
    found = lines_of(ax)
    assert len(found) == 5  # one for each start
    expected = np.degrees(grid.grid["A.angle min"].values[:, 0])
    assert found[0].get_ydata() == pytest.approx(expected, nan_ok=True)
    assert "[deg]" in ax.get_ylabel()
    assert ax.get_xlabel() == "length [m]"
    assert "5 of 20 members did not finish" in ax.get_title(loc="right")
    assert (
        len({line.get_color() if isinstance(line.get_color(), str) else tuple(line.get_color()) for line in found}) == 5
    )


def test_series_are_lines_over_time(grid):
    ax = grid.plot("A.angle series", color="A.angle min").axes[0]
    assert len(ax.lines) == 20
    assert ax.lines[3].get_ydata() == pytest.approx(grid["A.angle series"].values[3])


def test_samples_are_points(cloud):
    ax = cloud.plot("A.angle min").axes[0]
    assert not lines_of(ax)
    assert ax.collections[0].get_offsets().shape == (16, 2)


def test_maps_have_the_table_of_the_grid(grid, cloud):
    ax = grid.plot_map("A.angle min").axes[0]
    table = ax.collections[0].get_array()
    assert np.ma.filled(table, np.nan).reshape(5, 4)[:, :3] == pytest.approx(grid.grid["A.angle min"].values[:3].T)
    assert cloud.plot_map("A.angle min").axes[0].collections[-1].get_offsets().shape[0] == 0  # no failures: no crosses
    with pytest.raises(UnsupportedError, match="a map needs 2 quantities that vary"):
        sn.sweep(pendulum(), 0.1, {"length": [0.3, 0.4]}, progress=False).plot_map()


def test_bands_are_percentiles(cloud):
    ax = cloud.plot_bands(percentiles=(10, 50, 90)).axes[0]
    median = np.median(cloud["A.angle series"].values, axis=0)
    assert ax.lines[0].get_ydata() == pytest.approx(median)
    with pytest.raises(UnsupportedError, match="percentiles"):
        cloud.plot_bands(percentiles=(10, 120))
    with pytest.raises(UnsupportedError, match="bands are of whole series"):
        cloud.plot_bands("A.angle min")


def test_the_front_is_what_no_other_member_beats(cloud):
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 200))
    for best, signs in ((("min", "min"), (1, 1)), (("max", "min"), (-1, 1)), (("max", "max"), (-1, -1))):
        a, b = signs[0] * x, signs[1] * y
        slow = [k for k in range(200) if not ((a < a[k]) & (b < b[k])).any()]
        found = set(front_of(x, y, best))
        assert found <= set(slow)
        noise = 1e-4 * np.ptp(y)
        assert all(any(a[j] <= a[k] and b[j] <= b[k] + noise for j in found) for k in slow)
    members = cloud.pareto("A.angle min", "A.speed rms", best=("max", "min"))
    ax = cloud.plot_pareto("A.angle min", "A.speed rms", best=("max", "min")).axes[0]
    assert ax.lines[0].get_xdata() == pytest.approx(cloud["A.angle min"].values[members])
    with pytest.raises(UnsupportedError, match="best = "):
        cloud.pareto("A.angle min", "A.speed rms", best=("low", "min"))


def test_parallel_axes(cloud, tmp_path):
    figure = cloud.plot_parallel(path=tmp_path / "p.png")
    assert len(figure.axes[0].collections[0].get_segments()) == 16
    assert (tmp_path / "p.png").stat().st_size > 5000


def test_wrong_names(grid):
    with pytest.raises(NameNotFound, match=r"did you mean 'A.angle min'"):
        grid.plot("A.angel min")
    with pytest.raises(UnsupportedError, match="do not share a plot"):
        grid.plot("A.angle min", "A.angle series")
    with pytest.raises(UnsupportedError, match="whole series"):
        grid.plot_map("A.angle series")


# ---------------------------------------------------------------- the page
def test_the_page_has_members_and_their_scenes(grid, tmp_path):
    text = grid.animate(tmp_path / "f.html", most=6).read_text()
    family = json.loads(re.search(r'id="family">(.*?)</script>', text)[1])
    assert [one["name"] for one in family["quantities"]] == ["length", "A.angle"]
    assert family["quantities"][0]["values"] == [0.3, 0.4, 0.5, 3.0]
    assert len(family["members"]) == 20
    assert "outside its range" in family["members"][19]["reason"]
    assert len(family["scenes"]) == 6
    scenes = [json.loads(zlib.decompress(base64.b64decode(text), -15)) for text in family["scenes"].values()]
    assert {scene["format"] for scene in scenes} == {"snodo scene 1"}
    assert len({tuple(scene["box"]) for scene in scenes}) == 1  # one scale for all
    assert "6 of 20 members can be seen moving" in family["note"]
    with pytest.raises(UnsupportedError, match="most = 0"):
        family_of(grid, 0, None)
