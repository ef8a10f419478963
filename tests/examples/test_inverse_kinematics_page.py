"""The page about inverse kinematics says what really comes out."""

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "inverse_kinematics.md"


def test_the_page(monkeypatch):
    monkeypatch.chdir(PAGE.parents[1])
    text = re.sub(r"^```.*$", "", PAGE.read_text(encoding="utf-8"), flags=re.M)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner()
    told: list[str] = []
    runner.run(examples, out=told.append)
    assert runner.tries > 20
    assert not told, "".join(told)
