"""One mechanism under all formulations × constraint methods × integrators, against a tight reference.

Describe a mechanism once, compute it in many ways, and compare: results that agree to the last digits in coordinates,
equations and algorithms that share nothing are right, and differences are explained.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from typing import Any

from snodo.analyses.assembly.targets import initial_values
from snodo.analyses.compare.differences import (
    acceleration_difference,
    determined_joints,
    motion_difference,
    multiplier_difference,
    reaction_difference,
)
from snodo.analyses.compare.timed_run import Tally, Task
from snodo.constraint_methods import AugmentedLagrangian, Projection, method_from
from snodo.constraint_methods.method import must_be
from snodo.errors import Problem, SnodoError
from snodo.formulations.bind import bind
from snodo.integrators.base import integrator_from
from snodo.integrators.dae.bound import NoMethod
from snodo.integrators.explicit.dop853 import DOP853
from snodo.mechanism.mechanism import Mechanism
from snodo.progress import ProgressBar
from snodo.registry import FORMULATIONS, INTEGRATORS, METHODS
from snodo.results.comparison.comparison import Comparison, ComparisonRow, Reference
from snodo.results.result import Result
from snodo.simulation.one_run import must_move
from snodo.simulation.times import output_times
from snodo.spelling import spelled
from snodo.types import FormulationLike, InitialValues, IntegratorLike, MechanismLike, MethodLike, Time, Times

TIGHTER = 1e-3
"""Tolerance of the reference, relative to that of the runs."""
TIGHTEST = 1e-13
PROJECTED, SWEEPING = Projection(tolerance=1e-13), AugmentedLagrangian(tolerance=1e-13)
"""Methods of the reference: the first, or where it stops the second, if the result is good."""
WORSE = 1e3
"""Expected accuracy of a motion, as a multiple of the tolerance of its steps,"""
LOOSEST = 1e-3
"""but at most this: runs with a visible difference do not agree."""
DURATION = 5.0
"""Duration if neither the call nor the mechanism gives one [s]."""
REPEAT, MOST_REPEATS = 0.2, 3
"""Runs shorter than this [s] are repeated up to this many times, and the shortest time counts."""


@spelled
def compare(
    mechanism: MechanismLike,
    duration: Time | None = None,
    *,
    formulations: Sequence[FormulationLike] | str | None = None,
    methods: Sequence[MethodLike] | str | None = None,
    integrators: Sequence[IntegratorLike] | str | None = None,
    tolerance: float = 1e-8,
    accuracy: float | None = None,
    output: Times | None = None,
    initial: InitialValues | None = None,
    patience: float = 20.0,
    progress: bool = True,
) -> Comparison:
    """Run a mechanism under every combination of choices and compare cost, violations, energy, motion and forces.

    The reference is a run by projection with DOP853 and a thousandth of the tolerance (1e-13 at least) in the first
    formulation that completes it; such runs in the other formulations show how accurate the reference itself is.
    If a formulation has no constraint rows (an open chain as a tree), only the first method is run.
    Combinations that cannot be run are listed with the reason.  Ctrl-C returns what is done.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism to run.
    duration : quantity, optional
        Duration [s]; by default that of the mechanism, or 5 s.
    formulations : sequence, optional
        Names; by default planar, tree, spatial and spatial_euler.
    methods : sequence, optional
        Names or objects, such as `sn.Penalty(factor=300)`; by default all.
    integrators : sequence, optional
        Names or objects, such as `sn.RK4(step=1e-3)`; by default dop853.  Those that solve the constraints themselves,
        such as `sn.Radau(index=2)`, are run once, without a method.
    tolerance : float, optional
        Relative tolerance of integrators given by name.
    accuracy : float, optional
        Difference in motion, relative to the mechanism's size (or in rad), up to which a run counts as accurate; by
        default a thousand times the tolerance, and 1e-3 at most.
    output : quantity or array, optional
        Time between comparisons [s], or the times of comparison [s]; by default 500 intervals.
    initial : mapping, optional
        Initial values, as in `sn.simulate`.
    patience : float, optional
        Process time after which a run is stopped [s].
    progress : bool, optional
        Whether to show a progress bar.

    Returns
    -------
    Comparison
        One row per combination; print it, or use `save_picture`.

    Raises
    ------
    SnodoError
        If a choice does not exist, or no reference can be run.

    Examples
    --------
    >>> found = sn.compare(pendulum, 0.5, formulations=["planar"], methods=["projection", "baumgarte"], progress=False)
    >>> [row.method for row in found.rows]
    ['projection', 'baumgarte']
    """
    owner = bind(mechanism).mechanism if not isinstance(mechanism, Mechanism) else mechanism
    length = DURATION if duration is None and owner.run.duration is None else duration
    initial_values(owner, initial)  # refuses unknown names before anything runs
    words = [FORMULATIONS[word].name for word in listed(formulations, FORMULATIONS)]
    ways = [method_from(one) for one in listed(methods, METHODS)]
    clocks = [integrator_from(one, rtol=tolerance) for one in listed(integrators, (INTEGRATORS.default,))]
    must_be("compare", "tolerance", tolerance, 1e-15, 1.0, "a relative tolerance, such as 1e-8")
    right = min(WORSE * tolerance, LOOSEST) if accuracy is None else accuracy
    must_be("compare", "accuracy", right, 0.0, math.inf, "a positive number")
    must_be("compare", "patience", patience, 1e-3, math.inf, "a time in s")
    times = output_times(length, output, owner.run)
    found = Comparison(owner.name, float(times[-1]), tolerance, right, interrupted=True)
    each = sum(1 if clock.solves_constraints else len(ways) for clock in clocks)
    with suppress(KeyboardInterrupt), ProgressBar(0.0, len(words) * (1 + each), "comparing", "runs") as bar:
        tally = Tally(bar)
        task = Task(owner, times, initial, patience, tally if progress else None)
        references = _references(task, found, words, tolerance, tally)
        for k, word in enumerate(words):
            tally.done = len(words) + k * each
            for row in _rows(task, found, word, ways, clocks, references):
                found.rows.append(row)
                tally.done += 1
        found.interrupted = False
    return found


# ---------------------------------------------------------------- the references
def _references(
    task: Task, found: Comparison, formulations: Sequence[str], tolerance: float, tally: Tally
) -> dict[str, Result]:
    """A tight run of each formulation that completes one, by the formulation's name; the first is the reference."""
    results: dict[str, Result] = {}
    for k, formulation in enumerate(formulations):
        tally.done = k
        result = _tight(task, formulation, float(f"{max(TIGHTER * tolerance, TIGHTEST):.3g}"))
        if result is None:
            continue
        results[formulation] = result
        first = next(iter(results.values()))
        if not found.references:
            found.joints, found.undetermined = determined_joints(result.formulation, result.q[0], result.v[0])
        apart = motion_difference(result, first)
        forces = reaction_difference(result, first, found.joints)
        method = "AugmentedLagrangian()" if result.info["method"] == repr(SWEEPING) else repr(PROJECTED)
        words = (formulation, method, _short(result.info["integrator"]))
        found.references.append(Reference(*words, apart, forces, float(result.time[-1])))
    return results


def _tight(task: Task, formulation: str, rtol: float) -> Result | None:
    """By projection; if that stops, by the augmented Lagrangian (for singular positions); otherwise the partial run."""
    try:
        return task.run(formulation, PROJECTED, DOP853(rtol=rtol))
    except SnodoError as error:
        stopped: Any = getattr(error, "result", None)
    with suppress(SnodoError):
        result = task.run(formulation, SWEEPING, DOP853(rtol=rtol))
        if result.quality().verdict == "good":
            return result
    return stopped if stopped is not None and stopped.time.size > 1 else None


# ---------------------------------------------------------------- the rows
def _rows(
    task: Task,
    found: Comparison,
    formulation: str,
    methods: Sequence[Any],
    integrators: Sequence[Any],
    references: dict[str, Result],
) -> Iterator[ComparisonRow]:
    """All runs of one formulation; if it does not support the mechanism, one row with the reason."""
    try:
        F = bind(task.mechanism, formulation)
        must_move(F)
    except SnodoError as error:
        yield ComparisonRow(formulation, "all methods", "all integrators", problem=_first_line(error))
        return
    if not F.nc and len(methods) > 1:
        found.unconstrained.append(formulation)
        methods = methods[:1]
    for method in methods:
        for integrator in integrators:
            if not integrator.solves_constraints:
                yield _row(task, found, (formulation, method, integrator), references)
    for integrator in integrators:  # those that solve the constraints have no method
        if integrator.solves_constraints:
            yield _row(task, found, (formulation, NoMethod(index=integrator.index), integrator), references)


def _row(task: Task, found: Comparison, choices: tuple[str, Any, Any], references: dict[str, Result]) -> ComparisonRow:
    """One combination: run, repeated while it is short, and measured."""
    formulation, method, integrator = choices
    words: dict[str, Any] = {
        "formulation": formulation,
        "method": method.name if integrator.solves_constraints else _named(method),
        "elastic": method.elastic,
        "integrator": _named(integrator, found.tolerance),
    }
    try:
        results = [task.run(*choices)]
        while len(results) < MOST_REPEATS and results[-1].info["cpu_seconds"] < REPEAT:
            results.append(task.run(*choices))
    except SnodoError as error:
        partial = getattr(error, "result", None)
        return ComparisonRow(**words, **_measures(found, partial, references), problem=_first_line(error))
    cpu = min(result.info["cpu_seconds"] for result in results)
    return ComparisonRow(**words, **{**_measures(found, results[0], references), "cpu": cpu})


def _measures(found: Comparison, result: Any, references: dict[str, Result]) -> dict[str, Any]:
    """The numbers of a row; of a run that made no rows, none."""
    if result is None or not result.time.size:
        return {}
    quality, info = result.quality(), result.info
    measures = {
        "choice": _short(info["method"]),
        "cpu": info["cpu_seconds"],
        "steps": int(info["steps"]),
        "evaluations": int(info["evaluations"]),
        "reached": info["reached"],
        "energy_drift": quality.energy_relative,
    }
    if result.formulation.nc:
        measures |= {"position_violation": quality.position_drift, "velocity_violation": quality.velocity_drift}
    return measures | _differences(found, result, references)


def _differences(found: Comparison, result: Result, references: dict[str, Result]) -> dict[str, float | None]:
    """Against the first reference; multipliers against that of the same formulation."""
    if not references:
        return {}
    first, own = next(iter(references.values())), references.get(result.formulation.name)
    return {
        "motion": motion_difference(result, first),
        "acceleration": acceleration_difference(result, first),
        "reactions": reaction_difference(result, first, found.joints),
        "multipliers": None if own is None else multiplier_difference(result, own),
    }


# ---------------------------------------------------------------- choices
def listed(given: Any, default: Any) -> list[Any]:
    """One choice or several; none: the default."""
    if given is None:
        return list(default)
    found = list(given) if isinstance(given, (list, tuple)) else [given]
    if not found:
        raise SnodoError(Problem("nothing to compare: the list of choices is empty", "omit it to compare all"))
    return found


def _named(choice: Any, tolerance: float | None = None) -> str:
    """The name of a method or integrator, with the parameters that are neither defaults nor the tolerance."""
    usual = {field.name: field.default for field in fields(choice)} | ({"rtol": tolerance} if tolerance else {})
    values = {name: getattr(choice, name, None) for name in usual}
    own = [f"{name}={value!r}" for name, value in values.items() if value is not None and value != usual[name]]
    return f"{choice.name}({', '.join(own)})" if own else str(choice.name)


def _short(choice: str) -> str:
    """`DOP853(rtol=1e-08, atol=None)` without parameters that are None."""
    return re.sub(r"(, )?\w+=None", "", choice)


def _first_line(error: SnodoError) -> str:
    return error.problems[0].what.splitlines()[0]
