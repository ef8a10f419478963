"""Formulas: read from text without `eval`, traced from Python functions, printed, evaluated, made into programs.

    sum      = product {('+' | '-') product}
    product  = signed {('*' | '/') signed}
    signed   = ('-' | '+') signed | atom ['**' signed]       '^' is read as '**'
    atom     = number [unit] | name | function '(' sum {',' sum} ')' | '(' sum ')'

A number may be followed by a unit: `30 deg * sin(2*pi*t)`, `5 N/mm * x`.  Variables win over units: with a
variable `s`, `3 m/s` is three metres divided by s.  Trees are walked in loops, never by recursion, so that a sum may
have many terms.
"""

from __future__ import annotations

import math
import numbers
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np

from snodo.errors import MechanismError, Problem, suggestion
from snodo.math import units
from snodo.math.jet import Operators

MAXIMUM_LENGTH = 10_000  # characters of a formula
MAXIMUM_NESTING = 80  # parentheses, signs and powers inside one another
MAXIMUM_SIZE = 10_000  # operations, constants and variables of an expression

_MEANING: dict[str, Callable[..., Any]] = {
    **{"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "**": operator.pow},
    **{"neg": operator.neg, "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos},
    **{"atan": np.arctan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "exp": np.exp, "log": np.log},
    **{"sqrt": np.sqrt, "abs": np.abs, "sign": np.sign, "atan2": np.arctan2, "min": np.minimum, "max": np.maximum},
}
_OF_TWO = ("+", "-", "*", "/", "**", "atan2", "min", "max")
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "**": 4}
_ATOM = 5
FUNCTIONS: dict[str, int] = {name: 1 + (name in _OF_TWO) for name in _MEANING if name.isalnum() and name != "neg"}
CONSTANTS = {"pi": math.pi, "e": math.e}
_NAME = r"[^\W\d]\w*(?:\.[^\W\d]\w*)*"
_TOKEN = re.compile(
    rf"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>{_NAME})|(?P<sign>\*\*|[-+*/^(),]))"
)


class ExpressionError(MechanismError, ValueError):
    """A formula that cannot be read; the message points at the place."""


class NotTraceable(Exception):
    """A Python function that is not one formula: it branches, keeps a state, or leaves numpy."""


@dataclass(frozen=True, eq=False, repr=False)
class Expression:
    """A formula as an immutable tree: a constant, a variable, or an operation on other expressions.

    `number` is its value when it holds no variable (else None).  `str` gives text that parses back to an equal tree.
    """

    operation: str
    arguments: tuple[Expression, ...] = ()
    value: float = 0.0
    name: str = ""
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
        if self.operation == "variable" or any(a.number is None for a in self.arguments):
            return None
        with np.errstate(all="ignore"):
            return float(_MEANING[self.operation](*[np.float64(a.number) for a in self.arguments]))

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
                    stack.append(_MEANING[node.operation](*_pop(stack, len(node.arguments))))
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
        return _rebuilt, ([(node.operation, len(node.arguments), node.value, node.name) for node in self.nodes()],)


def constant(value: float) -> Expression:
    """A finite number as an expression."""
    return Expression("constant", value=float(value))


def variable(name: str) -> Expression:
    """A variable; its name is made of words joined by dots and is not the name of a function or constant."""
    if not re.fullmatch(_NAME, name) or name in FUNCTIONS or name in CONSTANTS:
        remedy = "use letters, digits, '_' and '.', and not the name of a function or constant"
        raise ExpressionError(Problem(f"a variable cannot be called {name!r}", remedy))
    return Expression("variable", name=name)


def apply(operation: str, *arguments: Expression) -> Expression:
    """An operation on expressions; the negative of a constant is a constant."""
    if operation == "neg" and arguments[0].operation == "constant":
        return constant(-arguments[0].value)
    return Expression(operation, arguments)


def _rebuilt(nodes: Iterable[tuple[str, int, float, str]]) -> Expression:
    stack: list[Expression] = []
    for operation, count, value, name in nodes:
        stack.append(Expression(operation, tuple(_pop(stack, count)), value, name))
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
    if node.operation in FUNCTIONS:
        return f"{node.operation}({', '.join(text for text, _ in arguments)})", _ATOM
    level = _PRECEDENCE[node.operation]
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


# ---------------------------------------------------------------- reading
def parse(text: str, variables: Iterable[str]) -> Expression:
    """Read a formula in the given variables; raises `ExpressionError` that points at the first mistake."""
    return _Reader(text, variables).read()


@dataclass(frozen=True)
class _Token:
    kind: str  # number, name, sign, end
    text: str
    at: int


class _Reader:
    """Reads by the grammar at the top of this file."""

    def __init__(self, text: str, variables: Iterable[str]) -> None:
        if not isinstance(text, str):
            raise ExpressionError(
                Problem(f"{text!r} is not the text of a formula", 'write text, such as "sin(2*pi*t)"')
            )
        if len(text) > MAXIMUM_LENGTH:
            what = f"the formula has {len(text)} characters, more than {MAXIMUM_LENGTH}"
            raise ExpressionError(Problem(what, "use a table of values instead"))
        self.text = text
        self.variables = {name: variable(name) for name in variables}
        self.tokens = list(self.split())
        self.at = 0
        self.depth = 0

    def split(self) -> Iterator[_Token]:
        at, end = 0, len(self.text.rstrip())
        while at < end:
            match = _TOKEN.match(self.text, at)
            if not match or not match.lastgroup:
                at += len(self.text[at:]) - len(self.text[at:].lstrip())
                self.fail(
                    f"{self.text[at]!r} has no meaning in a formula", at, "operators are + - * / ** and parentheses"
                )
            yield _Token(match.lastgroup, match[match.lastgroup], match.start(match.lastgroup))
            at = match.end()
        yield _Token("end", "", end)

    def read(self) -> Expression:
        if len(self.tokens) == 1:
            self.fail("the formula is empty", 0, "write at least a number")
        result = self.sum()
        token = self.next()
        if token.kind == "end":
            return result
        if token.text == ")":
            self.fail("this ')' closes nothing", token.at, "remove it, or add a '('")
        remedy = "separate arguments belong in a function" if token.text == "," else "write * for a product"
        self.fail(f"an operator is missing before {token.text!r}", token.at, remedy)

    def sum(self, level: int = 1) -> Expression:
        """A sum (level 1) or a product (level 2), by precedence climbing."""
        result = self.signed()
        while level <= _PRECEDENCE.get(self.next().text, 0) <= 2:
            sign = self.take()
            result = self.build(sign, sign.text, result, self.sum(_PRECEDENCE[sign.text] + 1))
        return result

    def signed(self) -> Expression:
        self.depth += 1
        if self.depth > MAXIMUM_NESTING:
            self.fail(f"the formula is nested more than {MAXIMUM_NESTING} deep", self.next().at, "simplify it")
        sign = self.next()
        if sign.text in ("-", "+"):
            self.take()
            result = self.signed()
            result = self.build(sign, "neg", result) if sign.text == "-" else result
        else:
            result = self.atom()
            if self.next().text in ("**", "^"):
                result = self.build(self.take(), "**", result, self.signed())
        self.depth -= 1
        return result

    def atom(self) -> Expression:
        token = self.take()
        if token.kind == "number":
            return self.number(token)
        if token.kind == "name":
            return self.named(token)
        if token.text == "(":
            result = self.sum()
            self.close(token)
            return result
        what = f"before {token.text!r}" if token.text else "at the end"
        self.fail(f"a number, a name or a parenthesis is missing {what}", token.at, "complete the formula")

    def number(self, token: _Token) -> Expression:
        value = float(token.text) * self.unit(token)
        if not math.isfinite(value):
            self.fail("this number is too large", token.at, "the largest number is about 1.8e308")
        return constant(value)

    def unit(self, number: _Token) -> float:
        """The factor of the unit after a number: words with powers, joined by '*' or '/'."""
        start = self.next()
        if start.kind != "name" or self.knows(start.text):
            return 1.0
        self.unit_word()
        while self.next().text in ("*", "/") and self.is_unit(self.tokens[self.at + 1].text):
            self.take()
            self.unit_word()
        text = self.text[start.at : self.next().at].strip()
        try:
            return units.unit(text).factor
        except units.UnitError as error:
            problem = error.problems[0]
        self.fail(problem.what, start.at, problem.remedy or f"write {number.text}*{text} if {text} is a variable")

    def unit_word(self) -> None:
        self.take()
        if self.next().text in ("**", "^"):
            self.take()
            if self.next().text == "-":
                self.take()
            self.take()

    def is_unit(self, word: str) -> bool:
        return word in units.UNITS and not self.knows(word)

    def knows(self, word: str) -> bool:
        return word in self.variables or word in FUNCTIONS or word in CONSTANTS

    def named(self, token: _Token) -> Expression:
        name = token.text
        if name in FUNCTIONS:
            return self.call(token)
        if name in self.variables:
            return self.variables[name]
        if name in CONSTANTS:
            return constant(CONSTANTS[name])
        known = [*self.variables, *CONSTANTS, *FUNCTIONS]
        what = "function" if self.next().text == "(" else "variable"
        self.fail(
            f"there is no {what} {name!r}", token.at, suggestion(name, FUNCTIONS if what == "function" else known)
        )

    def call(self, token: _Token) -> Expression:
        opening = self.take()
        if opening.text != "(":
            self.fail(f"{token.text} is a function", token.at, f"write {token.text}(…)")
        arguments = [self.sum()]
        while self.next().text == ",":
            self.take()
            arguments.append(self.sum())
        self.close(opening)
        wanted = FUNCTIONS[token.text]
        if len(arguments) != wanted:
            takes = "one argument" if wanted == 1 else "two arguments"
            self.fail(f"{token.text} takes {takes}, {len(arguments)} given", token.at, "put the commas right")
        return self.build(token, token.text, *arguments)

    def close(self, opening: _Token) -> None:
        if self.next().text != ")":
            self.fail("this '(' is not closed", opening.at, "add a ')'")
        self.take()

    def build(self, token: _Token, operation: str, *arguments: Expression) -> Expression:
        try:
            return apply(operation, *arguments)
        except ExpressionError as error:
            self.fail(error.problems[0].what, token.at, error.problems[0].remedy)

    def next(self) -> _Token:
        return self.tokens[self.at]

    def take(self) -> _Token:
        token = self.tokens[self.at]
        self.at = min(self.at + 1, len(self.tokens) - 1)
        return token

    def fail(self, what: str, at: int, remedy: str = "") -> NoReturn:
        """Show at most 70 characters of the formula, and a caret under the place."""
        start = max(0, min(at - 35, len(self.text) - 70))
        shown = re.sub(r"\s", " ", self.text[start : start + 70])
        raise ExpressionError(Problem(f"{what}:\n      {shown}\n      {' ' * (at - start)}^", remedy))


# ---------------------------------------------------------------- tracing
class _Symbol(Operators):
    """Stands for a number while a function is traced; every operation builds an expression."""

    __slots__ = ("expression",)

    def __init__(self, expression: Expression) -> None:
        self.expression = expression

    @classmethod
    def apply(cls, operation: str, *arguments: Any) -> Any:
        if operation not in _MEANING:
            raise NotTraceable(f"it uses {operation!r} on a value that is not known yet")
        return cls(apply(operation, *[_expression_of(a) for a in arguments]))

    def _refuse(self, *_: Any) -> NoReturn:
        raise NotTraceable("it needs the value of a variable (a branch, float(), int(), a function of the math module)")

    __bool__ = __float__ = __int__ = __index__ = __complex__ = _refuse
    __round__ = __trunc__ = __floor__ = __ceil__ = _refuse


def _expression_of(value: Any) -> Expression:
    if isinstance(value, _Symbol):
        return value.expression
    if isinstance(value, (numbers.Real, np.bool_)):
        return constant(float(value))
    raise NotTraceable(f"it uses {value!r}, which is not a number")


def trace(function: Callable[..., Any], *variables: str) -> list[Expression]:
    """The formulas that a Python function computes: it is called with symbols, and then checked with numbers.

    The function takes one number per variable and returns a number or a list, tuple or array of numbers.  Raises
    `NotTraceable` if it branches on a value, draws random numbers, keeps a state, or leaves Python and numpy.
    """
    traced, again = (_traced(function, variables) for _ in range(2))
    if traced != again:
        raise NotTraceable("it gives another formula each time")
    _verify(function, variables, traced)
    return traced


def _traced(function: Callable[..., Any], variables: Sequence[str]) -> list[Expression]:
    symbols = [_Symbol(variable(name)) for name in variables]
    try:
        return [_expression_of(item) for item in _items(function(*symbols))]
    except NotTraceable:
        raise
    except Exception as error:
        raise NotTraceable(f"it raises {type(error).__name__}: {error}") from error


def _items(result: Any) -> list[Any]:
    if isinstance(result, np.ndarray):
        return list(result.ravel())
    return list(result) if isinstance(result, (list, tuple)) else [result]


def _verify(function: Callable[..., Any], variables: Sequence[str], traced: Sequence[Expression]) -> None:
    """Compare at points of several sizes and both signs; at least one must lie where the function is defined."""
    random = np.random.default_rng(20)
    compared = 0
    for scale in (1.0, 1.0, -1.0, 0.1, 3.0, -30.0):
        point = dict(zip(variables, (scale * random.uniform(0.1, 1.0, len(variables))).tolist()))
        here = np.array([e.evaluate(point) for e in traced], dtype=float)
        if not np.all(np.isfinite(here)):
            continue
        compared += 1
        there = _called(function, point)
        if there.shape != here.shape or not np.allclose(here, there, rtol=1e-10, atol=1e-12):
            raise NotTraceable(f"its formula gives {here} at {point}, but the function gives {there}")
    if not compared:
        raise NotTraceable("it has no finite value at any of the points tried")


def _called(function: Callable[..., Any], point: Mapping[str, float]) -> np.ndarray:
    try:
        return np.array([float(item) for item in _items(function(*point.values()))])
    except Exception as error:
        raise NotTraceable(f"it raises {type(error).__name__} at {dict(point)}: {error}") from error


# ---------------------------------------------------------------- programs
def program(expressions: Sequence[Expression], variables: Sequence[str]) -> np.ndarray:
    """The expressions as one program for `snodo.math.kernels.program.run`, with the variables in order as inputs."""
    from snodo.math.kernels import program as machine

    words: list[float] = []
    deepest = 0
    for k, expression in enumerate(expressions):
        instructions, depth = _instructions(expression, list(variables))
        words += [*instructions, machine.STORE, float(k)]
        deepest = max(deepest, depth)
    header = [machine.HEADER + len(words), len(expressions), deepest]
    return np.array([*header, *words], dtype=np.float64)


def _instructions(expression: Expression, variables: list[str]) -> tuple[list[float], int]:
    """Words (operation, argument), and how high the stack grows; constant parts are computed here, once."""
    from snodo.math.kernels import program as machine

    words: list[float] = []
    height = deepest = 0
    for operation, argument, change in _steps(expression, variables):
        words += [machine.CODES[operation], argument]
        height += change
        deepest = max(deepest, height)
    return words, deepest


def _steps(expression: Expression, variables: list[str]) -> Iterator[tuple[str, float, int]]:
    """(operation, argument, growth of the stack) in the order of execution."""
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
            waiting.extend((a, False) for a in reversed(node.arguments[: 1 if power else 2]))
        elif power:
            yield "constant power", float(node.arguments[1].number), 0  # type: ignore[arg-type]
        else:
            yield node.operation, 0.0, 1 - len(node.arguments)
