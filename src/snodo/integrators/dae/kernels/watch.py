"""Watches for steps that pass, or nearly touch, a singular position of the constraints.

    s = √(d₁ d₂ d₃),   d: the smallest three of D_i / S_ii,     S = J M⁻¹ Jᵀ = L D Lᵀ                           (1)

falls to zero there, as the distance from it where one row becomes dependent.  The smallest pivot alone may stay at some
other value until very close to it: only their product is smooth.  s is known at the ends of steps and in their middle
stages.  Where it falls below a fraction of its largest value of late and rises again, it dips.  If it has gone through
zero between two of these points, its slope there is (s₀ + s₁)/Δt, with the sign changed, and about as steep as beside
it.  A dip that the steps resolve has (s₀ + s₁)/Δt much larger than any slope in it, and branches cannot be confused:

    min (s₀ + s₁)/Δt  ≤  1.4 max |s₁ − s₀|/Δt                                                                   (2)

means that steps may have jumped to another branch.  Steps that come very close, as short ones do at index 2 and 1, may
leave on another one as well, by errors of Φ that are divided by s.  In both cases the answer is LOOK, at the end of the
dip: the passage from the last state before it is repeated (`dae/watch.py`).
"""

from math import inf, sqrt

from snodo._jit import inline, kernel
from snodo.formulations.kernels.verbs import Equations
from snodo.integrators.dae.kernels.notes import (
    DIPS,
    DISTANCE,
    FLATTEST,
    HALFWAY,
    HIGHEST_YET,
    LARGEST_YET,
    LOWEST,
    NOTES,
    STEEPEST,
    THERE,
)
from snodo.integrators.ode.kernels.state import GO_ON, LOOK, STEPS, H, T
from snodo.math.kernels.records import table

FAR = 0.3
"""Of the largest s of late: above, no singular position is near."""
FORGETS, FORGETS_IN_DIP = 0.995, 0.999
"""How the largest s fades from step to step, so that dips end where s stays small."""
AS_STEEP, VERY_CLOSE = 1.4, 0.03
SAFE_T, SAFE_H, SAFE_STEPS, SAFE_Y = 0, 1, 2, 3
"""Slots behind the memory: time, step and number of steps of the last state far from singular positions, the state, and
the memory of the equations there."""


@kernel
def distance(model):
    """(1), from the factors in the model; rows left out have no pivot."""
    head = table(Equations, model, 0, 0.0)[0]
    if not model[head.report_at] > 0.0:
        return 0.0
    a = b = c = 1.0
    for k in range(head.rows):
        inverse = model[head.S_at + k]
        if inverse > 0.0:
            d = 1.0 / (inverse * model[head.diagonal_at + k])
            if d < a:
                a, b, c = d, a, b
            elif d < b:
                b, c = d, b
            elif d < c:
                c = d
    return sqrt(a * b * c)


@inline
def arrived(model, notes):
    """The equations have been evaluated at the end of the step."""
    notes[THERE] = distance(model)
    head = table(Equations, model, 0, 0.0)[0]
    notes[HIGHEST_YET] = max(notes[HIGHEST_YET], model[head.report_at])


@inline
def memory_size(notes, numbers):
    """How many numbers the memory has, for states of so many."""
    return (notes.size - NOTES - SAFE_Y - numbers) // 2


@inline
def slopes(notes, s0, s1, dt):
    """(2) between two points."""
    notes[FLATTEST] = min(notes[FLATTEST], (s0 + s1) / dt)
    notes[STEEPEST] = max(notes[STEEPEST], abs(s1 - s0) / dt)
    notes[LOWEST] = min(notes[LOWEST], s1)


@inline
def unsure(notes):
    """Whether steps may have left the dip on another branch."""
    jumped = notes[FLATTEST] <= AS_STEEP * notes[STEEPEST]
    return notes[DIPS] != 0.0 and (jumped or notes[LOWEST] < VERY_CLOSE * notes[LARGEST_YET])


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
    notes[DIPS], notes[FLATTEST], notes[STEEPEST], notes[LOWEST] = 0.0, inf, 0.0, inf


@kernel
def watch(plan, W, clock, count, notes, h, c):
    """After an accepted step h, with its memory kept: GO_ON or LOOK; c: the fraction of the step at which s is HALFWAY,
    0 if that is not known."""
    s0, middle, s1 = notes[DISTANCE], notes[HALFWAY], notes[THERE]
    faded = (FORGETS if notes[DIPS] == 0.0 else FORGETS_IN_DIP) * notes[LARGEST_YET]
    notes[DISTANCE], notes[LARGEST_YET] = s1, max(faded, s1)
    if c > 0.0:
        slopes(notes, s0, middle, c * h)
        slopes(notes, middle, s1, (1.0 - c) * h)
    else:
        slopes(notes, s0, s1, h)
    least = FAR * notes[LARGEST_YET]
    if s1 <= least or (c > 0.0 and middle <= least):
        notes[DIPS] = 1.0
    if s1 <= least:
        return GO_ON
    if unsure(notes):
        return LOOK
    steep = abs(s1 - s0) / h
    far_away(plan, W, clock, count, notes)
    notes[STEEPEST] = steep
    return GO_ON
