"""Reading a tree in one state: places, velocities and accelerations, Jacobians, momentum, energies.

Everything is in world axes; motions are (v, ω), the linear part first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy import empty

from snodo.errors import NameNotFound, Problem, user_line
from snodo.formulations.base import Array
from snodo.formulations.measured_formulation import MeasuredFormulation
from snodo.formulations.poses import Poses
from snodo.formulations.series.body_motion import cross
from snodo.formulations.series.poles import WORDS, is_part
from snodo.formulations.tree import batches
from snodo.formulations.tree.on_manifold import NOT_ARRAYS, OnManifold
from snodo.mechanism.geometry import Pose

if TYPE_CHECKING:
    from snodo.formulations.tree.spots import Spot

PLACE, TWIST = 12, 6
"""Numbers of a place with its axes, and of a velocity or acceleration (`kernels/places.py`)."""
MOST_TABLES = 64
"""Lists of names whose places are kept."""


class Reading(MeasuredFormulation, OnManifold, abstract=True):
    """The kinematics of a tree, and sums over its bodies."""

    locking = frozenset({"pose", "poses", "velocity", "acceleration", "acceleration_parts", "jacobian_of"})

    # ---------------------------------------------------------------- motion; with a row for each state, of each state
    def pose(self, q: Any, name: str) -> Pose:
        """Place r [m] and rotation A of a body, `body.com` or frame; of a joint, its place on the child.

        Coordinates (states, nq) give r (states, 3) and A (states, 3, 3).
        """
        spot = self._spot(name)
        try:
            out = empty(PLACE)
            if q.ndim == 1 and not self.entries.places(self._at_once, q, spot.way, spot.placed, out):
                return Pose(out[:3], out[3:].reshape(3, 3))
        except NOT_ARRAYS:
            pass
        out = self._carefully("places", (spot.way, spot.placed), (PLACE,), lambda q: self.pose(q, name), q=q)
        return Pose(out[..., :3], out[..., 3:].reshape(*out.shape[:-1], 3, 3))

    def poses(self, q: Any, names: Iterable[str] | None = None) -> Poses:
        """Poses of many bodies and frames, by default all, from one sweep over the tree; of many states as `pose`."""
        numbers, links, placed = self._table_of(names)
        try:
            out = empty((len(numbers), PLACE))
            if q.ndim == 1 and not self.entries.all_places(self._at_once, q, links, placed, out.reshape(-1)):
                return Poses(numbers, out[:, :3], out[:, 3:].reshape(-1, 3, 3))
        except NOT_ARRAYS:
            pass
        if batches.given(q):
            batch = batches.Batch(self, q=q)
            found = np.full((len(numbers), batch.count, PLACE), np.nan)
            self.entries.all_places(self._at_once, batch.spread()[0].ravel(), links, placed, found.reshape(-1))
            batch.refuse_bad(lambda q: self.poses(q, names), found.swapaxes(0, 1))
            return Poses(numbers, found[..., :3], found[..., 3:].reshape(*found.shape[:2], 3, 3))
        from snodo.formulations.tree import arguments

        self.entries.all_places(self._at_once, arguments.coordinates(self, q), links, placed, out.reshape(-1))
        return Poses(numbers, out[:, :3], out[:, 3:].reshape(-1, 3, 3))

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
        try:
            twist = empty(TWIST)
            if q.ndim == 1 and not self.entries.twists(self._at_once, q, v, spot.way, spot.placed, twist):
                return twist
        except NOT_ARRAYS:
            pass
        spotted = spot.way, spot.placed
        return self._carefully("twists", spotted, (TWIST,), lambda q, v: self.velocity(q, v, name), q=q, v=v)

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
        try:
            gain = empty(TWIST)
            if q.ndim == 1 and not self.entries.gains(self._at_once, q, v, a, spot.way, spot.placed, gain):
                return gain
        except NOT_ARRAYS:
            pass
        spotted = spot.way, spot.placed
        return self._carefully(
            "gains", spotted, (TWIST,), lambda q, v, a: self.acceleration(q, v, a, name), q=q, v=v, a=a
        )

    def acceleration_parts(self, q: Any, v: Any, a: Any) -> tuple[dict[str, Array], dict[str, Array]]:
        """Direct part, linear in a (1.10), and residual part, from velocity alone (1.11), for every body's origin."""
        bodies = self.mechanism.bodies
        direct = {name: self.acceleration(q, self._rest, a, name) for name in bodies}
        return direct, {name: self.acceleration(q, v, self._rest, name) for name in bodies}

    def jacobian_of(self, q: Any, name: str) -> Array:
        """J (6 × nv) with (v, ω) = J v at the origin of a body or frame; of many states (states, 6, nv)."""
        spot = self._spot(name)
        try:
            J = empty((TWIST, self._nv))
            if q.ndim == 1 and not self.entries.jacobians(self._at_once, q, spot.way, spot.placed, J.reshape(-1)):
                return J
        except NOT_ARRAYS:
            pass
        shape = TWIST, self.nv
        return self._carefully("jacobians", (spot.way, spot.placed), shape, lambda q: self.jacobian_of(q, name), q=q)

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

    # ---------------------------------------------------------------- from the kernels
    def _spot(self, name: str) -> Spot:
        """A named place, looked up once."""
        try:
            spot = self._spots.get(name)
        except TypeError:
            what = f"a body or frame is wanted by its name, not as {type(name).__name__}"
            raise NameNotFound(Problem(what, 'coordinates come first: pose(q, "hand")', user_line())) from None
        if spot is None:
            from snodo.formulations.tree.spots import Spot

            body, s, A = self._on_body(name)
            link, placed = self.lean.bodies[body]
            spot = self._spots[name] = Spot(self.lean.parents, link, placed.to_world(s), placed.A @ A)
        return spot

    @cached_property
    def _spots(self) -> dict[str, Spot]:
        return {}

    def _table_of(self, names: Iterable[str] | None) -> tuple[dict[str, int], Array, Array]:
        """Several named places: their numbers by name, their links, and their places and axes there; kept."""
        key = None if names is None else tuple(names)
        found = self._tables.get(key)
        if found is None:
            named = dict.fromkeys((*self.mechanism.bodies, *self.mechanism.frames) if key is None else key)
            spots = [self._spot(name) for name in named]
            links, placed = np.array([spot.link for spot in spots], float), np.zeros(0)
            placed = np.concatenate([placed, *(spot.placed for spot in spots)])
            found = {name: k for k, name in enumerate(named)}, links, placed
            if len(self._tables) < MOST_TABLES:
                self._tables[key] = found
        return found

    @cached_property
    def _tables(self) -> dict[tuple[str, ...] | None, tuple[dict[str, int], Array, Array]]:
        return {}

    def _follow(self, q: Any, v: Any, a: Any) -> None:
        from snodo.formulations.tree import arguments

        given = arguments.coordinates(self, q), arguments.velocities(self, v), arguments.velocities(self, a, "a")
        self.entries.follow(self.model, *given)

    def _carefully(
        self, entry: str, constants: Sequence[Any], shape: tuple[int, ...], one: Callable[..., Any], **states: Any
    ) -> Array:
        """What an entry gives for one state or each of many, after checks; `one` says what is wrong in a row."""
        run = getattr(self.entries, entry)
        if batches.given(*states.values()):
            batch = batches.Batch(self, **states)
            out = np.full((batch.count, *shape), np.nan)
            if run(self._at_once, *(x.ravel() for x in batch.spread()[: len(states)]), *constants, out.reshape(-1)):
                batch.refuse_bad(one, out)
            return out
        from snodo.formulations.tree import arguments

        given = [
            arguments.coordinates(self, states.pop("q")),
            *(arguments.velocities(self, x, w) for w, x in states.items()),
        ]
        out = np.full(shape, np.nan)
        run(self._at_once, *given, *constants, out.reshape(-1))
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
