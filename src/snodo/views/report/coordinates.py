"""Coordinates of the joints along a motion, as plain numbers: a page of many joints needs them without labels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.results.result import Result
from snodo.results.series import usual_names
from snodo.views.report.subject import is_large

Array = np.ndarray


@dataclass(frozen=True)
class Line:
    """A series in SI units."""

    name: str
    unit: str
    values: Array


@dataclass(frozen=True)
class Coordinates:
    """Series of the joints, and how many joints were left out."""

    lines: list[Line]
    joints_left_out: int = 0


def coordinates_of(result: Result) -> Coordinates:
    """Coordinates of the joints; of a mechanism without any, those of the formulation.

    In large trees the joints at which loops are cut are left out: each takes a pass over all links in every row.
    """
    F = result.formulation
    names = usual_names(F)
    if not names:
        return Coordinates([Line(n, u, x) for n, u, x in zip(F.coordinate_names, F.coordinate_units, result.q.T)])
    left_out = set(getattr(F, "cut_joints", ())) if is_large(result.mechanism) else set()
    kept = [name for name in names if _owner(name) not in left_out]
    return Coordinates(list(_lines(result, kept)), len({_owner(name) for name in names} & left_out))


def _owner(name: str) -> str:
    return name.rpartition(".")[0]


def _lines(result: Result, names: list[str]) -> Iterator[Line]:
    F, m = result.formulation, result.mechanism
    own = _columns(result)
    several: tuple[str, dict[str, Array]] = ("", {})
    for name in names:
        owner, _, word = name.rpartition(".")
        if m.joints[owner].coordinate:
            unit = "rad" if word == "angle" else "m"
            yield Line(name, unit, np.asarray(F.motion.joint(owner, result.q, result.v, result.a)[0]))
        elif name in own:
            yield own[name]
        else:
            if several[0] != owner:
                several = owner, F.motion.freedoms(owner, result.q, result.v, result.a)
            yield Line(name, F.motion.freedom_units(owner)[word], np.asarray(several[1][word]))


def _columns(result: Result) -> dict[str, Line]:
    """What is a coordinate or a velocity of the formulation."""
    F: Any = result.formulation
    found = [Line(n, u, x) for n, u, x in zip(F.coordinate_names, F.coordinate_units, result.q.T)]
    found += [Line(n, f"{u}/s", x) for n, u, x in zip(F.velocity_names, F.velocity_units, result.v.T)]
    return {line.name: line for line in found}
