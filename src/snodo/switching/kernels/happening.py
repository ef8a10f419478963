"""What happens at an event, compiled: the frequent cases of `transition.py`.

| what was located | what is done |
|---|---|
| only recorded | a line in the table |
| a gap closes | an impact without friction, with restitution; or it rests, if that is zero |
| the force of a stop vanishes | its row is off |
| friction comes to rest | its row is on if its force is within the limit; else it slips the other way |
| friction reaches its limit | its row is off, and it slips |
| a compliant stop touches or parts | a line in the table |

One place is decided, while all others that are on stay on.  That is the solution, which is unique, if all of their
forces are within their limits then.  If they are not, if several guards are zero at once, if rows are nearly dependent,
or for anything else, the modes are put back and Python decides (LEFT).
"""

import math

from snodo._jit import array_at, inline, kernel, monitor
from snodo.constraint_methods.kernels.projection import correct, onto_constraints
from snodo.formulations.kernels.loads import Loads
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import ROWS, SECOND, Equations, evaluate, factor
from snodo.integrators.ode.kernels.guards import FIRST, Guard
from snodo.integrators.ode.kernels.happening import ARM, LEFT, NOTHING, SWITCHED
from snodo.integrators.ode.kernels.stages import BY_FORCE
from snodo.integrators.ode.kernels.state import CLOSE_TO
from snodo.math.kernels.record_layout import size
from snodo.math.kernels.records import table
from snodo.switching.kernels.guard_values import CARRIED, FORMULA, SIZE, TIME, at_beginning, motion
from snodo.switching.kernels.modes import (
    BECAME,
    DRY,
    GAP,
    GRIP,
    IMPACT,
    LINE,
    OTHER,
    PARTED,
    PARTS,
    PUSH,
    RECORDED,
    SLIDE,
    STOP,
    TOUCHED,
    TOUCHES,
    Modes,
    Spot,
)
from snodo.switching.kernels.rows_on import (
    SINGULAR,
    capture,
    forget_sizes,
    read_mode,
    set_least_pivot,
    word_of,
    write_mode,
    write_modes,
)

EPS = 2.0**-52
CLOSED, QUIET, STILL = 1e-10, 1e-6, 1e-11
"""As in `transition.py`."""
NO_TIME = 1e-13
"""As in `report.py`."""
SLACK = 1e-9
"""As in `resting.py`."""
CLEARLY = 1e-5
"""Smallest relative pivot of rows that are clearly independent."""
IMPOSED = 1e-13
"""Relative pivot of a row that depends on the others,"""
BEGINS = 1e-6
"""and acceleration along it that is clear, relative to the square of the largest speed so far."""
VELOCITIES = 1


# ---------------------------------------------------------------- what is known
@inline
def is_zero(g, t):
    """Whether a guard is zero to rounding at the time t."""
    return abs(g.there) <= max(10.0 * g.tolerance, 8.0 * EPS * abs(t * g.falling))


@kernel
def line(own, m, t, kind, which, before, after, impulse, loss):
    """One more line of the table."""
    at = m.line_at + LINE * m.lines
    own[at], own[at + 1], own[at + 2], own[at + 3] = t, kind, which, before
    own[at + 4], own[at + 5], own[at + 6] = after, impulse, loss
    m.lines += 1


@kernel
def note_recorded(own, m, guards, count):
    """Events that are only recorded."""
    for n in range(count):
        if math.isfinite(guards[n].recorded):
            line(own, m, guards[n].recorded, RECORDED, n, 0.0, 0.0, 0.0, 0.0)
            guards[n].recorded = -math.inf


@kernel
def another(guards, count, k, t):
    """Whether a guard besides k is zero at the same time."""
    for n in range(count):
        g = guards[n]
        watched = g.active != 0 and g.acts != 0 and g.standing != 1
        if n != k and watched and g.falling < 0.0 and is_zero(g, t):
            return True
    return False


@kernel
def measure_speeds(own, m, head, guards, count, y):
    """The largest speed so far, in natural sizes per second."""
    fastest = m.fastest
    for n in range(count):
        g = guards[n]
        if g.kind != TIME and g.kind != FORMULA:
            fastest = max(fastest, g.fastest / own[m.row_size_at + g.row])
    for i in range(head.nv):
        fastest = max(fastest, abs(y[head.nq + i]) / own[m.speed_size_at + i])
    m.fastest = fastest


@inline
def still_speed(own, m, row):
    """Speed of a row that counts as zero."""
    return 100.0 * STILL * m.fastest * own[m.row_size_at + row]


@kernel
def alone(own, m, head, model, which):
    """Whether nothing but the place `which` is to be decided in the state of the last evaluation."""
    spots = table(Spot, own, m.spot_at, 0.0)
    for j in range(m.spots):
        s = spots[j]
        if s.kind == OTHER or not s.engaged:
            continue
        if s.rubs == 2 or (s.on and not model[head.mask_at + s.row] > 0.0) or (s.still and not s.on):
            return False
        if j == which or s.on:
            continue
        speed, still = model[head.phi_dot_at + s.row], still_speed(own, m, s.row)
        if s.kind == STOP and s.one_way and speed <= still:
            return False
        if s.kind == STOP and not s.one_way and model[head.phi_at + s.row] <= CLOSED * own[m.row_size_at + s.row]:
            return False
        if s.kind == DRY and abs(speed) <= still:
            return False
    return True


# ---------------------------------------------------------------- kept and put back
@kernel
def keep(own, m, head, t, y, model):
    """The modes and the state as they are."""
    write_mode(own, m, head, t, model, m.saved_at)
    for i in range(m.state):
        own[m.saved_at + m.width + i] = y[i]


@kernel
def put_back(own, m, head, t, y, model):
    """As they were, with the forces of the rows."""
    read_mode(own, m, head, model, m.saved_at)
    for i in range(m.state):
        y[i] = own[m.saved_at + m.width + i]
    motion(head, t, y, model, True)
    return LEFT


# ---------------------------------------------------------------- impacts
@kernel
def strike(own, m, head, s, e, t, y, model):
    """An impact of the stop s with restitution e, friction without force; whether it was made, impulse and loss.

    All rows take impulses Λ, S Λ = Φ̇⁻ − Φ̇⁺, and the loss is ½ Λᵀ J (v⁻ + v⁺), J v = Φ̇ + ν.
    """
    spots, before = table(Spot, own, m.spot_at, 0.0), m.saved_at + m.width + m.state
    total = before + head.rows
    for j in range(m.spots):
        if spots[j].kind == DRY and spots[j].rubs < 2:
            model[head.mask_at + spots[j].row] = -1.0
    model[head.mask_at + s.row], head.least_pivot = 1.0, SINGULAR
    forget_sizes(head, model)
    if evaluate(head, ROWS, t, y, model) != FINE or factor(head, y, model) != FINE:
        return False, 0.0, 0.0
    if not model[head.report_at] > CLEARLY:
        return False, 0.0, 0.0
    after = -e * model[head.phi_dot_at + s.row]
    for r in range(head.rows):
        own[before + r], own[total + r] = model[head.phi_dot_at + r], 0.0
    for _ in range(2):  # once more for what rounding has left
        model[head.phi_dot_at + s.row] -= after
        correct(head, VELOCITIES, head.phi_dot_at, y, model)
        for r in range(head.rows):
            if model[head.mask_at + r] > 0.0:
                own[total + r] += model[head.lambda_at + r]
        if evaluate(head, ROWS, t, y, model) != FINE:
            return False, 0.0, 0.0
    loss = 0.0
    for r in range(head.rows):
        speeds = own[before + r] + model[head.phi_dot_at + r] + 2.0 * model[head.nu_at + r]
        loss += 0.5 * own[total + r] * speeds
    return True, -own[total + s.row], loss


@kernel
def impact(own, m, head, which, t, y, model):
    """The stop `which` is reached: it rebounds, or rests if it has no restitution; whether Python is not needed."""
    spots = table(Spot, own, m.spot_at, 0.0)
    s = spots[which]
    for j in range(m.spots):
        if spots[j].kind == STOP and spots[j].on:
            return False
    if s.rubs or s.one_way:
        return False
    speed, size_of = model[head.phi_dot_at + s.row], own[m.row_size_at + s.row]
    rebounds = s.restitution > 0.0
    if not speed < -(QUIET * m.fastest * size_of if rebounds else 0.01 * still_speed(own, m, s.row)):
        return False
    made, impulse, loss = strike(own, m, head, s, s.restitution, t, y, model)
    after = model[head.phi_dot_at + s.row]
    if not made or (rebounds and not after > still_speed(own, m, s.row)):
        return False
    s.on = 0 if rebounds else 1
    y[m.state - 1] -= loss
    line(own, m, t, IMPACT, which, speed, after, impulse, loss)
    return True


# ---------------------------------------------------------------- what holds
@kernel
def slide_on(own, m, head, model, but):
    """Directions of friction that slides, and of that which an impact has torn loose; False: some comes to rest."""
    spots = table(Spot, own, m.spot_at, 0.0)
    for j in range(m.spots):
        s = spots[j]
        if s.kind != DRY or not s.engaged or j == but:
            continue
        speed = model[head.phi_dot_at + s.row]
        if abs(speed) > still_speed(own, m, s.row):
            s.on, s.still, s.direction = 0, 0, 1.0 if speed > 0.0 else -1.0
        elif not s.on:
            return False
    return True


@inline
def limit_of(head, s):
    """The largest friction at rest."""
    if s.load < 0:
        return s.static
    loads = array_at(head.loads)
    return s.static * loads[table(Loads, loads, 0, 0.0)[0].n_at + s.load]


@kernel
def forces(own, m, head, t, y, model):
    """The forces of the rows in these modes; False if they are not clear."""
    write_modes(own, m, head, model)
    forget_sizes(head, model)
    head.least_pivot = SINGULAR
    return motion(head, t, y, model, True) == FINE and model[head.report_at] > CLEARLY


@kernel
def all_hold(own, m, head, model):
    """Whether the forces of all places that are on are within their limits, clearly."""
    spots, largest = table(Spot, own, m.spot_at, 0.0), 0.0
    for j in range(m.spots):
        if spots[j].kind != OTHER and spots[j].on:
            largest = max(largest, abs(model[head.lambda_at + spots[j].row]))
    for j in range(m.spots):
        s = spots[j]
        if s.kind == OTHER or not s.on:
            continue
        force = model[head.lambda_at + s.row]
        left = -force if s.kind == STOP else limit_of(head, s) - abs(force)
        if not left > SLACK * largest:
            return False
    return True


@inline
def imposed(head, s, model):
    """Whether the motion of a place is imposed by the rows, as found when it was to hold."""
    return model[head.report_at] < IMPOSED and int(model[head.report_at + 1]) == s.row


@kernel
def go_along(own, m, head, s, t, y, model):
    """Friction whose motion the rows impose cannot hold: it takes the direction in which that begins."""
    s.on, s.still, s.direction = 0, 0, 0.0
    if not forces(own, m, head, t, y, model) or evaluate(head, SECOND, t, y, model) != FINE:
        return False
    begins = model[head.phi_ddot_at + s.row]
    if not abs(begins) > BEGINS * m.fastest * m.fastest * own[m.row_size_at + s.row]:
        return False
    s.direction = 1.0 if begins > 0.0 else -1.0
    return forces(own, m, head, t, y, model)


@kernel
def decide(own, m, head, word, which, way, t, y, model):
    """The mode of the place `which`, which slips along `way` beyond its limit; whether Python is not needed."""
    s = table(Spot, own, m.spot_at, 0.0)[which]
    if word == GRIP:
        s.direction = way
    if word == GRIP or word == PUSH:
        s.on, s.still = 0, 0
    if word == SLIDE:
        s.on, s.still, s.direction = 1, 1, 0.0
    write_modes(own, m, head, model)
    capture(own, m, head, model)
    if not forces(own, m, head, t, y, model):
        if word != SLIDE or not imposed(head, s, model):
            return False
        return go_along(own, m, head, s, t, y, model) and all_hold(own, m, head, model)
    force, limit = model[head.lambda_at + s.row], 0.0
    if word == SLIDE:
        limit = limit_of(head, s)
        if abs(abs(force) - limit) <= SLACK * limit:
            return False
        if abs(force) > limit:
            s.on, s.still, s.direction = 0, 0, 1.0 if force > 0.0 else -1.0
            if not forces(own, m, head, t, y, model):
                return False
    return all_hold(own, m, head, model)


@kernel
def settle(own, m, head, t, y, model, tolerance):
    """The state on the rows that are on; whether that is possible."""
    set_least_pivot(head, model)
    if evaluate(head, ROWS, t, y, model) != FINE:
        return False
    correct(head, VELOCITIES, head.phi_dot_at, y, model)
    return onto_constraints(t, y, model, tolerance) >= 0


@kernel
def note_changes(own, m, head, t):
    """Stops that rest or part, friction that sticks or slips."""
    spots, at = table(Spot, own, m.spot_at, 0.0), m.saved_at + 2 + head.rows + m.captured
    for j in range(m.spots):
        s = spots[j]
        if s.kind == OTHER:
            continue
        now = word_of(s.kind, s.on, s.direction, s.still)
        was = word_of(s.kind, int(own[at + 3 * j]), own[at + 3 * j + 1], int(own[at + 3 * j + 2]))
        if now != was:
            line(own, m, t, BECAME, j, now, 0.0, 0.0, 0.0)


@kernel
def switched(own, m, head, word, which, way, t, y, model, tolerance):
    """A place that switches: its mode and the velocities after that; LEFT: as before."""
    keep(own, m, head, t, y, model)
    if evaluate(head, ROWS, t, y, model) != FINE or not alone(own, m, head, model, which):
        return put_back(own, m, head, t, y, model)
    lines = m.lines
    done = impact(own, m, head, which, t, y, model) if word == GAP else True
    done = done and slide_on(own, m, head, model, which) and decide(own, m, head, word, which, way, t, y, model)
    if not done or not settle(own, m, head, t, y, model, tolerance):
        m.lines = lines
        return put_back(own, m, head, t, y, model)
    note_changes(own, m, head, t)
    write_mode(own, m, head, t, model, m.mode_at + m.width * m.modes)
    m.modes += 1
    return SWITCHED


@kernel
def happened(own, m, head, guards, count, k, t, y, model, tolerance):
    """What happens at t, where guard k (−1: none) was located."""
    full = m.lines + count + 2 * m.spots + 2 >= m.most_lines or m.modes + 1 >= m.most_modes
    if full or head.gap or t <= m.last + NO_TIME * max(abs(t), 1e-3) or another(guards, count, k, t):
        return LEFT
    which, word = -1, GAP
    if k >= 0:
        which, word = int(own[m.owner_at + 2 * k]), int(own[m.owner_at + 2 * k + 1])
        if not guards[k].active or not is_zero(guards[k], t) or word > PARTS:
            return LEFT
    answer = NOTHING
    if k >= 0:
        measure_speeds(own, m, head, guards, count, y)
        if word == TOUCHES or word == PARTS:
            speed = model[head.phi_dot_at + guards[k].row]
            line(own, m, t, TOUCHED if word == TOUCHES else PARTED, k, speed, speed, 0.0, 0.0)
            answer = SWITCHED
        else:
            answer = switched(own, m, head, word, which, -guards[k].sign, t, y, model, tolerance)
    if answer != LEFT:
        note_recorded(own, m, guards, count)
        m.last = t
    return answer


# ---------------------------------------------------------------- after it
@kernel
def arm(own, m, head, guards, count, k, t, h, y, ydot, model, notes):
    """Which guards are watched in the new modes, and their values at the beginning of the next step."""
    spots = table(Spot, own, m.spot_at, 0.0)
    for n in range(count):
        g, j, word = guards[n], int(own[m.owner_at + 2 * n]), int(own[m.owner_at + 2 * n + 1])
        if j < 0 or spots[j].kind == OTHER:
            continue
        s = spots[j]
        waits = word == PUSH if s.kind == STOP else word != SLIDE
        g.active = 1 if s.engaged and (s.on != 0) == waits else 0
        if word == SLIDE:
            g.sign = s.direction
    at_beginning(head, guards, count, t, h, model, y, ydot, notes[FIRST + count * SIZE :], int(notes[1]))
    notes[BY_FORCE] = 0.0
    for n in range(count):
        g = guards[n]
        g.here, g.falls = g.there, g.falling
        if g.kind == CARRIED:
            g.by_force = 1 if g.here > g.tolerance else 0
        if g.active != 0 and g.by_force != 0:
            notes[BY_FORCE] = 1.0
    if k >= 0 and is_zero(guards[k], t):
        guards[k].here = 0.0
    return 0


@monitor
def happening(what, k, t, h, model, y, ydot, clock, own):
    """What the loop asks at an event, see `integrators/ode/kernels/happening.py`."""
    model, y, ydot, clock, own = array_at(model), array_at(y), array_at(ydot), array_at(clock), array_at(own)
    head, m = table(Equations, model, 0, 0.0)[0], table(Modes, own, 0, 0.0)[0]
    notes = array_at(m.guards)
    guards, count = table(Guard, notes, FIRST, 0.0), int(notes[0])
    if what == ARM:
        return arm(own, m, head, guards, count, k, t, max(h, 1e-12), y, ydot, model, notes)
    return happened(own, m, head, guards, count, k, t, y, model, clock[CLOSE_TO])


HEAD, SPOT = size(Modes), size(Spot)
