"""The gap is asked for, and its address is in the model, only while a singular position is being passed."""

from __future__ import annotations

import math

import numpy as np
import pytest

import snodo as sn
from snodo.singular import soft_rows


class NoKernels:
    """A folder without entries."""


def parallelogram(speed: float) -> sn.Mechanism:
    """Upright; flat, in a singular position, after a quarter of a turn."""
    m = sn.Mechanism("parallelogram", gravity=(0, 0))
    m.add_points(O=(0, 0), A=(0, 1), B=(1.5, 1), C=(1.5, 0))
    m.bar("crank", "O", "A", mass=1)
    m.bar("coupler", "A", "B", mass=2)
    m.bar("rocker", "C", "B", mass=1)
    m.revolute("O", "ground", "crank")
    m.revolute("A", "crank", "coupler")
    m.revolute("B", "coupler", "rocker")
    m.revolute("C", "ground", "rocker")
    m.initial["O.speed"] = speed
    return m


QUARTER = math.pi / 2
QUIET = {"progress": False, "error_bars": False}


def address(F: sn.Planar) -> int:
    return int(F.model.view(np.int64)[F.soft_places.gap])


def test_a_run_that_passes_none_does_not_compile_the_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soft_rows, "KERNELS", NoKernels())
    F = sn.Planar(parallelogram(1.0))
    assert sn.simulate(F, 0.9 * QUARTER, **QUIET).singular_passes == []
    with pytest.raises(AttributeError, match="accelerations_in_gap"):
        sn.simulate(F, 1.1 * QUARTER, **QUIET)


def test_behind_the_gap_its_address_is_gone() -> None:
    F = sn.Planar(parallelogram(1.0))
    result = sn.simulate(F, 1.1 * QUARTER, **QUIET)
    assert len(result.singular_passes) == 1
    assert address(F) == 0


def test_a_gap_is_open_from_the_rows_that_are_soft_until_it_is_closed() -> None:
    F = sn.Planar(parallelogram(1.0))
    rows = F.soft_places.rows
    known = tuple(np.zeros(F.soft_places.nv) for _ in range(2))
    soft = np.zeros(rows, bool)
    soft_rows.Gap(F.kept_rows, soft, (0.0, 1.0), known).open(F)
    assert address(F) == 0
    soft[-1] = True
    soft_rows.Gap(F.kept_rows, soft, (0.0, 1.0), known).open(F)
    assert address(F) != 0
    soft_rows.close_gap(F)
    assert address(F) == 0
