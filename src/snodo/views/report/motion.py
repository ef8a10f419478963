"""The motion: positions in one picture, the curves that tell most, drivers, and all joint coordinates as a table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from snodo.results.inverse_dynamics import InverseDynamics
from snodo.results.result import Result
from snodo.views.curves import Array, Curve
from snodo.views.report.coordinates import Coordinates, Line, coordinates_of
from snodo.views.report.curves import curve, figure_of, named
from snodo.views.report.elements import heading, number, paragraph, section, table
from snodo.views.report.pictures import DRAWN, Pictures
from snodo.views.report.subject import Subject, as_pixels, is_large

MOST_CURVES, MOST_EFFORTS = 6, 6
POSITIONS, MOST_STILL = 8, 12
DUST = 1e-9
"""Fraction of the size of a series below which a number is rounding."""
MOST_TRACED = 40
"""Bodies up to which paths of joints are drawn,"""
MOST_DRAWN = 150
"""and up to which several positions are drawn over one another."""


def motion(s: Subject, pictures: Pictures) -> str:
    """The section; empty if nothing moved."""
    result = s.motion
    if result is None:
        return ""
    found = coordinates_of(result)
    plots = _plots(s, result, found.lines, pictures)
    return section("Motion", *_positions(s, result, pictures), *plots, _drivers(s, result), _coordinates(s, found))


def _positions(s: Subject, result: Result, pictures: Pictures) -> Iterator[str]:
    if result.time.size < 2:
        yield paragraph("The result has one row only.")
        return
    if len(s.mechanism.bodies) > MOST_DRAWN:
        note = f"Positions of more than {MOST_DRAWN} bodies are not drawn over one another; result.draw() does."
        yield paragraph(note, "soft")
        return
    caption = f"Positions from t = {number(result.time[0])} s to {number(result.time[-1])} s, the last one strong."
    few = len(s.mechanism.bodies) <= MOST_TRACED
    count, trace = (POSITIONS, ()) if few else (POSITIONS // 2, None)
    make = partial(result.draw, count=count, trace=trace, width=DRAWN)
    yield pictures.figure(make, caption, pixels=as_pixels(s), kind="drawing")


# ---------------------------------------------------------------- curves
def _plots(s: Subject, result: Result, candidates: list[Line], pictures: Pictures) -> Iterator[str]:
    if s.names:
        yield _figure(named(s, result, s.names), "The series that were asked for.", pictures)
        return
    efforts = _efforts(result)
    if efforts:
        cut = f" The first {MOST_EFFORTS} of {len(efforts)}." if len(efforts) > MOST_EFFORTS else ""
        shown = named(s, result, efforts[:MOST_EFFORTS])
        yield _figure(shown, f"What drivers and joints must provide.{cut}", pictures)
    chosen = varying(result, candidates)
    if chosen:
        yield _figure(_curves(s, result, chosen), _which(len(chosen), len(candidates)), pictures)


def _curves(s: Subject, result: Result, lines: list[Line]) -> list[Curve]:
    """As series of the result, with their errors, where it has them by name; finding them takes long if it is large."""
    known = set() if is_large(s.mechanism) else set(result.names())
    found = []
    for line in lines:
        owner, _, word = line.name.rpartition(".")
        label = f"{word} of {owner}" if owner in s.mechanism.joints else line.name
        own = [curve(s, result, line.name, label, line.unit, line.values)]
        found += named(s, result, [line.name]) if line.name in known else own
    return found


def _which(shown: int, total: int) -> str:
    if shown == total:
        return "The coordinates."
    if shown < MOST_CURVES:
        return f"{shown} of {total} coordinates; the others are at rest, or move steadily."
    return f"The {shown} of {total} coordinates that vary most, apart from a steady motion."


def _figure(curves: list[Curve], caption: str, pictures: Pictures) -> str:
    return pictures.figure(lambda: figure_of(curves), caption, kind="curves") if curves else ""


def _efforts(result: Result) -> list[str]:
    """Names of what drivers and, in inverse dynamics, joints must provide."""
    needed = result.effort_names() if isinstance(result, InverseDynamics) else []
    return [f"{name}.effort" for name in result.mechanism.drivers] + list(needed)


def varying(result: Result, lines: list[Line]) -> list[Line]:
    """What swings rather than what grows: the lines with the largest deviation from a straight one, in natural size."""
    size = float(result.formulation.size) or 1.0
    scores = np.array([_swing(result.time, line, size) for line in lines])
    order = np.argsort(-scores, kind="stable")[:MOST_CURVES]
    moving = [k for k in order if scores[k] > 1e-9]
    growing = [k for k in range(len(lines)) if np.nanmax(lines[k].values) - np.nanmin(lines[k].values) > 1e-9 * size]
    return [lines[k] for k in sorted(moving or growing[:MOST_CURVES])]


def _swing(times: Array, line: Line, size: float) -> float:
    """Standard deviation from the best straight line; lengths against the size of the mechanism."""
    known = np.isfinite(line.values)
    t, x = times[known], line.values[known]
    if t.size < 3 or np.ptp(t) == 0.0:
        return 0.0
    t, x = t - t.mean(), x - x.mean()
    deviation = float(np.std(x - t * (t @ x) / (t @ t)))
    return deviation / size if line.unit.startswith("m") else deviation


# ---------------------------------------------------------------- tables
def _drivers(s: Subject, result: Result) -> str:
    rows = []
    for name in result.mechanism.drivers:
        for one in named(s, result, [f"{name}.effort"]):
            when, largest = peak(result.time, one.values)
            mean, rms = _mean(result.time, one.values), _mean(result.time, one.values**2) ** 0.5
            mean = 0.0 if abs(mean) < DUST * rms else mean
            title = one.label.replace(f"effort of {name}", name, 1)
            rows.append([title, number(largest), number(when), number(mean), number(rms), one.unit])
    heads = ("driver", "largest effort", "at t [s]", "mean", "root mean square", "unit")
    return heading("Drivers") + table(heads, rows, (0, 5), what="drivers") if rows else ""


def peak(times: Array, values: Array) -> tuple[float, float]:
    """When a series is largest in size, and its value there; not a number if there is none."""
    if not np.isfinite(values).any():
        return np.nan, np.nan
    k = int(np.nanargmax(np.abs(values)))
    return float(times[k]), float(values[k])


def _mean(times: Array, values: Array) -> float:
    """Mean over time, of the rows that are known."""
    known = np.isfinite(values)
    if known.sum() < 2 or np.ptp(times[known]) == 0.0:
        return float(values[known].mean()) if known.any() else np.nan
    x, t = values[known], times[known]
    return float(np.sum((x[1:] + x[:-1]) * np.diff(t)) / (2 * np.ptp(t)))


def _coordinates(s: Subject, found: Coordinates) -> str:
    rows, still = [], []
    for line in found.lines:
        unit, x = s.shown.converted(line.name, line.unit, line.values)
        least, most = (np.nanmin(x), np.nanmax(x)) if np.isfinite(x).any() else (np.nan, np.nan)
        if most - least <= DUST * max(1.0, abs(most)):
            still.append(f"{line.name} = {number(float(x[0]))} {unit}".strip())
            continue
        ends = np.array([x[0], x[-1], least, most])
        ends[np.abs(ends) <= DUST * (most - least)] = 0.0
        rows.append([line.name, *map(number, ends), unit])
    heads = ("coordinate", "start", "end", "smallest", "largest", "unit")
    body = table(heads, rows, (0, 5), what="coordinates") + _at_rest(still)
    return heading("Coordinates") + body + paragraph(_left_out(found.joints_left_out), "soft")


def _left_out(joints: int) -> str:
    if not joints:
        return ""
    return (
        f"The coordinates of the {joints} joints at which loops are cut are left out: they take long in a mechanism of "
        "this size. result[NAME] gives each of them."
    )


def _at_rest(still: list[str]) -> str:
    if not still:
        return ""
    shown = ", ".join(still[:MOST_STILL]) + (f" and {len(still) - MOST_STILL} more" if len(still) > MOST_STILL else "")
    return paragraph(f"At rest throughout ({len(still)}): {shown}.", "soft")
