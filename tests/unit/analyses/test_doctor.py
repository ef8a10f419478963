"""The doctor against hand analysis: parallelogram, door, table, Bricard; and what is contradictory or singular."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from benchmarks.mechanisms import bricard, slider_crank
from benchmarks.references import BRICARD_AXES, BRICARD_HINGES
from tests import mechanisms
from tests.mechanisms import parallelogram

import snodo as sn

HIGH = np.sqrt(3) / 2
FORMULATIONS = ["planar", "tree"]


def door(lower: str = "revolute", upper: str = "revolute") -> sn.Mechanism:
    """A leaf of 20 kg, 0.8 m wide, hung at two places 1.4 m apart on the z axis."""
    m = sn.Mechanism("door", dimension=3, gravity=(0, 0, -9.81))
    m.box("leaf", (0.8, 0.04, 2.0), (0.4, 0, 1.0), mass=20)
    for name, kind, z in (("lower", lower, 0.3), ("upper", upper, 1.7)):
        more: dict[str, Any] = {} if kind == "spherical" else {"axis": "z"}
        getattr(m, kind)(name, "ground", "leaf", at=(0, 0, z), **more)
    return m


def table(*feet: tuple[float, float], load: tuple[float, float] | None = None) -> sn.Mechanism:
    """A rigid top of 20 kg, 1 m square, on point supports that hold it in z alone."""
    m = sn.Mechanism("table", dimension=3, gravity=(0, 0, -10) if load is None else (0, 0, 0))
    m.box("top", (1, 1, 0.04), (0.5, 0.5, 0.7), mass=20)
    for k, (x, y) in enumerate(feet or ((0, 0), (1, 0), (1, 1), (0, 1)), 1):
        m.selection(f"leg{k}", "ground", "top", ["x", "y", "rx", "ry", "rz"], at=(x, y, 0.7))
    if load is not None:
        m.point_force("load", "top", (0, 0, -100), at=(*load, 0.7))
    return m


def four_bar(*places: tuple[float, float]) -> sn.Mechanism:
    return mechanisms.four_bar(*places, rocker="DC")


# ---------------------------------------------------------------- healthy
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_healthy_four_bar(formulation: str) -> None:
    found = sn.doctor(four_bar(), formulation)
    assert found.healthy
    assert (found.coordinates, found.rows, found.grubler, found.degrees_of_freedom) == (9, 8, 1, 1)
    assert all(not verdict.undetermined for verdict in found.reactions_known.values())
    assert found.motions[0].words == "crank turns about A, coupler moves and turns clockwise, rocker turns about D"
    assert str(found).endswith("All reactions are determined.\nNo problems found.")


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_free_motions_in_words(formulation: str) -> None:
    (motion,) = sn.doctor(slider_crank(), formulation).motions
    assert motion.words == "crank turns about A, rod moves and turns clockwise, slider moves along −x"
    assert motion.lasts


def test_a_body_that_nothing_holds() -> None:
    m = sn.Mechanism("free", dimension=3)
    m.box("b", (1, 1, 1), (0, 0, 0), mass=1)
    found = sn.doctor(m)
    assert (found.degrees_of_freedom, found.rows, found.reactions_known) == (6, 0, {})
    assert [motion.words for motion in found.motions][:3] == ["b moves along x", "b moves along y", "b moves along z"]


# ---------------------------------------------------------------- parallelogram
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_parallelogram_with_a_redundant_link(formulation: str) -> None:
    """Links can be stressed against one another along themselves, (1, √3)/2: the force across each is determined."""
    found = sn.doctor(parallelogram(), formulation)
    assert (found.grubler, found.degrees_of_freedom, len(found.redundant)) == (0, 1, 1)
    assert found.permanent
    for verdict in found.reactions_known.values():
        assert verdict.components == {"fx": False, "fy": False}
        np.testing.assert_allclose(verdict.only_along, (0.5, HIGH), atol=1e-9)
    assert "A0: the force along (0.5, 0.866) is not determined; the force across it is" in str(found)
    assert found.redundant[0].row == "B2.y"
    assert len(found.redundant[0].causes) == 11  # all others: the three links stand oblique


def test_the_remedy_of_the_parallelogram_cures_it() -> None:
    assert sn.doctor(parallelogram()).remedies == ["replace hinge B2 by a pin in a slot along x"]
    m = parallelogram()
    del m.joints["B2"]
    m.pin_in_slot("B2", "link2", "platform", axis=(1, 0), at=(2.5, HIGH))
    cured = sn.doctor(m)
    assert cured.healthy
    assert cured.degrees_of_freedom == 1


def test_upright_links_have_the_smaller_set_of_rows() -> None:
    """Links along y: only the rows in y depend on one another, and fx of every pin is determined."""
    m = sn.Mechanism("swing")
    m.bar("seat", (0, -1), (2, -1), mass=1)
    for k in range(3):
        m.bar(f"link{k}", (k, 0), (k, -1), mass=1)
        m.revolute(f"A{k}", "ground", f"link{k}", at=(k, 0))
        m.revolute(f"B{k}", f"link{k}", "seat", at=(k, -1))
    found = sn.doctor(m)
    (dependency,) = found.redundant
    assert {dependency.row, *dependency.causes} == {f"{a}{k}.y" for a in "AB" for k in range(3)}
    assert found.releases == [f"{a}{k}.y" for k in range(3) for a in "AB"]
    assert str(found.reactions_known["A1"]) == "A1: fy is not determined; the rest is"
    assert "hinge B2: moving along y — follows from hinge A0: moving along y; hinge B0: moving along y" in str(found)


# ---------------------------------------------------------------- door
def test_door_with_two_hinges() -> None:
    """Either hinge alone could carry everything: five rows too many, and nothing is determined of either."""
    found = sn.doctor(door())
    assert (found.grubler, found.degrees_of_freedom, len(found.redundant)) == (-4, 1, 5)
    wanted = dict.fromkeys(("fx", "fy", "fz", "mx", "my"), False)
    assert {name: v.components for name, v in found.reactions_known.items()} == {"lower": wanted, "upper": wanted}
    causes = {one.row: set(one.causes) for one in found.redundant}
    assert causes == {
        "upper.x": {"lower.x", "lower.ry"},
        "upper.y": {"lower.y", "lower.rx"},
        "upper.z": {"lower.z"},
        "upper.rx": {"lower.rx"},
        "upper.ry": {"lower.ry"},
    }
    assert found.motions[0].words == "leaf turns about z at lower"
    assert "hinge upper: turning about x — follows from hinge lower: turning about x" in str(found)


def test_door_on_two_balls() -> None:
    """Across the axis the forces follow from moments; along it the balls share the weight as they please."""
    found = sn.doctor(door("spherical", "spherical"))
    assert (found.grubler, found.degrees_of_freedom) == (0, 1)
    for verdict in found.reactions_known.values():
        assert verdict.components == {"fx": True, "fy": True, "fz": False}
    assert str(found.reactions_known["upper"]) == "upper: fz is not determined; the rest is"
    across = 20 * 9.81 * 0.4 / 1.4
    reactions = found.reactions()
    np.testing.assert_allclose(reactions["upper"][:3], (-across, 0, 20 * 9.81 / 2), atol=1e-9)
    np.testing.assert_allclose(reactions["lower"][:3], (across, 0, 20 * 9.81 / 2), atol=1e-9)
    shared = found.reactions("elastic", {"lower": 3e6, "upper": 1e6})
    np.testing.assert_allclose([shared[n][2] for n in ("lower", "upper")], 20 * 9.81 * np.array([0.75, 0.25]))
    np.testing.assert_allclose(shared["upper"][0], -across)


def test_door_on_a_hinge_and_a_ball() -> None:
    """The hinge's moments and the ball's forces can work against one another: only what vanishes is known."""
    found = sn.doctor(door("revolute", "spherical"))
    assert found.rows - found.rank == 3
    assert not any(found.reactions_known["lower"].components.values())
    assert not any(found.reactions_known["upper"].components.values())


def test_the_remedy_of_the_door_cures_it() -> None:
    assert sn.doctor(door()).remedies == [
        "replace hinge upper by a ball in a slot along its axis",
        "replace hinge lower by a ball joint",
    ]
    cured = sn.doctor(door("spherical", "pin_in_slot"))
    assert cured.healthy
    assert cured.degrees_of_freedom == 1
    np.testing.assert_allclose(cured.reactions(axes="world")["lower"][:3], (20 * 9.81 * 0.4 / 1.4, 0, 20 * 9.81))


# ---------------------------------------------------------------- table
def test_table_with_four_legs() -> None:
    """Four unknowns, three equations; diagonal pairs can be stressed against one another: (1, −1, 1, −1)."""
    found = sn.doctor(table())
    assert (found.grubler, found.degrees_of_freedom, found.rows - found.rank) == (2, 3, 1)
    assert [v.components for v in found.reactions_known.values()] == [{"fz": False}] * 4
    assert found.releases == ["leg1.z", "leg2.z", "leg3.z", "leg4.z"]
    assert found.redundant[0].causes == ("leg1.z", "leg2.z", "leg3.z")
    assert "leg2: fz, its only component, is not determined" in str(found)


def test_a_leg_that_is_determined() -> None:
    """Three legs in one line and one beside it: the moment about that line gives the one, the others are open."""
    found = sn.doctor(table((0, 0), (0, 0.5), (0, 1), (1, 0.5)))
    known = {name: v.components["fz"] for name, v in found.reactions_known.items()}
    assert known == {"leg1": False, "leg2": False, "leg3": False, "leg4": True}
    assert found.reactions()["leg4"][2] == pytest.approx(100.0)
    assert {found.redundant[0].row, *found.redundant[0].causes} == {"leg1.z", "leg2.z", "leg3.z"}


def test_a_table_loaded_over_one_leg() -> None:
    """(100, 0, 0, 0) + z (1, −1, 1, −1) with the least norm: z = −25."""
    found = sn.doctor(table(load=(0, 0)))
    legs = [f"leg{k}" for k in range(1, 5)]
    np.testing.assert_allclose([found.reactions()[leg][2] for leg in legs], (75, 25, -25, 25), atol=1e-9)
    equal = found.reactions("elastic", stiffness=2e5)
    np.testing.assert_allclose([equal[leg][2] for leg in legs], (75, 25, -25, 25), atol=1e-9)
    soft = found.reactions("elastic", dict(zip(legs, (1e6, 1e6, 1e-6, 1e6))))  # leg 3 gives way: all on leg 1
    np.testing.assert_allclose([soft[leg][2] for leg in legs], (100, 0, 0, 0), atol=1e-6)


def test_elastic_shares_are_those_of_springs_under_a_rigid_top() -> None:
    """Vertical springs of stiffness k_i under a rigid plane: f_i = k_i (a + b x_i + c y_i), equilibrium for a, b, c."""
    feet, k = [(0, 0), (1, 0), (1, 1), (0, 1), (0.3, 0.2)], np.array([1.0, 2.0, 3.0, 4.0, 5.0]) * 1e5
    P = np.column_stack([np.ones(5), np.array(feet)])
    sag = np.linalg.solve(P.T @ np.diag(k) @ P, 100 * np.array([1, 0.7, 0.4]))
    found = sn.doctor(table(*feet, load=(0.7, 0.4))).reactions("elastic", {f"leg{j + 1}": k[j] for j in range(5)})
    np.testing.assert_allclose([found[f"leg{j}"][2] for j in range(1, 6)], k * (P @ sag), rtol=1e-9)


# ---------------------------------------------------------------- Bricard
def test_bricard() -> None:
    """One loop passes one and the same wrench through all hinges: the one that does no work at any of the six axes."""
    axes = np.array([np.eye(3)["xyz".index(letter)] for letter in BRICARD_AXES])
    places = np.array(BRICARD_HINGES, float)
    lines = np.hstack([np.cross(places, axes), axes])  # (velocity of the origin, ω) of a turn about each axis
    sizes, wrench = np.linalg.svd(lines)[1:]
    assert sizes[4] > 0.1
    assert sizes[5] < 1e-12
    f, torque = wrench[5, :3], wrench[5, 3:]
    found = sn.doctor(bricard())
    assert (found.grubler, found.degrees_of_freedom, len(found.redundant)) == (0, 1, 1)
    assert found.permanent
    for k, place in enumerate(places):
        there = np.concatenate([f, torque - np.cross(place, f)])
        labels = [c for c in ("fx", "fy", "fz", "mx", "my", "mz") if c != f"m{BRICARD_AXES[k]}"]
        values = dict(zip(("fx", "fy", "fz", "mx", "my", "mz"), there))
        wanted = {c: bool(abs(values[c]) < 1e-9) for c in labels}
        assert found.reactions_known[f"P{k + 1}"].components == wanted
    assert found.remedies == ["replace hinge P6 by a universal joint"]


# ---------------------------------------------------------------- singular
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_change_point(formulation: str) -> None:
    found = sn.doctor(four_bar((0, 0), (1, 0), (3, 0), (2, 0)), formulation)
    assert (found.grubler, found.degrees_of_freedom) == (1, 2)
    assert found.singular == ["D.x"]
    assert not found.healthy
    assert "singular position" in str(found)
    assert "start it a little aside" in found.remedies[0]
    assert sn.doctor(four_bar((0, 0), (0.8, 0.6), (2.8, 0.6), (2, 0)), formulation).healthy


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_shaky_position(formulation: str) -> None:
    """Two bars in line between two pins: the knee can start to move, and gets nowhere."""
    m = sn.Mechanism("knee")
    m.add_points(A=(0, 0), B=(1, 0), C=(2, 0))
    m.bar("one", "A", "B", mass=1)
    m.bar("two", "B", "C", mass=1)
    m.revolute("A", "ground", "one")
    m.revolute("B", "one", "two")
    m.revolute("C", "ground", "two")
    found = sn.doctor(m, formulation)
    assert [motion.lasts for motion in found.motions] == [False]
    assert found.singular == []
    assert "(instantaneous only: it cannot continue)" in str(found)
    assert "shaky" in found.remedies[0]


# ---------------------------------------------------------------- contradictory
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_two_rods_of_different_length(formulation: str) -> None:
    m = sn.Mechanism("rods")
    m.box("b", (1, 1), (0, 0), mass=1)
    m.rod("short", "ground", "b", (0, 3), (0, 0.5))
    m.rod("long", "ground", "b", (0, 3), (0, 0.5), length=2.7)
    m.rod("other", "ground", "b", (3, 0), (0.5, 0))
    found = sn.doctor(m, formulation)
    assert found.contradictory == ["short.length", "long.length"]
    assert found.q is None
    assert "rods does not assemble" in str(found)
    with pytest.raises(sn.SnodoError, match="there are no reactions"):
        found.reactions()


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_links_that_are_too_short(formulation: str) -> None:
    """Stretched along x, the chain lacks 1 m: its rows in x cannot hold together, those in y can."""
    m = sn.Mechanism("short")
    m.add_points(A=(0, 0), B=(1, 0), C=(2, 0))
    m.bar("one", "A", "B", mass=1)
    m.bar("two", "B", "C", mass=1)
    m.revolute("A", "ground", "one")
    m.revolute("B", "one", "two")
    m.revolute("C", "ground", "two", at={"ground": (3, 0), "two": (0.5, 0)})
    assert sn.doctor(m, formulation).contradictory == ["A.x", "B.x", "C.x"]


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_two_drivers_against_one_another(formulation: str) -> None:
    m = parallelogram(2)
    m.driver("one", joint="A0", speed=1.0)
    m.driver("two", joint="A1", speed=2.0)
    found = sn.doctor(m, formulation)
    assert {"one.angle", "two.angle"} <= set(found.contradictory)
    assert "driver two: its prescribed angle" in found.contradiction
    assert "make what is prescribed agree" in found.remedies[0]


def test_a_driver_too_many_is_left_out() -> None:
    m = parallelogram(2)
    m.driver("one", joint="A0", speed=1.0)
    m.driver("two", joint="A1", speed=1.0)
    assert sn.doctor(m).remedies == ["remove driver two: it adds no constraint"]


# ---------------------------------------------------------------- out of scale
def test_masses_and_springs_out_of_scale() -> None:
    m = four_bar()
    m.bodies["crank"].mass = 5e-8
    m.spring("hard", "ground", "rocker", (0.2, 0.3), "C", stiffness=1e15)
    m.spring("soft", "ground", "rocker", (0.2, 0.3), "C", stiffness=1.0)
    m.run.duration = 10.0
    remarks = "\n".join(sn.doctor(m).remarks)
    assert "'coupler' (1.2 kg) is 2.4e+07 times as heavy as 'crank' (5e-08 kg)" in remarks
    assert "spring 'hard' has a period of" in remarks
    assert "of the run: it is practically rigid" in remarks


def test_the_period_of_a_spring() -> None:
    """A mass of 2 kg on a guide: 2π √(m/k); a bar about its end on a torsional spring: 2π √(I/k)."""
    from snodo.analyses.doctor.free_bodies import FreeBodies
    from snodo.analyses.doctor.scaling import periods
    from snodo.math.labelled_rows import null_space

    m = sn.Mechanism("two", gravity=(0, 0))
    m.box("cart", (1, 1), (3, 0), mass=2)
    m.prismatic("guide", "ground", "cart", axis="x", at=(3, 0))
    m.spring("coil", "ground", "cart", (0, 0), (3, 0), stiffness=50.0)
    m.bar("arm", (0, 5), (1, 5), mass=3)
    m.revolute("pivot", "ground", "arm", at=(0, 5))
    m.torsional_spring("hair", "pivot", stiffness=7.0)
    for F in (sn.Planar(m), sn.Tree(m)):
        q = F.reference()[0]
        found = periods(FreeBodies(F, q), null_space(F.jacobian(q)))
        assert found == pytest.approx({"coil": 2 * np.pi * np.sqrt(2 / 50), "hair": 2 * np.pi * np.sqrt(1 / 7)})


# ---------------------------------------------------------------- wrong questions
def test_wrong_questions_are_answered() -> None:
    found = sn.doctor(table())
    with pytest.raises(sn.NameNotFound, match="no resolution 'plastic'"):
        found.reactions("plastic")
    with pytest.raises(sn.SnodoError, match="is needed for the elastic resolution, and for no other"):
        found.reactions("elastic")
    with pytest.raises(sn.SnodoError, match="none is given for leg2, leg3, leg4"):
        found.reactions("elastic", {"leg1": 1e6})
    with pytest.raises(sn.NameNotFound, match="did you mean 'leg1'"):
        found.reactions("elastic", {"leg11": 1e6})
    with pytest.raises(sn.SnodoError, match="positive number"):
        found.reactions("elastic", -1.0)
    with pytest.raises(sn.NameNotFound, match="no axes 'body'"):
        found.reactions(axes="body")
    m = sn.Mechanism("both sides", dimension=3)
    m.box("b", (1, 1, 1), (0, 0, 0), mass=1)
    m.selection("odd", "ground", "b", ["x", "rz", "y"], at=(0, 0, 0))
    with pytest.raises(sn.UnsupportedError, match="translations both before and after its rotations"):
        sn.doctor(m)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_wheels_on_one_axle_share_what_holds_them_sideways(formulation: str) -> None:
    m = sn.Mechanism("axle", dimension=3, gravity=(0, 0, -9.81))
    m.box("cart", (0.4, 1.0, 0.1), at=(0, 0, 0.3), mass=5.0)
    for name, y in (("L", 0.5), ("R", -0.5)):
        m.body(name, mass=1.0, inertia=(0.02, 0.04, 0.02), at=(0, y, 0.3))
        m.revolute(f"J{name}", "cart", name, axis="y", at=(0, y, 0.3))
        m.rolling(f"C{name}", "ground", name, 0.3, normal="z", axis="y", at=(0, y, 0.3))
    found = sn.doctor(m, formulation)
    for name in ("CL", "CR"):
        assert found.reactions_known[name].components == {"height": True, "forward": True, "sideways": False}
        assert f"  {name}: sideways is not determined; the rest is" in str(found)
        assert name in sn.mobility(m, formulation=formulation).undetermined


def test_the_reaction_of_a_blade_is_determined() -> None:
    m = sn.Mechanism("sleigh")
    m.body("sleigh", mass=1.0, inertia=0.1, at=(0, 0))
    m.knife_edge("P", "ground", "sleigh", axis="x", at=(0, 0))
    found = sn.doctor(m)
    assert found.reactions_known["P"].components == {"across": True}
    assert "All reactions are determined." in str(found)


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_twists_of_many_motions_are_those_of_each(formulation: str) -> None:
    from snodo.formulations.bind import bind
    from snodo.formulations.series.placed_bodies import PlacedBodies

    F = bind(mechanisms.four_bar(), formulation)
    bodies = PlacedBodies(F, F.reference()[0])
    S = np.random.default_rng(3).normal(size=(F.nv, 4))
    for k, found in enumerate(bodies.all_twists(S)):
        for body, twist in bodies.twists(S[:, k]).items():
            np.testing.assert_allclose(found[body], twist, atol=1e-12)
