"""A page without a server: a result that plays, or an open chain whose sliders the page itself computes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from snodo.errors import Problem, SnodoError
from snodo.views.live.chain import static_scene
from snodo.views.live.model import LiveModel
from snodo.views.live.sources import Source
from snodo.views.scene.page import page_of
from snodo.whole_files import write_whole


def write_static(what: Any, path: str | Path, meshes: str | Path | None = None) -> Path:
    """Write the page of a file, mechanism or result; UnsupportedError for mechanisms with loops."""
    path = Path(path)
    if path.suffix.lower() not in (".html", ".htm"):
        raise SnodoError(Problem(f"{str(path)!r} does not end in .html", "give the page such a name"))
    source = Source(what, meshes)
    source.must_exist()
    content = source.read()
    scene = static_scene(content) if isinstance(content, LiveModel) else content
    return write_whole(path, page_of(scene))
