"""The contents of the page of a method: the equations all share, its own with its matrices, the solution, the drift."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from snodo.constraint_methods.method import ConstraintMethod
from snodo.errors import Problem, UnsupportedError
from snodo.math.labelled import Labelled
from snodo.registry import METHODS
from snodo.views.explain.methods import exact, stabilised
from snodo.views.explain.methods.pieces import Formula, Piece, Section, Table, Words, number, rows, velocities

if TYPE_CHECKING:
    from snodo.views.explain.methods.explanation import MethodExplanation

Own = Callable[["MethodExplanation"], list[Section]]
SAME = 1e-9
"""Relative difference of accelerations up to which they are the same."""


def own_of(method: ConstraintMethod) -> Own | None:
    """The function that writes a method's own sections: that of its name; a user's subclass says what its base does."""
    names = [getattr(kind, "__dict__", {}).get("name", "") for kind in type(method).__mro__]
    known = [name for name in names if name in METHODS.built_in()]
    written: list[Own] = [getattr(room, name) for name in known for room in (exact, stabilised) if hasattr(room, name)]
    return next(iter(written), None)


def refuse_unknown(method: ConstraintMethod) -> None:
    """Refuse a user's method with equations of its own."""
    if own_of(method) is None:
        what = f"the equations of the method {type(method).__name__} are its own and are not explained"
        raise UnsupportedError(Problem(what, f"explained are {', '.join(METHODS.built_in())} and their subclasses"))


def contents(e: MethodExplanation) -> list[Section]:
    """All sections."""
    own = own_of(e.method)
    assert own is not None
    return [_shared(e), _state(e), *own(e), _solution(e)]


def _shared(e: MethodExplanation) -> Section:
    return Section(
        "The equations of every method",
        [
            Formula("M v̇ + Φ_vᵀ λ = Q"),
            Formula("Φ_v v = ν"),
            Formula("Φ_v v̇ = γ"),
            Words(
                "M is the mass matrix, Q the applied forces with gyroscopic terms, Φ_v the Jacobian of the constraint "
                "rows; −Φ_vᵀ λ are the constraint forces."
            ),
        ],
    )


def _state(e: MethodExplanation) -> Section:
    F, s = e.formulation, e.state
    pieces: list[Piece] = [
        Table("velocities and forces", velocities(s, v=s.v, Q=s.forces)),
        Table("M", Labelled(F.velocity_names, F.velocity_names, s.mass)),
    ]
    if not F.nc:
        return Section(
            "The state", [*pieces, Words("There are no constraint rows: all methods have the same equations.")]
        )
    right = rows(s, **{"Φ": e.phi, "Φ̇": e.phi_dot, "ν": s.nu, "γ": s.gamma})
    pieces += [Table("Φ_v", Labelled(F.row_names, F.velocity_names, s.jacobian)), Table("the rows", right)]
    redundant = [name for name, kept in zip(F.row_names, s.rows) if not kept]
    if redundant:
        pieces.append(Words(f"Redundant rows, which follow from the others: {', '.join(redundant)}."))
    return Section(f"The state at t = {s.t:g} s", pieces)


def _solution(e: MethodExplanation) -> Section:
    F, s = e.formulation, e.state
    pieces: list[Piece] = [Table("accelerations", velocities(s, **{"v̇": e.acceleration.array}))]
    if F.nc:
        pieces.append(Table("multipliers", rows(s, **{"λ": e.multipliers.array})))
    if e.method.name == "augmented":
        return Section("The solution", pieces)
    by = f"{number(e.difference)}, relative to the largest acceleration that Q alone would cause"
    told = "are those of the augmented system, up to"
    if e.difference >= SAME:
        told = "differ from those of the augmented system by"
    pieces.append(Words(f"These accelerations {told} {by}."))
    return Section("The solution", pieces)
