"""How pictures look: colours, line widths, and figures that need no screen.

Colours of bodies are those of Okabe and Ito (Color Universal Design, 2008), which everybody can distinguish, muted.
Matplotlib is imported when the first figure is made, and its state (pyplot) is never touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snodo.errors import FileError, Problem
from snodo.whole_files import write_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

OKABE_ITO = ("#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7", "#56B4E9", "#8C6D46", "#6F6F6F")
INK = "#2B2F36"
"""Outlines, pins and names."""
GREY = "#7A808A"
"""Hatching, scales and time."""
PALE = "#E4E6EA"
"""Ground."""
PAPER = "#FFFFFF"
ACTION = "#B0203A"
"""Drivers and forces."""

INCH = 100
"""Default number of pixels per inch of a figure."""
PICTURES = (".png", ".svg", ".pdf")


def color_of(number: int) -> str:
    """Colour of the body (or curve) with this number."""
    return OKABE_ITO[number % len(OKABE_ITO)]


def mixed(color: str, other: str, share: float) -> str:
    """A colour with a share (0 … 1) of another in it."""
    a, b = (tuple(int(c[k : k + 2], 16) for k in (1, 3, 5)) for c in (color, other))
    return "#" + "".join(f"{round(x + share * (y - x)):02X}" for x, y in zip(a, b))


def lighter(color: str, share: float) -> str:
    """A colour nearer to the paper."""
    return mixed(color, PAPER, share)


def darker(color: str, share: float) -> str:
    """A colour nearer to ink."""
    return mixed(color, INK, share)


# ---------------------------------------------------------------- figures and files
def new_figure(width: float, height: float) -> Figure:
    """A figure of width × height [inch] without pyplot; notebooks show it."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=INCH, facecolor=PAPER)
    FigureCanvasAgg(figure)
    setattr(figure, "_repr_png_", lambda: _as_png(figure))  # noqa: B010
    return figure


def _as_png(figure: Figure) -> bytes:
    buffer = BytesIO()
    figure.savefig(buffer, format="png", dpi=1.5 * INCH)
    return buffer.getvalue()


def writable(path: str | Path, endings: Sequence[str], what: str) -> Path:
    """The path, if its ending is one of `endings` and its folder exists; otherwise FileError."""
    found = Path(path)
    if found.suffix.lower() not in endings:
        ending = f"as {found.suffix!r}" if found.suffix else "without an ending"
        known = ", ".join(endings[:-1]) + f" or {endings[-1]}"
        raise FileError(Problem(f"{found}: {what} cannot be written {ending}", f"end the name in {known}"))
    if not found.parent.is_dir():
        raise FileError(Problem(f"{found}: there is no folder {str(found.parent)!r}", "create it first"))
    return found


def save(figure: Figure, path: str | Path | None) -> None:
    """Write a figure as .png (two pixels for each of the screen), .svg or .pdf; nothing if there is no path."""
    if path is not None:
        found = writable(path, PICTURES, "a picture")
        buffer = BytesIO()
        figure.savefig(buffer, format=found.suffix[1:].lower(), dpi=2 * INCH)
        write_whole(found, buffer.getvalue())


def bare(ax: Axes) -> None:
    """Axes for a drawing: equal scales, no frame and no ticks."""
    ax.set_aspect("equal")
    ax.set_axis_off()


def quiet(ax: Axes) -> None:
    """Axes for curves: two thin spines and a light grid."""
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set(color=GREY, linewidth=0.8)
    ax.grid(color=PALE, linewidth=0.8)
    ax.set_axisbelow(True)
    ax.tick_params(colors=INK, labelsize=9, width=0.8, length=3, color=GREY)


def text_style(size: float = 9.0, **more: Any) -> dict[str, Any]:
    """Font size [pt] and colour of a text."""
    return {"fontsize": size, "color": INK, **more}
