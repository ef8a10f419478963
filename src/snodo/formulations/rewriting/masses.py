"""Mass, centre of mass and inertia of bodies with numbers on a tape: the formulas of `mechanism/shapes`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from snodo.formulations.rewriting.tape import NotRecorded, Recorded, Value, applied
from snodo.formulations.rewriting.vectors import ZERO, Matrix, Vector, dot, length, minus, plain, plus, product, turned

ROUNDED = 1e-7
"""Excess of a moment over the sum of the others, which rounding may make."""
Field = Callable[[str], Any]


class Mass(NamedTuple):
    """Mass, centre of mass in the body's frame, and inertia about it in its axes."""

    mass: Value
    com: Vector
    tensor: Matrix

    def moved(self, A: Matrix, r: Vector) -> Mass:
        """The same seen from another frame: a point s of this one is A s + r there."""
        com = plus([dot(row, self.com) for row in A], r)
        return Mass(self.mass, com, product(product(A, self.tensor), turned(A)))

    def about(self, point: Vector) -> Matrix:
        """Inertia about a point, by Huygens and Steiner."""
        d = minus(point, self.com)
        square = dot(d, d)
        return [
            [self.tensor[i][j] + self.mass * ((square if i == j else 0.0) - d[i] * d[j]) for j in range(3)]
            for i in range(3)
        ]

    def together(self, other: Mass) -> Mass:
        """Two bodies of one frame as one."""
        mass = self.mass + other.mass
        share = other.mass / mass
        com = plus(self.com, [share * x for x in minus(other.com, self.com)])
        a, b = self.about(com), other.about(com)
        return Mass(mass, com, [[x + y for x, y in zip(p, q)] for p, q in zip(a, b)])


class Form(NamedTuple):
    """A shape: ⟨x²⟩, ⟨y²⟩, ⟨z²⟩, its volume (None: it has none), its extent, and ⟨xy⟩."""

    spread: Vector
    volume: Value | None
    extent: Value
    xy: Value = 0.0


def mass_of(field: Field, form: Form | None) -> Mass:
    """Mass properties from the fields of a body and its shape."""
    given, density = field("mass"), field("density")
    if form is None:
        if given is None:
            raise NotRecorded("a body without a mass")
        mass, tensor = given, None
    else:
        mass = given if density is None else density * form.volume if form.volume is not None else None
        if mass is None:
            raise NotRecorded("a density without a volume")
        x, y, z = form.spread
        mixed = 0.0 - mass * form.xy if isinstance(form.xy, Recorded) or form.xy else 0.0
        tensor = [[mass * (y + z), mixed, 0.0], [mixed, mass * (x + z), 0.0], [0.0, 0.0, mass * (x + y)]]
    own = field("inertia")
    if own is not None:
        tensor = _tensor(own)
    if tensor is None:
        raise NotRecorded("a body without a moment of inertia")
    com = field("com")
    return Mass(mass, ZERO if com is None else plain(com), tensor)


def _tensor(given: Any) -> Matrix:
    if isinstance(given, int | float | Recorded):
        return [[0.5 * given, 0.0, 0.0], [0.0, 0.5 * given, 0.0], [0.0, 0.0, given]]
    rows = [list(row) for row in given]
    if len(rows) != 3 or any(len(row) != 3 for row in rows):
        raise NotRecorded("a tensor of another form")
    if any(isinstance(x, Recorded) for row in rows for x in row):
        _like_a_body(rows)
    return rows


def _like_a_body(J: Matrix) -> None:
    """Guards of moments that a real body has: positive, and no one larger than the sum of the others."""
    if any(isinstance(J[i][j], Recorded) or J[i][j] for i, j in ((0, 1), (0, 2), (1, 2))):
        raise NotRecorded("a tensor with products of inertia")
    for k in range(3):
        own, others = J[k][k], J[k - 1][k - 1] + J[k - 2][k - 2]
        for holds in (own, others - (1.0 - ROUNDED) * own):
            if isinstance(holds, Recorded) and not holds > 0.0:
                raise NotRecorded("moments at the edge of what a body can have")


# ---------------------------------------------------------------- shapes
def block(edges: Vector) -> Form:
    """A block with these edges, of which those that are zero are none."""
    thick = all(isinstance(e, Recorded) or e != 0.0 for e in edges)
    return Form([e * e / 12 for e in edges], edges[0] * edges[1] * edges[2] if thick else None, length(edges) / 2)


def disc(field: Field) -> Form:
    """A disc or ring about z."""
    r, inner, thickness = field("radius"), field("inner_radius"), field("thickness")
    across, h = (r * r + inner * inner) / 4, 0.0 if thickness is None else thickness
    ring = inner < r
    volume = math.pi * (r - inner) * (r + inner) * h if ring and thickness is not None else None
    return Form([across, across, h * h / 12], volume, length([r, h / 2, 0.0]))


def cylinder(field: Field, long: Value) -> Form:
    """A cylinder or tube along x."""
    r, inner = field("radius"), field("inner_radius")
    across = (r * r + inner * inner) / 4
    volume = math.pi * (r - inner) * (r + inner) * long if inner < r else None
    return Form([long * long / 12, across, across], volume, length([r, long / 2, 0.0]))


def sphere(field: Field) -> Form:
    """A ball, which may be hollow."""
    r, inner = field("radius"), field("inner_radius")
    s = inner / r
    S = r * r * (1 + s + s * s + s * s * s + s * s * s * s) / (1 + s + s * s) / 5
    volume = 4 / 3 * math.pi * (r - inner) * (r * r + r * inner + inner * inner) if inner < r else None
    return Form([S, S, S], volume, r)


def centroid(corners: list[Vector]) -> Vector:
    """x and y of the centroid of a polygon: ⟨x⟩ = x₁ + Σ (x + x₊) c / 6A about its first corner."""
    x0, y0, _ = corners[0]
    own = [(x - x0, y - y0) for x, y, _ in corners]
    sums: list[Value] = [0.0, 0.0, 0.0]
    for (x, y), (u, v) in zip(own, [*own[1:], own[0]]):
        c = x * v - u * y
        sums = [sums[0] + c, sums[1] + (x + u) * c, sums[2] + (y + v) * c]
    return [x0 + sums[1] / (3 * sums[0]), y0 + sums[2] / (3 * sums[0])]


def plate(corners: list[Vector], thickness: Value | None) -> Form:
    """A plate with these corners, about its centroid."""
    cx, cy = centroid(corners)
    own = [(x - cx, y - cy) for x, y, _ in corners]
    area, xx, yy, xy = 0.0, 0.0, 0.0, 0.0
    far: Value = 0.0
    for (x, y), (u, v) in zip(own, [*own[1:], own[0]]):
        c = x * v - u * y
        area = area + c
        xx = xx + (x * x + x * u + u * u) * c
        yy = yy + (y * y + y * v + v * v) * c
        xy = xy + (x * v + 2 * x * y + 2 * u * v + u * y) * c
        far = applied("max", far, length([x, y, 0.0]))
    h = 0.0 if thickness is None else thickness
    spread = [xx / (6 * area), yy / (6 * area), h * h / 12]
    volume = None if thickness is None else applied("abs", area) / 2 * h
    return Form(spread, volume, length([far, h / 2, 0.0]), xy / (12 * area))
