"""While steps are taken, rows that are off at the end are not evaluated: the equations are those without them."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from mechanisms import double_pendulum, four_bar
from snodo.constraint_methods import in_time
from snodo.formulations.first_rows import FirstRows
from snodo.switching.switching import Switching

FORMULATIONS = {"planar": sn.Planar, "tree": sn.Tree, "spatial": sn.Spatial}


def rate(F, y):
    ydot = np.zeros(y.size)
    assert in_time.rate(F)(0.0, y, ydot, F.model) == 0
    return ydot


def watched(m: sn.Mechanism) -> sn.Mechanism:
    m.limit("A", lower=-100.0, upper=100.0, restitution=0.5)
    m.event("turned", when="A.angle rises to 40 rad", do="record")
    return m


@pytest.mark.parametrize("make", [four_bar, double_pendulum])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_the_first_rows_are_those_of_the_plain_formulation(make, formulation):
    """The same bits while all others are off; all rows again afterwards."""
    plain = FORMULATIONS[formulation](make())
    switching = Switching(watched(make()))
    F = switching.bind(formulation)
    q, _ = plain.reference()
    y = plain.state(q, 0.1 * np.arange(1.0, plain.nv + 1))
    rows = FirstRows(F, switching.least_rows)
    assert F.nc == plain.nc + 3
    assert rows.enter() is not None
    assert F.flat.header.rows == plain.nc
    assert np.array_equal(rate(F, y), rate(plain, y))
    rows.leave()
    assert F.flat.header.rows == F.nc
    assert np.abs(rate(F, y) - rate(plain, y)).max() < 1e-9 * np.abs(rate(plain, y)).max()


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_stop_that_carries_keeps_the_rows_that_can_act(formulation):
    """Without the row that only measures, the accelerations are those of all rows."""
    switching = Switching(watched(four_bar()))
    F = switching.bind(formulation)
    rows = FirstRows(F)
    off = F.off_rows.copy()
    off[switching.stops[0].at] = False
    F.switch_rows(off)
    q, _ = F.reference()
    y = F.state(q, np.zeros(F.nv))
    everything = rate(F, y)
    assert rows.enter() is not None
    assert F.flat.header.rows == F.nc - 1
    found = rate(F, y)
    rows.leave()
    assert np.abs(found - everything).max() < 1e-10 * max(np.abs(everything).max(), 1.0)
