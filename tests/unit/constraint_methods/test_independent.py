"""Names of independent velocities: what is accepted, and what the errors say."""

from __future__ import annotations

import pytest

import snodo as sn
from mechanisms import four_bar, spatial_slider_crank
from snodo.constraint_methods.independent import freedom, independent_columns


def found(F, names: list) -> list[str]:
    q, _ = F.reference()
    return [F.velocity_names[k] for k in independent_columns(F, q, names)]


@pytest.mark.parametrize("name", ["crank.omega", "crank.angle", "A", "A.angle", "A.speed"])
def test_one_velocity_has_many_names_in_the_plane(name: str) -> None:
    assert found(sn.Planar(four_bar()), [name]) == ["crank.omega"]
    assert freedom(sn.Planar(four_bar()), sn.Planar(four_bar()).reference()[0]) == 1


@pytest.mark.parametrize(("name", "velocity"), [("A", "A.speed"), ("B.angle", "B.speed"), ("D.speed", "D.speed")])
def test_joints_of_a_tree(name: str, velocity: str) -> None:
    assert found(sn.Tree(four_bar()), [name]) == [velocity]


@pytest.mark.parametrize(
    ("formulation", "name", "velocity"),
    [
        (sn.Spatial, "A", "crank.w2"),  # the crank's cylinder has its own axes: its second lies along the pin
        (sn.Spatial, "rail", "slider.vx"),
        (sn.Spatial, "slider.x", "slider.vx"),
        (sn.Spatial, "rail.displacement", "slider.vx"),
        (sn.Tree, "B.wx", "B.wx"),
        (sn.Tree, "rail", "rail.speed"),
    ],
)
def test_joints_and_coordinates_in_space(formulation: type, name: str, velocity: str) -> None:
    assert found(formulation(spatial_slider_crank()), [name]) == [velocity]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["crank.vX"], r"there is no velocity 'crank.vX'\n.*did you mean 'crank.v"),
        (["B"], r"'B' is not a velocity of its own: its rate depends on crank.omega, coupler.omega"),
        (["A", "crank.angle"], r"'crank.angle' repeats the same velocity as 'A'"),
        (["A", "A"], r"'A' repeats it"),
        (
            ["A", "D"],
            r"2 named, but 'four-bar' has degrees of freedom: 1 \(9 velocities and 8",
        ),
        ([], r"0 named.*\n.*name 1 of crank.vx"),
        ([5], r"5 is not a name\n.*give names such as crank.vx"),
    ],
)
def test_mistakes_are_named(names: list, words: str) -> None:
    with pytest.raises(sn.SnodoError, match=words):
        found(sn.Planar(four_bar()), names)


def test_an_angular_velocity_of_the_plane_is_answered_with_that_in_space() -> None:
    for word, own in (("omega", "w3"), ("wz", "w3"), ("wx", "w1")):
        with pytest.raises(sn.SnodoError, match=f"no velocity 'crank.{word}'\n.*did you mean 'crank.{own}'"):
            found(sn.Spatial(four_bar()), [f"crank.{word}"])


@pytest.mark.parametrize(
    ("formulation", "name", "words"),
    [
        (sn.Tree, "C", "its rate depends on A.speed, B.speed, D.speed"),
        (sn.Planar, "A.x", "has no 'x'"),
    ],
)
def test_joints_without_a_velocity_of_their_own(formulation: type, name: str, words: str) -> None:
    with pytest.raises(sn.SnodoError, match=words):
        found(formulation(four_bar()), [name])


@pytest.mark.parametrize(
    ("name", "words"),
    [("crank.e0", "its rate is no single velocity"), ("B", "ball joint|spherical 'B' has no single coordinate")],
)
def test_attitudes_have_none(name: str, words: str) -> None:
    with pytest.raises(sn.SnodoError, match=words):
        found(sn.Spatial(spatial_slider_crank()), [name])


def test_all_mistakes_are_reported_at_once() -> None:
    with pytest.raises(sn.SnodoError) as error:
        found(sn.Planar(four_bar()), ["nothing", "B"])
    assert len(error.value.problems) == 2
