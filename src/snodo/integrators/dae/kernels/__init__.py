"""Compiled kernels of the DAE integrators."""
