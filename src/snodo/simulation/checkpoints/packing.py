"""Nested dictionaries of numbers, words and arrays as bytes with a checksum, and back.

    snodo-checkpoint-1 <sha256 of the rest>
    <npz: the arrays, and as the first one everything else as JSON>

JSON holds floats to the last bit.  Nothing in such a file is executed when it is read.
"""

from __future__ import annotations

import hashlib
import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from snodo.errors import FileError, Problem

FORMAT = b"snodo-checkpoint-1"
ARRAY = "array of this number"
_FIRST_LINE = re.compile(re.escape(FORMAT) + rb" ([0-9a-f]{64})\n")


def packed(content: dict[str, Any]) -> bytes:
    """The bytes of a file."""
    arrays: list[np.ndarray] = []
    text = json.dumps(_without_arrays(content, arrays))
    buffer = BytesIO()
    np.savez(buffer, np.frombuffer(text.encode(), np.uint8), *arrays)
    data = buffer.getvalue()
    return FORMAT + b" " + hashlib.sha256(data).hexdigest().encode() + b"\n" + data


def unpacked(path: Path) -> dict[str, Any]:
    """The content of a file; FileError if it is damaged, or something else."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileError(Problem(f"{path} cannot be read: {error.strerror or error}", "check the folder")) from None
    found = _FIRST_LINE.match(data)
    if found is None:
        what = f"{path} is not a checkpoint of this version of snodo, or its beginning is damaged"
        raise FileError(Problem(what, "use another copy, or delete it to start again"))
    rest = data[found.end() :]
    if hashlib.sha256(rest).hexdigest().encode() != found[1]:
        what = f"{path} was damaged or changed after it was written: its bytes do not match its checksum"
        raise FileError(Problem(what, "use another copy, or delete it to start again"))
    with np.load(BytesIO(rest), allow_pickle=False) as stored:
        arrays = [stored[name] for name in stored.files]
    content: dict[str, Any] = _with_arrays(json.loads(arrays[0].tobytes()), arrays[1:])
    return content


def _without_arrays(value: Any, arrays: list[np.ndarray]) -> Any:
    if isinstance(value, np.ndarray):
        arrays.append(value)
        return {ARRAY: len(arrays) - 1}
    if isinstance(value, dict):
        return {key: _without_arrays(x, arrays) for key, x in value.items()}
    if isinstance(value, list | tuple):
        return [_without_arrays(x, arrays) for x in value]
    return value


def _with_arrays(value: Any, arrays: list[np.ndarray]) -> Any:
    if isinstance(value, dict):
        if set(value) == {ARRAY}:
            return arrays[value[ARRAY]]
        return {key: _with_arrays(x, arrays) for key, x in value.items()}
    return [_with_arrays(x, arrays) for x in value] if isinstance(value, list) else value
