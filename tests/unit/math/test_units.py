"""Numbers with units: good texts against factors worked out by hand, bad texts with their sentences."""

import math

import numpy as np
import pytest

from snodo.errors import SnodoError
from snodo.math.units import _KINDS, SI_UNIT, UnitError, quantity, unit

GOOD = [
    ("30 deg", "angle", math.pi / 6),
    ("30°", "angle", math.pi / 6),
    ("0.5 rev", "angle", math.pi),
    ("12 mm", "length", 0.012),
    ("12mm", "length", 0.012),
    ("-1.5e2 cm", "length", -1.5),
    ("10 in", "length", 0.254),
    ("2 ft", "length", 0.6096),
    ("60 rpm", "angular_speed", 2 * math.pi),
    ("180 deg/s", "angular_speed", math.pi),
    ("1 rev/s^2", "angular_acceleration", 2 * math.pi),
    ("3 N/mm", "stiffness", 3000.0),
    ("1 lbf/in", "stiffness", 175.12683524647636),
    ("2e-3 kg*m^2", "inertia", 2e-3),
    ("0.5 kg m^2", "inertia", 0.5),
    ("5 g·cm²", "inertia", 5e-7),
    ("7850 kg/m^3", "density", 7850.0),
    ("7.85 g/cm³", "density", 7850.0),
    ("10 N*m/rad", "torsional_stiffness", 10.0),
    ("10 N*m", "torsional_stiffness", 10.0),
    ("1 N*m/deg", "torsional_stiffness", 180 / math.pi),
    ("2 N*m*s/rad", "torsional_damping", 2.0),
    ("2 N*s/m", "damping", 2.0),
    ("2 kg/s", "damping", 2.0),
    ("2 N/(m/s)", "damping", 2.0),
    ("5 kN", "force", 5000.0),
    ("1 kgf", "force", 9.80665),
    ("1 lbf", "force", 4.4482216152605),
    ("1.2 bar", "pressure", 1.2e5),
    ("210 GPa", "pressure", 2.1e11),
    ("9.81 m/s^2", "acceleration", 9.81),
    ("9.81 m s^-2", "acceleration", 9.81),
    ("9.81 m/s**2", "acceleration", 9.81),
    ("36 km/h", "speed", 10.0),
    ("2 Hz", "frequency", 2.0),
    ("2 1/s", "frequency", 2.0),
    ("2/s", "frequency", 2.0),
    ("250 g", "mass", 0.25),
    ("2 lb", "mass", 0.90718474),
    ("1.5 min", "time", 90.0),
    ("3 N*m", "torque", 3.0),
    ("3 N*m", "energy", 3.0),
    ("2 kW", "power", 2000.0),
    ("4 mm^2", "area", 4e-6),
    ("1e-3", "length", 1e-3),
    (" 3 ", "number", 3.0),
    ("5 µm", "length", 5e-6),
    ("5 um", "length", 5e-6),
    ("5 µs", "time", 5e-6),
    ("2 MN", "force", 2e6),
    ("2 mg", "mass", 2e-6),
    ("2 MW", "power", 2e6),
    ("2 kHz", "frequency", 2000.0),
    ("2 kPa", "pressure", 2000.0),
    (".5", "number", 0.5),
    (3, "mass", 3.0),
    (np.float64(2.5), "mass", 2.5),
    (np.int64(2), "mass", 2.0),
]


@pytest.mark.parametrize(("text", "kind", "value"), GOOD)
def test_good_texts(text: object, kind: str, value: float) -> None:
    result = quantity(text, kind)
    assert type(result) is float
    assert result == pytest.approx(value, rel=1e-14)


BAD = [
    ("30 deg", "length", "'30 deg' is an angle where a length (m, mm, cm, in …) is expected"),
    ("2 Hz", "angular_speed", "'2 Hz' is a frequency where an angular speed (rad/s, rpm, deg/s …) is expected"),
    ("60 rpm", "frequency", "'60 rpm' is an angular speed where a frequency"),
    ("5 N*m", "force", "'5 N*m' is a torque or an energy where a force"),
    ("5 m^2*kg^2", "force", "a quantity in m^2*kg^2"),
    ("2 rad", "number", "'2 rad' is an angle where a plain number without a unit is expected"),
    ("3 degg", "angle", "did you mean 'deg'?"),
    ("3 foo", "length", "there is no unit 'foo'\n    → write a number in m"),
    ("60 rmp", "angular_speed", "there is no unit 'rmp'\n    → did you mean 'rpm'?"),
    ("20 N/Mm", "stiffness", "there is no unit 'Mm'\n    → did you mean 'mm'?"),
    ("2 KG", "mass", "did you mean 'kg'?"),
    ("2 Gm", "length", "there is no unit 'Gm'"),
    ("0,1 m", "length", "write decimals with a point: 0.1"),
    ("3 m**2.5", "area", "'.' does not belong in a unit"),
    ("5 %", "number", "'%' does not belong in a unit"),
    ("3 m2", "area", "powers are written m^2"),
    ("3 N/m s", "damping", "can be understood in two ways"),
    ("3 m*", "length", "a unit is missing at the end"),
    ("3 *m", "length", "a unit is missing where '*' stands"),
    ("3 m^", "length", "is not an exponent"),
    ("3 m^t", "length", "'t' is not an exponent"),
    ("3 (m", "length", "a ')' is missing"),
    ("3 m)", "length", "')' is not expected"),
    ("3 4", "length", "a unit is missing where '4' stands"),
    ("3 " + "m*" * 60 + "m", "length", "too long"),
    ("3 " + "*".join(["GPa^9"] * 9), "length", "too large or too small"),
    ("", "length", "does not begin with a number"),
    ("mm", "length", "does not begin with a number"),
    ("nan", "length", "does not begin with a number"),
    ("1_000", "length", "does not belong in a unit"),
    ("1e999 m", "length", "is not a finite number"),
    (float("nan"), "mass", "nan is not a finite number where a mass"),
    (-math.inf, "mass", "is not a finite number"),
    (10**400, "mass", "is not a finite number"),
    (True, "mass", "True (bool) is given where a mass"),
    (None, "mass", "nothing (None) is given where a mass"),
    ([1], "mass", "[1] (list)"),
    (1 + 2j, "mass", "(complex)"),
    (3, "lenght", "did you mean 'length'?"),
]


@pytest.mark.parametrize(("text", "kind", "sentence"), BAD)
def test_bad_texts(text: object, kind: str, sentence: str) -> None:
    with pytest.raises(UnitError) as caught:
        quantity(text, kind)
    assert sentence in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, SnodoError)
    assert caught.value.problems[0].remedy or "too l" in sentence


@pytest.mark.parametrize("kind", SI_UNIT)
def test_a_bare_number_is_in_the_si_unit(kind: str) -> None:
    assert unit(SI_UNIT[kind]).factor == 1.0
    assert quantity(f"1.5 {SI_UNIT[kind]}", kind) == quantity(1.5, kind) == 1.5


@pytest.mark.parametrize("kind", SI_UNIT)
def test_the_units_shown_in_messages_are_understood(kind: str) -> None:
    for text in _KINDS[kind]:
        assert quantity(f"1 {text}", kind) > 0.0
