"""Functions of time and formulas of measures in a part used again: with other names, other signs, other axes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from snodo.math.formula_reader import named_tokens
from snodo.mechanism.functions.as_expression import as_expression
from snodo.mechanism.functions.formula_function import Formula
from snodo.mechanism.functions.functions import Constant
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.functions.time_function import Function

Rename = Callable[[str], str]
"""From a measure to what stands for it."""


def renamed_text(text: str, measure: Rename, table: Rename) -> str:
    """A formula with other names of measures and tables."""
    pieces: list[str] = []
    end = 0
    for kind, word, start, stop in named_tokens(text):
        if kind == "measure":
            inside = re.split(r"[(),]", word)
            new = f"distance({measure(inside[1].strip())}, {measure(inside[2].strip())}){inside[3]}"
        else:
            new = table(word) if kind == "table" else measure(word)
        pieces += [text[end:start], new]
        end = stop
    return "".join([*pieces, text[end:]])


def renamed(function: Any, measure: Rename, table: Rename) -> Any:
    """A function with other names in it."""
    if isinstance(function, MeasuredFormula):
        return MeasuredFormula(renamed_text(function.text, measure, table))
    if isinstance(function, Formula) and "table" in str(function.text):
        return Formula(renamed_text(str(function.text), measure, table))
    return function


def text_of(function: Function) -> str:
    """A function as the text of a formula; raises MechanismError if it has none."""
    if isinstance(function, MeasuredFormula):
        return function.text
    return str(as_expression(function))


def times(factor: float, function: Function) -> Function:
    """A multiple of a function."""
    if factor == 1.0:
        return function
    if isinstance(function, Constant):
        return Constant(factor * function.value + 0.0)
    sign = "-" if factor == -1.0 else f"{factor!r}*"
    return _formula(f"{sign}({text_of(function)})", isinstance(function, MeasuredFormula))


def combined(matrix: np.ndarray, functions: Sequence[Function], offset: Sequence[float] = (0.0, 0.0, 0.0)) -> Any:
    """matrix · functions + offset, component by component."""
    found: list[Function] = []
    for row, more in zip(matrix[: len(functions)], offset):
        terms = [(float(c), f) for c, f in zip(row, functions) if c and not _is_zero(f)]
        if all(isinstance(f, Constant) for _, f in terms):
            found.append(Constant(sum(c * f.value for c, f in terms) + more))  # type: ignore[attr-defined]
        elif len(terms) == 1 and not more:
            found.append(times(*terms[0]))
        else:
            text = " + ".join(f"{c!r}*({text_of(f)})" for c, f in terms) + (f" + {more!r}" if more else "")
            found.append(_formula(text, any(isinstance(f, MeasuredFormula) for _, f in terms)))
    return tuple(found)


def _is_zero(function: Function) -> bool:
    return isinstance(function, Constant) and function.value == 0.0


def _formula(text: str, measured: bool) -> Function:
    return MeasuredFormula(text) if measured else Formula(text)
