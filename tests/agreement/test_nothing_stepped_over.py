"""Short forces and bumps in long runs: the motion has them in every formulation, by every integrator, in batches."""

import math

import numpy as np
import pytest

import snodo as sn
from snodo.math.formula_reader import parse
from snodo.simulation.time_breaks import TimeBreaks, time_parts, uses_time

MASS, IMPULSE = 2.0, 1.0
INTEGRATORS = [sn.DOP853(), sn.DormandPrince(), sn.RK4(step=0.05), sn.RK4(step=0.007)]


def rectangle(t):
    return 100.0 if 0.30 <= t < 0.31 else 0.0


FORCES = {
    "table": sn.Table([0, 0.30, 0.30 + 1e-9, 0.31, 0.31 + 1e-9, 1], [0, 0, 100, 100, 0, 0], monotone=True),
    "formula": "50*(sign(t - 0.30) - sign(t - 0.31))",
    "smooth formula": f"{1.0 / (2e-3 * math.sqrt(math.pi))!r}*exp(-((t - 0.305)/2e-3)**2)",
    "python": rectangle,
}
SMOOTH = {"table": 1e-8, "formula": 1e-12, "smooth formula": 1e-7, "python": 1e-12}


def cart(force, dimension=2):
    zero = (0.0,) * dimension
    m = sn.Mechanism("cart", gravity=zero, **({"dimension": 3} if dimension == 3 else {}))
    m.point("A", zero)
    m.box("cart", size=(0.1, 0.1, 0.1), at="A", mass=MASS)
    m.prismatic("guide", "ground", "cart", at="A", axis="x")
    m.joint_force("push", joint="guide", force=force)
    return m


def law(**choices):
    m = sn.Mechanism("cart", gravity=(0.0, 0.0))
    m.point("A", (0.0, 0.0))
    m.box("cart", size=(0.1, 0.1, 0.1), at="A", mass=MASS)
    m.prismatic("guide", "ground", "cart", at="A", axis="x")
    m.force("push", bodies=["cart"], **choices)
    return m


def final_speed(result):
    return float(result["guide.speed"].values[-1])


@pytest.mark.parametrize("word", FORCES)
@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
@pytest.mark.parametrize("integrator", INTEGRATORS, ids=["dop853", "dormand_prince", "rk4 50 ms", "rk4 7 ms"])
def test_a_pulse_of_ten_milliseconds(word, formulation, integrator):
    m = cart(FORCES[word], 3 if formulation == "spatial" else 2)
    result = sn.simulate(m, 1.0, formulation=formulation, integrator=integrator, progress=False)
    exact = 5e-3 if word == "smooth formula" and not integrator.adaptive else SMOOTH[word]
    assert final_speed(result) == pytest.approx(IMPULSE / MASS, rel=exact)
    assert result.info["missed"] == []
    if word != "smooth formula" or integrator.adaptive:
        assert result.quality().verdict == "good"


@pytest.mark.parametrize("word", FORCES)
@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_batches_in_lanes(word, formulation):
    starts = {"guide.displacement": np.linspace(0.0, 1.0, 10)}
    batch = sn.simulate(cart(FORCES[word]), 1.0, formulation=formulation, initial=starts, progress=False)
    assert "lanes" in batch.how
    for k in (0, 9):
        assert final_speed(batch[k]) == pytest.approx(IMPULSE / MASS, rel=SMOOTH[word])
        assert batch[k].info["missed"] == []


def test_mechanisms_abreast_have_the_breaks_of_all():
    pulses = [f"{a}*(sign(t - {b}) - sign(t - {b} - 0.01))" for a, b in ((50, 0.3), (100, 0.45), (-25, 0.8))]
    batch = sn.simulate([cart(f) for f in pulses], 1.0, formulation="tree", progress=False)
    assert "lanes" in batch.how
    assert [final_speed(batch[k]) for k in range(3)] == pytest.approx([0.5, 1.0, -0.25], rel=1e-11)


def test_the_users_own_laws():
    def compiled(t, q, v):
        return [100.0 if 0.30 <= t < 0.31 else 0.0, 0.0, 0.0]

    formula = ["50*(sign(t - 0.30) - sign(t - 0.31)) - 0*cart.vx", "0", "0"]
    for choices in ({"formula": formula}, {"function": compiled}):
        result = sn.simulate(law(**choices), 1.0, progress=False)
        assert final_speed(result) == pytest.approx(IMPULSE / MASS, rel=1e-10)
        assert result.quality().verdict == "good"


def test_laws_that_do_not_read_the_time_are_not_scanned():
    assert uses_time(lambda t, q, v: [t, 0.0, 0.0])
    assert not uses_time(lambda t, q, v: [-q[0], 0.0, 0.0])
    assert uses_time(max)


def test_parts_of_a_formula_that_depend_on_time_alone():
    formula = parse("exp(-t**2)*x + 3*sin(2*t) + t*y", ["t", "x", "y"])
    assert [str(part) for part in time_parts(formula)] == ["exp(-t**2)", "3*sin(2*t)"]
    assert time_parts(parse("sin(t)", ["t"])) == []


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_the_acceptance_pulses(formulation):
    """100 N m for 2 s of 60 s, and a bell of 1 ms in 1 s (E18 of the design), on 1 kg m² or 1 kg."""
    m = cart(sn.Table([0, 30, 30 + 1e-9, 32, 32 + 1e-9, 60], [0, 0, 1, 1, 0, 0], monotone=True))
    long = sn.simulate(m, 60.0, formulation=formulation, progress=False)
    assert final_speed(long) == pytest.approx(1.0, rel=1e-9)
    assert float(long["guide.displacement"].values[-1]) == pytest.approx(29.0, rel=1e-9)
    bell = sn.simulate(cart("100*exp(-((t - 0.5)/0.001)**2)"), 1.0, formulation=formulation, progress=False)
    assert MASS * final_speed(bell) == pytest.approx(0.177245385090552, rel=1e-8)


# ---------------------------------------------------------------- the net below: without stops
@pytest.fixture
def no_stops(monkeypatch):
    monkeypatch.setattr(TimeBreaks, "stops", lambda self: None)


@pytest.mark.usefixtures("no_stops")
@pytest.mark.parametrize("word", FORCES)
def test_what_is_missed_is_named(word):
    result = sn.simulate(cart(FORCES[word]), 1.0, formulation="planar", output=0.1, progress=False)
    assert final_speed(result) == pytest.approx(0.0, abs=1e-6)
    assert any("push" in sentence and "steps saw" in sentence for sentence in result.info["missed"])
    assert result.info["missed"][0] in result.info["warnings"]
    assert result.quality().verdict != "good"
    assert "push" in str(result.quality())


def test_a_law_that_acts_only_away_from_the_start():
    """Its factor of time is known, wherever the cart is when it acts."""
    m = law(formula=["100*exp(-((t - 0.5)/0.004)**2)*max(0, sign(cart.x - 0.3))", "0", "0"])
    result = sn.simulate(m, 1.0, initial={"guide.speed": 1.0}, progress=False)
    assert final_speed(result) == pytest.approx(1.0 + 0.4 * math.sqrt(math.pi) / MASS, rel=1e-8)
    assert result.quality().verdict == "good"


@pytest.mark.parametrize("output", [1e-3, 5e-3])
def test_accelerations_contradict_speeds(output):
    """A law of the place alone: nothing is known before the run, but the rows show it."""
    m = law(formula=["100*exp(-((cart.x - 0.5)/0.004)**2)", "0", "0"])
    result = sn.simulate(m, 1.0, formulation="planar", output=output, initial={"guide.speed": 1.0}, progress=False)
    assert final_speed(result) == 1.0  # stepped over
    assert any("accelerations of cart.vx" in sentence for sentence in result.info["missed"])
    assert result.quality().verdict != "good"
    shorter = sn.simulate(m, 1.0, max_step=0.005, output=output, initial={"guide.speed": 1.0}, progress=False)
    assert shorter.info["missed"] == []
    assert final_speed(shorter) == pytest.approx(1.3072802, rel=1e-6)


def quarter_car(bump, tyre_damping=0.0):
    """Wheel and body guided on one another above a road that is driven."""
    m = sn.Mechanism("quarter car", gravity=(0.0, -9.81))
    for name, y in (("R", 0.0), ("U", 0.3), ("S", 0.7)):
        m.point(name, (0.0, y))
    for name, at, mass in (("road", "R", 1.0), ("unsprung", "U", 40.0), ("sprung", "S", 300.0)):
        m.box(name, size=(0.1, 0.1, 0.1), at=at, mass=mass)
    for name, below, body, at in (("r", "ground", "road", "R"), ("u", "road", "unsprung", "U")):
        m.prismatic(name, below, body, at=at, axis="y")
    m.prismatic("s", "unsprung", "sprung", at="S", axis="y")
    m.spring("tyre", "road", "unsprung", start="R", end="U", stiffness=2e5, damping=tyre_damping)
    m.spring("suspension", "unsprung", "sprung", start="U", end="S", stiffness=2e4, damping=1500.0)
    m.driver("bump", joint="r", displacement=bump)
    return m


BUMP = "0.025*(1 - cos(2*pi*min(max((t - 1)/0.02, 0), 1)))"
BUMPS = {"formula": BUMP, "table": sn.Table([0, 1, 1.01, 1.02, 2], [0, 0, 0.05, 0, 0], monotone=True)}


@pytest.mark.parametrize("word", BUMPS)
@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_a_bump_under_a_quarter_car(word, formulation):
    result = sn.simulate(quarter_car(BUMPS[word]), 2.0, formulation=formulation, output=1e-3, progress=False)
    assert result.info["status"] == "finished"
    assert float(result["r.displacement"].values.max()) == pytest.approx(0.05, rel=1e-6)
    assert result.info["missed"] == []
    assert result.info["warnings"] == []
    assert result.quality().verdict == "good"


@pytest.mark.usefixtures("no_stops")
@pytest.mark.parametrize("word", BUMPS)
def test_a_stage_inside_the_bump_leaves_no_false_dead_point(word):
    """Without stops a step reaches into the bump; rejected, it must not spoil the states before it."""
    result = sn.simulate(quarter_car(BUMPS[word]), 2.0, formulation="planar", output=1e-3, progress=False)
    assert result.info["status"] == "finished"
    assert float(result["r.displacement"].values.max()) == pytest.approx(0.05, rel=1e-6)


def test_an_imposed_speed_that_jumps_is_called_an_impact():
    result = sn.simulate(quarter_car("0.1*max(t - 0.5, 0)"), 1.0, formulation="planar", progress=False)
    assert any("speed of driver 'bump' jumps at t = 0.5 s" in text for text in result.info["warnings"])
    assert float(result["r.displacement"].values[-1]) == pytest.approx(0.05, rel=1e-9)


@pytest.mark.parametrize("road", [sn.SmoothStep(0.0, 0.05, 0.5, 2.0), "0.05*tanh(t/0.2)", "0.01*sin(t**2)"], ids=str)
def test_a_stiff_wheel_that_comes_to_rest_raises_no_alarm(road):
    """Its accelerations tremble within the tolerance of the speeds."""
    result = sn.simulate(quarter_car(road, tyre_damping=100.0), 5.0, formulation="planar", progress=False)
    assert result.info["missed"] == []
    assert result.quality().verdict in ("good", "fair")  # the accelerations have fewer digits


def test_a_smooth_run_costs_no_more():
    """Formulas and tables without narrow features leave the steps alone; those with kinks save rejected ones."""
    times = np.linspace(0.0, 5.0, 201)
    for road in ("0.01*sin(t**2)", sn.Table(times, 0.02 * np.sin(3 * times)), sn.Harmonic(0.01, 2.0)):
        m = quarter_car(road, tyre_damping=100.0)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(TimeBreaks, "stops", lambda self: None)
            before = sn.simulate(m, 5.0, formulation="planar", progress=False)
        after = sn.simulate(m, 5.0, formulation="planar", progress=False)
        assert after.info["evaluations"] <= 1.01 * before.info["evaluations"] + 50
