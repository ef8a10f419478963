"""Kernels of the kinematic analysis."""
