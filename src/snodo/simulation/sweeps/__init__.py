"""Sweeps: the members of a family of mechanisms, computed in chunks in one process, in several, or on a cluster."""
