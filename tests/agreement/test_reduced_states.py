"""Reduced states (q, u) integrate to the motion of whole ones, in every formulation; degenerate choices are refused.

The runs have tolerances of 1e-12; errors grow along the motions by a factor of ten to a hundred.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.bind import bind

EXAMPLES = Path(__file__).parents[2] / "examples"
DURATIONS = {"four_bar_free": 1.0, "chaplygin_sleigh": 2.0, "andrews": 0.03, "four_bar": 0.5, "parallelogram": 0.5}
FORMULATIONS = ("planar", "tree", "spatial", "spatial_euler")
METHODS = (sn.Embedding(reduced=True), sn.QuasiVelocities(reduced=True))


def run(name: str, formulation: str, method: Any, **more: Any) -> sn.Result:
    m, duration = sn.load(EXAMPLES / f"{name}.yaml"), DURATIONS[name]
    options = {"integrator": sn.DOP853(rtol=1e-12), "output": duration / 20, "progress": False, "error_bars": False}
    return sn.simulate(m, duration, formulation=formulation, method=method, **(options | more))


@cache
def whole(name: str, formulation: str) -> sn.Result:
    return run(name, formulation, "projection")


def must_agree(found: sn.Result, wanted: sn.Result, tolerance: float = 1e-10) -> None:
    for a, b in ((found.q, wanted.q), (found.v, wanted.v), (found.a, wanted.a)):
        np.testing.assert_allclose(a, b, atol=tolerance * np.abs(b).max())


@pytest.mark.parametrize("method", METHODS, ids=lambda x: x.name)
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("name", DURATIONS)
def test_the_motion_is_that_of_whole_states(name: str, formulation: str, method: Any) -> None:
    """Loops, a knife edge, a driver that depends on time, and redundant rows."""
    found, wanted = run(name, formulation, method), whole(name, formulation)
    must_agree(found, wanted)
    np.testing.assert_allclose(found.works, wanted.works, atol=1e-10 * max(1.0, np.abs(wanted.works).max(initial=0.0)))
    forces = [r.formulation.jacobian(r.q[-1], r.time[-1]).T @ r.multipliers[-1] for r in (found, wanted)]
    np.testing.assert_allclose(forces[0], forces[1], atol=1e-9 * np.abs(forces[1]).max(initial=1e-9))


@pytest.mark.delicate
@pytest.mark.parametrize(("name", "names"), [("four_bar_free", "A"), ("four_bar_free", "crank.angle")])
@pytest.mark.parametrize("reduced", [True, False])
def test_the_user_chooses_independent_velocities(name: str, names: str, reduced: bool) -> None:
    method = sn.Embedding(independent=names, reduced=reduced)
    assert method.independent == (names,)
    must_agree(run(name, "planar", method), whole(name, "planar"))


def test_the_user_gives_the_directions() -> None:
    """The sleigh's speed along x + y/2 and its angular velocity, while it does not turn far."""
    along = [[1.0, 0.0], [0.5, 0.0], [0.0, 1.0]]
    method = sn.QuasiVelocities(reduced=True, along=along)
    times = np.linspace(0.0, 0.4, 9)
    results = [run("chaplygin_sleigh", "planar", x, output=times) for x in (method, "projection")]
    must_agree(*results)


def test_the_state_has_as_many_numbers_as_coordinates_and_freedoms() -> None:
    F = bind(sn.load(EXAMPLES / "andrews.yaml"), "planar")
    start = sn.assemble(F)
    for method in METHODS:
        bound = method.bind(F, start.q, start.v)
        z = bound.integrated_state(bound.state(start.q, start.v))
        assert bound.controlled == F.nq + 1
        assert z.size == F.nq + 1 + len(F.work_names)
        whole = bound.whole_states(np.zeros(1), z[None])[0]
        np.testing.assert_allclose(whole, bound.state(start.q, start.v), atol=1e-9 * np.abs(start.v).max(initial=1.0))


@pytest.mark.parametrize("method", METHODS, ids=lambda x: x.name)
def test_velocities_satisfy_their_rows_without_projection(method: Any) -> None:
    """Only positions drift."""
    from dataclasses import replace

    found = run("four_bar_free", "planar", replace(method, projection=False), integrator=sn.RK4(step=2e-3))
    assert np.abs(found.found["violation_rate"]).max() < 1e-12
    assert 1e-9 < np.abs(found.found["violation"]).max() < 1e-3


# ---------------------------------------------------------------- refusals
@pytest.mark.parametrize("names", ["D", "rocker.angle"])
def test_a_dead_centre_of_the_choice_ends_the_run(names: str) -> None:
    with pytest.raises(
        sn.RunError, match=rf"independent velocities {names} do not determine the others(.|\n)*omit"
    ) as e:
        run("four_bar_free", "planar", sn.Embedding(independent=names, reduced=True))
    assert 0.1 < e.value.result.time[-1] < 0.2


def dead_centre() -> sn.Mechanism:
    """A slider-crank with crank and rod in line: the slider's speed determines nothing."""
    m = sn.Mechanism("dead centre", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.1, 0), C=(0.4, 0))
    m.bar("crank", "A", "B", mass=0.3)
    m.bar("rod", "B", "C", mass=0.5)
    m.body("slider", mass=0.8, inertia=1e-3, at="C")
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "rod")
    m.revolute("C", "rod", "slider")
    m.prismatic("G", "ground", "slider", axis="x", at="C")
    return m


@pytest.mark.parametrize("reduced", [True, False])
def test_a_choice_that_degenerates_at_the_start_is_refused(reduced: bool) -> None:
    with pytest.raises(sn.SnodoError, match=r"at t = 0 s the independent velocities slider.vx do not determine"):
        sn.simulate(dead_centre(), 0.1, method=sn.Embedding(independent="slider.vx", reduced=reduced), progress=False)
    sn.simulate(dead_centre(), 0.1, method=sn.Embedding(independent="A", reduced=reduced), progress=False)


def test_directions_of_the_wrong_shape_are_refused() -> None:
    with pytest.raises(sn.SnodoError, match="3 rows, one for each velocity, and 2"):
        run("chaplygin_sleigh", "planar", sn.QuasiVelocities(reduced=True, along=[[1.0], [0.0], [0.0]]))
    with pytest.raises(sn.SnodoError, match="add reduced=True"):
        sn.QuasiVelocities(along=[[1.0]])
    with pytest.raises(sn.SnodoError, match="matrix of finite numbers"):
        sn.QuasiVelocities(reduced=True, along=[[np.nan]])


def test_rows_that_are_not_linear_need_whole_states() -> None:
    m = sn.Mechanism("constant speed", gravity=(0, -9.81))
    m.body("P", mass=1.5, inertia=0.1)
    m.velocity_constraint("N", "P", formula="P.vx^2 + P.vy^2 - 4")
    m.initial.update({"P.vx": 1.2, "P.vy": 1.6})
    with pytest.raises(sn.UnsupportedError, match=r"'N'(.|\n)*omit reduced"):
        sn.simulate(m, 1.0, method=sn.Embedding(reduced=True), progress=False)
