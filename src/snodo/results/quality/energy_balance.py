"""Does the energy add up, in every connected group of bodies by itself?

    balance(t) = E(t) − E(0) − W(t)                                                                          (1)

E: kinetic, gravitational and elastic energy; W: the work of everything without potential since the start.  Groups that
nothing connects exchange no energy, so each must add up by itself: in the sum, the energy of a flywheel hides the error
of the pendulum beside it.  The energy of one group is that of all bodies with the others at rest where they started.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.results.result import Result

Array = np.ndarray

AT_REST = 1e-3
"""Part of the natural energy below which a mechanism counts as standing still."""
MOST_EVALUATIONS = 5000
"""Energies evaluated for groups: with many groups not every row is looked at."""


class Balance(NamedTuple):
    """Largest |balance| [J], and the energy exchanged against which it is judged [J]."""

    error: float
    scale: float

    @property
    def relative(self) -> float:
        """Error against the energy exchanged."""
        return self.error / self.scale if self.scale else 0.0


def worst_balance(result: Result) -> Balance:
    """Of the whole mechanism, or of that group of bodies in which it is relatively worst."""
    return max([_whole(result), *_groups(result)], key=lambda balance: _order(balance.relative))


def _order(x: float) -> float:
    return x if np.isfinite(x) else np.inf


def _whole(result: Result) -> Balance:
    F, energies = result.formulation, result._energies()
    kinds = np.column_stack([energies[kind] for kind in ("kinetic", "gravitational", "elastic")])
    first = np.array(result.info.get("initial_energy", kinds[0]))
    natural = _natural(F, float(F.total_mass), F.size)
    error = float(np.abs(energies["balance"]).max(initial=0.0))
    return Balance(error, _exchanged(np.vstack([first, kinds]), result.works, natural))


def _groups(result: Result) -> Iterator[Balance]:
    F, groups, info = result.formulation, result.formulation.groups, result.info
    if groups.count < 2 or info.get("method_works") or "initial_state" not in info:
        return
    rows = np.unique(np.linspace(0, result.time.size - 1, max(2, MOST_EVALUATIONS // groups.count)).astype(int))
    first = np.array(info["initial_state"])
    for k in range(groups.count):
        states = _alone(F, first, result.states[rows], k)
        kinds = F.energies(np.concatenate([[0.0], result.time[rows]]), states)
        works = result.works[rows][:, groups.works == k]
        balance = kinds[1:].sum(axis=1) - kinds[0].sum() - works.sum(axis=1)
        mass = sum(F.geometry.bodies[body].inertia.mass for body, group in groups.bodies.items() if group == k)
        natural = _natural(F, mass, float(groups.sizes[k]))
        yield Balance(float(np.abs(balance).max(initial=0.0)), _exchanged(kinds, works, natural))


def _alone(F: Formulation, first: Array, rows: Array, group: int) -> Array:
    """The start and the rows with all bodies of other groups at rest where they started."""
    moving = np.concatenate([F.groups.coordinates == group, F.groups.velocities == group])
    states = np.repeat(first[None], 1 + len(rows), axis=0)
    states[:, F.nq + F.nv :] = 0.0
    states[:, F.nq : F.nq + F.nv] = 0.0
    n = moving.size
    states[0, :n][moving], states[1:, :n][:, moving] = first[:n][moving], rows[:, :n][:, moving]
    return states


def _exchanged(kinds: Array, works: Array, natural: float) -> float:
    """The largest energy that changed its form."""
    spans = float(np.ptp(kinds, axis=0).max(initial=0.0))
    work = float(np.abs(works).max(initial=0.0))
    return max(spans, work, float(np.abs(kinds[:, 0]).max(initial=0.0)), AT_REST * natural)


def _natural(F: Formulation, mass: float, size: float) -> float:
    """The energy of lifting a mass by its own size (or of moving it at its size per second) [J]."""
    return float(mass * size * (float(np.linalg.norm(F.mechanism.gravity)) or size))
