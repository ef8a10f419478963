"""The bytes of a result file: netCDF-4, with a checksum of all of it behind the end.

The checksum is compared before any of the bytes are interpreted: the libraries that read netCDF may crash or hang on
damaged ones.  Other programs read such a file as ever, since HDF5 knows where its own bytes end.

Results in memory are made into bytes first; those on disk are written block by block.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import stat
from io import BytesIO, FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from snodo.errors import FileError, Problem
from snodo.math.rows_on_disk import blocks, on_disk
from snodo.progress import ProgressBar
from snodo.whole_files import not_written, replaced, write_whole

if TYPE_CHECKING:
    import xarray

FORMAT = "snodo-result-1"
SEAL = b"\nsnodo-sha256 "
_SEALED = re.compile(re.escape(SEAL) + rb"([0-9a-f]{64})\n")
_LENGTH = len(SEAL) + 65
READ = 1 << 22
MEGABYTE = 1e6
_SIGNATURE = b"\x89HDF\r\n\x1a\n"
NUMBERS = ("time", "q", "v", "work")
"""Variables whose values are always numbers; reactions, for one, are not inside singular passes."""
NEEDED = (*NUMBERS, "a", "multiplier", "violation", "violation_rate", "energy", "power", "steps")


def write_dataset(path: Path, dataset: xarray.Dataset) -> Path:
    """Write a file.  Raises FileError if a time, coordinate, velocity or work is not a number."""
    missing = _missing(dataset)
    _refuse_gaps(dataset, missing, "the result", "check its states")
    if any(on_disk(x.values) for x in dataset.variables.values()) and (path.is_file() or not path.exists()):
        return _streamed(path, dataset, missing)
    buffer = BytesIO()
    with _bar(path, dataset) as bar:
        _fill(buffer, dataset, missing, bar)
    data = buffer.getvalue()
    return write_whole(path, data + _seal(hashlib.sha256(data)))


def _streamed(path: Path, dataset: xarray.Dataset, missing: dict[str, int]) -> Path:
    """Write a file block by block."""
    try:
        with replaced(path) as beside, _Patient(beside) as file, _bar(path, dataset) as bar:
            _must_have_room(beside, dataset.nbytes)
            _fill(file, dataset, missing, bar)
            file.raise_failure()
            digest = hashlib.sha256()
            file.seek(0)
            while block := file.read(READ):
                digest.update(block)
            file.write(_seal(digest))
            file.raise_failure()
    except OSError as error:
        raise not_written(path, error) from None
    return path


def _bar(path: Path, dataset: xarray.Dataset) -> ProgressBar:
    return ProgressBar(0.0, dataset.nbytes / MEGABYTE, f"saving {path.name}", "MB")


def _must_have_room(path: Path, size: int) -> None:
    """Refuse what does not fit before any of it is written."""
    if size > shutil.disk_usage(path.parent).free:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class _Patient(FileIO):
    """A file that remembers its first failure instead of raising it: HDF5 cannot close a file that it cannot write.

    What is written after the failure stays in memory, since HDF5 may read it again; `_fill` stops soon.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, "w+b")
        self.failure: OSError | None = None
        self._beyond: list[tuple[int, bytes]] = []

    def raise_failure(self) -> None:
        """Raise it."""
        if self.failure is not None:
            raise self.failure

    def write(self, data: Any) -> int:
        """Write all of the data; after a failure, to memory."""
        data, done, start = memoryview(data).cast("B"), 0, self.tell()
        try:
            while done < len(data) and self.failure is None:
                done += super().write(data[done:]) or 0
        except OSError as error:
            self.failure = error
        if done < len(data):
            self._beyond.append((start, bytes(data)))
            self.seek(start + len(data))
        return len(data)

    def readinto(self, buffer: Any) -> int:
        """Read as much as there is; after a failure all of it, with what is in memory."""
        target, start = memoryview(buffer).cast("B"), self.tell()
        found = super().readinto(target) or 0
        if self.failure is None:
            return found
        end = start + len(target)
        target[found:] = bytes(len(target) - found)
        for at, data in self._beyond:
            first, last = max(at, start), min(at + len(data), end)
            if first < last:
                target[first - start : last - start] = data[first - at : last - at]
        self.seek(end)
        return len(target)

    def truncate(self, size: int | None = None) -> int:
        """Set its length, or not after a failure."""
        try:
            if self.failure is None:
                return super().truncate(size)
        except OSError as error:
            self.failure = error
        return self.tell() if size is None else size


def _fill(target: BinaryIO | _Patient, dataset: xarray.Dataset, missing: dict[str, int], bar: ProgressBar) -> None:
    """Write everything but the checksum."""
    import h5netcdf

    done = 0.0
    with h5netcdf.File(target, "w") as file:
        file.dimensions = {str(name): size for name, size in dataset.sizes.items()}
        for name, variable in dataset.variables.items():
            values, dims = np.asarray(variable.values), tuple(map(str, variable.dims))
            if on_disk(values):
                stored = file.create_variable(str(name), dims, values.dtype)
                for rows in blocks(values):
                    bar(done + values[: rows.start].nbytes / MEGABYTE)
                    stored[rows] = values[rows]
                    if getattr(target, "failure", None) is not None:
                        return
            else:
                dtype, values = _storable(values)
                stored = file.create_variable(str(name), dims, dtype, data=values)
            done += variable.nbytes / MEGABYTE
            bar(done)
            stored.attrs.update(variable.attrs)
            if getattr(target, "failure", None) is not None:
                return
        file.attrs.update({**dataset.attrs, "missing": json.dumps(missing)})


def _seal(digest: Any) -> bytes:
    return SEAL + digest.hexdigest().encode() + b"\n"


def _storable(values: np.ndarray) -> tuple[Any, np.ndarray]:
    """Type and values as HDF5 keeps them."""
    import h5py

    if values.dtype.kind in "UO":
        return h5py.string_dtype(), values.astype(object)
    return (np.dtype("i1"), values.astype("i1")) if values.dtype.kind == "b" else (values.dtype, values)


def unpacked(path: Path, verify: bool = True) -> xarray.Dataset:
    """The dataset in a file; FileError says what is wrong with one that was cut, changed, or is something else."""
    dataset = read_dataset(path, verify)
    if dataset.attrs.get("format") != FORMAT:
        what = f"{path} is a netCDF file, but not a result of snodo"
        swept = str(dataset.attrs.get("format", "")).startswith("snodo sweep")
        raise FileError(Problem(what, "read it with sn.Sweep.load" if swept else "give a file written by result.save"))
    lacking = [name for name in NEEDED if name not in dataset.variables]
    lacking += [name for name in ("info", "yaml") if name not in dataset.attrs]
    if lacking:
        raise FileError(Problem(f"{path} lacks {', '.join(lacking)}", "run the mechanism again"))
    _refuse_gaps(dataset, _missing(dataset), str(path), "run the mechanism again")
    return dataset


def read_dataset(path: Path, verify: bool = True) -> xarray.Dataset:
    """The dataset in a file of any format."""
    import xarray

    data = _content(path)
    content = _unsealed(path, data) if verify else data
    try:
        dataset = xarray.load_dataset(BytesIO(content), engine="h5netcdf", decode_times=False)
    except Exception as error:  # of several libraries, none of which promises any kind
        remedy = "give a .nc file written by result.save"
        raise FileError(Problem(f"{path} cannot be read as a result: {error}", remedy)) from None
    return dataset


def _content(path: Path) -> bytes:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise FileError(Problem(f"{path} is not an ordinary file", "give a .nc file written by result.save"))
        return path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or str(error)
        remedy = "give a .nc file written by result.save"
        raise FileError(Problem(f"{path} cannot be read as a result: {reason}", remedy)) from None


def _unsealed(path: Path, data: bytes) -> bytes:
    """What is before the checksum, which must agree with it."""
    found = _SEALED.fullmatch(data[-_LENGTH:])
    if found is None:
        if not data.startswith(_SIGNATURE):
            what = f"{path} cannot be read as a result: it is not a netCDF-4 file, or its beginning is damaged"
            raise FileError(Problem(what, "give a .nc file written by result.save"))
        what = f"{path} has no checksum: it was truncated, or written by another program or an older version of snodo"
        raise FileError(
            Problem(what, "if you know that it is complete, read it with sn.Result.load(path, verify=False)")
        )
    content = data[:-_LENGTH]
    if hashlib.sha256(content).hexdigest().encode() != found[1]:
        what = f"{path} was damaged or changed after it was written: its {len(content)} bytes do not match its checksum"
        raise FileError(Problem(what, "use another copy, or run the mechanism again"))
    return content


# ---------------------------------------------------------------- what is not a number
def _missing(dataset: xarray.Dataset) -> dict[str, int]:
    """How many values of each variable are not finite numbers."""
    floats = {str(name): x.values for name, x in dataset.variables.items() if x.dtype.kind == "f"}
    return {name: _not_finite(values) for name, values in floats.items()}


def _not_finite(values: np.ndarray) -> int:
    return sum(int(values[rows].size - np.isfinite(values[rows]).sum()) for rows in blocks(values))


def _counts(text: str) -> dict[str, int]:
    """How many there were when the file was written, as far as it says so."""
    try:
        return dict(json.loads(text))
    except (TypeError, ValueError):
        return {}


def _refuse_gaps(dataset: xarray.Dataset, missing: dict[str, int], whose: str, remedy: str) -> None:
    """Refuse values that are not numbers where they must be, or were when the file was written."""
    written = _counts(dataset.attrs.get("missing", "{}"))
    expected = {**written, **dict.fromkeys(NUMBERS, 0)}
    for name, count in missing.items():
        if count > expected.get(name, count):
            what = f"{whose}: {count} values of {name!r} are not finite numbers"
            raise FileError(Problem(what, remedy))
