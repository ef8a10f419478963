"""Linear models for control: sampled with inputs that are held, and as objects of python-control.

With inputs f held from t to t + T, the states at the samples of ẋ = A x + B f are exactly

    x(t + T) = Φ x(t) + Γ f,        exp( [A B; 0 0] T ) = [Φ Γ; 0 1].

Source: C. F. Van Loan, Computing integrals involving the matrix exponential, IEEE Trans. Automat. Control 23 (1978).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.linalg import expm

from snodo.errors import Problem, SnodoError, UnsupportedError
from snodo.math.labelled import Labelled
from snodo.math.units import quantity
from snodo.spelling import Spelled

if TYPE_CHECKING:
    import control

    from snodo.analyses.linear.linearize import Linearization

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class DiscreteModel(Spelled):
    """A linear model at samples: x⁺ = A x + B f and y = C x + D f; made by `sn.linearize(…).discrete(period)`.

    Parameters
    ----------
    A, B, C, D : Labelled
        The matrices, with the names of states, inputs and outputs.
    period : float
        Time between two samples [s].

    Examples
    --------
    >>> sampled = sn.linearize(pendulum, at={"A.angle": "-90 deg"}, inputs="A").discrete("10 ms")
    >>> abs(sampled.eigenvalues).round(6).tolist()
    [1.0, 1.0]
    """

    A: Labelled
    B: Labelled
    C: Labelled
    D: Labelled
    period: float

    @property
    def states(self) -> list[str]:
        """Names of the states."""
        return self.A.rows

    @property
    def inputs(self) -> list[str]:
        """Names of the inputs."""
        return self.B.columns

    @property
    def outputs(self) -> list[str]:
        """Names of the outputs."""
        return self.C.rows

    @property
    def eigenvalues(self) -> Array:
        """Eigenvalues of A; inside the unit circle what they belong to decays."""
        return np.asarray(np.linalg.eigvals(self.A.array))

    def to_control(self) -> control.StateSpace:
        """Return it as a state space of python-control.

        Returns
        -------
        control.StateSpace
            With the names of states, inputs and outputs, and the period; without outputs, the states are the outputs.

        Raises
        ------
        UnsupportedError
            If python-control is not installed.

        Examples
        --------
        >>> sampled = sn.linearize(pendulum, at={"A.angle": "-90 deg"}, inputs="A").discrete("10 ms").to_control()
        """
        return control_model(self, self.period)


def discrete(model: Linearization, period: Any) -> DiscreteModel:
    """The model at samples, with inputs that are held between them."""
    T = float(quantity(period, "time"))
    if not 0.0 < T < np.inf:
        raise SnodoError(Problem(f"period = {period!r} is not a time between samples", "give a positive time [s]"))
    n, m = model.B.array.shape
    both = np.zeros((n + m, n + m))
    both[:n, :n], both[:n, n:] = model.A.array, model.B.array
    found = expm(T * both)
    A, B = (
        Labelled(old.rows, old.columns, new) for old, new in zip((model.A, model.B), (found[:n, :n], found[:n, n:]))
    )
    return DiscreteModel(A, B, model.C, model.D, T)


def control_model(model: Linearization | DiscreteModel, period: float | None = None) -> Any:
    """The state space of python-control."""
    try:
        import control as found
    except ImportError:
        what = "python-control is not installed, and the model is asked for as one of its objects"
        raise UnsupportedError(Problem(what, "pip install control; or use the matrices A, B, C and D")) from None
    C, D, outputs = model.C.array, model.D.array, model.outputs
    if not outputs:
        C, D, outputs = np.eye(len(model.states)), np.zeros((len(model.states), len(model.inputs))), model.states
    if not model.inputs:
        what = "the linear model has no inputs, and a state space of python-control needs one"
        raise UnsupportedError(Problem(what, 'name them: sn.linearize(m, inputs=["A"])'))
    names = {"states": _plain(model.states), "inputs": _plain(model.inputs), "outputs": _plain(outputs)}
    time = () if period is None else (period,)
    return found.StateSpace(model.A.array, model.B.array, C, D, *time, **names)


def _plain(names: list[str]) -> list[str]:
    """Names as python-control takes them: without dots, which separate systems and signals there."""
    return [name.replace(".", "_") for name in names]
