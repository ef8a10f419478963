"""Reading a tree in one state: places, velocities and accelerations, Jacobians, momentum, energies.

Everything is in world axes; motions are (v, ω), the linear part first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, user_line
from snodo.formulations.base import Array
from snodo.formulations.measured_formulation import MeasuredFormulation
from snodo.formulations.series.body_motion import Along, cross
from snodo.formulations.series.poles import WORDS, is_part
from snodo.formulations.tree import batches
from snodo.formulations.tree.coordinates import Coordinates
from snodo.mechanism.geometry import Pose

if TYPE_CHECKING:
    from snodo.formulations.tree.spots import Spot

NOT_ARRAYS = (TypeError, ValueError, AttributeError)
"""What a kernel raises when it is given anything but arrays of float64."""


class Reading(MeasuredFormulation, Coordinates, abstract=True):
    """The kinematics of a tree, and sums over its bodies."""

    @cached_property
    def lanes(self) -> dict[int, Array]:
        """Scratch of batches, by thread."""
        return {}

    # ---------------------------------------------------------------- motion; with a row for each state, of each state
    def pose(self, q: Any, name: str) -> Pose:
        """Place r [m] and rotation A of a body, `body.com` or frame; of a joint, its place on the child.

        Coordinates (states, nq) give r (states, 3) and A (states, 3, 3).
        """
        spot = self._spot(name)
        if not self._followed(spot, q, self._rest, self._rest):
            if batches.given(q):
                along = self._along(spot, lambda q: self.pose(q, name), q=q)
                return Pose(along.r + along.R @ spot.s, along.R @ spot.A)
            self._follow(q, self._rest, self._rest)
        return spot.pose()

    def poses(self, q: Any, names: Iterable[str] | None = None) -> dict[str, Pose]:
        """Poses of many bodies and frames, by default all, from one sweep over the tree; of many states as `pose`."""
        named = list((*self.mechanism.bodies, *self.mechanism.frames) if names is None else names)
        found = {name: self.pose(q, name) for name in named[:1]}
        if np.ndim(q) == 1:  # the sweep has left all places; what is not finite is refused by the slow way
            spots = ((name, self._spot(name)) for name in named[1:])
            return found | {name: spot.pose() if spot.finite else self.pose(q, name) for name, spot in spots}
        return found | {name: self.pose(q, name) for name in named[1:]}

    def velocity(self, q: Any, v: Any, name: str) -> Array:
        """Return the velocity of a body or frame.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s]; one row per state for a batch.
        name : str
            The body or frame.

        Returns
        -------
        array
            (v, ω) (6) or (states, 6) [m/s, rad/s], world axes.

        Raises
        ------
        NameNotFound
            If there is no such body or frame.

        Examples
        --------
        >>> twist = tree.velocity(*tree.reference(), "arm")
        """
        spot = self._spot(name)
        if not self._followed(spot, q, v, self._rest):
            if batches.given(q, v):
                along = self._along(spot, lambda q, v: self.velocity(q, v, name), q=q, v=v)
                return np.concatenate([along.v + cross(along.w, along.R @ spot.s), along.w], axis=-1)
            self._follow(q, v, self._rest)
        return spot.velocity()

    def acceleration(self, q: Any, v: Any, a: Any, name: str) -> Array:
        """Return the acceleration of a body or frame; gravity is not part of it.

        Parameters
        ----------
        q, v, a : array
            Coordinates [m, rad], velocities and accelerations [m, rad, s]; one row per state for a batch.
        name : str
            The body or frame.

        Returns
        -------
        array
            (v̇, ω̇) (6) or (states, 6) [m/s², rad/s²], world axes.

        Raises
        ------
        NameNotFound
            If there is no such body or frame.

        Examples
        --------
        >>> q, v = tree.reference()
        >>> a = tree.acceleration(q, v, np.ones(tree.nv), "arm")
        """
        spot = self._spot(name)
        if not self._followed(spot, q, v, a):
            if batches.given(q, v, a):
                along = self._along(spot, lambda q, v, a: self.acceleration(q, v, a, name), q=q, v=v, a=a)
                arm = along.R @ spot.s
                turning = cross(along.alpha, arm) + cross(along.w, cross(along.w, arm))
                return np.concatenate([along.a + turning, along.alpha], axis=-1)
            self._follow(q, v, a)
        return spot.acceleration()

    def acceleration_parts(self, q: Any, v: Any, a: Any) -> tuple[dict[str, Array], dict[str, Array]]:
        """Direct part, linear in a (1.10), and residual part, from velocity alone (1.11), for every body's origin."""
        if batches.given(q, v, a):
            bodies = self.mechanism.bodies
            direct = {name: self.acceleration(q, self._rest, a, name) for name in bodies}
            return direct, {name: self.acceleration(q, v, self._rest, name) for name in bodies}
        self._follow(q, self._rest, a)
        direct = {name: self._spot(name).acceleration() for name in self.mechanism.bodies}
        self._follow(q, v, self._rest)
        return direct, {name: self._spot(name).acceleration() for name in self.mechanism.bodies}

    def jacobian_of(self, q: Any, name: str) -> Array:
        """J (6 × nv) with (v, ω) = J v at the origin of a body or frame; of many states (states, 6, nv)."""
        spot = self._spot(name)
        try:
            if q.ndim == 1 and q.flags.c_contiguous:
                J = np.empty((6, self.nv))
                if not self.entries.jacobian(self.model, q, spot.link, *spot.place, J) and spot.finite:
                    return J
        except NOT_ARRAYS:
            pass
        if batches.given(q):
            return self._jacobians(spot, batches.Batch(self, q=q), lambda q: self.jacobian_of(q, name))
        from snodo.formulations.tree import arguments

        J = np.empty((6, self.nv))
        self.entries.jacobian(self.model, arguments.coordinates(self, q), spot.link, *spot.place, J)
        return J

    def jacobian_rate(self, q: Any, v: Any, name: str) -> Array:
        """Give J̇ v at the origin of a body or frame: its acceleration without joint accelerations.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s].
        name : str
            The body or frame.

        Returns
        -------
        array
            (6) [m/s², rad/s²], world axes.

        Raises
        ------
        NameNotFound
            If there is no such body or frame.

        Examples
        --------
        >>> drift = tree.jacobian_rate(*tree.reference(), "arm")
        """
        return self.acceleration(q, v, self._rest, name)

    # ---------------------------------------------------------------- sums; with a row for each state, of each state
    def center_of_mass(self, q: Any, bodies: Any = None) -> Array:
        """Return the centre of mass of all bodies, or of some.

        Parameters
        ----------
        q : array
            Coordinates [m, rad]; one row per state for a batch.
        bodies : str or sequence of str, optional
            A body, or several; by default all.

        Returns
        -------
        array
            World coordinates (3) or (states, 3) [m].

        Examples
        --------
        >>> tree.center_of_mass(tree.reference()[0]).tolist()
        [0.5, 0.0, 0.0]
        """
        if bodies is not None:
            return super().center_of_mass(q, bodies)
        totals = self._totals(q, self._rest)
        return totals[..., 1:4] / totals[..., :1]

    def momentum(self, q: Any, v: Any, about: Any = "com", bodies: Any = None) -> Array:
        """Return the linear and angular momentum of all bodies, or of some, about any pole.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s]; one row per state for a batch.
        about : str or array, optional
            The pole: "com" (centre of mass of these bodies), "origin" (of the world), a body, `body.com`, a frame, a
            joint, or coordinates in the world [m].
        bodies : str or sequence of str, optional
            A body, or several; by default all.

        Returns
        -------
        array
            (6) or (states, 6) [kg m/s, kg m²/s].

        Examples
        --------
        >>> momentum = tree.momentum(*tree.reference())
        """
        if bodies is not None or not isinstance(about, str) or about not in WORDS or is_part(self.mechanism, about):
            return super().momentum(q, v, about, bodies)
        totals = self._totals(q, v)
        if totals.ndim == 1:
            return _momentum(totals.tolist(), about)
        linear, angular = totals[..., 4:7], totals[..., 7:10]
        if about == "com":
            angular = angular - cross(totals[..., 1:4] / totals[..., :1], linear)
        return np.concatenate([linear, angular], axis=-1)

    def kinetic_energy(self, q: Any, v: Any) -> float | Array:
        """Return the kinetic energy ½ vᵀ M v.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s]; one row per state for a batch.

        Returns
        -------
        float or array
            The energy [J].

        Examples
        --------
        >>> float(tree.kinetic_energy(*tree.reference()))
        0.0
        """
        return self._totals(q, v)[..., 10][()]

    def potential_energy(self, q: Any) -> float | Array:
        """Return the energy of gravity, zero with the centre of mass in the world's origin.

        Parameters
        ----------
        q : array
            Coordinates [m, rad]; one row per state for a batch.

        Returns
        -------
        float or array
            The energy [J].

        Examples
        --------
        >>> energy = tree.potential_energy(tree.reference()[0])
        """
        return self._totals(q, self._rest)[..., 11][()]

    # ---------------------------------------------------------------- from the scratch of the kernels
    def _spot(self, name: str) -> Spot:
        """A named place, looked up once."""
        try:
            spot = self._spots.get(name)
        except TypeError:
            what = f"a body or frame is wanted by its name, not as {type(name).__name__}"
            raise NameNotFound(Problem(what, 'coordinates come first: pose(q, "hand")', user_line())) from None
        if spot is None or spot.model is not self.model:
            from snodo.formulations.tree.spots import Spot

            link, s, A = self._where(name)
            spot = self._spots[name] = Spot(self.model, self.flat.link_rows()[link], link, s, A)
        return spot

    @cached_property
    def _spots(self) -> dict[str, Spot]:
        return {}

    def _followed(self, spot: Spot, q: Any, v: Any, a: Any) -> bool:
        """Whether arrays of float64 went straight to the kernels, and were good."""
        try:
            straight = q.ndim == 1 and q.flags.c_contiguous  # of others numba searches long for a conversion
            return straight and not self.entries.follow(self.model, q, v, a) and spot.finite
        except NOT_ARRAYS:
            return False

    def _follow(self, q: Any, v: Any, a: Any) -> None:
        from snodo.formulations.tree import arguments

        given = arguments.coordinates(self, q), arguments.velocities(self, v), arguments.velocities(self, a, "a")
        self.entries.follow(self.model, *given)

    def _along(self, spot: Spot, one: Callable[..., Any], **states: Any) -> Along:
        """The motion of a link in each of the states; what is wrong in a row is said by `one`."""
        batch = batches.Batch(self, **states)
        rows = batch.spread()[: len(states)]
        rows += [np.zeros((batch.count, self.nv))] * (3 - len(rows))
        out = np.empty((batch.count, 24))
        self.entries.motions(*rows, self.model, spot.link, out)
        batch.refuse_bad(one, out)
        return Along(out)

    def _jacobians(self, spot: Spot, batch: batches.Batch, one: Callable[..., Any]) -> Array:
        out = np.empty((batch.count, 6, self.nv))
        entry, (x, y, z) = self.entries.jacobian, spot.place
        for q, J in zip(batch.spread()[0], out):
            entry(self.model, q, spot.link, x, y, z, J)
        batch.refuse_bad(one, out)
        return out

    def _totals(self, q: Any, v: Any) -> Array:
        try:
            out = np.empty(12)
            if q.ndim == 1 and not self.entries.totals(self.model, q, v, out) and out[11] == out[11]:
                return out
        except NOT_ARRAYS:
            pass
        if batches.given(q, v):
            return batches.Batch(self, q=q, v=v).run(self.entries.totals_batch, 12, self._totals)
        from snodo.formulations.tree import arguments

        out = np.empty(12)
        self.entries.totals(self.model, arguments.coordinates(self, q), arguments.velocities(self, v), out)
        return out


def _momentum(totals: list[float], about: str) -> Array:
    """Of one state, with Python's own numbers."""
    m, x, y, z, a, b, c, d, e, f = totals[:10]
    if about == "com":
        x, y, z = x / m, y / m, z / m
        d, e, f = d - (y * c - z * b), e - (z * a - x * c), f - (x * b - y * a)
    return np.array((a, b, c, d, e, f))
