"""The state about which a mechanism is linearised, from whatever a user gives as `at=`.

nothing                 the start of a run: as assembled, with the initial values of the mechanism
{"A.angle": 0.3, …}     the same with these initial values
an assembly             its positions and velocities
a result                its last sample;  result.state(at=1.5), an equilibrium: that state, of any formulation
(q, v)                  arrays
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from snodo.analyses.assembly.assemble import Assembly, assemble
from snodo.analyses.assembly.continued_start import started
from snodo.analyses.equations.state import State as Place
from snodo.analyses.equations.state import state_of
from snodo.analyses.linear.frozen import frozen_place
from snodo.errors import MechanismError, Problem, UnsupportedError
from snodo.formulations.base import Array, Formulation
from snodo.formulations.bind import bind
from snodo.formulations.parts.numbers import refuse_numbers
from snodo.formulations.rank import LARGEST
from snodo.formulations.spatial.attitudes import spin
from snodo.math.units import quantity
from snodo.results.result import Result
from snodo.results.state import State
from snodo.switching.suits import refuse_beyond_stops
from snodo.types import FormulationLike, InitialValues, MechanismLike, Time

StateLike: TypeAlias = "State | Result | Assembly | InitialValues | tuple[ArrayLike, ArrayLike]"
"""What `at=` takes: a state, a result (its last sample), an assembly, initial values by name, or arrays (q, v)."""
SLIP = 1e-7
"""Violation of the constraints, in sizes of the mechanism and radians, from which on a given state is refused."""


def place_of(
    mechanism: MechanismLike, at: StateLike | None, t: Time, formulation: FormulationLike | None = None
) -> Place:
    """A bound formulation with a state that satisfies the constraints, and with frozen friction."""
    return frozen_place(_place_of(mechanism, at, t, formulation))


def _place_of(
    mechanism: MechanismLike, at: StateLike | None, t: Time, formulation: FormulationLike | None = None
) -> Place:
    """The same with friction as described."""
    if isinstance(at, Result):
        at = at.state()
    given = bind(mechanism, _formulation(mechanism, at, formulation))
    F = _with_independent_velocities(given)
    refuse_numbers(F, "an analysis about one state")
    _refuse_unsupported(F)
    t = float(quantity(t, "time"))
    if isinstance(at, State):
        start: Assembly = started(F, None, None, at)
        refuse_beyond_stops(F, start.q, at.time)
        return Place(F, start.q, start.v, at.time)
    if at is None or isinstance(at, Mapping):
        start = assemble(F, initial=at, t=t)
        refuse_beyond_stops(F, start.q, t)
        return Place(F, start.q, start.v, t)
    arrays = state_of(given, *_arrays(at), t, None)
    return _consistent(arrays if F is given else Place(F, arrays.q, _angular(given, arrays.q, arrays.v), t))


def _formulation(mechanism: MechanismLike, at: Any, given: FormulationLike | None) -> FormulationLike | None:
    """That of the state, if none is asked for."""
    if given is not None or isinstance(mechanism, Formulation) or not isinstance(at, State):
        return given
    return str(at.result.formulation.name)


def _with_independent_velocities(F: Formulation) -> Formulation:
    """The formulation, or in place of v = (ṙ, ṗ), which are not independent, the same coordinates with v = (ṙ, ω′)."""
    if not getattr(F, "euler", False):
        return F
    if "angular" not in F.kept:
        F.kept["angular"] = bind(F.mechanism, "spatial")
    found: Formulation = F.kept["angular"]
    return found


def _angular(F: Formulation, q: Array, v: Array) -> Array:
    """(ṙ, ω′) of (ṙ, ṗ)."""
    n = len(F.body_names)
    bodies, rates = q[: 7 * n].reshape(n, 7), v.reshape(n, 7)
    return np.hstack([rates[:, :3], spin(bodies[:, 3:], rates[:, 3:])]).ravel()


def _refuse_unsupported(F: Formulation) -> None:
    if F.nv + F.nc > LARGEST:
        what = f"{F.mechanism.name!r} has {F.nv} velocities and {F.nc} rows: too many for dense matrices"
        raise UnsupportedError(Problem(what, f"the limit is {LARGEST}; in a tree there may be fewer"))
    if F.nv == 0:
        what = f"mechanism {F.mechanism.name!r} has no joint that moves: there is nothing to linearise"
        raise UnsupportedError(Problem(what, "give it one"))


def _arrays(at: Any) -> tuple[Any, Any]:
    if isinstance(at, Assembly):
        return at.q, at.v
    if isinstance(at, tuple) and len(at) == 2:
        return at
    what = f"at = {at!r} is not a state"
    remedy = "give initial values by name, an assembly, a result, result.state(at=1.5), an equilibrium, or (q, v)"
    raise MechanismError(Problem(what, remedy))


def _consistent(place: Place) -> Place:
    """Refuse arrays that violate the constraints."""
    F = place.formulation
    gaps = {
        "is open": np.abs(F.constraints(place.q, place.t) / F.row_scale),
        "is violated by the velocities": np.abs((place.jacobian @ place.v - place.nu) / F.row_scale),
    }
    size = max(1.0, float(np.abs(place.v / F.velocity_scale).max(initial=0.0)))
    for (words, gap), allowed in zip(gaps.items(), (SLIP, SLIP * size)):
        if gap.size and gap.max() > allowed:
            part = F.mechanism[F.row_parts[int(gap.argmax())]]
            what = f"at: {part.title} {words} by {gap.max():.3g}"
            raise MechanismError(
                Problem(what, "give positions and velocities that satisfy the constraints", part.where)
            )
    return place
