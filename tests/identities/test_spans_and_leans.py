"""Lengths of cylinders and cables, and rotation vectors of bushings: rows against numerical derivatives of their Φ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.extend import Combination, Constraint, PartRows, field
from snodo.formulations.bind import bind
from snodo.math.profile import Profile
from snodo.mechanism.measures import Measure

H = 2e-3
FIRST = {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}


@dataclass(kw_only=True)
class Measured(Constraint, abstract=True):
    """A measure between two bodies that vanishes; abstract, so that files and the reference do not know it."""

    parent: str = field("body", "the first body")
    child: str = field("body", "the second body")
    measure: Any = field("anything", "the kind, and what else it has", None)
    level: bool = field("flag", "whether it is a speed", False)

    kind = "measured_for_tests"

    def rows(self, reader):
        words = dict(self.measure)
        measure = Measure(words.pop("kind"), self.parent, self.child, **words)
        return PartRows.of(self, {"x": Combination([(1.0, measure)])}, [True] if self.level else ())


def slope(f):
    return sum(w * (f(k * H) - f(-k * H)) for k, w in FIRST.items()) / H


def mechanism(dimension: int, words: dict[str, Any]) -> sn.Mechanism:
    rng = np.random.default_rng(5)
    m = sn.Mechanism("measured", dimension=dimension, gravity=(0,) * dimension)
    for name in "ab":
        inertia = 1.0 if dimension == 2 else (1.0, 1.2, 1.4)
        m.body(name, mass=1.0, inertia=inertia, at=tuple(rng.uniform(-1, 1, dimension)))
    m.add(Measured(name="row", parent="a", child="b", measure=tuple(words.items())))
    return m


def in_plane(F: Any) -> np.ndarray:
    """One for velocities that leave a planar mechanism in its plane, zero for the others of absolute coordinates."""
    flat = F.mechanism.dimension == 2 and F.name == "spatial"
    return np.tile([1.0, 1.0, 0.0, 0.0, 0.0, 1.0], 2) if flat else np.ones(F.nv)


S_I, S_J = np.array([0.1, 0.2, 0.0]), np.array([-0.3, 0.4, 0.0])
WAVY = Profile.through(np.array([(-2.0, 0.1), (-1.0, -0.2), (0.1, 0.3), (1.0, -0.1), (2.1, 0.2)]), False, -1.0)
CORNERS = [(0.5, 0), (0.4, 0.45), (-0.1, 0.55), (-0.5, 0.05), (-0.25, -0.45), (0.2, -0.5)]
ROUND = Profile.through(np.array(CORNERS), True, 1.0)
AXES = {"e": np.array([1.0, 0.0, 0.0]), "g": np.array([0.0, 1.0, 0.0])}
CURVED = {"kind": "profile", "s_i": S_I, "s_j": S_J, "profile": ROUND, **AXES}
CASES = [
    (2, "planar", {"kind": "span", "s_i": S_I, "s_j": S_J}),
    (2, "planar", {"kind": "wrap", "s_i": S_I, "s_j": S_J, "g": np.array([0.6, 0.8, 0.0]), "radius": 0.15}),
    (2, "planar", {"kind": "wrap", "s_i": S_I, "s_j": S_J, "g": np.array([0.6, 0.8, 0.0]), "radius": -0.15}),
    (2, "spatial", {"kind": "wrap", "s_i": S_I, "s_j": S_J, "g": np.array([0.6, 0.8, 0.0]), "radius": 0.15}),
    (2, "tree", {"kind": "wrap", "s_i": S_I, "s_j": S_J, "g": np.array([0.6, 0.8, 0.0]), "radius": -0.15}),
    (3, "spatial", {"kind": "span", "s_i": S_I + 0.1, "s_j": S_J}),
    (3, "tree", {"kind": "span", "s_i": S_I + 0.1, "s_j": S_J}),
    *[(n, f, CURVED) for n, f in ((2, "planar"), (2, "tree"), (2, "spatial"), (3, "tree"), (3, "spatial"))],
    *[(3, f, {"kind": "lean", "index": k}) for f in ("spatial", "tree") for k in range(3)],
]


@pytest.mark.parametrize(("dimension", "formulation", "words"), CASES)
@pytest.mark.parametrize("turn", [0.05, 0.9])
def test_gradient_rate_and_acceleration_are_derivatives_of_the_measure(dimension, formulation, words, turn):
    F = bind(mechanism(dimension, words), formulation)
    rng = np.random.default_rng(11)
    free = in_plane(F)
    q = F.moved(F.reference()[0], free * turn * rng.standard_normal(F.nv) / np.sqrt(F.nv))
    row = F.row_names.index("row.x")
    J = F.jacobian(q, 0.0)[row]
    found = np.array([slope(lambda s, e=e: F.constraints(F.moved(q, s * e), 0.0)[row]) for e in np.eye(F.nv)])
    np.testing.assert_allclose(J * free, found * free, rtol=0, atol=1e-9)
    # γ = −J̇ v along v constant: d/ds of J(q(s)) v, with q moved along v
    v = free * rng.standard_normal(F.nv)
    other = slope(lambda s: F.jacobian(F.moved(q, s * v), 0.0)[row] @ v)
    gamma = F.gamma(q, v, 0.0)[row]
    if dimension == 2 or formulation == "spatial":  # there v is the same in every attitude along a steady turn
        assert gamma == pytest.approx(-other, abs=2e-8)


@pytest.mark.parametrize("case", [CASES[1], CASES[3], CASES[6], *CASES[7:12], CASES[13], CASES[16]])
def test_series_of_results_read_the_same_measures(case):
    dimension, formulation, words = case
    F = bind(mechanism(dimension, words), formulation)
    rng = np.random.default_rng(2)
    q = F.moved(F.reference()[0], in_plane(F) * 0.4 * rng.standard_normal(F.nv))
    v, a = in_plane(F) * rng.standard_normal((2, F.nv))
    rows = F.builder.rows_of(F.mechanism.constraints["row"])
    row = F.row_names.index("row.x")
    if formulation == "planar":
        link = F.describer.coordinate(rows.quantities[0])
        x, gradient, rate, rest = F.motion.coordinate(link, q, v)
        second = gradient @ a + rest
    else:
        x, rate, second = F.motion.along(rows.quantities[0], q, v, a)
    J = F.jacobian(q, 0.0)[row]
    assert float(x) == pytest.approx(float(F.constraints(q, 0.0)[row]), abs=1e-12)
    assert float(rate) == pytest.approx(float(J @ v), abs=1e-11)
    assert float(second) == pytest.approx(float(J @ a - F.gamma(q, v, 0.0)[row]), abs=1e-7)


SLIPS = [
    *[(n, f, CURVED | {"kind": "graze", "radius": 0.1}) for n, f in ((2, "planar"), (2, "tree"), (2, "spatial"))],
    *[(3, f, CURVED | {"kind": "graze", "radius": 0.1, "index": k}) for f in ("tree", "spatial") for k in (0, 1)],
    *[
        (3, f, {"kind": "brush", "s_i": S_I, "s_j": S_J, "g": np.array([0.6, 0.0, 0.8]), "e": way, "radius": 0.1})
        for f in ("tree", "spatial")
        for way in (np.array([0.0, 1.0, 0.0]), np.array([-0.8, 0.0, 0.6]))
    ],
]


@pytest.mark.parametrize(("dimension", "formulation", "words"), SLIPS)
def test_the_rate_of_a_slip_is_its_derivative(dimension, formulation, words):
    """ẍ of a speed against differences of ẋ = J v along the motion, and both against the series of results."""
    m = mechanism(dimension, words)
    m.constraints["row"].level = True
    F = bind(m, formulation)
    rng = np.random.default_rng(4)
    free = in_plane(F)
    q = F.moved(F.reference()[0], free * 0.4 * rng.standard_normal(F.nv))
    v = free * rng.standard_normal(F.nv)
    row = F.row_names.index("row.x")
    J = F.jacobian(q, 0.0)[row]
    gamma = F.gamma(q, v, 0.0)[row]
    other = slope(lambda s: F.jacobian(F.moved(q, s * v), 0.0)[row] @ v)
    if dimension == 2 or formulation == "spatial":
        assert gamma == pytest.approx(-other, abs=2e-8)
    quantity = F.builder.rows_of(F.mechanism.constraints["row"]).quantities[0]
    if formulation == "planar":
        _, gradient, rate, rest = F.motion.coordinate(F.describer.coordinate(quantity), q, v)
        np.testing.assert_allclose(gradient, J, rtol=0, atol=1e-12)
        second = rest
    else:
        _, rate, second = F.motion.along(quantity, q, v, np.zeros(F.nv))
    assert float(rate) == pytest.approx(float(J @ v), abs=1e-11)
    assert float(second) == pytest.approx(-gamma, abs=1e-9)


@pytest.mark.parametrize("curve", [WAVY, ROUND], ids=["open", "closed"])
def test_the_foot_of_a_point_is_the_nearest_place_of_its_curve(curve):
    """Against ten thousand places of the curve, also beyond the ends of an open one."""
    rng = np.random.default_rng(8)
    ends = (curve.knots[0], curve.knots[-1]) if curve.closed else (curve.knots[0] - 1.0, curve.knots[-1] + 1.0)
    many = curve.at(np.linspace(*ends, 40001))[0]
    for P in rng.uniform(-1.5, 1.5, (40, 2)):
        c, n, _ = curve.foot(P)
        least = np.linalg.norm(many - P, axis=1).min()
        assert np.linalg.norm(P - c) <= least + 1e-12
        assert abs(n @ (P - c)) == pytest.approx(np.linalg.norm(P - c), abs=1e-12)
