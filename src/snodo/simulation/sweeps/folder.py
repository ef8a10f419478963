"""The folder of a sweep, which survives a kill at any moment.

    plan.json       what is computed, written first                  (`plan.py`)
    part-000123     the rows of chunk 123, with a checksum           (written beside, brought to the disk, renamed)
    lock            held by the process that runs the sweep

A part that is damaged counts as missing: its chunk is computed again, with the same bits.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from snodo.errors import FileError, Problem
from snodo.simulation.checkpoints.lock import FILES, Lock
from snodo.simulation.checkpoints.packing import packed, unpacked
from snodo.simulation.sweeps.plan import Plan, text_of
from snodo.simulation.sweeps.work import Rows
from snodo.whole_files import not_written, write_whole

PLAN = "plan.json"
_PART = re.compile(r"part-(\d+)")


class SweepFolder:
    """The files of one sweep, locked while the object is used as a context."""

    def __init__(self, path: str | Path) -> None:
        """Refuse a folder with other things in it."""
        self.path = Path(path)
        if os.path.lexists(self.path) and not self.path.is_dir():
            raise FileError(Problem(f"{self.path} is a file; a sweep is kept in a folder", "give another name"))
        others = self._others()
        if others:
            what = f"the folder {self.path} has other things in it than a sweep: {', '.join(others[:3])}"
            raise FileError(Problem(what, "give another name, which does not exist yet"))
        self._lock = Lock(self.path)

    def _others(self) -> list[str]:
        names = os.listdir(self.path) if self.path.is_dir() else []
        ours = {PLAN, *FILES}
        return sorted(n for n in names if n not in ours and not _PART.fullmatch(n) and not n.startswith(".snodo-"))

    def __enter__(self) -> SweepFolder:
        """Create the folder, and lock it."""
        try:
            self.path.mkdir(exist_ok=True)
        except OSError as error:
            raise not_written(self.path, error) from None
        self._lock.take()
        for left in self.path.glob(".snodo-*"):  # by processes that were killed
            left.unlink(missing_ok=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        """Let others have it."""
        self._lock.release()

    # ---------------------------------------------------------------- plan
    def plan(self) -> dict[str, Any] | None:
        """The plan in the folder; None if there is none."""
        return read_plan(self.path) if (self.path / PLAN).is_file() else None

    def write_plan(self, plan: Plan) -> None:
        """Write the plan, before anything else."""
        write_whole(self.path / PLAN, text_of(plan))

    # ---------------------------------------------------------------- parts
    def _part(self, k: int) -> Path:
        return self.path / f"part-{k:06d}"

    def write(self, k: int, rows: Rows) -> None:
        """Write the rows of a chunk, whole or not at all."""
        content = {
            "status": rows.status,
            "reasons": {str(row): reason for row, reason in enumerate(rows.reasons) if reason},
            "reached": rows.reached,
            "numbers": rows.numbers,
            "series": rows.series,
        }
        write_whole(self._part(k), packed(content))

    def read(self, k: int) -> Rows | None:
        """The rows of a chunk; None if they are not there, or damaged."""
        if not self._part(k).is_file():
            return None
        try:
            found = unpacked(self._part(k))
        except FileError:
            return None
        reasons = [found["reasons"].get(str(row), "") for row in range(len(found["status"]))]
        series = {name: np.asarray(values) for name, values in found["series"].items()}
        return Rows(np.array(found["status"]), reasons, np.array(found["reached"]), np.array(found["numbers"]), series)


def read_plan(path: Path) -> dict[str, Any]:
    """The plan of a folder; FileError if there is none or it is damaged."""
    try:
        found = json.loads((path / PLAN).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FileError(Problem(f"the folder {path} has no sweep in it", "give the folder of a sweep")) from None
    except (OSError, ValueError) as error:
        what = f"{path / PLAN} cannot be read: {error}"
        raise FileError(Problem(what, "use another copy, or delete the folder to start again")) from None
    return dict(found)
