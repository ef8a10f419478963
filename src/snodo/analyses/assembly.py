"""Assembly: from a rough drawing to positions with Φ(t, q) = 0 and velocities with Φ_v v = ν.

Damped Newton with minimum-norm steps,  Δq = −J⁺ Φ,  angles weighted with the size of the mechanism so that metres and
radians compare.  The pseudo-inverse J⁺ lets redundant rows do no harm.  Wanted values of coordinates (initial
conditions, or coordinates kept as drawn) join as further rows.  If the drawing leads nowhere, perturbed drawings
are tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.analyses.elastic_joints import rigid_twin
from snodo.errors import AssemblyError, MechanismError, Problem
from snodo.formulations.bind import bind

Array = np.ndarray

CLOSED = 1e-11
"""Largest gap, relative to the size of the mechanism, that counts as closed."""
LARGEST_DENSE = 1200
"""Most rows for which steps use the dense pseudo-inverse."""


@dataclass
class Assembly:
    """A mechanism that closes: positions, velocities, and how it got there."""

    q: Array
    v: Array
    gap: float
    """Largest remaining gap [m or rad]."""
    iterations: int
    tries: int
    moved: float
    """Largest displacement of a body's centre of mass from the drawing [m]."""
    branch: dict[str, str] = field(default_factory=dict)
    """For each revolute joint between two links: whether the second link turns left or right of the first."""

    def __str__(self) -> str:
        tries = "" if self.tries == 1 else f" after {self.tries} tries"
        lines = [
            f"assembled in {self.iterations} iterations{tries}: gap {self.gap:.1e}, "
            f"bodies moved by up to {self.moved:.3g} m"
        ]
        if self.branch:
            lines.append(
                "branch (which way each joint bends): "
                + ", ".join(f"{joint} {side}" for joint, side in self.branch.items())
            )
        return "\n".join(lines)


def assemble(
    mechanism: Any,
    *,
    initial: Mapping[str, Any] | None = None,
    keep: Iterable[str] = (),
    t: float = 0.0,
    formulation: str | None = None,
    tries: int = 20,
) -> Assembly:
    """Close the mechanism (or bound formulation) at time t [s]; raises AssemblyError with the gaps if it cannot.

    initial: wanted values such as {"A.angle": "30 deg", "crank.omega": 3.0}, added to those of the mechanism;
    keep: coordinates held as drawn, such as ["crank.angle"]; tries: how many perturbed drawings to try.
    Elastic joints start without strain, as if they were rigid, if the mechanism closes so.
    """
    F = bind(mechanism, formulation)
    rigid = rigid_twin(F)
    if rigid is not None:
        with suppress(AssemblyError):
            return assemble(rigid, initial=initial, keep=keep, t=t, tries=tries)
    if F.nc == 0 and F.name == "tree":
        return _set_out(F, wanted_values(F.mechanism, initial), keep)
    positions, speeds = _wanted(F, initial, keep)
    solver = _Positions(F, positions, t)
    start = _like_a_tree(F, solver, initial, keep)
    if start is not None:
        return start
    q, iterations, used = solver.close(tries)
    v = _velocities(F, q, t, speeds)
    return Assembly(q, v, solver.gap(q), iterations, used, max(moves(F, q).values(), default=0.0), branch_of(F, q))


def least_gap(F: Any, t: float = 0.0, tries: int = 20) -> Array:
    """Coordinates of a bound formulation in which its rows and wanted values are violated least, closed if they can."""
    return _Positions(F, _wanted(F, None, ())[0], t).best(tries)[0]


def _set_out(F: Any, values: dict[str, float], keep: Iterable[str]) -> Assembly:
    """An open tree has nothing to close: its wanted values are set."""
    from snodo.analyses.initial_state import initial_state

    q, v = initial_state(F, values, keep)
    return Assembly(q, v, 0.0, 0, 1, max(moves(F, q).values(), default=0.0), branch_of(F, q))


def _like_a_tree(F: Any, solver: Any, initial: Mapping[str, Any] | None, keep: Iterable[str]) -> Assembly | None:
    """An open mechanism in absolute coordinates of space starts as its tree does, if that closes it."""
    values = wanted_values(F.mechanism, initial)
    if not hasattr(F, "placed_like") or (not values and solver.closed(F.reference()[0])):
        return None
    from snodo.analyses.tree_start import tree_start

    found = tree_start(F, values, keep)
    if found is None or not solver.closed(found[0]):
        return None
    q, v = found
    return Assembly(q, v, solver.gap(q), 0, 1, max(moves(F, q).values(), default=0.0), branch_of(F, q))


def moves(F: Any, q: Array) -> dict[str, float]:
    """How far each body's centre of mass is from where it was drawn [m]."""
    drawn = F.reference()[0]
    if np.array_equal(q, drawn):
        return dict.fromkeys(F.body_names, 0.0)
    far = np.linalg.norm(F.motion.centres(q) - F.motion.centres(drawn), axis=1)
    return dict(zip(F.body_names, far.tolist()))


# ---------------------------------------------------------------- wanted values
Wanted = list[tuple[str, Any, float]]


def _units(wanted: Wanted) -> list[str]:
    """Units of wanted positions."""
    return ["rad" if link.kind == "turn" else "m" for _, link, _ in wanted]


def _wanted(F: Any, initial: Mapping[str, Any] | None, keep: Iterable[str]) -> tuple[Wanted, Wanted]:
    """Wanted positions and speeds: name, coordinate, value."""
    mechanism = F.mechanism
    values = wanted_values(mechanism, initial)
    driven = _driven(F)
    q, v = F.reference()
    positions: Wanted = []
    speeds: Wanted = []
    for name in keep:
        link, is_speed = F.motion.measured(name)
        if is_speed:
            raise MechanismError(
                Problem(f"keep: {name!r} is a speed", "name a coordinate; wanted speeds go into initial")
            )
        positions.append((name, link, float(F.motion.coordinate(link, q, v)[0])))
    for name, value in values.items():
        link, is_speed = F.motion.measured(name)
        if name in driven:
            _starts_there(name, value, driven[name], mechanism)
            continue
        (speeds if is_speed else positions).append((name, link, value))
    return positions, speeds


def wanted_values(mechanism: Any, initial: Mapping[str, Any] | None) -> dict[str, float]:
    """The initial values of the mechanism, and those given with the call, in SI units."""
    from snodo.math.units import quantity

    given = {name: quantity(value, mechanism.coordinate(name)[2]) for name, value in (initial or {}).items()}
    return {**mechanism.initial_values(), **given}


def _driven(F: Any) -> dict[str, Any]:
    """The driver rows by the coordinate they drive."""
    driven = {}
    for c in F.flat.constraints:
        if c.function is not None and c.part.motion in ("joint", "body angle"):
            stem, joint = c.part.joint or c.part.body, F.mechanism.joints.get(c.part.joint)
            word = "angle" if joint is None else c.part.drives(joint, F.mechanism.dimension)[0]
            driven[f"{stem}.{word}"] = c
    return driven


def _starts_there(name: str, value: float, driver: Any, mechanism: Any) -> None:
    """An initial value of a driven coordinate must be where the driver starts."""
    start = driver.function(0.0)
    if abs(start - value) > 1e-9 * max(1.0, abs(start)):
        what = f"{name} = {value:g} is wanted at the start, but {driver.part.title} starts it at {start:g}"
        remedy = "give the value with the mechanism (a driver by speed starts there), or change the driver"
        raise MechanismError(Problem(what, remedy, mechanism.initial_lines.get(name, driver.part.where)))


# ---------------------------------------------------------------- positions
class _Positions:
    """Φ and the wanted coordinates as one system of equations for q."""

    def __init__(self, F: Any, wanted: Wanted, t: float) -> None:
        self.F, self.wanted, self.t = F, wanted, t
        self.weights = F.size / F.velocity_scale
        self.scale = np.concatenate([F.row_scale, np.ones(len(wanted))])
        self.parts = [*F.row_parts, *[f"wanted {name}" for name, _, _ in wanted]]

    def residual(self, q: Array) -> Array:
        """Φ, then the wanted coordinates; whole turns do not count in an angle that is known but for them."""
        rows = [self.F.constraints(q, self.t)]
        v = np.zeros(self.F.nv)
        for _, link, value in self.wanted:
            away, period = self.F.motion.coordinate(link, q, v)[0] - value, getattr(link, "period", 0.0)
            rows.append(np.atleast_1d(away - period * np.round(away / period) if period else away))
        return np.concatenate(rows)

    def gap(self, q: Array) -> float:
        """Largest violated row [m or rad]."""
        return float(np.abs(self.residual(q)).max(initial=0.0))

    def _error(self, q: Array) -> float:
        return float(np.linalg.norm(self.residual(q) / self.scale))

    def closed(self, q: Array) -> bool:
        """Whether all rows hold, and the wanted values are there."""
        return self._error(q) <= 1e2 * CLOSED

    def step(self, q: Array) -> Array:
        """−J⁺ Φ in weighted coordinates."""
        v = np.zeros(self.F.nv)
        extra = np.array([self.F.motion.coordinate(link, q, v)[1] for _, link, _ in self.wanted]).reshape(-1, self.F.nv)
        right = -self.residual(q) / self.scale
        if right.size > LARGEST_DENSE:
            return self._sparse_step(q, extra, right)
        J = np.vstack([self.F.jacobian(q, self.t), extra]) / self.scale[:, None] / self.weights
        return np.linalg.lstsq(J, right, rcond=1e-9)[0] / self.weights

    def _sparse_step(self, q: Array, extra: Array, right: Array) -> Array:
        from scipy.sparse import csc_array, diags_array, eye_array, vstack
        from scipy.sparse.linalg import splu

        J = vstack([self.F.jacobian(q, self.t, sparse=True), csc_array(extra)])
        J = csc_array(diags_array(1 / self.scale) @ J @ diags_array(1 / self.weights))
        S = csc_array(J @ J.T + 1e-13 * eye_array(J.shape[0]))
        return (J.T @ splu(S).solve(right)) / self.weights

    def newton(self, q: Array) -> tuple[Array, int]:
        """Damped Newton from q; ends when closed, or when no step helps any more."""
        error = self._error(q)
        for iteration in range(60):
            if error <= CLOSED:
                return q, iteration
            step = self.step(q)
            largest = np.abs(step * self.weights).max(initial=0.0)
            damping = min(1.0, 0.5 * self.F.size / largest) if largest > 0 else 1.0
            while damping > 1e-4 and not self._error(self.F.moved(q, damping * step)) < error:
                damping *= 0.5
            if damping <= 1e-4:
                return q, iteration
            q = self.F.moved(q, damping * step)
            error = self._error(q)
        return q, 60

    def close(self, tries: int) -> tuple[Array, int, int]:
        """Closed positions, iterations and tries used."""
        q, total, used = self.best(tries)
        around = self.F.turned_around(q)
        if self._error(q) <= 1e2 * CLOSED and not around:
            return q, total, used
        raise AssemblyError(_turned_around(self.F, around) if around else self._not_closed(q, tries))

    def best(self, tries: int) -> tuple[Array, int, int]:
        """Closed positions, or those with the least gap that were found; iterations and tries used."""
        drawn, _ = self.F.reference()
        random = np.random.default_rng(0)
        if not np.isfinite(self._error(drawn)):
            raise AssemblyError(self.F.row_not_finite(self.t))
        best, best_error, total = drawn, np.inf, 0
        for attempt in range(max(tries, 1)):
            noise = 0.0 if attempt == 0 else min(0.1 * attempt, 1.0)
            shift = noise * self.F.size * random.standard_normal(self.F.nv) / self.weights
            q, iterations = self.newton(self.F.moved(drawn, shift))
            total += iterations
            error = self._error(q)
            if self.closed(q) and not self.F.turned_around(q):
                return q, total, attempt + 1
            if error < best_error:
                best, best_error = q, error
        return best, total, max(tries, 1)

    def _not_closed(self, q: Array, tries: int) -> list[Problem]:
        """Which joint stays open, and by how much, when the others are closed as well as they can be."""
        gaps = self._gaps(q)
        open_parts = [part for part in gaps if gaps[part] > CLOSED * self.F.size]
        last = open_parts[-1]
        alone = self._gaps(self._opened_at(last, q))
        if max((gap for part, gap in alone.items() if part != last), default=0.0) < 0.01 * alone[last]:
            gaps, open_parts = alone, [last]
        worst = sorted(open_parts, key=lambda part: -gaps[part])
        m = self.F.mechanism
        titles = {part: part if part.startswith("wanted") else m[part].title for part in worst}
        shown = ", ".join(f"{titles[part]} by {gaps[part]:.4g} {self._unit(part)}".rstrip() for part in worst[:6])
        where = m[last].where if not last.startswith("wanted") else ""
        what = f"mechanism {m.name!r} does not close: {shown}"
        what += " stays open with all others closed" if len(worst) == 1 else " stay open"
        remedy = (
            f"tried the drawing and {max(tries, 1) - 1} perturbations of it, each with damped Newton; "
            "check the lengths of the links and the wanted values, or draw it nearer to a closed position"
        )
        return [Problem(what, remedy, where)]

    def _gaps(self, q: Array) -> dict[str, float]:
        """Gap of every joint and wanted value [m or rad], in the order of the description."""
        gaps: dict[str, float] = {}
        for part, gap in zip(self.parts, self.residual(q)):
            gaps[part] = float(np.hypot(gaps.get(part, 0.0), gap))
        return gaps

    def _unit(self, part: str) -> str:
        """Unit of a part's gap: metres if any of its rows is a length."""
        units = [*self.F.row_units, *_units(self.wanted)]
        own = [unit for owner, unit in zip(self.parts, units) if owner == part]
        return "m" if "m" in own else own[0]

    def _opened_at(self, part: str, q: Array) -> Array:
        """Positions in which the rest is closed and `part` takes the whole gap."""
        scale = self.scale.copy()
        for softening in (1e1, 1e2, 1e3):
            self.scale = np.where([p == part for p in self.parts], softening * scale, scale)
            q, _ = self.newton(q)
        self.scale = scale
        return q


def _turned_around(F: Any, joints: list[str]) -> Problem:
    names = ", ".join(F.mechanism[joint].title for joint in joints)
    what = f"mechanism {F.mechanism.name!r} closes only with the bodies of {names} turned around"
    return Problem(what, "draw their axes nearer to how they are meant", F.mechanism[joints[0]].where)


# ---------------------------------------------------------------- velocities
def _velocities(F: Any, q: Array, t: float, wanted: Wanted) -> Array:
    """Least velocities, in the mass metric, with Φ_v v = ν and the wanted speeds; contradictions are named."""
    from snodo.analyses.linear import least_norm, responsible

    rest = np.zeros(F.nv)
    rows = [F.motion.coordinate(link, q, rest)[1] for _, link, _ in wanted]
    right = np.concatenate([F.nu(q, t), [value for _, _, value in wanted]])
    if not np.all(np.isfinite(right)):
        raise AssemblyError(F.row_not_finite(t))
    if not np.any(right):
        return rest
    names = [*F.row_names, *[f"wanted {name}" for name, _, _ in wanted]]
    metric = F.metric(q)
    if F.nc > LARGEST_DENSE:
        return _many_velocities(F, q, t, rows, right, metric)
    J = np.vstack([F.jacobian(q, t), *[np.atleast_2d(r) for r in rows]])
    size = np.array([F.size if unit == "m" else 1.0 for unit in [*F.row_units, *_units(wanted)]])
    v, residual = least_norm(J, right, metric, np.linalg.norm(J * F.velocity_scale / size[:, None], axis=1))
    worst = float(np.abs(residual).max(initial=0.0))
    if np.any(np.abs(residual) / size > 1e-8 * max(1.0, (np.abs(right) / size).max())):
        who = responsible(residual, names)
        prescribed = [n for n in who if n.startswith("wanted") or n.rpartition(".")[0] in F.mechanism.drivers]
        remedy = f"the joints leave no freedom for {', '.join(prescribed)}: remove it, or a joint"
        if len(prescribed) > 1:
            who, remedy = prescribed, "two drivers or initial speeds prescribe the same motion differently: remove one"
        what = f"the velocities contradict one another by {worst:.3g}: {', '.join(who)} cannot hold together"
        raise AssemblyError(Problem(what, remedy, _where_of(F, who)))
    return v


def _many_velocities(F: Any, q: Array, t: float, rows: list[Array], right: Array, metric: Array) -> Array:
    from scipy.sparse import csc_array, diags_array, vstack
    from scipy.sparse.linalg import lsmr

    J = F.jacobian(q, t, sparse=True)
    if rows:
        J = vstack([J, csc_array(np.atleast_2d(np.array(rows)))])
    weights = metric if metric.ndim == 1 else np.linalg.norm(metric, axis=0)
    scaled = csc_array(J) @ diags_array(1.0 / weights)
    return lsmr(scaled, right, atol=1e-14, btol=1e-14, maxiter=50 * F.nv)[0] / weights


def _where_of(F: Any, names: list[str]) -> str:
    for name in names:
        part = name.rpartition(".")[0]
        if part in F.mechanism.drivers:
            return str(F.mechanism.drivers[part].where)
    return ""


# ---------------------------------------------------------------- branch
def branch_of(F: Any, q: Array) -> dict[str, str]:
    """For every revolute between two links: does the path from link to link turn left or right there?"""
    return {
        joint: "straight" if abs(sine) <= 1e-6 else ("left" if sine > 0 else "right")
        for joint, sine in turns(F, q).items()
    }


def turns(F: Any, q: Array) -> dict[str, float]:
    """In the plane, for every revolute between two links: the sine of the angle by which the path turns there."""
    from snodo.mechanism.joints import Joint, Revolute

    if F.mechanism.dimension == 3:
        return {}
    joints = [j for j in F.mechanism.joints.values() if isinstance(j, Joint)]
    found = {}
    for joint in joints:
        if not isinstance(joint, Revolute):
            continue
        P = F.motion.position(joint.name, q)
        near = [_other(F, joints, body, joint, P, q) for body in (joint.parent, joint.child)]
        if near[0] is not None and near[1] is not None:
            a, b = P - near[0], near[1] - P
            found[joint.name] = float((a[0] * b[1] - a[1] * b[0]) / (np.linalg.norm(a) * np.linalg.norm(b)))
    return found


def _other(F: Any, joints: list[Any], body: str, joint: Any, P: Array, q: Array) -> Array | None:
    """The place of another joint on the body, away from P; none on the ground."""
    if body == "ground":
        return None
    for other in joints:
        if other is not joint and body in (other.parent, other.child):
            place: Array = F.motion.position(other.name, q)
            if np.linalg.norm(place - P) > 1e-9 * F.size:
                return place
    return None
