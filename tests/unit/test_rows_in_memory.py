"""Rows that do not fit into memory are refused before the run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests import mechanisms

import snodo as sn
from snodo.simulation import memory


def pendulum() -> sn.Mechanism:
    m = mechanisms.pendulum()
    m.driver("motor", joint="A", speed=1.0)
    return m


def test_too_many_rows_are_told_as_such() -> None:
    with pytest.raises(
        sn.MechanismError, match=r"1e\+13 rows; the most is 1e\+07\s.*longer time between rows, 0\.001 s"
    ):
        sn.simulate(pendulum(), 1e4, output=1e-9)


def test_rows_must_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available", lambda: 1e5)
    words = r"1001 rows of \d+ numbers take about \d+ kB of memory; 100 kB are free"
    with pytest.raises(sn.MechanismError, match=words):
        sn.simulate(pendulum(), 1.0, output=1e-3)
    with pytest.raises(sn.MechanismError, match=words):
        sn.kinematics(pendulum(), 1.0, output=1e-3)
    with pytest.raises(sn.MechanismError, match=r"101 rows of \d+ numbers in 50 runs"):
        sn.simulate([pendulum()] * 50, 1.0, output=1e-2)
    assert sn.simulate(pendulum(), 1.0, output=0.1, progress=False).time.size == 11


def test_the_estimate_covers_what_a_result_holds() -> None:
    result = sn.simulate(pendulum(), 1.0, progress=False)
    held = result.time.nbytes + result.states.nbytes + sum(values.nbytes for values in result.found.values())
    F = result.formulation
    numbers = 1 + F.nq + F.nv + F.nv + 3 * F.nc + 3 + 2 * len(F.work_names)
    assert held <= 8 * numbers * result.time.size


def test_what_is_free_is_a_sensible_number() -> None:
    free = memory.available()
    assert free is None or 1e6 < free < 1e18
    assert memory.in_words(2.4e9) == "2.4 GB"
    assert memory.in_words(5e15) == "5e+03 TB"


def test_limits_of_containers_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in {
        "memory.max": "1000000\n",
        "memory.current": "800000\n",
        "memory.stat": "anon 5\nfile 300000\n",
    }.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(memory, "GROUP", tmp_path)
    assert list(memory._of_group()) == [500000.0]
    (tmp_path / "memory.max").write_text("max\n")
    assert list(memory._of_group()) == []
    assert not np.isnan(memory.available() or 1.0)
