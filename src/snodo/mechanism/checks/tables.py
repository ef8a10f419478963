"""Tables in formulas: whether they exist, and take that many arguments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from snodo.errors import MechanismError, suggestion
from snodo.math.expression import Expression
from snodo.math.formula_reader import parse
from snodo.mechanism.checks.joints import Found
from snodo.mechanism.functions.measured_formula import measures_in
from snodo.mechanism.part import Part, part_fields

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism


def tables_of(part: Part, m: Mechanism) -> Found:
    """Tables that a part speaks of and that do not exist, or take another number of arguments."""
    for spec in part_fields(type(part)):
        for expression in _expressions(getattr(part, spec.name), spec.metadata["quantity"]):
            for node in expression.tables():
                yield from _wrong(node, m)


def _wrong(node: Expression, m: Mechanism) -> Found:
    if node.curve is not None:
        return
    if node.name not in m.tables:
        near = suggestion(node.name, m.tables) if m.tables else "add a section tables: …, or m.table(…)"
        yield f"there is no table {node.name!r}", near
        return
    takes, has = m.tables[node.name].arguments, len(node.arguments)
    if takes != has:
        words = {1: "one argument", 2: "two arguments"}
        write = f"table({node.name}, x)" if takes == 1 else f"table({node.name}, x, y)"
        yield f"table {node.name!r} takes {words[takes]}, {has} given", f"write {write}"


def _expressions(value: Any, quantity: str) -> Iterator[Expression]:
    for one in value if isinstance(value, tuple) else (value,):
        if isinstance(getattr(one, "expression", None), Expression):
            yield one.expression
        elif isinstance(one, str) and quantity == "formulas" and "table" in one:
            try:
                yield parse(one, ["t", *measures_in(one)])
            except MechanismError:
                continue  # told elsewhere
