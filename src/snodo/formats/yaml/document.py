"""YAML nodes with their lines, read safely: no tags, no bombs, no deep nesting, no duplicate keys.

The parser's events are assembled here, one by one and without recursion, so that every limit applies before
memory is exhausted.  Plain scalars are read as in YAML 1.2: `on`, `off`, `yes` and `no` are text, `1e-3` is a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

import yaml

from snodo.errors import FileError, Problem
from snodo.formats.yaml.syntax import syntax_problem

MAXIMUM_BYTES = 25_000_000
"""A chain of 20 000 bodies has 10 MB."""
MAXIMUM_NODES = 1_000_000
MAXIMUM_DEPTH = 30

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"[-+]?\d{1,18}", re.ASCII)
_FLOAT = re.compile(r"[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?", re.ASCII)
_WORDS: dict[str, Any] = {"": None, "~": None, "null": None, "true": True, "false": False}
_WORDS |= {".inf": float("inf"), "+.inf": float("inf"), "-.inf": float("-inf"), ".nan": float("nan")}
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Node:
    """A scalar, a list of nodes or a table of nodes; behind a key, `line` is the line of the key."""

    value: Any
    line: int
    size: int = 1

    def plain(self) -> Any:
        """The value as ordinary Python data."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value


@dataclass
class Document:
    """The contents of a file: its name for messages, its nodes, and the mistakes that did not stop the reading."""

    name: str
    root: Node
    problems: list[Problem] = field(default_factory=list)
    used: dict[str, Any] = field(default_factory=dict)
    """The mechanisms of its section parts, by prefix, once their files have been read."""
    robot: Any = None
    """The robot of its section urdf, once that file has been read."""

    def at(self, line: int) -> str:
        """`file:line`."""
        return f"{self.name}:{line}"


@dataclass
class _Open:
    """A list or table that is not finished yet."""

    kind: str
    line: int
    anchor: str | None
    children: list[Node] = field(default_factory=list)


def read_document(text: str, name: str) -> Document:
    """The one document in a YAML text; raises FileError if it is not YAML or goes beyond a limit."""
    _check_characters(text, name)
    composer = _Composer(name)
    try:
        for event in yaml.parse(text, Loader=_Loader):
            composer.take(event)
    except yaml.MarkedYAMLError as error:
        raise FileError([*composer.problems, syntax_problem(error, text, name)]) from None
    except yaml.YAMLError as error:
        raise FileError(Problem(f"this is not YAML: {error}", "", name)) from None
    root = composer.root or Node(None, 1)
    return Document(name, root, composer.problems)


def decode(data: bytes, name: str) -> str:
    """Text from UTF-8 bytes (a byte order mark is allowed); raises FileError with the line of the first bad byte."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = f"byte {data[error.start]:#04x} is not UTF-8 text"
        raise FileError(Problem(what, "save the file in the encoding UTF-8", f"{name}:{line}")) from None


def scalar(text: str) -> Any:
    """The meaning of a plain word: nothing, true or false, a number, or the text itself."""
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text


def _check_characters(text: str, name: str) -> None:
    if len(text) > MAXIMUM_BYTES:
        raise FileError(too_large(len(text), name))
    found = _FORBIDDEN.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        what = f"the character U+{ord(found.group()):04X} does not belong in a text file"
        raise FileError(Problem(what, "is this really a YAML file?", f"{name}:{line}"))


def too_large(size: int, name: str) -> Problem:
    """The problem of a file beyond the limit."""
    what = f"the file has {size / 1e6:.1f} MB; the limit is {MAXIMUM_BYTES / 1e6:.0f} MB"
    return Problem(what, "split it with include, or build the mechanism in Python", name)


class _Composer:
    """Puts events together; `root` is the first document."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self.root: Node | None = None
        self.open: list[_Open] = []
        self.anchors: dict[str, Node] = {}

    def take(self, event: Any) -> None:
        line = event.start_mark.line + 1
        if getattr(event, "tag", None) not in (None, "!"):
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            self.fail(line, f"the tag {tag!r} is not allowed", "remove it: a file contains only text and numbers")
        if isinstance(event, yaml.ScalarEvent):
            plain = not event.style
            self.add(Node(scalar(event.value) if plain else event.value, line), event.anchor, event.value)
        elif isinstance(event, yaml.AliasEvent):
            self.add(self.aliased(str(event.anchor), line), None)
        elif isinstance(event, yaml.CollectionStartEvent):
            self.begin(event, line)
        elif isinstance(event, yaml.CollectionEndEvent):
            done = self.open.pop()
            self.add(self.finished(done), done.anchor)

    def begin(self, event: Any, line: int) -> None:
        kind = "table" if isinstance(event, yaml.MappingStartEvent) else "list"
        self.open.append(_Open(kind, line, event.anchor))
        if len(self.open) > MAXIMUM_DEPTH:
            what = f"lists and tables are nested more than {MAXIMUM_DEPTH} deep"
            self.fail(line, what, "a mechanism needs about six levels")

    def add(self, node: Node, anchor: str | None, written: str | None = None) -> None:
        if anchor:
            self.anchors[anchor] = node
        if self.open:
            top = self.open[-1]
            is_key = top.kind == "table" and len(top.children) % 2 == 0
            top.children.append(replace(node, value=written) if is_key and written is not None else node)
        elif self.root is None:
            self.root = node
        else:
            remedy = "a file contains one mechanism: remove the line ---"
            self.fail(node.line, "a second document begins here", remedy)

    def aliased(self, anchor: str, line: int) -> Node:
        if anchor not in self.anchors:
            remedy = f"write &{anchor} further up, before the value it names"
            self.fail(line, f"*{anchor} refers to an anchor that is not defined before", remedy)
        return replace(self.anchors[anchor], line=line)

    def finished(self, done: _Open) -> Node:
        size = 1 + sum(child.size for child in done.children)
        if size > MAXIMUM_NODES:
            what = f"this contains {size} values with all *references expanded; the limit is {MAXIMUM_NODES}"
            self.fail(done.line, what, "split it with include, or build the mechanism in Python")
        value: Any = done.children if done.kind == "list" else dict(self.entries(done.children))
        return Node(value, done.line, size)

    def entries(self, children: list[Node]) -> Iterator[tuple[str, Node]]:
        first: dict[str, int] = {}
        for key, node in zip(children[::2], children[1::2]):
            word = key.value
            if not isinstance(word, str):
                self.note(key.line, "found a list or table before ':' where a word is expected", "write word: value")
            elif word == "<<":
                self.note(key.line, "'<<' (merging tables) is not supported", "write the fields out")
            elif word in first:
                self.note(
                    key.line,
                    f"{word!r} is given twice in the same table",
                    f"it was first given in line {first[word]}: keep one",
                )
            else:
                first[word] = key.line
                yield word, replace(node, line=key.line)

    def note(self, line: int, what: str, remedy: str) -> None:
        self.problems.append(Problem(what, remedy, f"{self.name}:{line}"))

    def fail(self, line: int, what: str, remedy: str) -> NoReturn:
        self.note(line, what, remedy)
        raise FileError(self.problems)
