"""DAE to ODE: the constraint methods a user can choose."""

from snodo.constraint_methods.methods import Augmented, Baumgarte, ConstraintMethod, Projection, method_from

__all__ = ["Augmented", "Baumgarte", "ConstraintMethod", "Projection", "method_from"]
