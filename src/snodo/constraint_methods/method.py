"""What a constraint method is: a choice of how the DAE becomes an ODE, with its parameters.

bind(F, q, v, t)   the method on a formulation, ready to run: the compiled right side ẏ = f(t, y), the correction
                   after a step or None, accelerations and multipliers in given states (`bound.py`, `dense.py`)
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from snodo.constraint_methods.bound import Bound
from snodo.constraint_methods.in_time import project, rate
from snodo.errors import Problem, SnodoError
from snodo.registry import METHODS, Registered

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation


@dataclass(frozen=True)
class ConstraintMethod(Registered, registry=METHODS):
    """What the methods have in common; by itself it solves the augmented system.

    A method of one's own is a subclass with a word, such as one with gains of its own:

        @dataclass(frozen=True)
        class Stabilised(sn.ConstraintMethod):
            name = "stabilised"
            rate: float = 10.0

            def start(self, formulation):
                formulation.set_gains(self.rate, self.rate)
    """

    name: ClassVar[str] = ""
    least_norm: ClassVar[bool] = True
    """Whether multipliers of redundant rows are replaced by those of least norm."""
    rigid: ClassVar[bool] = True
    """Whether its accelerations are those of rigid constraints, without parameters of its own."""
    elastic: ClassVar[bool] = False
    """Whether constraints give way under their forces, as springs do."""
    in_lanes: ClassVar[bool] = True
    """Whether open trees may run eight at a time."""
    passes_singular: ClassVar[bool] = False
    """Whether adaptive steps are led through singular positions."""

    @property
    def projects(self) -> bool:
        """Whether q and v are corrected after every step, least in the mass metric, to Φ = 0 and Φ_v v = ν."""
        return False

    @property
    def against_drift(self) -> str:
        """What the user may ask for against drifting joints; nothing where they are closed after every step."""
        return "" if self.projects else "method=projection"

    @property
    def needs_rank(self) -> bool:
        """Whether redundant rows must be known before the run, and a singular start is refused."""
        return True

    def bind(self, formulation: Formulation, q: np.ndarray, v: np.ndarray, t: float = 0.0) -> Bound:
        """The method on a formulation, for a run from the state (q, v) at time t [s]."""
        self.start(formulation)
        return Bound(self, formulation, rate(formulation), self.correct(formulation))

    def start(self, formulation: Formulation) -> None:
        """Set the stabilisation gains in the model: none."""
        formulation.set_gains(0.0, 0.0)

    def correct(self, formulation: Formulation) -> Any:
        """The compiled correction after a step, or None."""
        return project(formulation) if self.projects else None

    def remarks(self, formulation: Formulation, integrator: Any, run: Any) -> list[str]:
        """What the user should know after a run."""
        return []


def must_be(owner: str, word: str, value: Any, low: float, high: float, what: str) -> None:
    """Refuse a parameter that is not a number between the limits."""
    fine = not isinstance(value, bool) and isinstance(value, Real)
    if not fine or not low <= float(value) <= high or not np.isfinite(float(value)):
        raise SnodoError(Problem(f"{owner}: {word} = {value!r}", f"give {what}"))


def must_say(owner: str, word: str, value: Any) -> None:
    """Refuse what is neither True nor False."""
    if not isinstance(value, bool):
        raise SnodoError(Problem(f"{owner}: {word} = {value!r}", "give True or False"))
