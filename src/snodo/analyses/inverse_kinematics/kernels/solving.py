"""Inverse kinematics of a tree: least Σ w² |what is missed|², the loops closed and the limits obeyed at every step.

1. Steps of Levenberg and Marquardt with μ = c |e|² (Sugihara, IEEE Trans. Robotics 27, 2011: the damping vanishes with
   what is missed, so that the last steps are Newton's, and is large where the arm is stretched out), c from the
   decrease that a step brings against the one it promised.  After each step the loops are closed again.
2. If the targets are reached and freedoms are left, steps to the position of all these that is nearest to the start;
   then one more step of Newton's, so that what is missed is rounding.
A path is followed pose after pose, each from the one before.
"""

import math

from snodo._jit import Floats, Table, entry, i8, inline, kernel
from snodo.analyses.inverse_kinematics.kernels.layout import COORDINATE, Limit, Task, slot
from snodo.analyses.inverse_kinematics.kernels.residuals import evaluate, read_change, read_misses
from snodo.analyses.inverse_kinematics.kernels.steps import (
    AT_LIMIT,
    CLOSE,
    NEAREST,
    REACH,
    RETURN,
    find_step,
)
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.tree.kernels.layout import Header, system
from snodo.formulations.tree.kernels.rate import coordinate_rates, normalise
from snodo.math.kernels.dense import copy, dot
from snodo.math.kernels.records import table, view

REACHED, CLOSEST, STOPPED, OPEN, FAILED = 0, 1, 2, 3, 4
"""How a pose ended: with all targets reached; as near as can be; not settled; loops or limits that cannot be kept; in a
function of the user's, or with numbers that are not finite."""
CLOSED = 1e-11
"""Largest |Φ|, in natural units, of a closed loop."""
MOST_CLOSING, MOST_NEAREST = 20, 100
FLAT = 1e-9
"""Slope, relative to what is missed, at which a position is as near as can be."""
LEAST_DAMPING, FIRST_DAMPING, MOST_DAMPING = 1e-13, 1e-2, 1e12
SETTLED = 1e-6
"""Slope towards the start, relative to the distance from it, at which a position is the nearest."""


@kernel
def move(task, W, model, now, then, part):
    """q ⊕ δ, into the slot `then`."""
    head, s = table(Header, model, 0, 0.0)[0], system(model, 0.0)
    own, n = task.slope_at, task.nv
    for c in range(n):
        W[own + c] = part * W[task.delta_at + c] * W[task.scale_at + c]
    step = view(W, task.move_at, 0.0)
    coordinate_rates(s, 0.0, view(W, now.q, 0.0), view(W, own, 0.0), step)
    copy(W, task.nq, now.q, then.q)
    for k in range(task.nq - head.counters):
        W[then.q + k] += step[k]
    normalise(s, view(W, then.q, 0.0), 0.0)
    limits = table(Limit, W, task.limit_at, 0.0)
    for k in range(task.limits):
        limit = limits[k]
        if limit.joint.kind == COORDINATE:  # what is beyond by rounding
            x = limit.unit * W[then.q + limit.joint.iq]
            if limit.lower - AT_LIMIT < x < limit.lower:
                W[then.q + limit.joint.iq] = limit.lower / limit.unit
            elif limit.upper < x < limit.upper + AT_LIMIT:
                W[then.q + limit.joint.iq] = limit.upper / limit.unit


@inline
def missing(task, W, at):
    """|e|²"""
    return dot(W, task.wanted, at.e, at.e)


@inline
def reached(task, W, at):
    """Whether every target is met."""
    good = True
    for k in range(task.wanted):
        good = good and abs(W[at.e + k]) <= W[task.allowed_at + k]
    return good


@kernel
def largest_gap(task, W, what, at):
    """Of loops, limits and (to return) targets, relative to what is allowed."""
    gap = 0.0
    for r in range(task.rows):
        gap = max(gap, abs(W[at.phi + r]) / CLOSED)
    limits = table(Limit, W, task.limit_at, 0.0)
    for k in range(task.limits):
        x = W[at.x + k]
        gap = max(gap, max(limits[k].lower - x, x - limits[k].upper) / (2.0 * AT_LIMIT))
    if what == RETURN:
        for k in range(task.wanted):
            gap = max(gap, abs(W[at.e + k]) / W[task.allowed_at + k])
    return gap


@kernel
def restore(task, W, model, t, goals, what, at):
    """Close the loops in a slot, by Newton's method; returns REACHED, OPEN or FAILED."""
    before = math.inf
    for k in range(MOST_CLOSING):
        if evaluate(task, W, model, t, goals, at) != FINE:
            return FAILED
        gap = largest_gap(task, W, what, at)
        if gap <= 1.0:
            return REACHED
        if k > 3 and gap > 0.5 * before:
            return OPEN
        before = gap
        part, _ = find_step(task, W, what, at, 0.0)
        move(task, W, model, at, at, part)
    return OPEN


@inline
def promised(task, W, at, part):
    """|e|² − |e + part A δ|²"""
    total = 0.0
    for k in range(task.wanted):
        total += (W[at.e + k] + part * dot(W, task.nv, at.A + k * task.nv, task.delta_at)) ** 2
    return missing(task, W, at) - total


@kernel
def reach(task, W, model, t, goals, now, then):
    """1; returns how it ended, the iterations, and the slots in which it is and is not."""
    damping, idle, ended, count = FIRST_DAMPING, 0, STOPPED, 0
    for _ in range(task.most):
        if reached(task, W, now):
            ended = REACHED
            break
        cost = missing(task, W, now)
        count += 1
        part, flat = find_step(task, W, REACH, now, max(damping * cost, LEAST_DAMPING))
        if flat <= FLAT * math.sqrt(cost):
            ended = CLOSEST
            break
        good, after = part > 0.0, math.inf
        if good:
            promise = promised(task, W, now, part)
            move(task, W, model, now, then, part)
            status = REACHED
            if task.rows:
                status = restore(task, W, model, t, goals, CLOSE, then)
            elif evaluate(task, W, model, t, goals, then) != FINE:
                status = FAILED
            after = missing(task, W, then)
            good = status == REACHED and after < cost
        if good:
            gain = (cost - after) / promise if promise > 0.0 else 0.0
            damping = damping * 0.2 if gain > 0.7 else (damping * 3.0 if gain < 0.25 else damping)
            damping = max(damping, 1e-8)
            now, then = then, now
            idle = idle + 1 if cost - after <= 1e-13 * cost else 0
        else:
            damping = max(damping, 1e-3) * 6.0
        if damping > MOST_DAMPING or idle > 5:
            ended = CLOSEST
            break
    return ended, count, now, then


@kernel
def approach(task, W, model, t, goals, now, then):
    """2; returns the iterations, and the slots in which it is and is not."""
    limit, count = 1.0, 0
    read_change(task, W, model, now.q, task.change_at)
    for _ in range(MOST_NEAREST):
        far = dot(W, task.nv, task.change_at, task.change_at)
        part, flat = find_step(task, W, NEAREST, now, 0.0)
        if flat <= SETTLED * math.sqrt(far) + 1e-10:
            break
        count += 1
        move(task, W, model, now, then, part * limit)
        status = restore(task, W, model, t, goals, RETURN, then)
        read_change(task, W, model, then.q, task.change_at)
        left = dot(W, task.nv, task.change_at, task.change_at)
        if status == REACHED and left < far:
            now, then = then, now
            limit = min(1.0, 2.0 * limit)
            if far - left <= 1e-13 * far:
                break
        else:
            limit *= 0.5
            read_change(task, W, model, now.q, task.change_at)
            if limit < 1e-3:
                break
    return count, now, then


@kernel
def polish(task, W, model, t, goals, now, then):
    """One more step of Newton's method, taken if it is nearer; returns the slots in which it is and is not."""
    before = missing(task, W, now) + dot(W, task.rows, now.phi, now.phi)
    if before == 0.0:
        return now, then
    part, _ = find_step(task, W, RETURN, now, 0.0)
    move(task, W, model, now, then, part)
    good = evaluate(task, W, model, t, goals, then) == FINE
    after = missing(task, W, then) + dot(W, task.rows, then.phi, then.phi)
    if good and after < before and largest_gap(task, W, RETURN, then) <= 1.0:
        return then, now
    return now, then


@entry(i8(Floats, Floats, Table, Floats, Floats, Table, Table, Table))
def solve(model, W, goals, times, start, Q, report, misses):
    """Coordinates (rows of Q) for the poses (rows of goals); returns the number of poses done.

    The first search begins at Q[0], and the position nearest to `start` is found; the others begin at the pose before.
    report: how each ended, iterations, iterations towards the start, |e|.  misses: two numbers for each target.  Where
    loops cannot be closed, or a function fails, the rest is left.
    """
    task = table(Task, W, 0, 0.0)[0]
    now, then = slot(task, task.first_at), slot(task, task.second_at)
    for k in range(task.nq):
        W[now.q + k], W[task.start_at + k] = Q[0, k], start[k]
    for row in range(times.size):
        t, goal = times[row], view(goals[row], 0, 0.0)
        if row:
            copy(W, task.nq, now.q, task.start_at)
        count = more = 0
        ended = restore(task, W, model, t, goal, CLOSE, now)
        if ended == REACHED:
            ended, count, now, then = reach(task, W, model, t, goal, now, then)
            if ended == REACHED and task.nearest:
                more, now, then = approach(task, W, model, t, goal, now, then)
            if ended == REACHED:
                now, then = polish(task, W, model, t, goal, now, then)
            evaluate(task, W, model, t, goal, now)
            read_misses(task, W, model, now, goal, view(misses[row], 0, 0.0))
        for k in range(task.nq):
            Q[row, k] = W[now.q + k]
        report[row, 0], report[row, 1], report[row, 2] = ended, count, more
        report[row, 3] = math.sqrt(missing(task, W, now))
        if ended == OPEN or ended == FAILED:
            return row
    return times.size
