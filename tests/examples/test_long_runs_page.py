"""The page on long runs says what really comes out."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from snodo.integrators.ode.run import PIECE_SECONDS
from snodo.math.rows_on_disk import LARGE
from snodo.simulation.checkpoints.keeper import EVERY

PAGE = Path(__file__).parents[2] / "docs" / "long_runs.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = re.sub(r"^```.*$", "", TEXT, flags=re.M)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    told: list[str] = []
    runner.run(examples, out=told.append)
    assert runner.tries > 6
    assert not told, "".join(told)


def test_the_numbers_of_the_page_are_those_of_the_program() -> None:
    assert (EVERY, PIECE_SECONDS, LARGE) == (30.0, 0.15, 64_000_000)
    assert "Every 30 s" in TEXT
    assert "0.15 s" in TEXT
    assert "64 MB" in TEXT
