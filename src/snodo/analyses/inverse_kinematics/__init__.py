"""Inverse kinematics: coordinates from wanted places of bodies and frames."""
