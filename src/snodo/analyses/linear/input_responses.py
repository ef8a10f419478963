"""What the inputs of a linear model do at once, at p = 0 and u = 0: to positions, velocities and accelerations.

A force acts on the accelerations alone.  Of a driver coordinate − f(t) = 0 with the row e of all rows,

    Φ_v η = e δf,      Φ_v w = e δḟ − D_η(Φ_v v − ν),      Φ_v δa = e δf̈ − ∂Γ                                (1)

so that δf moves what depends on the driver, with all that follows from it (`coordinates`, `derivatives`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.analyses.equations.state import State as Place
from snodo.analyses.linear.coordinates import Coordinates
from snodo.analyses.linear.inputs import Input, input_forces, input_wrenches
from snodo.errors import Problem, UnsupportedError
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.analyses.linear.derivatives import Derivatives

Array = np.ndarray


def along_inputs(d: Derivatives, c: Coordinates, inputs: list[Input]) -> tuple[Array, Array, Array, Array]:
    """η, w, δa (nv × inputs) and δλ (nc × inputs) of unit inputs."""
    F, q, count = c.formulation, c.place.q, len(inputs)
    eta, w, f = (np.zeros((F.nv, count)) for _ in range(3))
    r = np.zeros((F.nc, count))
    for k, one in enumerate(inputs):
        e = _row(c, one)
        if one.row < 0:
            f[:, k] = input_forces(F, q, [one.name])[:, 0]
        elif one.rate == 0:
            eta[:, k] = c.on_positions.across(e)
        elif one.rate == 1:
            w[:, k] = c.on_velocities.across(e)
        else:
            r[:, k] = e
    w += c.velocities_by(eta)
    f -= d.residual_by_q @ eta + d.residual_by_v @ w
    r -= d.rows_by_q @ eta + d.rows_by_v @ w
    return eta, w, *d.saddle.solve(f, r)


def _row(c: Coordinates, one: Input) -> Array:
    """The unit vector of a driver's row; refused where other rows prescribe the same."""
    F, e = c.formulation, np.zeros(c.formulation.nc)
    if one.row < 0:
        return e
    if one.row not in c.on_velocities.rows:
        driver = F.mechanism[F.row_parts[one.row]]
        what = f"input {one.name!r}: {driver.title} is redundant, other rows prescribe the same motion"
        raise UnsupportedError(Problem(what, "remove what is redundant (see sn.doctor), or name another", driver.where))
    e[one.row] = 1.0
    return e


def input_loads(place: Place, inputs: list[Input]) -> list[dict[str, Array] | None]:
    """The wrenches of force inputs on bodies; None for drivers."""
    F, q = place.formulation, place.q
    found: list[dict[str, Array] | None] = []
    for one in inputs:
        wrenches = input_wrenches(F, q, one.name) if one.row < 0 else None
        found.append(wrenches and {body: wrench for body, wrench in wrenches.items() if body != GROUND})
    return found
