"""A constraint method by its word, or as an object that carries its parameters."""

from __future__ import annotations

from snodo.constraint_methods.augmented import Augmented
from snodo.constraint_methods.augmented_lagrangian import AugmentedLagrangian
from snodo.constraint_methods.baumgarte import Baumgarte
from snodo.constraint_methods.embedding import Embedding
from snodo.constraint_methods.geometric import Geometric
from snodo.constraint_methods.method import ConstraintMethod
from snodo.constraint_methods.penalty import Penalty
from snodo.constraint_methods.projection import Projection
from snodo.constraint_methods.quasi_velocities import QuasiVelocities
from snodo.errors import NameNotFound, Problem, suggestion

METHODS: dict[str, type[ConstraintMethod]] = {
    method.name: method
    for method in (
        Projection,
        Baumgarte,
        Augmented,
        Geometric,
        Embedding,
        QuasiVelocities,
        Penalty,
        AugmentedLagrangian,
    )
}


def method_from(choice: object) -> ConstraintMethod:
    """The method for a word such as "projection", or an object such as `Baumgarte(alpha=5)`."""
    if isinstance(choice, ConstraintMethod):
        return choice
    if isinstance(choice, type) and issubclass(choice, ConstraintMethod):
        return choice()
    word = str(choice).strip().lower().replace("-", "_").replace(" ", "_")
    if word not in METHODS:
        raise NameNotFound(Problem(f"there is no constraint method {choice!r}", suggestion(word, METHODS)))
    return METHODS[word]()
