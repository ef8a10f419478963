"""What the loops of DAE integrators keep between two steps, beside the state of all loops (`ode/kernels/state.py`)."""

FIRST, BEFORE, SMOOTH, ITERATIONS, FACTORED, WHOLE, REFUSED, LAST_ITERATIONS = 0, 1, 2, 3, 4, 5, 6, 7
HIGHEST, MIDDLE, NEAR = 8, 9, 10
DISTANCE, HALFWAY, THERE, LARGEST_YET, HIGHEST_YET = 11, 12, 13, 14, 15
DIPS, FLATTEST, STEEPEST, LOWEST = 16, 17, 18, 19
WITHOUT_FORCES = 20
"""Slots of `notes`: whether there is no step before, its length, whether accelerations at t are known; then counts:
iterations, factorisations, iterations with the whole matrix, steps whose iterations failed; then the highest smallest
pivot of the rows in the middle of a step so far, that of the current step, and how many steps were close to a singular
position; then what watches them (`watch.py`): s in the state, in the middle and at the end of the current step, its
largest value of late, the highest smallest pivot so far, whether s dips, its flattest and steepest slope there, and its
lowest value; then how many states were closed without regard to the forces of springs.

The memory of the equations follows (`ode/kernels/memory.py`), then the last state far from singular positions."""
NOTES = 21
EPS = 2.0**-52
NOISE = 200.0
"""Rounding of positions, in units of ε, that becomes noise of the velocities when it is divided by h."""
NO_CONVERGENCE = -3
"""The answer of a step whose iterations do not converge."""
APPROACH, CLOSE = 0.3, 0.01
"""Of the highest pivot so far: below the first, a step may be passing a singular position; below the second, it is left
as it is.  There a projection would err by Φ/σ², with the pivot σ², and the accelerations by Φ/σ³; the stages of index 3
are on the constraints by themselves."""
