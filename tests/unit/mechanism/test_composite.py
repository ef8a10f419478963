"""Composites written as tables: every shape is where it is said to be."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.mechanism.geometry import Geometry
from snodo.mechanism.shapes.composite import Part
from snodo.mechanism.shapes.shape import Particle


def drawn(parts) -> tuple[np.ndarray, float]:
    """World position of the centre of mass [m] and moment of inertia about it [kg m²]."""
    m = sn.Mechanism("parts")
    m.composite("c", parts)
    F = sn.Planar(m)
    return np.asarray(Geometry(m).pose("c").r), float(F.mass_matrix(F.reference())[2, 2])


def test_a_particle_is_at_the_place_behind_its_word() -> None:
    disc = {"disc": 0.1, "at": [0, 0], "mass": 2}
    by_word, by_at, by_object = (
        drawn([disc, particle])
        for particle in (
            {"particle": [1, 0], "mass": 2},
            {"particle": True, "at": [1, 0], "mass": 2},
            Part(Particle(), at=(1.0, 0.0), mass=2.0),
        )
    )
    for centre, moment in (by_word, by_at, by_object):
        np.testing.assert_allclose(centre[:2], [0.5, 0.0], atol=1e-15)
        assert moment == pytest.approx(2 * 0.1**2 / 2 + 4 * 0.5**2)


def test_a_particle_in_a_file_is_where_it_is_written() -> None:
    text = """
mechanism: hammer
points: {A: [0, 0]}
bodies:
  c: {composite: [{particle: ["1000 mm", 0], mass: 2}, {particle: [0, 1], mass: 2}]}
joints:
  A: {revolute: [ground, c], at: A}
"""
    m = sn.loads(text)
    np.testing.assert_allclose(Geometry(m).pose("c").r[:2], [0.5, 0.5], atol=1e-15)
    np.testing.assert_allclose(Geometry(sn.loads(sn.to_yaml(m))).pose("c").r[:2], [0.5, 0.5], atol=1e-15)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ({"particle": [1, 0], "at": [2, 0], "mass": 2}, "two places"),
        ({"particle": "A", "mass": 2}, "is not a list of coordinates"),
        ({"particle": 1.0, "mass": 2}, "is not a list of coordinates"),
        ({"particle": False, "mass": 2}, "is not a list of coordinates"),
        ({"plate": [[0, 0, 1], [1, 0, 1], [0, 1, 1]], "mass": 2}, "z = 1 m"),
        ({"bar": [[0, 0], [1, 0]], "mass": 2}, "part 1"),
        ({"disc": [1, 0], "mass": 2}, "part 1"),
        ({"sphere": [1, 0], "mass": 2}, "part 1"),
        ({"box": [1, 0], "mass": 2}, "part 1"),
    ],
)
def test_what_would_not_be_where_it_is_written_is_refused(part, words: str) -> None:
    with pytest.raises(sn.MechanismError, match=words):
        sn.Mechanism("parts").composite("c", [part])


@pytest.mark.parametrize("length", [1e61, 1e160, 1e200])
def test_lengths_whose_powers_overflow_are_refused_in_words(length: float) -> None:
    made = (
        lambda m: m.disc("c", length, at=(0, 0), mass=1),
        lambda m: m.sphere("c", length, at=(0, 0), mass=1),
        lambda m: m.box("c", (length, 1), at=(0, 0), mass=1),
        lambda m: m.bar("c", (0, 0), (length, 0), mass=1),
        lambda m: m.composite("c", [{"particle": [length, 0], "mass": 1}]),
        lambda m: m.add_points(A=(length, 0)),
    )
    for make in made:

        def bound(make=make) -> sn.Planar:
            m = sn.Mechanism("far")
            make(m)
            return sn.Planar(m)

        with pytest.raises(sn.SnodoError, match="at most 1e\\+60 m"):
            bound()
