"""A start in a state of another result, in the same formulation or another one.

Bodies and joints are matched by name.  The state is used as it is if it closes.  Small gaps, such as another constraint
method or a looser tolerance leaves, are closed.  A state that does not fit is refused, with the parts that stay open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.assemble import Assembly, assemble, branch_of, moves
from snodo.analyses.assembly.closing import LARGEST_DENSE, Closing
from snodo.analyses.assembly.joint_displacements import JointMoves
from snodo.analyses.inverse_dynamics.transferred_motion import Carried
from snodo.errors import AssemblyError, MechanismError, Problem
from snodo.formulations.vanishing import unsteady
from snodo.math.labelled_rows import least_norm
from snodo.results.result import Result
from snodo.results.state import State
from snodo.simulation.times import output_times

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
Values = Mapping[str, Any] | None
EXACT = 1e-9
"""Gap, in sizes of the mechanism and radians (and in velocities relative to them), that is left as it is."""
LARGEST = 1e-3
"""Largest gap that is closed."""


@dataclass
class Continued(Assembly):
    """A start in a state of another result."""

    state: State | None = None

    def __str__(self) -> str:
        return f"continues the {self.state}; largest gap {self.gap:.1e}"


def start_state(start: Any, initial: Any, guess: Any) -> State | None:
    """The state given as `start=`: a state, or the last row of a result; it cannot be combined with initial values."""
    if isinstance(initial, Result | State):
        raise MechanismError(Problem("initial must be values by name, not a result", "give it as start="))
    if start is None:
        return None
    if initial or guess:
        word = "initial" if initial else "initial_guess"
        what = f"start= is a whole state, and {word}= would change it"
        raise MechanismError(Problem(what, "omit one of them"))
    if isinstance(start, Result):
        start = start.state()
    if not isinstance(start, State):
        what = f"start = {start!r} is not a state"
        raise MechanismError(Problem(what, "give a result, or result.state(at=1.5)"))
    return start


def times_from(begin: float, duration: Any, output: Any, settings: Any) -> Array:
    """Times of the rows [s] of a run that begins at `begin`; an array of output times is absolute."""
    if begin == 0.0:
        return output_times(duration, output, settings)
    if output is None or np.ndim(output) != 1:
        return begin + output_times(duration, output, settings)
    times = output_times(None, output, settings)
    length = output_times(duration, None, settings)[-1] if duration is not None else np.inf
    if times[0] < begin or times[-1] > begin + length * (1 + 1e-12):
        what = f"output times from {times[0]:g} to {times[-1]:g} s: the run begins at {begin:g} s"
        ends = "" if duration is None else f" and ends at {begin + length:g} s"
        raise MechanismError(Problem(what + ends, "output times are absolute: time continues from the state"))
    return times


def started(F: Formulation, initial: Values, guess: Values, state: State | None) -> Assembly:
    """Positions and velocities with which a run starts."""
    if state is None:
        return assemble(F, initial=initial, initial_guess=guess)
    q, v = transferred(F, state)
    t = state.time
    gap = _gap(F, q, t)
    if gap > EXACT:
        q = _closed(F, q, t, gap, state)
    v = _moving(F, q, v, t, state)
    _must_constrain(F, q, v, t, state)
    far = max(moves(F, q).values(), default=0.0)
    return Continued(q, v, gap, 0, 1, far, True, branch_of(F, q), state)


def transferred(F: Formulation, state: State) -> tuple[Array, Array]:
    """(q, v) of a state in the coordinates of a bound formulation."""
    result, G = state.result, state.result.formulation
    for word, mine, theirs in (
        ("body", F.mechanism.bodies, G.mechanism.bodies),
        ("joint", F.mechanism.joints, G.mechanism.joints),
    ):
        missing = [name for name in mine if name not in theirs]
        if missing:
            what = f"start: {word} {missing[0]!r} is not in the result of mechanism {G.mechanism.name!r}"
            remedy = "start from a result with the same bodies and joints"
            raise MechanismError(Problem(what, remedy, F.mechanism.where))
    if _alike(F, G):
        return state.q, state.v
    q, v, _ = Carried(F, result).arrays()
    return q[state.row], v[state.row]


def _alike(F: Formulation, G: Any) -> bool:
    """Whether the coordinates mean the same."""
    if F.name != G.name or F.coordinate_names != G.coordinate_names or F.velocity_names != G.velocity_names:
        return False
    centres = ((F.geometry.bodies[b].inertia.com, G.geometry.bodies[b].inertia.com) for b in F.mechanism.bodies)
    return F.name == "tree" or all(np.array_equal(a, b) for a, b in centres)


# ---------------------------------------------------------------- closing
def _gap(F: Formulation, q: Array, t: float) -> float:
    return float(np.abs(F.constraints(q, t) / F.row_scale[: F.nc]).max(initial=0.0))


def _closed(F: Formulation, q: Array, t: float, gap: float, state: State) -> Array:
    """The nearest closed position, if the gap is small."""
    closing = Closing(F, [], t, JointMoves(F))
    found, _ = closing.newton(q) if gap <= LARGEST else (q, 0)
    if gap <= LARGEST and closing.closed(found):
        return found
    phi = np.abs(F.constraints(q, t) / F.row_scale)
    raise AssemblyError(_misfit(F, phi, f"is open by {gap:.3g} (in radians, or sizes of the mechanism)", state))


def _must_constrain(F: Formulation, q: Array, v: Array, t: float, state: State) -> None:
    """Refuse a state in which a row is not finite, or determines no acceleration."""
    problem = unsteady(F, q, v, t, f"in the {State.__str__(state)}")  # not in the words of an equilibrium, a pose …
    if problem is not None:
        raise AssemblyError(Problem(f"start: {problem.what}", problem.remedy, problem.where))


def _moving(F: Formulation, q: Array, v: Array, t: float, state: State) -> Array:
    """Velocities that satisfy the rows: unchanged (also where rows are not finite), or corrected if slightly off."""
    if not F.nc:
        return v
    J = F.jacobian(q, t, v=v, sparse=F.nc > LARGEST_DENSE)
    missed = (J @ v - F.nu(q, t, v=v)) / F.row_scale
    size = max(float((abs(J) @ np.abs(v) / F.row_scale).max()), EXACT)
    slip = float(np.abs(missed).max())
    if slip <= EXACT * size or not np.isfinite(slip):
        return v
    step = _correction(F, J, missed)
    left = missed + J @ step / F.row_scale
    if slip > LARGEST * size or np.abs(left).max() > EXACT * size:
        raise AssemblyError(
            _misfit(F, np.abs(missed), f"is violated by the velocities by {slip:.3g} per second", state)
        )
    return np.asarray(v + step)


def _correction(F: Formulation, J: Any, missed: Array) -> Array:
    """The smallest change of the velocities that satisfies the rows."""
    if isinstance(J, np.ndarray):
        return np.asarray(least_norm(J / F.row_scale[:, None] * F.velocity_scale, -missed)[0] * F.velocity_scale)
    from scipy.sparse import diags_array
    from scipy.sparse.linalg import lsmr

    scaled = diags_array(1.0 / F.row_scale) @ J @ diags_array(F.velocity_scale)
    return np.asarray(lsmr(scaled, -missed, atol=1e-14, btol=1e-14, maxiter=50 * F.nv)[0] * F.velocity_scale)


def _misfit(F: Formulation, sizes: Array, words: str, state: State) -> Problem:
    part = F.mechanism[F.row_parts[int(np.argmax(sizes))]]
    what = f"start: the {state} does not fit mechanism {F.mechanism.name!r}: {part.title} {words}"
    remedy = "start from a state of a mechanism with the same lengths; with drivers, continue its time"
    return Problem(what, remedy, part.where)
