import numpy as np
import pytest
from PIL import Image

import snodo as sn
from snodo.views.panels import moved_apart, room_for


def texts(ax):
    return [t.get_text() for t in ax.texts]


def test_series_of_one_unit_share_a_panel(result):
    figure = result.plot("A.angle", "crank.omega", "rocker.angle")
    first, second = figure.axes
    assert [len(ax.lines) for ax in figure.axes] == [2, 1]
    assert first.get_ylabel() == "angle [rad]"
    assert texts(first) == ["A", "rocker"]
    assert second.get_ylabel() == "angular velocity of crank\n[rad/s]"
    assert second.get_xlabel() == "time [s]"
    assert first.get_title(loc="left") == "four-bar"


def test_the_curve_is_the_series(result):
    (ax,) = result.plot("A.angle").axes
    x, y = ax.lines[0].get_data()
    np.testing.assert_array_equal(x, result.time)
    np.testing.assert_array_equal(y, result["A.angle"].values)


def test_reactions_are_split_into_forces_and_torque(result):
    (forces,) = result.plot("B.reaction").axes  # the torque of a pin is nothing but rounding
    assert texts(forces) == ["fx", "fy"]
    assert forces.get_ylabel() == "reaction of B [N]"
    np.testing.assert_array_equal(forces.lines[1].get_ydata(), result.reaction("B").sel(component="fy").values)


def test_one_component_of_a_reaction_has_its_own_unit(result):
    assert [ax.get_ylabel().split("\n")[1] for ax in result.plot("B.fx", "B.torque").axes] == ["[N]", "[N m]"]


def test_without_names_joint_coordinates_and_energies(result):
    angles, energies = result.plot().axes
    assert texts(angles) == ["A", "B", "C", "D"]
    assert [line.get_label() for line in energies.lines] == ["kinetic energy", "gravitational energy", "total energy"]


def test_the_same_name_twice_is_one_curve(result):
    (ax,) = result.plot("A.angle", "A.angle").axes
    assert len(ax.lines) == 1


def test_unknown_series_are_answered_with_near_ones(result):
    with pytest.raises(sn.NameNotFound, match="crank"):
        result.plot("crnk.angle")


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_files_are_written(result, tmp_path, ending):
    path = tmp_path / f"plot.{ending}"
    result.plot("A.angle", path=path)
    assert path.stat().st_size > 1000
    if ending == "png":
        assert Image.open(path).size == (1600, 600)


@pytest.mark.parametrize("name", ["plot.bmp", "plot"])
def test_unknown_endings_name_the_known_ones(result, tmp_path, name):
    with pytest.raises(sn.FileError, match=r"\.png, \.svg or \.pdf"):
        result.plot("A.angle", path=tmp_path / name)


def test_missing_folder(result, tmp_path):
    with pytest.raises(sn.FileError, match="no folder"):
        result.plot("A.angle", path=tmp_path / "nowhere" / "plot.png")


def test_pyplot_knows_nothing_of_it(result):
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    result.plot("A.angle")
    assert plt.get_fignums() == before


def test_notebooks_get_a_picture(result):
    assert result.plot("A.angle")._repr_png_().startswith(b"\x89PNG")


def test_a_constant_is_a_level_line():
    low, high = room_for(2.0 + 1e-14 * np.sin(np.arange(50.0)))
    assert low == pytest.approx(1.0)
    assert high == pytest.approx(3.0)
    assert room_for(np.zeros(3)) == (-1.0, 1.0)
    assert room_for(np.array([np.nan])) == pytest.approx((-0.06, 1.06))


def test_names_are_moved_apart_and_keep_their_order():
    places = [0.5, 0.51, 0.1, 0.99, 1.0, 0.97]
    found = moved_apart(places, 0.1)
    assert list(np.argsort(found)) == list(np.argsort(places))
    assert np.diff(sorted(found)).min() >= 0.1 - 1e-12
    assert max(found) <= 1.0


# ---------------------------------------------------------------- paths
def test_a_path_is_y_against_x_with_equal_scales(result, tmp_path):
    figure = result.plot_path("P", "B", path=tmp_path / "path.png")
    (ax,) = figure.axes
    assert ax.get_aspect() == 1.0
    assert texts(ax) == ["P", "B"]
    x, y = ax.lines[0].get_data()
    np.testing.assert_allclose(x, result["P.x"].values, atol=1e-12)
    np.testing.assert_allclose(y, result["P.y"].values, atol=1e-12)
    assert ax.get_xlabel() == "x [m]"
    assert Image.open(tmp_path / "path.png").width > 500


def test_without_names_the_frames_or_the_joints(result, mechanism):
    assert texts(result.plot_path().axes[0]) == ["P"]
    del mechanism.frames["P"]
    bare = sn.simulate(mechanism, 0.2, progress=False)
    assert texts(bare.plot_path().axes[0]) == ["B", "C"]


def test_paths_that_are_not_there(result):
    with pytest.raises(sn.NameNotFound, match="'Q'"):
        result.plot_path("Q")
    m = sn.Mechanism("at rest")
    m.bar("b", (0, 0), (1, 0), mass=1)
    m.fixed("wall", "ground", "b", at=(0, 0))
    with pytest.raises(sn.SnodoError, match="no path to plot"):
        sn.simulate(m, 0.1, progress=False).plot_path()
