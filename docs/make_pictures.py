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
    m.add_points(A=(0, 0), B=(0.07, 0.10), C=(0.56, 0.26), D=(0.56, 0))
    m.bar("crank", "A", "B", mass=0.5)
    m.bar("coupler", "B", "C", mass=1.2)
    m.bar("rocker", "C", "D", mass=0.9)
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "coupler")
    m.revolute("C", "coupler", "rocker")
    m.revolute("D", "ground", "rocker")
    m.frame("P", on="coupler", at=(0.33, 0.32))
    m.driver("motor", joint="A", speed="60 rpm")
    return m


def hero() -> None:
    """Positions of one turn and the curve of the coupler point, 1200 × 600 pixels."""
    result = sn.simulate(four_bar(), 1.0, progress=False)
    figure = Figure(figsize=(8, 4))
    FigureCanvasAgg(figure)
    result.draw(count=10, trace="P", labels=True, ax=figure.add_axes((0.0, 0.01, 1.0, 0.9)))
    figure.savefig(PICTURES / "four_bar.png", dpi=150)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    hero()
