"""The power of rows that may do work, for multipliers of any method."""

from snodo._jit import inline


@inline
def drivers_power(head, numbers, ints, first=0, width=1):
    """A rheonomic row acts with −λ on a coordinate that moves at ν: its power is −λ ν.

    In lanes `width` numbers are an element, and the elements begin at `first`.
    """
    power, force, speed = first + width * head.power_at, first + width * head.lambda_at, first + width * head.nu_at
    for k in range(head.drivers):
        work = power + width * ints[head.driver_at + 2 * k + 1]
        for lane in range(width):
            numbers[work + lane] = 0.0
    for k in range(head.drivers):
        row, work = width * ints[head.driver_at + 2 * k], power + width * ints[head.driver_at + 2 * k + 1]
        for lane in range(width):
            numbers[work + lane] -= numbers[force + row + lane] * numbers[speed + row + lane]
