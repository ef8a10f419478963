"""A tree in time: its applied forces, its compiled equations as an ODE, and everything in the states of a motion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.compiled import Compiled, Family, direct
from snodo.errors import Problem, RunError
from snodo.formulations.base import Array
from snodo.formulations.connected import STEPS, beside
from snodo.formulations.constrained import must_be_method
from snodo.formulations.in_time import LEAST_PIVOT, UNIT
from snodo.formulations.loads import following
from snodo.formulations.solving import given_forces, rows_of, solved_in_each
from snodo.formulations.tree.dynamics import Dynamics
from snodo.formulations.tree.lanes_model import RUN_IN_LANES
from snodo.formulations.tree.motion import Motion
from snodo.math.kernels.record_layout import column
from snodo.mechanism.geometry import Pose
from snodo.mechanism.mechanism import Mechanism

if TYPE_CHECKING:
    from snodo.formulations.tree.flatten import Flat

OPEN = Compiled(
    "snodo.formulations.tree.kernels",
    Family("the equations of trees", "rate.rate rate.project evaluate.evaluate_states", STEPS),
)


IN_LANES = Compiled(
    "snodo.formulations.tree.kernels",
    Family(
        "trees with constraint rows in lanes",
        "members.evaluate members.factor members.solve members.displace members.rates",
        beside("snodo.formulations.tree.kernels"),
    ),
)


class Running(Dynamics, abstract=True):
    """The tree behind the seam between equations and time."""

    def __init__(self, mechanism: Mechanism, cut: Sequence[str] = ()) -> None:
        super().__init__(mechanism, cut)
        self.layout = self.entries.layout
        self.motion = Motion(self)
        self.least_pivot = LEAST_PIVOT

        if self.nc:
            self.in_lanes = IN_LANES

    def kept_structure(self) -> dict[str, Any]:
        """Where the Euler parameters are."""
        from snodo.formulations.tree.arguments import attitudes

        return {"attitudes": attitudes(self)}

    def obstacles_to_lanes(self) -> Iterator[str]:
        """Laws and measures of kinds for which coordinates are compared with one another."""
        from snodo.formulations.kernels import tables as at
        from snodo.math.kernels.measures import COUNTED, SPIN

        head = self.layout_places
        for law in self.flat.forces:
            if law.kind not in (*RUN_IN_LANES, "measured"):
                yield f"{law.part.title} is of a kind that cannot run in lanes"
        kinds = _whole(column(at.Measure, "kind", self.model, head.measure_at, head.measures))
        if self.flat.header.rare or ((kinds > COUNTED) & (kinds != SPIN)).any():
            yield "a joint or constraint is of a kind that cannot run in lanes"

    def tables(self) -> list[tuple[Any, int, int, tuple[str, ...]]]:
        """Tables of the model: class of the rows, place, count, and the fields that are places of functions of time."""
        from snodo.formulations.kernels import tables as at

        head, own = self.layout_places, self.layout
        shared = [(at.Row, head.row_at, head.rows, ("function",)), (at.Law, head.law_at, head.laws, ("x", "y", "z"))]
        terms = 0
        for row, start, count, _ in shared:
            first, many = (_whole(column(row, word, self.model, start, count)) for word in ("first", "terms"))
            terms = max(terms, int((first + many).max(initial=0)))
        return [
            *shared,
            (own.Link, head.link_at, head.links + 1, ()),
            (at.Measure, head.measure_at, head.measures, ()),
            (at.Term, head.term_at, terms, ()),
            (own.Meeting, head.meeting_at, head.meetings, ()),
        ]

    @property
    def shorter_equations(self) -> Any:
        """Those of an open tree, without rows."""
        return None if self.nc else self.equations_without_rows

    @property
    def equations_without_rows(self) -> Any:
        """The same while all rows are off."""
        follows = bool(following(self.mechanism))
        return None if self.flat.counters or self.number_names or follows else OPEN

    @cached_property
    def stepped(self) -> Flat:
        """The flat model with which steps are taken: as in `lean`, bodies that are fixed to one another share a link.

        Limbs are behind it (`limbs.py`).  It has the same laws, coordinates and works.  Laws that refer to measures or
        were written by the user keep the model with all links, in which results and messages look for what they have
        read; rows do so too.
        """
        from snodo.formulations.tree.lanes_model import RUN_IN_LANES
        from snodo.formulations.tree.law_table import attach
        from snodo.formulations.tree.limbs import with_limbs_in_time

        whole = self.flat
        if self.shorter_equations is None or whole.header.rare or whole.measured:
            return whole
        if any(law.kind not in RUN_IN_LANES for law in whole.forces):
            return whole
        found = replace(self.lean, model=self.lean.model)
        if found.model is not whole.model:
            attach(found, whole.forces, whole.constraints, self.builder, self.reference()[0])
        found.model = with_limbs_in_time(found)
        if found.model is whole.model:
            return whole
        found.header.least_pivot, (found.header.alpha, found.header.beta) = self.least_pivot, self.gains
        return found

    def set_gains(self, alpha: float, beta: float) -> None:
        """Those of both models."""
        super().set_gains(alpha, beta)
        head = self.stepped.header
        head.alpha, head.beta = alpha, beta

    def body_number(self, name: str) -> int:
        """Number of a body's link; the ground is the first."""
        return int(self.flat.bodies[name][0])

    def body_frame(self, name: str) -> Pose:
        """A body's own frame in its link's."""
        return self.flat.bodies[name][1]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it as its mechanism: the compiled side is bound again, so results can be sent to other processes."""
        return (type(self), (self.mechanism,))

    # ---------------------------------------------------------------- forces and accelerations
    def forces(self, q: Any, v: Any, t: float = 0.0) -> Array:
        """Q of M v̇ = Q: applied forces, gravity, Coriolis and centrifugal force."""
        tau = self._apply(q, v, t)
        head, needed = self.flat.header, np.empty(self.nv)
        head.loaded = head.wrenches
        try:
            self.entries.inverse(self.model, *self._checked(q, v), self._rest, needed)
        finally:
            head.loaded = 0
        return tau - needed

    def applied_forces(self, q: Any, v: Any, t: float = 0.0) -> tuple[Array, dict[str, Array]]:
        """Give the forces of springs, dampers and all others that the mechanism describes, without gravity.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s].
        t : float, optional
            Time [s].

        Returns
        -------
        tuple
            Joint forces τ (nv) [N, N m], and wrenches {body: (f, μ)} [N, N m], world axes at its origin.

        Examples
        --------
        >>> tau, wrenches = tree.applied_forces(*tree.reference())
        """
        tau = self._apply(q, v, t)
        external = self.flat.work("external")
        return tau, {name: external[self.flat.bodies[name][0]].copy() for name in self.body_names}

    def solve(
        self,
        q: Any,
        v: Any,
        t: float = 0.0,
        method: Any = "augmented",
        *,
        tau: Any = None,
        external: Mapping[str, Any] | None = None,
    ) -> tuple[Array, Array]:
        """Accelerations v̇ and multipliers λ, as in every formulation; without rows by articulated bodies."""
        if self.nc:
            return super().solve(q, v, t, method, tau=tau, external=external)
        must_be_method(method)
        if np.ndim(q) > 1 or np.ndim(v) > 1:
            found = None if tau is not None or external else self._accelerations(q, v, t)
            if found is not None:
                return found, np.zeros((len(found), 0))
            return solved_in_each(self, q, v, lambda q, v: self.solve(q, v, t, method, tau=tau, external=external))
        if tau is not None or external:
            applied, wrenches = self.applied_forces(q, v, t)
            applied = applied + given_forces(self, q, tau, external)
            return self.forward_dynamics(q, v, applied, wrenches), np.zeros(0)
        y = self.straight_state(q, v)
        if y is None:
            y = self.state(q, v)
        y_dot = np.empty_like(y)
        status = OPEN.rate(float(t), y, y_dot, self.stepped_model)
        if status:
            raise RunError(self.failure(status, t))
        return y_dot[self.nq : self.nq + self.nv], np.zeros(0)

    def _accelerations(self, q: Any, v: Any, t: float) -> Array | None:
        """Of an open tree in many states; None if there is something wrong with one of them."""
        from snodo.formulations.tree.kernels import layout

        rows = rows_of(self, q, v)
        states = np.hstack([*rows, np.zeros((len(rows[0]), len(self.work_names)))])
        if not self.shorter_equations or not (np.abs(states) < layout.LARGEST).all():
            return None
        found: Array = self.evaluate(OPEN.rate, np.full(len(states), float(t)), states)["acceleration"]
        return found if np.isfinite(found).all() else None

    def _apply(self, q: Any, v: Any, t: float) -> Array:
        """Joint forces of the laws; their wrenches are left in the scratch."""
        head, y = self.flat.header, self.state(q, v)
        status = self.entries.apply(float(t), y, self.model)
        if status:
            raise RunError(self.failure(status, t))
        return self.model[head.tau_at : head.tau_at + self.nv].copy()

    def _checked(self, q: Any, v: Any) -> tuple[Array, Array]:
        from snodo.formulations.tree import arguments

        return arguments.coordinates(self, q), arguments.velocities(self, v)

    # ---------------------------------------------------------------- the compiled side
    def state(self, q: Any, v: Any) -> Array:
        """y = (q, v, works, numbers) with the works at zero, and the numbers as described."""
        return np.concatenate([*self._checked(q, v), np.zeros(len(self.work_names)), self.numbers_given])

    def _has_unit_attitudes(self, y: Array) -> bool:
        from snodo.formulations.tree.arguments import attitudes

        at, names = attitudes(self)
        return not names or bool((np.abs((y[at] ** 2).sum(axis=1) - 1.0) < UNIT).all())

    def moved(self, q: Array, step: Array) -> Array:
        """The coordinates after a step in the directions of the velocities, on their manifold."""
        return self.integrate(q, step, 1.0)

    def bracket(self, a: Array, b: Array) -> Array:
        """c with N c = (D_a N) b − (D_b N) a: zero except for spherical and free joints."""
        from snodo.formulations.tree import manifold

        return manifold.bracket(self.flat.places, a, b)

    def moved_by(self, k: int) -> str:
        """The body that velocity k moves."""
        return next(place.branch.body for place in self.flat.places if place.v.start <= k < place.v.stop)

    def stressed_joints(self, q: Array, t: float, multipliers: Array) -> list[str]:
        """Joints of the tree through which self-equilibrated constraint forces (columns of multipliers) pass."""
        count = multipliers.shape[1] + 1
        states = np.tile(self.state(q, np.zeros(self.nv)), (count, 1))
        forces = np.vstack([np.zeros(self.nc), (multipliers / np.abs(multipliers).max(axis=0)).T])
        found = {"acceleration": np.zeros((count, self.nv)), "multiplier": forces}
        stressed = []
        for name in self.joint_places:
            if name in self.mechanism.joints:
                wrench = self.reaction(name, np.full(count, t), states, found)
                if np.abs(wrench[1:] - wrench[0]).max() > 1e-7:
                    stressed.append(name)
        return stressed

    def _evaluate(self, rate: Any, times: Array, states: Array, out: Array) -> int:
        y_dot, sums = np.empty(states.shape[1]), np.empty(12)
        return int(direct(self.entries.evaluate_states)(rate, times, states, self.stepped_model, y_dot, sums, out))

    def energies(self, times: Array, states: Array) -> Array:
        """Kinetic, gravitational and elastic energy in each of the states [J], without solving for accelerations."""
        out, sums = np.empty((times.size, 3)), np.empty(12)
        self.entries.energies(times, states, self.model, sums, out)
        return out

    @property
    def terms(self) -> Any:
        """The verb that writes the terms from index `what` on: terms(what, t, model*, y*, out*) → status."""
        return self.entries.terms

    def body_at_fault(self) -> str:
        """It is not known."""
        return ""

    def unresisted(self) -> Problem | None:
        """Which joint no inertia resisted in the last evaluation, in words."""
        from snodo.formulations.tree import arguments

        for flat in (self.stepped, self.flat):
            resisted = flat.freedoms("d")[:, 0]
            if resisted.any() and not ((resisted > 0) & (resisted < 1e300)).all():  # all zero: not evaluated yet
                return arguments.singular(self, flat).problems[0]
        return None


def _whole(numbers: Array) -> Array:
    """Whole numbers that are kept bitwise."""
    return np.ascontiguousarray(numbers).view(np.int64).ravel()
