"""Mistakes in a description, all found at once."""
