"""Φ, ν, Φ̇, Φ̈ without accelerations, and Φ_v of the whole mechanism, joint by joint."""

from snodo._jit import inline, kernel
from snodo.formulations.kernels.members import in_time
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import WRITTEN, rare
from snodo.formulations.planar.kernels.layout import (
    COUPLER,
    DRIVER,
    EDGE,
    FIXED,
    PRISMATIC,
    REVOLUTE,
    ROD,
    ROLLING,
    ROUND,
    SLOT,
    SPEEDS,
)
from snodo.formulations.planar.kernels.rows import coupler, driver, revolute, rod, same_angle, slot
from snodo.formulations.planar.kernels.velocity_rows import edge, rolling, round_rolling, speeds


@inline
def on_positions(s, c, kind):
    """Rows of a joint."""
    if kind == REVOLUTE or kind == FIXED:
        revolute(s, c.link, c.row, c.block)
    if kind == PRISMATIC or kind == SLOT:
        slot(s, c.link, c.row, c.block)
    if kind == PRISMATIC:
        same_angle(s, c.link, c.row + 1, c.block + 2)
    if kind == FIXED:
        same_angle(s, c.link, c.row + 2, c.block + 4)
    if kind == ROD:
        rod(s, c.link, c.link.c, c.row, c.block)
    if kind == COUPLER:
        coupler(s, c, c.row)


@kernel
def in_time_or_on_velocities(s, head, model, c, kind, t):
    """Rows of a driver, or on velocities."""
    if kind == DRIVER or kind == SPEEDS:
        f, f_dot, f_ddot = in_time(head, model, s.numbers, c.function, t, s.zero)
        if kind == DRIVER:
            driver(s, c.link, c.row, c.block, f, f_dot, f_ddot)
        else:
            speeds(s, c, c.row, f, f_dot)
    elif kind == EDGE:
        edge(s, c.link, c.row, c.block)
    elif kind == ROLLING:
        rolling(s, c.link, c.row, c.block)
    elif kind == ROUND:
        round_rolling(s, c.link, c.row, c.block)


@kernel
def joint_rows(s, head, model, t):
    """All rows except the user's own."""
    for k in range(head.constraints):
        c = s.constraints[k]
        kind = c.kind
        if kind <= COUPLER:
            on_positions(s, c, kind)
        else:
            in_time_or_on_velocities(s, head, model, c, kind, t)


@kernel
def update_rows(s, head, model, t):
    """All rows, for the current poses."""
    joint_rows(s, head, model, t)
    return rare(head, WRITTEN, 0, t, model) if head.written else FINE
