"""Runs that solve the constraints themselves, or choose their integrator, stopped at random and continued."""

from __future__ import annotations

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

QUIET: dict[str, Any] = {"progress": False, "error_bars": False}
FORMULATIONS = ["planar", "tree", "spatial", "spatial_euler"]


class Stopping:
    """Pieces of random length, after some of which the run is interrupted."""

    def __init__(self, seed: int) -> None:
        self.rng, self.often = random.Random(seed), 0.5
        self.longest = 120
        self.times: list[float] = []

    def budget(self, *_: Any) -> int:
        """Evaluations of the next piece."""
        return self.rng.randrange(1, self.longest)

    def asks(self, t: float) -> bool:
        """Whether the run is to stop at t [s]."""
        asked = self.rng.random() < self.often
        if asked:
            self.times.append(t)
        return asked


@pytest.fixture
def stopping(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Stopping:
    """Interrupts runs that are kept."""
    found, pause = Stopping(sum(map(ord, request.node.name))), RunKeeper.pause

    def stop(self: RunKeeper, work: Any, history: Any) -> None:
        self._asked = found.asks(float(work.clock[0]))
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
    """A four-bar with a torque that jumps, and a friction that is a spring in part."""
    m = turning(mechanisms.crank_rocker())
    m.torque("push", "3 * sin(7 * t) + 2 * (t > 0.21)", joint="A")
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


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("integrator", [*RADAU, *ALPHA], ids=repr)
def test_a_run_in_parts_has_the_bits_of_a_whole_one(
    integrator: Any, formulation: str, tmp_path: Path, stopping: Stopping
) -> None:
    m = turning(mechanisms.crank_rocker())
    compare(m, 0.3, tmp_path / "run", formulation=formulation, integrator=integrator, output=0.004)
    assert len(stopping.times) > 1


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("integrator", [RADAU[0], ALPHA[0], ALPHA[3]], ids=repr)
def test_springs_as_rows_are_kept(integrator: Any, formulation: str, tmp_path: Path, stopping: Stopping) -> None:
    compare(pin(1e7), 0.1, tmp_path / "run", formulation=formulation, integrator=integrator, output=0.001)
    assert len(stopping.times) > 1
