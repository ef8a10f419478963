"""Comparisons with integrators that solve the constraints: they have no method, and are run once."""

from __future__ import annotations

from tests.mechanisms import four_bar

import snodo as sn


def test_every_index_is_a_row() -> None:
    indices = [sn.Radau(rtol=1e-8, index=index) for index in (3, 2, 1, "stabilised")]
    choices = {"formulations": ["planar", "tree"], "methods": ["projection", "baumgarte"], "progress": False}
    found = sn.compare(four_bar(), 0.1, integrators=["dop853", *indices], **choices)
    assert [row.method for row in found.rows] == ["projection", "baumgarte", *["none"] * 4] * 2
    assert all(row.problem is None or row.problem == "" for row in found.rows)
    assert all(row.motion < 1e-6 for row in found.rows)
    names = [row.integrator for row in found.rows[2:6]]
    assert names == ["radau", "radau(index=2)", "radau(index=1)", "radau(index='stabilised')"]


def test_by_name_with_the_tolerance_of_the_comparison() -> None:
    found = sn.compare(four_bar(), 0.1, formulations=["planar"], integrators=["radau"], tolerance=1e-7, progress=False)
    (row,) = found.rows
    assert (row.method, row.integrator) == ("none", "radau")
    assert row.motion < 1e-5
