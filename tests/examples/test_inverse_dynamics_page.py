"""The page about inverse dynamics says what really comes out."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "inverse_dynamics.md"


def test_the_worked_example():
    text = re.sub(r"^```.*$", "", PAGE.read_text(encoding="utf-8"), flags=re.M)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    told: list[str] = []
    runner.run(examples, out=told.append)
    assert runner.tries > 10
    assert not told, "".join(told)


def test_what_the_page_names_exists():
    text = PAGE.read_text(encoding="utf-8")
    named = [
        *re.findall(r"`(examples/[\w/.]+)`", text),
        *(f"docs/{p}" for p in re.findall(r"\((pictures/\w+\.png)\)", text)),
    ]
    assert len(named) == 2
    assert all((ROOT / path).is_file() for path in named)
