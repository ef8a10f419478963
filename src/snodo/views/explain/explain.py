"""A mechanism's equations explained, in the words of the formulation: each has a room of its own.

print(sn.explain(four_bar).text())
sn.explain(four_bar, ground=True).save("four_bar.html")
"""

from __future__ import annotations

import importlib

import numpy as np
from numpy.typing import ArrayLike

from snodo.analyses.assembly.assemble import assemble
from snodo.errors import Problem, UnsupportedError
from snodo.formulations.bind import bind
from snodo.formulations.rank import LARGEST
from snodo.spelling import spelled
from snodo.types import MechanismLike, MethodLike
from snodo.views.explain.explanation import Explanation

ROOMS = {"planar": "plane", "tree": "tree", "spatial": "space", "spatial_euler": "space"}
"""The room that explains each formulation: a package with `explanation.explanation(F, q, v, t, ground)`."""


@spelled
def explain(
    mechanism: MechanismLike,
    *,
    formulation: str | None = None,
    method: MethodLike | None = None,
    ground: bool = False,
    q: ArrayLike | None = None,
    v: ArrayLike | None = None,
    t: float = 0.0,
) -> Explanation:
    """Explain the equations of a mechanism: coordinates, the labelled Jacobian, γ, and each formula with its numbers.

    In absolute coordinates of the plane these are M, Q and Φ_q, joint by joint; in a tree the sweeps of forward
    dynamics, link by link, and the rows of cut joints.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism to explain.
    formulation : str, optional
        The formulation whose equations are explained, such as "tree"; by default planar in the plane, tree in space.
    method : str or object, optional
        A constraint method to explain instead, with its matrices in this state, for every formulation: its name, such
        as "embedding", or an object such as `sn.Baumgarte(alpha=5)`.
    ground : bool, optional
        Whether the three columns of the ground come first in the Jacobian; in the plane.
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
        If its formulation is not explained, or it has too many rows.
    AssemblyError
        If it does not close.

    Examples
    --------
    >>> e = sn.explain(pendulum)
    >>> e.dof, e.jacobian.rows
    (1, ['A.x', 'A.y'])
    """
    F = bind(mechanism, formulation)
    if method is not None and ground:
        what = "ground=True is about the Jacobian of a formulation, and a constraint method is to be explained"
        raise UnsupportedError(Problem(what, "omit ground, or omit the method"))
    if method is None and F.name not in ROOMS:
        what = f"the equations of the formulation {F.name!r} of {F.mechanism.name!r} are not explained"
        raise UnsupportedError(Problem(what, f"explained are: {', '.join(ROOMS)}; others have their matrices"))
    if F.nc > LARGEST:
        what = f"{F.nc} rows are too many to explain"
        remedy = f"the limit is {LARGEST}; use the matrices of sn.{type(F).__name__}(mechanism)"
        raise UnsupportedError(Problem(what, remedy))
    if q is None:
        start = assemble(F, t=t)
        q, v = start.q, start.v if v is None else v
    q = np.array(q, dtype=float)
    v = np.zeros(F.nv) if v is None else np.array(v, dtype=float)
    if method is not None:
        from snodo.views.explain.methods.explanation import explanation

        return explanation(F, q, v, t, method)
    room = importlib.import_module(f"snodo.views.explain.{ROOMS[F.name]}.explanation")
    found: Explanation = room.explanation(F, q, v, t, ground=ground)
    return found


def sections_of(found: Explanation) -> list[str]:
    """The sections of an explanation's page, without its title and drawing, for pages that contain more."""
    room = importlib.import_module(f"snodo.views.explain.{ROOMS[found.formulation.name]}.html")
    listed: list[str] = room.sections(found)
    return listed
