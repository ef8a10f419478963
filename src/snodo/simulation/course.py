"""The course of a run that chooses its integrator: explicit steps, replaced by those of Radau while these are longer.

It has parts, one after the other: explicit steps until a look finds them limited by stability, the steps of Radau that
were tried there, and then segments of Radau, until one finds that explicit steps would do (`choosing.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.integrators.ode.outcome import Outcome, problem_of
from snodo.integrators.ode.prepare import MAX_STEPS
from snodo.integrators.ode.run import Run, joined
from snodo.simulation import choosing
from snodo.simulation.choosing import Stiffness, easier, implicit_bound, implicit_choices, without_choice

if TYPE_CHECKING:
    from snodo.constraint_methods.bound import Bound
    from snodo.integrators.base import Integrator
    from snodo.integrators.dae.bound import DirectBound
    from snodo.simulation.one_run import Choices

Array = np.ndarray
Integrated = Callable[..., Run]


class Course:
    """The parts of a run, and why each of them ended; a keeper keeps them on disk."""

    def __init__(self, bound: Bound, choices: Choices, integrated: Integrated) -> None:
        """integrated: integrates one part, see `one_run.integrated`."""
        self._explicit = bound
        self._choices, self._integrated = choices, integrated
        self._first, self._second = without_choice(choices), implicit_choices(choices)
        self._keeper = choices.keeper
        self._parts: list[Run] = []
        self._words: list[str] = []
        self._implicit = self._ended = False
        self._watch: Stiffness | None = None

    @cached_property
    def _direct(self) -> DirectBound:
        """The formulation for Radau, if it comes to that."""
        return implicit_bound(self._explicit, self._choices)

    # ---------------------------------------------------------------- what came of it
    @property
    def bound(self) -> Bound:
        """What the run ended with,"""
        return self._direct if self._implicit else self._explicit

    @property
    def integrator(self) -> Integrator:
        """and by which steps."""
        return (self._second if self._implicit else self._first).integrator

    @property
    def reasons(self) -> str:
        """What was chosen and why."""
        return "; then ".join(self._words)

    def follow(self, y: Array, leader: Any) -> Run:
        """Integrate from the state y to the end, or until something stops the run; leader: monitor of its beginning."""
        if self._keeper is not None:
            self._keeper.begin(self._explicit, leader, self)
            self._parts = [] if self._keeper.before is None else [self._keeper.before]
        while not self._ended and (not self._parts or self._t < self._choices.times[-1]):
            start = self._parts[-1].y if self._parts else y
            if self._implicit:
                self._segment(start)
            else:
                self._watched(start, None if self._parts else leader)
        return joined(self._parts) if self._keeper is None else self._keeper.whole()

    # ---------------------------------------------------------------- parts
    @property
    def _t(self) -> float:
        return self._parts[-1].t if self._parts else self._choices.begin

    def _steps_left(self) -> int:
        most = MAX_STEPS if self._choices.max_steps is None else self._choices.max_steps
        taken = sum(part.statistics["steps"] + part.statistics["rejected"] for part in self._parts)
        return max(0, most - int(taken))

    def _ahead(self, own: Choices, most: int) -> Choices:
        done = sum(part.times.size for part in self._parts)
        return replace(own, times=self._choices.times[done:], max_steps=most)

    def _watched(self, y: Array, leader: Any) -> None:
        """Explicit steps, watched unless the integrator has been changed often enough."""
        if self._watch is None and len(self._words) < choosing.MOST_CHANGES:
            self._watch = Stiffness(self._explicit, self._trial)
        watch, ahead = self._watch, self._ahead(self._first, self._steps_left())
        self._may_go_on(False)
        self._add(self._integrated(self._explicit, ahead, y, leader, self._t, watch))
        self._watch = None
        if watch is not None and watch.words:
            self._words.append(watch.words)
        if watch is None or watch.found is None:
            self._ended = True
            return
        self._implicit = True
        self._add(replace(watch.found, status="finished", problem=None), new=True)

    def _trial(self, y: Array, t: float) -> Run:
        """A few steps of Radau."""
        times = self._choices.times[self._choices.times > t]
        tried = replace(self._second, times=times, progress=None, max_steps=choosing.TRIED, keeper=None)
        return self._integrated(self._direct, tried, y, None, t)

    def _segment(self, y: Array) -> None:
        """Steps of Radau, up to the next look."""
        since, left = self._t, self._steps_left()
        ahead, more = self._ahead(self._second, min(choosing.SEGMENT, left)), left > choosing.SEGMENT
        self._may_go_on(more)
        run = self._integrated(self._direct, ahead, y, None, since)
        if run.outcome != Outcome.TOO_MANY_STEPS or not more:
            self._ended = True
            self._add(run)
            return
        run = replace(run, status="finished", problem=None)
        easy = easier(self._explicit, run, since)
        self._add(run)
        if easy:
            self._words.append(easy)
            self._implicit = False
            self._save()

    def _add(self, part: Run, new: bool = False) -> None:
        """A part has ended; new: nobody has kept its outputs yet."""
        if part.outcome == Outcome.TOO_MANY_STEPS and part.problem is not None:
            part = replace(part, problem=self._too_many(part))
        if self._keeper is None:
            self._parts.append(part)
            return
        self._keeper.add(part, new)
        assert self._keeper.before is not None
        self._parts = [self._keeper.before]
        if new:
            self._save()

    def _too_many(self, part: Run) -> Any:
        """The failure in words, with the limit of all parts."""
        most = MAX_STEPS if self._choices.max_steps is None else self._choices.max_steps
        step = float(part.history[-1, 1]) if len(part.history) else 0.0
        return problem_of(Outcome.TOO_MANY_STEPS, part.t, step, most, 0)

    # ---------------------------------------------------------------- kept on disk
    def _may_go_on(self, more: bool) -> None:
        """Whether the run goes on when the steps of the next part are used up."""
        if self._keeper is not None:
            self._keeper.in_segment = more

    def _save(self) -> None:
        if self._keeper is not None:
            self._keeper.save_between()

    def kept(self) -> dict[str, Any]:
        """What the next steps depend on, beside the parts."""
        watch = None if self._watch is None else self._watch.kept()
        return {"words": list(self._words), "implicit": self._implicit, "watch": watch}

    def put_back(self, kept: dict[str, Any]) -> None:
        """Continue where another process was."""
        self._words, self._implicit = list(kept["words"]), bool(kept["implicit"])
        if kept["watch"] is not None:
            self._watch = Stiffness(self._explicit, self._trial)
            self._watch.put_back(kept["watch"])
