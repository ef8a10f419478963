"""How near the constraints come to a singular position, from the pivots of the factorisation at hand.

    s = √(min_i D_i / S_ii),     S = J M⁻¹ Jᵀ = L D Lᵀ,     z = zone · (the highest s so far)                    (1)

s goes to zero like the distance from the singular position.  Its fall −ṡ at the end of a step comes from the stage just
before the end.  On the way in, a step that would end close to the zone may go half of the way to where s would vanish,
and not beyond s = z; a step that runs into the zone from outside, or over it, or ends in it from far away, is halved.
This costs nothing where s does not fall, and it leaves a trail of states that come closer and closer: extrapolated from
states far apart, the accelerations inside would be poor.  In the zone `advance` returns LOOK.

Rounding ε of the coordinates turns the directions that the rows leave free by ε/s²: velocities are not known better,
and asking for more makes steps follow noise.  In a near miss the error is measured against noise/s², with the noise
some ε, where the tolerance is smaller (2); and wherever s is small, rows are closed to a tolerance times s² (3).
"""

from math import sqrt

from snodo._jit import kernel
from snodo.integrators.ode.kernels.state import FALL, HIGHEST, LOWEST_PIVOT, NEAR, PIVOT_BESIDE, PIVOT_THERE, TRAIL, T

FAR = 50.0  # times z: from there on steps are measured against the distance
ENTRANCE = 1.5  # times z: where the zone is entered
CLOSE = 5.0  # times z: steps that would end nearer go half of the way
LEAP = 3.0  # times the entrance: steps from beyond do not end in the zone
INSIDE = 0.7  # times z: where no stage of a step from outside may lie
DIP = 0.8  # of s at both ends of a step: how far it may fall in between, below half of the highest s
FEWEST = 3  # points on the trail
NEARBY = 0.2  # times the highest s: from there on rows are closed more tightly
TIGHTEST = 1e-15


@kernel
def note(model, plan, clock, k):
    """After stage k."""
    if plan.watch >= 0:
        pivot = model[plan.watch]
        clock[LOWEST_PIVOT] = min(clock[LOWEST_PIVOT], pivot)
        if k == plan.stages - 2:
            clock[PIVOT_BESIDE] = pivot


@kernel
def nearest(plan, clock):
    """s² in the step tried."""
    return max(min(clock[NEAR] * clock[NEAR], clock[LOWEST_PIVOT]), 1e-14) if plan.watch >= 0 else 1.0


@kernel
def beyond_noise(plan, tolerances, clock, error):
    """The error of a step in units of what is acceptable and can be known (2)."""
    if plan.noise == 0.0:
        return error
    return error * min(1.0, tolerances[1, tolerances.shape[1] - 1] * nearest(plan, clock) / plan.noise)


@kernel
def closed_to(plan, clock):
    """How closely rows are to be closed after the step tried (3)."""
    near = nearest(plan, clock) / max(NEARBY * clock[HIGHEST], 1e-300) ** 2 if plan.watch >= 0 else 1.0
    return max(plan.projection_tolerance * near, TIGHTEST) if near < 1.0 else plan.projection_tolerance


@kernel
def runs_into_zone(model, plan, clock):
    """After the stages, the last at the end: whether one lies in the zone, or the ends on both sides of it.

    Or whether it ends in the zone from far away.
    """
    z, s = plan.zone * clock[HIGHEST], clock[NEAR]
    if plan.watch < 0 or s <= ENTRANCE * z:
        return False
    if s > LEAP * ENTRANCE * z and model[plan.watch] < (ENTRANCE * z) ** 2:
        return True
    dip = min(DIP * DIP * min(s * s, model[plan.watch]), 0.25 * clock[HIGHEST] * clock[HIGHEST])
    return clock[LOWEST_PIVOT] < max((INSIDE * z) ** 2, dip)


@kernel
def note_end(model, plan, clock):
    """After the evaluation at the end of a step."""
    if plan.watch >= 0:
        clock[PIVOT_THERE] = model[plan.watch]


@kernel
def measure(plan, table, clock, h):
    """s and its fall at the end of a step h."""
    if plan.watch >= 0:
        s, before = sqrt(max(clock[PIVOT_THERE], 0.0)), sqrt(max(clock[PIVOT_BESIDE], 0.0))
        clock[NEAR] = s
        clock[FALL] = (before - s) / (h * (1.0 - table[plan.c, plan.stages - 2]))


@kernel
def approaching(plan, clock, h):
    """The next step: h, or what the distance allows."""
    z, s, fall = plan.zone * clock[HIGHEST], clock[NEAR], clock[FALL]
    if fall <= 0.0 or s > FAR * z or s <= z or s - h * fall >= CLOSE * z:
        return h
    return min(h, min(0.5 * s, s - z) / fall)


@kernel
def remember(plan, W, clock, count, trail):
    """The state joins the trail, in the place of the oldest one."""
    if plan.watch >= 0:
        clock[HIGHEST] = max(clock[HIGHEST], clock[NEAR])
        row = count[TRAIL] % trail.shape[0]
        trail[row, 0] = clock[T]
        for i in range(W.shape[1]):
            trail[row, i + 1] = W[plan.y, i]
        count[TRAIL] += 1


@kernel
def look(plan, clock, count):
    """Whether the zone has been entered, or left behind."""
    if plan.watch < 0 or clock[T] >= plan.t_end:
        return False
    entered = clock[NEAR] <= ENTRANCE * plan.zone * clock[HIGHEST] and clock[FALL] > 0.0 and count[TRAIL] >= FEWEST
    return entered or clock[NEAR] >= plan.clear
