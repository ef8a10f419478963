"""Hostile use in great numbers: mutated model files, damaged result files, full disks, processes killed while saving.

Long runs that are killed and continued are in `benchmarks/long_runs.py`, and counted here too.

    python -m benchmarks.hostile     all of it: 20 000 models, 200 results, 25 full disks, 25 kills, 20 of each long run
    python -m benchmarks.hostile --models 500 --seed 2

Counted are errors of ours, errors of other kinds, crashes of the interpreter, what took more than ten seconds of
computing, and files that were lost.  Everything but the first must be zero; otherwise it ends with 1.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.long_runs import FORMULATIONS, killed

import snodo as sn
from snodo.formats import loads
from snodo.formulations.bind import bind
from snodo.whole_files import write_whole

LIMIT, PATIENCE = 10, 120
"""Seconds of computing, and seconds of any kind, after which something hangs."""
JUNK = ["", "A", "x", "30 deg", "5 kg", ".nan", "1e400", "t", "sin(", "ground", "0", "-1", "true", "[]", "{}", "[A]"]
JUNK += ["[1, 2, 3]", "{a: [1, 2]}", "&a", "*a", "!!python/object:os.system", "'", '"', ": ", "- ", "\t", "\x00", "∞"]
GOOD = ("fine", "our error")


class Hung(BaseException):
    """Took too long; no handler of errors catches it."""


@contextlib.contextmanager
def limited() -> Iterator[None]:
    def stop(*_: Any) -> None:
        raise Hung

    signal.signal(signal.SIGALRM, stop)
    signal.signal(signal.SIGPROF, stop)
    signal.alarm(PATIENCE)
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.setitimer(signal.ITIMER_PROF, 0)


def outcome(work: Callable[[], object]) -> str:
    """How it ended, in a word or two."""
    try:
        with limited():
            work()
    except sn.SnodoError:
        return "our error"
    except Hung:
        return "hung"
    except Exception as error:
        return f"foreign {type(error).__name__}: {error}"[:120]
    return "fine"


# ---------------------------------------------------------------- models
def mutated(text: str, rng: random.Random) -> str:
    for _ in range(rng.choice((1, 1, 2, 4))):
        text = rng.choice((_word, _line, _character, _cut))(text, rng)
    return text


def _word(text: str, rng: random.Random) -> str:
    words = text.replace("[", " [ ").replace(",", " , ").split(" ")
    words[rng.randrange(len(words))] = rng.choice((rng.choice(JUNK), rng.choice(words), str(rng.uniform(-1e3, 1e3))))
    return " ".join(words)


def _line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    k, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[k : k + 1] = rng.choice(([], [lines[k]] * 2, [lines[other]], [" " + lines[k]], [lines[k].strip()]))
    return "\n".join(lines)


def _character(text: str, rng: random.Random) -> str:
    k = rng.randrange(len(text) + 1)
    return text[:k] + rng.choice((chr(rng.randrange(1, 0x250)), *"[]{}:,-#&*!|>'\"%@ \n", "")) + text[k + 1 :]


def _cut(text: str, rng: random.Random) -> str:
    k = rng.randrange(len(text) + 1)
    return text[:k] if rng.random() < 0.5 else text[:k] + text[k + rng.randrange(80) :]


def models(count: int, rng: random.Random) -> Counter[str]:
    """Read mutated examples; those that are still mechanisms get their equations."""
    folder = Path(__file__).parents[1] / "examples"
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml"))]
    found: Counter[str] = Counter()
    bind(loads(texts[0], folder=folder))  # compiles, where nothing was compiled yet
    for _ in range(count):
        text = mutated(rng.choice(texts), rng)
        found[outcome(lambda text=text: bind(loads(text, folder=folder)))] += 1  # type: ignore[misc]
    return found


# ---------------------------------------------------------------- results
def pendulum(angle: float) -> sn.Result:
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    found: sn.Result = sn.simulate(m, 2.0, initial={"A.angle": angle}, output=2e-3, progress=False)
    return found


def damaged(data: bytes, rng: random.Random) -> bytes:
    """With a few bits flipped, cut, or with a block of zeros or of garbage."""
    k, length = rng.randrange(len(data)), rng.choice((1, 8, 512, 4096))
    way = rng.randrange(5)
    if way == 0:
        return data[:k]
    if way == 1:
        return data[:k] + bytes(length) + data[k + length :]
    if way == 2:
        return data[:k] + rng.randbytes(length) + data[k + length :]
    if way == 3:
        return data[:k] + data[k + length :]
    changed = bytearray(data)
    for _ in range(rng.choice((1, 2, 10))):
        changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def results(count: int, rng: random.Random) -> Counter[str]:
    """Load damaged files, twenty in a process of their own; none may be taken for whole."""
    result, found = pendulum(0.5), Counter[str]()
    path = result.save("result.nc")
    whole = path.read_bytes()
    files = [data for data in (damaged(whole, rng) for _ in range(count)) if data != whole]
    found["fine"] = count - len(files)

    def read(data: bytes) -> None:
        path.write_bytes(data)
        sn.Result.load(path)
        raise ValueError("damage was not noticed")

    for first in range(0, len(files), 20):
        found.update(in_child([partial(read, data) for data in files[first : first + 20]]))
    return found


def in_child(works: Sequence[Callable[[], object]]) -> list[str]:
    """The outcomes in a process of its own, and whether that ended well."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        for work in works:
            os.write(writing, outcome(work).encode() + b"\n")
        sys.exit(0)  # the whole way out, on which libraries may crash
    os.close(writing)
    _, status = os.waitpid(child, 0)
    told = os.read(reading, 60_000).decode().splitlines()
    os.close(reading)
    return told if status == 0 else [*told, f"crashed with status {status}"]


# ---------------------------------------------------------------- full disks and kills
def full_disks(count: int, rng: random.Random) -> Counter[str]:
    """Write every kind of file with room for a part of it only; the old one must stay."""
    result, found = pendulum(0.5), Counter[str]()
    writers: list[tuple[str, Callable[[str], object]]] = [
        ("run.nc", result.save),
        ("run.csv", result.to_csv),
        ("plot.png", lambda path: result.plot("A.angle", path=path)),
        ("m.yaml", lambda path: sn.save(result.mechanism, path)),
        ("page.html", lambda path: sn.explain(result.mechanism).save(path)),
    ]
    for name, write in writers:
        write(name)
    there = {p: p.read_bytes() for p in Path().iterdir() if p.is_file()}
    for k in range(count):
        name, write = writers[k % len(writers)]
        room = rng.randrange(Path(name).stat().st_size)

        def work(name: str = name, write: Callable[[str], object] = write, room: int = room) -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            write(name)

        told = "; ".join(in_child([work]))
        kept = {p: p.read_bytes() for p in Path().iterdir() if p.is_file()} == there
        found[told if kept else f"lost or left behind with {name}"] += 1
    return found


def kills(count: int, rng: random.Random) -> Counter[str]:
    """Kill a process that saves two results in turn over one file; one of them must be there, whole.

    Every second one has the bytes made before, so that it is killed while it writes.
    """
    both, found = (pendulum(0.5), pendulum(1.0)), Counter[str]()
    contents = [result.save("killed.nc").read_bytes() for result in both]
    path = Path("killed.nc")
    for k in range(count):
        saves = [partial(result.save, path) for result in both]
        writes = [partial(write_whole, path, data) for data in contents]
        child = os.fork()
        if child == 0:
            while True:
                for work in saves if k % 2 else writes:
                    work()
        time.sleep(rng.uniform(0.0, 0.3))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        told = outcome(lambda: sn.Result.load(path))
        states = sn.Result.load(path).states if told == "fine" else None
        found[told if any(np.array_equal(states, r.states) for r in both) else f"lost: {told}"] += 1
    left = len(list(Path().glob(".snodo-*")))
    print(f"    {left} files under other names left by {count} killed processes")
    return found


def long_runs(count: int, rng: random.Random) -> Counter[str]:
    """Kill long runs so many times, in every formulation and with implicit steps, and let them end."""
    found: Counter[str] = Counter()
    implicit = [("planar", integrator) for integrator in ("radau", "auto", "changing")]
    for formulation, integrator in [*((formulation, "dop853") for formulation in FORMULATIONS), *implicit]:
        came = killed(formulation, count, rng.randrange(1 << 30), integrator=integrator)
        found["fine" if came.good else f"{formulation}, {integrator}: {came}"] += 1
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    campaigns = {"models": (models, 20_000), "results": (results, 200), "full-disks": (full_disks, 25)}
    campaigns |= {"kills": (kills, 25), "long-runs": (long_runs, 20)}
    for name, (_, count) in campaigns.items():
        parser.add_argument(f"--{name}", type=int, default=count)
    parser.add_argument("--seed", type=int, default=1)
    chosen = vars(parser.parse_args())
    bad = 0
    for name, (campaign, _) in campaigns.items():
        count, began = chosen[name.replace("-", "_")], time.perf_counter()
        folder = tempfile.mkdtemp()  # not removed by children on their way out
        with contextlib.chdir(folder):
            found = campaign(count, random.Random(chosen["seed"])) if count else Counter()
        shutil.rmtree(folder)
        print(f"{count} {name} in {time.perf_counter() - began:.0f} s", flush=True)
        for words, times in found.most_common():
            print(f"    {times:6d} {words}", flush=True)
        bad += sum(times for words, times in found.items() if words not in GOOD)
        bad += found["fine"] if name == "full-disks" else 0
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
