"""Readable messages for YAML syntax errors."""

from __future__ import annotations

import re

import yaml

from snodo.errors import Problem

_SENTENCES: tuple[tuple[str, str, str], ...] = (
    (r"',' or '\]'", "a comma or the closing ] of a list is missing", "the list begins in line {begin}"),
    (r"',' or '}'", "a comma or the closing }} of a table is missing", "the table begins in line {begin}"),
    (
        "mapping values are not allowed",
        "a ':' is not expected here",
        "check the indentation and the line above; put text that holds ': ' in quotes",
    ),
    ("end of stream", "a quotation mark is not closed", "it is opened in line {begin}"),
    ("could not find expected ':'", "a ':' with a space after it is missing", "write word: value in line {begin}"),
    (
        "did not find expected key|<block end>|'-' indicator",
        "this line does not fit the ones above",
        "lines of one table begin in the same column; this one begins in line {begin}",
    ),
    ("node content", "a value is missing here", "write one, or remove the bracket, comma or colon"),
    ("document start", "the text should end here", "a bracket may be closed too early or too often"),
    (
        "unknown escape",
        'after a backslash in "…" only certain letters may follow',
        "write two backslashes for one, or use single quotes",
    ),
)
"""Part of the parser's message, what is wrong, and the remedy."""


def syntax_problem(error: yaml.MarkedYAMLError, text: str, name: str) -> Problem:
    """A YAML syntax error as a sentence with line and column."""
    mark = error.problem_mark or error.context_mark
    if mark is None:
        return Problem(f"this is not YAML: {error.problem}", "", name)
    begin = (error.context_mark or mark).line + 1
    what, remedy = _sentence(str(error.problem), _character(text, mark.line, mark.column))
    where = f"{name}:{mark.line + 1}"
    return Problem(f"column {mark.column + 1}: {what.format(begin=begin)}", remedy.format(begin=begin), where)


def _sentence(message: str, character: str) -> tuple[str, str]:
    if "cannot start any token" in message:
        if character == "\t":
            return "a tab is not allowed here", "indent with spaces"
        return f"{character!r} cannot begin a value".replace("{", "{{").replace("}", "}}"), "put the text in quotes"
    for pattern, what, remedy in _SENTENCES:
        if re.search(pattern, message):
            return what, remedy
    return message.replace("{", "{{").replace("}", "}}"), "see the YAML syntax, or write the value in quotes"


def _character(text: str, line: int, column: int) -> str:
    lines = text.splitlines()
    return lines[line][column : column + 1] if line < len(lines) else ""
