"""Compiled parts of the analyses."""
