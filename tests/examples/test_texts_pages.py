"""The pages about the source texts: their lines say what really comes out, and no equation of a text is left out."""

import doctest
import re
import unicodedata

import pytest

from benchmarks import texts

NAMES = ("000", "001", "002", "003", "004")


def numbers(first: int, last: int, chapter: str = "") -> list[str]:
    return [f"{chapter}{k}" for k in range(first, last + 1)]


NUMBERED = {
    "000": [*numbers(1, 11, "1."), "Table 1.1", "Table 1.2"],  # (1.6)–(1.8) are lost in the text: named, and rebuilt
    "001": [*numbers(1, 15, "2."), "Table 2.1"],
    "002": numbers(1, 74),
    "003": [],
    "004": ["a", *numbers(1, 4)],
}
"""Numbers of each text, which headings must cover."""
NAMED = {
    "003": [
        "vincoli cinematici",
        "dinamica di sistemi con vincoli",
        "dimostrazione della validita",
        "metodi di soluzione",
        "augmented formulation",
        "geometrico unificato",
        "embedding",
        "quasi velocita",
        "vincoli elastici",
        "smorzanti",
        "baumgarte",
    ],
    "004": [
        *(f"({k}), absolute form" for k in (1, 2, 3, 4)),
        "fairbairn",
        "table of the revolute pairs",
        "table of the prismatic pairs",
        "vectors",
        "bibliography",
    ],
}
"""Words of each text, each of which must be in a heading: titles of slides, forms of an equation, examples."""


def page(name: str):
    return texts.FOLDER / f"{name}.md"


def plain(words: str) -> str:
    """Lower case without accents, apostrophes and hyphens."""
    letters = unicodedata.normalize("NFD", words.lower())
    return re.sub(r"\s+", " ", "".join(" " if c in "-‐" else c for c in letters if c.isalnum() or c in " -‐()."))


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_on_the_page(name):
    ran = texts.run(page(name))
    assert ran.tries > 20
    assert not ran.failures, ran.failures
    silent = [entry.heading for entry in ran.entries if not entry.agreements]
    assert not silent, f"without a line that compares two ways: {silent}"


@pytest.mark.parametrize("name", NAMES)
def test_every_number_of_the_text_has_an_entry(name):
    found = {label for _, words in texts.headings(page(name)) for label in texts.labels(words)}
    assert [number for number in NUMBERED[name] if number not in found] == []


@pytest.mark.parametrize("name", NAMED)
def test_every_named_part_of_the_text_has_a_heading(name):
    lines = page(name).read_text(encoding="utf-8").splitlines()
    found = plain(" | ".join(line for line in lines if line.startswith("##")))
    assert [words for words in NAMED[name] if plain(words) not in found] == []


@pytest.mark.parametrize("name", sorted(path.stem for path in texts.FOLDER.glob("*.md") if path.stem not in NAMES))
def test_the_examples_on_the_other_pages(name):
    ran = texts.run(texts.FOLDER / f"{name}.md")
    assert not ran.failures, ran.failures


@pytest.mark.parametrize(
    ("heading", "covered"),
    [
        ("(1)–(3) Decomposition", ["1", "2", "3"]),
        ("(2.3), (2.4) Momentum of a body", ["2.3", "2.4"]),
        ("(1.6)–(1.8) Lost", ["1.6", "1.7", "1.8"]),
        ("(8), (9) and (11)–(13) Several", ["8", "9", "11", "12", "13"]),
        ("Table 2.1 The sweeps", ["Table 2.1"]),
        ("Tables 1.1 and 1.2 The sweeps", ["Table 1.1", "Table 1.2"]),
        ("(2.12), (2.13), Table 2.1 Backwards", ["2.12", "2.13", "Table 2.1"]),
        ("(a) The system (1) is meant elsewhere", ["a"]),
        ("3.4 Block inverse", ["3.4"]),
        ("Example: ball joint, (61)", []),
    ],
)
def test_headings_are_expanded(heading, covered):
    assert texts.labels(heading) == covered


def test_the_table_reads_comparisons(tmp_path):
    """The left side once, as the page has it; a page that says something else is reported with its own line."""
    path = tmp_path / "009.md"
    path.write_text(
        "# T\n```python\n>>> calls = []\n>>> def gap(x):\n...     calls.append(x)\n...     return x\n```\n"
        "### (1) One\n```python\n>>> bool(gap(2e-13) < 1e-12)\nTrue\n>>> bool(gap(0.25) > 0.1)\nTrue\n"
        ">>> len(calls)\n2\n```\n"
        "### (2) Two\n```python\n>>> [1, 2] == [1, 2]\nTrue\n>>> bool(gap(3.0) < 1.0)\nTrue\n```\n",
        encoding="utf-8",
    )
    ran = texts.run(path)
    one, two = ran.entries
    assert one.weakest is not None
    assert (one.weakest.left, one.printed) == (2e-13, 0.25)
    assert [(c.sign, c.left) for c in two.comparisons] == [("==", 0.0), ("<", 3.0)]
    assert "bool(gap(3.0) < 1.0)" in ran.failures
    assert texts.SEEN not in ran.failures
    assert "| 009 | (1) One | `gap(2e-13) < 1e-12` | 12.7 | 0.25 |" in texts.table(ran.entries)


def test_the_examples_in_the_code():
    assert doctest.testmod(texts).failed == 0
