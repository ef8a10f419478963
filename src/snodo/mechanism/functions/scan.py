"""Scan of a function of time before the run: where it jumps, and where it varies faster than elsewhere.

The function is sampled at equal distances, more closely than any step could be expected to look, and divided into
blocks of 2ᵏ · 8 intervals: halves, quarters, eighths … of the time.  A block is smooth if the eighth difference of nine
of its samples is small, and both its halves are smooth (1).  A function that is smooth, or equally rough
everywhere, has blocks of about equal length, and needs no breaks: steps of any length see it.  Where
blocks are much shorter than the longest one, the function has a feature that a long step might miss; it acts in a
stretch.  Steps end where a stretch begins and where it ends; inside they cover two blocks at most, and a quarter of it.

Where even the smallest blocks are not smooth, samples are taken more and more closely around the largest second
difference (2).  It stays as it is at a jump, shrinks like the distance of the samples at a kink, and like its square
where the function is smooth.  Jumps and kinks found so are taken for ends of pieces, each of which is divided into
blocks again.  Those of `abs`, `sign`, `min` and `max` of a formula are found from the roots of their arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import comb

import numpy as np

from snodo.math.expression import TABLE, Expression

Array = np.ndarray
Values = Callable[[Array], Array]
"""From times (n,) to the values (n, components) of one or more functions."""

FORMULA_POINTS, CALLED_POINTS = 65_536, 8_192
"""Intervals between the samples of a formula, and of a Python function that is called."""
NODES = 8
"""Intervals of the smallest block."""
WEIGHTS = [(-1.0) ** j * comb(NODES, j) for j in range(NODES + 1)]
"""Of the eighth difference: zero for polynomials of degree seven, 35 times a jump."""
SMOOTH = 1e-6
"""The largest eighth difference, as a part of the range of the function: that of a sine of 1.4 rad."""
NARROW = 8.0
"""How many times shorter than the longest block a block is that belongs to a stretch."""
COVERED, PARTS = 2, 4
"""Blocks that a step may cover, and parts of a stretch of which it covers one at most."""
MOST_PIECES = 400
"""Between breaks; a function with more of them is not divided into blocks."""
MOST_ZOOMS, ZOOM_POINTS, MOST_PLACES, ROUNDS = 20, 32, 40, 4
CLOSER, CLOSER_POINTS, CLOSER_CALLED = 2, 256, 8
"""How often, and with how many intervals, places too narrow for the scan are sampled again; how many by calls."""
CLOSE, LEAST = 64.0 * 2.0**-52, 1e-3
"""Width within which the time of a break is known, relative to it or to this part of the whole time."""


@dataclass(frozen=True, eq=False)
class Scan:
    """What was found.

    sharp       times of jumps and kinks, and ends of stretches [s]
    limits      where steps must be short: see `breaks.Breaks`
    stretches   begin and end [s] of the stretches in which it acts
    times       of the samples, piece after piece [s]; those at the ends of a piece were taken just inside it
    samples     values there, (n, components)
    """

    sharp: tuple[float, ...]
    limits: tuple[Array, ...]
    stretches: tuple[tuple[float, float], ...]
    times: Array = field(repr=False)
    samples: Array = field(repr=False)
    values: Values = field(repr=False)
    called: bool = False


def scanned(
    values: Values, start: float, end: float, known: Iterable[float] = (), called: bool = False, points: int = 0
) -> Scan:
    """Scan a function from start to end [s]; `known`: times at which it is known to jump or to have a kink."""
    points = points or (CALLED_POINTS if called else FORMULA_POINTS)
    sharp = _distinct(known, start, end)
    if not end > start:
        return Scan(tuple(sharp), (), (), np.array([start]), np.zeros((1, 1)), values, called)
    for _ in range(ROUNDS):
        pieces = _pieces(values, start, end, sharp, points)
        tolerance = _tolerance(pieces)
        blocks, rough = _all_blocks(pieces, tolerance)
        found = [t for place in _places(rough) if (t := _zoomed(values, *place, tolerance, end - start)) is not None]
        more = _distinct([*sharp, *found], start, end)
        if len(more) == len(sharp):
            break
        sharp = more
    times, samples = (np.concatenate(x) for x in zip(*pieces))
    places = _places(rough)[: CLOSER_CALLED if called else MOST_PLACES]
    for place in places:
        finer, closer, seen = _closer(values, *place, tolerance)
        blocks = sorted([*(b for b in blocks if b[1] <= place[0] or b[0] >= place[1]), *finer])
        at = np.searchsorted(times, closer)
        times, samples = np.insert(times, at, closer), np.insert(samples, at, seen, axis=0)
    stretches, limits = _stretches(blocks)
    return Scan(tuple(sharp), limits, stretches, times, samples, values, called)


# ---------------------------------------------------------------- pieces and blocks
def _pieces(values: Values, start: float, end: float, sharp: Sequence[float], points: int) -> list[tuple[Array, Array]]:
    """Times and samples between the breaks, as many as the share of a piece in the time, and at least four blocks."""
    inside = [t for t in sharp if start < t < end]
    cuts = [start, *inside, end]
    margin = CLOSE * max(abs(start), abs(end))
    times, asked = [], []
    for a, b in pairwise(cuts):
        share = points * (b - a) / (end - start)
        least = 4 * NODES if len(cuts) <= MOST_PIECES else NODES
        count = NODES * 2 ** int(np.ceil(np.log2(max(share, least) / NODES)))
        inner = min(margin, 0.01 * (b - a))
        t = a + (b - a) * np.arange(count + 1) / count
        asked.append(np.clip(t, a + (inner if a in sharp else 0.0), b - (inner if b in sharp else 0.0)))
        times.append(t)
    found = np.asarray(values(np.concatenate(asked)), dtype=float)
    return list(zip(times, np.split(found, np.cumsum([t.size for t in times])[:-1])))


def _tolerance(pieces: Sequence[tuple[Array, Array]]) -> Array:
    """Deviation from smoothness that counts, for each component."""
    samples = np.concatenate([f for _, f in pieces])
    finite = np.where(np.isfinite(samples), samples, 0.0)
    noise = 4096.0 * np.finfo(float).eps * np.abs(finite).max(axis=0)
    result: Array = SMOOTH * np.ptp(finite, axis=0) + noise + np.finfo(float).tiny
    return result


Block = tuple[float, float]


def _all_blocks(pieces: Sequence[tuple[Array, Array]], tolerance: Array) -> tuple[list[Block], list[Block]]:
    """All smooth blocks in order, and the smallest ones that are not smooth."""
    blocks: list[Block] = []
    rough: list[Block] = []
    for t, f in pieces:
        if len(pieces) > MOST_PIECES:
            blocks.append((float(t[0]), float(t[-1])))
            continue
        smooth, left = _blocks(f, tolerance)
        blocks += [(float(t[a]), float(t[b])) for a, b in smooth]
        rough += [(float(t[a]), float(t[b])) for a, b in left]
    return sorted([*blocks, *rough]), rough


def _blocks(f: Array, tolerance: Array) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Blocks of samples of one piece: smooth ones, and smallest ones that are not; first and last sample of each."""
    levels: list[Array] = []
    size = NODES
    while size < f.shape[0]:
        smooth = _smooth(f[:: size // NODES], tolerance)
        levels.append(smooth & levels[-1][::2] & levels[-1][1::2] if levels else smooth)
        size *= 2
    found: list[tuple[int, int]] = []
    open_ = np.ones(1, dtype=bool)
    for smooth in reversed(levels):
        size //= 2
        found += [(int(b) * size, int(b) * size + size) for b in np.flatnonzero(open_ & smooth)]
        open_ = np.repeat(open_ & ~smooth, 2)
    return found, [(int(b) * size, int(b) * size + size) for b in np.flatnonzero(open_[::2])]


def _closer(
    values: Values, a: float, b: float, tolerance: Array, depth: int = CLOSER
) -> tuple[list[Block], Array, Array]:
    """Smaller blocks between a and b from samples taken there, with the times and values of these."""
    t = np.linspace(a, b, CLOSER_POINTS + 1)
    f = np.asarray(values(t), dtype=float)
    smooth, rough = _blocks(f, tolerance)
    blocks = [(float(t[i]), float(t[j])) for i, j in smooth]
    left = _places(sorted((float(t[i]), float(t[j])) for i, j in rough))
    t, f = t[1:-1], f[1:-1]
    if depth == 1 or not left:
        return sorted([*blocks, *left]), t, f
    for place in left:
        finer, times, samples = _closer(values, *place, tolerance, depth - 1)
        at = np.searchsorted(t, times)
        blocks, t, f = [*blocks, *finer], np.insert(t, at, times), np.insert(f, at, samples, axis=0)
    return sorted(blocks), t, f


def _smooth(samples: Array, tolerance: Array) -> Array:
    """Whether the eighth difference of each run of eight intervals is small, and of the runs shifted by half."""
    smooth = _small(samples, tolerance)
    if smooth.size > 1:
        between = _small(samples[NODES // 2 : -NODES // 2], tolerance)
        smooth[:-1] &= between
        smooth[1:] &= between
    return smooth


def _small(samples: Array, tolerance: Array) -> Array:
    with np.errstate(all="ignore"):
        total = WEIGHTS[-1] * samples[NODES::NODES]
        for j, weight in enumerate(WEIGHTS[:-1]):
            total = total + weight * samples[j : samples.shape[0] - NODES + j : NODES]
        result: Array = np.asarray((np.abs(total) <= tolerance).all(axis=1))
    return result


def _stretches(blocks: Sequence[Block]) -> tuple[tuple[Block, ...], tuple[Array, ...]]:
    """Runs of blocks that are short compared with the longest one, and what steps may cover there."""
    lengths = np.array([b - a for a, b in blocks])
    narrow = np.append(lengths * NARROW <= lengths.max(), False)
    found, limits, k = [], [], 0
    while k < len(blocks):
        if not narrow[k]:
            k += 1
            continue
        last = k + int(np.argmin(narrow[k:])) - 1
        begin, end = blocks[k][0], blocks[last][1]
        found.append((begin, end))
        limits.append(_covering(np.array([*(a for a, _ in blocks[k : last + 1]), end]), COVERED))
        limits.append(_covering(np.linspace(begin, end, 2 * PARTS + 1), 2))
        k = last + 1
    return tuple(found), tuple(limits)


def _covering(cuts: Array, count: int) -> Array:
    """Rows (from, until): up to the first cut, then over this many intervals, up to the last one; free after it."""
    ends = cuts[np.minimum(np.arange(cuts.size - 1) + count, cuts.size - 1)]
    return np.column_stack([[-np.inf, *cuts], [cuts[0], *ends, np.inf]])


# ---------------------------------------------------------------- jumps and kinks
def _places(rough: Sequence[Block]) -> list[Block]:
    """Neighbouring blocks as one; none if there are too many."""
    places: list[Block] = []
    for a, b in rough:
        if places and a <= places[-1][1]:
            places[-1] = (places[-1][0], b)
        else:
            places.append((a, b))
    return places if len(places) <= MOST_PLACES else []


def _zoomed(values: Values, a: float, b: float, tolerance: Array, whole: float) -> float | None:
    """The time of a jump or kink between a and b (2), or None if the function is smooth at closer sight."""
    inner = CLOSE * max(abs(a), abs(b), LEAST * whole)
    a, b = a + inner, b - inner
    before, close = np.inf, 0.5 * CLOSE * max(abs(a), abs(b), LEAST * whole)
    for _ in range(MOST_ZOOMS):
        t = np.linspace(a, b, ZOOM_POINTS + 1)
        with np.errstate(all="ignore"):
            f = np.nan_to_num(values(t) / tolerance)
        second = np.abs(f[2:] - 2.0 * f[1:-1] + f[:-2]).max(axis=1)
        k = int(second.argmax()) + 1
        largest = float(second[k - 1])
        if largest < before / 22.0 and np.isfinite(before):
            return None
        a, b = float(t[max(k - 2, 0)]), float(t[min(k + 2, ZOOM_POINTS)])
        if b - a <= close or largest < 256.0 * np.finfo(float).eps / SMOOTH:
            return 0.5 * (a + b)
        before = largest
    return 0.5 * (a + b)


def kinks(expressions: Sequence[Expression], start: float, end: float, points: int = FORMULA_POINTS) -> list[float]:
    """Times [s] at which an `abs`, `sign`, `min` or `max` of time alone changes sides, or a table of it has a jump."""
    found: list[float] = []
    done: set[Expression] = set()
    for node in (node for expression in expressions for node in expression.nodes()):
        if node.operation not in ("abs", "sign", "min", "max", TABLE) or node in done or node.variables() != {"t"}:
            continue
        done.add(node)
        found += _changes(_sides(node), start, end, points)
    return _distinct(found, start, end)


def _distinct(times: Iterable[float], start: float, end: float) -> list[float]:
    """Times that differ by more than rounding; those at the start are the start."""
    kept: list[float] = []
    for t in sorted(times):
        close = 2.0 * CLOSE * max(abs(t), LEAST * (end - start))
        at = start if t - start <= close else t
        if not kept or at - kept[-1] > close:
            kept.append(at)
    return kept


def _sides(node: Expression) -> Callable[[Array], Array]:
    """Which side of a node is in force: the sign of its argument or of the difference of two; the piece of a table."""
    if node.operation == TABLE:
        return _pieces_of(node)

    def sides(t: Array) -> Array:
        values = [np.broadcast_to(np.asarray(a.evaluate({"t": t}), dtype=float), t.shape) for a in node.arguments]
        with np.errstate(all="ignore"):
            return np.sign(values[0] - values[1] if len(values) == 2 else values[0])

    return sides


def _pieces_of(node: Expression) -> Callable[[Array], Array]:
    """Which smooth stretch of a table is in force."""
    curve = node.curve
    if curve is None or curve.arguments != 1:
        return lambda t: np.zeros(t.shape)
    sharp, period = curve.sharp(), curve.knots[-1] - curve.knots[0]

    def pieces(t: Array) -> Array:
        x = np.broadcast_to(np.asarray(node.arguments[0].evaluate({"t": t}), dtype=float), t.shape)
        if curve.ends != "periodic":
            return np.searchsorted(sharp, x, side="right").astype(float)
        turns = np.floor((x - curve.knots[0]) / period)
        own = np.unique(np.where(sharp == curve.knots[-1], curve.knots[0], sharp))
        return turns * own.size + np.searchsorted(own, x - turns * period, side="right") if own.size else 0.0 * x

    return pieces


def _changes(sides: Callable[[Array], Array], start: float, end: float, points: int) -> list[float]:
    """Where the side changes, by bisection to neighbouring numbers."""
    t = start + (end - start) * np.arange(points + 1) / points
    side = sides(t)
    at = np.flatnonzero(side[1:] != side[:-1])
    at = at[np.isfinite(side[at]) & np.isfinite(side[at + 1])]
    low, high, left = t[at], t[at + 1], side[at]
    for _ in range(64):
        middle = 0.5 * (low + high)
        same = sides(middle) == left if middle.size else np.zeros(0, dtype=bool)
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return [float(x) for x in high]
