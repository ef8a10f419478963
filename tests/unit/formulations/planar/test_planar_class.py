"""The bound planar formulation: names, shapes, mistakes in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import snodo as sn


def arm(**more: Any) -> sn.Mechanism:
    m = sn.Mechanism("arm", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("arm", "A", "B", mass=1.0)
    return m


def test_names_and_units() -> None:
    m = sn.Mechanism("names")
    m.body("plain", mass=1, inertia=1, at=(0, 0))
    m.body("off", mass=1, inertia=1, at=(1, 0), com=(0.1, 0))
    m.revolute("R", "plain", "off", at=(0.5, 0))
    m.prismatic("P", "ground", "plain", "x", at=(0, 0))
    m.driver("D", joint="P", speed=1.0)
    F = sn.Planar(m)
    assert F.coordinate_names == ["plain.x", "plain.y", "plain.angle", "off.com.x", "off.com.y", "off.angle"]
    assert F.velocity_names[:3] == ["plain.vx", "plain.vy", "plain.omega"]
    assert F.row_names == ["R.x", "R.y", "P.across", "P.angle", "D.displacement"]
    assert F.row_units == ["m", "m", "m", "rad", "m"]
    assert (F.nq, F.nv, F.nc) == (6, 6, 5)


def test_the_reference_is_the_drawing() -> None:
    m = sn.Mechanism("drawing")
    m.body("b", mass=1, inertia=1, at=(1, 2), angle="90 deg", com=(0.5, 0))
    q, v = sn.Planar(m).reference()
    np.testing.assert_allclose(q, [1, 2.5, np.pi / 2], atol=1e-15)
    assert not v.any()


def test_particles_do_not_turn() -> None:
    m = sn.Mechanism("particle", gravity=(0, -1))
    m.particle("p", (0, 0), mass=2)
    F = sn.Planar(m)
    assert F.row_names == ["p.turn"]
    a, _ = F.solve([0, 0, 0], [0, 0, 0])
    np.testing.assert_allclose(a, [0, -1, 0], atol=1e-15)


@pytest.mark.parametrize("q", [[0, 0], [0, 0, np.nan], np.zeros((3, 1))])
def test_a_wrong_state_is_refused(q: Any) -> None:
    with pytest.raises(sn.SnodoError, match="3 finite numbers"):
        sn.Planar(arm()).constraints(q)


def test_a_spatial_mechanism_is_refused() -> None:
    m = sn.Mechanism("space", dimension=3)
    m.body("b", mass=1, inertia=(1, 1, 1))
    with pytest.raises(sn.UnsupportedError, match="three-dimensional"):
        sn.Planar(m)


def test_an_unknown_method_is_named() -> None:
    F = sn.Planar(arm())
    with pytest.raises(sn.SnodoError, match="penalty"):
        F.solve(*F.reference(), method="penalty")


# ---------------------------------------------------------------- the user's functions
def short_array(t: Any, q: Any, v: Any) -> Any:
    if q[0] > 0:
        return np.array([1.0, 2.0])
    return np.array([0.0, 1.0])


def long_array(t: Any, q: Any, v: Any) -> Any:
    if q[0] > 0:
        return np.array([1.0, 2.0, 3.0, 4.0])
    return np.array([0.0, 1.0, 2.0, 3.0])


def short_tuple(t: Any, q: Any, v: Any) -> Any:
    if q[0] > 0:
        return 1.0, 2.0
    return 1.0, 1.0


def nothing(t: Any, q: Any, v: Any) -> Any:
    return None


def raising(t: Any, q: Any, v: Any) -> Any:
    if q[0] > -1e9:
        raise ValueError("the cable snapped")
    return 0.0, 0.0, 0.0


def infinite(t: Any, q: Any, v: Any) -> Any:
    if q[0] > -1e9:
        return 1e308 * 1e308, 0.0, 0.0
    return 0.0, 0.0, 0.0


@pytest.mark.parametrize("function", [short_array, long_array, short_tuple, nothing, raising, infinite])
def test_a_bad_force_function_is_named(function: Any) -> None:
    """A short array compiled by numba used to be read beyond its end."""
    m = arm()
    m.force("wind", "arm", function=function)
    with pytest.raises(sn.SnodoError, match="wind"):
        sn.Planar(m).forces([0.5, 0, 0], [0, 0, 0])


def test_a_constraint_that_changes_its_number_of_rows_is_named() -> None:
    """It used to write beyond the room it was given."""

    def rows(t: Any, q: Any) -> Any:
        if q[0] > 0:
            return [q[0] - 0.5]
        return [q[0], q[1], q[2], q[0]]

    m = arm()
    m.constraint("track", "arm", function=rows)
    F = sn.Planar(m)
    assert F.nc == 1
    with pytest.raises(sn.RunError, match=r"track.*returns 4 values, but 1 as drawn"):
        F.constraints([-1.0, 0, 0])


def test_a_constraint_is_tried_where_it_is_drawn() -> None:
    """1/x has no value at the origin, where the arm is not."""

    def law(t: Any, q: Any) -> Any:
        if q[0] > 1e6:
            return q[0]
        return 1 / q[0] - 2

    m = arm()
    m.constraint("track", "arm", function=law)
    np.testing.assert_allclose(sn.Planar(m).constraints([0.5, 0, 0]), [0])


def test_a_constraint_that_raises_is_named() -> None:
    def law(t: Any, q: Any) -> Any:
        raise ValueError("no track here")

    m = arm()
    m.constraint("track", "arm", function=law)
    with pytest.raises(sn.MechanismError, match=r"track.*no track here"):
        sn.Planar(m)


def test_a_driver_that_fails_on_the_way_is_named() -> None:
    def motion(t: Any) -> Any:
        if t > 0.5:
            raise ValueError("out of tape")
        return t * t

    m = arm()
    m.revolute("A", "ground", "arm")
    m.driver("motor", joint="A", angle=motion)
    with pytest.raises(sn.RunError, match=r"motor.*out of tape") as caught:
        sn.simulate(m, 1.0, progress=False)
    assert 0.4 < caught.value.result.time[-1] <= 0.51  # type: ignore[attr-defined]


def test_routes_say_how_functions_run() -> None:
    m = arm()
    m.force("wind", "arm", formula=["1", "sin(t)", "0"])
    m.force("gust", "arm", function=raising)
    words = sn.Planar(m).routes()
    assert "formula" in words["formula 'wind'"]
    assert "formula" not in words["formula 'gust'"]
