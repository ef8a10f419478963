"""A formulation once more, with its springs and dampers as rows that yield to their forces (`parts/yielding.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snodo.formulations.parts.yielding import LAWS_AS_ROWS
from snodo.registry import FORMULATIONS

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation


def with_laws_as_rows(F: Formulation) -> Formulation:
    """The same mechanism in the same coordinates, with (ṙ, ω′) as velocities in space, bound with laws as rows."""
    angular = angular_form(F)
    reduced: Any = angular.__reduce__()
    make, arguments = reduced[:2]
    before = LAWS_AS_ROWS.set(True)
    try:
        made: Formulation = make(*arguments)
    finally:
        LAWS_AS_ROWS.reset(before)
    return made


def angular_form(F: Formulation) -> Formulation:
    """The formulation itself, or with velocities (ṙ, ω′) instead of (ṙ, ṗ)."""
    return F if F.name != "spatial_euler" else FORMULATIONS["spatial"](F.mechanism)
