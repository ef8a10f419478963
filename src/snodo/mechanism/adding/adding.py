"""What the methods of every family stand on: a mechanism takes a part."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from typing import Any, TypeVar

from snodo.mechanism.part import Part
from snodo.spelling import Spelled, spelled

SomePart = TypeVar("SomePart", bound=Part)


class Adding(Spelled, ABC):
    """A mechanism as far as its adding methods know it; they name the nearest word where an argument is misspelt."""

    def __init_subclass__(cls) -> None:
        """Look at the arguments of all public methods."""
        super().__init_subclass__()
        for name, method in list(vars(cls).items()):
            if inspect.isfunction(method) and not name.startswith("_"):
                setattr(cls, name, spelled(method))

    @abstractmethod
    def add(self, part: SomePart) -> SomePart:
        """Add a part made elsewhere; its name must be new."""

    def _put(self, kind: type[SomePart], **words: Any) -> SomePart:
        """Make a part, which converts what the user gave, and add it."""
        return self.add(kind(**words))
