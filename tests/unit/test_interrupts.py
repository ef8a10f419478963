"""Ctrl-C waits until compiled code has returned; otherwise Numba may report an error of its own."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.integrators.dae import run as dae
from snodo.integrators.ode import run as ode
from snodo.integrators.ode.outcome import Outcome
from snodo.interrupts import waiting_interrupts

pytestmark = pytest.mark.skipif(
    signal.getsignal(signal.SIGINT) is not signal.default_int_handler, reason="Ctrl-C is handled by somebody else"
)
FOUR_BAR = Path(__file__).parents[2] / "examples" / "four_bar.yaml"


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_the_first_press_waits_and_the_second_does_not() -> None:
    with waiting_interrupts() as pressed:
        press()
        assert pressed == [signal.SIGINT]
        with pytest.raises(KeyboardInterrupt):
            press()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_handlers_of_others_stay() -> None:
    seen: list[Any] = []
    before = signal.signal(signal.SIGINT, lambda *_: seen.append(1))
    try:
        with waiting_interrupts() as pressed:
            press()
        assert seen == [1]
        assert pressed == []
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_do_not_touch_the_handler() -> None:
    found = []

    def look() -> None:
        with waiting_interrupts():
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]


@pytest.mark.parametrize(("integrator", "module"), [("dop853", ode), ("radau", dae)])
def test_a_press_while_the_run_starts(integrator: str, module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    original, ends = module.start, []

    def start(*arguments: Any) -> Any:
        press()
        ends.append(original(*arguments))
        return ends[-1]

    monkeypatch.setattr(module, "start", start)
    result = sn.simulate(sn.load(FOUR_BAR), duration=1e4, formulation="planar", integrator=integrator)
    assert ends == [Outcome.PAUSED]
    assert result.info["status"] == "interrupted"
    assert result.info["reached"] == 0.0


@pytest.mark.parametrize("end", [Outcome.PAUSED, Outcome.FINISHED])
def test_a_press_in_a_piece_ends_the_run_after_it(end: Outcome) -> None:
    pieces = []

    def piece(budget: int) -> Outcome:
        press()
        pieces.append(budget)
        return end

    work: Any = SimpleNamespace(count=np.zeros(20, np.int64), clock=np.zeros(20))
    with waiting_interrupts() as pressed:
        assert ode.in_pieces(piece, work, 5, lambda t: None, pressed) == Outcome.PAUSED
    assert pieces == [5]
