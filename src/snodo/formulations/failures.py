"""Messages for statuses (`kernels/statuses.py`): which joint, force or body failed, with numbers and a remedy.

There is one message for each status, for all formulations and constraint methods; a formulation names the part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem
from snodo.math.expression import Expression
from snodo.mechanism.contacts import CylinderContact
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.spoken import spoken_tables

if TYPE_CHECKING:
    from snodo.formulations.in_time import InTime


def explain(F: InTime, status: int, t: float, pivot: float | None, body: str) -> Problem:
    """The message for a status other than zero, about the state that was evaluated last.

    pivot, body: the smallest pivot of a method with its own pivots, and the body that it could not accelerate
    """
    from snodo.formulations.kernels import statuses

    when = f"at t = {t:.6g} s"
    if status == statuses.USER_FAILED:
        return F.failed_law()
    if status == statuses.USER_ROW_FAILED:
        return F.failed_row()
    if status in (statuses.SINGULAR_CONSTRAINTS, statuses.CONTRADICTION):
        return _about_a_row(F, status == statuses.CONTRADICTION, when)
    if status in (statuses.LOADS_UNDECIDED, statuses.LOADS_IN_GAP):
        return _about_loads(F, status == statuses.LOADS_IN_GAP, when)
    if status == statuses.STATE_NOT_FINITE:
        number = F.builder.numbers[int(F.flat.header.culprit)]
        told = _force(F, t, when)
        what = f"{when} the rate of {number.part.title} is not finite"
        return told or Problem(what, "check its formula, and what it depends on", number.part.where)
    if status == statuses.NO_CONVERGENCE:
        remedy = "check whether a driver goes beyond the reach of the mechanism, or use smaller steps"
        return Problem(f"{when} the joints cannot be closed", remedy)
    if status == statuses.WORN:
        what = f"{when} the constraints become singular (smallest pivot {pivot or 0.0:.1e})"
        return Problem(what, "it is a dead point or change point: method=penalty, with elastic constraints, passes it")
    if status == statuses.SINGULAR_MASS:
        what = f"{when} the mass matrix is singular along a free motion"
        return Problem(what, "give the bodies mass and inertia, or use method=embedding, which needs fewer masses")
    return _not_finite(F, t, when, body)


def _about_loads(F: InTime, in_gap: bool, when: str) -> Problem:
    """Forces that follow reactions where these are not known, or no one solution exists (Painlevé)."""
    numbers = F.load_numbers
    assert numbers is not None
    if in_gap:
        what = f"{when} the mechanism passes a singular position, where the reactions that forces follow are not known"
        return Problem(what, "start and end away from it, or leave out the coefficient of friction")
    load = numbers.loads[int(F.flat.header.culprit)]
    what = f"{when} {load.part.title} allows no unique motion (Painlevé): its force feeds on the reaction it follows"
    remedy = "use a smaller coefficient, a smaller radius or a longer guide"
    if load.rows:
        remedy = "lower mu, or make the contact compliant: give stiffness: … or depth: … with at_speed: …"
    return Problem(f"{what}, det(I − ∂N/∂n) = {numbers.head.determinant:.3g}", remedy, load.part.where)


def _about_a_row(F: InTime, contradicts: bool, when: str) -> Problem:
    """A row that depends on the others, or contradicts them."""
    k = min(int(F.flat.header.culprit), F.nc - 1)
    row = F.row_names[k]
    if contradicts:
        gap = F._rows("phi_at")[k]
        what = f"{when} row {row!r} contradicts the other constraints: a violation of {gap:.3g} remains"
        return Problem(what, "remove one of the drivers or joints that prescribe different motions of the same body")
    not_finite = _row(F, when)
    if not_finite is not None:
        return not_finite
    what = f"{when} the constraints become singular: row {row!r} depends on the others"
    remedy = "it is a dead point or change point, or a joint that is redundant only there: see `snodo check`"
    if F.general_rows[k]:
        what += ", or does not change with the velocities"
        remedy = "it is not linear in the velocities: write it so that ∂c/∂v does not vanish along the motion"
    return Problem(f"{what} (relative pivot {F.smallest_pivot:.1e})", remedy)


def _not_finite(F: InTime, t: float, when: str, body: str) -> Problem:
    """What is not finite: a function that raised, a force, a row; otherwise the accelerations, with the body."""
    told = F.raised(when) or _force(F, t, when) or _row(F, when)
    if told is not None:
        return told
    unresisted = None if body else F.unresisted()  # a method that knows the body has not used the formulation's solver
    if unresisted is not None:
        return Problem(f"{when} {unresisted.what}", unresisted.remedy)
    body = body or F.body_at_fault()
    if not body:
        return Problem(f"{when} the accelerations are not finite", "check the applied forces and the speeds")
    return Problem(f"{when} the acceleration of body {body!r} is not finite", "check the forces that act on it")


def _force(F: InTime, t: float, when: str) -> Problem | None:
    """The first force with a function that is not finite."""
    for law in F.flat.forces:
        of_time = [function for function in law.functions if not isinstance(function, MeasuredFormula)]
        if not np.isfinite([function(t) for function in of_time]).all():
            return Problem(f"{when} {law.part.title} is not finite", "check its function of time", law.part.where)
    for packed in F.flat.measured:
        inputs = packed.inputs_of(F.model)
        if not np.isfinite(packed.function.expression.evaluate({"t": t, **inputs})):
            if isinstance(packed.part, CylinderContact):
                return _flat(packed.part, when)
            given = ", ".join(f"{name} = {x:.6g}" for name, x in inputs.items())
            left = _left(packed.function.expression, {"t": t, **inputs})
            what = f"{when} {packed.part.title} is not finite: {packed.function.text} with {given}{left}"
            remedy = "add points to the table, or choose outside: constant or linear" if left else _NO_VALUE
            return Problem(what, remedy, packed.part.where)
    return None


_NO_VALUE = "change the formula so that it has a value there"


def _left(expression: Expression, values: dict[str, Any]) -> str:
    """The table that ends before its argument, in words."""
    for node in expression.tables():
        for argument, (low, high) in zip(node.arguments, getattr(node.curve, "ranges", ())):
            x = float(argument.evaluate(values))
            if not low <= x <= high:
                return f"; table {node.name!r} ends: {argument} = {x:.6g} is outside {low:.6g} … {high:.6g}"
    return ""


def _flat(part: CylinderContact, when: str) -> Problem:
    """An edge that is parallel to the plane."""
    remedy = "let it lean by a little, or give it three points or spheres on which it stands"
    return Problem(f"{when} {part.title} lies flat: its edge has no lowest point", remedy, part.where)


def _strict_tables(F: InTime, part: Any) -> list[str]:
    """Tables of a user's constraint that have no value outside their points."""
    return [name for name in spoken_tables(part) if F.mechanism.tables[name].outside == "error"]


def _row(F: InTime, when: str) -> Problem | None:
    """The first row whose Φ, ν or Φ̈ is not finite."""
    if not F.nc:
        return None
    tables = [F._rows(name) for name in ("phi_at", "nu_at", "phi_ddot_at")]
    bad = np.flatnonzero(~np.isfinite(tables).all(axis=0))
    if not bad.size:
        return None
    part = F.mechanism[F.row_parts[bad[0]]]
    if isinstance(part, CylinderContact):
        return _flat(part, when)
    what = f"{when} {part.title}: row {F.row_names[bad[0]]!r} has no finite value or derivative"
    strict = _strict_tables(F, part)
    if strict:
        remedy = "add points to the table, or choose outside: constant or linear"
        return Problem(
            f"{what}: perhaps table {', '.join(strict)} was left, which has outside: error", remedy, part.where
        )
    return Problem(what, "check its function: it must be smooth where it is evaluated", part.where)
