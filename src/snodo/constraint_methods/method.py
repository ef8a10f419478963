"""Base class of constraint methods: ways to turn the DAE into an ODE, with their parameters.

bind(F, q, v, t)   bind the method to a formulation: the compiled right-hand side ẏ = f(t, y), the correction
                   after a step or None, accelerations and multipliers in given states (`bound.py`, `dense.py`)
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snodo.constraint_methods.at_once import at_once
from snodo.constraint_methods.bound import Bound
from snodo.constraint_methods.in_time import project, rate
from snodo.errors import Problem, SnodoError, UnsupportedError
from snodo.registry import METHODS, Registered
from snodo.spelling import SpelledArguments

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation


@dataclass(frozen=True)
class ConstraintMethod(SpelledArguments, Registered, registry=METHODS):
    """Base class of the methods; by itself it solves the augmented system.

    A user's method is a subclass with a name, such as one with its own gains::

        @dataclass(frozen=True)
        class Stabilised(sn.ConstraintMethod):
            name = "stabilised"
            rate: float = 10.0

            def start(self, formulation):
                formulation.set_gains(self.rate, self.rate)
    """

    name: ClassVar[str] = ""
    least_norm: ClassVar[bool] = True
    """Whether multipliers of redundant rows are replaced by those of smallest norm."""
    rigid: ClassVar[bool] = True
    """Whether its accelerations are those of rigid constraints and depend on no parameters."""
    elastic: ClassVar[bool] = False
    """Whether constraints yield to their forces like springs."""
    in_lanes: ClassVar[bool] = True
    """Whether members of a batch may run several at a time in SIMD lanes."""
    passes_singular: ClassVar[bool] = False
    """Whether runs with adaptive steps can pass singular positions."""

    @property
    def projects(self) -> bool:
        """Whether q and v are corrected after every step to Φ = 0 and Φ_v v = ν, as little as possible in the mass
        metric."""
        return False

    @property
    def switches_rows(self) -> bool:
        """Whether rows may be switched on and off along a run, as stops, latches and dry friction need."""
        return True

    @property
    def against_drift(self) -> str:
        """What the user can request against drift; empty if joints are closed after every step."""
        return "" if self.projects else "method=projection"

    @property
    def needs_rank(self) -> bool:
        """Whether redundant rows must be known before the run, so that a singular start is refused."""
        return True

    def bind(self, formulation: Formulation, q: np.ndarray, v: np.ndarray, t: float = 0.0) -> Bound:
        """Bind the method to a formulation for a run from the state (q, v) at time t [s]."""
        self.start(formulation)
        return Bound(self, formulation, rate(formulation), self.correct(formulation))

    def start(self, formulation: Formulation) -> None:
        """Set the stabilisation gains in the model; here none."""
        formulation.set_gains(0.0, 0.0)

    def solved(self, x: Any) -> tuple[np.ndarray, np.ndarray]:
        """Accelerations and multipliers of one state, given its terms: here those of the augmented system.

        A method with its own equations, or its own gains, brings its own; otherwise one state is refused.
        """
        own, base = type(self), ConstraintMethod
        if own.solved is base.solved and (own.start is not base.start or own.bind is not base.bind):
            what = f"the method {own.__name__} does not say how to solve a single state"
            remedy = "give it solved(x) → (v̇, λ), x having F, q, v, t, Q, J, gamma, phi, phi_dot; or use augmented"
            raise UnsupportedError(Problem(what, remedy))
        found: tuple[np.ndarray, np.ndarray] = x.solved(x.gamma)
        return found

    def solved_at_once(self, F: Formulation, q: Any, v: Any, t: float) -> tuple[np.ndarray, np.ndarray] | None:
        """The same by the compiled equations; None if they are not those of this method, or not beyond doubt."""
        own, base = type(self), ConstraintMethod
        if own.solved is not base.solved or own.start is not base.start or own.bind is not base.bind:
            return None
        return at_once(F, q, v, t)

    def correct(self, formulation: Formulation) -> Any:
        """The compiled correction after a step, or None."""
        return project(formulation) if self.projects else None

    @property
    def by_user(self) -> bool:
        """Whether the user chose the velocities that stand for all of them."""
        return False

    def degenerate(self, formulation: Formulation, t: float, pivot: float) -> Problem:
        """The message if the other velocities do not follow from those that the user chose, at time t [s]."""
        what = f"at t = {t:.6g} s the chosen velocities do not determine the others (pivot {pivot:.1e})"
        return Problem(what, "choose other ones")

    def remarks(self, formulation: Formulation, integrator: Any, run: Any) -> list[str]:
        """Warnings for the user after a run."""
        return []


def must_be(owner: str, word: str, value: Any, low: float, high: float, what: str) -> None:
    """Refuse a parameter that is not a number between the limits."""
    fine = not isinstance(value, bool) and isinstance(value, Real)
    if not fine or not low <= float(value) <= high or not np.isfinite(float(value)):
        raise SnodoError(Problem(f"{owner}: {word} = {value!r}", f"give {what}"))


def must_say(owner: str, word: str, value: Any) -> None:
    """Refuse a value that is neither True nor False."""
    if not isinstance(value, bool):
        raise SnodoError(Problem(f"{owner}: {word} = {value!r}", "give True or False"))
