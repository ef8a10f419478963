"""The code of a page: its blocks, and a session that runs them one after the other.

Both the site and the tests use it.  All blocks of a page share their names and a folder, which has the folder
`examples` and, as after `snodo examples NAME --copy`, its files beside the code.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

EXAMPLES = Path(__file__).parents[2] / "examples"
MADE = (".png", ".svg", ".gif", ".html")
"""Endings of files that a page shows."""
_FENCE = re.compile(r"^(?P<fence>`{3,})(?P<head>[^\n`]*)\n(?P<body>.*?)^(?P=fence)\s*$", re.M | re.S)


class Block(NamedTuple):
    """A fenced block: ```python, ```{run}, ```{file} four_bar.yaml, ```sh …"""

    kind: str
    argument: str
    options: dict[str, str]
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page, in their order."""
    found = []
    for match in _FENCE.finditer(page):
        kind, _, argument = match["head"].strip().partition(" ")
        options, text = _options(match["body"]) if kind.startswith("{") else ({}, match["body"])
        line = page.count("\n", 0, match.start("body")) + len(options)
        found.append(Block(kind.strip("{}"), argument.strip(), options, text, line))
    return found


def _options(body: str) -> tuple[dict[str, str], str]:
    """Lines `:name: value` at the top of a directive, and the rest."""
    lines = body.splitlines(keepends=True)
    count = next((k for k, line in enumerate(lines) if not re.match(r":\w+:", line)), len(lines))
    pairs = [re.match(r":(\w+):\s*(.*)", line) for line in lines[:count]]
    return {pair[1]: pair[2].strip() for pair in pairs if pair}, "".join(lines[count:]).lstrip("\n")


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in a folder, as with `cd`."""
    home = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(home)


class Session:
    """The names and the folder of one page."""

    def __init__(self, page: str) -> None:
        self.page = page
        self.names: dict[str, Any] = {"__name__": "page"}
        self.folder = Path(tempfile.mkdtemp(prefix="snodo_page_"))
        for file in EXAMPLES.iterdir():
            if file.is_file():
                shutil.copy(file, self.folder)
        shutil.copytree(EXAMPLES, self.folder / "examples", ignore=shutil.ignore_patterns("__pycache__"))

    def write(self, name: str, text: str) -> None:
        """A file that the reader is told to save."""
        (self.folder / Path(name).name).write_text(text, encoding="utf-8")

    def run(self, code: str, line: int = 0, error: bool = False) -> str:
        """What a block prints; with `error`, also the error that it must end with."""
        import snodo

        printed = io.StringIO()
        program = compile("\n" * line + code, f"{self.page}.md", "exec", dont_inherit=True)
        with inside(self.folder), contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            try:
                exec(program, self.names)
            except snodo.SnodoError as raised:
                if not error:
                    raise
                print(f"{type(raised).__name__}: {raised}")
            else:
                if error:
                    raise AssertionError(f"{self.page}.md, line {line}: the block shows an error, but none is raised")
        return printed.getvalue()

    def made(self) -> dict[Path, int]:
        """Pictures and pages in the folder with their times, in the order of their making."""
        found = {path: path.stat().st_mtime_ns for path in self.folder.iterdir() if path.suffix in MADE}
        return dict(sorted(found.items(), key=lambda item: item[1]))

    def end(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self.folder, ignore_errors=True)
