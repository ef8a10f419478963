"""Derivatives from numbers that are rewritten against those from mechanisms bound at the same points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from tests.identities.test_sensitivities import floating_pair, four_bar, parallelogram, slider_crank_in_space

import snodo as sn
from snodo.formulations.bind import bind
from snodo.formulations.rewriting.nearby import Nearby
from snodo.simulation.sensitivities import directions, variants

SAME = 1e-10
"""Relative: differences of order four keep about eleven digits."""
FEW: dict[str, Any] = {"output": 0.05, "progress": False, "error_bars": False}


def both(m: sn.Mechanism, over: Sequence[str], outputs: Sequence[str], formulation: str, **more: Any) -> Nearby:
    """Derivatives by both ways, which must agree; what was found out about the numbers."""
    F = bind(m, formulation)
    found = sn.sensitivities(F, 0.2, over=over, outputs=outputs, **FEW, **more)
    with patch.object(variants, "WORTH", 1000):
        expected = sn.sensitivities(m, 0.2, over=over, outputs=outputs, formulation=formulation, **FEW, **more)
    for output in outputs:
        one, other = found.array(output), expected.array(output)
        assert np.abs(one - other).max() <= SAME * max(1.0, np.abs(other).max()), output
    near: Nearby = F.kept["nearby"]
    return near


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_lengths_masses_and_springs(formulation: str) -> None:
    """Places, joints, reactions and energies, of which some are read from numbers and some from results."""
    outputs = ["B.angle", "C.speed", "B.fx", "A.torque", "coupler.x", "rocker.vy", "energy.total", "D.ax"]
    m = four_bar()
    if formulation == "spatial":
        m, outputs = slider_crank_in_space(), ["A.angle", "D.displacement", "D.fy", "rod.x", "energy.kinetic"]
        near = both(m, list(m.parameters), outputs, formulation, initial={"A.speed": 2.0})
    else:
        near = both(m, list(m.parameters), outputs[:7], formulation, initial={"A.speed": 2.0})
    assert not near.slow


@pytest.mark.parametrize("formulation", ["planar", "tree"])
@pytest.mark.parametrize("make", [lambda: four_bar(driven=True), parallelogram])
def test_drivers_and_redundant_rows(make: Callable[[], sn.Mechanism], formulation: str) -> None:
    m = make()
    initial = {"A0.speed": 1.0} if "A0" in m.joints else {}
    both(m, list(m.parameters), ["coupler.x", "coupler.angle"], formulation, initial=initial)


def test_wrenches_of_joints_with_springs_and_friction() -> None:
    """What forces in a joint exert is no part of its reaction, or changes with their numbers, alike by both ways."""
    outputs = ["C.torque", "D.torque", "C.fx", "D.fy", "energy.elastic", "C.angle", "rocker.omega", "A.alpha"]
    known = [name for name in outputs if name in sn.simulate(four_bar(), 0.1, progress=False).names()]
    assert len(known) >= 6
    both(four_bar(), ["k", "rubbing", "mass", "crank"], known, "planar", initial={"A.speed": 2.0})


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_a_start_away_from_the_drawing(formulation: str) -> None:
    both(four_bar(), ["crank", "mass", "k"], ["B.angle"], formulation, initial={"A.angle": 0.7, "A.speed": 2.0})


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_bodies_that_turn_freely(formulation: str) -> None:
    m = floating_pair()
    m.parameter("other", 0.3, unit="kg")
    m.bodies["two"].mass = "other"
    initial = {"one.wx": 3.0, "one.wy": 1.0, "J.speed": 1.0}
    both(m, list(m.parameters), ["one.x", "two.z", "J.angle"], formulation, initial=initial)


def test_masses_leave_the_start_alone() -> None:
    """Positions at the start do not follow from masses, in no way and not by rounding."""
    s = sn.sensitivities(four_bar(), 0.1, over=["mass", "k", "crank"], outputs=["B.angle"], **FEW)
    assert not s.array("B.angle")[0, :2].any()
    assert s.array("B.angle")[0, 2] != 0.0


def bindings(call: Callable[[], Any]) -> int:
    """How often a planar mechanism is bound meanwhile."""
    count, begin = [0], sn.Planar.__init__

    def counted(self: Any, mechanism: sn.Mechanism) -> None:
        count[0] += 1
        begin(self, mechanism)

    with patch.object(sn.Planar, "__init__", counted):
        call()
    return count[0]


def test_how_often_the_mechanism_is_bound() -> None:
    """Five parameters cost four bindings once, not four each; two are not worth it."""
    m = four_bar()
    F = sn.Planar(m)
    choices = {"outputs": ["B.angle", "B.fx", "coupler.x"], "initial": {"A.speed": 2.0}, **FEW}
    assert bindings(lambda: sn.sensitivities(F, 0.1, over=list(m.parameters), **choices)) == 4
    assert bindings(lambda: sn.sensitivities(F, 0.1, over=list(m.parameters), **choices)) == 0
    assert bindings(lambda: sn.sensitivities(m, 0.1, over=["mass", "k"], **choices)) == 1 + 2 * 4


def test_what_is_not_found_is_bound() -> None:
    """The inertia of a composite body is on no tape; masses elsewhere are still rewritten."""
    m = sn.Mechanism("hammer", gravity=(0, -9.81))
    m.parameter("radius", 0.1, unit="m")
    m.parameter("load", 1.0, unit="kg")
    m.parameter("k", 2.0, unit="N*m/rad")
    m.composite("hammer", [{"disc": "radius", "at": [0.5, 0], "mass": 2}, {"box": [0.5, 0.02, 0.02], "mass": 1}])
    m.revolute("A", "ground", "hammer", at=(0, 0))
    m.particle("end", (0.6, 0.1), mass="load")
    m.revolute("B", "hammer", "end", at=(0.6, 0.1))
    m.torsional_spring("S", joint="A", stiffness="k")
    near = both(m, ["radius", "load", "k"], ["A.angle", "A.fx"], "planar", initial={"A.speed": 1.0})
    assert list(near.slow) == ["radius"]


def chain() -> sn.Mechanism:
    """Three links without a loop."""
    m = sn.Mechanism("chain", gravity=(0, -9.81))
    for k in range(3):
        m.parameter(f"m{k}", 1.0 + 0.3 * k, unit="kg")
        m.bar(f"b{k}", (0.3 * k, 0), (0.3 * k + 0.3, 0.1), mass=f"m{k}")
        m.revolute(f"j{k}", f"b{k - 1}" if k else "ground", f"b{k}", at=(0.3 * k, 0))
    return m


@pytest.mark.parametrize(("make", "formulation"), [(four_bar, "planar"), (chain, "tree")])
@pytest.mark.parametrize("count", [2, 9, 12])
def test_directions_side_by_side_and_one_by_one(make: Callable[[], sn.Mechanism], formulation: str, count: int) -> None:
    """The linear system for several directions at once, in full and short registers, and for each by itself."""
    F = bind(make(), formulation)
    joints = list(F.mechanism.joints)
    speed = f"{joints[0]}.speed"
    more = [f"{joint}.{word}" for word in ("speed", "angle") for joint in joints]
    over = [*F.mechanism.parameters, *(more if formulation == "tree" else [speed])][:count]
    outputs = [f"{joints[1]}.angle", f"{joints[1]}.fx"]
    found = sn.sensitivities(F, 0.2, over=over, outputs=outputs, initial={speed: 1.0}, **FEW)
    with patch.object(directions, "_answers_at_once", lambda F: False):
        expected = sn.sensitivities(F, 0.2, over=over, outputs=outputs, initial={speed: 1.0}, **FEW)
    for output in outputs:
        size = np.abs(expected.array(output)).max()
        assert np.allclose(found.array(output), expected.array(output), rtol=1e-11, atol=1e-12 * size)
