"""The doctor's page says what really comes out, and names files that exist."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "doctor.md"


def test_the_worked_example():
    text = re.sub(r"^```.*$", "", PAGE.read_text(encoding="utf-8"), flags=re.M)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner()
    told: list[str] = []
    runner.run(examples, out=told.append)
    assert runner.tries > 10
    assert not told, "".join(told)


def test_files_that_the_page_names_exist():
    paths = re.findall(r"`((?:tests|src)/[\w/.]+)`", PAGE.read_text(encoding="utf-8"))
    assert len(paths) == 4
    assert all((ROOT / path).is_file() for path in paths)
