"""Base classes and building blocks for your own joints, constraints and forces.

Defining a class registers it under its `kind`: mechanisms accept the part, files may use its name, and every
formulation, constraint method and analysis treats it like the parts of the library.

    from dataclasses import dataclass
    from snodo.extend import Joint, PartRows, along, field

    @dataclass(kw_only=True)
    class Gap(Joint):
        '''A point of the child stays at a distance from a line of the parent.'''

        axis: tuple[float, ...] = field("direction", "the line")
        gap: float = field("length", "the distance [m]")

        kind = "gap"
        carries = False

        def rows(self, reader):
            s_i, s_j = reader.places(self)
            ...

`docs/contributing` has a page with a worked example for each kind.
"""

from snodo.mechanism.constraints import Constraint, Relation
from snodo.mechanism.forces import Force
from snodo.mechanism.functions.time_function import Function
from snodo.mechanism.joints import Joint
from snodo.mechanism.laws import ZERO, Law
from snodo.mechanism.measures import Combination, Measure, PartRows, across, along, distance
from snodo.mechanism.part import given as field
from snodo.mechanism.reader import Reader

__all__ = [
    "ZERO",
    "Combination",
    "Constraint",
    "Force",
    "Function",
    "Joint",
    "Law",
    "Measure",
    "PartRows",
    "Reader",
    "Relation",
    "across",
    "along",
    "distance",
    "field",
]
