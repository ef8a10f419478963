"""The pages about the source texts as one table: every entry, the line that runs, and the digits agreed.

    python -m benchmarks.texts            # all pages
    python -m benchmarks.texts 000 004    # two of them

The pages, docs/texts/00N.md, are doctests.  An entry is a heading `###` with all that stands below it.  Its lines

    bool(np.abs(one_way - another_way).max() < 1e-12)

are compared as written, and the number on the left is kept: its digits are −log10 of it.  A line with `>` shows by how
much a printed formula is wrong.
"""

from __future__ import annotations

import ast
import doctest
import re
import sys
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass, field
from math import inf, log10
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parents[1] / "docs" / "texts"
SEEN = "__seen__"
"""Name under which the session of a page knows the function that keeps a comparison."""
OPERATORS: dict[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<", ast.Gt: ">", ast.GtE: ">", ast.Eq: "=="}


@dataclass
class Comparison:
    """One line that compares two ways."""

    source: str
    sign: str
    left: float = inf
    """What was compared; for `==` zero where both sides are the same."""


@dataclass
class Entry:
    """One heading of a page, with the comparisons below it."""

    text: str
    heading: str
    line: int
    comparisons: list[Comparison] = field(default_factory=list)

    @property
    def agreements(self) -> list[Comparison]:
        """Comparisons that show that two ways agree."""
        return [one for one in self.comparisons if one.sign != ">"]

    @property
    def weakest(self) -> Comparison | None:
        """The agreement with the fewest digits."""
        return max(self.agreements, key=lambda one: one.left, default=None)

    @property
    def printed(self) -> float:
        """By how much a printed formula is wrong; zero where none is."""
        return max((one.left for one in self.comparisons if one.sign == ">"), default=0.0)


@dataclass
class Page:
    """What came out of one page."""

    text: str
    tries: int
    failures: str
    entries: list[Entry]


def pages() -> list[Path]:
    """The pages of the texts that are there."""
    return sorted(FOLDER.glob("00[0-9].md"))


def headings(page: Path) -> list[tuple[int, str]]:
    """Line and words of each heading `###` outside of code, from 1."""
    found, code = [], False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        code ^= line.startswith("```")
        if not code and line.startswith("### "):
            found.append((number, line[4:].strip()))
    return found


def labels(heading: str) -> list[str]:
    """The numbers that a heading covers: `(1)–(3), Table 1.2 Title` covers 1, 2, 3 and Table 1.2.

    >>> labels("(2.3)–(2.5), (2.7) Momentum"), labels("Tables 1.1 and 1.2 Sweeps"), labels("(a) System")
    (['2.3', '2.4', '2.5', '2.7'], ['Table 1.1', 'Table 1.2'], ['a'])
    """
    found: list[str] = []
    table, rest = False, heading
    while match := re.match(r"(\s*(?:–|-|,|;|/|and)?\s*)(Tables?\s+)?(?:\(([0-9.]+|[a-z])\)|([0-9]+\.[0-9]+))", rest):
        joined, word, bracketed, bare = match[1].strip(), match[2], match[3], match[4]
        if found and not joined:
            break
        table = bool(word) or (table and bare is not None)
        number = bracketed or bare
        if joined in "–-" and joined and found:
            found += _between(found[-1].removeprefix("Table "), number, "Table " if table else "")
        found.append(f"Table {number}" if table else number)
        rest = rest[match.end() :]
    return found


def _between(first: str, last: str, word: str) -> list[str]:
    chapter, start = first.rpartition(".")[0], int(first.rpartition(".")[2])
    dot = f"{chapter}." if chapter else ""
    return [f"{word}{dot}{k}" for k in range(start + 1, int(last.rpartition(".")[2]))]


def run(page: Path) -> Page:
    """Run the page as a doctest, and keep what it compares."""
    text = re.sub(r"^```.*$", "", page.read_text(encoding="utf-8"), flags=re.M)
    entries = [Entry(page.stem, words, line) for line, words in headings(page)]
    session = {SEEN: _seen}
    test = doctest.DocTestParser().get_doctest(text, session, page.name, str(page), 0)
    runner = _Runner()
    for example in test.examples:
        comparisons = list(_comparisons(example.source))
        runner.written[example.lineno] = example.source
        example.source = _watched(example.source, comparisons) if comparisons else example.source
        below = [entry for entry in entries if entry.line <= example.lineno]
        for one in below[-1:]:
            one.comparisons += comparisons
    told: list[str] = []
    with np.printoptions(), chdir(FOLDER.parents[1]):
        runner.run(test, out=told.append)
    return Page(page.stem, runner.tries, "".join(told), entries)


class _Runner(doctest.DocTestRunner):
    """Reports the lines of the page, not what they were changed to."""

    def __init__(self) -> None:
        super().__init__(verbose=False)
        self.written: dict[int, str] = {}

    def report_failure(self, out, test, example, got):  # type: ignore[no-untyped-def]
        example.source = self.written[example.lineno]
        super().report_failure(out, test, example, got)

    def report_unexpected_exception(self, out, test, example, exc_info):  # type: ignore[no-untyped-def]
        example.source = self.written[example.lineno]
        super().report_unexpected_exception(out, test, example, exc_info)


_waiting: dict[int, Comparison] = {}


def _comparisons(source: str) -> Iterator[Comparison]:
    for node in _compared(ast.parse(source)):
        yield Comparison(ast.unparse(node), OPERATORS[type(node.ops[0])])


def _compared(tree: ast.Module) -> Iterator[ast.Compare]:
    """The comparisons that a line shows: the line itself, within bool(…), and on either side of `and`."""
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.Expr):
        return
    waiting: list[ast.expr] = [tree.body[0].value]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "bool":
            waiting += node.args
        elif isinstance(node, ast.BoolOp):
            waiting += node.values
        elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OPERATORS:
            yield node


def _watched(source: str, comparisons: list[Comparison]) -> str:
    """The same line, with each comparison made by a function that keeps its left side."""
    tree = ast.parse(source)
    calls = {}
    for node, one in zip(_compared(tree), comparisons, strict=True):
        key = len(_waiting)
        _waiting[key] = one
        arguments = [ast.Constant(key), node.left, node.comparators[0]]
        calls[node] = ast.Call(ast.Name(SEEN, ast.Load()), arguments, [])

    class Change(ast.NodeTransformer):
        def visit_Compare(self, node: ast.Compare) -> ast.AST:
            return calls.get(node, node)

    return ast.unparse(ast.fix_missing_locations(Change().visit(tree))) + "\n"


def _seen(key: int, left, right):  # type: ignore[no-untyped-def]
    """The comparison itself; its left side is kept."""
    one = _waiting[key]
    if one.sign == "==":
        answer = left == right
        one.left = 0.0 if answer is True or getattr(answer, "all", bool)() else inf
        return answer
    one.left = float(left)
    return left < right if one.sign == "<" else left > right


def digits(value: float) -> str:
    """Decimal digits on which two ways agree.

    >>> digits(2e-13), digits(0.0), digits(3.0)
    ('12.7', 'exact', '-0.5')
    """
    return "exact" if value == 0.0 else "none" if value == inf else f"{-log10(value):.1f}"


def table(entries: list[Entry]) -> str:
    """The entries as one table in Markdown."""
    rows = ["| text | entry | line that runs | digits agreed | printed form wrong by |", "|---|---|---|---|---|"]
    for entry in entries:
        one = entry.weakest
        line, agreed = (f"`{_cell(one.source)}`", digits(one.left)) if one else ("—", "—")
        wrong = f"{entry.printed:.2g}" if entry.printed else ""
        rows.append(f"| {entry.text} | {_cell(entry.heading)} | {line} | {agreed} | {wrong} |")
    return "\n".join(rows)


def _cell(words: str) -> str:
    return words.replace("|", "\\|")


def main(names: list[str]) -> int:
    """Print the table; the number of pages on which something else came out."""
    chosen = [page for page in pages() if not names or page.stem in names]
    if not chosen:
        print(f"no such page in {FOLDER}: {', '.join(names) or 'none is there'}", file=sys.stderr)
        return 1
    ran = [run(page) for page in chosen]
    print(table([entry for page in ran for entry in page.entries]))
    for page in ran:
        print(page.failures, end="", file=sys.stderr)
    return sum(bool(page.failures) for page in ran)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
