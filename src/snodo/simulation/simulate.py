"""Simulate: mechanism + formulation + constraint method + integrator → result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, overload

from snodo.analyses.assembly.continued_start import start_state, times_from
from snodo.analyses.assembly.given_values import spread
from snodo.constraint_methods import ConstraintMethod, method_from
from snodo.constraint_methods.method import must_say
from snodo.errors import MechanismError, Problem, SnodoError, UnsupportedError
from snodo.formulations.bind import bind
from snodo.integrators.auto import Auto
from snodo.integrators.base import FixedStep, Integrator, integrator_from, is_fixed
from snodo.integrators.dae.bound import NoMethod
from snodo.math.calculated import knowing
from snodo.math.units import quantity
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.parameters import scope_of
from snodo.mechanism.run_settings import RunSettings
from snodo.progress import ProgressBar
from snodo.registry import INTEGRATORS, METHODS
from snodo.results.result import Result
from snodo.results.state import State
from snodo.simulation.given_parameters import with_given
from snodo.simulation.memory import must_fit
from snodo.simulation.one_run import Choices, must_move, plain, run_one
from snodo.spelling import spelled
from snodo.types import (
    FormulationLike,
    InitialValues,
    IntegratorLike,
    ManyInitialValues,
    ManyValues,
    MechanismLike,
    MethodLike,
    Quantity,
    RunChoices,
    Time,
    Times,
)

if TYPE_CHECKING:
    from snodo.results.batch import Batch


@overload
def simulate(  # type: ignore[overload-overlap]  # sequences among the values make a batch: the last of the three
    mechanism: MechanismLike,
    duration: Time | None = None,
    *,
    initial: InitialValues | None = None,
    parameters: Mapping[str, Quantity] | None = None,
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
    parameters: ManyValues | None = None,
    **choices: Unpack[RunChoices],
) -> Batch: ...
@overload
def simulate(
    mechanism: MechanismLike,
    duration: Time | None = None,
    *,
    initial: ManyInitialValues | None = None,
    parameters: ManyValues,
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
    parameters: ManyValues | None = None,
    initial_guess: InitialValues | None = None,
    start: Result | State | None = None,
    first_step: Time | None = None,
    max_step: Time | None = None,
    max_steps: int | None = None,
    error_bars: bool | None = None,
    progress: bool = True,
    threads: int = 1,
    checkpoint: str | Path | None = None,
    checkpoint_every: Time | None = None,
) -> Result | Batch:
    """Simulate the motion of a mechanism from t = 0, or from the state `start`.

    Omitted arguments are taken from the mechanism's run settings, or else have their default.  Singular positions are
    passed with adaptive steps and method "projection"; `result.singular_passes` lists them, and reactions are not
    defined (NaN) there.  Ctrl-C returns the result computed so far.

    Parameters
    ----------
    mechanism : Mechanism or formulation, or a list of them
        The mechanism.  A list of mechanisms that differ only in numbers is a batch with the settings of the first.
    duration : quantity, optional
        Duration [s]; by default that of the mechanism.
    formulation : str or class, optional
        "planar" (default for planar mechanisms), "tree" (default in space; joint coordinates, loops are cut), or
        "spatial" (default for more than 30 loops; absolute coordinates with Euler parameters; "spatial_euler" with
        v = (ṙ, ṗ)).
    method : str or object, optional
        "projection" (default), "baumgarte", "augmented", "geometric", "embedding", "quasi_velocities", "penalty",
        "augmented_lagrangian", or an object with its parameters, such as `sn.Baumgarte(alpha=5, beta=5)`.
    integrator : str or object, optional
        "auto" (default: dop853, and radau where the motion is stiff), "dop853", "dormand_prince", "bogacki_shampine",
        "rk4", or an object such as `sn.RK4(step=1e-3)`; and those that solve the constraints themselves, without a
        method: "radau" for stiff springs, "adaptive_alpha", and `sn.GeneralizedAlpha(step=1e-3)`.
    tolerance : float, optional
        Relative tolerance of an integrator given by name; by default 1e-8.
    output : quantity or array, optional
        Time between two samples of the result [s], or the times of the samples [s]; by default 500 intervals.
    initial : mapping, optional
        Initial values such as `{"A.angle": "30 deg", "A.speed": 2.0, "tip.x": 0.3}` [m, rad, m/s, rad/s], added to
        those of the mechanism; `{"body.rotation": sn.Rotation…}` gives an orientation in space.  What they do not
        determine is chosen such that the joints move as little as possible from the drawing (see `sn.assemble`).
        Sequences as values, such as `{"A.angle": np.linspace(0, 1, 100)}`, make a batch; other values are shared.
    parameters : mapping, optional
        Values of the mechanism's parameters such as `{"crank": "120 mm"}`.  Sequences as values make a batch, whose
        members are made from one binding (see `with_parameters` of a formulation).
    initial_guess : mapping, optional
        Positions such as `{"C.angle": "120 deg"}` near which a closed start is searched for: they select the branch,
        but do not hold exactly.
    start : Result or State, optional
        Instead of initial values, a state of another result, of any formulation, with the same names of bodies and
        joints: `result` (its last sample) or `result.state(at=1.5)` (a stored sample).  Time continues from there;
        `result.state(at=1.5, time=0)` starts at zero.  The initial values of the mechanism are then ignored, works
        start at zero, and the mechanism may lack joints that the result has.
    first_step, max_step : quantity, optional
        First and longest step of an adaptive integrator [s]; by default chosen automatically, and no limit.
    max_steps : int, optional
        Limit on accepted plus rejected steps; by default 10 million, no limit for fixed steps.
    error_bars : bool, optional
        Whether the run is repeated at a tenth of the tolerance (fixed steps: half the step) to estimate the error of
        every series (`result.error`); by default only if that takes no more than a second or two.
    progress : bool, optional
        Whether to show a progress bar for long runs.
    threads : int, optional
        For a batch: runs, or groups in lanes, computed in parallel; the results are bit-identical.  More than there
        are real cores gain nothing.
    checkpoint : str or Path, optional
        A folder in which the run is kept: killed at any moment, and called again (or `sn.resume`), it goes on from the
        last checkpoint and ends with the same bits.  Many samples stay on disk.  Ctrl-C leaves a checkpoint, too.
    checkpoint_every : quantity, optional
        Time between two checkpoints, in s of real time; by default 30.

    Returns
    -------
    Result or Batch
        The motion.  A batch has a result for each run: open trees, planar mechanisms and trees with loops run several
        at a time in SIMD lanes, everything else one after the other (see `batch.how`).

    Raises
    ------
    RunError
        If the run cannot be finished; `error.result` has the valid part.
    AssemblyError
        If the mechanism does not close at the start.
    MechanismError
        If the description is wrong; it lists all mistakes.
    UnsupportedError
        If choices are not compatible; the message says what to use instead.

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

    given = {"duration": duration, "output": output, "tolerance": tolerance, "max_step": max_step}
    given |= {"first_step": first_step, "max_steps": max_steps}
    asked = [word for word, own in given.items() if own is not None]
    mechanism = with_given(mechanism, parameters, formulation or _settings(mechanism).formulation, asked)
    first: Any = mechanism[0] if isinstance(mechanism, (list, tuple)) and mechanism else mechanism
    settings = _settings(first)
    state = start_state(start, initial, initial_guess)
    initial = spread(first, initial)
    formulation = formulation or settings.formulation
    chosen_integrator = _limited(_integrator(integrator, tolerance, settings), first_step, max_step, settings)
    if isinstance(chosen_integrator, Auto) and (method or settings.method) is not None:
        chosen_integrator = chosen_integrator.explicit  # a method of the user is kept
    chosen_method = _method(method or settings.method, chosen_integrator)
    most = _most_steps(settings.max_steps if max_steps is None else max_steps)
    error_bars = settings.error_bars if error_bars is None else error_bars
    if error_bars is not None:
        must_say("simulate", "error_bars", error_bars)
    if checkpoint is None and checkpoint_every is not None:
        raise SnodoError(Problem("checkpoint_every is given without a checkpoint", "give its folder: checkpoint=…"))
    if is_batch(mechanism, initial):
        _refuse_state(state)
        _refuse_checkpoint(checkpoint)
        times = times_from(0.0, duration, output, settings)
        choices = Choices(
            chosen_method, chosen_integrator, times, max_steps=most, error_bars=error_bars, guess=initial_guess
        )
        return simulate_batch(mechanism, formulation, initial, choices, progress, threads)
    _refuse_threads(threads)
    F = plain(bind(first, formulation))
    must_move(F)
    begin = 0.0 if state is None else state.time
    times = times_from(begin, duration, output, settings)
    if checkpoint is None:
        must_fit(F, times.size)
    with ProgressBar(begin, times[-1]) as bar:
        shown = bar if progress else None
        choices = Choices(
            chosen_method, chosen_integrator, times, shown, most, error_bars, guess=initial_guess, state=state
        )
        if checkpoint is not None:
            from snodo.simulation.checkpoints.long_run import run_long

            return run_long(F, initial, choices, checkpoint, checkpoint_every)
        return run_one(F, initial, choices)


NUMBERS = ("duration", "output", "tolerance", "step", "first_step", "max_step", "max_steps")
"""Settings of a run that are numbers."""


def _refuse_state(state: State | None) -> None:
    if state is not None:
        what = "several mechanisms cannot start from one state in a batch"
        raise UnsupportedError(Problem(what, "simulate them one after the other"))


def _refuse_checkpoint(checkpoint: Any) -> None:
    if checkpoint is not None:
        what = "a batch has no checkpoint"
        raise UnsupportedError(Problem(what, "simulate its members one after the other, each with its own checkpoint"))


def _refuse_threads(threads: Any) -> None:
    if threads != 1:
        what, remedy = (
            f"threads = {threads!r} for one run",
            "omit it, or give a batch of initial values or mechanisms",
        )
        raise UnsupportedError(Problem(what, remedy))


# ---------------------------------------------------------------- choices
def chosen(
    settings: RunSettings, method: Any, integrator: Any, tolerance: float | None, max_steps: int | None
) -> tuple[ConstraintMethod, Integrator, int | None]:
    """Method, integrator and most steps from what the user gave and, where that is None, from the settings."""
    steps = _limited(_integrator(integrator, tolerance, settings), None, None, settings)
    if isinstance(steps, Auto) and (method or settings.method) is not None:
        steps = steps.explicit
    most = _most_steps(settings.max_steps if max_steps is None else max_steps)
    return _method(method or settings.method, steps), steps, most


def _settings(mechanism: Any) -> RunSettings:
    owner = mechanism if isinstance(mechanism, Mechanism) else getattr(mechanism, "mechanism", None)
    return RunSettings(name="run") if owner is None else _converted(owner)


def _converted(mechanism: Mechanism) -> RunSettings:
    """The settings with their numbers: those that were given after the mechanism was made may still be texts."""
    own = mechanism.run
    if any(isinstance(getattr(own, word), str) for word in NUMBERS):
        own = deepcopy(own)
        with knowing(scope_of(mechanism.parameters)):
            problems = own.convert()
        if problems:
            raise MechanismError(problems)
    return own


def _integrator(choice: Any, tolerance: float | None, settings: RunSettings) -> Integrator:
    word = choice or settings.integrator or INTEGRATORS.default
    if not isinstance(word, str):
        if tolerance is not None:
            what = "tolerance applies only to an integrator given by name"
            raise SnodoError(Problem(what, "give the tolerance to the object: sn.DOP853(rtol=1e-8)"))
        return integrator_from(word)
    fixed = is_fixed(word)
    if fixed and tolerance is not None:
        raise SnodoError(Problem(f"{word} has a fixed step and no tolerance", "omit the tolerance"))
    rtol = settings.tolerance if tolerance is None else tolerance
    return integrator_from(word, step=settings.step if fixed or choice is None else None, rtol=rtol)


def _method(choice: Any, integrator: Integrator) -> ConstraintMethod:
    """The constraint method; none for an integrator that solves the constraints itself."""
    if not integrator.solves_constraints:
        return method_from(choice or METHODS.default)
    if choice is not None:
        name = choice if isinstance(choice, str) else getattr(choice, "name", choice)
        what = f"the integrator {integrator.name} solves the constraints itself, and the method {name} is requested too"
        raise UnsupportedError(Problem(what, "omit the method, or use another integrator, such as dop853"))
    return NoMethod.of(integrator)


def _limited(found: Integrator, first_step: Any, max_step: Any, settings: RunSettings) -> Integrator:
    """The integrator with the given first and longest step [s]."""
    asked = {"first_step": first_step, "max_step": max_step}
    asked = {word: quantity(x, "time") for word, x in asked.items() if x is not None}
    filed = {word: getattr(settings, word) for word in ("first_step", "max_step")}
    if isinstance(found, FixedStep):
        if asked:
            what = f"{found.name} has a fixed step: {' and '.join(asked)} do not apply"
            raise SnodoError(Problem(what, "omit them"))
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


def method_and_integrator(
    mechanism: MechanismLike,
    method: MethodLike | None = None,
    integrator: IntegratorLike | None = None,
    tolerance: float | None = None,
    first_step: Time | None = None,
    max_step: Time | None = None,
) -> tuple[ConstraintMethod, Integrator]:
    """What `simulate` takes for these choices, with the run settings of the mechanism for what is omitted."""
    settings = _settings(mechanism)
    found = _limited(_integrator(integrator, tolerance, settings), first_step, max_step, settings)
    if isinstance(found, Auto) and (method or settings.method) is not None:
        found = found.explicit
    return _method(method or settings.method, found), found
