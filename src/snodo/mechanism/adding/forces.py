"""Methods that add forces and drivers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from snodo.mechanism import forces
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.drivers import Driver


class AddsForces(Adding):
    """Forces and drivers."""

    def spring(self, name: str, parent: str, child: str, start: Any, end: Any, **more: Any) -> forces.Spring:
        """Spring, damper and actuator between points: `stiffness` [N/m], `damping` [N s/m], `length`, `force` [N]."""
        return self.add(forces.Spring(name=name, parent=parent, child=child, start=start, end=end, **more))

    def torsional_spring(self, name: str, joint: str, **more: Any) -> forces.TorsionalSpring:
        """Spring and damper on a revolute joint: `stiffness` [N m/rad], `damping` [N m s/rad], relaxed `angle`."""
        return self.add(forces.TorsionalSpring(name=name, joint=joint, **more))

    def point_force(self, name: str, body: str, force: Any, at: Any = None, axes: str = "world") -> forces.PointForce:
        """A force [N] at a point of a body; components are numbers or functions of time."""
        return self.add(forces.PointForce(name=name, body=body, force=force, at=at, axes=axes))

    def torque(
        self, name: str, torque: Any, *, body: str = "", joint: str = "", axis: Any = None, axes: str = "world"
    ) -> forces.Torque:
        """A torque [N m] on a body (in space about `axis`, or three components), or in a revolute joint."""
        return self.add(forces.Torque(name=name, torque=torque, body=body, joint=joint, axis=axis, axes=axes))

    def joint_force(self, name: str, force: Any, joint: str) -> forces.JointForce:
        """A force [N] along the axis of a prismatic joint (positive on its child)."""
        return self.add(forces.JointForce(name=name, force=force, joint=joint))

    def friction(self, name: str, joint: str, **more: Any) -> forces.Friction:
        """Friction in a joint: `viscous`, `coulomb` and `smoothing` (see `Friction`)."""
        return self.add(forces.Friction(name=name, joint=joint, **more))

    def force(
        self, name: str, bodies: Any, function: Callable[..., Any] | None = None, formula: Any = None
    ) -> forces.UserForce:
        """The user's own force law: a Python function of (t, q, v) or formulas (see `UserForce`)."""
        return self.add(forces.UserForce(name=name, bodies=bodies, function=function, formula=formula))

    def driver(self, name: str, **more: Any) -> Driver:
        """An imposed motion: `joint=` or `body=`, and `speed=`, `angle=`, `displacement=` or `path=` (see `Driver`)."""
        return self.add(Driver(name=name, **more))
