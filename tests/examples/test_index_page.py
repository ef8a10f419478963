"""The examples on the page about the index say what really comes out."""

import doctest
import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "index.md"


def test_the_examples_on_the_page() -> None:
    text = re.sub(r"^```.*$", "", PAGE.read_text(encoding="utf-8"), flags=re.M)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner()
    told: list[str] = []
    runner.run(examples, out=told.append)
    assert runner.tries > 20
    assert not told, "".join(told)
