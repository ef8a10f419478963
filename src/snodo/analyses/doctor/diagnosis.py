"""The doctor: free motions, redundant constraints, determined reactions, and remedies.

    print(sn.doctor(mechanism))

All joints are treated alike in every formulation: the bodies are cut free (`free_bodies.py`), and the null space
of the equilibrium matrix shows what is redundant and which reactions are determined (`solvability.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo import notebook
from snodo.analyses.assembly.assemble import assemble
from snodo.analyses.doctor.contradiction import contradiction
from snodo.analyses.doctor.free_bodies import FreeBodies, Row
from snodo.analyses.doctor.hints import hints
from snodo.analyses.doctor.integrability import Integrability, integrability
from snodo.analyses.doctor.kinds import ConstraintKind, kinds
from snodo.analyses.doctor.mobility import free_positions
from snodo.analyses.doctor.modes_in_words import modes_in_words
from snodo.analyses.doctor.motion_words import motions_in_words
from snodo.analyses.doctor.remedies import cure, remedies
from snodo.analyses.doctor.resolution import resolved
from snodo.analyses.doctor.row_words import in_words
from snodo.analyses.doctor.scaling import scaling
from snodo.analyses.doctor.small_steps import Beside, beside
from snodo.analyses.doctor.solvability import (
    Solvability,
    self_stress,
    solvability,
    solvability_of_rows,
    undetermined_rows,
)
from snodo.errors import AssemblyError, Problem, SnodoError, UnsupportedError
from snodo.formulations.bind import bind
from snodo.formulations.rank import LARGEST, scaled_jacobian
from snodo.math.labelled_rows import dependent_rows, null_space
from snodo.spelling import spelled
from snodo.types import FormulationLike, MechanismLike, Quantity

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from snodo.formulations.base import Formulation

Array = np.ndarray
MOST_MOTIONS = 12
"""Largest number of free motions tested with a small step."""


@dataclass(frozen=True)
class FreeMotion:
    """One free motion of the mechanism."""

    words: str
    velocity: Array
    """Velocities of the formulation."""
    lasts: bool
    """Whether it can continue; False if it is only instantaneous."""


@dataclass(frozen=True)
class Dependency:
    """A redundant row and the smallest set of rows that imply it, by name and in words."""

    row: str
    causes: tuple[str, ...]
    words: str


@dataclass
class Diagnosis:
    """The findings of the doctor; `print` it for the report."""

    name: str
    coordinates: int
    """3 (in space 6) for each body; bodies that never rotate have no angles."""
    rows: int
    """Constraint rows of all joints, constraints and drivers."""
    rank: int
    velocity_rows: int = 0
    """Rows that constrain only velocities,"""
    free_positions: int | None = None
    """coordinates that are free in position,"""
    integrability: list[Integrability] = field(default_factory=list)
    """and whether rows on positions would do the same."""
    kinds: list[ConstraintKind] = field(default_factory=list)
    """For every joint with rows, constraint and driver: holonomic or not, scleronomic or rheonomic, its form."""
    motions: list[FreeMotion] = field(default_factory=list)
    redundant: list[Dependency] = field(default_factory=list)
    contradictory: list[str] = field(default_factory=list)
    """The smallest set of contradictory rows,"""
    contradiction: str = ""
    """and in words."""
    complaint: str = ""
    """Why it does not assemble, in words."""
    singular: list[str] = field(default_factory=list)
    """Rows that are dependent in this position only."""
    reactions_known: dict[str, Solvability] = field(default_factory=dict)
    """For every joint with rows, and every velocity constraint: which components of its reaction are determined."""
    releases: list[str] = field(default_factory=list)
    """Rows any one of which can be released without adding a motion."""
    remedies: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    """Implausible values, and hints."""
    switches: list[str] = field(default_factory=list)
    """Stops, contacts, dry friction, latches and events: when each of them acts, in words."""
    formulation: Any = None
    q: Array | None = None
    """Coordinates of the formulation as assembled; None if it does not assemble."""
    _bodies: FreeBodies | None = field(default=None, repr=False)
    _stress: Array | None = field(default=None, repr=False)

    @property
    def grubler(self) -> int:
        """Coordinates minus rows."""
        return self.coordinates - self.rows

    @property
    def degrees_of_freedom(self) -> int:
        """Coordinates minus rank: how many velocities are free."""
        return self.coordinates - self.rank

    @property
    def permanent(self) -> bool:
        """Whether the redundant rows are redundant in all positions, not only in this one."""
        return not self.singular and all(motion.lasts for motion in self.motions)

    @property
    def healthy(self) -> bool:
        """Whether no problems were found."""
        return self.permanent and not (self.complaint or self.redundant or self.remarks)

    def reactions(
        self,
        resolution: str = "least norm",
        stiffness: Quantity | Mapping[str, Quantity] | None = None,
        axes: str = "joint",
    ) -> dict[str, Array]:
        """Compute the reaction of every joint on its child, at rest.

        Parameters
        ----------
        resolution : {"least norm", "elastic"}, optional
            How to choose reactions that are not determined.
        stiffness : quantity or mapping, optional
            Stiffness of elastic joints [N/m], one for all or {joint: stiffness}.
        axes : {"joint", "world"}, optional
            Axes of the components.

        Returns
        -------
        dict of arrays
            By joint: (fx, fy, torque) or, in space, (f, μ) [N, N m], at the joint's position on the child.

        Raises
        ------
        SnodoError
            If the mechanism does not assemble.

        Examples
        --------
        >>> sn.doctor(pendulum).reactions(axes="world")["A"].round(3)
        array([0.   , 9.81 , 4.905])
        """
        if self._bodies is None or self._stress is None:
            raise SnodoError(Problem(f"{self.name!r} does not assemble: there are no reactions", self.complaint))
        return resolved(self._bodies, self._stress, resolution, stiffness, axes)

    def draw(self, path: str | Path | None = None, motion: int = 0, **options: Any) -> Figure:
        """Draw the mechanism and, fainter, its positions along a free motion.

        Parameters
        ----------
        path : str or path, optional
            File to write: .png, .svg or .pdf.
        motion : int, optional
            Number of the free motion.
        **options : optional
            `labels`, `width` [pixel], `ax` and in space `view` [deg], as in `result.draw`.

        Returns
        -------
        matplotlib.figure.Figure
            The picture.

        Raises
        ------
        SnodoError
            If there is no such motion.

        Examples
        --------
        >>> figure = sn.doctor(pendulum).draw()
        """
        from snodo.views.free_motion import draw_free_motion

        return draw_free_motion(self, path, motion, **options)

    def __str__(self) -> str:
        from snodo.analyses.doctor.report import letter

        return letter(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return notebook.letter(str(self))


@spelled
def doctor(mechanism: MechanismLike, formulation: FormulationLike | None = None) -> Diagnosis:
    """Examine a mechanism in its assembled configuration at the start.

    A mechanism that does not assemble is examined too: the diagnosis lists the contradictory rows.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism to examine.
    formulation : str or class, optional
        Formulation for the velocities of free motions; by default planar in the plane and tree in space.

    Returns
    -------
    Diagnosis
        Freedoms, redundant rows, determined reactions and remedies; print it for the report.

    Raises
    ------
    MechanismError
        If the description is wrong.
    UnsupportedError
        If there are too many rows to examine.

    Examples
    --------
    >>> found = sn.doctor(pendulum)
    >>> found.degrees_of_freedom, found.healthy
    (1, True)
    """
    F = bind(mechanism, formulation)
    if F.nc > LARGEST:
        what = f"the doctor would take too long over {F.nc} rows"
        raise UnsupportedError(Problem(what, f"it is limited to {LARGEST} rows"))
    try:
        start = assemble(F)
    except AssemblyError as error:
        return _does_not_close(F, error)
    q, v = start.q, start.v
    bodies = FreeBodies(F, q, v=v)
    stress = self_stress(bodies)
    coordinates, rows = bodies.G.shape
    S = null_space(scaled_jacobian(F, q, 0.0, v)) * F.velocity_scale[:, None] / F.size
    asides = [beside(bodies, x) for x in S.T[:MOST_MOTIONS]] if stress.shape[1] else []
    found = Diagnosis(F.mechanism.name, coordinates, rows, rows - stress.shape[1], formulation=F, q=q)
    found._bodies, found._stress = bodies, stress
    found.velocity_rows = int(F.velocity_rows.sum())
    if found.velocity_rows:
        found.free_positions, found.integrability = free_positions(F, q, 0.0), integrability(F)
    found.kinds = kinds(F, q, v, dict.fromkeys(row.part.name for row in bodies.rows), found.integrability)
    found.singular = list(dict.fromkeys(row for one in asides for row in one.gained))
    found.motions = _motions(bodies, S, asides, bool(found.singular))
    found.redundant = _redundant(bodies) if stress.shape[1] else []
    found.reactions_known = {**solvability(bodies, stress), **solvability_of_rows(bodies, stress)}
    found.releases = [row.name for row, open_ in zip(bodies.rows, undetermined_rows(bodies, stress)) if open_]
    found.remedies = _advice(bodies, found, stress)
    found.remarks = [*scaling(bodies, S), *hints(F, q, v)]
    found.switches = modes_in_words(F, q, v)
    return found


def _motions(bodies: FreeBodies, S: Array, asides: list[Beside], singular: bool) -> list[FreeMotion]:
    """Where branches meet, free velocities are combinations of those along the branches, so none is tested alone."""
    lasting = [one.lasts or singular for one in asides] + [True] * (S.shape[1] - len(asides))
    return [FreeMotion(words, v, lasts) for words, v, lasts in zip(motions_in_words(bodies, S), S.T, lasting)]


def _redundant(bodies: FreeBodies) -> list[Dependency]:
    rows = bodies.rows
    found = []
    for k, causes in dependent_rows(bodies.scaled.T):
        others = [rows[c] for c in causes]
        words = f"{in_words(bodies, [rows[k]])} — follows from {in_words(bodies, others) if others else 'nothing'}"
        found.append(Dependency(rows[k].name, tuple(row.name for row in others), words))
    return found


def _advice(bodies: FreeBodies, found: Diagnosis, stress: Array) -> list[str]:
    if found.singular:
        return ["start it a little aside, for instance with an initial angle: several branches meet here"]
    if any(not motion.lasts for motion in found.motions):
        return ["change a length or an angle a little: as it is, it is shaky, and small errors in it move it far"]
    return remedies(bodies, cure(bodies, stress))


def _does_not_close(F: Formulation, error: AssemblyError) -> Diagnosis:
    bodies, rows, positions = contradiction(F, 0.0)
    if F.general_rows.any() and not positions:  # no velocities were found: that need not be a contradiction
        rows = []
    complaint = "; ".join(problem.what for problem in error.problems)
    coordinates, count = bodies.G.shape
    rank = count - self_stress(bodies).shape[1]
    found = Diagnosis(F.mechanism.name, coordinates, count, rank, complaint=complaint, formulation=F)
    found.contradictory = [row.name for row in rows]
    found.contradiction = in_words(bodies, rows)
    found.remedies = _ways_out(rows, positions) or [p.remedy for p in error.problems if p.remedy]
    found.remarks = hints(F)
    return found


def _ways_out(rows: list[Row], positions: bool) -> list[str]:
    if not rows:
        return []
    change = "change a length or an angle in one of them" if positions else "make what is prescribed agree"
    return [f"{change}, or release one of them"]
