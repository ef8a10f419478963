"""Drawings and animations of planar mechanisms."""
