"""Small repairs while pages are read: lists of pages that may be missing, and words that are no links."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

PATTERN = re.compile(r"^(/?)([\w/]*\*)\n", re.M)
"""A line of a list of pages that stands for several."""


def without_empty_patterns(app: Sphinx, docname: str, content: list[str]) -> None:
    """Drop patterns of lists that no page matches."""
    root = Path(app.srcdir)

    def kept(match: re.Match[str]) -> str:
        home = root if match[1] else (root / docname).parent
        return match[0] if any(home.glob(f"{match[2]}.md")) else ""

    content[0] = "".join(
        PATTERN.sub(kept, piece) if piece.startswith("```{toctree}") else piece
        for piece in re.split(r"(^```\{toctree\}.*?^```$)", content[0], flags=re.M | re.S)
    )


def only_links_to_names(app: Sphinx, doctree: nodes.document) -> None:
    """Words in the types of parameters, such as "function of time", are links only if they are public names."""
    import snodo

    for node in list(doctree.findall(pending_xref)):
        target = str(node.get("reftarget", ""))
        known = target.startswith("snodo.") or target.split(".")[-1] in snodo.__all__
        if node.get("refdomain") == "py" and not known:
            node.replace_self(nodes.emphasis("", node.children[0].astext()))


def without_empty_ends(app: Sphinx, doctree: nodes.document) -> None:
    """Doctests end with an empty line; their pictures need none."""
    for node in list(doctree.findall(nodes.literal_block)):
        text = node.astext()
        if text != text.rstrip() and node.rawsource == text:
            shown = nodes.literal_block(text.rstrip(), text.rstrip(), **node.attributes)
            node.replace_self(shown)


def short_cells_in_one_line(app: Sphinx, doctree: nodes.document) -> None:
    """Numbers in tables are not broken at their minus sign."""
    for cell in doctree.findall(nodes.entry):
        if len(cell.astext()) <= 14:
            cell["classes"].append("short")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the repairs."""
    app.connect("source-read", without_empty_patterns)
    app.connect("doctree-read", only_links_to_names)
    app.connect("doctree-read", without_empty_ends)
    app.connect("doctree-read", short_cells_in_one_line)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
