"""The machines of the tutorials against calculations that do not use Snodo."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import fsolve

import snodo as sn

EXAMPLES = Path(__file__).parents[2] / "examples"
G = 9.81


# ---------------------------------------------------------------- engine
def slider_crank_torque(angle: np.ndarray, omega: float, force: np.ndarray) -> np.ndarray:
    """Torque that keeps the speed, by virtual work; angle from top dead centre [rad], force on the piston, down [N]."""
    r, length, rod, piston, crank, below = 0.043, 0.143, 0.6, 0.5, 3.0, 0.010

    def places(turned: np.ndarray) -> np.ndarray:  # crank, rod (x, y, tilt), piston
        pin = np.array([-r * np.sin(turned), r * np.cos(turned)])
        tilt = np.arcsin(pin[0] / length)
        top = pin[1] + length * np.cos(tilt)
        return np.array([-below * np.cos(turned), pin[0] / 2, (pin[1] + top) / 2, tilt, top])

    h = 1e-4
    slope = (places(angle - 2 * h) - 8 * places(angle - h) + 8 * places(angle + h) - places(angle + 2 * h)) / (12 * h)
    bend = (
        -places(angle - 2 * h)
        + 16 * places(angle - h)
        - 30 * places(angle)
        + 16 * places(angle + h)
        - places(angle + 2 * h)
    ) / (12 * h * h)
    masses = np.array([0.0, rod, rod, rod * length**2 / 12, piston])[:, None]
    inertia = (masses * bend * omega**2 * slope).sum(axis=0)
    weight = G * (crank * slope[0] + rod * slope[2] + piston * slope[4])
    return np.asarray(inertia + weight + force * slope[4])


@pytest.mark.parametrize("gas", [0.0, 5e3])
def test_engine_torque_is_virtual_work(gas: float) -> None:
    engine = sn.load(EXAMPLES / "engine.yaml")
    if gas:
        engine.point_force("gas", "piston", force=(0, -gas))
    result = sn.kinematics(engine)
    expected = slider_crank_torque(result["O.angle"].values, 100 * np.pi, np.array(gas))
    np.testing.assert_allclose(result["motor.effort"].values, expected, atol=1e-6 * np.abs(expected).max())


# ---------------------------------------------------------------- suspension
def test_camber_and_toe_from_fifteen_distances() -> None:
    m = sn.load(EXAMPLES / "suspension.yaml")
    result = sn.kinematics(m, output=0.1)
    P = {name: np.array(place) for name, place in m.points.items()}
    P["axle_end"] = P["wheel_centre"] + (0, 0.1, 0)
    moving = ["lower_ball", "upper_ball", "rod_end", "wheel_centre", "axle_end"]
    kept = [(f"{arm}_ball", f"{arm}_{end}") for arm in ("lower", "upper") for end in ("front", "rear")]
    kept += [("rod_end", "rack_end"), *combinations(moving[:4], 2), *(("axle_end", name) for name in moving[:3])]

    def gaps(x: np.ndarray, height: float) -> list[float]:
        at = {**P, **dict(zip(moving, x.reshape(5, 3)))}
        lengths = [float(np.linalg.norm(at[a] - at[b]) - np.linalg.norm(P[a] - P[b])) for a, b in kept]
        return [*lengths, at["wheel_centre"][2] - P["wheel_centre"][2] - height]

    axles = result.rotation("wheel").apply((0, 0, -1))
    for z, axle, t in zip(result["wheel.z"].values, axles, result.time):
        height = z - 0.310
        assert height == pytest.approx(-0.08 * np.cos(np.pi * t), abs=1e-12)
        x = fsolve(gaps, [P[name] + (0, 0, height) for name in moving], args=height, xtol=1e-13).reshape(5, 3)
        np.testing.assert_allclose(axle, (x[4] - x[3]) / 0.1, atol=1e-8)


# ---------------------------------------------------------------- excavator
def centre(m: sn.Mechanism, name: str) -> np.ndarray:
    """Centre of mass as drawn: of a bar in its middle, of a plate by the shoelace formula [m]."""
    body = m.bodies[name]
    corners = body.ends if body.kind == "bar" else body.outline
    p = np.array([m.points[c] if isinstance(c, str) else c for c in corners], float)
    if body.kind == "bar":
        return np.asarray(p.mean(axis=0))
    following = np.roll(p, -1, axis=0)
    cross = p[:, 0] * following[:, 1] - p[:, 1] * following[:, 0]
    return np.asarray(((p + following) * cross[:, None]).sum(axis=0) / (3 * cross.sum()))


def test_cylinders_hold_the_excavator_in_equilibrium() -> None:
    m = sn.load(EXAMPLES / "excavator.yaml")
    bodies, columns, pushes = list(m.bodies), [], []

    def column(joint: Any, force: tuple[float, float], moment: float = 0.0) -> np.ndarray:
        at = np.array(m.points[joint.at] if joint.at is not None else m.points[joint.name])
        loads = np.zeros((len(bodies), 3))
        for body, sign in ((joint.parent, -1.0), (joint.child, 1.0)):
            if body != "ground":
                turn = at[0] * force[1] - at[1] * force[0] + moment
                loads[bodies.index(body)] += sign * np.array([*force, turn])
        return loads.ravel()

    for joint in m.joints.values():
        if joint.kind == "revolute":
            columns += [column(joint, (1, 0)), column(joint, (0, 1))]
            continue
        first, second = (np.array(m.points[name]) for name in joint.axis)
        x, y = (second - first) / np.linalg.norm(second - first)
        pushes.append(len(columns))
        columns += [column(joint, (x, y)), column(joint, (-y, x)), column(joint, (0, 0), 1.0)]
    weights = np.zeros((len(bodies), 3))
    for row, name in zip(weights, bodies):
        row[1] = -m.bodies[name].mass * G
        row[2] = row[1] * centre(m, name)[0]
    matrix = np.array(columns).T
    assert matrix.shape == (33, 33)
    solved = np.linalg.solve(matrix, -weights.ravel())[pushes]
    held = sn.kinematics(m, 0.1)
    found = [float(held[f"{driver}.effort"].values[0]) for driver in ("raise", "crowd", "curl")]
    np.testing.assert_allclose(found, solved, rtol=1e-9)
    np.testing.assert_allclose(np.array(found) / 1e3, [164.37, -24.94, -7.99], atol=0.01)


# ---------------------------------------------------------------- robot with a loop
def test_a_light_parallelogram_takes_the_torque_of_the_elbow_from_the_shoulder() -> None:
    arm, robot = sn.load(EXAMPLES / "palletizer.urdf"), sn.load(EXAMPLES / "palletizer.yaml")
    for name in list(robot.drivers):
        del robot.drivers[name]
    for name in ("lever", "rod"):
        robot.bodies[name].mass = 1e-7
    times = np.linspace(0, 1, 21)
    motion = {"yaw.angle": "0.5*t^2", "shoulder.angle": "0.3*sin(pi*t)^2", "elbow.angle": "-0.4*sin(pi*t)"}
    serial = sn.inverse_dynamics(arm, motion, times)
    loop = sn.inverse_dynamics(robot, motion, times, actuators=["yaw", "shoulder", "lever_hinge"])
    first, second = (serial[f"{name}.torque"].values for name in ("shoulder", "elbow"))
    np.testing.assert_allclose(loop["lever_hinge.torque"].values, second, atol=1e-4)
    np.testing.assert_allclose(loop["shoulder.torque"].values, first - second, atol=1e-4)
    np.testing.assert_allclose(loop["yaw.torque"].values, serial["yaw.torque"].values, atol=1e-4)
