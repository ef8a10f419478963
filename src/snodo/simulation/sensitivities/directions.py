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
from snodo.formulations.members import by_fronts
from snodo.math.kernels.record_layout import PythonTable, packed, place, size
from snodo.simulation.sensitivities.variants import Variants

Array = np.ndarray
State = tuple[float, Array, Array]
"""Time, positions and velocities."""
NUMBERS = 1e-300
"""Whole numbers of a model look like smaller ones."""


@dataclass(eq=False)
class Directions:
    """The model, and what must live as long as it does."""

    model: Array
    passes: list[tuple[int, int]]
    """Directions of each pass, and places of its duals."""
    nv: int
    differenced: list[Variants]
    """Along which the equations of whole models are differenced: functions of time may change."""
    alive: list[Any] = field(default_factory=list)

    @property
    def numbers(self) -> int:
        """Of one element along all directions."""
        return sum(places for _, places in self.passes)

    def state(self, plain: Array, starts: Sequence[tuple[Array, Array]]) -> Array:
        """The state with (η, w) of each direction, pass after pass, on duals with value zero."""
        rows, parts = np.array([np.concatenate(start) for start in starts]), [plain]
        for count, places in self.passes:
            own, rows = rows[:count], rows[count:]
            duals = np.zeros((2 * self.nv, places))
            duals[:, 1 : 1 + count] = own.T
            parts.append(duals.ravel())
        return np.concatenate(parts)

    def rows(self, table: Array, elements: int) -> list[Array]:
        """Of numbers on duals, pass after pass (time, numbers), those of each direction (time, elements)."""
        found, at = [], 0
        for count, places in self.passes:
            own = table[:, at : at + elements * places].reshape(len(table), elements, places)
            found += [own[:, :, 1 + k] for k in range(count)]
            at += elements * places
        return found


def _answers_at_once(F: Any) -> bool:
    """Whether the linear system is solved for several directions at once."""
    return not by_fronts(F) if F.name == "planar" else F.name == "tree" and not F.nc


def _passes(F: Any, m: int) -> list[tuple[int, int]]:
    """Directions of each pass, and places of its duals: in the plane the last few have short ones."""
    from snodo.math.kernels.duals import DIRECTIONS, PLACES, SHORT

    counts = [min(DIRECTIONS, m - first) for first in range(0, m, DIRECTIONS)]
    found = [(count, PLACES) for count in counts]
    if F.name == "planar" and counts[-1] < SHORT:
        found[-1] = (counts[-1], SHORT)
    return found


def directions(F: Any, bound: Any, points: Sequence[Variants | None], along: Sequence[State]) -> Directions:
    """The model for these directions, of a run along such states; None stands for one that changes no constant."""
    from snodo.formulations.kernels.slopes import Slopes, Stencil

    nv, nc, nq, m, n = F.nv, F.nc, F.nq, len(points), F.model.size
    seeds, stencils, differenced = _constants_of_all(F, points, along)
    passes = _passes(F, m)
    found = Directions(np.zeros(0), passes, nv, differenced)
    wide, scratch, vectors = _on_duals(F, seeds, passes)
    sizes = {
        "a_at": nv,
        "multiplier_at": nc,
        "found_at": found.numbers * (nv + 3 * nc),
        "rows_at": m * 2 * nv,
        "turn_at": m * nv,
        "answer_at": found.numbers * (nv + nc),
        "slope_at": m * (nq + nv),
        "value_at": nv + 3 * nc,
        "stencil_at": len(stencils) * size(Stencil),
    }
    ends = n + np.cumsum(list(sizes.values()))
    places = dict(zip(sizes, [n, *ends[:-1].tolist()]))
    model = np.zeros(int(ends[-1]) + size(Slopes))
    model[:n] = F.model
    if F.name == "tree":
        PythonTable(F.layout.Header, model, 0)[0].kept = 1  # for `yields`
    if stencils:
        model[places["stencil_at"] : int(ends[-1])] = packed(Stencil, stencils)
    own = PythonTable(Slopes, model, int(ends[-1]))[0]
    own.size, own.plain, own.directions = n, bound.state(*F.reference()).size, m
    own.rate = address_of(bound.rate)
    own.project = 0 if bound.correct is None else address_of(bound.correct)
    own.slopes, own.yields = F.entries.slopes.address, F.entries.yields.address
    own.answers = F.entries.answers.address if _answers_at_once(F) else 0
    own.wide, own.scratch, own.vectors = wide.ctypes.data, scratch.ctypes.data, vectors
    own.last, own.stencils = passes[-1][1], len(stencils)
    for word, at in places.items():
        setattr(own, word, int(at))
    found.model, found.alive = model, [wide, scratch, *points]
    return found


def _constants_of_all(
    F: Any, points: Sequence[Variants | None], along: Sequence[State]
) -> tuple[list[Any], list[Any], list[Variants]]:
    """(direction, place, slope) of constants that duals know; the models of differences; where these are needed."""
    from snodo.formulations.kernels.slopes import Stencil

    seeds: list[Any] = []
    stencils: list[Any] = []
    differenced: list[Variants] = []
    masks = _masks(F)
    for d, variants in enumerate(points):
        if variants is None:
            continue
        found = constants(F, variants, masks)
        if found is None:
            differenced.append(variants)
            chosen = variants.settled(lambda point: _equations(point.bound, along))
            models = [point.bound.model for point in chosen.points]
            stencils += [Stencil(d, x.ctypes.data, w) for x, w in zip(models, chosen.weights[0] / chosen.h)]
        else:
            seeds.append((d, *found))
    return seeds, stencils, differenced


def _equations(F: Any, along: Sequence[State]) -> Array:
    """What functions of time and tables are part of, in these states (states, numbers)."""
    return np.array(
        [np.hstack([F.forces(q, v, t), F.constraints(q, t), F.nu(q, t), F.gamma(q, v, t)]) for t, q, v in along]
    )


def _on_duals(F: Any, seeds: Sequence[Any], passes: Sequence[tuple[int, int]]) -> tuple[Array, Array, int]:
    """The model on duals, once for each pass, with the slopes of its constants; other scratch; where vectors are.

    In the plane, the model as numbers comes first.
    """
    from snodo.formulations.tangent import elements
    from snodo.math.kernels.duals import DIRECTIONS, PLACES

    n, nv, plane = F.model.size, F.nv, F.name == "planar"
    first = n if plane else 0
    vectors = first + len(passes) * n * PLACES
    wide = np.zeros(vectors + (3 * PLACES * nv if plane else 0))
    wide[:first] = F.model[:first]
    models = []
    for k, (_, places) in enumerate(passes):
        at = first + k * n * PLACES
        models.append(wide[at : at + n * places].reshape(n, places))
        models[-1][:, 0] = F.model
    for d, places, slopes in seeds:
        models[d // DIRECTIONS][places, 1 + d % DIRECTIONS] = slopes
    return wide, np.zeros(PLACES * (nv + 2 * F.nc if plane else elements(F))), vectors


# ---------------------------------------------------------------- constants that duals know
def constants(F: Any, variants: Variants, masks: tuple[Array, Array]) -> tuple[Array, Array] | None:
    """Places and slopes of the constants that change; None if one of them is not known to duals."""
    if any(point.fresh.size != F.model.size for point in variants.points):
        return None
    models = np.array([point.fresh for point in variants.points])
    bits = models.view(np.int64)
    places = np.flatnonzero((bits != bits[0]).any(axis=0))
    known, harmless = masks
    places = places[~harmless[places]]
    whole = (np.abs(models[:, places]) < NUMBERS) & (models[:, places] != 0.0)
    if whole.any() or not known[places].all():
        return None
    return places, variants.derivative(lambda point: point.fresh[places], size=_around(F.model, places))


def _around(model: Array, places: Array) -> Array:
    """Sizes of the numbers next to each: a coordinate may be zero where its point is not."""
    sizes = np.where(np.isfinite(model), np.abs(model), 0.0)
    near = np.clip(places[:, None] + np.arange(-2, 3), 0, model.size - 1)
    return np.asarray(sizes[near].max(axis=1, initial=0.0))


def _masks(F: Any) -> tuple[Array, Array]:
    """Of the constants that the equations read as elements, and of numbers that are no part of the equations."""
    if "masks for duals" not in F.kept:
        F.kept["masks for duals"] = _masks_of(F)
    found: tuple[Array, Array] = F.kept["masks for duals"]
    return found


def _masks_of(F: Any) -> tuple[Array, Array]:
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
