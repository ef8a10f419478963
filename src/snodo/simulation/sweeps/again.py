"""One member of a sweep once more, with its whole result."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from snodo.errors import NameNotFound, Problem, UnsupportedError
from snodo.simulation.simulate import simulate
from snodo.simulation.sweeps.quantities import parameters_of

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism
    from snodo.results.result import Result
    from snodo.simulation.sweeps.outcome import Sweep

WORDS = ("formulation", "method", "integrator", "tolerance", "max_steps", "initial_guess")
"""Choices of a sweep that a run has too."""


def member_of(swept: Sweep, member: int) -> tuple[Mechanism, dict[str, float]]:
    """The mechanism of a member, and its own initial values."""
    if swept.mechanism is None:
        raise UnsupportedError(Problem("the mechanism of this sweep is not known", "sweep it again"))
    if not 0 <= member < len(swept):
        raise NameNotFound(Problem(f"there is no member {member}", f"they have the numbers 0 to {len(swept) - 1}"))
    known = parameters_of(swept.mechanism)
    values = {name: float(swept.dataset[name].values[member]) for name in swept.names}
    lost = [name for name in values if "." not in name and name not in known and name not in swept.mechanism.states]
    if lost:
        what = f"{', '.join(lost)} of parts used again are not known in a file"
        raise UnsupportedError(Problem(what, "use the sweep as it was made, before it was written"))
    parameters = {name: value for name, value in values.items() if name in known}
    mechanism = swept.mechanism.with_parameters(**parameters) if parameters else swept.mechanism
    return mechanism, {name: value for name, value in values.items() if name not in known}


def simulate_member(swept: Sweep, member: int, choices: dict[str, Any]) -> Result:
    """Run a member with the choices of its sweep."""
    mechanism, initial = member_of(swept, member)
    plan = json.loads(swept.dataset.attrs["plan"])
    kept = {word: value for word, value in plan["choices"].items() if word in WORDS and word not in choices}
    odd = [word for word, value in kept.items() if isinstance(value, str) and "(" in value]
    if odd:
        what = f"the {odd[0]} of the sweep was {kept[odd[0]]}, which is not kept as an object"
        raise UnsupportedError(Problem(what, f"give it again: swept.simulate({member}, {odd[0]}=…)"))
    words = {"progress": False, **kept, **choices}
    return simulate(mechanism, float(swept.dataset.attrs["duration"]), initial=plan["initial"] | initial, **words)
