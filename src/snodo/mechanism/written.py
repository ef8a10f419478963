"""What a field was written as, where that was a formula of parameters: the text beside the value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snodo.math.calculated import recording
from snodo.math.formula_reader import bare_names, dotted_names

Convert = Callable[[Any, str], Any]
"""From what was written and its quantity to the value."""


@dataclass(frozen=True)
class Written:
    """A field that was calculated, such as `mass: 2*rho*length`."""

    text: Any
    """As it was written: a text, or a list or table with texts in it."""
    value: Any
    """What it gave, in SI units."""
    parameters: frozenset[str] = frozenset()
    """The parameters that it depends on."""
    what: str = field(default="", compare=False, repr=False)
    """The quantity that it was read as."""
    convert: Convert | None = field(default=None, compare=False, repr=False)
    """How it is read again; by default like any field of a part."""

    def still(self, value: Any) -> bool:
        """Whether the field still has the value that was calculated."""
        return same(self.value, value)

    def read(self, convert: Convert) -> Written:
        """The same with its value calculated again from the parameters that are known now."""
        with recording() as record:
            value = (self.convert or convert)(plain_copy(self.text), self.what)
        return replace(self, value=value, parameters=frozenset(record.parameters))


def same(a: Any, b: Any) -> bool:
    """Whether two values of fields are equal, also arrays."""
    if a is b:
        return True
    try:
        return bool(np.all(a == b)) if isinstance(a, np.ndarray) or isinstance(b, np.ndarray) else bool(a == b)
    except (TypeError, ValueError):
        return False


def plain_copy(value: Any) -> Any:
    """Lists and tables copied, so that a later change of what the user gave is not seen."""
    if isinstance(value, Mapping):
        return {key: plain_copy(inside) for key, inside in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(plain_copy(inside) for inside in value) if type(value) in (list, tuple) else value
    return value.tolist() if isinstance(value, np.ndarray) else value


def only_parameters(text: str, known: Mapping[str, float], others: Mapping[str, Any]) -> bool:
    """Whether a text names parameters and besides them only functions and constants."""
    names = set(bare_names(text))
    return bool(names & known.keys()) and names <= {*known, *others} and not any(dotted_names(text))
