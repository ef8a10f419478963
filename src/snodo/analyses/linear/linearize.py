"""Linear models: the motion near a state, in independent coordinates.

    ẋ = A x + B f,   y = C x + D f,   x = (p, u)        deviations from the state, or from the motion through it
    M u̇ + C u + K p = B_f f                            the same at the level of forces

p and u are independent displacements and velocities (`coordinates`); rows on velocities alone, such as rolling, leave
more p than u.  About a state that accelerates, x is the deviation from the motion that passes through it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, overload

import numpy as np

from snodo.analyses.equations.state import State as Place
from snodo.analyses.linear.coordinates import Coordinates, coordinates_of
from snodo.analyses.linear.derivatives import Derivatives, derivatives_at
from snodo.analyses.linear.discrete import DiscreteModel, control_model, discrete
from snodo.analyses.linear.eigenvalues import Spectrum, spectrum
from snodo.analyses.linear.input_responses import along_inputs, input_loads
from snodo.analyses.linear.inputs import inputs_of
from snodo.analyses.linear.outputs import columns_of, output_rows
from snodo.analyses.linear.reference_state import StateLike, place_of
from snodo.analyses.linear.steadiness import change_rate, steady_axes
from snodo.errors import MechanismError, Problem, UnsupportedError
from snodo.formulations.base import Array, Formulation
from snodo.math.labelled import Labelled
from snodo.notebook import letter
from snodo.results.result import Result
from snodo.spelling import Spelled, spelled
from snodo.types import FormulationLike, MechanismLike, Time

if TYPE_CHECKING:
    import control

    from snodo.results.state import State

CONSTANT = 1e-3
"""Change of A, relative to A and over the time of a radian, below which A is constant."""


@dataclass(frozen=True, repr=False, eq=False)
class Linearization(Spelled):
    """A linear model about a state: A, B, C, D, the reduced matrices and the eigenvalues; made by `sn.linearize`.

    Parameters
    ----------
    coordinates : Coordinates
        The independent displacements and velocities.
    derivatives : Derivatives
        Derivatives of the constrained dynamics in the state.
    A, B, C, D : Labelled
        Matrices of ẋ = A x + B f and y = C x + D f, with the names of states, inputs and outputs.

    Examples
    --------
    >>> hanging = sn.linearize(pendulum, at={"A.angle": "-90 deg"}, inputs="A")
    >>> round(float(hanging.B["arm.omega", "A"]), 6), round(float(hanging.mass["arm.omega", "arm.omega"]), 6)
    (3.0, 0.333333)
    """

    coordinates: Coordinates
    """The independent displacements and velocities."""
    derivatives: Derivatives
    """Derivatives of the constrained dynamics in the state."""
    A: Labelled
    """ẋ = A x + B f (states × states)."""
    B: Labelled
    """(states × inputs)."""
    C: Labelled
    """y = C x + D f (outputs × states)."""
    D: Labelled
    """(outputs × inputs)."""

    @property
    def formulation(self) -> Formulation:
        """The bound formulation."""
        return self.coordinates.formulation

    @property
    def time(self) -> float:
        """Time of the state [s]."""
        return self.coordinates.place.t

    @property
    def q(self) -> Array:
        """Coordinates of the state."""
        return self.coordinates.place.q

    @property
    def v(self) -> Array:
        """Velocities of the state."""
        return self.coordinates.place.v

    @property
    def states(self) -> list[str]:
        """Names of the states x = (p, u)."""
        return self.A.rows

    @property
    def inputs(self) -> list[str]:
        """Names of the inputs."""
        return self.B.columns

    @property
    def outputs(self) -> list[str]:
        """Names of the outputs."""
        return self.C.rows

    # ---------------------------------------------------------------- forces
    @cached_property
    def _mass(self) -> Array:
        S = self.coordinates.S_v
        return np.asarray(S.T @ self.derivatives.saddle.M @ S)

    def _half(self, columns: slice) -> Array:
        n = len(self.coordinates.p)
        return np.asarray(-self._mass @ self.A.array[n:, columns])

    @property
    def mass(self) -> Labelled:
        """M of M u̇ + C u + K p = B_f f."""
        names = self.coordinates.velocity_names
        return Labelled(names, names, self._mass)

    @property
    def damping(self) -> Labelled:
        """C of M u̇ + C u + K p = B_f f, with gyroscopic terms."""
        names = self.coordinates.velocity_names
        return Labelled(names, names, self._half(slice(len(self.coordinates.p), None)))

    @property
    def stiffness(self) -> Labelled:
        """K of M u̇ + C u + K p = B_f f."""
        c = self.coordinates
        return Labelled(c.velocity_names, c.position_names, self._half(slice(0, len(c.p))))

    @property
    def acceleration(self) -> Labelled:
        """u̇ in the state itself: zero in an equilibrium or a steady motion."""
        c = self.coordinates
        return Labelled([f"{name}_dot" for name in c.velocity_names], [], c.acceleration(self.derivatives.a))

    @cached_property
    def constant(self) -> bool:
        """Whether A stays the same along the motion: if not, eigenvalues describe an instant of it."""
        return change_rate(self.derivatives, self.coordinates, self.A.array) < CONSTANT

    # ---------------------------------------------------------------- eigenvalues
    @cached_property
    def spectrum(self) -> Spectrum:
        """Eigenvalues and eigenvectors of A."""
        return spectrum(self.A.array, self.coordinates.scale)

    @property
    def eigenvalues(self) -> Array:
        """Eigenvalues of A [1/s]; those of motions that nothing resists are exactly zero and come last."""
        return self.spectrum.values

    @property
    def stability(self) -> str:
        """In words: "asymptotically stable", "stable" (nothing grows, something does not decay) or "unstable"."""
        values = self.eigenvalues
        dust = 1e-7 * np.abs(values) + 1e-12 * float(np.abs(values).max(initial=0.0))
        if (values.real > dust).any():
            return "unstable"
        return "asymptotically stable" if (values.real < -dust).all() else "stable"

    def transfer(self, s: complex) -> Labelled:
        """Return the transfer matrix C (s − A)⁻¹ B + D, from the inputs to the outputs.

        Parameters
        ----------
        s : complex
            Frequency [1/s]: i ω for an oscillation at ω rad/s. A driver's motion f comes in with its rates, so that its
            columns are to be multiplied by 1, s and s².

        Returns
        -------
        Labelled
            Complex matrix (outputs × inputs).

        Raises
        ------
        UnsupportedError
            If s is an eigenvalue.

        Examples
        --------
        >>> hanging = sn.linearize(pendulum, at={"A.angle": "-90 deg"}, inputs="A", outputs="arm.angle")
        >>> round(float(abs(hanging.transfer(2j)["arm.angle", "A"])), 4)
        0.28
        """
        A = self.A.array
        try:
            states = np.linalg.solve(s * np.eye(len(A)) - A, self.B.array)
        except np.linalg.LinAlgError:
            what = f"transfer: s = {s:.6g} is an eigenvalue, at which the response has no bound"
            raise UnsupportedError(Problem(what, "choose another frequency")) from None
        return Labelled(self.outputs, self.inputs, self.C.array @ states + self.D.array)

    # ---------------------------------------------------------------- for control
    def discrete(self, period: Time) -> DiscreteModel:
        """Return the model at samples, with inputs held between them: exact, by the matrix exponential.

        Parameters
        ----------
        period : quantity
            Time between two samples [s].

        Returns
        -------
        DiscreteModel
            x⁺ = A x + B f, y = C x + D f.

        Raises
        ------
        SnodoError
            If the period is not a positive time.

        Examples
        --------
        >>> sampled = sn.linearize(pendulum, at={"A.angle": "-90 deg"}, inputs="A").discrete("10 ms")
        >>> sampled.period, sampled.A.shape
        (0.01, (2, 2))
        """
        return discrete(self, period)

    def to_control(self) -> control.StateSpace:
        """Return the model as a state space of python-control.

        Returns
        -------
        control.StateSpace
            With the names of states, inputs and outputs, in which dots are replaced by underscores; without outputs,
            the states are the outputs.

        Raises
        ------
        UnsupportedError
            If python-control is not installed, or there are no inputs.

        Examples
        --------
        >>> G = sn.linearize(pendulum, at={"A.angle": "-90 deg"}, inputs="A", outputs="A.angle").to_control()
        """
        return control_model(self)

    def __str__(self) -> str:
        from snodo.analyses.linear.printing import linear_model

        return linear_model(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))


@overload
def linearize(
    mechanism: MechanismLike,
    at: StateLike | None = None,
    *,
    inputs: str | Sequence[str] = (),
    outputs: str | Sequence[str] = (),
    times: None = None,
    t: Time = 0.0,
    independent: Sequence[str] | None = None,
    formulation: FormulationLike | None = None,
) -> Linearization: ...
@overload
def linearize(
    mechanism: MechanismLike,
    at: StateLike | None = None,
    *,
    inputs: str | Sequence[str] = (),
    outputs: str | Sequence[str] = (),
    times: Sequence[float] | Array,
    t: Time = 0.0,
    independent: Sequence[str] | None = None,
    formulation: FormulationLike | None = None,
) -> list[Linearization]: ...
@spelled
def linearize(
    mechanism: MechanismLike,
    at: StateLike | None = None,
    *,
    inputs: str | Sequence[str] = (),
    outputs: str | Sequence[str] = (),
    times: Sequence[float] | Array | None = None,
    t: Time = 0.0,
    independent: Sequence[str] | None = None,
    formulation: FormulationLike | None = None,
) -> Linearization | list[Linearization]:
    """Linearise the motion about a state, in independent coordinates: A, B, C, D, and reduced M, C, K.

    Closed loops, drivers and rolling wheels are included. Everything is differentiated exactly but what you
    wrote yourself (see `sn.derivatives`).

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism.
    at : state, optional
        An equilibrium, a state or a result (its last sample) of any formulation, an assembly, initial values such as
        `{"A.angle": 0.3, "rear.vx": 5.0}` [m, rad, m/s, rad/s], or arrays (q, v); by default the start of a run: as
        assembled, with the initial values of the mechanism.
    inputs : str or sequence of str, optional
        Forces [N] or torques [N m]: joints ("A"), or components on a body or frame ("tip.fx", "arm.torque", "box.mz").
        A driver "motor" is three inputs, the deviations "motor.position", "motor.speed" and "motor.acceleration" of
        what it prescribes [m, rad; per s; per s²]; a change of its motion is all three, each the rate of the former.
    outputs : str or sequence of str, optional
        Series that a result has: "A.angle", "tip.x", "box.az", "A.fx", "motor.effort".
    times : sequence of float, optional
        With a result as `at`: stored times [s]; a list of models, one for each.
    t : quantity, optional
        Time [s], of drivers and of forces that depend on it; a state has its own.
    independent : sequence of str, optional
        Names of independent velocities or coordinates; by default chosen by elimination with complete pivoting.
    formulation : str or class, optional
        The formulation; by default that of the state, or else planar in the plane and tree in space.

    Returns
    -------
    Linearization or list of Linearization
        `A`, `B`, `C`, `D`, `mass`, `damping`, `stiffness`, `eigenvalues` [1/s]. Print it, or show it in a notebook.

    Raises
    ------
    NameNotFound
        For inputs and outputs that do not exist.
    MechanismError
        If `at` is not a state, or violates the constraints.
    AssemblyError
        If the mechanism does not close.
    UnsupportedError
        If nothing can move, or the independent coordinates are not independent.

    Examples
    --------
    >>> hanging = sn.linearize(pendulum, at={"A.angle": "-90 deg"}, inputs="A", outputs="arm.angle")
    >>> hanging.states
    ['arm.angle', 'arm.omega']
    >>> [round(float(x.imag), 3) for x in hanging.eigenvalues]
    [-3.836, 3.836]
    """
    wanted = _names("inputs", inputs), _names("outputs", outputs)
    if times is None:
        return linearized(place_of(mechanism, at, t, formulation), *wanted, independent)
    if not isinstance(at, Result):
        what = "times= selects samples of a result, and at= is none"
        raise MechanismError(Problem(what, "give at=result, or omit the times"))
    samples: list[State] = [at.state(at=x) for x in _times(times)]
    return [linearized(place_of(mechanism, one, t, formulation), *wanted, independent) for one in samples]


def _times(given: Sequence[float] | Array) -> list[float]:
    try:
        return [float(x) for x in np.atleast_1d(np.asarray(given, float))]
    except (TypeError, ValueError):
        raise MechanismError(Problem(f"times = {given!r}", "give times of stored samples [s]")) from None


def _names(word: str, given: str | Sequence[str]) -> list[str]:
    names = [given] if isinstance(given, str) else list(given)
    strange = [name for name in names if not isinstance(name, str)]
    if strange:
        raise MechanismError(Problem(f"{word}: {strange[0]!r} is not a name", 'give names such as "A" or "tip.x"'))
    return names


def linearized(
    place: Place,
    inputs: list[str] | None = None,
    outputs: list[str] | None = None,
    independent: Sequence[str] | None = None,
) -> Linearization:
    """The linear model of a place."""
    d = derivatives_at(place)
    c = steady_axes(d, coordinates_of(place, d.rows, independent))
    given, outputs = inputs_of(place.formulation, inputs or []), outputs or []
    along, pushed = (*c.directions, *d.along(c)), along_inputs(d, c, given)
    directions = [*columns_of(along), *columns_of(pushed, input_loads(place, given) if outputs else None)]
    CD = output_rows(place, d.a, d.multipliers, outputs, directions)
    n, names, inputs = len(c.names), c.names, [one.name for one in given]
    return Linearization(
        c,
        d,
        Labelled(names, names, c.rates(*along[:3])),
        Labelled(names, inputs, c.rates(*pushed[:3])),
        Labelled(outputs, names, CD[:, :n]),
        Labelled(outputs, inputs, CD[:, n:]),
    )
