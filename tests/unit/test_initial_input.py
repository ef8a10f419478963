"""Initial values in every shape: taken, or refused by errors of ours; sequences mean a batch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.mechanisms import pendulum

import snodo as sn

TURN = sn.Rotation.from_axis_angle((0, 0, 1), 0.3)


def top() -> sn.Mechanism:
    m = sn.Mechanism("top", dimension=3)
    m.body("b", mass=1.0, inertia=(2, 2, 3))
    return m


def start(initial: Any, mechanism: sn.Mechanism | None = None) -> Any:
    return sn.simulate(mechanism or pendulum(), 0.01, output=0.01, initial=initial, progress=False)


def test_numbers_inside_arrays_without_dimensions() -> None:
    earlier = start({"A.angle": 0.1})
    for value in (np.array(0.1), np.float32(0.1), np.array("0.1 rad"), earlier["A.angle"][0]):
        assert start({"A.angle": value})["A.angle"].values[0] == pytest.approx(0.1, abs=1e-8)


@pytest.mark.parametrize(
    "values", [(0.1,), [0.1, "30 deg"], np.array([0.1, 0.2]), range(2), np.array(["10 deg", "20 deg"])]
)
def test_sequences_are_batches(values: Any) -> None:
    batch = start({"A.angle": values})
    assert isinstance(batch, sn.Batch)
    assert len(batch) == len(values)


def test_series_of_other_libraries_are_batches() -> None:
    import pandas

    batch = start({"A.angle": pandas.Series([0.1, 0.2], index=[7, 9])})
    assert batch["A.angle"].values[:, 0] == pytest.approx([0.1, 0.2])
    assert len(start({"A.angle": start({"A.angle": 0.1})["A.angle"]})) == 2


@pytest.mark.parametrize(
    ("initial", "words"),
    [
        ({"A.angle": np.array([[0.1, 0.2]])}, "A.angle.*more than one dimension"),
        ({"A.angle": [[0.1], [0.2, 0.3]]}, "A.angle.*more than one dimension"),
        ({"A.angle": TURN}, "A.angle: Rotation.*is given for one coordinate"),
        ({"A.angle": {0.1}}, "initial A.angle: .*set.* is given where an angle"),
        ({"A.angle": np.array(True)}, "initial A.angle: True"),
        ({"A.angle": np.array(1j)}, "initial A.angle: 1j"),
        ({"A.angle": np.ma.masked}, "initial A.angle: masked"),
        ({"A.angle": None}, "initial A.angle: nothing"),
        ({"A.angle": [None]}, "member 0: initial A.angle: nothing"),
        ({"A.rotation": TURN}, "a revolute has no 'e0'"),
        ({"arm.rotation": TURN}, "a bar has no 'e0'|a body has no 'e0'"),
        ({1: 0.1}, "1 is not the name of a coordinate"),
        ([("A.angle", 0.1)], "not a table of names and values"),
        (np.zeros(3), "not a table of names and values"),
        (TURN, "not a table of names and values"),
        ("A.angle", "not a table of names and values"),
    ],
    ids=repr,
)
def test_what_cannot_be_taken_is_refused_by_name(initial: Any, words: str) -> None:
    with pytest.raises(sn.SnodoError, match=words):
        start(initial)


def test_one_number_where_batches_make_no_sense() -> None:
    with pytest.raises(sn.MechanismError, match=r"\[0\.1, 0\.2\].*means a batch of runs"):
        sn.assemble(pendulum(), initial={"A.angle": [0.1, 0.2]})


def test_an_attitude_in_space_as_a_rotation() -> None:
    """The same as its Euler parameters; several rotations are a batch."""
    parameters = {f"b.e{k}": float(x) for k, x in enumerate(TURN.as_euler_parameters())}
    by_rotation, by_numbers = (start(x, top()) for x in ({"b.rotation": TURN}, parameters))
    np.testing.assert_array_equal(by_rotation.q, by_numbers.q)
    several = sn.Rotation.from_rotation_vector([[0, 0, 0.1], [0, 0.2, 0]])
    batch = start({"b.rotation": several}, top())
    assert len(batch) == 2
    np.testing.assert_allclose(batch[1].q[0][-4:], several[1].as_euler_parameters(), atol=1e-12)
    with pytest.raises(sn.MechanismError, match=r"b\.rotation: .* is not a rotation"):
        start({"b.rotation": (1, 0, 0, 0)}, top())
    with pytest.raises(sn.MechanismError, match=r'whole attitude: \{"b\.rotation"'):
        start({"b.e1": TURN}, top())
