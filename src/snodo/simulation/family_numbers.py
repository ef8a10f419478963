"""Members of a family as numbers: models rewritten, starts found by compiled steps, integration side by side."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.assemble import assemble
from snodo.constraint_methods.redundancy import keep_independent_rows
from snodo.errors import SnodoError
from snodo.formulations.loads import following, rubbing
from snodo.formulations.parts.capstans import capstans
from snodo.formulations.rewriting.rewriting import Rewriting
from snodo.math.formula_reader import bare_names
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.functions.time_function import Function
from snodo.simulation.family_outputs import Along, Output, quick_output
from snodo.simulation.family_starts import MemberStarts
from snodo.simulation.members import ALONE, IN_LANES, INTERRUPTED, integrate_members, members_in_lanes, why_not_together
from snodo.simulation.one_run import ROUNDING, Choices
from snodo.switching.switching import Switching

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray


class Numbers:
    """Runs members of a family as numbers; `reason` says why it cannot, in words."""

    def __init__(
        self,
        F: Formulation,
        rewriting: Rewriting,
        parameters: Sequence[str],
        initial: Mapping[str, float],
        shared: Collection[str],
        outputs: Sequence[str],
        choices: Choices,
    ) -> None:
        """F: a bound formulation whose arrays nothing else uses; initial: all initial values of one member, of which
        `shared` are the same for all members."""
        self.F, self.rewriting, self.choices = F, rewriting, choices
        self.parameters, self.names = list(parameters), list(initial)
        self.shared = {name: initial[name] for name in shared}
        self.described = list(F.mechanism.initial_values())
        self.reason = _why_not(F, choices) or self._slow(parameters)
        self.outputs: dict[str, Output] = {}
        if self.reason:
            return
        for name in outputs:
            quick = quick_output(F, rewriting.base, name)
            if quick is None:
                self.reason = f"{name} needs a result of each member"
                return
            self.outputs[name] = quick
        self.starts = MemberStarts(F, rewriting, parameters, initial, choices.guess)
        self.reason = self._prepare(initial)

    def _slow(self, parameters: Sequence[str]) -> str:
        slow = [name for name in self.rewriting.followers(parameters) if name in self.rewriting.slow]
        return f"{slow[0]} is {self.rewriting.slow[slow[0]]}" if slow else ""

    def _prepare(self, initial: Mapping[str, float]) -> str:
        """Everything that members share: rows that are kept, gains, and addresses."""
        F = self.F
        F.connect()
        self.choices.method.start(F)
        try:
            start = assemble(F, initial=dict(initial), initial_guess=self.choices.guess)
            if F.nc:
                keep_independent_rows(F, start.q, 0.0, start.v)
        except SnodoError as error:
            return f"the mechanism as described cannot start: {error.problems[0].what}"
        self.starts.ready()
        base = self.rewriting.base
        self.template = base.numbers.copy()
        self.template[base.places["model"]] = F.model
        self.lengths = np.array([unit == "m" for unit in (*F.coordinate_units, *F.velocity_units)], bool)
        self.together = "" if not why_not_together(F, self.choices) else "one after the other"
        return ""

    @property
    def lanes(self) -> int:
        """How many members are integrated side by side."""
        return 1 if self.together else members_in_lanes(self.F)

    # ---------------------------------------------------------------- members
    def run(self, found: Any, values: Array, initial: Sequence[Mapping[str, float]]) -> list[int]:
        """Run members and fill their rows; returns those that must be run as ordinary mechanisms."""
        base, count = self.rewriting.base, len(initial)
        whole, y, fine = self._started(values, initial)
        alone = np.flatnonzero(~fine).tolist()
        if fine.any():
            own = np.flatnonzero(fine)
            # groups keep their places: a member that is run otherwise has its neighbour's numbers meanwhile
            filled = np.maximum.accumulate(np.where(fine, np.arange(count), -1))
            filled[filled < 0] = own[0]
            alone += self._integrate(found, whole, y, filled, fine, base)
        return alone

    def ends(self, values: Array, initial: Sequence[Mapping[str, float]]) -> Array | None:
        """Coordinates of members at the end, in natural sizes; None if one has none."""
        whole, y, fine = self._started(values, initial)
        if not fine.all():
            return None
        models = np.ascontiguousarray(whole[:, self.rewriting.base.places["model"]])
        done = integrate_members(self.F, models, y, self.choices, limits=self._limits(whole))
        ends: Array = done.states[:, -1, : self.F.nq] / self.F.coordinate_scale
        return ends

    def _started(self, values: Array, initial: Sequence[Mapping[str, float]]) -> tuple[Array, Array, Array]:
        """Numbers and starts of members, and which were found."""
        count = len(initial)
        whole = np.repeat(self.template[None], count, axis=0)
        y = np.tile(self.F.state(*self.F.reference()), (count, 1))
        fine = np.array([self._begin(whole[k], values[k], initial[k], y[k]) for k in range(count)], bool)
        return whole, y, fine

    def _begin(self, numbers: Array, values: Array, initial: Mapping[str, float], y: Array) -> bool:
        """Numbers and start of one member; returns whether they were found."""
        rewriting, places = self.rewriting, self.rewriting.base.places
        given = rewriting.resolved(dict(zip(self.parameters, values.tolist())))
        if rewriting.outside(given) or not rewriting.write(given, numbers):
            return False
        own = dict(zip(self.described, numbers[places["initial"]].tolist())) | self.shared | dict(initial)
        return self.starts.find(numbers, dict(zip(self.parameters, values.tolist())), own, y)

    def _integrate(self, found: Any, whole: Array, y: Array, filled: Array, fine: Array, base: Any) -> list[int]:
        choices, F = self.choices, self.F
        models = np.ascontiguousarray(whole[filled, base.places["model"]])
        done = integrate_members(F, models, y[filled], choices, limits=self._limits(whole[filled]))
        again = []
        for k in np.flatnonzero(fine):
            if done.status[k] in (IN_LANES, ALONE):
                found.status[k] = "finished"
                self._keep(found, int(k), whole[k], done.states[k])
            elif done.status[k] == INTERRUPTED:
                found.status[k] = "interrupted"
            else:
                again.append(int(k))
        return again

    def _limits(self, whole: Array) -> tuple[Array, Array]:
        """Tolerances of each member, as `one_run.tolerances` has them."""
        integrator, n = self.choices.integrator, self.lengths.size
        rtol, atol = getattr(integrator, "rtol", 1e-8), getattr(integrator, "atol", None)
        scale = np.where(self.lengths, whole[:, self.rewriting.base.places["lengths"]], 1.0)
        absolute = rtol * scale if atol is None else np.full((len(whole), n), atol)
        relative = np.concatenate([np.full(self.F.nq, ROUNDING), np.full(self.F.nv, rtol)])
        return absolute, np.tile(relative, (len(whole), 1))

    def _keep(self, found: Any, k: int, numbers: Array, states: Array) -> None:
        """The outputs of a member."""
        self.F.model[:] = numbers[self.rewriting.base.places["model"]]
        self.F.forget_factors()
        redundant = not self.F.kept_rows.all()
        along = Along(self.F, numbers, found.time, states, least_norm=redundant and self.choices.method.least_norm)
        for name, (read, _) in self.outputs.items():
            series = read(along)
            if name not in found.series:
                found.series[name] = np.full((len(found), *series.shape), np.nan)
            found.series[name][k] = series


def _why_not(F: Formulation, choices: Choices) -> str:
    """Why members cannot be run as numbers, in words; empty if they can."""
    m = F.mechanism
    if choices.integrator.solves_constraints:
        return f"the integrator {choices.integrator.name} solves the constraints itself"
    if not choices.method.in_lanes:
        return f"the method {choices.method.name} has its own equations"
    if Switching(m):
        return "stops, contacts, dry friction or events happen at times of their own"
    if m.controllers or F.number_names:
        return "controllers and states"
    if following(m) or rubbing(m) or capstans(m):
        return "forces that follow reactions"
    timed = next(_timed(m), "")
    if timed:
        return f"{timed} depends on time by parameters"
    return "a Python function is called" if F.routes() else ""


def _timed(m: Mechanism) -> Iterator[str]:
    """Parts with functions of time that follow from parameters: steps may have to end at other times."""
    for part in m.parts():
        for written in part.expressions.values():
            several = written.value if isinstance(written.value, tuple) else (written.value,)
            if any(isinstance(one, Function) and _of_time(one) for one in several):
                yield part.title
    for attachment in m.attachments.values():
        yield from (f"{title} of {attachment.title}" for title in _timed(attachment.part))


def _of_time(function: Function) -> bool:
    if isinstance(function, MeasuredFormula):
        return "t" in bare_names(function.text)
    return not isinstance(function, Constant)
