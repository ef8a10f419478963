"""Names, files and links on the pages about the source texts exist."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from pathlib import Path

import pytest

import snodo as sn
from benchmarks import texts

ROOT = texts.FOLDER.parents[1]
PAGES = sorted(texts.FOLDER.glob("*.md"))
TABLE = texts.FOLDER / "glossary.md"
PREFIXES = ("sn", "m", "F", "planar", "spatial", "tree", "result", "R", "diagnosis")
PATHS = ("src/", "docs/", "examples/", "tests/", "benchmarks/")


@pytest.fixture(scope="module")
def known():
    """What the prefixes of names stand for."""
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (1, 0), mass=1)
    m.revolute("A", "ground", "arm", at=(0, 0))
    planar, spatial, tree = sn.Planar(m), sn.Spatial(m), sn.Tree(m)
    result = sn.simulate(m, 0.01, progress=False)
    R = sn.Rotation.identity()
    return {"sn": [sn], "m": [m], "F": [planar, spatial, tree], "planar": [planar], "spatial": [spatial]} | {
        "tree": [tree],
        "result": [result],
        "R": [R],
        "diagnosis": [sn.doctor(m)],
    }


def names(text: str) -> set[str]:
    """`prefix.name` in backticks, without what is called with it, outside of code blocks."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    found = re.findall(rf"`((?:{'|'.join(PREFIXES)})(?:\.[A-Za-z_]\w*)+)[^`]*`", plain)
    return set(found)


def missing(name: str, known: dict[str, list[object]]) -> bool:
    prefix, *rest = name.split(".")
    for start in known[prefix]:
        found: object = start
        for word in rest:
            if not hasattr(found, word):
                return True
            found = getattr(found, word)
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_name_exists(page, known):
    """On the pages with a session of their own, only names of the package: their variables are run as doctests."""
    found = sorted(names(page.read_text(encoding="utf-8")))
    found = [name for name in found if name.startswith("sn.") or not page.stem.isdigit()]
    assert [name for name in found if missing(name, known)] == []


def test_a_wrong_name_is_found(known):
    assert names("`sn.doctor(m)` and `tree.nothing`, `m` alone, `other.name`") == {"sn.doctor", "tree.nothing"}
    assert missing("tree.nothing", known)
    assert missing("sn.Rotation.nothing", known)
    assert not missing("sn.Rotation.identity", known)


def vars_of(kind: type) -> list[object]:
    """Its public methods, and how it is made."""
    return [kind, *(one for name, one in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_"))]


def test_our_names_in_the_glossary_are_names():
    """Every word in backticks is a name with a prefix, the ground, a place, or a parameter of a part."""
    rows = [line.split("|") for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 100
    methods = [method for kind in (sn.Mechanism, sn.Planar, sn.Result) for method in vars_of(kind)]
    parameters = {name for method in methods for name in inspect.signature(method).parameters}
    joint = sn.Mechanism().revolute("A", "ground", "arm", at=(0, 0))
    parameters |= {one.name for one in fields(joint)}
    for _, italian, english, ours, where, _ in rows:
        assert all(cell.strip() for cell in (italian, english, ours, where))
        for word in re.findall(r"`([^`]+)`", ours):
            if not word.startswith(tuple(f"{prefix}." for prefix in PREFIXES)):
                assert word in {'"ground"', '"body.com"'} or word in parameters, word


def test_no_word_is_twice_in_the_glossary():
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")][1:]
    terms = [line.split("|")[1].strip() for line in lines]
    assert len(set(terms)) == len(terms)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_file_and_link_exists(page):
    text = re.sub(
        r"\$\$.*?\$\$", "", page.read_text(encoding="utf-8"), flags=re.S
    )  # formulas have brackets of their own
    files = [word for word in re.findall(r"`([^`\n]+)`", text) if word.startswith(PATHS) and " " not in word]
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    lost = [word for word in files if not (ROOT / word).exists()]
    lost += [link for link in links if link and not (page.parent / Path(link)).exists()]
    assert lost == []
