"""Machine code is compiled again when a source that it was made of changes, and only then."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from snodo import _cache_folder

SOURCES = {
    "snodo.a.kernels.algebra": b"x = 1\n",
    "snodo.a.kernels.joints": b"from snodo.a.kernels.algebra import x\n",
    "snodo.a.kernels.aba": b"from snodo.a.kernels import (\n    joints,\n    others as o,\n)\n",
    "snodo.a.kernels.others": b"import snodo.a.kernels.aba\n",
    "snodo.a.kernels.alone": b"import math\n",
}


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, bytes]]:
    own = dict(SOURCES)
    monkeypatch.setattr(_cache_folder, "_kernels", lambda: own)
    forget()
    yield own
    forget()


def forget() -> None:
    _cache_folder.digest_of.cache_clear()
    _cache_folder._reached.cache_clear()
    _cache_folder._imported.cache_clear()


def test_a_change_reaches_those_who_import_it(sources: dict[str, bytes]) -> None:
    before = {name: _cache_folder.digest_of(name) for name in sources}
    sources["snodo.a.kernels.algebra"] = b"x = 2\n"
    forget()
    changed = {name for name in sources if _cache_folder.digest_of(name) != before[name]}
    assert changed == set(sources) - {"snodo.a.kernels.alone"}


def test_a_module_that_is_no_kernel_has_none(sources: dict[str, bytes]) -> None:
    assert _cache_folder.digest_of("some_functions") == ""


def test_imports_of_all_kernels_are_found() -> None:
    """Against the syntax tree."""
    kernels = _cache_folder._kernels()
    assert len(kernels) > 100
    for module, source in kernels.items():
        named: set[str] = set()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom) and node.module:
                named |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            elif isinstance(node, ast.Import):
                named |= {alias.name for alias in node.names}
        assert set(_cache_folder._imported(module)) == named & set(kernels)
