"""Formulas become MathML while the pages are built: nothing is loaded when they are read."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


def mathml(formula: str, display: str = "inline") -> str:
    """LaTeX as MathML; a bracket that begins a matrix is an entry, not an option."""
    return convert(re.sub(r"(\\begin\{\w+\}\s*)\[", r"\1{[}", formula), display=display)


def inline(self: HTML5Translator, node: nodes.Element) -> None:
    """A formula in a line of text."""
    self.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def block(self: HTML5Translator, node: nodes.Element) -> None:
    """A formula on a line of its own, with its number if it has one."""
    number = node.get("number")
    mark = f'<span class="eqno">({number})</span>' if number else ""
    identifier = f' id="{node["ids"][0]}"' if node.get("ids") else ""
    self.body.append(f'<div class="math"{identifier}>{mark}{mathml(node.astext(), "block")}</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the renderer `mathml`."""
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
