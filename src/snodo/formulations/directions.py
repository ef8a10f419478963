"""Directions along which the equations in absolute coordinates are differentiated: several bodies in each of them.

A displacement of body j changes the forces on the bodies that share a row or a force with it, and the rows it carries.
Bodies that change nothing in common move in the same direction (Curtis, Powell and Reid 1974): what changed then
belongs to one of them.  The bodies are coloured one after the other, each with the first colour that no body within
two steps has; the number of colours does not grow with the length of a chain.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Directions:
    """Directions in (η, w), and which of the derivatives along them belong where."""

    seeds: Array
    """(directions × 2 nv)."""
    row: Array
    """Of each entry that can differ from zero: its row among (R, σ, Γ),"""
    column: Array
    """its column among (η, w),"""
    direction: Array
    """and the direction along which it was found."""

    def spread(self, found: Array) -> Array:
        """The derivatives ((nv + 2 nc) × 2 nv) from those along the directions (directions × (nv + 2 nc))."""
        whole = np.zeros((found.shape[1], self.seeds.shape[1]))
        whole[self.row, self.column] = found[self.direction, self.row]
        return whole


def directions_of(F: Any) -> Directions:
    """The directions of a formulation in absolute coordinates."""
    bodies, nv, nc = len(F.body_names), F.nv, F.nc
    width, carried = nv // max(bodies, 1), _carried(F)
    near: list[set[int]] = [{b} for b in range(bodies)]
    for group in [*_rows(carried), *_forces(F)]:
        for b in group:
            near[b] |= group
    colour = np.array(_coloured(near), int)
    seeds = np.zeros((2 * width * (int(colour.max(initial=-1)) + 1), 2 * nv))
    rows, columns, directions = ([np.zeros(0, int)] for _ in range(3))
    for b, k in ((b, k) for b in range(bodies) for k in range(2 * width)):
        level, own = divmod(k, width)
        forces = (np.array(sorted(near[b]))[:, None] * width + np.arange(width)).ravel()
        changed = np.concatenate([forces, nv + carried[b], nv + nc + carried[b]])
        column, d = level * nv + width * b + own, 2 * width * colour[b] + k
        seeds[d, column] = 1.0
        rows.append(changed)
        columns.append(np.full(changed.size, column))
        directions.append(np.full(changed.size, d))
    return Directions(seeds, *(np.concatenate(x) for x in (rows, columns, directions)))


def _carried(F: Any) -> list[Array]:
    """The rows that each body carries."""
    number = F.flat.block_body - (1 if F.name == "spatial" else 0)  # the ground is the first one there
    return [np.unique(F.flat.block_row[number == b]) for b in range(len(F.body_names))]


def _rows(carried: list[Array]) -> list[set[int]]:
    """The bodies that carry each row."""
    found: dict[int, set[int]] = {}
    for b, rows in enumerate(carried):
        for r in rows.tolist():
            found.setdefault(r, set()).add(b)
    return list(found.values())


def _forces(F: Any) -> list[set[int]]:
    """The bodies between which each applied force acts, or on which it depends, but for the user's own."""
    number, found = {name: k for k, name in enumerate(F.body_names)}, []
    for law in F.flat.forces:
        if law.written is not None:
            continue
        quantities = [x.quantity for x in law.measures.values()]
        if F.name == "planar":
            group = {law.link.i, law.link.j} & set(number.values())
        else:
            quantities += [law.quantity] if law.quantity else []
            group = {number[name] for name in (law.parent, law.child) if name in number}
        ends = [measure for x in quantities for _, measure in x.terms]
        found.append(group | {number[name] for end in ends for name in (end.parent, end.child) if name in number})
    return found


def _coloured(near: list[set[int]]) -> list[int]:
    """A colour for each body, another one than those of all bodies within two steps."""
    colour = [-1] * len(near)
    for b, group in enumerate(near):
        taken = {colour[far] for close in group for far in near[close]}
        colour[b] = next(c for c in range(len(near) + 1) if c not in taken)
    return colour
