"""Mobility: the number of free motions, by counting and by rank, and redundant rows.

Grübler counts 3 · bodies − rows.  The true number of free motions is 3 · bodies − rank Φ_v, with the rank taken in the
assembled configuration; rows beyond the rank are redundant there.  Rows A(q) v = b(t) on velocities do not constrain
the positions: they count only for the velocities.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from snodo.analyses.assembly.assemble import assemble
from snodo.errors import Problem, UnsupportedError
from snodo.formulations.bind import bind
from snodo.formulations.rank import LARGEST, scaled_jacobian, undetermined_parts
from snodo.formulations.vanishing import not_a_number
from snodo.math.labelled_rows import dependent_rows, null_space
from snodo.notebook import letter
from snodo.spelling import spelled
from snodo.types import FormulationLike, MechanismLike

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

SHOWN = 24
"""How many free motions to list if nothing is constrained."""


@dataclass
class Mobility:
    """The freedoms that the constraints leave."""

    coordinates: int
    rows: int
    rank: int
    velocity_rows: int = 0
    """Rows that constrain only velocities,"""
    free_positions: int | None = None
    """and coordinates that are free in position if there are any."""
    redundant: dict[str, list[str]] = field(default_factory=dict)
    """Redundant rows by name, each with the rows it follows from."""
    free_motions: list[dict[str, float]] = field(default_factory=list)
    """Directions of free motion: velocity of each moving coordinate, as results name it, one of them equal to one."""
    undetermined: list[str] = field(default_factory=list)
    """Joints whose reactions the equations of motion do not determine."""

    @property
    def grubler(self) -> int:
        """Coordinates minus rows."""
        return self.coordinates - self.rows

    @property
    def degrees_of_freedom(self) -> int:
        """Coordinates minus rank: how many velocities are free."""
        return self.coordinates - self.rank

    @property
    def levels(self) -> str:
        """Freedoms of positions and of velocities, if they differ."""
        return freedoms_by_level(self.free_positions, self.degrees_of_freedom, self.velocity_rows)

    def __str__(self) -> str:
        dof = self.degrees_of_freedom
        if not self.rows:
            names = [name for motion in self.free_motions for name in motion]
            shown = ", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else "")
            told = f"no constraint rows: {dof} degree{'' if dof == 1 else 's'} of freedom"
            return f"{told}: {shown}" if names else told
        lines = [
            f"{self.coordinates} coordinates − {self.rows} constraint rows = {self.grubler} (Grübler); "
            f"rank {self.rank}: {dof} degree{'' if dof == 1 else 's'} of freedom"
        ]
        lines += [self.levels] if self.velocity_rows else []
        for row, causes in self.redundant.items():
            lines.append(f"redundant: row {row} follows from {', '.join(causes) or 'nothing (it is empty)'}")
        if self.undetermined:
            lines.append(f"reactions not determined by statics and dynamics alone: {', '.join(self.undetermined)}")
        for k, motion in enumerate(self.free_motions, 1):
            lines.append(f"free motion {k}: " + ", ".join(f"{n} {x:+.3g}" for n, x in list(motion.items())[:12]))
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))


@spelled
def mobility(
    mechanism: MechanismLike,
    q: ArrayLike | None = None,
    *,
    v: ArrayLike | None = None,
    t: float = 0.0,
    formulation: FormulationLike | None = None,
) -> Mobility:
    """Count the degrees of freedom from the rank of the constraint rows; drivers count as constraints.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism to count.
    q : array, optional
        Coordinates [m, rad]; by default those of the assembled mechanism.
    v : array, optional
        Velocities [m/s, rad/s]; needed with q if rows are not linear in them.
    t : float, optional
        Time [s].
    formulation : str or class, optional
        Formulation whose coordinates are counted; by default planar in the plane and tree in space.

    Returns
    -------
    Mobility
        Degrees of freedom, redundant rows, free motions, reactions that are not determined.

    Raises
    ------
    AssemblyError
        If the mechanism does not close.
    UnsupportedError
        If there are too many rows to count, or one is not finite.

    Examples
    --------
    >>> print(sn.mobility(pendulum))
    3 coordinates − 2 constraint rows = 1 (Grübler); rank 2: 1 degree of freedom
    free motion 1: arm.vy +0.5, arm.omega +1
    """
    F = bind(mechanism, formulation)
    if F.nc > LARGEST:
        raise UnsupportedError(Problem(f"mobility of {F.nc} rows takes too long", f"it is limited to {LARGEST} rows"))
    if q is None:
        start = assemble(F, t=t)
        q, v = start.q, start.v if v is None else v
    q = np.asarray(q, float)
    J = scaled_jacobian(F, q, t, v)
    bad = ~np.isfinite(J).all(axis=1)
    if bad.any():
        raise UnsupportedError(not_a_number(F, bad, "at these velocities"))
    redundant = dependent_rows(J)
    names = F.row_names
    return Mobility(
        coordinates=F.nv,
        rows=F.nc,
        rank=F.nc - len(redundant),
        velocity_rows=int(F.velocity_rows.sum()),
        free_positions=free_positions(F, q, t),
        redundant={names[r]: [names[k] for k in causes] for r, causes in redundant},
        free_motions=_motions(F, J @ _to_results(F, q)),
        undetermined=undetermined_parts(F, q, t, J),
    )


def freedoms_by_level(positions: int | None, velocities: int, rows: int) -> str:
    """`3 coordinates free in position, 2 in velocity: 1 row constrains velocities alone`."""
    those = f"{rows} row{' constrains' if rows == 1 else 's constrain'} velocities alone"
    word = "coordinate" if positions == 1 else "coordinates"
    return f"{positions} {word} free in position, {velocities} in velocity: {those}"


def free_positions(F: Formulation, q: Any, t: float) -> int:
    """Coordinates minus the rank of the rows on positions."""
    J = scaled_jacobian(F, q, t, np.zeros(F.nv))[~F.velocity_rows]
    return int(F.nv - len(J) + len(dependent_rows(J)))


def _to_results(F: Formulation, q: Any) -> np.ndarray:
    """Velocities of the formulation (nv × nv) from those that results have under the same names.

    A floating body in a tree has velocities along its own axes; `body.vx` of a result is along world axes.
    """
    turned = np.eye(F.nv)
    for place in F.flat.places if F.name == "tree" else ():
        if place.frames.kind == "free" and place.branch.joint.name not in F.mechanism.joints:
            A, k = F.pose(q, place.branch.body).A, place.v.start
            turned[k : k + 3, k : k + 3] = turned[k + 3 : k + 6, k + 3 : k + 6] = A.T
    return turned


def _motions(F: Formulation, J: np.ndarray) -> list[dict[str, float]]:
    weights = F.size / F.velocity_scale
    motions = []
    for column in null_space(J).T:
        motion = column / weights
        motion = motion / motion[np.argmax(np.abs(column))]
        small = 1e-9 * np.abs(motion).max()
        motions.append({n: float(x) for n, x in zip(F.velocity_names, motion) if abs(x) > small})
    return motions
