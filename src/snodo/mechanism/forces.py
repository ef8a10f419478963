"""Forces and torques.  Gravity belongs to the mechanism; everything else that pushes is here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.part import Part, Where, given

ZERO = Constant(0.0)

POSITION_WORDS = {2: ("x", "y", "angle"), 3: ("x", "y", "z", "e0", "e1", "e2", "e3")}
VELOCITY_WORDS = {2: ("vx", "vy", "omega"), 3: ("vx", "vy", "vz", "wx", "wy", "wz")}
WRENCH_WORDS = {2: ("fx", "fy", "torque"), 3: ("fx", "fy", "fz", "mx", "my", "mz")}
"""What a user's own law is given of each body, and what it gives for each, by the dimension of the mechanism."""


@dataclass(kw_only=True)
class Spring(Part):
    """Spring, damper and actuator in line between two points; positive force pushes the points apart.

    f = −stiffness (l − length) − damping l̇ + force(t)
    """

    parent: str = given("body", "the body at its first end")
    child: str = given("body", "the body at its second end")
    start: Where = given("point", "its end on the parent", yaml="from")
    end: Where = given("point", "its end on the child", yaml="to")
    stiffness: float = given("stiffness", "stiffness [N/m]", 0.0)
    damping: float = given("damping", "damping [N s/m]", 0.0)
    length: float | None = given("length", "free length [m]; if left out, the length as drawn", None)
    force: Function = given("function:force", "actuator force, pushing apart [N]", ZERO)

    kind: ClassVar[str] = "spring"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")


@dataclass(kw_only=True)
class TorsionalSpring(Part):
    """Torsional spring and damper on a revolute joint: τ = −stiffness (θ − angle) − damping θ̇ on the child."""

    joint: str = given("joint", "the revolute joint")
    stiffness: float = given("torsional_stiffness", "stiffness [N m/rad]", 0.0)
    damping: float = given("torsional_damping", "damping [N m s/rad]", 0.0)
    angle: float | None = given(
        "angle", "joint angle at which it is relaxed [rad]; if left out, the angle as drawn", None
    )

    kind: ClassVar[str] = "torsional_spring"
    primary: ClassVar[tuple[str, ...]] = ("joint",)


@dataclass(kw_only=True)
class PointForce(Part):
    """A force at a point of a body, in world axes or in axes that turn with the body."""

    body: str = given("body", "the body it acts on")
    at: Where | None = given("point", "where it acts; if left out, at the body frame's origin", None)
    force: tuple[Function, ...] = given("functions:force", "its components [N], numbers or functions of time")
    axes: str = given("word:world|body", "whether the components are in world axes or turn with the body", "world")

    kind: ClassVar[str] = "point_force"
    primary: ClassVar[tuple[str, ...]] = ("body",)


@dataclass(kw_only=True)
class Torque(Part):
    """A torque on a body, or between the two bodies of a revolute joint (positive on the child).

    On a body in space it needs an axis, or three components instead of one: `torque=(0, 0, "sin(t)")`.  An axis is
    a direction as drawn; with `axes="body"` it turns with the body from there, and components are along the body's x, y
    and z.
    """

    body: str = given("body", "the body it acts on", "")
    joint: str = given("joint", "or the revolute joint it acts in", "")
    torque: Any = given(
        "one_or_more_functions:torque",
        "the torque [N m], a number or a function of time; on a body in space also a list of three",
    )
    axis: Any = given("direction", "the axis of a torque on a body (3-D only)", None)
    axes: str = given("word:world|body", "whether axis or components stay in the world or turn with the body", "world")

    kind: ClassVar[str] = "torque"
    primary: ClassVar[tuple[str, ...]] = ("torque",)


@dataclass(kw_only=True)
class JointForce(Part):
    """An actuator force along the axis of a prismatic joint (positive on the child)."""

    joint: str = given("joint", "the prismatic joint it acts in")
    force: Function = given("function:force", "the force [N], a number or a function of time")

    kind: ClassVar[str] = "joint_force"
    primary: ClassVar[tuple[str, ...]] = ("force",)


@dataclass(kw_only=True)
class Friction(Part):
    """Friction in a joint: −viscous · speed − coulomb · tanh(speed / smoothing), against the joint's speed.

    `coulomb` is the sliding friction force [N] or torque [N m] itself.  The smaller `smoothing`, the sharper and the
    stiffer: below it the joint creeps instead of sticking.
    """

    joint: str = given("joint", "the joint")
    viscous: Any = given("either:torsional_damping|damping", "viscous coefficient [N m s/rad] or [N s/m]", 0.0)
    coulomb: Any = given("either:torque|force", "sliding friction torque [N m] or force [N]", 0.0)
    smoothing: Any = given("either:angular_speed|speed", "speed over which it reverses [rad/s] or [m/s]", 0.01)

    kind: ClassVar[str] = "friction"
    primary: ClassVar[tuple[str, ...]] = ("joint",)


@dataclass(kw_only=True)
class UserForce(Part):
    """A force law written by the user, as formulas or as a Python function.

    In the plane a function `f(t, q, v)` gets x, y, angle and vx, vy, omega of the listed bodies (their frames), one
    body after the other, and returns fx, fy, torque at each body's origin, in world axes.  Formulas give the same
    numbers from `t`, `body.x`, … `body.omega`.

    In space q holds x, y, z, e0, e1, e2, e3 of each body: its origin in the world [m] and the Euler parameters of its
    axes, scalar first, e0 ≥ 0.  v holds vx, vy, vz, wx, wy, wz: the velocity of the origin [m/s] and the angular
    velocity [rad/s], both in world axes.  It returns fx, fy, fz [N] and mx, my, mz [N m] for each body, in world axes
    at its origin.
    """

    bodies: tuple[str, ...] = given("names", "the bodies it acts on, in the order in which the function wants them")
    formula: Any = given(
        "formulas", "list of formulas: fx, fy, torque for each body; in space fx, fy, fz, mx, my, mz", None
    )
    function: Callable[..., Any] | None = given("anything", "a Python function of (t, q, v)", None)

    kind: ClassVar[str] = "formula"
    primary: ClassVar[tuple[str, ...]] = ("formula",)


FORCES: dict[str, type[Part]] = {
    c.kind: c for c in (Spring, TorsionalSpring, PointForce, Torque, JointForce, Friction, UserForce)
}
