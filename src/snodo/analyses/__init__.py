"""Analyses of a mechanism: assembly, mobility, kinematics, inverse dynamics, comparison."""
