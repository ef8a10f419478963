"""What the methods of every family stand on: a mechanism takes a part."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, TypeVar

from snodo.mechanism.part import Part

SomePart = TypeVar("SomePart", bound=Part)


class Adding(ABC):
    """A mechanism as far as its adding methods know it."""

    @abstractmethod
    def add(self, part: SomePart) -> SomePart:
        """Add a part made elsewhere; its name must be new."""

    def _put(self, kind: type[SomePart], **words: Any) -> SomePart:
        """Make a part, which converts what the user gave, and add it."""
        return self.add(kind(**words))
