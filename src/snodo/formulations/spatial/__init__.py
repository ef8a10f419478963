"""Spatial mechanisms in absolute coordinates: centres of mass and Euler parameters."""
