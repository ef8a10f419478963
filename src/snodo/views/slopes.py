"""Derivatives along a run against time: what a change of each parameter by a hundredth does to a series."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from snodo.views.style import PICTURES, new_figure, save, text_style, writable

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_slopes(s: Any, outputs: list[str], path: str | Path | None = None) -> Figure:
    """A panel for each output, a line for each parameter."""
    return None  # type: ignore[return-value]
