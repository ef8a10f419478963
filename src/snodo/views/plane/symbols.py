"""Kinematic symbols as paths in the complex plane: x + iy, relative to the point they mark.

A path is a list of strokes, each an array of vertices.  Lengths are in metres; h is the half width of a link.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

Stroke = np.ndarray
Strokes = list[np.ndarray]

COILS = (4, 14)
"""Smallest and largest number of coils of a spring."""


def circle(radius: float, centre: complex = 0j, corners: int = 40) -> Stroke:
    """A closed circle."""
    return centre + radius * np.exp(2j * np.pi * np.linspace(0.0, 1.0, corners + 1))


def rounded(points: Iterable[complex], radius: float) -> Stroke:
    """The convex hull of discs about the points: a disc, a bar with round ends, or a rounded polygon."""
    return convex_hull(np.concatenate([circle(radius, p) for p in points]))


def convex_hull(points: np.ndarray) -> Stroke:
    """Closed convex hull, counter-clockwise (monotone chain: Andrew 1979)."""
    ordered = sorted({(z.real, z.imag) for z in points.tolist()})
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    hull = lower[:-1] + upper[:-1]
    return np.array([complex(*p) for p in [*hull, hull[0]]])


def _chain(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    chain: list[tuple[float, float]] = []
    for p in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
            chain.pop()
        chain.append(p)
    return chain


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def block(length: float, height: float, corner: float) -> Stroke:
    """A rectangle with rounded corners about the origin."""
    x, y = length / 2 - corner, height / 2 - corner
    return rounded([complex(x, y), complex(-x, y), complex(-x, -y), complex(x, -y)], corner)


# ---------------------------------------------------------------- the ground
def hatching(start: complex, end: complex, depth: float) -> Strokes:
    """Slanted strokes on the right-hand side of the line from start to end."""
    length = abs(end - start)
    e = (end - start) / length
    count = max(3, round(length / (0.75 * depth)))
    feet = start + e * length * (np.arange(count) + 0.7) / count
    return [np.array([foot, foot - e * depth * (0.7 + 1j)]) for foot in feet]


def pedestal(h: float) -> tuple[Stroke, Strokes, Strokes]:
    """A ground pivot below the origin: the triangle, its base line, and the hatching."""
    tent = np.array([-1.55 - 2.9j, -0.8 + 0.2j, 0.8 + 0.2j, 1.55 - 2.9j, -1.55 - 2.9j]) * h
    left, right = h * (-2.7 - 2.9j), h * (2.7 - 2.9j)
    return tent, [np.array([left, right])], hatching(left, right, 1.1 * h)


# ---------------------------------------------------------------- springs and dashpots: a + b l along x, l the length
def zigzag(h: float, length: float) -> tuple[Stroke, np.ndarray]:
    """A helical spring seen from the side: vertices a + b l, for lengths up to `length`."""
    lead = min(2.5 * h, 0.12 * length) / length
    peaks = 2 * int(np.clip(length / (2.4 * h), *COILS))
    inner = lead + (1 - 2 * lead) * (np.arange(peaks) + 0.5) / peaks
    b = np.concatenate([[0.0, lead], inner, [1 - lead, 1.0]])
    y = np.concatenate([[0.0, 0.0], 1.3 * h * (-1.0) ** np.arange(peaks), [0.0, 0.0]])
    return 1j * y, b


def damped_spring(h: float, length: float) -> list[tuple[Stroke, np.ndarray]]:
    """A spring and a dashpot side by side between two bars, for lengths up to `length`."""
    lead = min(1.6 * h, 0.1 * length) / length
    aside = 1.35 * h
    strokes = [(np.zeros(2, complex), np.array([0.0, lead]))]
    for bar in (lead, 1 - lead):
        strokes.append((1j * aside * np.array([1.0, -1.0]), np.full(2, bar)))
    for side, parts in ((1j * aside, [zigzag(0.75 * h, length)]), (-1j * aside, dashpot(0.75 * h))):
        strokes += [(a + side, lead + (1 - 2 * lead) * b) for a, b in parts]
    return [*strokes, (np.zeros(2, complex), np.array([1 - lead, 1.0]))]


def dashpot(h: float) -> list[tuple[Stroke, np.ndarray]]:
    """A cylinder open at one end and a piston on a rod."""
    cup = np.array([1.6 + 1j, -1.6 + 1j, -1.6 - 1j, 1.6 - 1j]) * h
    piston = np.array([0.2 + 0.8j, 0.2 - 0.8j]) * h
    return [
        (np.array([0j, -1.6 * h]), np.array([0.0, 0.5])),
        (cup, np.full(4, 0.5)),
        (piston, np.full(2, 0.5)),
        (np.array([0.2 * h, 0j]), np.array([0.5, 1.0])),
    ]


def spiral(inner: float, outer: float, turns: float = 2.25) -> Stroke:
    """A torsional spring about the origin."""
    s = np.linspace(0.0, 1.0, 90)
    return (inner + (outer - inner) * s) * np.exp(2j * np.pi * turns * s)


# ---------------------------------------------------------------- arrows
def arc_arrow(radius: float, head: float, clockwise: bool = False) -> tuple[Stroke, Stroke]:
    """An arc of 130° about the origin that opens upwards, and its head."""
    arc = radius * np.exp(1j * np.radians(np.linspace(25.0, 155.0, 40)))
    tip, tangent = arc[-1], 1j * arc[-1] / radius
    tip_stroke = _head(tip, tangent * np.exp(0.5j * head / radius), head)
    if clockwise:
        return -arc.conj(), -tip_stroke.conj()
    return arc, tip_stroke


def arrow(start: complex, end: complex, head: float) -> tuple[Stroke, Stroke]:
    """A straight arrow: its shaft and its head."""
    e = (end - start) / abs(end - start)
    return np.array([start, end - 0.5 * head * e]), _head(end - 0.6 * head * e, e, head)


def _head(place: complex, along: complex, size: float) -> Stroke:
    return place + along * size * np.array([-0.4 + 0.45j, 0.6, -0.4 - 0.45j, -0.4 + 0.45j])


def cross(arm: float) -> Strokes:
    """A small cross."""
    return [np.array([-arm, arm]) + 0j, np.array([-1j * arm, 1j * arm])]
