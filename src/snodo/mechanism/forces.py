"""Forces and torques, except gravity, which is a property of the mechanism."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.laws import ZERO, Law
from snodo.mechanism.loads import Component, Group, Load, Push, exact_fit, moved_body, pin
from snodo.mechanism.part import GROUND, Part, Where, given, undefined
from snodo.mechanism.reader import Reader, directions_across
from snodo.registry import FORCES, Registered

POSITION_WORDS = {2: ("x", "y", "angle"), 3: ("x", "y", "z", "e0", "e1", "e2", "e3")}
VELOCITY_WORDS = {2: ("vx", "vy", "omega"), 3: ("vx", "vy", "vz", "wx", "wy", "wz")}
COORDINATES = "word:displacement|angle|first|second|x|y|z|rx|ry|rz"
"""Coordinates of joints."""
REVERSAL = 0.01
"""Speed over which dry friction reverses where sticking is not computed [rad/s or m/s]."""
WRENCH_WORDS = {2: ("fx", "fy", "torque"), 3: ("fx", "fy", "fz", "mx", "my", "mz")}
"""What a user's force law receives and returns for each body, by the dimension of the mechanism."""


@dataclass(kw_only=True)
class Force(Part, Registered, registry=FORCES):
    """Base class of forces: `law` defines where and how strongly it acts."""

    noun: ClassVar[str] = ""
    """The usual engineering name, if it differs from the kind."""

    def law(self, reader: Reader) -> Law | None:
        """Its force law, with numbers; None if it has none, because it holds and lets go."""
        raise undefined(self, "its force law", "law(reader)")


@dataclass(kw_only=True)
class Spring(Force):
    """Spring, damper and actuator in line between two points; positive force pushes the points apart.

    f = −stiffness (l − length) − damping l̇ + force(t)

    With `only` it acts while it is shorter (push) or longer (pull) than its free length, and never the other way.
    """

    parent: str = given("body", "the body at its first end")
    child: str = given("body", "the body at its second end")
    start: Where = given("point", "its end on the parent", yaml="from")
    end: Where = given("point", "its end on the child", yaml="to")
    stiffness: float = given("stiffness", "stiffness [N/m]", 0.0)
    damping: float = given("damping", "damping [N s/m]", 0.0)
    length: float | None = given("length", "free length [m]; default: the length as drawn", None)
    force: Function = given("function:force", "actuator force, pushing apart [N]; also of time or motion", ZERO)
    only: str = given("word:push|pull", "whether it only pushes, as a bump stop, or only pulls, as a rope", "")
    preload: float = given("force", "force as drawn, pushing apart, instead of a free length [N]", 0.0)

    kind: ClassVar[str] = "spring"
    primary: ClassVar[tuple[str, ...]] = ("parent", "child")

    def free_length(self, reader: Reader) -> float:
        """Its length without force [m]."""
        if self.length is not None:
            return float(self.length)
        drawn = float(np.linalg.norm(reader.drawn(self, *reader.ends(self))))
        return drawn + (self.preload / self.stiffness if self.stiffness else 0.0)

    def _one_sided(self, free: float) -> MeasuredFormula:
        """max(0, …) of the force while the spring is shorter, or longer, than its free length."""
        sign = 1.0 if self.only == "push" else -1.0
        less, rate = f"{sign!r}*({self.name}.length - {free!r})", f"{sign!r}*{self.name}.speed"
        pressed = f"max(0, -{self.stiffness!r}*({less}) - {self.damping!r}*({rate}))"
        return MeasuredFormula(f"{sign!r}*(0.5 - 0.5*sign({less}))*{pressed}")

    def law(self, reader: Reader) -> Law:
        """Along the line between its ends."""
        s_i, s_j = reader.ends(self)
        free = self.free_length(reader)
        law = Law(self, "spring", self.damping > 0 or self.force != ZERO, self.parent, self.child, s_i, s_j)
        if self.only:
            law.functions, law.dissipates = (self._one_sided(free),), True
            return law
        law.stiffness, law.damping, law.free, law.functions = self.stiffness, self.damping, free, (self.force,)
        return law


@dataclass(kw_only=True)
class TorsionalSpring(Force):
    """Torsional spring and damper on a revolute joint: τ = −stiffness (θ − angle) − damping θ̇ on the child."""

    joint: str = given("joint:angle", "the joint, which turns")
    of: str = given(COORDINATES, "which of the coordinates of a joint that has several", "")
    stiffness: float = given("torsional_stiffness", "stiffness [N m/rad]", 0.0)
    damping: float = given("torsional_damping", "damping [N m s/rad]", 0.0)
    angle: float | None = given("angle", "joint angle at which it is relaxed [rad]; default: the angle as drawn", None)

    kind: ClassVar[str] = "torsional_spring"
    primary: ClassVar[tuple[str, ...]] = ("joint",)

    def law(self, reader: Reader) -> Law:
        """A spring and damper on the angle of its joint."""
        free = reader.drawn_coordinate(self.joint, self.of) if self.angle is None else self.angle
        law = Law(self, "coordinate", self.damping > 0, joint=self.joint, coordinate=self.of, free=free)
        law.stiffness, law.damping = self.stiffness, self.damping
        return law


@dataclass(kw_only=True)
class JointSpring(Force):
    """Spring and damper along a sliding joint: f = −stiffness (x − displacement) − damping ẋ on the child."""

    joint: str = given("joint:displacement", "the joint, which slides")
    of: str = given(COORDINATES, "which of the coordinates of a joint that has several", "")
    stiffness: float = given("stiffness", "stiffness [N/m]", 0.0)
    damping: float = given("damping", "damping [N s/m]", 0.0)
    displacement: float | None = given(
        "length", "displacement of the joint at which it is relaxed [m]; default: as drawn", None
    )

    kind: ClassVar[str] = "joint_spring"
    primary: ClassVar[tuple[str, ...]] = ("joint",)

    def law(self, reader: Reader) -> Law:
        """On the displacement of its joint."""
        drawn = reader.drawn_coordinate(self.joint, self.of)
        law = Law(self, "coordinate", self.damping > 0, joint=self.joint, coordinate=self.of)
        law.stiffness, law.damping = self.stiffness, self.damping
        law.free = drawn if self.displacement is None else self.displacement
        return law


@dataclass(kw_only=True)
class PointForce(Force):
    """A force at a point of a body, in world axes or in body axes."""

    body: str = given("body", "the body it acts on")
    at: Where | None = given("point", "point of action; default: the origin of the body frame", None)
    force: tuple[Function, ...] = given("functions:force", "its components [N], numbers or functions of time or motion")
    axes: str = given("word:world|body", "axes of the components: those of the world or those of the body", "world")

    kind: ClassVar[str] = "point_force"
    primary: ClassVar[tuple[str, ...]] = ("body",)

    def law(self, reader: Reader) -> Law:
        """At its point."""
        end = np.zeros(3) if self.at is None else reader.geometry.local(self.at, self.body, self)
        fixed = self.axes == "body"
        return Law(self, "point", True, child=self.body, end=end, functions=self.force, body_axes=fixed)


@dataclass(kw_only=True)
class Torque(Force):
    """A torque on a body, or between the two bodies of a joint (positive on the child).

    On a body in space it needs an axis, or three components instead of one: `torque=(0, 0, "sin(t)")`.  The axis is
    given as drawn; with `axes="body"` it then rotates with the body, and components are along the body's x, y and z.
    In a spherical or free joint it has three components too, in world axes or in those of the child.
    """

    body: str = given("body", "the body it acts on", "")
    joint: str = given("joint", "alternatively, the joint it acts in: a hinge, or by three components a ball joint", "")
    of: str = given(COORDINATES, "which of the coordinates of a joint that has several", "")
    torque: Any = given(
        "one_or_more_functions:torque",
        "the torque [N m], a number or a function of time or motion; for a body in space also a list of three",
    )
    axis: Any = given("direction", "the axis of a torque on a body (3-D only)", None)
    axes: str = given("word:world|body", "whether axis or components are fixed in the world or in the body", "world")

    kind: ClassVar[str] = "torque"
    primary: ClassVar[tuple[str, ...]] = ("torque",)

    def law(self, reader: Reader) -> Law:
        """On the angle of its joint, or about an axis of its body, in the plane z."""
        if self.joint:
            return self._in_joint(reader)
        fixed = self.axes == "body"
        if isinstance(self.torque, tuple):
            return Law(self, "moment", True, child=self.body, body_axes=fixed, functions=self.torque)
        about = (0.0, 0.0, 1.0) if self.axis is None else self.axis
        axis = reader.direction(self, about, self.body if fixed else GROUND)
        return Law(self, "torque", True, child=self.body, body_axes=fixed, functions=(self.torque,), axis=axis)

    def _in_joint(self, reader: Reader) -> Law:
        if not isinstance(self.torque, tuple):
            return Law(self, "coordinate", True, joint=self.joint, coordinate=self.of, functions=(self.torque,))
        joint = reader.mechanism.joints[self.joint]
        law = Law(self, "moment", True, joint.parent, joint.child, functions=self.torque)
        law.body_axes = self.axes == "body"
        return law


@dataclass(kw_only=True)
class JointForce(Force):
    """An actuator force along the axis of a prismatic joint (positive on the child)."""

    joint: str = given("joint:displacement", "the joint it acts in, which slides")
    of: str = given(COORDINATES, "which of the coordinates of a joint that has several", "")
    force: Function = given("function:force", "the force [N], a number or a function of time or motion")

    kind: ClassVar[str] = "joint_force"
    primary: ClassVar[tuple[str, ...]] = ("force",)

    def law(self, reader: Reader) -> Law:
        """On the displacement of its joint."""
        return Law(self, "coordinate", True, joint=self.joint, coordinate=self.of, functions=(self.force,))


@dataclass(kw_only=True)
class Friction(Force):
    """Friction in a joint, against its speed: viscous · speed, and `coulomb` while it slides.

    `coulomb` is the sliding friction force [N] or torque [N m] itself, not a coefficient, and `static` the largest one
    at rest.  Without `smoothing` friction is dry.  With it, the sliding friction is coulomb · tanh(speed / smoothing):
    below this speed the joint creeps instead of sticking, and a smaller value makes the equations stiffer.  Where
    sticking is not computed, dry friction reverses over 0.01 rad/s or m/s.

    With a coefficient `mu` instead, friction follows the reaction of the joint.  In a pin of this radius the torque is
    mu · radius · N, N being the radial force.  In a guide the force is mu · N; with a length its two ends carry
    p, q = F/2 ± M/length, and N = |p| + |q|.  A preload is added to N.
    """

    joint: str = given("joint", "the joint")
    of: str = given(COORDINATES, "which of the coordinates of a joint that has several", "")
    viscous: Any = given("either:torsional_damping|damping", "viscous coefficient [N m s/rad] or [N s/m]", 0.0)
    coulomb: Any = given("either:torque|force", "sliding friction torque [N m] or force [N]", 0.0)
    static: Any = given(
        "either:torque|force", "largest friction torque [N m] or force [N] at rest, or with mu the coefficient", None
    )
    smoothing: Any = given(
        "either:angular_speed|speed",
        "speed over which friction reverses [rad/s] or [m/s]; default: dry friction",
        None,
    )
    mu: float | None = given("number", "alternatively, the coefficient of sliding friction in a pin or guide", None)
    radius: float | None = given("length", "radius of the pin, with mu [m]; of a guide in space, of its key", None)
    length: float | None = given("length", "length of the guide or bearing, with mu [m]; default: long", None)
    preload: float = given("force", "force added to the load of a pin or guide, with mu [N]", 0.0)
    stribeck: Any = given(
        "either:angular_speed|speed", "speed over which static falls to mu [rad/s] or [m/s]; default: at once", None
    )
    fit: str = given("word:loose|exact", "of the pin: exact takes mu/√(1 + mu²), the friction circle", "loose")

    kind: ClassVar[str] = "friction"
    primary: ClassVar[tuple[str, ...]] = ("joint",)

    @property
    def follows_reactions(self) -> bool:
        """Whether it is a coefficient times a reaction."""
        return self.mu is not None

    @property
    def dry(self) -> bool:
        """Whether it sticks in runs: its reversal is not smoothed."""
        return self.smoothing is None and bool(self.coulomb or self.mu)

    @property
    def reversal(self) -> float:
        """The smoothing [rad/s or m/s], with its default."""
        return REVERSAL if self.smoothing is None else float(self.smoothing)

    def law(self, reader: Reader) -> Law:
        """Against the speed of its joint."""
        law = Law(self, "coordinate", True, joint=self.joint, coordinate=self.of, damping=self.viscous)
        law.coulomb, law.smoothing, law.dry = self.coulomb, self.reversal, self.dry
        return law

    def loads(self, reader: Reader) -> list[Load]:
        """Friction that follows the reaction of its joint."""
        joint = reader.mechanism.joints[self.joint]
        (_, e), point = reader.axis_of(joint), reader.place_on_child(joint)
        sides = ((joint.child, 1.0), (joint.parent, -1.0))
        turns = joint.coordinate == "angle"
        across = [(d, np.cross(e, d)) for d in ([*reader.across(e).values()] if not turns else directions_across(e))]
        body = moved_body(joint.parent, joint.child)
        groups = pin(joint.name, body, joint.child, point, across, self.length)
        if not turns and self.radius is not None:
            groups.append(Group([Component(joint.name, body, joint.child, point, moment=e)], 1.0 / self.radius))
        along, about = (0.0, 1.0) if turns else (1.0, 0.0)
        pushes = [Push(side, joint.child, point, sign * along * e, sign * about * e) for side, sign in sides]
        arm = float(self.radius or 0.0) if turns else 1.0
        load = Load(self, self.name, pushes, groups, float(self.preload), joint=joint.name)
        load.mu, load.static = (arm * mu for mu in self._coefficients())
        load.smoothing, load.stribeck = float(self.smoothing or 0.0), float(self.stribeck or 0.0)
        return [load]

    def _coefficients(self) -> tuple[float, float]:
        """While it slides, and at rest."""
        mu = float(self.mu or 0.0)
        static = mu if self.static is None else float(self.static)
        return (exact_fit(mu), exact_fit(static)) if self.fit == "exact" else (mu, static)


@dataclass(kw_only=True)
class Clutch(Force):
    """A dry clutch between two joints, or a brake on one: it sticks, or slides with its capacity.

    Between two joints it acts on the difference of their speeds, on one joint on its speed.  While it is engaged, it
    slides with the torque or force `capacity` against this speed, and sticks where that vanishes, until more than
    `static` would be needed.  Events engage it by `close` and disengage it by `open`.
    """

    joints: tuple[str, ...] = given("names", "the two joints, both turning or both sliding; a brake has one")
    capacity: Any = given("either:torque|force", "torque [N m] or force [N] while it slides")
    static: Any = given(
        "either:torque|force", "largest torque [N m] or force [N] while it sticks; default: capacity", None
    )
    engaged: bool = given("flag", "whether it is engaged at the start; events open and close it", True)

    kind: ClassVar[str] = "clutch"
    primary: ClassVar[tuple[str, ...]] = ("joints",)

    def law(self, reader: Reader) -> None:
        """None: it switches between sticking and sliding."""
        return


@dataclass(kw_only=True)
class Freewheel(Force):
    """A freewheel in a joint: it lets the child turn or slide in one direction only."""

    joint: str = given("joint", "the joint")
    turns: str = given(
        "word:forward|backward", "the direction that is free: that of growing or falling coordinates", "forward"
    )

    kind: ClassVar[str] = "freewheel"
    primary: ClassVar[tuple[str, ...]] = ("joint",)

    def law(self, reader: Reader) -> None:
        """None: it switches between holding and letting go."""
        return


@dataclass(kw_only=True)
class UserForce(Force):
    """A force law written by the user, as formulas or as a Python function.

    In the plane a function `f(t, q, v)` gets x, y, angle and vx, vy, omega of the listed bodies (their frames), one
    body after the other, and returns fx, fy, torque at each body's origin, in world axes.  Formulas give the same
    numbers from `t`, `body.x`, … `body.omega`.

    In space q holds x, y, z, e0, e1, e2, e3 of each body: its origin in the world [m] and the Euler parameters of its
    axes, scalar first, e0 ≥ 0.  v holds vx, vy, vz, wx, wy, wz: the velocity of the origin [m/s] and the angular
    velocity [rad/s], both in world axes.  It returns fx, fy, fz [N] and mx, my, mz [N m] for each body, in world axes
    at its origin.
    """

    bodies: tuple[str, ...] = given("names", "the bodies it acts on, in the order of the arguments of the function")
    formula: Any = given(
        "formulas", "list of formulas: fx, fy, torque for each body; in space fx, fy, fz, mx, my, mz", None
    )
    function: Callable[..., Any] | None = given("anything", "a Python function of (t, q, v)", None)

    kind: ClassVar[str] = "formula"
    noun: ClassVar[str] = "user's force"
    primary: ClassVar[tuple[str, ...]] = ("formula",)

    def law(self, reader: Reader) -> Law:
        """The law that the user wrote."""
        return reader.users_law(self)
