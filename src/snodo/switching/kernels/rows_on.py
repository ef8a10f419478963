"""Modes in the model: rows that are on, directions of friction, the positions that rows hold; kept and put back."""

from snodo._jit import array_at, inline, kernel
from snodo.formulations.kernels.loads import Loads
from snodo.math.kernels.records import table
from snodo.switching.kernels.modes import DRY, OTHER, STOP, Spot

SINGULAR, WORN = 1e-14, 1e-2
"""Least pivots, as in `constraint_methods/redundancy.py`."""


@kernel
def write_direction(own, m, head, s, model):
    """The direction of friction that slides, into its laws or its load."""
    for n in range(s.first_law, s.first_law + s.laws):
        model[int(own[m.law_at + 2 * n])] = own[m.law_at + 2 * n + 1] * s.direction
    if s.load >= 0:
        loads = array_at(head.loads)
        loads[table(Loads, loads, 0, 0.0)[0].mode_at + s.load] = s.direction


@kernel
def write_modes(own, m, head, model):
    """Rows and directions as the places say."""
    spots = table(Spot, own, m.spot_at, 0.0)
    for j in range(m.spots):
        s = spots[j]
        if s.kind != OTHER and s.rubs < 2:
            model[head.mask_at + s.row] = 1.0 if s.on else -1.0
            if s.kind == DRY:
                write_direction(own, m, head, s, model)
    head.factored = 0


@kernel
def capture(own, m, head, model):
    """Friction that sticks holds its present position: Φ of its row is zero there."""
    spots = table(Spot, own, m.spot_at, 0.0)
    for j in range(m.spots):
        s = spots[j]
        if s.kind == DRY and s.on:
            model[s.constant_at] -= s.constant_sign * model[head.phi_at + s.row]


@kernel
def write_mode(own, m, head, t, model, at):
    """The modes as they are in the model."""
    own[at], own[at + 1] = t, head.least_pivot
    at += 2
    for r in range(head.rows):
        own[at + r] = model[head.mask_at + r]
    at += head.rows
    for n in range(m.captured):
        own[at + n] = own[m.captured_at + 2 * n + 1] * model[int(own[m.captured_at + 2 * n])]
    at += m.captured
    spots = table(Spot, own, m.spot_at, 0.0)
    for j in range(m.spots):
        own[at + 3 * j], own[at + 3 * j + 1], own[at + 3 * j + 2] = spots[j].on, spots[j].direction, spots[j].still


@kernel
def read_mode(own, m, head, model, at):
    """Put such modes back."""
    head.least_pivot = own[at + 1]
    at += 2
    for r in range(head.rows):
        model[head.mask_at + r] = own[at + r]
    at += head.rows
    for n in range(m.captured):
        model[int(own[m.captured_at + 2 * n])] = own[m.captured_at + 2 * n + 1] * own[at + n]
    at += m.captured
    spots = table(Spot, own, m.spot_at, 0.0)
    for j in range(m.spots):
        s = spots[j]
        s.on, s.direction, s.still = int(own[at + 3 * j]), own[at + 3 * j + 1], int(own[at + 3 * j + 2])
        if s.kind == DRY:
            write_direction(own, m, head, s, model)
    head.factored = 0


@kernel
def forget_sizes(head, model):
    """Let relative pivots refer to the rows in the current state."""
    for r in range(2 * head.rows):
        model[head.diagonal_at + r] = 0.0


@inline
def redundant(head, model):
    """Whether rows that are on are left out."""
    for r in range(head.rows):  # noqa: SIM110
        if model[head.mask_at + r] == 0.0:
            return True
    return False


@kernel
def set_least_pivot(head, model):
    """The pivot at which other rows are to be chosen, if some are left out."""
    head.least_pivot = max(SINGULAR, WORN * model[head.report_at]) if redundant(head, model) else SINGULAR


@inline
def word_of(kind, on, direction, still):
    """What a place does, as a number: 0 off, 1 on, ±2 slips."""
    if kind == STOP:
        return on
    return 1 if still else 2 if direction > 0.0 else -2 if direction < 0.0 else 0
