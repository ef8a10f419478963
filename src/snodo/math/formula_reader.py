"""Formulas read from text, without `eval`.

    sum      = product {('+' | '-') product}
    product  = signed {('*' | '/') signed}
    signed   = ('-' | '+') signed | atom ['**' signed]       '^' is read as '**'
    atom     = number [unit] | name | function '(' sum {',' sum} ')' | '(' sum ')'
             | 'table' '(' name ',' sum [',' sum] ')'

A number may be followed by a unit: `30 deg * sin(2*pi*t)`, `5 N/mm * x`.  Variables win over units: with a
variable `s`, `3 m/s` is three metres divided by s.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn

from snodo.errors import Problem, suggestion
from snodo.math import units
from snodo.math.expression import (
    CALLED,
    CONSTANTS,
    FUNCTIONS,
    NAME,
    PATH,
    PRECEDENCE,
    TABLE,
    Expression,
    ExpressionError,
    apply,
    constant,
    variable,
)

MAXIMUM_LENGTH = 10_000  # characters of a formula
MAXIMUM_NESTING = 80  # parentheses, signs and powers inside one another
_TOKEN = re.compile(
    rf"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<measure>{CALLED})|(?P<name>{PATH}|{NAME})|(?P<sign>\*\*|[-+*/^(),]))"
)


def parse(text: str, variables: Iterable[str], noun: str = "variable") -> Expression:
    """Read a formula in the given variables; raises `ExpressionError` that points at the first mistake."""
    return _Reader(text, variables, noun=noun).read()


def parse_open(text: str, variables: Iterable[str]) -> Expression:
    """Read a formula whose other names are not known yet: any name that is no unit, constant or function is a variable.

    Whether these exist is found out later (`mechanism/checks/numbers.py`).
    """
    return _Reader(text, variables, may_name=True).read()


def dotted_names(text: str) -> Iterator[str]:
    """Names with a dot that do not stand where a unit may: behind a number."""
    before = ""
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "measure":
            yield one_spelling(match["measure"])
        if kind == "name" and before != "number" and "." in match["name"]:
            yield match["name"]
        before = kind


def bare_names(text: str) -> Iterator[str]:
    """Names without a dot that do not stand where a unit may: behind a number."""
    before = ""
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "name" and before != "number" and "." not in match["name"]:
            yield match["name"]
        before = kind


def named_tokens(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Measures (name), measures written like functions (measure) and tables (table) of a text, with their places."""
    before = ["", "", ""]
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        word = match[kind] if kind else ""
        if kind == "name" and before[1:] == [TABLE, "("]:
            yield "table", word, match.start(kind), match.end()
        elif kind == "measure" or (kind == "name" and "." in word):
            yield kind, one_spelling(word) if kind == "measure" else word, match.start(kind), match.end()
        before = [*before[1:], word]


def substituted(text: str, values: Mapping[str, float]) -> tuple[str, set[str]]:
    """A formula with numbers in place of these names, and the names that were found; a table keeps its name."""
    pieces: list[str] = []
    used: set[str] = set()
    end, before = 0, ["", ""]
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        word = match[kind] if kind else ""
        if kind == "name" and "/" in word and word.partition("/")[0] in values:
            quotient, found = substituted(word.replace("/", " / "), values)  # a parameter divided by a measure
            pieces += [text[end : match.start(kind)], quotient]
            end, used = match.end(), used | found
        elif kind == "name" and word in values and before != [TABLE, "("]:
            number = repr(float(values[word]))
            pieces += [text[end : match.start(kind)], f"({number})" if number.startswith("-") else number]
            end = match.end()
            used.add(word)
        before = [before[1], word]
    return "".join([*pieces, text[end:]]), used


def one_spelling(measure: str) -> str:
    """A measure written like a function, with one space behind the comma and no others."""
    return re.sub(r"\s+", "", measure).replace(",", ", ")


@dataclass(frozen=True)
class _Token:
    kind: str  # number, name, sign, end
    text: str
    at: int


class _Reader:
    """Reads by the grammar at the top of this file."""

    def __init__(self, text: str, variables: Iterable[str], may_name: bool = False, noun: str = "variable") -> None:
        self.may_name = may_name
        self.noun = noun
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
                    f"{self.text[at]!r} is not allowed in a formula", at, "operators are + - * / ** and parentheses"
                )
            kind, text = match.lastgroup, match[match.lastgroup]
            if kind == "measure":
                kind, text = "name", one_spelling(text)
            yield _Token(kind, text, match.start(match.lastgroup))
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
        remedy = "only functions take several arguments" if token.text == "," else "write * for a product"
        if self.is_unit(token.text):
            remedy = "units are joined by * or /, as in 20 N*m"
        self.fail(f"an operator is missing before {token.text!r}", token.at, remedy)

    def sum(self, level: int = 1) -> Expression:
        """A sum (level 1) or a product (level 2), by precedence climbing."""
        result = self.signed()
        while level <= PRECEDENCE.get(self.next().text, 0) <= 2:
            sign = self.take()
            result = self.build(sign, sign.text, result, self.sum(PRECEDENCE[sign.text] + 1))
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
        unit, factor = self.unit(token)
        value = float(token.text) * factor
        if not math.isfinite(value):
            self.fail("this number is too large", token.at, "the largest number is about 1.8e308")
        return constant(value, unit)

    def unit(self, number: _Token) -> tuple[str, float]:
        """The unit after a number, words with powers, joined by '*' or '/', and its factor."""
        start = self.next()
        if start.kind != "name" or self.knows(start.text):
            return "", 1.0
        self.unit_word()
        while self.next().text in ("*", "/") and self.is_unit(self.tokens[self.at + 1].text):
            self.take()
            self.unit_word()
        text = self.text[start.at : self.next().at].strip()
        try:
            return text, units.unit(text).factor
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
        return word in self.variables or word in FUNCTIONS or word in CONSTANTS or word == TABLE

    def named(self, token: _Token) -> Expression:
        name = token.text
        if name in FUNCTIONS:
            return self.call(token)
        if name == TABLE and name not in self.variables:
            return self.tabulated(token)
        if name in self.variables:
            return self.variables[name]
        if name in CONSTANTS:
            return constant(CONSTANTS[name])
        if self.may_name and self.next().text != "(" and not self.is_unit(name):
            self.variables[name] = variable(name)
            return self.variables[name]
        known = [*self.variables, *CONSTANTS, *FUNCTIONS, TABLE]
        what = "function" if self.next().text == "(" else self.noun
        near = suggestion(name, [*FUNCTIONS, TABLE] if what == "function" else known)
        if self.is_unit(name):
            near = f"a unit follows a number: write (1 {name})"
        self.fail(f"there is no {what} {name!r}", token.at, near)

    def tabulated(self, token: _Token) -> Expression:
        """table(name, argument) or table(name, first, second)."""
        opening, name = self.take(), self.take()
        while self.next().text == "/" and name.kind == "name":  # of a part used again
            self.take()
            name = _Token("name", f"{name.text}/{self.take().text}", name.at)
        if opening.text != "(" or name.kind != "name" or "." in name.text:
            what = "table takes the name of a table first" if opening.text == "(" else "table is a function"
            self.fail(what, token.at, "write table(name, argument), such as table(lift, A.angle)")
        arguments = []
        while self.next().text == ",":
            self.take()
            arguments.append(self.sum())
        self.close(opening)
        if len(arguments) not in (1, 2):
            what = f"table({name.text}) has {len(arguments) or 'no'} arguments"
            self.fail(what, token.at, f"write table({name.text}, x), or table({name.text}, x, y) for one on a grid")
        return Expression(TABLE, tuple(arguments), name=name.text)

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
            self.fail(f"{token.text} takes {takes}, {len(arguments)} given", token.at, "check the commas")
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
