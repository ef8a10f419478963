"""Why a mechanism does not close: which wanted value is impossible, or which joint stays open, and by how much.

If it closes without the wanted values, these contradict it: of the values in the order in which they are given, the
first that is impossible with those before it is named, with those that it contradicts.  If it does not close, the
gap of a joint is the one that remains when all others are closed.
"""

from __future__ import annotations

import numpy as np

from snodo.analyses.assembly.closing import CLOSED, Closing
from snodo.analyses.assembly.least_gap import settled
from snodo.analyses.assembly.targets import Wanted
from snodo.errors import Problem

Array = np.ndarray
TRIES = 4
"""Perturbed starts in each question of this kind."""
MOST_VALUES = 12
"""Largest number of wanted values that are searched for contradictions."""
ALONE = 0.01
"""Gap of all others, relative to a joint's own, up to which they count as closed."""
MOST_JOINTS = 6
"""Largest number of joints tested for taking the whole gap."""


def refusal(closing: Closing, q: Array, tries: int) -> list[Problem]:
    """What does not close, nearest to the positions q with the least gap; tries: starts that were tried."""
    tried = (
        f"tried the drawing and {tries - 1} perturbations of it, each to its smallest gap; "
        if tries > 1
        else "tried the drawing; "
    )
    groups = _groups(closing.wanted)
    free = _closed_with(closing, [], q) if groups else None
    if free is None:
        bare = Closing(closing.F, [], closing.t, closing.moves) if groups else closing
        return [_open_joints(bare, settled(bare, q)[0], tried, bool(groups))]
    return [_contradiction(closing, groups, free, tried)]


# ---------------------------------------------------------------- wanted values
def _groups(wanted: list[Wanted]) -> list[list[Wanted]]:
    """Values that are wanted together: the three rows of an attitude, otherwise each alone."""
    groups: dict[str, list[Wanted]] = {}
    for w in wanted:
        groups.setdefault(w.name.partition(" (about")[0], []).append(w)
    return list(groups.values())


def _closed_with(closing: Closing, groups: list[list[Wanted]], q: Array) -> Array | None:
    """Closed positions with some of the wanted values; none if none are found."""
    part = Closing(closing.F, [w for group in groups for w in group], closing.t, closing.moves)
    found = part.best_from(q, TRIES)[0]
    return found if part.closed(found) and not closing.F.turned_around(found) else None


def _contradiction(closing: Closing, groups: list[list[Wanted]], q: Array, tried: str) -> Problem:
    """The first impossible value, and those before it that it contradicts."""
    low, high = 0, len(groups)  # the first `low` can be had together, the first `high` cannot
    while high - low > 1:
        middle = (low + high) // 2
        found = _closed_with(closing, groups[:middle], q)
        low, high, q = (low, middle, q) if found is None else (middle, high, found)
    before, last = groups[:low], groups[low]
    if len(before) <= MOST_VALUES:
        for group in list(before):
            fewer = [other for other in before if other is not group]
            if _closed_with(closing, [*fewer, last], q) is None:
                before = fewer
    return _words(closing, before, last, q, tried)


def _words(closing: Closing, before: list[list[Wanted]], last: list[Wanted], q: Array, tried: str) -> Problem:
    part = Closing(closing.F, [w for group in (*before, last) for w in group], closing.t, closing.moves)
    names = [f"wanted {w.name}" for w in last]
    missed = _gaps(part, _opened_at(part, names, settled(part, q)[0]))
    gap = float(np.linalg.norm([missed[name] for name in names]))
    m, word = closing.F.mechanism, last[0].name.partition(" (about")[0]
    value = f" = {last[0].value:.6g} {last[0].unit}" if len(last) == 1 else ""
    what = f"mechanism {m.name!r} does not close: wanted {word}{value} by {gap:.4g} {last[0].unit}"
    what += " stays open with all others closed"
    remedy = f"{tried}the joints close without it: give a value that they can reach"
    if before:
        others = ", ".join(_said(group) for group in before)
        what += f"; it contradicts {others}"
        remedy = f"{tried}each is possible without the others: change or remove one of them"
    return Problem(what, remedy, m.initial_lines.get(word, ""))


def _said(group: list[Wanted]) -> str:
    name = group[0].name.partition(" (about")[0]
    return f"{name} = {group[0].value:.6g} {group[0].unit}" if len(group) == 1 else name


# ---------------------------------------------------------------- joints
def _open_joints(closing: Closing, q: Array, tried: str, values: bool) -> Problem:
    """Which joint stays open, and by how much, when the others are closed as well as they can be."""
    gaps = _gaps(closing, q)
    worst = sorted((part for part in gaps if gaps[part] > CLOSED * closing.F.size), key=lambda part: -gaps[part])
    open_parts = [part for part in gaps if gaps[part] > 1e-3 * gaps[worst[0]]]
    for part in open_parts[: -MOST_JOINTS - 1 : -1]:
        alone = _gaps(closing, _opened_at(closing, [part], q))
        if max((gap for other, gap in alone.items() if other != part), default=0.0) < ALONE * alone[part]:
            gaps, worst = alone, [part]
            break
    m = closing.F.mechanism
    shown = ", ".join(f"{m[part].title} by {gaps[part]:.4g} {_unit(closing, part)}".rstrip() for part in worst[:6])
    what = f"mechanism {m.name!r} does not close: {shown}"
    what += " stays open with all others closed" if len(worst) == 1 else " stay open"
    without = ", also without the wanted values" if values else ""
    remedy = f"{tried}check the lengths of the links and where the joints are, or draw it nearer to a closed position"
    return Problem(what + without, remedy, m[worst[-1]].where)


def _gaps(closing: Closing, q: Array) -> dict[str, float]:
    """Gap of every joint and wanted value [m or rad], in the order of the description."""
    gaps: dict[str, float] = {}
    for part, gap in zip(closing.parts, closing.residual(q)):
        gaps[part] = float(np.hypot(gaps.get(part, 0.0), gap))
    return gaps


def _unit(closing: Closing, part: str) -> str:
    """Unit of a part's gap: metres if any of its rows is a length."""
    own = [unit for owner, unit in zip(closing.parts, closing.F.row_units) if owner == part]
    return "m" if "m" in own else str(own[0])


def _opened_at(closing: Closing, parts: list[str], q: Array) -> Array:
    """Positions in which the rest is closed and these parts take the whole gap."""
    scale, soft = closing.scale.copy(), np.array([part in parts for part in closing.parts])
    for softening in (1e1, 1e2, 1e3):
        closing.scale = np.where(soft, softening * scale, scale)
        q, _ = settled(closing, q)
    closing.scale = scale
    return q
