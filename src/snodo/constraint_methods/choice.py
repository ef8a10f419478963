"""A constraint method by its word, or as an object that carries its parameters."""

from __future__ import annotations

from snodo.constraint_methods.method import ConstraintMethod
from snodo.registry import METHODS


def method_from(choice: object) -> ConstraintMethod:
    """The method for a word such as "projection", a class, or an object such as `Baumgarte(alpha=5)`."""
    if isinstance(choice, ConstraintMethod):
        return choice
    found = choice if isinstance(choice, type) and issubclass(choice, ConstraintMethod) else METHODS[choice]
    made: ConstraintMethod = found()
    return made
