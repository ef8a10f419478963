"""Methods with their own equations: dense arrays of M, Q, Φ_v, γ … from the formulation, and their own algebra.

The formulation writes its terms, with a function called by address (`formulation.terms`), into the flat array of the
method (`kernels/dense.py`), and keeps the address of this array in its model.  Each method is compiled once for all
formulations.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snodo.compiled import Compiled, Family
from snodo.constraint_methods.bound import Array, Bound
from snodo.constraint_methods.method import ConstraintMethod, must_be, must_say
from snodo.errors import Problem, RunError, SnodoError
from snodo.formulations.arrays.writer import ModelWriter
from snodo.formulations.loads import refuse_loads

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

SINGULAR = 1e-7
"""Absolute lower limit of pivots: the part of a row that is independent of the others."""
WORN = 1e-2
"""New pivots are chosen when the smallest one has fallen to this fraction of its value at the last choice."""
LAST = 1e-5
"""A run ends when the smallest pivot of the user's choice has fallen to this fraction of its value at the start."""
SMALLEST_START = 1e-6
"""Smallest pivot with which the user's choice is accepted at the start."""


@dataclass(frozen=True)
class DenseMethod(ConstraintMethod, abstract=True):
    """A method with its own compiled equations: the function `rate` of the module `equations`."""

    equations: ClassVar[str]
    """Module of the compiled equations; a method that only varies the parameters of another one inherits it."""
    in_lanes: ClassVar[bool] = False
    partition: ClassVar[bool] = False
    """Whether a choice of columns can become poor even where all rows are independent."""

    @property
    def switches_rows(self) -> bool:
        """Rows of dense equations are always in force."""
        return False

    def bind(self, formulation: Formulation, q: np.ndarray, v: np.ndarray, t: float = 0.0) -> DenseBound:
        """Bind the method to a formulation for a run from the state (q, v) at time t [s]."""
        return DenseBound(self, formulation, q, v, t)

    def parameters(self, formulation: Formulation, q: Array, v: Array, t: float) -> dict[str, Any]:
        """Fields of the header: numbers, and arrays for those that end in `_at`."""
        return {}


@dataclass(frozen=True)
class ProjectedMethod(DenseMethod, abstract=True):
    """A method with exact accelerations and an optional projection onto the constraints after each step.

    projection: after every step correct q and v, as little as possible in the mass metric, to Φ = 0 and Φ_v v = ν
    tolerance: on Φ, relative to the size of the mechanism
    """

    projection: bool = True
    tolerance: float = 1e-12

    def __post_init__(self) -> None:
        """Check the parameters."""
        owner = type(self).__name__
        must_say(owner, "projection", self.projection)
        must_be(owner, "tolerance", self.tolerance, 1e-15, 1e-3, "a number from 1e-15 to 1e-3")

    @property
    def projects(self) -> bool:
        """As chosen by the user."""
        return self.projection

    @property
    def against_drift(self) -> str:
        """The projection, if it is not chosen yet."""
        return "" if self.projection else "projection=True"


EVALUATION = Compiled("snodo.constraint_methods.kernels", Family("the results of constraint methods", "dense.evaluate"))
"""Evaluates the results of all methods."""


@cache
def _kernels(module: str, name: str) -> Compiled:
    """The compiled equations of a method, in a module of the library or of a user."""
    folder, _, leaf = module.rpartition(".")
    return Compiled(folder, Family(f"the method {name}", f"{leaf}.rate"))


class DenseBound(Bound):
    """A formulation with the flat array of a method."""

    directions: int = 0
    """Number of directions of a reduced state (`reduced_state.py`)."""
    worn: float = WORN
    """Fraction of its value at the last choice at which a pivot is too small."""

    def __init__(self, method: DenseMethod, F: Formulation, q: Array, v: Array, t: float) -> None:
        wrong = f"method {method.name} with equations of its own does not solve for it"
        refuse_loads(F.mechanism, wrong, "use method projection, augmented, or baumgarte with one gain for all rows")
        method.start(F)
        super().__init__(method, F, *self._compiled(method, F))
        self.extra_works = getattr(method, "extra_works", ())
        self._terms = F.terms  # kept alive, and called by its address
        self._own = self._numbers(method.parameters(F, q, v, t))
        self.choose(self.state(q, v), t)

    def _compiled(self, method: DenseMethod, F: Formulation) -> tuple[Any, Any]:
        """The right-hand side, and the correction after a step or None."""
        return _kernels(method.equations, method.name).rate, method.correct(F)

    @property
    def model(self) -> Array:
        """The model of the formulation, connected to the array of this method: another method may have run since."""
        self.formulation.connect_method(self._own)
        return self.formulation.model

    def arrays(self) -> dict[str, Array]:
        """The model, and the numbers of the method, with its pivots."""
        return {**super().arrays(), "method": self._own}

    # ---------------------------------------------------------------- the numbers
    def _numbers(self, parameters: dict[str, Any]) -> Array:
        from snodo.constraint_methods.kernels.dense import HEADER, Header
        from snodo.math.kernels.record_layout import PythonTable

        F, store = self.formulation, ModelWriter(HEADER)
        fields: dict[str, Any] = {"nq": F.nq, "nv": F.nv, "nc": F.nc, "works": len(F.work_names), "held": 1}
        fields |= {"terms": self._terms.address, "rank": self.rank}
        fields |= self._places(store)
        fields |= {k: store.numbers(x) if k.endswith("_at") else x for k, x in parameters.items()}
        own = store.done()
        self.head = PythonTable(Header, own, 0)[0]
        for name, value in fields.items():
            setattr(self.head, name, value)
        return own

    @property
    def rank(self) -> int:
        """Number of rows that are not redundant."""
        F = self.formulation
        return int(F.kept_rows.sum()) if F.nc else 0

    def _places(self, store: ModelWriter) -> dict[str, int]:
        from snodo.math.kernels.term_places import places

        F, more = self.formulation, self.directions
        nq, nv, nc, works = F.nq, F.nv, F.nc, len(F.work_names)
        at = places(store.size, nq, nv, nc)
        store.zeros(at.power + works - store.size)
        found = {f"{name}_at": place for name, place in at._asdict().items()}
        found |= {"drivers": len(F.driver_rows), "driver_at": store.ints(F.driver_rows)}
        found |= {"row_order_at": store.ints(np.arange(nc + more)), "column_order_at": store.ints(np.arange(nv))}
        found["scale_at"] = store.floats(F.velocity_scale)
        square = max(nc, nv) if more else nc
        sizes = {"a": nv, "lambda": nc, "factor": nv * nv, "rows": (nc + more) * nv, "triangle": square**2}
        sizes |= {"basis": nv * nv, "product": nv * nv, "kept_basis": nv * nv, "lengths": nc + more, "c": square}
        sizes |= {"particular": nv, "force": nv, "x": nv}
        return found | {f"{name}_at": store.zeros(count) for name, count in sizes.items()}

    def integers(self, name: str, count: int) -> Array:
        """A copy of integers, such as "column_order_at"."""
        first = getattr(self.head, name)
        return self._own.view(np.int64)[first : first + count].copy()

    def vector(self, name: str, count: int) -> Array:
        """A copy of numbers from the scratch, such as "lambda_at"."""
        first = getattr(self.head, name)
        return self._own[first : first + count].copy()

    # ---------------------------------------------------------------- pivots
    def choose(self, y: Array, t: float) -> float:
        """Choose pivots in the state y; returns the smallest one."""
        self.head.choosing, self.head.least, self.head.smallest = 1, 0.0, 1.0
        self.rate(float(t), y, np.empty_like(y), self.model)
        self.head.choosing = 0
        found = float(self.head.smallest) if self._as_chosen() else 0.0
        wears = self.directions or self.method.partition or self.head.rank < self.head.nc
        self.head.least = max(SINGULAR, self.worn * found) if wears else SINGULAR
        if self.method.by_user:
            self.head.least = max(SINGULAR, LAST * found)
            self._refuse_start(found, t)
        return found

    def _as_chosen(self) -> bool:
        """Whether the velocities that the user named are independent: no pivot was left for another column."""
        count, nv = int(self.head.chosen), self.formulation.nv
        if not count:
            return True
        named = self.integers("independent_at", count)
        return set(named) == set(self.integers("column_order_at", nv)[nv - count :])

    def _refuse_start(self, pivot: float, t: float) -> None:
        """Refuse the user's choice of velocities if the others do not follow from them at the start."""
        if pivot < SMALLEST_START:
            raise SnodoError(self.method.degenerate(self.formulation, t, pivot))

    def choose_again(self, status: int, y: Array, t: float) -> bool:
        """Choose new pivots if the current ones have become small; if no order helps, tolerate it for a while.

        Steps that shrink to nothing just before the limit are also a sign of this.
        """
        from snodo.formulations.kernels import statuses

        if status != statuses.WORN and not self.head.smallest < 2.0 * self.head.least:
            return False
        if self.method.by_user:
            return False
        least = float(self.head.least)
        if self.choose(y, t) > 3.0 * least:
            return True
        self.head.least = max(SINGULAR, WORN * least)
        return least > SINGULAR

    def failure(self, status: int, t: float) -> Problem:
        """The message for a status other than zero."""
        from snodo.formulations.kernels import statuses

        F = self.formulation
        if self.method.by_user and status == statuses.WORN:
            return self.method.degenerate(F, t, float(self.head.smallest))
        bad = np.flatnonzero(~np.isfinite(self.vector("a_at", F.nv)))
        body = F.moved_by(int(bad[0])) if bad.size else ""
        return F.failure(status, t, pivot=float(self.head.smallest), body=body)

    # ---------------------------------------------------------------- results
    def recover(self, times: Array, states: Array) -> dict[str, Array]:
        """Accelerations, multipliers, violations, energies and powers, by the method's own equations.

        Without stabilisation, as for all methods.
        """
        F = self.formulation
        sizes = (F.nv, F.nc, F.nc, F.nc, len(F.work_names) + len(self.extra_works))
        out = np.full((times.size, sum(sizes)), np.nan)
        self.head.held = 0
        self._fill(np.ascontiguousarray(times), np.ascontiguousarray(states), out)
        self.head.held = 1
        names = ("acceleration", "multiplier", "violation", "violation_rate", "power")
        found = dict(zip(names, np.split(out, np.cumsum(sizes)[:-1], axis=1)))
        found["multiplier"] += F.known_multipliers(states[:, : F.nq], states[:, F.nq : F.nq + F.nv])
        own = np.ascontiguousarray(states[:, : states.shape[1] - len(self.extra_works)])
        found["energy"] = F.energies(times, own)
        return found

    def _fill(self, times: Array, states: Array, out: Array) -> None:
        """Evaluate sample by sample; new pivots are chosen where needed, and a sample that fails stays NaN."""
        from snodo.formulations.kernels import statuses

        done, y_dot = 0, np.empty(states.shape[1])
        while done < times.size:
            failed = EVALUATION.evaluate(self.rate, times[done:], states[done:], self.model, y_dot, out[done:])
            if not failed:
                return
            done += failed - 1
            worn = self.head.smallest < self.head.least
            if not (worn and self.choose_again(statuses.WORN, states[done], float(times[done]))):
                done += 1


def accelerated(M: Array, Q: Array) -> Array:
    """M⁻¹ Q; raises RunError if M is not positive definite."""
    try:
        factor = np.linalg.cholesky(M)
    except np.linalg.LinAlgError:
        what = "the mass matrix is singular, but this method needs its inverse"
        remedy = "give the bodies mass and inertia, or use a method with rigid constraints, such as augmented"
        raise RunError(Problem(what, remedy)) from None
    found: Array = np.linalg.solve(factor.T, np.linalg.solve(factor, Q))
    return found
