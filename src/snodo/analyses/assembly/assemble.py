"""Assembly: from a rough drawing to positions with Φ(t, q) = 0 and velocities with Φ_v v = ν.

The drawing and the wanted values (initial conditions, or coordinates kept as drawn) need not determine everything.  One
rule then applies in all formulations: the joints move as little as possible from the drawing.

    positions    of all that close and meet the wanted values, Σ w² (x − x_drawn)² is least      (`nearest`)
    velocities   of all with Φ_v v = ν and the wanted speeds, Σ w² ẋ² is least                   (`starting_velocities`)

over the coordinates x of all joints except the followers of couplers (`joint_displacements`), w is one over the size of
the mechanism for lengths and one for angles.  So the joints of an open tree without wanted values stay as drawn and at
rest, and a drawing that closes and has no wanted values is not changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import numpy as np

from snodo.analyses.assembly.closing import Closing
from snodo.analyses.assembly.guessed_start import closed_near, guess_values
from snodo.analyses.assembly.joint_displacements import JointMoves
from snodo.analyses.assembly.nearest import nearest_to_drawing
from snodo.analyses.assembly.starting_velocities import starting_velocities, velocities_by_rule
from snodo.analyses.assembly.targets import initial_values, wanted_values
from snodo.errors import AssemblyError
from snodo.formulations.bind import bind
from snodo.formulations.series.elastic_joints import rigid_twin
from snodo.mechanism import not_stored
from snodo.notebook import letter
from snodo.spelling import spelled
from snodo.types import FormulationLike, InitialValues, MechanismLike

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.formulations.tree.tree import Tree

Array = np.ndarray


@dataclass
class Assembly:
    """An assembled mechanism: positions, velocities, and how they were found."""

    q: Array
    v: Array
    gap: float
    """Largest remaining gap [m or rad]."""
    iterations: int
    tries: int
    moved: float
    """Largest displacement of a body's centre of mass from the drawing [m]."""
    nearest: bool = True
    """Whether the joints are as close to the drawing as possible on their branch (False: not found)."""
    branch: dict[str, str] = field(default_factory=dict)
    """For each revolute joint between two links: whether the second link bends to the left or right of the first."""

    def __str__(self) -> str:
        tries = "" if self.tries == 1 else f" after {self.tries} tries"
        lines = [
            f"assembled in {self.iterations} iterations{tries}: gap {self.gap:.1e}, "
            f"bodies moved by up to {self.moved:.3g} m"
        ]
        if not self.nearest:
            lines.append("the closest position was not found: joints may be farther from the drawing than necessary")
        if self.branch:
            lines.append(
                "branch (direction in which each joint bends): "
                + ", ".join(f"{joint} {side}" for joint, side in self.branch.items())
            )
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return letter(str(self))


@spelled
def assemble(
    mechanism: MechanismLike,
    *,
    initial: InitialValues | None = None,
    initial_guess: InitialValues | None = None,
    keep: Iterable[str] = (),
    t: float = 0.0,
    formulation: FormulationLike | None = None,
    tries: int = 20,
) -> Assembly:
    """Assemble the mechanism: find positions and velocities that satisfy all constraints.

    Coordinates without wanted values follow one rule in all formulations: the joints move as little as possible. Of all
    closed positions that meet the wanted values, Σ (x − x_drawn)² is least over the coordinates x of all joints,
    lengths divided by the size of the mechanism, angles in radians; for spherical and free joints, the rotation vector
    of the change and the displacement.  Bodies without joints count with their own position and attitude; followers of
    couplers do not count.  Of all velocities that meet the wanted values, Σ ẋ² is least.  So in an open tree the joints
    without wanted values stay as drawn and at rest.  Elastic joints start unstrained, as if they were rigid, if the
    mechanism can close.  The minimum is that on the branch reached from the drawing.  In mechanisms with more than 1200
    rows or velocities it is searched only with sparse matrices; where these are too full, and with guesses, the result
    depends on the formulation (`nearest` is False then).

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism to assemble.
    initial : mapping, optional
        Wanted values such as `{"A.angle": "30 deg", "crank.omega": 3.0, "crank.x": 0.3}` [m, rad, m/s, rad/s], added
        to those of the mechanism.
    initial_guess : mapping, optional
        Positions such as `{"C.angle": "120 deg"}` from which the search begins.  They select the branch, and are met as
        closely as the joints and the wanted values allow; the rest follows the rule above.
    keep : iterable of str, optional
        Coordinates kept as drawn, such as `["crank.angle"]`.
    t : float, optional
        Time [s].
    formulation : str or class, optional
        The formulation to use; by default planar in the plane and tree in space.
    tries : int, optional
        Number of perturbed drawings to try.

    Returns
    -------
    Assembly
        Coordinates `q`, velocities `v`, the remaining gap and the branch.

    Raises
    ------
    AssemblyError
        If the mechanism does not close; the message gives the gaps.

    Examples
    --------
    >>> closed = sn.assemble(pendulum, initial={"A.angle": 0.1, "A.speed": 2.0})
    >>> bool(closed.gap < 1e-12)
    True
    """
    F = bind(mechanism, formulation)
    not_stored.refuse(F.mechanism)
    rigid = rigid_twin(F)
    if rigid is not None:
        with suppress(AssemblyError):
            few = min(tries, 2)
            return assemble(rigid, initial=initial, initial_guess=initial_guess, keep=keep, t=t, tries=few)
    values = initial_values(F.mechanism, initial)
    guess = guess_values(F.mechanism, initial_guess, values)
    set_out = _set_out(F, {**guess, **values}, keep) if F.name == "tree" and not (F.nc or F.flat.counters) else None
    return set_out or _solved(F, values, keep, t, tries, guess)


def least_gap(F: Formulation, t: float = 0.0, tries: int = 20) -> Array:
    """Coordinates with the smallest violation of rows and wanted values; closed if possible."""
    positions, _ = wanted_values(F, initial_values(F.mechanism, None), ())
    return Closing(F, positions, t, JointMoves(F)).best(tries)[0]


def _set_out(F: Formulation, values: dict[str, float], keep: Iterable[str]) -> Assembly | None:
    """The wanted values of an open tree, set directly; None if that is not possible for all of them."""
    from snodo.analyses.assembly.open_tree import initial_state

    q, v, left = initial_state(cast("Tree", F), values, keep)
    if any(not F.mechanism.coordinate(name)[2].endswith("speed") for name in left):
        return None
    if left:
        v = starting_velocities(F, q, 0.0, wanted_values(F, values, keep)[1], JointMoves(F))
    return _assembled(F, q, v)


def _solved(
    F: Formulation, values: dict[str, float], keep: Iterable[str], t: float, tries: int, guess: dict[str, float]
) -> Assembly:
    """Solve for positions, then for velocities."""
    positions, speeds = wanted_values(F, values, keep)
    moves_of_joints = JointMoves(F)
    closing = Closing(F, positions, t, moves_of_joints)
    if guess:
        found = closed_near(closing, moves_of_joints, guess, tries)
        q, iterations, used, nearest = found.q, found.iterations, found.tries, found.nearest
    else:
        q, iterations, used = closing.close(tries)
        nearest = iterations == 0 and used == 1
        if not nearest:
            q, nearest = nearest_to_drawing(closing, moves_of_joints, q)
    v, by_rule = velocities_by_rule(F, q, t, speeds, moves_of_joints)
    return _assembled(F, q, v, closing.gap(q), iterations, used, nearest and by_rule)


def _assembled(
    F: Formulation, q: Array, v: Array, gap: float = 0.0, iterations: int = 0, tries: int = 1, nearest: bool = True
) -> Assembly:
    return Assembly(q, v, gap, iterations, tries, max(moves(F, q).values(), default=0.0), nearest, branch_of(F, q))


def moves(F: Formulation, q: Array) -> dict[str, float]:
    """Distance of each body's centre of mass from its position as drawn [m]."""
    drawn = F.reference()[0]
    if np.array_equal(q, drawn):
        return dict.fromkeys(F.body_names, 0.0)
    far = np.linalg.norm(F.motion.centres(q) - F.motion.centres(drawn), axis=1)
    return dict(zip(F.body_names, far.tolist()))


# ---------------------------------------------------------------- branch
def branch_of(F: Formulation, q: Array) -> dict[str, str]:
    """For every revolute between two links: whether the path from link to link turns left or right there."""
    return {
        joint: "straight" if abs(sine) <= 1e-6 else ("left" if sine > 0 else "right")
        for joint, sine in turns(F, q).items()
    }


def turns(F: Formulation, q: Array) -> dict[str, float]:
    """In the plane, for every revolute between two links: the sine of the angle by which the path turns there."""
    from snodo.mechanism.joints import Joint, Revolute

    if F.mechanism.dimension == 3:
        return {}
    joints = [j for j in F.mechanism.joints.values() if isinstance(j, Joint)]
    places = F.motion.places([joint.name for joint in joints], q)
    on_body: dict[str, list[str]] = {}
    for joint in joints:
        for body in (joint.parent, joint.child):
            on_body.setdefault(body, []).append(joint.name)
    found = {}
    for joint in joints:
        if not isinstance(joint, Revolute):
            continue
        P = places[joint.name]
        near = [_other(F.size, on_body[body], places, body, P) for body in (joint.parent, joint.child)]
        if near[0] is not None and near[1] is not None:
            a, b = P - near[0], near[1] - P
            found[joint.name] = float((a[0] * b[1] - a[1] * b[0]) / (np.linalg.norm(a) * np.linalg.norm(b)))
    return found


def _other(size: float, joints: list[str], places: dict[str, Array], body: str, P: Array) -> Array | None:
    """The position of another joint on the body, away from P; None on the ground."""
    if body == "ground":
        return None
    return next((places[name] for name in joints if np.linalg.norm(places[name] - P) > 1e-9 * size), None)
