"""What is written is read back to an equal mechanism: YAML, JSON and Python scripts, for random mechanisms too."""

import math
import re

import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import snodo
from snodo.errors import FileError, MechanismError
from snodo.formats import load, loads, save, to_python, to_yaml
from snodo.formats.yaml.words import SECTIONS
from snodo.mechanism.functions.formula_function import Formula
from snodo.mechanism.functions.functions import Cycloid, Harmonic, Polynomial, Ramp, SmoothStep, Table
from snodo.mechanism.mechanism import Mechanism


def assert_equal(a: Mechanism, b: Mechanism) -> None:
    for word in ("name", "description", "dimension", "gravity", "points", "initial", "run", *SECTIONS):
        assert getattr(a, word) == getattr(b, word), word
    for section in SECTIONS:
        assert list(getattr(a, section)) == list(getattr(b, section))
        assert _shown(getattr(a, section)) == _shown(getattr(b, section))


def _shown(section: dict) -> str:
    """Every digit of every field; the sign of zero is not kept."""
    return re.sub(r"-0\.0\b", "0.0", repr(list(section.values())))


def executed(script: str, monkeypatch: pytest.MonkeyPatch) -> Mechanism:
    monkeypatch.setattr(snodo, "Mechanism", Mechanism, raising=False)
    names: dict = {}
    exec(script, names)
    return names["m"]


def test_yaml(good: str) -> None:
    m = loads(good)
    text = to_yaml(m)
    assert_equal(loads(text), m)
    assert to_yaml(loads(text)) == text


def test_python(good: str, monkeypatch: pytest.MonkeyPatch) -> None:
    m = loads(good)
    assert_equal(executed(to_python(m), monkeypatch), m)


def test_files(good: str, tmp_path) -> None:
    m = loads(good)
    for name in ("m.yaml", "m.yml", "m.json"):
        save(m, tmp_path / name)
        assert_equal(load(tmp_path / name), m)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["m.json", "m.yaml", "m.yml"]


def test_other_yaml_readers_see_the_same_numbers(good: str) -> None:
    text = to_yaml(loads(good))
    assert yaml.safe_load(text)["points"] == {k: list(v) for k, v in loads(text).points.items()}


def test_the_text_is_nice_to_read(four_bar: str) -> None:
    assert (
        to_yaml(loads(four_bar))
        == """mechanism: four-bar
dimension: 2
gravity: [0, -9.81]
points: {A: [0, 0], B: [0.1, 0.15], C: [0.45, 0.3], D: [0.5, 0]}
bodies:
  crank:   {bar: [A, B], mass: 0.5}
  coupler: {bar: [B, C], mass: 1.2}
  rocker:  {bar: [C, D], mass: 0.9}
joints:
  A: {revolute: [ground, crank]}
  B: {revolute: [crank, coupler]}
  C: {revolute: [coupler, rocker]}
  D: {revolute: [ground, rocker]}
drivers:
  motor: {joint: A, speed: 6.283185307179586}
run: {duration: 2}
"""
    )


def test_the_script_speaks_the_same_words(four_bar: str) -> None:
    script = to_python(loads(four_bar))
    assert 'm.bar("crank", "A", "B", mass=0.5)' in script
    assert 'm.revolute("A", "ground", "crank")' in script


def test_a_particle(monkeypatch: pytest.MonkeyPatch) -> None:
    m = Mechanism("bead")
    m.particle("bead", (0.0, 1.0), mass=1.0)
    assert_equal(executed(to_python(m), monkeypatch), m)
    assert_equal(loads(to_yaml(m)), m)


@pytest.mark.parametrize(
    "motion",
    [
        "speed: 60 rpm",
        "speed: {smooth_step: {start: 0, end: 1500 rpm, duration: 2 s}}",
        "speed: {cycloid: {end: 90 deg/s}}",
        "speed: {ramp: {rate: 3 rpm/s}}",
        "speed: {polynomial: [1, 2, 3]}",
        "speed: {harmonic: {amplitude: 3 rpm, frequency: 2 Hz}}",
        "acceleration: 3 deg/s^2",
        "acceleration: {ramp: {rate: 3}}",
        "angle: {table: {times: [0, 1, 2], values: [0, 90 deg, 2], monotone: true, clamped: true}}",
    ],
)
def test_motions(motion: str, four_bar: str, monkeypatch: pytest.MonkeyPatch) -> None:
    m = loads(four_bar.replace("speed: 60 rpm", motion))
    text = to_yaml(m)
    assert_equal(loads(text), m)
    assert to_yaml(loads(text)) == text
    assert_equal(executed(to_python(m), monkeypatch), m)


# ---------------------------------------------------------------- Python functions
def pendulum() -> Mechanism:
    m = Mechanism("pendulum", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("arm", "A", "B", mass=1)
    m.revolute("A", "ground", "arm")
    return m


def test_a_traced_function_is_written_as_its_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    m = pendulum()
    m.driver("motor", joint="A", angle=lambda t: 0.3 * np.sin(2 * t))
    m.force("drag", ["arm"], function=lambda t, q, v: [-0.1 * v[0], 0.0, np.cos(t) * q[2]])
    for copy in (loads(to_yaml(m)), executed(to_python(m), monkeypatch)):
        assert copy.drivers["motor"].angle(0.7) == pytest.approx(0.3 * math.sin(1.4), abs=1e-15)
        assert copy.forces["drag"].formula == ("-0.1*arm.vx", "0", "cos(t)*arm.angle")


def test_a_function_that_cannot_be_written_is_named() -> None:
    m = pendulum()
    m.driver("motor", joint="A", angle=Formula("t"))
    m.force("wind", ["arm"], function=lambda t, q, v: [1.0 if t > 2 else 0.0, 0.0, 0.0])
    for write in (to_yaml, to_python):
        with pytest.raises(FileError, match=r"formula 'wind'.*cannot be written as a formula[\s\S]*write formula="):
            write(m)


def test_a_driver_that_cannot_be_written_is_named() -> None:
    m = pendulum()
    m.driver("motor", joint="A", angle=lambda t: t * t if t < 1 else 2 * t - 1)
    for write in (to_yaml, to_python):
        with pytest.raises(FileError, match="driver 'motor': angle: the Python function '<lambda>' cannot be written"):
            write(m)


# ---------------------------------------------------------------- saving
def test_a_wrong_mechanism_is_not_saved_and_the_old_file_stays(tmp_path) -> None:
    path = tmp_path / "m.yaml"
    path.write_text("old")
    m = pendulum()
    m.revolute("Q", "ground", "krank", at="A")
    with pytest.raises(MechanismError, match="krank"):
        save(m, path)
    assert path.read_text() == "old"
    with pytest.raises(FileError, match="supported"):
        save(pendulum(), tmp_path / "m.docx")
    with pytest.raises(FileError, match="cannot be written"):
        save(pendulum(), tmp_path / "nowhere" / "m.yaml")
    assert [p.name for p in tmp_path.iterdir()] == ["m.yaml"]


# ---------------------------------------------------------------- random mechanisms
numbers = st.floats(-1e3, 1e3, allow_subnormal=False)
positive = st.floats(1e-3, 1e3)
words = st.text(min_size=1, max_size=8).filter(lambda s: "." not in s and s == s.strip() and s != "ground")
names = words.filter(lambda s: s.encode("utf-8", "ignore").decode() == s)
functions = st.one_of(
    numbers,
    st.builds(Ramp, numbers, numbers),
    st.builds(Harmonic, numbers, positive, numbers, numbers),
    st.builds(SmoothStep, numbers, numbers, numbers, positive),
    st.builds(Cycloid, numbers, numbers, numbers, positive),
    st.builds(Polynomial, st.lists(numbers, min_size=1, max_size=4)),
    st.builds(
        lambda values, monotone, clamped: Table(list(range(len(values))), values, False, monotone, clamped),
        st.lists(numbers, min_size=2, max_size=5),
        st.booleans(),
        st.booleans(),
    ),
    st.sampled_from(["t", "sin(2*pi*t)", "3 * exp(-t)", Formula("2*pi"), Formula("30 deg * t")]),
)


@st.composite
def mechanisms(draw) -> Mechanism:
    m = Mechanism(draw(names), gravity=(draw(numbers), draw(numbers)))
    m.description = draw(st.one_of(st.just(""), names))
    given_names = draw(st.lists(names, min_size=4, max_size=10, unique=True))
    bodies, joints, others = given_names[:2], given_names[2:4], given_names[4:]
    m.point("P", draw(numbers), draw(numbers))
    for name in bodies:
        at = draw(st.sampled_from(["P", (1.0, 2.5), {"ground": (0.5, -0.0)}]))
        m.disc(name, draw(positive), at, mass=draw(positive), angle=draw(numbers))
    for name, child in zip(joints, bodies):
        m.revolute(name, "ground", child, at={"ground": (0.0, draw(numbers)), child: (draw(numbers), 0.0)})
    for name in others:
        kind = draw(st.sampled_from(["torque", "point_force", "coupler", "friction", "spring"]))
        if kind == "torque":
            m.torque(name, draw(functions), joint=joints[0])
        elif kind == "point_force":
            m.point_force(name, bodies[0], (draw(functions), draw(functions)))
        elif kind == "coupler":
            m.coupler(name, {joints[0]: draw(positive), joints[1]: draw(numbers)}, value=draw(numbers))
        elif kind == "friction":
            m.friction(name, joints[1], viscous=draw(positive), coulomb=draw(positive))
        else:
            m.spring(name, *bodies, "P", (draw(numbers), 1e6), stiffness=draw(positive), force=draw(functions))
    m.initial = {f"{joints[0]}.angle": draw(numbers), f"{bodies[1]}.omega": "3 rad/s"}
    m.run.duration = draw(positive)
    return m


@settings(max_examples=100, deadline=None)
@given(mechanisms())
def test_random_mechanisms(m: Mechanism) -> None:
    assert_equal(loads(to_yaml(m)), m)


@settings(max_examples=50, deadline=None)
@given(mechanisms())
def test_random_mechanisms_as_scripts(m: Mechanism) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        assert_equal(executed(to_python(m), monkeypatch), m)
