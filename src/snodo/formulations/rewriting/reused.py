"""A bound formulation that is run again with other values of its parameters, where only numbers of its model follow.

Of two bindings with other values everything is compared that can be reached from them.  If they differ in nothing but
their models, the mechanism and its geometry, these are all that is replaced.  Otherwise what holds an old number is
said in words, and the mechanism is bound again for every value.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np

from snodo.errors import SnodoError
from snodo.formulations.rewriting.rewriting import Rewriting
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
REPLACED = (Mechanism, Geometry)
CODE = (type, types.ModuleType, types.BuiltinFunctionType)
VALUES = (str, float, complex, bytes, bool, np.generic)
SAMPLES = 3
"""Other values that are compared: near those of the mechanism, and from the whole ranges."""
FOREIGN = ("numba", "ctypes", "_ctypes", "_thread", "threading", "weakref")
"""Modules whose objects have no numbers of a mechanism."""


class Reused:
    """A formulation with the numbers of one member after another; `reason` says why it cannot have them."""

    def __init__(self, F: Any, rewriting: Rewriting, parameters: Sequence[str]) -> None:
        """F: a fresh binding that nothing else uses; parameters: those that vary."""
        self.F, self.rewriting, self.reason = F, rewriting, ""
        own, count = _Comparison(F, F), 0
        for values in rewriting.other_values(parameters, SAMPLES):
            with suppress(SnodoError):
                own, count = _Comparison(F, rewriting.bound(values)), count + 1
                named = f" ({own.difference})" if "'" in own.difference else ""  # of a part, not of the program
                self.reason = own.difference and f"the parameters change more than numbers of the model{named}"
                if self.reason:
                    return
        if not count:
            self.reason = "other values cannot be bound"
            return
        self._owners = own.owners
        self._words = [(holder, set(vars(holder))) for holder in own.holders]
        self._kept = {word: value for word, value in F.kept.items() if word != "rewriting"}

    def keep(self, word: str, value: Any) -> None:
        """Keep something beside the formulation for all members."""
        self._kept[word] = self.F.kept[word] = value

    def set(self, mechanism: Mechanism, numbers: Array) -> Any:
        """The formulation with the numbers of a member, whose mechanism this is."""
        F, places, at = self.F, self.rewriting.base.places, self.rewriting.written
        for name, model in _models(F).items():
            own = at[(at >= places[name].start) & (at < places[name].stop)]
            model[own - places[name].start] = numbers[own]
        geometry = mechanism.geometry()
        for holder, word, kind in self._owners:
            holder[word] = mechanism if kind is Mechanism else geometry
        if F.name == "tree":
            F.renew_limbs()
        for owner, words in self._words:  # what was calculated from numbers of another member
            for word in vars(owner).keys() - words:
                del vars(owner)[word]
        F.kept.clear()
        F.kept.update(self._kept)
        return F


class _Comparison:
    """What two bindings hold: where they differ, and who holds the mechanism and its geometry."""

    def __init__(self, first: Any, second: Any) -> None:
        self.models = {id(base_of(X)) for F in (first, second) for X in (*_models(F).values(), *F.copies_of_model)}
        self.difference = ""
        self.owners: list[tuple[dict[str, Any], str, type]] = []
        self.holders: list[Any] = [first]
        seen: dict[tuple[int, int], tuple[Any, Any]] = {}  # the objects are kept, so that no other one has their number
        waiting: list[tuple[Any, Any, str]] = [(first, second, type(first).__name__)]
        while waiting and not self.difference:
            a, b, where = waiting.pop()
            if a is not b and (id(a), id(b)) not in seen:
                seen[id(a), id(b)] = a, b
                waiting += self._inside(a, b, where)

    def _inside(self, a: Any, b: Any, where: str) -> list[tuple[Any, Any, str]]:
        """Compare two of one place; what they hold, which is to be compared as well."""
        if type(a) is not type(b):
            self.difference = where
        elif isinstance(a, np.ndarray):
            return self._arrays(a, b, where)
        elif isinstance(a, VALUES):
            if a != b and (a == a or b == b):  # not-a-number is like itself
                self.difference = where
        elif isinstance(a, Mapping):
            return self._lists(list(a.values()), list(b.values()), where)
        elif isinstance(a, list | tuple):
            return self._lists(a, b, where)
        elif isinstance(a, types.FunctionType):
            return self._lists(_enclosed(a), _enclosed(b), where)
        elif isinstance(a, types.MethodType):
            return [(a.__self__, b.__self__, where)]
        elif isinstance(a, partial):
            return self._lists([a.func, *a.args, *a.keywords.values()], [b.func, *b.args, *b.keywords.values()], where)
        elif not isinstance(a, (int, *REPLACED, *CODE)) and not type(a).__module__.startswith(FOREIGN):
            return self._objects(a, b, where)
        return []

    def _arrays(self, a: Array, b: Array, where: str) -> list[tuple[Any, Any, str]]:
        if a.dtype == object:
            return self._lists(a.ravel().tolist(), b.ravel().tolist(), where)
        compared = id(base_of(a)) not in self.models and a.dtype.kind in "fcbUS"
        if compared and not np.array_equal(a, b, equal_nan=a.dtype.kind in "fc"):
            self.difference = where
        return []

    def _lists(self, a: Any, b: Any, where: str) -> list[tuple[Any, Any, str]]:
        if len(a) != len(b):
            self.difference = where
        return [(x, y, where) for x, y in zip(a, b)]

    def _objects(self, a: Any, b: Any, where: str) -> list[tuple[Any, Any, str]]:
        mine, theirs = getattr(a, "__dict__", None), getattr(b, "__dict__", None)
        if mine is None or theirs is None:
            return []
        self.holders.append(a)
        found = []
        for word in mine.keys() & theirs.keys():
            if isinstance(mine[word], REPLACED):
                self.owners.append((mine, word, Mechanism if isinstance(mine[word], Mechanism) else Geometry))
            else:
                found.append((mine[word], theirs[word], f"{getattr(a, 'title', type(a).__name__)}, {word}"))
        return found


def _enclosed(function: types.FunctionType) -> list[Any]:
    """What a function holds besides its code."""
    return [*(cell.cell_contents for cell in function.__closure__ or ()), *(function.__defaults__ or ())]


def _models(F: Any) -> dict[str, Array]:
    """The arrays whose numbers are calculated."""
    found = {"model": F.model}
    lean = getattr(F, "lean", None)
    return found | {"lean": lean.model} if lean is not None and lean is not F.flat else found


def base_of(array: Array) -> Any:
    """The array whose memory it is."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array
