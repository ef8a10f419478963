"""A formulation with rewritten numbers agrees with a binding of the changed mechanism."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.bind import bind
from varied import four_bar, values_of, varied

EXAMPLES = Path(__file__).parents[2] / "examples"
PLANAR = "andrews cam door_closer engine excavator_cylinders four_bar gear_train geneva oscillator parallelogram "
PLANAR += "pendulum quick_return slider_crank slider_crank_friction valve_train"
SPATIAL = "bricard delta_robot gear_stage palletizer rolling_disc spatial_slider_crank suspension"
CASES = [(name, word) for name in PLANAR.split() for word in ("planar", "tree")]
CASES += [(name, word) for name in SPATIAL.split() for word in ("tree", "spatial")]
ROUNDING = 1e-11
"""Of what the equations give, relative to the largest number beside it: differences of nearly equal places, divided by
masses, lose a few digits of the 1e-15 of the numbers themselves."""


def read(F: Any, q: np.ndarray, v: np.ndarray) -> list[np.ndarray]:
    """What the equations give in a state."""
    found = [F.reference()[0], F.mass_matrix(q), F.forces(q, v), np.array([F.size])]
    if F.nc:
        found += [F.constraints(q), F.jacobian(q, v=v), F.gamma(q, v), F.nu(q, v=v)]
    return found


def agree(F: Any, G: Any, seed: int) -> None:
    """Compare in the drawing and near it."""
    random = np.random.default_rng(seed)
    q = G.reference()[0] + 0.01 * random.standard_normal(G.nq)
    v = random.standard_normal(G.nv)
    for mine, theirs in zip(read(F, q, v), read(G, q, v)):
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=ROUNDING * max(1.0, np.abs(theirs).max(initial=0.0)))


def refused(F: Any, values: dict[str, float], error: sn.SnodoError) -> None:
    """The same values are refused with the same words."""
    with pytest.raises(sn.SnodoError) as mine:
        F.with_parameters(**values)
    assert [p.what for p in mine.value.problems] == [p.what for p in error.problems]


@pytest.mark.parametrize(("name", "word"), CASES)
def test_rewritten_numbers_are_those_of_a_binding(name: str, word: str) -> None:
    m = varied(sn.load(EXAMPLES / f"{name}.yaml"))
    F = bind(m, word)
    fast = {row.name for row in F.parameters.values() if row.fast}
    for seed in range(2):
        values = {key: value for key, value in values_of(m, seed).items() if key in fast}
        try:
            H = bind(m.with_parameters(**values), word)
        except sn.MechanismError as error:
            refused(F, values, error)
            continue
        agree(F.with_parameters(**values), H, seed)


@pytest.mark.parametrize("name", ["four_bar", "andrews", "slider_crank", "gear_train", "excavator_cylinders"])
def test_numbers_of_planar_examples_are_all_rewritten(name: str) -> None:
    F = sn.Planar(varied(sn.load(EXAMPLES / f"{name}.yaml")))
    assert all(row.fast for row in F.parameters.values()), F.parameters


def test_slow_parameters_bind_again_and_say_why() -> None:
    m = sn.Mechanism("hammer", gravity=(0, -9.81))
    m.parameter("radius", 0.1, unit="m", low=0.05, high=0.2)
    m.parameter("load", 1.0, unit="kg")
    m.composite("hammer", [{"disc": "radius", "at": [0.5, 0], "mass": 2}, {"box": [0.5, 0.02, 0.02], "mass": 1}])
    m.revolute("A", "ground", "hammer", at=(0, 0))
    m.particle("end", (0.6, 0.1), mass="load")
    m.revolute("B", "hammer", "end", at=(0.6, 0.1))
    F = sn.Planar(m)
    assert [row.fast for row in F.parameters.values()] == [False, True]
    assert F.parameters["radius"].how.startswith("bound again: ")
    for values in ({"radius": 0.15}, {"radius": 0.15, "load": 2.0}, {"load": 2.0}):
        G = F.with_parameters(**values)
        assert ("_later" in vars(G)) == ("radius" not in values)
        agree(G, sn.Planar(m.with_parameters(**values)), 0)


def test_a_number_of_a_robot_is_rewritten() -> None:
    m = sn.load(EXAMPLES / "palletizer.yaml")
    m.parameter("payload", 5, unit="kg", low=1, high=20)
    body = list(m.bodies)[-1]
    m.bodies[body].mass = "payload"
    F = sn.Tree(m)
    assert F.parameters["payload"].fast
    agree(F.with_parameters(payload=12.0), sn.Tree(m.with_parameters(payload=12.0)), 1)


# ---------------------------------------------------------------- members are formulations of their own
def test_a_member_has_its_own_numbers_everywhere() -> None:
    m = four_bar()
    F = sn.Planar(m)
    before, G, H = F.model.copy(), F.with_parameters(crank=0.12), sn.Planar(m.with_parameters(crank=0.12))
    q, v = H.reference()
    assert [X.mechanism.points["B"] for X in (G, F)] == [(0.0, 0.12), (0.0, 0.15)]
    assert G.parameters["crank"].value == 0.12
    assert G.parameters["coupler_mass"].value == pytest.approx(0.96)
    assert F.model.tobytes() == before.tobytes()
    np.testing.assert_allclose(G.motion.position("B", q), H.motion.position("B", q), atol=1e-15)
    np.testing.assert_allclose(
        G.energies(np.zeros(1), G.state(q, v)[None]), H.energies(np.zeros(1), H.state(q, v)[None])
    )
    mine, theirs = (sn.simulate(X, 0.3, progress=False) for X in (G, H))
    for name in ("c.x", "C.angle", "D.reaction", "s.force", "energy.total"):
        np.testing.assert_allclose(mine[name], theirs[name], atol=1e-7, err_msg=name)


def test_members_of_members_keep_what_was_given() -> None:
    F = sn.Planar(four_bar())
    G = F.with_parameters(coupler_mass=2.0).with_parameters(crank=0.1)
    assert (G.mechanism.bodies["b"].mass, G.mechanism.points["B"]) == (2.0, (0.0, 0.1))
    assert F.with_parameters(crank=0.1).mechanism.bodies["b"].mass == pytest.approx(0.8)


def test_members_are_copied_and_sent() -> None:
    G = sn.Planar(four_bar()).with_parameters(crank=0.12)
    for other in (copy.copy(G), pickle.loads(pickle.dumps(G))):
        agree(other, G, 3)


def test_wrong_values_are_refused_as_by_the_mechanism() -> None:
    F = sn.Planar(four_bar())
    for values in ({"crnk": 0.1}, {"crank": 0.5}, {"crank": "3 kg"}, {"crank": float("nan")}, {"coupler_mass": 0.0}):
        with pytest.raises(sn.SnodoError) as theirs:
            sn.Planar(F.mechanism.with_parameters(**values))
        refused(F, values, theirs.value)


def test_texts_are_read() -> None:
    F = sn.Planar(four_bar())
    assert F.with_parameters(crank="120 mm").mechanism.parameters["crank"].value == 0.12


# ---------------------------------------------------------------- runs
def test_a_batch_differs_in_parameters() -> None:
    m, values = four_bar(), [0.1, 0.12, 0.14]
    batch = sn.simulate(m, 0.2, parameters={"crank": values, "stiffness": 30.0}, progress=False)
    for k, value in enumerate(values):
        alone = sn.simulate(m.with_parameters(crank=value, stiffness=30.0), 0.2, progress=False)
        np.testing.assert_allclose(batch[k]["C.angle"], alone["C.angle"], atol=1e-6)  # 100 times the tolerance
        assert batch[k].mechanism.parameters["crank"].value == value


def test_one_run_with_a_value() -> None:
    result = sn.simulate(four_bar(), 0.1, parameters={"crank": "120 mm"}, progress=False)
    assert result.mechanism.parameters["crank"].value == 0.12


def test_parameters_that_do_not_suit_are_refused() -> None:
    m = four_bar()
    with pytest.raises(sn.MechanismError, match=r"member 1: crank = 0\.9 m is outside"):
        sn.simulate(m, 0.1, parameters={"crank": [0.1, 0.9]})
    with pytest.raises(sn.MechanismError, match="lengths of the batch differ"):
        sn.simulate(m, 0.1, parameters={"crank": [0.1, 0.12], "stiffness": [1.0]})
    with pytest.raises(sn.MechanismError, match="list of mechanisms"):
        sn.simulate([m, m], 0.1, parameters={"crank": 0.1})
    with pytest.raises(sn.MechanismError, match="not a table"):
        sn.simulate(m, 0.1, parameters=[0.1])  # type: ignore[call-overload]
