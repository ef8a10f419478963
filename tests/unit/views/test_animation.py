import os
import stat
import sys

import numpy as np
import pytest
from PIL import Image

import snodo as sn
from snodo.views import writers
from snodo.views.plane.animation import MOST_FRAMES, Film, timing_of, usual_speed
from snodo.views.plane.motion import Moving


def test_a_gif_has_its_frames_its_size_and_its_time(result, tmp_path):
    path = result.animate(tmp_path / "motion.gif", fps=10, speed=1.0, width=200, trace="P")
    gif = Image.open(path)
    assert gif.n_frames == 11
    assert gif.width == 200
    assert gif.info["duration"] == 100
    first = np.asarray(gif.convert("RGB")).astype(int)
    gif.seek(5)
    assert np.abs(np.asarray(gif.convert("RGB")).astype(int) - first).max() > 50


def test_a_short_motion_is_shown_in_slow_motion():
    assert usual_speed(np.array([0.0, 5.0])) == 1.0
    assert usual_speed(np.array([0.0, 0.03])) == pytest.approx(0.005)
    assert usual_speed(np.array([0.0, 0.2])) == pytest.approx(0.05)


def test_slow_motion_has_more_frames(result, tmp_path):
    gif = Image.open(result.animate(tmp_path / "slow.gif", fps=10, speed=0.5, width=120))
    assert gif.n_frames == 21


def test_a_page_has_neither_frames_per_second_nor_width(result, tmp_path):
    for option in ({"fps": 5}, {"width": 160}):
        with pytest.raises(sn.UnsupportedError, match=r"(?s)a page has no (fps|width).*omit"):
            result.animate(tmp_path / "motion.html", **option)


def test_a_film_has_no_curves(result, tmp_path):
    with pytest.raises(sn.UnsupportedError, match=r"(?s)a film has no curves.*motion\.html"):
        result.animate(tmp_path / "motion.gif", curves=["A.angle"])


@pytest.mark.parametrize("lasting", [0.5, 10.0, 1000.0])
@pytest.mark.parametrize("gif", [True, False])
def test_frames_are_even_in_time_and_not_too_many(lasting, gif):
    timing = timing_of(np.array([1.0, 1.0 + lasting]), 30.0, 2.0, gif)
    assert timing.times.size <= MOST_FRAMES
    np.testing.assert_allclose(np.diff(timing.times), 2.0 * timing.delay / 1000)
    assert 1.0 + lasting - timing.times[-1] < 2.0 * timing.delay / 1000
    if gif:
        assert timing.delay / 10 == pytest.approx(round(timing.delay / 10))


def film(result, trace):
    return Film(Moving(result), timing_of(result.time, 10.0, 1.0), trace, 200, labels=False)


def test_frames_are_traced_by_default(result):
    assert [found.name for found in film(result, ()).traces] == ["P"]
    assert film(result, None).traces == []
    assert [found.name for found in film(result, ["B", "C"]).traces] == ["B", "C"]


def test_the_trace_follows_its_point(result):
    """At every frame the growing line ends where the point is; it has more corners than there are frames."""
    moving = film(result, "P")
    for k, _ in enumerate(moving.frames()):
        x, y = moving.lines[0].get_data()
        z = moving.sketch.poses[k].point(*result.formulation.motion.place("P"))
        assert complex(x[-1], y[-1]) == pytest.approx(complex(z), abs=1e-12)
    assert len(x) >= result.time.size > moving.timing.times.size


def test_no_ffmpeg_says_what_to_do(result, tmp_path, monkeypatch):
    monkeypatch.setattr(writers.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(writers.shutil, "which", lambda name: None)
    with pytest.raises(sn.UnsupportedError, match=r"snodo\[video\].*\.gif or \.html"):
        result.animate(tmp_path / "motion.mp4")


@pytest.fixture
def fake_ffmpeg(tmp_path, monkeypatch):
    """A program that writes the command's size and the number of bytes it was given."""
    program = tmp_path / "ffmpeg"
    code = """import sys
size = sys.argv[sys.argv.index("-s") + 1]
open(sys.argv[-1], "w").write(f"{size} {len(sys.stdin.buffer.read())}")"""
    program.write_text(f"#!{sys.executable}\n{code}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(writers, "ffmpeg", lambda: os.fspath(program))
    return program


@pytest.mark.skipif(sys.platform == "win32", reason="the fake program is a script")
def test_ffmpeg_gets_all_frames_of_even_size(result, tmp_path, fake_ffmpeg):
    path = result.animate(tmp_path / "motion.mp4", fps=5, speed=1.0, width=151)
    size, count = path.read_text().split()
    width, height = map(int, size.split("x"))
    assert width % 2 == height % 2 == 0
    assert int(count) == 6 * 3 * width * height


@pytest.mark.skipif(sys.platform == "win32", reason="the fake program is a script")
def test_a_failing_ffmpeg_is_quoted(result, tmp_path, fake_ffmpeg):
    fake_ffmpeg.write_text(f"#!{sys.executable}\nimport sys; sys.stdin.buffer.read(); sys.exit('no such codec')\n")
    with pytest.raises(sn.FileError, match="no such codec"):
        result.animate(tmp_path / "motion.mp4", fps=5, width=100)


@pytest.mark.parametrize("options", [{"fps": 0}, {"speed": -1}, {"width": 3}])
def test_bad_numbers(result, tmp_path, options):
    with pytest.raises(sn.SnodoError, match=next(iter(options))):
        result.animate(tmp_path / "motion.gif", **options)


def test_unknown_ending(result, tmp_path):
    with pytest.raises(sn.FileError, match=r"\.gif, \.mp4 or \.html"):
        result.animate(tmp_path / "motion.avi")


def test_unknown_trace(result, tmp_path):
    with pytest.raises(sn.NameNotFound, match="'Q'"):
        result.animate(tmp_path / "motion.gif", trace="Q")
