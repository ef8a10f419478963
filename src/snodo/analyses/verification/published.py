"""The digits of published and recomputed reference problems, by the names of their columns.

They are in `published.json`, each with its source; numbers of more digits than a double has are texts there.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray


@cache
def published() -> dict[str, Any]:
    """All that is in the file."""
    found: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return found


def source(name: str) -> str:
    """Where the digits of a problem come from."""
    return str(published()[name]["source"])


def times(name: str) -> tuple[float, ...]:
    """Times [s] of the rows of a problem; the first column."""
    return tuple(float(row[0]) for row in published()[name]["rows"])


def columns(name: str, *words: str) -> Array:
    """Columns of a problem (times × words)."""
    heads = published()[name]["columns"]
    rows = np.array(published()[name]["rows"], dtype=float)
    return rows[:, [heads.index(word) for word in words]]


def numbers(name: str, *path: str) -> Array:
    """A list of numbers deeper in a problem."""
    found = published()[name]
    for word in path:
        found = found[word]
    return np.array(found, dtype=float)
