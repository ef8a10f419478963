"""Call a rate many times from compiled code, so that only its own time is measured."""

from snodo._jit import RATE_FUNCTION, Floats, entry, i8


@entry(i8(RATE_FUNCTION, Floats, Floats, Floats, i8))
def repeat(rate, y, ydot, model, count):
    """Sum of the statuses of `count` evaluations."""
    total = 0
    for _ in range(count):
        total += rate(0.0, y, ydot, model)
    return total
