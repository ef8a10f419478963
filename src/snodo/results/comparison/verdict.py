"""The verdict of a comparison in words: who is fastest, who disagrees and probably why, what the numbers rest on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from snodo.results.comparison.comparison import Comparison, ComparisonRow

CLOSE = 0.1
"""Part of a difference from which on a violation or an energy drift explains it."""
FAR = 0.1
"""Difference in motion, of the size, that is another motion altogether."""
SHOWN = 8


def verdict(found: Comparison) -> str:
    """All there is to say, most important first."""
    parts = (_fastest, _agreeing, _disagreeing, _stopped, _unconstrained, _reference, _reactions, _interrupted)
    return "\n".join(line for part in parts for line in part(found))


def _fastest(found: Comparison) -> Iterator[str]:
    best = found.best
    if best is not None and best.cpu is not None:
        who = f"{best.formulation} with {best.choice or best.method}"
        cost = f"{1e3 * best.cpu:.3g} ms ({best.motion:.0e})"
        yield f"Fastest with a motion right to {found.accuracy:.0e}: {who}, {cost}."
    elif found.references and any(row.finished for row in found.rows):
        yield f"None has a motion right to {found.accuracy:.0e}: ask for a smaller tolerance."


def _agreeing(found: Comparison) -> Iterator[str]:
    compared = [row for row in found.rows if row.finished and row.motion is not None]
    if compared:
        yield f"{len(found.accurate)} of {len(compared)} combinations that ran agree with the reference to that."


def _disagreeing(found: Comparison) -> Iterator[str]:
    """Those who disagree for the same reason share a line."""
    away = [row for row in found.rows if row.finished and row.motion is not None and row not in found.accurate]
    shared: dict[str, list[ComparisonRow]] = {}
    for row in away:
        shared.setdefault(_reason(found, row), []).append(row)
    for reason, rows in shared.items():
        sizes = sorted({f"{row.motion:.0e}": row.motion for row in rows}.values(), key=lambda x: x or 0.0)
        spread = " … ".join(f"{x:.0e}" for x in dict.fromkeys((sizes[0], sizes[-1])))
        yield f"Away by {spread}: {_names(rows)}. {reason}"


def _names(rows: list[ComparisonRow]) -> str:
    """`planar × penalty, augmented; tree × penalty`, or how many they are."""
    if len(rows) > SHOWN:
        return f"{len(rows)} combinations"
    methods: dict[str, list[str]] = {}
    for row in rows:
        methods.setdefault(row.formulation, []).append(row.method)
    return "; ".join(f"{word} × {', '.join(dict.fromkeys(names))}" for word, names in methods.items())


def _reason(found: Comparison, row: ComparisonRow) -> str:
    """Probably why, with what would help."""
    motion = row.motion or 0.0
    if row.elastic:
        return _springs(motion / found.accuracy, motion > FAR)
    if motion > FAR:
        return "Another motion altogether: a different branch after a singular position, or a chaotic motion."
    if (row.position_violation or 0.0) > CLOSE * motion:
        return "The joints drift apart, and the motion with them; projection holds them."
    return "Errors of the steps have grown that far; a smaller tolerance or step helps."


def _springs(times: float, far: bool) -> str:
    """How much stiffer a penalty must be, where its error is still small enough to tell."""
    if far:
        return "The springs give way so far that it is another motion: take a larger factor of the penalty."
    factor = f"{float(f'{1.05 * times**0.5:.2g}'):g}"
    return f"The springs give way; the error goes like 1/K: take a factor of the penalty {factor} times as large."


def _stopped(found: Comparison) -> Iterator[str]:
    stopped = [row for row in found.rows if row.problem and row.steps]
    refused = [row for row in found.rows if row.problem and not row.steps]
    if stopped:
        yield f"{_runs(len(stopped))} stopped on the way; why stands under the table."
    if refused:
        yield f"{_runs(len(refused))} could not be made; why stands under the table."


def _runs(count: int) -> str:
    return f"{count} run" + ("" if count == 1 else "s")


def _reference(found: Comparison) -> Iterator[str]:
    if not found.references:
        yield "No tight reference could be computed: motions are not compared."
        return
    first, others = found.references[0], found.references[1:]
    short = f", up to t = {first.reached:.4g} s, where it stops" if first.reached < found.duration else ""
    yield f"Reference: {first.formulation}, {first.method}, {first.integrator}{short}."
    if others:
        told = ", ".join(f"{one.formulation} {one.motion:.1e}" for one in others)
        yield f"Tight references of other formulations differ from it by: {told}. No smaller difference means anything."
    if (found.floor or 0.0) > CLOSE * found.accuracy:
        yield "So sensitive a motion (chaotic, or near a singular position) is better compared over a shorter time."


def _reactions(found: Comparison) -> Iterator[str]:
    if found.undetermined:
        names = ", ".join(found.undetermined[:SHOWN]) + (" …" if len(found.undetermined) > SHOWN else "")
        rest = "are compared" if found.joints else "there are none"
        yield f"Not determined by the mechanism, and not compared: the reactions of {names}; of the others, {rest}."


def _unconstrained(found: Comparison) -> Iterator[str]:
    if found.unconstrained:
        words = ", ".join(found.unconstrained)
        verb = "has" if len(found.unconstrained) == 1 else "have"
        yield f"No choice of methods: {words} {verb} no constraint rows here, and ran by the first method alone."


def _interrupted(found: Comparison) -> Iterator[str]:
    if found.interrupted:
        yield "Interrupted: combinations that come later in the order are missing."
