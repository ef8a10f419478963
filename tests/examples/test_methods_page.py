"""The page on constraint methods says what really comes out, and names parameters and pictures that exist."""

from __future__ import annotations

import dataclasses
import doctest
import re
from pathlib import Path

from snodo.registry import METHODS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "methods.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_drift() -> None:
    text = re.sub(r"^```.*$", "", TEXT, flags=re.M)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner()
    told: list[str] = []
    runner.run(examples, out=told.append)
    assert runner.tries > 6
    assert not told, "".join(told)


def test_every_method_has_its_half_page_with_its_parameters() -> None:
    sections = {
        part.split("\n", 1)[0].lower().replace(" ", "_").replace("-", "_"): part for part in TEXT.split("\n## ")
    }
    sections["geometric"] = sections["geometric_projection"]
    shared = {"projection", "tolerance"}
    for word, method in METHODS.items():
        own = {field.name for field in dataclasses.fields(method)} - (shared if word != "projection" else set())
        missing = [name for name in own if f"`{name}`" not in sections[word]]
        assert not missing, f"{word}: {missing}"


def test_defaults_are_as_the_page_says() -> None:
    found = re.findall(r"- `(factor|damping_ratio|penalty)` \(([\d.e]+)\)", TEXT)
    assert len(found) == 3
    for name, value in found:
        owner = METHODS["augmented_lagrangian" if name == "penalty" else "penalty"]
        assert getattr(owner(), name) == float(value)


def test_pictures_exist() -> None:
    names = re.findall(r"\]\((pictures/[\w.]+)\)", TEXT)
    assert len(names) == 2
    assert all((PAGE.parent / name).is_file() for name in names)
