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
from snodo.math.kernels.record_layout import PythonTable, packed, place, size
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
    differenced: list[Variants]
    """Along which the equations of whole models are differenced: functions of time may change."""
    alive: list[Any] = field(default_factory=list)


def directions(F: Any, bound: Any, points: Sequence[Variants | None]) -> Directions:
    """The model for these directions; None stands for one that changes no constant."""
    from snodo.formulations.kernels.slopes import Seeded, Slopes, Stencil
    from snodo.math.kernels.duals import PLACES

    nv, nc, nq, m, n = F.nv, F.nc, F.nq, len(points), F.model.size
    seeded: list[Any] = []
    stencils: list[Any] = []
    differenced: list[Variants] = []
    for d, variants in enumerate(points):
        if variants is None:
            continue
        found = constants(F, variants)
        if found is None:
            differenced.append(variants)
            models = [other.model for other in variants.bound]
            stencils += [Stencil(d, x.ctypes.data, w) for x, w in zip(models, variants.weights)]
        else:
            seeded += [Seeded(d, int(place), slope) for place, slope in found]
    if F.name == "planar":
        wide, scratch = np.zeros((1 + PLACES) * n + 3 * PLACES * nv), np.zeros(0)
        wide[:n], wide[n : (1 + PLACES) * n : PLACES] = F.model, F.model
    else:
        wide, scratch = np.zeros(PLACES * n), np.zeros(PLACES * elements(F))
        wide[::PLACES] = F.model
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
    own.seeded, own.stencils = len(seeded), len(stencils)
    for word, at in places.items():
        setattr(own, word, int(at))
    return Directions(model, m, nv + nc, differenced, [wide, scratch, *points])


# ---------------------------------------------------------------- constants that duals know
def constants(F: Any, variants: Variants) -> list[tuple[int, float]] | None:
    """(place, slope) of the constants that change; None if one of them is not known to duals."""
    if any(model.size != F.model.size for model in variants.fresh):
        return None
    models = np.array(variants.fresh)
    bits = models.view(np.int64)
    places = np.flatnonzero((bits != bits[0]).any(axis=0))
    known, harmless = _masks(F)
    places = places[~harmless[places]]
    whole = (np.abs(models[:, places]) < NUMBERS) & (models[:, places] != 0.0)
    if whole.any() or not known[places].all():
        return None
    return list(zip(places.tolist(), (variants.weights @ models[:, places]).tolist()))


def _masks(F: Any) -> tuple[Array, Array]:
    """Of the constants that the equations read as elements, and of numbers that are no part of the equations."""
    head, known, harmless = F.flat.header, np.zeros(F.model.size, bool), np.zeros(F.model.size, bool)
    for at, count in _tables(F):
        known[at : at + count] = True
    harmless[: size(F.layout.Header)] = True
    harmless[head.scale_at : head.scale_at + head.rows] = True
    if F.name != "planar":
        gravity = place(F.layout.Header, "gravity")
        known[gravity : gravity + 3], harmless[gravity : gravity + 3] = True, False
    return known, harmless


def _tables(F: Any) -> list[tuple[int, int]]:
    """Where the tables of constants begin, and how many numbers they have."""
    layout, head = F.layout, F.flat.header
    counts: list[tuple[int, Any, int]]
    if F.name == "planar":
        rows = PythonTable(layout.Constraint, F.model, head.constraint_at)
        terms = sum(rows[k].terms for k in range(head.constraints))
        counts = [(head.body_at, layout.Body, head.bodies), (head.constraint_at, layout.Constraint, head.constraints)]
        counts += [(head.term_at, layout.Term, terms), (head.law_at, layout.Law, head.laws)]
    else:
        from snodo.formulations.kernels.tables import Law, Measure, Row, Term

        if F.name == "tree":
            counts = [(head.link_at, layout.Link, head.links + 1)]
        else:
            counts = [(head.body_at, layout.Body, head.bodies + 1)]
        counts += [(head.measure_at, Measure, head.measures), (head.row_at, Row, head.rows)]
        counts += [(head.law_at, Law, head.laws), (head.term_at, Term, _terms(F, Row, Law))]
    return [(at, count * size(record)) for at, record, count in counts]


def _terms(F: Any, Row: Any, Law: Any) -> int:
    """How many terms rows and forces have."""
    head, last = F.flat.header, 0
    for at, record, count in ((head.row_at, Row, head.rows), (head.law_at, Law, head.laws)):
        rows = PythonTable(record, F.model, at)
        last = max([last, *(rows[k].first + rows[k].terms for k in range(count))])
    return last
