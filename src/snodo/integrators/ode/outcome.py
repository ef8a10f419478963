"""Outcomes of a run, and remedies for failures."""

from __future__ import annotations

from enum import IntEnum

from snodo.errors import Problem


class Outcome(IntEnum):
    """The return codes of `kernels/advance.py`; the kernel's own copy is in `kernels/state.py`."""

    FINISHED = 0
    PAUSED = 1
    RATE_FAILED = 2
    NOT_FINITE = 3
    PROJECTION_FAILED = 4
    STEP_TOO_SMALL = 5
    TOO_MANY_STEPS = 6
    LOOK = 7
    STOPPED = 8
    EVENT = 9

    @property
    def failed(self) -> bool:
        """Whether the run stopped because it could not continue."""
        return self not in (Outcome.FINISHED, Outcome.PAUSED, Outcome.LOOK, Outcome.EVENT)


_ADVICE = {
    Outcome.RATE_FAILED: (
        "the equations of motion could not be solved (status {status}), even with a much smaller step",
        "check the last good state for a singular position, a massless body, or a force law outside its range",
    ),
    Outcome.NOT_FINITE: (
        "the motion grows without bound, or a force is not a finite number",
        "check masses, stiffnesses and force laws; with a fixed step, use a smaller one",
    ),
    Outcome.PROJECTION_FAILED: (
        "the constraints could not be closed again after the step (status {status})",
        "use a smaller tolerance; near a singular position, try another constraint method",
    ),
    Outcome.STEP_TOO_SMALL: (
        "the step shrank to {step:.1e} s and the error was still too large",
        "check forces and mechanism for a jump or a singularity at this time, or relax the tolerance",
    ),
    Outcome.TOO_MANY_STEPS: (
        "the largest allowed number of steps ({steps}) was reached; the last step was {step:.1e} s",
        "the problem may be stiff: relax the tolerance, soften contacts, or allow more steps (max_steps)",
    ),
}


def problem_of(
    outcome: Outcome, t: float, step: float, steps: int, status: int, by_monitor: Problem | None = None
) -> Problem | None:
    """The message for a failure: what happened at which time, and what to do; None if nothing failed."""
    if outcome == Outcome.STOPPED and by_monitor is not None:
        return Problem(f"at t = {t:.9g} s {by_monitor.what}", by_monitor.remedy)
    if outcome not in _ADVICE:
        return None
    what, remedy = _ADVICE[outcome]
    return Problem(f"at t = {t:.9g} s " + what.format(step=step, steps=steps, status=status), remedy)
