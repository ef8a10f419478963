"""Forward and inverse dynamics of a tree, its mass matrix, its articulated bodies, and the wrenches between its links.

M(q) v̇ + h(q, v) = τ, with h the bias (Coriolis, centrifugal, gravity).  Wrenches are (f, μ), the linear part first.
Arrays of float64 go straight to the kernels, which check them as they go; anything else, and whatever a kernel refuses,
takes the careful way through the door, which converts it or says what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import empty

from snodo.errors import NameNotFound, Problem
from snodo.formulations.base import Array
from snodo.formulations.tree import batches, transforms
from snodo.formulations.tree.reading import Reading
from snodo.mechanism.mechanism import Mechanism

if TYPE_CHECKING:
    from snodo.formulations.tree.flatten import Place

NOT_ARRAYS = (TypeError, ValueError, AttributeError)
"""What a kernel raises when it is given anything but arrays of float64."""

Wrenches = Mapping[str, Any]
"""{body: (f, μ)}: wrenches [N, N m] in world axes at the bodies' origins."""


class Dynamics(Reading):
    """The dynamics of a tree under given joint forces."""

    def __init__(self, mechanism: Mechanism, cut: Sequence[str] = ()) -> None:
        super().__init__(mechanism, cut)
        self._count = self.nv
        self._square = (self.nv, self.nv)

    def forward_dynamics(self, q: Any, v: Any, tau: Any, external: Wrenches | None = None, threads: int = 1) -> Array:
        """Accelerations v̇ that the joint forces `tau` [N, N m] give, with gravity: articulated bodies.

        external: {body: (f, μ)}, wrenches [N, N m] in world axes at the bodies' origins.
        Arrays with a row for each state give a row for each state, computed in as many threads as asked for.
        """
        if external is None and getattr(q, "ndim", 1) == 1:
            try:
                a = empty(self._count)
                if not self.entries.forward(self.model, q, v, tau, a):
                    return a
            except NOT_ARRAYS:
                pass
        if batches.given(q, v, tau):
            batches.refuse_wrenches(external)
            batch = batches.Batch(self, threads, q=q, v=v, tau=tau)
            return batch.run(self.entries.forward_batch, self.nv, self.forward_dynamics)
        return self._run("forward", q, v, tau, external, "tau")

    def inverse_dynamics(self, q: Any, v: Any, a: Any, external: Wrenches | None = None, threads: int = 1) -> Array:
        """Joint forces [N, N m] that the accelerations `a` need, with gravity: recursive Newton-Euler.

        Arrays with a row for each state give a row for each state, as in `forward_dynamics`.
        """
        if external is None and getattr(q, "ndim", 1) == 1:
            try:
                tau = empty(self._count)
                if not self.entries.inverse(self.model, q, v, a, tau):
                    return tau
            except NOT_ARRAYS:
                pass
        if batches.given(q, v, a):
            batches.refuse_wrenches(external)
            batch = batches.Batch(self, threads, q=q, v=v, a=a)
            return batch.run(self.entries.inverse_batch, self.nv, self.inverse_dynamics)
        return self._run("inverse", q, v, a, external, "a")

    def mass_matrix(self, q: Any, threads: int = 1) -> Array:
        """M(q), nv × nv: composite bodies.  Coordinates (states, nq) give matrices (states, nv, nv)."""
        if getattr(q, "ndim", 1) == 1:
            try:
                M = empty(self._square)
                if not self.entries.mass(self.model, q, M):
                    return M
            except NOT_ARRAYS:
                pass
        if batches.given(q):
            batch = batches.Batch(self, threads, q=q)
            return batch.run(self.entries.mass_batch, self.nv**2, self.mass_matrix).reshape(-1, *self._square)
        from snodo.formulations.tree import door

        M = empty(self._square)
        self.entries.mass(self.model, door.coordinates(self, q), M)
        return M

    def bias(self, q: Any, v: Any, threads: int = 1) -> Array:
        """h(q, v) [N, N m]: the joint forces for no acceleration, against Coriolis, centrifugal force and gravity."""
        return self.inverse_dynamics(q, v, self._rest, threads=threads)

    # ---------------------------------------------------------------- between the links
    def joint_wrenches(
        self, q: Any, v: Any, a: Any, external: Wrenches | None = None, axes: str = "world"
    ) -> dict[str, Array]:
        """The wrench (f, μ) [N, N m] that passes through each joint from parent to child, at the child's joint frame.

        axes: world, or those of the parent or the child.  The joint's own force or torque is part of it.
        """
        if axes not in ("world", "parent", "child"):
            raise NameNotFound(Problem(f"there are no axes {axes!r}", "use world, parent or child"))
        self._run("inverse", q, v, a, external, "a")
        return {name: self._wrench(place, axes) for name, place in self._places.items()}

    def articulated_inertia(self, q: Any) -> dict[str, Array]:
        """Δ (6 × 6) of every body with all that hangs on it, world axes at the body's origin.

        (2.11): the body's joint exerts the wrench Δ (a − g) + δ on it, with δ = `articulated_bias`.
        """
        self._run("articulate", q, self._rest, self._rest, None, "tau")
        return {name: self._inertia_of(name) for name in self.mechanism.bodies}

    def articulated_bias(self, q: Any, v: Any, tau: Any, external: Wrenches | None = None) -> dict[str, Array]:
        """δ (6) of every body with all that hangs on it, world axes at the body's origin; see `articulated_inertia`."""
        self._run("articulate", q, v, tau, external, "tau")
        return {name: self._bias_of(name) for name in self.mechanism.bodies}

    def _wrench(self, place: Place, axes: str) -> Array:
        wrench = self.flat.work("f")[place.links[-1]].copy()
        if place.branch.backward:  # the kernels know the wrench on the joint's parent, at the parent's joint frame
            first = place.links[0]
            r = sum(self.flat.work("r")[link] for link in place.links)
            stands = self.flat.axes(self.flat.parents[first]) @ self.flat.links("offset")[first]
            wrench = -transforms.wrench_from(wrench, r - stands)
        if axes == "world":
            return wrench
        link, placed = self.flat.bodies[getattr(place.branch.joint, axes)]
        return transforms.in_axes(wrench, self.flat.axes(link) @ placed.A)

    def _inertia_of(self, name: str) -> Array:
        link, arm = self._arm(name)
        return transforms.inertia_from(transforms.articulated_matrix(self.flat.work("IA")[link]), -arm)

    def _bias_of(self, name: str) -> Array:
        """At the body's origin: the wrench moved there, less Δ times what turning adds to the origin's acceleration."""
        link, arm = self._arm(name)
        w = self.flat.work("w")[link]
        turning = np.concatenate([np.cross(w, np.cross(w, arm)), np.zeros(3)])
        return transforms.wrench_from(self.flat.work("f")[link], -arm) - self._inertia_of(name) @ turning

    # ---------------------------------------------------------------- the careful way
    def _run(self, entry: str, q: Any, v: Any, x: Any, external: Wrenches | None, word: str) -> Array:
        from snodo.formulations.tree import door

        q, v, x = door.coordinates(self, q), door.velocities(self, v), door.velocities(self, x, word)
        out = empty(self.nv)
        with self._loaded(external):
            if getattr(self.entries, entry)(self.model, q, v, x, out):
                raise door.singular(self)
        return out

    @contextmanager
    def _loaded(self, external: Wrenches | None) -> Iterator[None]:
        """Within it external wrenches act on the bodies."""
        from snodo.formulations.tree import door

        head = self.flat.header
        if external:
            self.flat.work("external")[:] = door.wrenches(self, external)
            head.loaded = 1
        try:
            yield
        finally:
            head.loaded = 0
