"""What `sn.sensitivities` takes, gives and refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn

FEW: dict[str, Any] = {"output": 0.1, "progress": False, "error_bars": False}


def pendulum(**more: Any) -> sn.Mechanism:
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.parameter("length", 500, unit="mm", low=200, high=900)
    m.parameter("wide", "2*length")
    m.parameter("mass", 2.0, unit="kg")
    m.parameter("drag", 0.0, unit="N*m*s/rad")
    m.add_points(A=(0, 0), B=("length", 0))
    m.bar("arm", "A", "B", mass="mass")
    m.revolute("A", "ground", "arm")
    m.friction("loss", joint="A", viscous="drag", **more)
    return m


def found(m: sn.Mechanism | None = None, **more: Any) -> sn.Sensitivities:
    choices = {"over": ["length", "A.speed"], "outputs": ["A.angle", "A.fy"], "initial": {"A.speed": 1.0}, **FEW}
    return sn.sensitivities(m or pendulum(), 0.3, **{**choices, **more})


def test_the_run_is_that_of_simulate() -> None:
    s = found()
    plain = sn.simulate(pendulum(), 0.3, initial={"A.speed": 1.0}, **FEW)
    assert np.array_equal(s.result.states, plain.states)
    assert np.array_equal(s.value("A.fy"), plain["A.fy"].values)


def test_labels_and_units() -> None:
    s = found()
    assert (s.over, s.outputs, s.at) == (("length", "A.speed"), ("A.angle", "A.fy"), {"length": 0.5, "A.speed": 1.0})
    assert s["A.angle"].dims == ("time", "parameter")
    assert list(s["A.angle"].parameter.values) == ["length", "A.speed"]
    assert list(s["A.fy"].units.values) == ["N/m", "N/(rad/s)"]
    one = s.derivative("A.fy", "length")
    assert one.dims == ("time",)
    assert one.attrs["units"] == "N/m"
    assert np.array_equal(one.values, s["A.fy"].sel(parameter="length").values)
    assert s.jacobian().shape == (4, 2, 2)
    assert np.array_equal(s.final("A.fy").values, s.array("A.fy")[-1])
    assert s.final()["A.angle"].dims == ("parameter",)
    assert set(s.to_dataset().data_vars) == {"A.angle", "A.fy"}
    assert "A.fy     length   0.5 m" in str(s)


def test_the_dataset_can_be_saved(tmp_path: Path) -> None:
    import xarray

    found().to_dataset().to_netcdf(tmp_path / "slopes.nc")
    again = xarray.load_dataset(tmp_path / "slopes.nc")
    assert np.array_equal(again["A.fy"].values, found().array("A.fy"))


def test_the_picture(tmp_path: Path) -> None:
    figure = found().plot(path=tmp_path / "slopes.png")
    assert (tmp_path / "slopes.png").stat().st_size > 0
    assert len(figure.axes) == 2
    assert len(figure.axes[0].lines) == 2


def test_reactions_by_their_axes() -> None:
    s = found(outputs=["A.reaction.y"])
    assert np.allclose(s.array("A.reaction.y"), found().array("A.fy"), rtol=1e-12)


def test_default_outputs_are_coordinates_and_speeds() -> None:
    assert found(outputs=None).outputs == ("A.angle", "A.speed")


def test_an_initial_value_that_is_not_given() -> None:
    """It is the one that the start has, and it counts as given."""
    s, given = found(initial=None), found(initial={"A.speed": 0.0})
    assert s.at["A.speed"] == 0.0
    assert np.allclose(s.array("A.angle"), given.array("A.angle"), rtol=1e-10, atol=1e-14)


def test_a_parameter_at_the_end_of_what_is_possible() -> None:
    """A drag of zero cannot become negative: the difference is one-sided; and so is one at the end of its range."""
    s = found(over=["drag"])
    x = 1e-4
    runs = [
        sn.simulate(pendulum().with_parameters(drag=d), 0.3, initial={"A.speed": 1.0}, tolerance=1e-12, **FEW)[
            "A.angle"
        ]
        for d in (0.0, x, 2 * x)
    ]
    slope = (4 * runs[1] - runs[2] - 3 * runs[0]).values / (2 * x)
    assert np.abs(s.array("A.angle")[:, 0] - slope).max() < 1e-6 * np.abs(slope).max()
    longest = pendulum().with_parameters(length=0.9)
    assert np.isfinite(found(longest, over=["length"]).array("A.angle")).all()


def test_derivatives_by_what_other_parameters_follow_from() -> None:
    """The mass as a formula of the length: the total derivative."""
    m = pendulum()
    one = found(m, over=["length", "mass"], outputs=["A.fy"])
    whole = found(m.with_parameters(mass="4 kg/m * length"), over=["length"], outputs=["A.fy"])
    expected = one.array("A.fy")[:, 0] + 4.0 * one.array("A.fy")[:, 1]
    assert np.allclose(whole.array("A.fy")[:, 0], expected, rtol=1e-9, atol=1e-9)


# ---------------------------------------------------------------- refusals
def test_names_that_are_not_known() -> None:
    with pytest.raises(sn.NameNotFound, match=r"'lenght' is neither a parameter nor an initial value") as error:
        found(over=["lenght"])
    assert "did you mean 'length'" in str(error.value)
    with pytest.raises(sn.SnodoError, match="give a list of names"):
        found(over="length")
    with pytest.raises(sn.SnodoError, match="given twice"):
        found(over=["length", "length"])
    with pytest.raises(sn.NameNotFound, match="there is no series"):
        found(outputs=["A.angel"])
    with pytest.raises(sn.NameNotFound, match="not one number for each time"):
        found(outputs=["A.reaction"])
    with pytest.raises(sn.NameNotFound, match="not among the outputs"):
        found().array("B.angle")
    with pytest.raises(sn.NameNotFound, match="not among what was differentiated by"):
        found().derivative("A.angle", "mass")


def test_a_parameter_that_is_a_formula() -> None:
    """It is a parameter like others: what is written as a formula can be given another value."""
    assert np.abs(found(over=["wide"]).array("A.angle")).max() < 1e-15  # it moves nothing, up to rounding


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"integrator": "radau"}, "explicit one"),
        ({"method": "baumgarte"}, 'use method="projection"'),
        ({"outputs": ["loss.work"]}, "works and powers are not differentiated"),
    ],
)
def test_choices_without_derivatives(more: dict[str, Any], words: str) -> None:
    with pytest.raises(sn.UnsupportedError, match=words):
        found(**more)


def test_mechanisms_without_derivatives() -> None:
    m = pendulum(coulomb=0.2)
    with pytest.raises(sn.UnsupportedError, match=r"here are friction 'loss'\n.*smooth friction"):
        found(m)


def test_gears_that_load_their_bearings() -> None:
    """The remedy is one for gears, not for friction."""
    m = pendulum()
    m.disc("wheel", 0.1, (0.3, 0), mass=1.0)
    m.revolute("C", "ground", "wheel", at=(0.3, 0))
    m.gear("G", "A", "C", teeth=(20, 10), pressure_angle="20 deg")
    with pytest.raises(sn.UnsupportedError, match="leave out its pressure angle"):
        found(m)


def with_law(law: str) -> sn.Mechanism:
    m = pendulum()
    m.torque("law", law, joint="A")
    return m


@pytest.mark.parametrize(
    ("law", "at"),
    [
        ("-mass*sign(A.speed)", r"A\.speed"),
        ("max(0, 2*sign(A.angle + 0.5))", r"A\.angle \+ 0\.5"),
        ("sign(sin(10*t) - A.angle)", r"sin\(10\*t\) - A\.angle"),
        ("(1 + sign(A.angle^2 - 0.1))*A.speed", r"A\.angle\*\*2 - 0\.1"),
        ("sign(drawing)", r"A\.angle - A\.speed"),
    ],
)
def test_laws_that_jump(law: str, at: str) -> None:
    """Unlike jumps in time, nobody knows when they come."""
    m = pendulum()
    m.signal("drawing", "A.angle - A.speed")
    m.torque("law", law, joint="A")
    with pytest.raises(sn.UnsupportedError, match=rf"torque 'law' jumps where {at} passes zero"):
        found(m, over=["mass"])


@pytest.mark.parametrize(
    "law", ["-0.1*sign(A.speed)*A.speed^2", "abs(A.angle + 0.5)", "sign(t - 0.1)*A.speed", "2*max(0, A.angle)^2"]
)
def test_laws_with_signs_and_no_jumps(law: str) -> None:
    assert np.isfinite(found(with_law(law), over=["mass"]).array("A.angle")).all()


def test_laws_that_are_called() -> None:
    def bang(t: float, x: np.ndarray) -> float:
        if x[0] > -0.2:
            return -3.0
        return 5.0

    m = pendulum()
    m.law("bang", reads=["A.angle"], drives=["A"], function=bang)
    with pytest.raises(sn.UnsupportedError, match="calls a Python function"):
        found(m, over=["mass"])


def test_a_duration_that_is_a_parameter() -> None:
    """Derivatives are at times that stay."""
    m = pendulum()
    m.parameter("long", 0.3, unit="s")
    m.run.duration = "long"
    with pytest.raises(sn.UnsupportedError, match="the duration follows from long"):
        sn.sensitivities(m, over=["long"], progress=False)
    assert sn.sensitivities(m, over=["mass"], output=0.1, progress=False).time[-1] == pytest.approx(0.3)


def test_stiff_runs() -> None:
    """The integrator that is chosen along the run takes implicit steps."""
    m = pendulum()
    m.torsional_spring("rest", joint="A", stiffness=2e7, damping=2e4)
    with pytest.raises(sn.UnsupportedError, match="the run is stiff"):
        sn.sensitivities(m, 2.0, over=["length"], initial={"A.speed": 1.0}, output=0.5, progress=False)


def test_redundancy_that_ends_with_another_value() -> None:
    m = sn.Mechanism("parallelogram")
    m.parameter("x", 0.5, unit="m")
    for k, x in enumerate((0.0, "x", 1.0)):
        m.add_points(**{f"A{k}": (x, 0), f"B{k}": (0.5 * k, 0.4)})
    m.bar("coupler", "B0", "B2", mass=1.0)
    for k in range(3):
        m.bar(f"rod{k}", f"A{k}", f"B{k}", mass=0.5)
        m.revolute(f"A{k}", "ground", f"rod{k}")
        m.revolute(f"B{k}", f"rod{k}", "coupler")
    with pytest.raises(sn.UnsupportedError, match="x cannot change alone at the start"):
        sn.sensitivities(m, 0.1, over=["x"], initial={"A0.speed": 1.0}, **FEW)


def test_a_driven_coordinate_has_no_initial_value() -> None:
    m = pendulum()
    m.driver("motor", joint="A", speed=1.0)
    with pytest.raises(sn.UnsupportedError, match=r"A\.angle is driven"):
        found(m, over=["A.angle"], initial=None)


def test_a_start_that_is_guessed() -> None:
    """Of all closed positions the one nearest to the guess: it does not follow the drawing."""
    m = pendulum()
    m.add_points(C=("length + 0.3 m", 0.1))
    m.bar("low", "B", "C", mass=0.5)
    m.revolute("B", "arm", "low")
    m.initial_guess["B.angle"] = 0.4
    with pytest.raises(sn.UnsupportedError, match=r"nearest to the guess of B\.angle.*\n.*give initial values"):
        found(m, over=["length"], initial=None)
    with pytest.raises(sn.UnsupportedError, match=r"nearest to the guess of B\.angle"):
        found(m, over=["A.angle"], initial=None)
    assert np.abs(found(m, over=["mass"], initial=None).array("A.angle")).max() > 0.0
