"""Progress appears late, on terminals and in notebooks, in lines where they are asked for; it tells the time left."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo import progress, progress_displays
from snodo.errors import NameNotFound
from snodo.progress import Pace, ProgressBar, again, silence
from snodo.progress_displays import remaining


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(progress.VARIABLE, raising=False)


# ---------------------------------------------------------------- where it is shown
def test_nothing_before_the_delay() -> None:
    stream = Terminal()
    with ProgressBar(0.0, 10.0, delay=1e9, stream=stream) as bar:
        bar(5.0)
        assert stream.getvalue() == ""
    assert stream.getvalue() == ""


def test_nothing_unless_on_a_terminal() -> None:
    stream = io.StringIO()
    with ProgressBar(0.0, 10.0, delay=0.0, stream=stream) as bar:
        bar(5.0)
    assert stream.getvalue() == ""


def test_bar_shows_the_time_reached_and_goes() -> None:
    stream = Terminal()
    with ProgressBar(2.0, 12.0, label="swinging", delay=0.0, stream=stream) as bar:
        bar(4.5)
        assert stream.getvalue()
    assert "swinging t = 4.5 s" in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[1A\x1b[2K")  # up, and the line is empty again


def test_names_are_no_markup() -> None:
    stream = Terminal()
    with ProgressBar(0.0, 2.0, label="saving [bold]x.nc", things="MB", delay=0.0, stream=stream) as bar:
        bar(1.0)
    assert "saving [bold]x.nc 1 of 2 MB" in stream.getvalue()


def test_what_a_script_reads_stays_on_its_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function of the user may print while a bar is shown on the error stream."""
    read, shown = io.StringIO(), Terminal()
    monkeypatch.setattr(sys, "stdout", read)
    with ProgressBar(0.0, 1.0, delay=0.0, stream=shown) as bar:
        bar(0.5)
        print("a number")
    assert read.getvalue() == "a number\n"
    assert "a number" not in shown.getvalue()


def test_lines_if_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(progress.VARIABLE, "lines")
    stream = io.StringIO()
    with ProgressBar(0.0, 4.0, delay=0.0, stream=stream) as bar:
        bar(1.0)
        bar(2.0)  # too soon for another line
        later = time.monotonic() + 11.0
        monkeypatch.setattr(progress_displays.time, "monotonic", lambda: later)
        bar(3.0)
    first, second = stream.getvalue().splitlines()
    assert first.startswith("simulating t = 1 s, 25 %")
    assert second.startswith("simulating t = 3 s, 75 %")
    assert second.endswith("s left")


def test_nothing_if_it_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(progress.VARIABLE, "OFF")
    stream = Terminal()
    with ProgressBar(0.0, 4.0, delay=0.0, stream=stream) as bar:
        bar(1.0)
    assert stream.getvalue() == ""


def test_an_unknown_mode_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(progress.VARIABLE, "line")
    with pytest.raises(NameNotFound, match="did you mean 'lines'"), ProgressBar(0.0, 1.0):
        pass
    monkeypatch.undo()
    monkeypatch.delenv(progress.VARIABLE, raising=False)
    stream = Terminal()
    with ProgressBar(0.0, 1.0, delay=0.0, stream=stream) as bar:  # nothing is left of the failed one
        bar(0.5)
    assert stream.getvalue()


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What IPython would show, in a process that pretends to be the kernel of a notebook."""
    shown: list[str] = []
    ipython, display = ModuleType("IPython"), ModuleType("IPython.display")
    ipython.get_ipython = lambda: SimpleNamespace(kernel=object())  # type: ignore[attr-defined]
    display.HTML = str  # type: ignore[attr-defined]
    display.display = lambda html, display_id: SimpleNamespace(update=shown.append)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    return shown


def test_a_notebook_shows_an_element_that_becomes_empty(notebook: list[str]) -> None:
    with ProgressBar(0.0, 4.0, label="<b>", delay=0.0, stream=io.StringIO()) as bar:
        bar(1.0)
    assert '<progress value="0.2500" max="1">' in notebook[0]
    assert "&lt;b&gt; t = 1 s, 25 %" in notebook[0]
    assert notebook[-1] == ""


# ---------------------------------------------------------------- bars in bars
def test_of_bars_inside_one_another_the_first_is_shown() -> None:
    outer, inner = Terminal(), Terminal()
    with ProgressBar(0.0, 4.0, delay=0.0, stream=outer) as first:
        with ProgressBar(0.0, 1.0, delay=0.0, stream=inner) as second:
            second(0.5)
        first(2.0)
    assert inner.getvalue() == ""
    assert "t = 2 s" in outer.getvalue()


def test_silence() -> None:
    stream = Terminal()
    with silence(), ProgressBar(0.0, 4.0, delay=0.0, stream=stream) as bar:
        bar(1.0)
    assert stream.getvalue() == ""
    with silence(False), ProgressBar(0.0, 4.0, delay=0.0, stream=stream) as bar:
        bar(1.0)
    assert stream.getvalue()


def test_parts_and_items() -> None:
    class Noting(ProgressBar):
        def __call__(self, reached: float) -> None:
            seen.append(reached)

    seen: list[float] = []
    bar = Noting(0.0, 4.0)
    bar.part(2, 10.0, 20.0)(15.0)
    bar.part(2, 10.0, 20.0)(99.0)
    assert seen == [2.5, 3.0]
    seen.clear()
    assert list(bar.over("abcd")) == list("abcd")
    assert seen == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_another_work_has_a_pace_of_its_own() -> None:
    bar = ProgressBar(0.0, 4.0)
    assert again(bar, "estimating the error") is bar
    assert bar.label == "estimating the error"
    assert again(None, "x") is again(lambda t: None, "x") is None


# ---------------------------------------------------------------- the time left
def test_a_steady_pace_is_continued() -> None:
    pace = Pace(0.0)
    for k in range(1, 61):
        pace.note(k, k / 100)
    assert pace.left(60.0, 0.6) == pytest.approx(40.0)


def test_the_recent_pace_counts() -> None:
    """A tenth in the first 50 s, three tenths in the next 50 s: the six tenths that are left take 100 s."""
    pace = Pace(0.0)
    for k in range(1, 51):
        pace.note(k, 0.002 * k)
    for k in range(51, 101):
        pace.note(k, 0.1 + 0.006 * (k - 50))
    assert pace.left(100.0, 0.4) == pytest.approx(100.0, rel=0.05)


def test_many_marks_are_thinned() -> None:
    pace = Pace(0.0)
    for k in range(1, 100_001):
        pace.note(0.01 * k, k / 200_000)
    assert len(pace._marks) <= Pace.MOST + 1
    assert pace.left(1000.0, 0.5) == pytest.approx(1000.0, rel=0.02)


def test_no_pace_no_time() -> None:
    pace = Pace(0.0)
    pace.note(5.0, 0.0)
    assert pace.left(5.0, 0.0) is None


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, ""),
        (0.4, "0 s left"),
        (59.4, "59 s left"),
        (200.0, "3 min 20 s left"),
        (7500.0, "2 h 05 min left"),
        (3.5 * 86400, "3.5 days left"),
    ],
)
def test_time_left_in_words(seconds: float | None, words: str) -> None:
    assert remaining(seconds) == words


# ---------------------------------------------------------------- all long work tells its progress
@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, list[float]]]:
    """What each work tells, by its label, as fractions."""
    found: dict[str, list[float]] = {}

    def note(self: ProgressBar, reached: float) -> None:
        if progress._ENTERED[:1] == [self]:
            found.setdefault(self.label, []).append(self._fraction(reached))

    monkeypatch.setattr(ProgressBar, "__call__", note)
    yield found
    assert progress._ENTERED == []


def pendulum() -> Any:
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (1, 0), mass=1)
    m.revolute("A", "ground", "arm", at=(0, 0))
    return m


def driven() -> Any:
    m = pendulum()
    m.driver("motor", joint="A", speed="60 rpm")
    return m


TIMES = np.linspace(0.0, 1.0, 30)
WORKS = {
    "following the drivers": lambda **how: sn.kinematics(driven(), 1.0, output=0.01, **how),
    "inverse dynamics": lambda **how: sn.inverse_dynamics(pendulum(), {"A.angle": "t"}, TIMES, **how),
    "inverse kinematics": lambda **how: sn.inverse_kinematics(
        pendulum(), {"A.angle": np.linspace(0, 1, 600)}, times=np.linspace(0, 1, 600), **how
    ),
    "simulating": lambda **how: sn.simulate(pendulum(), 0.5, initial={"A.angle": [0.1, 0.2, 0.3]}, **how),
    "planar × projection": lambda **how: sn.compare(
        pendulum(), 0.1, formulations=["planar"], methods=["projection"], **how
    ),
    "trammel: planar × projection × auto × default,": lambda **how: sn.verify(
        "trammel", quick=True, formulations="planar", **how
    ),
    "root locus": lambda **how: sn.root_locus(lambda x: (pendulum(), {"A.angle": x}), [-1.6, -1.5], **how),
}


@pytest.mark.parametrize("label", WORKS)
def test_analyses_tell_their_progress_unless_it_is_refused(label: str, told: dict[str, list[float]]) -> None:
    WORKS[label](progress=False)
    assert told == {}
    WORKS[label]()
    near = next((word for word in told if word.startswith(label[:12])), None)
    assert near is not None, told.keys()
    assert min(told[near]) >= 0.0
    assert max(told[near]) <= 1.0
    assert told[near] == sorted(told[near])


def test_files_tell_their_progress(tmp_path: Any, told: dict[str, list[float]]) -> None:
    result = sn.simulate(pendulum(), 0.2, progress=False)
    result.save(tmp_path / "run.nc")
    result.to_csv(tmp_path / "run.csv")
    result.animate(tmp_path / "run.gif", fps=10)
    assert told["saving run.nc"][-1] == pytest.approx(1.0)
    assert told["writing run.csv"][0] == 0.0
    assert told["drawing"][-1] == 1.0


def test_a_requested_estimate_of_the_error_tells_its_progress(told: dict[str, list[float]]) -> None:
    sn.simulate(pendulum(), 2000.0, output=1.0, error_bars=True)
    assert {"simulating", "estimating the error"} <= told.keys()


# ---------------------------------------------------------------- driven motions in pieces
def test_pieces_do_not_change_a_driven_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = sn.kinematics(driven(), 2.0, output=0.01)
    monkeypatch.setattr("snodo.analyses.kinematics.kinematics.FEWEST_ROWS", 3)
    monkeypatch.setattr("snodo.analyses.kinematics.kinematics.PIECE", 0.0)
    pieces = sn.kinematics(driven(), 2.0, output=0.01)
    assert (whole.states == pieces.states).all()
    assert (whole.works == pieces.works).all()


def test_ctrl_c_keeps_what_was_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(self: ProgressBar, reached: float) -> None:
        if reached > 0.5:
            raise KeyboardInterrupt

    monkeypatch.setattr(ProgressBar, "__call__", stop)
    monkeypatch.setattr("snodo.analyses.kinematics.kinematics.PIECE", 0.0)
    piece = sn.kinematics(driven(), 2.0, output=0.01)
    monkeypatch.undo()
    assert piece.info["status"] == "interrupted"
    assert 0.5 < piece.time[-1] < 2.0
    assert piece.info["reached"] == piece.time[-1]
    whole = sn.kinematics(driven(), 2.0, output=0.01)
    assert (piece.states == whole.states[: piece.time.size]).all()
