"""Every code block on every page of the documentation runs, and prints what the page says."""

from __future__ import annotations

import contextlib
import doctest
import importlib.util
import re
import shlex
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest

import snodo as sn

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
ELSEWHERE = {"texts", "contributing", "tutorials", "reference/generated"}
"""Folders whose pages have tests of their own (texts, contributing), or are made of docstrings."""
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
NOT_RUN = re.compile(r"(pip|make|source|python docs/|python -m benchmarks|snodo verify(?! --list))\b")
"""Commands that would install something, or run for minutes to hours."""
INFO_ONLY = ("text", "toctree", "include", "eval-rst", "raw", "literalinclude", "image", "figure", "")


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"docs_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


session = loaded(DOCS / "_ext" / "session.py")


def pages() -> list[Path]:
    """Pages that are in the repository, not those that the site makes."""
    found = [page for page in DOCS.rglob("*.md") if page.parent.name != "gallery" or page.stem == "index"]
    own = [page for page in found if not any((DOCS / folder) in page.parents for folder in ELSEWHERE)]
    return sorted(own)


PAGES = pages()


def run_doctest(home: Any, block: Any, page: Path) -> None:
    examples = doctest.DocTestParser().get_doctest(block.text, home.names, page.name, str(page), block.line)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    told: list[str] = []
    with session.inside(home.folder):
        runner.run(examples, out=told.append, clear_globs=False)
    home.names.update(examples.globs)
    assert not told, "".join(told)


def run_commands(home: Any, text: str) -> None:
    """Lines that call snodo, as a shell would."""
    from snodo.cli.main import main

    for line in text.splitlines():
        words = shlex.split(line, comments=True)
        if not words or NOT_RUN.match(line):
            continue
        assert words[0] == "snodo", f"a command that the tests do not know: {line}"
        with session.inside(home.folder), contextlib.suppress(SystemExit):
            code = main(words[1:], standalone_mode=False)
            assert not code, f"{line}: exit {code}"


def know_commands(text: str) -> None:
    """Scripts for the shell, with files of the reader's own: their commands and options exist."""
    from snodo.cli.main import main

    for line in re.findall(r"^snodo .*", text, re.M):
        words = shlex.split(re.split(r"[|>;]", line)[0], comments=True)[1:]
        group = click.Context(main)
        command = main.get_command(group, words[0])
        assert command is not None, f"there is no command {words[0]!r}"
        context = click.Context(command, parent=group, resilient_parsing=True)
        command.make_parser(context).parse_args(words[1:])  # raises NoSuchOption


def run_block(home: Any, block: Any, page: Path) -> None:
    if block.kind == "file":
        home.write(block.argument, block.text)
    elif block.kind == "run" or (block.kind == "python" and ">>>" not in block.text):
        home.run(block.text, block.line, "error" in block.options)
    elif block.kind == "python":
        run_doctest(home, block, page)
    elif block.kind == "sh":
        run_commands(home, block.text)
    elif block.kind == "bash":
        know_commands(block.text)
    elif block.kind == "yaml":
        assert block.text.startswith("mechanism:") is False or sn.loads(block.text)
    else:
        assert block.kind in INFO_ONLY, f"{page.name}, line {block.line}: a block of kind {block.kind!r} is not run"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_every_block_runs(page: Path) -> None:
    home = session.Session(page.stem)
    try:
        for block in session.blocks(page.read_text(encoding="utf-8")):
            run_block(home, block, page)
    finally:
        home.end()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_links_and_pictures_exist(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_most_pages_have_code() -> None:
    ran = [page for page in PAGES if any(b.kind in ("run", "python") for b in session.blocks(page.read_text("utf-8")))]
    assert len(ran) > 20


def test_blocks_are_found_with_their_options() -> None:
    text = (
        "# T\n\n```{run}\n:alt: a picture\n:error:\n\nx = 1\n```\n\n````text\n```\n````\n```{file} a.yaml\nb: 1\n```\n"
    )
    first, second, third = session.blocks(text)
    assert (first.kind, first.options, first.text) == ("run", {"alt": "a picture", "error": ""}, "x = 1\n")
    assert (second.kind, third.kind, third.argument, third.text) == ("text", "file", "a.yaml", "b: 1\n")


def test_a_block_that_fails_is_noticed() -> None:
    home = session.Session("page")
    try:
        with pytest.raises(ZeroDivisionError):
            home.run("1 / 0")
        with pytest.raises(sn.SnodoError):
            home.run("import snodo as sn\nsn.loads('bodys: {}')")
        assert home.run("sn.loads('bodys: {}')", error=True).startswith("FileError")
        with pytest.raises(AssertionError, match="none is raised"):
            home.run("x = 1", error=True)
    finally:
        home.end()
