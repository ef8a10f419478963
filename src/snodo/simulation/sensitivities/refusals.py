"""What cannot be differentiated, said before or after the plain run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from snodo.constraint_methods.augmented import Augmented
from snodo.constraint_methods.projection import Projection
from snodo.errors import Problem, UnsupportedError
from snodo.formulations.loads import following, rubbing
from snodo.formulations.parts.capstans import capstans
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.simulation.sensitivities.jumps import called_in, jump_of
from snodo.simulation.sensitivities.reach import following_from
from snodo.switching.switching import Switching

_TEETH = "leave out its pressure angle: the motion is the same, only bearings do not carry the forces of its teeth"
INSTEAD = {
    "gear": _TEETH,
    "rack_and_pinion": _TEETH,
    "belt": "leave out its preload: the motion is the same, only bearings do not carry the tensions",
}
"""Of what follows reactions without being friction."""


def must_suit(F: Any, method: Any, integrator: Any) -> None:
    """Refuse mechanisms and choices for which there are no derivatives, all reasons at once."""
    problems = [*_of_choices(F, method, integrator), *_of_mechanism(F)]
    if problems:
        raise UnsupportedError(problems)


def _of_choices(F: Any, method: Any, integrator: Any) -> Iterator[Problem]:
    from snodo.math.kernels.duals import DIRECTIONS

    if not DIRECTIONS:
        yield Problem("derivatives need compiled kernels", "unset NUMBA_DISABLE_JIT")
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
    yield from _of_switching(Switching(m))
    for part in [*following(m), *rubbing(m), *capstans(m)]:
        what = f"{part.title} follows reactions: there are no derivatives of such forces yet"
        yield Problem(what, INSTEAD.get(part.kind, "give friction as a force or torque with smoothing"), part.where)
    yield from _of_laws(F)
    if F.number_names:
        yield Problem("states and controllers have no derivatives yet", "leave them out: " + ", ".join(F.number_names))
    for described in (*F.flat.constraints, *F.flat.forces):
        if described.written is not None:
            what = f"{described.part.title} is written by the user: its formula has no derivatives along runs yet"
            yield Problem(what, "take springs, dampers, friction and functions of time", described.part.where)


def _of_switching(switching: Switching) -> Iterator[Problem]:
    """What switches, by name."""
    parts: list[Any] = [*(place.part for place in switching.places), *(watched.event for watched in switching.events)]
    if switching:
        named = ", ".join(dict.fromkeys(part.title for part in parts))
        what = f"derivatives jump across stops, contacts, dry friction and events, and here are {named}"
        laws = "a law that is smooth, such as 100*max(0, x - gap)^2, in place of stops and springs of one side"
        yield Problem(what, f"leave them out, or take smooth friction (smoothing=…), and {laws}")


def _of_laws(F: Any) -> Iterator[Problem]:
    """Laws of the motion that jump."""
    for described in F.described():
        for law in (function for function in described.functions if isinstance(function, MeasuredFormula)):
            part = described.part
            if called_in(law.expression):
                what = f"{part.title} calls a Python function, whose jumps are not known"
                yield Problem(what, "write it as one formula, without if and loops", part.where)
                continue
            at = jump_of(law.expression)
            if at:
                what = f"{part.title} jumps where {at} passes zero, across which derivatives jump"
                yield Problem(what, f"make it smooth: tanh(({at})/small) instead of sign({at})", part.where)


def must_keep_times(m: Any, over: Sequence[str], given: Mapping[str, Any]) -> None:
    """Refuse parameters from which times follow that are not given: derivatives are at times that stay."""
    problems = []
    for word in (word for word in ("duration", "output") if given[word] is None and word in m.run.expressions):
        for name in (name for name in over if name in m.parameters):
            if following_from(m, name) & m.run.expressions[word].parameters:
                what = f"the {word} follows from {name}, and derivatives are at times that stay"
                problems.append(Problem(what, f"give {word}= as a number, or leave {name} out of over"))
    if problems:
        raise UnsupportedError(problems)


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
