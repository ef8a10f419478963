"""Constraint methods, explained: the equations of each with its matrices in one state."""
