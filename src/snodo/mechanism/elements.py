"""Machine elements between two bodies: cylinders, bushings and cables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from snodo.mechanism.forces import Force
from snodo.mechanism.functions.antiderivative import antiderivative
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.laws import ZERO, Law
from snodo.mechanism.measures import Combination, Measure, PartRows
from snodo.mechanism.part import Where, given
from snodo.mechanism.reader import Reader


@dataclass(kw_only=True)
class LinearActuator(Force):
    """A cylinder or linear actuator between two points, which pushes them apart.

    Either its force is given, a law of time or motion, or its length or speed as a function of time: then its force is
    what this motion needs.  With neither it is free, and in inverse dynamics its force is found.  Stops bound the
    length; events lock it by `close` and release it by `open`.

    With a `relief` it yields where more than this force would be needed to hold it or to move it as given: it then
    pushes with the relief force, as its relief valve does, until its speed is the given one again.  From there on it
    is held, or moves with the given speed, at the length that it has.
    """

    parent: str = given("body", "the body at its first end")
    child: str = given("body", "the body at its second end")
    start: Where = given("point", "its end on the parent", yaml="from")
    end: Where = given("point", "its end on the child", yaml="to")
    force: Function | None = given("function:force", "its force, pushing apart [N]; also of time or motion", None)
    length: Function | None = given("function:length", "alternatively, its length as a function of time [m]", None)
    speed: Function | None = given("function:speed", "alternatively, its speed [m/s], from the length as drawn", None)
    stops: tuple[float, ...] | None = given("numbers:length", "its least and greatest length [m], rigid stops", None)
    restitution: float = given("number", "speed after an impact on a stop, divided by that before it: 0 … 1", 0.0)
    locked: bool = given("flag", "whether its length is held at the start; events close and open it", False)
    relief: tuple[float, ...] | None = given(
        "numbers:force", "largest force with which it is held: pushing, and pulling if that differs [N]", None
    )

    kind: ClassVar[str] = "cylinder"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")

    @property
    def driven(self) -> bool:
        """Whether its length is imposed."""
        return self.length is not None or self.speed is not None

    @property
    def closed(self) -> bool:
        """Whether its length is held or imposed at the start."""
        return self.driven or self.locked

    @property
    def captures(self) -> bool:
        """Whether it can be locked at any length."""
        return not self.driven

    @property
    def relief_range(self) -> tuple[float, float]:
        """The middle of the forces with which it is held, and how far they reach from there [N]."""
        pushing, pulling = (*(self.relief or (0.0,)) * 2,)[:2]
        return 0.5 * (pushing - pulling), 0.5 * (pushing + pulling)

    def law(self, reader: Reader) -> Law:
        """Along the line between its ends."""
        law = Law(self, "spring", self.force is not None, self.parent, self.child, *reader.ends(self))
        law.functions = (ZERO if self.force is None else self.force,)
        return law

    def relief_law(self, reader: Reader) -> Law:
        """While it yields: the relief force against its speed, as dry friction.

        Between different reliefs it is that about their middle, which acts always: what holds it makes up for it.
        """
        law = Law(self, "measured", True, self.parent, self.child, quantity=self.distance(reader))
        middle, law.coulomb = self.relief_range
        law.row, law.dry, law.functions = f"{self.name}.relief", True, (Constant(middle),)
        return law

    def distance(self, reader: Reader) -> Combination:
        """Its length."""
        return Combination([(1.0, Measure("span", self.parent, self.child, *reader.ends(self)))])

    def drawn_length(self, reader: Reader) -> float:
        """Its length as drawn [m]."""
        return float(np.linalg.norm(reader.drawn(self, *reader.ends(self))))

    def given_length(self, reader: Reader) -> Function | None:
        """Its length over time, also from its speed; None if it is not driven."""
        if self.speed is not None:
            return antiderivative(self.speed, self.drawn_length(reader))
        return self.length

    def rows(self, reader: Reader) -> PartRows:
        """l − l(t) = 0; if it is locked, l minus the length as drawn.  The force is minus the multiplier."""
        x, function = self.distance(reader), self.given_length(reader)
        if function is None:
            x.constant = -self.drawn_length(reader)
        rows = PartRows(self, [f"{self.name}.length"], [x], [function])
        rows.exact = function is None
        return rows

    def stop_gaps(self, reader: Reader) -> dict[str, Combination]:
        """The gap at each of its stops, by name [m]."""
        found: dict[str, Combination] = {}
        x = self.distance(reader)
        for word, sign, bound in zip(("shortest", "longest"), (1.0, -1.0), self.stops or ()):
            terms = [(sign * weight, measure) for weight, measure in x.terms]
            found[f"{self.name}.{word}"] = Combination(terms, -sign * float(bound))
        return found


@dataclass(kw_only=True)
class Bushing(Force):
    """A bushing between two bodies: springs and dampers along and about the axes of the parent, without friction.

    Stiffness and damping are six numbers, for x, y, z and the rotations about them (in the plane three, for x, y and
    the angle), or symmetric matrices of as many rows.  Rotations are the components of the rotation vector.  As drawn
    it exerts its preload on the child.

    Instead of one of the numbers, `table(rubber)` is the force that resists over the deflection, or for the damping
    over its rate, from a table of the mechanism.
    """

    parent: str = given("body", "the body whose axes it has")
    child: str = given("body", "the other body")
    at: Where | None = given("point", "its place; default: the point with its name", None)
    stiffness: Any = given(
        "stiffnesses:stiffness|torsional_stiffness", "stiffness along and about the axes [N/m] [N m/rad]", None
    )
    damping: Any = given(
        "stiffnesses:damping|torsional_damping", "damping along and about the axes [N s/m] [N m s/rad]", None
    )
    preload: Any = given("stiffnesses:force|torque", "force and moment on the child as drawn [N] [N m]", None)

    kind: ClassVar[str] = "bushing"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")

    def law(self, reader: Reader) -> None:
        """None: it has one for each of its directions (`formulations/parts/bushings.py`)."""
        return

    def matrix(self, word: str, n: int) -> np.ndarray:
        """Stiffness or damping as a matrix with n rows, in SI units."""
        given_ = getattr(self, word)
        if given_ is None:
            return np.zeros((n, n))
        found = np.array([0.0 if isinstance(x, str) else x for x in given_], dtype=float)
        return np.diag(found) if found.ndim == 1 else found

    def tables(self, word: str) -> dict[int, str]:
        """Tables of stiffness or damping, by the number of their component."""
        found = enumerate(getattr(self, word) or ())
        return {k: x[x.index("(") + 1 : -1].strip() for k, x in found if isinstance(x, str)}


@dataclass(kw_only=True)
class MotorInertia(Force):
    """The inertia of a motor behind a transmission: its rotor turns `ratio` times as fast as the joint.

    It adds ratio² · inertia to the inertia against the joint's own acceleration (armature).  Gyroscopic moments of the
    rotor are left out.
    """

    joint: str = given("joint", "the joint that the motor drives, which turns or slides")
    inertia: float = given("inertia", "moment of inertia of the rotor [kg m²]")
    ratio: float = given("number", "turns of the rotor for a turn of the joint; of a sliding joint, rad per m", 1.0)

    kind: ClassVar[str] = "motor_inertia"
    primary: ClassVar[tuple[str, ...]] = ("joint",)

    @property
    def reflected(self) -> float:
        """n² J [kg m², of a sliding joint kg]."""
        return float(self.inertia) * float(self.ratio) ** 2

    def law(self, reader: Reader) -> None:
        """None: it is inertia."""
        return


@dataclass(kw_only=True)
class Ratchet(Force):
    """A ratchet in a joint: its pawl drops behind every tooth that passes, and holds there against turning back.

    Teeth are where the coordinate of the joint is a multiple of the pitch, 2π/teeth.  Until the tooth behind it, the
    joint turns back freely; there it is a rigid stop.
    """

    joint: str = given("joint", "the joint, which turns or slides")
    teeth: float | None = given("number", "number of teeth around a joint that turns", None)
    pitch: float | None = given("length", "distance of the teeth of a joint that slides [m]", None)
    turns: str = given(
        "word:forward|backward", "the direction that is free: that of growing or falling coordinates", "forward"
    )
    restitution: float = given("number", "speed after an impact on a tooth, divided by that before it: 0 … 1", 0.0)

    kind: ClassVar[str] = "ratchet"
    primary: ClassVar[tuple[str, ...]] = ("joint",)

    @property
    def step(self) -> float:
        """From tooth to tooth [rad or m]."""
        return 2.0 * np.pi / float(self.teeth) if self.teeth else float(self.pitch or 0.0)

    def law(self, reader: Reader) -> None:
        """None: it holds and lets go."""
        return


def length_rows(part: Any) -> bool:
    """Whether a force has a row of its own at the start: a cylinder that is driven or locked."""
    return bool(isinstance(part, LinearActuator) and part.closed)


def is_driven(part: Any) -> bool:
    """Whether a part is a cylinder whose length is imposed."""
    return isinstance(part, LinearActuator) and part.driven
