"""One bound formulation in several threads: who works on its arrays holds its lock.

A formulation has one array of constants and scratch.  A question to it is written there, computed and read; a second
thread in between would get the first one's numbers.  Every formulation has a lock that a thread may take again (RLock),
and the methods named here take it; simulations and driven motions hold it from start to end.  Threads wait for one
another; those that are to run at the same time need formulations of their own (`copy.copy(F)`, or sn.simulate with
`threads`).

Taking the lock costs 0.25 µs, a fifth of a call of forward dynamics.  What a tree answers by one call of a kernel, that
holds Python's own lock, has an array to itself instead, and takes none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

LOCKED = frozenset(
    {
        "acceleration",
        "acceleration_parts",
        "applied_forces",
        "articulated_bias",
        "articulated_inertia",
        "bias",
        "center_of_mass",
        "constraints",
        "effort_along",
        "energies",
        "evaluate",
        "find_redundant",
        "forces",
        "forward_dynamics_derivatives",
        "gamma",
        "inertia",
        "inverse_dynamics_derivatives",
        "jacobian",
        "jacobian_of",
        "joint_wrenches",
        "kinetic_energy",
        "mass_matrix",
        "metric",
        "momentum",
        "nu",
        "pose",
        "poses",
        "potential_energy",
        "reaction",
        "solve",
        "stressed_joints",
        "sweeps",
        "turned_around",
        "velocity",
    }
)
"""Methods that work on the arrays of a formulation, whichever class defines them."""


def locked(method: Callable[..., Any]) -> Callable[..., Any]:
    """The method, one thread at a time."""

    @wraps(method)
    def alone(self: Any, *args: Any, **more: Any) -> Any:
        with self.lock:
            return method(self, *args, **more)

    return alone


def lock_methods(cls: type, but: frozenset[str]) -> None:
    """Let the methods of a class take the lock of its objects, but for those that take it by themselves."""
    for name, method in list(vars(cls).items()):
        abstract = getattr(method, "__isabstractmethod__", False)
        if name in LOCKED and name not in but and callable(method) and not abstract:
            setattr(cls, name, locked(method))
