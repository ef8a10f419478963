"""Reading a tree in one state: places, velocities and accelerations, Jacobians, momentum, energies.

Everything is in world axes; motions are (v, ω), the linear part first.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from snodo.errors import NameNotFound, Problem
from snodo.formulations.base import Array
from snodo.formulations.in_space import InSpace
from snodo.formulations.tree import transforms
from snodo.formulations.tree.coordinates import Coordinates
from snodo.mechanism.geometry import Pose


class Reading(InSpace, Coordinates):
    """The kinematics of a tree, and sums over its bodies."""

    @cached_property
    def lanes(self) -> dict[int, Array]:
        """Scratch of batches, by thread."""
        return {}

    # ---------------------------------------------------------------- motion
    def pose(self, q: Any, name: str) -> Pose:
        """Place r [m] and rotation A of a body, `body.com` or frame; of a joint, its place on the child."""
        self._follow(q, self._rest, self._rest)
        link, s, A = self._where(name)
        R = self.flat.axes(link)
        return Pose(self.flat.work("p")[link] + R @ s, R @ A)

    def velocity(self, q: Any, v: Any, name: str) -> Array:
        """(v, ω) [m/s, rad/s] of a body or frame."""
        self._follow(q, v, self._rest)
        link, arm = self._arm(name)
        motion = np.concatenate([self.flat.work("v")[link], self.flat.work("w")[link]])
        return transforms.at_point(motion, arm)

    def acceleration(self, q: Any, v: Any, a: Any, name: str) -> Array:
        """(v̇, ω̇) [m/s², rad/s²] of a body or frame; gravity is not part of it."""
        self._follow(q, v, a)
        return self._acceleration_of(name)

    def acceleration_parts(self, q: Any, v: Any, a: Any) -> tuple[dict[str, Array], dict[str, Array]]:
        """Direct part, linear in a (1.10), and residual part, from velocity alone (1.11), for every body's origin."""
        self._follow(q, self._rest, a)
        direct = {name: self._acceleration_of(name) for name in self.mechanism.bodies}
        self._follow(q, v, self._rest)
        return direct, {name: self._acceleration_of(name) for name in self.mechanism.bodies}

    def jacobian_of(self, q: Any, name: str) -> Array:
        """J (6 × nv) with (v, ω) = J v at the origin of a body or frame."""
        from snodo.formulations.tree import door

        link, local, _ = self._where(name)
        J = np.empty((6, self.nv))
        self.entries.jacobian(self.model, door.coordinates(self, q), link, *map(float, local), J)
        return J

    def jacobian_rate(self, q: Any, v: Any, name: str) -> Array:
        """J̇ v [m/s², rad/s²] at the origin of a body or frame: its acceleration without joint accelerations."""
        return self.acceleration(q, v, self._rest, name)

    # ---------------------------------------------------------------- sums; with a row for each state, of each state
    def center_of_mass(self, q: Any) -> Array:
        """Centre of mass of all bodies [m]."""
        totals = self._totals(q, self._rest)
        return totals[..., 1:4] / totals[..., :1]

    def momentum(self, q: Any, v: Any, about: str = "com") -> Array:
        """Linear and angular momentum [kg m/s, kg m²/s], the latter about the centre of mass or the world's origin."""
        if about not in ("com", "origin"):
            raise NameNotFound(Problem(f"momentum about {about!r}", "use com or origin"))
        totals = self._totals(q, v)
        linear, angular = totals[..., 4:7], totals[..., 7:10]
        if about == "com":
            angular = angular - np.cross(totals[..., 1:4] / totals[..., :1], linear)
        return np.concatenate([linear, angular], axis=-1)

    def kinetic_energy(self, q: Any, v: Any) -> float | Array:
        """½ vᵀ M v [J]."""
        return self._totals(q, v)[..., 10][()]

    def potential_energy(self, q: Any) -> float | Array:
        """Of gravity [J], zero with the centre of mass in the world's origin."""
        return self._totals(q, self._rest)[..., 11][()]

    # ---------------------------------------------------------------- from the scratch of the kernels
    def _follow(self, q: Any, v: Any, a: Any) -> None:
        from snodo.formulations.tree import door

        given = door.coordinates(self, q), door.velocities(self, v), door.velocities(self, a, "a")
        self.entries.follow(self.model, *given)

    def _totals(self, q: Any, v: Any) -> Array:
        from snodo.formulations.tree import batches, door

        if batches.given(q, v):
            return batches.Batch(self, q=q, v=v).run(self.entries.totals_batch, 12, self._totals)
        out = np.empty(12)
        self.entries.totals(self.model, door.coordinates(self, q), door.velocities(self, v), out)
        return out

    def _arm(self, name: str) -> tuple[int, Array]:
        """Link, and the vector from its origin to the named place, in world axes."""
        link, s, _ = self._where(name)
        return link, self.flat.axes(link) @ s

    def _acceleration_of(self, name: str) -> Array:
        link, arm = self._arm(name)
        return transforms.acceleration_at_point(self.flat.work("a")[link], self.flat.work("w")[link], arm)
