"""Members of families with redundant rows, in space and of parts used again agree with runs of their own mechanisms."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from test_members_of_families import compare, runs

import snodo as sn
from snodo.simulation.family import Family

EXAMPLES = Path(__file__).parents[2] / "examples"


def heavier(name: str) -> sn.Mechanism:
    """An example whose first body has its mass as a parameter."""
    m = sn.load(EXAMPLES / f"{name}.yaml")
    body = next(iter(m.bodies.values()))
    m.parameter("mass", body.mass or 1.0, unit="kg", low=1e-3, high=100)
    body.mass = "mass"
    return m


def masses(m: sn.Mechanism, count: int = 5) -> np.ndarray:
    return m.parameters["mass"].value * np.linspace(0.7, 1.4, count)[:, None]


@pytest.mark.parametrize("word", ["tree", "spatial"])
@pytest.mark.parametrize("name", ["bricard", "spatial_slider_crank"])
def test_redundant_rows_and_bodies_in_space(name: str, word: str) -> None:
    m = heavier(name)
    outputs = ("energy.kinetic", "energy.gravitational")
    family = Family(m, 0.4, parameters=("mass",), outputs=outputs, output=0.1, formulation=word)
    found = family.run(masses(m))
    assert family.how.startswith("numbers of one model are rewritten")
    assert set(found.status) == {"finished"}
    assert not found.evaluations.any()
    compare(found, runs(m, family, masses(m), np.zeros((5, 0)), duration=0.4, output=0.1, formulation=word), 1e-6)


@pytest.mark.parametrize("word", ["planar", "tree"])
def test_redundant_rows_in_the_plane(word: str) -> None:
    m = heavier("parallelogram")
    outputs = ("energy.total", *(f"{name}.angle" for name in ("A", "B")))
    starts = np.linspace(0.5, 2.0, 5)[:, None]
    m.initial.clear()
    family = Family(m, 0.4, parameters=("mass",), initial=("A.speed",), outputs=outputs, output=0.1, formulation=word)
    found = family.run(masses(m), starts)
    assert family.how.startswith("numbers of one model are rewritten")
    assert not found.evaluations.any()
    compare(found, runs(m, family, masses(m), starts, duration=0.4, output=0.1, formulation=word), 1e-6)


def hanging(third: float = 0.5) -> sn.Mechanism:
    """A coupler on three cranks: one of the rows depends on the others while all cranks have one length."""
    m = sn.Mechanism("swing", gravity=(0, -9.81))
    m.parameter("long", 0.5, unit="m", low=0.2, high=1.0)
    m.parameter("third", third, unit="m", low=0.2, high=1.0)
    m.add_points(A=(0, 0), B=(0.4, 0), C=(0.8, 0), D=(0, "-long"), E=(0.4, "-long"), F=(0.8, "-long"))
    m.add_points(G=(0.8, "third - long"))
    for name, ends in {"a": "AD", "b": "BE"}.items():
        m.bar(name, *ends, mass=0.5)
    m.bar("c", "G", "F", mass=0.7)
    m.bar("coupler", "D", "F", mass=2)
    for name, body in zip("ABDEF", ("a", "b", "a", "b", "c")):
        m.revolute(name, "ground" if name in "AB" else "coupler", body)
    m.revolute("G", "ground", "c")
    return m


@pytest.mark.parametrize("word", ["planar", "tree"])
def test_members_whose_rows_differ_run_by_themselves(word: str) -> None:
    """With a third crank of another length there is a row more to keep: nothing moves."""
    m = hanging()
    words = {"output": 0.1, "formulation": word}
    family = Family(m, 0.3, parameters=("long", "third"), outputs=("energy.kinetic",), initial=("A.angle",), **words)
    rows, starts = np.array([[0.5, 0.5], [0.6, 0.6], [0.45, 0.45], [0.5, 0.4]]), np.array([[0.3], [0.2], [0.1], [0.0]])
    found = family.run(rows, starts)
    assert family.how.startswith("numbers of one model are rewritten")
    assert found.status[:3] == ["finished"] * 3
    assert not found.evaluations[2]  # beside the one that differs, in two lanes, too
    few = family.run(rows[:3], starts[:3])
    compare(few, runs(m, family, rows[:3], starts[:3], duration=0.3, **words), 1e-6)
    other = m.with_parameters(long=0.5, third=0.4)
    last = Family(other, 0.3, outputs=("energy.kinetic",), initial=("A.angle",), **words).run(starts=starts[3:])
    assert found.status[3:] == last.status
    assert found.reasons[3:] == last.reasons
    np.testing.assert_allclose(found.series["energy.kinetic"][3:], last.series["energy.kinetic"], atol=1e-6)


@pytest.mark.parametrize("name", ["width", "wheelbase", "left_front/spring", "right_rear/load", "drop"])
def test_members_of_the_car(name: str) -> None:
    m = sn.load(EXAMPLES / "car.yaml")
    outputs = ("energy.total", "drive.z", "left_front/L.angle")
    family = Family(m, 0.3, parameters=(name,), outputs=outputs, output=0.1)
    value = family.F.parameters[name].value
    rows = value * np.array([[0.9], [1.0], [1.1]])
    found = family.run(rows)
    assert family.how.startswith("numbers of one model are rewritten")
    assert not found.evaluations.any()
    compare(found, runs(m, family, rows, np.zeros((3, 0)), duration=0.3, output=0.1), 1e-6)


def test_constant_forces_follow_parameters() -> None:
    m = sn.load(EXAMPLES / "andrews.yaml")
    m.parameter("torque", 0.033, unit="N*m", low=0.01, high=0.1)
    m.forces["drive"].torque = "torque"
    m.check()
    family = Family(m, 0.02, parameters=("torque",), outputs=("K1.angle",), output=0.005)
    rows = np.array([[0.02], [0.033], [0.05]])
    found = family.run(rows)
    assert family.how.startswith("numbers of one model are rewritten")
    compare(found, runs(m, family, rows, np.zeros((3, 0)), duration=0.02, output=0.005), 1e-6)


def test_functions_of_time_of_a_part_are_not_rewritten() -> None:
    arm = sn.Mechanism("arm")
    arm.parameter("late", 0.1, unit="s", low=0.0, high=1.0)
    arm.add_points(A=(0, 0), B=(0.5, 0))
    arm.bar("rod", "A", "B", mass=1)
    arm.revolute("A", "ground", "rod")
    arm.torque("push", joint="A", torque="max(0, t - late)")
    m = sn.Mechanism("two", gravity=(0, -9.81))
    m.attach(arm, "left")
    family = Family(m, 0.3, parameters=("left/late",), outputs=("left/A.angle",), output=0.1)
    rows = np.array([[0.05], [0.2]])
    found = family.run(rows)
    assert "depends on time by parameters" in family.how
    compare(found, runs(m, family, rows, np.zeros((2, 0)), duration=0.3, output=0.1), 1e-9)


def test_a_guess_selects_the_branch_of_all_members() -> None:
    m = sn.load(EXAMPLES / "four_bar.yaml")
    body = next(iter(m.bodies.values()))
    m.parameter("mass", body.mass or 1.0, unit="kg", low=1e-3, high=100)
    body.mass = "mass"
    words = {"initial_guess": {f"{next(iter(m.joints))}.angle": 0.1}}
    family = Family(m, 0.2, parameters=("mass",), outputs=("energy.kinetic",), output=0.1, **words)
    found = family.run(masses(m, 2))
    compare(found, runs(m, family, masses(m, 2), np.zeros((2, 0)), duration=0.2, output=0.1, **words), 1e-6)
