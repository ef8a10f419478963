"""Tables, formula constraints over measures, Python laws, measures by name: closed forms and all formulations."""

from pathlib import Path

import numpy as np
import pytest
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation

import snodo as sn

EXAMPLE = Path(__file__).parents[2] / "examples" / "cam_table.yaml"
EVERYWHERE = [(2, "planar"), (2, "tree"), (3, "tree"), (3, "spatial")]
ANGLES = np.arange(0.0, 361.0, 15.0)
LIFTS = 5.0 * (1.0 - np.cos(np.radians(ANGLES))) + np.sin(np.radians(2 * ANGLES))
LIFTS[-1] = LIFTS[0]


def run(m, duration, **more):
    return sn.simulate(m, duration, tolerance=1e-11, progress=False, **more)


def cam(dimension):
    up = (0, -9.81) if dimension == 2 else (0, -9.81, 0)
    m = sn.Mechanism("cam", dimension=dimension, gravity=up)
    place = (lambda *xy: xy) if dimension == 2 else (lambda *xy: (*xy, 0.0))
    m.point("P", *place(0.0, 0.05))
    round_, small = (0.01, 1e-3) if dimension == 2 else ((0.01,) * 3, (1e-3,) * 3)
    m.body("cam", mass=1.0, inertia=round_)
    m.body("follower", mass=0.25, inertia=small, at=place(0.0, 0.05))
    m.revolute("A", "ground", "cam", at=place(0.0, 0.0), **({} if dimension == 2 else {"axis": "z"}))
    m.prismatic("F", "ground", "follower", axis="y", at="P")
    m.table("lift", x=ANGLES, y=LIFTS, units=("deg", "mm"), periodic=True)
    m.constraint("contact", formula="F.displacement - table(lift, A.angle)")
    m.joint_spring("s", "F", stiffness=2000, displacement=-0.02)
    return m


# ---------------------------------------------------------------- constraints
@pytest.mark.parametrize(("dimension", "formulation"), EVERYWHERE)
def test_the_force_of_a_cam_is_that_of_the_textbook(dimension, formulation):
    m, omega = cam(dimension), 30.0
    m.driver("motor", joint="A", speed=omega)
    result = run(m, 0.25, formulation=formulation)
    lift = CubicSpline(np.radians(ANGLES), 1e-3 * LIFTS, bc_type="periodic")
    turn = (omega * result.time) % (2 * np.pi)
    h, h1, h2 = lift(turn), lift(turn, 1), lift(turn, 2)
    contact = 0.25 * (h2 * omega**2 + 9.81) + 2000.0 * (h + 0.02)
    np.testing.assert_allclose(result["F.displacement"], h, atol=1e-11)
    pushed = result.reaction("contact", body="follower").sel(component="fy")
    np.testing.assert_allclose(pushed, contact, atol=1e-8 * np.abs(contact).max())
    torque = result.reaction("motor", body="cam").values[:, -1]
    np.testing.assert_allclose(torque, contact * h1, atol=1e-8 * np.abs(contact * h1).max())
    assert result.quality().verdict == "good"


def test_a_free_cam_moves_the_same_in_all_formulations():
    ends = []
    for dimension, formulation in EVERYWHERE:
        m = cam(dimension)
        m.torque("T", joint="A", torque="0.2 - 0.001*A.speed")
        m.initial["A.speed"] = 20.0
        result = run(m, 0.3, formulation=formulation)
        ends.append([float(result["A.angle"][-1]), float(result["A.speed"][-1])])
    np.testing.assert_allclose(ends[1:], ends[:-1], rtol=1e-9)


def test_a_nonlinear_coupling_of_two_angles():
    ends = []
    for formulation in ("planar", "tree"):
        m = sn.Mechanism("coupled", gravity=(0, -9.81))
        m.add_points(A=(0, 0), B=(1, 0), C=(2, 0))
        m.bar("a", "A", "B", mass=1.0)
        m.bar("b", "B", "C", mass=1.0)
        m.revolute("A", "ground", "a")
        m.revolute("B", "a", "b")
        m.constraint("bend", formula="B.angle - 0.3*sin(A.angle)")
        result = run(m, 1.0, formulation=formulation)
        np.testing.assert_allclose(result["B.angle"], 0.3 * np.sin(result["A.angle"]), atol=1e-11)
        ends.append(float(result["A.angle"][-1]))
    assert ends[0] == pytest.approx(ends[1], abs=1e-9)
    # against the equation of one coordinate: E = ½ M(θ) θ̇² + V(θ)
    theta, rate = result["A.angle"].values, result["A.speed"].values
    beta, beta1 = 0.3 * np.sin(theta), 0.3 * np.cos(theta) * rate
    x, y = -np.sin(theta) * rate, np.cos(theta) * rate
    x, y = x - 0.5 * np.sin(theta + beta) * (rate + beta1), y + 0.5 * np.cos(theta + beta) * (rate + beta1)
    kinetic = (1.0 / 6.0) * rate**2 + 0.5 * (x**2 + y**2) + (1.0 / 24.0) * (rate + beta1) ** 2
    height = 0.5 * np.sin(theta) + np.sin(theta) + 0.5 * np.sin(theta + beta)
    np.testing.assert_allclose(kinetic + 9.81 * height, 0.0, atol=1e-8)


# ---------------------------------------------------------------- tables in forces and drivers
def pendulum(dimension=2):
    m = sn.Mechanism("arm", dimension=dimension)
    m.point("A", *(0.0,) * dimension)
    m.body("arm", mass=1.0, inertia=0.5 if dimension == 2 else (0.5, 0.5, 0.5))
    m.revolute("A", "ground", "arm", **({} if dimension == 2 else {"axis": "z"}))
    return m


@pytest.mark.parametrize(("dimension", "formulation"), EVERYWHERE)
def test_a_linear_table_of_the_angle_is_a_spring(dimension, formulation):
    m = pendulum(dimension)
    m.table("soft", x=[-1, 0, 1], y=[8, 0, -8], kind="linear", outside="linear")
    m.torque("T", joint="A", torque="table(soft, A.angle)")
    m.initial["A.angle"] = 0.5
    result = run(m, 2.0, formulation=formulation)
    np.testing.assert_allclose(result["A.angle"], 0.5 * np.cos(4.0 * result.time), atol=1e-8)


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_a_map_of_two_measures(formulation):
    """A bicubic table of a cubic polynomial is that polynomial."""
    m = pendulum()
    x, y = np.linspace(-3, 3, 6), np.linspace(-20, 20, 5)
    m.table("map", x=x, y=y, z=-8 * x[:, None] - 0.5 * y[None, :] + 0.1 * x[:, None] ** 3 + 0.01 * np.outer(x, y**2))
    m.torque("T", joint="A", torque="table(map, A.angle, A.speed)")
    m.initial["A.angle"] = 1.0
    other = pendulum()
    other.torque("T", joint="A", torque="-8*A.angle - 0.5*A.speed + 0.1*A.angle**3 + 0.01*A.angle*A.speed**2")
    other.initial["A.angle"] = 1.0
    found, wanted = (run(one, 1.0, formulation=formulation) for one in (m, other))
    assert float(found["A.angle"][-1]) == pytest.approx(float(wanted["A.angle"][-1]), abs=1e-9)
    still = sn.linearize(m, formulation=formulation)
    again = sn.linearize(other, formulation=formulation)
    np.testing.assert_allclose(still.A, again.A, atol=1e-9)


def test_a_short_pulse_in_a_table_of_time_is_not_missed():
    m = pendulum()
    m.table("pulse", x=[0, 30, 30.01, 30.02, 60], y=[0, 0, 100, 0, 0], kind="linear")
    m.torque("T", joint="A", torque="2*table(pulse, t)")
    result = sn.simulate(m, 60.0, progress=False)
    assert float(result["A.speed"][-1]) == pytest.approx(2 * 1.0 / 0.5, rel=1e-9)


@pytest.mark.parametrize("periodic", [False, True])
def test_a_driver_integrates_the_speed_of_a_table_exactly(periodic):
    m = pendulum()
    m.table("v", x=[0, 1, 2, 3], y=[0, 2, 1, 0], kind="monotone", periodic=periodic)
    m.driver("motor", joint="A", speed="3*table(v, t) + 0.5")
    result = run(m, 5.0)
    speed = 3 * m.tables["v"](result.time) + 0.5
    np.testing.assert_allclose(result["A.speed"], speed, atol=1e-10)
    fine = np.linspace(0.0, 5.0, 200001)
    area = np.trapezoid(3 * m.tables["v"](fine) + 0.5, fine)
    assert float(result["A.angle"][-1] - result["A.angle"][0]) == pytest.approx(area, abs=1e-8)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
@pytest.mark.parametrize("word", ["rotation_vector", "cardan"])
def test_a_ball_joint_follows_three_functions_of_time(formulation, word):
    m = sn.Mechanism("hip", dimension=3, gravity=(0, 0, -9.81))
    m.point("H", 0, 0, 0)
    m.body("leg", mass=2.0, inertia=(0.02, 0.03, 0.04), com=(0.1, 0.05, -0.2))
    m.spherical("H", "ground", "leg")
    m.driver("hip", joint="H", **{word: ("0.5*sin(3*t)", "0.3*t", "2*t**2")})
    result = run(m, 1.5, formulation=formulation)
    given = np.column_stack([0.5 * np.sin(3 * result.time), 0.3 * result.time, 2 * result.time**2])
    turn = Rotation.from_rotvec(given) if word == "rotation_vector" else Rotation.from_euler("XYZ", given)
    np.testing.assert_allclose(result.formulation.motion.rotation("leg", result.q), turn.as_matrix(), atol=1e-10)
    assert result.quality().verdict == "good"


# ---------------------------------------------------------------- ranges
def test_the_verdict_tells_when_a_table_was_left():
    m = pendulum()
    m.table("ramp", x=[0, 1], y=[1, 1.5])
    m.torque("T", joint="A", torque="table(ramp, A.angle)")
    quality = sn.simulate(m, 2.0, progress=False).quality()
    assert quality.verdict == "fair"
    assert "table 'ramp' was left by A.angle" in str(quality)
    assert "the last value was used" in str(quality)
    assert sn.simulate(m, 0.5, progress=False).quality().verdict == "good"


def test_outside_error_ends_the_run_and_names_the_table():
    m = pendulum()
    m.table("ramp", x=[-1, 1], y=[1, 1.5], outside="error")
    m.torque("T", joint="A", torque="table(ramp, A.angle)")
    with pytest.raises(sn.SnodoError, match="table 'ramp' ends"):
        sn.simulate(m, 3.0, progress=False)


# ---------------------------------------------------------------- Python laws
def two_arms():
    m = sn.Mechanism("two", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(1, 0), C=(2, 0))
    m.bar("a", "A", "B", mass=1.0)
    m.bar("b", "B", "C", mass=1.0)
    m.revolute("A", "ground", "a")
    m.revolute("B", "a", "b")
    return m


READS = ["A.angle", "A.speed", "B.angle", "B.speed"]


def with_branch(t, x):
    if x[0] < -1e3:
        return 0, 1
    return -50 * x[0] - 5 * x[1], -30 * x[2] - 3 * x[3]


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_a_traced_and_a_compiled_law_are_the_same(formulation):
    traced, compiled = two_arms(), two_arms()
    traced.law(
        "pd", reads=READS, drives=["A", "B"], function=lambda t, x: (-50 * x[0] - 5 * x[1], -30 * x[2] - 3 * x[3])
    )
    compiled.law("pd", reads=READS, drives=["A", "B"], function=with_branch)
    assert 'pd_A: {torque: "-50*A.angle - 5*A.speed", joint: A}' in sn.to_yaml(traced)
    first, second = (run(m, 1.0, formulation=formulation) for m in (traced, compiled))
    assert "compiled by numba" in str(second.formulation.routes())
    assert float(first["B.angle"][-1]) == pytest.approx(float(second["B.angle"][-1]), abs=1e-10)
    assert float(first["pd_A.force"][-1]) == pytest.approx(float(second["pd_A.force"][-1]), abs=1e-8)
    slopes = [sn.linearize(m, formulation=formulation).A for m in (traced, compiled)]
    np.testing.assert_allclose(slopes[1], slopes[0], atol=1e-6)


def test_a_law_that_cannot_be_compiled_is_refused():
    with pytest.raises(sn.MechanismError, match="cannot be compiled") as told:
        two_arms().law("no", reads="A.angle", drives="A", function=lambda t, x: float(str(x[0])))
    assert "sampled controller" in str(told.value)


def test_a_law_follows_what_its_function_reads():
    gains = {"k": 50.0}
    m = two_arms()
    m.law("p", reads="A.angle", drives="A", function=lambda t, x: -gains["k"] * x[0])
    before = run(m, 0.3)
    gains["k"] = 5.0
    assert float(run(m, 0.3)["A.angle"][-1]) < float(before["A.angle"][-1]) - 0.05


def test_python_functions_read_tables_as_formulas():
    m = pendulum()
    soft = m.table("soft", x=[-1, 0, 1], y=[8, 0, -8], kind="linear", outside="linear")
    m.law("k", reads="A.angle", drives="A", function=lambda t, x: soft(x[0]))
    assert m.forces["k"].torque.text == "table(soft, A.angle)"
    m.initial["A.angle"] = 0.5
    result = run(m, 2.0)
    np.testing.assert_allclose(result["A.angle"], 0.5 * np.cos(4.0 * result.time), atol=1e-8)
    again = run(sn.loads(sn.to_yaml(m)), 2.0)
    assert float(again["A.angle"][-1]) == float(result["A.angle"][-1])


# ---------------------------------------------------------------- measures
@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_attitude_angles_and_distances_in_space(formulation):
    m = sn.Mechanism("top", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(H=(0, 0, 0), W=(1, 1, 0.5), B=(0.3, 0, 0))
    m.body("b", mass=2.0, inertia=(0.02, 0.03, 0.04), com=(0.1, 0.05, -0.2))
    m.spherical("H", "ground", "b")
    m.frame("F", on="b", at=(0.2, 0.1, 0))
    m.point_force(
        "p",
        "b",
        force=("3*b.pitch - b.roll_speed", "2*b.yaw + 0.1*b.pitch_speed", "distance(F, W) - distance(b.B,W).speed"),
    )
    m.initial["H.wx"] = 1.0
    m.initial["H.wz"] = 0.5
    result = run(m, 1.0, formulation=formulation)
    angles = Rotation.from_matrix(result.formulation.motion.rotation("b", result.q)).as_euler("ZYX")
    for k, word in enumerate(("yaw", "pitch", "roll")):
        np.testing.assert_allclose(result[f"b.{word}"], angles[:, k], atol=1e-12)
        slope = np.gradient(angles[:, k], result.time, edge_order=2)[2:-2]
        np.testing.assert_allclose(result[f"b.{word}_speed"][2:-2], slope, atol=0.05)
    apart = result.position("F").values - [1.0, 1.0, 0.5]
    np.testing.assert_allclose(result["distance(F, W)"], np.linalg.norm(apart, axis=1), atol=1e-12)
    assert result.quality().verdict == "good"
    if formulation == "spatial":
        other = run(m, 1.0, formulation="tree")
        assert float(result["b.yaw"][-1]) == pytest.approx(float(other["b.yaw"][-1]), abs=1e-9)


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_an_event_waits_for_a_distance(formulation):
    m = pendulum()
    m.add_points(B=(1, 0), C=(0, 1))
    m.driver("motor", joint="A", speed=1.0)
    m.event("near", when="distance(arm.B, C) falls to 0.5 m", do="record")
    events = run(m, 2.0, formulation=formulation).events
    assert float(events.times("near")[0]) == pytest.approx(np.pi / 2 - 2 * np.arcsin(0.25), abs=1e-10)


def test_distances_are_those_of_results():
    m = two_arms()
    m.torque("T", joint="A", torque="distance(B, b.com) + distance(a, C)")
    result = run(m, 0.5)
    np.testing.assert_allclose(result["distance(B, b.com)"], 0.5, atol=1e-12)
    end = np.column_stack([np.ones(result.time.size) * 2.0, np.zeros(result.time.size)])
    apart = np.linalg.norm(result.position("a").values - end, axis=1)
    np.testing.assert_allclose(result["distance(a, C)"], apart, atol=1e-12)
    np.testing.assert_allclose(result["T.force"], 0.5 + apart, atol=1e-12)


# ---------------------------------------------------------------- files
def test_the_example_ends_in_a_known_number():
    m = sn.load(EXAMPLE)
    result = run(m, 0.1)
    omega, lift = 20 * np.pi, m.tables["lift"].curve
    h, _, h2 = lift.derivatives(omega * result.time)
    contact = 0.15 * (h2 * omega**2 + 9.81) + 4000.0 * (h + 0.015)
    pushed = result.reaction("contact", body="follower").sel(component="fy")
    np.testing.assert_allclose(pushed, contact, atol=1e-6)
    fine = lift.derivatives(np.linspace(0.0, 2 * np.pi, 100001))
    contact = 0.15 * (fine[2] * omega**2 + 9.81) + 4000.0 * (fine[0] + 0.015)
    assert (contact.min(), contact.max()) == pytest.approx((61.456, 102.981), abs=2e-3)


def test_files_and_scripts_keep_tables(tmp_path):
    (tmp_path / "gas.csv").write_text("angle; pressure\n# degrees; bar\n0; 1\n180; 40,5\n360; 1\n")
    (tmp_path / "engine.yaml").write_text(
        "mechanism: engine\ngravity: [0, 0]\npoints: {A: [0, 0]}\n"
        "bodies: {arm: {mass: 1 kg, inertia: 1 kg m^2}}\njoints: {A: {revolute: [ground, arm]}}\n"
        "tables: {gas: {file: gas.csv, columns: [deg, bar], kind: monotone, periodic: yes}}\n"
        'forces: {T: {torque: "1e-6*table(gas, A.angle)", joint: A}}\nrun: {duration: 1 s}\n'
    )
    m = sn.load(tmp_path / "engine.yaml")
    np.testing.assert_allclose(m.tables["gas"].x, np.radians([0, 180, 360]))
    np.testing.assert_allclose(m.tables["gas"].y, [1e5, 40.5e5, 1e5])
    again = sn.loads(sn.to_yaml(m))
    assert sn.to_yaml(again) == sn.to_yaml(m)
    scope = {}
    exec(sn.to_python(m), scope)
    assert sn.to_yaml(scope["m"]) == sn.to_yaml(m)
    assert "gas" in str(m)
    assert float(run(again, 1.0)["A.angle"][-1]) == float(run(m, 1.0)["A.angle"][-1])
