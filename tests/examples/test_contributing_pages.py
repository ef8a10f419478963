"""The pages on how to add things name what exists, and their scripts run; sources that are cited can be looked up."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import snodo as sn
from snodo.registry import CONSTRAINTS, FORCES, JOINTS, REGISTRIES

ROOT = Path(__file__).parents[2]
SOURCE = Path(sn.__file__).parent
PAGES = sorted(page for page in (ROOT / "docs" / "contributing").glob("*.md") if page.stem != "index")
PLACES = [
    (page.stem, file, names)
    for page in PAGES
    for file, names in re.findall(r"^\| `([\w/]+\.py)` \| (.*?) \|", page.read_text(encoding="utf-8"), re.M)
]


def defined(file: Path) -> set[str]:
    """Names at the top of a file, and methods as `Class.method`."""
    found: set[str] = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)}
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)}
    return found


def test_the_pages_are_there_and_linked() -> None:
    assert [page.stem for page in PAGES] == ["constraint_method", "force", "integrator", "joint"]
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert all(f"docs/contributing/{page.name}" in text for page in PAGES)


@pytest.mark.parametrize(("page", "file", "names"), PLACES, ids=[f"{page} {file}" for page, file, _ in PLACES])
def test_files_and_names_exist(page: str, file: str, names: str) -> None:
    path = SOURCE / file
    assert path.is_file(), f"{page}.md names {file}, which does not exist"
    missing = set(re.findall(r"`([\w.]+)`", names)) - defined(path)
    assert not missing, f"{page}.md: {file} does not define {', '.join(sorted(missing))}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_other_files_that_are_named_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"`((?:tests|docs)/[\w/.]+)`", text):
        assert (ROOT / name).is_file(), f"{page.name} names {name}"


@pytest.mark.parametrize("page", ["integrator", "constraint_method", "joint", "force"])
def test_the_scripts_of_the_pages_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for registry in (*REGISTRIES.values(), JOINTS, CONSTRAINTS, FORCES):
        list(registry)
        monkeypatch.setattr(registry, "_classes", dict(registry._classes))
    scope: dict[str, Any] = {"__name__": __name__}
    text = (ROOT / "docs" / "contributing" / f"{page}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text.rpartition("## From outside")[2], re.S)
    assert blocks
    for block in blocks:
        exec(compile(block, f"{page}.md", "exec", dont_inherit=True), scope)
    assert scope["result"].quality().verdict == "good"


# ---------------------------------------------------------------- references
REFERENCES = (ROOT / "docs" / "reference" / "references.md").read_text(encoding="utf-8")


def cited() -> set[str]:
    """Numbers of the source texts that docstrings and pages cite."""
    files = [*SOURCE.rglob("*.py"), *(p for p in (ROOT / "docs").rglob("*.md") if p.name != "references.md")]
    found: set[str] = set()
    citation = re.compile(r"source texts?\s+((?:`?\d{3}`?(?:,\s*|\s+and\s+)?)+)")
    for file in files:
        for numbers in citation.findall(file.read_text(encoding="utf-8")):
            found |= set(re.findall(r"\d{3}", numbers))
    return found


def test_every_source_text_that_is_cited_can_be_looked_up() -> None:
    listed = set(re.findall(r"^\| source text (\d{3}) \|", REFERENCES, re.M))
    assert cited() == listed


@pytest.mark.parametrize("author", ["Haug", "Nikravesh", "Featherstone"])
def test_books_are_cited_with_the_year_of_the_list(author: str) -> None:
    years = set(re.findall(rf"{author}[^|;]*?\b((?:19|20)\d{{2}})\b", REFERENCES))
    assert years
    for file in SOURCE.rglob("*.py"):
        for found in re.findall(rf"{author} (\d{{4}})", file.read_text(encoding="utf-8")):
            assert found in years, f"{file.relative_to(SOURCE)} cites {author} {found}"
