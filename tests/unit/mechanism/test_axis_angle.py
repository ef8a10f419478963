"""An attitude given as a Rotation: the body or frame stands as it says, and is written down as axis and angle."""

import numpy as np
import pytest

import snodo as sn
from snodo.errors import MechanismError


def test_a_body_and_a_frame_stand_as_the_rotation_says():
    R = sn.Rotation.from_euler_angles("ZXZ", ["30 deg", "-70 deg", "0.3 rad"])
    Q = sn.Rotation.random(4)
    m = sn.Mechanism("turned", dimension=3)
    m.box("block", (0.1, 0.2, 0.3), at=(0, 0, 1), mass=1, angle=R)
    m.frame("tip", "block", at={"block": (0.1, 0, 0)}, angle=Q)
    geometry = m.check()
    np.testing.assert_allclose(geometry.pose("block").A, R.as_matrix(), atol=1e-15)
    np.testing.assert_allclose(geometry.frame("tip")[2], Q.as_matrix(), atol=1e-15)
    again = sn.loads(sn.to_yaml(m)).check()
    np.testing.assert_allclose(again.pose("block").A, R.as_matrix(), atol=1e-15)


def test_a_part_changed_later_takes_a_rotation_too():
    m = sn.Mechanism("turned", dimension=3)
    body = m.sphere("ball", 0.1, mass=1)
    body.angle = sn.Rotation.from_axis_angle("x", 0.2)
    assert body.convert() == []
    assert (body.axis, body.angle) == ((1.0, 0.0, 0.0), pytest.approx(0.2))


@pytest.mark.parametrize("angle", [0.4, -0.4, 3.0])
def test_in_the_plane_a_turn_about_z_is_an_angle(angle):
    m = sn.Mechanism("flat")
    body = m.disc("wheel", 0.1, mass=1, angle=sn.Rotation.from_axis_angle("z", angle))
    m.check()
    assert body.axis is None
    assert body.angle == pytest.approx(angle, abs=1e-15)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"angle": sn.Rotation.identity(2)}, "2 rotations are given where one is expected"),
        ({"angle": sn.Rotation.identity(), "axis": "x"}, "both a Rotation and an axis"),
    ],
)
def test_mistakes(more, said):
    with pytest.raises(MechanismError, match=said):
        sn.Mechanism("m", dimension=3).sphere("ball", 0.1, mass=1, **more)


def test_what_takes_no_angle_takes_no_rotation():
    m = sn.Mechanism("m", dimension=3)
    with pytest.raises(MechanismError, match="a bar takes no angle"):
        m.bar("rod", (0, 0, 0), (1, 0, 0), mass=1, angle=sn.Rotation.from_axis_angle("x", 1.0))


def test_in_the_plane_another_axis_is_refused():
    m = sn.Mechanism("flat")
    m.disc("wheel", 0.1, mass=1, angle=sn.Rotation.from_axis_angle("x", 1.0))
    with pytest.raises(MechanismError, match="all rotations are about z"):
        m.check()
