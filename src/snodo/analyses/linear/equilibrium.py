"""Equilibrium: positions in which a mechanism stays, at rest, at constant joint speeds or in a steady turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, overload

import numpy as np

from snodo.analyses.assembly.assemble import assemble
from snodo.analyses.assembly.closing import Closing
from snodo.analyses.assembly.continued_start import start_state, started
from snodo.analyses.assembly.joint_displacements import JointMoves
from snodo.analyses.assembly.starting_velocities import starting_velocities
from snodo.analyses.assembly.targets import Wanted, initial_values, wanted_values
from snodo.analyses.linear.frozen import frozen, without_friction
from snodo.analyses.linear.linearize import Linearization, linearized
from snodo.analyses.linear.reference_state import place_of
from snodo.analyses.linear.search import searched
from snodo.analyses.linear.steady_forces import SteadyForces, Velocities
from snodo.analyses.linear.steady_turns import Turning, steady_turn
from snodo.errors import AssemblyError, MechanismError, Problem, RunError, SnodoError, UnsupportedError
from snodo.formulations.base import Array, Formulation
from snodo.formulations.bind import bind
from snodo.formulations.parts.numbers import refuse_numbers
from snodo.formulations.rank import scaled_jacobian
from snodo.math.labelled_rows import independent_rows
from snodo.math.units import quantity
from snodo.mechanism.mechanism import Mechanism
from snodo.results.result import Result
from snodo.results.state import State
from snodo.spelling import spelled
from snodo.switching.one_state import friction_at, held_at, same_place
from snodo.switching.suits import refuse_beyond_stops, refuse_dry
from snodo.types import InitialValues, MechanismLike, Quantity, Time

SAME = 1e-6
"""Difference of two positions, in sizes of the mechanism and radians, up to which they are the same equilibrium."""
SEARCHES = ("descent", "newton")
IGNORE, HOLD = "ignore", "hold"
FREE = "free"
"""Turning rate that is to be found."""


@dataclass(frozen=True, repr=False)
class Equilibrium(State):
    """A position in which a mechanism stays, at rest or in a steady motion; made by `sn.equilibrium`.

    It is a state: give it as `start=` to `sn.simulate` and as `at=` to `sn.linearize` and `sn.modes`.

    Parameters
    ----------
    result : Result
        A result whose only row is the equilibrium, with reactions and all other series.
    row : int
        Zero.
    time : float
        At which a run that starts here begins [s].

    Examples
    --------
    >>> found = sn.equilibrium(pendulum, initial={"A.angle": 0.3})
    >>> round(found.potential, 3), found.stable
    (-4.905, True)
    """

    def __getitem__(self, name: str) -> float:
        """A number by its name, such as `found["A.angle"]`, in SI units."""
        return float(self.result[name].values[0])

    @cached_property
    def linearization(self) -> Linearization:
        """The linear model about it, in joint coordinates."""
        return linearized(place_of(self.result.formulation, self, 0.0))

    @property
    def eigenvalues(self) -> Array:
        """Eigenvalues of the linear model [1/s]."""
        return self.linearization.eigenvalues

    @property
    def stability(self) -> str:
        """In words: "asymptotically stable", "stable" (nothing grows, something does not decay) or "unstable"."""
        return self.linearization.stability

    @property
    def stable(self) -> bool:
        """Whether no small deviation grows."""
        return self.stability != "unstable"

    @property
    def turn(self) -> float:
        """Rate at which a steady turn goes round the vertical [rad/s]; zero if it was not asked for."""
        return float(self.result.info["turn"])

    @property
    def potential(self) -> float:
        """Potential energy of gravity and springs [J]."""
        return float(self.result.found["energy"][0, 1:].sum())

    def __str__(self) -> str:
        from snodo.analyses.linear.printing import equilibrium_in_words

        return equilibrium_in_words(self)

    __repr__ = __str__


@overload
def equilibrium(
    mechanism: MechanismLike,
    *,
    initial: InitialValues | None = None,
    start: Result | State | None = None,
    starts: None = None,
    speeds: Mapping[str, Quantity] | None = None,
    turn: Quantity | None = None,
    keep: Sequence[str] = (),
    search: str = "descent",
    friction: str | None = None,
    t: Time = 0.0,
) -> Equilibrium: ...
@overload
def equilibrium(
    mechanism: MechanismLike,
    *,
    initial: InitialValues | None = None,
    start: Result | State | None = None,
    starts: int | Sequence[InitialValues],
    speeds: Mapping[str, Quantity] | None = None,
    turn: Quantity | None = None,
    keep: Sequence[str] = (),
    search: str = "descent",
    friction: str | None = None,
    t: Time = 0.0,
) -> list[Equilibrium]: ...
@spelled
def equilibrium(
    mechanism: MechanismLike,
    *,
    initial: InitialValues | None = None,
    start: Result | State | None = None,
    starts: int | Sequence[InitialValues] | None = None,
    speeds: Mapping[str, Quantity] | None = None,
    turn: Quantity | None = None,
    keep: Sequence[str] = (),
    search: str = "descent",
    friction: str | None = None,
    t: Time = 0.0,
) -> Equilibrium | list[Equilibrium]:
    """Find an equilibrium: a position in which the mechanism stays at rest, or in steady motion at given joint speeds.

    The search goes downhill from the start and ends with Newton's method, with all loops closed. Initial speeds of the
    mechanism are ignored; drivers keep their speed. A motion is steady if the velocities of all joints stay constant.
    With `turn`, it is steady seen from axes that turn about the vertical: a coin or a bicycle that rolls in a circle.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism.
    initial : mapping, optional
        Positions at which the search begins, such as `{"A.angle": "30 deg"}` [m, rad], added to those of the mechanism.
    start : Result or State, optional
        Instead, a state of a result (its last sample) at which the search begins.
    starts : int or sequence of mappings, optional
        Several starts: their initial values, or how many to draw at random. All different equilibria are returned.
    speeds : mapping, optional
        Steady speeds by joint or name, such as `{"A": 5.0, "rear.vx": 4.0}` [m/s, rad/s]; other joints are at rest.
    turn : quantity, optional
        Rate at which the whole mechanism turns about the vertical [rad/s], or "free": it is found. Joints are then at
        rest except those that spin round bodies, and drivers. Newton's method finds the motion nearest to the start,
        whose initial speeds count too.
    keep : sequence of str, optional
        With `turn`: coordinates that keep their initial value, such as "S.angle" or "coin.z".
    search : {"descent", "newton"}, optional
        "newton" finds the nearest equilibrium, also an unstable one.
    friction : {"ignore", "hold"}, optional
        What dry friction, engaged clutches and brakes do, which hold a mechanism in a whole range of positions:
        "ignore" finds where it would stay without them; "hold" keeps their joints where the start has them, lets the
        others move, and looks whether they can hold.
    t : quantity, optional
        Time [s], of drivers and of forces that depend on it.

    Returns
    -------
    Equilibrium or list of Equilibrium
        The state, with its `eigenvalues` [1/s] and `stability`; several are sorted by their potential energy.

    Raises
    ------
    RunError
        If there is none, or none was found; the message names the joint that nothing holds, or what is pushed.
    AssemblyError
        If the mechanism does not close.
    MechanismError
        If the start is not a state, or a name does not exist.
    UnsupportedError
        If there is dry friction and `friction` does not say what it does.

    Examples
    --------
    >>> found = sn.equilibrium(pendulum, initial={"A.angle": 0.3})
    >>> round(found["A.angle"], 6), found.stability
    (-1.570796, 'stable')
    """
    if search not in SEARCHES:
        raise MechanismError(Problem(f"search = {search!r}", f"give one of {', '.join(map(repr, SEARCHES))}"))
    for word, given in (("initial", initial), ("speeds", speeds)):
        if given is not None and not isinstance(given, (Mapping, Result, State)):
            raise MechanismError(Problem(f"{word} = {given!r}", 'give values by name, such as {"A.angle": 0.3}'))
    if keep and turn is None:
        raise MechanismError(Problem("keep= is for steady turns", "give turn= too; at rest, hold joints by drivers"))
    if friction == HOLD:
        if starts is not None or turn is not None:
            what = 'friction="hold" keeps joints where one start has them, and starts= or turn= is given'
            raise MechanismError(Problem(what, 'leave it out, or give friction="ignore"'))
        at = float(quantity(t, "time"))
        return _with_friction_that_holds(_in_joints(mechanism), (initial, start), speeds, search == "descent", at)
    mechanism = _without_dry(mechanism, friction)
    F, rate = _in_joints(mechanism), _rate(turn)
    names = [keep] if isinstance(keep, str) else list(keep)
    problem = _Problem(F, float(quantity(t, "time")), _speeds(F, speeds), search == "descent", rate, names)
    if starts is None:
        return problem.found(*_start(problem, initial, start))
    if start is not None:
        raise MechanismError(Problem("start= is one start, and starts= are several", "give one of them"))
    return _all_of(problem, _starts(problem, initial, starts))


def _without_dry(mechanism: MechanismLike, friction: str | None) -> MechanismLike:
    """The mechanism without dry friction, if that is asked for; otherwise it must have none."""
    described = mechanism.mechanism if isinstance(mechanism, Formulation) else mechanism
    if not isinstance(described, Mechanism):
        return mechanism
    if friction not in (None, IGNORE):
        raise MechanismError(Problem(f"friction = {friction!r}", f'give "{IGNORE}" or "{HOLD}"'))
    if friction == IGNORE:
        return without_friction(described)
    told = "holds it in a whole range of positions: there is no single equilibrium"
    refuse_dry(described, told, 'give friction="ignore" or friction="hold"')
    return mechanism


def _with_friction_that_holds(
    F: Formulation, where: tuple[Any, Any], speeds: Mapping[str, Any] | None, downhill: bool, t: float
) -> Equilibrium:
    """Joints with dry friction stay where the start has them; an error if the friction cannot hold what is found."""
    q, v = _start(_Problem(F, t, {}, True, None, []), *where)
    G = bind(frozen(F.mechanism, held_at(F, q, t)), "tree")
    place, problem = same_place(F, G, q), _Problem(G, t, _speeds(G, speeds), downhill, None, [])
    held = independent_rows(scaled_jacobian(G, place, t)).sum() == G.nv
    found = _equilibrium(G, place, problem._velocities(place), t) if held else problem.found(place, v)
    try:
        friction_at(F, same_place(G, F, found.q), found.v, t)
    except UnsupportedError as error:
        remedy = 'start elsewhere, or give friction="ignore"'
        raise RunError([Problem(one.what, remedy, one.where) for one in error.problems]) from None
    return found


def _in_joints(mechanism: MechanismLike) -> Formulation:
    """The mechanism in joint coordinates, in which a steady motion has constant velocities."""
    described = mechanism.mechanism if isinstance(mechanism, Formulation) else mechanism
    own = isinstance(mechanism, Formulation) and mechanism.name == "tree"
    F = mechanism if isinstance(mechanism, Formulation) and own else bind(described, "tree")
    refuse_numbers(F, "the search for an equilibrium")
    return F


def _speeds(F: Formulation, speeds: Mapping[str, Any] | None) -> dict[str, float]:
    """Speeds by their full names; a joint means its only speed."""
    joints = F.mechanism.joints
    named = {
        f"{name}.speed" if name in joints and joints[name].coordinate else name: x for name, x in (speeds or {}).items()
    }
    known = F.mechanism.initial_values()
    values = initial_values(F.mechanism, named)
    strange = [name for name in named if not str(F.mechanism.coordinate(name)[2]).endswith("speed")]
    if strange:
        raise MechanismError(Problem(f"speeds: {strange[0]!r} is not a speed", "give positions as initial"))
    return {name: values[name] for name in named if name in values or name in known}


def _rate(turn: Any) -> float | str | None:
    """The turning rate [rad/s], "free", or None."""
    return turn if turn is None or turn == FREE else float(quantity(turn, "angular_speed"))


def _start(
    problem: _Problem, initial: InitialValues | None, start: Result | State | None = None
) -> tuple[Array, Array]:
    """Coordinates at which the search begins, and velocities, which steady turns use."""
    F, state = problem.F, start_state(start, initial, None)
    if state is not None:
        found = started(F, None, None, state)
        return found.q, found.v
    at_rest = F.mechanism if problem.turn is not None else _without_speeds(F.mechanism)
    found = assemble(F if at_rest is F.mechanism else bind(at_rest, "tree"), initial=initial, t=problem.t)
    return found.q, found.v


def _without_speeds(mechanism: Mechanism) -> Mechanism:
    """The mechanism without initial speeds, which an equilibrium ignores."""
    kept = {n: x for n, x in mechanism.initial.items() if not str(mechanism.coordinate(n)[2]).endswith("speed")}
    if len(kept) == len(mechanism.initial):
        return mechanism
    still = mechanism.copy()
    still.initial = kept
    return still


def _starts(
    problem: _Problem, initial: InitialValues | None, starts: int | Sequence[InitialValues]
) -> list[tuple[Array, Array]]:
    """Coordinates and velocities of several starts; those drawn at random are the same every time."""
    F = problem.F
    if isinstance(starts, int) and not isinstance(starts, bool) and starts > 0:
        (drawn, v), random = _start(problem, initial), np.random.default_rng(0)
        moved = [random.uniform(-np.pi, np.pi, F.nv) * F.velocity_scale for _ in range(starts - 1)]
        return [(drawn, v), *((problem.close(F.moved(drawn, step)), v) for step in moved)]
    if isinstance(starts, Sequence) and starts and all(isinstance(one, Mapping) for one in starts):
        return [_start(problem, {**(initial or {}), **one}) for one in starts]
    what = f"starts = {starts!r} are not several starts"
    raise MechanismError(Problem(what, "give a list of initial values, or how many to draw at random"))


def _all_of(problem: _Problem, starts: list[tuple[Array, Array]]) -> list[Equilibrium]:
    """The different equilibria that several starts lead to."""
    found: list[Equilibrium] = []
    failed: list[SnodoError] = []
    for q, v in starts:
        try:
            one = problem.found(q, v)
        except (RunError, AssemblyError) as error:
            failed.append(error)
            continue
        if not any(_same(problem.F, one, other) for other in found):
            found.append(one)
    if not found:
        raise failed[0]
    return sorted(found, key=lambda one: one.potential)


def _same(F: Formulation, one: Equilibrium, other: Equilibrium) -> bool:
    """Whether all bodies are in the same places, whole turns aside, and move alike."""
    fastest = float(np.abs(one.v / F.velocity_scale).max(initial=0.0))
    if np.abs((one.v - other.v) / F.velocity_scale).max(initial=0.0) > SAME * fastest:
        return False
    for body in F.body_names:
        a, b = F.pose(one.q, body), F.pose(other.q, body)
        if np.abs(a.r - b.r).max() > SAME * F.size or np.abs(a.A - b.A).max() > SAME:
            return False
    return True


@dataclass(frozen=True, eq=False)
class _Problem:
    """What is to be in equilibrium: a tree, a time, steady speeds, a turning rate with coordinates to keep."""

    F: Formulation
    t: float
    speeds: dict[str, float]
    downhill: bool
    turn: float | str | None
    keep: list[str]

    @cached_property
    def _moves(self) -> JointMoves:
        return JointMoves(self.F)

    @cached_property
    def _wanted(self) -> list[Wanted]:
        return wanted_values(self.F, self.speeds, ())[1]

    @cached_property
    def _velocities(self) -> Velocities:
        F, wanted = self.F, self._wanted
        return lambda q: starting_velocities(F, q, self.t, wanted, self._moves)

    @cached_property
    def _closing(self) -> Closing:
        return Closing(self.F, [], self.t, self._moves)

    def close(self, q: Array) -> Array:
        """The closed position near q."""
        if not self.F.nc:
            return q
        closed, _ = self._closing.newton(q)
        if not self._closing.closed(closed):
            what = "on the way to the equilibrium the loops of the mechanism could not be closed"
            raise AssemblyError(Problem(what, "start closer to it: initial={…}", self.F.mechanism.where))
        return closed

    def found(self, q: Array, v: Array) -> Equilibrium:
        """The equilibrium reached from a position; a steady turn, also from velocities."""
        if self.turn is None:
            forces = searched(SteadyForces(self.F, q, self.t, self._velocities), self.close, self.downhill)
            return _equilibrium(self.F, forces.q, forces.v, self.t)
        return self._turning(q, v)

    def _turning(self, q: Array, v: Array) -> Equilibrium:
        F = self.F
        kept = [replace(one, value=one.value_at(F, q)) for one in wanted_values(F, {}, self.keep)[0]]
        rate = None if isinstance(self.turn, str) else self.turn
        found = steady_turn(Turning(F, self.t, self._wanted, rate, kept), q, v, self.close)
        return _equilibrium(F, found.q, found.v, self.t, found.rate)


def _equilibrium(F: Formulation, q: Array, v: Array, t: float, turn: float = 0.0) -> Equilibrium:
    """A result with one row, and the state in it."""
    refuse_beyond_stops(F, q, t)
    times, states = np.array([t]), F.state(q, v)[None]
    a, multipliers = F.solve(q, v, t)
    found = {
        "acceleration": a[None],
        "multiplier": multipliers[None],
        "energy": F.energies(times, states),
        "power": np.zeros((1, len(F.work_names))),
    }
    info: dict[str, Any] = {
        "kind": "equilibrium",
        "formulation": F.name,
        "method": "none",
        "integrator": "none",
        "status": "finished",
    }
    info["turn"] = turn
    return Equilibrium(Result(F, times, states, found, info), 0, t)
