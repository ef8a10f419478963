"""States, signals and sampled controllers against closed forms and hand-written recursions (E15)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import expm

import snodo as sn
from snodo.formulations.kernels.states import States
from snodo.formulations.parts.numbers import Number
from snodo.math.kernels.record_layout import PythonTable
from snodo.mechanism.forces import JointForce
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.laws import Law

EXAMPLES = Path(__file__).parents[2] / "examples"
FORMULATIONS = ("planar", "tree", "spatial")
R, L, K, J, B = 1.2, 2e-3, 0.05, 2e-4, 1e-5
TIMES = [0.0, 0.01, 0.05, 0.2]
CONTINUOUS = np.array(
    [
        [19.6958268828876, 56.8488798383453],
        [-0.0189300892541614, 105.600698579613],
        [-0.000987163797059353, 100.225100161319],
    ]
)
SAMPLED = np.array(
    [
        [20.3240674475129, 58.1060712224205],
        [-0.116575134268305, 105.949430778625],
        [-0.000320457541805874, 100.21476163304],
    ]
)


def motor(dimension: int = 2) -> sn.Mechanism:
    """A motor with inductance, without its control: voltage u, current i, speed A.speed."""
    m = sn.Mechanism("motor", dimension=dimension)
    origin = (0, 0, 0)[:dimension]
    m.add_points(A=origin)
    m.body("rotor", mass=1.0, inertia=J if dimension == 2 else (J, J, J), at="A")
    m.revolute("A", "ground", "rotor", **({} if dimension == 2 else {"axis": "z"}))
    m.state("i", rate="(u - 1.2*i - 0.05*A.speed)/0.002", scale="1 A")
    m.torque("shaft", "0.05*i - 1e-5*A.speed", joint="A")
    return m


def sampled_motor(dimension: int = 2, **words) -> sn.Mechanism:
    """The same under a sampled PI controller."""
    m = motor(dimension)
    gives, then = {"u": "0.4*(100 - A.speed) + 8*I"}, {"I": "I + 0.001*(100 - A.speed)"}
    m.controller("speed", every="1 ms", memory={"I": 0}, gives=gives, then=then, **words)
    return m


def python_motor(function=None, **words) -> sn.Mechanism:
    """The same with a Python function."""

    def pi(t, x, memory):
        return [0.4 * (100 - x[0]) + 8 * memory["I"]], {"I": memory["I"] + 0.001 * (100 - x[0])}

    m = motor()
    given = {"memory": {"I": 0.0}, "reads": ["A.speed"], "gives": ["u"], "function": function or pi}
    m.controller("speed", every=1e-3, **{**given, **words})
    return m


def run(m, **words):
    given = {"integrator": "dop853", "tolerance": 1e-12, "output": TIMES, "error_bars": False}
    return sn.simulate(m, 0.2, **{**given, **words})


def found(result):
    return np.column_stack([result["i"].values, result["A.speed"].values])[1:]


# ---------------------------------------------------------------- E15
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_the_continuous_motor(formulation):
    """[1e-10]"""
    m = motor()
    m.state("I", rate="100 - A.speed")
    m.signal("u", "0.4*(100 - A.speed) + 8*I")
    result = run(m, formulation=formulation)
    assert np.abs(found(result) - CONTINUOUS).max() < 1e-10
    u = 0.4 * (100 - result["A.speed"].values) + 8 * result["I"].values
    assert np.array_equal(result["u"].values, u)
    force = 0.05 * result["i"].values - 1e-5 * result["A.speed"].values
    assert np.abs(result["shaft.force"].values - force).max() < 1e-15
    assert np.abs(result["A.acceleration"].values - force / J).max() < 1e-10
    assert np.array_equal(result.states, run(m, formulation=formulation).states)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("make", [sampled_motor, python_motor])
def test_the_sampled_motor(formulation, make):
    """[1e-10], the same bits on a second run."""
    m = make()
    result = run(m, formulation=formulation)
    assert np.abs(found(result) - SAMPLED).max() < 1e-10
    assert np.array_equal(result.states, run(m, formulation=formulation).states)
    assert result["u"].values[0] == 40.0


def test_the_example_file():
    result = sn.simulate(sn.load(EXAMPLES / "dc_motor.yaml"), progress=False)
    rows = np.column_stack([result["i"].values, result["A.speed"].values])[[10, 50, 200]]
    assert np.abs(rows - SAMPLED).max() < 1e-9
    assert result.quality().verdict == "good"


def test_the_sampled_motor_in_space():
    for formulation in ("tree", "spatial", "spatial_euler"):
        assert np.abs(found(run(sampled_motor(3), formulation=formulation)) - SAMPLED).max() < 1e-10


@pytest.mark.parametrize("method", ["projection", "augmented", "baumgarte"])
@pytest.mark.parametrize("integrator", ["dop853", "dormand_prince", "bogacki_shampine"])
def test_methods_and_integrators_agree(method, integrator):
    tolerance = {"dop853": 1e-11, "dormand_prince": 1e-10, "bogacki_shampine": 1e-8}[integrator]
    result = run(sampled_motor(), method=method, integrator=integrator, tolerance=tolerance)
    assert np.abs(found(result) - SAMPLED).max() < 1e3 * tolerance


def test_fixed_steps_end_at_the_samples():
    """With a step that divides the period, and one that does not."""
    for step in (1e-4, 0.7e-4):
        result = run(sampled_motor(), integrator=sn.RK4(step=step), tolerance=None)
        assert np.abs(found(result) - SAMPLED).max() < 1e-4
        ends = result.step_history.sum(axis=1)
        samples = 1e-3 * np.arange(1, 200)
        assert np.abs(ends[:, None] - samples[None]).min(axis=0).max() == 0.0


def exactly(samples: int, delay: int = 0) -> np.ndarray:
    """(i, ω, u) before each sample and after it by the matrix exponential of one period."""
    A = np.array([[-R / L, -K / L, 1 / L], [K / J, -B / J, 0.0], [0.0, 0.0, 0.0]])
    step = expm(A * 1e-3)
    x, integral, rows, coming = np.zeros(3), 0.0, [], [0.0] * delay
    for _ in range(samples + 1):
        error = 100 - x[1]
        coming.append(0.4 * error + 8 * integral)
        integral += 0.001 * error
        x[2] = coming.pop(0)
        rows.append(x.copy())
        x = step @ x
    return np.array(rows)


@pytest.mark.parametrize("delay", [0, 1, 3])
@pytest.mark.parametrize("make", [sampled_motor, python_motor])
def test_a_delay_against_the_recursion(delay, make):
    times = 1e-3 * np.arange(41)
    result = run(make(delay=delay), output=times)
    values = np.column_stack([result[name].values for name in ("i", "A.speed", "u")])
    expected = exactly(200, delay)[:41]
    assert np.abs(values - expected).max() < 1e-9 * np.abs(expected).max()


def test_the_output_is_held_between_samples():
    times = np.array([0.0, 0.4e-3, 0.999e-3, 1e-3, 1.5e-3, 2e-3])
    u = run(sampled_motor(), output=[*times, 0.2])["u"].values
    expected = exactly(3)[:, 2]
    assert np.abs(u[:6] - expected[[0, 0, 0, 1, 1, 2]]).max() < 1e-9


def test_two_periods_meet_at_common_samples():
    """A slow controller gives the set point of a fast one; both read the state before the sample."""
    m = motor()
    m.controller("slow", every=3e-3, memory={"n": 0}, gives={"goal": "10*n"}, then={"n": "n + 1"})
    m.controller("fast", every=1e-3, gives={"u": "0.4*(goal - A.speed)"})
    result = run(m, output=1e-3 * np.arange(31), tolerance=1e-11)
    goals = 10.0 * (np.arange(31) // 3)
    assert np.array_equal(result["goal"].values, goals)
    before = np.concatenate([[0.0], goals[:-1]])
    assert np.abs(result["u"].values - 0.4 * (before - result["A.speed"].values)).max() < 1e-9


# ---------------------------------------------------------------- states
def test_a_filter_of_first_order():
    """An RC filter of a sine: x = (sin ωt − ωτ cos ωt + ωτ e^(−t/τ))/(1 + ω²τ²), whatever moves."""
    m = motor()
    m.signal("u", "0")
    m.state("x", rate="(sin(50*t) - x)/0.02")
    times = np.linspace(0, 0.2, 21)
    x = run(m, output=times, initial={"i": 3.0})["x"].values
    expected = (np.sin(50 * times) - np.cos(50 * times) + np.exp(-times / 0.02)) / 2
    assert np.abs(x - expected).max() < 1e-11


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_muscle_that_is_switched_on(formulation):
    """Activation ȧ = (e − a)/τ with τ = 10 ms, force 100 N a on a mass of 2 kg at rest."""
    m = sn.Mechanism("muscle")
    m.body("load", mass=2.0, inertia=1.0)
    m.prismatic("P", "ground", "load", axis="x", at=(0, 0))
    m.state("a", rate="(1 - a)/0.01")
    m.joint_force("muscle", "100*a", joint="P")
    times = np.linspace(0, 0.1, 11)
    result = sn.simulate(m, 0.1, formulation=formulation, output=times, tolerance=1e-12)
    tau = 0.01
    speed = 50 * (times - tau * (1 - np.exp(-times / tau)))
    place = 50 * (times**2 / 2 - tau * times + tau**2 * (1 - np.exp(-times / tau)))
    assert np.abs(result["a"].values - (1 - np.exp(-times / tau))).max() < 1e-11
    assert np.abs(result["P.speed"].values - speed).max() < 1e-11
    assert np.abs(result["P.displacement"].values - place).max() < 1e-11
    assert result.quality().verdict == "good"
    work = result["muscle.work"].values[-1]
    assert abs(work - speed[-1] ** 2) < 1e-8


def test_a_state_in_a_loop_with_reactions():
    """A driven four-bar: planar, tree and spatial agree in the state, the motion and the reactions."""
    rows = []
    for formulation in FORMULATIONS:
        m = sn.Mechanism("four-bar", gravity=(0, -9.81))
        m.add_points(A=(0, 0), B=(0, 0.1), C=(0.35, 0.25), D=(0.3, 0))
        m.bar("crank", "A", "B", mass=0.5)
        m.bar("rod", "B", "C", mass=1.0)
        m.bar("rocker", "C", "D", mass=0.8)
        m.revolute("A", "ground", "crank")
        m.revolute("B", "crank", "rod")
        m.revolute("C", "rod", "rocker")
        m.revolute("D", "rocker", "ground")
        m.state("i", rate="(2 - i - 0.3*A.speed)/0.05")
        m.torque("motor", "0.4*i", joint="A")
        result = sn.simulate(m, 0.4, formulation=formulation, tolerance=1e-11, output=0.1)
        names = ("i", "A.speed", "A.fx", "A.fy", "C.fx", "motor.force", "crank.alpha")
        rows.append(np.concatenate([result[name].values for name in names]))
        applied = result.reaction("A", applied=True).sel(component="torque").values
        assert np.abs(applied - result["motor.force"].values).max() < 1e-9
    assert np.abs(rows[0] - rows[1]).max() < 1e-7 * np.abs(rows[0]).max()
    assert np.abs(rows[0] - rows[2]).max() < 1e-7 * np.abs(rows[0]).max()


def test_a_pulse_in_a_rate_is_not_jumped_over():
    """Everything else stands still: a Gaussian of 1 ms in 60 s."""
    m = motor()
    m.signal("u", "0")
    m.state("x", rate="100*exp(-((t - 30)/0.001)^2)")
    result = sn.simulate(m, 60.0, output=[0.0, 60.0], tolerance=1e-10)
    assert abs(result["x"].values[-1] - 0.1 * np.sqrt(np.pi)) < 1e-9


def test_starts_of_states():
    m = motor()
    m.signal("u", "1.2*i + 0.05*A.speed")
    assert run(m, initial={"i": "2 A"})["i"].values[-1] == pytest.approx(2.0, abs=1e-12)
    m.initial["i"] = 3.0
    first = run(m)
    assert first["i"].values[0] == 3.0
    assert run(m, initial={"i": 4.0, "A.speed": 1.0})["i"].values[0] == 4.0
    again = sn.simulate(m, 0.2, start=first, integrator="dop853", tolerance=1e-12)
    assert again["i"].values[0] == first["i"].values[-1]
    batch = sn.simulate(m, 0.01, initial={"i": [1.0, 2.0]}, output=[0.0, 0.01])
    assert [float(batch[k]["i"][0]) for k in range(2)] == [1.0, 2.0]
    assert "one after the other" in batch.how


def test_the_chosen_integrator_is_told():
    result = sn.simulate(sampled_motor(), 0.01)
    assert "states and controllers" in result.info["chosen"]
    assert result.info["integrator"].startswith("DOP853")
    assert result.quality().verdict == "good"


# ---------------------------------------------------------------- events and controllers in one run
def test_an_event_about_a_signal():
    """i = 10 (1 − e^(−t/τ)) of a held rotor rises to 5 A at τ ln 2; the power i² to 16 W at τ ln(5/3)."""
    m = sn.Mechanism("coil")
    m.body("rotor", mass=1.0, inertia=1.0)
    m.revolute("A", "ground", "rotor", at=(0, 0))
    m.state("i", rate="(10 - i)/0.1")
    m.signal("power", "i^2")
    m.event("half", when="i rises to 5 A", do="record")
    m.event("hot", when="power rises to 16 W", do="record")
    m.event("enough", when="power is above 64", do="stop")
    result = sn.simulate(m, 1.0, tolerance=1e-12)
    assert result.events.times("half") == pytest.approx([0.1 * np.log(2)], abs=1e-9)
    assert result.events.times("hot") == pytest.approx([0.1 * np.log(5 / 3)], abs=1e-9)
    assert result.events.times("enough") == pytest.approx([0.1 * np.log(5)], abs=1e-11)
    assert result.info["reached"] == pytest.approx(0.1 * np.log(5), abs=1e-11)


def test_an_event_at_a_time_alone_acts():
    m = sn.Mechanism("rotor")
    m.body("rotor", mass=1.0, inertia=1.0)
    m.revolute("A", "ground", "rotor", at=(0, 0))
    m.event("enough", when="t = 0.25 s", do="stop")
    result = sn.simulate(m, 1.0, initial={"A.speed": 1.0})
    assert result.info["reached"] == pytest.approx(0.25, abs=1e-12)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_sampled_push_against_a_stop(formulation):
    """A mass under a force that is sampled: +4 N before 0.5 s, −4 N after it; it strikes a stop at 1 m with e = ½."""
    m = sn.Mechanism("block")
    m.body("block", mass=2.0, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="x", at=(0, 0))
    m.limit("P", upper=0.16, restitution=0.5)
    m.controller("push", every=0.1, gives={"f": "4*sign(0.45 - t)"})
    m.joint_force("drive", "f", joint="P")
    result = sn.simulate(m, 0.8, formulation=formulation, tolerance=1e-12, output=0.1)
    hit = result.events.named("P.upper", "impact")[0]
    assert hit.time == pytest.approx(0.4, abs=1e-12)
    assert hit.before == pytest.approx(-0.8, abs=1e-11)
    speed = -0.4 + 2.0 * 0.1
    assert result["P.speed"].values[5] == pytest.approx(speed, abs=1e-10)
    assert result["P.speed"].values[-1] == pytest.approx(speed - 2.0 * 0.3, abs=1e-10)
    assert np.array_equal(result["f"].values, [4.0] * 5 + [-4.0] * 4)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_sampled_force_breaks_a_stuck_block_away(formulation):
    """The force grows by 1 N at each sample; dry friction of 3.5 N lets go at the sample with 4 N."""
    m = sn.Mechanism("block")
    m.body("block", mass=2.0, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="x", at=(0, 0))
    m.friction("rail", "P", coulomb="3.5 N")
    m.controller("push", every=0.1, memory={"n": 0}, gives={"f": "n"}, then={"n": "n + 1"})
    m.joint_force("drive", "f", joint="P")
    result = sn.simulate(m, 0.6, formulation=formulation, tolerance=1e-11, output=0.1)
    assert result.events.times("rail", "slips") == pytest.approx([0.4], abs=1e-12)
    assert np.abs(result["P.speed"].values - [0, 0, 0, 0, 0, 0.025, 0.1]).max() < 1e-10


# ---------------------------------------------------------------- files
def test_a_mechanism_with_states_is_read_back(tmp_path):
    m = sampled_motor(delay=2)
    m.signal("power", "u*i")
    m.initial["i"] = 1.5
    for back in (sn.loads(sn.to_yaml(m)), _executed(sn.to_python(m))):
        assert sn.to_yaml(back) == sn.to_yaml(m)
        assert np.array_equal(run(back).states, run(m).states)
    sn.save(m, tmp_path / "motor.json")
    assert sn.to_yaml(sn.load(tmp_path / "motor.json")) == sn.to_yaml(m)


def _executed(script: str) -> sn.Mechanism:
    names: dict = {}
    exec(script, names)
    return names["m"]


@pytest.mark.parametrize("make", [sampled_motor, python_motor])
def test_a_result_with_states_is_read_back(tmp_path, make):
    result = sn.simulate(make(), 0.02, output=0.001)
    result.save(tmp_path / "motor.nc")
    back = sn.Result.load(tmp_path / "motor.nc")
    for name in ("i", "u", "speed.I", "A.speed", "shaft.force", "shaft.work"):
        assert np.array_equal(back[name].values, result[name].values)
    assert result.dataset["x"].sel(number="u").values[0] == 40.0
    if make is python_motor:
        with pytest.raises(sn.SnodoError, match="Python function was not stored"):
            sn.simulate(back.mechanism, 0.01)


def test_a_python_function_is_not_written_to_a_file():
    with pytest.raises(sn.SnodoError, match="controller 'speed': a Python function cannot be written"):
        sn.to_yaml(python_motor())


# ---------------------------------------------------------------- numbers of parts
@dataclass(kw_only=True)
class Bristle(JointForce, abstract=True):
    """A force −σ₀ z with ż = ẋ, the deflection of a bristle below its break-away."""

    kind = "bristle"

    def numbers(self, builder):
        """z, and the integral of a rate that a kernel writes."""
        z = Number("rail.z", self, MeasuredFormula("P.speed"), scale=1e-3)
        return [z, Number("rail.other", self, kernel=True)]

    def law(self, reader):
        return Law(self, "coordinate", True, joint="P", functions=(MeasuredFormula("-4e3*rail.z - 20*P.speed"),))


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_part_adds_states_and_a_law_reads_them(formulation):
    """m ẍ + c ẋ + σ₀ (x − x₀) = 0 from 0.1 m/s; with z the bristle begins where the block is."""
    m = sn.Mechanism("block")
    m.body("block", mass=10.0, inertia=1.0)
    m.prismatic("P", "ground", "block", axis="x", at=(0, 0))
    m.add(Bristle(name="rail", joint="P", force=0.0))
    start = {"P.speed": 0.1, "P.displacement": 0.3}
    F = {"planar": sn.Planar, "tree": sn.Tree, "spatial": sn.Spatial}[formulation](m)
    own = PythonTable(States, F.model, F.flat.header.states_at)[0]
    F.model[own.rates_at + 1] = 2.0
    result = sn.simulate(F, 1.0, initial=start, tolerance=1e-12, output=0.05)
    t = result.time
    decay, omega = 1.0, np.sqrt(400.0 - 1.0)
    x = 0.1 * np.exp(-decay * t) * np.sin(omega * t) / omega
    assert np.abs(result["rail.z"].values - x).max() < 1e-11
    assert np.abs(result["P.displacement"].values - 0.3 - x).max() < 1e-11
    assert np.abs(result["rail.other"].values - 2.0 * t).max() < 1e-12


# ---------------------------------------------------------------- samples inside the loop
@pytest.mark.parametrize("make", [sampled_motor, python_motor])
def test_samples_are_taken_in_the_loop(make, monkeypatch):
    """Without a return to Python; taken one by one from Python they give the same bits."""
    from snodo.simulation import sample_table, sampling

    calls = []
    act = sampling.Sampler.act
    monkeypatch.setattr(sampling.Sampler, "act", lambda self, work: calls.append(1) or act(self, work))
    inside = run(make())
    assert not calls
    begin = sampling.Sampler.begin

    def from_python(self, work):
        outcome = begin(self, work)
        work.plan = work.plan._replace(sampler=0)
        return outcome

    monkeypatch.setattr(sample_table, "LONGEST", 0.0)  # the loop is left after every sample
    assert np.array_equal(run(make()).states, inside.states)
    monkeypatch.setattr(sampling.Sampler, "begin", from_python)
    assert np.array_equal(run(make()).states, inside.states)
    assert len(calls) == 200


@pytest.mark.parametrize(
    ("late", "message"),
    [
        (lambda: 1 / 0, "raised ZeroDivisionError"),
        (lambda: ([float("nan")], {"I": 0.0}), "its u is nan"),
        (lambda: ([1.0, 2.0], {"I": 0.0}), "for its outputs u"),
        (lambda: [1.0], "return \\(outputs, memory\\)"),
        (lambda: ([1.0], {"J": 0.0}), "returned the memory J"),
        (lambda: (["fast"], {"I": 0.0}), "for its outputs u"),
    ],
)
def test_a_function_that_fails_at_a_later_sample(late, message):
    def function(t, x, memory):
        return late() if t > 0.0105 else ([1.0], memory)

    with pytest.raises(sn.RunError, match=message) as caught:
        run(python_motor(function))
    assert caught.value.result.time[-1] <= 0.0111


def test_answers_in_other_forms():
    """An array, a dictionary or a number are understood in the loop too."""
    expected = run(python_motor(lambda t, x, memory: ([3.0], memory))).states
    for outputs in (np.array([3.0]), {"u": 3.0}, 3.0, (3,)):
        assert np.array_equal(run(python_motor(lambda t, x, memory, u=outputs: (u, memory))).states, expected)
