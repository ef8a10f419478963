"""Parameters of parts used again are rewritten as a binding has them: mirrored, turned, moved, in one another."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from test_parameters_in_models import agree

import snodo as sn
from snodo.formulations.bind import bind
from snodo.formulations.rewriting.member import rewriting_of
from varied import values_of

EXAMPLES = Path(__file__).parents[2] / "examples"


def within(F: sn.Formulation, name: str, share: float) -> float:
    """A value of a parameter at this share of its range, or within 10 %."""
    row = F.parameters[name]
    low = 0.9 * row.value if row.low is None else row.low
    high = 1.1 * row.value if row.high is None else row.high
    return low + share * (high - low)


@pytest.mark.parametrize("word", ["tree", "spatial"])
def test_every_parameter_of_the_car_is_rewritten(word: str) -> None:
    m = sn.load(EXAMPLES / "car.yaml")
    F = bind(m, word)
    assert len(F.parameters) == 44
    assert all(row.fast for row in F.parameters.values()), F.parameters
    random = np.random.default_rng(5)
    for k, name in enumerate(F.parameters):
        values = {name: within(F, name, random.uniform(0.1, 0.9))}
        G = F.with_parameters(**values)
        assert "_later" in vars(G)
        agree(G, bind(m.with_parameters(**values), word), k)


def test_several_parameters_of_the_car_at_once() -> None:
    m = sn.load(EXAMPLES / "car.yaml")
    F, random = sn.Tree(m), np.random.default_rng(6)
    for seed in range(4):
        names = random.choice(list(F.parameters), 6, replace=False)
        values = {str(name): within(F, str(name), random.uniform(0.2, 0.8)) for name in names}
        agree(F.with_parameters(**values), sn.Tree(m.with_parameters(**values)), seed)


def test_formulas_of_parts_follow_what_is_around_them() -> None:
    F = sn.Tree(sn.load(EXAMPLES / "car.yaml"))
    G = F.with_parameters(width=1.4)
    assert G.parameters["left_front/track"].value == 1.4
    assert G.parameters["left_front/inner"].value == pytest.approx(0.3)
    H = F.with_parameters(**{"width": 1.4, "left_front/track": 1.6})
    assert [H.parameters[f"{side}_front/track"].value for side in ("left", "right")] == [1.6, 1.4]
    followers = rewriting_of(F).followers(["width"])
    assert {"width", "left_rear/track", "left_rear/inner", "right_front/outer"} <= set(followers)


# ---------------------------------------------------------------- parts of many kinds
def finger() -> sn.Mechanism:
    """A part that is used in a part."""
    m = sn.Mechanism("finger", dimension=3)
    m.parameter("length", 0.2, unit="m", low=0.1, high=0.3)
    m.parameter("stiffness", "20 N/m * (1 + length/(1 m))")
    m.add_points(K=(0.05, 0.1, 0.02), T=(0.05, "0.1 m + length", -0.05))
    m.cylinder("tip", "K", "T", radius="0.05*length", mass=0.3)
    m.revolute("K", "ground", "tip", axis=(1, 0.2, 0.1))
    m.spring("pull", "ground", "tip", start=(0, 0, 0.3), end="T", stiffness="stiffness", preload=0.4)
    m.initial["K.speed"] = "length / (0.1 m) * 1 rad/s"
    return m


def hand() -> sn.Mechanism:
    m = sn.Mechanism("hand", dimension=3)
    m.parameter("reach", 0.3, unit="m", low=0.2, high=0.4)
    m.parameter("density", 700, unit="kg/m^3", low=500, high=900)
    m.box("palm", (0.1, "reach", 0.04), density="density", at=(0.02, "reach/2", 0), axis=(0, 0, 1), angle=0.3)
    m.revolute("W", "ground", "palm", at=(0, 0, 0), axis=(0.1, 0, 1))
    m.attach(finger(), "thumb", at=(0.03, "reach", 0.01), on="palm", length="reach/2", angle=0.4, axis="z")
    m.attach(finger(), "index", at=("reach/3", "reach", 0), on="palm", mirror="x")
    m.body("rotor", mass=0.2, com=(0.01, "reach/20", 0), at=("reach", 0.1, 0), inertia=(0.01, 0.012, 0.008))
    m.prismatic("slide", "palm", "rotor", at=("reach", 0.1, 0), axis=(1, 0, 0.5))
    return m


def robot() -> sn.Mechanism:
    m = sn.Mechanism("robot", dimension=3, gravity=(0, 0, -9.81))
    m.parameter("shoulder", 0.25, unit="m", low=0.2, high=0.35)
    m.parameter("turn", 0.2, low=0.1, high=0.6)
    m.box("trunk", (0.2, "2*shoulder", 0.5), mass=10, at=(0, 0, "shoulder"))
    m.prismatic("lift", "ground", "trunk", axis="z", at=(0, 0, 0))
    m.attach(hand(), "left", at=(0, "shoulder", 0.3), on="trunk", reach="shoulder + 0.05 m")
    m.attach(hand(), "right", at=(0, "-shoulder", 0.3), on="trunk", mirror="y", density=650)
    m.attach(hand(), "third", at=("shoulder", 0, 0.5), on="trunk", angle="turn", axis=(0, 1, 1))
    return m


@pytest.mark.parametrize("word", ["tree", "spatial"])
def test_parts_in_parts_mirrored_and_turned(word: str) -> None:
    m = robot()
    F = bind(m, word)
    assert {"shoulder", "left/reach", "right/thumb/length", "third/index/stiffness"} <= set(F.parameters)
    slow = {row.name: row.how for row in F.parameters.values() if not row.fast}
    assert not slow
    random = np.random.default_rng(7)
    for seed, name in enumerate(F.parameters):
        values = {name: within(F, name, random.uniform(0.2, 0.8))}
        agree(F.with_parameters(**values), bind(m.with_parameters(**values), word), seed)


def test_parts_in_the_plane() -> None:
    arm = sn.Mechanism("arm")
    arm.parameter("length", 0.4, unit="m", low=0.2, high=0.6)
    arm.add_points(A=(0, 0), B=("length", 0.1))
    arm.bar("rod", "A", "B", mass="2 kg/m*length")
    arm.revolute("A", "ground", "rod")
    m = sn.Mechanism("two arms", gravity=(0, -9.81))
    m.parameter("apart", 0.8, unit="m", low=0.5, high=1.0)
    m.parameter("tilt", 0.3, low=0.1, high=0.5)
    m.attach(arm, "a", length="apart/2")
    m.attach(arm, "b", at=("apart", 0), angle="tilt")
    m.spring("s", "a/rod", "b/rod", start="a/B", end="b/B", stiffness=20)
    for word in ("planar", "tree"):
        F = bind(m, word)
        assert all(row.fast for row in F.parameters.values()), F.parameters
        for seed in range(2):
            values = values_of(m, seed) | {"b/length": 0.35}
            agree(F.with_parameters(**values), bind(m.with_parameters(**values), word), seed)


def test_what_was_changed_after_attaching_stays() -> None:
    m = sn.load(EXAMPLES / "car.yaml")
    m.forces["left_front/strut"].stiffness = 45000.0
    F = sn.Tree(m)
    for values in ({"left_front/spring": 30000.0}, {"width": 1.4, "right_rear/spring": 30000.0}):
        agree(F.with_parameters(**values), sn.Tree(m.with_parameters(**values)), 0)


def test_members_of_the_car_are_those_of_single_runs() -> None:
    m = sn.load(EXAMPLES / "car.yaml")
    F = sn.Tree(m)
    values = {"left_front/spring": 30000.0, "width": 1.4}
    mine, theirs = (
        sn.simulate(X, 0.2, progress=False) for X in (F.with_parameters(**values), m.with_parameters(**values))
    )
    for name in ("chassis.z", "left_front/L.angle", "right_rear/strut.force"):
        np.testing.assert_allclose(mine[name], theirs[name], rtol=1e-6, atol=1e-7, err_msg=name)
