"""Members of a family, run as numbers, agree with runs of their own mechanisms."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.analyses.assembly.assemble import assemble
from snodo.analyses.assembly.many_starts import Starts
from snodo.simulation.family import Family, Members
from varied import four_bar, values_of, varied

EXAMPLES = Path(__file__).parents[2] / "examples"


def runs(m: sn.Mechanism, family: Family, rows: np.ndarray, starts: np.ndarray, **choices: Any) -> list[Any]:
    """The members one by one by `sn.simulate`."""
    found = []
    for k in range(len(rows)):
        own = m.with_parameters(**dict(zip(family.parameters, rows[k].tolist())))
        initial = dict(zip(family.initial, starts[k].tolist()))
        found.append(sn.simulate(own, initial=initial, progress=False, error_bars=False, **choices))
    return found


def compare(found: Members, alone: list[Any], tolerance: float) -> None:
    for k, result in enumerate(alone):
        for name, rows in found.series.items():
            np.testing.assert_allclose(
                rows[k], result[name].values, atol=tolerance * max(1.0, np.abs(rows[k]).max()), err_msg=name
            )


def test_members_agree_with_single_runs() -> None:
    m, outputs = four_bar(), ("a.angle", "C.angle", "D.speed", "c.x", "b.vy", "energy.total", "b.alpha")
    outputs += ("B.reaction", "D.fy", "A.torque")
    family = Family(
        m, 0.4, parameters=("crank", "stiffness"), initial=("A.speed",), outputs=outputs, output=0.1, tolerance=1e-9
    )
    random = np.random.default_rng(2)
    rows = np.column_stack([random.uniform(0.08, 0.16, 10), random.uniform(10, 40, 10)])
    starts = random.uniform(-2, 2, (10, 1))
    found = family.run(rows, starts)
    assert set(found.status) == {"finished"}
    assert family.how.startswith("numbers of one model are rewritten")
    compare(found, runs(m, family, rows, starts, duration=0.4, output=0.1, tolerance=1e-9), 1e-7)  # 100 times that
    assert found.units["D.speed"] == "rad/s"


def test_drivers_and_their_efforts() -> None:
    m = four_bar()
    del m.initial["A.speed"]
    m.driver("motor", joint="A", speed="2 rad/s")
    family = Family(m, 0.2, parameters=("crank",), outputs=("motor.effort", "C.reaction", "b.ax"), output=0.1)
    rows = np.array([[0.1], [0.14]])
    found = family.run(rows)
    assert family.how.startswith("numbers")
    compare(found, runs(m, family, rows, np.zeros((2, 0)), duration=0.2, output=0.1), 1e-6)


def test_angles_at_the_start_are_closed_from_the_members_own_drawing() -> None:
    m = four_bar()
    del m.initial["A.speed"]
    family = Family(
        m, 0.2, parameters=("crank",), initial=("A.angle", "A.speed"), outputs=("A.angle", "C.angle"), output=0.1
    )
    rows, starts = np.linspace(0.06, 0.16, 9)[:, None], np.column_stack([np.linspace(-0.6, 0.6, 9), np.full(9, 1.5)])
    found = family.run(rows, starts)
    np.testing.assert_allclose(found.series["A.angle"][:, 0], starts[:, 0], atol=1e-11)
    compare(found, runs(m, family, rows, starts, duration=0.2, output=0.1), 1e-6)


def test_members_do_not_depend_on_their_order() -> None:
    m = four_bar()
    family = Family(m, 0.2, parameters=("crank",), outputs=("C.angle",), output=0.1, integrator=sn.RK4(step=1e-3))
    rows = np.linspace(0.08, 0.16, 5)[:, None]
    one, other = family.run(rows), family.run(rows[::-1])
    np.testing.assert_allclose(one.series["C.angle"], other.series["C.angle"][::-1], atol=1e-12)


def test_a_member_that_fails_is_a_row_with_its_reason() -> None:
    m = four_bar()
    family = Family(m, 0.2, parameters=("crank", "reach"), outputs=("C.angle",), initial=("D.angle",), output=0.1)
    rows = np.array([[0.15, 0.45], [0.9, 0.45], [0.15, 0.45], [0.16, 0.2]])
    found = family.run(rows, [[0.0], [0.0], [1.0], [0.0]])
    assert found.status == ["finished", "failed", "failed", "finished"]
    assert "crank = 0.9 m is outside its range" in found.reasons[1]
    assert found.reasons[2]
    assert np.isnan(found.series["C.angle"][1]).all()
    assert np.isfinite(found.series["C.angle"][0]).all()
    alone = family.run(rows[:1], [[0.0]])
    np.testing.assert_allclose(alone.series["C.angle"][0], found.series["C.angle"][0], atol=1e-6)


def test_what_numbers_do_not_give_is_run_one_by_one() -> None:
    m = four_bar()
    family = Family(m, 0.1, parameters=("crank",), outputs=("s.force",), output=0.05)
    found = family.run([[0.1], [0.15]])
    assert found.series["s.force"].shape == (2, 3)
    assert "s.force needs a result" in family.how
    compare(found, runs(m, family, np.array([[0.1], [0.15]]), np.zeros((2, 0)), duration=0.1, output=0.05), 1e-9)


@pytest.mark.parametrize(
    ("name", "word", "outputs"),
    [
        ("slider_crank", "planar", ("energy.total",)),
        ("andrews", "planar", ("energy.total",)),
        ("double_pendulum", "tree", ("energy.total",)),
        ("pendulum", "planar", ("energy.total",)),
    ],
)
def test_examples_run_as_numbers(name: str, word: str, outputs: tuple[str, ...]) -> None:
    m = varied(sn.load(EXAMPLES / f"{name}.yaml"))
    family = Family(m, 0.01, parameters=tuple(m.parameters), outputs=outputs, output=0.005, formulation=word)
    rows = 1.0 + 0.1 * (np.array([list(values_of(m, seed).values()) for seed in range(3)]) - 1.0)  # all of them close
    found = family.run(rows)
    assert set(found.status) == {"finished"}
    compare(found, runs(m, family, rows, np.zeros((3, 0)), duration=0.01, output=0.005, formulation=word), 1e-6)


def test_a_family_is_sent_to_other_processes() -> None:
    family = Family(four_bar(), 0.1, parameters=("crank",), outputs=("C.angle",), output=0.05)
    again = pickle.loads(pickle.dumps(family))
    rows = np.array([[0.1], [0.14]])
    assert np.array_equal(family.run(rows).series["C.angle"], again.run(rows).series["C.angle"])


def test_wrong_names_and_rows_are_refused() -> None:
    m = four_bar()
    with pytest.raises(sn.MechanismError, match="there is no parameter 'crnk'"):
        Family(m, 0.1, parameters=("crnk",))
    with pytest.raises(sn.MechanismError, match=r"A\.angel"):
        Family(m, 0.1, initial=("A.angel",))
    family = Family(m, 0.1, parameters=("crank",), initial=("A.speed",))
    with pytest.raises(sn.SnodoError, match="2 rows of parameters and 1 of initial values"):
        family.run([[0.1], [0.12]], [[1.0]])
    with pytest.raises(sn.SnodoError, match="for 1 parameters"):
        family.run([[0.1, 0.2]], [[1.0]])


# ---------------------------------------------------------------- starts
def loose_four_bar() -> sn.Mechanism:
    """A four-bar drawn with gaps, whose start must be closed."""
    m = sn.Mechanism("loose", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0, 0.15), C=(0.45, 0.3), D=(0.5, 0))
    m.bar("a", "A", "B", mass=0.5)
    m.bar("b", (0.01, 0.16), (0.46, 0.31), mass=1.0)
    m.bar("c", (0.44, 0.32), "D", mass=0.9)
    m.revolute("A", "ground", "a")
    m.revolute("B", "a", "b", at={"a": (0.075, 0), "b": (-0.23, 0)})
    m.revolute("C", "b", "c", at={"b": (0.23, 0), "c": (-0.15, 0)})
    m.revolute("D", "ground", "c")
    return m


@pytest.mark.parametrize("word", ["planar", "tree"])
@pytest.mark.parametrize("values", [{"A.angle": 0.3, "A.speed": 2.0}, {"A.angle": -0.8, "A.speed": 0.0}])
def test_compiled_starts_are_those_of_assemble(word: str, values: dict[str, float]) -> None:
    from snodo.formulations.bind import bind

    F = bind(loose_four_bar(), word)
    expected, starts = assemble(F, initial=values), Starts(F, values)
    y = F.state(*F.reference())
    status = starts.find(F.model, F.reference()[0], F.size, np.array(list(values.values())), y)
    assert (starts.reason, status) == ("", 0)
    np.testing.assert_allclose(y[: F.nq], expected.q, atol=1e-10)  # both close to 1e-11
    np.testing.assert_allclose(y[F.nq : F.nq + F.nv], expected.v, atol=1e-9)


def test_a_start_that_is_not_determined_is_left_to_assemble() -> None:
    F = sn.Planar(loose_four_bar())
    starts = Starts(F, {})
    y = F.state(*F.reference())
    assert starts.find(F.model, F.reference()[0], F.size, np.zeros(0), y) != 0


def parallelogram() -> sn.Mechanism:
    """A plate on three parallel cranks, of which one is redundant: reactions are those of least norm."""
    m = sn.Mechanism("parallelogram", gravity=(0, -9.81))
    for name, value in (("crank", "0.2 m"), ("base", "0.5 m"), ("start", "50 deg")):
        m.parameter(name, value)
    for k, x in enumerate(("0 m", "base", "0.5*base")):
        m.point(f"A{k}", x, 0)
        m.point(f"B{k}", f"{x} + crank*cos(start)", "crank*sin(start)")
    m.bar("plate", "B0", "B1", mass=1)
    for k in range(3):
        m.bar(f"k{k}", f"A{k}", f"B{k}", mass=0.3)
        m.revolute(f"A{k}", "ground", f"k{k}")
        m.revolute(f"B{k}", f"k{k}", "plate", at=f"B{k}")
    m.initial["A0.speed"] = 1.0
    return m


def test_reactions_of_redundant_rows_are_of_least_norm() -> None:
    m = parallelogram()
    outputs = ("B0.reaction", "A2.fy", "A0.angle")
    family = Family(m, 0.2, parameters=("crank", "base", "start"), outputs=outputs, output=0.1, tolerance=1e-9)
    rows = np.array([[0.1, 0.3, 0.5], [0.4, 0.3, 2.0], [0.4, 1.0, 2.0]])
    found = family.run(rows)
    assert family.how.startswith("numbers of one model are rewritten")
    compare(found, runs(m, family, rows, np.zeros((3, 0)), duration=0.2, output=0.1, tolerance=1e-9), 1e-7)
