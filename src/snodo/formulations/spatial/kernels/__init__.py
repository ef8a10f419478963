"""Compiled equations in absolute coordinates of space."""
