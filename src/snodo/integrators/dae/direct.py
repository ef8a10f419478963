"""What DAE integrators need of a formulation: rows and their levels, springs as rows, blocks of rotations, arrays."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from snodo.formulations.compliant import with_laws_as_rows

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray

LARGEST_DENSE = 1500
"""Unknowns of all stages up to which a step may be repeated with the matrix of all stages."""

USUAL, ITERATIONS = 0.01, 8
"""How far iterations of a step go, in units of the tolerance, and how many there may be; one more for each digit."""


class Prepared(NamedTuple):
    """What a run is made with; the formulation keeps alive what its model has the addresses of."""

    formulation: Formulation
    """The mechanism with springs and dampers as rows: the formulation of the run itself if it has none."""
    stages: Any
    """Its arrays (`kernels/tables.py`)."""


def prepared(F: Formulation, index: int, *, rho: float = 0.0, kappa: float = USUAL, watched: bool = False) -> Prepared:
    """Prepare a run of a formulation, whose redundant rows are known."""
    from snodo.integrators.dae.kernels import tables as at
    from snodo.math.kernels.term_places import places

    G = F
    if index == 3:
        G = with_laws_as_rows(F)
        G = G if G.builder.yielding else F
    G.connect()
    G.set_gains(0.0, 0.0)
    rows = _rows(F, G, index)
    kept = np.flatnonzero(G.kept_rows)
    nv, nc, works = F.nv, G.nc, len(F.work_names)
    counters = len(getattr(F.flat, "counters", ()))
    unknowns = 3 * (nv + kept.size)
    whole = index != 23 and unknowns <= LARGEST_DENSE and nc > 0
    blocks = rotations(F)
    size = at.Sizes(
        nq=F.nq,
        nv=nv,
        nc=nc,
        works=works,
        counters=counters,
        dae_index=index,
        yielding=int(G is not F),
        sweeps=4 if len(blocks) else 1,
        iterations=ITERATIONS + max(0, round(math.log10(USUAL / kappa))),
        terms=G.terms.address if whole else 0,
        kept=kept.size,
        watched=int(watched and F.nc > 0),
        driven=int(len(F.driver_rows) > 0),
        kappa=kappa,
        rho=rho,
        length=max(1.0, F.size),
    )
    head = G.flat.header
    found = at.Stages(
        model=G.model,
        size=size,
        works=np.array([F.work_names.index(name) for name in G.work_names], np.int64),
        rows=rows,
        kept=kept.astype(np.int64),
        blocks=blocks,
        V=np.zeros((at.VECTORS, nv)),
        L=np.zeros((at.ROW_VECTORS, nc)),
        P=np.zeros((3, works + counters)),
        Z=np.zeros(head.S_size if nc else 0, complex),
        b=np.zeros(nc, complex),
        z=np.zeros(nc, complex),
        terms=np.zeros(places(0, F.nq, nv, nc).power + max(works, len(G.work_names)) + 1 if whole else 0),
        dense=np.zeros((unknowns, unknowns + 2) if whole else (0, 0)),
    )
    return Prepared(G, found)


def changing(F: Formulation, found: Prepared) -> dict[str, Array]:
    """The arrays that a run of F may change beside those of its loop, by name, for checkpoints.

    The matrix of all stages is not among them: it is filled anew whenever it is used.
    """
    tables = {f"stages.{name}": x for name, x in found.stages._asdict().items() if isinstance(x, np.ndarray)}
    del tables["stages.dense"]
    return {"model in angular velocities": F.model, **tables}


def _rows(F: Formulation, G: Formulation, index: int) -> Array:
    """The table of rows: the level of each, or the law of a row that yields; redundant rows are left out in both."""
    from snodo.integrators.dae.kernels import factors as at

    rows = np.zeros((G.nc, at.COLUMNS))
    level = {3: 2, 2: 1, 1: 0, 23: 2}[index]
    rows[:, at.LEVEL] = np.where(G.velocity_rows, min(level, 1), level)
    rows[:, at.WORK] = -1.0
    if G is F:
        return rows
    own = dict(zip(F.row_names, F.kept_rows))
    G.set_kept_rows([own.get(name, True) for name in G.row_names])
    for row in G.builder.yielding:
        r, law = G.row_names.index(row.name), row.law
        kind = at.BETWEEN_POINTS if row.length else at.ALONG_IT
        numbers = (law.stiffness, law.damping, law.coulomb, law.smoothing, row.length, law.free)
        rows[r, [at.KIND, at.K_, at.C_, at.COULOMB, at.SMOOTHING, at.LENGTH, at.FREE]] = (kind, *numbers)
        rows[r, at.WORK] = F.work_names.index(law.work) if law.work in F.work_names else -1
        rows[r, at.ACTIVE] = law.active
        rows[r, [at.STIFFNESS, at.DAMPING]] = law.stiffness, law.damping + law.coulomb / law.smoothing
    return rows


def rotations(F: Formulation) -> Array:
    """First velocity and kind of each block of velocities that turn a body (`kernels/manifold.py`)."""
    from snodo.integrators.dae.kernels.manifold import FLOATS, TURNS

    found: list[tuple[int, int]] = []
    if F.name == "spatial":
        found = [(6 * k + 3, TURNS) for k in range(len(F.body_names))]
    kinds = {"spherical": TURNS, "free": FLOATS}
    for place in F.joint_places.values():
        if place.frames.kind in kinds:
            found.append((place.v.start, kinds[place.frames.kind]))
    return np.array(found, np.int64).reshape(-1, 2)
