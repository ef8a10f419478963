"""A motion in a notebook, or in the browser."""

from __future__ import annotations

import sys
import tempfile
import webbrowser
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from snodo.views.scene.page import page_of
from snodo.views.scene.scene import scene_of
from snodo.whole_files import write_whole

HEIGHT = 560


@dataclass(frozen=True)
class Shown:
    """A page that notebooks display: `result.show()` as the last line of a cell."""

    page: str
    title: str
    height: int = HEIGHT

    def _repr_html_(self) -> str:
        """The page in a frame of its own; it can run its program, and reach nothing outside the frame."""
        style = f"width:100%;height:{self.height}px;border:1px solid #8a8f98;border-radius:6px"
        inside = self.page.replace("&", "&amp;").replace('"', "&quot;")
        return (
            f'<iframe sandbox="allow-scripts" title="{escape(self.title)}" srcdoc="{inside}" style="{style}"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<page of {self.title}, {len(self.page) / 1e6:.2f} MB>"


def shown(result: Any, height: int = HEIGHT) -> Shown:
    """The page of a result."""
    return Shown(page_of(scene_of(result)), result.mechanism.name, height)


def in_notebook() -> bool:
    """Whether cells of a notebook are being run."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return shell is not None and hasattr(shell, "kernel")


def open_page(found: Shown) -> Path:
    """Write a page into a new folder for temporary files and open it in the browser."""
    path = Path(tempfile.mkdtemp(prefix="snodo-")) / "motion.html"
    write_whole(path, found.page)
    webbrowser.open(path.as_uri())
    return path
