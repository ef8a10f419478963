"""From DAE to ODE: the constraint methods a user can choose, one in each file."""

from snodo.constraint_methods.augmented import Augmented
from snodo.constraint_methods.augmented_lagrangian import AugmentedLagrangian
from snodo.constraint_methods.baumgarte import Baumgarte
from snodo.constraint_methods.choice import method_from
from snodo.constraint_methods.embedding import Embedding
from snodo.constraint_methods.geometric import Geometric
from snodo.constraint_methods.method import ConstraintMethod
from snodo.constraint_methods.penalty import Penalty
from snodo.constraint_methods.projection import Projection
from snodo.constraint_methods.projector_matrices import Projectors, projectors
from snodo.constraint_methods.quasi_velocities import QuasiVelocities

__all__ = [
    "Augmented",
    "AugmentedLagrangian",
    "Baumgarte",
    "ConstraintMethod",
    "Embedding",
    "Geometric",
    "Penalty",
    "Projection",
    "Projectors",
    "QuasiVelocities",
    "method_from",
    "projectors",
]
