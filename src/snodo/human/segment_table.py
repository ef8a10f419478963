"""The segments of one person, scaled from the table of de Leva.

With H the stature and M the mass of the person, H₀ the stature of the mean subject, and f, l, c, k the table's mass
fraction, length, position of the centre of mass and radius of gyration,

    m = M f / Σ f,    L = l H / H₀,    d = c L,    I = m (k L)²                        (1)

The fractions are divided by their sum (1.0000 for men, 0.9999 for women), so that the masses add up to M.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from snodo.errors import MechanismError, NameNotFound, Problem, suggestion, user_line
from snodo.human.de_leva import POPULATIONS, SINGLE, Population, Row
from snodo.math.units import UnitError, quantity

SHORTEST, TALLEST = 0.3, 3.0
LIGHTEST, HEAVIEST = 1.0, 700.0
"""Statures [m] and masses [kg] outside these limits are taken for a wrong unit."""


@dataclass(frozen=True)
class Segment:
    """One segment (of two, if `count` is 2)."""

    name: str
    count: int
    endpoints: str
    """The landmarks or joint centres at its ends (see `de_leva.py`)."""
    mass: float
    """[kg]"""
    length: float
    """Between its endpoints [m]."""
    com: float
    """Distance of the centre of mass from the first endpoint [m]."""
    radii: tuple[float, float, float]
    """Radii of gyration about the centre of mass: sagittal, transverse, longitudinal axis [m]."""

    @property
    def moments(self) -> tuple[float, float, float]:
        """Moments of inertia about the centre of mass: sagittal, transverse, longitudinal axis [kg m²]."""
        sagittal, transverse, longitudinal = (self.mass * k**2 for k in self.radii)
        return sagittal, transverse, longitudinal


@dataclass(frozen=True)
class Segments(Mapping[str, Segment]):
    """The ten kinds of segment of one person by name; prints as a table."""

    stature: float
    """[m]"""
    mass: float
    """[kg]"""
    sex: str
    rows: dict[str, Segment]

    @property
    def population(self) -> Population:
        """The mean subject from which it is scaled."""
        return POPULATIONS[self.sex]

    def scaled(self, length: float) -> float:
        """The length [m] that is `length` [mm] in the mean subject."""
        return 1e-3 * length * self.stature / self.population.stature

    def __getitem__(self, name: str) -> Segment:
        if name not in self.rows:
            raise NameNotFound(Problem(f"there is no segment {name!r}", suggestion(name, self.rows)))
        return self.rows[name]

    def __contains__(self, name: object) -> bool:
        return name in self.rows

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __str__(self) -> str:
        title = f"{self.sex} body: stature {self.stature:g} m, mass {self.mass:g} kg (de Leva 1996)"
        return "\n".join([title, *_HEADING, *(_line(segment) for segment in self.rows.values())])

    __repr__ = __str__


def segments(stature: float | str = 1.75, mass: float | str = 70.0, sex: str = "female") -> Segments:
    """The segments of a person of the given stature [m], mass [kg] and sex ("female" or "male"), by (1).

    >>> print(segments(1.741, 73, "male")["thigh"].length)
    0.4222
    """
    H, M = _checked(stature, mass, sex)
    population = POPULATIONS[sex]
    share = M / sum(_count(name) * row.mass for name, row in population.rows.items())
    scale = 1e-3 * H / population.stature
    return Segments(H, M, sex, {name: _segment(name, row, share, scale) for name, row in population.rows.items()})


def _segment(name: str, row: Row, share: float, scale: float) -> Segment:
    L = scale * row.length
    radii = (row.sagittal * L, row.transverse * L, row.longitudinal * L)
    return Segment(name, _count(name), row.endpoints, share * row.mass, L, row.com * L, radii)


def _count(name: str) -> int:
    return 1 if name in SINGLE else 2


def _checked(stature: float | str, mass: float | str, sex: str) -> tuple[float, float]:
    """Stature [m] and mass [kg] as numbers, or every mistake in one error."""
    problems: list[Problem] = []
    H = _positive("stature", stature, "length", problems)
    M = _positive("mass", mass, "mass", problems)
    if H > 0 and not SHORTEST <= H <= TALLEST:
        what, example = f"the stature of the body is {H:g} m", H if H > TALLEST else 175
        remedy = f'give it in metres, or with its unit, as in "{example:g} cm"'
        problems.append(Problem(what, remedy, user_line()))
    if M > 0 and not LIGHTEST <= M <= HEAVIEST:
        what = f"the mass of the body is {M:g} kg"
        problems.append(Problem(what, 'give it in kg, or with its unit, as in "154 lb"', user_line()))
    if not isinstance(sex, str) or sex not in POPULATIONS:
        what = f"the sex of the body is {sex!r}"
        problems.append(Problem(what, "choose 'female' or 'male'", user_line()))
    if problems:
        raise MechanismError(problems)
    return H, M


def _positive(word: str, value: float | str, kind: str, problems: list[Problem]) -> float:
    try:
        number = quantity(value, kind)
    except UnitError as error:
        problems += [Problem(f"the {word} of the body: {p.what}", p.remedy, user_line()) for p in error.problems]
        return 1.0
    if not number > 0:
        problems.append(Problem(f"the {word} of the body is {number:g}", "give a positive number", user_line()))
    return number


_HEADING = (
    "                 mass    length  com     radii of gyration [m]   moments of inertia [kg m²]",
    "segment          kg      m       m       sagitt. transv. longit. sagittal  transv.   longit.",
)


def _line(segment: Segment) -> str:
    name = segment.name.replace("_", " ") + (" (2 ×)" if segment.count == 2 else "")
    lengths = "".join(f" {x:<7.4f}" for x in (segment.length, segment.com, *segment.radii))
    moments = "".join(f" {x:<9.6f}" for x in segment.moments)
    return f"{name:<16} {segment.mass:<7.3f}{lengths}{moments}".rstrip()
