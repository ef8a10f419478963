"""The model of a run with derivatives: the plain one, then arrays of the directions, then `Slopes`.

A constant of a planar model that changes with a parameter gets its derivative on duals; where the change reaches what
duals do not know, such as functions of time, the equations of whole models are differenced instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from snodo._jit import address_of
from snodo.formulations.tangent import elements
from snodo.math.kernels.record_layout import PythonTable, packed, size
from snodo.simulation.sensitivities.variants import Variants

Array = np.ndarray
NUMBERS = 1e-300
"""Whole numbers of a model look like smaller ones."""


@dataclass(eq=False)
class Directions:
    """The model, and what must live as long as it does."""

    model: Array
    count: int
    answer: int
    """Numbers of a′ and λ′ of one direction."""
    alive: list[Any] = field(default_factory=list)


def directions(F: Any, bound: Any, points: Sequence[Variants | None]) -> Directions:
    """The model for these directions; None stands for one that changes no constant."""
    from snodo.formulations.kernels.slopes import Seeded, Slopes, Stencil
    from snodo.math.kernels.duals import PLACES

    nv, nc, nq, m, n = F.nv, F.nc, F.nq, len(points), F.model.size
    seeded: list[Any] = []
    stencils: list[Any] = []
    for d, variants in enumerate(points):
        if variants is None:
            continue
        found = constants(F, variants)
        if found is None:
            models = [other.model for other in variants.bound]
            stencils += [Stencil(d, x.ctypes.data, w) for x, w in zip(models, variants.weights)]
        else:
            seeded += [Seeded(d, int(place), slope) for place, slope in found]
    wide, scratch = np.zeros(0), np.zeros(0)
    if F.name == "planar":
        wide = np.zeros((1 + PLACES) * n + 3 * PLACES * nv)
        wide[:n], wide[n : (1 + PLACES) * n : PLACES] = F.model, F.model
    else:
        scratch = np.zeros(PLACES * elements(F))
    sizes = {
        "a_at": nv,
        "multiplier_at": nc,
        "found_at": m * (nv + 3 * nc),
        "turn_at": m * nv,
        "answer_at": m * (nv + nc),
        "slope_at": m * (nq + nv),
        "value_at": nv + 3 * nc,
        "seeded_at": len(seeded) * size(Seeded),
        "stencil_at": len(stencils) * size(Stencil),
    }
    ends = n + np.cumsum(list(sizes.values()))
    places = dict(zip(sizes, [n, *ends[:-1].tolist()]))
    model = np.zeros(int(ends[-1]) + size(Slopes))
    model[:n] = F.model
    for word, record, rows in (("seeded_at", Seeded, seeded), ("stencil_at", Stencil, stencils)):
        if rows:
            model[places[word] : places[word] + sizes[word]] = packed(record, rows)
    own = PythonTable(Slopes, model, int(ends[-1]))[0]
    own.size, own.plain, own.directions = n, bound.state(*F.reference()).size, m
    own.rate = address_of(bound.rate)
    own.project = 0 if bound.correct is None else address_of(bound.correct)
    own.slopes, own.yields = F.entries.slopes.address, F.entries.yields.address
    own.wide, own.scratch = wide.ctypes.data, scratch.ctypes.data
    own.seeded, own.stencils = len(seeded), len(stencils) // 6
    for word, place in places.items():
        setattr(own, word, int(place))
    return Directions(model, m, nv + nc, [wide, scratch, *points])


# ---------------------------------------------------------------- constants that duals know
def constants(F: Any, variants: Variants) -> list[tuple[int, float]] | None:
    """(place, slope) of the constants that change; None if one of them is not known to duals."""
    if F.name != "planar" or any(other.model.size != F.model.size for other in variants.bound):
        return None
    models = np.array([other.model for other in variants.bound])
    bits = models.view(np.int64)
    places = np.flatnonzero((bits != bits[0]).any(axis=0))
    known, harmless = _tables(F)
    places = places[~harmless[places]]
    whole = (np.abs(models[:, places]) < NUMBERS) & (models[:, places] != 0.0)
    if whole.any() or not known[places].all():
        return None
    return list(zip(places.tolist(), (variants.weights @ models[:, places]).tolist()))


def _tables(F: Any) -> tuple[Array, Array]:
    """Masks of the constants that the planar equations read as elements, and of numbers that are no part of them."""
    layout, head = F.layout, F.flat.header
    known, harmless = np.zeros(F.model.size, bool), np.zeros(F.model.size, bool)
    constraints = PythonTable(layout.Constraint, F.model, head.constraint_at)
    terms = sum(constraints[k].terms for k in range(head.constraints))
    for at, record, count in (
        (head.body_at, layout.Body, head.bodies),
        (head.constraint_at, layout.Constraint, head.constraints),
        (head.term_at, layout.Term, terms),
        (head.law_at, layout.Law, head.laws),
    ):
        known[at : at + count * size(record)] = True
    harmless[: size(layout.Header)] = True
    harmless[head.scale_at : head.scale_at + head.rows] = True
    return known, harmless
