"""Parameters given to a run: one mechanism with other values, or a list of them if a parameter has several values."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem, SnodoError
from snodo.formulations.bind import FormulationLike, bind
from snodo.simulation.varied_settings import refuse_varied_settings


def with_given(
    mechanism: Any,
    parameters: Mapping[str, Any] | None,
    formulation: FormulationLike | None,
    settings: Collection[str] = (),
) -> Any:
    """The mechanism with these values; a list, for a batch, if some of them are sequences.

    Members of a batch are made from one bound formulation (`formulations/rewriting`).  settings: those of the run that
    are given for all.
    """
    if not parameters:
        return mechanism
    if not isinstance(parameters, Mapping):
        what = f"parameters is {parameters!r}, not a table of names and values"
        raise MechanismError(Problem(what, 'give names and values, such as {"crank": 0.12}'))
    if isinstance(mechanism, (list, tuple)):
        what = "parameters are given for a list of mechanisms"
        raise MechanismError(Problem(what, "give one mechanism, or mechanisms with these values: m.with_parameters(…)"))
    lengths = {name: len(value) for name, value in parameters.items() if several(value)}
    if not lengths:
        return mechanism.with_parameters(**parameters)
    count = next(iter(lengths.values()))
    if set(lengths.values()) != {count} or not count:
        listed = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise MechanismError(Problem(f"the lengths of the batch differ or are zero: {listed}", "give equal lengths"))
    F = bind(mechanism, formulation)
    refuse_varied_settings(F.mechanism, lengths, settings)
    return [_member(F, {name: _nth(value, k) for name, value in parameters.items()}, k) for k in range(count)]


def several(value: Any) -> bool:
    """Whether a value is a sequence with one for each member."""
    return not isinstance(value, str) and np.ndim(value) > 0


def _nth(value: Any, k: int) -> Any:
    own = value[k] if several(value) else value
    return float(own) if isinstance(own, int | float | np.number) and not isinstance(own, bool) else own


def _member(F: Any, values: Mapping[str, Any], k: int) -> Any:
    try:
        return F.with_parameters(**values)
    except SnodoError as error:
        raise type(error)([Problem(f"member {k}: {p.what}", p.remedy, p.where) for p in error.problems]) from None
