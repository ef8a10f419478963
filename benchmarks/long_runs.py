"""Long runs killed at random and continued: the end must have the same bits as without.

    python -m benchmarks.long_runs                       planar, tree and spatial, twenty kills each
    python -m benchmarks.long_runs --kills 5 planar
    python -m benchmarks.long_runs --integrator radau    a slider-crank with an elastic pin of 1e9 N/m
    python -m benchmarks.long_runs --integrator auto     the same, which goes over to Radau
    python -m benchmarks.long_runs --integrator changing as if it were stiff only at times: over twice, and back twice

Every part of the run is a process of its own, killed by SIGKILL at a random moment; every fourth one is started anew,
the others are forked.  It writes checkpoints as often as it can, so that many kills come while one is being written,
and tells every time after it has saved.  Counted are kills, those that came before a first checkpoint, and times that
were told and then lost: these must be none.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import numpy as np

import snodo as sn

FORMULATIONS = ("planar", "tree", "spatial")
INTEGRATORS = ("dop853", "radau", "adaptive_alpha", "auto", "changing")
DURATION, OUTPUT = 60.0, 0.01
OFTEN = 0.01
"""Seconds of a piece of the loop, after each of which there is a checkpoint."""


def mechanism(formulation: str, integrator: str) -> sn.Mechanism:
    """A four-bar with a change point, which passes singular positions; in space it lies askew, with redundant rows.

    For implicit steps, a slider-crank with a stiff pin.
    """
    from tests.agreement.singular_mechanisms import askew_four_bar, change_point
    from tests.unit.test_choosing import pin

    if integrator != "dop853":
        return pin(1e4 if integrator == "changing" else 1e9)
    return (change_point() if formulation == "planar" else askew_four_bar()).mechanism


def simulated(formulation: str, integrator: str, duration: float, **choices: Any) -> sn.Result:
    if integrator != "dop853":
        choices["tolerance"] = 1e-6
    with _changing() if integrator == "changing" else nullcontext():
        return sn.simulate(
            mechanism(formulation, integrator),
            duration,
            formulation=formulation,
            integrator="auto" if integrator == "changing" else integrator,
            output=OUTPUT,
            error_bars=False,
            progress=False,
            **choices,
        )


@contextmanager
def _changing() -> Iterator[None]:
    """As if every motion were stiff at first, and none were later."""
    from snodo.simulation import choosing

    often = {"FIRST": 20_000, "SEGMENT": 400, "LIMIT": 0.0, "GAIN": 0.0, "EASY": np.inf}
    usual = {name: getattr(choosing, name) for name in often}
    try:
        for name, value in often.items():
            setattr(choosing, name, value)
        yield
    finally:
        for name, value in usual.items():
            setattr(choosing, name, value)


# ---------------------------------------------------------------- the process that is killed
def child(formulation: str, integrator: str, duration: float, folder: str, told: str, saved: str) -> None:
    """Run, tell every checkpoint in a file, and save the result."""
    from snodo.integrators.ode import run
    from snodo.simulation.checkpoints.keeper import RunKeeper

    run.PIECE_SECONDS = OFTEN
    log = os.open(told, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    write, begin = RunKeeper._write, RunKeeper.put_back

    def telling(self: RunKeeper, *given: Any) -> None:
        write(self, *given)
        os.write(log, f"{self.saved!r}\n".encode())

    def ready(self: RunKeeper, *given: Any) -> bool:
        os.write(log, b"ready\n")
        return begin(self, *given)

    RunKeeper._write, RunKeeper.put_back = telling, ready  # type: ignore[method-assign]
    simulated(formulation, integrator, duration, checkpoint=folder, checkpoint_every=0).save(saved)


def started(way: str, *arguments: Any) -> BaseProcess:
    """way: "fork" is quick; in a process by "spawn", machine code and arrays have other addresses."""
    process: BaseProcess = multiprocessing.get_context(way).Process(target=child, args=arguments)  # type: ignore[attr-defined]
    process.start()
    return process


# ---------------------------------------------------------------- the one that kills
@dataclass
class Outcome:
    """What came of a run."""

    kills: int
    checkpoints: int
    """That were told."""
    first: int
    """Kills before the first one."""
    lost: int
    """Checkpoints that were told, and were not there after the kill."""
    differing: list[str]
    """Parts of the results with other bits than without kills."""

    @property
    def good(self) -> bool:
        """Whether nothing was lost."""
        return not self.lost and not self.differing


def killed(
    formulation: str,
    kills: int,
    seed: int = 1,
    duration: float = DURATION,
    anew: int = 4,
    integrator: str = "dop853",
) -> Outcome:
    """Kill a run so many times, let it end, and compare.  The last process, and one of so many, is started anew."""
    rng, work, run = random.Random(seed), Path(tempfile.mkdtemp()), (formulation, integrator, duration)
    alone = simulated(*run)
    alone.save(work / "whole.nc")  # what is imported here, the forked processes have already
    seconds = _seconds_of(work, *run)
    folder, told, saved = work / "run.ckpt", work / "told", work / "result.nc"
    found = Outcome(0, 0, 0, 0, [])
    try:
        while found.kills < kills:
            told.unlink(missing_ok=True)
            way = "fork" if (found.kills + 1) % anew else "spawn"
            process = started(way, *run, str(folder), str(told), str(saved))
            if not _killed_after(process, told, rng.uniform(0.0, 1.5 * seconds / (kills + 1))):
                break
            found.kills += 1
            _look_after(found, folder, told)
        last = started("spawn", *run, str(folder), str(told), str(saved))
        last.join()
        assert last.exitcode == 0
        found.differing = differences(alone, sn.Result.load(saved))
    finally:
        shutil.rmtree(work)
    return found


def _seconds_of(work: Path, *run: Any) -> float:
    """How long it takes with all these checkpoints, once it is ready."""
    told = work / "alone"
    process = started("fork", *run, str(work / "alone.ckpt"), str(told), str(work / "alone.nc"))
    _wait_for(process, told)
    began = time.monotonic()
    process.join()
    assert process.exitcode == 0
    return time.monotonic() - began


def _wait_for(process: BaseProcess, told: Path) -> None:
    while not (told.exists() and told.stat().st_size) and process.is_alive():
        time.sleep(0.005)


def _killed_after(process: BaseProcess, told: Path, delay: float) -> bool:
    """Whether the process was killed, so many seconds after it was ready, before it had ended by itself."""
    _wait_for(process, told)
    process.join(delay)
    process.kill()
    process.join()
    assert process.exitcode in (0, -signal.SIGKILL)
    return process.exitcode != 0


def _look_after(found: Outcome, folder: Path, told: Path) -> None:
    """After a kill: what was told must be there."""
    from snodo.simulation.checkpoints.long_run import waiting

    times = [float(line) for line in told.read_text().splitlines() if line != "ready"] if told.exists() else []
    found.checkpoints += len(times)
    if not (folder / "state").exists():
        found.first += 1
        found.lost += bool(times)
    elif times and waiting(folder).t < times[-1]:
        found.lost += 1


def differences(alone: sn.Result, other: sn.Result) -> list[str]:
    """What has other bits; timings may differ."""
    found = [name for name, values in alone.found.items() if not _same(values, other.found[name])]
    found += [
        name for name in ("time", "states", "step_history") if not _same(getattr(alone, name), getattr(other, name))
    ]
    found += [
        word
        for word, value in alone.info.items()
        if not word.endswith("seconds") and _plain(value) != _plain(other.info.get(word))
    ]
    return found + ["quality"] * (str(alone.quality()) != str(other.quality()))


def _same(a: np.ndarray, b: np.ndarray) -> bool:
    return a.shape == b.shape and a.tobytes() == np.ascontiguousarray(b).tobytes()


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("formulations", nargs="*", default=FORMULATIONS)
    parser.add_argument("--integrator", choices=INTEGRATORS, default="dop853")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--duration", type=float, default=DURATION)
    chosen, good = parser.parse_args(), True
    for formulation in chosen.formulations:
        began = time.monotonic()
        found = killed(formulation, chosen.kills, chosen.seed, chosen.duration, integrator=chosen.integrator)
        good &= found.good
        print(f"{formulation}: {found}, in {time.monotonic() - began:.0f} s", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
