"""Derivatives of series along a run, by parameters and initial values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.given_values import spread
from snodo.errors import Problem, UnsupportedError
from snodo.formulations.bind import bind
from snodo.integrators.auto import Auto
from snodo.mechanism.mechanism import Mechanism
from snodo.simulation.sensitivities.asked import Asked, asked
from snodo.simulation.sensitivities.refusals import must_have_run_plainly, must_keep_times, must_suit
from snodo.simulation.sensitivities.run import Task, run_along
from snodo.simulation.sensitivities.series import Outputs, scalar_name
from snodo.simulation.sensitivities.start import StartSlopes
from snodo.simulation.sensitivities.table import Sensitivities
from snodo.simulation.sensitivities.variants import Variants, rewriting_for, variants
from snodo.simulation.simulate import method_and_integrator, simulate
from snodo.spelling import spelled
from snodo.types import FormulationLike, InitialValues, IntegratorLike, MechanismLike, MethodLike, Time, Times

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray
SOME = 30
"""States at which the steps of differences are chosen."""


@spelled
def sensitivities(
    mechanism: MechanismLike,
    duration: Time | None = None,
    *,
    over: Sequence[str],
    outputs: Sequence[str] | None = None,
    initial: InitialValues | None = None,
    formulation: FormulationLike | None = None,
    method: MethodLike | None = None,
    integrator: IntegratorLike | None = None,
    tolerance: float | None = None,
    output: Times | None = None,
    first_step: Time | None = None,
    max_step: Time | None = None,
    max_steps: int | None = None,
    error_bars: bool | None = None,
    progress: bool = True,
) -> Sensitivities:
    """Simulate, and differentiate series of the result by parameters and initial values.

    The equations are differentiated and integrated with the motion, by the same steps, so that derivatives are as
    accurate as the motion; nothing is simulated twice but the motion itself.  A derivative by a parameter is the total
    one: of all that follows from the parameter, positions at the start included, which change as `sn.assemble` finds
    them.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism, with parameters (`m.parameter`).
    duration : quantity, optional
        Duration [s]; by default that of the mechanism.
    over : sequence of str
        Parameters of the mechanism, such as "crank", and initial values in the words of `initial`, such as "A.speed".
        One that is not given has the value that the start has without it.
    outputs : sequence of str, optional
        Series of the result of one number for each time, such as "B.angle", "tip.x" or "B.fx"; by default angles,
        displacements and speeds of all joints.
    initial : mapping, optional
        Initial values, as for `sn.simulate`.
    formulation : str or class, optional
        "planar", "tree" or "spatial".
    method : str or object, optional
        "projection" (default) or "augmented".
    integrator : str or object, optional
        An explicit one: "dop853" (default), "dormand_prince", "bogacki_shampine", "rk4", or an object.
    tolerance : float, optional
        Relative tolerance of the motion; by default 1e-8.  Derivatives have about the same relative accuracy.
    output : quantity or array, optional
        Time between two samples [s], or the times of the samples [s]; few samples make it quick.
    first_step, max_step : quantity, optional
        First and longest step [s].
    max_steps : int, optional
        Limit on steps.
    error_bars : bool, optional
        Whether the error of the motion is estimated, as by `sn.simulate`.
    progress : bool, optional
        Whether to show a progress bar for long runs.

    Returns
    -------
    Sensitivities
        `s["B.angle"]` (time, parameter), `s.derivative("B.angle", "crank")`, `s.final()`, and the run as `s.result`.

    Raises
    ------
    UnsupportedError
        If something has no derivatives: events, friction that follows reactions, states, what users wrote, stiff runs;
        the message says what to do instead.
    NameNotFound
        If a name in over or outputs is not known.
    RunError
        If the run cannot be finished; `error.result` has the valid part.
    AssemblyError
        If the mechanism does not close at the start.

    Examples
    --------
    >>> p = sn.Mechanism("pendulum", gravity=(0, -9.81))
    >>> length = p.parameter("length", 0.5, unit="m")
    >>> p.add_points(A=(0, 0), B=("length", 0))
    >>> arm = p.bar("arm", "A", "B", mass=1.0)
    >>> pin = p.revolute("A", "ground", "arm")
    >>> s = sn.sensitivities(p, 1.0, over=["length", "A.speed"], outputs=["A.angle"])
    >>> s["A.angle"].dims
    ('time', 'parameter')
    >>> s.derivative("A.angle", "length").attrs["units"]
    'rad/m'
    """
    settings = (mechanism if isinstance(mechanism, Mechanism) else bind(mechanism).mechanism).run
    F = bind(mechanism, formulation or settings.formulation)
    initial = spread(F, initial)
    by_method, steps = method_and_integrator(mechanism, method, integrator, tolerance, first_step, max_step)
    if isinstance(steps, Auto):
        steps = steps.explicit
    must_suit(F, by_method, steps)
    wanted = asked(F, over, initial)
    must_keep_times(F.mechanism, over, {"duration": duration, "output": output})
    points = _points(F, wanted)
    result = simulate(
        F,
        duration,
        initial=initial,
        method=method,
        integrator=integrator,
        tolerance=tolerance,
        output=output,
        first_step=first_step,
        max_step=max_step,
        max_steps=max_steps,
        error_bars=error_bars,
        progress=progress,
    )
    must_have_run_plainly(result)
    names = [scalar_name(result, name) for name in outputs or default_outputs(result)]
    q, v = _start(F, result)
    starts = _starts(F, initial, wanted, points, q, v)
    limit = settings.max_steps if max_steps is None else max_steps
    most = None if limit is None else int(limit)
    task = Task(F, by_method, steps, result.time, most, q, v, points, starts, _along(F, result))
    with F.lock:
        run, slopes, found = run_along(task)
    _must_agree(result, run.states[:, : result.states.shape[1]])
    series = Outputs(result, found, names)
    values = [
        by_states if own is None else by_states + series.by_constants(own)
        for by_states, own in zip(series.along(slopes), points)
    ]
    return Sensitivities.of_run(result, _valued(result, wanted), list(outputs or names), names, values)


def _points(F: Any, wanted: Sequence[Asked]) -> list[Variants | None]:
    """The mechanism with other values of each parameter; None for an initial value."""
    rewriting = rewriting_for(F, [x.name for x in wanted if x.parameter is not None])
    return [None if x.parameter is None else variants(F, x.parameter, rewriting) for x in wanted]


def default_outputs(result: Result) -> list[str]:
    """Angles, displacements and speeds of the joints."""
    words = ("angle", "displacement", "speed")
    names = [f"{joint}.{word}" for joint in result.mechanism.joints for word in words]
    known = set(result.names())
    return [name for name in names if name in known] or list(result.formulation.coordinate_names)


def _start(F: Any, result: Result) -> tuple[Array, Array]:
    y = np.array(result.info["initial_state"], float)
    return y[: F.nq].copy(), y[F.nq : F.nq + F.nv].copy()


def _along(F: Any, result: Result) -> list[tuple[float, Array, Array]]:
    """Some states of the run, at irregular distances: the end, before which functions of time have turned most, too."""
    last = len(result.time) - 1
    rows = sorted({last - int(last * x) for x in np.modf(0.618033988749895 * np.arange(SOME))[0]})
    q, v = result.states[:, : F.nq], result.states[:, F.nq : F.nq + F.nv]
    return [(float(result.time[k]), q[k].copy(), v[k].copy()) for k in rows]


def _starts(
    F: Any,
    initial: Mapping[str, Any] | None,
    wanted: Sequence[Asked],
    points: Sequence[Variants | None],
    q: Array,
    v: Array,
) -> list[tuple[Array, Array]]:
    """(η, w) of the start along each direction."""
    start, found = StartSlopes(F, initial, q, v), []
    for x, own in zip(wanted, points):
        if own is not None:
            found.append(start.along_parameter(own))
        else:
            found.append(start.holding(x.name, x.given).along_initial(x.name))
    return found


def _valued(result: Result, wanted: Sequence[Asked]) -> list[Asked]:
    """With the values of initial values that were not given."""
    return [x if x.given else replace(x, value=float(result[x.name].values[0])) for x in wanted]


def _must_agree(result: Result, states: Array) -> None:
    """The run with derivatives is the plain one."""
    size = np.abs(result.states).max(initial=1.0)
    apart = float(np.abs(states - result.states).max(initial=0.0))
    if apart > 1e-6 * size:
        what = f"the run with derivatives differs from the plain one by {apart:.1e}: it is near a singular position"
        raise UnsupportedError(Problem(what, "end the run before it, or use a smaller tolerance"))
