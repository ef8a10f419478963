"""The curves of a page: which series, and how few points show them.

Short series are kept point by point on equally spaced times; long ones as the least and the largest value of each
interval, in the order in which they occur, so that no peak is lost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from snodo.errors import SnodoError
from snodo.views.scene.packing import Array, packed

POINTS = 2048
"""Largest number of points of a curve."""
NUMBERS = 400_000
"""Largest number of points of all curves."""
JOINT = re.compile(r"\.(angle|displacement|rotation|position|gap)\d*$")
REACTION = re.compile(r"\.(fx|fy|fz|mx|my|mz|torque)$")
BODY = re.compile(r"\.(x|y|z|angle|vx|vy|vz|omega|wx|wy|wz)$")
DEGREES = 180.0 / np.pi


def curves_of(result: Any, wanted: Sequence[str] | None) -> dict[str, Any]:
    """`list` of names, units and colours' owners, `data`, `count` of points, `shown` at first, and `left` out."""
    if not hasattr(result, "names"):
        return {"list": []}
    names = list(wanted) if wanted is not None else _usual(result)
    count = _count(result.time)
    most = max(8, NUMBERS // count)
    left = max(0, len(names) - most) if wanted is None else 0
    found, columns = [], []
    for name in names if wanted is not None else names[:most]:
        values = _values(result, name, strict=wanted is not None)
        if values is not None:
            x, unit = _in_degrees(np.asarray(values.values, float), str(values.attrs.get("units", "")))
            found.append({"name": name, "label": str(values.attrs.get("long_name", name)), "unit": unit})
            columns.append(thinned(result.time, x, count))
    if not columns:
        return {"list": []}
    data = np.column_stack(columns)
    shown = [0, 1] if wanted is not None else _telling(found, data)
    return {
        "list": found,
        "count": len(data),
        "data": packed(data),
        "shown": [k for k in shown if k < len(found)],
        "left": left,
    }


def _values(result: Any, name: str, strict: bool) -> Any:
    """A series with one number at each time; None if there is none of that name."""
    try:
        values = result[name]
    except SnodoError:
        if strict:
            raise
        return None
    return values if np.ndim(values) == 1 else None


def _in_degrees(x: Array, unit: str) -> tuple[Array, str]:
    """Angles are shown in degrees, speeds of rotation stay as they are."""
    return (x * DEGREES, "°") if unit == "rad" else (x, unit.replace("*", " "))


def _count(time: Array) -> int:
    """Points of a curve: as many as there are equal steps of the smallest time step, up to a limit."""
    if time.size < 2:
        return 1
    steps = np.diff(time)
    return int(np.clip(np.ceil((time[-1] - time[0]) / np.median(steps)) + 1, 2, POINTS))


def thinned(time: Array, x: Array, count: int) -> Array:
    """A series on `count` equally spaced times; the least and largest of each interval if it has many more samples."""
    if time.size < 2:
        return x[:1]
    if time.size <= 2 * count:
        return np.interp(np.linspace(time[0], time[-1], count), time, x)
    edges = np.searchsorted(time, np.linspace(time[0], time[-1], count // 2 + 1)[1:-1])
    pieces = np.split(x, edges)
    found = np.full(2 * len(pieces), np.nan)
    for k, piece in enumerate(pieces):
        if piece.size and not np.isnan(piece).all():
            found[2 * k : 2 * k + 2] = piece[np.sort([np.nanargmin(piece), np.nanargmax(piece)])]
    return found


# ---------------------------------------------------------------- which
def _usual(result: Any) -> list[str]:
    """Efforts of drivers, coordinates of joints, energy, reactions, forces, bodies."""
    m, names = result.mechanism, result.names()
    of = {name: name.rsplit(".", 1)[0] for name in names}
    groups = [
        [n for n in names if n.endswith(".effort")],
        [n for n in names if of[n] in m.joints and JOINT.search(n)],
        [n for n in names if n.startswith("energy.")],
        [n for n in names if of[n] in m.joints and (n.endswith(".speed") or REACTION.search(n))],
        [n for n in names if of[n] in m.forces],
        [n for n in names if of[n] in m.frames and BODY.search(n)],
        [n for n in names if of[n] in m.bodies and BODY.search(n)],
    ]
    return list(dict.fromkeys(name for group in groups for name in group))


def _telling(found: list[dict[str, str]], data: Array) -> list[int]:
    """The two curves to begin with: an effort if there is one, then what swings rather than what grows."""
    t = np.linspace(-1.0, 1.0, len(data)) if len(data) > 1 else np.zeros(1)
    chosen = [k for k, one in enumerate(found) if one["name"].endswith(".effort")][:1]
    swings = []
    for k, one in enumerate(found):
        x = np.nan_to_num(data[:, k])
        if not JOINT.search(one["name"]) or k in chosen:
            continue
        trend = np.polynomial.polynomial.polyfit(t, x, 1) if len(t) > 1 else np.array([x.mean(), 0.0])
        rest = x - np.polynomial.polynomial.polyval(t, trend)
        size = float(np.std(x))
        swings.append((float(np.std(rest)) / size if size > 0 else 0.0, -k))
    best = [-k for share, k in sorted(swings, reverse=True) if share > 1e-6]
    rest_of = [k for k in range(len(found)) if k not in chosen and k not in best]
    return sorted((chosen + best + rest_of)[:2])
