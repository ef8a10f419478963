"""The applied forces of an explanation in space: what each adds to Q, as a wrench at a body's centre of mass."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.formulations.series.reactions import carried
from snodo.mechanism.part import GROUND
from snodo.results.result import Result
from snodo.results.wrenches import applied, bodies_of, without_law
from snodo.views.explain.space.numbers import State

Array = np.ndarray


@dataclass(frozen=True)
class Applied:
    """One force in one state: its kind, and (F, n′) on each of its bodies, F in world axes and n′ in body axes."""

    name: str
    title: str
    says: str
    shares: list[tuple[str, Array, Array]] = field(default_factory=list)


def applied_forces(state: State) -> list[Applied]:
    """Every force of the mechanism except gravity."""
    F = state.formulation
    row = F.state(state.q, state.v)[None]
    one = Result(F, np.array([state.t]), row, {"acceleration": np.zeros((1, F.nv))}, {})
    acting = {name: part for name, part in F.mechanism.forces.items() if not without_law(part)}
    return [_applied(one, state, name, part) for name, part in acting.items()]


def _applied(one: Result, state: State, name: str, part: Any) -> Applied:
    shares = []
    for body in dict.fromkeys(bodies_of(one, part)):
        if body != GROUND:
            wrench = carried(state.formulation, applied(one, name, body), one.q, body, f"{body}.com")[0]
            if wrench.size == 3:  # in the plane
                wrench = np.array([wrench[0], wrench[1], 0.0, 0.0, 0.0, wrench[2]])
            shares.append((body, wrench[:3], state.body(body).A.T @ wrench[3:]))
    words = (type(part).__doc__ or "").strip().splitlines()[0].rstrip(".")
    noun = getattr(part, "noun", "") or part.kind.replace("_", " ")
    title = f"{name}: {noun} on {', '.join(body for body, _, _ in shares)}"
    return Applied(name, title, words[0].lower() + words[1:], shares)
