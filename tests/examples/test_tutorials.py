"""Tutorials: their code runs, prints what the page shows and makes its pictures; their text keeps its rules."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "tutorials"
PAGES = sorted(page for page in FOLDER.glob("*.md") if page.stem != "index")
NUMBER = re.compile(r"(?<![\w.])[-−+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
LINES = 4
VOLATILE = re.compile(r"relative pivot [\d.e+-]+|in line to [\d.]+°|up to \S+ of the largest")


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_tutorials", ROOT / "docs" / "make_tutorials.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules.setdefault("make_tutorials", importlib.util.module_from_spec(spec))
    spec.loader.exec_module(module)
    return module


script = _script()


def same(shown: str, printed: str) -> bool:
    """Whether two texts agree: words exactly, numbers to one unit of the last digit that is shown."""
    shown, printed = VOLATILE.sub("", shown), VOLATILE.sub("", printed)
    if NUMBER.sub("#", shown).split() != NUMBER.sub("#", printed).split():
        return False
    pairs = zip(NUMBER.findall(shown), NUMBER.findall(printed))
    return all(abs(_float(a) - _float(b)) <= 1.001 * _last(a) for a, b in pairs)


def _float(text: str) -> float:
    return float(text.replace("−", "-"))


def _last(text: str) -> float:
    """One unit of the last digit of a number as it is written; whole numbers are exact."""
    digits, _, power = text.partition("e")
    decimals = len(digits.partition(".")[2])
    return 10.0 ** (int(power or 0) - decimals) if decimals or power else 0.5


def test_numbers_are_compared_to_their_last_digit() -> None:
    assert same("a 1.23 N, 4e-09", "a 1.24 N, 5e-09")
    assert not same("a 1.23 N", "a 1.25 N")
    assert not same("a 1.23 N", "b 1.23 N")
    assert not same("3 rows", "4 rows")
    assert not same("1.0 N", "1.0 N\nand more")


def test_all_are_there_and_listed() -> None:
    stems = {"four_bar", "slider_crank", "suspension", "excavator", "robot", "floating_body", "rolling"}
    assert {page.stem for page in PAGES} == stems | {"redundant_hinges"}
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    for page in PAGES:
        title = page.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        assert f"[{title}]({page.name})" in index


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_it_runs_and_says_what_it_shows(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    printed = script.run(page, tmp_path)
    assert len(printed) >= 5
    for (block, said), (_, answer) in zip(printed, script.answers(text), strict=True):
        shown = answer.body if answer else ""
        assert same(shown, said), f"{page.name}: after\n{block.body}\nit says\n{said}\nnot\n{shown}"
    for picture in script.PICTURE.findall(text):
        assert (tmp_path / Path(picture).name).stat().st_size > 5_000
        assert (FOLDER / picture).is_file()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_its_files_are_examples(page: Path) -> None:
    for block in script.blocks(page.read_text(encoding="utf-8")):
        if block.name:
            assert (ROOT / "examples" / block.name).read_text(encoding="utf-8") == block.body


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_numbers_of_the_text_are_numbers_of_the_code(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    in_blocks = "\n".join(block.body for block in script.blocks(text))
    known = {_float(number) for number in NUMBER.findall(in_blocks)}
    prose = re.sub(r"\]\([^)]*\)|`[^`]*`|^    .*$", "", script.prose(text), flags=re.M)
    known |= {-k for k in known} | {k / unit for k in known for unit in (1e3, 1e5)}  # kN and bar
    wrong = [number for number in NUMBER.findall(prose) if _float(number) not in known]
    assert not wrong, f"{page.name}: {wrong} stand in the text, and nothing on the page computes or states them"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_paragraphs_are_short_and_pictures_have_words(page: Path) -> None:
    prose = script.prose(page.read_text(encoding="utf-8"))
    for paragraph in re.split(r"\n\s*\n", prose):
        lines = paragraph.strip().splitlines()
        assert len(lines) <= LINES, f"{page.name}: {lines[0]} … has {len(lines)} lines"
        assert all(len(line) <= 130 for line in lines)
    assert "![](" not in prose
    assert "simply" not in prose


@pytest.mark.parametrize("page", [*PAGES, FOLDER / "index.md"], ids=lambda page: page.stem)
def test_what_it_links_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for name in re.findall(r"\]\(([\w./-]+)\)", text):
        assert (FOLDER / name).is_file(), f"{page.name} links {name}"
    for name in re.findall(r"`((?:examples|notebooks)/[\w/.]+)`", text):
        assert (ROOT / name).is_file(), f"{page.name} names {name}"


def test_no_picture_is_left_over() -> None:
    shown = {Path(name).name for page in PAGES for name in script.PICTURE.findall(page.read_text(encoding="utf-8"))}
    assert {path.name for path in (FOLDER / "pictures").iterdir()} == shown
