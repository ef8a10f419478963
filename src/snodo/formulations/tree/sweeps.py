"""What the three sweeps of forward dynamics compute, link by link, under the names of source texts 000 and 001."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.errors import NameNotFound, Problem, RunError, suggestion
from snodo.formulations.base import Array
from snodo.formulations.tree.dynamics import Wrenches
from snodo.formulations.tree.in_time import Running
from snodo.formulations.tree.loops import OBEY, refuse
from snodo.mechanism.geometry import Pose

AXES = ("link", "world")


def _later() -> Any:
    """A quantity that a sweep sets."""
    return field(default_factory=lambda: np.zeros(0))


@dataclass(repr=False)
class LinkSweep:
    """One link in the sweeps, under the names of the source texts.

    Its frame G_i is that of its joint on the link: motions (v, ω) [m, rad, s] and wrenches (f, μ) [N, N m] are at the
    joint, in the axes of that frame ("link") or of the world.
    """

    name: str
    """The body."""
    joint: str
    parent: str
    """The body before it, or the ground."""
    number: int
    """i, counted from the base."""
    pose: Pose
    """Its frame in the world."""
    place: slice
    """Where its q̇, q̈ and τ are among those of the tree."""
    S: Array
    """ⁱS_{i−1} (6 × 6): a motion of the link before it, at this one (1.2)."""
    T: Array
    """ⁱ⁻¹T_i (6 × 6): a wrench at this link, at the one before it (2.8)."""
    P: Array
    """The joint's matrix (6 × k) at this link: v_rel = P q̇."""
    M: Array
    """Its inertia (6 × 6) about its joint (2.7)."""
    q_d: Array
    """q̇ of its joint (k)."""
    tau: Array
    """τ of its joint (k)."""
    F_ext: Array
    """External wrench on it."""
    P_dot_q_d: Array
    """Ṗ q̇, the rate of the components of P q̇ in the link's axes."""
    v_rel: Array = _later()
    """Velocity against the link before it, P q̇."""
    v: Array = _later()
    """Velocity (1.2)."""
    c: Array = _later()
    """Part of a_rel that comes from velocities, Ṡ v_{i−1} + Ṗ q̇ for an observer at rest."""
    a_r: Array = _later()
    """Residual acceleration (1.11); the base has −g."""
    F: Array = _later()
    """F_i, the velocity-dependent vector of (2.7)."""
    Delta: Array = _later()
    """Δ_i (6 × 6), the inertia of the articulated body (2.12)."""
    delta: Array = _later()
    """δ_i of F_{i−1,i} = Δ_i a_d + δ_i (2.13)."""
    denominator: Array = _later()
    """Pᵀ Δ P (k × k), the denominator of (2.12)–(2.14)."""
    q_dd: Array = _later()
    """q̈ of its joint (k), (2.14)."""
    a_d: Array = _later()
    """Direct acceleration (1.10)."""
    wrench: Array = _later()
    """F_{i−1,i}: what the link before it exerts on it, with the joint's τ (2.11)."""

    @property
    def P_parent(self) -> Array:
        """ⁱ⁻¹P (6 × k), the joint's matrix at the link before it, as in (1.10) and (1.11): P = S ⁱ⁻¹P."""
        return np.linalg.solve(self.S, self.P)

    @property
    def a_rel(self) -> Array:
        """Acceleration against the link before it, c + P q̈: a = S a_{i−1} + a_rel."""
        return self.c + self.P @ self.q_dd

    @property
    def a(self) -> Array:
        """a_d + a_r (1.9): its acceleration minus gravity."""
        return self.a_d + self.a_r

    @property
    def a_free(self) -> Array:
        """−Δ⁻¹ δ (2.15): the direct acceleration if nothing held it; that of a free base."""
        try:
            return -np.linalg.solve(self.Delta, self.delta)
        except np.linalg.LinAlgError:
            what = f"the articulated inertia of {self.name!r} is singular: without its joint nothing would resist"
            raise RunError(Problem(what, "give it mass and moments of inertia")) from None

    def __str__(self) -> str:
        from snodo.formulations.tree.sweeps_text import link_in_words

        return link_in_words(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from snodo.formulations.tree.sweeps_text import link_as_html

        return link_as_html(self)


class Sweeps:
    """The links of a tree, from the base to the tips, with everything the sweeps compute."""

    def __init__(self, mechanism: str, axes: str, links: Sequence[LinkSweep]) -> None:
        self.mechanism = mechanism
        self.axes = axes
        self._links = {link.name: link for link in links}

    @property
    def q_dd(self) -> Array:
        """q̈ of all joints, in the order of the tree's velocities."""
        found = np.zeros(max((link.place.stop for link in self), default=0))
        for link in self:
            found[link.place] = link.q_dd
        return found

    def __getitem__(self, body: str) -> LinkSweep:
        if body not in self._links:
            raise NameNotFound(Problem(f"there is no body {body!r} in the tree", suggestion(body, self._links)))
        return self._links[body]

    def __iter__(self) -> Iterator[LinkSweep]:
        return iter(self._links.values())

    def __len__(self) -> int:
        return len(self._links)

    def children(self, body: str) -> list[LinkSweep]:
        """The links that a body, or the ground, carries."""
        return [link for link in self if link.parent == body]

    def __repr__(self) -> str:
        from snodo.formulations.tree.sweeps_text import in_words

        return in_words(self)

    def _repr_html_(self) -> str:
        from snodo.formulations.tree.sweeps_text import as_html

        return as_html(self)


class Sweeping(Running, abstract=True):
    """The sweeps of a tree."""

    def sweeps(
        self,
        q: Any,
        v: Any,
        tau: Any = None,
        *,
        external: Wrenches | None = None,
        t: float = 0.0,
        axes: str = "link",
        loops: str = OBEY,
    ) -> Sweeps:
        """Compute forward dynamics link by link, with all quantities of tables 1.2 and 2.1 of the source texts.

        Each link has S, T, P, M, F, `v_rel`, `a_rel`, v, `a_d`, `a_r`, Delta, delta, denominator, `q_dd` and wrench, at
        the frame of its joint on it. Gravity enters as the acceleration −g of the base.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s].
        tau : array or mapping, optional
            Joint forces (nv) or {joint or coordinate: force} [N, N m]; by default the mechanism's own forces act, on
            joints and on bodies.
        external : mapping, optional
            {body: (f, μ)}, further wrenches [N, N m] in world axes at the bodies' origins.
        t : float, optional
            Time [s], of the mechanism's own forces.
        axes : {"link", "world"}, optional
            Axes of the components: those of each link's joint frame, as in the texts, or of the world.
        loops : {"obey", "ignore"}, optional
            With "ignore", the constraint rows are ignored.

        Returns
        -------
        Sweeps
            The links, from the base to the tips; `sweeps[body]` is one of them.

        Raises
        ------
        UnsupportedError
            If there are constraint rows.
        RunError
            If no inertia resists a joint.

        Examples
        --------
        >>> q, v = tree.reference()
        >>> tree.sweeps(q, v)["arm"].q_dd.round(3).tolist()
        [-14.715]
        """
        from snodo.formulations.tree import arguments
        from snodo.formulations.tree.three_sweeps import swept

        refuse(self, "sweeps", loops)
        if axes not in AXES:
            raise NameNotFound(Problem(f"there are no axes {axes!r}", "use link or world"))
        q, v = arguments.coordinates(self, q), arguments.velocities(self, v)
        wrenches = arguments.wrenches(self, external or {})
        if tau is None:
            tau, own = self.applied_forces(q, v, t)
            wrenches += arguments.wrenches(self, own)
        tau = arguments.velocities(self, arguments.joint_forces(self, q, tau), "tau")
        return swept(self, q, v, tau, wrenches, axes)
