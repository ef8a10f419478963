"""Modes: the motions of a linear model that keep their shape, with frequency, damping and something to draw.

An eigenvalue s of A with its eigenvector gives the motion η(t) = Re(η₀ exp(s t)): frequency |s|/2π, damping ratio
−Re s/|s|.  A pair of conjugate eigenvalues is one mode; a real one decays or grows without oscillating.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import overload

import numpy as np
from scipy.linalg import qr

from snodo.analyses.assembly.closing import Closing
from snodo.analyses.assembly.joint_displacements import JointMoves
from snodo.analyses.linear.coordinates import displacement_names
from snodo.analyses.linear.linearize import Linearization, linearized
from snodo.analyses.linear.reference_state import StateLike, place_of
from snodo.errors import NameNotFound, Problem, SnodoError, UnsupportedError
from snodo.formulations.base import Array, Formulation
from snodo.notebook import letter
from snodo.results.result import Result
from snodo.spelling import Spelled, spelled
from snodo.types import FormulationLike, MechanismLike, Time

CALM = 1e-9
"""Part of an eigenvalue that is rounding: imaginary parts below it do not oscillate, real ones do not decay."""
SAME = 1e-8
"""Relative difference of eigenvalues that are equal."""


@dataclass(frozen=True, repr=False, eq=False)
class Mode(Spelled):
    """One mode: eigenvalue, frequency, damping ratio and shape; made by `sn.modes`.

    Parameters
    ----------
    eigenvalue : complex
        s of exp(s t) [1/s], the one of a pair with a positive imaginary part.
    shape : dict
        Displacement of every coordinate of the formulation, by name; the largest is one [rad or m].

    Examples
    --------
    >>> swing = sn.modes(pendulum, at={"A.angle": "-90 deg"})[0]
    >>> round(swing.frequency, 4), swing.shape["arm.angle"].real
    (0.6105, 1.0)
    """

    eigenvalue: complex
    """s of exp(s t) [1/s], the one of a pair with a positive imaginary part."""
    shape: dict[str, complex]
    """Displacement of every coordinate of the formulation, by name; the largest is one [rad or m]."""

    @property
    def frequency(self) -> float:
        """Natural frequency `|s|/2π` [Hz]; zero if it does not oscillate."""
        return abs(self.eigenvalue) / (2 * np.pi) if self.eigenvalue.imag > 0.0 else 0.0

    @property
    def damping(self) -> float:
        """Damping ratio `−Re s/|s|`: zero without damping, one or −1 if it decays or grows without oscillating."""
        size = abs(self.eigenvalue)
        return 0.0 - self.eigenvalue.real / size if size else 0.0

    @property
    def moving(self) -> dict[str, complex]:
        """The coordinates that move noticeably, the largest displacement first."""
        large = {name: x for name, x in self.shape.items() if abs(x) > 1e-6}
        return dict(sorted(large.items(), key=lambda item: -abs(item[1])))

    def __str__(self) -> str:
        from snodo.analyses.linear.printing import mode_in_words

        return mode_in_words(self)

    __repr__ = __str__


@dataclass(frozen=True, repr=False, eq=False)
class Modes(Spelled):
    """The modes of a mechanism about a state, slow ones first; made by `sn.modes`.

    Parameters
    ----------
    linearization : Linearization
        The linear model.
    modes : list of Mode
        Its modes; `found[0]` is the first.

    Examples
    --------
    >>> print(sn.modes(pendulum, at={"A.angle": "-90 deg"}))
    1 modes of 'pendulum' (planar), stable
      0  0.6105 Hz, damping 0: arm.angle 1, arm.x 0.5
    """

    linearization: Linearization
    """The linear model,"""
    modes: list[Mode]
    """and its modes."""

    @property
    def formulation(self) -> Formulation:
        """The bound formulation."""
        return self.linearization.formulation

    @property
    def frequencies(self) -> Array:
        """Natural frequencies [Hz]; zero for modes that do not oscillate."""
        return np.array([mode.frequency for mode in self.modes])

    @property
    def damping(self) -> Array:
        """Damping ratios."""
        return np.array([mode.damping for mode in self.modes])

    @property
    def eigenvalues(self) -> Array:
        """Eigenvalues [1/s], one of each pair."""
        return np.array([mode.eigenvalue for mode in self.modes])

    def __len__(self) -> int:
        return len(self.modes)

    @overload
    def __getitem__(self, k: int) -> Mode: ...
    @overload
    def __getitem__(self, k: slice) -> list[Mode]: ...
    def __getitem__(self, k: int | slice) -> Mode | list[Mode]:
        """One mode by its number, from zero."""
        if isinstance(k, slice):
            return self.modes[k]
        if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or not -len(self) <= k < len(self):
            raise NameNotFound(Problem(f"there is no mode {k!r}", f"they are numbered from 0 to {len(self) - 1}"))
        return self.modes[k]

    def __iter__(self) -> Iterator[Mode]:
        return iter(self.modes)

    # ---------------------------------------------------------------- to draw
    @cached_property
    def _closing(self) -> Closing:
        F = self.formulation
        return Closing(F, [], self.linearization.time, JointMoves(F))

    def states(self, k: int, amplitude: float = 0.1, samples: int = 41) -> Array:
        """Return coordinates along one period of a mode, without decay, with all loops closed.

        Parameters
        ----------
        k : int
            Number of the mode, from zero.
        amplitude : float, optional
            Largest displacement [rad or m].
        samples : int, optional
            Number of states; the last is the first again.

        Returns
        -------
        array
            q (samples, nq).

        Raises
        ------
        NameNotFound
            If there is no such mode.
        UnsupportedError
            If the amplitude is so large that the mechanism does not close.

        Examples
        --------
        >>> sn.modes(pendulum, at={"A.angle": "-90 deg"}).states(0, 0.2, samples=5)[:, 2].round(3).tolist()
        [-1.371, -1.571, -1.771, -1.571, -1.371]
        """
        F, shape = self.formulation, np.array(list(self[k].shape.values()))
        amplitude, rows = _size(amplitude), []
        for phase in np.linspace(0.0, 2 * np.pi, _count(samples)):
            q = F.moved(self.linearization.q, amplitude * (shape * np.exp(1j * phase)).real)
            rows.append(self._closed(q, amplitude))
        return np.array(rows)

    def _closed(self, q: Array, amplitude: float) -> Array:
        if not self.formulation.nc:
            return q
        closed, _ = self._closing.newton(q)
        if not self._closing.closed(closed):
            what = f"the mechanism does not close at the amplitude {amplitude:g} of the mode"
            raise UnsupportedError(Problem(what, "choose a smaller one"))
        return closed

    def motion(self, k: int, amplitude: float = 0.1, samples: int = 41) -> Result:
        """Return one period of a mode as a result, to animate, draw and plot.

        Parameters
        ----------
        k : int
            Number of the mode, from zero.
        amplitude : float, optional
            Largest displacement [rad or m].
        samples : int, optional
            Number of states.

        Returns
        -------
        Result
            Positions over one period, in 1 s if the mode does not oscillate; velocities and accelerations are those of
            the linear model, reactions are not computed.

        Raises
        ------
        NameNotFound
            If there is no such mode.

        Examples
        --------
        >>> shown = sn.modes(pendulum, at={"A.angle": "-90 deg"}).motion(0)
        >>> round(float(shown.time[-1]), 3)
        1.638
        """
        F, mode, amplitude = self.formulation, self[k], _size(amplitude)
        omega = 2 * np.pi * mode.frequency or 2 * np.pi
        q, shape = self.states(k, amplitude, samples), np.array(list(mode.shape.values()))
        times = np.linspace(0.0, 2 * np.pi / omega, len(q))
        turning = amplitude * np.exp(1j * omega * times)[:, None] * shape
        states = np.array([F.state(row, v) for row, v in zip(q, (1j * omega * turning).real)])
        found = {
            "acceleration": (-(omega**2) * turning).real,
            **{word: np.full((len(q), F.nc), np.nan) for word in ("multiplier", "violation", "violation_rate")},
            "energy": F.energies(times, states),
            "power": np.zeros((len(q), len(F.work_names))),
        }
        info = {"kind": "mode", "formulation": F.name, "method": "linear", "integrator": "none", "status": "finished"}
        return Result(F, times, states, found, info)

    def __str__(self) -> str:
        from snodo.analyses.linear.printing import modes_in_words

        return modes_in_words(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))


def _size(amplitude: float) -> float:
    if isinstance(amplitude, (int, float)) and not isinstance(amplitude, bool) and np.isfinite(amplitude):
        return float(amplitude)
    raise SnodoError(Problem(f"amplitude = {amplitude!r}", "give a finite number [rad or m]"))


def _count(samples: int) -> int:
    if isinstance(samples, bool) or not isinstance(samples, (int, np.integer)) or samples < 2:
        raise SnodoError(Problem(f"samples = {samples!r}", "give a whole number of at least 2"))
    return int(samples)


@spelled
def modes(
    mechanism: MechanismLike,
    at: StateLike | None = None,
    *,
    t: Time = 0.0,
    formulation: FormulationLike | None = None,
) -> Modes:
    """Find the modes of a mechanism about a state: natural frequencies, damping ratios and shapes.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism.
    at : state, optional
        An equilibrium, or another state as in `sn.linearize`; by default the start of a run.
    t : quantity, optional
        Time [s].
    formulation : str or class, optional
        The formulation, whose coordinates the shapes have; by default that of the state, or else planar in the plane
        and tree in space.

    Returns
    -------
    Modes
        `frequencies` [Hz], `damping` ratios, `modes[k].shape`, `states(k)` and `motion(k)` to draw them.

    Raises
    ------
    MechanismError
        If `at` is not a state.
    UnsupportedError
        If nothing can move.

    Examples
    --------
    >>> found = sn.modes(pendulum, at=sn.equilibrium(pendulum))
    >>> round(float(found.frequencies[0]), 4)
    0.6105
    """
    return modes_of(linearized(place_of(mechanism, at, t, formulation)))


def modes_of(x: Linearization) -> Modes:
    """The modes of a linear model."""
    found, n = x.spectrum, len(x.coordinates.p)
    kept = len(found.values) - found.drifting
    chosen: list[tuple[complex, Array]] = [(0j, column) for column in _free(x, found.vectors[:, kept:])]
    values, shapes = _one_of_each_pair(found.values[:kept], found.vectors[:n, :kept])
    chosen += zip(values, _separated(values, shapes).T)
    named = [Mode(value, _shape(x, p)) for value, p in chosen]
    order = sorted(range(len(named)), key=lambda k: (round(named[k].frequency, 9), abs(named[k].eigenvalue)))
    return Modes(x, [named[k] for k in order])


def _one_of_each_pair(values: Array, shapes: Array) -> tuple[list[complex], Array]:
    """Real eigenvalues, and those with a positive imaginary part; parts that are rounding are zero."""
    cleared = []
    for value in values:
        real, imaginary = (0.0 if abs(x) <= CALM * abs(value) else float(x) for x in (value.real, value.imag))
        cleared.append(complex(real, imaginary))
    upper = [k for k, value in enumerate(cleared) if value.imag >= 0.0]
    return [cleared[k] for k in upper], shapes[:, upper]


def _separated(values: list[complex], shapes: Array) -> Array:
    """The shapes; of equal eigenvalues any mixture is one, and each is given a coordinate of its own."""
    found, done = shapes.astype(complex), np.zeros(len(values), bool)
    for k, value in enumerate(values):
        same = np.abs(np.array(values) - value) <= SAME * abs(value)
        if done[k] or same.sum() == 1:
            continue
        done |= same
        group = found[:, same] / np.linalg.norm(found[:, same], axis=0)
        if np.linalg.matrix_rank(group, tol=1e-4) == group.shape[1]:
            found[:, same] = _plain(group)
    return found


def _free(x: Linearization, zeros: Array) -> list[Array]:
    """Displacements that nothing resists and that do not drift: eigenvectors of the eigenvalue zero (p)."""
    if not zeros.shape[1]:
        return []
    scale, n = x.coordinates.scale, len(x.coordinates.p)
    pure = x.A.array * scale / scale[:, None]
    Z = np.linalg.qr(zeros / scale[:, None])[0].real
    _, sizes, Vt = np.linalg.svd(pure @ Z)
    size = max(float(np.linalg.norm(pure, 2)), 1e-300)
    null = (Z @ Vt[sizes <= 1e-9 * size].T)[:n]
    return [scale[:n] * p for p in _plain(null[:, np.abs(null).max(axis=0, initial=0.0) > 1e-6]).T]


def _plain(basis: Array) -> Array:
    """The same directions, each with a coordinate of its own that no other moves."""
    if not basis.shape[1]:
        return basis
    own = np.sort(qr(basis.T, pivoting=True)[2][: basis.shape[1]])
    found = basis @ np.linalg.inv(basis[own])
    return np.where(np.abs(found) > CALM, found, 0.0)


def _shape(x: Linearization, p: Array) -> dict[str, complex]:
    """Displacements along all velocities, by name, the largest (in natural sizes) being one."""
    F = x.formulation
    eta = x.coordinates.S_q @ p
    largest = int(np.abs(eta / F.velocity_scale).argmax())
    if eta[largest] != 0.0:
        eta = eta / eta[largest]
    eta = np.where(np.abs(eta.imag) < CALM * np.abs(eta).max(initial=0.0), eta.real, eta)
    return dict(zip(displacement_names(F, x.q), (complex(e) for e in eta)))
