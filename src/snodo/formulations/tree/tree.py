"""Relative coordinates along a tree: Newton-Euler by recursion, articulated bodies (source texts 000 and 001).

The coordinates are those of the joints, so that an open tree has no constraint rows: M(q) v̇ = τ − h(q, v), with h the
bias (Coriolis, centrifugal, gravity).  Kernels work on one flat array `model`, in world axes at every joint's origin.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from snodo.errors import NameNotFound, Problem, UnsupportedError, suggestion
from snodo.formulations.base import Array, Formulation
from snodo.formulations.tree.reading import Reading
from snodo.mechanism.mechanism import Mechanism


class Tree(Reading, Formulation):
    """A mechanism without loops in the coordinates of its joints.

    >>> tree = Tree(mechanism)
    >>> q, v = tree.reference()
    >>> tree.forward_dynamics(q, v, tau=np.zeros(tree.nv))

    Wrenches and motions have their linear part first.  A tree holds its own scratch: use one in each thread.
    """

    name = "tree"

    def __init__(self, mechanism: Mechanism) -> None:
        from snodo.formulations.tree.compiled import entries
        from snodo.formulations.tree.flatten import Flattener
        from snodo.formulations.tree.joint_frames import Framer
        from snodo.formulations.tree.spanning import spanning_tree

        self.mechanism = mechanism.copy()  # what is added to it later does not change this formulation
        self.geometry = self.mechanism.check()
        self.size = self.geometry.size()
        self.gravity = np.array([*self.mechanism.gravity, 0.0][:3])
        framer = Framer(self.mechanism, self.geometry)
        self.flat = Flattener(framer, self.gravity, self.size).flatten(spanning_tree(self.mechanism))
        self.model = self.flat.model
        self.entries = entries
        self._name_everything()

    def _name_everything(self) -> None:
        named = [(place.branch.joint.name, place.frames) for place in self.flat.places]
        self.coordinate_names = [f"{name}.{word}" for name, frames in named for word in frames.coordinates]
        self.velocity_names = [f"{name}.{word}" for name, frames in named for word in frames.velocities]
        self.coordinate_units = [unit for _, frames in named for unit in frames.units]
        self.row_names: list[str] = []
        self._places = {place.branch.joint.name: place for place in self.flat.places}
        self._rest = np.zeros(self.nv)
        self._shape = (self.nv, self.nv)

    # ---------------------------------------------------------------- coordinates
    def reference(self) -> tuple[Array, Array]:
        """(q, v) as drawn, at rest."""
        return np.array([x for place in self.flat.places for x in place.frames.reference]), np.zeros(self.nv)

    def neutral(self) -> Array:
        """q with all coordinates zero and no rotation."""
        unit = {"spherical": (1.0, 0.0, 0.0, 0.0), "free": (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)}
        parts = (unit.get(place.frames.kind, (0.0,) * len(place.frames.coordinates)) for place in self.flat.places)
        return np.array([x for part in parts for x in part])

    def random(self, generator: np.random.Generator) -> tuple[Array, Array]:
        """A random state (q, v), for tests: standard normal about the neutral one."""
        q = self.integrate(self.neutral(), generator.standard_normal(self.nv), 1.0)
        return q, generator.standard_normal(self.nv)

    def position_slice(self, joint: str) -> slice:
        """Where a joint's coordinates stand in q."""
        return self._place_of(joint).q

    def velocity_slice(self, joint: str) -> slice:
        """Where a joint's velocities stand in v, its forces in tau."""
        return self._place_of(joint).v

    def _place_of(self, joint: str) -> Any:
        if joint not in self._places:
            raise NameNotFound(Problem(f"there is no joint {joint!r} in the tree", suggestion(joint, self._places)))
        return self._places[joint]

    def integrate(self, q: Any, v: Any, dt: float) -> Array:
        """The coordinates after the time dt [s] at constant velocities, on their manifold."""
        from snodo.formulations.tree import door, manifold

        return manifold.integrate(self.flat.places, door.coordinates(self, q), door.velocities(self, v), float(dt))

    def difference(self, q0: Any, q1: Any) -> Array:
        """The constant velocities that lead from q0 to q1 in one second."""
        from snodo.formulations.tree import door, manifold

        start, end = door.coordinates(self, q0), door.coordinates(self, q1)
        return manifold.difference(self.flat.places, self.nv, start, end)

    def coordinate_rates(self, q: Any, v: Any) -> Array:
        """q̇ = N(q) v."""
        from snodo.formulations.tree import door, manifold

        return manifold.rates(self.flat.places, door.coordinates(self, q), door.velocities(self, v))

    # ---------------------------------------------------------------- dynamics
    def forward_dynamics(self, q: Any, v: Any, tau: Any, external: Mapping[str, Any] | None = None) -> Array:
        """Accelerations v̇ that the joint forces `tau` [N, N m] give, with gravity: articulated bodies.

        external: {body: (f, μ)}, wrenches [N, N m] in world axes at the bodies' origins.
        """
        if external is None:
            try:
                a = np.empty(self._shape[0])
                if not self.entries.forward(self.model, q, v, tau, a):
                    return a
            except TypeError:  # not arrays of float64: convert them, or say what is wrong
                pass
        return self._run("forward", q, v, tau, external, "tau")

    def inverse_dynamics(self, q: Any, v: Any, a: Any, external: Mapping[str, Any] | None = None) -> Array:
        """Joint forces [N, N m] that the accelerations `a` need, with gravity: recursive Newton-Euler."""
        if external is None:
            try:
                tau = np.empty(self._shape[0])
                if not self.entries.inverse(self.model, q, v, a, tau):
                    return tau
            except TypeError:
                pass
        return self._run("inverse", q, v, a, external, "a")

    def bias(self, q: Any, v: Any) -> Array:
        """Joint forces [N, N m] for no acceleration: Coriolis, centrifugal and gravity."""
        return self.inverse_dynamics(q, v, self._rest)

    def mass_matrix(self, q: Any) -> Array:
        """M(q), nv × nv: composite bodies."""
        M = np.empty(self._shape)
        try:
            if not self.entries.mass(self.model, q, M):
                return M
        except TypeError:
            pass
        from snodo.formulations.tree import door

        self.entries.mass(self.model, door.coordinates(self, q), M)
        return M

    def _run(self, entry: str, q: Any, v: Any, x: Any, external: Mapping[str, Any] | None, word: str) -> Array:
        """With all checks, which the kernels leave to us where they refuse what is given."""
        from snodo.formulations.tree import door

        q, v, x = door.coordinates(self, q), door.velocities(self, v), door.velocities(self, x, word)
        out = np.empty(self.nv)
        with self._loaded(external):
            if getattr(self.entries, entry)(self.model, q, v, x, out):
                raise door.singular(self)
        return out

    @contextmanager
    def _loaded(self, external: Mapping[str, Any] | None) -> Iterator[None]:
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

    # ---------------------------------------------------------------- the contract of a formulation
    def forces(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """Q = −h(q, v) of M v̇ = Q: gravity, Coriolis and centrifugal."""
        self._refuse_forces()
        return -self.bias(q, v)

    def solve(self, q: Any, v: Any, t: float = 0.0, method: Any = "augmented") -> tuple[Array, Array]:
        """Accelerations v̇, and no multipliers: an open tree has no constraint rows."""
        self._refuse_forces()
        return self.forward_dynamics(q, v, self._rest), np.zeros(0)

    def _refuse_forces(self) -> None:
        applied = self.mechanism.forces.values()
        if applied:
            remedy = "use formulation planar in 2-D, or forward_dynamics with tau and external wrenches"
            raise UnsupportedError(
                [Problem(f"{part.title}: forces are not built yet in the tree", remedy, part.where) for part in applied]
            )

    def constraints(self, q: Any, t: float = 0.0) -> Array:
        """Φ, empty: an open tree has no constraint rows."""
        return np.zeros(0)

    def jacobian(self, q: Any, t: float = 0.0) -> Array:
        """Φ_v, with no rows."""
        return np.zeros((0, self.nv))

    def nu(self, q: Any, t: float = 0.0) -> Array:
        """ν, empty."""
        return np.zeros(0)

    def gamma(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """γ, empty."""
        return np.zeros(0)
