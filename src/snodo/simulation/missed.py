"""Checks after a run whether its steps missed a feature of a function of time.

A step evaluates a function of time at its stages.  Over the step [t, t + h] it uses

    h Σ b_i f(t + c_i h)      where      ∫ f dt                                                              (1)

is exact; the integral comes from the scan before the run.  The sum of the absolute differences over the steps is the
missed part, and is compared with ∫ |f − mean f| dt.

The accelerations of the samples come from the equations, the speeds from the integration.  Inside one step they must
agree with the rule of fourth order for four samples at equal distances d:

    v_{k+1} − v_k = d/24 (−a_{k−1} + 13 a_k + 13 a_{k+1} − a_{k+2})                                          (2)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.math.rows_on_disk import blocks
from snodo.simulation.time_breaks import TimeBreaks, Watched

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray

MISSED = 0.02
"""Fraction of a function's variation that steps may miss."""
MOST_CALLS = 20_000
"""Largest number of evaluations of a Python function for a check."""
REFERENCE_POINTS = 8_192
WRONG = 0.3
"""Difference of both sides of (2), relative to d times the largest of the four accelerations."""
LEAST_CHANGE, LEAST_SPEED, LEAST_ACCELERATION = 100.0, 1e-3, 0.05
"""Smaller differences are ignored, in units of the tolerance and of the largest speed; so are smaller accelerations, in
units of the largest one: a stiff part at rest vibrates within the tolerance, and so do its accelerations."""
MOST_NAMES, MOST_JUMPS = 4, 50


def note_missed(result: Result, breaks: TimeBreaks, integrator: Any) -> None:
    """Note what the steps missed in `missed` of the result, and in its warnings."""
    rtol = getattr(integrator, "rtol", 1e-8)
    with np.errstate(all="ignore"):  # functions may not be finite everywhere
        found = [*_unseen(result, breaks, integrator), *_contradictions(result, breaks, rtol)]
    result.info["missed"] = found
    result.info["warnings"] = [*result.info.get("warnings", ()), *found, *impacts(breaks)]


# ---------------------------------------------------------------- functions of time
def _unseen(result: Result, breaks: TimeBreaks, integrator: Any) -> Iterator[str]:
    history = result.step_history
    if not len(history) or len(history) < result.info.get("steps", 0):
        return
    table = integrator.table()
    b, c = table.b, table.c[: table.stages]
    for watched in breaks.watched:
        values = watched.values if watched.breaks.scan is None else watched.breaks.scan.values
        if values is None or not (_featured(watched) or not integrator.adaptive):
            continue
        if watched.breaks.scan is not None and watched.breaks.scan.called and b.size * len(history) > MOST_CALLS:
            continue
        yield from _compared(watched, values, history, b, c, breaks.last)


def _featured(watched: Watched) -> bool:
    return bool(watched.breaks.sharp) or any(len(rows) for rows in watched.breaks.limits)


def _compared(watched: Watched, values: Any, history: Array, b: Array, c: Array, last: float) -> Iterator[str]:
    """Equation (1) for one function; a warning if the steps missed part of it."""
    times, samples = _reference(watched, values, last)
    widths = np.diff(times)[:, None]
    summed = np.vstack([np.zeros(samples.shape[1]), np.cumsum(0.5 * widths * (samples[1:] + samples[:-1]), axis=0)])
    t, h = history[:, :1], history[:, 1:]
    inner = np.minimum(64.0 * np.finfo(float).eps * np.maximum(t + h, 1e-3 * last), 0.01 * h)
    nodes = np.clip(t + c * h, t + inner, t + h - inner)
    seen = np.einsum("ksc,s->kc", values(nodes.ravel()).reshape(*nodes.shape, -1), b) * h
    ends = np.append(t[:, 0], t[-1, 0] + h[-1, 0])
    for k in range(samples.shape[1]):
        true = np.diff(np.interp(ends, times, summed[:, k]))
        off = float(np.abs(seen[:, k] - true).sum())
        mean = summed[-1, k] / (times[-1] - times[0])
        varied = _integral(np.abs(samples[:, k] - mean), times)
        if off > MISSED * varied + 1e-9 * _integral(np.abs(samples[:, k]), times):
            yield _sentence(watched, seen[:, k], true, off)
            return


def _integral(f: Array, t: Array) -> float:
    return float((0.5 * np.diff(t) * (f[1:] + f[:-1])).sum())


def _reference(watched: Watched, values: Any, last: float) -> tuple[Array, Array]:
    """Times and closely spaced samples of a function."""
    scan = watched.breaks.scan
    if scan is not None:
        return scan.times, scan.samples
    knots = np.concatenate([rows[:, 0] for rows in watched.breaks.limits] or [np.zeros(0)])
    knots = np.unique(np.concatenate([[0.0, last], knots[(knots > 0.0) & (knots < last)]]))
    between = knots[:-1, None] + np.diff(knots)[:, None] * np.linspace(0.0, 1.0, 8, endpoint=False)
    times = np.unique(np.concatenate([between.ravel(), np.linspace(0.0, last, REFERENCE_POINTS + 1)]))
    return times, values(times)


def _sentence(watched: Watched, seen: Array, true: Array, off: float) -> str:
    scan = watched.breaks.scan
    acts = ""
    if scan is not None and len(scan.stretches) == 1:
        acts = " acts from {:.6g} to {:.6g} s:".format(*scan.stretches[0])
    totals = f"the steps saw {np.abs(seen).sum():.4g} of {np.abs(true).sum():.4g} (integral over time, SI units)"
    return f"{watched.title}{acts} {totals} with an error of {off:.3g}; give a max_step that resolves it"


def impacts(breaks: TimeBreaks) -> Iterator[str]:
    """Imposed motions that jump."""
    for watched in breaks.watched:
        scan = watched.breaks.scan
        if watched.imposes and scan is not None:
            yield from _jumps(watched, scan)


def _jumps(watched: Watched, scan: Any) -> Iterator[str]:
    """The first jump of a motion or of its speed: a change that does not become smaller closer to the break."""
    whole, size = float(scan.times[-1] - scan.times[0]), float(np.ptp(scan.samples))
    for at in [t for t in scan.sharp if scan.times[0] < t < scan.times[-1]][:MOST_JUMPS]:
        near, nearer = _changes(scan, at, 1e-6 * whole), _changes(scan, at, 1e-7 * whole)
        least = 1e-4 * size, 1e-4 * size / whole
        jump, kink = (abs(y) > max(limit, 0.5 * abs(x)) for x, y, limit in zip(near, nearer, least))
        if jump or kink:
            what = "" if jump else "the speed of "
            yield f"{what}{watched.title} jumps at t = {at:.6g} s: an impact, whose work is not in the energy balance"
            return


def _changes(scan: Any, at: float, d: float) -> tuple[float, float]:
    """Difference of the function, and of its slope, between both sides of a break, from samples at the distance d."""
    f = scan.values(at + d * np.array([-2.0, -1.0, 1.0, 2.0]))[:, 0]
    before, after = (f[1] - f[0]) / d, (f[3] - f[2]) / d
    return float(f[2] - f[1] - d * (before + after)), float(after - before)


# ---------------------------------------------------------------- accelerations
def _contradictions(result: Result, breaks: TimeBreaks, rtol: float) -> Iterator[str]:
    """Speeds whose changes do not agree with their accelerations (2)."""
    t, v, a, history = result.time, result.v, result.a, result.step_history
    if t.size < 4 or not len(history) or a.shape != v.shape:
        return
    fastest, most = _fastest(v), _fastest(a)
    least = np.maximum(LEAST_CHANGE * rtol * (result.formulation.velocity_scale + fastest), LEAST_SPEED * fastest)
    sharp, span = [x for w in breaks.watched for x in w.breaks.sharp], float(t[-1] - t[0])
    wrong, first = np.zeros(v.shape[1], bool), np.inf
    for part in blocks(result.states):
        near = slice(part.start, part.stop + 3)
        rows = _inside_steps(t[near], history, sharp, span)
        bad = _wrong(t[near], v[near], a[near], rows, least, most)
        wrong |= bad.any(axis=0)
        first = min([first, *t[near][rows[bad.any(axis=1)]][:1]])
    if wrong.any():
        names = [name for name, bad in zip(result.formulation.velocity_names, wrong) if bad]
        listed = ", ".join(names[:MOST_NAMES]) + (" …" if len(names) > MOST_NAMES else "")
        what = f"the accelerations of {listed} do not agree with the changes of speed, first at t = {first:.6g} s"
        yield f"{what}: the steps missed something; give a smaller max_step or tolerance"


def _fastest(x: Array) -> Array:
    """The largest absolute value in each column, without those that are not numbers."""
    found = np.zeros(x.shape[1])
    for part in blocks(x):
        found = np.maximum(found, np.abs(np.nan_to_num(x[part])).max(axis=0, initial=0.0))
    return found


def _wrong(t: Array, v: Array, a: Array, rows: Array, least: Array, most: Array) -> Array:
    """Mask (row, velocity) of contradictions."""
    d = t[rows + 1] - t[rows]
    rule = (-a[rows - 1] + 13.0 * a[rows] + 13.0 * a[rows + 1] - a[rows + 2]) * (d / 24.0)[:, None]
    largest = d[:, None] * np.max(np.abs([a[rows - 1], a[rows], a[rows + 1], a[rows + 2]]), axis=0)
    with np.errstate(invalid="ignore"):
        off = np.abs(v[rows + 1] - v[rows] - rule)
        found: Array = (off > WRONG * largest) & (off > least) & (largest > LEAST_ACCELERATION * d[:, None] * most)
    return found


def _inside_steps(t: Array, history: Array, sharp: list[float], span: float) -> Array:
    """Samples k with four samples k − 1 … k + 2 at equal distances inside one step, without a break at their ends."""
    if t.size < 4:
        return np.zeros(0, dtype=int)
    k = np.arange(1, t.size - 2)
    gaps = np.diff(t)
    equal = (np.abs(gaps[k - 1] - gaps[k]) <= 1e-6 * gaps[k]) & (np.abs(gaps[k + 1] - gaps[k]) <= 1e-6 * gaps[k])
    step = np.searchsorted(history[:, 0], t[k - 1], side="right") - 1
    inside = (step >= 0) & (t[k + 2] <= history[np.maximum(step, 0)].sum(axis=1))
    breaks = np.sort(sharp) if sharp else np.array([np.inf])
    close = 1e-9 * span
    free = np.searchsorted(breaks, t[k - 1] - close) == np.searchsorted(breaks, t[k + 2] + close)
    found: Array = k[equal & inside & free & (gaps[k] > 0.0)]
    return found
