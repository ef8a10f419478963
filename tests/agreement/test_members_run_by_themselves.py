"""Members that run by themselves on one formulation are those of bindings of their own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from test_members_of_families import runs

import snodo as sn
from snodo.simulation.family import Family

EXAMPLES = Path(__file__).parents[2] / "examples"


def stopped(dimension: int = 2) -> sn.Mechanism:
    """A pendulum between stops, with a spring."""
    m = sn.Mechanism("stop", gravity=(0, -9.81))
    m.parameter("length", 0.5, unit="m", low=0.2, high=1.0)
    m.parameter("mass", 1.0, unit="kg", low=0.2, high=3.0)
    m.parameter("stiffness", 2.0, unit="N*m/rad", low=0.1, high=9.0)
    m.add_points(A=(0, 0), B=("length", 0))
    m.bar("arm", "A", "B", mass="mass")
    m.revolute("A", "ground", "arm")
    m.limit("A", lower=-1.2, upper=1.0, act=True, restitution=0.6)
    m.torsional_spring("s", "A", stiffness="stiffness")
    m.initial["A.speed"] = 1.0
    return m


def same(found, family: Family, m: sn.Mechanism, rows: np.ndarray, starts: np.ndarray, atol: float, **words) -> None:
    for k, result in enumerate(runs(m, family, rows, starts, **words)):
        for name, series in found.series.items():
            np.testing.assert_allclose(series[k], result[name].values, rtol=0, atol=atol, err_msg=name)


@pytest.mark.parametrize("word", ["planar", "tree"])
def test_masses_between_stops(word: str) -> None:
    m, outputs = stopped(), ("A.angle", "energy.total", "s.torque")
    family = Family(m, 1.0, parameters=("mass",), outputs=outputs, output=0.1, formulation=word)
    rows = np.array([[0.5], [2.5], [0.9], [1.7], [0.0], [1.1]])
    found = family.run(rows)
    assert family.how.startswith("each is run by itself, its numbers rewritten: stops")
    assert found.status == ["finished"] * 4 + ["failed", "finished"]
    assert "mass = 0 kg is outside its range" in found.reasons[4]
    fine = [0, 1, 2, 3, 5]
    few = family.run(rows[fine])
    same(few, family, m, rows[fine], np.zeros((5, 0)), 1e-7, duration=1.0, output=0.1, formulation=word)


@pytest.mark.parametrize("word", ["planar", "tree"])
def test_initial_values_between_stops_have_the_bits_of_single_runs(word: str) -> None:
    m = stopped()
    family = Family(m, 1.0, initial=("A.speed",), outputs=("A.angle",), output=0.1, formulation=word)
    starts = np.array([[0.5], [3.0], [-2.0], [0.5]])
    found = family.run(None, starts)
    assert family.how.startswith("each is run by itself: stops")
    same(found, family, m, np.zeros((4, 0)), starts, 0.0, duration=1.0, output=0.1, formulation=word)


@pytest.mark.parametrize(("name", "words"), [("length", "more than numbers"), ("stiffness", "more than numbers")])
def test_what_has_numbers_elsewhere_is_bound_again(name: str, words: str) -> None:
    m = stopped()
    family = Family(m, 0.5, parameters=(name,), outputs=("A.angle",), output=0.1)
    rows = m.parameters[name].value * np.array([[0.8], [1.2]])
    found = family.run(rows)
    assert family.how.startswith("each is bound and run by itself: stops")
    assert words in family.how
    same(found, family, m, rows, np.zeros((2, 0)), 0.0, duration=0.5, output=0.1)


def test_outputs_that_need_a_result() -> None:
    m = stopped()
    m.limits.clear()
    family = Family(m, 0.5, parameters=("mass",), outputs=("s.torque", "A.reaction"), output=0.1)
    rows = np.array([[0.7], [1.4]])
    found = family.run(rows)
    assert "needs a result of each member" in family.how
    assert "rewritten" in family.how
    same(found, family, m, rows, np.zeros((2, 0)), 1e-7, duration=0.5, output=0.1)


@pytest.mark.parametrize(("name", "word"), [("slider_crank_friction", "planar"), ("slider_crank_friction", "tree")])
def test_dry_friction(name: str, word: str) -> None:
    m = sn.load(EXAMPLES / f"{name}.yaml")
    body = next(iter(m.bodies.values()))
    m.parameter("mass", body.mass, unit="kg", low=1e-3, high=100)
    body.mass = "mass"
    family = Family(m, 0.3, parameters=("mass",), outputs=("energy.total",), output=0.1, formulation=word)
    rows = m.parameters["mass"].value * np.array([[0.8], [1.2], [1.0]])
    found = family.run(rows)
    same(found, family, m, rows, np.zeros((3, 0)), 1e-6, duration=0.3, output=0.1, formulation=word)
