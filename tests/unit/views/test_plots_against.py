"""Series against one another, in other units, of several results; phase portraits, hodographs, energies, spectra."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image
from tests.unit.views.conftest import four_bar

import snodo as sn


def texts(ax):
    return [t.get_text() for t in ax.texts]


def names_in(ax):
    return [t.get_text() for t in ax.get_legend().get_texts()]


@pytest.fixture(scope="module")
def light():
    m = four_bar()
    m.gravity = (0, 0)
    return sn.simulate(m, 0.5, progress=False)


@pytest.fixture(scope="module")
def both(result, light):
    return sn.Overlay({"heavy": result, "light": light})


@pytest.fixture(scope="module")
def damped():
    m = sn.Mechanism("oscillator")
    m.particle("p", (1.1, 0), mass=2.0)
    m.prismatic("X", "ground", "p", axis="x", at=(1.1, 0))
    m.spring("s", "ground", "p", start=(0, 0), end=(1.1, 0), stiffness=800, length=1.0, damping=4.0)
    return sn.simulate(m, 4.0, output=0.01, progress=False)


@pytest.fixture(scope="module")
def in_space():
    m = sn.Mechanism("spherical pendulum", dimension=3, gravity=(0, 0, -9.81))
    m.box("bob", (0.1, 0.1, 0.1), (0.6, 0, -0.8), mass=1)
    m.spherical("S", "ground", "bob", at=(0, 0, 0))
    m.frame("tip", on="bob", at=(0.6, 0, -0.8))
    m.initial["bob.vy"] = 1.5
    return sn.simulate(m, 1.0, output=0.02, progress=False)


# ---------------------------------------------------------------- against any series, in any unit
def test_one_series_against_another(result):
    (ax,) = result.plot("motor.effort", x="A.angle", units="deg").axes
    x, y = ax.lines[0].get_data()
    np.testing.assert_allclose(x, np.degrees(result["A.angle"].values))
    np.testing.assert_array_equal(y, result["motor.effort"].values)
    assert ax.get_xlabel() == "angle of A [deg]"
    assert ax.get_ylabel() == "effort of motor\n[N m]"
    assert set(np.mod(ax.get_xticks(), 15.0)) == {0.0}


@pytest.mark.parametrize(
    ("high", "step"), [(30, None), (100, 15), (200, 30), (360, 45), (720, 90), (1500, 180), (1e5, 11520)]
)
def test_degrees_have_round_ticks(high, step):
    from snodo.views.panels import round_degrees
    from snodo.views.style import new_figure

    ax = new_figure(4, 3).add_subplot()
    ax.set_ylim(0.0, high)
    if step is not None:
        round_degrees(ax.yaxis, "deg")
        assert set(np.diff(ax.get_yticks())) == {float(step)}
    assert len([y for y in ax.get_yticks() if 0 <= y <= high]) <= 12


def test_units_of_curves_errors_and_the_time(result):
    first, second = result.plot("A.angle", "A.speed", units=["deg", "rpm", "ms"]).axes
    assert second.get_ylabel() == "speed of A\n[rpm]"
    assert second.get_xlabel() == "time [ms]"
    np.testing.assert_allclose(second.lines[0].get_ydata(), 60.0)
    assert first.lines[0].get_xdata()[-1] == pytest.approx(1000.0)


def test_series_in_different_units_have_panels_of_their_own(result):
    angles = result.plot("A.angle", "D.angle", units={"A.angle": "deg"}).axes
    assert [ax.get_ylabel() for ax in angles] == ["angle of A\n[deg]", "angle of D\n[rad]"]


def test_components_against_an_angle_are_in_a_legend(result):
    (ax,) = result.plot("B.reaction", x="A.angle", units={"force": "kN"}).axes
    assert names_in(ax) == ["fx", "fy"]
    np.testing.assert_allclose(ax.lines[0].get_ydata(), result["B.fx"].values / 1000)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"x": "A.angel"}, "A"),
        ({"x": "B.reaction"}, r"use one of B\.fx, B\.fy, B\.torque"),
        ({"units": "deg"}, "motor.effort is in N m"),
        ({"units": "degg"}, "did you mean 'deg'"),
        ({"xaxis": "A.angle"}, "xaxis"),
    ],
)
def test_mistakes(result, words, message):
    with pytest.raises((sn.SnodoError, TypeError), match=message):
        result.plot("motor.effort", **words)


# ---------------------------------------------------------------- several results
def test_results_overlaid(both, result, light):
    (ax,) = both.plot("motor.effort").axes
    assert texts(ax) == ["heavy", "light"]
    np.testing.assert_array_equal(ax.lines[1].get_xdata(), light.time)
    assert ax.lines[0].get_color() != ax.lines[1].get_color()
    assert [line.get_linestyle() for line in ax.lines] == ["-", "--"]
    assert both["light"] is light


def test_several_series_of_several_results(both):
    (ax,) = both.plot("B.reaction").axes
    assert names_in(ax) == ["fx, heavy", "fy, heavy", "fx, light", "fy, light"]
    colors = [line.get_color() for line in ax.lines[:4]]
    assert colors[0] == colors[2] != colors[1]


def test_every_kind_of_plot_takes_several_results(both, tmp_path):
    for name, words in (
        ("plot_phase", {}),
        ("plot_path", {}),
        ("plot_hodograph", {}),
        ("plot_energy", {}),
        ("plot_spectrum", {}),
    ):
        figure = getattr(both, name)(path=tmp_path / f"{name}.png", **words)
        assert figure.axes
        assert Image.open(tmp_path / f"{name}.png").width > 500


def test_members_of_a_batch_are_called_by_their_numbers(mechanism):
    del mechanism.drivers["motor"]
    batch = sn.simulate(mechanism, 0.1, initial={"A.speed": [1.0, 2.0]}, progress=False)
    (ax,) = sn.Overlay(batch).plot("A.angle").axes
    assert texts(ax) == ["0", "1"]


@pytest.mark.parametrize("given", [{}, {"": None}, {"a": 3}, [1, 2], 5])
def test_an_overlay_needs_results_with_names(given):
    with pytest.raises(sn.NameNotFound, match=r"sn\.Overlay"):
        sn.Overlay(given)


def test_a_series_that_one_of_them_lacks(both, result, damped):
    with pytest.raises(sn.NameNotFound, match=r"result 'other': there is no series 'motor\.effort'"):
        sn.Overlay({"one": result, "other": damped}).plot("motor.effort")
    with pytest.raises(sn.NameNotFound, match="did you mean 'heavy'"):
        both["heavvy"]
    with pytest.raises(AttributeError, match="did you mean 'plot_path'"):
        both.plot_pth()


# ---------------------------------------------------------------- phase portraits
@pytest.mark.parametrize(
    ("name", "value", "rate"),
    [
        ("D", "D.angle", "D.speed"),
        ("D.angle", "D.angle", "D.speed"),
        ("crank.angle", "crank.angle", "crank.omega"),
        ("P.x", "P.x", "P.vx"),
        ("D.speed", "D.speed", "D.acceleration"),
        ("distance(P, A)", "distance(P, A)", "distance(P, A).speed"),
    ],
)
def test_phase_portraits(result, name, value, rate):
    (ax,) = result.plot_phase(name).axes
    x, y = ax.lines[0].get_data()
    np.testing.assert_array_equal(x, result[value].values)
    np.testing.assert_array_equal(y, result[rate].values)
    assert len(ax.lines[1].get_xdata()) == 1, "a dot is the start"


def test_the_rate_is_the_derivative(result):
    """What is drawn upwards is the slope of what is drawn to the right."""
    for name in ("D", "P.x", "distance(P, A)"):
        x, y = result.plot_phase(name).axes[0].lines[0].get_data()
        slope = np.gradient(x, result.time)[2:-2]
        np.testing.assert_allclose(slope, y[2:-2], atol=2e-2 * np.abs(y).max())


def test_phase_portraits_of_all_joints(result, damped):
    assert names_in(result.plot_phase(units=["deg", "deg/s"]).axes[0]) == ["A", "B", "C", "D"]
    (ax,) = damped.plot_phase("s", units=["mm", "mm/s"]).axes
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("length of s [mm]", "speed of s\n[mm/s]")


@pytest.mark.parametrize(
    ("name", "words"),
    [("motor.effort", "no series that is its rate"), ("E", "no joint, spring or series 'E'"), ("D.angel", "angle")],
)
def test_what_has_no_phase_portrait(result, name, words):
    with pytest.raises(sn.NameNotFound, match=words):
        result.plot_phase(name)


def test_without_joints_there_is_nothing_to_choose(in_space):
    with pytest.raises(sn.UnsupportedError, match="no joint with one coordinate"):
        in_space.plot_phase()


# ---------------------------------------------------------------- paths and hodographs
def test_a_hodograph_is_the_path_of_the_velocity(result):
    (ax,) = result.plot_hodograph("C", units="mm/s").axes
    x, y = next(line.get_data() for line in ax.lines if line.get_label() == "C")
    speed = np.hypot(x, y)
    expected = np.linalg.norm(result.velocity("C").values, axis=1) * 1000
    assert speed.max() == pytest.approx(expected.max(), rel=1e-3)
    assert ax.get_xlabel() == "vx [mm/s]"
    assert ax.get_aspect() == 1.0


def test_coupler_curves_in_millimetres(result):
    (ax,) = result.plot_path("P", units="mm").axes
    np.testing.assert_allclose(ax.lines[0].get_xdata()[0], 1000 * result["P.x"].values[0])
    assert ax.get_ylabel() == "y [mm]"
    with pytest.raises(sn.SnodoError, match="'deg' does not fit: position is in m"):
        result.plot_path("P", units="deg")


def test_paths_in_space_are_seen_along_the_axes(in_space):
    figure = in_space.plot_path("tip")
    assert [(ax.get_xlabel()[0], ax.get_ylabel()[0]) for ax in figure.axes] == [("x", "y"), ("x", "z"), ("y", "z")]
    (ax,) = in_space.plot_hodograph("tip", plane="xz").axes
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("vx [m/s]", "vz [m/s]")
    with pytest.raises(sn.NameNotFound, match="no plane 'zx'"):
        in_space.plot_path(plane="zx")


def test_the_plane_has_one_plane(result):
    assert len(result.plot_path("P", plane="xy").axes) == 1
    with pytest.raises(sn.UnsupportedError, match="omit plane"):
        result.plot_path("P", plane="xz")


# ---------------------------------------------------------------- energy
def test_energies_work_and_balance_add_up(damped):
    energy, work, balance = damped.plot_energy(units="mJ").axes
    drawn = {line.get_label(): line.get_ydata() for line in energy.lines}
    np.testing.assert_allclose(drawn["kinetic"] + drawn["elastic"], drawn["total"], atol=1e-9)
    (done,) = [line.get_ydata() for line in work.lines]
    (left,) = [line.get_ydata() for line in balance.lines]
    np.testing.assert_allclose(drawn["total"] - drawn["total"][0] - done, left, atol=1e-9)
    assert work.get_ylabel() == "work of s\n[mJ]"
    assert done[-1] == pytest.approx(-1000 * 0.5 * 800 * 0.1**2, rel=1e-3)


def test_works_that_only_one_result_has(damped, result):
    figure = sn.Overlay({"driven": result, "damped": damped}).plot_energy()
    assert names_in(figure.axes[0])[0] == "kinetic, driven"
    assert {text.rpartition(", ")[2] for text in texts(figure.axes[1])} == {"driven", "damped"}


# ---------------------------------------------------------------- gaps
def test_gaps_are_shown_as_gaps(mechanism):
    result = sn.simulate(mechanism, 0.4, output=0.01, progress=False, error_bars=False)
    result.found["multiplier"][10:15] = np.nan
    result.found["multiplier"][16:20] = np.nan
    (ax,) = result.plot("motor.effort").axes
    assert texts(ax) == [" not defined"]
    spans = [(p.get_x(), p.get_x() + p.get_width()) for p in ax.patches]
    assert spans == [pytest.approx((0.09, 0.15)), pytest.approx((0.15, 0.20))]
    dots = [line for line in ax.lines if line.get_marker() == "."]
    np.testing.assert_allclose(dots[0].get_xdata(), [0.15])
    (phase,) = result.plot("motor.effort", x="A.angle").axes
    assert np.isnan(phase.lines[0].get_ydata()).sum() == 9


# ---------------------------------------------------------------- spectra
def test_a_spectrum_says_its_window_and_resolution(damped, tmp_path):
    figure = damped.plot_spectrum("p.x", window="blackman", units="mm", upto="10 Hz", path=tmp_path / "s.png")
    (ax,) = figure.axes
    assert ax.get_title(loc="right") == "blackman window, resolution 0.249 Hz"
    assert ax.get_ylabel() == "amplitude of position of p along x\n[mm]"
    assert ax.get_xlabel() == "frequency [Hz]"
    assert ax.get_xlim() == (0.0, 10.0)
    lines = damped.spectrum("p.x", window="blackman", units="mm")
    np.testing.assert_array_equal(ax.lines[0].get_ydata(), lines.values[1:])
    (peak,) = texts(ax)
    assert float(peak.removesuffix(" Hz")) == pytest.approx(20 / (2 * np.pi), abs=0.1)


def test_orders_are_whole_numbers(result):
    (ax,) = result.plot_orders("motor.effort", shaft="A", units="N*mm").axes
    assert texts(ax)[0] == "1"
    assert all(text.isdigit() for text in texts(ax))
    assert ax.get_xlabel() == "order (cycles in one revolution)"
    assert ax.get_title(loc="right") == "rectangular window, resolution 1 orders"


def test_logarithmic_amplitudes(damped):
    (ax,) = damped.plot_spectrum("p.x", log=True).axes
    assert ax.get_yscale() == "log"


def test_an_empty_result_has_nothing_to_plot(result):
    empty = sn.Result(
        result.formulation, np.zeros(0), result.states[:0], {k: x[:0] for k, x in result.found.items()}, result.info
    )
    for name in ("plot", "plot_phase", "plot_path", "plot_hodograph", "plot_energy", "plot_spectrum"):
        with pytest.raises(sn.SnodoError, match="nothing to plot"):
            getattr(empty, name)()
