"""Force laws with numbers: where a force acts, and how it depends on time, position and speed.

coordinate    f = −k (x − x₀) − c ẋ − T tanh(ẋ/ε) + F(t)     on the coordinate x of a joint
spring        the same along the line between two points, whose distance is x
point         F(t) at a point of a body, in world axes or in body axes
torque        T(t) about an axis of a body;   moment: its three components
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.measures import Combination
from snodo.mechanism.part import GROUND, Part

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

ZERO = Constant(0.0)


def _origin() -> np.ndarray:
    return np.zeros(3)


@dataclass
class Law:
    """The law of one part; `dissipates` if part of the force has no potential."""

    part: Part
    kind: str
    """spring, coordinate, point, torque (one axis), moment (three components); and, made by formulations: measured (a
    coordinate that is a combination of measures), torsion, formula, called."""
    dissipates: bool
    parent: str = GROUND
    child: str = GROUND
    start: np.ndarray = field(default_factory=_origin)
    """Points on parent and child, in their axes; for a torsion, the directions e and f."""
    end: np.ndarray = field(default_factory=_origin)
    joint: str = ""
    """Joint of a coordinate,"""
    coordinate: str = ""
    """and its name, such as `angle`."""
    stiffness: float = 0.0
    damping: float = 0.0
    free: float = 0.0
    """The length or coordinate at which the spring is relaxed [m or rad]."""
    coulomb: float = 0.0
    smoothing: float = 1.0
    dry: bool = False
    """Whether friction sticks in runs, which switch its direction; elsewhere it is smooth."""
    functions: tuple[Function, ...] = (ZERO,)
    """Functions of time, or of measures: the force along a coordinate or spring, or its components."""
    measures: dict[str, Any] = field(default_factory=dict)
    """What the functions depend on besides time, by name (`formulations/parts/named_measures.py`)."""
    axis: np.ndarray = field(default_factory=_origin)
    """Axis of a torque, in the axes of the world, or of the body if `body_axes`."""
    body_axes: bool = False
    bodies: tuple[str, ...] = ()
    written: Any = None
    quantity: Combination | None = None
    """The coordinate it acts on, if its joint closes a loop, or the row of an elastic joint."""
    row: str = ""
    """Name of the row of an elastic joint that it replaces."""
    active: bool = False
    """Whether its stiffness is that of an actuator: all its power counts, and it has no potential."""
    held: int = 0
    """Number of rotations that a torsion resists (`formulations/kernels/torsion.py`),"""
    turned: np.ndarray = field(default_factory=lambda: np.eye(3))
    """and the rotation from the parent's axes to the child's without strain."""

    @property
    def work(self) -> str:
        """Name of its work."""
        return self.row or self.part.name

    def acts_on(self, mechanism: Mechanism) -> tuple[str, ...]:
        """The bodies it acts on, the child first; the ground too."""
        if self.bodies:
            return self.bodies
        if self.joint:
            joint = mechanism.joints[self.joint]
            return joint.child, joint.parent
        return (self.child, self.parent) if self.kind == "spring" or self.parent != GROUND else (self.child,)
