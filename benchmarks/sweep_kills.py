"""A sweep on a Dask cluster of four workers on this machine, which are killed at random: is the dataset the same?

python -m benchmarks.sweep_kills [KILLS [EACH]]      twenty by default, all in one sweep, or so many in each; then the
                                                     scheduler is killed, and the sweep resumed
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
from benchmarks.loopback import Loopback

import snodo as sn

OUTPUTS = ["C.reaction max", "rocker.angle final", "A.angle rms"]
VARY = {"coupler": np.linspace(0.3, 0.5, 40), "mass": np.linspace(1.0, 2.0, 15)}
CHUNK = 8
DURATION = 20.0
PAUSE = (0.0, 0.5)
"""Shortest and longest time between the first chunk after a kill and the next kill [s]."""


def four_bar() -> sn.Mechanism:
    """A four-bar whose coupler varies; some members do not close."""
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    m.parameter("coupler", 0.38, unit="m")
    m.parameter("mass", 1.2, unit="kg")
    m.add_points(A=(0, 0), B=(0.10, 0.15), C=("0.10 m + coupler", 0.30), D=(0.50, 0))
    m.bar("crank", "A", "B", mass=0.5)
    m.bar("coupler", "B", "C", mass="mass")
    m.bar("rocker", "C", "D", mass=0.9)
    for joint, first, second in (("A", "ground", "crank"), ("B", "crank", "coupler"), ("C", "coupler", "rocker")):
        m.revolute(joint, first, second)
    m.revolute("D", "ground", "rocker")
    return m


def swept(folder: Path | None = None, scheduler: str | None = None) -> sn.Sweep:
    """The sweep, here or on a cluster."""
    more = {} if scheduler is None else {"scheduler": scheduler, "folder": folder}
    return sn.sweep(four_bar(), DURATION, VARY, OUTPUTS, chunk=CHUNK, progress=False, **more)


class Killer(threading.Thread):
    """Kills workers at random, again and again once more chunks have come, until it has killed enough."""

    def __init__(self, cluster: Loopback, choice: random.Random, most: int, folder: Path) -> None:
        super().__init__(daemon=True)
        self.cluster, self.choice, self.most, self.folder, self.killed = cluster, choice, most, folder, 0
        self.stop = threading.Event()

    def run(self) -> None:
        """Kill and wait."""
        seen = 0
        while self.killed < self.most:
            while (chunks := len(list(self.folder.glob("part-*")))) <= seen:
                if self.stop.wait(0.02):
                    return
            seen = chunks
            if self.stop.wait(self.choice.uniform(*PAUSE)):
                return
            print(f"  {chunks} chunks done: killed worker {self.cluster.kill_one(self.choice)}", flush=True)
            self.killed += 1


def main(kills: int = 20, each: int = 20) -> bool:
    begun = time.perf_counter()
    reference = swept()
    print(f"{len(reference)} members here: {time.perf_counter() - begun:.1f} s", flush=True)
    choice, done, good, rounds = random.Random(0), 0, True, 0
    with Loopback(4) as cluster, tempfile.TemporaryDirectory() as place:
        while done < kills:
            rounds += 1
            folder = Path(place) / f"{rounds}.sweep"
            killer = Killer(cluster, choice, min(each, kills - done), folder)
            killer.start()
            begun = time.perf_counter()
            found = swept(folder, cluster.address)
            killer.stop.set()
            killer.join()
            same = found.dataset.equals(reference.dataset)
            done, good = done + killer.killed, good and same
            seconds = time.perf_counter() - begun
            print(f"sweep {rounds}: {killer.killed} workers killed, same dataset: {same}, {seconds:.1f} s", flush=True)
        good &= lost(cluster, reference, Path(place) / "lost.sweep")
    print(f"{done} workers killed in {rounds} sweeps: {'every dataset the same' if good else 'DATASETS DIFFER'}")
    return good


def lost(cluster: Loopback, reference: sn.Sweep, folder: Path) -> bool:
    """Kill the scheduler in the middle of a sweep, and go on without it."""

    def watch() -> None:
        while len(list(folder.glob("part-*"))) < 5:
            time.sleep(0.05)
        cluster.lose_scheduler()

    threading.Thread(target=watch, daemon=True).start()
    try:
        swept(folder, cluster.address)
    except sn.RunError as error:
        print(f"scheduler killed: {error}")
    else:
        print("the scheduler was killed too late: nothing to see")
    kept = len(list(folder.glob("part-*")))
    again = sn.sweep(four_bar(), DURATION, VARY, OUTPUTS, chunk=CHUNK, progress=False, folder=folder)
    same = again.dataset.equals(reference.dataset)
    print(f"resumed here with {kept} chunks that were kept: same dataset: {same}")
    return same


if __name__ == "__main__":
    sys.exit(not main(*map(int, sys.argv[1:])))
