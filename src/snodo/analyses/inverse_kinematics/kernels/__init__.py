"""Compiled iterations of inverse kinematics."""
