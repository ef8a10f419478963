"""What must be the same for a run to go on with the same bits, and what differs, in words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo._cache_folder import sources_digest
from snodo._version import __version__
from snodo.errors import Problem, UnsupportedError
from snodo.formats import to_yaml
from snodo.mechanism.run_settings import RunSettings
from snodo.mechanism.sweep_settings import SweepSettings

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.simulation.one_run import Choices

Array = np.ndarray
LIBRARIES = ("numpy", "scipy", "numba", "llvmlite")
MOST = 3
AGAIN = "delete the folder to start again, or give another one"


def identity(F: Formulation, choices: Choices) -> dict[str, Any]:
    """All that determines the bits of a run besides its start."""
    return {
        "mechanism": description(F),
        "formulation": F.name,
        "method": repr(choices.method),
        "integrator": repr(choices.integrator),
        "output": output_in_words(choices.times),
        "times": hashlib.sha256(np.ascontiguousarray(choices.times).tobytes()).hexdigest(),
        "versions": versions(),
        "processor": processor(),
    }


def description(F: Formulation) -> str:
    """The mechanism as a file, without the settings of its runs, which are compared one by one."""
    mechanism = F.mechanism.copy()
    mechanism.run = RunSettings(name="run", cut=F.mechanism.run.cut)
    mechanism.sweep = SweepSettings()
    return to_yaml(mechanism)


def versions() -> dict[str, str]:
    """Versions of snodo and of the libraries that results depend on."""
    return {"snodo": f"{__version__} ({sources_digest()})"} | {name: _version(name) for name in LIBRARIES}


def output_in_words(times: Array) -> str:
    """`0 to 10 s in 501 rows`"""
    return f"{times[0]:.12g} to {times[-1]:.12g} s in {times.size} rows"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"


def processor() -> str:
    """The processor that the kernels are compiled for, and a digest of what it can do."""
    from snodo import _jit

    config, host = _jit.numba.config, _jit.llvmlite.binding
    if config.DISABLE_JIT:
        return "none: not compiled"
    baseline = _jit.machine_code.shipped()
    if baseline is not None and _jit.machine_code.takes_shipped():
        return f"{baseline.machine[1]} (shipped; SNODO_MACHINE_CODE=shipped takes it)"
    name = config.CPU_NAME or host.get_host_cpu_name()
    able = config.CPU_FEATURES if config.CPU_FEATURES is not None else ""
    if not config.CPU_NAME:
        able = able or host.get_host_cpu_features().flatten()
    return f"{name} ({hashlib.sha256(able.encode()).hexdigest()[:8]})"


def refuse_others(path: object, kept: dict[str, Any], mine: dict[str, Any]) -> None:
    """Raise UnsupportedError if the run in a checkpoint is another one, with everything that differs."""
    differing = list(_differences(kept, mine))
    if differing:
        what = f"the checkpoint {path} is of another run: "
        raise UnsupportedError([Problem(what + words, remedy) for words, remedy in differing])


def _differences(kept: dict[str, Any], mine: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if kept["mechanism"] != mine["mechanism"]:
        yield "its mechanism differs" + differing_lines(kept["mechanism"], mine["mechanism"]), AGAIN
    for word in ("formulation", "method", "integrator"):
        if kept[word] != mine[word]:
            yield f"its {word} is {kept[word]}, not {mine[word]}", f"choose the same, or {AGAIN}"
    if kept["times"] != mine["times"]:
        other = "" if kept["output"] == mine["output"] else f", not {mine['output']}"
        yield (
            f"its output is {kept['output']}{other or ', at other times'}",
            f"give the same times, or {AGAIN}; a finished run is continued by start=result",
        )
    for name, number in kept["versions"].items():
        if mine["versions"].get(name) != number:
            words = f"it was made with {name} {number}; this is {mine['versions'].get(name)}"
            yield words, f"install that version, or {AGAIN}"
    if kept["processor"] != mine["processor"]:
        words = f"its machine code is for {kept['processor']}; this processor is {mine['processor']}"
        yield words, f"continue it on such a machine, or {AGAIN}"


def differing_lines(kept: str, mine: str) -> str:
    """The first lines that differ."""
    theirs, ours = kept.splitlines(), mine.splitlines()
    removed = [line.strip() for line in theirs if line not in set(ours)][:MOST]
    added = [line.strip() for line in ours if line not in set(theirs)][:MOST]
    told = [f"{words} {'; '.join(map(repr, lines))}" for words, lines in (("it has", removed), ("not", added)) if lines]
    return ": " + ", ".join(told) if told else " in the order of its parts"


# ---------------------------------------------------------------- the numbers of the equations
def fingerprint(arrays: Mapping[str, Array]) -> str:
    """Checksum of flat models, without the addresses in them.

    As floats, addresses are far below the smallest normal number, and as integers far above all counts and offsets.
    """
    digest = hashlib.sha256()
    for name in sorted(arrays):
        bits = np.ascontiguousarray(arrays[name]).view(np.int64).ravel()
        digest.update(np.where((bits > 1 << 31) & (bits < 1 << 52), 0, bits).tobytes())
    return digest.hexdigest()
