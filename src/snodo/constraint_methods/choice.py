"""Choose a constraint method by name, or by an object with its parameters."""

from __future__ import annotations

from snodo.constraint_methods.method import ConstraintMethod
from snodo.registry import METHODS


def method_from(choice: object) -> ConstraintMethod:
    """The method for a name such as "projection", a class, or an object such as `Baumgarte(alpha=5)`."""
    if isinstance(choice, ConstraintMethod):
        return choice
    found = choice if isinstance(choice, type) and issubclass(choice, ConstraintMethod) else METHODS[choice]
    made: ConstraintMethod = found()
    return made
