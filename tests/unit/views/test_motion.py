from types import SimpleNamespace

import numpy as np
import pytest

import snodo as sn
from snodo.views.plane.motion import MOST_POINTS, Moving


def moving(time, angle, omega, size=1.0):
    """One body that turns about the origin at a distance of one."""
    z = np.exp(1j * angle)
    v = 1j * omega * z
    q = np.column_stack([z.real, z.imag, angle])
    still = SimpleNamespace(place=lambda name: (0, 0j))
    F = SimpleNamespace(name="planar", size=size, body_names=["arm"], motion=still)
    return Moving(SimpleNamespace(formulation=F, time=time, q=q, v=np.column_stack([v.real, v.imag, omega + 0 * time])))


def test_interpolation_is_exact_for_cubics():
    time = np.array([0.0, 0.3, 1.0])
    body = moving(time, time**3 + time, 3 * time**2 + 1)
    times = np.linspace(0, 1, 7)
    np.testing.assert_allclose(body.at(times, slice(2, 3))[:, 0], times**3 + times, atol=1e-15)
    np.testing.assert_allclose(body.at(time), body.q)


def test_velocities_that_mean_nothing_are_left_out():
    """Rows one and a quarter turns of a fast oscillation apart: the line between them is straight."""
    time = np.arange(5.0)
    wiggle = moving(time, np.sin(2.5 * np.pi * time), 40 * np.pi * np.cos(2.5 * np.pi * time))
    middle = wiggle.at(time[:-1] + 0.5, slice(2, 3))[:, 0]
    np.testing.assert_allclose(middle, (wiggle.q[1:, 2] + wiggle.q[:-1, 2]) / 2)


def test_fast_paths_are_round():
    """Eight rows to a turn: the corners of the path are never far from the circle, and neither are its sides."""
    time = np.arange(0.0, 17.0)
    body = moving(time, np.pi / 4 * time, np.full(17, np.pi / 4))
    times = body.fine_times()
    assert set(time) <= set(times)
    path = body.path("arm", times)
    assert np.abs(np.diff(np.angle(path)) % (2 * np.pi)).max() < 0.08
    np.testing.assert_allclose(np.abs(path), 1.0, atol=2e-3)


def test_points_of_a_path_are_not_too_many():
    time = np.arange(0.0, 1001.0)
    assert moving(time, 50 * time, np.full(time.size, 50.0)).fine_times().size <= MOST_POINTS + 1


@pytest.mark.parametrize("turns", [1, 3, 7])
def test_positions_of_a_periodic_motion_differ(turns):
    """Eight positions stand 45 degrees apart, however often the body goes round, and at whatever speed."""
    time = np.linspace(0, 1, 801)
    body = moving(time, 2 * np.pi * turns * time**2, 4 * np.pi * turns * time)
    rows = body.spread(8)
    assert rows[-1] == 800
    angles = np.sort(body.q[rows, 2] % (2 * np.pi))
    assert np.diff(np.append(angles, angles[0] + 2 * np.pi)).min() > 0.5
    assert len(rows) == 8


def test_positions_of_a_swing_differ():
    time = np.linspace(0, 2, 501)
    body = moving(time, 0.4 * np.sin(2 * np.pi * time), 0.8 * np.pi * np.cos(2 * np.pi * time))
    angles = np.sort(body.q[body.spread(8), 2])
    assert np.diff(angles).min() > 0.3 * 0.8 / 8
    assert np.ptp(angles) > 0.6


def test_what_rests_and_what_is_short():
    time = np.linspace(0, 1, 5)
    assert moving(time, 0 * time, 0 * time).spread(8).tolist() == [4]
    one = moving(time[:1], np.ones(1), np.ones(1))
    assert one.spread(8).tolist() == [0]
    np.testing.assert_array_equal(one.at(np.array([0.0, 1.0]))[:, 2], [1.0, 1.0])
    assert one.fine_times().tolist() == [0.0]
    assert moving(time, time, time).spread(1).tolist() == [4]


def test_an_empty_result_is_refused():
    with pytest.raises(sn.SnodoError, match="nothing to draw"):
        moving(np.zeros(0), np.zeros(0), np.zeros(0))


def test_a_point_of_the_ground_stays(result):
    body = Moving(result)
    F = result.formulation
    z = body.path("A", result.time)
    np.testing.assert_allclose(z, 0.0, atol=1e-9)
    np.testing.assert_allclose(body.path("C", result.time).imag, F.motion.position("C", result.q)[:, 1], atol=1e-12)
