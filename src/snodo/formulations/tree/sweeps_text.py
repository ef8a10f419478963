"""The sweeps of a tree as tables 1.2 and 2.1 of the source texts, for `print(sweeps)` and for notebooks."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from snodo.formulations.base import Array
from snodo.notebook import card, paragraph, table

if TYPE_CHECKING:
    from snodo.formulations.tree.sweeps import LinkSweep, Sweeps

HEADS = ("x", "y", "z", "rx", "ry", "rz")
AXES = {"link": "axes of the links", "world": "axes of the world"}


class Step(NamedTuple):
    """A line of an algorithm: its number in the source texts, what it sets, and where the numbers are."""

    number: str
    formula: str
    units: str
    numbers: Callable[[LinkSweep], Array]

    @property
    def title(self) -> str:
        """Number, formula and units."""
        return f"({self.number})  {self.formula}  [{self.units}]"


OUTWARD = (
    Step("1.3", "v_rel = P q̇", "m/s, rad/s", lambda x: x.v_rel),
    Step("1.2", "v = S v₋₁ + v_rel", "m/s, rad/s", lambda x: x.v),
    Step("1.11", "a_r = S a_r₋₁ + Ṡ v₋₁ + Ṗ q̇", "m/s², rad/s²", lambda x: x.a_r),
    Step("2.7", "F = ω̃ M (0, ω)", "N, N m", lambda x: x.F),
)
INWARD = (
    Step("2.12", "Δ = M + Σ T (Δ − Δ P D⁻¹ Pᵀ Δ) S, its diagonal", "kg, kg m²", lambda x: np.diag(x.Delta)),
    Step("2.13", "δ = M a_r + F − F_ext + Σ T (δ + Δ P D⁻¹ (τ − Pᵀ δ))", "N, N m", lambda x: x.delta),
)
AGAIN = (
    Step("1.10", "a_d = S a_d₋₁ + P q̈", "m/s², rad/s²", lambda x: x.a_d),
    Step("1.8", "a_rel = Ṡ v₋₁ + Ṗ q̇ + P q̈", "m/s², rad/s²", lambda x: x.a_rel),
    Step("1.9", "a = S a₋₁ + a_rel = a_d + a_r", "m/s², rad/s²", lambda x: x.a),
    Step("2.11", "F₋₁ = Δ a_d + δ", "N, N m", lambda x: x.wrench),
)
TABLES = {
    "table 1.2, outward": OUTWARD,
    "table 2.1, inward; sums over the links that a link carries": INWARD,
    "table 2.1, outward": AGAIN,
}
MATRICES = (("S", "T"), ("M", "Delta"))
LETTERS = {"Delta": "Δ"}
DENOMINATORS = "(2.14)  D = Pᵀ Δ P,  q̈ = D⁻¹ (τ − Pᵀ Δ S a_d₋₁ − Pᵀ δ)"


# ---------------------------------------------------------------- text
def in_words(sweeps: Sweeps) -> str:
    """The three sweeps, step by step."""
    lines = [title(sweeps)]
    for heading, steps in TABLES.items():
        lines += ["", heading]
        if steps is AGAIN:
            lines += [
                f"  {DENOMINATORS}",
                *(f"    {line}" for line in aligned(joints(sweeps), 4)),
            ]
        for step in steps:
            rows = [["", "", *HEADS], *(row(link, step) for link in sweeps)]
            lines += [f"  {step.title}", *(f"    {line}" for line in aligned(rows, 2, bar=5))]
    return "\n".join(line.rstrip() for line in lines)


def title(sweeps: Sweeps) -> str:
    """What is shown, and in which axes."""
    count = f"{len(sweeps)} link{'' if len(sweeps) == 1 else 's'}"
    return f"sweeps of {sweeps.mechanism!r}: {count}, at their joints in the {AXES[sweeps.axes]}"


def row(link: LinkSweep, step: Step) -> list[str]:
    """The numbers of a step in one link."""
    return [str(link.number), link.name, *written(step.numbers(link))]


def joints(sweeps: Sweeps) -> list[list[str]]:
    """Headings, and a line for each freedom: q̇, τ, a row of D, q̈; D has as many columns as the largest."""
    room = max((len(link.q_d) for link in sweeps), default=1) or 1
    lines = [["i", "link", "on", "joint", "q̇", "τ", "D", *[""] * (room - 1), "q̈"]]
    for link in sweeps:
        names = [str(link.number), link.name, link.parent, link.joint]
        largest = np.abs(link.denominator).max(initial=0.0)
        for k in range(len(link.q_d)):
            numbers = [written(x)[k] for x in (link.q_d, link.tau)]
            D = [*written(link.denominator[k], largest), *[""] * room][:room]
            lines.append([*(names if k == 0 else [""] * 4), *numbers, *D, written(link.q_dd)[k]])
        if not len(link.q_d):
            lines.append([*names, *[""] * (room + 3)])
    return lines


def link_in_words(link: LinkSweep) -> str:
    """Everything about one link, with its matrices."""
    lines = [heading(link)]
    P = [[f"P [{head}]", *written(line)] for head, line in zip(HEADS, link.P)]
    lines += ["", *(f"  {line}" for line in aligned(P, 1))] if link.P.size else []
    for pair in MATRICES:
        left, right = (block(getattr(link, name), LETTERS.get(name, name)) for name in pair)
        lines += ["", *(f"  {a}    {b}" for a, b in zip(left, right))]
    steps = [step for group in TABLES.values() for step in group if "diagonal" not in step.formula]
    rows = [["", *HEADS], *([step.formula, *written(step.numbers(link))] for step in steps)]
    lines += ["", *(f"  {line}" for line in aligned(rows, 1, bar=4))]
    for word, numbers in (("τ", link.tau), ("q̈", link.q_dd)):
        lines += [f"  {word} = {', '.join(written(numbers))}"] if len(numbers) else []
    return "\n".join(line.rstrip() for line in lines)


def heading(link: LinkSweep) -> str:
    """Which link it is."""
    return f"link {link.number}, {link.name!r} on joint {link.joint!r} of {link.parent!r}"


def block(A: Array, name: str) -> list[str]:
    """A matrix with its name above it."""
    lines = aligned([written(line, np.abs(A).max(initial=0.0)) for line in A], 0)
    width = max(map(len, lines), default=0)
    return [name.ljust(width + 2), *(f"[{line.ljust(width)}]" for line in lines)]


def written(numbers: Array, scale: float | None = None) -> list[str]:
    """Four digits; rounding errors are shown as zero."""
    largest = float(np.abs(numbers).max(initial=0.0)) if scale is None else scale
    return ["0" if abs(x) <= 1e-14 * largest else f"{x:.4g}".replace("-", "−") for x in numbers.tolist()]


def aligned(rows: list[list[str]], left: int, bar: int = -1) -> list[str]:
    """Columns of text, the first `left` to the left; a bar before column `bar`."""
    widths = [max(map(width_of, column)) for column in zip(*rows)]
    lines = []
    for cells in rows:
        line = ""
        for k, (word, width) in enumerate(zip(cells, widths)):
            room = " " * (width - width_of(word))
            line += ("  " if k else "") + ("│ " if k == bar else "") + (word + room if k < left else room + word)
        lines.append(line)
    return lines


def width_of(word: str) -> int:
    """Columns that a word takes: dots above letters take none."""
    return sum(not 0x300 <= ord(letter) < 0x370 for letter in word)


# ---------------------------------------------------------------- notebooks
def as_html(sweeps: Sweeps) -> str:
    """The same tables, and the matrices of each link to unfold."""
    pieces = []
    for heading_, steps in TABLES.items():
        pieces.append(paragraph(heading_))
        if steps is AGAIN:
            heads, *rows = joints(sweeps)
            pieces.append(table(DENOMINATORS, heads, rows))
        for step in steps:
            rows = [row(link, step) for link in sweeps]
            pieces.append(table(step.title, ("i", "link", *HEADS), rows))
    unfolded = [f"<details><summary>{escape(heading(link))}</summary>{matrices(link)}</details>" for link in sweeps]
    return card(title(sweeps), *pieces, *unfolded)


def link_as_html(link: LinkSweep) -> str:
    """One link with its matrices."""
    steps = [step for group in TABLES.values() for step in group if "diagonal" not in step.formula]
    rows = [[step.formula, *written(step.numbers(link))] for step in steps]
    return card(heading(link), table("", ("", *HEADS), rows), matrices(link))


def matrices(link: LinkSweep) -> str:
    """P, S, T, M and Δ as tables."""
    found = []
    for name in ("P", "S", "T", "M", "Delta"):
        A = getattr(link, name)
        if A.size:
            rows = [written(line, np.abs(A).max(initial=0.0)) for line in A]
            found.append(table(LETTERS.get(name, name), (), rows))
    return "".join(found)
