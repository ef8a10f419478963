"""A mechanism as a picture, before any run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from snodo.views.plane.drawing import draw_mechanism

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike

    from snodo.mechanism.mechanism import Mechanism


def draw(
    mechanism: Mechanism,
    path: str | Path | None = None,
    at: ArrayLike | None = None,
    labels: bool = True,
    width: int = 800,
    view: tuple[float, float] | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Draw a mechanism as it is assembled; if it does not close, as it was described.

    Parameters
    ----------
    mechanism : Mechanism
        The mechanism, or a bound formulation.
    path : str or path, optional
        File to write, ending in .png, .svg or .pdf.
    at : array, optional
        Coordinates of the bound formulation, such as `sn.assemble(F).q`; by default those of the assembled mechanism.
    labels : bool, optional
        Whether names of bodies, joints and frames are shown.
    width : int, optional
        Width of the picture on a screen [pixel]; a .png has twice as many.
    view : pair of float, optional
        In space, azimuth (about the vertical, from x) and elevation of the viewer [deg].
    ax : matplotlib axes, optional
        Axes to draw on; by default those of a new figure.

    Returns
    -------
    matplotlib.figure.Figure
        The picture; notebooks show it.

    Raises
    ------
    SnodoError
        If the file cannot be written, or if a planar mechanism is given a view.

    Examples
    --------
    >>> figure = sn.draw(m)
    """
    return draw_mechanism(mechanism, at, ax, labels, path, width, view)
