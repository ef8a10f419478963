"""Numbers with units: "30 deg", "3 N/mm", "2e-3 kg*m^2" become SI floats, and a wrong unit becomes a sentence.

A unit is a product of powers of named units.  Its dimension is the vector of exponents of (metre, kilogram, second,
radian).  The radian is one of them although it is the number 1, because only so is "2 Hz" told from "2 rad/s":
taking one for the other is wrong by 2π and nobody would notice.  Torsional stiffness and damping may leave it out
(N*m = N*m/rad).
"""

from __future__ import annotations

import math
import numbers
import re
from typing import NamedTuple, NoReturn

from snodo.errors import MechanismError, Problem, suggestion


class UnitError(MechanismError, ValueError):
    """A number with a unit that cannot be read, or that is of another kind than expected."""


class Unit(NamedTuple):
    """Factor to SI and exponents of (m, kg, s, rad)."""

    factor: float
    dimension: tuple[int, int, int, int]

    def times(self, other: Unit, power: int) -> Unit:
        """This unit × otherᵖᵒʷᵉʳ."""
        exponents = [a + power * b for a, b in zip(self.dimension, other.dimension)]
        return Unit(self.factor * other.factor**power, (exponents[0], exponents[1], exponents[2], exponents[3]))


ONE = Unit(1.0, (0, 0, 0, 0))
_PREFIX = {"G": 1e9, "M": 1e6, "k": 1e3, "": 1.0, "m": 1e-3, "µ": 1e-6, "μ": 1e-6, "u": 1e-6}
_PREFIXED = {
    "m": (Unit(1.0, (1, 0, 0, 0)), "kmµμu"),
    "g": (Unit(1e-3, (0, 1, 0, 0)), "km"),
    "s": (Unit(1.0, (0, 0, 1, 0)), "mµμu"),
    "N": (Unit(1.0, (1, 1, -2, 0)), "Mkm"),
    "J": (Unit(1.0, (2, 1, -2, 0)), "Mkm"),
    "W": (Unit(1.0, (2, 1, -3, 0)), "Mkm"),
    "Pa": (Unit(1.0, (-1, 1, -2, 0)), "GMk"),
    "Hz": (Unit(1.0, (0, 0, -1, 0)), "k"),
}
"""Units with the prefixes that engineers use with them: a megametre is a millimetre with a slip of the pen."""
_POUND_FORCE = 0.45359237 * 9.80665
UNITS: dict[str, Unit] = {
    **{
        prefix + name: Unit(_PREFIX[prefix] * u.factor, u.dimension)
        for name, (u, prefixes) in _PREFIXED.items()
        for prefix in ("", *prefixes)
    },
    "kg": Unit(1.0, (0, 1, 0, 0)),
    "cm": Unit(1e-2, (1, 0, 0, 0)),
    "dm": Unit(1e-1, (1, 0, 0, 0)),
    "in": Unit(0.0254, (1, 0, 0, 0)),
    "ft": Unit(0.3048, (1, 0, 0, 0)),
    "lb": Unit(0.45359237, (0, 1, 0, 0)),
    "tonne": Unit(1e3, (0, 1, 0, 0)),
    "min": Unit(60.0, (0, 0, 1, 0)),
    "h": Unit(3600.0, (0, 0, 1, 0)),
    "rad": Unit(1.0, (0, 0, 0, 1)),
    "mrad": Unit(1e-3, (0, 0, 0, 1)),
    "deg": Unit(math.pi / 180.0, (0, 0, 0, 1)),
    "°": Unit(math.pi / 180.0, (0, 0, 0, 1)),
    "rev": Unit(2.0 * math.pi, (0, 0, 0, 1)),
    "rpm": Unit(2.0 * math.pi / 60.0, (0, 0, -1, 1)),
    "Nm": Unit(1.0, (2, 1, -2, 0)),
    "kNm": Unit(1e3, (2, 1, -2, 0)),
    "Nmm": Unit(1e-3, (2, 1, -2, 0)),
    "Ns": Unit(1.0, (1, 1, -1, 0)),
    "Nms": Unit(1.0, (2, 1, -1, 0)),
    "kgf": Unit(9.80665, (1, 1, -2, 0)),
    "lbf": Unit(_POUND_FORCE, (1, 1, -2, 0)),
    "bar": Unit(1e5, (-1, 1, -2, 0)),
    "psi": Unit(_POUND_FORCE / 0.0254**2, (-1, 1, -2, 0)),
}

ELECTRICAL = {"A": 1.0, "mA": 1e-3, "kA": 1e3, "V": 1.0, "mV": 1e-3, "kV": 1e3}
"""Units of states and signals that no quantity of mechanics has, and their factors to SI units."""

# kind: its SI unit, then other units to show in messages
_KINDS: dict[str, tuple[str, ...]] = {
    "length": ("m", "mm", "cm", "in"),
    "mass": ("kg", "g", "lb"),
    "density": ("kg/m^3", "g/cm^3"),
    "inertia": ("kg*m^2", "kg*mm^2", "g*cm^2"),
    "angle": ("rad", "deg", "rev"),
    "time": ("s", "ms", "min"),
    "speed": ("m/s", "mm/s", "km/h"),
    "angular_speed": ("rad/s", "rpm", "deg/s"),
    "inverse_speed": ("s/m", "s/mm"),
    "acceleration": ("m/s^2", "mm/s^2"),
    "angular_acceleration": ("rad/s^2", "deg/s^2"),
    "force": ("N", "kN", "lbf"),
    "torque": ("N*m", "N*mm", "lbf*in"),
    "stiffness": ("N/m", "N/mm", "lbf/in"),
    "torsional_stiffness": ("N*m/rad", "N*m/deg"),
    "damping": ("N*s/m", "N*s/mm"),
    "torsional_damping": ("N*m*s/rad", "N*m*s/deg"),
    "frequency": ("Hz", "kHz", "1/s"),
    "number": ("1",),
    "energy": ("J", "kJ", "N*m"),
    "power": ("W", "kW"),
    "area": ("m^2", "mm^2", "cm^2"),
    "pressure": ("Pa", "MPa", "N/mm^2", "bar"),
}
SI_UNIT: dict[str, str] = {kind: units[0] for kind, units in _KINDS.items()}
EXAMPLES: dict[str, tuple[str, ...]] = _KINDS
"""Of every kind its SI unit, then others."""
_RADIAN_MAY_BE_LEFT_OUT = ("torsional_stiffness", "torsional_damping")

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_TOKEN = re.compile(r"\s*(?P<sign>\*\*|[*·/^()])|\s*(?P<integer>-?\d+)|\s*(?P<name>[^\W\d_]+|°)")
_SUPERSCRIPTS = {"²": "^2", "³": "^3", "⁴": "^4"}


def quantity(value: object, kind: str) -> float:
    """The SI value of a number (already SI) or of text with a unit, which must be a unit of this kind.

    >>> quantity("60 rpm", "angular_speed")
    6.283185307179586
    """
    if kind not in _KINDS:
        raise UnitError(Problem(f"there is no kind of quantity called {kind!r}", suggestion(kind, _KINDS)))
    value = _scalar(value)
    if isinstance(value, bool) or not isinstance(value, (numbers.Real, str)):
        what = "nothing (None)" if value is None else f"{_shown(value)} ({type(value).__name__})"
        raise UnitError(Problem(f"{what} is given where {wanted(kind)} is expected", example(kind)))
    return _from_text(value, kind) if isinstance(value, str) else _finite(value, _shown(value), kind)


def any_quantity(text: str) -> float:
    """The SI value of text with a number and a unit of any kind, or none.

    >>> any_quantity("60 rpm")
    6.283185307179586
    """
    match = _NUMBER.match(text.strip())
    if not match:
        calculated = _calculated(text, "")
        if calculated is not None:
            return calculated
        raise UnitError(Problem(f"{_shown(text)} does not begin with a number", "write a number with its unit: 2 s"))
    rest = text.strip()[match.end() :].strip()
    try:
        factor = ELECTRICAL.get(rest) or (unit(rest).factor if rest else 1.0)
    except UnitError:
        calculated = _calculated(text, "")
        if calculated is not None:
            return calculated
        raise
    return _finite(float(match.group()) * factor, _shown(text), "number")


def is_quantity(text: str) -> bool:
    """Whether a text is a number with a unit, or without one, and nothing to calculate."""
    match = _NUMBER.match(text.strip())
    if not match:
        return False
    rest = text.strip()[match.end() :].strip()
    try:
        return not rest or rest in ELECTRICAL or bool(unit(rest))
    except UnitError:
        return False


def _scalar(value: object) -> object:
    """The number or text inside an array without dimensions, such as a value picked from a result."""
    if getattr(value, "ndim", None) != 0 or isinstance(value, numbers.Real) or getattr(value, "mask", False):
        return value
    item = getattr(value, "item", None)
    return value if item is None else item()


def unit(text: str) -> Unit:
    """The factor and dimension of a unit such as "N*m/rad" or "kg m^2"; raises `UnitError` if not fully understood."""
    return _UnitReader(text).read()


def _from_text(text: str, kind: str) -> float:
    match = _NUMBER.match(text.strip())
    if not match:
        calculated = _calculated(text, kind)
        if calculated is not None:
            return calculated
        what = f"{_shown(text)} does not begin with a number where {wanted(kind)} is expected"
        raise UnitError(Problem(what, example(kind)))
    rest = text.strip()[match.end() :].strip()
    if not rest:
        return _finite(match.group(), _shown(text), kind)
    try:
        factor, dimension = unit(rest)
    except UnitError as error:
        calculated = _calculated(text, kind)
        if calculated is not None:
            return calculated
        problem = error.problems[0]
        remedy = problem.remedy or example(kind)
        raise UnitError(Problem(f"{_shown(text)} cannot be read: {problem.what}", remedy)) from None
    if dimension not in _dimensions(kind):
        raise UnitError(
            Problem(f"{_shown(text)} is {_named(dimension)} where {wanted(kind)} is expected", example(kind))
        )
    return _finite(float(match.group()) * factor, _shown(text), kind)


def _calculated(text: str, kind: str) -> float | None:
    """The value of text that is a formula of numbers and parameters; None if it is not meant as one."""
    from snodo.math.calculated import calculated, reads_as_formula

    return calculated(text, kind) if reads_as_formula(text) else None


def _finite(value: object, shown: str, kind: str) -> float:
    try:
        number = float(value)  # type: ignore[arg-type]
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise UnitError(Problem(f"{shown} is not a finite number where {wanted(kind)} is expected", example(kind)))
    return number


def _dimensions(kind: str) -> list[tuple[int, int, int, int]]:
    dimension = unit(SI_UNIT[kind]).dimension
    return [dimension, (*dimension[:3], 0)] if kind in _RADIAN_MAY_BE_LEFT_OUT else [dimension]


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:58] + " …"


def phrase(kind: str) -> str:
    """A kind of quantity with its article: an angular speed."""
    return ("an " if kind[0] in "aeiou" else "a ") + kind.replace("_", " ")


def wanted(kind: str) -> str:
    """What is expected, with units to choose from."""
    if kind == "number":
        return "a plain number without a unit"
    return f"{phrase(kind)} ({', '.join(_KINDS[kind])} …)"


def _named(dimension: tuple[int, int, int, int]) -> str:
    kinds = [phrase(kind) for kind in _KINDS if unit(SI_UNIT[kind]).dimension == dimension]
    powers = [f"{base}^{n}" for base, n in zip(("m", "kg", "s", "rad"), dimension) if n]
    return " or ".join(kinds) or f"a quantity in {'*'.join(powers)}"


def example(kind: str) -> str:
    """A remedy: how a quantity of this kind is written."""
    if kind == "number":
        return "write a number, for instance 0.5"
    return f'write a number in {SI_UNIT[kind]}, or text such as "2 {_KINDS[kind][1]}"'


class _UnitReader:
    """unit = factor {('*' | '/' | space) factor};  factor = (name | '1' | '(' unit ')') ['^' integer]."""

    def __init__(self, text: str) -> None:
        self.text = text
        for mark, power in _SUPERSCRIPTS.items():
            text = text.replace(mark, power)
        self.tokens: list[str] = []
        at, text = 0, text.strip()
        while at < len(text):
            match = _TOKEN.match(text, at)
            if not match:
                strange = text[at:].strip()[0]
                remedy = "write decimals with a point: 0.1" if strange == "," else ""
                self.fail(f"{strange!r} does not belong in a unit", remedy)
            self.tokens.append(match.group().strip())
            at = match.end()
        self.at = 0

    def read(self) -> Unit:
        if len(self.tokens) > 40:
            self.fail("the unit is too long")
        result = self.product()
        if self.at < len(self.tokens):
            self.fail(f"{self.tokens[self.at]!r} is not expected in the unit {self.text!r}")
        if not 0.0 < result.factor < math.inf:
            self.fail(f"the unit {self.text!r} is too large or too small")
        return result

    def product(self) -> Unit:
        result = ONE if self.next() == "/" else ONE.times(*self.factor())
        divided = False
        while self.next() not in ("", ")"):
            sign = self.take() if self.next() in ("*", "·", "/") else " "
            if sign == " " and divided:
                self.fail(
                    f"{self.text!r} can be understood in two ways", "after '/' write '*' or parentheses, as in N/(m*s)"
                )
            divided = divided or sign == "/"
            factor, power = self.factor()
            result = result.times(factor, -power if sign == "/" else power)
        return result

    def factor(self) -> tuple[Unit, int]:
        word = self.take()
        if word == "(":
            base = self.product()
            if self.take() != ")":
                self.fail(f"a ')' is missing in the unit {self.text!r}")
        elif word == "1":
            base = ONE
        elif word in UNITS:
            base = UNITS[word]
        elif word and (word[0].isalpha() or word == "°"):
            self.fail(f"there is no unit {word!r}", _near(word))
        else:
            self.fail(
                f"a unit is missing {f'where {word!r} stands' if word else 'at the end'}", "powers are written m^2"
            )
        return base, self.power()

    def power(self) -> int:
        if self.next() not in ("^", "**"):
            return 1
        self.take()
        exponent = self.take()
        if not re.fullmatch(r"-?[1-9]", exponent):
            self.fail(f"{exponent!r} is not an exponent in the unit {self.text!r}", "write an integer, as in m^2")
        return int(exponent)

    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.next()
        self.at += 1
        return token

    def fail(self, what: str, remedy: str = "") -> NoReturn:
        raise UnitError(Problem(what, remedy))


def _near(word: str) -> str:
    """The unit that was meant, first of all one with other capitals; nothing if none is near."""
    same = [name for name in UNITS if name.lower() == word.lower()]
    near = suggestion(word, UNITS)
    return f"did you mean {same[0]!r}?" if same else near if near.startswith("did you mean") else ""
