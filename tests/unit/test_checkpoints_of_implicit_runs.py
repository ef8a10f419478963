"""Runs that solve the constraints themselves, or choose their integrator, stopped at random and continued."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.long_runs import differences, killed
from tests import mechanisms
from tests.agreement import singular_mechanisms as singular
from tests.unit.test_choosing import pin

import snodo as sn
from snodo.integrators.dae import run as dae
from snodo.integrators.ode import run as ode
from snodo.math import rows_on_disk
from snodo.simulation import choosing
from snodo.simulation.checkpoints import space
from snodo.simulation.checkpoints.keeper import RunKeeper
from snodo.simulation.checkpoints.long_run import waiting
from snodo.simulation.checkpoints.packing import unpacked

QUIET: dict[str, Any] = {"progress": False, "error_bars": False}
FORMULATIONS = ["planar", "tree", "spatial", "spatial_euler"]


class Stopping:
    """Pieces of random length, after some of which the run is interrupted, a few times in all."""

    def __init__(self, seed: int) -> None:
        self.rng, self.times = random.Random(seed), list[float]()
        self.longest, self.most = 60, 4

    def budget(self, *_: Any) -> int:
        """Evaluations of the next piece."""
        return self.rng.randrange(1, self.longest)

    def asks(self, t: float) -> bool:
        """Whether the run is to stop at t [s]."""
        asked = not self.times or (len(self.times) < self.most and self.rng.random() < 0.4)
        if asked:
            self.times.append(t)
        return asked


@pytest.fixture
def stopping(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Stopping:
    """Interrupts runs that are kept."""
    found, pause = Stopping(sum(map(ord, request.node.name))), RunKeeper.pause

    def stop(self: RunKeeper, work: Any, history: Any) -> None:
        self.pressed = [signal.SIGINT] if found.asks(float(work.clock[0])) else []
        pause(self, work, history)

    monkeypatch.setattr(RunKeeper, "pause", stop)
    for module in (ode, dae):
        monkeypatch.setattr(module, "affordable", found.budget)
        monkeypatch.setattr(module, "FIRST_AGAIN", 30)
    return found


def in_parts(first: Callable[[], sn.Result], folder: Path) -> sn.Result:
    """The run, resumed from its folder until it has finished."""
    result = first()
    while result.info["status"] == "interrupted":
        result = sn.resume(folder, progress=False)
    return result


def compare(m: sn.Mechanism, duration: float, folder: Path, **choices: Any) -> tuple[sn.Result, sn.Result]:
    """The run as a whole and in parts, which must be the same, and once more from its folder."""
    choices = {**QUIET, **choices}
    whole = sn.simulate(m, duration, **choices)
    result = in_parts(lambda: sn.simulate(m, duration, checkpoint=folder, **choices), folder)
    assert differences(whole, result) == []
    assert differences(whole, sn.resume(folder, progress=False)) == []
    return whole, result


def turning(m: sn.Mechanism) -> sn.Mechanism:
    m.initial["A.speed"] = 9.0
    return m


def pushed() -> sn.Mechanism:
    """A four-bar with a torque that bends at known times."""
    m = turning(mechanisms.crank_rocker())
    m.torque("push", sn.Table([0.0, 0.31, 0.32, 2.0], [0.0, 0.0, 5.0, 5.0], monotone=True), joint="A")
    return m


# ---------------------------------------------------------------- the same bits
RADAU = [sn.Radau(rtol=1e-7), sn.Radau(rtol=1e-6, index=2), sn.Radau(index=1), sn.Radau(index="stabilised")]
ALPHA = [
    sn.GeneralizedAlpha(step=1e-3),
    sn.GeneralizedAlpha(step=1e-3, index="stabilised", rho=0.5),
    sn.GeneralizedAlpha(step=1e-3, hht=True),
    sn.AdaptiveAlpha(rtol=1e-5),
    sn.AdaptiveAlpha(rtol=1e-5, index="stabilised"),
]


PLACES = [
    *((formulation, integrator) for formulation in FORMULATIONS for integrator in RADAU),
    *(("planar", integrator) for integrator in ALPHA),
    ("tree", ALPHA[3]),
    ("spatial", ALPHA[0]),
    ("spatial_euler", ALPHA[4]),
]


@pytest.mark.parametrize(("formulation", "integrator"), PLACES)
def test_a_run_in_parts_has_the_bits_of_a_whole_one(
    formulation: str, integrator: Any, tmp_path: Path, stopping: Stopping
) -> None:
    m = turning(mechanisms.crank_rocker())
    compare(m, 0.2, tmp_path / "run", formulation=formulation, integrator=integrator, output=0.004)
    assert stopping.times


@pytest.mark.parametrize(
    ("formulation", "integrator"),
    [*((formulation, RADAU[0]) for formulation in FORMULATIONS), ("planar", ALPHA[0]), ("spatial", ALPHA[3])],
)
def test_springs_as_rows_are_kept(formulation: str, integrator: Any, tmp_path: Path, stopping: Stopping) -> None:
    stopping.longest = 30  # the shortest of these runs has 55 evaluations
    whole, _ = compare(pin(1e7), 0.1, tmp_path / "run", formulation=formulation, integrator=integrator, output=0.001)
    assert stopping.times
    assert whole.info["steps"] > 20


@pytest.mark.parametrize(
    ("build", "formulation"),
    [
        (lambda: singular.change_point().mechanism, "planar"),
        (lambda: singular.three_cranks().mechanism, "tree"),
        (lambda: singular.askew_four_bar().mechanism, "spatial"),
        (mechanisms.bricard, "spatial"),
        (mechanisms.double_pendulum, "tree"),
        (mechanisms.spatial_slider_crank, "spatial_euler"),
        (pushed, "planar"),
        (mechanisms.sleigh, "planar"),
    ],
)
def test_what_runs_come_across_is_kept(
    build: Callable[[], sn.Mechanism], formulation: str, tmp_path: Path, stopping: Stopping
) -> None:
    """Singular positions, redundant rows, open trees, drivers, forces that jump, rows of velocities."""
    stopping.longest = 30  # some of these runs have few evaluations
    compare(build(), 1.5, tmp_path / "run", formulation=formulation, integrator=sn.Radau(rtol=1e-6), output=0.05)
    assert stopping.times


def test_iterations_with_the_whole_matrix_are_kept(tmp_path: Path, stopping: Stopping) -> None:
    """That matrix is not kept: it is filled anew whenever it is used."""
    stopping.most, stopping.longest = 12, 200
    whole, _ = compare(
        singular.change_point().mechanism, 2.0, tmp_path / "run", integrator=sn.Radau(rtol=1e-8), output=0.05
    )
    assert whole.info["whole_iterations"] > 0
    assert len(stopping.times) > 3


def test_error_bars_are_those_of_a_whole_run(tmp_path: Path, stopping: Stopping) -> None:
    choices = {"integrator": sn.Radau(rtol=1e-5), "error_bars": True}
    whole, result = compare(pin(1e7), 0.1, tmp_path / "run", **choices)
    assert result.twin is not None
    assert np.array_equal(whole.error("A.angle"), result.error("A.angle"))
    assert stopping.times


# ---------------------------------------------------------------- the choice of the integrator
@pytest.fixture
def changing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every motion were stiff at first, and none were later: runs change over twice and back twice."""
    monkeypatch.setattr(choosing, "FIRST", 500)
    monkeypatch.setattr(choosing, "LIMIT", 0.0)
    monkeypatch.setattr(choosing, "GAIN", 0.0)
    monkeypatch.setattr(choosing, "EASY", np.inf)
    monkeypatch.setattr(choosing, "SEGMENT", 40)


@pytest.mark.usefixtures("changing")
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_changes_of_the_integrator_are_kept(formulation: str, tmp_path: Path, stopping: Stopping) -> None:
    stopping.most, stopping.longest = 8, 400
    whole, result = compare(pin(1e4), 0.8, tmp_path / "run", formulation=formulation, tolerance=1e-7)
    assert whole.info["chosen"].count("no longer stiff") == 2
    assert result.info["chosen"] == whole.info["chosen"]
    assert len(stopping.times) > 3


def test_a_run_that_becomes_stiff_is_kept(tmp_path: Path, stopping: Stopping) -> None:
    stopping.most, stopping.longest = 10, 1500
    whole, _ = compare(pin(1e9), 0.5, tmp_path / "run", tolerance=1e-6)
    assert whole.info["chosen"].startswith("stiff at t =")
    assert stopping.times


@pytest.mark.usefixtures("changing")
def test_samples_of_all_parts_stay_on_disk(tmp_path: Path, stopping: Stopping, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = sn.simulate(pin(1e4), 0.8, tolerance=1e-7, output=1e-3, **QUIET)
    monkeypatch.setattr(rows_on_disk, "LARGE", 1000)
    monkeypatch.setattr(space, "LARGE", 1000)
    stopping.longest = 400
    folder = tmp_path / "run"
    kept = {"tolerance": 1e-7, "output": 1e-3, "checkpoint": folder, **QUIET}
    result = in_parts(lambda: sn.simulate(pin(1e4), 0.8, **kept), folder)
    assert isinstance(result.states, np.memmap)
    assert differences(whole, result) == []


@pytest.mark.usefixtures("changing")
def test_more_steps_may_be_allowed_later(tmp_path: Path) -> None:
    """The limit counts the steps of all parts."""
    kept = {"tolerance": 1e-7, "checkpoint": tmp_path / "run", **QUIET}
    whole = sn.simulate(pin(1e4), 0.8, tolerance=1e-7, **QUIET)
    before = 0.0
    for most in (60, 90, 140):
        with pytest.raises(sn.RunError, match=rf"largest allowed number of steps \({most}\) was reached") as error:
            sn.simulate(pin(1e4), 0.8, max_steps=most, **kept)
        info = error.value.result.info
        assert most <= info["steps"] + info["rejected"] <= most + choosing.TRIED
        assert before < waiting(tmp_path / "run").t == info["reached"]
        before = info["reached"]
    assert differences(whole, sn.simulate(pin(1e4), 0.8, **kept)) == []


@pytest.mark.usefixtures("changing")
def test_a_trial_that_reaches_the_end_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choosing, "TRIED", 100_000)
    whole, result = compare(pin(1e4), 0.3, tmp_path / "run", tolerance=1e-6)
    assert result.info["integrator"].startswith("Radau(")
    assert waiting(tmp_path / "run").t == whole.time[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is a signal")
@pytest.mark.usefixtures("changing")
def test_an_interrupted_trial_does_not_decide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while steps of Radau are tried ends the run before the look; it is made again."""
    whole = sn.simulate(pin(1e4), 0.8, tolerance=1e-7, **QUIET)
    pressed, pieces = list[bool](), dae.in_pieces

    def interrupted(piece: Any, *given: Any) -> Any:
        return pieces(lambda budget: press_once(piece, budget), *given)

    def press_once(piece: Any, budget: int) -> Any:
        if not pressed:
            pressed.append(True)
            for _ in range(2):
                os.kill(os.getpid(), signal.SIGINT)
        return piece(budget)

    monkeypatch.setattr(dae, "in_pieces", interrupted)
    kept = {"tolerance": 1e-7, "checkpoint": tmp_path / "run", **QUIET}
    first = sn.simulate(pin(1e4), 0.8, **kept)
    assert first.info["status"] == "interrupted"
    assert first.info["integrator"].startswith("DOP853(")
    assert differences(whole, sn.simulate(pin(1e4), 0.8, **kept)) == []


# ---------------------------------------------------------------- other processes
ELSEWHERE: dict[str, dict[str, Any]] = {
    "springs": {"formulation": "planar", "integrator": sn.Radau(rtol=1e-6)},
    "alpha": {"formulation": "planar", "integrator": sn.GeneralizedAlpha(step=1e-3)},
    "auto": {"formulation": "planar", "tolerance": 1e-6},
}


def _finish(folders: list[str]) -> None:
    for folder in folders:
        sn.resume(folder, progress=False).save(f"{folder}.nc")


def test_another_process_continues(tmp_path: Path, stopping: Stopping) -> None:
    """Machine code and arrays have other addresses there."""
    stopping.most, alone = 100, {}
    for name, choices in ELSEWHERE.items():
        alone[name] = sn.simulate(pin(1e9), 0.1, **choices, **QUIET)
        stopping.times.clear()
        stopping.longest = 1500 if name == "auto" else 60
        found = sn.simulate(pin(1e9), 0.1, checkpoint=tmp_path / name, **choices, **QUIET)
        assert found.info["status"] == "interrupted"
    while not unpacked(tmp_path / "auto" / "state")["course"]["implicit"]:
        sn.resume(tmp_path / "auto", progress=False)
    other = multiprocessing.get_context("spawn").Process(
        target=_finish, args=([str(tmp_path / name) for name in ELSEWHERE],)
    )
    other.start()
    other.join()
    assert other.exitcode == 0
    for name, whole in alone.items():
        assert differences(whole, sn.Result.load(tmp_path / f"{name}.nc")) == []


@pytest.mark.slow
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("integrator", ["radau", "adaptive_alpha", "auto", "changing"])
def test_twenty_kills_lose_nothing(formulation: str, integrator: str) -> None:
    found = killed(formulation, 20, duration=20.0, integrator=integrator)
    assert found.good, found
