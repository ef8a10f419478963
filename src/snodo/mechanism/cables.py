"""Cables through points and over pulleys."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from snodo.math.units import quantity
from snodo.mechanism.forces import Force
from snodo.mechanism.part import GROUND, given
from snodo.mechanism.reader import Reader

_NODE = re.compile(
    r"(?P<over>over\s+)?(?P<point>[^\s,]+)(\s+on\s+(?P<body>[^\s,]+))?"
    r"(\s*,\s*(?P<radius>[0-9.][^,]*?))?(\s*,\s*about\s+(?P<axis>-?[xyz]|\([^()]*\)))?(\s*,\s*(?P<side>left|right))?"
)
HOW = 'write "P on boom" for a point, "over C on mast, 60 mm" for a pulley; without "on" it is on the ground'


@dataclass(frozen=True)
class Node:
    """A point, or a pulley around it, that a cable passes."""

    point: str
    body: str = GROUND
    radius: float = 0.0
    side: str = ""
    """Of a pulley: left or right of the cable; empty: inside the turn of the cable as drawn."""
    axis: tuple[float, ...] = ()
    """Of a pulley in space: its axis in the world as drawn; empty: at right angles to the lines to its neighbours."""


def read_node(text: str) -> Node:
    """A point or pulley from its text; raises ValueError."""
    found = _NODE.fullmatch(text.strip())
    if found is None or bool(found["over"]) != bool(found["radius"]):
        raise ValueError(f"{text!r} is not a point or pulley of a cable; {HOW}")
    if (found["side"] or found["axis"]) and not found["over"]:
        raise ValueError(f"{text!r}: a point has no side and no axis; {HOW}")
    radius = quantity(found["radius"], "length") if found["radius"] else 0.0
    return Node(found["point"], found["body"] or GROUND, float(radius), found["side"] or "", _axis(found["axis"] or ""))


def _axis(text: str) -> tuple[float, ...]:
    """A direction: x, -y, or three numbers in brackets."""
    if not text:
        return ()
    if not text.startswith("("):
        sign = -1.0 if text.startswith("-") else 1.0
        return tuple(sign * float(word == text[-1]) for word in "xyz")
    try:
        numbers = [float(x) for x in text[1:-1].replace(",", " ").split()]
    except ValueError:
        numbers = []
    if len(numbers) != 3 or not any(numbers):
        raise ValueError(f"about {text}: this is not an axis; write about x, about -y or about (0 0.6 0.8)")
    size = sum(x * x for x in numbers) ** 0.5
    return tuple(x / size for x in numbers)


@dataclass(kw_only=True)
class Cable(Force):
    """A cable over pulleys, which only pulls: tension = stiffness (l − length) + damping l̇ while it is stretched.

    Without a stiffness it does not stretch: its length is at most `length`, and it comes taut with an impact.  Pulleys
    turn without friction.  In space a pulley has an axis, by default across its neighbours as drawn, and the cable
    leaves it at the points of contact of its plane.

    With `mu` its only wheel does not turn, and the cable rubs on it: it slides where the tensions of its two sides are
    in the ratio e^(mu · arc), with the arc as drawn, and sticks below.
    """

    path: tuple[str, ...] = given("names", "points and pulleys from end to end: P on boom, over C on mast, 60 mm")
    stiffness: float | None = given("stiffness", "stiffness [N/m]; default: it does not stretch", None)
    damping: float = given("damping", "damping [N s/m]", 0.0)
    length: float | None = given("length", "length without tension [m]; default: the length as drawn", None)
    preload: float = given("force", "tension as drawn, instead of a length [N]", 0.0)
    restitution: float = given("number", "of a cable that does not stretch, where it comes taut: 0 … 1", 0.0)
    mu: float | None = given("number", "coefficient of friction on its only wheel, which does not turn", None)
    static: float | None = given("number", "the same at rest; default: mu", None)

    kind: ClassVar[str] = "cable"
    primary: ClassVar[tuple[str, ...]] = ("path",)
    restitution_by: ClassVar[str] = "speed"

    @property
    def bodies(self) -> tuple[str, ...]:
        """The bodies that it touches, without the ground."""
        return tuple(dict.fromkeys(node.body for node in self.nodes() if node.body != GROUND))

    def nodes(self) -> list[Node]:
        """Its points and pulleys."""
        return [read_node(text) for text in self.path]

    def free_length(self, drawn: float) -> float:
        """Its length without tension [m], for the length as drawn."""
        if self.length is not None:
            return float(self.length)
        return drawn - (self.preload / self.stiffness if self.stiffness else 0.0)

    def law(self, reader: Reader) -> None:
        """None: it has one for each of its parts (`formulations/parts/cables.py`)."""
        return
