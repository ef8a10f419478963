"""Sweeps in several processes, which are killed."""

from pathlib import Path

import numpy as np
import pytest
from swept_mechanisms import pendulum
from tests.fatal_sweep import FatalTask

import snodo as sn
from snodo.errors import UnsupportedError
from snodo.simulation.sweeps.plan import plan_of
from snodo.simulation.sweeps.processes import Processes, packed_task
from snodo.simulation.sweeps.sampling import members_from
from snodo.simulation.sweeps.sweep import outputs_of
from snodo.simulation.sweeps.work import Rows, Task, Work

VARY = {"mass": np.linspace(1.0, 2.0, 48)}
OUTPUTS = ["A.angle final", "A.reaction max"]


def task_of(m, vary=VARY, kind=Task):
    members = members_from(m, vary)
    task = kind(m, members.varied, outputs_of(sn.Planar(m), OUTPUTS), np.linspace(0, 0.2, 11), first=members.values[0])
    return task, members


def test_the_same_bits_as_in_one_process(tmp_path):
    here = sn.sweep(pendulum(), 0.2, VARY, OUTPUTS, progress=False)
    there = sn.sweep(pendulum(), 0.2, VARY, OUTPUTS, progress=False, workers=2, folder=tmp_path / "p", chunk=8)
    assert there.dataset.equals(here.dataset)


def test_a_killed_process_loses_nothing():
    task, members = task_of(pendulum())
    plan = plan_of(task, members, 8, 8)
    place, found = Processes(task, 2), Rows.empty(task, 48)
    for count, (k, rows) in enumerate(place.rows(plan, range(plan.chunks))):
        found.put(plan.numbers(k), rows)
        if count in (0, 2):
            place.running[0].process.kill()
    expected = Rows.empty(task, 48)
    work = Work(task)
    for k in range(plan.chunks):
        expected.put(plan.numbers(k), work.rows(plan.values(k)))
    assert np.array_equal(found.numbers, expected.numbers)
    assert not found.failed
    assert not place.running


def test_members_that_end_their_process_are_rows_that_say_so(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))
    task, members = task_of(pendulum(), {"mass": [1.0, 1.2, 1.9, 1.4]}, FatalTask)
    plan = plan_of(task, members, 1, 2)
    found = Rows.empty(task, 4)
    for k, rows in Processes(task, 1).rows(plan, [0, 1]):
        found.put(plan.numbers(k), rows)
    assert list(found.status) == [1, 1, 3, 1]
    assert found.reasons[2] == "member 2: the process that computed it ended (exit code 9)"
    assert np.isnan(found.numbers[2]).all()
    assert np.isfinite(found.numbers[[0, 1, 3]]).all()


def test_what_cannot_go_to_another_process():
    m = pendulum()
    m.torque("motor", lambda t: 0.1 if t < 0.05 else 0.0, joint="A")
    task, _ = task_of(m)
    with pytest.raises(UnsupportedError, match="cannot go to other processes"):
        packed_task(task)
