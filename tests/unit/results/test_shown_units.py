"""Units that plots and tables are asked for: each fits something, or is refused with those that would."""

from __future__ import annotations

import numpy as np
import pytest

from snodo.errors import SnodoError
from snodo.math.units import UnitError
from snodo.results.shown_units import ShownUnits, fitting, tidy

ANGLE, SPEED, TORQUE, ENERGY, FORCE = (
    ("A.angle", "rad"),
    ("A.speed", "rad/s"),
    ("motor.effort", "N m"),
    ("energy.total", "J"),
    ("B.reaction.fx", "N"),
)


def shown(units, *series):
    found = ShownUnits(units)
    answers = [found.of(*one) for one in series]
    found.check()
    return answers


def test_without_units_numbers_are_not_touched():
    x = np.array([0.1, 0.2])
    unit, same = ShownUnits().converted("A.angle", "rad", x)
    assert unit == "rad"
    assert same is x


def test_one_unit_is_for_all_that_it_fits():
    (deg, factor), other = shown("deg", ANGLE, TORQUE)
    assert deg == "deg"
    assert factor * np.pi == pytest.approx(180.0, rel=1e-15)
    assert other == ("N m", 1.0)


def test_several_units_each_for_what_it_fits():
    (_, _), (rpm, factor) = shown(["deg", "rpm"], ANGLE, SPEED)
    assert (rpm, factor * 2 * np.pi) == ("rpm", pytest.approx(60.0))


@pytest.mark.parametrize("kind", ["angle", "A.angle"])
def test_units_by_kind_and_by_series(kind):
    assert shown({kind: "deg"}, ANGLE)[0][0] == "deg"


def test_the_name_of_a_series_comes_before_its_kind():
    first, second = shown({"angle": "deg", "A.angle": "rev"}, ANGLE, ("B.angle", "rad"))
    assert (first[0], second[0]) == ("rev", "deg")


def test_a_vector_by_its_name():
    units = shown({"B.reaction": "kN"}, FORCE, ("B.reaction.torque", "N m"))
    assert [unit for unit, _ in units] == ["kN", "N m"]


def test_a_torque_is_no_energy():
    assert [unit for unit, _ in shown(["kJ", "N*mm"], ENERGY, TORQUE)] == ["kJ", "N mm"]
    with pytest.raises(UnitError, match=r"motor\.effort is in N m"):
        shown("J", TORQUE)


@pytest.mark.parametrize(
    ("units", "series", "words"),
    [
        ("deg", [FORCE], r"'deg' does not fit: B.reaction.fx is in N \(also kN, lbf\)"),
        ("Hz", [SPEED], r"A.speed is in rad/s \(also rpm, deg/s\)"),
        (["deg", "rev"], [ANGLE], "'deg' and 'rev' both fit"),
        ("dge", [ANGLE], "did you mean 'deg'"),
        ({"A.angel": "deg"}, [ANGLE], "did you mean 'A.angle'"),
        ({"force": "deg"}, [FORCE], "'deg' is no unit of force"),
        (5, [ANGLE], "units is 5"),
        ([5], [ANGLE], "units has 5"),
        ({"angle": 5}, [ANGLE], "units has 5 for 'angle'"),
    ],
)
def test_units_that_do_not_fit_say_which_would(units, series, words):
    with pytest.raises(SnodoError, match=words):
        shown(units, *series)


def test_units_are_printed_as_engineers_write_them():
    assert [tidy(text) for text in ("N*mm", "mm/s^2", "kg*m^2")] == ["N mm", "mm/s²", "kg m²"]


def test_a_unit_of_the_user_is_left_alone():
    assert shown(None, ("mine", "furlong")) == [("furlong", 1.0)]
    with pytest.raises(UnitError, match="does not fit"):
        shown("deg", ("mine", "furlong"))


def test_those_that_fit():
    assert fitting(["deg", "kN"], dict([ANGLE])) == ["deg"]
    assert fitting({"force": "kN", "angle": "deg"}, dict([FORCE])) == {"force": "kN"}
