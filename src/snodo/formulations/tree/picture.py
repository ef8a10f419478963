"""A tree drawn as in source text 000, figure 1.7: nodes are bodies, branches are joints, cut joints are dashed."""

from __future__ import annotations

from html import escape

from snodo.formulations.tree.nodes import Cut, Node, in_order

MOST_DRAWN = 40
"""Bodies in a drawing; larger trees are left to the text."""
ACROSS, DOWN, RADIUS = 150, 46, 11
"""Distances between nodes, and their radius [px]."""
DIP = 120
"""Depth of the curve of a cut joint between nodes on one line [px]."""
LETTERS = 17
"""Longest name that is written in full."""
_FONT = 'font-family="sans-serif" font-size="11"'


def drawing(nodes: list[Node], cuts: list[Cut]) -> str:
    """The tree as inline SVG, from the ground on the left to the tips on the right; cut joints are dashed."""
    if len(nodes) - 1 > MOST_DRAWN:
        return ""
    at = _places(nodes)
    width = max(x for x, _ in at.values()) * ACROSS + 110
    height = max([(max(y for _, y in at.values()) + 1) * DOWN + 12, *(_name_of(cut, at)[1] + 10 for cut in cuts)])
    pieces = [_line(node, at) for node in nodes[1:]]
    pieces += [_arc(cut, at) for cut in cuts]
    pieces += [_circle(node, at) for node in nodes]
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    style = 'style="display:block;background:#ffffff;max-width:100%"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} {style}>{"".join(pieces)}</svg>'


def _places(nodes: list[Node]) -> dict[int, tuple[float, float]]:
    """Column and line of each node: a tip has a line to itself, other nodes stand between those they carry."""
    carried: dict[int, list[int]] = {node.number: [] for node in nodes}
    for node in nodes[1:]:
        carried[node.base].append(node.number)
    line: dict[int, float] = {}
    tips = 0
    for node in in_order(nodes):
        if not carried[node.number]:
            line[node.number], tips = float(tips), tips + 1
    for node in reversed(in_order(nodes)):
        own = carried[node.number]
        if own:
            line[node.number] = (line[own[0]] + line[own[-1]]) / 2
    return {node.number: (float(node.depth), line[node.number]) for node in nodes}


def _pixel(place: tuple[float, float]) -> tuple[float, float]:
    return 44 + place[0] * ACROSS, 26 + place[1] * DOWN


def _line(node: Node, at: dict[int, tuple[float, float]]) -> str:
    """A branch with the name of its joint, its kind and number of freedoms."""
    (x0, y0), (x1, y1) = _pixel(at[node.base]), _pixel(at[node.number])
    bend = x0 + 26
    path = f"M{x0:.0f},{y0:.0f} L{bend:.0f},{y1:.0f} L{x1:.0f},{y1:.0f}"
    middle = (bend + x1 - RADIUS) / 2
    told = f"{_short(node.kind.partition(',')[0], 12)}, {len(node.freedoms)}"
    title = escape(f"{node.joint}: {node.kind}, freedoms: {', '.join(node.freedoms) or 'none'}")
    return (
        f'<g><title>{title}</title><path d="{path}" fill="none" stroke="#5d6778" stroke-width="1.5"/>'
        f'<text x="{middle:.0f}" y="{y1 - 5:.0f}" text-anchor="middle" fill="#1f5fa8" {_FONT}>'
        f"{escape(_short(node.joint))}</text>"
        f'<text x="{middle:.0f}" y="{y1 + 13:.0f}" text-anchor="middle" fill="#5d6778" {_FONT}>'
        f"{escape(told)}</text></g>"
    )


def _circle(node: Node, at: dict[int, tuple[float, float]]) -> str:
    x, y = _pixel(at[node.number])
    fill = "#5d6778" if node.number == 0 else "#1f5fa8"
    return (
        f'<g><title>{escape(node.body)}</title><circle cx="{x:.0f}" cy="{y:.0f}" r="{RADIUS}" fill="{fill}"/>'
        f'<text x="{x:.0f}" y="{y + 4:.0f}" text-anchor="middle" fill="#ffffff" font-weight="bold" {_FONT}>'
        f"{node.number}</text>"
        f'<text x="{x:.0f}" y="{y + 24:.0f}" text-anchor="middle" fill="#1d2430" {_FONT}>'
        f"{escape(_short(node.body))}</text></g>"
    )


def _bend(cut: Cut, at: dict[int, tuple[float, float]]) -> tuple[float, float]:
    """The control point of a cut joint's curve."""
    (x0, y0), (x1, y1) = (_pixel(at[k]) for k in cut.ends)
    level = abs(y1 - y0) < DOWN / 2
    return (x0 + x1) / 2 + (0 if level else 60), (y0 + y1) / 2 + (DIP if level else 10)


def _name_of(cut: Cut, at: dict[int, tuple[float, float]]) -> tuple[float, float]:
    """Where the name of a cut joint stands: below the middle of its curve, which is nowhere lower."""
    (x0, y0), (x1, y1) = (_pixel(at[k]) for k in cut.ends)
    bend_x, bend_y = _bend(cut, at)
    return (x0 + x1 + 2 * bend_x) / 4, (y0 + y1 + 2 * bend_y) / 4 + 14


def _arc(cut: Cut, at: dict[int, tuple[float, float]]) -> str:
    """A cut joint, dashed between its two bodies."""
    (x0, y0), (x1, y1) = (_pixel(at[k]) for k in cut.ends)
    (bend_x, bend_y), (x, y) = _bend(cut, at), _name_of(cut, at)
    path = f"M{x0:.0f},{y0:.0f} Q{bend_x:.0f},{bend_y:.0f} {x1:.0f},{y1:.0f}"
    title = escape(f"{cut.joint}: {cut.kind}, cut; rows: {', '.join(cut.rows) or 'none'}")
    return (
        f'<g><title>{title}</title><path d="{path}" fill="none" stroke="#b3261e" stroke-width="1.5" '
        f'stroke-dasharray="5 4"/><text x="{x:.0f}" y="{y:.0f}" fill="#b3261e" {_FONT}>⟲ {escape(_short(cut.joint))}'
        "</text></g>"
    )


def _short(name: str, letters: int = LETTERS) -> str:
    return name if len(name) <= letters else name[: letters - 1] + "…"
