"""Compiled right sides of the constraint methods."""
