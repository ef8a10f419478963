"""The explanation of a tree as plain text, for the terminal."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np

from snodo.formulations.base import Array
from snodo.formulations.tree.nodes import freedoms_of
from snodo.formulations.tree.printing import tree_lines
from snodo.formulations.tree.sweeps import LinkSweep
from snodo.formulations.tree.sweeps_text import HEADS, aligned, block, width_of, written
from snodo.views.explain.notation import show, text
from snodo.views.explain.tree.formulas import (
    DEFINITIONS,
    EQUATIONS_OF_MOTION,
    FREE_BASE,
    OPEN,
    SWEEPS,
    TIED,
    VECTORS,
    Step,
)
from snodo.views.explain.tree.rows import ExplainedPart, ExplainedRow, told

if TYPE_CHECKING:
    from snodo.views.explain.tree.explanation import TreeExplanation

ONE = {
    "bodies": "body",
    "coordinates": "coordinate",
    "velocities": "velocity",
    "constraint rows": "constraint row",
}
MOST_LINKS = 40
"""Links that are explained one by one."""


def as_text(e: TreeExplanation, width: int) -> str:
    """Section after section."""
    sections = [
        heading(e),
        section("the tree: bodies are nodes, joints are branches", tree_lines(e.tree)),
        section("coordinates", coordinates(e)),
        section("the sweeps", sweep_formulas()),
        section("notation", notation(width)),
        section("joint by joint", links(e, width)),
        section("rows that tie the joints", parts(e, width)),
        section("degrees of freedom", freedom(e, width)),
    ]
    return "\n\n".join("\n".join(line.rstrip() for line in lines) for lines in sections if lines) + "\n"


def section(title: str, lines: list[str]) -> list[str]:
    """A section with its title underlined; nothing if it has no lines."""
    return [title, "─" * len(title), *lines] if lines else []


def heading(e: TreeExplanation) -> list[str]:
    """Name, sizes and equations."""
    F = e.tree
    counts = {"bodies": len(F.body_names), "coordinates": F.nq, "velocities": F.nv, "constraint rows": F.nc}
    size = ", ".join(f"{n} {ONE[words] if n == 1 else words}" for words, n in counts.items())
    motion = ",  ".join(EQUATIONS_OF_MOTION if F.nc else OPEN)
    return [f"{e.mechanism.name}: {size}, at t = {show(e.t)} s", f"equations of motion: {motion}"]


def coordinates(e: TreeExplanation) -> list[str]:
    """Values of coordinates and velocities, and the forces on the joints."""
    F = e.tree
    values = zip(F.coordinate_names, e.q, F.coordinate_units)
    lines = aligned([["coordinate", "value", ""], *([name, show(float(x)), unit] for name, x, unit in values)], 1)
    heads = ["velocity", "v", "τ", *(["−Φ_vᵀ λ"] if F.nc else []), "v̇"]
    columns = [e.v, e.tau, *([e.loop_forces] if F.nc else []), e.solved[0]]
    rows = [[name, *(show(float(x[k])) for x in columns)] for k, name in enumerate(F.velocity_names)]
    return [*lines, "", *aligned([heads, *rows], 1)]


def sweep_formulas() -> list[str]:
    """The steps of the three sweeps with their numbers in the source texts."""
    lines = []
    for name, steps in SWEEPS.items():
        lines += [name, *(f"    ({step.number})".ljust(12) + text(step.formula) for step in steps)]
    return lines


def notation(width: int) -> list[str]:
    """The symbols."""
    lines: list[str] = []
    for formula, words in DEFINITIONS:
        told_as = text(formula) + " " * (26 - width_of(text(formula)))
        broken = wrap(words, max(width - 28, 20))
        lines += [f"{told_as if k == 0 else ' ' * 26}  {line}" for k, line in enumerate(broken)]
    return lines


# ---------------------------------------------------------------- link by link
def links(e: TreeExplanation, width: int) -> list[str]:
    """Every link with its matrices, vectors and accelerations."""
    if e.obstacle:
        return [f"{e.obstacle}: the sweeps of the open tree stop there"]
    lines = [*wrap(TIED, width), ""] if e.tree.nc else []
    for link in list(e.sweeps)[:MOST_LINKS]:
        lines += [title(e, link), *(f"    {line}" for line in one_link(e, link, width - 4)), ""]
    more = len(e.sweeps) - MOST_LINKS
    return [*lines, f"… and {more} more links: tree.sweeps(q, v) has them"] if more > 0 else lines[:-1]


def title(e: TreeExplanation, link: LinkSweep) -> str:
    """`2 coupler, carried by crank on B: revolute, angle`."""
    place = e.tree.joint_places[link.joint]
    words = ", ".join(freedoms_of(place)) or "no freedoms"
    kind = place.branch.joint.kind.replace("_", " ")
    return f"{link.number} {link.name}, carried by {link.parent} on {link.joint}: {kind}, {words}"


def one_link(e: TreeExplanation, link: LinkSweep, width: int) -> list[str]:
    """P and S, T, M and Δ, the vectors, q̈."""
    P = block(link.P, "P") if link.P.size else ["P has no columns", *[""] * 6]
    lines = [*beside(P, block(link.S, "S"), width), *block(link.T, "T")]
    lines += beside(block(link.M, "M"), block(link.Delta, "Δ"), width)
    rows = [["", *HEADS]]
    rows += [[text(step.formula.split(" = ")[0]), *six(getattr(link, step.attribute))] for step in vectors(e)]
    return [*lines, *aligned(rows, 1, bar=4), *accelerations(link, width)]


def beside(left: list[str], right: list[str], width: int) -> list[str]:
    """Two matrices beside each other, or one below the other if they are too wide."""
    room = max(map(len, left))
    joined = [f"{a.ljust(room)}    {b}" for a, b in zip(left, right)]
    return joined if max(map(len, joined)) <= width else [*left, *right]


def vectors(e: TreeExplanation) -> list[Step]:
    """Steps with six numbers; wrenches only of open trees, where nothing but the joints connects the links."""
    return [step for step in VECTORS if step.attribute != "wrench" or not e.tree.nc]


def six(numbers: Array) -> list[str]:
    """The numbers of a motion or a wrench."""
    return [show(float(x)) for x in numbers]


def accelerations(link: LinkSweep, width: int) -> list[str]:
    """q̈ with the numbers of (2.14)."""
    if not len(link.q_dd):
        return []
    tau, below, found = (", ".join(six(x)) for x in (link.tau, needed(link), link.q_dd))
    D = ", ".join(written(np.diag(link.denominator)))
    if len(link.q_dd) == 1:
        taken = f"({below})" if below.startswith("−") else below
        lines = [f"q̈ = (τ − Pᵀ (Δ S a_dp + δ))/D = ({tau} − {taken})/{D} = {found}"]
    else:
        lines = [f"diagonal of D = {D}", f"τ = {tau}", f"Pᵀ (Δ S a_dp + δ) = {below}", f"q̈ = {found}"]
    lines += [f"nothing holds it: {FREE_BASE} (2.15)"] if floats(link) else []
    return [part for line in lines for part in wrap(line, width, subsequent_indent="    ")]


def needed(link: LinkSweep) -> Array:
    """Pᵀ (Δ S a_dp + δ): the joint force without acceleration of the joint."""
    found: Array = link.P.T @ (link.Delta @ (link.a_d - link.P @ link.q_dd) + link.delta)
    return found


def floats(link: LinkSweep) -> bool:
    """Whether nothing holds it: a free joint without forces."""
    return link.P.shape[1] == 6 and not link.tau.any()


# ---------------------------------------------------------------- rows
def parts(e: TreeExplanation, width: int) -> list[str]:
    """Cut joints, constraints, drivers."""
    lines: list[str] = []
    for part in e.parts:
        lines += [part.title, *(f"    {line}" for line in one_part(e, part, width - 4)), ""]
    return lines[:-1]


def one_part(e: TreeExplanation, part: ExplainedPart, width: int) -> list[str]:
    """Its rows, each with formula and numbers."""
    lines = wrap(part.says, width)
    for f in part.formulas:
        lines += [f"Φ = {text(f.phi)},  Φ_v = {text(f.row)},  γ = {text(f.gamma)}"]
        lines += [f"    {line}" for line in wrap(f.says, width - 4)]
    for row in part.rows:
        lines += one_row(e, row, width)
    return lines


def one_row(e: TreeExplanation, row: ExplainedRow, width: int) -> list[str]:
    """Its numbers."""
    lines = wrap(f"{row.name}: {told(row)}", width, subsequent_indent="    ")
    unit = row.units
    shown = [] if row.velocity_only else [f"Φ = {show(row.phi)} {unit}".rstrip()]
    shown += [f"ν = {show(row.nu)}", f"γ = {show(row.gamma)}", f"λ = {show(row.multiplier)}"]
    lines.append("    " + ",  ".join(shown))
    entries = ", ".join(f"{name}: {show(x)}" for name, x in row.entries(e.tree.velocity_names)) or "zero"
    return [*lines, *(f"    {line}" for line in wrap(f"Φ_v  {entries}", width - 4, subsequent_indent="     "))]


def freedom(e: TreeExplanation, width: int) -> list[str]:
    """The count of freedoms in words."""
    return [part for line in str(e.mobility).splitlines() for part in wrap(line, width, subsequent_indent="  ")]
