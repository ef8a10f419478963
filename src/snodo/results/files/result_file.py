"""The bytes of a result file: netCDF-4, with a checksum of all of it behind the end.

The checksum is compared before any of the bytes are interpreted: the libraries that read netCDF may crash or hang on
damaged ones.  Other programs read such a file as ever, since HDF5 knows where its own bytes end.
"""

from __future__ import annotations

import hashlib
import json
import re
import stat
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import FileError, Problem

if TYPE_CHECKING:
    import xarray

FORMAT = "snodo-result-1"
SEAL = b"\nsnodo-sha256 "
_SEALED = re.compile(re.escape(SEAL) + rb"([0-9a-f]{64})\n")
_LENGTH = len(SEAL) + 65
_SIGNATURE = b"\x89HDF\r\n\x1a\n"
NUMBERS = ("time", "q", "v", "work")
"""Variables whose values are always numbers; reactions, for one, are not inside singular passes."""
NEEDED = (*NUMBERS, "a", "multiplier", "violation", "violation_rate", "energy", "power", "steps")


def packed(dataset: xarray.Dataset) -> bytes:
    """The file's bytes.  Raises FileError if a time, coordinate, velocity or work is not a number."""
    import h5netcdf

    _refuse_gaps(dataset, "the result", "check its states")
    buffer = BytesIO()
    with h5netcdf.File(buffer, "w") as file:
        file.dimensions = {str(name): size for name, size in dataset.sizes.items()}
        for name, variable in dataset.variables.items():
            dtype, values = _storable(np.asarray(variable.values))
            stored = file.create_variable(str(name), tuple(map(str, variable.dims)), dtype, data=values)
            stored.attrs.update(variable.attrs)
        file.attrs.update({**dataset.attrs, "missing": json.dumps(_missing(dataset))})
    data = buffer.getvalue()
    return data + SEAL + hashlib.sha256(data).hexdigest().encode() + b"\n"


def _storable(values: np.ndarray) -> tuple[Any, np.ndarray]:
    """Type and values as HDF5 keeps them."""
    import h5py

    if values.dtype.kind in "UO":
        return h5py.string_dtype(), values.astype(object)
    return (np.dtype("i1"), values.astype("i1")) if values.dtype.kind == "b" else (values.dtype, values)


def unpacked(path: Path, verify: bool = True) -> xarray.Dataset:
    """The dataset in a file; FileError says what is wrong with one that was cut, changed, or is something else."""
    import xarray

    data = _content(path)
    content = _unsealed(path, data) if verify else data
    try:
        dataset = xarray.load_dataset(BytesIO(content), engine="h5netcdf", decode_times=False)
    except Exception as error:  # of several libraries, none of which promises any kind
        remedy = "give a .nc file written by result.save"
        raise FileError(Problem(f"{path} cannot be read as a result: {error}", remedy)) from None
    if dataset.attrs.get("format") != FORMAT:
        what = f"{path} is a netCDF file, but not a result of snodo"
        raise FileError(Problem(what, "give a file written by result.save"))
    lacking = [name for name in NEEDED if name not in dataset.variables]
    lacking += [name for name in ("info", "yaml") if name not in dataset.attrs]
    if lacking:
        raise FileError(Problem(f"{path} lacks {', '.join(lacking)}", "run the mechanism again"))
    _refuse_gaps(dataset, str(path), "run the mechanism again")
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
    return {name: int(values.size - np.isfinite(values).sum()) for name, values in floats.items()}


def _counts(text: str) -> dict[str, int]:
    """How many there were when the file was written, as far as it says so."""
    try:
        return dict(json.loads(text))
    except (TypeError, ValueError):
        return {}


def _refuse_gaps(dataset: xarray.Dataset, whose: str, remedy: str) -> None:
    """Refuse values that are not numbers where they must be, or were when the file was written."""
    written = _counts(dataset.attrs.get("missing", "{}"))
    expected = {**written, **dict.fromkeys(NUMBERS, 0)}
    for name, count in _missing(dataset).items():
        if count > expected.get(name, count):
            what = f"{whose}: {count} values of {name!r} are not finite numbers"
            raise FileError(Problem(what, remedy))
