"""Sweeps on a Dask cluster on this machine, whose workers and scheduler are killed."""

import random
import threading
import time

import numpy as np
import pytest
from swept_mechanisms import pendulum

import snodo as sn
from snodo.errors import RunError, UnsupportedError
from snodo.simulation.sweeps import cluster

pytest.importorskip("distributed")
from benchmarks.loopback import Loopback

VARY = {"mass": np.linspace(1.0, 2.0, 320)}
OUTPUTS = ["A.angle final", "A.reaction max"]
DURATION = 3.0


def swept(**more):
    return sn.sweep(pendulum(), DURATION, VARY, OUTPUTS, chunk=8, progress=False, **more)


def when_parts(folder, count, act):
    """Do something once so many chunks are in the folder."""

    def watch():
        end = time.monotonic() + 120
        while len(list(folder.glob("part-*"))) < count and time.monotonic() < end:
            time.sleep(0.01)
        act()

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    return thread


def test_killed_workers_and_a_lost_scheduler_lose_nothing(tmp_path):
    here = swept()
    with Loopback(2) as found:
        choice = random.Random(1)
        threads = [when_parts(tmp_path / "a", count, lambda: found.kill_one(choice)) for count in (2, 12)]
        there = swept(scheduler=found.address, folder=tmp_path / "a")
        for thread in threads:
            thread.join()
        assert there.dataset.equals(here.dataset)

        when_parts(tmp_path / "b", 5, found.lose_scheduler)
        with pytest.raises(RunError, match=r"the scheduler tcp://.* was lost.*\n.*give the same sweep again") as error:
            swept(scheduler=found.address, folder=tmp_path / "b")
        assert (error.value.result.dataset["status"] == "not run").any()
    kept = len(list((tmp_path / "b").glob("part-*")))
    assert 5 <= kept < 40
    again = swept(folder=tmp_path / "b")
    assert again.dataset.equals(here.dataset)


def test_what_is_no_scheduler(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with pytest.raises(RunError, match=r"the scheduler tcp://127.0.0.1:1 does not answer"):
        swept(scheduler="tcp://127.0.0.1:1", folder=tmp_path / "a")
    with pytest.raises(UnsupportedError, match=r"scheduler is a int"):
        swept(scheduler=8786, folder=tmp_path / "a")


def test_workers_of_other_versions_are_refused(tmp_path, monkeypatch):
    from distributed import Client, LocalCluster

    monkeypatch.setattr(cluster, "_identity", lambda: ({**cluster.versions(), "numpy": "1.0"}, cluster.processor()))
    with LocalCluster(n_workers=1, processes=False, dashboard_address=None) as found, Client(found) as client:
        with pytest.raises(UnsupportedError, match=r"has numpy 1.0 instead of .*other bits"):
            swept(scheduler=client, folder=tmp_path / "a")
        monkeypatch.undo()
        there = sn.sweep(pendulum(), 0.1, VARY, OUTPUTS, scheduler=client, folder=tmp_path / "b", progress=False)
    assert there.dataset.equals(sn.sweep(pendulum(), 0.1, VARY, OUTPUTS, progress=False).dataset)


def test_a_worker_that_comes_later_with_other_versions_refuses():
    with pytest.raises(UnsupportedError, match=r"a worker has"):
        cluster.computed(b"", {"snodo": "0"}, np.zeros((1, 1)))
