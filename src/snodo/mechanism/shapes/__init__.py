"""Shapes of bodies and their mass properties."""
