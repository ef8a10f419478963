"""Watches for steps that pass, or nearly touch, a singular position of the constraints.

    s = √(min_i D_i / S_ii),     S = J M⁻¹ Jᵀ = L D Lᵀ                                                          (1)

is proportional to the distance from it (`singular/kernels/nearness.py`), and known at the ends of steps and in their
middle stages.  Where it falls below a fraction of its largest value and rises again, it dips.  If it has gone through
zero between two of these points, its slope there is (s₀ + s₁)/Δt, with the sign changed, and about as steep as beside
it.  A dip that the steps resolve has (s₀ + s₁)/Δt much larger than any slope in it, and branches cannot be confused:

    min (s₀ + s₁)/Δt  ≤  2 max |s₁ − s₀|/Δt                                                                     (2)

means that steps may have jumped to another branch.  The answer then is LOOK, at the end of the dip: the passage from the
last state before it is repeated (`dae/watch.py`).
"""

from math import inf, sqrt

from snodo._jit import inline, kernel
from snodo.integrators.dae.kernels.notes import DIPS, DISTANCE, FARTHEST, FLATTEST, MIDDLE, NOTES, STEEPEST, THERE
from snodo.integrators.ode.kernels.state import GO_ON, LOOK, STEPS, H, T

FAR = 0.3
"""Of the largest s so far: above, no singular position is near."""
AS_STEEP = 2.0
SAFE_T, SAFE_H, SAFE_STEPS, SAFE_Y = 0, 1, 2, 3
"""Slots behind the memory: time, step and number of steps of the last state far from singular positions, the state, and
the memory of the equations there."""


@inline
def memory_size(notes, numbers):
    """How many numbers the memory has, for states of so many."""
    return (notes.size - NOTES - SAFE_Y - numbers) // 2


@inline
def slopes(notes, s0, s1, dt):
    """(2) between two points."""
    notes[FLATTEST] = min(notes[FLATTEST], (s0 + s1) / dt)
    notes[STEEPEST] = max(notes[STEEPEST], abs(s1 - s0) / dt)


@kernel
def far_away(plan, W, clock, count, notes):
    """The state becomes the one before a dip."""
    numbers = W.shape[1]
    m = memory_size(notes, numbers)
    safe = notes[NOTES + m :]
    safe[SAFE_T], safe[SAFE_H], safe[SAFE_STEPS] = clock[T], clock[H], count[STEPS]
    for k in range(numbers):
        safe[SAFE_Y + k] = W[plan.y, k]
    for k in range(m):
        safe[SAFE_Y + numbers + k] = notes[NOTES + k]
    notes[DIPS], notes[FLATTEST], notes[STEEPEST] = 0.0, inf, 0.0


@kernel
def watch(plan, W, clock, count, notes, h, c):
    """After an accepted step h, with its memory kept: GO_ON or LOOK; c: the fraction of the step whose pivot is MIDDLE,
    0 if it has none."""
    s0, s1 = notes[DISTANCE], sqrt(max(notes[THERE], 0.0))
    notes[DISTANCE], notes[FARTHEST] = s1, max(notes[FARTHEST], s1)
    middle = sqrt(max(notes[MIDDLE], 0.0))
    if c > 0.0:
        slopes(notes, s0, middle, c * h)
        slopes(notes, middle, s1, (1.0 - c) * h)
    else:
        slopes(notes, s0, s1, h)
    least = FAR * notes[FARTHEST]
    if s1 <= least or (c > 0.0 and middle <= least):
        notes[DIPS] = 1.0
    if s1 <= least:
        return GO_ON
    if notes[DIPS] != 0.0 and notes[FLATTEST] <= AS_STEEP * notes[STEEPEST]:
        return LOOK
    steep = abs(s1 - s0) / h
    far_away(plan, W, clock, count, notes)
    notes[STEEPEST] = steep
    return GO_ON
