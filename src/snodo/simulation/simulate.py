"""One sentence: mechanism + formulation + constraint method + integrator → result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack, overload

import numpy as np

from snodo.analyses.assembly.continued_start import start_state, started, times_from
from snodo.analyses.assembly.given_values import spread
from snodo.analyses.kinematics.kinematics import dead_point
from snodo.constraint_methods import ConstraintMethod, method_from
from snodo.constraint_methods.bound import Bound
from snodo.constraint_methods.method import must_say
from snodo.constraint_methods.redundancy import better_rows, choose_rows_again
from snodo.errors import AssemblyError, Problem, RunError, SnodoError, UnsupportedError
from snodo.formulations.bind import bind
from snodo.formulations.parts.rolling_places import lying_flat
from snodo.integrators.base import FixedStep, Integrator, integrator_from, is_fixed
from snodo.integrators.ode.run import Run, integrate, joined
from snodo.integrators.ode.singular_pass import Entry, Passages
from snodo.integrators.progress import ProgressBar
from snodo.math.units import quantity
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.run_settings import RunSettings
from snodo.registry import INTEGRATORS, METHODS
from snodo.results.result import Result
from snodo.results.state import State
from snodo.simulation.error_bars import check_by_twin
from snodo.simulation.memory import must_fit
from snodo.simulation.missed import note_missed
from snodo.simulation.singular_start import entry_of, keep_rows_at_start
from snodo.simulation.time_breaks import time_breaks
from snodo.spelling import spelled
from snodo.types import (
    FormulationLike,
    InitialValues,
    IntegratorLike,
    ManyInitialValues,
    MechanismLike,
    MethodLike,
    RunChoices,
    Time,
    Times,
)

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.results.batch import Batch

ROUNDING = 1e-14
"""Relative tolerance of coordinates: what their rounding allows."""


@overload
def simulate(  # type: ignore[overload-overlap]  # sequences among the values make a batch: the last of the three
    mechanism: MechanismLike,
    duration: Time | None = None,
    *,
    initial: InitialValues | None = None,
    **choices: Unpack[RunChoices],
) -> Result: ...
@overload
def simulate(
    mechanism: Sequence[MechanismLike],
    duration: Time | None = None,
    *,
    initial: ManyInitialValues | None = None,
    **choices: Unpack[RunChoices],
) -> Batch: ...
@overload
def simulate(
    mechanism: MechanismLike,
    duration: Time | None = None,
    *,
    initial: ManyInitialValues,
    **choices: Unpack[RunChoices],
) -> Batch: ...
@spelled
def simulate(
    mechanism: MechanismLike | Sequence[MechanismLike],
    duration: Time | None = None,
    *,
    formulation: FormulationLike | None = None,
    method: MethodLike | None = None,
    integrator: IntegratorLike | None = None,
    tolerance: float | None = None,
    output: Times | None = None,
    initial: ManyInitialValues | None = None,
    initial_guess: InitialValues | None = None,
    start: Result | State | None = None,
    first_step: Time | None = None,
    max_step: Time | None = None,
    max_steps: int | None = None,
    error_bars: bool | None = None,
    progress: bool = True,
    threads: int = 1,
) -> Result | Batch:
    """Simulate the motion of a mechanism from t = 0, or from the state `start`.

    Each choice that is left out is taken from the mechanism's run settings, then from the default.  Singular positions
    are passed with adaptive steps and method "projection"; `result.singular_passes` tells where, and reactions are not
    defined (NaN) within.  Ctrl-C returns what was computed so far.

    Parameters
    ----------
    mechanism : Mechanism or formulation, or a list of them
        What moves.  A list of mechanisms that differ in numbers only is a batch; the settings are those of the first.
    duration : quantity, optional
        How long [s]; by default that of the mechanism.
    formulation : str or class, optional
        "planar" (default for planar mechanisms), "tree" (default in space; joint coordinates, loops are cut), or
        "spatial" (absolute coordinates with Euler parameters; "spatial_euler" with v = (ṙ, ṗ)).
    method : str or object, optional
        "projection" (default), "baumgarte", "augmented", "geometric", "embedding", "quasi_velocities", "penalty",
        "augmented_lagrangian", or an object with its parameters, such as `sn.Baumgarte(alpha=5, beta=5)`.
    integrator : str or object, optional
        "dop853" (default), "dormand_prince", "bogacki_shampine", "rk4", or an object such as `sn.RK4(step=1e-3)`.
    tolerance : float, optional
        Relative tolerance of an integrator given by its word; by default 1e-8.
    output : quantity or array, optional
        Time between two rows of the result [s], or the times of the rows [s]; by default 500 intervals.
    initial : mapping, optional
        Initial values such as `{"A.angle": "30 deg", "A.speed": 2.0, "tip.x": 0.3}` [m, rad, m/s, rad/s], added to
        those of the mechanism; `{"body.rotation": sn.Rotation…}` gives an attitude in space.  What they leave open is
        chosen so that the joints move as little as possible from the drawing (`sn.assemble` states the rule).
        Sequences as values, such as `{"A.angle": np.linspace(0, 1, 100)}`, make a batch; other values are shared.
    initial_guess : mapping, optional
        Positions such as `{"C.angle": "120 deg"}` near which a closed start is searched for: they choose the branch,
        and are not held.
    start : Result or State, optional
        Instead of initial values, a state of another result, of any formulation, with the same names of bodies and
        joints: `result` (its last row) or `result.state(at=1.5)` (a stored row).  Time goes on from there;
        `result.state(at=1.5, time=0)` begins anew.  The initial values of the mechanism do not count then, works begin
        at zero, and the mechanism may lack joints that the result has.
    first_step, max_step : quantity, optional
        First and longest step of an integrator that chooses its steps [s]; by default chosen, and no limit.
    max_steps : int, optional
        Most steps, accepted and rejected ones together; by default 10 million, no limit for fixed steps.
    error_bars : bool, optional
        Whether the run is repeated at a tenth of the tolerance (fixed steps: half the step) to estimate the error of
        every series (`result.error`); by default if that is cheap, which takes up to a second or two.
    progress : bool, optional
        Whether a bar shows how far a long run is.
    threads : int, optional
        Of a batch, how many runs (or groups of eight) are made at the same time, with the same results to the last bit.

    Returns
    -------
    Result or Batch
        The motion.  A batch has a result for each run: open trees run eight at a time in SIMD lanes, everything else
        one after the other; `batch.how` tells.

    Raises
    ------
    RunError
        If the run cannot be finished; `error.result` holds the part that is good.
    AssemblyError
        If the mechanism does not close at the start.
    MechanismError
        If the description is wrong, with all mistakes at once.
    UnsupportedError
        If choices do not go together; the message says what to use instead.

    Examples
    --------
    >>> result = sn.simulate(pendulum, 2.0, initial={"A.angle": "30 deg"}, method="projection")
    >>> float(result["A.angle"][0])
    0.5235987755982988
    >>> batch = sn.simulate(pendulum, 0.1, initial={"A.angle": [0.1, 0.2, 0.3]})
    >>> len(batch)
    3
    """
    from snodo.simulation.batch import is_batch, simulate_batch

    first: Any = mechanism[0] if isinstance(mechanism, (list, tuple)) and mechanism else mechanism
    settings = _settings(first)
    state = start_state(start, initial, initial_guess)
    initial = spread(first, initial)
    formulation = formulation or settings.formulation
    chosen_method = method_from(method or settings.method or METHODS.default)
    chosen_integrator = _limited(_integrator(integrator, tolerance, settings), first_step, max_step, settings)
    most = _most_steps(settings.max_steps if max_steps is None else max_steps)
    error_bars = settings.error_bars if error_bars is None else error_bars
    if error_bars is not None:
        must_say("simulate", "error_bars", error_bars)
    if is_batch(mechanism, initial):
        _refuse_state(state)
        times = times_from(0.0, duration, output, settings)
        choices = Choices(
            chosen_method, chosen_integrator, times, max_steps=most, error_bars=error_bars, guess=initial_guess
        )
        return simulate_batch(mechanism, formulation, initial, choices, progress, threads)
    _refuse_threads(threads)
    F = bind(first, formulation)
    must_move(F)
    begin = 0.0 if state is None else state.time
    times = times_from(begin, duration, output, settings)
    must_fit(F, times.size)
    with ProgressBar(begin, times[-1]) as bar:
        shown = bar if progress else None
        choices = Choices(
            chosen_method, chosen_integrator, times, shown, most, error_bars, guess=initial_guess, state=state
        )
        return run_one(F, initial, choices)


def _refuse_state(state: State | None) -> None:
    if state is not None:
        what = "several mechanisms cannot start from one state in a batch"
        raise UnsupportedError(Problem(what, "simulate them one after the other"))


def _refuse_threads(threads: Any) -> None:
    if threads != 1:
        what, remedy = (
            f"threads = {threads!r} for one run",
            "leave it out, or give a batch of initial values or mechanisms",
        )
        raise UnsupportedError(Problem(what, remedy))


def must_move(F: Formulation) -> None:
    """Refuse a mechanism without a degree of freedom."""
    if F.nv == 0:
        what = f"mechanism {F.mechanism.name!r} has no joint that moves: there is nothing to simulate"
        raise UnsupportedError(Problem(what, "give it one (a robot that should float: base: free)"))


@dataclass(frozen=True)
class Choices:
    """How runs are made."""

    method: ConstraintMethod
    integrator: Integrator
    times: np.ndarray
    """Of the rows [s]."""
    progress: Callable[[float], None] | None = None
    """Called with the time reached [s]."""
    max_steps: int | None = None
    error_bars: bool | None = None
    """Whether the error is estimated by a twin run; None: where that is cheap."""
    runs: float = 1.0
    """How many runs like this one are made, which counts for what is cheap."""
    guess: Mapping[str, Any] | None = None
    """Positions near which the start is searched for."""
    state: State | None = None
    """Where to start instead."""

    @property
    def begin(self) -> float:
        """When the run begins [s]."""
        return 0.0 if self.state is None else self.state.time


def run_one(F: Formulation, initial: Mapping[str, Any] | None, choices: Choices) -> Result:
    """One run of a bound formulation, which other threads wait for."""
    with F.lock:
        return _run_one(F, initial, choices)


def _run_one(F: Formulation, initial: Mapping[str, Any] | None, choices: Choices) -> Result:
    """One run, with the estimate of its error from a twin where that is cheap or asked for."""
    F.must_be_current()
    F.forget_failures()
    F.forget_factors()
    start = started(F, initial, choices.guess, choices.state)
    bound, run, passages = integrated_from(F, start, choices)
    problem = _failure(bound, run)
    result = Result.of_run(bound, choices.integrator, run, start, passages)
    note_missed(result, time_breaks(F, start.q, start.v, float(choices.times[-1])), choices.integrator)
    F.must_have_repeated()
    if problem is not None:
        error = RunError(problem)
        error.result = result
        raise error
    check_by_twin(result, start, run, choices, partial(integrated_from, F, start), _continued)
    return result


def integrated_from(F: Formulation, start: Any, choices: Choices) -> tuple[Bound, Run, Passages | None]:
    """Integrate from an assembled start; singular positions are passed where method and integrator can."""
    F.forget_failures()
    F.forget_factors()
    leads = choices.integrator.adaptive and choices.method.passes_singular and F.nc > 0
    with suppress(*(() if choices.method.needs_rank else (AssemblyError,))):
        beside = keep_rows_at_start(F, start.q, start.v, leads, choices.begin)
    bound = choices.method.bind(F, start.q, start.v, choices.begin)
    y = bound.state(start.q, start.v)
    passages = Passages(F, choose=better_rows) if leads else None
    if leads and beside is not None:

        def integrated(times: np.ndarray, entry: Entry) -> Run:
            return _integrate(bound, replace(choices, times=times, progress=None), y, Passages(F, entry, better_rows))

        entry = entry_of(F, beside, integrated, getattr(choices.integrator, "rtol", 1e-8), choices.begin)
        passages = Passages(F, entry, better_rows)
    return bound, _integrate(bound, choices, y, passages), passages


def _continued(bound: Bound, choices: Choices, y: np.ndarray, t: float) -> Run:
    """Integrate on from a state at the time t [s]."""
    F = bound.formulation
    leads = choices.integrator.adaptive and choices.method.passes_singular and F.nc > 0
    return _integrate(bound, choices, y, Passages(F, choose=better_rows) if leads else None, t)


def _integrate(bound: Bound, choices: Choices, y: np.ndarray, passages: Passages | None, t: float | None = None) -> Run:
    """Integrate over the times, from the start or from t [s].

    Where the rows or pivots in use are no longer a good choice, others are chosen to go on.
    """
    runs: list[Run] = []
    F, integrator = bound.formulation, choices.integrator
    t = choices.begin if t is None else t
    stops = time_breaks(F, y[: F.nq], y[F.nq : F.nq + F.nv], float(choices.times[-1])).stops()
    while True:
        run = integrate(
            bound.rate,
            bound.correct,
            bound.model,
            y,
            t,
            choices.times[sum(r.times.size for r in runs) :],
            integrator,
            F.nq + F.nv,
            *tolerances(F, integrator),
            projection_tolerance=getattr(bound.method, "tolerance", None),
            progress=choices.progress,
            max_steps=choices.max_steps,
            history=100_000,
            passages=passages,
            stops=stops,
            memory=F.memory,
        )
        runs.append(run)
        if run.status == "failed" and F.interrupted():
            F.forget_failures()
            runs[-1] = replace(run, status="interrupted", problem=None)
            return joined(runs)
        if run.status != "failed" or not _choose_again(bound, run):
            return joined(runs)
        y, t = run.y, run.t


def _choose_again(bound: Bound, run: Run) -> bool:
    """After a failure: whether other rows or pivots were chosen with which to go on."""
    F = bound.formulation
    return choose_rows_again(F, run.y[: F.nq], run.t) or bound.choose_again(run.rate_status, run.y, run.t)


def tolerances(F: Formulation, integrator: Integrator) -> tuple[np.ndarray, np.ndarray]:
    """Absolute and relative tolerance of each coordinate and velocity.

    Places are measured against the length of the body that moves, not against their distance from the origin or the
    size of everything else; angles absolutely, so that many turns do not soften them.  The relative tolerance of both
    is that of rounding.
    """
    rtol = getattr(integrator, "rtol", 1e-8)
    atol = getattr(integrator, "atol", None)
    names, units = [*F.coordinate_names, *F.velocity_names], [*F.coordinate_units, *F.velocity_units]
    scale = np.where(np.array(units) == "m", F.groups.lengths(names), 1.0)
    absolute = rtol * scale if atol is None else np.full(F.nq + F.nv, atol)
    return absolute, np.concatenate([np.full(F.nq, ROUNDING), np.full(F.nv, rtol)])


# ---------------------------------------------------------------- choices
def _settings(mechanism: Any) -> RunSettings:
    owner = mechanism if isinstance(mechanism, Mechanism) else getattr(mechanism, "mechanism", None)
    return owner.run if owner is not None else RunSettings(name="run")


def _integrator(choice: Any, tolerance: float | None, settings: RunSettings) -> Integrator:
    word = choice or settings.integrator or INTEGRATORS.default
    if not isinstance(word, str):
        if tolerance is not None:
            what = "tolerance goes with an integrator given by its word"
            raise SnodoError(Problem(what, "give the tolerance to the object: sn.DOP853(rtol=1e-8)"))
        return integrator_from(word)
    fixed = is_fixed(word)
    if fixed and tolerance is not None:
        raise SnodoError(Problem(f"{word} has a fixed step and no tolerance", "leave the tolerance out"))
    rtol = settings.tolerance if tolerance is None else tolerance
    return integrator_from(word, step=settings.step if fixed or choice is None else None, rtol=rtol)


def _limited(found: Integrator, first_step: Any, max_step: Any, settings: RunSettings) -> Integrator:
    """The integrator with its first and longest step [s], as far as they are given."""
    asked = {"first_step": first_step, "max_step": max_step}
    asked = {word: quantity(x, "time") for word, x in asked.items() if x is not None}
    filed = {word: getattr(settings, word) for word in ("first_step", "max_step")}
    if isinstance(found, FixedStep):
        if asked:
            what = f"{found.name} has a fixed step: {' and '.join(asked)} do not go with it"
            raise SnodoError(Problem(what, "leave them out"))
        return found
    unset = {word: x for word, x in filed.items() if x is not None and getattr(found, word) is None}
    return replace(found, **(unset | asked))


def _most_steps(value: Any) -> int | None:
    """A whole number of steps."""
    if value is None:
        return None
    if isinstance(value, (bool, str)) or not float(value) >= 1 or float(value) != int(value):
        raise SnodoError(Problem(f"max_steps = {value!r} is not a number of steps", "give a positive whole number"))
    return int(value)


def _failure(bound: Bound, run: Run) -> Problem | None:
    """Why a run failed, in the words of the equations where they know more than the integrator."""
    if run.status != "failed" or run.problem is None:
        return None
    from snodo.formulations.kernels.statuses import FINE, NO_CONVERGENCE, SINGULAR_CONSTRAINTS

    F = bound.formulation
    status, pivot = abs(run.rate_status), F.smallest_pivot
    flat = lying_flat(F, run.y[: F.nq], run.t)
    if flat is not None:
        return Problem(flat.what, flat.remedy, F.mechanism.where)
    if F.mechanism.drivers and status in (FINE, SINGULAR_CONSTRAINTS, NO_CONVERGENCE) and pivot < 1e-6:
        return dead_point(F, run.y[: F.nq], run.t, pivot)
    if status:
        deeper = bound.failure(status, run.t)
        return Problem(deeper.what, deeper.remedy, deeper.where or F.mechanism.where)
    hint = F.weakest_row()
    what = run.problem.what + (f"; {hint}" if hint else "")
    return Problem(what, run.problem.remedy, F.mechanism.where)
