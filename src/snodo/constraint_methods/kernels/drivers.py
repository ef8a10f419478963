"""The power of rows that may do work, for multipliers of any method."""

from snodo._jit import inline


@inline
def drivers_power(head, numbers, ints):
    """A rheonomic row acts with −λ on a coordinate that moves at ν: its power is −λ ν."""
    for k in range(head.drivers):
        numbers[head.power_at + ints[head.driver_at + 2 * k + 1]] = 0.0
    for k in range(head.drivers):
        row, work = ints[head.driver_at + 2 * k], ints[head.driver_at + 2 * k + 1]
        numbers[head.power_at + work] -= numbers[head.lambda_at + row] * numbers[head.nu_at + row]
