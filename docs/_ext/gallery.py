"""The gallery: a page for every example, made and run when the site is built.

The code that a page shows is the code that makes its picture.  `gallery/index.md` has a table with what each example
shows and the number it is checked by; its rows are the pages.  `gallery/_grid.md` has the thumbnails.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from run_block import FOLDER, VIEWERS, frame, keep_viewer
from session import EXAMPLES, Session
from sphinx.application import Sphinx
from sphinx.util import logging

HAS_VIEWER = importlib.util.find_spec("snodo.views.scene") is not None
"""Whether animations are pages with a viewer; before, they were large films of pictures."""
ROW = re.compile(r"^\| (`examples/.*?) \| (.*?) \| (.*?) \| (.*?) \|$", re.M)


class Example(NamedTuple):
    """A row of the table."""

    name: str
    files: list[str]
    shows: str
    number: str
    source: str

    @property
    def title(self) -> str:
        """The name of the mechanism, or of the script."""
        return capital(self._of_file("mechanism") or self.name.replace("_", " "))

    @property
    def about(self) -> str:
        """The description in the file, or what the table says."""
        return sentence(self._of_file("description") or self.shows)

    def _of_file(self, word: str) -> str:
        path = EXAMPLES / f"{self.name}.yaml"
        return str(yaml.safe_load(path.read_text(encoding="utf-8")).get(word, "")) if path.exists() else ""


def capital(words: str) -> str:
    """With a capital first letter."""
    return words[:1].upper() + words[1:]


def sentence(words: str) -> str:
    """With a capital, and a full stop if it has no end of its own."""
    words = capital(words.strip())
    return words if words.endswith((".", "?", "!")) else f"{words}."


def examples(table: str) -> list[Example]:
    """The rows of the table of the gallery."""
    found = []
    for files, shows, number, source in ROW.findall(table):
        names = re.findall(r"`examples/([\w.]+)`", files)
        found.append(Example(Path(names[0]).stem, names, shows, number, source))
    return found


# ---------------------------------------------------------------- code of a page
def code_of(example: Example) -> str:
    """The lines that run an example and draw it."""
    stem = example.name
    if f"{stem}.yaml" not in example.files:
        return f'import runpy\n\nscope = runpy.run_path("{stem}.py")\n'
    lines = [
        "import snodo as sn",
        "",
        f'mechanism = sn.load("{stem}.yaml")',
        "result = sn.simulate(mechanism, progress=False)",
    ]
    lines += ["print(result.quality())", f'result.draw("{stem}.png")']
    if HAS_VIEWER:
        lines.append(f'result.animate("{stem}.html")')
    return "\n".join(lines) + "\n"


def drawing_of(example: Example) -> str:
    """For scripts, which have no picture of their own: the motion that they end with, or the mechanism found."""
    if f"{example.name}.yaml" in example.files:
        return ""
    return (
        "import snodo as sn\n"
        "motions = [scope[name] for name in ('result', 'found', 'shared') if hasattr(scope.get(name), 'draw')]\n"
        f"if motions:\n    motions[0].draw('{example.name}.png', count=4)\n"
        f"else:\n    sn.draw(scope['found'].mechanism, '{example.name}.png')\n"
    )


def page_of(example: Example, printed: str) -> str:
    """The page, in MyST."""
    stem = example.name
    pieces = [f"# {example.title}", example.about]
    pieces.append(f"![{example.title}: positions of the motion](/{FOLDER}/gallery/{stem}.png)")
    if HAS_VIEWER and f"{stem}.yaml" in example.files:
        pieces.append(f"```{{raw}} html\n{frame(address(example), '../', example.title)}\n```")
    pieces += ["## What it shows", sentence(example.shows)]
    pieces.append(f"**Checked number**: {example.number} ({example.source}). A test compares it.")
    if f"{stem}.yaml" in example.files:
        pieces += ["## The file", literal(f"{stem}.yaml", "yaml"), "## Run it"]
        pieces += [
            f"```sh\nsnodo examples {stem} --copy\nsnodo run {stem}.yaml --draw {stem}.png\n```",
            "Or in Python:",
        ]
        pieces += [f"```python\n{code_of(example)}```"]
    pieces += [f"```text\n{printed.rstrip()}\n```"] if printed.strip() else []
    if f"{stem}.py" in example.files:
        pieces += ["## The script", literal(f"{stem}.py", "python")]
    return "\n\n".join(pieces) + "\n"


def literal(name: str, language: str) -> str:
    """A file of the examples, as it is."""
    return f"```{{literalinclude}} /../examples/{name}\n:language: {language}\n```"


def address(example: Example) -> str:
    """Where the site has the viewer of an example."""
    return f"{VIEWERS}/{example.name}.html"


def card(example: Example) -> str:
    """A thumbnail with its title."""
    picture = f"/{FOLDER}/gallery/{example.name}.png"
    head = f":::{{grid-item-card}} {example.title}\n:link: {example.name}\n:link-type: doc\n:img-top: {picture}"
    return f"{head}\n:img-alt: {example.title}\n\n{sentence(example.shows)}\n:::"


# ---------------------------------------------------------------- making
def make(app: Sphinx) -> None:
    """Write pages, pictures and thumbnails; only where something changed is a file touched."""
    folder = Path(app.srcdir) / "gallery"
    found = examples((folder / "index.md").read_text(encoding="utf-8"))
    found = [example for example in found if example.name in (app.config.gallery_only or [one.name for one in found])]
    pictures = Path(app.srcdir) / FOLDER / "gallery"
    pictures.mkdir(parents=True, exist_ok=True)
    for example in found:
        logging.getLogger(__name__).info("example %s", example.name)
        printed = run(example, pictures, Path(app.outdir))
        write(folder / f"{example.name}.md", page_of(example, printed))
    cards = "\n\n".join(card(example) for example in found)
    write(folder / "_grid.md", f"::::{{grid}} 1 2 3 3\n:gutter: 3\n:class-container: gallery\n\n{cards}\n\n::::\n")


def run(example: Example, pictures: Path, site: Path) -> str:
    """What the code of an example prints; its picture and its viewer are kept."""
    session = Session(f"gallery/{example.name}")
    try:
        printed = session.run(code_of(example))
        session.run(drawing_of(example))
        shutil.copy(session.folder / f"{example.name}.png", pictures)
        page = session.folder / f"{example.name}.html"
        if page.exists():
            keep_viewer(site, page, page.name)
    finally:
        session.end()
    return printed


def write(path: Path, text: str) -> None:
    """Write a text if it is new, so that unchanged pages are not read again."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Make the gallery before pages are looked for."""
    app.add_config_value("gallery_only", [], "env", [list])
    app.connect("builder-inited", make)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
