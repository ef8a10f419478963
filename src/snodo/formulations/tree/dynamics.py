"""Forward and inverse dynamics of a tree, its mass matrix, its articulated bodies, and the wrenches between its links.

M(q) v̇ + h(q, v) = τ, with h the bias (Coriolis, centrifugal, gravity).  Wrenches are (f, μ), the linear part first.
Arrays of float64 go straight to the kernels, which check them; anything else, and whatever a kernel refuses,
goes through `arguments.py`, which converts it or reports what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
from numpy import empty

from snodo.errors import NameNotFound, Problem
from snodo.formulations.base import Array
from snodo.formulations.series.poles import pole_along, three
from snodo.formulations.tree import batches, transforms
from snodo.formulations.tree.kinematics import NOT_ARRAYS, Reading
from snodo.formulations.tree.link_values import LinkValues
from snodo.formulations.tree.loops import IGNORE, OBEY, obeyed, refuse
from snodo.formulations.tree.loops import forward_dynamics as closed_forward_dynamics
from snodo.mechanism.mechanism import Mechanism

Wrenches = Mapping[str, Any]
"""{body: (f, μ)}: wrenches [N, N m] in world axes at the bodies' origins; of batches also (states, 6)."""


class Dynamics(Reading, abstract=True):
    """The dynamics of a tree under given joint forces."""

    locking = frozenset({"mass_matrix"})
    _forward: Callable[..., int]
    _inverse: Callable[..., int]
    _mass: Callable[..., int]

    def __init__(self, mechanism: Mechanism, cut: Sequence[str] = ()) -> None:
        super().__init__(mechanism, cut)
        self._tied = self.nc > 0
        self._square = (self.nv, self.nv)
        for name in ("forward", "inverse", "mass"):
            setattr(self, f"_{name}", partial(self._first, name))

    def _first(self, name: str, *arguments: Any) -> int:
        """Call an entry for the first time; it is an attribute from then on, which saves a small robot 3 %."""
        entry = getattr(self.entries, name)
        setattr(self, f"_{name}", entry)
        return int(entry(*arguments))

    def forward_dynamics(
        self,
        q: Any,
        v: Any,
        tau: Any,
        external: Wrenches | None = None,
        threads: int = 1,
        loops: str = OBEY,
        t: float = 0.0,
    ) -> Array:
        """Compute the accelerations from joint forces, with gravity: articulated bodies.

        Arrays with one row per state (wrenches too) give one row per state. Springs, dampers and other forces of
        the mechanism do not act here: use `solve` for them.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s].
        tau : array or mapping
            Joint forces (nv), or {joint or coordinate: force} in one state [N, N m].
        external : mapping, optional
            {body: (f, μ)}, wrenches [N, N m] in world axes at the bodies' origins.
        threads : int, optional
            Number of threads for many states.
        loops : {"obey", "ignore"}, optional
            Whether to obey the rows of cut joints, couplers (mimics), constraints and drivers, or to ignore them for
            the open tree.
        t : float, optional
            Time [s], of drivers.

        Returns
        -------
        array
            v̇ (nv) or (states, nv) [m/s², rad/s²].

        Examples
        --------
        >>> q, v = tree.reference()
        >>> a = tree.forward_dynamics(q, v, np.zeros(tree.nv))
        """
        if (self._tied or loops is not OBEY) and obeyed(self, loops):
            return closed_forward_dynamics(self, q, v, self._by_name(q, tau), external, t)
        try:
            if external is None:
                a = empty(self._nv)
                if not self._forward(self._at_once, q, v, tau, a):
                    return a
        except NOT_ARRAYS:
            pass
        tau = self._by_name(q, tau)
        if batches.given(q, v, tau, external):
            batch = batches.Batch(self, threads, external, q=q, v=v, tau=tau)
            one = partial(self.forward_dynamics, loops=loops)
            return batch.run(self.entries.forward_batch, self.nv, one)
        return self._run("forward", q, v, tau, external, "tau")

    def inverse_dynamics(
        self,
        q: Any,
        v: Any,
        a: Any,
        external: Wrenches | None = None,
        threads: int = 1,
        loops: str = OBEY,
    ) -> Array:
        """Compute the joint forces for given accelerations, with gravity: recursive Newton-Euler.

        Arrays with one row per state give one row per state, as in `forward_dynamics`.

        Parameters
        ----------
        q, v, a : array
            Coordinates [m, rad], velocities [m/s, rad/s] and accelerations [m/s², rad/s²].
        external : mapping, optional
            {body: (f, μ)}, wrenches [N, N m] in world axes at the bodies' origins.
        threads : int, optional
            Number of threads for many states.
        loops : {"obey", "ignore"}, optional
            With "ignore", the constraint rows are ignored: the result is that of the open tree.

        Returns
        -------
        array
            τ (nv) or (states, nv) [N, N m].

        Raises
        ------
        UnsupportedError
            If there are constraint rows, because the forces are not unique: `sn.inverse_dynamics` computes those of
            chosen actuators.

        Examples
        --------
        >>> q, v = tree.reference()
        >>> tree.inverse_dynamics(q, v, np.zeros(tree.nv)).round(3).tolist()
        [4.905]
        """
        if self._tied or loops is not OBEY:
            refuse(self, "inverse_dynamics", loops)
        try:
            if external is None:
                tau = empty(self._nv)
                if not self._inverse(self._at_once, q, v, a, tau):
                    return tau
        except NOT_ARRAYS:
            pass
        if batches.given(q, v, a, external):
            batch = batches.Batch(self, threads, external, q=q, v=v, a=a)
            one = partial(self.inverse_dynamics, loops=loops)
            return batch.run(self.entries.inverse_batch, self.nv, one)
        return self._run("inverse", q, v, a, external, "a")

    def mass_matrix(self, q: Any, threads: int = 1) -> Array:
        """Return the mass matrix M(q): composite bodies.

        Parameters
        ----------
        q : array
            Coordinates [m, rad]; one row per state for a batch.
        threads : int, optional
            Number of threads for many states.

        Returns
        -------
        array
            M (nv × nv) or (states, nv, nv) [kg, kg m, kg m²].

        Examples
        --------
        >>> M = tree.mass_matrix(tree.reference()[0])
        """
        try:
            M = empty(self._square)
            if not self._mass(self._at_once, q, M):
                return M
        except NOT_ARRAYS:
            pass
        if batches.given(q):
            batch = batches.Batch(self, threads, q=q)
            return batch.run(self.entries.mass_batch, self.nv**2, self.mass_matrix).reshape(-1, *self._square)
        from snodo.formulations.tree import arguments

        M, given = empty(self._square), arguments.coordinates(self, q)
        with self.lock:
            self.entries.mass(self.model, given, M)
        return M

    def bias(self, q: Any, v: Any, threads: int = 1) -> Array:
        """Return h of M v̇ + h + Φ_vᵀ λ = τ: Coriolis, centrifugal force and gravity, in the open tree.

        Without rows, these are the joint forces for zero acceleration.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s]; one row per state for a batch.
        threads : int, optional
            Number of threads for many states.

        Returns
        -------
        array
            h (nv) or (states, nv) [N, N m].

        Examples
        --------
        >>> tree.bias(*tree.reference()).round(3).tolist()
        [4.905]
        """
        return self.inverse_dynamics(q, v, self._rest, threads=threads, loops=IGNORE)

    # ---------------------------------------------------------------- between the links
    def joint_wrenches(
        self,
        q: Any,
        v: Any,
        a: Any,
        external: Wrenches | None = None,
        axes: str = "world",
        threads: int = 1,
        *,
        loops: str = OBEY,
        at: Any = None,
    ) -> dict[str, Array]:
        """Return the wrench that passes through each joint from parent to child, at the child's joint frame.

        It includes the joint's own force or torque. Arrays with one row per state give one row per state, as
        in `forward_dynamics`.

        Parameters
        ----------
        q, v, a : array
            Coordinates [m, rad], velocities [m/s, rad/s] and accelerations [m/s², rad/s²].
        external : mapping, optional
            {body: (f, μ)}, wrenches [N, N m] in world axes at the bodies' origins.
        axes : {"world", "parent", "child"}, optional
            Axes of the components.
        threads : int, optional
            Number of threads for many states.
        loops : {"obey", "ignore"}, optional
            With "ignore", the constraint rows are ignored.
        at : str or array, optional
            Instead, the place about which all moments are taken: "com", "origin", a body, `body.com`, a frame, a joint,
            or coordinates in the world [m].

        Returns
        -------
        dict of arrays
            (f, μ) by joint [N, N m].

        Raises
        ------
        UnsupportedError
            If there are constraint rows, whose forces also act in the joints.

        Examples
        --------
        >>> q, v = tree.reference()
        >>> wrenches = tree.joint_wrenches(q, v, np.zeros(tree.nv))
        """
        refuse(self, "joint_wrenches", loops)
        if axes not in ("world", "parent", "child"):
            raise NameNotFound(Problem(f"there are no axes {axes!r}", "use world, parent or child"))

        def read(values: LinkValues) -> dict[str, Array]:
            first = axes if at is None else "world"
            return {name: values.wrench(place, first) for name, place in self.joint_places.items()}

        found = self._between("inverse", (q, v, a), external, "a", threads, read)
        return found if at is None else {name: self._carried(name, found[name], q, at, axes) for name in found}

    def _carried(self, joint: str, wrench: Array, q: Any, at: Any, axes: str) -> Array:
        """The wrench of a joint in world axes about another place, in the axes that are asked for."""
        q = np.asarray(q, float)
        arm = three(self.motion.position(joint, q)) - pole_along(self, at, q, word="at")
        wrench = transforms.wrench_from(wrench, arm)
        if axes == "world":
            return wrench
        body = getattr(self.joint_places[joint].branch.joint, axes)
        return transforms.in_axes(wrench, self.motion.rotation(body, q))

    def articulated_inertia(self, q: Any, threads: int = 1, *, loops: str = OBEY) -> dict[str, Array]:
        """Return the articulated inertia of every body with its subtree, world axes at the body's origin.

        By (2.11) the body's joint exerts the wrench Δ (a − g) + δ on it, with δ = `articulated_bias`.

        Parameters
        ----------
        q : array
            Coordinates [m, rad]; one row per state for a batch.
        threads : int, optional
            Number of threads for many states.
        loops : {"obey", "ignore"}, optional
            With "ignore", the constraint rows are ignored.

        Returns
        -------
        dict of arrays
            Δ (6 × 6) or (states, 6, 6) by body [kg, kg m, kg m²].

        Raises
        ------
        UnsupportedError
            If there are constraint rows.

        Examples
        --------
        >>> inertia = tree.articulated_inertia(tree.reference()[0])
        """
        refuse(self, "articulated_inertia", loops)

        def read(values: LinkValues) -> dict[str, Array]:
            return {name: values.inertia(name) for name in self.mechanism.bodies}

        return self._between("articulate", (q, self._rest, self._rest), None, "tau", threads, read)

    def articulated_bias(
        self, q: Any, v: Any, tau: Any, external: Wrenches | None = None, threads: int = 1, *, loops: str = OBEY
    ) -> dict[str, Array]:
        """Return the bias δ of every body with its subtree; see `articulated_inertia`.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s]; one row per state for a batch.
        tau : array
            Joint forces (nv) [N, N m].
        external : mapping, optional
            {body: (f, μ)}, wrenches [N, N m] in world axes at the bodies' origins.
        threads : int, optional
            Number of threads for many states.
        loops : {"obey", "ignore"}, optional
            With "ignore", the constraint rows are ignored.

        Returns
        -------
        dict of arrays
            δ (6) or (states, 6) by body [N, N m], world axes at the body's origin.

        Raises
        ------
        UnsupportedError
            If there are constraint rows.

        Examples
        --------
        >>> bias = tree.articulated_bias(*tree.reference(), np.zeros(tree.nv))
        """
        refuse(self, "articulated_bias", loops)

        def read(values: LinkValues) -> dict[str, Array]:
            return {name: values.bias(name) for name in self.mechanism.bodies}

        return self._between("articulate", (q, v, tau), external, "tau", threads, read)

    def _between(
        self,
        entry: str,
        state: tuple[Any, Any, Any],
        external: Wrenches | None,
        word: str,
        threads: int,
        read: Callable[[LinkValues], dict[str, Array]],
    ) -> dict[str, Array]:
        """What `read` finds in the work of the links that an entry leaves, of one state or of each."""

        def one(q: Any, v: Any, x: Any, external: Wrenches | None) -> Array:
            self._run(entry, q, v, x, external, word)
            return self.flat.link_rows()

        if not batches.given(*state, external):
            return read(LinkValues(self, one(*state, external)))
        q, v, x = state
        batch = batches.Batch(self, threads, external, q=q, v=v, **{word: x})
        works = batch.works(getattr(self.entries, f"{entry}_between"), one)
        parts = [read(LinkValues(self, rows)) for rows in works]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    # ---------------------------------------------------------------- the careful way
    def _by_name(self, q: Any, tau: Any) -> Any:
        """Joint forces as an array, also if they are given by name."""
        if not isinstance(tau, Mapping):
            return tau
        from snodo.formulations.tree import arguments

        return arguments.joint_forces(self, q, tau)

    def _run(self, entry: str, q: Any, v: Any, x: Any, external: Wrenches | None, word: str) -> Array:
        from snodo.formulations.tree import arguments

        q, v, x = arguments.coordinates(self, q), arguments.velocities(self, v), arguments.velocities(self, x, word)
        out = empty(self.nv)
        with self.lock, self._loaded(external):
            if getattr(self.entries, entry)(self.model, q, v, x, out):
                raise arguments.singular(self)
        return out

    @contextmanager
    def _loaded(self, external: Wrenches | None) -> Iterator[None]:
        """Within it external wrenches act on the bodies."""
        from snodo.formulations.tree import arguments

        head = self.flat.header
        if external:
            self.flat.work("external")[:] = arguments.wrenches(self, external)
            head.loaded = 1
        try:
            yield
        finally:
            head.loaded = 0
            if external:  # `applied_forces` reads what acts from the same place
                self.flat.work("external")[:] = 0.0
