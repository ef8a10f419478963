"""A Dask scheduler and workers on this machine, each a process of its own that can be killed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType

import snodo

PATIENCE = 120.0
SCHEDULER = ("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
WORKER = ("-m", "distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")


class Loopback:
    """Use it in a with statement; `address` is that of the scheduler."""

    def __init__(self, workers: int = 4) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="snodo-loopback-")
        self.file = Path(self.folder.name) / "scheduler.json"
        self.count = workers
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []
        self.address = ""

    def __enter__(self) -> Loopback:
        self.scheduler = self._started(*SCHEDULER, "--scheduler-file", str(self.file))
        self.address = self._address()
        for _ in range(self.count):
            self.add()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        for process in [*self.workers, *filter(None, [self.scheduler])]:
            process.kill()
            process.wait()
        self.folder.cleanup()

    def _started(self, *words: str) -> subprocess.Popen[bytes]:
        ours = str(Path(snodo.__file__).parents[1])
        path = os.pathsep.join([ours, *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {**os.environ, "PYTHONPATH": path, "NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            [sys.executable, *words], env=environment, cwd=self.folder.name, stdout=quiet, stderr=quiet
        )

    def _address(self) -> str:
        import json

        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.file.is_file() and self.file.stat().st_size:
                return str(json.loads(self.file.read_text())["address"])
            time.sleep(0.1)
        raise TimeoutError("the scheduler did not start")

    def add(self) -> None:
        """Start a worker."""
        self.workers.append(self._started(*WORKER, "--local-directory", self.folder.name, self.address))

    def kill_one(self, choice: random.Random) -> int:
        """Kill a worker, start another one, and return the number of the killed process."""
        victim = self.workers.pop(choice.randrange(len(self.workers)))
        victim.kill()
        victim.wait()
        self.add()
        return victim.pid

    def lose_scheduler(self) -> None:
        """Kill the scheduler."""
        assert self.scheduler is not None
        self.scheduler.kill()
        self.scheduler.wait()
