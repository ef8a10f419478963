"""Guards of a run: numbers that are positive while nothing happens; where one falls to zero is an event.

Guards are evaluated by a function of declared signature that the loop calls by its address (`plan.guards`), as it calls
the monitor (`monitor.py`), with the guards in the place of its notes:

    VALUES    g and ġ at the end of a step, into `there` and `falling`
    STAGE     after a stage, if forces decide guards: their `lowest` and `rough`
    INSIDE    g alone in a state inside the step, into `there`

At the end of every step the cubic through g and ġ at both ends is examined:

    1  g < 0 at the end: its first root x
    2  g > 0 at both ends, but the cubic dips below a tenth of them: the place x of its minimum

The step is repeated with the length x h.  If g then vanishes to rounding, the step is accepted and the loop is left
with EVENT; if it is still positive after 2, the shorter step is accepted without an event; otherwise the cubic of the
shorter step gives the next x, or Newton's step beyond the end if g is still positive after 1.  So the state at an event
is the end of a step, of full order and on the constraints, and not an interpolated one.

A guard that begins at zero, such as a gap after a bounce, counts from when it rises: its cubic is divided by x.  One
that begins below zero counts from when it is positive: if its cubic rises above zero and falls again within the step,
the step is repeated up to the place of its maximum.  A guard that must not be negative (`must`: a gap, or the speed of
friction along its direction of sliding) is an event as soon as it is, however it began.

Guards that only record are found in the dense output of the step, which is not repeated: not a bit of the run changes.
An event with several conditions is recorded where the others hold too (`group`, `standing`).

A guard that forces decide is not under the control of the error: a body that sticks does not move, whatever its load
does.  Where its value in the stages departs from g + ġ (t − t₀) by more than half of the lowest value, the step is
halved.
"""

from math import inf
from typing import NamedTuple

from snodo._jit import call_monitor, inline, kernel
from snodo.integrators.ode.kernels.dense_output import interpolant, interpolate
from snodo.integrators.ode.kernels.stages import IN_STAGE, stages
from snodo.integrators.ode.kernels.state import (
    EVENT_AT,
    GO_ON,
    NOBODY,
    REJECT,
    SEEK,
    SEEKING,
    SOUGHT,
    TRIES,
    WATCHED,
    H,
)
from snodo.math.kernels.records import table

VALUES, STAGE, INSIDE = 0, IN_STAGE, 2
EPS = 2.0**-52
MOST_TRIES = 40
GRAZES = 0.1  # of the larger value at the ends: a cubic that dips below is looked at
SAMPLES = 16  # of the cubic
BEGINS = 0.02  # of the step: a lowest place nearer to its ends is one of them
ROUGH = 0.5  # of the lowest value: departure of a force from a line at which the step is halved


FIRST = 4
"""Numbers before the guards: how many there are, the numbers of a state, the time at which the step begins, and whether
forces decide some that are watched (BY_FORCE of `stages.py`).

Behind the guards is scratch for a state, and what those who evaluate them need."""


class Guard(NamedTuple):
    """One guard: values set from outside, then those at the ends of a step."""

    kind: int  # how it is evaluated, see there
    row: int
    sign: float
    offset: float
    place: int  # of a load
    active: int  # 0: not watched
    acts: int  # 0: it is only recorded
    by_force: int  # a force decides
    must: int  # 1: it must not be negative, whatever it was before
    group: int  # conditions of one event have the same number
    standing: int  # a condition that holds for a while, where g < 0; 1: others wait for it, 2: it fires too
    tolerance: float  # g below this is zero
    here: float  # g and ġ at the beginning of the step
    falls: float
    there: float  # at its end
    falling: float
    lowest: float  # in the stages of the step
    rough: float  # largest departure of the stages from a straight line
    recorded: float  # time of the last event that was only recorded; −inf: none in this step
    fastest: float  # the largest rate of its row so far


@inline
def ask(plan, what, k, t, h, model, W, y, ydot, clock, guards):
    """Evaluate the guards in the state W[y] at t."""
    return call_monitor(plan.guards, what, k, t, h, model, W[y], W[ydot], clock, guards)


@inline
def cubic(g, x, h):
    """The cubic through g and ġ at both ends of a step h, at the fraction x."""
    rise = g.there - g.here
    a, b = h * g.falls - rise, rise - h * g.falling
    return g.here + x * rise + x * (1.0 - x) * (a * (1.0 - x) + b * x)


@inline
def above(g, x, h):
    """The same, divided by x if it begins at zero."""
    if g.here > g.tolerance:
        return cubic(g, x, h)
    rise = g.there
    a, b = h * g.falls - rise, rise - h * g.falling
    return rise + (1.0 - x) * (a * (1.0 - x) + b * x)


@kernel
def root_between(g, low, high, h):
    """Where the cubic passes zero between a positive and a negative value."""
    for _ in range(60):
        x = 0.5 * (low + high)
        if above(g, x, h) > 0.0:
            low = x
        else:
            high = x
    return 0.5 * (low + high)


@kernel
def first_root(g, h):
    """The fraction of the step at which the guard may first be zero, and whether it is negative behind it.

    2 if it is not; zero if it is not armed.
    """
    begins, below = g.here > g.tolerance, g.there < -g.tolerance
    if not begins and not (g.here >= -g.tolerance and g.falls > 0.0):
        return late_root(g, h, below)
    if not below and (abs(g.there) <= g.tolerance and g.falling < 0.0):
        return 1.0, True
    dips = begins and g.falls < 0.0 and g.falling > 0.0
    if not below and not dips:
        return 2.0, False
    before = 0.0
    for k in range(1, SAMPLES + 1):
        x = k / SAMPLES
        if above(g, x, h) < 0.0 and below:
            return root_between(g, before, x, h), True
        before = x
    if below:
        return 1.0, True
    place = lowest_place(g, h)
    least, near = cubic(g, place, h), place < BEGINS or place > 1.0 - BEGINS
    return (place, False) if least < 0.0 or (least < GRAZES * max(g.here, g.there) and not near) else (2.0, False)


@kernel
def lowest_place(g, h):
    """Where the cubic of a guard that falls at first and rises at the end is lowest: its slope passes zero there."""
    rise = g.there - g.here
    a, b = h * g.falls - rise, rise - h * g.falling
    low, high = 0.0, 1.0
    for _ in range(50):
        x = 0.5 * (low + high)
        if rise + (1.0 - 2.0 * x) * (a * (1.0 - x) + b * x) + x * (1.0 - x) * (b - a) < 0.0:
            low = x
        else:
            high = x
    return 0.5 * (low + high)


@kernel
def late_root(g, h, below):
    """The same for a guard that begins below zero, or at zero without rising: it must first become positive."""
    if not below or not (g.must or (g.falls > 0.0 and g.falling < 0.0)):
        return 2.0, False
    most, place = 0.0, 2.0
    for k in range(1, SAMPLES):
        value = cubic(g, k / SAMPLES, h)
        if value > most:
            most, place = value, k / SAMPLES
    if g.must and place > 1.0:
        return 1.0 / SAMPLES, True
    return place, False


@inline
def settled(g, t):
    """Whether the guard is zero to rounding at the time t."""
    return abs(g.there) <= g.tolerance or abs(g.there) <= abs(g.falling) * 4.0 * EPS * abs(t)


@inline
def repeat(clock, count, until, which):
    """Repeat the step with another end, where guard `which` should be zero."""
    clock[SEEK], count[SOUGHT] = until, which
    count[TRIES] += 1
    return SEEKING


@inline
def happens(clock, count, t1, which):
    """The step is accepted, and something happens at its end."""
    clock[EVENT_AT], count[SOUGHT] = t1, which
    return GO_ON


@kernel
def beyond(of, clock, count, t, t1):
    """No guard is negative in the step: if one was sought at its end, it is zero there, or a little later."""
    if count[SOUGHT] == NOBODY or clock[SEEK] != t1:
        return GO_ON
    g = of[count[SOUGHT]]
    if settled(g, t1):
        return happens(clock, count, t1, count[SOUGHT])
    if g.there > 0.0 and g.falling < 0.0 and count[TRIES] <= MOST_TRIES:
        step = -g.there / g.falling
        if step < 0.5 * (t1 - t):
            return repeat(clock, count, t1 + step, count[SOUGHT])
    count[SOUGHT] = NOBODY
    return GO_ON


@kernel
def too_rough(g, h, t):
    """Whether a force has not been resolved by the step: one that sticks would slip and stick again unseen.

    If the guard is negative at the end, or zero, it is located anyway, and only its beginning counts.
    """
    margin = min(g.here, g.lowest) if g.there > g.tolerance else g.here
    if g.there > g.tolerance:
        margin = min(margin, g.there)
    return h > 1e-9 * max(abs(t), 1e-3) and (g.lowest < 0.0 < g.there or g.rough > ROUGH * abs(margin))


@kernel
def earliest(of, plan, clock, count, t, h):
    """The guard that may be zero first, where, and whether it is negative behind; REJECT if a force is not resolved."""
    first, which, falls = 2.0, NOBODY, False
    for k in range(count[WATCHED]):
        g = of[k]
        if g.active == 0 or g.acts == 0 or g.standing == 1:
            continue
        if g.by_force and plan.error_stages > 0 and too_rough(g, h, t):
            return 0.0, NOBODY, True
        x, below = first_root(g, h)
        if x < first:
            first, which, falls = x, k, below
    return first, which, falls


@kernel
def watch(rate, model, plan, coefficients, W, clock, count, notes, guards, t, t1):
    """Whether the step from t to t1 may be accepted; EVENT_AT is then its end, if something happens there."""
    of, h = table(Guard, guards, FIRST, 0.0), t1 - t
    if ask(plan, VALUES, 0, t1, h, model, W, plan.y1, plan.stages, clock, guards) != 0:
        clock[H] = 0.25 * h
        return REJECT
    x, which, falls = earliest(of, plan, clock, count, t, h)
    if which == NOBODY and falls:
        clock[H], count[SOUGHT] = 0.5 * h, NOBODY
        return REJECT
    if which == NOBODY:
        verdict = beyond(of, clock, count, t, t1)
    elif falls and (x >= 1.0 or settled(of[which], t1) or count[TRIES] > MOST_TRIES or h < 16.0 * EPS * abs(t)):
        verdict = happens(clock, count, t1, which)
    elif count[TRIES] > MOST_TRIES:
        count[SOUGHT] = NOBODY
        verdict = GO_ON
    else:
        return repeat(clock, count, t + x * h, which if falls else NOBODY)
    if verdict == GO_ON:
        verdict = record_guards(rate, model, plan, coefficients, W, clock, count, notes, guards, t, t1)
    return verdict


@kernel
def record_guards(rate, model, plan, coefficients, W, clock, count, notes, guards, t, t1):
    """Find the times of guards that are only recorded, in the dense output."""
    of, h, dense = table(Guard, guards, FIRST, 0.0), t1 - t, False
    for k in range(count[WATCHED]):
        g = of[k]
        if g.active == 0 or g.acts != 0 or g.standing == 1:
            continue
        x, below = first_root(g, h)
        if not x <= 1.0:
            continue
        if not dense:
            verdict = stages(
                rate, model, plan, coefficients, W, clock, count, notes, guards, t, h, plan.stages + 1, plan.all_stages
            )
            if verdict != GO_ON:
                return verdict
            interpolant(h, plan, coefficients, W)
            dense = True
        x = root_inside(model, plan, W, clock, guards, k, t, h, x, below)
        if x <= 1.0 and others_hold(model, plan, W, clock, guards, count[WATCHED], k, t, h, x):
            g.recorded, clock[EVENT_AT] = t + h * x, t1
    return GO_ON


@kernel
def root_inside(model, plan, W, clock, guards, k, t, h, x, below):
    """The fraction of the step at which guard k is zero in the dense output; infinite if it only came near."""
    g, low, high = table(Guard, guards, FIRST, 0.0)[k], 0.0, 1.0
    if not below:
        positive = value_inside(model, plan, W, clock, guards, k, t, h, x) >= 0.0
        late = g.here < -g.tolerance  # it begins below zero: x is the place of a maximum
        if positive != late:
            return inf
        low, high = (x, 1.0) if late else (0.0, x)
        x = 0.5 * (low + high) if late else x
    for _n in range(60):
        value = value_inside(model, plan, W, clock, guards, k, t, h, x)
        if value > 0.0:
            low = x
        else:
            high = x
        if abs(value) <= g.tolerance or high - low <= 4.0 * EPS:
            break
        x = 0.5 * (low + high)
    return x


@kernel
def others_hold(model, plan, W, clock, guards, many, k, t, h, x):
    """Whether the other conditions of the event of guard k hold at the fraction x of the step."""
    of = table(Guard, guards, FIRST, 0.0)
    for n in range(many):
        if n != k and of[n].standing != 0 and of[n].group == of[k].group:
            if value_inside(model, plan, W, clock, guards, n, t, h, x) > 0.0:
                return False
    return True


@inline
def value_inside(model, plan, W, clock, guards, k, t, h, x):
    """g of guard k at the fraction x of the step, in the dense output; its value at the end of the step is kept."""
    g = table(Guard, guards, FIRST, 0.0)[k]
    there = g.there
    interpolate(x, plan, W, W, plan.z)
    ask(plan, INSIDE, k, t + x * h, h, model, W, plan.z, plan.stages, clock, guards)
    value = g.there
    g.there = there
    return value


@kernel
def step_taken(clock, count, guards):
    """The end of the step is the beginning of the next one."""
    of = table(Guard, guards, FIRST, 0.0)
    for k in range(count[WATCHED]):
        g = of[k]
        g.here, g.falls = g.there, g.falling
    clock[SEEK], count[TRIES] = inf, 0


@kernel
def step_begun(count, guards, t):
    """Forget the stages of the last step."""
    if count[WATCHED] > 0:
        guards[2] = t
    of = table(Guard, guards, FIRST, 0.0)
    for k in range(count[WATCHED]):
        of[k].lowest, of[k].rough = inf, 0.0
