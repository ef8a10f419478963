"""Kinematics: the motion of a mechanism whose drivers leave no freedom."""
