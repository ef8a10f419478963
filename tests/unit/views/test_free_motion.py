"""Free motions drawn: the mechanism and fainter where it can go."""

import numpy as np
import pytest

import snodo as sn
from snodo.views.free_motion import rows_along


def pendulum(dimension: int) -> sn.Mechanism:
    m = sn.Mechanism("pendulum", dimension=dimension)
    more = (0,) * (dimension - 2)
    m.add_points(A=(0, 0, *more), B=(1, 0, *more))
    m.bar("arm", "A", "B", mass=1)
    m.revolute("A", "ground", "arm", **({"axis": "z"} if dimension == 3 else {}))
    return m


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_picture_is_written(tmp_path, dimension):
    found = sn.doctor(pendulum(dimension))
    figure = found.draw(tmp_path / "motion.png")
    assert (tmp_path / "motion.png").stat().st_size > 5000
    assert any("motion 1" in text.get_text() for ax in figure.axes for text in (*ax.texts, ax.title)) or any(
        "motion 1" in ax.get_title(loc="left") for ax in figure.axes
    )


@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_ghosts_are_where_the_motion_leads(formulation):
    """The arm turns: the farther ghost by twice as much as the nearer."""
    found = sn.doctor(pendulum(2), formulation)
    F = found.formulation
    angles = [float(F.motion.turn("arm", q, np.zeros(F.nv), np.zeros(F.nv))[0]) for q in rows_along(found, 0)]
    assert angles[0] == 0.0
    assert angles[2] == pytest.approx(2 * angles[1])
    assert abs(angles[2]) > 0.1


def test_a_motion_that_is_not_there(tmp_path):
    with pytest.raises(sn.SnodoError, match="has 1 free motion: there is no number 2"):
        sn.doctor(pendulum(2)).draw(tmp_path / "x.png", motion=1)
    with pytest.raises(sn.SnodoError, match="nowhere"):
        sn.doctor(pendulum(2)).draw(tmp_path / "nowhere" / "x.png")
