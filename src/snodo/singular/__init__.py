"""Through singular positions at high order: the gap.

Where constraint rows become dependent for a moment (change points of linkages), an error Φ of the rows gives an error
of the accelerations like Φ/s³, s = √(min D_i/S_ii) (`kernels/nearness.py`).  Adaptive steps take this noise for error,
shrink and die.  Therefore:

1  The run goes on as always until s falls below the zone, z; steps come closer geometrically.
2  From there to the predicted time after the singular position, what the soft rows prescribe is replaced by its
   extrapolation in time from the last five states (`soft_rows.py`, `kernels/gap.py`); nothing is projected.  Soft
   directions are orthogonal, in the mass metric, to the motion: errors in them touch it at second order only, and leave
   with the next projection.
3  On the other side the soft rows, once the hard ones are closed, tell: they are closed too after a true crossing, and
   open by about as much as the mechanism misses the singular position after a near miss.
   A run that starts inside is given its accelerations beforehand (`start.py`).
4  Not closed: all is taken back, and the zone is made smaller, in case the prediction was poor.  Still not closed: it
   is a near miss, which the equations pass by themselves.

`guide.py` is the door: it gives a run its guide, which the integrator knows as a monitor (`passage.py`).  What a result
says inside a gap is in `recovery.py`, the words are in `report.py`.
"""
