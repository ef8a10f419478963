"""What holds rows at Φ = 0 and Φ̇ = 0: Baumgarte's terms, and the measures that end a projection."""

from snodo._jit import inline
from snodo.formulations.kernels.tables import CONTRADICTION, FINE

MOST_CORRECTIONS = 12
STILL_CLOSED = 1e-9  # what is accepted when round-off ends the iteration above the tolerance
LARGEST_CONTRADICTION = 1e-6


@inline
def stabilised(head, model):
    """The right side of S λ, in the place of Φ̈."""
    alpha, beta = head.alpha, head.beta
    for r in range(head.rows):
        model[head.phi_ddot_at + r] += 2.0 * alpha * model[head.phi_dot_at + r] + beta * beta * model[head.phi_at + r]


@inline
def drivers_power(head, model, ints):
    """A rheonomic row pushes with −λ along a coordinate that moves at ν: its power is −λ ν."""
    for k in range(head.drivers):
        model[head.power_at + ints[head.driver_at + 2 * k + 1]] = 0.0
    for k in range(head.drivers):
        row, work = ints[head.driver_at + 2 * k], ints[head.driver_at + 2 * k + 1]
        model[head.power_at + work] -= model[head.lambda_at + row] * model[head.nu_at + row]


@inline
def largest(head, model, values):
    """Largest of the kept rows' values, each against the row's natural size."""
    worst = 0.0
    for r in range(head.rows):
        if model[head.mask_at + r] != 0.0:
            error = abs(model[values + r]) / model[head.scale_at + r]
            if not error <= worst:
                worst = error
    return worst


@inline
def contradiction(head, model):
    """Redundant rows left out must hold by themselves; one that does not contradicts the others."""
    for r in range(head.rows):
        gap = abs(model[head.phi_at + r])
        if model[head.mask_at + r] == 0.0 and gap > LARGEST_CONTRADICTION * model[head.scale_at + r]:
            head.culprit = r
            return CONTRADICTION
    return FINE


@inline
def fastest(v, count):
    """The largest velocity, at least one."""
    speed = 1.0
    for k in range(count):
        speed = max(speed, abs(v[k]))
    return speed
