"""Shapes of bodies: how much there is, how it is spread, and what it looks like in the plane.

A shape answers from its own frame, whose origin is its centre of mass.  It needs one matrix, the mean of r rᵀ over
the shape, S = ⟨r rᵀ⟩ [m²], here called its spread; the inertia tensor follows for every shape as

    I = m (tr(S) 1 − S)                                             (1)

A shape without thickness is a lamina, one without width a line.  Mass can be given to any of them, a density [kg/m³]
only to one with a volume.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import reduce
from operator import add
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from snodo.errors import MechanismError, Problem, suggestion
from snodo.mechanism.inertia import Inertia, Vector, as_tensor, vector

Array = NDArray[np.float64]
Number = int | float | np.integer | np.floating

MATERIALS: dict[str, float] = {
    "steel": 7850.0,
    "aluminium": 2700.0,
    "brass": 8500.0,
    "titanium": 4430.0,
    "oak": 700.0,
    "acrylic": 1190.0,
    "abs": 1040.0,
    "concrete": 2400.0,
    "water": 1000.0,
}
"""Densities of materials [kg/m³]."""

CIRCLE = 64
"""Corners of a circle in an outline."""

NOTHING = 1e-12
"""The fraction of an amount below which what is left of it is rounding."""


def density_of(material: str | float) -> float:
    """Density [kg/m³] of a material named by a word of `MATERIALS`, or given as a number."""
    _raise(_density_problems(material))
    return MATERIALS[material.strip().lower()] if isinstance(material, str) else float(material)


def _density_problems(material: str | float) -> list[Problem]:
    if not isinstance(material, str):
        return _amount_problems("density", material, "kg/m³")
    word = material.strip().lower()
    if word in MATERIALS:
        return []
    return [Problem(f"there is no material called {material!r}", suggestion(word, MATERIALS))]


class Shape:
    """What all shapes have; a shape gives `content`, `spread`, `outline` and `extent`."""

    density_needs: ClassVar[str]

    def __post_init__(self) -> None:
        """Raise one error with everything that is wrong with the numbers given."""
        problems = self._size_problems() or self._shape_problems()
        _raise([Problem(f"{type(self).__name__}: {p.what}", p.remedy) for p in problems])

    def content(self) -> tuple[float, int]:
        """How much there is, and of what: a length [m] 1, an area [m²] 2, a volume [m³] 3; a particle counts 1, 0."""
        raise NotImplementedError

    def spread(self) -> Array:
        """S = ⟨r rᵀ⟩ about the centre of mass [m²], 3×3."""
        raise NotImplementedError

    def outline(self) -> list[Array]:
        """Closed polygons (k, 2) of the silhouette in the xy plane [m]: counter-clockwise, holes clockwise.

        A line is its two end points, a particle its one point.
        """
        raise NotImplementedError

    def extent(self) -> float:
        """Radius of a ball about the centre of mass that holds the shape [m]."""
        raise NotImplementedError

    def centroid(self) -> Vector:
        """Centre of mass in the frame in which the shape was described [m]."""
        return (0.0, 0.0, 0.0)

    def volume(self) -> float:
        """Volume [m³]; zero for a lamina, a line and a particle."""
        content, dimension = self.content()
        return content if dimension == 3 else 0.0

    def inertia(self, mass: float | None = None, density: float | str | None = None) -> Inertia:
        """Mass properties in the shape's own frame, from the `mass` [kg] or the `density` [kg/m³, or a material]."""
        m = self._mass(mass, density)
        S = self.spread()
        return Inertia(m, (0.0, 0.0, 0.0), as_tensor(m * (np.trace(S) * np.eye(3) - S)))

    def _mass(self, mass: float | None, density: float | str | None) -> float:
        _raise([Problem(f"{type(self).__name__}: {p.what}", p.remedy) for p in self._mass_problems(mass, density)])
        return density_of(density) * self.volume() if density is not None else float(mass or 0.0)

    def _mass_problems(self, mass: float | None, density: float | str | None) -> list[Problem]:
        if (mass is None) == (density is None):
            given = "neither mass nor density is given" if mass is None else f"mass {mass!r} and density {density!r}"
            return [Problem(given, "give exactly one of mass [kg] and density [kg/m³]")]
        if density is None:
            return _amount_problems("mass", mass, "kg")
        problems = _density_problems(density)
        if self.volume() == 0.0:
            problems.append(Problem("a density needs a volume", f"give {self.density_needs}, or the mass"))
        return problems

    def _size_problems(self) -> list[Problem]:
        """Problems of the lengths one by one: required ones are positive, optional ones may be zero or None."""
        problems = []
        for f in fields(self):  # type: ignore[arg-type]
            value, optional = getattr(self, f.name), f.default is not MISSING
            if f.metadata["quantity"] == "length" and not (value is None and f.default is None):
                problems += _amount_problems(f.name, value, "m", zero=optional)
        return problems

    def _shape_problems(self) -> list[Problem]:
        """Problems between the numbers, each of which is good."""
        return []


def _about(doc: str, quantity: str = "length") -> dict[str, str]:
    return {"quantity": quantity, "doc": doc}


class Block(Shape):
    """A box about its centre with edges along x, y and z, of which those across may be zero."""

    def edges(self) -> Vector:
        """Edges along x, y and z [m]."""
        raise NotImplementedError

    def content(self) -> tuple[float, int]:
        """Length, area or volume, by the edges that are not zero."""
        return reduce(_times, self.edges(), (1.0, 0))

    def spread(self) -> Array:
        """⟨x²⟩ = l_x²/12, and likewise along y and z."""
        return np.diag(self.edges()) ** 2 / 12

    def outline(self) -> list[Array]:
        """A rectangle, or the two ends if there is no width."""
        return [_rectangle(*self.edges()[:2])]

    def extent(self) -> float:
        """Half the diagonal [m]."""
        return math.hypot(*self.edges()) / 2


@dataclass(frozen=True)
class Bar(Block):
    """A straight bar along x, slender unless it is given a width and a thickness."""

    density_needs = "a width and a thickness"

    length: float = field(metadata=_about("length along x [m]"))
    width: float = field(default=0.0, metadata=_about("width along y [m]"))
    thickness: float = field(default=0.0, metadata=_about("thickness along z [m]"))

    def edges(self) -> Vector:
        """Length, width and thickness [m]."""
        return (self.length, self.width, self.thickness)


@dataclass(frozen=True)
class Box(Block):
    """A rectangular box with its edges along x, y and z, or a rectangle when only two sizes are given."""

    density_needs = "a third size, the thickness along z"

    size: Sequence[float] = field(metadata=_about("edges along x, y and, if it is thick, z [m]"))

    def edges(self) -> Vector:
        """The sizes, zero for one not given [m]."""
        return vector("size", self.size)

    def _size_problems(self) -> list[Problem]:
        sizes = np.ravel(np.array(self.size, dtype=object)).tolist()
        if len(sizes) not in (2, 3):
            return [Problem(f"size is {self.size!r}", "give two or three edges (lx, ly[, lz]) in m")]
        object.__setattr__(self, "size", tuple(sizes))
        return [p for edge, v in zip("xyz", sizes) for p in _amount_problems(f"the size along {edge}", v, "m")]


@dataclass(frozen=True)
class Disc(Shape):
    """A round disc or ring in the xy plane with its axis along z; a hoop if the radii are equal."""

    density_needs = "a thickness, and an inner_radius smaller than the radius"

    radius: float = field(metadata=_about("outer radius [m]"))
    inner_radius: float = field(default=0.0, metadata=_about("radius of the hole [m]"))
    thickness: float | None = field(default=None, metadata=_about("thickness along z [m]; none for a lamina"))

    def content(self) -> tuple[float, int]:
        """Area or volume; of a hoop its length."""
        return _times(_ring(self.radius, self.inner_radius), self.thickness or 0.0)

    def spread(self) -> Array:
        """⟨x²⟩ = ⟨y²⟩ = (r² + r_i²)/4, ⟨z²⟩ = t²/12."""
        across = (self.radius**2 + self.inner_radius**2) / 4
        return np.diag([across, across, (self.thickness or 0.0) ** 2 / 12])

    def outline(self) -> list[Array]:
        """A circle, and the circle of the hole."""
        return [_circle(self.radius)] + ([_circle(self.inner_radius)[::-1]] if self.inner_radius else [])

    def extent(self) -> float:
        """Distance of the rim [m]."""
        return math.hypot(self.radius, (self.thickness or 0.0) / 2)

    def _shape_problems(self) -> list[Problem]:
        return _radius_problems(self.radius, self.inner_radius)


@dataclass(frozen=True)
class Cylinder(Shape):
    """A round cylinder or tube with its axis along x, a rectangle in the plane; a thin shell if the radii are equal."""

    density_needs = "an inner_radius smaller than the radius"

    radius: float = field(metadata=_about("outer radius [m]"))
    length: float = field(metadata=_about("length along x [m]"))
    inner_radius: float = field(default=0.0, metadata=_about("radius of the bore [m]"))

    def content(self) -> tuple[float, int]:
        """Volume; of a thin shell its area."""
        return _times(_ring(self.radius, self.inner_radius), self.length)

    def spread(self) -> Array:
        """⟨x²⟩ = l²/12, ⟨y²⟩ = ⟨z²⟩ = (r² + r_i²)/4."""
        across = (self.radius**2 + self.inner_radius**2) / 4
        return np.diag([self.length**2 / 12, across, across])

    def outline(self) -> list[Array]:
        """A rectangle."""
        return [_rectangle(self.length, 2 * self.radius)]

    def extent(self) -> float:
        """Distance of the rim [m]."""
        return math.hypot(self.radius, self.length / 2)

    def _shape_problems(self) -> list[Problem]:
        return _radius_problems(self.radius, self.inner_radius)


@dataclass(frozen=True)
class Sphere(Shape):
    """A ball, hollow if wanted; a thin shell if the radii are equal."""

    density_needs = "an inner_radius smaller than the radius"

    radius: float = field(metadata=_about("outer radius [m]"))
    inner_radius: float = field(default=0.0, metadata=_about("radius of the hollow [m]"))

    def content(self) -> tuple[float, int]:
        """Volume 4π/3 (r³ − r_i³); of a thin shell its area."""
        r, s = self.radius, self.inner_radius
        return (4 / 3 * math.pi * (r - s) * (r * r + r * s + s * s), 3) if s < r else (4 * math.pi * r * r, 2)

    def spread(self) -> Array:
        """⟨x²⟩ = (r⁵ − r_i⁵) / (r³ − r_i³) / 5, with the factor r − r_i divided out."""
        s = self.inner_radius / self.radius
        return np.eye(3) * self.radius**2 * (1 + s + s**2 + s**3 + s**4) / (1 + s + s**2) / 5

    def outline(self) -> list[Array]:
        """A circle."""
        return [_circle(self.radius)]

    def extent(self) -> float:
        """The radius [m]."""
        return self.radius

    def _shape_problems(self) -> list[Problem]:
        return _radius_problems(self.radius, self.inner_radius)


@dataclass(frozen=True)
class Particle(Shape):
    """A point mass."""

    density_needs = "a shape with a volume"

    def content(self) -> tuple[float, int]:
        """One particle."""
        return 1.0, 0

    def spread(self) -> Array:
        """Zero."""
        return np.zeros((3, 3))

    def outline(self) -> list[Array]:
        """One point."""
        return [np.zeros((1, 2))]

    def extent(self) -> float:
        """Zero."""
        return 0.0


@dataclass(frozen=True)
class Plate(Shape):
    """A flat plate whose outline is any simple polygon, its points given in any frame and in either orientation.

    Area, centroid and second moments are sums over the edges (Green's theorem, the shoelace formulas) with
    c = x y₊ − x₊ y of the edge from (x, y) to (x₊, y₊).  The shape frame is parallel to the frame of the points.
    """

    density_needs = "a thickness"

    points: Sequence[Sequence[float]] = field(metadata=_about("corners (x, y) in order [m]", "points"))
    thickness: float | None = field(default=None, metadata=_about("thickness along z [m]; none for a lamina"))

    def content(self) -> tuple[float, int]:
        """Area ½ Σ c, or the volume."""
        return _times((_edges(self._centred())[2].sum() / 2, 2), self.thickness or 0.0)

    def centroid(self) -> Vector:
        """Centroid in the frame of the points [m]: ⟨x⟩ = Σ (x + x₊) c / 6A."""
        x, y = _centroid(np.array(self.points))
        return (float(x), float(y), 0.0)

    def spread(self) -> Array:
        """⟨x²⟩ = Σ (x² + x x₊ + x₊²) c / 12A and ⟨xy⟩ = Σ (x y₊ + 2xy + 2x₊y₊ + x₊y) c / 24A about the centroid."""
        p, q, c = _edges(self._centred())
        middle = p + q
        S = np.zeros((3, 3))
        S[:2, :2] = ((p.T * c).dot(p) + (q.T * c).dot(q) + (middle.T * c).dot(middle)) / (12 * c.sum())
        S[2, 2] = (self.thickness or 0.0) ** 2 / 12
        return S

    def outline(self) -> list[Array]:
        """The polygon about its centroid."""
        return [_closed(self._centred())]

    def extent(self) -> float:
        """Distance of the farthest corner [m]."""
        return math.hypot(np.hypot(*self._centred().T).max(), (self.thickness or 0.0) / 2)

    def _centred(self) -> Array:
        points = np.array(self.points)
        return points - _centroid(points)

    def _size_problems(self) -> list[Problem]:
        try:
            points = np.array(self.points, dtype=float)
        except (TypeError, ValueError):
            points = np.zeros(0)
        if points.shape[1:] != (2,) or len(points) == 0 or not np.isfinite(points).all():
            advice = "give a list of corners (x, y), finite numbers in m"
            return [*super()._size_problems(), Problem(f"points is {self.points!r}", advice)]
        if len(points) > 1 and (points[0] == points[-1]).all():
            points = points[:-1]
        anticlockwise = _edges(points - points[0])[2].sum() > 0
        object.__setattr__(self, "points", tuple(map(tuple, points[:: 1 if anticlockwise else -1].tolist())))
        return super()._size_problems() + _polygon_problems(points)


@dataclass(frozen=True)
class Part:
    """A shape in its place in a composite, with a mass or a density of its own if the composite has several."""

    shape: Shape = field(metadata=_about("the shape", "shape"))
    at: Sequence[float] | None = field(
        default=None, metadata=_about("its centre of mass (x, y[, z]) [m]; none leaves it where it was described")
    )
    angle: float = field(default=0.0, metadata=_about("turned about z through its centre of mass [rad]", "angle"))
    mass: float | None = field(default=None, metadata=_about("mass [kg]", "mass"))
    density: float | str | None = field(default=None, metadata=_about("density [kg/m³] or a material", "density"))
    hole: bool = field(default=False, metadata=_about("true where this is taken away", "flag"))

    def __post_init__(self) -> None:
        """Raise one error with everything that is wrong with this part."""
        if not isinstance(self.shape, Shape):
            _raise(
                [Problem(f"Part: {self.shape!r} is not a shape", "give a Bar, Box, Disc, Cylinder, Sphere, Plate, …")]
            )
        weight = self.shape._mass_problems(self.mass, self.density) if self.weighs() else []
        name = f"Part ({type(self.shape).__name__})"
        _raise([Problem(f"{name}: {p.what}", p.remedy) for p in _place_problems(self.at, self.angle) + weight])
        if self.at is not None:
            object.__setattr__(self, "at", vector("place", self.at))

    @property
    def place(self) -> Vector:
        """Where the centre of mass of the shape is, in the frame of the composite [m]."""
        return self.shape.centroid() if self.at is None else vector("place", self.at)

    def weighs(self) -> bool:
        """Whether this part knows its own mass."""
        inside = isinstance(self.shape, Composite) and self.shape.weighs()
        return inside or self.mass is not None or self.density is not None

    def inertia(self, mass: float | None = None) -> Inertia:
        """Mass properties in the frame of the composite, negative for a hole; `mass` [kg] if it has none of its own."""
        own = self.shape.inertia(self.mass if mass is None else mass, self.density)
        placed = own.moved(_turn(self.angle), self.place)
        return placed.scaled(-1.0) if self.hole else placed

    def content(self) -> float:
        """Content of the shape, negative for a hole."""
        return -self.shape.content()[0] if self.hole else self.shape.content()[0]

    def outline(self) -> list[Array]:
        """Outline of the shape in the frame of the composite, turned round for a hole [m]."""
        turn, place = _turn(self.angle)[:2, :2], np.array(self.place[:2])
        return [(ring.dot(turn.T) + place)[:: -1 if self.hole else 1] for ring in self.shape.outline()]


@dataclass(frozen=True)
class Composite(Shape):
    """Several shapes as one body, holes taken away; its frame is parallel to the one in which the parts are placed.

    Either every part has a mass or a density of its own, or none has and the whole is uniform.
    """

    density_needs = "parts with a volume"

    parts: Sequence[Part] = field(metadata=_about("the parts and holes", "shape"))

    def weighs(self) -> bool:
        """Whether the parts have masses of their own."""
        return all(part.weighs() for part in self.parts)

    def content(self) -> tuple[float, int]:
        """Sum over the parts less the holes, in the largest dimension among them."""
        dimension = max(part.shape.content()[1] for part in self.parts)
        return sum(part.content() for part in self.parts if part.shape.content()[1] == dimension), dimension

    def centroid(self) -> Vector:
        """Centre of mass in the frame in which the parts are placed [m]."""
        return self._placed().com

    def spread(self) -> Array:
        """From the tensor by (1) turned round: S = tr(I)/2m 1 − I/m."""
        whole = self._placed()
        tensor = np.array(whole.tensor) / whole.mass
        return np.trace(tensor) / 2 * np.eye(3) - tensor

    def outline(self) -> list[Array]:
        """The outlines of all parts about the centre of mass, holes last."""
        centre = np.array(self.centroid())[:2]
        return [ring - centre for part in self._solids_first() for ring in part.outline()]

    def extent(self) -> float:
        """Radius about the centre of mass of a ball that holds the balls of all parts [m]."""
        solids = [part for part in self.parts if not part.hole]
        return max(math.dist(part.place, self.centroid()) + part.shape.extent() for part in solids)

    def _mass(self, mass: float | None, density: float | str | None) -> float:
        return self._placed().mass if self.weighs() and mass is density is None else super()._mass(mass, density)

    def _mass_problems(self, mass: float | None, density: float | str | None) -> list[Problem]:
        if not self.weighs():
            return super()._mass_problems(mass, density)
        if mass is density is None:
            return []
        what = f"its parts have masses of their own, {self._placed().mass:g} kg together"
        return [Problem(what, "give mass or density to the parts or to the whole, not to both")]

    def _placed(self) -> Inertia:
        """Mass properties in the frame of the parts, with one kilogram for each unit of content where none is given."""
        weighs = self.weighs()
        return reduce(add, (part.inertia(None if weighs else abs(part.content())) for part in self._solids_first()))

    def _solids_first(self) -> list[Part]:
        return sorted(self.parts, key=lambda part: part.hole)

    def _shape_problems(self) -> list[Problem]:
        parts = list(self.parts) if isinstance(self.parts, Sequence) else [self.parts]
        object.__setattr__(self, "parts", tuple(parts))
        strange = [part for part in parts if not isinstance(part, Part)]
        if strange or not parts:
            what = "there are no parts" if not parts else f"{strange[0]!r} is not a part"
            return [Problem(what, "give a list of Part(shape, at=(x, y), …)")]
        return _weighing_problems(parts) or _sum_problems(parts) or self._hole_problems()

    def _hole_problems(self) -> list[Problem]:
        remedy = "keep every hole inside the parts, and mark as hole only what is taken away"
        return [Problem(p.what, remedy) for p in self._placed().problems("parts less holes")]


def _weighing_problems(parts: list[Part]) -> list[Problem]:
    """Parts of which some have a mass and some have not, or of which the contents cannot be added."""
    light = [f"part {k} ({type(p.shape).__name__})" for k, p in enumerate(parts, 1) if not p.weighs()]
    if 0 < len(light) < len(parts):
        what = f"{', '.join(light)} has neither mass nor density, other parts have"
        return [Problem(what, "give a mass or a density to every part, or to none and to the whole instead")]
    kinds = {part.shape.content()[1] for part in parts}
    if light and len(kinds) > 1:
        words = ", ".join(("a point", "a line", "a flat shape", "a volume")[kind] for kind in sorted(kinds))
        what = f"the parts cannot share one density: there is {words} among them"
        return [Problem(what, "give thickness (or width) to all or to none, or a mass or density to every part")]
    return []


def _sum_problems(parts: list[Part]) -> list[Problem]:
    """Holes that leave nothing."""
    weighed = parts[0].weighs()
    amounts = [part.inertia().mass if weighed else part.content() for part in parts]
    solid = sum(a for a in amounts if a > 0)
    if sum(amounts) > NOTHING * solid:
        return []
    what = f"the holes ({solid - sum(amounts):g}) leave nothing of the parts ({solid:g})"
    return [Problem(what, "make the holes smaller, or mark as hole only what is taken away")]


def _place_problems(at: Sequence[float] | None, angle: float) -> list[Problem]:
    problems = []
    try:
        finite = bool(np.isfinite(vector("place", (0.0, 0.0) if at is None else at)).all())
    except MechanismError:
        finite = False
    if not finite:
        problems.append(Problem(f"at is {at!r}", "give finite coordinates (x, y[, z]) in m"))
    if not isinstance(angle, Number) or not math.isfinite(angle):
        problems.append(Problem(f"angle is {angle!r}", "give a finite number in rad"))
    return problems


def _polygon_problems(points: Array) -> list[Problem]:
    if len(points) < 3:
        return [Problem(f"{len(points)} different points do not make a polygon", "give at least three corners (x, y)")]
    crossing = _first_crossing(points)
    if crossing is not None:
        a, b, c, d = (_xy(points[k % len(points)]) for i in crossing for k in (i, i + 1))
        what = f"the outline meets itself: the edge {a}–{b} and the edge {c}–{d}"
        remedy = "list every corner once, in the order round the plate; holes belong in a Composite, Part(…, hole=True)"
        return [Problem(what, remedy)]
    area, size = abs(_edges(points - points[0])[2].sum()) / 2, np.ptp(points, axis=0).max()
    if area > NOTHING * size**2:
        return []
    return [
        Problem(f"the corners lie on one line: {size:g} m long, area {area:g} m²", "give corners that enclose an area")
    ]


def _first_crossing(points: Array) -> tuple[int, int] | None:
    """First two edges that have more in common than the corner of neighbours, or None for a simple polygon."""
    p = points - points.mean(axis=0)
    q = np.roll(p, -1, axis=0)
    n = len(p)
    for i in range(n):
        if _cross(q[i] - p[i], q[(i + 1) % n] - q[i]) == 0 and (q[i] - p[i]).dot(q[(i + 1) % n] - q[i]) <= 0:
            return i, (i + 1) % n
        others = np.arange(i + 2, n if i else n - 1)
        met = others[_meet(p[i], q[i], p[others], q[others])]
        if len(met):
            return i, int(met[0])
    return None


def _meet(a: Array, b: Array, p: Array, q: Array) -> NDArray[np.bool_]:
    """Whether the segment a–b and each of the segments p–q have a point in common."""
    straddled = np.sign(_cross(b - a, p - a)) * np.sign(_cross(b - a, q - a)) <= 0
    straddling = np.sign(_cross(q - p, a - p)) * np.sign(_cross(q - p, b - p)) <= 0
    boxes = (np.minimum(p, q) <= np.maximum(a, b)) & (np.maximum(p, q) >= np.minimum(a, b))
    return straddled & straddling & boxes.all(axis=1)


def _cross(u: Array, v: Array) -> Any:
    return u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0]


def _edges(points: Array) -> tuple[Array, Array, Array]:
    """Start and end of every edge, and c = x y₊ − x₊ y."""
    following = np.roll(points, -1, axis=0)
    return points, following, _cross(points, following)


def _centroid(points: Array) -> Array:
    """Centroid of a polygon, summed about its first point so that a far origin costs no digits."""
    p, q, c = _edges(points - points[0])
    return points[0] + c.dot(p + q) / (3 * c.sum())


def _ring(radius: float, inner: float) -> tuple[float, int]:
    """Area π (r² − r_i²) of a ring, or the length of a circle."""
    return (math.pi * (radius - inner) * (radius + inner), 2) if inner < radius else (2 * math.pi * radius, 1)


def _times(content: tuple[float, int], size: float) -> tuple[float, int]:
    """A content drawn out along one more dimension, unless its size is zero."""
    return (float(content[0] * size), content[1] + 1) if size else (float(content[0]), content[1])


def _circle(radius: float) -> Array:
    angle = np.linspace(0.0, 2 * math.pi, CIRCLE, endpoint=False)
    return _closed(radius * np.column_stack([np.cos(angle), np.sin(angle)]))


def _rectangle(length: float, width: float) -> Array:
    x, y = length / 2, width / 2
    return _closed(np.array([[-x, -y], [x, -y], [x, y], [-x, y]])) if width else np.array([[-x, 0.0], [x, 0.0]])


def _closed(points: Array) -> Array:
    return np.vstack([points, points[:1]])


def _turn(angle: float) -> Array:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _radius_problems(radius: float, inner: float) -> list[Problem]:
    if inner <= radius:
        return []
    return [
        Problem(f"inner_radius {inner:g} m is larger than radius {radius:g} m", "the inner radius is the smaller one")
    ]


def _amount_problems(name: str, value: object, unit: str, zero: bool = False) -> list[Problem]:
    """Problems of a number that must be finite and positive (or `zero`)."""
    if isinstance(value, Number) and (0.0 < value < math.inf or (zero and value == 0.0)):
        return []
    wanted = "zero or a positive number" if zero else "a positive, finite number"
    return [Problem(f"{name} is {value!r}", f"give {wanted} in {unit}")]


def _xy(point: Array) -> str:
    return f"({point[0]:g}, {point[1]:g})"


def _raise(problems: list[Problem]) -> None:
    if problems:
        raise MechanismError(problems)
