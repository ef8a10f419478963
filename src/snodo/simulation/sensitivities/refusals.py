"""What cannot be differentiated, said before or after the plain run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from snodo.constraint_methods.augmented import Augmented
from snodo.constraint_methods.projection import Projection
from snodo.errors import Problem, UnsupportedError
from snodo.formulations.loads import following, rubbing
from snodo.formulations.parts.capstans import capstans
from snodo.switching.switching import Switching


def must_suit(F: Any, method: Any, integrator: Any) -> None:
    """Refuse mechanisms and choices for which there are no derivatives, all reasons at once."""
    problems = [*_of_choices(F, method, integrator), *_of_mechanism(F)]
    if problems:
        raise UnsupportedError(problems)


def _of_choices(F: Any, method: Any, integrator: Any) -> Iterator[Problem]:
    if integrator.solves_constraints:
        what = f"there are no derivatives along runs of the integrator {integrator.name}"
        yield Problem(what, 'use an explicit one: integrator="dop853"')
    elif type(method) not in (Projection, Augmented):
        what = f"there are no derivatives along runs of the method {method.name}"
        yield Problem(what, 'use method="projection"')
    if F.name not in ("planar", "tree", "spatial"):
        what = f"there are no derivatives along runs of the formulation {F.name}"
        yield Problem(what, 'use formulation="tree" or "spatial"')


def _of_mechanism(F: Any) -> Iterator[Problem]:
    m = F.mechanism
    if Switching(m):
        what = "the mechanism has stops, contacts, dry friction or events, across which derivatives jump"
        yield Problem(what, "leave them out, or take smooth friction (smoothing=…) and soft stops instead")
    for part in [*following(m), *rubbing(m), *capstans(m)]:
        what = f"{part.title} follows reactions: there are no derivatives of such forces yet"
        yield Problem(what, "give friction as a force or torque with smoothing", part.where)
    if F.number_names:
        yield Problem("states and controllers have no derivatives yet", "leave them out: " + ", ".join(F.number_names))
    for described in (*F.flat.constraints, *F.flat.forces):
        if described.written is not None:
            what = f"{described.part.title} is written by the user: its formula has no derivatives along runs yet"
            yield Problem(what, "take springs, dampers, friction and functions of time", described.part.where)


def must_have_run_plainly(result: Any) -> None:
    """Refuse a run that passed singular positions or took implicit steps."""
    if result.singular_passes:
        at = result.singular_passes[0]["start"]
        what = f"the run passes a singular position at t = {at:.6g} s, where derivatives are not defined"
        raise UnsupportedError(Problem(what, "end the run before it, or change the mechanism so that it is avoided"))
    chosen = str(result.info.get("chosen", ""))
    if any(part.startswith("stiff ") for part in chosen.split("; then ")):
        what = f"the run is {chosen}; there are no derivatives along implicit steps"
        remedy = 'take explicit steps, which are many: integrator="dop853"; or soften what is stiff'
        raise UnsupportedError(Problem(what, remedy))
