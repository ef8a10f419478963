"""The plan of a sweep: all that determines its bits, written before the first member runs.

    members k c … (k + 1) c − 1 of the order are chunk k, whoever computes it

The chunk is a multiple of the lanes, so groups of lanes are cut by the place in the order, not by where it runs.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from snodo.errors import FileError, Problem, UnsupportedError
from snodo.formats import to_yaml
from snodo.mechanism.run_settings import RunSettings
from snodo.mechanism.sweep_settings import SweepSettings
from snodo.simulation.checkpoints.sameness import differing_lines, output_in_words, processor, versions
from snodo.simulation.sweeps.ordering import order
from snodo.simulation.sweeps.sampling import Members
from snodo.simulation.sweeps.work import Task

Array = np.ndarray
FORMAT = "snodo sweep 1"
SECONDS = 0.5
"""Work of a chunk [s], so that handing it out costs far less than 5 % of it."""
PIECES = 16
"""A sweep has at least so many chunks, if it has enough members: several workers then end together."""
AGAIN = "delete the folder to start again, or give another one"


@dataclass(frozen=True)
class Plan:
    """A sweep, cut into chunks."""

    members: Members
    lanes: int
    chunk: int
    content: dict[str, Any]
    """Everything, in words and numbers."""

    @property
    def count(self) -> int:
        """Number of members."""
        return len(self.members.values)

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return -(-self.count // self.chunk)

    @cached_property
    def order(self) -> Array:
        """The members in the order in which they run (`ordering.py`)."""
        return order(self.members.values, self.content.get("along", ()))

    def span(self, k: int) -> tuple[int, int]:
        """Where a chunk begins in the order of the members, and where it ends."""
        return k * self.chunk, min((k + 1) * self.chunk, self.count)

    def values(self, k: int) -> Array:
        """Values of the members of a chunk."""
        return self.members.values[self.numbers(k)]

    def numbers(self, k: int) -> Array:
        """The numbers of the members of a chunk."""
        return self.order[slice(*self.span(k))]


def plan_of(
    task: Task, members: Members, lanes: int, chunk: int, along: Sequence[float] = (), kept: bool = True
) -> Plan:
    """The plan of a task; along: weights of the order of members; kept: in a folder, for which the mechanism must be
    writable."""
    own = {"lanes": lanes, "chunk": chunk, "along": list(along)}
    return Plan(members, lanes, chunk, content_of(task, members, kept) | own)


def content_of(task: Task, members: Members, kept: bool = True) -> dict[str, Any]:
    """What determines the bits, besides lanes and chunk."""
    return {
        "format": FORMAT,
        "mechanism": description(task.mechanism, kept),
        "vary": [[one.name, one.unit] for one in members.varied],
        "generator": members.how,
        "members": len(members.values),
        "values": _sum(members.values),
        "outputs": [one.described() for one in task.outputs],
        "times": _sum(task.times),
        "output": output_in_words(task.times),
        "initial": {name: _told(value) for name, value in task.initial.items()},
        "choices": {name: _told(value) for name, value in task.choices.items()},
        "versions": versions(),
        "processor": processor(),
    }


def description(mechanism: Any, kept: bool) -> str:
    """The mechanism as a file, without the settings of its runs and sweeps; of one that is not kept, empty if it has
    Python functions."""
    plain = mechanism.copy()
    plain.run = RunSettings(name="run", cut=mechanism.run.cut)
    plain.sweep = SweepSettings()
    try:
        return to_yaml(plain)
    except FileError as error:
        if not kept:
            return ""
        remedy = "leave out the folder, or write its functions as formulas"
        raise FileError([Problem(f"it cannot be kept in a folder: {p.what}", remedy) for p in error.problems]) from None


def _told(value: Any) -> Any:
    """A setting as JSON: words and numbers as they are, everything else as it prints itself."""
    if isinstance(value, np.ndarray | np.number):
        value = value.tolist()
    if isinstance(value, dict):
        return {name: _told(one) for name, one in value.items()}
    return value if isinstance(value, str | int | float | None) else repr(value)


def _sum(values: Array) -> str:
    return hashlib.sha256(np.ascontiguousarray(values, float).tobytes()).hexdigest()


def text_of(plan: Plan) -> str:
    """The file plan.json."""
    return json.dumps(plan.content, indent=1) + "\n"


def chunk_for(seconds: float, count: int, lanes: int) -> int:
    """Members of a chunk, if one takes so long [s]: half a second of work, in whole groups of lanes."""
    most = max(1, -(-count // (PIECES * lanes)))
    wanted = int(SECONDS / max(seconds, 1e-9) / lanes)
    return lanes * min(max(wanted, 1), most)


# ---------------------------------------------------------------- going on with another plan
def refuse_others(path: object, kept: dict[str, Any], mine: dict[str, Any], chunk: int | None) -> None:
    """Raise UnsupportedError if a folder has another sweep, with what differs, the first difference first."""
    problems = [
        Problem(f"the folder {path} has another sweep: {words}", remedy) for words, remedy in _other(kept, mine)
    ]
    if chunk is not None and chunk != kept.get("chunk"):
        words = f"the folder {path} has another sweep: its chunks have {kept.get('chunk')} members, not {chunk}"
        problems.append(Problem(words, f"leave out chunk, or {AGAIN}"))
    if problems:
        raise UnsupportedError(problems)


def _other(kept: dict[str, Any], mine: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if kept.get("format") != mine["format"]:
        yield f"its format is {kept.get('format')!r}, not {mine['format']!r}", AGAIN
        return
    if kept["mechanism"] != mine["mechanism"]:
        yield "its mechanism differs" + differing_lines(kept["mechanism"], mine["mechanism"]), AGAIN
    yield from _other_members(kept, mine)
    for word in ("initial", "choices"):
        for name in dict.fromkeys([*kept[word], *mine[word]]):
            if kept[word].get(name) != mine[word].get(name):
                theirs, ours = kept[word].get(name), mine[word].get(name)
                yield f"its {name} is {theirs if theirs is not None else 'not given'}, not {ours}", AGAIN
    if kept["times"] != mine["times"]:
        other = f", not {mine['output']}" if kept["output"] != mine["output"] else ", at other times"
        yield f"its rows are {kept['output']}{other}", AGAIN
    for name, number in kept["versions"].items():
        if mine["versions"].get(name) != number:
            yield f"it was made with {name} {number}; this is {mine['versions'].get(name)}", f"install that, or {AGAIN}"
    if kept["lanes"] != mine["lanes"]:
        yield f"its members were computed {kept['lanes']} at a time; here that is {mine['lanes']}", AGAIN
    if kept["processor"] != mine["processor"]:
        yield f"its machine code is for {kept['processor']}; this processor is {mine['processor']}", AGAIN


def _other_members(kept: dict[str, Any], mine: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What varies, and what is kept of it."""
    theirs, ours = ([name for name, _ in found["vary"]] for found in (kept, mine))
    if theirs != ours:
        yield f"it varies {', '.join(theirs)}, not {', '.join(ours)}", AGAIN
    elif _in_words(kept["generator"]) != _in_words(mine["generator"]):
        yield f"its members are {_in_words(kept['generator'])}, not {_in_words(mine['generator'])}", AGAIN
    elif kept["generator"] != mine["generator"]:
        yield _other_axis(kept["generator"], mine["generator"]), AGAIN
    elif kept["values"] != mine["values"]:
        yield f"the values of {', '.join(ours)} differ", AGAIN
    if kept["outputs"] != mine["outputs"]:
        theirs, ours = ([f"{one['of']} {one['word']}" for one in found["outputs"]] for found in (kept, mine))
        yield f"its outputs are {', '.join(theirs)}; not {', '.join(ours)}", AGAIN


def _other_axis(kept: dict[str, Any], mine: dict[str, Any]) -> str:
    """The first value, or range, that differs."""
    word = "axes" if "axes" in kept else "ranges"
    for name, theirs in kept.get(word, {}).items():
        ours = mine[word][name]
        if theirs == ours:
            continue
        if word == "ranges":
            return f"{name} is drawn from {theirs}, not {ours}"
        if len(theirs) != len(ours):
            return f"{name} has {len(theirs)} values, not {len(ours)}"
        k = next(k for k, (a, b) in enumerate(zip(theirs, ours)) if a != b)
        return f"value {k} of {name} is {theirs[k]!r}, not {ours[k]!r}"
    return "its members differ"


def _in_words(generator: dict[str, Any]) -> str:
    """`grid (count 50)`"""
    words = [f"{k} {v}" for k, v in generator.items() if k not in ("kind", "axes", "ranges")]
    return f"{generator['kind']} ({', '.join(words)})"
