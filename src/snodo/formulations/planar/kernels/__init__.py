"""The compiled planar equations: one algorithm, one file."""
