"""What compiled code knows about the places that switch: their modes, and tables of what has happened.

The numbers are in an array of their own, whose address the loop has (`integrators/ode/kernels/happening.py`).  Python
writes it after everything that it does itself, and reads the tables when it is next asked (`compiled_modes.py`).
"""

from typing import NamedTuple

STOP, DRY, OTHER = 0, 1, 2
"""Kinds of places."""
GAP, PUSH, SLIDE, GRIP, TOUCHES, PARTS, EVENT = 0, 1, 2, 3, 4, 5, 6
"""What guards are about: a gap, the force of a stop, the speed of friction, its limit, a compliant stop that touches or
parts, and what the user waits for."""
IMPACT, BECAME, TOUCHED, PARTED, RECORDED = 0, 1, 2, 3, 4
"""Kinds of lines: of a place (IMPACT, BECAME), or of a guard."""
LINE = 7
"""Numbers of a line: time, kind, number of the place or guard, before, after, impulse, loss."""


class Modes(NamedTuple):
    """The first numbers: counts, offsets and addresses."""

    guards: int  # address of the guards (`integrators/ode/kernels/guards.py`)
    state: int  # numbers of a state
    spots: int
    spot_at: int
    owner_at: int  # for each guard: its place, and what it is about
    row_size_at: int  # natural sizes of the rows
    speed_size_at: int  # and of the velocities
    law_at: int  # pairs: where the model has the direction of a law of friction, and its sign
    captured: int  # rows that hold the position in which they are switched on,
    captured_at: int  # in pairs: where the model has their constants, and the sign
    lines: int  # written so far,
    most_lines: int  # of so many,
    line_at: int
    modes: int  # the same for modes,
    most_modes: int
    mode_at: int
    width: int  # numbers of a mode: time, least pivot, mask, constants, and of each place: on, direction, still
    saved_at: int  # scratch: a mode as it was, the state, two numbers for each row
    fastest: float  # the largest speed so far, in natural sizes per second
    last: float  # time of the last event [s]


class Spot(NamedTuple):
    """A place that switches."""

    kind: int
    row: int
    on: int
    engaged: int
    still: int
    direction: float
    restitution: float
    one_way: int
    rubs: int  # 1: a contact with friction, or that friction
    static: float  # largest friction at rest, or its coefficient,
    load: int  # if it follows this load; else −1
    first_law: int
    laws: int
    constant_at: int  # of the row, in the model,
    constant_sign: float  # and its sign there
