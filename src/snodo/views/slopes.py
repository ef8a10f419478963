"""Derivatives along a run against time: what a change of each parameter by a hundredth does to a series."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from snodo.views.style import PICTURES, color_of, new_figure, quiet, save, text_style, writable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from snodo.simulation.sensitivities.table import Sensitivities


def plot_slopes(s: Sensitivities, outputs: Sequence[str], path: str | Path | None = None) -> Figure:
    """A panel for each output, a line for each parameter."""
    if path is not None:
        writable(path, PICTURES, "a picture")
    figure = new_figure(8.0, 0.9 + 2.1 * len(outputs))
    axes = figure.subplots(len(outputs), 1, sharex=True, squeeze=False)[:, 0]
    for ax, output in zip(axes, outputs):
        _panel(ax, s, output)
    axes[0].set_title(f"{s.result.mechanism.name}: change for 1 % more", loc="left", **text_style(12.0))
    axes[0].legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    axes[-1].set_xlabel("time [s]", **text_style(9.5))
    figure.tight_layout()
    save(figure, path)
    return figure


def _panel(ax: Axes, s: Sensitivities, output: str) -> None:
    quiet(ax)
    for k, name in enumerate(s.over):
        ax.plot(s.time, s.array(output)[:, k] * s.share(name), color=color_of(k), linewidth=1.8, label=name)
    unit = s.unit(output)
    ax.set_ylabel(f"{output}\n[{unit}]" if unit else output, **text_style(9.5))
