"""Make the pictures of the documentation: `python docs/make_pictures.py`."""

from __future__ import annotations

from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import snodo as sn

PICTURES = Path(__file__).parent / "pictures"


def four_bar() -> sn.Mechanism:
    """A crank-rocker; P is a point of its coupler."""
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.06, 0.11), C=(0.46, 0.24), D=(0.42, 0))
    m.bar("crank", "A", "B", mass=0.5)
    m.bar("coupler", "B", "C", mass=1.2)
    m.bar("rocker", "C", "D", mass=0.9)
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "coupler")
    m.revolute("C", "coupler", "rocker")
    m.revolute("D", "ground", "rocker")
    m.frame("P", on="coupler", at=(0.22, 0.31))
    m.driver("motor", joint="A", speed="60 rpm")
    return m


def hero() -> None:
    """Positions of one turn and the curve of the coupler point, 1200 × 600 pixels."""
    result = sn.simulate(four_bar(), 1.0, progress=False)
    figure = Figure(figsize=(6, 3))
    FigureCanvasAgg(figure)
    result.draw(count=10, trace="P", labels=True, width=600, ax=figure.add_axes((0.0, 0.01, 1.0, 0.88)))
    figure.savefig(PICTURES / "four_bar.png", dpi=200)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    hero()
