"""What can be combined with stops, contacts, dry friction and events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.mechanism.cables import Cable
from snodo.mechanism.transmissions import Belt
from snodo.switching.switching import Switching, switches

if TYPE_CHECKING:
    from snodo.constraint_methods import ConstraintMethod
    from snodo.formulations.base import Formulation
    from snodo.integrators.base import Integrator
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
WHY = "the mechanism has stops, contacts, dry friction or events"


class Choices(Protocol):
    """The choices for a run that are used here."""

    @property
    def method(self) -> ConstraintMethod:
        """The constraint method."""

    @property
    def integrator(self) -> Integrator:
        """The integrator."""

    @property
    def keeper(self) -> Any:
        """Keeps the run on disk."""


def must_suit_events(choices: Choices) -> None:
    """Refuse what cannot be combined with stops, contacts, dry friction and events."""
    why = WHY
    problems = []
    if choices.integrator.solves_constraints:
        what = f"integrator {choices.integrator.name} cannot locate events, and {why}"
        problems.append(Problem(what, "use dop853, dormand_prince, bogacki_shampine or rk4"))
    elif not choices.method.switches_rows:
        what = f"method {choices.method.name} cannot switch rows, and {why}"
        problems.append(Problem(what, "use projection, augmented, or baumgarte with one gain for all rows"))
    if choices.keeper is not None:
        problems.append(
            Problem(
                f"checkpoints are not possible where {why}",
                "run it in pieces: start=result.state() goes on from the last one",
            )
        )
    if problems:
        raise UnsupportedError(problems)


def refuse_checkpoints(mechanism: Mechanism, integrator: Integrator) -> None:
    """Refuse to keep a run on disk that could not be continued: modes are not kept."""
    switching = Switching(mechanism)
    if switching.rigid or (switching and not integrator.solves_constraints):
        raise UnsupportedError(
            Problem(
                f"checkpoints are not possible where {WHY}",
                "run it in pieces: start=result.state() goes on from the last one",
            )
        )


def refuse_dry(mechanism: Mechanism, what: str, remedy: str) -> None:
    """Refuse dry friction and clutches where modes are not computed."""
    dry = [friction.part for friction in Switching(mechanism).frictions if friction.engaged]
    problems = []
    for part in dry:
        instead = "omit its relief" if getattr(part, "relief", None) is not None else remedy
        instead = "omit its mu" if isinstance(part, Belt | Cable) else instead
        problems.append(Problem(f"{part.title} sticks, and {what}", instead, part.where))
    if problems:
        raise UnsupportedError(problems)


def refuse_beyond_stops(F: Formulation, q: Array, t: float) -> None:
    """Refuse a position beyond a rigid stop or contact, which analyses of one state do not know."""
    switching = Switching(F.mechanism)
    if not switching.stops:
        return
    G = F if switches(F) else switching.bind(F.name)
    switching.found_in(G)
    phi = G.constraints(q, t)
    for stop in switching.stops:
        row = stop.at[0]
        if not stop.one_way and phi[row] < -1e-6 * G.row_scale[row]:
            what = f"the position found lies beyond the stop {stop.name!r}, by {-phi[row]:.4g} {G.row_units[row]}"
            remedy = "rigid stops do not act here: make it compliant (stiffness), or simulate until it rests"
            raise UnsupportedError(Problem(what.rstrip(), remedy, stop.part.where))
