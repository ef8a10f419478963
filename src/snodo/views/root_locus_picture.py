"""The picture of a root locus: real and imaginary parts over the parameter, and the same in the complex plane."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from snodo.analyses.linear.root_locus import RootLocus, with_meetings
from snodo.views.style import (
    ACTION,
    GREY,
    INK,
    PICTURES,
    color_of,
    lighter,
    new_figure,
    quiet,
    save,
    text_style,
    writable,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Array = np.ndarray
STABLE = lighter(color_of(2), 0.85)
"""Background where nothing grows."""
REAL = 1e-9
"""Imaginary part, relative to the largest eigenvalue, that is none."""


def root_locus_picture(locus: RootLocus, label: str, path: str | Path | None = None) -> Figure:
    """Left: real parts as lines and imaginary parts dashed; right: the complex plane.

    path: file to write, .png, .svg or .pdf.
    """
    if path is not None:
        writable(path, PICTURES, "a picture")
    locus, figure = with_meetings(locus), new_figure(11.0, 4.6)
    over, plane = figure.subplots(1, 2, width_ratios=(1.35, 1.0))
    _over_the_parameter(over, locus, label)
    _in_the_plane(plane, locus, label)
    figure.tight_layout(w_pad=2.0)
    save(figure, path)
    return figure


# ---------------------------------------------------------------- over the parameter
def _over_the_parameter(ax: Axes, locus: RootLocus, label: str) -> None:
    quiet(ax)
    values, roots = locus.values, locus.eigenvalues
    _shade(ax, locus)
    dust = REAL * float(np.abs(roots).max(initial=0.0))
    for k, branch in enumerate(roots.T):
        ax.plot(values, branch.real, color=color_of(k), linewidth=1.8)
        upper = np.where(branch.imag > dust, branch.imag, np.nan)
        ax.plot(values, upper, color=color_of(k), linewidth=1.2, linestyle=(0, (4, 2)))
    ax.axhline(0.0, color=GREY, linewidth=0.8)
    _mark(ax, locus)
    ax.set_xlim(float(values[0]), float(values[-1]))
    ax.set_xlabel(label, **text_style(9.5))
    ax.set_ylabel("eigenvalue [1/s]: real part, imaginary part (dashed)", **text_style(9.5))


def _shade(ax: Axes, locus: RootLocus) -> None:
    for low, high in locus.stable_ranges:
        ax.axvspan(low, high, color=STABLE, linewidth=0.0)


def _mark(ax: Axes, locus: RootLocus) -> None:
    """The critical values, written beside their lines."""
    middle = 0.5 * float(locus.values[0] + locus.values[-1])
    for k, one in enumerate(locus.critical):
        ax.axvline(one.value, color=ACTION, linewidth=0.9)
        side = -1 if one.value > middle else 1
        ax.annotate(
            f"{one.value:.4g}",
            (one.value, 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(4 * side, -12 - 13 * (k % 3)),
            textcoords="offset points",
            ha="right" if side < 0 else "left",
            **text_style(9.0, color=ACTION),
        )


# ---------------------------------------------------------------- the complex plane
def _in_the_plane(ax: Axes, locus: RootLocus, label: str) -> None:
    quiet(ax)
    roots = locus.eigenvalues
    for k, branch in enumerate(roots.T):
        ax.plot(branch.real, branch.imag, color=lighter(color_of(k), 0.35), linewidth=1.2)
        ax.plot(branch.real[:1], branch.imag[:1], "o", mfc="none", mec=color_of(k), ms=5)
        ax.plot(branch.real[-1:], branch.imag[-1:], "o", color=color_of(k), ms=5)
    for one in locus.critical:
        for sign in (1, -1) if one.eigenvalue.imag else (1,):
            ax.plot(0.0, sign * one.eigenvalue.imag, "x", color=ACTION, ms=7, mew=1.6)
    ax.axvline(0.0, color=INK, linewidth=0.9)
    ax.axhline(0.0, color=GREY, linewidth=0.8)
    first, last = (f"{x:.4g}" for x in locus.values[[0, -1]])
    ax.set_title(f"○ {first}   ● {last}   × critical", loc="left", **text_style(9.0))
    ax.set_xlabel("real part [1/s]", **text_style(9.5))
    ax.set_ylabel("imaginary part [rad/s]", **text_style(9.5))
