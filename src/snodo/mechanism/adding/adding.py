"""Base class of the methods that add parts to a mechanism."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import fields
from typing import Any, TypeVar, get_type_hints

from snodo.errors import Problem, user_line
from snodo.math.calculated import knowing
from snodo.mechanism.parameters import Parameter, scope_of
from snodo.mechanism.part import Part
from snodo.spelling import Spelled, spelled

SomePart = TypeVar("SomePart", bound=Part)


class Adding(Spelled, ABC):
    """What adding methods need of a mechanism; for a misspelt argument they suggest the closest name."""

    def __init_subclass__(cls) -> None:
        """Check the argument names of all public methods."""
        super().__init_subclass__()
        for name, method in list(vars(cls).items()):
            if inspect.isfunction(method) and not name.startswith("_"):
                setattr(cls, name, spelled(method, _not_of_this_kind))

    parameters: dict[str, Parameter]

    def _knowing(self) -> AbstractContextManager[None]:
        """Let texts name the parameters of this mechanism."""
        return knowing(scope_of(self.parameters))

    @abstractmethod
    def add(self, part: SomePart) -> SomePart:
        """Add a part made elsewhere; its name must be new."""

    def _put(self, kind: type[SomePart], **words: Any) -> SomePart:
        """Make a part, which converts the given values, and add it."""
        with self._knowing():
            return self.add(kind(**words))


def _not_of_this_kind(method: Callable[..., Any], word: str, args: tuple[Any, ...]) -> Problem | None:
    """The problem if the word is a field of other kinds, such as the position of a bar, which follows from its ends."""
    kind = get_type_hints(method)["return"]
    if not (inspect.isclass(kind) and issubclass(kind, Part) and word in {spec.name for spec in fields(kind)}):
        return None
    title = f"{kind.kind.replace('_', ' ')} {args[1]!r}" if len(args) > 1 else method.__name__
    remedy = "omit it: it follows from the other fields, or has no meaning here"
    return Problem(f"{title}: a {kind.kind} takes no {word}", remedy, user_line())
