"""Which reactions a report shows: all, or where that takes too long those that are largest at a few times.

A reaction takes a pass over the whole mechanism in every row, and all of them grow with the square of its size.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from snodo.formulations.series.elastic_joints import elastic_reaction, is_elastic
from snodo.formulations.series.reactions import Evaluated, reaction
from snodo.results.result import Result
from snodo.views.report.elements import MOST_ROWS

Array = np.ndarray
MOST_WORK = 1e8
"""Joints × bodies × rows up to which all reactions are computed."""
WORK_OF_CHOSEN, FEWEST = 2e7, 8
"""The same for those that are chosen, and how many these are at least."""
SAMPLES = 10


def largest_of(result: Result, names: Sequence[str]) -> set[str]:
    """The names of the parts whose reactions are computed."""
    each = len(result.mechanism.bodies) * result.time.size
    if len(names) * each <= MOST_WORK:
        return set(names)
    count = int(np.clip(WORK_OF_CHOSEN / each, FEWEST, MOST_ROWS))
    along = _sampled(result)
    sizes = np.array([_size(result, name, along) for name in names])
    return {names[k] for k in np.argsort(-sizes, kind="stable")[:count]}


def sampled_rows(result: Result) -> Array:
    """Rows evenly spread over the motion, and the one with the largest accelerations."""
    rows = np.linspace(0, result.time.size - 1, SAMPLES).astype(int)
    sizes = np.nan_to_num(np.abs(result.a)).max(axis=1, initial=0.0)
    return np.unique([*rows, int(np.argmax(sizes))])


def _sampled(result: Result) -> Evaluated:
    rows = sampled_rows(result)
    found = {word: values[rows] for word, values in result.found.items() if len(values) == result.time.size}
    return Evaluated(result.time[rows], result.states[rows], found)


def _size(result: Result, name: str, along: Evaluated) -> float:
    """The largest force [N] of a part at a few times; zero if it is not defined there."""
    F = result.formulation
    q, v = along.states[:, : F.nq], along.states[:, F.nq : F.nq + F.nv]
    own = elastic_reaction(F, name, q, v) if is_elastic(F, name) else None
    force = reaction(F, name, along, "world", None, False, own)[:, : result.mechanism.dimension]
    return float(np.linalg.norm(np.nan_to_num(force), axis=1).max(initial=0.0))
