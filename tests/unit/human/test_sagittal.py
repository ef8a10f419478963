"""The seven segments in the sagittal plane against the sixteen in space."""

from __future__ import annotations

import subprocess
import sys
from functools import reduce
from operator import add

import numpy as np
import pytest

import snodo as sn
from snodo import human
from snodo.mechanism.shapes.inertia import Inertia


def whole(mechanism: sn.Mechanism) -> Inertia:
    placed = mechanism.check().bodies.values()
    return reduce(add, (b.inertia.moved(b.pose.A, b.pose.r) for b in placed))


@pytest.fixture(params=["female", "male"])
def sex(request: pytest.FixtureRequest) -> str:
    return request.param


def test_same_person(sex: str) -> None:
    plane, space = whole(human.sagittal(1.75, 70, sex)), whole(human.body(1.75, 70, sex))
    assert plane.mass == pytest.approx(70, rel=1e-14)
    assert plane.com == pytest.approx((space.com[0], space.com[2], 0.0), abs=1e-14)
    assert plane.izz == pytest.approx(space.tensor[1][1])


def test_seven_bodies(sex: str) -> None:
    body = human.sagittal(sex=sex)
    legs = [f"{side}_{name}" for side in ("left", "right") for name in ("thigh", "shank", "foot")]
    assert sorted(body.bodies) == sorted(["hat", *legs])
    assert (body.dimension, len(body.joints)) == (2, 7)
    assert body.joints["pelvis"].kind == "planar"


def test_hat_by_hand(sex: str) -> None:
    """Mass, height and moment of head, arms and trunk, summed without `Inertia`."""
    table, body = human.segments(1.75, 70, sex), human.body(1.75, 70, sex)
    z = {name: p[2] for name, p in body.points.items()}
    tops = {"head": z["vertex"], "upper_trunk": z["thoracic"] + table["upper_trunk"].length}
    tops |= {"middle_trunk": z["thoracic"], "lower_trunk": z["lumbar"]}
    tops |= {"upper_arm": z["left_shoulder"], "forearm": z["left_elbow"], "hand": z["left_wrist"]}
    m = np.array([table[name].count * table[name].mass for name in tops])
    h = np.array([top - table[name].com for name, top in tops.items()])
    J = np.array([table[name].count * table[name].moments[1] for name in tops])
    height = m @ h / m.sum()
    hat = human.sagittal(1.75, 70, sex).check().bodies["hat"]
    assert hat.inertia.mass == pytest.approx(m.sum())
    assert hat.pose.to_world(np.array(hat.inertia.com)) == pytest.approx([0, height, 0], abs=1e-14)
    assert hat.inertia.izz == pytest.approx(J.sum() + m @ (h - height) ** 2)


def test_legs(sex: str) -> None:
    table, geometry = human.segments(sex=sex), human.sagittal(sex=sex).check()
    for name in ("thigh", "shank", "foot"):
        left, right = geometry.bodies[f"left_{name}"], geometry.bodies[f"right_{name}"]
        assert left.inertia == right.inertia
        assert left.inertia.izz == pytest.approx(table[name].moments[1])
        assert left.pose.angle == 0.0


def test_round_trip(sex: str) -> None:
    body = human.sagittal(1.8, 90, sex)
    assert sn.to_yaml(sn.loads(sn.to_yaml(body))) == sn.to_yaml(body)


def test_wrong_person() -> None:
    with pytest.raises(sn.MechanismError, match="the sex of the body"):
        human.sagittal(sex="none")


def test_import_is_light() -> None:
    """Building a body does not load the compiler."""
    code = "import sys; from snodo import human; human.body(); human.sagittal(); assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
