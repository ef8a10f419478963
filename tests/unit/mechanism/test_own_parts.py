"""Joints, constraints and forces of a user: a class outside the library is read as those inside are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from tests.own_parts import OWN, Halves, ReturnSpring, Roller, Tether

import snodo as sn
from snodo.extend import (
    Combination,
    Constraint,
    Force,
    Joint,
    Measure,
    PartRows,
    Reader,
    across,
    along,
    distance,
    field,
)
from snodo.mechanism.functions.functions import Ramp
from snodo.mechanism.joints import Revolute
from snodo.registry import CONSTRAINTS, FORCES, JOINTS
from snodo.views.plane.drawing import draw_mechanism


@pytest.fixture(autouse=True)
def _own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their words are known in the tests of this file."""
    for registry in (JOINTS, CONSTRAINTS, FORCES):
        monkeypatch.setattr(registry, "_classes", dict(registry._classes))
    for cls in OWN:
        cls.registry.add(cls)


def cart() -> sn.Mechanism:
    m = sn.Mechanism("cart")
    m.body("cart", mass=2.0, inertia=0.1, at=(0.0, 0.2))
    m.bar("arm", (0.5, 0.2), (0.9, 0.4), mass=0.5)
    for name, x in (("front", 0.5), ("rear", -0.5)):
        place = {"ground": (0.0, 0.0), "cart": (x, 0.0)}
        m.add(Roller(name=name, parent="ground", child="cart", at=place, axis="x", radius=0.2))
    m.revolute("hinge", "cart", "arm", at=(0.5, 0.2))
    m.spring("pull", "ground", "cart", (2.0, 0.2), {"cart": (0.0, 0.0)}, stiffness=50.0, length=1.0)
    m.add(ReturnSpring(name="back", joint="hinge", stiffness="2 N m/rad", preload="1 N m"))
    return m


def test_all_formulations_agree() -> None:
    runs = {
        word: sn.simulate(cart(), duration=0.5, formulation=word, integrator=sn.DOP853(rtol=1e-10))
        for word in ("planar", "tree")
    }
    for name in ("cart.x", "cart.y", "arm.x", "arm.y", "back.torque", "energy.total"):
        a, b = (run[name].values for run in runs.values())
        np.testing.assert_allclose(a, b, atol=1e-7)
    planar = runs["planar"]
    np.testing.assert_allclose(planar["cart.y"].values, 0.2, atol=1e-10)
    force = -2.0 * (planar["hinge.angle"].values + 0.5)
    np.testing.assert_allclose(planar["back.torque"].values, force, atol=1e-12)
    np.testing.assert_allclose(planar.wrench("back", body="cart").values[:, 2], -force, atol=1e-12)
    assert planar.quality().verdict == "good"


def space() -> sn.Mechanism:
    m = sn.Mechanism("balls", dimension=3, gravity=(0, 0, -9.81))
    m.body("a", mass=1.0, inertia=(0.1, 0.2, 0.3), at=(0.0, 0.0, 0.0))
    m.body("b", mass=2.0, inertia=(0.3, 0.2, 0.1), at=(0.6, 0.8, 0.0))
    m.spherical("hang", "ground", "a", at=(0.0, 0.0, 0.5))
    m.add(Tether(name="rope", parent="a", child="b", length=1.0))
    return m


def test_a_constraint_in_space() -> None:
    runs = [
        sn.simulate(space(), duration=0.5, formulation=word, integrator=sn.DOP853(rtol=1e-10))
        for word in ("tree", "spatial")
    ]
    for name in ("b.x", "b.z", "a.x", "a.z"):
        np.testing.assert_allclose(runs[0][name].values, runs[1][name].values, atol=1e-7)
    apart = np.array([runs[0][f"b.{w}"].values - runs[0][f"a.{w}"].values for w in "xyz"])
    np.testing.assert_allclose(np.linalg.norm(apart, axis=0), 1.0, atol=1e-10)


def test_a_relation_is_its_factors() -> None:
    m = sn.Mechanism("wheels")
    for k, x in enumerate((0.0, 1.0)):
        m.body(f"wheel{k}", mass=1.0, inertia=0.1, at=(x, 0.0))
        m.revolute(f"J{k}", "ground", f"wheel{k}", at=(x, 0.0))
    m.add(Halves(name="half", first="J0", second="J1"))
    m.torque("drive", joint="J0", torque=1.0)
    for word in ("planar", "tree"):
        run = sn.simulate(m, duration=1.0, formulation=word)
        np.testing.assert_allclose(run["J1.angle"].values, 0.5 * run["J0.angle"].values, atol=1e-12)
        assert run["J0.angle"].values[-1] == pytest.approx(0.5 / (0.1 + 0.25 * 0.1), rel=1e-6)


def test_files_scripts_and_pages_know_the_words(tmp_path: Any) -> None:
    m = cart()
    sn.save(m, tmp_path / "cart.yaml")
    assert "roller: [ground, cart]" in (tmp_path / "cart.yaml").read_text()
    again = sn.load(tmp_path / "cart.yaml")
    assert again.joints["front"] == m.joints["front"]
    assert again.forces["back"] == m.forces["back"]
    assert "m.add(Roller(" in sn.to_python(m)
    text = sn.explain(m).text()
    assert "front: roller of ground (i) and cart (j)" in text
    assert "back: return spring of cart (i)" in text
    assert "degrees of freedom" in str(sn.doctor(m))
    draw_mechanism(m)


def test_a_mistake_in_its_fields_is_named() -> None:
    m = cart()
    m.add(ReturnSpring(name="other", joint="hinges", stiffness=-1.0))
    with pytest.raises(sn.MechanismError) as error:
        m.check()
    text = str(error.value)
    assert "return spring 'other': there is no joint 'hinges'" in text
    assert "did you mean" in text
    assert "stiffness -1 N m/rad" in text


def test_a_class_without_what_it_needs() -> None:
    with pytest.raises(sn.SnodoError, match='give the class one \\(kind = "nameless"\\)'):

        @dataclass(kw_only=True)
        class Nameless(Joint):
            pass

    @dataclass(kw_only=True)
    class Vague(Joint):
        kind = "vague"

    m = sn.Mechanism("vague")
    m.body("a", mass=1.0, inertia=1.0)
    m.add(Vague(name="J", parent="ground", child="a", at=(0.0, 0.0)))
    with pytest.raises(sn.MechanismError, match="Vague does not define the motion between its frames"):
        sn.Tree(m)

    @dataclass(kw_only=True)
    class Silent(Force):
        kind = "silent"

    m = cart()
    m.add(Silent(name="S"))
    with pytest.raises(sn.MechanismError, match=r"silent 'S': the class Silent does not define its force law\n.*law\("):
        sn.Planar(m)

    @dataclass(kw_only=True)
    class Mute(Constraint):
        kind = "mute"

    m = cart()
    m.add(Mute(name="M"))
    for form in (sn.Planar, sn.Tree):
        with pytest.raises(sn.MechanismError, match="mute 'M': the class Mute does not define its rows"):
            form(m)
    with pytest.raises(sn.SnodoError, match="there is already a joint 'revolute'"):

        @dataclass(kw_only=True)
        class Mine(Joint):
            kind = "revolute"


@dataclass(kw_only=True)
class Bearing(Revolute):
    """A hinge of a catalogue."""

    article: str = field("file", "its number in the catalogue", "")

    kind = "bearing"


del JOINTS._classes["bearing"]


def test_a_joint_of_the_library_with_more_fields() -> None:
    results = []
    for cls in (Revolute, Bearing):
        m = sn.Mechanism("pendulum", gravity=(0, -9.81))
        m.body("bob", mass=1.0, inertia=0.1, at=(0.3, 0.0))
        m.add(cls(name="A", parent="ground", child="bob", at=(0.0, 0.0)))
        m.torsional_spring("hair", "A", stiffness=0.5)
        results.append(
            [sn.simulate(m, duration=1.0, formulation=word)["A.angle"].values for word in ("planar", "tree")]
        )
    np.testing.assert_array_equal(*results)


# ---------------------------------------------------------------- rows of users that look like those of the library
@dataclass(kw_only=True)
class Track(Roller):
    """A roller that keeps its angle: rows like those of a prismatic joint, but at a distance from the axis."""

    kind = "track"

    def rows(self, reader: Reader) -> PartRows:
        height = super().rows(reader).quantities[0]
        heading = Combination([(-1.0, Measure("heading", self.parent, self.child))], unit="rad")
        return PartRows.of(self, {"across": height, "angle": heading})


@dataclass(kw_only=True)
class Odd(Tether):
    """Rows that the plane does not know, by choice."""

    choice: str = field("word:stretched|moved|cosine|sum", "which one")

    kind = "odd"

    def rows(self, reader: Reader) -> PartRows:
        none, x = np.zeros(3), np.array([1.0, 0.0, 0.0])
        square = Measure("square", self.parent, self.child)
        found = {
            "stretched": Combination([(1.0, square)], -0.3),
            "moved": distance(self, none, none, self.length),
            "cosine": Combination([(1.0, across(self, x, x))]),
            "sum": Combination([(1.0, along(self, none, none, x)), (2.0, Measure("heading", self.parent, self.child))]),
        }
        rows = PartRows.of(self, {"own": found[self.choice]})
        rows.function_of = [Ramp(0.0, 0.1)] if self.choice in ("moved", "sum") else [None]
        return rows


for _cls in (Track, Odd):
    del _cls.registry._classes[_cls.kind]


def test_rows_like_those_of_a_prismatic_joint_keep_their_distance() -> None:
    m = sn.Mechanism("cart", gravity=(0.3, -9.81))
    m.body("cart", mass=2.0, inertia=0.1, at=(0.0, 0.2))
    m.add(Track(name="T", parent="ground", child="cart", at={"ground": (0, 0), "cart": (0, 0)}, axis="x", radius=0.2))
    runs = [sn.simulate(m, duration=1.0, formulation=word) for word in ("planar", "tree")]
    for run in runs:
        np.testing.assert_allclose(run["cart.y"].values, 0.2, atol=1e-10)
        np.testing.assert_allclose(run["cart.x"].values, 0.15 * run.time**2, atol=1e-8)
        np.testing.assert_allclose(run["cart.angle"].values, 0.0, atol=1e-12)


@pytest.mark.parametrize(
    ("choice", "what"),
    [
        ("stretched", "no such row as 'O.own'"),
        ("moved", "no such row as 'O.own'"),
        ("cosine", "no such row as 'O.own'"),
        ("sum", "no sum that depends on time, as in row 'O.own'"),
    ],
)
def test_rows_that_the_plane_does_not_have_are_refused(choice: str, what: str) -> None:
    m = sn.Mechanism("two")
    for name, x in (("a", 0.0), ("b", 1.0)):
        m.body(name, mass=1.0, inertia=0.1, at=(x, 0.0))
    m.add(Odd(name="O", parent="a", child="b", length=1.0, choice=choice))
    with pytest.raises(sn.UnsupportedError, match=f"odd 'O': the planar equations have {what}"):
        sn.Planar(m)
    assert sn.Tree(m).row_names[-1] == "O.own"
