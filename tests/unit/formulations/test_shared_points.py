"""Measures that stand side by side share what their points have in common, and only that."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.kernels.tables import Measure
from snodo.math.kernels.measures import ALONG, COUNTED, TURN_RATE
from snodo.math.kernels.record_layout import PythonTable

FORMULATIONS = (sn.Tree, sn.Spatial)


def measures(F: Any) -> list[Any]:
    head = F.flat.header
    table = PythonTable(Measure, F.model, head.measure_at)
    return [table[k] for k in range(head.measures)]


def twice_held() -> sn.Mechanism:
    """Two ball joints between the same bodies, at the same point as drawn, and a loop back to the ground."""
    m = sn.Mechanism("twice held", dimension=3, gravity=(0, 0, -9.81))
    m.parameter("x", 0.2, unit="m")
    m.box("arm", (0.5, 0.05, 0.04), (0.2, 0, 0), mass=1.0)
    m.box("block", (0.1, 0.2, 0.3), (0.2, 0.3, 0.1), mass=2.0)
    m.revolute("A", "ground", "arm", at=(0, 0, 0), axis="y")
    m.spherical("P", "arm", "block", at=(0.2, 0, 0))
    m.spherical("Q", "arm", "block", at=("x", 0, 0))
    return m


@pytest.mark.parametrize("kind", FORMULATIONS)
def test_points_that_coincide_by_chance_are_not_shared(kind: Any) -> None:
    m = twice_held()
    F, changed = kind(m).with_parameters(x=0.4), kind(m.with_parameters(x=0.4))
    rng = np.random.default_rng(1)
    q = changed.moved(changed.reference()[0], 0.1 * rng.standard_normal(changed.nv))
    v = rng.standard_normal(changed.nv)
    np.testing.assert_allclose(F.constraints(q), changed.constraints(q), atol=1e-14)
    np.testing.assert_allclose(F.gamma(q, v), changed.gamma(q, v), atol=1e-13)
    alike = [m.alike for m in measures(kind(m)) if m.kind == ALONG]
    assert alike[-3:] == [2, 1, 0]
    assert max(alike) == 2


def test_bodies_on_one_link_have_points_of_their_own() -> None:
    m = sn.Mechanism("welded", dimension=3, gravity=(0, 0, -9.81))
    for name, x in (("left", 0.1), ("right", 0.5)):
        m.box(name, (0.2, 0.1, 0.1), (x, 0, 0), mass=1.0)
    m.revolute("A", "ground", "left", at=(0, 0, 0), axis="y")
    m.fixed("weld", "left", "right", at=(0.3, 0, 0))
    m.constraint("heights", formula="left.z + 2*right.z - 0.3")
    tree = sn.Tree(m)
    angle = 0.7
    assert tree.constraints([angle])[0] == pytest.approx(-np.sin(angle) * (0.1 + 2 * 0.5) - 0.3, abs=1e-15)


def test_counts_that_nothing_reads_are_rates_alone() -> None:
    m = twice_held()
    assert [x.kind for x in measures(sn.Spatial(m)) if x.kind in (COUNTED, TURN_RATE)] == [TURN_RATE]
    m.torsional_spring("spring", "A", stiffness=3.0)
    assert [x.kind for x in measures(sn.Spatial(m)) if x.kind in (COUNTED, TURN_RATE)] == [COUNTED]
