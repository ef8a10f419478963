"""A mechanism's equations explained: coordinates, M, Q, the labelled Jacobian, γ, degrees of freedom, each formula.

print(sn.explain(four_bar).text())
sn.explain(four_bar, ground=True).save("four_bar.html")
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from snodo.analyses.assembly.assemble import assemble
from snodo.analyses.doctor.mobility import Mobility, mobility
from snodo.errors import FileError, Problem, UnsupportedError
from snodo.formulations.bind import bind
from snodo.formulations.rank import LARGEST
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND
from snodo.notebook import page
from snodo.spelling import spelled
from snodo.types import MechanismLike
from snodo.views.explain.forces import Applied, applied_forces
from snodo.views.explain.numbers import Explained, State, explained
from snodo.whole_files import write_whole

Array = np.ndarray


@dataclass(frozen=True)
class Labelled:
    """A matrix with a name for each row and each column."""

    rows: list[str]
    columns: list[str]
    array: Array


@dataclass(frozen=True)
class Explanation:
    """The equations of a mechanism in one state; `text()` and `html()` show them, `save` writes either to a file."""

    state: State
    ground: bool
    """Whether the three columns of the ground come first in the Jacobian, as in the source text."""

    @property
    def formulation(self) -> Any:
        """The bound formulation."""
        return self.state.formulation

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism."""
        found: Mechanism = self.formulation.mechanism
        return found

    @property
    def jacobian(self) -> Labelled:
        """Φ_q with names: rows of the constraints, columns of the coordinates."""
        F = self.formulation
        names = [*(f"{GROUND}.{word}" for word in ("x", "y", "angle")), *F.coordinate_names]
        first = 0 if self.ground else 3
        return Labelled(list(F.row_names), names[first:], self.state.jacobian[:, first:])

    @property
    def gamma(self) -> Labelled:
        """γ, the right-hand side of Φ_q q̈ = γ, one column."""
        return Labelled(list(self.formulation.row_names), ["gamma"], self.state.gamma[:, None])

    @property
    def bodies(self) -> list[int]:
        """Numbers of the bodies whose columns are shown, the ground (if shown) first."""
        count = len(self.formulation.body_names)
        return [*([count] if self.ground else []), *range(count)]

    @cached_property
    def mobility(self) -> Mobility:
        """Number and rank of the rows in this state."""
        return mobility(self.formulation, self.state.q, t=self.state.t)

    @property
    def dof(self) -> int:
        """Degrees of freedom, coordinates minus rank; drivers count as constraints."""
        return self.mobility.degrees_of_freedom

    @cached_property
    def constraints(self) -> list[Explained]:
        """Each constraint with its formula and numbers."""
        return explained(self.state)

    @cached_property
    def forces(self) -> list[Applied]:
        """Each applied force with its law and numbers."""
        return applied_forces(self.state)

    def text(self, width: int = 100) -> str:
        """Write everything as plain text.

        Parameters
        ----------
        width : int, optional
            Width in characters; a wider Jacobian is listed by its blocks.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> print(sn.explain(pendulum).text().splitlines()[0])
        pendulum
        """
        from snodo.views.explain.text import as_text

        return as_text(self, width)

    def html(self) -> str:
        """Write everything as a self-contained page, without scripts.

        Returns
        -------
        str
            The page.

        Examples
        --------
        >>> page = sn.explain(pendulum).html()
        """
        from snodo.views.explain.html import as_html

        return as_html(self)

    def save(self, path: str | Path) -> Path:
        """Write the page or the text to a file.

        Parameters
        ----------
        path : str or path
            A file ending in .html or .txt.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        FileError
            If it cannot be written, or has another ending.

        Examples
        --------
        >>> file = sn.explain(pendulum).save("pendulum.html")
        """
        path = Path(path)
        writers = {".html": self.html, ".htm": self.html, ".txt": self.text}
        if path.suffix.lower() not in writers:
            raise FileError(Problem(f"cannot write a file ending in {path.suffix!r}", "use .html or .txt", str(path)))
        return write_whole(path, writers[path.suffix.lower()]())

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return page(self.html())


@spelled
def explain(
    mechanism: MechanismLike,
    *,
    ground: bool = False,
    q: ArrayLike | None = None,
    v: ArrayLike | None = None,
    t: float = 0.0,
) -> Explanation:
    """Explain the equations of a planar mechanism: coordinates, M, Q, the labelled Jacobian, γ, and each formula.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism to explain.
    ground : bool, optional
        Whether the three columns of the ground come first in the Jacobian.
    q : array, optional
        Coordinates [m, rad]; by default the assembled mechanism.
    v : array, optional
        Velocities [m/s, rad/s]; by default the initial ones, or at rest if q is given.
    t : float, optional
        Time [s].

    Returns
    -------
    Explanation
        Print it, show it in a notebook, or `save` it as a page.

    Raises
    ------
    UnsupportedError
        If the mechanism is three-dimensional or has too many rows.
    AssemblyError
        If it does not close.

    Examples
    --------
    >>> e = sn.explain(pendulum)
    >>> e.dof, e.jacobian.rows
    (1, ['A.x', 'A.y'])
    """
    F = bind(mechanism, None)
    if F.mechanism.dimension == 3:
        what = f"mechanism {F.mechanism.name!r} is three-dimensional, but only planar equations are explained"
        remedy = "snodo check shows masses and freedoms; sn.Spatial(mechanism) has mass_matrix, forces, jacobian, gamma"
        remedy += " and row_names, sn.Tree(mechanism) mass_matrix, bias, jacobian_of"
        raise UnsupportedError(Problem(what, remedy))
    if F.name != "planar":
        what = f"explain shows absolute coordinates in the plane, not the formulation {F.name!r}"
        raise UnsupportedError(Problem(what, "give the mechanism itself, or use the matrices of the formulation"))
    if F.nc > LARGEST:
        what = f"{F.nc} rows are too many to explain"
        raise UnsupportedError(Problem(what, f"the limit is {LARGEST}; use the matrices of sn.Planar(mechanism)"))
    if q is None:
        start = assemble(F, t=t)
        q, v = start.q, start.v if v is None else v
    q = np.array(q, dtype=float)
    v = np.zeros(F.nv) if v is None else np.array(v, dtype=float)
    return Explanation(State.of(cast(Any, F), q, v, t), ground)
