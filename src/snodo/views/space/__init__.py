"""Drawings and animations of mechanisms in space."""
