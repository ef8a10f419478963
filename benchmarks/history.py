"""The ratios of former runs: kept in docs/trust/speed.jsonl, a run a line, and shown on docs/trust/speed_history.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from benchmarks.ratios import Ratio, digit

from snodo._version import __version__
from snodo.cli.installation.processor import processor

FOLDER = Path(__file__).parents[1] / "docs" / "trust"
FILE, PAGE = FOLDER / "speed.jsonl", FOLDER / "speed_history.md"
PACKAGES = ("numba", "pin", "mujoco", "exudyn", "opensim", "scikit-sundae", "drake")
SHOWN = 6
"""Runs that the page shows, the newest ones; the file has all."""


@dataclass(frozen=True)
class Kept:
    """One run."""

    date: str
    processor: str
    target: str
    """What kernels were compiled for."""
    features: list[str]
    lanes: int
    quick: bool
    versions: dict[str, str]
    ratios: list[Ratio]

    @classmethod
    def of(cls, ratios: Sequence[Ratio], date: str, quick: bool) -> Kept:
        """A run that has just ended, on this machine."""
        about: dict[str, Any] = processor().data
        machine = {"processor": about["name"], "target": about["target"], "features": about["features"]}
        return cls(date, **machine, lanes=about["lanes"], quick=quick, versions=versions(), ratios=list(ratios))

    def told(self) -> list[str]:
        """The processor and the programs, for those who read the ratios."""
        amount = "short runs" if self.quick else "full runs"
        return [
            f"{self.date}, {amount}",
            f"processor {self.processor}, code for {self.target}: {self.able()}; {self.lanes} lanes",
            "programs  " + ", ".join(f"{name} {version}" for name, version in self.versions.items()),
        ]

    def able(self) -> str:
        """The features that code uses; of a processor chosen by its name alone they are not listed."""
        return ", ".join(self.features) or f"those of {self.target}"


def now() -> str:
    """Today, as it is kept."""
    return datetime.now(UTC).strftime("%Y-%m-%d")


def versions() -> dict[str, str]:
    """Of the programs that are installed."""
    found = {"snodo": __version__}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


# ---------------------------------------------------------------- the file
def append(run: Kept, file: Path | None = None) -> None:
    """Add a run to the file; ratios with three digits."""
    plain = asdict(run)
    plain["ratios"] = [[r.work, r.peer, rounded(r.ratio, 3), rounded(r.error), rounded(r.apart)] for r in run.ratios]
    with open(file or FILE, "a", encoding="utf-8") as lines:
        lines.write(json.dumps(plain, ensure_ascii=False) + "\n")


def rounded(x: float | None, digits: int = 1) -> float | None:
    """To so many digits."""
    return None if x is None else float(f"{x:.{digits}g}")


def kept(file: Path | None = None) -> list[Kept]:
    """All runs of the file, the oldest first."""
    source = file or FILE
    lines = source.read_text(encoding="utf-8").splitlines() if source.is_file() else []
    found = [json.loads(line) for line in lines]
    return [Kept(**{**plain, "ratios": [Ratio(*row) for row in plain["ratios"]]}) for plain in found]


# ---------------------------------------------------------------- the page
def page(runs: Sequence[Kept], file: Path | None = None) -> None:
    """Write the page."""
    (file or PAGE).write_text("\n".join(text(runs[-SHOWN:][::-1])) + "\n", encoding="utf-8")


def text(runs: Sequence[Kept]) -> Iterable[str]:
    """Lines of the page, with a column for each run."""
    yield "# Speed: history of the ratios"
    yield ""
    yield "Time of another program over ours, in the same run: above 1, Snodo is quicker. [Speed](speed.md) says how to"
    yield "read this table, which `python -m benchmarks.all --keep` writes."
    yield ""
    yield from table(["run", "date", "processor", "code for", "features", "lanes", "runs"], map(about, *numbered(runs)))
    yield ""
    for number, run in zip(*numbered(runs)):
        yield f"- {number}: " + ", ".join(f"{name} {version}" for name, version in run.versions.items())
    yield ""
    heads = ["work", "peer", "error", *(str(number) for number in numbered(runs)[0])]
    yield from table(heads, ([*key, *(cell(run, key) for run in runs)] for key in keys(runs)))


def numbered(runs: Sequence[Kept]) -> tuple[Sequence[int], Sequence[Kept]]:
    """The runs and their numbers on the page."""
    return range(1, len(runs) + 1), runs


def about(number: int, run: Kept) -> list[str]:
    """The row of a run in the table of runs."""
    amount = "short" if run.quick else "full"
    return [str(number), run.date, run.processor, run.target, run.able(), str(run.lanes), amount]


Key = tuple[str, str, str]
"""Work, peer and error."""


def key_of(row: Ratio) -> Key:
    """What makes rows of two runs the same."""
    return row.work, row.peer, digit(row.error)


def keys(runs: Iterable[Kept]) -> list[Key]:
    """All rows of all runs, in the order of the newest run that has them."""
    return list(dict.fromkeys(key_of(row) for run in runs for row in run.ratios))


def cell(run: Kept, key: Key) -> str:
    """The ratio of a run, or a dash."""
    return next((str(row) for row in run.ratios if key_of(row) == key), "–")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterable[str]:
    """A table of Markdown."""
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"
