"""Absolute coordinates of the plane: x, y, φ of every body."""
