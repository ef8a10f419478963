"""Constraints on velocities alone, A(q) v = b(t): knife edges, wheels that roll, couplers of speeds, the user's own.

They say nothing about where a mechanism may be, only how it may move from there.  If they cannot be integrated to
relations between positions they are called nonholonomic (source text 003).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.part import Part, given

ZERO = Constant(0.0)


@dataclass(kw_only=True)
class KnifeEdge(Part):
    """A blade, skate or sharp wheel on a surface of the parent: its point moves along the edge, and not across it.

    The velocity of the point against the parent vanishes in the direction normal × axis: in the plane across the axis,
    in space along the surface.  The edge is not held on the surface: that is for a joint to do.
    """

    parent: str = given("body", "the body that it cuts into, or ground")
    child: str = given("body", "the body with the edge")
    axis: Any = given("direction", "the direction of the edge, fixed in the child")
    at: Any = given("point", "the point of the edge; if left out, the point of the same name", None)
    normal: Any = given("direction", "in space: the normal of the surface, fixed in the parent", None)

    kind: ClassVar[str] = "knife_edge"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")


@dataclass(kw_only=True)
class Rolling(Part):
    """A wheel, thin disc or ball rolls on a plane or round surface of the parent without slipping.

    It keeps touching the surface, and its point of contact has no velocity against the parent.  In space a wheel has an
    axis, and may lean as long as it does not lie flat; without an axis it is a ball.  In 2-D it rolls on a line.  The
    round surface is a circle in 2-D and in space, for balls, a cylinder.  The contact holds from both sides: it pulls
    where a real wheel would lift off, and the result's quality says so.  Its reaction is given at the wheel's origin.
    """

    parent: str = given("body", "the body with the surface, or ground")
    child: str = given("body", "the wheel or ball")
    radius: float = given("length", "its radius [m]")
    normal: Any = given("direction", "of a plane: its normal towards the wheel, fixed in the parent", None)
    axis: Any = given("direction", "in space: the axis of the wheel, fixed in the child; a ball has none", None)
    at: Any = given("point", "its centre; if left out, the point of the same name", None)
    on: Any = given(
        "point",
        "a point of the plane, which if left out is where the wheel touches it as drawn; the centre of a round surface",
        None,
    )
    surface_radius: float | None = given("length", "of a round surface [m]; negative if the wheel is inside it", None)
    surface_axis: Any = given("direction", "in space: the axis of the cylinder, fixed in the parent", None)

    kind: ClassVar[str] = "rolling"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")


@dataclass(kw_only=True)
class SpeedCoupler(Part):
    """A linear relation between speeds: Σ factor · speed = value(t).

    A speed is that of a joint with one coordinate, by the joint's name, or a body's: `cart.vx`, `wheel.omega`, in space
    `body.vx` … `body.vz` of its origin and `body.wx` … `body.wz`, all in world axes.
    """

    factors: dict[str, float] = given("terms", "factor of each speed: {A: 1, cart.vx: -2}")
    value: Function = given("function:number", "the sum, a number or a function of time [SI units]", ZERO)

    kind: ClassVar[str] = "speed_coupler"
    primary: ClassVar[tuple[str, ...]] = ("factors",)


@dataclass(kw_only=True)
class VelocityConstraint(Part):
    """A relation A(q, t) v − b(q, t) = 0 written by the user, as formulas or as a Python function; linear in v.

    Formulas speak of `t`, of the coordinates `body.x`, `body.y`, `body.angle` and of the velocities `body.vx`,
    `body.vy`, `body.omega`; in space of `body.x`, `body.y`, `body.z`, the Euler parameters `body.e0` … `body.e3`, and
    `body.vx`, `body.vy`, `body.vz`, `body.wx`, `body.wy`, `body.wz` in world axes.  A Python function `f(t, q, v)` gets
    these of the listed bodies one after the other and returns one number or a list of numbers.
    """

    bodies: tuple[str, ...] = given("names", "the bodies it speaks of, in the order in which the function wants them")
    formula: Any = given("formulas", "a formula that is kept at zero, or a list of them", None)
    function: Callable[..., Any] | None = given("anything", "a Python function A(q) v − b of (t, q, v)", None)

    kind: ClassVar[str] = "velocity_formula"
    primary: ClassVar[tuple[str, ...]] = ("formula",)


VELOCITY_CONSTRAINTS: tuple[type[Part], ...] = (KnifeEdge, Rolling, SpeedCoupler, VelocityConstraint)
