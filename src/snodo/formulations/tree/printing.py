"""A bound tree in words and for notebooks: the tree itself (source text 000, figure 1.7), then its names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snodo.formulations import printing
from snodo.formulations.tree.nodes import Cut, Node, cuts_of, in_order, nodes_of
from snodo.formulations.tree.picture import drawing
from snodo.notebook import card, paragraph, table

if TYPE_CHECKING:
    from snodo.formulations.tree.coordinates import Coordinates

MOST_LINES = 60
"""Bodies that are shown."""
DEEPEST = 12
"""Up to this depth each body is indented; in deeper trees only where they branch."""


# ---------------------------------------------------------------- text
def in_words(tree: Coordinates) -> str:
    """Title, tree, names."""
    title, *names = printing.in_words(tree).split("\n")
    return "\n".join([title, *(f"  {line}" for line in tree_lines(tree)), *names])


def tree_lines(tree: Coordinates) -> list[str]:
    """A line for each body, below the one that carries it, with the joint that leads to it; then the cut joints."""
    nodes = nodes_of(tree)
    rows = [(f"{stem}{node.number} {node.body}", *_branch(node)) for stem, node in _stems(nodes)]
    shown = rows[:MOST_LINES]
    widths = [max(len(row[k]) for row in shown) for k in range(4)]
    lines = ["  ".join(word.ljust(width) for word, width in zip(row, widths)).rstrip() for row in shown]
    if len(rows) > MOST_LINES:
        lines.append(f"… and {len(rows) - MOST_LINES} more bodies")
    return [*lines, *(_cut_in_words(cut, nodes) for cut in cuts_of(tree, nodes))]


def _stems(nodes: list[Node]) -> list[tuple[str, Node]]:
    """Each node in order of drawing, with the lines to its left."""
    ordered = in_order(nodes)
    count = [0] * len(nodes)
    for node in nodes[1:]:
        count[node.base] += 1
    straight = max(node.depth for node in nodes) > DEEPEST
    left: dict[int, str] = {0: ""}
    seen = [0] * len(nodes)
    found = []
    for node in ordered:
        if node.number == 0:
            found.append(("", node))
            continue
        seen[node.base] += 1
        last, alone = seen[node.base] == count[node.base], count[node.base] == 1
        before = left[node.base]
        goes_on = straight and alone
        found.append((before + ("↓ " if goes_on else "└─ " if last else "├─ "), node))
        left[node.number] = before if goes_on else before + ("   " if last else "│  ")
    return found


def _branch(node: Node) -> tuple[str, str, str]:
    """Joint, its kind and freedoms, and the joints that are cut at this body."""
    if not node.joint:
        return "", "", _ties(node)
    freedoms = ", ".join(node.freedoms) or "no freedom"
    return f"on {node.base} by {node.joint}", f"{node.kind}: {freedoms}", _ties(node)


def _ties(node: Node) -> str:
    return f"⟲ {', '.join(node.ties)}" if node.ties else ""


def _cut_in_words(cut: Cut, nodes: list[Node]) -> str:
    first, second = (f"{nodes[k].number} {nodes[k].body}" for k in cut.ends)
    does = f"rows {', '.join(cut.rows)}" if cut.rows else "no rows: it is elastic"
    return f"⟲ cut joint {cut.joint}, {cut.kind}, between {first} and {second}: {does}"


# ---------------------------------------------------------------- notebooks
def as_html(tree: Coordinates) -> str:
    """The drawing, a table of the branches, and the tables of names."""
    nodes = nodes_of(tree)
    cuts = cuts_of(tree, nodes)
    heads = ("i", "body", "on", "joint", "kind", "freedoms")
    rows = [(str(n.number), n.body, str(n.base), n.joint, n.kind, ", ".join(n.freedoms) or "none") for n in nodes[1:]]
    names = [table(kind, ("name", "unit"), listed) for kind, listed in printing.named(tree).items() if listed]
    closed = [paragraph(_cut_in_words(cut, nodes)) for cut in cuts]
    return card(printing.title(tree), drawing(nodes, cuts), table("", heads, rows) if rows else "", *closed, *names)
