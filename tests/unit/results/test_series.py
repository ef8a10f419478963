"""The forces read from a result are those that moved it: Newton's law for one body, force by force."""

import pickle

import numpy as np
import pytest

import snodo as sn


@pytest.fixture(scope="module")
def cart():
    m = sn.Mechanism("cart")
    m.add_points(wall=(0, 0), C=(0.5, 0))
    m.box("mass", (0.1, 0.1, 0.1), at="C", mass=2.0)
    m.prismatic("guide", "ground", "mass", axis="x", at="C")
    m.spring("spring", "ground", "mass", "wall", "C", stiffness=900.0, damping=5.0, length=0.45, force="3*sin(20*t)")
    m.joint_force("push", sn.Harmonic(4.0, 3.0), joint="guide")
    m.friction("rub", "guide", viscous=1.5, coulomb=0.7, smoothing=0.05)
    return sn.simulate(m, 1.0)


@pytest.fixture(scope="module")
def pendulum():
    m = sn.Mechanism("pendulum")
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("arm", "A", "B", mass=3.0)
    m.revolute("A", "ground", "arm", reference="10 deg")
    m.torsional_spring("coil", "A", stiffness=8.0, damping=0.4, angle="-20 deg")
    m.torque("motor", "2*cos(5*t)", joint="A")
    return sn.simulate(m, 1.0)


def test_forces_on_a_slide_add_up_to_mass_times_acceleration(cart):
    total = sum(cart[f"{name}.force"].values for name in ("spring", "push", "rub"))
    np.testing.assert_allclose(2.0 * cart["mass.ax"].values, total, atol=1e-9)


def test_torques_add_up_to_inertia_times_angular_acceleration(pendulum):
    total = sum(pendulum[f"{name}.torque"].values for name in ("coil", "motor"))
    np.testing.assert_allclose(pendulum["arm.alpha"].values * 3.0 / 3.0, total, atol=1e-9)  # m l² / 3 about the pin
    assert pendulum["coil.force"].attrs == {"long_name": "torque of coil", "units": "N m"}


def test_power_is_force_times_speed(cart):
    free = cart["spring.force"].values + 900.0 * (cart["spring.length"].values - 0.45)
    np.testing.assert_allclose(cart["spring.power"].values, free * cart["spring.speed"].values, atol=1e-9)
    np.testing.assert_allclose(
        cart["rub.power"].values, cart["rub.force"].values * cart["guide.speed"].values, atol=1e-9
    )


def test_every_name_gives_a_series_with_label_and_unit(cart, pendulum):
    for result in (cart, pendulum):
        for name in result.names():
            series = result[name]
            assert series.sizes["time"] == result.time.size
            assert series.attrs["long_name"]
            assert series.attrs["units"]


def test_other_words_for_the_same(pendulum):
    np.testing.assert_array_equal(pendulum["A.omega"], pendulum["A.speed"])
    np.testing.assert_array_equal(pendulum["A.force"], pendulum["A.reaction"])
    np.testing.assert_array_equal(pendulum.force("coil"), pendulum["coil.force"])


def test_one_component_has_its_own_unit(cart):
    assert cart["guide.fy"].attrs["units"] == "N"
    assert cart["guide.torque"].attrs["units"] == "N m"


@pytest.mark.parametrize(("name", "words"), [("guide", "displacement, speed"), ("spring.lenght", "did you mean")])
def test_an_unknown_name_is_answered_with_those_of_the_part(cart, name, words):
    with pytest.raises(sn.NameNotFound, match=words):
        cart[name]


def test_a_frame_turns_with_its_body_and_a_result_can_be_pickled():
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("arm", "A", "B", mass=3.0)
    m.revolute("A", "ground", "arm")
    m.frame("tip", on="arm", at="B", angle="90 deg")
    result = sn.simulate(m, 0.2)
    np.testing.assert_allclose(result["tip.angle"], result["arm.angle"] + np.pi / 2)
    again = pickle.loads(pickle.dumps(result))
    np.testing.assert_array_equal(again.reaction("A"), result.reaction("A"))


@pytest.mark.parametrize("start", [3.5, -3.5, 2.0])
def test_an_initial_angle_far_from_the_drawing_is_a_motion_from_it(start):
    m = sn.Mechanism("pendulum")
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("arm", "A", "B", mass=3.0)
    m.revolute("A", "ground", "arm")
    result = sn.simulate(m, 0.1, initial={"arm.angle": start})
    assert result["A.angle"].values[0] == pytest.approx(start)
