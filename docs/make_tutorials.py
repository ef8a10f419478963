"""Run the pages of docs/tutorials and keep what they print and draw: `python docs/make_tutorials.py [NAME …]`.

On a page, every block marked `python` is run, in order, in one namespace.  A block marked `text` right after it is what
it prints.  A block marked `yaml` or `xml` is a file; its name is the last name in backticks before the block.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PAGES = Path(__file__).parent / "tutorials"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n", re.M | re.S)
FILE = re.compile(r"`([\w.]+\.(?:yaml|urdf))`")
PICTURE = re.compile(r"\]\((pictures/[\w.]+)\)")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page, with its place in the text and, for a file, its name."""

    kind: str
    body: str
    start: int
    end: int
    name: str = ""


def blocks(text: str) -> list[Block]:
    """The blocks of a page, in order."""
    found = []
    for match in BLOCK.finditer(text):
        kind, body = match.groups()
        names = FILE.findall(text[: match.start()]) if kind in ("yaml", "xml") else [""]
        found.append(Block(kind, body, match.start(), match.end(), names[-1]))
    return found


def prose(text: str) -> str:
    """A page without its blocks."""
    return BLOCK.sub("", text)


def run(page: Path, folder: Path) -> list[tuple[Block, str]]:
    """Run a page in a folder; returns its blocks of code and what each printed."""
    import matplotlib

    matplotlib.use("Agg")
    scope: dict[str, Any] = {"__name__": "page"}
    printed = []
    text = page.read_text(encoding="utf-8")
    with contextlib.chdir(folder):
        for block in blocks(text):
            if block.name:
                Path(block.name).write_text(block.body, encoding="utf-8")
            if block.kind == "python":
                printed.append((block, _run(block, page, text, scope)))
    return printed


def _run(block: Block, page: Path, text: str, scope: dict[str, Any]) -> str:
    """Run one block of code; errors name the line of the page."""
    above = text.count("\n", 0, block.start) + 1
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile("\n" * above + block.body, str(page), "exec"), scope)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def answers(text: str) -> Iterator[tuple[Block, Block | None]]:
    """Each block of code with the block `text` that follows it."""
    found = blocks(text)
    for block, after in zip(found, [*found[1:], None]):
        if block.kind == "python":
            follows = after is not None and after.kind == "text" and not text[block.end : after.start].strip()
            yield block, after if follows else None


def answered(text: str, printed: list[tuple[Block, str]]) -> str:
    """The page with what its code printed."""
    for (_, said), (block, answer) in reversed(list(zip(printed, answers(text)))):
        new = f"\n```text\n{said}\n```\n" if said else ""
        text = text[: block.end] + new + text[(answer or block).end :]
    return text


def _keep(picture: Path, place: Path) -> None:
    """Keep a picture, with a palette of colours: a third of the bytes."""
    from PIL import Image

    with Image.open(picture) as image:
        image.convert("RGB").quantize(128).save(place, optimize=True)


def main(names: list[str]) -> None:
    """Run the named pages, or all."""
    for page in sorted(PAGES.glob("*.md")):
        if names and page.stem not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            printed = run(page, Path(folder))
            text = page.read_text(encoding="utf-8")
            page.write_text(answered(text, printed), encoding="utf-8")
            for picture in PICTURE.findall(text):
                _keep(Path(folder) / Path(picture).name, PAGES / picture)
        print(f"{page.stem}: {len(printed)} blocks")


if __name__ == "__main__":
    os.environ.setdefault("MPLBACKEND", "Agg")
    main(sys.argv[1:])
