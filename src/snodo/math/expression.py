"""Formulas as trees: printed, evaluated, and made into programs for the compiled machine.

`formula_reader.py` reads them from text, `tracing.py` finds them in Python functions.  Trees are walked in loops, never
by recursion, so that a sum may have many terms.
"""

from __future__ import annotations

import math
import numbers
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.math import squared_angle
from snodo.math.jet import Operators

MAXIMUM_SIZE = 10_000  # operations, constants and variables of an expression

MEANING: dict[str, Callable[..., Any]] = {
    **{"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "**": operator.pow},
    **{"neg": operator.neg, "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos},
    **{"atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "exp": np.exp, "log": np.log},
    **{"sqrt": np.sqrt, "abs": np.abs, "sign": np.sign, "atan2": np.arctan2, "min": np.minimum, "max": np.maximum},
    **{"sinc_root": lambda u: _of_squared("sinc_root", u), "cosc_root": lambda u: _of_squared("cosc_root", u)},
}
_OF_TWO = ("+", "-", "*", "/", "**", "atan2", "min", "max")
PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "**": 4}
_ATOM = 5
FUNCTIONS: dict[str, int] = {name: 1 + (name in _OF_TWO) for name in MEANING if name.isalnum() and name != "neg"}
TABLE = "table"
"""The operation of a table: table(name, argument, …)."""
CONSTANTS = {"pi": math.pi, "e": math.e}
CALLED = r"distance\s*\(\s*[^\W\d][\w./]*\s*,\s*[^\W\d][\w./]*\s*\)(?:\.speed)?"
"""A measure that is written like a function of places: distance(P, Q), and distance(P, Q).speed."""
NAME = r"[^\W\d]\w*(?:(?:\.\d+)?\.[^\W\d]\w*)*"
PATH = r"(?!(?:t|pi|e)/)(?:[^\W\d]\w*/)+[^\W\d]\w*(?:(?:\.\d+)?\.[^\W\d]\w*)+"
"""The name of a measure in a part used again: left/A.angle, without spaces."""


def _of_squared(operation: str, u: Any) -> Any:
    """A function of a squared angle (`squared_angle.py`)."""
    return type(u).apply(operation, u) if isinstance(u, Operators) else getattr(squared_angle, operation)(u)[0]


class ExpressionError(MechanismError, ValueError):
    """A formula that cannot be read; the message points at the place."""


@dataclass(frozen=True, eq=False, repr=False)
class Expression:
    """A formula as an immutable tree: a constant, a variable, or an operation on other expressions.

    `number` is its value when it holds no variable (else None).  `str` gives text that parses back to an equal tree.
    """

    operation: str
    arguments: tuple[Expression, ...] = ()
    value: float = 0.0
    name: str = ""
    curve: Any = None
    """Of a table, its numbers (`curve.py`), once they are known."""
    size: int = field(init=False, default=1)
    number: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Count the nodes and compute what is constant."""
        object.__setattr__(self, "size", 1 + sum(a.size for a in self.arguments))
        if self.size > MAXIMUM_SIZE:
            raise ExpressionError(
                Problem(f"the formula has more than {MAXIMUM_SIZE} operations", "split it, or use a table")
            )
        object.__setattr__(self, "number", self._number())
        if self.number is not None and not math.isfinite(self.number):
            raise ExpressionError(
                Problem("this constant part is not a finite number", "correct the division, power or function")
            )

    def _number(self) -> float | None:
        if self.operation == "constant":
            return self.value
        unknown = self.operation == "variable" or (self.operation == TABLE and self.curve is None)
        if unknown or any(a.number is None for a in self.arguments):
            return None
        with np.errstate(all="ignore"):
            return float(self._meaning()(*[np.float64(a.number) for a in self.arguments]))

    def _meaning(self) -> Callable[..., Any]:
        """What the operation does with its arguments."""
        if self.operation != TABLE:
            return MEANING[self.operation]
        if self.curve is None:
            what = f"table({self.name}, …) has no value outside a mechanism"
            raise ExpressionError(Problem(what, "use it in a part of the mechanism that has this table"))
        found: Callable[..., Any] = self.curve
        return found

    def nodes(self) -> Iterator[Expression]:
        """Every node, arguments before the operation they belong to."""
        waiting: list[tuple[Expression, bool]] = [(self, False)]
        while waiting:
            node, ready = waiting.pop()
            if ready or not node.arguments:
                yield node
            else:
                waiting.append((node, True))
                waiting.extend((a, False) for a in reversed(node.arguments))

    def variables(self) -> set[str]:
        """The names of the variables in it."""
        return {node.name for node in self.nodes() if node.operation == "variable"}

    def tables(self) -> list[Expression]:
        """The tables in it, with their arguments."""
        return [node for node in self.nodes() if node.operation == TABLE]

    def with_curves(self, curves: Mapping[str, Any]) -> Expression:
        """The same, with the numbers of its tables; those that are not given stay as they are."""
        return self.replaced(lambda node: _with_curve(node, curves) if node.operation == TABLE else node)

    def replaced(self, change: Callable[[Expression], Expression]) -> Expression:
        """The same with every node changed, arguments first."""
        stack: list[Expression] = []
        for node in self.nodes():
            own = tuple(_pop(stack, len(node.arguments)))
            same = all(a is b for a, b in zip(own, node.arguments))
            stack.append(change(node if same else Expression(node.operation, own, node.value, node.name, node.curve)))
        return stack.pop()

    def evaluate(self, values: Mapping[str, Any]) -> Any:
        """Its value for numbers, arrays or jets by name; where it has none the result is nan or inf."""
        stack: list[Any] = []
        with np.errstate(all="ignore"):
            for node in self.nodes():
                if node.operation == "constant":
                    stack.append(np.float64(node.value))
                elif node.operation == "variable":
                    value = values[node.name]
                    stack.append(np.float64(value) if isinstance(value, numbers.Real) else value)
                else:
                    stack.append(node._meaning()(*_pop(stack, len(node.arguments))))
        return stack.pop()

    def __str__(self) -> str:
        """Text that parses back to an equal expression."""
        stack: list[tuple[str, int]] = []
        for node in self.nodes():
            stack.append(_printed(node, _pop(stack, len(node.arguments))))
        return stack.pop()[0]

    def __repr__(self) -> str:
        """Expression('…')."""
        return f"Expression({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        """Whether the trees are the same."""
        return isinstance(other, Expression) and str(self) == str(other)

    def __hash__(self) -> int:
        """Equal expressions have equal hashes."""
        return hash(str(self))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as a list of nodes: deep trees are no trouble."""
        nodes = [(node.operation, len(node.arguments), node.value, node.name, node.curve) for node in self.nodes()]
        return _rebuilt, (nodes,)


def constant(value: float, unit: str = "") -> Expression:
    """A finite number in SI units as an expression; `unit` is the unit that it was written with."""
    return Expression("constant", value=float(value), name=unit)


def variable(name: str) -> Expression:
    """A variable; its name is made of words joined by dots and is not the name of a function or constant."""
    if re.fullmatch(CALLED, name):
        return Expression("variable", name=name)
    if not re.fullmatch(f"{PATH}|{NAME}", name) or name in FUNCTIONS or name in CONSTANTS or name == TABLE:
        remedy = "use letters, digits, '_' and '.', and not the name of a function or constant"
        raise ExpressionError(Problem(f"a variable cannot be called {name!r}", remedy))
    return Expression("variable", name=name)


def apply(operation: str, *arguments: Expression) -> Expression:
    """An operation on expressions; the negative of a constant is a constant."""
    if operation == "neg" and arguments[0].operation == "constant":
        return constant(-arguments[0].value, arguments[0].name)
    return Expression(operation, arguments)


def tabulated(curve: Any, *arguments: Expression) -> Expression:
    """A table with its numbers, of expressions."""
    return Expression(TABLE, arguments, name=curve.name, curve=curve)


def _with_curve(node: Expression, curves: Mapping[str, Any]) -> Expression:
    found = curves.get(node.name) if node.curve is None else None
    return node if found is None else Expression(TABLE, node.arguments, name=node.name, curve=found)


def _rebuilt(nodes: Iterable[tuple[str, int, float, str, Any]]) -> Expression:
    stack: list[Expression] = []
    for operation, count, value, name, curve in nodes:
        stack.append(Expression(operation, tuple(_pop(stack, count)), value, name, curve))
    return stack.pop()


def _pop(stack: list[Any], count: int) -> list[Any]:
    taken = stack[len(stack) - count :]
    del stack[len(stack) - count :]
    return taken


def _printed(node: Expression, arguments: Sequence[tuple[str, int]]) -> tuple[str, int]:
    """Text and precedence of a node, with no more parentheses than the tree needs."""
    if node.operation == "variable":
        return node.name, _ATOM
    if node.operation == "constant":
        return _digits(node.value), 3 if math.copysign(1.0, node.value) < 0.0 else _ATOM
    if node.operation == TABLE:
        return f"table({', '.join([node.name, *(text for text, _ in arguments)])})", _ATOM
    if node.operation not in PRECEDENCE:
        return f"{node.operation}({', '.join(text for text, _ in arguments)})", _ATOM
    level = PRECEDENCE[node.operation]
    if node.operation == "neg":
        return "-" + _guarded(arguments[0], 4), level
    left, right = (level + 1, 3) if node.operation == "**" else (level, level + 1)
    space = " " if level == 1 else ""
    return f"{_guarded(arguments[0], left)}{space}{node.operation}{space}{_guarded(arguments[1], right)}", level


def _digits(value: float) -> str:
    named = [name for name, known in CONSTANTS.items() if known == value]
    return named[0] if named else repr(value).removesuffix(".0")


def _guarded(argument: tuple[str, int], level: int) -> str:
    return argument[0] if argument[1] >= level else f"({argument[0]})"


def program(expressions: Sequence[Expression], variables: Sequence[str]) -> np.ndarray:
    """The expressions as one program for `snodo.math.kernels.program.run`, with the variables in order as inputs."""
    from snodo.math.kernels import program as machine

    words: list[float] = []
    deepest = 0
    size = machine.HEADER + sum(2 * (len(list(_steps(e, list(variables)))) + 1) for e in expressions)
    tables = _Packed(size)
    for k, expression in enumerate(expressions):
        instructions, depth = _instructions(expression, list(variables), tables)
        words += [*instructions, machine.STORE, float(k)]
        deepest = max(deepest, depth)
    header = [machine.HEADER + len(words), len(expressions), deepest]
    return np.concatenate([np.array([*header, *words], dtype=np.float64), *tables.packs])


class _Packed:
    """The numbers of the tables of a program, each once."""

    def __init__(self, first: int) -> None:
        self.end, self.packs, self.places = first, list[np.ndarray](), dict[Any, int]()

    def place(self, node: Expression) -> float:
        """Where the numbers of a table are."""
        if node.curve.key not in self.places:
            self.places[node.curve.key] = self.end
            self.packs.append(node.curve.pack)
            self.end += node.curve.pack.size
        return float(self.places[node.curve.key])


def _instructions(expression: Expression, variables: list[str], tables: _Packed) -> tuple[list[float], int]:
    """Words (operation, argument), and how high the stack grows; constant parts are computed here, once."""
    from snodo.math.kernels import program as machine

    words: list[float] = []
    height = deepest = 0
    for operation, argument, change in _steps(expression, variables):
        if isinstance(argument, Expression):
            words += [getattr(machine, argument._meaning().code), tables.place(argument)]  # type: ignore[attr-defined]
        else:
            words += [machine.CODES[operation], argument]
        height += change
        deepest = max(deepest, height)
    return words, deepest


def _steps(expression: Expression, variables: list[str]) -> Iterator[tuple[str, float | Expression, int]]:
    """(operation, argument, growth of the stack) in the order of execution; the argument of a table is its node."""
    waiting: list[tuple[Expression, bool]] = [(expression, False)]
    while waiting:
        node, ready = waiting.pop()
        power = node.operation == "**" and node.arguments[1].number is not None
        if node.number is not None:
            yield "constant", node.number, 1
        elif node.operation == "variable":
            yield "variable", float(variables.index(node.name)), 1
        elif not ready:
            waiting.append((node, True))
            waiting.extend((a, False) for a in reversed(node.arguments[:1] if power else node.arguments))
        elif power:
            yield "constant power", float(node.arguments[1].number), 0  # type: ignore[arg-type]
        else:
            yield node.operation, node if node.operation == TABLE else 0.0, 1 - len(node.arguments)
