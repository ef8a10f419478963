"""A formulation with other values of its parameters: its numbers rewritten, everything else found when asked for.

The arrays of a member are its own.  What is structure (names, units, entries) it has from the formulation it was made
from.  Everything else, such as its mechanism, its geometry and what reads motions, is taken from a binding of its own
mechanism, which is made when it is first asked for: no number of another member is ever seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from types import FunctionType, MethodType, new_class
from typing import Any

import numpy as np

from snodo.formulations.rewriting.rewriting import Rewriting
from snodo.math.kernels.record_layout import PythonTable

Array = np.ndarray

STRUCTURE: tuple[str, ...] = ("entries", "layout", "euler", "_kind", "body_names", "coordinate_names")
STRUCTURE += ("velocity_names", "row_names", "coordinate_units", "velocity_units", "row_units", "row_parts")
STRUCTURE += ("work_names", "_count", "_tied", "_square", "_rest", "layout_places", "soft_places", "factored_at")
STRUCTURE += ("velocity_rows", "general_rows", "body_numbers")
"""Attributes of a formulation that follow from no parameter."""
OWN: tuple[str, ...] = ("lock", "kept", "joint_places", "load_numbers", "numbers_now", "singular_times", "mechanism")
OWN += ("geometry", "motion")
"""Attributes that every formulation has for itself."""
OF_FLAT = ("first_row", "row_parts", "block_row", "block_body", "works", "counters", "parents", "shorter")
"""Attributes of its flat model that follow from no parameter."""


def rewriting_of(F: Any) -> Rewriting:
    """How the numbers of a formulation follow from its parameters; found once."""
    with F.lock:
        if "rewriting" not in F.kept:
            F.kept["rewriting"] = Rewriting(F)
        found: Rewriting = F.kept["rewriting"]
        return found


def with_parameters(F: Any, values: Mapping[str, Any]) -> Any:
    """The formulation with other values of its parameters."""
    later = F.__dict__.get("_later")
    given = {**(later.given if later is not None else {}), **values}
    rewriting = rewriting_of(F)
    numbers = _rewritten(rewriting, given)
    if numbers is not None:
        return member(rewriting, given, numbers)
    return type(F)(rewriting.mechanism.with_parameters(**given))


def _rewritten(rewriting: Rewriting, given: Mapping[str, Any]) -> Array | None:
    """All numbers for these values; None if the mechanism must be bound again, or will say what is wrong."""
    for name, value in given.items():
        if type(value) is not float or name not in rewriting.place or name in rewriting.slow:
            return None
    return rewriting.at(given)


def member(rewriting: Rewriting, given: Mapping[str, float], numbers: Array) -> Any:
    """A formulation with these numbers."""
    pattern, kind = rewriting.pattern, class_of_members(rewriting.kind)
    found: Any = kind.__new__(kind)
    own = found.__dict__
    own.update(rewriting.structure)
    own["kept"] |= {"rewriting": rewriting, **pattern.kept_structure()}
    later = own["_later"] = Later(rewriting, given, numbers)
    places = rewriting.base.places
    own["model"] = numbers[places["model"]]
    own["flat"] = flat = LaterFlat(later, "flat", own["model"], rewriting.structure_of_flat)
    if kind.name == "tree":
        del own["joint_places"]
        lean = "lean" in places
        own["lean"] = LaterFlat(later, "lean", numbers[places["lean"]], {}) if lean else flat
        own["stepped"] = flat  # the model with all links serves steps as well
    own["_drawn"], own["size"] = numbers[places["drawn"]], float(numbers[places["size"]][0])
    own["described_numbers"] = numbers[places["numbers"]]
    own["_made_from"] = pattern  # what the addresses in the model point to is kept alive
    return found


@cache
def class_of_members(kind: Any) -> Any:
    """The class of the members of formulations of this class, under its name.

    Members look for what they lack in a binding of their own.  Other formulations have no such hook: it would make
    each of their attributes slower.
    """

    def fill(body: dict[str, Any]) -> None:
        body.update(__module__=kind.__module__, __doc__=kind.__doc__, __getattr__=_from_binding)
        body["number_names"] = property(_number_names)
        body["__reduce__"] = lambda self: (kind, *kind.__reduce__(self)[1:])  # it is sent as its mechanism

    return new_class(kind.__name__, (kind,), {"abstract": True}, fill)


def _number_names(F: Any) -> list[str]:
    """Names of states and held numbers, which follow from no parameter."""
    return list(F.__dict__["_later"].rewriting.pattern.number_names)


def _from_binding(F: Any, name: str) -> Any:
    """An attribute that a member does not have yet."""
    later = F.__dict__.get("_later")
    if later is None or name.startswith("__"):
        raise AttributeError(f"{type(F).__name__!r} object has no attribute {name!r}", name=name, obj=F)
    found = F.__dict__[name] = _later_attribute(F, later, name)
    return found


def _later_attribute(F: Any, later: Later, name: str) -> Any:
    found = F.motion_of_member(later) if name == "motion" else None
    return getattr(later.bound, name) if found is None else found


def structure_of(pattern: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """What members take over from a formulation, and from its flat model."""
    own = {word: getattr(pattern, word) for word in STRUCTURE if hasattr(pattern, word)}
    own |= {
        word: value for word, value in vars(pattern).items() if word not in OWN and _has_default(type(pattern), word)
    }
    return own, {word: getattr(pattern.flat, word) for word in OF_FLAT if hasattr(pattern.flat, word)}


def _has_default(kind: type, word: str) -> bool:
    """Whether a class has a value where an object has none, which then would be read instead."""
    return hasattr(kind, word) and not isinstance(getattr(kind, word), property | cached_property)


class Later:
    """A binding that is made when it is first needed."""

    def __init__(self, rewriting: Rewriting, given: Mapping[str, float], numbers: Array) -> None:
        self.rewriting, self.given, self.numbers = rewriting, given, numbers

    @cached_property
    def bound(self) -> Any:
        """The formulation, bound to the mechanism with these values."""
        return self.rewriting.kind(self.rewriting.mechanism.with_parameters(**self.given))


class LaterFlat:
    """The flat model of a member: its array, and the objects behind it when they are asked for."""

    def __init__(self, later: Later, which: str, model: Array, structure: Mapping[str, Any]) -> None:
        self.__dict__.update(structure)
        self._later, self._which, self.model = later, which, model

    @property
    def header(self) -> Any:
        """Counts and offsets."""
        return PythonTable(self._later.rewriting.layout.Header, self.model, 0)[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("_later", "_which"):
            raise AttributeError(name)
        pattern = self._later.rewriting.pattern
        method = getattr(type(getattr(pattern, self._which)), name, None)
        if isinstance(method, FunctionType):
            return MethodType(method, self)
        found = getattr(getattr(self._later.bound, self._which), name)
        setattr(self, name, found)
        return found
