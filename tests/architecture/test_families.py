"""Every entry of every kernel belongs to one family, by a name that exists."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import snodo
from snodo import _jit
from snodo.cli.installation.kernels import tables
from snodo.cli.installation.warming import BY_ADDRESS

ROOT = Path(snodo.__file__).parent


def named() -> set[str]:
    return {
        f"{table._folder}.{path}"
        for table in tables()
        for family in table._families.values()
        for path in family.entries.split()
    }


def entries() -> Iterator[str]:
    """All that the sources decorate."""
    for file in ROOT.rglob("kernels/*.py"):
        module = ".".join(["snodo", *file.relative_to(ROOT).with_suffix("").parts])
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                decorators = {ast.unparse(d).split("(")[0] for d in node.decorator_list}
                if decorators & {"entry", "c_entry", "door", "monitor", "verb"}:
                    yield f"{module}.{node.name}"


def test_families_name_all_entries() -> None:
    assert named() | set(BY_ADDRESS) == set(entries())


def test_what_is_compiled_beside_has_a_family() -> None:
    beside = {path for table in tables() for family in table._families.values() for path in family.beside.split()}
    assert beside
    assert beside <= named()


@pytest.mark.skipif(bool(_jit.numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_every_name_is_an_entry() -> None:
    assert all(isinstance(_jit.named(path), _jit.Lazy) for path in named())


def test_families_are_told_apart() -> None:
    """One name, one set of entries: nothing is announced twice."""
    told: dict[str, str] = {}
    for table in tables():
        for family in table._families.values():
            assert told.setdefault(family.what, family.entries) == family.entries
