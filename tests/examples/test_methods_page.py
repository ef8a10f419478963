"""The page on constraint methods has every method with its parameters and their defaults."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from snodo.registry import METHODS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "understand" / "methods.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_every_method_has_its_half_page_with_its_parameters() -> None:
    parts = TEXT.split("\n## ")
    names = [part.split("\n", 1)[0].split(":")[0].lower() for part in parts]
    sections = {name.replace(" ", "_").replace("-", "_"): part for name, part in zip(names, parts)}
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
