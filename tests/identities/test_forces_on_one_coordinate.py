"""Forces on one of several coordinates of a joint, and torques in a ball joint: formulations, twins, messages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn

SPACE, PLANE = ["tree", "spatial"], ["planar", "tree", "spatial"]


def chain() -> sn.Mechanism:
    """A cylindrical, a universal and a ball joint, one after the other, each with forces."""
    m = sn.Mechanism("chain", dimension=3, gravity=(0.0, 0.0, -9.81))
    m.box("a", (0.4, 0.1, 0.1), at=(0.2, 0.0, 0.0), mass=2.0)
    m.box("b", (0.4, 0.1, 0.1), at=(0.6, 0.0, 0.0), mass=1.0)
    m.box("c", (0.3, 0.1, 0.1), at=(0.95, 0.0, 0.0), mass=0.5)
    m.cylindrical("C", "ground", "a", "x", (0.0, 0.0, 0.0))
    m.universal("U", "a", "b", "y", "z", (0.4, 0.0, 0.0))
    m.spherical("S", "b", "c", (0.8, 0.0, 0.0))
    m.torque("t1", "-20*U.first - U.first_speed", joint="U", of="first")
    m.torsional_spring("t2", "U", stiffness=15.0, damping=0.5, angle=0.1, of="second")
    m.joint_spring("s", "C", stiffness=200.0, damping=3.0, of="displacement")
    m.friction("f", "C", viscous=0.2, coulomb=0.1, smoothing=0.3, of="angle")
    m.joint_force("push", "5*sin(3*t)", "C", of="displacement")
    m.torque("ball", ("0.3*sin(t)", "-0.05*c.wy", 0.1), joint="S", axes="body")
    return m


@pytest.fixture(scope="module")
def runs() -> dict[str, Any]:
    return {f: sn.simulate(chain(), 1.0, formulation=f, integrator=sn.DOP853(rtol=1e-10)) for f in SPACE}


SERIES = ["U.first", "U.second", "C.displacement", "C.angle", "c.x", "c.wz"]


@pytest.mark.parametrize("name", [*SERIES, *(f"{x}.force" for x in ("t1", "t2", "s", "f", "push"))])
def test_formulations_agree(name: str, runs: dict[str, Any]) -> None:
    tree, spatial = (runs[f][name].values for f in SPACE)
    np.testing.assert_allclose(spatial, tree, rtol=0.0, atol=1e-7 * max(1.0, np.abs(tree).max()))


@pytest.mark.parametrize("joint", ["C", "U", "S"])
def test_reactions_agree(joint: str, runs: dict[str, Any]) -> None:
    """The whole wrench that the parent exerts on the child, applied forces included."""
    tree, spatial = (runs[f].reaction(joint).values for f in SPACE)
    np.testing.assert_allclose(spatial, tree, rtol=0.0, atol=1e-6 * np.abs(tree).max())


@pytest.mark.parametrize(
    ("name", "body"), [("t1", "a"), ("t1", "b"), ("t2", "b"), ("s", "a"), ("push", "a"), ("ball", "b"), ("ball", "c")]
)
def test_wrenches_agree(name: str, body: str, runs: dict[str, Any]) -> None:
    tree, spatial = (runs[f].wrench(name, body=body).values for f in SPACE)
    np.testing.assert_allclose(spatial, tree, rtol=0.0, atol=1e-6 * np.abs(tree).max())
    if name in ("s", "push"):  # along x of the world
        np.testing.assert_allclose(tree[:, 0], runs["tree"][f"{name}.force"].values, atol=1e-9)


@pytest.mark.parametrize("formulation", SPACE)
def test_loads_on_a_body_balance(formulation: str, runs: dict[str, Any]) -> None:
    """ΣF = m a and the moments too, with the forces in joints."""
    for body in "abc":
        for rest in runs[formulation].loads_on(body, t=0.7).unbalanced:
            np.testing.assert_allclose(rest, 0.0, atol=1e-6)
    assert abs(runs[formulation]["energy.balance"].values).max() < 1e-7


def test_a_universal_joint_is_two_hinges() -> None:
    """With a cross that weighs next to nothing."""
    results = []
    for two in (False, True):
        m = sn.Mechanism("joint", dimension=3, gravity=(0.0, 0.0, -9.81))
        m.box("b", (0.4, 0.1, 0.1), at=(0.2, 0.0, 0.0), mass=1.0)
        if two:
            m.body("cross", mass=1e-9, inertia=(1e-12, 1e-12, 1e-12), at=(0.0, 0.0, 0.0))
            m.revolute("H", "ground", "cross", axis="y", at=(0.0, 0.0, 0.0))
            m.revolute("K", "cross", "b", axis="z", at=(0.0, 0.0, 0.0))
            m.torque("T", "2*sin(4*t)", joint="H")
            m.torsional_spring("k", "K", stiffness=3.0, damping=0.1, angle=0.3)
        else:
            m.universal("U", "ground", "b", "y", "z", (0.0, 0.0, 0.0))
            m.torque("T", "2*sin(4*t)", joint="U", of="first")
            m.torsional_spring("k", "U", stiffness=3.0, damping=0.1, angle=0.3, of="second")
        results.append(sn.simulate(m, 1.0, formulation="tree", integrator=sn.DOP853(rtol=1e-10)))
    one, two = results
    np.testing.assert_allclose(one["U.first"], two["H.angle"], atol=1e-6)
    np.testing.assert_allclose(one["U.second"], two["K.angle"], atol=1e-6)


@pytest.mark.parametrize("formulation", SPACE)
def test_torques_in_a_ball_joint_are_equal_and_opposite(formulation: str) -> None:
    results = []
    for joint in (True, False):
        m = chain()
        if not joint:
            del m.forces["ball"]
            torque = ("0.3*sin(t)", "-0.05*c.wy", 0.1)
            m.torque("ball", torque, joint="S", axes="world")
        else:
            m.forces["ball"].axes = "world"
        results.append(sn.simulate(m, 0.3, formulation=formulation))
    np.testing.assert_array_equal(results[0]["c.x"], results[1]["c.x"])
    result = results[0]
    on_child, on_parent = (result.wrench("ball", body=b, at="origin").values for b in "cb")
    np.testing.assert_allclose(on_child[:, 3:], -on_parent[:, 3:], atol=1e-12)
    np.testing.assert_allclose(on_child[:, 3], 0.3 * np.sin(result.time), atol=1e-12)


@pytest.mark.parametrize("formulation", PLANE)
def test_in_the_plane(formulation: str) -> None:
    """A disc that slides and turns over a table: three oscillators."""
    m = sn.Mechanism("disc", dimension=2, gravity=(0.0, 0.0))
    m.body("disc", mass=2.0, inertia=0.5, at=(0.0, 0.0))
    m.planar("P", "ground", "disc", at=(0.0, 0.0))
    words = list(m.joints["P"].words(2))
    x, y, angle = words[:3]
    m.joint_spring("kx", "P", stiffness=8.0, of=x)
    m.joint_force("ky", f"-18*P.{y}", "P", of=y)
    m.torsional_spring("kr", "P", stiffness=2.0, of=angle)
    m.initial.update({"disc.x": 0.1, "disc.y": 0.2, "disc.angle": 0.3})
    result = sn.simulate(m, 2.0, formulation=formulation, integrator=sn.DOP853(rtol=1e-10))
    t = result.time
    np.testing.assert_allclose(result["disc.x"], 0.1 * np.cos(2.0 * t), atol=1e-8)
    np.testing.assert_allclose(result["disc.y"], 0.2 * np.cos(3.0 * t), atol=1e-8)
    np.testing.assert_allclose(result["disc.angle"], 0.3 * np.cos(2.0 * t), atol=1e-8)
    np.testing.assert_allclose(result["kx.force"], -0.8 * np.cos(2.0 * t), atol=1e-7)
    assert np.isfinite(result.wrench("kx", body="disc").values).all()


@pytest.mark.parametrize("formulation", SPACE)
def test_radau_takes_them_implicitly(formulation: str) -> None:
    """The number of steps does not grow with the stiffness."""
    steps = []
    for stiffness in (1e4, 1e8):
        m = chain()
        for name in ("t1", "f", "push", "ball"):  # what they excite is fast
            del m.forces[name]
        m.forces["t2"].angle = None
        m.forces["t2"].stiffness = m.forces["s"].stiffness = stiffness
        steps.append(sn.simulate(m, 0.2, formulation=formulation, integrator=sn.Radau(rtol=1e-6)).info["steps"])
    assert steps[1] <= 1.5 * steps[0]


def swung(kind: str, backward: bool) -> sn.Mechanism:
    """A body on a joint made of several links, in either direction, with forces on each of its coordinates."""
    m = sn.Mechanism("swing", dimension=3, gravity=(0.0, 0.0, -9.81))
    m.box("a", (0.4, 0.1, 0.1), at=(0.2, 0.1, 0.0), mass=2.0)
    ends = ("a", "ground") if backward else ("ground", "a")
    if kind == "planar":
        m.planar("J", *ends, at=(0.0, 0.3, 0.1), axis="z")
    else:
        m.selection("J", *ends, kind.split(), at=(0.0, 0.3, 0.1))
    for word in list(m.joints["J"].words(3))[: len(m.joints["J"].words(3)) // 2]:
        turns = word.startswith("r") or word == "angle"
        (m.torque if turns else m.joint_force)(f"on_{word}", "2 + t", joint="J", of=word)
    return m


@pytest.mark.parametrize("backward", [False, True])
@pytest.mark.parametrize("kind", ["planar", "x ry", "x y rz", "rx z"])
def test_joints_of_several_links(kind: str, backward: bool) -> None:
    results = {f: sn.simulate(swung(kind, backward), 0.3, formulation=f) for f in SPACE}
    tree, spatial = (results[f].reaction("J").values for f in SPACE)
    np.testing.assert_allclose(spatial, tree, rtol=0.0, atol=1e-6 * np.abs(tree).max())
    for result in results.values():
        for rest in result.loads_on("a", t=0.15).unbalanced:
            np.testing.assert_allclose(rest, 0.0, atol=1e-6)


@pytest.mark.parametrize("formulation", SPACE)
def test_the_middle_one_of_three_turns_beyond_a_quarter(formulation: str) -> None:
    """There its angle falls as the tilt rises, and the torque that increases it changes its direction."""
    m = sn.Mechanism("gimbal", dimension=3, gravity=(0.0, 0.0, 0.0))
    m.box("a", (0.4, 0.1, 0.2), at=(0.0, 0.0, 0.0), mass=2.0)
    m.selection("J", "ground", "a", ["rx", "ry", "rz"], at=(0.0, 0.0, 0.0))
    m.torque("T", 0.3, joint="J", of="ry")
    m.initial.update({"J.ry": 2.0, "J.rx": 0.3, "J.rz": -0.4})
    result = sn.simulate(m, 0.1, formulation=formulation)
    for rest in result.loads_on("a", t=0.05).unbalanced:
        np.testing.assert_allclose(rest, 0.0, atol=1e-9)
    power = (result.wrench("T", body="a").values[:, 3:] * result.angular_velocity("a").values).sum(axis=1)
    np.testing.assert_allclose(power, 0.3 * result["J.wy"].values, atol=1e-9)


@pytest.mark.parametrize("formulation", PLANE)
def test_the_name_of_the_only_coordinate_changes_nothing(formulation: str) -> None:
    wrenches = []
    for of in ("", "displacement"):
        m = sn.Mechanism("slider", dimension=2, gravity=(0.0, -9.81))
        m.body("block", mass=1.0, inertia=0.1, at=(0.0, 0.6))
        m.prismatic("P", "ground", "block", axis="x", at=(0.0, 0.0))
        m.joint_force("F", 10.0, "P", of=of)
        result = sn.simulate(m, 0.2, formulation=formulation)
        for body in ("block", "ground"):
            wrenches.append(result.wrench("F", body=body).values)
        for rest in result.loads_on("block", t=0.1).unbalanced:
            np.testing.assert_allclose(rest, 0.0, atol=1e-9)
    np.testing.assert_allclose(wrenches[0], wrenches[2], atol=1e-12)
    np.testing.assert_allclose(wrenches[1], wrenches[3], atol=1e-12)
    np.testing.assert_allclose(wrenches[0][0], (10.0, 0.0, 6.0), atol=1e-12)


def test_they_are_inputs_of_a_linearisation() -> None:
    m = chain()
    by_force, by_coordinate = (sn.linearize(m, inputs=[name]).B for name in ("t1", "U.first"))
    np.testing.assert_allclose(by_force, by_coordinate, atol=1e-12)
    with pytest.raises(sn.UnsupportedError, match="has three components, and an input is one"):
        sn.linearize(m, inputs=["ball"])


# ---------------------------------------------------------------- words
def wrong(**changes: Any) -> sn.Mechanism:
    m = chain()
    for word, value in changes.items():
        setattr(m.forces["t1"], word, value)
    return m


@pytest.mark.parametrize(
    ("changes", "what", "remedy"),
    [
        ({"of": ""}, "joint 'U' is a universal, which has no angle", "say of which: of: first | second"),
        ({"of": "third"}, "'third' is not one of", ""),
        ({"of": "x"}, "joint 'U' has no coordinate 'x'", "it has first, second"),
        ({"joint": "C", "of": "displacement"}, "'displacement' of joint 'C' is no angle", ""),
        ({"joint": "S", "of": "rx"}, "joint 'S' has no coordinate 'rx'", "none that a force acts along"),
        ({"joint": "", "body": "b", "axis": "x"}, "acts on a body, which has no coordinate 'first'", "omit of"),
        ({"torque": (1.0, 2.0, 3.0), "of": ""}, "joint 'U' is a universal, which takes one torque", "one number"),
        ({"joint": "S", "torque": (1.0, 2.0), "of": ""}, "joint 'S' turns about all axes", "three components"),
    ],
)
def test_messages(changes: dict[str, Any], what: str, remedy: str) -> None:
    with pytest.raises(sn.MechanismError) as error:
        wrong(**changes).check()
    said = str(error.value)
    assert what in said
    assert remedy in said


def test_files_keep_it(tmp_path: Path) -> None:
    m = chain()
    sn.save(m, tmp_path / "m.yaml")
    loaded = sn.load(tmp_path / "m.yaml")
    scope: dict[str, Any] = {}
    exec(sn.to_python(m), scope)
    results = [sn.simulate(x, 0.1, formulation="tree")["c.x"].values for x in (m, loaded, scope["m"])]
    np.testing.assert_array_equal(results[1], results[0])
    np.testing.assert_array_equal(results[2], results[0])
