"""A result of one formulation in the coordinates of another: the same bodies, the same rows, the same equations."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from twenty_mechanisms import CASES, IN_SPACE, TIMES, mechanism

import snodo as sn
from snodo.analyses.inverse_dynamics.transferred_motion import Carried
from snodo.errors import UnsupportedError
from snodo.formulations.bind import bind

PAIRS = [(name, "tree", "spatial_euler") for name in TIMES]
PAIRS += [(name, "spatial", "tree") for name in TIMES]
PAIRS += [
    pair for name in TIMES if name not in IN_SPACE for pair in ((name, "planar", "tree"), (name, "tree", "planar"))
]
PAIRS += [(name, "tree", word) for name, word in CASES if word == "spatial"]


@cache
def run(name: str, word: str) -> sn.Result:
    t = TIMES[name]
    return sn.simulate(mechanism(name), t, formulation=word, output=np.linspace(0, t, 4), progress=False)


@pytest.mark.parametrize(("name", "source", "target"), PAIRS)
def test_the_same_motion_in_other_coordinates(name: str, source: str, target: str) -> None:
    """Bodies are where they were, and what moves obeys the rows of the other formulation."""
    result, F = run(name, source), bind(mechanism(name), target)
    q, v, a = Carried(F, result).arrays()
    assert q.shape == (4, F.nq)
    assert v.shape == a.shape == (4, F.nv)
    speed, rate = (1.0 + np.abs(x / F.velocity_scale).max() for x in (v, a))
    for body in F.body_names:
        for mine, theirs, size in zip(
            _motion(F, body, q, v, a), _motion(result.formulation, body, *_of(result)), "qva"
        ):
            scale = F.size * {"q": 1.0, "v": speed, "a": rate + speed**2}[size]
            np.testing.assert_allclose(mine, theirs, atol=1e-10 * scale)
    for k, t in enumerate(result.time):
        if F.nc:
            J, scale = F.jacobian(q[k], t), F.row_scale
            phi = np.nan_to_num(F.constraints(q[k], t))
            assert np.abs(phi / scale[: phi.size]).max(initial=0.0) < 1e-8
            assert np.abs((J @ v[k] - F.nu(q[k], t)) / scale).max() < 1e-7 * speed
            assert np.abs((J @ a[k] - F.gamma(q[k], v[k], t)) / scale).max() < 1e-6 * (rate + speed**2)


def _of(result: sn.Result) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return result.q, result.v, result.a


def _motion(F: Any, body: str, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> tuple[np.ndarray, ...]:
    """Place, velocity and acceleration of a body's origin, and its attitude with its rates, times the size."""
    m = F.motion
    if F.mechanism.dimension == 2:
        turning = tuple(x[:, None] for x in m.turn(body, q, v, a))
    else:
        A = m.rotation(body, q).reshape(len(q), 9)
        turning = A, m.angular_velocity(body, q, v), m.angular_acceleration(body, q, v, a)
    places = m.position(body, q), m.velocity(body, q, v), m.acceleration(body, q, v, a)
    return tuple(np.hstack([x, F.size * y]) for x, y in zip(places, turning))


@pytest.mark.parametrize("target", ["tree", "spatial", "spatial_euler"])
def test_forces_of_a_planar_run_in_other_coordinates(target: str) -> None:
    """The torque that moved a four-bar is found again."""
    m = mechanism("four_bar_free")
    bare = m.copy()
    m.torque("motor", "2*sin(3*t)", joint="A")
    result = sn.simulate(m, 0.5, formulation="planar", tolerance=1e-11, output=0.05, progress=False)
    found = sn.inverse_dynamics(bare, result, actuators=["A"], formulation=target)
    assert found.formulation.name == target
    np.testing.assert_allclose(found["A.torque"], 2 * np.sin(3 * result.time), atol=1e-7)


def test_a_result_with_other_parts_is_refused_by_what_it_lacks() -> None:
    m = mechanism("four_bar_free")
    with pytest.raises(UnsupportedError, match='"planar", and "tree" is requested: it has no body'):
        sn.inverse_dynamics(m, run("pendulum", "planar"), actuators=["A"], formulation="tree")
    with pytest.raises(UnsupportedError, match="moves in 3 dimensions"):
        sn.inverse_dynamics(m, run("ball_chain", "tree"), actuators=["A"], formulation="planar")
