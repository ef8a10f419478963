"""Φ, Φ_v, ν and γ of the whole mechanism, joint by joint."""

from snodo._jit import kernel
from snodo.formulations.planar.kernels.layout import (
    ALONG,
    BLOCK,
    CALLED,
    CONSTRAINT,
    CONSTRAINT_AT,
    CONSTRAINTS,
    COUPLER,
    CULPRIT,
    EDGE,
    FINE,
    FIXED,
    FORMULA,
    KIND,
    PRISMATIC,
    REVOLUTE,
    ROD,
    ROLLING,
    ROUND,
    ROW,
    SLOT,
    SPEEDS,
    TURN,
    USER_ROW_FAILED,
    VELOCITY_CALLED,
    VELOCITY_FORMULA,
    C,
)
from snodo.formulations.planar.kernels.rows import coupler, driver, revolute, rod, same_angle, slot, written
from snodo.formulations.planar.kernels.velocity_rows import edge, rolling, round_rolling, speeds, written_speeds


@kernel
def velocity_level(W, I, at, kind, row, block, t):
    """Rows that constrain velocities."""
    if kind == EDGE:
        edge(W, I, at, row, block)
    elif kind == ROLLING:
        rolling(W, I, at, row, block)
    elif kind == ROUND:
        round_rolling(W, I, at, row, block)
    elif kind == SPEEDS:
        speeds(W, I, at, row, t)
    elif kind == VELOCITY_FORMULA or kind == VELOCITY_CALLED:
        return written_speeds(W, I, at, row, block, t)
    return FINE


@kernel
def update_rows(W, I, t):
    """Fill Φ, Φ_v, ν and γ of all rows."""
    at = I[CONSTRAINT_AT]
    for k in range(I[CONSTRAINTS]):
        kind, row, block = I[at + KIND], I[at + ROW], I[at + BLOCK]
        status = FINE
        if kind == REVOLUTE:
            revolute(W, I, at, row, block)
        elif kind == PRISMATIC:
            slot(W, I, at, row, block)
            same_angle(W, I, at, row + 1, block + 2)
        elif kind == FIXED:
            revolute(W, I, at, row, block)
            same_angle(W, I, at, row + 2, block + 4)
        elif kind == SLOT:
            slot(W, I, at, row, block)
        elif kind == ROD:
            rod(W, I, at, row, block, W[at + C])
        elif kind == TURN or kind == ALONG:
            driver(W, I, at, row, block, t)
        elif kind == COUPLER:
            coupler(W, I, at, row)
        elif kind == FORMULA or kind == CALLED:
            status = written(W, I, at, row, block, t)
        else:
            status = velocity_level(W, I, at, kind, row, block, t)
        if status != FINE:
            I[CULPRIT] = k
            return USER_ROW_FAILED
        at += CONSTRAINT
    return FINE
