"""The page on plots says what really comes out."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import snodo as sn

PAGE = Path(__file__).parents[2] / "docs" / "plots.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = re.sub(r"^```.*$", "", TEXT, flags=re.M)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    told: list[str] = []
    runner.run(examples, out=told.append)
    assert runner.tries > 15
    assert not told, "".join(told)
    assert (tmp_path / "torque.png").is_file()


def test_methods_and_pictures_that_are_named_exist() -> None:
    for name in re.findall(r"`(?:result|both)\.(\w+)\(", TEXT):
        assert hasattr(sn.Result, name), name
    for picture in re.findall(r"\((pictures/\w+\.png)\)", TEXT):
        assert (PAGE.parent / picture).is_file(), picture
