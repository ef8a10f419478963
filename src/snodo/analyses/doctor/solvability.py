"""Which reactions the equations determine: those without a part in any self-stress.

Forces r with G r = 0 (`free_bodies.py`) change no motion: they are self-stresses, the null space of G = Φ_vᵀ.  A
component of a reaction is determined by equilibrium, and by the equations of motion alike, if and only if it vanishes
in all of them (Wojtyra 2005, Joint reaction forces in multibody systems with redundant constraints; Frączek and
Wojtyra 2011, On the unique solvability of a direct dynamics problem for mechanisms with redundant constraints).
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from snodo.analyses.doctor.free_bodies import LABELS, FreeBodies
from snodo.analyses.doctor.row_words import listed
from snodo.math.labelled_rows import null_space
from snodo.mechanism.velocity_constraints import OnVelocities

Array = np.ndarray
PRESENT = 1e-7
"""Size of a component, relative to the largest of its kind, from which on it counts."""


@dataclass(frozen=True)
class Solvability:
    """What is determined of one joint's reaction, components in the axes of the joint; or of a wheel's, by its rows."""

    joint: str
    components: dict[str, bool] = field(default_factory=dict)
    """Components that the joint can carry, and whether each is determined."""
    only_along: tuple[float, ...] = ()
    """If what is undetermined is one force: its direction."""

    @property
    def undetermined(self) -> list[str]:
        """Components that are not determined."""
        return [name for name, known in self.components.items() if not known]

    def __str__(self) -> str:
        open_ones = self.undetermined
        if not open_ones:
            return f"{self.joint}: determined"
        if len(open_ones) == 1 == len(self.components):
            return f"{self.joint}: {open_ones[0]}, all it carries, is not determined"
        if len(open_ones) < len(self.components):
            return f"{self.joint}: {listed(open_ones)} {_are(open_ones)} not determined; the rest is"
        if self.only_along:
            direction = ", ".join(f"{x:.3g}" for x in self.only_along)
            return f"{self.joint}: the force along ({direction}) is not determined; across it, it is"
        return f"{self.joint}: nothing is determined of {listed(open_ones)}"


def self_stress(bodies: FreeBodies) -> Array:
    """Columns r that span the self-stresses, G r = 0: reactions of the rows [N, N m], of comparable size."""
    basis = null_space(bodies.scaled)
    if basis.shape[1]:
        basis = np.linalg.qr(basis)[0]
    return basis / bodies.lengths[:, None]


def undetermined_rows(bodies: FreeBodies, stress: Array) -> Array:
    """Mask of the rows whose reaction is not determined."""
    return np.abs(stress * bodies.lengths[:, None]).max(axis=1, initial=0.0) > PRESENT


def solvability(bodies: FreeBodies, stress: Array) -> dict[str, Solvability]:
    """The verdict on every joint that has rows."""
    return {joint: _of_joint(bodies, joint, stress[bodies.own(joint)]) for joint in bodies.joints}


def solvability_of_rows(bodies: FreeBodies, stress: Array) -> dict[str, Solvability]:
    """The verdict on wheels, knife edges and all else that constrains velocities, by the words of their rows."""
    found: dict[str, Solvability] = {}
    for row, is_open in zip(bodies.rows, undetermined_rows(bodies, stress)):
        if isinstance(row.part, OnVelocities):
            word = f"row {row.word}" if row.word.isdigit() else row.word
            found.setdefault(row.part.name, Solvability(row.part.name)).components[word] = not bool(is_open)
    return found


def _of_joint(bodies: FreeBodies, joint: str, stress: Array) -> Solvability:
    """stress: self-stresses of the joint's rows."""
    d = bodies.dimension
    sizes = np.where(np.arange(len(LABELS[d])) < d, 1.0, bodies.F.size)
    carried = bodies.carried(joint) / sizes[:, None]
    passing = carried @ stress
    can = np.abs(carried).max(axis=1) > PRESENT * np.abs(carried).max()
    is_open = np.abs(passing).max(axis=1, initial=0.0) > PRESENT
    components = {name: not bool(o) for name, c, o in zip(LABELS[d], can, is_open) if c}
    return Solvability(joint, components, _one_force(passing, d))


def _one_force(passing: Array, d: int) -> tuple[float, ...]:
    """Direction of the force of which alone the self-stresses consist; empty if they do not."""
    if not passing.size or np.abs(passing[d:]).max() > PRESENT or np.abs(passing).max() <= PRESENT:
        return ()
    directions, sizes, _ = np.linalg.svd(passing[:d])
    if len(sizes) > 1 and sizes[1] > PRESENT * sizes[0]:
        return ()
    e = directions[:, 0] * np.sign(directions[np.argmax(np.abs(directions[:, 0])), 0])
    return tuple(float(x) + 0.0 for x in np.round(e, 12))


def _are(words: list[str]) -> str:
    return "is" if len(words) == 1 else "are"
