"""Methods that add constraints, on positions and on velocities."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from snodo.mechanism import constraints
from snodo.mechanism import velocity_constraints as on_velocities
from snodo.mechanism.adding.adding import Adding


class AddsConstraints(Adding):
    """Constraints."""

    def gear(self, name: str, first: str, second: str, teeth: Any, internal: bool = False) -> constraints.Gear:
        """Two wheels in mesh, by their revolute joints (with the carrier as common parent) and numbers of teeth."""
        return self.add(constraints.Gear(name=name, joints=(first, second), teeth=teeth, internal=internal))

    def rack_and_pinion(self, name: str, first: str, second: str, radius: Any) -> constraints.RackAndPinion:
        """A pinion (its revolute joint) on a rack (its prismatic joint, with the same parent); pitch radius [m]."""
        return self.add(constraints.RackAndPinion(name=name, joints=(first, second), radius=radius))

    def coupler(
        self, name: str, factors: Mapping[str, float], value: Any = None, follower: str = ""
    ) -> constraints.Coupler:
        """A linear relation between joint coordinates: Σ factor · coordinate = value (as drawn if left out).

        follower: the joint that gives way if it does not hold as drawn; if left out, all share.
        """
        return self.add(constraints.Coupler(name=name, factors=dict(factors), value=value, follower=follower))

    def constraint(
        self, name: str, bodies: Any, function: Callable[..., Any] | None = None, formula: Any = None
    ) -> constraints.UserConstraint:
        """The user's own Φ(t, q) = 0: a Python function of (t, q), or formulas (see `UserConstraint`)."""
        return self.add(constraints.UserConstraint(name=name, bodies=bodies, function=function, formula=formula))

    def knife_edge(
        self, name: str, parent: str, child: str, axis: Any, at: Any = None, normal: Any = None
    ) -> on_velocities.KnifeEdge:
        """A blade of the child along `axis` that does not slip sideways on a surface of the parent (3-D: `normal`)."""
        edge = on_velocities.KnifeEdge(name=name, parent=parent, child=child, axis=axis, at=at, normal=normal)
        return self.add(edge)

    def rolling(
        self, name: str, parent: str, child: str, radius: Any, normal: Any = None, at: Any = None, **more: Any
    ) -> on_velocities.Rolling:
        """A wheel (3-D: with its `axis`) or ball of a radius [m] rolls on a plane of the parent (see `Rolling`)."""
        rolling = on_velocities.Rolling(
            name=name, parent=parent, child=child, radius=radius, normal=normal, at=at, **more
        )
        return self.add(rolling)

    def speed_coupler(self, name: str, factors: Mapping[str, float], value: Any = 0.0) -> on_velocities.SpeedCoupler:
        """A linear relation between speeds of joints and bodies: Σ factor · speed = value(t) (see `SpeedCoupler`)."""
        return self.add(on_velocities.SpeedCoupler(name=name, factors=dict(factors), value=value))

    def velocity_constraint(
        self, name: str, bodies: Any, function: Callable[..., Any] | None = None, formula: Any = None
    ) -> on_velocities.VelocityConstraint:
        """The user's own A(q) v − b(t) = 0: a function of (t, q, v), or formulas (see `VelocityConstraint`)."""
        written = on_velocities.VelocityConstraint(name=name, bodies=bodies, function=function, formula=formula)
        return self.add(written)
