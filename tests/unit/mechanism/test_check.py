"""A field changed after construction is converted again, or told."""

import pytest

import snodo as sn
from snodo.errors import MechanismError


@pytest.fixture
def press():
    m = sn.Mechanism("press")
    m.add_points(A=(0, 0), B=(0.1, 0))
    m.bar("arm", "A", "B", mass=1.0)
    m.revolute("A", "ground", "arm")
    m.spring("work", "ground", "arm", (0.1, 0.1), "B", stiffness=1.0)
    m.driver("motor", joint="A", speed=1.0)
    return m


def test_a_changed_field_is_converted(press):
    press.forces["work"].stiffness = "40 N/mm"
    press.bodies["arm"].mass = "500 g"
    press.drivers["motor"].speed = "60 rpm"
    press.run.duration = "200 ms"
    press.check()
    assert press.forces["work"].stiffness == 40_000.0
    assert press.bodies["arm"].mass == 0.5
    assert press.drivers["motor"].speed(0.0) == pytest.approx(6.283185307179586)
    assert press.run.duration == 0.2


@pytest.mark.parametrize(
    ("section", "name", "field", "value", "sentence"),
    [
        ("forces", "work", "stiffness", "40 mm", "spring 'work': stiffness: '40 mm' is a length"),
        ("forces", "work", "stiffness", None, "stiffness: nothing"),
        ("forces", "work", "force", {"ramp": 1}, "is not a function of time"),
        ("bodies", "arm", "mass", [1], "mass: [1] (list)"),
        ("bodies", "arm", "ends", None, "None is not a list of points"),
        ("bodies", "arm", "density", "stell", "did you mean 'steel'?"),
        ("joints", "A", "parent", 3, "3 is not a name"),
        ("joints", "A", "at", [1, 2, 3, 4], "decimals are written with a point"),
        ("drivers", "motor", "speed", [1], "[1] is not a function of time"),
    ],
)
def test_a_bad_value_is_a_problem(press, section, name, field, value, sentence):
    setattr(getattr(press, section)[name], field, value)
    for _ in range(2):
        with pytest.raises(MechanismError) as caught:
            press.check()
        assert sentence in str(caught.value)
