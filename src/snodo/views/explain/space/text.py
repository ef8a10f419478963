"""An explanation in space as plain text, for the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np

from snodo.views.explain.columns import aligned
from snodo.views.explain.notation import show, text
from snodo.views.explain.space import tables
from snodo.views.explain.space.formulas import (
    DEFINITIONS,
    EQUATIONS_OF_MOTION,
    EULER_DEFINITIONS,
    MASS_WORDS,
    NORMALISATION,
    MeasureFormula,
)
from snodo.views.explain.space.numbers import Explained, Row
from snodo.views.explain.space.tables import MOST_BODIES, symbol, vector

if TYPE_CHECKING:
    from snodo.views.explain.space.explanation import SpaceExplanation

KEEP = "\u00a0"
"""A non-breaking space."""


def as_text(e: SpaceExplanation, width: int) -> str:
    """Section after section."""
    J = e.jacobian
    sections = [
        _heading(e),
        _section("coordinates and velocities", _coordinates(e)),
        _section("matrices of the attitudes", _matrices(e, width)),
        _section("M and Q", _masses(e, width)),
        _section("force by force", _forces(e, width)),
        _section("blocks of Φ_v: joints down, bodies across", _picture(e, width)),
        _section(f"Φ_v, {len(J.rows)} × {len(J.columns)}, body by body", _jacobian(e, width)),
        _section("Φ, ν and γ", _right_sides(e)),
        _section("degrees of freedom", _freedom(e, width)),
        _section("notation", _notation(e, width)),
        _section("measure by measure", _measures(e, width)),
        _section("joint by joint", _joints(e, width)),
        _section("normalisation", _normalisation(e)),
    ]
    return "\n\n".join("\n".join(line.rstrip() for line in section) for section in sections if section) + "\n"


def _section(title: str, lines: list[str]) -> list[str]:
    return [title, "─" * len(title), *lines] if lines else []


def _heading(e: SpaceExplanation) -> list[str]:
    F = e.formulation
    size = f"{len(F.body_names)} bodies, {F.nq} coordinates, {F.nv} velocities, {F.nc} constraint rows"
    motion = ",  ".join(EQUATIONS_OF_MOTION[e.state.kind])
    return [f"{e.mechanism.name}: {size}, at t = {show(e.state.t)} s", f"equations of motion: {motion}"]


def _coordinates(e: SpaceExplanation) -> list[str]:
    heads = [f"{name} [{unit}]" if unit else name for name, unit in tables.place_heads(e)]
    lines = aligned([["body", *heads], *tables.place_rows(e)], left=range(5))
    counters = e.formulation.flat.counters
    return lines + [f"{name} = {show(float(e.state.q[k]))} rad, with all its turns" for name, k in counters.items()]


def _matrices(e: SpaceExplanation, width: int) -> list[str]:
    """Side by side, as many as the width has room for."""
    blocks = [_matrix(f"{symbol_} of {name}", array) for name, symbol_, array in tables.matrices_of(e)]
    lines: list[str] = []
    row: list[list[str]] = []
    for block in blocks:
        if row and sum(len(b[0]) + 3 for b in (*row, block)) > width:
            lines += _beside(row)
            row = []
        row.append(block)
    return lines + (_beside(row) if row else [])


def _matrix(title: str, array: np.ndarray) -> list[str]:
    lines = [f"[{line} ]" for line in aligned([[show(float(x)) for x in line] for line in array])]
    wide = max(len(title), len(lines[0]))
    return [title.ljust(wide), *(line.ljust(wide) for line in lines)]


def _beside(blocks: list[list[str]]) -> list[str]:
    return ["   ".join(parts) for parts in zip(*blocks)]


def _masses(e: SpaceExplanation, width: int) -> list[str]:
    heads = [f"{name} [{unit}]" for name, unit in tables.mass_heads(e)]
    words = wrap(MASS_WORDS[e.state.kind], width)
    return [*aligned([["body", *heads], *tables.mass_rows(e)], left=range(5)), *words]


def _forces(e: SpaceExplanation, width: int) -> list[str]:
    gravity = tables.gravity_of(e)
    lines = [f"gravity: {gravity}, on each body", ""] if gravity else []
    for force in e.forces:
        lines += [force.title, *(f"    {line}" for line in wrap(force.says, width - 4))]
        lines += [f"    on {body}: F = {vector(F)} N,  n′ = {vector(n)} N m" for body, F, n in force.shares]
        lines.append("")
    return lines[:-1]


# ---------------------------------------------------------------- the Jacobian
def _picture(e: SpaceExplanation, width: int) -> list[str]:
    names = e.formulation.body_names
    blocks = tables.blocks_of(e)
    legend = wrap(", ".join(f"{letter} {title}" for letter, title in tables.titles_of(e).items()), width)
    if not blocks:
        return ["no constraints"]
    if len(names) > MOST_BODIES:
        return [f"{len(names)} bodies are too many for a picture", *legend]
    rows = [[part, *(at.get(body, "·") for body in names)] for part, at in blocks.items()]
    lines = aligned([["", *names], *rows], left=(0,))
    if max(map(len, lines)) > width:
        numbers = [str(k) for k in range(1, len(names) + 1)]
        lines = aligned([["", *numbers], *rows], left=(0,))
        lines += wrap("bodies: " + ", ".join(f"{k} {n}" for k, n in zip(numbers, names)), width)
    return [*lines, *legend]


def _jacobian(e: SpaceExplanation, width: int) -> list[str]:
    """Body by body, the rows that move it: a table of all columns would be too wide."""
    F, table, lines = e.formulation, tables.entries(e), []
    heads = ["x", "y", "z", *e.state.turning]
    for number, body in enumerate(F.body_names, 1):
        own = F.velocity_slice(number)
        rows = [[name, *cells[own]] for name, cells in zip(e.jacobian.rows, table) if "·" not in cells[own]]
        if rows:
            lines += [
                f"{body}: Φ_r and {e.state.turning_block}",
                *aligned([["", *heads], *rows], left=(0,), bars=(1, 4)),
            ]
            lines.append("")
    return lines[:-1]


def _right_sides(e: SpaceExplanation) -> list[str]:
    s = e.state
    rows = [["row", "Φ", "ν", "γ", "units"]]
    for k, (name, unit) in enumerate(zip(e.formulation.row_names, e.formulation.row_units)):
        rows.append([name, *(show(float(x[k])) for x in (s.phi, s.nu, s.gamma)), tables.row_units(unit)])
    return aligned(rows, left=(0, 4)) if len(rows) > 1 else []


def _freedom(e: SpaceExplanation, width: int) -> list[str]:
    return [part for line in str(e.mobility).splitlines() for part in wrap(line, width, subsequent_indent="  ")]


def _notation(e: SpaceExplanation, width: int) -> list[str]:
    lines: list[str] = []
    for formula, words in (*DEFINITIONS, *(EULER_DEFINITIONS if e.formulation.euler else ())):
        told = wrap(words, max(width - 41, 20))
        lines += [f"{text(formula) if k == 0 else '':<40} {line}" for k, line in enumerate(told)]
    return lines


# ---------------------------------------------------------------- measures and joints
def _measures(e: SpaceExplanation, width: int) -> list[str]:
    lines: list[str] = []
    for m in tables.measures_of(e):
        lines += [*wrap(f"{m.title}: {m.says}", width), *(f"    {line}" for line in _measure(m, width - 4)), ""]
    lines += [line for words in tables.words_of(e) for line in wrap(words, width)]
    return lines if lines and lines[-1] else lines[:-1]


def _measure(m: MeasureFormula, width: int) -> list[str]:
    lines = [f"x = {text(m.x)}", *(f"    {text(words)}" for words in m.where)]
    pairs = (("i", m.on_i), ("j", m.on_j))
    lines += [f"on {letter}:  Φ_r = {text(linear)},  Φ_θ = {text(turning)}" for letter, (linear, turning) in pairs]
    return lines + wrap(f"γ = {text(m.gamma)}", width, subsequent_indent="      ")


def _joints(e: SpaceExplanation, width: int) -> list[str]:
    lines: list[str] = []
    for c in e.constraints:
        lines += [c.title, *(f"    {line}" for line in _joint(e, c, width - 4)), ""]
    return lines[:-1]


def _joint(e: SpaceExplanation, c: Explained, width: int) -> list[str]:
    shared = tables.shared_symbols(c)
    lines = [*wrap(c.says, width), *c.written, *_symbols(shared, width)]
    for row in c.rows:
        lines += _row(e, c, row, width, tuple(shared))
    return lines


def _symbols(values: Mapping[str, object], width: int) -> list[str]:
    words = ",  ".join(symbol(name, value).replace(" ", KEEP) for name, value in values.items())
    return [line.replace(KEEP, " ") for line in wrap(words, width)]


def _row(e: SpaceExplanation, c: Explained, row: Row, width: int, said: tuple[str, ...]) -> list[str]:
    lines = [
        f"{row.name}:  {row.symbol} = {text(row.formula)} = {show(row.value(e.state))}" if row.terms else f"{row.name}:"
    ]
    for k, term in enumerate(row.terms):
        label = tables.label_of(c, row, k)
        values = {name: term.symbols[name] for name in tables.given_of(term) if name not in said}
        lines += [f"    {text(label)}"] if label else []
        lines += [f"    {line}" for line in _symbols(values, width - 4)]
    if row.driven:
        f, rate, second = (show(x) for x in row.driven)
        lines.append(f"    f(t) = {f},  ḟ = {rate},  f̈ = {second}")
    turning = e.state.turning_block
    for body in c.bodies:
        linear, angular = tables.blocks_shown(e, row, body)
        lines.append(f"    {body}: Φ_r = {linear},  {turning} = {angular}")
    return [*lines, f"    γ = {show(float(e.state.gamma[row.index]))}"]


def _normalisation(e: SpaceExplanation) -> list[str]:
    if not e.formulation.euler:
        return []
    phi, block, gamma = (text(x) for x in NORMALISATION)
    rows, s = [["row", "Φ", "Φ_p", "γ"]], e.state
    first = e.formulation.flat.header.rows
    for k, name in enumerate(e.formulation.body_names):
        p = s.jacobian[first + k, e.formulation.velocity_slice(k + 1)][3:]
        values = show(float(s.phi[first + k])), vector(p), show(float(s.gamma[first + k]))
        rows.append([f"{name}.normalisation", *values])
    return [f"Φ = {phi} = 0,  Φ_p = {block},  γ = {gamma}", *aligned(rows, left=(0, 2))]
