"""Error bars: the estimated error of every series, and verdicts that are not fooled by a good energy balance."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from tests.mechanisms import pendulum

import snodo as sn
from snodo.formulations.bind import bind
from snodo.formulations.parts.groups import Groups
from snodo.results.quality.error_estimates import envelope


def oscillator(**friction: float) -> sn.Mechanism:
    """x = 0.1 cos(10 t), if there is no friction."""
    m = sn.Mechanism("oscillator", gravity=(0, 0))
    m.body("mass", mass=1.0, inertia=1.0, at=(0, 0))
    m.prismatic("guide", "ground", "mass", at=(0, 0), axis="x")
    m.spring("spring", "ground", "mass", start=(-1, 0), end=(0, 0), stiffness=100.0)
    if friction:
        m.friction("rub", "guide", **friction)
    return m


# ---------------------------------------------------------------- one series
@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
@pytest.mark.parametrize("integrator", [sn.DOP853(rtol=1e-6), sn.DormandPrince(rtol=1e-5), sn.RK4(step=0.01)])
def test_the_error_bar_is_the_error(formulation: str, integrator: object) -> None:
    """Against the closed form: the largest error within a factor of three, the series never below a tenth."""
    start = {"guide.displacement": 0.1}
    result = sn.simulate(
        oscillator(), 5.0, formulation=formulation, integrator=integrator, initial=start, progress=False
    )
    true = np.abs(result["guide.displacement"].values - 0.1 * np.cos(10 * result.time))
    bar = result.error("guide.displacement").values
    assert true.max() / 3 < bar.max() < 3 * true.max()
    assert (bar > 0.1 * true - 1e-15).all()
    reaction = result.error("spring.force")
    assert reaction.attrs["units"] == "N"
    truth = np.abs(result["spring.force"].values + 10.0 * np.cos(10 * result.time))
    assert truth.max() / 3 < reaction.values.max() < 3 * truth.max()


def test_crossings_of_the_two_curves_are_no_zero_of_the_error() -> None:
    difference = np.abs(np.sin(np.linspace(0, 20, 400)))
    assert envelope(difference).min() > 0.4
    assert envelope(np.array([1.0, np.nan, 2.0]))[1] != envelope(np.array([1.0, np.nan, 2.0]))[1]


def test_vectors_have_an_error_for_each_component() -> None:
    result = sn.simulate(pendulum(), 2.0, progress=False)
    error = result.error("A.reaction")
    assert error.dims == result["A.reaction"].dims
    assert (error.values[:, :2] > 0).all()
    assert error.values.max() < 1e-6
    assert result.error("arm.x").attrs["long_name"] == "estimated error of position of arm along x"


def test_measures_with_names_of_their_own_have_errors_too() -> None:
    result = sn.simulate(pendulum(), 2.0, progress=False)
    result.measure("reach", distance=("arm.com", "ground"))
    assert 0 < result.error("reach").values.max() < 1e-8


def test_unknown_names_and_unchecked_runs_are_answered_in_words() -> None:
    checked = sn.simulate(pendulum(), 1.0, progress=False)
    with pytest.raises(sn.NameNotFound, match=r"did you mean 'A\.angle'"):
        checked.error("A.anlge")
    plain = sn.simulate(pendulum(), 1.0, error_bars=False, progress=False)
    with pytest.raises(sn.UnsupportedError, match=r"accuracy not checked: error_bars=False") as caught:
        plain.error("A.angle")
    assert "error_bars=True" in str(caught.value)
    assert plain.quality().verdict == "unchecked"
    np.testing.assert_array_equal(plain.states, checked.states)  # the twin changes nothing


def test_long_runs_are_checked_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("snodo.simulation.error_bars.MOST_WORK", 100.0)
    plain = sn.simulate(pendulum(), 1.0, progress=False)
    assert plain.quality().verdict == "unchecked"
    assert "error_bars=True" in str(plain.quality())
    assert sn.simulate(pendulum(), 1.0, error_bars=True, progress=False).quality().verdict == "good"


def test_the_file_and_the_option_are_checked() -> None:
    m = pendulum()
    m.run.error_bars = False
    assert sn.simulate(m, 1.0, progress=False).twin is None
    with pytest.raises(sn.SnodoError, match="error_bars"):
        sn.simulate(m, 1.0, error_bars="yes", progress=False)


def test_error_bars_are_saved_with_the_result(tmp_path: Path) -> None:
    result = sn.simulate(pendulum(), 2.0, progress=False)
    loaded = sn.Result.load(result.save(tmp_path / "run.nc"))
    for name in ("A.angle", "A.reaction", "energy.total", "arm.ax"):
        np.testing.assert_allclose(loaded.error(name).values, result.error(name).values, rtol=1e-3, atol=1e-14)
    assert str(loaded.quality()) == str(result.quality())
    plain = sn.simulate(pendulum(), 2.0, error_bars=False, progress=False)
    assert sn.Result.load(plain.save(tmp_path / "plain.nc")).twin is None


def test_batches_have_error_bars() -> None:
    start = {"A.angle": np.linspace(-1.0, 1.0, 9)}
    batch = sn.simulate(pendulum(), 2.0, formulation="tree", tolerance=1e-6, initial=start, progress=False)
    assert "lanes" in batch.how
    tight = sn.simulate(pendulum(), 2.0, formulation="tree", tolerance=1e-12, initial=start, progress=False)
    for k in (0, 4, 8):
        true = np.abs(batch[k]["A.angle"].values - tight[k]["A.angle"].values).max()
        assert true / 3 < batch[k].error("A.angle").values.max() < 3 * true
    plain = sn.simulate(pendulum(), 1.0, formulation="tree", initial=start, error_bars=False, progress=False)
    assert plain.quality().verdict == "unchecked"


# ---------------------------------------------------------------- verdicts that are not fooled
@pytest.mark.parametrize("formulation", ["tree", "spatial"])
@pytest.mark.parametrize(
    ("integrator", "speed", "time"), [(sn.RK4(step=1e-3), 1000.0, 1.0), (sn.DOP853(rtol=1e-3), 10.0, 100.0)]
)
def test_a_wrong_attitude_with_perfect_energy(formulation: str, integrator: object, speed: float, time: float) -> None:
    m = sn.Mechanism("spin", dimension=3, gravity=(0, 0, 0))
    m.body("b", mass=1, inertia=(1, 2, 3))
    result = sn.simulate(
        m, time, formulation=formulation, integrator=integrator, initial={"b.wz": speed}, progress=False
    )
    angle = 2 * np.arctan2(result["b.e3"].values[-1], result["b.e0"].values[-1])
    assert abs(math.remainder(angle - 1000.0, 2 * math.pi)) > 0.01
    quality = result.quality()
    assert quality.energy_relative < 1e-9
    assert quality.verdict == "poor"
    assert quality.accuracy.motion_name in ("b.e0", "b.e3")


def test_a_single_row_is_judged_from_the_start() -> None:
    rough = sn.simulate(pendulum(), output=[10.0], formulation="tree", integrator=sn.RK4(step=0.2), progress=False)
    tight = sn.simulate(pendulum(), output=[10.0], formulation="tree", tolerance=1e-12, progress=False)
    wrong = abs(rough["A.angle"].values[-1] - tight["A.angle"].values[-1])
    assert wrong > 0.3
    quality = rough.quality()
    assert quality.verdict == "poor"
    assert quality.energy_relative > 0.01
    assert rough.error("A.angle").values[-1] == pytest.approx(wrong, rel=0.5)
    assert tight.quality().energy_relative < 1e-9


def beside_a_flywheel() -> sn.Mechanism:
    m = pendulum()
    m.body("wheel", mass=1000, inertia=1000, at=(3, 0))
    m.revolute("F", "ground", "wheel", at=(3, 0))
    return m


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_a_flywheel_does_not_hide_the_pendulum_beside_it(formulation: str) -> None:
    """The balance of the pair is judged against the energy of the pendulum, 4.9 J, not of the wheel, 5 MJ."""
    choices = {"formulation": formulation, "tolerance": 1e-4, "progress": False}
    pair = sn.simulate(beside_a_flywheel(), 5.0, initial={"F.speed": 100.0}, **choices).quality()
    assert pair.verdict == "fair"
    assert pair.energy_scale == pytest.approx(0.5 * 9.81, rel=0.01)


def test_groups_are_what_parts_connect() -> None:
    m = beside_a_flywheel()
    groups = Groups(bind(m, "planar"))
    assert groups.count == 2
    assert groups.bodies["arm"] != groups.bodies["wheel"]
    m.spring("s", "arm", "wheel", start=(1, 0), end=(3, 0), stiffness=1.0)
    assert Groups(bind(m, "planar")).count == 1
    tree = bind(beside_a_flywheel(), "tree")
    assert dict(zip(tree.coordinate_names, tree.groups.coordinates)) == {"A.angle": 0, "F.angle": 1}


@pytest.mark.parametrize("size", [10.0, 1000.0])
@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_a_small_vibration_near_a_large_body(size: float, formulation: str) -> None:
    """0.1 mm at 5 Hz for 10 s: the tolerance follows the body that moves, not the size of everything."""
    m = sn.Mechanism("vibration", gravity=(0, 0))
    m.bar("big", (0, 0), (size, 0), mass=1000.0)
    m.revolute("R", "ground", "big", at=(0, 0))
    m.body("small", at=(size, 0.1), mass=1.0, inertia=0.01)
    m.prismatic("g", "ground", "small", at=(size, 0.1), axis="x")
    m.spring("k", "ground", "small", start=(size - 0.1, 0.1), end=(size, 0.1), stiffness=1000.0)
    result = sn.simulate(m, 10.0, formulation=formulation, initial={"g.displacement": 1e-4}, progress=False)
    true = np.abs(result["g.displacement"].values - 1e-4 * np.cos(math.sqrt(1000.0) * result.time)).max() / 1e-4
    assert true < 2e-3  # 0.0085 … 0.83 with tolerances of 1e-8 of the whole
    assert true / 3 < result.quality().accuracy.motion < 3 * true


def test_a_long_run_is_not_good_because_its_energy_is() -> None:
    result = sn.simulate(pendulum(), 3000.0, formulation="tree", tolerance=1e-6, progress=False)
    assert result.quality().verdict in ("fair", "poor")
    assert result.quality().accuracy.motion > 1e-3
    assert not result.quality().accuracy.sensitive


def test_chaotic_motions_are_named_as_sensitive() -> None:
    """Kane's baby boot: one pendulum hinged in another, axes at right angles."""
    m = sn.Mechanism("boot", dimension=3, gravity=(0, 0, -9.81))
    m.body("A", mass=0.01, inertia=(5e-6, 5e-6, 5e-6), at=(0, 0, -0.075))
    m.revolute("a", "ground", "A", at=(0, 0, 0), axis="x")
    m.body("B", mass=0.1, inertia=(2.5e-4, 5e-5, 2e-4), at=(0, 0, -0.2))
    m.revolute("b", "A", "B", at=(0, 0, -0.2), axis="z")
    result = sn.simulate(m, 10.0, initial={"a.angle": "90 deg", "b.angle": "1 deg"}, progress=False)
    quality = result.quality()
    assert quality.verdict in ("fair", "poor")
    assert quality.energy_relative < 1e-6
    assert quality.accuracy.sensitive
    assert quality.accuracy.growth > 1e4
    assert "sensitive" in str(quality)


def on_a_slope(slope: float, **more: float) -> sn.Mechanism:
    """10 kg that friction of 40 N holds."""
    m = sn.Mechanism("slope", gravity=(9.81 * math.sin(slope), -9.81 * math.cos(slope)))
    m.body("block", mass=10.0, inertia=1.0, at=(0, 0))
    m.prismatic("slide", "ground", "block", at=(0, 0), axis="x")
    m.friction("rub", "slide", coulomb=40.0, **more)
    return m


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_friction_that_creeps_where_it_should_hold(formulation: str) -> None:
    """10 kg on a slope of 20°: 33.55 N against 40 N; smoothed friction lets it creep at 0.01 atanh(33.55/40) m/s."""
    slope = math.radians(20)
    result = sn.simulate(on_a_slope(slope, smoothing=0.01), 10.0, formulation=formulation, progress=False)
    quality = result.quality()
    crept = 10 * 0.01 * math.atanh(10 * 9.81 * math.sin(slope) / 40)
    assert result["slide.displacement"].values[-1] == pytest.approx(crept, rel=0.01)
    assert quality.creep == pytest.approx(1.0, abs=0.02)
    assert quality.verdict == "poor"
    assert "the joint of friction 'rub' creeps by 0.12" in str(quality)
    assert "smaller one" in str(quality)
    dry = sn.simulate(on_a_slope(slope), 10.0, formulation=formulation, progress=False)
    assert abs(dry["slide.displacement"].values[-1]) < 1e-12
    assert dry.quality().verdict == "good"


def test_friction_that_slides_or_reverses_does_not_creep() -> None:
    result = sn.simulate(
        oscillator(coulomb=0.5), 0.9, initial={"guide.displacement": 0.1}, formulation="tree", progress=False
    )
    assert (np.diff(np.sign(result["guide.speed"].values)) != 0).sum() >= 2
    assert result.quality().creep == 0.0


def test_what_was_missed_is_not_good() -> None:
    result = sn.simulate(pendulum(), 1.0, progress=False)
    result.info["missed"] = ["the force 'kick' was stepped over"]
    assert result.quality().verdict == "poor"
    assert "stepped over" in str(result.quality())
