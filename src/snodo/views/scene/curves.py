"""The curves of a page: which series, and how few points show them.

Short series are kept point by point on equally spaced times; long ones as the least and the largest value of each
interval, in the order in which they occur, so that no peak is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from snodo.errors import Problem, SnodoError, UnsupportedError
from snodo.results.series import all_series
from snodo.views.extremes import thinned
from snodo.views.scene.packing import Array, packed

POINTS = 2048
"""Largest number of points of a curve."""
SERIES = 240
"""Largest number of curves that are chosen here."""
NUMBERS = 400_000
"""Largest number of points of all curves."""
JOINT = re.compile(r"\.(angle|displacement|rotation|position|gap)\d*$")
REACTION = re.compile(r"\.(fx|fy|fz|mx|my|mz|torque)$")
BODY = re.compile(r"\.(x|y|z|angle|vx|vy|vz|omega|wx|wy|wz)$")
DEGREES = 180.0 / np.pi
WHOLE = 1e-6
"""Share of a step that is rounding."""
STILL = 1e-6
"""Changes of a coordinate that are not worth a curve, in its unit and relative to it."""


def curves_of(
    result: Any, wanted: Sequence[str] | None, span: tuple[float, float], others: Sequence[Any] = ()
) -> dict[str, Any]:
    """`list` of names and units, `data` (`count` points over `span` [s]), `shown` at first, how many are `left` out.

    others: results whose curves are drawn beside (`same_curves`)
    """
    if not hasattr(result, "names"):
        return {"list": []}
    names = list(wanted) if wanted is not None else _usual(result)
    count = max(point_count(one.time, span) for one in (result, *others))
    most = min(SERIES, max(8, NUMBERS // count))
    known = all_series(result)  # once for all: making it takes as long as a series
    left = max(0, len(names) - most) if wanted is None else 0
    found, columns = [], []
    for name in names if wanted is not None else names[:most]:
        values = _values(result, known, name, strict=wanted is not None)
        if values is not None:
            x, unit = _in_degrees(np.asarray(values.values, float), str(values.attrs.get("units", "")))
            found.append({"name": name, "label": str(values.attrs.get("long_name", name)), "unit": unit})
            columns.append(thinned(result.time, x, count, span))
    if not columns:
        return {"list": []}
    data = np.column_stack(columns)
    shown = [0, 1] if wanted is not None else _telling(found, data, set(result.mechanism.joints), _needed(result))
    return {
        "list": found,
        "count": len(data),
        "data": packed(data),
        "shown": [k for k in shown if k < len(found)],
        "left": left,
    }


def same_curves(result: Any, series: dict[str, Any], span: tuple[float, float]) -> dict[str, Any]:
    """The curves of another result for the names of `series`; gaps where it has none."""
    columns = []
    known = all_series(result) if hasattr(result, "names") else {}
    for one in series["list"]:
        values = _values(result, known, one["name"], strict=False) if known else None
        x = np.full(len(result.time), np.nan) if values is None else np.asarray(values.values, float)
        x = x if values is None else _in_degrees(x, str(values.attrs.get("units", "")))[0]
        columns.append(thinned(result.time, x, series["count"], span))
    return packed(np.column_stack(columns))


def _values(result: Any, known: Mapping[str, Callable[[], Any]], name: str, strict: bool) -> Any:
    """A series with one number at each time; None if there is none of that name."""
    try:
        values = known[name]() if name in known else result[name]
    except SnodoError:
        if strict:
            raise
        return None
    if np.ndim(values) == 1:
        return values
    if strict:
        owner = name.rsplit(".", 1)[0]
        parts = [one for one in known if one.startswith(f"{owner}.") and REACTION.search(one)]
        remedy = f"name the components that you want: {', '.join(parts)}" if parts else "choose others"
        raise UnsupportedError(Problem(f"{name!r} has several components, and a curve is one of them", remedy))
    return None


def _in_degrees(x: Array, unit: str) -> tuple[Array, str]:
    """Angles are shown in degrees, speeds of rotation stay as they are."""
    return (x * DEGREES, "°") if unit == "rad" else (x, unit.replace("*", " "))


def point_count(time: Array, span: tuple[float, float]) -> int:
    """Points of a curve: as many as there are usual time steps, up to an even limit."""
    if time.size < 2:
        return 2
    steps = float(np.median(np.diff(time)))
    return int(np.clip(np.ceil((span[1] - span[0]) / steps - WHOLE) + 1, 2, POINTS))


# ---------------------------------------------------------------- which
def _usual(result: Any) -> list[str]:
    """Efforts of drivers, coordinates of joints, energy, reactions, forces, bodies."""
    m, names = result.mechanism, result.names()
    of = {name: name.rsplit(".", 1)[0] for name in names}
    groups = [
        [n for n in names if n.endswith(".effort")] + _needed(result),
        [n for n in names if of[n] in m.joints and JOINT.search(n)],
        [n for n in names if n.startswith("energy.")],
        [n for n in names if of[n] in m.joints and (n.endswith(".speed") or REACTION.search(n))],
        [n for n in names if of[n] in m.forces],
        [n for n in names if of[n] in m.frames and BODY.search(n)],
        [n for n in names if of[n] in m.bodies and BODY.search(n)],
    ]
    return list(dict.fromkeys(name for group in groups for name in group))


def _needed(result: Any) -> list[str]:
    """The torques and forces that inverse dynamics found."""
    return list(result.effort_names()) if hasattr(result, "effort_names") else []


def _telling(found: list[dict[str, str]], data: Array, joints: set[str], needed: list[str]) -> list[int]:
    """The two curves to begin with: an effort if there is one, then what swings rather than what grows."""
    t = np.linspace(-1.0, 1.0, len(data)) if len(data) > 1 else np.zeros(1)
    chosen = [k for k, one in enumerate(found) if one["name"].endswith(".effort") or one["name"] in needed][:1]
    swings = []
    for k, one in enumerate(found):
        x = np.nan_to_num(data[:, k])
        if one["name"].rsplit(".", 1)[0] not in joints or not JOINT.search(one["name"]):
            continue
        trend = np.polynomial.polynomial.polyfit(t, x, 1) if len(t) > 1 else np.array([x.mean(), 0.0])
        rest = x - np.polynomial.polynomial.polyval(t, trend)
        size = float(np.std(x))
        moves = size > STILL * max(1.0, float(np.abs(x).max(initial=0.0)))
        swings.append((float(np.std(rest)) / size if moves else 0.0, -k))
    best = [-k for share, k in sorted(swings, reverse=True) if share > 1e-6]
    rest_of = [k for k in range(len(found)) if k not in chosen and k not in best]
    return sorted((chosen + best + rest_of)[:2])
