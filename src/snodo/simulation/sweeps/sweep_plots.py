"""The doors from a sweep to its plots."""

from __future__ import annotations


class PlotsOfSweeps:
    """Plots of a sweep."""
