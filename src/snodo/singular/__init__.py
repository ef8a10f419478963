"""Passing singular positions at full order: the gap.

Where constraint rows become dependent for an instant (change points of linkages), an error Φ of the rows causes an
error of the accelerations of about Φ/s³, s = √(min D_i/S_ii) (`kernels/nearness.py`).  Adaptive steps treat this noise
as integration error and shrink until the run fails.  Therefore:

1  The run proceeds normally until s falls below the zone z; steps approach it geometrically.
2  From there to a predicted time after the singular position, the gap, the soft rows (nearly dependent on the others)
   are replaced by accelerations extrapolated in time from the last five states (`soft_rows.py`, `kernels/gap.py`);
   nothing is projected.  Soft directions are orthogonal, in the mass metric, to the motion: errors in them affect it at
   second order only, and the next projection removes them.
3  After the gap the hard rows are closed.  The soft rows are then closed too after a true crossing; after a near miss
   they are open by about as much as the mechanism misses the singular position.
   For a run that starts inside a gap, the accelerations are found beforehand (`start.py`).
4  If they are not closed, the run returns to the start of the gap and the zone is made smaller, in case the prediction
   was poor.  If they are still not closed, it is a near miss, which the equations pass by themselves.

`guide.py` is the entry point: it provides the guide of a run, which is a monitor for the integrator (`passage.py`).
`recovery.py` computes results inside a gap, `report.py` describes the passages.
"""
