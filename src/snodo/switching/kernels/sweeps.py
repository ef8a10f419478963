"""Projected Gauss–Seidel sweeps for the forces of places at rest (`resting.py`)."""

from math import hypot

from snodo._jit import Floats, Table, entry, i8, kernel

ALONE, FIRST, SECOND = 0.0, 1.0, 2.0
"""A force with limits of its own, and the first and second of a pair whose length is limited."""
SWEEPS = 5000
CONVERGED = 1e-13


@kernel
def along(D, w, tau, j):
    """The acceleration r_j = w_j + D_j τ."""
    r = w[j]
    for k in range(w.size):
        r += D[j, k] * tau[k]
    return r


@kernel
def moved(D, w, low, high, tau, j):
    """A step of one force down its slope, within its limits; returns the change."""
    new = min(max(tau[j] - along(D, w, tau, j) / D[j, j], low[j]), high[j])
    change = abs(new - tau[j])
    tau[j] = new
    return change


@kernel
def moved_pair(D, w, limit, pace, tau, k):
    """A step of a pair of forces down its slope, back into its disc; returns the change."""
    first, second = tau[k] - along(D, w, tau, k) / pace, tau[k + 1] - along(D, w, tau, k + 1) / pace
    size = hypot(first, second)
    if size > limit:
        first, second = first * limit / size, second * limit / size
    change = max(abs(first - tau[k]), abs(second - tau[k + 1]))
    tau[k], tau[k + 1] = first, second
    return change


@entry(i8(Table, Floats, Floats, Floats, Floats, Floats, Floats))
def swept(D, w, low, high, kinds, paces, tau):
    """Sweeps from τ until nothing changes, or there are too many; returns how many were made."""
    for n in range(SWEEPS):
        change, largest = 0.0, 0.0
        for j in range(w.size):
            if D[j, j] <= 0.0 or kinds[j] == SECOND:
                continue
            if kinds[j] == FIRST:
                change = max(change, moved_pair(D, w, high[j], paces[j], tau, j))
            else:
                change = max(change, moved(D, w, low, high, tau, j))
        for j in range(w.size):
            largest = max(largest, abs(tau[j]))
        if change <= CONVERGED * (largest + 1e-300):
            return n + 1
    return SWEEPS
