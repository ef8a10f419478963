"""Directives whose content is executed when the page is built.

`run` shows its code, what it printed, and the pictures and viewers that it wrote; `file` shows a file and saves it
where the code of the page runs.  An error ends the build, unless the block says `:error:`, which shows it.
"""

from __future__ import annotations

import shutil
from html import escape
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from session import Session
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

FOLDER = "_made"
"""The folder in the sources into which pictures go; it is not kept in the repository."""
VIEWERS = "_viewers"
"""The folder of the site into which pages with a viewer go."""


def session_of(env: Any) -> Session:
    """The session of the page that is being read."""
    sessions: dict[str, Session] = env.temp_data.setdefault("sessions", {})
    if env.docname not in sessions:
        sessions[env.docname] = Session(env.docname)
    return sessions[env.docname]


class Run(SphinxDirective):
    """Code, output, pictures; `:alt:` describes the pictures, `:hide:` leaves the code out, `:wide:` breaks no line."""

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "alt": directives.unchanged,
        "hide": directives.flag,
        "error": directives.flag,
        "wide": directives.flag,
        "width": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """The nodes of the block."""
        code = "\n".join(self.content)
        session = session_of(self.env)
        before = session.made()
        try:
            printed = session.run(code, self.lineno, "error" in self.options)
        except Exception as error:
            raise ExtensionError(
                f"{self.env.docname}.md, block at line {self.lineno}: {error}", error, "run"
            ) from error
        shown: list[nodes.Node] = []
        if "hide" not in self.options:
            shown.append(nodes.literal_block(code, code, language="python"))
        if printed.strip():
            output = nodes.literal_block(printed.rstrip(), printed.rstrip(), language="text")
            shown.append(nodes.container("", output, classes=["output", *(["wide"] if "wide" in self.options else [])]))
        fresh = [path for path, time in session.made().items() if before.get(path) != time]
        return [*shown, *(self._viewer(path) if path.suffix == ".html" else self._picture(path) for path in fresh)]

    def _picture(self, path: Path) -> nodes.Node:
        if "alt" not in self.options:
            raise self.error(f"a block that writes {path.name} needs :alt: with what the picture shows")
        place = Path(self.env.srcdir) / FOLDER / self.env.docname
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place / path.name)
        image = nodes.image("", uri=f"/{FOLDER}/{self.env.docname}/{path.name}", alt=self.options["alt"])
        if "width" in self.options:
            image["width"] = self.options["width"]
        return nodes.figure("", image, classes=["made"])

    def _viewer(self, path: Path) -> nodes.Node:
        name = f"{self.env.docname.replace('/', '_')}_{path.name}"
        up = "../" * self.env.docname.count("/")
        return nodes.raw("", frame(keep_viewer(Path(self.env.app.outdir), path, name), up, path.stem), format="html")


def keep_viewer(site: Path, path: Path, name: str) -> str:
    """Copy a page with a viewer into the site; its address there."""
    (site / VIEWERS).mkdir(parents=True, exist_ok=True)
    shutil.copy(path, site / VIEWERS / name)
    return f"{VIEWERS}/{name}"


def frame(address: str, up: str, title: str) -> str:
    """A page inside a page, and a link to it alone."""
    title = escape(title.replace("_", " "))
    inside = f'<iframe class="viewer" loading="lazy" src="{up}{address}" title="{title}, moving"></iframe>'
    return f'{inside}<p class="viewer-link"><a href="{up}{address}">Open it alone</a></p>'


class File(SphinxDirective):
    """A file that the reader saves."""

    has_content = True
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The file under its name."""
        (name,) = self.arguments
        text = "\n".join(self.content)
        session_of(self.env).write(name, f"{text}\n")
        language = {".yaml": "yaml", ".py": "python", ".urdf": "xml"}[Path(name).suffix]
        block = nodes.literal_block(text, text, language=language)
        caption = nodes.caption("", "", nodes.literal("", name))
        return [nodes.container("", caption, block, classes=["literal-block-wrapper"], literal_block=True)]


def end(app: Sphinx, _: Any) -> None:
    """The page is read: its folder goes."""
    for session in app.env.temp_data.pop("sessions", {}).values():
        session.end()


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives."""
    app.add_directive("run", Run)
    app.add_directive("file", File)
    app.connect("doctree-read", end)
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}
