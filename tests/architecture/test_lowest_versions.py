"""The lowest versions that are tested are those that are declared."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_what_is_declared_is_what_is_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = dict(re.fullmatch(r"([\w-]+)>=([\d.]+)", line).groups() for line in project["dependencies"])  # type: ignore[union-attr]
    lines = (ROOT / ".ci" / "lowest.txt").read_text(encoding="utf-8").splitlines()
    tested = dict(line.split("==") for line in lines if not line.startswith("#"))
    assert list(declared) == list(tested)
    for name, version in tested.items():
        assert re.fullmatch(re.escape(declared[name]) + r"(\.0)*", version), name
