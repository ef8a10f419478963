"""Absolute coordinates in the plane, explained."""
