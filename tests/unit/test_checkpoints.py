"""Runs that are kept on disk: killed, interrupted, damaged, on full disks, of another mechanism."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.long_runs import differences, killed
from click.testing import CliRunner
from tests import mechanisms
from tests.agreement import singular_mechanisms as singular

import snodo as sn
from snodo.cli.main import main
from snodo.constraint_methods.bound import Bound
from snodo.constraint_methods.dense import DenseBound
from snodo.integrators.ode import run as loop
from snodo.math import rows_on_disk
from snodo.results.files import result_file
from snodo.simulation.checkpoints import folder as folders
from snodo.simulation.checkpoints import sameness, space
from snodo.simulation.checkpoints.keeper import RunKeeper
from snodo.simulation.checkpoints.long_run import waiting
from snodo.simulation.checkpoints.packing import packed, unpacked

QUIET: dict[str, Any] = {"progress": False, "error_bars": False}


def four_bar() -> sn.Mechanism:
    m = mechanisms.crank_rocker()
    m.initial["A.speed"] = 9.0
    return m


@pytest.fixture
def stopping(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Runs that are interrupted after their first piece, of about eight steps; the list has the times reached."""
    reached: list[float] = []
    pause = RunKeeper.pause

    def stop(self: RunKeeper, work: Any, history: Any) -> None:
        reached.append(float(work.clock[0]))
        self.pressed = [signal.SIGINT]
        pause(self, work, history)

    monkeypatch.setattr(RunKeeper, "pause", stop)
    monkeypatch.setattr(loop, "affordable", lambda *_: 100)
    return reached


def in_parts(simulate: Callable[[], sn.Result]) -> sn.Result:
    """Call it until the run has finished."""
    while (result := simulate()).info["status"] == "interrupted":
        pass
    return result


# ---------------------------------------------------------------- the same bits
@pytest.mark.parametrize(
    ("m", "formulation", "method"),
    [
        (four_bar(), "planar", "projection"),
        (four_bar(), "tree", "projection"),
        (four_bar(), "tree", "baumgarte"),
        (four_bar(), "planar", "embedding"),
        (four_bar(), "planar", sn.Embedding(reduced=True)),
        (four_bar(), "planar", sn.Embedding(independent=("A",))),
        (singular.change_point().mechanism, "planar", "projection"),
        (singular.three_cranks().mechanism, "tree", "projection"),
        (mechanisms.double_pendulum(), "spatial", "projection"),
    ],
)
def test_a_run_in_parts_has_the_bits_of_a_whole_one(
    m: sn.Mechanism, formulation: str, method: Any, tmp_path: Path, stopping: list[float]
) -> None:
    choices = {"formulation": formulation, "method": method, "output": 0.02, **QUIET}
    whole = sn.simulate(m, 1.5, **choices)
    result = in_parts(lambda: sn.simulate(m, 1.5, checkpoint=tmp_path / "run", **choices))
    assert len(stopping) > 3
    assert differences(whole, result) == []
    assert differences(whole, sn.resume(tmp_path / "run", progress=False)) == []


@pytest.mark.parametrize("method", [sn.Embedding(), sn.QuasiVelocities(reduced=True)], ids=repr)
def test_pivots_chosen_anew_are_kept(
    method: Any, tmp_path: Path, stopping: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a run consists of several, one after the other."""
    chosen: list[float] = []
    original = DenseBound.choose_again

    def again(self: DenseBound, status: int, y: np.ndarray, t: float) -> bool:
        chosen.append(t)
        return original(self, status, y, t)

    monkeypatch.setattr(DenseBound, "choose_again", again)
    choices = {"formulation": "spatial", "method": method, "output": 0.02, **QUIET}
    whole = sn.simulate(mechanisms.double_pendulum(), 1.0, **choices)
    assert chosen
    result = in_parts(lambda: sn.simulate(mechanisms.double_pendulum(), 1.0, checkpoint=tmp_path / "run", **choices))
    assert stopping[-1] > chosen[0]
    assert differences(whole, result) == []


def test_resume_goes_on_where_it_was(tmp_path: Path, stopping: list[float]) -> None:
    first = sn.simulate(four_bar(), 1.0, checkpoint=tmp_path / "run", **QUIET)
    assert first.info["status"] == "interrupted"
    assert waiting(tmp_path / "run").t == first.info["reached"] == stopping[0]
    second = sn.resume(tmp_path / "run", progress=False)
    assert second.info["reached"] == stopping[1] > stopping[0]
    assert np.array_equal(second.states[: len(first.states)], first.states)


def test_error_bars_are_those_of_a_whole_run(tmp_path: Path, stopping: list[float]) -> None:
    whole = sn.simulate(four_bar(), 0.5, progress=False)
    result = in_parts(lambda: sn.simulate(four_bar(), 0.5, progress=False, checkpoint=tmp_path / "run"))
    assert result.twin is not None
    assert differences(whole, result) == []
    assert np.array_equal(whole.error("A.angle"), result.error("A.angle"))


def test_a_run_from_a_state_can_be_resumed(tmp_path: Path, stopping: list[float]) -> None:
    before = sn.simulate(four_bar(), 0.3, **QUIET)
    whole = sn.simulate(four_bar(), 1.0, start=before, **QUIET)
    sn.simulate(four_bar(), 1.0, start=before, checkpoint=tmp_path / "run", **QUIET)
    result = in_parts(lambda: sn.resume(tmp_path / "run", progress=False))
    assert result.time[0] == before.time[-1]
    assert differences(whole, result) == []


def test_more_steps_may_be_allowed_later(tmp_path: Path) -> None:
    whole = sn.simulate(four_bar(), 1.0, **QUIET)
    with pytest.raises(sn.RunError, match="largest allowed number of steps"):
        kept(tmp_path, duration=1.0, max_steps=50)
    assert 0.0 < waiting(tmp_path / "run").t < 1.0
    assert differences(whole, kept(tmp_path, duration=1.0)) == []


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by a signal")
def test_killed_processes_lose_nothing() -> None:
    found = killed("planar", 2, seed=5, duration=20.0)
    assert found.good, found


@pytest.mark.slow
@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_twenty_kills_lose_nothing(formulation: str) -> None:
    found = killed(formulation, 20)
    assert found.good, found
    assert found.kills == 20


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is a signal")
def test_control_c_leaves_a_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "PIECE_SECONDS", 0.005)
    original = RunKeeper._write_rows
    pressed: list[float] = []

    def press(self: RunKeeper, work: Any) -> None:
        original(self, work)
        if not pressed and work.clock[0] > 0.5:
            pressed.append(float(work.clock[0]))
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(RunKeeper, "_write_rows", press)
    before = signal.getsignal(signal.SIGINT)
    result = sn.simulate(four_bar(), 1000.0, checkpoint=tmp_path / "run", **QUIET)
    assert result.info["status"] == "interrupted"
    assert waiting(tmp_path / "run").t == result.info["reached"] >= pressed[0] > 0.5
    assert signal.getsignal(signal.SIGINT) is before


# ---------------------------------------------------------------- many samples
def test_many_samples_stay_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopping: list[float]) -> None:
    m = singular.change_point().mechanism
    whole = sn.simulate(m, 1.5, output=1e-3, **QUIET)
    monkeypatch.setattr(rows_on_disk, "LARGE", 1000)
    monkeypatch.setattr(rows_on_disk, "BLOCK", 2000)
    monkeypatch.setattr(space, "LARGE", 1000)
    result = in_parts(lambda: sn.simulate(m, 1.5, output=1e-3, checkpoint=tmp_path / "run", **QUIET))
    assert isinstance(result.states, np.memmap)
    assert isinstance(result.found["multiplier"], np.memmap)
    assert result.singular_passes
    assert differences(whole, result) == []
    assert sorted(os.listdir(tmp_path / "run")) == ["lock", "run", "samples", "state"]
    unasked = sn.simulate(m, 1.5, output=1e-3, checkpoint=tmp_path / "run", progress=False)
    assert "rows are on disk" in unasked.info["accuracy"]["reason"]


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[sn.Result, sn.Result]:
    """A result in memory, and the same on disk."""
    m = singular.change_point().mechanism
    whole = sn.simulate(m, 1.5, output=1e-3, **QUIET)
    monkeypatch.setattr(rows_on_disk, "LARGE", 1000)
    monkeypatch.setattr(rows_on_disk, "BLOCK", 2000)
    return whole, sn.simulate(m, 1.5, output=1e-3, checkpoint=tmp_path / "run", **QUIET)


def test_samples_on_disk_are_saved_block_by_block(
    large: tuple[sn.Result, sn.Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, result = large
    longest: list[int] = []
    original = rows_on_disk.blocks

    def watched(rows: np.ndarray) -> Iterator[slice]:
        for part in original(rows):
            longest.append(rows[part].size if rows_on_disk.on_disk(rows) else 0)
            yield part

    monkeypatch.setattr(result_file, "blocks", watched)
    result.save(tmp_path / "parts.nc")
    assert 0 < max(longest) <= 2000
    assert len(longest) > 20
    assert differences(sn.Result.load(whole.save(tmp_path / "whole.nc")), sn.Result.load(tmp_path / "parts.nc")) == []
    assert whole.save(tmp_path / "whole.csv").read_text() == result.save(tmp_path / "parts.csv").read_text()
    assert [name for name in os.listdir(tmp_path / "run") if name.startswith(".snodo-")] == []


def test_a_file_of_samples_on_disk_replaces_another_as_a_whole(
    large: tuple[sn.Result, sn.Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result, path = large[1], tmp_path / "run.nc"
    path.write_bytes(b"before")
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    with pytest.raises(
        sn.FileError, match=r"No space left on device; the existing file is unchanged\s.*free some space"
    ):
        result.save(path)
    gap = replace(result, states=np.array(result.states))
    gap.states[3, 2] = np.nan
    with pytest.raises(sn.FileError, match="1 values of 'q' are not finite numbers"):
        gap.save(path)
    assert path.read_bytes() == b"before"
    assert sorted(os.listdir(tmp_path)) == ["run", "run.nc"]


def _saved_on_a_full_disk(result: sn.Result, path: Path) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        result.save(path)
    except sn.FileError as error:
        os._exit(7 if "cannot be written" in str(error) else 8)
    os._exit(9)


@pytest.mark.skipif(sys.platform == "win32", reason="the limit is of Unix")
@pytest.mark.parametrize("name", ["run.nc", "run.csv"])
def test_a_disk_that_becomes_full_leaves_what_was_there(
    large: tuple[sn.Result, sn.Result], tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_bytes(b"before")
    child = multiprocessing.get_context("fork").Process(target=_saved_on_a_full_disk, args=(large[1], tmp_path / name))
    child.start()
    child.join()
    assert child.exitcode == 7
    assert (tmp_path / name).read_bytes() == b"before"
    assert sorted(os.listdir(tmp_path)) == sorted(["run", name])


def test_samples_that_do_not_fit_on_the_disk_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    with pytest.raises(sn.FileError, match=r"the samples take 72\.\d kB; 1 kB are free on the disk"):
        sn.simulate(four_bar(), 1.0, checkpoint=tmp_path / "run", **QUIET)


# ---------------------------------------------------------------- other runs
def kept(path: Path, **choices: Any) -> sn.Result:
    return sn.simulate(four_bar(), **{"duration": 0.1, "checkpoint": path / "run", **QUIET, **choices})


def heavier() -> sn.Mechanism:
    m = four_bar()
    m.bodies["crank"].mass = 7.0
    return m


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"method": "baumgarte"}, r"its method is Projection\(.*\), not Baumgarte\("),
        ({"integrator": sn.RK4(step=1e-3)}, r"its integrator is Auto\(.*\), not RK4\("),
        ({"tolerance": 1e-6}, r"its integrator is Auto\(rtol=1e-08.*not Auto\(rtol=1e-06"),
        ({"formulation": "tree"}, "its formulation is planar, not tree"),
        ({"duration": 0.2}, r"its output is 0 to 0\.1 s in 501 rows, not 0 to 0\.2 s in 501 rows"),
        ({"initial": {"A.speed": 5.0}}, r"it starts with .* = .*, not "),
    ],
)
def test_another_run_is_refused(change: dict[str, Any], words: str, tmp_path: Path) -> None:
    kept(tmp_path)
    with pytest.raises(sn.UnsupportedError, match=words):
        kept(tmp_path, **change)


def test_another_mechanism_is_refused(tmp_path: Path) -> None:
    kept(tmp_path)
    with pytest.raises(sn.UnsupportedError, match=r"its mechanism differs: it has '.*mass.*', not '.*mass: 7.*'"):
        sn.simulate(heavier(), 0.1, checkpoint=tmp_path / "run", **QUIET)


def test_another_version_and_another_processor_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path)
    monkeypatch.setattr(sameness, "processor", lambda: "z80")
    monkeypatch.setattr(sameness, "__version__", "0.0.1")
    with pytest.raises(sn.UnsupportedError) as error:
        sn.resume(tmp_path / "run")
    told = str(error.value)
    assert "it was made with snodo" in told
    assert "this is 0.0.1" in told
    assert "this processor is z80" in told


def test_other_numbers_in_the_equations_are_refused(tmp_path: Path) -> None:
    kept(tmp_path)
    path = tmp_path / "run" / "state"
    path.write_bytes(packed({**unpacked(path), "fresh": "0" * 64}))
    with pytest.raises(sn.UnsupportedError, match="the equations have other numbers"):
        kept(tmp_path)


# ---------------------------------------------------------------- what cannot be kept
def test_functions_in_python_are_refused(tmp_path: Path) -> None:
    m = four_bar()
    m.torque("push", sn.PythonFunction(lambda t: float(f"{t:.3f}"), lambda t: 1.0, lambda t: 0.0), joint="A")
    with pytest.raises(sn.UnsupportedError, match=r"cannot hold the Python function of .*'push'.*\s.*as a formula"):
        sn.simulate(m, 0.1, checkpoint=tmp_path / "run", **QUIET)
    assert not (tmp_path / "run").exists()


def test_formulas_are_kept(tmp_path: Path, stopping: list[float]) -> None:
    m = four_bar()
    m.torque("push", "3 * sin(7 * t)", joint="A")
    whole = sn.simulate(m, 0.5, **QUIET)
    result = in_parts(lambda: sn.simulate(m, 0.5, checkpoint=tmp_path / "run", **QUIET))
    assert differences(whole, result) == []
    assert differences(whole, sn.resume(tmp_path / "run", progress=False)) == []


@dataclass(frozen=True)
class Own(sn.ConstraintMethod, abstract=True):
    name = "own"

    def bind(self, formulation: Any, q: np.ndarray, v: np.ndarray, t: float = 0.0) -> Any:
        class OwnBound(Bound):
            pass

        found = super().bind(formulation, q, v, t)
        return OwnBound(self, formulation, found.rate, found.correct)


def test_methods_that_may_keep_something_are_refused(tmp_path: Path) -> None:
    with pytest.raises(sn.UnsupportedError, match=r"Own\(\) may keep something that a checkpoint does not know"):
        kept(tmp_path, method=Own())


def test_batches_are_refused(tmp_path: Path) -> None:
    with pytest.raises(sn.UnsupportedError, match=r"a batch has no checkpoint\s.*one after the other"):
        sn.simulate(four_bar(), 0.1, initial={"A.speed": [1.0, 2.0]}, checkpoint=tmp_path / "run")


def test_where_a_tree_is_cut_is_kept(tmp_path: Path) -> None:
    result = sn.simulate(sn.Tree(four_bar(), cut=["B"]), 0.1, checkpoint=tmp_path / "run", **QUIET)
    assert result.info["cut_joints"] == ["B"]
    assert differences(result, sn.resume(tmp_path / "run", progress=False)) == []


def test_bad_choices_are_told(tmp_path: Path) -> None:
    with pytest.raises(sn.SnodoError, match="checkpoint_every is given without a checkpoint"):
        sn.simulate(four_bar(), 0.1, checkpoint_every=1.0)
    with pytest.raises(sn.SnodoError, match=r"checkpoint_every = -1 is not a time"):
        kept(tmp_path, checkpoint_every=-1)
    (tmp_path / "file").write_text("x")
    with pytest.raises(sn.FileError, match="is a file; a checkpoint is a folder"):
        kept(tmp_path, checkpoint=tmp_path / "file")
    with pytest.raises(sn.FileError, match="has other things in it than a checkpoint: file"):
        kept(tmp_path, checkpoint=tmp_path)
    with pytest.raises(sn.FileError, match="there is no folder"):
        kept(tmp_path, checkpoint=tmp_path / "none" / "run")
    with pytest.raises(sn.FileError, match="there is no checkpoint"):
        sn.resume(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    with pytest.raises(sn.FileError, match="has no checkpoint in it"):
        sn.resume(tmp_path / "empty")


def test_two_processes_do_not_share_a_checkpoint(tmp_path: Path) -> None:
    with (
        folders.Folder(tmp_path / "run"),
        pytest.raises(sn.FileError, match=r"another process \(.*\) is using the checkpoint"),
    ):
        kept(tmp_path)


# ---------------------------------------------------------------- on the command line
def test_commands_keep_and_resume_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopping: list[float]) -> None:
    monkeypatch.chdir(tmp_path)
    sn.save(four_bar(), "four_bar.yaml")
    words = ["run", "four_bar.yaml", "--duration", "0.5", "--no-error-bars", "--save"]
    alone = CliRunner().invoke(main, [*words, "alone.nc"])
    assert alone.exit_code == 0, alone.output
    first = CliRunner().invoke(main, [*words, "parts.nc", "--checkpoint", "run", "--checkpoint-every", "1 s"])
    assert first.exit_code == 130, first.output
    assert "snodo resume run goes on from there" in first.output
    assert waiting("run").t == stopping[0]
    while (last := CliRunner().invoke(main, ["resume", "run", "--save", "parts.nc"])).exit_code == 130:
        pass
    assert last.exit_code == 0, last.output
    assert f"going on from t = {stopping[-1]:g} s of 0.5 s" in last.output
    assert differences(sn.Result.load("alone.nc"), sn.Result.load("parts.nc")) == []


def test_commands_refuse_contradictions(tmp_path: Path) -> None:
    for words, told in (
        (["run", "x.yaml", "--checkpoint-every", "1"], "--checkpoint-every needs --checkpoint"),
        (
            ["run", "x.yaml", "--kinematics", "--checkpoint", "run"],
            "does not integrate: leave out --checkpoint",
        ),
        (["resume", "run", "--series", "A.angle"], "--series needs --csv"),
    ):
        found = CliRunner().invoke(main, words)
        assert found.exit_code == 2
        assert told in found.output
    found = CliRunner().invoke(main, ["resume", str(tmp_path / "none")])
    assert found.exit_code == 3
    assert "there is no checkpoint" in found.output


# ---------------------------------------------------------------- damage and full disks
def test_damage_is_noticed(tmp_path: Path, stopping: list[float]) -> None:
    kept(tmp_path, duration=1.0)
    rng = random.Random(3)
    for name in ("run", "state", "samples"):
        path = tmp_path / "run" / name
        whole = path.read_bytes()
        for _ in range(8):
            k = rng.randrange(len(whole))
            path.write_bytes(
                rng.choice((whole[:k], whole[:k] + bytes([whole[k] ^ 1 << rng.randrange(8)]) + whole[k + 1 :]))
            )
            with pytest.raises(sn.FileError, match=r"damaged|shorter|not a checkpoint"):
                kept(tmp_path, duration=1.0)
        path.write_bytes(whole)
    assert kept(tmp_path, duration=1.0).info["reached"] == stopping[-1]


def test_what_a_killed_process_left_is_cut_off(tmp_path: Path, stopping: list[float]) -> None:
    whole = sn.simulate(four_bar(), 1.0, **QUIET)
    kept(tmp_path, duration=1.0)
    with (tmp_path / "run" / "samples").open("ab") as file:
        file.write(b"half a row")
    (tmp_path / "run" / ".snodo-x.tmp").write_bytes(b"half a state")
    result = in_parts(lambda: kept(tmp_path, duration=1.0))
    assert differences(whole, result) == []
    assert not (tmp_path / "run" / ".snodo-x.tmp").exists()


def _on_a_full_disk(path: Path, room: int) -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    with contextlib.suppress(KeyboardInterrupt):
        try:
            sn.simulate(four_bar(), 3.0, checkpoint=path / "run", checkpoint_every=0, **QUIET)
        except sn.FileError as error:
            told = str(error)
            fine = "no checkpoint could be written (the one at t = " in told and "free some space" in told
            os._exit(7 if fine else 8)
    os._exit(9)


@pytest.mark.skipif(sys.platform == "win32", reason="the limit is of Unix")
def test_a_full_disk_keeps_the_last_good_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "affordable", lambda *_: 60)
    whole = sn.simulate(four_bar(), 3.0, **QUIET)
    child = multiprocessing.get_context("fork").Process(target=_on_a_full_disk, args=(tmp_path, 40_000))
    child.start()
    child.join()
    assert child.exitcode == 7
    assert 0.0 < waiting(tmp_path / "run").t < 3.0
    result = sn.simulate(four_bar(), 3.0, checkpoint=tmp_path / "run", **QUIET)
    assert differences(whole, result) == []
