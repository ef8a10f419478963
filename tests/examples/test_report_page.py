"""The examples on the page about reports say what really comes out."""

import doctest
import re
from pathlib import Path

import pytest

(PAGE,) = (Path(__file__).parents[2] / "docs").rglob("report.md")


def test_the_examples_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = re.sub(r"^```.*$", "", PAGE.read_text(encoding="utf-8"), flags=re.M)
    examples = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    told: list[str] = []
    runner.run(examples, out=told.append)
    assert runner.tries > 10
    assert not told, "".join(told)
    assert sorted(file.name for file in tmp_path.glob("*.html")) == [
        "chosen.html",
        "degrees.html",
        "four_bar_report.html",
        "short.html",
    ]


def test_every_link_of_the_page_leads_to_a_page() -> None:
    for link in re.findall(r"\]\(([^)#]+\.md)", PAGE.read_text(encoding="utf-8")):
        assert (PAGE.parent / link).is_file()
