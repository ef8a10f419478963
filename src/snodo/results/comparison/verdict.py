"""The verdict of a comparison in words: the fastest combination, those that disagree and why, and the reference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snodo.results.comparison.comparison import Comparison, ComparisonRow

CLOSE = 0.1
"""Fraction of a difference above which a violation or an energy drift explains it."""
FAR = 0.1
"""Difference in motion, relative to the size, above which the motion is a different one."""
SHOWN = 8
REASONS = "the reasons are listed below the table."
SIGNIFICANT = "Smaller differences are not significant."


def verdict(found: Comparison) -> str:
    """All sentences, most important first."""
    parts = (_fastest, _agreeing, _disagreeing, _stopped, _unconstrained, _reference, _reactions, _interrupted)
    return "\n".join(line for part in parts for line in part(found))


def _fastest(found: Comparison) -> Iterator[str]:
    best = found.best
    if best is not None and best.cpu is not None:
        who = f"{best.formulation} with {best.choice or best.method}"
        cost = f"{1e3 * best.cpu:.3g} ms ({best.motion:.0e})"
        yield f"Fastest with a motion accurate to {found.accuracy:.0e}: {who}, {cost}."
    elif found.references and any(row.finished for row in found.rows):
        yield f"No motion is accurate to {found.accuracy:.0e}: use a smaller tolerance."


def _agreeing(found: Comparison) -> Iterator[str]:
    compared = [row for row in found.rows if row.finished and row.motion is not None]
    if compared:
        yield f"{len(found.accurate)} of {len(compared)} completed runs agree with the reference to that accuracy."


def _disagreeing(found: Comparison) -> Iterator[str]:
    """One line for each reason."""
    away = [row for row in found.rows if row.finished and row.motion is not None and row not in found.accurate]
    shared: dict[str, list[ComparisonRow]] = {}
    for row in away:
        shared.setdefault(_reason(found, row), []).append(row)
    for reason, rows in shared.items():
        sizes = sorted({f"{row.motion:.0e}": row.motion for row in rows}.values(), key=lambda x: x or 0.0)
        spread = " … ".join(f"{x:.0e}" for x in dict.fromkeys((sizes[0], sizes[-1])))
        yield f"Different by {spread}: {_names(rows)}. {reason}"


def _names(rows: list[ComparisonRow]) -> str:
    """`planar × penalty, augmented; tree × penalty`, or how many they are."""
    if len(rows) > SHOWN:
        return f"{len(rows)} combinations"
    methods: dict[str, list[str]] = {}
    for row in rows:
        methods.setdefault(row.formulation, []).append(row.method)
    return "; ".join(f"{word} × {', '.join(dict.fromkeys(names))}" for word, names in methods.items())


def _reason(found: Comparison, row: ComparisonRow) -> str:
    """The probable reason, with a remedy."""
    motion = row.motion or 0.0
    if row.elastic:
        return _springs(motion / found.accuracy, motion > FAR)
    if motion > FAR:
        return "A different motion: another branch after a singular position, or a chaotic motion."
    if (row.position_violation or 0.0) > CLOSE * motion:
        return "The joints drift apart, and so does the motion: use projection."
    return "The errors of the steps have grown to this size: use a smaller tolerance or step."


def _springs(times: float, far: bool) -> str:
    """How much stiffer a penalty must be, if its error is small enough to estimate it."""
    if far:
        return "The springs yield so much that the motion is a different one: use a larger penalty factor."
    factor = f"{float(f'{1.05 * times**0.5:.2g}'):g}"
    return f"The springs yield, with an error like 1/K: use a penalty factor {factor} times as large."


def _stopped(found: Comparison) -> Iterator[str]:
    stopped = [row for row in found.rows if row.problem and row.steps]
    refused = [row for row in found.rows if row.problem and not row.steps]
    if stopped:
        yield f"{_combinations(len(stopped))} stopped before the end; {REASONS}"
    if refused:
        yield f"{_combinations(len(refused))} could not be run; {REASONS}"


def _combinations(count: int) -> str:
    return f"{count} combination" + ("" if count == 1 else "s")


def _reference(found: Comparison) -> Iterator[str]:
    if not found.references:
        yield "No tight reference could be computed: motions are not compared."
        return
    first, others = found.references[0], found.references[1:]
    short = f", up to t = {first.reached:.4g} s, where it stops" if first.reached < found.duration else ""
    yield f"Reference: {first.formulation}, {first.method}, {first.integrator}{short}."
    if others:
        sizes = ", ".join(f"{one.formulation} {one.motion:.1e}" for one in others)
        yield f"Tight references of other formulations differ from it by: {sizes}. {SIGNIFICANT}"
    if (found.floor or 0.0) > CLOSE * found.accuracy:
        yield "The motion is very sensitive (chaotic, or near a singular position): compare it over a shorter time."


def _reactions(found: Comparison) -> Iterator[str]:
    if found.undetermined:
        names = ", ".join(found.undetermined[:SHOWN]) + (" …" if len(found.undetermined) > SHOWN else "")
        rest = "the others are compared" if found.joints else "there are no others"
        yield f"Not compared, because the mechanism does not determine them: the reactions of {names}; {rest}."


def _unconstrained(found: Comparison) -> Iterator[str]:
    if found.unconstrained:
        words = ", ".join(found.unconstrained)
        verb = "has" if len(found.unconstrained) == 1 else "have"
        yield f"{words} {verb} no constraint rows here, and ran with the first method only."


def _interrupted(found: Comparison) -> Iterator[str]:
    if found.interrupted:
        yield "Interrupted: the remaining combinations are missing."
