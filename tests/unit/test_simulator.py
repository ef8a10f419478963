"""`sn.Simulator`: what it takes and refuses, and that its steps are those of a run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.mechanisms import four_bar, pendulum, pendulum_in_space, spatial_slider_crank

import snodo as sn

G = 9.81


def driven_four_bar() -> sn.Mechanism:
    m = four_bar()
    m.torque("u", 0.0, joint="A")
    m.frame("tip", "coupler", at="C")
    return m


def ball_pendulum() -> sn.Mechanism:
    m = sn.Mechanism("ball", dimension=3, gravity=(0, 0, -G))
    m.point("A", 0, 0, 0)
    m.cylinder("rod", (0, 0, 0), (0, 0, -1.0), 0.05, mass=1.0)
    m.spherical("A", "ground", "rod")
    m.torque("u", (0.0, 0.0, 0.0), joint="A")
    m.point_force("push", "rod", (0.0, 0.0, 0.0), at=(0, 0, -1.0))
    m.frame("tip", "rod", at=(0, 0, -1.0))
    return m


def block(**friction: Any) -> sn.Mechanism:
    m = sn.Mechanism("block", gravity=(0, 0))
    m.body("block", mass=2.0, inertia=1.0, at=(0, 0))
    m.prismatic("x", "ground", "block", axis="x", at=(0, 0))
    m.joint_force("u", 0.0, joint="x")
    if friction:
        m.friction("f", "x", **friction)
    return m


def go(sim: sn.Simulator, steps: int, dt: float, *u: float) -> None:
    for _ in range(steps):
        sim.step(dt, *u)


# ---------------------------------------------------------------- the same as a run
@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_a_second_of_steps_is_a_run(formulation: str) -> None:
    """At the same tolerance; every output is the series of that name."""
    m = driven_four_bar()
    outputs = ["A.angle", "A.speed", "C.angle", "coupler.x", "coupler.vy", "tip.y", "rocker.angle", "rocker.omega"]
    sim = sn.Simulator(m, ["u"], outputs, formulation=formulation, tolerance=1e-10)
    rows = [sim.reset(), *(sim.step(0.01, u=0.5) for _ in range(100))]
    m.forces["u"].torque = sn.Constant(0.5)
    run = sn.simulate(m, 1.0, output=0.01, formulation=formulation, tolerance=1e-11, error_bars=False, progress=False)
    for k, name in enumerate(outputs):
        assert [row[k] for row in rows] == pytest.approx(np.asarray(run[name]), abs=3e-8), name
    assert sim.time == 1.0


@pytest.mark.parametrize("copies", [None, 2])
@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_lengths_signals_and_forces_of_contacts_are_outputs(formulation: str, copies: int | None) -> None:
    """Beside the series of a run."""
    m = sn.Mechanism("foot", gravity=(0, -G))
    m.add_points(W=(0.3, 0.4))
    m.body("foot", mass=2.0, inertia=0.02, at=(0, 0.1))
    m.spring("s", "ground", "foot", (0.3, 0.4), {"foot": (0, 0)}, stiffness=20.0, damping=1.0)
    m.sphere_contact("heel", "foot", 0.1, stiffness="20 kN/m", damping="0.5 s/m", mu=0.5)
    m.torque("u", 0.0, body="foot")
    m.signal("power", "heel.force*heel.gap_speed + t")
    outputs = ["power", "s.length", "distance(W, foot)", "heel.force", "s.speed", "distance(W, foot).speed"]
    sim = sn.Simulator(m, ["u"], outputs, formulation=formulation, tolerance=1e-10, copies=copies)
    rows = [np.atleast_2d(sim.reset()), *(np.atleast_2d(sim.step(0.01)) for _ in range(10))]
    words = {"output": 0.01, "tolerance": 1e-11, "error_bars": False, "progress": False}
    run = sn.simulate(m, 0.1, formulation=formulation, **words)
    sizes = {"power": 1.0, "heel.force": 20.0}
    for k, name in enumerate(outputs):
        if not name.startswith("distance"):
            found, expected = np.array([row[:, k] for row in rows]), np.asarray(run[name])[:, None]
            assert found == pytest.approx(np.broadcast_to(expected, found.shape), abs=1e-6 * sizes.get(name, 1.0)), name
    assert rows[-1][:, 1] == pytest.approx(rows[-1][:, 2])
    assert rows[-1][:, 4] == pytest.approx(rows[-1][:, 5])
    assert sim.outputs == outputs
    assert np.shape(sim.y) == ((6,) if copies is None else (2, 6))
    kept = sim.state
    again = sim.step(0.01)
    sim.restore(kept)
    assert (sim.step(0.01) == again).all()


def test_reactions_are_no_outputs() -> None:
    m = sn.Mechanism("boom", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(1, 0.2), P=(0.4, -0.5), Q=(0.6, 0.1))
    m.bar("boom", "A", "B", mass=5.0)
    m.revolute("A", "ground", "boom")
    m.linear_actuator("ram", "ground", "boom", start="P", end="Q", length=0.63)
    with pytest.raises(sn.NameNotFound, match=r"no output 'ram\.force': it is a reaction"):
        sn.Simulator(m, [], ["ram.force"])


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_loops_and_balls_in_space(formulation: str) -> None:
    m = spatial_slider_crank()
    crank = next(name for name, joint in m.joints.items() if joint.coordinate == "angle")
    slides = next(name for name, joint in m.joints.items() if joint.coordinate == "displacement")
    m.torque("u", 0.0, joint=crank)
    outputs = [f"{crank}.angle", f"{crank}.speed", f"{slides}.displacement"]
    sim = sn.Simulator(m, "u", outputs, formulation=formulation, tolerance=1e-9)
    for _ in range(50):
        y = sim.step(0.01, 0.2)
    m.forces["u"].torque = sn.Constant(0.2)
    run = sn.simulate(m, 0.5, formulation=formulation, tolerance=1e-11, error_bars=False, progress=False)
    assert y == pytest.approx([float(run[name][-1]) for name in outputs], abs=1e-6)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_components_of_torques_and_forces(formulation: str) -> None:
    """Each component acts as the same number in the mechanism does."""
    m = ball_pendulum()
    given = {"u.x": 0.4, "u.z": 0.1, "push.y": 0.7}
    sim = sn.Simulator(m, list(given), ["tip.x", "tip.y", "tip.z", "rod.wx"], formulation=formulation, tolerance=1e-10)
    for _ in range(40):
        y = sim.step(0.02, given)
    m.forces["u"].torque = tuple(sn.Constant(x) for x in (0.4, 0.0, 0.1))
    m.forces["push"].force = tuple(sn.Constant(x) for x in (0.0, 0.7, 0.0))
    run = sn.simulate(m, 0.8, formulation=formulation, tolerance=1e-12, error_bars=False, progress=False)
    assert y == pytest.approx([float(run[name][-1]) for name in sim.outputs], abs=1e-7)


def test_an_input_acts_in_the_step_it_is_given() -> None:
    """1 N on 2 kg for one step, then nothing: ½ a dt², a dt, and then at this speed."""
    for choice in ({}, {"substeps": 1}):
        sim = sn.Simulator(block(), ["u"], ["x.displacement", "x.speed"], **choice)
        dt, a = 0.1, 0.5
        assert sim.step(dt, u=1.0) == pytest.approx([0.5 * a * dt**2, a * dt], rel=1e-12)
        assert sim.step(dt, u=0.0) == pytest.approx([1.5 * a * dt**2, a * dt], rel=1e-12)
        assert sim.step(dt) == pytest.approx([2.5 * a * dt**2, a * dt], rel=1e-12)  # held
        assert sim["u"] == 0.0


def test_forces_that_share_a_number_are_apart() -> None:
    """One object as the force of two parts: only the input changes."""
    m, zero = block(), sn.Constant(0.0)
    m.joint_force("other", zero, joint="x")
    m.forces["u"].force = zero
    sim = sn.Simulator(m, ["u"], ["x.speed"])
    assert sim.step(1.0, u=2.0)[0] == pytest.approx(1.0, rel=1e-12)
    assert m.forces["u"].force == sn.Constant(0.0)


def test_substeps_converge_with_order_four() -> None:
    m = driven_four_bar()
    exact = sn.Simulator(m, ["u"], ["A.angle", "A.speed"], tolerance=1e-13)
    for _ in range(20):
        end = exact.step(0.02, u=0.3)
    errors = []
    for n in (2, 4, 8):
        sim = sn.Simulator(m, ["u"], ["A.angle", "A.speed"], substeps=n)
        for _ in range(20):
            y = sim.step(0.02, u=0.3)
        errors.append(np.abs(y - end).max())
    orders = np.log2(np.array(errors[:-1]) / np.array(errors[1:]))
    assert orders == pytest.approx([4.0, 4.0], abs=0.5)


def test_time_is_not_a_sum() -> None:
    sim = sn.Simulator(block(), ["u"], ["x.speed"], substeps=1)
    for _ in range(1000):
        sim.step(1e-3)
    assert sim.time == 1.0
    for _ in range(10):
        sim.step("2 ms")
    assert sim.time == 1.02


def test_breaks_of_functions_of_time_are_met() -> None:
    """A pulse of 1 ms, far from the start and between two steps, is not stepped over."""
    m = block()
    m.joint_force("pulse", "500*(sign(t - 12.3) - sign(t - 12.301))", joint="x")
    sim = sn.Simulator(m, ["u"], ["x.speed"], tolerance=1e-10)
    for _ in range(15):
        y = sim.step(1.0)
    assert y[0] == pytest.approx(0.5, rel=1e-6)


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_states_are_stepped_too(formulation: str) -> None:
    """A motor with inductance: its current is a state, an output, and is kept."""
    m = driven_four_bar()
    m.state("i", rate="(2 - 1.2*i - 0.05*A.speed)/0.02")
    m.torque("motor", "0.1*i", joint="A")
    sim = sn.Simulator(m, ["u"], ["i", "A.angle"], formulation=formulation, tolerance=1e-10, initial={"i": 0.5})
    assert sim.reset()[0] == 0.5
    rows = [sim.step(0.01, u=0.2) for _ in range(30)]
    m.forces["u"].torque = sn.Constant(0.2)
    choices = {"formulation": formulation, "tolerance": 1e-11, "error_bars": False, "progress": False}
    run = sn.simulate(m, 0.3, initial={"i": 0.5}, **choices)
    assert rows[-1] == pytest.approx([float(run["i"][-1]), float(run["A.angle"][-1])], abs=1e-7)
    many = sn.Simulator(m, [], ["i"], copies=2, initial={"i": [0.5, 0.7]}, formulation=formulation)
    assert many.reset()[:, 0].tolist() == [0.5, 0.7]


def test_controllers_are_outside() -> None:
    m = block()
    m.controller("c", every=0.01, gives={"w": "x.speed"})
    with pytest.raises(sn.UnsupportedError, match="compute its outputs for each step"):
        sn.Simulator(m, ["u"])
    m = block(coulomb=1.0)
    m.state("i", rate="-i")
    with pytest.raises(sn.UnsupportedError, match="states are not stepped where"):
        sn.Simulator(m, ["u"])


# ---------------------------------------------------------------- the same bits
@pytest.mark.parametrize("choice", [{}, {"substeps": 2}])
def test_the_same_bits_again_and_after_restore(choice: dict[str, Any]) -> None:
    sim = sn.Simulator(driven_four_bar(), ["u"], ["A.angle", "C.angle"], **choice)
    u = np.sin(np.arange(60.0))

    def go(first: int) -> list[bytes]:
        return [sim.step(0.01, u=x).tobytes() for x in u[first:]]

    whole = go(0)
    sim.reset()
    assert go(0) == whole
    sim.reset()
    for x in u[:30]:
        sim.step(0.01, u=x)
    kept = sim.state
    rest = go(30)
    assert rest == whole[30:]
    sim.restore(kept)
    assert sim.time == kept.time
    assert go(30) == rest
    other = sn.Simulator(driven_four_bar(), ["u"], ["A.angle", "C.angle"], **choice)
    other.reset(state=kept)
    assert [other.step(0.01, u=x).tobytes() for x in u[30:]] == rest


@pytest.mark.parametrize("choice", [{}, {"substeps": 1}, {"formulation": "tree"}, {"formulation": "spatial"}])
def test_copies_are_single_ones(choice: dict[str, Any]) -> None:
    m, outputs = driven_four_bar(), ["A.angle", "A.speed", "tip.x"]
    speeds = [0.0, 1.0, -2.0]
    many = sn.Simulator(m, ["u"], outputs, copies=3, initial={"A.speed": speeds}, **choice)
    U = np.random.default_rng(1).normal(size=(20, 3, 1))
    Y = np.array([many.reset(), *(many.step(0.01, x) for x in U)])
    assert Y.shape == (21, 3, 3)
    for c, speed in enumerate(speeds):
        one = sn.Simulator(m, ["u"], outputs, initial={"A.speed": speed}, **choice)
        y = np.array([one.reset(), *(one.step(0.01, x[c]) for x in U)])
        assert (y == Y[:, c]).all()
    assert many["A.angle"].shape == (3,)
    assert (many.time == 0.2).all()
    assert many.q.shape == (3, many.formulation.nq)


def test_single_copies_start_again() -> None:
    many = sn.Simulator(driven_four_bar(), ["u"], ["A.angle", "A.speed"], copies=4)
    start = many.reset()
    many.step(0.01, u=[0.0, 1.0, 2.0, 3.0])
    before = many.y.copy()
    y = many.reset({"A.speed": [0.5, 0.6]}, only=[1, 3])
    assert (y[[0, 2]] == before[[0, 2]]).all()
    assert y[[1, 3], 1] == pytest.approx([0.5, 0.6])
    assert (many.time == [0.01, 0.0, 0.01, 0.0]).all()
    assert (many.u[:, 0] == [0.0, 0.0, 2.0, 0.0]).all()
    assert (start[1] != y[1]).any()


def test_a_start_in_a_state_of_a_result() -> None:
    m = driven_four_bar()
    run = sn.simulate(m, 0.3, tolerance=1e-10, error_bars=False, progress=False)
    sim = sn.Simulator(m, ["u"], ["A.angle", "A.speed"])
    y = sim.reset(state=run)
    assert sim.time == pytest.approx(0.3)
    assert y == pytest.approx([float(run["A.angle"][-1]), float(run["A.speed"][-1])], abs=1e-12)


# ---------------------------------------------------------------- what switches
@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_dry_friction_sticks_until_it_is_pushed(formulation: str) -> None:
    """5 N holds up to 6 N: still at 5.5 N, then (9 − 5)/2 m/s², then it stops after 2/2.5 s and stays."""
    sim = sn.Simulator(block(coulomb=5.0, static=6.0), ["u"], ["x.displacement", "x.speed"], formulation=formulation)
    for _ in range(10):
        y = sim.step(0.01, u=5.5)
    assert y == pytest.approx([0.0, 0.0], abs=1e-13)
    for _ in range(100):
        y = sim.step(0.01, u=9.0)
    assert y == pytest.approx([1.0, 2.0], rel=1e-9)
    kept = sim.state
    rows = [sim.step(0.01, u=0.0) for _ in range(100)]
    assert rows[-1] == pytest.approx([1.0 + 0.8, 0.0], abs=1e-9)
    assert [event["what"] for event in sim.events] == ["slips", "sticks"]
    assert sim.events[1]["time"] == pytest.approx(1.1 + 0.8, abs=1e-9)
    sim.restore(kept)
    assert (np.array([sim.step(0.01, u=0.0) for _ in range(100)]) == np.array(rows)).all()


def test_a_bouncing_ball_steps_from_bounce_to_bounce() -> None:
    """Half of the speed is lost at each bounce: times in closed form, as in a run."""
    m = sn.Mechanism("ball", gravity=(0, -G))
    m.body("ball", mass=1.0, inertia=0.1, at=(0, 0))
    m.prismatic("y", "ground", "ball", axis="y", at=(0, 0))
    m.limit("y", lower=0.0, restitution=0.5)
    sim = sn.Simulator(m, [], ["y.displacement", "y.speed"], initial={"y.displacement": 1.0}, tolerance=1e-10)
    first = np.sqrt(2.0 / G)
    for _ in range(130):
        sim.step(0.01)
    times = [event["time"] for event in sim.events if event["what"] == "impact"]
    assert times[:3] == pytest.approx([first, 2 * first, 2.5 * first], abs=1e-8)


def test_an_event_stops_the_simulation() -> None:
    m = block()
    m.event("far", when="x.displacement rises to 0.5 m", do="stop")
    sim = sn.Simulator(m, ["u"], ["x.displacement"])
    with pytest.raises(sn.RunError, match="far' has stopped the simulation at t = 1"):
        go(sim, 100, 0.03, 2.0)
    assert sim["x.displacement"] == pytest.approx(0.5, abs=1e-9)
    sim.reset()
    assert sim.step(0.03, u=2.0)[0] == pytest.approx(0.5 * 0.03**2)


# ---------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"inputs": ["A"]}, r'm\.torque\("u", 0\.0, joint="A"\)'),
        ({"inputs": ["v"]}, "there is no input 'v'"),
        ({"inputs": ["u", "u"]}, "given twice"),
        ({"inputs": ["wave"]}, "function of time or motion"),
        ({"inputs": ["u.x"]}, "there is no input 'u.x'"),
        ({"inputs": ["push"]}, "push.x, push.y"),
        ({"inputs": [3]}, "3 is not a name"),
        ({"outputs": ["A.angel"]}, "A.angle, A.speed"),
        ({"outputs": ["arm.fx"]}, "there is no output 'arm.fx'"),
        ({"outputs": ["nothing.x"]}, "there is no output"),
        ({"substeps": 0}, "substeps = 0"),
        ({"substeps": 2.5}, "substeps = 2.5"),
        ({"copies": "many"}, "copies = 'many'"),
        ({"tolerance": -1.0}, "tolerance = -1"),
        ({"tolerance": 1e-6, "substeps": 2}, "omit one of them"),
        ({"initial": {"A.angle": [0.1, 0.2]}}, "2 values for 1 copy"),
        ({"formulation": "flat"}, "flat"),
        ({"imputs": ["u"]}, "inputs"),
    ],
)
def test_arguments_that_make_no_sense(arguments: dict[str, Any], words: str) -> None:
    m = pendulum()
    m.torque("u", 0.0, joint="A")
    m.torque("wave", "sin(t)", joint="A")
    m.point_force("push", "arm", (0.0, 0.0))
    with pytest.raises(sn.SnodoError, match=words):
        sn.Simulator(m, **arguments)


def test_steps_that_make_no_sense() -> None:
    m = pendulum()
    m.torque("u", 0.0, joint="A")
    sim = sn.Simulator(m, ["u"], ["A.angle"])
    for dt in (0.0, -1e-3, float("nan"), float("inf")):
        with pytest.raises(sn.SnodoError, match="is not the length of a step"):
            sim.step(dt)
    with pytest.raises(sn.SnodoError, match="there is one: u"):
        sim.step(1e-3, [1.0, 2.0])
    with pytest.raises(sn.NameNotFound, match=r"did you mean 'u'|known names: u"):
        sim.step(1e-3, w=1.0)
    with pytest.raises(sn.SnodoError, match="input u is 'much'"):
        sim.step(1e-3, u="much")
    before = sim.y.copy()
    with pytest.raises(sn.RunError, match=r"at t = 0 s an input is not a finite number: \[nan\]"):
        sim.step(1e-3, u=float("nan"))
    assert (sim.y == before).all()
    assert sim.time == 0.0
    with pytest.raises(sn.NameNotFound, match=r"no output or input 'A\.speed'"):
        sim["A.speed"]
    with pytest.raises(sn.SnodoError, match="not a state of such a simulator"):
        sim.restore(sn.Simulator(m, ["u"], ["A.speed"]).state)
    many = sn.Simulator(m, ["u"], ["A.angle"], copies=2)
    with pytest.raises(sn.SnodoError, match="in 2 rows"):
        many.step(1e-3, [[1.0, 2.0]])
    with pytest.raises(sn.SnodoError, match="there are 2 copies"):
        many.reset(only=2)


def test_what_switches_has_neither_substeps_nor_copies() -> None:
    m = block(coulomb=1.0)
    with pytest.raises(sn.UnsupportedError, match="omit substeps"):
        sn.Simulator(m, ["u"], substeps=1)
    with pytest.raises(sn.UnsupportedError, match="make several simulators"):
        sn.Simulator(m, ["u"], copies=2)
    m.event("half", when="x.displacement rises to 1 m", do="set u.force to 0 N")
    with pytest.raises(sn.UnsupportedError, match="set it from outside"):
        sn.Simulator(m, ["u"])


@pytest.mark.parametrize("choice", [{}, {"substeps": 1}, {"copies": 2}])
def test_a_failure_has_its_cause(choice: dict[str, Any]) -> None:
    """A rod that would have to become longer: the step fails as a run does, and the state is the last good one."""
    m = sn.Mechanism("too far", gravity=(0, 0))
    m.add_points(A=(0, 0), B=(1, 0), C=(2, 0.5))
    m.bar("one", "A", "B", mass=1.0)
    m.bar("two", "B", "C", mass=1.0)
    m.revolute("A", "ground", "one")
    m.revolute("B", "one", "two")
    m.body("slider", mass=1.0, inertia=1.0, at="C")
    m.revolute("C", "two", "slider")
    m.prismatic("guide", "ground", "slider", axis="x", at="C")
    m.driver("away", joint="guide", displacement="t")
    sim = sn.Simulator(m, [], ["A.angle"], **choice)
    with pytest.raises(sn.RunError) as caught:
        go(sim, 100, 0.01)
    assert "at t = 0." in str(caught.value) or "dead" in str(caught.value)
    assert np.isfinite(sim.y).all()
    assert (np.asarray(sim.time) < 0.2).all()


def test_a_mechanism_in_space_without_loops() -> None:
    m = pendulum_in_space()
    joint = next(iter(m.joints))
    m.torque("u", 0.0, joint=joint)
    sim = sn.Simulator(m, ["u"], [f"{joint}.angle"])
    assert "simulator of mechanism" in repr(sim)
    assert sim.inputs == ["u"]
    assert sim.formulation.name == "tree"
    assert sim.mechanism.name == m.name
    assert np.isfinite(sim.step(0.1, u=1.0)).all()
    with pytest.raises(ValueError, match="read-only"):
        sim.y[0] = 1.0
    assert sim.events == []


def test_the_formulation_knows_the_inputs() -> None:
    """Steps are taken by a smaller model, and everything else is asked of the whole one."""
    m = sn.Mechanism("arm with a tool", dimension=3, gravity=(0, 0, -G))
    for k, name in enumerate(("upper", "lower", "tool")):
        m.body(name, mass=1.0, inertia=(0.1, 0.2, 0.3), at=(k + 0.5, 0, 0))
    m.revolute("A", "ground", "upper", at=(0, 0, 0), axis=(0, 1, 0))
    m.revolute("B", "upper", "lower", at=(1, 0, 0), axis=(0, 1, 0))
    m.fixed("grip", "lower", "tool", at=(2, 0, 0))
    m.torque("u", 0.0, joint="B")
    sim = sn.Simulator(m, ["u"], ["A.angle"])
    F = sim.formulation
    assert F.stepped is not F.flat
    sim.step(0.01, u=5.0)
    assert F.applied_forces(sim.q, sim.v)[0].tolist() == [0.0, 5.0]
    a = F.solve(sim.q, sim.v)[0]
    assert F.mass_matrix(sim.q) @ a == pytest.approx(F.forces(sim.q, sim.v), abs=1e-12)
    sim.reset()
    assert F.applied_forces(sim.q, sim.v)[0].tolist() == [0.0, 0.0]
