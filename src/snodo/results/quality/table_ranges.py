"""Tables whose range a motion left: which, when and by how much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.parts.formula_rows import input_of, read
from snodo.formulations.parts.named_measures import named_measure
from snodo.math.expression import Expression
from snodo.mechanism.constraints import UserConstraint

if TYPE_CHECKING:
    from snodo.results.result import Result

Array = np.ndarray
BEYOND = 1e-9
"""Part of the range of a table that does not count."""
_USED = {"constant": "the last value was used", "linear": "a straight line was used", "error": "it has no value there"}


def left_tables(result: Result) -> list[str]:
    """A sentence for each table that was left, about the place where it was left farthest."""
    if not result.mechanism.tables or not result.time.size:
        return []
    worst: dict[tuple[str, int], tuple[float, str]] = {}
    for part, expression, values in _formulas(result):
        for key, far, said in _beyond(result.time, part, expression, values):
            if far > worst.get(key, (0.0, ""))[0]:
                worst[key] = (far, said)
    return [said for _, said in worst.values()]


def _formulas(result: Result) -> Iterator[tuple[Any, Expression, dict[str, Any]]]:
    """All formulas with tables, and the values of their variables along the result."""
    F: Any = result.formulation
    for described in F.described():
        part = described.part
        for function in described.functions:
            expression = getattr(function, "expression", None)
            if isinstance(expression, Expression) and expression.tables():
                own = getattr(described, "measures", None) or {}
                yield (
                    part,
                    expression,
                    _values(
                        result, expression, lambda name, p=part, o=own: o.get(name) or named_measure(F.builder, name, p)
                    ),
                )
        if isinstance(part, UserConstraint) and part.formula is not None:
            for expression in read(F.builder, part):
                if expression.tables():
                    yield (
                        part,
                        expression,
                        _values(result, expression, lambda name, p=part: input_of(F.builder, name, p)),
                    )


def _values(result: Result, expression: Expression, measure: Any) -> dict[str, Any]:
    motion, names = result.formulation.motion, expression.variables() - {"t"}
    return {"t": result.time} | {name: motion.read(measure(name), result.q, result.v) for name in names}


def _beyond(
    time: Array, part: Any, expression: Expression, values: dict[str, Any]
) -> Iterator[tuple[tuple[str, int], float, str]]:
    for node in expression.tables():
        if not hasattr(node.curve, "ranges"):
            continue
        for k, (argument, (low, high)) in enumerate(zip(node.arguments, node.curve.ranges)):
            x = np.broadcast_to(np.asarray(argument.evaluate(values), float), time.shape)
            out = np.nan_to_num(np.maximum(low - x, x - high))
            at = int(out.argmax())
            if out[at] > BEYOND * (high - low):
                first = float(time[int(np.argmax(out > BEYOND * (high - low)))])
                what = str(argument).replace("bushing.", f"{part.name}.")
                said = f"table {node.name!r} was left by {what} from t = {first:.4g} s on"
                said += f": {x[at]:.4g} at {time[at]:.4g} s"
                yield (node.name, k), float(out[at]), f"{said}, outside {low:.4g} … {high:.4g} ({_held(node, k)})"


def _held(node: Expression, k: int) -> str:
    ends = node.curve.ends if isinstance(node.curve.ends, str) else node.curve.ends[k]
    return _USED[ends]
