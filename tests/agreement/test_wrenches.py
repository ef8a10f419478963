"""Wrenches of applied forces and of rolling contacts, against the equations of motion, powers and multipliers."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.cli.series import not_yet_run
from snodo.formulations.bind import bind

IN_SPACE = ("tree", "spatial", "spatial_euler")
IN_PLANE = ("planar", *IN_SPACE)


def pull(t: float, q: Any, v: Any) -> list[float]:
    """Between two bodies of the plane, with a branch that no formula can say."""
    gap = q[0] - q[3]
    push = 20.0 * gap if gap > 0.1 else 5.0 * gap
    return [-push, 0.3 * v[2], 0.1 * v[0] - 0.2 * v[5], push, 0.0, 0.2 * q[2] + t]


def loaded_plane() -> sn.Mechanism:
    """A slider, an arm and a second arm, with every kind of force on them."""
    m = sn.Mechanism("loaded", gravity=(0, -9.81))
    m.add_points(O=(0, 0), B=(0.5, 0.2), C=(0.9, -0.3), W=(-1, 0.4))
    m.box("cart", (0.4, 0.2, 0.1), "O", mass=3.0)
    m.body("arm", mass=1.0, inertia=0.05, com=(0.2, 0.03), at="O", angle=0.4)
    m.bar("tip", "B", "C", mass=0.5)
    m.prismatic("rail", "cart", "ground", axis="20 deg", at="O")  # described from the cart
    m.revolute("P", "cart", "arm", at="O")
    m.revolute("B", "tip", "arm")
    m.spring("s", "tip", "ground", "C", "W", stiffness=30.0, damping=2.0, length=0.5, force="3*sin(5*t)")
    m.torsional_spring("coil", "P", stiffness=2.0, damping=0.1)
    m.friction("rub", "rail", viscous=2.0, coulomb=0.5, smoothing=0.1)
    m.joint_force("push", "4*cos(3*t)", joint="rail")
    m.torque("motor", "2*sin(4*t)", joint="B")
    m.torque("twist", 0.3, body="tip")
    m.point_force("load", "arm", ("2*t", -1.0), at="B", axes="body")
    m.force("pull", ["arm", "tip"], pull)
    m.force("drag", "tip", formula=["-0.5*tip.vx", "-0.5*tip.vy", "-0.1*tip.omega*abs(tip.angle)"])
    m.initial.update({"P.speed": 2.0, "B.speed": -4.0})
    return m


def wind(t: float, q: Any, v: Any) -> list[float]:
    return [1.0 - v[0], -0.2 * v[1], 0.1 * q[3], 0.05 * q[4], 0.02 * v[5], -0.01 * v[3] * t]


def loaded_space() -> sn.Mechanism:
    m = sn.Mechanism("loaded in space", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(A=(0, 0, 0), B=(0.5, 0.1, 0), C=(0.9, 0, 0.2), W=(1, 1, 1))
    m.body("upper", mass=1.0, inertia=(0.02, 0.03, 0.04), com=(0.2, 0.01, 0.02), at="A")
    m.cylinder("lower", "B", "C", radius=0.04, mass=0.5)
    m.body("drone", mass=0.3, inertia=(0.002, 0.003, 0.004), at=(2, 0, 0))
    m.spherical("A", "ground", "upper")
    m.revolute("B", "upper", "lower", axis=(0, 1, 1))
    m.spring("s", "ground", "lower", "W", "C", stiffness=30.0, damping=2.0)
    m.torsional_spring("coil", "B", stiffness=2.0, damping=0.1)
    m.torque("motor", "2*sin(4*t)", joint="B")
    m.torque("spin", 0.2, body="upper", axis=(1, 0, 1), axes="body")
    m.torque("moment", (0.1, "0.2*t", -0.1), body="drone", axes="body")
    m.point_force("thrust", "drone", (0.0, "0.1*t", 3.0), at=(2.1, 0, 0), axes="body")
    m.force("wind", "drone", wind)
    m.force("tether", ["drone", "lower"], formula=_tether())
    m.initial.update({"A.wx": 3.0, "A.wz": 2.0, "B.speed": -4.0})
    return m


def _tether() -> list[str]:
    """Between the origins of two bodies, with a moment that depends on the attitude of one of them."""
    d = [f"(lower.{x} - drone.{x})" for x in "xyz"]
    return [*d, "0.1*lower.e1", 0, "-0.02*drone.wz", *[f"-{x}" for x in d], "-0.1*lower.e1", 0, "0.02*drone.wz"]


LOADED = {"plane": loaded_plane, "space": loaded_space}
CASES = [("plane", word) for word in IN_PLANE] + [("space", word) for word in IN_SPACE]


@cache
def run(name: str, word: str) -> sn.Result:
    return sn.simulate(LOADED[name](), 0.5, formulation=word, output=0.05, tolerance=1e-10, progress=False)


def twist(result: sn.Result, body: str) -> np.ndarray:
    """Velocity of the origin and angular velocity (time, 6; in the plane 3)."""
    if result.mechanism.dimension == 2:
        return np.column_stack([result.velocity(body), result[f"{body}.omega"]])
    return np.hstack([result.velocity(body), result.angular_velocity(body)])


def bodies(m: sn.Mechanism, name: str) -> list[str]:
    part = m.forces[name]
    if hasattr(part, "bodies"):
        return list(part.bodies)
    owner = m.joints[part.joint] if getattr(part, "joint", "") else part
    found = [owner.parent, owner.child] if hasattr(owner, "parent") else [part.body]
    return [body for body in found if body != "ground"]


@pytest.mark.parametrize(("name", "word"), CASES)
def test_together_they_are_the_forces_of_the_equations(name: str, word: str) -> None:
    """Σ Jᵀ W over all bodies is what Q loses when the forces are taken away, one by one."""
    result = run(name, word)
    m, F = result.mechanism, result.formulation
    dimension = slice(None) if m.dimension == 3 else [0, 1, 5]
    for force in m.forces:
        bare = m.copy()
        del bare.forces[force]
        without = bind(bare, word)
        wrenches = {body: result.wrench(force, body=body).values for body in bodies(m, force)}
        for k in (0, 7):
            q, v, t = result.q[k], result.v[k], float(result.time[k])
            lost = F.forces(q, v, t) - without.forces(q, v, t)
            found = sum(_jacobian(F, q, body)[dimension].T @ W[k] for body, W in wrenches.items())
            np.testing.assert_allclose(found, lost, atol=1e-10, err_msg=force)


def _jacobian(F: Any, q: np.ndarray, body: str) -> np.ndarray:
    from snodo.formulations.series.placed_bodies import PlacedBodies

    return PlacedBodies(F, q).jacobian(body)


@pytest.mark.parametrize(("name", "word"), CASES)
def test_their_powers_are_those_of_the_result(name: str, word: str) -> None:
    """What has no potential: the power that the run integrated is that of the wrenches."""
    result = run(name, word)
    for force in (
        ("pull", "drag", "motor", "twist", "load") if name == "plane" else ("wind", "tether", "thrust", "spin")
    ):
        power = sum(
            (result.wrench(force, body=body).values * twist(result, body)).sum(axis=1)
            for body in bodies(result.mechanism, force)
        )
        np.testing.assert_allclose(power, result[f"{force}.power"], atol=1e-9, err_msg=force)


@pytest.mark.parametrize("word", IN_PLANE)
def test_newton_and_euler_for_one_body(word: str) -> None:
    """All wrenches on a body, gravity and reactions add up to m a and the moment of momentum's rate at its origin."""
    result = run("plane", word)
    total = sum(result.wrench(f, body="tip").values for f in ("s", "motor", "twist", "pull", "drag"))
    total = total + result.wrench("B", body="tip").values
    total[:, 1] -= 0.5 * 9.81
    np.testing.assert_allclose(total[:, :2], 0.5 * result.acceleration("tip.com").values, atol=1e-8)
    izz = 0.5 * (0.4**2 + 0.5**2) / 12
    arm = result.position("tip.com").values - result.position("tip").values
    moment = total[:, 2] - arm[:, 0] * total[:, 1] + arm[:, 1] * total[:, 0]
    np.testing.assert_allclose(moment, izz * result["tip.alpha"].values, atol=1e-8)


@pytest.mark.parametrize(("name", "word"), CASES)
def test_names_and_units(name: str, word: str) -> None:
    result = run(name, word)
    words = ("fx", "fy", "torque") if name == "plane" else ("fx", "fy", "fz", "mx", "my", "mz")
    single, several = ("drag", "pull.arm") if name == "plane" else ("wind", "tether.lower")
    for stem, body in ((single, "tip" if name == "plane" else "drone"), (several, several.partition(".")[2])):
        table = result.wrench(stem.partition(".")[0], body=body)
        for k, word_ in enumerate(words):
            series = result[f"{stem}.{word_}"]
            np.testing.assert_array_equal(series.values, table.values[:, k])
            assert series.attrs["units"] == ("N" if word_.startswith("f") else "N m")
    if name == "plane":  # a joint torque keeps its meaning: positive on the child
        assert "motor.tip.torque" in result.names()
        np.testing.assert_allclose(result["motor.torque"].values, result["motor.arm.torque"].values, atol=1e-12)
        np.testing.assert_allclose(result["motor.tip.torque"].values, -result["motor.arm.torque"].values, atol=1e-12)


def test_axes_of_the_body() -> None:
    result = run("space", "tree")
    own, world = (result.wrench("thrust", axes=axes).values for axes in ("body", "world"))
    wanted = np.column_stack([0 * result.time, 0.1 * result.time, 0 * result.time + 3])
    np.testing.assert_allclose(own[:, :3], wanted, atol=1e-12)
    np.testing.assert_allclose(result.rotation("drone").apply(own[:, 3:]), world[:, 3:], atol=1e-12)


def test_questions_that_have_no_answer() -> None:
    result = run("plane", "planar")
    with pytest.raises(sn.NameNotFound, match=r"acts on 'arm', 'tip'(.|\n)*say on which"):
        result.wrench("pull")
    with pytest.raises(sn.NameNotFound, match="does not act on body 'cart'"):
        result.wrench("pull", body="cart")
    with pytest.raises(sn.NameNotFound, match=r"there is no force, joint, constraint or driver 'pul'(.|\n)*'pull'"):
        result.wrench("pul")
    with pytest.raises(sn.NameNotFound, match="there are no axes 'child'"):
        result.wrench("drag", axes="child")
    with pytest.raises(sn.NameNotFound, match="there is no rolling contact 'rail'"):
        result.contact("rail")


def test_a_function_that_was_not_stored_is_refused_by_name(tmp_path: Path) -> None:
    run("plane", "planar").save(tmp_path / "run.nc")
    loaded = sn.Result.load(tmp_path / "run.nc")
    with pytest.raises(sn.UnsupportedError, match="'pull' was not stored"):
        loaded.wrench("pull", body="arm")
    np.testing.assert_allclose(loaded.wrench("drag"), run("plane", "planar").wrench("drag"), atol=1e-12)


@pytest.mark.parametrize(("name", "word"), CASES)
def test_a_result_without_rows_knows_every_series(name: str, word: str) -> None:
    """So does the command check names before a run."""
    empty = not_yet_run(run(name, word).formulation)
    for series in (*empty.names(), "distance(B, ground)", "angle(ground.x, ground.y).speed"):
        assert empty[series].shape[0] == 0, series


# ---------------------------------------------------------------- rolling
R = 0.3


def wheel_on_slope() -> sn.Mechanism:
    """In the plane, with a brake of the user's: 2/3 g sin α without it."""
    slope = np.deg2rad(10)
    m = sn.Mechanism("wheel", gravity=(9.81 * np.sin(slope), -9.81 * np.cos(slope)))
    m.body("wheel", mass=2.0, inertia=0.5 * 2.0 * R**2, at=(0, R))
    m.rolling("roll", "ground", "wheel", R, normal="y", at=(0, R))
    return m


def wheel_in_bowl() -> sn.Mechanism:
    m = sn.Mechanism("bowl", gravity=(0, -9.81))
    m.body("wheel", mass=2.0, inertia=0.05, at=(0.7, 0))
    m.rolling("roll", "ground", "wheel", R, at=(0.7, 0), on=(0, 0), surface_radius=-1.0)
    return m


def leaning_disc() -> sn.Mechanism:
    m = sn.Mechanism("disc", dimension=3, gravity=(0, 0, -9.81))
    lean = sn.Rotation.from_axis_angle("x", "20 deg")
    m.body("disc", mass=1.0, inertia=(0.0225, 0.045, 0.0225), at=(0, 0, R * np.cos(np.deg2rad(20))), angle=lean)
    m.rolling("roll", "ground", "disc", R, normal="z", axis={"disc": (0, 1, 0)}, at={"disc": (0, 0, 0)})
    m.initial.update({"disc.wy": 8.0, "disc.wz": 1.5})
    return m


def ball_on_table() -> sn.Mechanism:
    """On a table that turns and tilts, so that the normal moves."""
    m = sn.Mechanism("ball", dimension=3, gravity=(0.3, 0, -9.81))
    m.add_points(O=(0, 0, 0), B=(0.2, 0.1, R))
    m.body("table", mass=5.0, inertia=(1.0, 1.0, 2.0), at="O")
    m.sphere("ball", R, "B", mass=1.0)
    m.revolute("O", "ground", "table", axis=(1, 0, 10))
    m.driver("motor", joint="O", speed=2.0)
    m.rolling("roll", "table", "ball", R, normal="z", at="B")
    m.initial.update({"ball.wx": 1.0})
    return m


def ball_in_drum() -> sn.Mechanism:
    m = sn.Mechanism("drum", dimension=3, gravity=(0.5, 0, -9.81))
    m.sphere("ball", 0.1, (0, 0.9, 0), mass=1.0)
    m.rolling("roll", "ground", "ball", 0.1, at=(0, 0.9, 0), on=(0, 0, 0), surface_radius=-1.0, surface_axis="x")
    m.initial.update({"ball.wx": 2.0})
    return m


ROLLING = [(wheel_on_slope, w) for w in IN_PLANE] + [(wheel_in_bowl, w) for w in ("planar", "tree")]
ROLLING += [(leaning_disc, w) for w in IN_SPACE] + [(ball_on_table, w) for w in ("tree", "spatial")]
ROLLING += [(ball_in_drum, w) for w in ("tree", "spatial")]


@cache
def rolled(describe: Any, word: str) -> sn.Result:
    return sn.simulate(describe(), 0.3, formulation=word, output=0.02, tolerance=1e-10, progress=False)


@pytest.mark.parametrize(("describe", "word"), ROLLING)
def test_the_force_at_the_contact_is_that_of_the_multipliers(describe: Any, word: str) -> None:
    """−λ of each row; the height inside a round surface grows towards it."""
    result = rolled(describe, word)
    assert not_yet_run(result.formulation).contact("roll").shape[0] == 0
    found = result.contact("roll")
    own = [k for k, part in enumerate(result.formulation.row_parts) if part == "roll"]
    wanted = -result.multipliers[:, own]
    if describe in (wheel_in_bowl, ball_in_drum):
        wanted[:, 0] *= -1
    np.testing.assert_allclose(found.values, wanted, atol=1e-9)
    rows = [name.rpartition(".")[2] for name in result.formulation.row_names if name.startswith("roll.")]
    assert list(found.direction.values) == ["normal", *rows[1:]]
    for k, name in enumerate(found.direction.values):
        np.testing.assert_array_equal(result[f"roll.{name}"].values, found.values[:, k])
    np.testing.assert_allclose(result["roll.friction"].values, np.linalg.norm(wanted[:, 1:], axis=1), atol=1e-9)
    assert result["roll.normal"].attrs["units"] == "N"


@pytest.mark.parametrize(("describe", "word"), ROLLING)
def test_the_reaction_has_no_moment_at_the_contact_which_does_not_move(describe: Any, word: str) -> None:
    result = rolled(describe, word)
    part = result.mechanism.constraints["roll"]
    n = result.mechanism.dimension
    point = result.contact_point("roll").values
    W = result.reaction("roll", body=part.child).values
    arm = point - result.position(part.child).values
    if n == 2:
        moment = W[:, 2] - (arm[:, 0] * W[:, 1] - arm[:, 1] * W[:, 0])
    else:
        moment = W[:, 3:] - np.cross(arm, W[:, :3])
    np.testing.assert_allclose(moment, 0.0, atol=1e-9)
    speeds = [_velocity(result, body, point) for body in (part.child, part.parent)]
    np.testing.assert_allclose(speeds[0], speeds[1], atol=1e-8)
    assert result["roll.contact_y"].values.tolist() == point[:, 1].tolist()


def _velocity(result: sn.Result, body: str, point: np.ndarray) -> np.ndarray:
    """Of the point of a body that is at these places at the moment."""
    if body == "ground":
        return np.zeros_like(point)
    arm = point - result.position(body).values
    if result.mechanism.dimension == 2:
        return result.velocity(body).values + result[f"{body}.omega"].values[:, None] * arm[:, ::-1] * (-1, 1)
    return result.velocity(body).values + np.cross(result.angular_velocity(body).values, arm)


@pytest.mark.parametrize("word", IN_PLANE)
def test_a_wheel_on_a_slope(word: str) -> None:
    """Normal m g cos α, friction m g sin α / 3 against the way down, by hand."""
    result, slope = rolled(wheel_on_slope, word), np.deg2rad(10)
    np.testing.assert_allclose(result["roll.normal"], 2.0 * 9.81 * np.cos(slope), rtol=1e-9)
    np.testing.assert_allclose(result["roll.forward"], 2.0 * 9.81 * np.sin(slope) / 3, rtol=1e-9)
    np.testing.assert_allclose(result["roll.contact_x"], result["wheel.x"], atol=1e-12)
