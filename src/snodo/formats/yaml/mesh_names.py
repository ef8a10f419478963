"""Names of mesh files and files of tables: relative to the mechanism's file in the file, absolute in memory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from snodo.formats.yaml.document import Node


def place_meshes(root: Node, folder: Path) -> None:
    """Make the names of the meshes and tables in a document in `folder` absolute."""
    for table in map(_inside, _inside(_inside(root).get("tables")).values()):
        node = table.get("file")
        if node is not None and isinstance(node.value, str) and node.value:
            table["file"] = replace(node, value=os.path.abspath(folder / node.value))
    for table in _tables(_inside(root).get("bodies")):
        node = table.get("mesh")
        if node is not None and isinstance(node.value, str) and node.value:
            table["mesh"] = replace(node, value=os.path.abspath(folder / node.value))


def name_meshes_from(data: dict[str, Any], folder: Path) -> None:
    """Make the names of the meshes in a mechanism's plain data relative to `folder`, where its file will be."""
    for body in data.get("bodies", {}).values():
        for table in (body, *(body.get("composite") or [])):
            if "mesh" in table:
                table["mesh"] = _relative(table["mesh"], folder)


def _relative(name: str, folder: Path) -> str:
    try:
        return Path(os.path.relpath(os.path.abspath(name), os.path.abspath(folder))).as_posix()
    except ValueError:  # on another drive
        return name


def _tables(bodies: Node | None) -> Iterator[dict[str, Node]]:
    """The tables of bodies and of the parts of composites."""
    for body in _inside(bodies).values():
        yield _inside(body)
        parts = _inside(body).get("composite")
        if parts is not None and isinstance(parts.value, list):
            yield from (_inside(part) for part in parts.value)


def _inside(node: Node | None) -> dict[str, Node]:
    return node.value if node is not None and isinstance(node.value, dict) else {}
