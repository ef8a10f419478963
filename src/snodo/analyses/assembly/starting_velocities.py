"""Velocities at the start: those with Φ_v v = ν and the wanted speeds that move the joints as little as they can.

Of all of them, Σ w² ẋ² is least over the rates ẋ of all joint coordinates (`joint_moves`): with v₀ one of them and the
columns of Z the free directions,

    v = v₀ + Z z,     z = −(X Z)⁺ X v₀,     ẋ = X v.                                     (1)

Every direction moves a joint, but at singular attitudes of a joint: there v₀, the shortest by natural sizes, decides.
In an open tree the joints without wanted speeds stay at rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.analyses.assembly.closing import LARGEST_DENSE
from snodo.analyses.assembly.joint_displacements import JointMoves
from snodo.analyses.assembly.sparse_steps import least_motion, many, scaled_gradients, sparse_rows
from snodo.analyses.assembly.targets import Wanted
from snodo.errors import AssemblyError, Problem
from snodo.formulations.vanishing import STEEP, not_a_number, unsteady
from snodo.math.labelled_rows import free_directions, least_norm, responsible

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
MOST_STEPS = 50
"""Newton's steps for rows that are not linear in the velocities."""


def starting_velocities(F: Formulation, q: Array, t: float, wanted: list[Wanted], moves: JointMoves) -> Array:
    """The velocities; contradictions are named."""
    return velocities_by_rule(F, q, t, wanted, moves)[0]


def velocities_by_rule(
    F: Formulation, q: Array, t: float, wanted: list[Wanted], moves: JointMoves
) -> tuple[Array, bool]:
    """The velocities, and whether they are those that move the joints least; contradictions are named."""
    if F.general_rows.any():
        return _curved_velocities(F, q, t, wanted, _gradients(F, q, wanted), moves), True
    right = np.concatenate([F.nu(q, t), [w.value for w in wanted]])
    if not np.all(np.isfinite(right)):
        raise AssemblyError(F.row_not_finite(t))
    if not np.any(right):
        return np.zeros(F.nv), True
    v = _sparse_velocities(F, q, t, wanted, right, moves) if many(F, len(wanted)) else None
    if v is not None:
        return v, True
    if F.nc > LARGEST_DENSE:
        return _many_velocities(F, q, t, _gradients(F, q, wanted), right), False
    return _dense_velocities(F, q, t, wanted, right, moves), F.nv <= LARGEST_DENSE


def _gradients(F: Formulation, q: Array, wanted: list[Wanted]) -> Array:
    """Of the wanted speeds (wanted, nv)."""
    return np.array([w.read(F, q)[1] for w in wanted]).reshape(-1, F.nv)


def _sparse_velocities(
    F: Formulation, q: Array, t: float, wanted: list[Wanted], right: Array, moves: JointMoves
) -> Array | None:
    """By sparse matrices; None if that is not possible."""
    from scipy.sparse import csr_array, diags_array, vstack

    size = _sizes(F, wanted)
    J = vstack([F.jacobian(q, t, sparse=True), sparse_rows((w.read(F, q)[1] for w in wanted), F.nv)])
    J = csr_array(diags_array(1.0 / size) @ J @ diags_array(F.velocity_scale))
    pure = least_motion(J, scaled_gradients(moves, q), right / size)
    if pure is None:
        return None
    residual = J @ pure - right / size
    if np.any(np.abs(residual) > 1e-8 * max(1.0, float(np.abs(right / size).max()))):
        if F.nc <= LARGEST_DENSE:
            return None
        raise AssemblyError(_contradiction(F, wanted, residual * size, np.zeros(F.nc)))
    return pure * F.velocity_scale


def _dense_velocities(
    F: Formulation, q: Array, t: float, wanted: list[Wanted], right: Array, moves: JointMoves
) -> Array:
    """By dense matrices."""
    rows, size = _gradients(F, q, wanted), _sizes(F, wanted)
    J = np.vstack([F.jacobian(q, t), rows]) / size[:, None] * F.velocity_scale
    pure, residual = least_norm(J, right / size)
    _must_agree(F, wanted, J, right / size, residual, size)
    v: Array = pure * F.velocity_scale
    return v if F.nv > LARGEST_DENSE else moves.least(q, v, free_directions(J) * F.velocity_scale[:, None])


def _sizes(F: Formulation, wanted: list[Wanted]) -> Array:
    """Natural sizes of the rows and of the wanted speeds."""
    return np.concatenate([F.row_scale, [F.size if w.unit == "m" else 1.0 for w in wanted]])


def _must_agree(F: Formulation, wanted: list[Wanted], J: Array, right: Array, residual: Array, size: Array) -> None:
    if np.any(np.abs(residual) > 1e-8 * max(1.0, float(np.abs(right).max()))):
        raise AssemblyError(_contradiction(F, wanted, residual * size, _slip(F, J, right) * size[: F.nc]))


class _Linearised:
    """The rows and the wanted speeds about velocities v, in natural sizes:  J z = right  for z = v / scale."""

    def __init__(self, F: Formulation, q: Array, t: float, wanted: list[Wanted], rows: Array) -> None:
        self.F, self.q, self.t, self.rows = F, q, t, rows
        self.size, self.values = _sizes(F, wanted), np.array([w.value for w in wanted])
        self.given = np.append(~F.general_rows, np.ones(len(wanted), bool))
        """Mask of what is linear in the velocities."""

    def at(self, v: Array) -> tuple[Array, Array]:
        F = self.F
        right = np.concatenate([F.nu(self.q, self.t, v=v), self.values])
        J = np.vstack([F.jacobian(self.q, self.t, v=v), self.rows]) / self.size[:, None] * F.velocity_scale
        return J, right / self.size

    def steep(self, J: Array) -> Array:
        """Mask of general rows that change with the velocities which everything else leaves free."""
        free = J[~self.given] @ free_directions(J[self.given])
        changes: Array = np.linalg.norm(free, axis=1) > STEEP * np.linalg.norm(J[~self.given], axis=1)
        return changes


def _curved_velocities(
    F: Formulation, q: Array, t: float, wanted: list[Wanted], rows: Array, moves: JointMoves
) -> Array:
    """With rows c(t, q, v) = 0 that are not linear in v: of all solutions, the one that moves the joints least.

    Each step solves the linearised rows Φ_v(v) v⁺ = ν(v) by (1); where that comes to rest, the rows are satisfied and
    Σ w² ẋ² is stationary.  Steps of least length, which converge faster, follow.
    """
    x, scale = _Linearised(F, q, t, wanted, rows), F.velocity_scale
    J, right = x.at(np.zeros(F.nv))
    pure, residual = least_norm(J[x.given], right[x.given])
    if np.any(np.abs(residual) > 1e-8 * max(1.0, float(np.abs(right[x.given]).max(initial=0.0)))):
        whole = np.zeros(len(right))
        whole[x.given] = residual
        raise AssemblyError(_contradiction(F, wanted, whole * x.size, np.zeros(F.nc)))
    start = moves.least(q, pure * scale, free_directions(J[x.given]) * scale[:, None])
    J, right = x.at(start)
    finite = np.isfinite(J).all(axis=1) & np.isfinite(right)
    if not finite.all():
        raise AssemblyError(not_a_number(F, ~finite[: F.nc], _from(wanted)))
    missed = _missed(J, right, start / scale)
    if np.any((missed[~x.given] != 0.0) & ~x.steep(J)):
        raise AssemblyError(_not_found(x, start, missed, wanted))
    v = _newton(x, _least_motion(x, start, moves))
    J, right = x.at(v)
    missed = _missed(J, right, v / scale)
    if missed.any():
        raise AssemblyError(_not_found(x, start, missed, wanted))
    problem = unsteady(F, q, v, t, _from(wanted))
    if problem is not None:
        raise AssemblyError(problem)
    return v


def _from(wanted: list[Wanted]) -> str:
    return f"at {', '.join(f'{w.name} = {w.value:.3g}' for w in wanted)}" if wanted else "at rest"


def _least_motion(x: _Linearised, v: Array, moves: JointMoves) -> Array:
    """Steps by (1) from v, as long as they become shorter."""
    scale, before = x.F.velocity_scale, np.inf
    for _ in range(MOST_STEPS):
        J, right = x.at(v)
        if not (np.all(np.isfinite(J)) and np.all(np.isfinite(right))):
            return v
        step = least_norm(J, right - J @ (v / scale))[0] * scale
        there = moves.least(x.q, v + step, free_directions(J) * scale[:, None])
        length = float(np.abs((there - v) / scale).max(initial=0.0))
        if not length < before:
            return v
        v, before = there, length
        if length <= 1e-13 * max(1.0, float(np.abs(v / scale).max(initial=0.0))):
            return v
    return v


def _newton(x: _Linearised, v: Array) -> Array:
    """Newton's steps of least length."""
    scale = x.F.velocity_scale
    for _ in range(MOST_STEPS):
        J, right = x.at(v)
        if not (np.all(np.isfinite(J)) and np.all(np.isfinite(right))):
            return v
        step = least_norm(J, right - J @ (v / scale))[0]
        v = v + step * scale
        if np.abs(step).max(initial=0.0) <= 1e-14 * max(1.0, float(np.abs(v / scale).max(initial=0.0))):
            return v
    return v


def _missed(J: Array, right: Array, z: Array) -> Array:
    """By how much rows and wanted speeds are missed; zero where it is no more than the digits of what is given."""
    missed = J @ z - right
    size = np.maximum(np.abs(J) @ np.abs(z), np.abs(right))
    found: Array = np.where(np.abs(missed) <= 1e-8 * np.maximum(size, 1e-9), 0.0, missed)
    return np.where(np.isfinite(missed), found, np.inf)


def _not_found(x: _Linearised, start: Array, missed: Array, wanted: list[Wanted]) -> Problem:
    """The wanted speeds contradict a row, or Newton's method found no solution although speeds are free."""
    F, (J, _) = x.F, x.at(start)
    aside = free_directions(J[x.given])
    aside = aside @ np.random.default_rng(0).standard_normal(aside.shape[1])
    steep = x.steep(x.at(start + aside * F.velocity_scale)[0])
    if np.all(steep | (missed[~x.given] == 0.0)):
        return _no_direction(x, start, wanted)
    return _contradiction(F, wanted, missed * x.size, missed[: F.nc] * F.velocity_rows * F.row_scale)


def _no_direction(x: _Linearised, v: Array, wanted: list[Wanted]) -> Problem:
    """Which row determines no direction of the free velocities, as |v| = c at rest."""
    F, (J, right) = x.F, x.at(v)
    c = np.where(F.general_rows, np.abs(J @ (v / F.velocity_scale) - right)[: F.nc], -1.0)
    part = F.mechanism[F.row_parts[int(np.argmax(np.where(np.isnan(c), np.inf, c)))]]
    there = f"from {', '.join(f'{w.name} = {w.value:.3g}' for w in wanted)}" if wanted else "from rest"
    what = f"{part.title} is not linear in the velocities, and {there} no solution was found: {c.max():.3g} is left"
    return Problem(what, "give initial speeds that satisfy it: of as many velocities as can be given", part.where)


def _slip(F: Formulation, J: Array, right: Array) -> Array:
    """How far the rows on velocities are missed at least by velocities that satisfy all else; zero if none do."""
    own = np.append(F.velocity_rows, np.zeros(len(right) - F.nc, bool))
    v, residual = least_norm(J[~own], right[~own])
    if np.any(np.abs(residual) > 1e-8 * max(1.0, float(np.abs(right).max()))):
        return np.zeros(F.nc)
    slip = np.zeros(F.nc)
    slip[F.velocity_rows] = least_norm(J[own] @ free_directions(J[~own]), right[own] - J[own] @ v)[1]
    return slip


def _contradiction(F: Formulation, wanted: list[Wanted], residual: Array, slip: Array) -> Problem:
    """residual: least-squares violation of rows and wanted speeds; slip: if only rows on velocities are violated."""
    names = [*F.row_names, *[f"wanted {w.name}" for w in wanted]]
    who = responsible(residual, names)
    prescribed = [n for n in who if n.startswith("wanted") or n.rpartition(".")[0] in F.mechanism.drivers]
    remedy = f"the joints do not allow {', '.join(prescribed)}: remove it, or a joint{_freedoms(F, prescribed)}"
    slipping = _slipping(F, who)
    if slipping:
        who = [slipping, *prescribed]
        fewer = f"give fewer of the speeds {', '.join(prescribed)}: the others follow from {slipping}"
        remedy = fewer if prescribed else "change or remove one of these rows: no velocities satisfy all of them"
    elif len(prescribed) > 1:
        who, remedy = prescribed, "two drivers or initial speeds prescribe the same motion differently: remove one"
    worst = _worst(F, wanted, slip if slipping and np.any(slip) else residual)
    what = f"the velocities contradict one another by {worst}: {', '.join(who)} cannot be satisfied together"
    return Problem(what, remedy, _where_of(F, who))


def _worst(F: Formulation, wanted: list[Wanted], missed: Array) -> str:
    """The largest with its unit."""
    k = int(np.argmax(np.abs(missed)))
    unit = [*F.row_units, *[w.unit for w in wanted]][k]
    return f"{abs(missed[k]):.3g} {unit}/s"


def _slipping(F: Formulation, rows: list[str]) -> str:
    """Titles of the parts among the owners of these rows that constrain velocities alone."""
    on_velocity = {name: part for name, part, own in zip(F.row_names, F.row_parts, F.velocity_rows) if own}
    parts = dict.fromkeys(on_velocity[row] for row in rows if row in on_velocity)
    return " and ".join(F.mechanism[part].title for part in parts)


def _freedoms(F: Formulation, prescribed: list[str]) -> str:
    """The speeds that the joints of a body have of which another is wanted."""
    bodies = [name.removeprefix("wanted ").rpartition(".")[0] for name in prescribed]
    speeds = [n for b in bodies if b in F.mechanism.bodies for n in F.mechanism.names_around(b) if _is_speed(F, n)]
    return f", or give speeds of its joints: {', '.join(speeds[:8])}" if speeds else ""


def _is_speed(F: Formulation, name: str) -> bool:
    return str(F.mechanism.coordinate(name)[2]).endswith("speed")


def _many_velocities(F: Formulation, q: Array, t: float, rows: Array, right: Array) -> Array:
    """For large mechanisms: of least kinetic energy, with sparse rows."""
    from scipy.sparse import csc_array, diags_array, vstack
    from scipy.sparse.linalg import lsmr

    J = vstack([F.jacobian(q, t, sparse=True), csc_array(rows)])
    metric = F.metric(q)
    weights = metric if metric.ndim == 1 else np.linalg.norm(metric, axis=0)
    scaled = csc_array(J) @ diags_array(1.0 / weights)
    return lsmr(scaled, right, atol=1e-14, btol=1e-14, maxiter=50 * F.nv)[0] / weights


def _where_of(F: Formulation, names: list[str]) -> str:
    for name in names:
        part = name.rpartition(".")[0]
        if part in F.mechanism.drivers:
            return str(F.mechanism.drivers[part].where)
    return ""
