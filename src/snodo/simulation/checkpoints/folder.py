"""The folder of a checkpoint, which survives a kill at any moment.

    run        what is simulated, and how; written once                                   (`packing.py`)
    samples    the rows of the result so far, one after the other, float64; only appended to
    state      how to go on, and how many bytes of `samples` belong to it, with their checksum; replaced as a whole
    lock       held by the process that runs                                              (`lock.py`)

Samples are on disk before the state that counts them, and what is behind those counted is left by a process that was
killed: the next one cuts it off.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import numpy as np

from snodo.errors import FileError, Problem
from snodo.math.rows_on_disk import mapped
from snodo.simulation.checkpoints.lock import FILES, Lock
from snodo.simulation.checkpoints.packing import packed, unpacked
from snodo.simulation.memory import in_words
from snodo.whole_files import not_written, write_whole

Array = np.ndarray
OURS = {"run", "samples", "state", *FILES}
BLOCK = 1 << 22


class Folder:
    """The files of one run, locked while the object is used as a context."""

    def __init__(self, path: str | Path, must_exist: bool = False) -> None:
        self.path = Path(path)
        if not self.path.is_dir():
            if os.path.lexists(self.path):
                what = f"{self.path} is a file; a checkpoint is a folder"
                raise FileError(Problem(what, "give another name"))
            if must_exist:
                raise FileError(Problem(f"there is no checkpoint {str(self.path)!r}", "give the folder of a run"))
        others = self._others()
        if others:
            what = f"the folder {self.path} has other things in it than a checkpoint: {', '.join(others[:3])}"
            raise FileError(Problem(what, "give another name, which does not exist yet"))
        if must_exist and not (self.path / "run").is_file():
            raise FileError(Problem(f"the folder {self.path} has no checkpoint in it", "give the folder of a run"))
        self._lock = Lock(self.path)

    def _others(self) -> list[str]:
        names = os.listdir(self.path) if self.path.is_dir() else []
        return sorted(name for name in names if name not in OURS and not name.startswith(".snodo-"))

    def __enter__(self) -> Folder:
        """Create the folder, and lock it."""
        try:
            self.path.mkdir(exist_ok=True)
        except OSError as error:
            raise not_written(self.path, error) from None
        self._lock.take()
        for left in self.path.glob(".snodo-*"):  # by processes that were killed
            with contextlib.suppress(OSError):
                left.unlink()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        """Let others have it."""
        self._lock.release()

    # ---------------------------------------------------------------- run and state
    def read(self, name: str) -> dict[str, Any] | None:
        """The content of a file; None if there is none."""
        path = self.path / name
        return unpacked(path) if path.is_file() else None

    def write(self, name: str, content: dict[str, Any]) -> None:
        """Replace a file as a whole, or raise FileError and leave it as it is."""
        write_whole(self.path / name, packed(content))

    def must_have_room(self, size: float) -> None:
        """Refuse a run whose samples do not fit on the disk."""
        with contextlib.suppress(OSError):
            free = shutil.disk_usage(self.path).free
            if size > free:
                what = f"the samples take {in_words(size)}; {in_words(free)} are free on the disk of {self.path}"
                raise FileError(Problem(what, "give a longer output step, or a folder on another disk"))


class Samples:
    """The rows on disk: those that are counted by the state, and those appended since."""

    def __init__(self, folder: Folder, width: int, rows: int = 0, checksum: str = "") -> None:
        """Cut off what is behind the rows that are counted; raises FileError if these are not what was written."""
        self.path, self.width, self.rows = folder.path / "samples", width, rows
        self._sum, self._file = hashlib.sha256(), self._opened()
        if rows:
            self._verify(checksum)

    def _opened(self) -> IO[bytes]:
        try:
            file = open(self.path, "r+b" if self.path.exists() else "x+b", buffering=0)  # noqa: SIM115
            length = file.seek(0, os.SEEK_END)
            if length < self._size:
                what = f"{self.path} is {self._size - length} bytes shorter than when it was written"
                raise FileError(Problem(what, "use another copy, or delete the folder to start again"))
            file.truncate(self._size)
            file.seek(0)
        except OSError as error:
            raise not_written(self.path, error) from None
        return file

    @property
    def _size(self) -> int:
        return 8 * self.rows * self.width

    def _verify(self, checksum: str) -> None:
        while block := self._file.read(BLOCK):
            self._sum.update(block)
        if self.checksum != checksum:
            what = f"{self.path} was damaged or changed after it was written: its bytes do not match their checksum"
            raise FileError(Problem(what, "use another copy, or delete the folder to start again"))

    @property
    def checksum(self) -> str:
        """Of all rows."""
        return self._sum.hexdigest()

    def append(self, rows: Array) -> None:
        """Write rows behind the others; if there is no room for all of them, for none."""
        data = np.ascontiguousarray(rows).data.cast("B")
        try:
            done = 0
            while done < len(data):
                done += self._file.write(data[done : done + BLOCK]) or 0
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.truncate(self._size)
            raise not_written(self.path, error) from None
        self._sum.update(data)
        self.rows += len(rows)

    def bring_to_disk(self) -> None:
        """Wait until the disk has them."""
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise not_written(self.path, error) from None

    def between(self, first: int, last: int) -> Array:
        """Rows as an array; many of them are read when they are looked at."""
        return mapped(self.path, first, last, self.width)

    def close(self) -> None:
        """No more rows come."""
        self._file.close()
