"""Bind a mechanism to a formulation, given by name."""

from __future__ import annotations

from typing import TypeAlias

from snodo.errors import Problem, SnodoError, UnsupportedError
from snodo.formulations.base import Formulation
from snodo.mechanism.mechanism import Mechanism
from snodo.registry import FORMULATIONS

MechanismLike: TypeAlias = Mechanism | Formulation
"""A mechanism, or a formulation bound to one."""
FormulationLike: TypeAlias = str | type[Formulation]
"""The word of a formulation, "planar", "tree", "spatial" or "spatial_euler", or its class."""


def bind(mechanism: MechanismLike, formulation: FormulationLike | None = None) -> Formulation:
    """The bound formulation: an object as it is, a mechanism under the formulation's word (None: chosen for it)."""
    if isinstance(mechanism, Formulation):
        of_class = isinstance(formulation, type) and isinstance(mechanism, formulation)
        if not of_class and formulation not in (None, mechanism.name):
            what = f"the mechanism is bound to the formulation {mechanism.name!r}, and {formulation!r} is requested"
            raise UnsupportedError(Problem(what, "give the mechanism itself, or omit the formulation"))
        return mechanism
    if not isinstance(mechanism, Mechanism):
        raise SnodoError(
            Problem(f"{type(mechanism).__name__} is not a mechanism", "give an sn.Mechanism, or load one with sn.load")
        )
    word = default_formulation(mechanism) if formulation is None else formulation
    if isinstance(word, type) and issubclass(word, Formulation):
        return word(mechanism)
    found: Formulation = FORMULATIONS[word](mechanism)
    return found


LOOPS = 30
"""Loops from which on the many rows of absolute coordinates cost less than the few of a tree, each of which moves all
bodies on its way (square nets with spherical joints: equal at about 25 loops, half the time at 90)."""


def default_formulation(mechanism: Mechanism) -> str:
    """The formulation chosen when the user names none.

    Planar in the plane; in space tree, or spatial where a tree would have to cut many loops.  Joints to be cut are
    named for a tree.
    """
    if mechanism.dimension == 2:
        return "planar"
    many = _loops(mechanism) > LOOPS and not mechanism.run.cut
    return "spatial" if many else "tree"


def _loops(mechanism: Mechanism) -> int:
    """Joints that a tree does not need, at least so many: bodies that float need one less."""
    stiff = sum(not joint.elastic for joint in mechanism.joints.values())
    return stiff - len(mechanism.bodies)
