"""Make the pictures of the documentation: `python docs/make_pictures.py`."""

from __future__ import annotations

import math
import runpy
from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import snodo as sn
from snodo.analyses.verification.published import numbers

EXAMPLES = Path(__file__).parents[1] / "examples"
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


def gap(method: str) -> tuple[np.ndarray, np.ndarray]:
    """Times [s] and the largest gap so far in the joints of the four-bar without motor, relative to its size."""
    m = four_bar()
    del m.drivers["motor"]
    result = sn.simulate(m, 100.0, method=method, integrator=sn.RK4(step=2e-3), output=0.1, progress=False)
    return result.time, np.maximum.accumulate(np.abs(result.found["violation"]).max(axis=1)) / result.formulation.size


def drift() -> None:
    """Bare index-1 equations drift, Baumgarte's terms and projection cure it."""
    figure = Figure(figsize=(8, 4.2))
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    for method, color, label in (
        ("augmented", "#D55E00", r"augmented: $\ddot\Phi = 0$ alone"),
        ("baumgarte", "#0072B2", r"baumgarte: $\ddot\Phi + 2\alpha\dot\Phi + \beta^2\Phi = 0$"),
        ("projection", "#009E73", "projection after every step"),
    ):
        time, largest = gap(method)
        ax.loglog(time[1:], largest[1:], color=color, linewidth=2)
        ax.annotate(label, (time[-1], largest[-1]), xytext=(-6, 7), textcoords="offset points", ha="right", color=color)
    guide = np.array([3.0, 100.0])
    ax.loglog(guide, 4e-8 * guide**2, color="#7A808A", linewidth=1, linestyle="--")
    ax.annotate("t²", (21.0, 6e-6), color="#7A808A")
    ax.set(xlim=(0.1, 100), xlabel="time [s]", ylabel="largest gap so far, of the size")
    ax.grid(color="#E4E6EA")
    ax.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(PICTURES / "drift.png", dpi=150)


def comparison() -> None:
    """All combinations on the falling four-bar."""
    sn.compare(sn.load(EXAMPLES / "four_bar_free.yaml"), 1.0, progress=False).save_picture(PICTURES / "comparison.png")


def five_bar() -> None:
    """The five-bar of `examples/driven_five_bar.py` with its path, and the torques of two and of three motors."""
    example = runpy.run_path(str(Path(__file__).parents[1] / "examples" / "driven_five_bar.py"))
    times, plan, shared = (example[name] for name in ("times", "plan", "shared"))
    figure = Figure(figsize=(9, 3.8), layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2, width_ratios=(2, 3))
    plan.draw(count=8, trace="C", labels=True, ax=left)
    for name, colour in (("A.torque", "C0"), ("E.torque", "C1")):
        right.plot(times, plan[name], colour, label=f"{name}, two motors")
        right.plot(times, shared[name], colour, linestyle="--", label=f"{name}, three motors")
    right.plot(times, shared["C.torque"], "C2--", label="C.torque, three motors")
    right.set(xlabel="time in s", ylabel="torque in N m", xlim=times[[0, -1]])
    right.legend(frameon=False, fontsize="small", ncols=2)
    figure.savefig(PICTURES / "five_bar_torques.png", dpi=130)


def change_point() -> sn.Mechanism:
    """A four-bar with the links 1, 2.5, 1.5 and 2, whose links come to lie on one line."""
    a, b, c, d, theta = 1.0, 2.5, 1.5, 2.0, 1.0
    A, D = a * complex(math.cos(theta), math.sin(theta)), complex(d)
    L = abs(D - A)
    x = (b * b - c * c + L * L) / (2 * L)
    C = A + (D - A) / L * complex(x, math.sqrt(b * b - x * x))
    m = sn.Mechanism("four-bar with a change point", gravity=(0, -9.81))
    m.add_points(O=(0, 0), A=(A.real, A.imag), C=(C.real, C.imag), D=(d, 0))
    m.bar("crank", "O", "A", mass=a)
    m.bar("coupler", "A", "C", mass=b)
    m.bar("rocker", "D", "C", mass=c)
    m.revolute("O", "ground", "crank")
    m.revolute("A", "crank", "coupler")
    m.revolute("C", "coupler", "rocker")
    m.revolute("D", "ground", "rocker")
    m.initial["O.speed"] = 6.0
    return m


def error_bars() -> None:
    """A chaotic motion with the bands of its estimated error."""
    result = sn.simulate(sn.load(EXAMPLES / "double_pendulum.yaml"), 8.0, tolerance=1e-6, progress=False)
    result.plot("A.angle", "B.angle", "A.reaction", path=PICTURES / "error_bars.png")


def singular() -> None:
    """Positions up to the one on a line, and a reaction that is not defined there."""
    first = sn.simulate(change_point(), 1.0, progress=False).singular_passes[0]
    times = np.unique(np.concatenate([[0.0], np.linspace(first["start"] - 0.03, first["end"] + 0.03, 4001)]))
    result = sn.simulate(change_point(), output=times, tolerance=1e-11, progress=False)
    figure = Figure(figsize=(9, 3.6))
    FigureCanvasAgg(figure)
    result.draw(count=7, labels=True, ax=figure.add_axes((0.0, 0.02, 0.5, 0.9)))
    axes = figure.add_axes((0.6, 0.16, 0.38, 0.76))
    axes.plot(result.time[1:], np.linalg.norm(result.reaction("A").values[1:, :2], axis=1))
    axes.axvspan(first["start"], first["end"], color="0.85", label="gap")
    axes.set(xlabel="time [s]", ylabel="force in A [N]", yscale="log")
    axes.legend()
    figure.savefig(PICTURES / "singular.png", dpi=150)


def bicycle() -> None:
    """The root locus of the Whipple bicycle over its speed, with the published eigenvalues."""
    m = sn.load(EXAMPLES / "verification" / "whipple_bicycle.yaml")
    m.initial = {}
    tree = sn.Tree(m)
    locus = sn.root_locus(lambda speed: (tree, {"rear.vx": speed}), np.linspace(0.0, 10.0, 101))
    figure = locus.plot("speed [m/s]")
    over, plane = figure.axes
    for speed in range(11):
        real, imaginary = numbers("whipple_bicycle", "eigenvalues", str(speed)).T
        over.plot(np.full(4, speed), real, "k.", markersize=5)
        over.plot(np.full(4, speed), np.where(imaginary > 0, imaginary, np.nan), "k+", markersize=5)
        plane.plot(real, imaginary, "k.", markersize=4)
    over.set_ylim(-12.0, 12.0)
    over.text(4.2, -7.5, "weave\nbecomes stable", ha="right", fontsize=9)
    over.text(6.15, 0.9, "capsize becomes unstable", fontsize=9)
    plane.set_xlim(-16.0, 7.0)
    figure.savefig(PICTURES / "bicycle_root_locus.png", dpi=130)


def plots() -> None:
    """Two of the plots of the page on plots."""
    result = sn.simulate(four_bar(), 2.0, output=0.005, progress=False)
    result.plot("D.angle", "motor.effort", x="A.angle", units="deg", path=PICTURES / "plots_against.png")
    result.plot_hodograph("P", path=PICTURES / "plots_hodograph.png")


def verification() -> None:
    """Digits reached on every problem, by default and with the best choices, from the table of the page."""
    page = (Path(__file__).parent / "trust" / "verification.md").read_text(encoding="utf-8")
    table = page.split("<!-- summary -->")[1].split("<!-- end of summary -->")[0]
    lines = [line for line in table.splitlines() if line.startswith("|")][2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    names = [row[0] for row in rows]
    default, best = (-np.log10([max(float(row[column]), 1e-16) for row in rows]) for column in (2, 8))
    figure = Figure(figsize=(8, 9))
    FigureCanvasAgg(figure)
    ax = figure.add_subplot()
    places = np.arange(len(rows))[::-1]
    ax.hlines(places, default, best, color="#C9CDD4", linewidth=2.5)
    ax.plot(default, places, "o", color="#0072B2", label="by default")
    ax.plot(best, places, "o", color="#D98A4E", label="best choices")
    ax.set_yticks(places, names, fontsize=8)
    ax.set_xlabel("correct digits")
    ax.set_xlim(0, 16.5)
    ax.grid(axis="x", color="#E4E6EA")
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(loc="lower left", frameon=False)
    figure.tight_layout()
    figure.savefig(PICTURES / "verification.png", dpi=110)


JOINTS: dict[str, tuple[dict[str, object], dict[str, float]]] = {
    "revolute": ({"axis": "z"}, {"J.speed": 1.1}),
    "universal": ({"axis": "z", "second": "y"}, {"J.first_speed": 0.9, "J.second_speed": -0.8}),
    "spherical": ({}, {"J.wx": 1.4, "J.wy": -0.8, "J.wz": 0.9}),
    "planar": ({"axis": "z"}, {"J.vx": 0.35, "J.vy": 0.3, "J.omega": 0.9}),
    "prismatic": ({"axis": "x"}, {"J.speed": 0.55}),
    "cylindrical": ({"axis": "x"}, {"J.speed": 0.55, "J.omega": 1.2}),
    "helical": ({"axis": "x", "pitch": 1.6}, {"J.speed": 2.2}),
    "oldham": ({"axis": "z"}, {"J.vx": 0.35, "J.vy": 0.45}),
}
"""Joints of a picture: what each needs, and a motion that it leaves free."""


def joints() -> None:
    """A plate in four positions, held by eight kinds of joint."""
    figure = Figure(figsize=(12, 5.6))
    FigureCanvasAgg(figure)
    axes = figure.subplots(2, 4, height_ratios=(1.7, 1.0))
    for ax, (kind, (given, initial)) in zip(axes.flat, JOINTS.items()):
        m = sn.Mechanism(kind, dimension=3)
        m.box("plate", (0.5, 0.16, 0.05), (0.25, 0, 0), mass=1.0)
        getattr(m, kind)("J", "ground", "plate", at=(0, 0, 0), **given)
        result = sn.simulate(m, 1.0, initial=initial, progress=False)
        result.draw(count=4, trace="J", view=(-55, 28), ax=ax)
    figure.tight_layout()
    figure.savefig(PICTURES / "joints.png", dpi=110)


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    hero()
    drift()
    comparison()
    five_bar()
    singular()
    error_bars()
    bicycle()
    plots()
    verification()
    joints()
