"""Everything beside other programs, as one table of ratios from one run: `make bench`.

    python -m benchmarks.all                        half an hour or more
    python -m benchmarks.all --quick                a few minutes: shorter and fewer runs
    python -m benchmarks.all --only robots nets     some of it
    python -m benchmarks.all --processor haswell    with kernels compiled for another processor
    python -m benchmarks.all --keep                 the ratios go into the history of the documentation

A ratio is the time of the other program over ours.  Both are processor times of one thread, measured in turns in this
run; absolute times mean nothing on shared machines.  docs/trust/speed.md says how to read the table.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy is imported: threads that wait only cost

from benchmarks.history import Kept
from benchmarks.ratios import Ratio, lines

from benchmarks import history

HERE = Path(__file__).parents[1]
PARTS = {
    "robots": "robots",
    "trees": "tree",
    "simulation": "tree_simulation",
    "stepping": "stepping",
    "inverse_kinematics": "inverse_kinematics",
    "derivatives": "derivatives",
    "bricard": "loops",
    "nets": "spatial",
    "work_precision": "work_precision",
}
"""Parts of the table, and the modules that measure them; each also prints tables of its own."""


def measured(parts: Iterable[str], quick: bool, failed: list[str]) -> Iterator[Ratio]:
    """The rows of all parts; a part that needs what is not installed, or fails, is told, left out, and noted."""
    for part in parts:
        began = time.perf_counter()
        try:
            rows = list(import_module(f"benchmarks.{PARTS[part]}").ratios(quick))
        except Exception as error:  # the others are worth having
            print(f"{part} is left out: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
            failed.append(part)
            continue
        print(f"{part}: {len(rows)} ratios, {time.perf_counter() - began:.0f} s", flush=True)
        yield from rows


def elsewhere(processor: str, words: Sequence[str]) -> int:
    """The same in a child process whose kernels are compiled for another processor (the code is kept in this clone)."""
    from tests.other_processors import environment, reason_to_skip

    if reason := reason_to_skip(processor):
        sys.exit(f"no code for {processor} can run here: {reason}")
    command = [sys.executable, "-m", "benchmarks.all", *words]
    return subprocess.run(command, cwd=HERE, env=environment(processor), check=False).returncode


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; returns the exit code: 1 if a part is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="shorter and fewer runs")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), metavar="PART", help=f"some of: {', '.join(PARTS)}")
    parser.add_argument("--keep", action="store_true", help="add the ratios to the history and write its page")
    parser.add_argument("--processor", choices=("haswell", "generic"), help="compile kernels for this processor")
    chosen = parser.parse_args(arguments)
    parts, failed = chosen.only or list(PARTS), list[str]()
    if chosen.processor:
        words = [*["--quick"] * chosen.quick, *["--keep"] * chosen.keep, "--only", *parts]
        return elsewhere(chosen.processor, words)
    ratios = list(measured(parts, chosen.quick, failed))
    found = Kept.of(ratios, history.now(), chosen.quick)
    print("\n" + "\n".join(found.told()) + "\n\n" + "\n".join(lines(ratios)))
    if chosen.keep and ratios:
        history.append(found)
        history.page(history.kept())
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
