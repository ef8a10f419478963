"""The values of guards (`integrators/ode/kernels/guards.py`) in a state, from its rows and their forces.

    POSITION    g = s Φ + c          s = ±1, c: a constant
    SPEED       g = s Φ̇ + c
    FORCE       g = s λ + c          λ: the multiplier of the row, while it is in force
    LOAD        g = s λ + c n        n: the load of a place of friction (`constraint_methods/kernels/loads.py`)
    TIME        g = c − s t
    SLIP        g = u·s − ½ |s|      s: the speeds along two rows of slip; u: their direction when last looked at.
                                     It is zero where the slip ends, and where it has turned by 60 degrees
    CONE        g = Σ µ₀ n − |Σ λ|   over friction that sticks along the same one or two rows; λ: their multipliers
    FORMULA     g = s f + c          f: a formula of measures, states and held numbers, packed at `row` of the model
    CARRIED     g = s (F − λ) + c    the force of a part: its multiplier while it is held, and F, a number of the model

ġ of a position is s Φ̇.  Those of speeds, forces and formulas come from a state a little earlier, y − δ ẏ.
"""

import math

import numpy as np

from snodo._jit import Floats, array_at, entry, f8, i8, inline, kernel, monitor
from snodo.constraint_methods.kernels.baumgarte import stabilise
from snodo.constraint_methods.kernels.loads import carry
from snodo.formulations.kernels.loads import Loads, Place
from snodo.formulations.kernels.readings import formula_at
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import MOTION, ROWS, Equations, evaluate, factor, solve
from snodo.integrators.ode.kernels.guards import FIRST, INSIDE, STAGE, Guard
from snodo.math.kernels.record_layout import size
from snodo.math.kernels.records import table

POSITION, SPEED, FORCE, TIME, LOAD, FORMULA, SLIP, CONE, CARRIED = 0, 1, 2, 3, 4, 5, 6, 7, 8
SIZE = size(Guard)
ALL, IN_STEPS = 1, 2
"""Columns of the fields of the header, behind the guards: for all rows, and for those that steps evaluate."""
SUNK = 1000.0  # tolerances below zero, at most, at which a contact that has just parted counts from where it is
BACK, LEAST = 1e-4, 1e-9  # δ as a fraction of the step, and at least of the time: differences must not be rounding


@kernel
def cone(head, model, own, load, group):
    """Friction that is left of that which a group of places could hold."""
    places, limit, first, second = table(Place, own, load.place_at, 0.0), 0.0, 0.0, 0.0
    for j in range(load.places):
        place = places[j]
        if place.rows == 0 or place.group != group or model[head.mask_at + place.row] < 0.0:
            continue
        limit += place.static * own[load.n_at + j]
        first += model[head.lambda_at + place.row]
        if place.rows == 2:
            second += model[head.lambda_at + place.row + 1]
    return limit - math.hypot(first, second)


@inline
def across(head, model, g):
    """A guard on two rows of slip."""
    own = array_at(head.loads)
    load = table(Loads, own, 0, 0.0)[0]
    if g.kind == CONE:
        return cone(head, model, own, load, table(Place, own, load.place_at, 0.0)[g.place].group)
    first, second, aim = model[head.phi_dot_at + g.row], model[head.phi_dot_at + g.row + 1], load.aim_at + 3 * g.place
    return first * own[aim] + second * own[aim + 1] - 0.5 * math.hypot(first, second)


@inline
def carried(head, model, g):
    """The force of a part: a number of its own, and what holds it."""
    force = model[g.place] if g.place > 0 else 0.0
    return force if model[head.mask_at + g.row] < 0.0 else force - model[head.lambda_at + g.row]


@inline
def value_of(head, model, g, t):
    """g from the rows and multipliers there are."""
    if g.kind == TIME:
        return g.offset - g.sign * t
    if g.kind == LOAD:
        own = array_at(head.loads)
        return g.sign * model[head.lambda_at + g.row] + g.offset * own[table(Loads, own, 0, 0.0)[0].n_at + g.place]
    if g.kind == SLIP or g.kind == CONE:
        return across(head, model, g)
    if g.kind == FORMULA:
        return g.sign * formula_at(head, model, g.row, t) + g.offset
    if g.kind == CARRIED:
        return g.sign * carried(head, model, g) + g.offset
    at = head.phi_at if g.kind == POSITION else head.phi_dot_at if g.kind == SPEED else head.lambda_at
    return g.sign * model[at + g.row] + g.offset


@kernel
def motion(head, t, y, model, forces):
    """Evaluate the rows in a state, and their multipliers too if forces are needed; returns a status."""
    if not forces:
        return evaluate(head, ROWS, t, y, model)
    status = evaluate(head, MOTION, t, y, model)
    if status == FINE:
        status = factor(head, y, model)
    if status == FINE:
        stabilise(head, model, head.rows, head.phi_ddot_at, -1.0)
        solve(head, head.phi_ddot_at, y, model)
        if head.loads:
            status = carry(head, t, y, model)
    return status


@inline
def needs(guards, count):
    """Whether active guards need rows, rates of speeds, or forces."""
    rows, speeds, forces = False, False, False
    for k in range(count):
        if guards[k].active:
            kind = guards[k].kind
            rows = rows or kind != TIME
            speeds = speeds or kind == SPEED or kind == FORMULA or kind == SLIP
            forces = forces or guards[k].by_force != 0 or kind == CARRIED
    return rows, speeds, forces


@kernel
def at_end(head, guards, count, t, h, model, y, ydot, earlier, n):
    """g and ġ in the state y; `earlier` is scratch for a state."""
    rows, speeds, forces = needs(guards, count)
    δ = max(BACK * h, LEAST * max(abs(t), 1e-3))
    if speeds or forces:
        for i in range(n):
            earlier[i] = y[i] - δ * ydot[i]
        status = motion(head, t - δ, earlier, model, forces)
        if status != FINE:
            return status
        for k in range(count):
            guards[k].falling = value_of(head, model, guards[k], t - δ)
    status = FINE
    if rows or speeds or forces:
        status = motion(head, t, y, model, forces)
    for k in range(count):
        g = guards[k]
        g.there = value_of(head, model, g, t)
        if g.kind != TIME and g.kind != FORMULA:
            g.fastest = max(g.fastest, abs(model[head.phi_dot_at + g.row]))
        if g.kind == POSITION:
            g.falling = g.sign * model[head.phi_dot_at + g.row]
        elif g.kind == TIME:
            g.falling = -g.sign
        else:
            g.falling = (g.there - g.falling) / δ if δ > 0.0 else 0.0
    return status


@inline
def is_gap(g):
    """Whether it is the gap of a stop or a contact."""
    return g.kind == POSITION and g.must != 0


@kernel
def at_beginning(head, guards, count, t, h, model, y, ydot, earlier, n):
    """The same where a step begins after something has happened.

    Projection leaves more in a gap than rounding does.  An open gap that it has left a little below zero is counted
    from there: the contact has parted, and would strike again and again until it has risen.
    """
    for k in range(count):
        if is_gap(guards[k]):
            guards[k].offset = 0.0
    status = at_end(head, guards, count, t, h, model, y, ydot, earlier, n)
    for k in range(count):
        g = guards[k]
        if is_gap(g) and g.active and -SUNK * g.tolerance <= g.there < 0.0:
            g.offset, g.there = -g.there, 0.0
    return status


@inline
def after_stage(head, guards, count, t, since, model):
    """Forces in a stage: the lowest, and how far they are from a line between the ends of the step."""
    for k in range(count):
        g = guards[k]
        if g.active and g.by_force:
            value = value_of(head, model, g, t)
            g.lowest = min(g.lowest, value)
            g.rough = max(g.rough, abs(value - g.here - (t - since) * g.falls))


@inline
def exchange(model, fields, which):
    """Change the fields of the header that say which rows are evaluated (`formulations/first_rows.py`)."""
    integers = model.view(np.int64)
    for n in range(int(fields[0])):
        integers[int(fields[1 + 3 * n])] = int(fields[1 + 3 * n + which])


@monitor
def guard_values(what, k, t, h, model, y, ydot, clock, notes):
    """The guards of a run, see `integrators/ode/kernels/guards.py`."""
    model, y, ydot, notes = array_at(model), array_at(y), array_at(ydot), array_at(notes)
    head, count = table(Equations, model, 0, 0.0)[0], int(notes[0])
    guards = table(Guard, notes, FIRST, 0.0)
    if what == STAGE:
        after_stage(head, guards, count, t, notes[2], model)
        return FINE
    earlier = notes[FIRST + count * SIZE :]
    fields = earlier[int(notes[1]) :]
    exchange(model, fields, ALL)
    if what == INSIDE:
        status = motion(head, t, y, model, guards[k].by_force != 0 or guards[k].kind == CARRIED)
        guards[k].there = value_of(head, model, guards[k], t)
    else:
        status = at_end(head, guards, count, t, h, model, y, ydot, earlier, int(notes[1]))
    exchange(model, fields, IN_STEPS)
    return status


@entry(i8(f8, f8, Floats, Floats, Floats, Floats))
def guards_at(t, h, model, y, ydot, notes):
    """The guards in a state, at the beginning of a step of about h; returns a status."""
    head, count = table(Equations, model, 0, 0.0)[0], int(notes[0])
    guards = table(Guard, notes, FIRST, 0.0)
    earlier = notes[FIRST + count * SIZE :]
    return at_beginning(head, guards, count, t, h, model, y, ydot, earlier, int(notes[1]))
