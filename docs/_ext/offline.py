"""After the build: no page of the site may load anything from elsewhere.  Links that a reader clicks are allowed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_LOADED = re.compile(
    r"<(?:script|link|img|iframe|source|video|audio|object|embed|use)\b[^>]*?"
    r"\b(?:src|href|data|srcset)\s*=\s*[\"']?\s*((?:https?:)?//[^\"'\s>]+)",
    re.I,
)
_STYLE = re.compile(r"(?:@import\s+(?:url\()?|url\()\s*[\"']?\s*((?:https?:)?//[^\"'\s)]+)", re.I)


def foreign(text: str) -> list[str]:
    """Addresses that a page or style sheet would load from another place."""
    return [*_LOADED.findall(text), *_STYLE.findall(text)]


def check(site: Path) -> list[str]:
    """A sentence for every file of the site that would make a request."""
    files = (path for path in sorted(site.rglob("*")) if path.suffix in (".html", ".css"))
    found = ((path, foreign(path.read_text(encoding="utf-8"))) for path in files)
    return [f"{path.relative_to(site)} loads {', '.join(sorted(set(what)))}" for path, what in found if what]


def warn(app: Sphinx, error: Exception | None) -> None:
    """Warn, which ends a build with -W."""
    from sphinx.util import logging

    if error is None and app.builder.format == "html":
        for sentence in check(Path(app.outdir)):
            logging.getLogger(__name__).warning(sentence)


def setup(app: Sphinx) -> dict[str, Any]:
    """Check at the end."""
    app.connect("build-finished", warn)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
