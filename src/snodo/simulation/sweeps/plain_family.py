"""Members of a family one after the other, each bound and simulated as a single run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.errors import AssemblyError, MechanismError, Problem, RunError
from snodo.formulations.bind import bind
from snodo.simulation.simulate import simulate

Array = np.ndarray


@dataclass
class Members:
    """What the members of one call gave."""

    time: Array
    series: dict[str, Array]
    status: list[str]
    reasons: list[str]
    seconds: float = 0.0
    units: dict[str, str] = field(default_factory=dict)
    evaluations: Array = field(default_factory=lambda: np.zeros(0, int))


class Family:
    """The members that differ in parameters and initial values."""

    lanes = 1
    how = "one after the other, each bound again"

    def __init__(
        self,
        mechanism: Any,
        duration: Any,
        parameters: Sequence[str] = (),
        initial: Sequence[str] = (),
        outputs: Sequence[str] = (),
        output: Any = None,
        shared: Mapping[str, Any] | None = None,
        **choices: Any,
    ) -> None:
        self.mechanism, self.duration, self.output = mechanism, duration, output
        self.parameters, self.initial, self.outputs = tuple(parameters), tuple(initial), tuple(outputs)
        self.shared, self.choices = dict(shared or {}), choices

    def run(self, values: Array, starts: Array | None = None) -> Members:
        rows = [self._row(values[k], () if starts is None else starts[k]) for k in range(len(values))]
        series = {}
        time = self.output
        for of in self.outputs:
            known = next((row[0][of] for row in rows if row[0]), np.zeros(0))
            table = np.full((len(rows), time.size, *known.shape[1:]), np.nan)
            for k, row in enumerate(rows):
                if row[0]:
                    table[k, : len(row[0][of])] = row[0][of]
            series[of] = table
        return Members(time, series, ["failed" if row[1] else "finished" for row in rows], [row[1] for row in rows])

    def _row(self, values: Any, starts: Any) -> tuple[dict[str, Array], str]:
        try:
            m = self.mechanism.with_parameters(**dict(zip(self.parameters, map(float, values))))
            initial = {**self.shared, **dict(zip(self.initial, map(float, starts)))}
            result = simulate(
                bind(m, self.choices.get("formulation") or m.run.formulation),
                None,
                output=self.output,
                initial=initial,
                error_bars=False,
                progress=False,
                **{word: value for word, value in self.choices.items() if word != "formulation"},
            )
        except RunError as error:
            return {}, _reason(error.problems)
        except (AssemblyError, MechanismError) as error:
            return {}, _reason(error.problems)
        if result.info["status"] == "interrupted":
            raise KeyboardInterrupt
        return {of: np.asarray(result[of].values) for of in self.outputs}, ""


def _reason(problems: Sequence[Problem]) -> str:
    return "; ".join(problem.what for problem in problems)
