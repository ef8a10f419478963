"""Inverse dynamics: the forces that a given motion needs."""
