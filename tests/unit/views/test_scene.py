"""Motions as scenes for the page: what is packed can be read again, and says what the result says."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import snodo as sn
from snodo.views.extremes import thinned
from snodo.views.scene.curves import POINTS, point_count
from snodo.views.scene.packing import FULL, packed, unpacked
from snodo.views.scene.page import as_json, page_of
from snodo.views.scene.scene import Wishes, scene_of
from snodo.views.scene.thinning import PLACE, TURN, cubic, frame_times

numbers = st.floats(-1e6, 1e6) | st.just(np.nan)


def four_bar() -> sn.Mechanism:
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    m.bar("crank", (0, 0), (0.10, 0.15), mass=0.5)
    m.bar("coupler", (0.10, 0.15), (0.45, 0.30), mass=1.2)
    m.bar("rocker", (0.45, 0.30), (0.50, 0), mass=0.9)
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "coupler", at=(0.10, 0.15))
    m.revolute("C", "coupler", "rocker", at=(0.45, 0.30))
    m.revolute("D", "ground", "rocker", at=(0.50, 0))
    m.spring("s", "ground", "coupler", start=(0.2, 0.5), end=(0.25, 0.22), stiffness=50.0)
    m.driver("motor", joint="A", speed=2 * np.pi)
    m.frame("P", on="coupler", at=(0.30, 0.40))
    return m


def pendulum() -> sn.Mechanism:
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    return m


@pytest.fixture(scope="module")
def result():
    return sn.kinematics(four_bar(), 2.0)


# ---------------------------------------------------------------- numbers
@given(arrays(float, st.tuples(st.integers(1, 40), st.integers(1, 4)), elements=numbers))
def test_what_is_packed_can_be_read_again(x):
    found = packed(x)
    back = unpacked(json.loads(json.dumps(found, allow_nan=False)), len(x))
    assert (np.isnan(back) == np.isnan(x)).all()
    known = np.where(np.isnan(x), 0.0, x)
    span = np.where(
        np.isnan(x).all(0),
        0.0,
        np.nanmax(np.where(np.isnan(x), -np.inf, x), 0) - np.nanmin(np.where(np.isnan(x), np.inf, x), 0),
    )
    allowed = np.nan_to_num(span) / FULL + 1e-6 * np.abs(known).max() + 1e-300  # limits are written with seven digits
    assert (np.abs(np.nan_to_num(back) - known) <= allowed).all()


def test_limits_that_are_given_are_kept():
    found = packed(np.array([[0.2], [0.4]]), np.array([-1.0]), np.array([1.0]))
    assert (found["low"], found["span"]) == ([-1.0], [2.0])
    np.testing.assert_allclose(unpacked(found, 2), [[0.2], [0.4]], atol=1 / FULL)


# ---------------------------------------------------------------- frames
@pytest.mark.parametrize("count", [8, 9, 60])
def test_the_cubic_is_exact_for_parabolas_everywhere_and_cubics_inside(count):
    t = np.linspace(0.0, 1.0, count + 1)
    k = np.arange(count)
    four = np.clip(k[:, None] + np.arange(-1, 3), 0, count)
    middle = (t[:-1] + t[1:]) / 2
    for power in (1, 2, 3):
        found = cubic((t**power)[four][..., None], k, count)[:, 0]
        rows = slice(None) if power < 3 else slice(1, -1)
        np.testing.assert_allclose(found[rows], (middle**power)[rows], rtol=1e-12, atol=1e-14)


def test_frames_are_as_many_as_a_motion_needs():
    """A slow swing needs few, a fast one many; each is read within the tolerance between its frames."""
    counts = []
    for frequency in (0.2, 2.0, 8.0):

        def read(t, w=2 * np.pi * frequency):
            return np.sin(w * t)[:, None], (0.5 * np.cos(w * t))[:, None]

        times, rough = frame_times(0.0, 5.0, 5.0, 3, read)
        assert not rough
        counts.append(len(times))
        k = np.arange(len(times) - 1)
        four = np.clip(k[:, None] + np.arange(-1, 3), 0, len(times) - 1)
        middle = (times[:-1] + times[1:]) / 2
        for x, exact, allowed in zip(read(times), read(middle), (PLACE, TURN)):
            error = np.abs(cubic(x[four], k, len(k)) - exact)
            assert np.percentile(error, 98) <= allowed
    assert counts[0] < counts[1] < counts[2]


def test_a_motion_that_does_not_fit_keeps_its_span_and_says_so():
    times, rough = frame_times(0.0, 7200.0, 7200.0, 2_500_000 // 50, lambda t: (np.sin(9 * t)[:, None],) * 2)
    assert rough
    assert (times[0], times[-1], len(times)) == (0.0, 7200.0, 51)


def test_a_page_says_when_positions_are_left_out(result, monkeypatch):
    monkeypatch.setattr("snodo.views.scene.thinning.BUDGET", 9 * 10)
    scene = scene_of(result)
    assert scene["frames"] == 11
    assert re.search(r"shown with 11 positions", scene["notes"][0])


# ---------------------------------------------------------------- curves
def test_no_peak_of_a_long_series_is_lost():
    t = np.linspace(0.0, 100.0, 200_001)
    x = np.sin(t)
    x[123_457], x[77] = 30.0, -20.0
    found = thinned(t, x, POINTS, (0.0, 100.0))
    assert (found.max(), found.min(), len(found)) == (30.0, -20.0, POINTS)


@pytest.mark.parametrize("samples", [501, 1001, 2500, 4001])
def test_a_peak_of_one_sample_is_kept(samples):
    result = sn.simulate(pendulum(), 10.0, output=10.0 / (samples - 1), progress=False, error_bars=False)
    assert result.time.size == samples
    count = point_count(result.time, (0.0, 10.0))
    for k in (1, samples // 2, samples - 2):
        x = np.zeros(samples)
        x[k] = 1.0
        assert thinned(result.time, x, count, (0.0, 10.0)).max() == pytest.approx(1.0, abs=1e-6)


def test_curves_of_an_overlay_are_as_fine_as_the_finest():
    long = sn.simulate(pendulum(), 4.0, output=0.1, progress=False, error_bars=False)
    fine = sn.simulate(pendulum(), 1.0, output=0.005, progress=False, error_bars=False)
    assert scene_of(long, others=[("fine", fine)])["series"]["count"] == 801


def test_a_series_with_components_is_refused_with_their_names(result):
    with pytest.raises(sn.UnsupportedError, match=r"(?s)several components.*A\.fx, A\.fy, A\.torque"):
        scene_of(result, Wishes(curves=["A.reaction"]))


def test_gaps_stay_gaps():
    t = np.linspace(0.0, 1.0, 11)
    x = np.where((t > 0.35) & (t < 0.65), np.nan, t)
    found = thinned(t, x, 11, (0.0, 1.0))
    assert (np.isnan(found) == np.isnan(x)).all()
    after = thinned(t, t, 21, (0.0, 2.0))
    assert (np.isnan(after) == (np.arange(21) > 10)).all()


def test_curves_are_those_of_the_result(result):
    series = scene_of(result)["series"]
    data = unpacked(series["data"], series["count"])
    times = np.linspace(result.time[0], result.time[-1], series["count"])
    for k, one in enumerate(series["list"]):
        x = result[one["name"]].values * (180 / np.pi if one["unit"] == "°" else 1.0)
        np.testing.assert_allclose(data[:, k], np.interp(times, result.time, x), atol=2e-5 * (np.ptp(x) + 1e-9) + 1e-12)


def test_the_first_curves_are_the_effort_and_what_swings(result):
    series = scene_of(result)["series"]
    assert [series["list"][k]["name"] for k in series["shown"]] == ["motor.effort", "D.angle"]


def test_asked_curves_are_shown_and_misspelt_ones_refused(result):
    series = scene_of(result, Wishes(curves=["C.angle", "A.angle"]))["series"]
    assert [one["name"] for one in series["list"]] == ["C.angle", "A.angle"]
    with pytest.raises(sn.NameNotFound, match=r"C\.angle"):
        scene_of(result, Wishes(curves=["C.angel"]))


# ---------------------------------------------------------------- what is drawn
def test_poses_are_those_of_the_result(result):
    scene = scene_of(result)
    q = unpacked(scene["poses"], scene["frames"]).reshape(scene["frames"], -1, 3)
    times = scene["start"] + scene["step"] * np.arange(scene["frames"])
    for k, body in enumerate(scene["bodies"]):
        at = result.position(f"{body['name']}.com").values
        expected = np.column_stack([np.interp(times, result.time, column) for column in at.T])
        np.testing.assert_allclose(q[:, k, :2], expected, atol=2e-4)


def test_arrows_are_reactions_and_springs(result):
    scene = scene_of(result)
    found = {(a["name"], a["kind"]): a for a in scene["arrows"]}
    assert set(found) == {(j, "reaction") for j in "ABCD"} | {("s", "applied")}
    times = scene["start"] + scene["step"] * np.arange(scene["frames"])
    force = unpacked(found["B", "reaction"]["f"], scene["frames"])
    expected = [np.interp(times, result.time, result[f"B.f{axis}"].values) for axis in "xy"]
    np.testing.assert_allclose(force, np.column_stack(expected), atol=1e-4 * np.abs(expected).max())
    spring = found["s", "applied"]
    assert scene["bodies"][spring["body"]]["name"] == "coupler"
    assert "m" not in spring  # at its own end a spring has no moment
    pull = np.linalg.norm(unpacked(spring["f"], scene["frames"]), axis=1)
    length = np.interp(times, result.time, np.abs(result["s.force"].values))
    np.testing.assert_allclose(pull, length, atol=1e-3 * length.max())


def test_arrows_can_be_chosen(result):
    def named(wanted):
        return sorted({a["name"] for a in scene_of(result, Wishes(forces=wanted))["arrows"]})

    assert named(["C", "s"]) == ["C", "s"]
    assert named("B") == ["B"]
    assert named(()) == []
    with pytest.raises(sn.NameNotFound, match=r"no joint or force 'CC'"):
        named(["CC"])


def test_many_arrows_have_fewer_rows_than_the_motion_and_the_page_says_so(result, monkeypatch):
    whole = scene_of(result)
    assert whole["arrow_rows"] == whole["frames"]
    count = 5 * 2 * (whole["frames"] // 3)
    monkeypatch.setattr("snodo.views.scene.arrows.BUDGET", count)
    scene = scene_of(result)
    rows = scene["arrow_rows"]
    assert rows == whole["frames"] // 3
    assert f"Forces are shown at {rows} times" in " ".join(scene["notes"])
    times = np.linspace(0.0, 2.0, rows)
    for arrow in scene["arrows"]:
        if arrow["kind"] == "reaction":
            expected = [np.interp(times, result.time, result[f"{arrow['name']}.f{axis}"].values) for axis in "xy"]
            found = unpacked(arrow["f"], rows)
            np.testing.assert_allclose(found, np.column_stack(expected), atol=1e-4 * np.abs(expected).max())


def test_too_many_arrows_are_left_out_unless_they_are_chosen(result, monkeypatch):
    monkeypatch.setattr("snodo.views.scene.arrows.BUDGET", 30)
    scene = scene_of(result)
    assert scene["arrows"] == []
    assert re.search(r"Forces of 5 joints and forces at \d+ positions are too many.*forces=\[…\]", scene["notes"][-1])
    chosen = scene_of(result, Wishes(forces=["B"]))
    assert [arrow["name"] for arrow in chosen["arrows"]] == ["B"]


def test_shapes_that_are_alike_are_stored_once():
    m = sn.Mechanism("comb", gravity=(0, -9.81))
    for k in range(30):
        m.bar(f"b{k}", (k, 0), (k, -1), mass=1.0)
        m.revolute(f"J{k}", "ground", f"b{k}", at=(k, 0))
    scene = scene_of(sn.simulate(m, 0.2, progress=False))
    assert len(scene["marks"]) > 90
    assert len(scene["shapes"]) < 20
    assert {mark["s"] for mark in scene["marks"]} == set(range(len(scene["shapes"])))


def test_names_that_are_wanted_and_have_no_room_are_spoken_of():
    m = sn.Mechanism("comb", gravity=(0, -9.81))
    for k in range(61):
        m.bar(f"b{k}", (k, 0), (k, -1), mass=1.0)
        m.revolute(f"J{k}", "ground", f"b{k}", at=(k, 0))
    result = sn.simulate(m, 0.1, progress=False)
    assert "Names of more than 60 bodies" in " ".join(scene_of(result, Wishes(labels=True))["notes"])
    assert "Names of" not in " ".join(scene_of(result)["notes"])


def test_a_film_has_no_forces(result, tmp_path):
    with pytest.raises(sn.UnsupportedError, match="a film has no forces"):
        result.animate(tmp_path / "motion.gif", forces=["A"])


def test_a_torque_in_a_joint_to_the_ground_is_an_arrow():
    m = sn.Mechanism("arm", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("A", "arm", "ground", at=(0, 0))
    m.torque("T", joint="A", torque=2.0)
    scene = scene_of(sn.simulate(m, 0.2, progress=False))
    (arrow,) = (a for a in scene["arrows"] if a["name"] == "T")
    assert scene["bodies"][arrow["body"]]["name"] == "arm"
    assert np.abs(unpacked(arrow["m"], scene["frames"])) == pytest.approx(2.0, rel=1e-4)


def test_inverse_dynamics_begins_with_its_answer():
    times = np.linspace(0.0, 1.0, 51)
    found = sn.inverse_dynamics(pendulum(), {"A.angle": "0.3*sin(4*t)"}, times)
    series = scene_of(found)["series"]
    assert series["list"][series["shown"][0]]["name"] == "A.torque"


@pytest.mark.parametrize("speed", [0.0, -1.0, np.nan])
def test_speeds_are_positive(result, tmp_path, speed):
    with pytest.raises(sn.SnodoError, match="speed is"):
        sn.animate([result, result], tmp_path / "x.html", speed=speed)


def test_paths_can_be_chosen(result):
    def traced(wanted):
        return [t["name"] for t in scene_of(result, Wishes(trace=wanted))["traces"]]

    assert traced(()) == ["P"]
    assert traced(None) == []
    assert traced("C") == ["C"]
    with pytest.raises(sn.SnodoError, match="coupler"):
        traced("cuopler")


# ---------------------------------------------------------------- the page
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "x" * 500,
    "曲柄 مفصل",
    "../../etc/passwd",
    "&lt;b&gt;\"'`",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_data(name):
    m = sn.Mechanism(name, gravity=(0, -9.81))
    m.description = name
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    scene = scene_of(sn.simulate(m, 0.2, progress=False))
    page = page_of(scene)
    assert page.count("<script") == 3
    assert "<img" not in page
    inside = page.split('id="scene">')[1].split("</script>")[0]
    assert json.loads(inside)["name"] == m.name
    assert "<" not in as_json(scene)


def test_a_page_asks_nobody(result, tmp_path):
    text = result.animate(tmp_path / "motion.html").read_text()
    assert not re.search(r"(src|href)\s*=\s*[\"']?http|@import|url\(", text)
    assert "default-src 'none'" in text
    assert "connect-src" not in text


def test_ten_seconds_of_a_small_mechanism_are_small(tmp_path):
    result = sn.kinematics(four_bar(), 10.0)
    assert result.animate(tmp_path / "motion.html").stat().st_size < 400_000


# ---------------------------------------------------------------- several motions
def test_motions_are_overlaid_on_common_times(result, tmp_path):
    short = sn.kinematics(four_bar(), 1.0)
    scene = scene_of(result, others=[("short", short)])
    (copy,) = scene["copies"]
    rows = unpacked(copy["poses"], scene["frames"])
    times = scene["start"] + scene["step"] * np.arange(scene["frames"])
    assert (np.isnan(rows).all(axis=1) == (times > 1.0 + 1e-6)).all()
    first = unpacked(scene["poses"], scene["frames"])
    inside = times <= 1.0
    np.testing.assert_allclose(rows[inside], first[inside], atol=2e-3)
    assert sn.animate({"long": result, "short": short}, tmp_path / "both.html").exists()


def test_other_bodies_stand_in_a_grid(result, tmp_path):
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    other = sn.simulate(m, 0.5, progress=False)
    text = sn.animate([result, other], tmp_path / "grid.html").read_text()
    assert '"snodo scenes 1"' in text
    with pytest.raises(sn.UnsupportedError, match=r"(?s)different bodies.*grid"):
        sn.animate([result, other], tmp_path / "grid.html", layout="overlay")
    with pytest.raises(sn.SnodoError, match="layout is 'side'"):
        sn.animate([result, other], tmp_path / "grid.html", layout="side")
    with pytest.raises(sn.UnsupportedError, match="40 motions"):
        sn.animate([result] * 40, tmp_path / "grid.html")
    with pytest.raises(sn.SnodoError, match="no motions"):
        sn.animate([], tmp_path / "grid.html")
    with pytest.raises(sn.SnodoError, match="one result"):
        sn.animate(result, tmp_path / "grid.html")
    with pytest.raises(sn.SnodoError, match="not a result"):
        sn.animate([1.0], tmp_path / "grid.html")


# ---------------------------------------------------------------- notebooks
def test_a_notebook_shows_the_page_in_a_frame_of_its_own(result, monkeypatch):
    monkeypatch.setattr("snodo.views.scene.show.in_notebook", lambda: True)
    html = result.show(height=300)._repr_html_()
    assert html.startswith('<iframe sandbox="allow-scripts"')
    assert "height:300px" in html
    assert html.count('"') == 8  # nothing inside ends the attributes


def test_outside_a_notebook_the_browser_opens(result, monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    path = result.show()
    assert opened == [path.as_uri()]
    assert path.read_text().startswith("<!doctype html>")
