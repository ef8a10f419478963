"""Run the verification and write its tables into docs/trust/verification.md.

    python docs/make_verification.py [--quick | --cross] [--keep FOLDER] [--shard 1/2]

With `--cross`, every formulation is run with the default method and every integrator, and with every method and the
default integrator, but not with the other pairs of method and integrator: less than half of the rows, and a fraction
of the time.

With `--keep`, the rows of each problem are kept in the folder as JSON as soon as it is solved, and problems that are
there already are not solved again: a run that was ended goes on where it stopped.  A problem whose file is deleted is
solved anew, as is one whose rows are only those of `--cross` if that is not asked for.  With `--shard k/n` only every
n-th problem is solved, from the k-th on; n such runs with one folder share the work, and the page is written by the
one that finds the rows of all problems there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import snodo as sn
from snodo.analyses.verification.problem import MotionProblem
from snodo.analyses.verification.problems import problems
from snodo.registry import INTEGRATORS, METHODS
from snodo.results.verification import MISSED, NOT_APPLICABLE, REACHED, STOPPED, SUMMARY, VerificationRow

PAGE = Path(__file__).parent / "trust" / "verification.md"
CROSSED = (
    "Every formulation was run with the default method and every integrator, and with every method and the default "
    "integrator"
)
ROUNDING = 1e-12
"""Errors below this say nothing about an estimate."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run everything and rewrite the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("--quick", action="store_true", help="default method and integrator, shorter runs")
    amount.add_argument("--cross", action="store_true", help="default method or default integrator")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep rows here, and go on with what is there")
    parser.add_argument("--patience", type=float, metavar="S", help="stop runs after so many seconds of process time")
    parser.add_argument("--shard", default="1/1", metavar="K/N", help="every n-th problem alone, from the k-th on")
    chosen = parser.parse_args(arguments)
    k, n = (int(x) for x in chosen.shard.split("/"))
    if not 1 <= k <= n or (n > 1 and chosen.keep is None):
        parser.error(f"--shard {chosen.shard}: k/n with 1 ≤ k ≤ n, and a folder to --keep the rows in")
    names = [one.name for one in problems().values() if not chosen.quick or one.quick]
    how = "quick" if chosen.quick else "cross" if chosen.cross else "all"
    short_first = sorted(names, key=lambda name: getattr(problems()[name], "patience", 0.0))
    kept = {name: solved(name, how, chosen.keep, chosen.patience) for name in short_first[k - 1 :: n]}
    kept |= {name: found for name in names if name not in kept and (found := kept_rows(chosen.keep, name, how))}
    missing = [name for name in names if name not in kept]
    if missing:
        print(f"no page yet: {len(missing)} problems are missing: {', '.join(missing)}")
        return
    found = joined(kept[name] for name in names)
    print(found)
    write(found, note(kept))


def note(kept: dict[str, dict[str, Any]]) -> str:
    """What was run, and how long it took."""
    seconds = sum(one["seconds"] for one in kept.values())
    crossed = [name for name, one in kept.items() if one["how"] == "cross"]
    runs = [name for name in problems() if name in kept and isinstance(problems()[name], MotionProblem)]
    whole = [name for name in runs if kept[name]["how"] == "all"]
    told = CROSSED if crossed else "All combinations were run"
    more = f" (all combinations: {', '.join(whole)})" if crossed and whole else ""
    limits = {name: one["patience"] for name, one in kept.items() if one.get("patience")}
    less = "".join(f" Runs of {name} were stopped after {limit:g} s." for name, limit in limits.items())
    return f"{told}{more}, in {seconds / 60:.0f} minutes of one busy core.{less}"


def kept_in(folder: Path, name: str) -> Path:
    """The file of a problem's rows."""
    return folder / f"{name}.json"


def kept_rows(folder: Path | None, name: str, how: str) -> dict[str, Any] | None:
    """What is kept of a problem, if it is at least as much as is asked for."""
    if folder is None or not (file := kept_in(folder, name)).exists():
        return None
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found if found["how"] == how or (found["how"], how) == ("all", "cross") else None


def solved(name: str, how: str, folder: Path | None, patience: float | None = None) -> dict[str, Any]:
    """The rows of one problem, with its goal, source and wall time [s]: from the folder, or computed and kept there."""
    if (kept := kept_rows(folder, name, how)) is not None:
        return kept
    began = perf_counter()
    choices: dict[str, Any] = {"patience": patience, "progress": False}
    done = crossed(name, choices) if how == "cross" else sn.verify(name, quick=how == "quick", **choices)
    if done.interrupted:
        sys.exit(f"interrupted in {name}")
    seconds = perf_counter() - began
    print(f"{name}: {len(done.rows)} rows, {seconds:.0f} s", flush=True)
    rows = [asdict(row) for row in done.rows]
    found = {
        "how": how,
        "patience": patience,
        "seconds": seconds,
        "goals": done.goals,
        "sources": done.sources,
        "rows": rows,
    }
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        kept_in(folder, name).write_text(json.dumps(found, indent=1), encoding="utf-8")
    return found


def crossed(name: str, choices: dict[str, Any]) -> sn.Verification:
    """Every integrator with the default method, and every method with the default integrator."""
    found = sn.verify(name, methods=METHODS.default, **choices)
    more = sn.verify(name, integrators=INTEGRATORS.default, **choices)
    there = {key(row) for row in found.rows}
    found.rows += [row for row in more.rows if key(row) not in there]
    found.interrupted = found.interrupted or more.interrupted
    return found


def key(row: VerificationRow) -> tuple[str, ...]:
    """The choices of a row."""
    return row.formulation, row.method, row.integrator, row.setting


def joined(kept: Iterable[dict[str, Any]]) -> sn.Verification:
    """The rows of all problems as one verification."""
    found = sn.Verification()
    for one in kept:
        found.rows += [VerificationRow(**row) for row in one["rows"]]
        found.goals |= one["goals"]
        found.sources |= one["sources"]
    return found


def write(found: sn.Verification, note: str = "All combinations were run.") -> None:
    """Write the tables between their markers; note: what was run."""
    text = PAGE.read_text(encoding="utf-8")
    tables = {
        "problems": listed_problems(),
        "summary": f"{table(SUMMARY, found.summary())}\n\n{note} {found.verdict()}",
        "methods": by_choice(found.rows, "method"),
        "integrators": by_choice(found.rows, "integrator"),
        "estimates": estimates(found.rows),
    }
    for name, lines in tables.items():
        text = replaced(text, name, lines)
    PAGE.write_text(text, encoding="utf-8")


def replaced(text: str, name: str, lines: str) -> str:
    """The text with what is between the markers of a table replaced."""
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, _, rest = text.partition(start)
    _, found, after = rest.partition(end)
    assert found, f"{PAGE.name} lacks the markers of {name}"
    return f"{before}{start}\n\n{lines}\n\n{end}{after}"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def listed_problems() -> str:
    """Every problem: its file, what is compared, and the source of the reference."""
    rows = []
    for one in problems().values():
        compared = one.compared if isinstance(one, MotionProblem) else ()
        names = ", ".join(part.name for part in compared) or f"one state [{getattr(one, 'unit', '')}]"
        until = f", to {max(t for part in compared for t in part.times):g} s" if compared else ""
        rows.append([f"`{one.name}`", f"`examples/{one.file}.yaml`", f"{names}{until}", one.source])
    return table(("problem", "file", "compared", "source of the reference"), rows)


def by_choice(rows: Sequence[VerificationRow], kind: str) -> str:
    """How many runs with the default tolerances reached what is asked, by method or by integrator."""
    asked = [row for row in rows if row.verdict != NOT_APPLICABLE and row.setting == "default"]
    lines = []
    for word in dict.fromkeys(getattr(row, kind) for row in asked):
        own = [row for row in asked if getattr(row, kind) == word]
        counts = [str(sum(row.verdict == verdict for row in own)) for verdict in (REACHED, MISSED, STOPPED)]
        digits = [row.digits for row in own if row.digits is not None]
        cost = [1e3 * row.cpu for row in own if row.cpu is not None]
        middle = f"{np.median(digits):.1f}" if digits else "–"
        lines.append([str(word), *counts, middle, f"{np.median(cost):.2g}" if cost else "–"])
    return table((kind, REACHED, MISSED, STOPPED, "median digits", "median CPU [ms]"), lines)


def estimates(rows: Sequence[VerificationRow]) -> str:
    """Estimated over true error, by integrator and setting, of runs whose constraints do not give way."""
    lines = []
    for word in dict.fromkeys((row.integrator, row.setting) for row in rows if row.estimated is not None):
        own = [row for row in rows if (row.integrator, row.setting) == word]
        pairs = [(row.estimated, row.error) for row in own if row.estimated and row.error and row.error > ROUNDING]
        if pairs:
            ratios = np.array([estimated / error for estimated, error in pairs])
            low, middle, high = np.percentile(ratios, (10, 50, 90))
            small = f"{100 * np.mean(ratios < 0.1):.1f} %"
            lines.append([*word, str(ratios.size), f"{middle:.2g}", f"{low:.2g} … {high:.2g}", small])
    return table(("integrator", "setting", "runs", "median", "from 10 to 90 % of the runs", "below a tenth"), lines)


if __name__ == "__main__":
    main()
