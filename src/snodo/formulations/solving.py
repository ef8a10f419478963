"""One solution of the equations of motion in one state, by a constraint method and under further forces.

M a + Jᵀ λ = Q + (what is given),     J a = γ

Every formulation solves in this way (`Formulation.solve`): each method has its own `solved`, from the terms of the
state to accelerations and multipliers.  Exact methods agree to rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, RunError, SnodoError, UnsupportedError, suggestion
from snodo.formulations.base import Array
from snodo.formulations.constrained import constrained, must_be_method
from snodo.formulations.vanishing import unsteady
from snodo.registry import METHODS

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

PLANE = [0, 1, 5]
"""fx, fy and the torque about z, of a wrench (f, μ)."""
Given = Any
"""Joint forces: an array of nv numbers, or {joint or coordinate: force [N] or torque [N m]}."""
Wrenches = Mapping[str, Any]
"""{body: (f, μ)}: wrenches [N, N m] in world axes at the bodies' origins; in the plane (fx, fy, torque) too."""


@dataclass(frozen=True)
class Terms:
    """The terms of the equations in one state, including the given forces."""

    F: Formulation
    q: Array
    v: Array
    t: float
    Q: Array
    J: Array
    gamma: Array
    phi: Array
    phi_dot: Array

    @classmethod
    def of(cls, F: Formulation, q: Any, v: Any, t: float, tau: Given, external: Wrenches | None) -> Terms:
        """The terms of a bound formulation."""
        v = np.asarray(v, float)
        J = F.jacobian(q, t, v=v)
        Q = F.forces(q, v, t) + given_forces(F, q, tau, external)
        return cls(F, q, v, t, Q, J, F.gamma(q, v, t), F.constraints(q, t), J @ v - F.nu(q, t, v=v))

    def solved(self, gamma: Array) -> tuple[Array, Array]:
        """Accelerations and multipliers with the rows J a = γ."""
        R, Q = self.F.regular(self.q, self.Q, self.J, gamma)
        return constrained(R, self.J, Q, gamma, self.F.row_sizes(self.J))


def solved(
    F: Formulation, q: Any, v: Any, t: float, method: Any, tau: Given = None, external: Wrenches | None = None
) -> tuple[Array, Array]:
    """Accelerations and multipliers; with redundant rows the multipliers of least norm."""
    must_be_method(method)
    chosen = METHODS[method]() if isinstance(method, str) else method() if isinstance(method, type) else method
    if tau is None and not external:
        quick: tuple[Array, Array] | None = getattr(chosen, "solved_at_once", _carefully)(F, q, v, t)
        if quick is not None:
            return quick
    terms = Terms.of(F, q, v, t, tau, external)
    problem = None if chosen.elastic else unsteady(F, terms.q, terms.v, t, "at these velocities")
    if problem is not None:
        raise RunError(problem)
    found: tuple[Array, Array] = chosen.solved(terms)
    return found


def _carefully(F: Formulation, q: Any, v: Any, t: float) -> None:
    """A method of the user's knows only the careful way."""


def solved_in_each(F: Formulation, q: Any, v: Any, solve: Callable[[Array, Array], tuple[Array, Array]]) -> Any:
    """Accelerations (states, nv) and multipliers (states, nc) in many states; an error gives the number of the row."""
    rows = rows_of(F, q, v)
    out = np.empty((len(rows[0]), F.nv)), np.empty((len(rows[0]), F.nc))
    for k, (here, moving) in enumerate(zip(*rows)):
        try:
            out[0][k], out[1][k] = solve(here, moving)
        except SnodoError as error:
            raise type(error)([Problem(f"row {k}: {p.what}", p.remedy, p.where) for p in error.problems]) from None
    return out


def rows_of(F: Formulation, q: Any, v: Any) -> tuple[Array, Array]:
    """Coordinates and velocities with a row for each state; one row, or one state, serves all."""
    try:
        found = [np.atleast_2d(np.asarray(x, float)) for x in (q, v)]
    except (TypeError, ValueError):
        raise UnsupportedError(Problem("q or v is not an array of numbers", "give a row for each state")) from None
    count = max(map(len, found))
    for word, x, n in zip("qv", found, (F.nq, F.nv)):
        if x.ndim != 2 or x.shape[1] != n or len(x) not in (1, count):
            what = f"{word} has shape {np.shape(q if word == 'q' else v)} in a batch of {count} states"
            raise UnsupportedError(Problem(what, f"give {n} numbers for each state, an array ({count}, {n})"))
    q, v = (np.ascontiguousarray(np.broadcast_to(x, (count, x.shape[1]))) for x in found)
    return q, v


def root(M: Array, J: Array, Q: Array, gamma: Array) -> tuple[Array, Array]:
    """R with Rᵀ R = M, and Q; where M is singular, of M + c Jᵀ J and Q + c Jᵀ γ, which have the same solution.

    Raises RunError if that is singular too: then a motion that the rows leave free meets no inertia.
    """
    try:
        return np.linalg.cholesky(M).T, Q
    except np.linalg.LinAlgError:
        c = max(float(np.trace(M)), 1e-300) / max(float((J * J).sum()), 1e-300)
    try:
        return np.linalg.cholesky(M + c * J.T @ J).T, Q + c * J.T @ gamma
    except np.linalg.LinAlgError:
        what = "no inertia resists a motion that the constraints leave free: its acceleration is not determined"
        raise RunError(Problem(what, "give the bodies it moves mass and moments of inertia")) from None


# ---------------------------------------------------------------- forces that are given
def given_forces(F: Formulation, q: Any, tau: Given, external: Wrenches | None) -> Array:
    """Generalised forces (nv) of given joint forces and of wrenches on bodies."""
    total = np.zeros(F.nv)
    if isinstance(tau, Mapping):
        for name, value in tau.items():
            total += _numbers(value, 1, f"tau {name!r}")[0] * _gradient(F, q, name)
    elif tau is not None:
        total += _numbers(tau, F.nv, "tau")
    for body, wrench in (external or {}).items():
        if body not in F.mechanism.bodies:
            problem = Problem(f"external: there is no body {body!r}", suggestion(body, F.mechanism.bodies))
            raise NameNotFound(problem)
        total += F.jacobian_of(np.asarray(q, float), body).T @ _wrench(F, wrench, f"external {body!r}")
    return total


def _has_attitude(joint: Any) -> bool:
    """Whether its coordinates are Euler parameters."""
    return "e0" in getattr(joint, "freedoms", ())


def _gradient(F: Formulation, q: Any, name: str) -> Array:
    """∂x/∂v (nv) of a joint's coordinate, by the name of the joint if it has only one."""
    joint = F.mechanism.joints.get(name.partition(".")[0])
    if joint is None:
        raise NameNotFound(Problem(f"tau: there is no joint {name!r}", suggestion(name, F.mechanism.joints)))
    if _has_attitude(joint) or (name == joint.name and not joint.coordinate):
        what = f"tau {name!r}: {joint.title} has no single coordinate for a force to act on"
        remedy = "give a wrench on its body: external={body: (f, μ)}"
        if not _has_attitude(joint):
            remedy = f"name one of its coordinates: {', '.join(joint.words(F.mechanism.dimension))}"
        raise UnsupportedError(Problem(what, remedy, joint.where))
    x, _ = F.motion.measured(name if "." in name else f"{name}.{joint.coordinate}")
    gradient: Array = F.motion.coordinate(x, np.asarray(q, float), np.zeros(F.nv))[1]
    return gradient


def _wrench(F: Formulation, given: Any, word: str) -> Array:
    """A wrench (f, μ) of six numbers; in the plane of three, too."""
    if F.mechanism.dimension == 2 and np.shape(given) == (3,):
        wrench = np.zeros(6)
        wrench[PLANE] = _numbers(given, 3, word)
        return wrench
    return _numbers(given, 6, word)


def _numbers(given: Any, count: int, word: str) -> Array:
    """This many finite numbers."""
    try:
        found = np.atleast_1d(np.asarray(given, float))
    except (TypeError, ValueError):
        found = np.zeros(0)
    if found.shape != (count,) or not np.isfinite(found).all():
        how_many = "one finite number" if count == 1 else f"{count} finite numbers"
        raise UnsupportedError(Problem(f"{word} is {given!r}", f"give {how_many} in SI units"))
    return found
