"""The page on singular positions says what really comes out."""

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "understand" / "singular.md"


def test_the_example_passes_singular_positions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.search(r"```\{run\}\n:alt:.*?\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert code is not None
    scope: dict[str, Any] = {}
    monkeypatch.chdir(tmp_path)
    exec(code.group(1), scope)
    result = scope["result"]
    assert len(result.singular_passes) >= 2
    assert "singular positions passed" in str(result.quality())
    assert abs(result["O.angle"].values - result["C.angle"].values).max() < 1e-6
