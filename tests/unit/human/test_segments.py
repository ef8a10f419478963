"""The segments of a person against the table of de Leva (1996) and its own alternative rows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import snodo as sn
from snodo.human import de_leva, segments
from snodo.mechanism.shapes.inertia import Inertia

SEXES = ("female", "male")
STATURES = st.floats(1.2, 2.3)
MASSES = st.floats(30.0, 200.0)


@given(STATURES, MASSES, st.sampled_from(SEXES))
def test_masses_add_up(stature: float, mass: float, sex: str) -> None:
    assert sum(s.count * s.mass for s in segments(stature, mass, sex).values()) == pytest.approx(mass, rel=1e-14)


def test_there_are_sixteen() -> None:
    assert sum(s.count for s in segments().values()) == 16


@pytest.mark.parametrize(
    ("sex", "name", "mass", "length", "com", "moments"),
    [
        # products of the printed fractions with 73.0 kg and the printed lengths, worked out by hand
        ("male", "thigh", 10.3368, 0.4222, 0.17289, (0.199441, 0.199441, 0.040907)),
        ("male", "head", 5.0662, 0.2033, 0.12149, (0.027439, 0.029603, 0.020383)),
        ("male", "foot", 1.0001, 0.2581, 0.11395, (0.0044003, 0.0039991, 0.0010244)),
        # 61.9 kg; the fractions add up to 0.9999
        ("female", "shank", 2.97769, 0.4323, 0.18814, (0.039671, 0.038491, 0.0047101)),
        ("female", "upper_trunk", 9.56450, 0.1425, 0.029597, (0.108087, 0.048944, 0.100125)),
    ],
)
def test_mean_subjects(sex: str, name: str, mass: float, length: float, com: float, moments: tuple[float]) -> None:
    population = de_leva.POPULATIONS[sex]
    s = segments(population.stature, population.mass, sex)[name]
    assert (s.mass, s.length, s.com) == pytest.approx((mass, length, com), rel=1e-4)
    assert s.moments == pytest.approx(moments, rel=2e-4)


@pytest.mark.parametrize("sex", SEXES)
def test_table_is_consistent(sex: str) -> None:
    """The three trunk parts are as heavy and as long as the whole trunk of the table."""
    population = de_leva.POPULATIONS[sex]
    parts = [population.rows[f"{word}_trunk"] for word in ("upper", "middle", "lower")]
    assert sum(row.mass for row in parts) == pytest.approx(population.trunk.mass)
    assert sum(row.length for row in parts) == pytest.approx(population.trunk.length)


@pytest.mark.parametrize("sex", SEXES)
def test_trunk_of_three_parts_is_the_whole_trunk(sex: str) -> None:
    """Composed from its parts, the trunk has nearly the centre of mass and the moments the table prints for it."""
    population = de_leva.POPULATIONS[sex]
    top, total = 0.0, None
    for word in ("upper", "middle", "lower"):
        row = population.rows[f"{word}_trunk"]
        k = np.array([row.sagittal, row.transverse, row.longitudinal]) * row.length
        part = Inertia(row.mass, (0.0, 0.0, -top - row.com * row.length), np.diag(row.mass * k**2))
        total, top = part if total is None else total + part, top + row.length
    whole = population.trunk
    assert -total.com[2] == pytest.approx(whole.com * whole.length, rel=0.03)
    k = np.sqrt(np.diag(total.tensor) / total.mass) / whole.length
    assert k[:2] == pytest.approx([whole.sagittal, whole.transverse], rel=0.05)


@pytest.mark.parametrize(
    ("sex", "cervicale", "shoulders", "fingertip"),
    [
        # lengths by the radii of gyration of rows Head 2, Trunk 3, Hand 2 (sagittal), which are printed with 3 digits
        ("male", 0.362 * 203.3 / 0.303, 0.372 * 531.9 / 0.384, 0.628 * 86.2 / 0.288),
        ("female", 0.330 * 200.2 / 0.271, 0.357 * 529.3 / 0.379, 0.531 * 78.0 / 0.244),
    ],
)
def test_alternative_endpoints(sex: str, cervicale: float, shoulders: float, fingertip: float) -> None:
    p = de_leva.POPULATIONS[sex]
    assert p.rows["head"].length_to(p.head_to_cervicale) == pytest.approx(cervicale, rel=3e-3)
    assert p.trunk.length_from(p.trunk_from_shoulders) == pytest.approx(shoulders, rel=3e-3)
    assert p.rows["hand"].length_to(p.hand_to_fingertip) == pytest.approx(fingertip, rel=3e-3)


@given(STATURES, MASSES, st.sampled_from(SEXES))
def test_moments_are_those_of_a_body(stature: float, mass: float, sex: str) -> None:
    for segment in segments(stature, mass, sex).values():
        low, middle, high = sorted(segment.moments)
        assert low > 0
        assert low + middle > high


@given(STATURES, MASSES, st.sampled_from(SEXES))
def test_scaling(stature: float, mass: float, sex: str) -> None:
    one = segments(stature, mass, sex)
    heavy, tall = segments(stature, 2 * mass, sex), segments(1.1 * stature, mass, sex)
    for name in one:
        assert heavy[name].moments == pytest.approx(2 * np.array(one[name].moments))
        assert tall[name].moments == pytest.approx(1.21 * np.array(one[name].moments))
        assert (tall[name].length, tall[name].com) == pytest.approx((1.1 * one[name].length, 1.1 * one[name].com))
        assert tall[name].mass == pytest.approx(one[name].mass)


def test_units_and_table() -> None:
    person = segments("175 cm", "70 kg", "female")
    assert (person.stature, person.mass) == (1.75, 70.0)
    text = str(person)
    assert text.splitlines()[0] == "female body: stature 1.75 m, mass 70 kg (de Leva 1996)"
    assert len(text.splitlines()) == 3 + 10
    assert "thigh (2 ×)" in text


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"sex": "f"}, "choose 'female' or 'male'"),
        ({"sex": 3}, "the sex of the body is 3"),
        ({"stature": -1.75}, "the stature of the body is -1.75"),
        ({"stature": 0}, "the stature of the body is 0"),
        ({"stature": 175}, '"175 cm"'),
        ({"stature": "70 kg"}, "the stature of the body"),
        ({"stature": "1.75 mm"}, "the stature of the body is 0.00175 m"),
        ({"stature": True}, "the stature of the body"),
        ({"mass": 70000}, "the mass of the body is 70000 kg"),
        ({"mass": 0.07}, "the mass of the body is 0.07 kg"),
        ({"mass": "70 m"}, "the mass of the body"),
        ({"sex": "Male"}, "choose 'female' or 'male'"),
        ({"stature": float("nan")}, "not a finite number"),
        ({"mass": 0.0}, "the mass of the body is 0"),
        ({"mass": None}, "the mass of the body"),
    ],
)
def test_wrong_person(wrong: dict, words: str) -> None:
    with pytest.raises(sn.MechanismError) as error:
        segments(**wrong)
    assert words in str(error.value)
    assert "test_segments.py" in str(error.value)


def test_all_mistakes_at_once() -> None:
    with pytest.raises(sn.MechanismError) as error:
        segments(-1, -1, "x")
    assert len(error.value.problems) == 3


def test_unknown_segment() -> None:
    with pytest.raises(sn.NameNotFound, match="thigh"):
        segments()["tigh"]
    assert "tigh" not in segments()
