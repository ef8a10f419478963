"""The stages of a step of Radau: prediction, factors, iteration; where that fails, once more with the whole matrix."""

import math

from snodo._jit import kernel
from snodo.formulations.kernels.statuses import FINE
from snodo.integrators.dae.kernels.notes import (
    APPROACH,
    BEFORE,
    EPS,
    FACTORED,
    FIRST,
    HALFWAY,
    HIGHEST,
    ITERATIONS,
    LAST_ITERATIONS,
    MIDDLE,
    NO_CONVERGENCE,
    NOISE,
    REFUSED,
    WHOLE,
)
from snodo.integrators.dae.kernels.radau import (
    all_residuals,
    correct_extra,
    correct_rigid,
    correct_yielding,
    factors,
    predict,
    stage_places,
    stage_velocities,
    take_step,
)
from snodo.integrators.dae.kernels.tables import LOCAL, STABILISED, W_V, W_X
from snodo.integrators.dae.kernels.watch import distance
from snodo.integrators.dae.kernels.whole_newton import whole_correction
from snodo.integrators.ode.kernels.state import EVALUATIONS, FAILURES_IN_A_ROW, GO_ON

MOST_WHOLE = 15
STILL = 0.5
"""Changes that are rounding fall by less than this factor from one iteration to the next."""


@kernel
def weights(size, tolerances, y, V):
    """Acceptable errors of local coordinates and velocities."""
    nq = size.nq
    for k in range(size.nv):
        V[W_X, k] = tolerances[0, nq + k]
        V[W_V, k] = tolerances[0, nq + k] + tolerances[1, nq + k] * abs(y[nq + k])


@kernel
def rounding(size, V, step):
    """Changes of an iteration that are rounding, in units of the tolerance: positions are known to ε L, or ε q L where
    coordinates are large (a crank that has turned often), and where rows are asked for positions, velocities to that
    over h."""
    total, largest, h = 0.0, 1.0, step.h
    for k in range(size.nq):
        largest = max(largest, abs(step.y0[k]))
    for k in range(size.nv):
        total += (1.0 / V[W_X, k]) ** 2 + (1.0 / (h * V[W_V, k])) ** 2
    return NOISE * EPS * largest * size.length * math.sqrt(total / (2 * size.nv))


@kernel
def converged(norm, before, done, most, kappa, noise):
    """1: the iteration has converged, or its changes are rounding and become no smaller; 0: it goes on; −1: it will
    not converge."""
    if not math.isfinite(norm) or norm > 1e100:
        return -1
    if done == 1:
        return 1 if norm < 1e-2 * kappa else 0
    theta = norm / before if before > 0.0 else 0.0
    if norm < 1e-3 * kappa or (theta < 1.0 and theta / (1.0 - theta) * norm < kappa):
        return 1
    if norm < noise:
        return 1 if theta > STILL or done == most else 0
    if theta >= 1.0 and norm > kappa:
        return -1
    if done > 2 and norm * theta ** (most - done) / (1.0 - min(theta, 0.99)) > max(kappa, noise):
        return -1
    return 0


@kernel
def correct(head, s, step, whole):
    """One Newton correction of all stages, into STEP; returns whether there is one."""
    if all_residuals(head, s, step) != FINE:
        return False
    if whole:
        return whole_correction(head, s, step)
    if s.size.dae_index == STABILISED:
        correct_extra(head, s, step)
    if s.size.yielding:
        correct_yielding(head, s, step)
    else:
        correct_rigid(head, s, step)
    return True


@kernel
def iterate(head, s, step, noise, whole):
    """Newton's iteration from the prediction, with the factors or with the whole matrix: its count, or −1."""
    most, before = MOST_WHOLE if whole else s.size.iterations, 0.0
    for done in range(1, most + 1):
        if not correct(head, s, step, whole):
            return -1
        norm = take_step(s, step)
        answer = converged(norm, before, done, most, s.size.kappa, noise)
        if answer != 0:
            return done if answer > 0 else -1
        before = norm
    return -1


@kernel
def begin_stages(s, step, notes):
    """The prediction."""
    first = notes[FIRST] != 0.0
    predict(s, first, 0.0 if first else step.h / notes[BEFORE])
    stage_velocities(s, step)
    for i in range(3):
        for k in range(s.size.nv):
            s.V[LOCAL + i, k] = 0.0
    stage_places(s, step.h)
    stage_places(s, step.h)


@kernel
def with_factors(head, s, step, noise, notes, count):
    """Factors at the prediction, and the iteration with them: its count, or −1."""
    begin_stages(s, step, notes)
    fine = factors(head, s, step)
    notes[FACTORED] += 1
    count[EVALUATIONS] += 1
    notes[MIDDLE] = s.model[head.report_at] if fine else 0.0
    if s.size.watched and not s.size.yielding:
        notes[HALFWAY] = distance(s.model) if fine else 0.0
    done = -1
    if fine:
        done = iterate(head, s, step, noise, False)
        count[EVALUATIONS] += 3 * abs(done)
    return done


@kernel
def with_whole_matrix(head, s, step, noise, notes, count):
    """The same with J and M of every stage, then the factors for the error."""
    begin_stages(s, step, notes)
    done = iterate(head, s, step, noise, True)
    notes[WHOLE] += 1
    count[EVALUATIONS] += 6 * abs(done)
    return done if done >= 0 and factors(head, s, step) else -1


@kernel
def solve_stages(head, s, step, notes, count):
    """GO_ON, or NO_CONVERGENCE.

    Beside singular positions the whole matrix is tried at once: a shorter step would end closer to them.
    """
    noise = rounding(s.size, s.V, step)
    done = with_factors(head, s, step, noise, notes, count)
    if done < 0:
        notes[REFUSED] += 1
        near = notes[MIDDLE] == 0.0 or notes[MIDDLE] < APPROACH * notes[HIGHEST]
        if s.size.terms == 0 or not (near or count[FAILURES_IN_A_ROW] >= 2):
            return NO_CONVERGENCE
        done = with_whole_matrix(head, s, step, noise, notes, count)
    if done < 0:
        return NO_CONVERGENCE
    notes[ITERATIONS] += done
    notes[LAST_ITERATIONS] = done
    return GO_ON
