from __future__ import annotations

import pytest
from tests import mechanisms

import snodo as sn
from snodo.analyses.doctor.hints import hints, sides_of


def four_bar(**places: tuple[float, float]) -> sn.Mechanism:
    m = closed(**places)
    del m.joints["D"]
    return m


def closed(**places: tuple[float, float]) -> sn.Mechanism:
    return mechanisms.four_bar(**places)


def test_nothing_to_say_of_a_good_mechanism() -> None:
    assert hints(closed()) == []


@pytest.mark.parametrize("away", [0.5, 500.0])
def test_a_joint_far_from_its_body(away: float) -> None:
    """The rocker's own half length is 0.152 m; three more lengths of this beyond its shape are too far."""
    m = four_bar()
    m.revolute("D", "ground", "rocker", at=(0.5 + away, 0))
    found = [hint for hint in hints(m) if "'D'" in hint]
    assert len(found) == (1 if away > 1 else 0)
    if found:
        assert "'rocker'" in found[0]
        assert "500 m away" in found[0]


def test_a_spring_end_far_from_its_body() -> None:
    m = closed()
    m.spring("s", "crank", "rocker", {"crank": (0, 100.0)}, "C", stiffness=1.0)
    (found,) = hints(m)
    assert found.startswith("spring 's' holds 'crank' at a point 99.9 m away")


def test_bodies_of_very_unequal_size() -> None:
    m = closed()
    m.disc("dust", 1e-4, at=(0, 0), mass=1e-6)
    m.fixed("glue", "crank", "dust", at=(0, 0))
    (found,) = hints(m)
    assert "'coupler' is 0.381 m large" in found
    assert "'dust' 0.0002 m, 1904 times less" in found


def test_locked_with_its_redundant_rows() -> None:
    m = closed()
    m.fixed("stop", "ground", "crank", at="A")
    (found,) = hints(m)
    assert "locked" in found
    assert "redundant rows: stop.x, stop.y" in found
    driven = closed()
    driven.driver("motor", joint="A", speed=1.0)
    assert hints(driven) == []


def test_assembly_that_moves_a_body_far() -> None:
    m = closed()
    m.joints["D"].at = {"ground": (0.5, 0.2), "rocker": (0.152, 0)}
    (found,) = hints(m)
    assert "assembly moved" in found
    assert "'D' is open" in found
    start = sn.assemble(m)
    assert f"by {start.moved:.3g} m" in found


def test_initial_values_may_move_a_good_drawing() -> None:
    m = closed()
    m.initial = {"A.angle": "60 deg"}
    assert sn.assemble(m).moved > 0.1 * m.geometry().size()
    assert hints(m) == []


def test_of_what_does_not_close_the_drawing_is_told() -> None:
    m = four_bar()
    m.revolute("D", "ground", "rocker", at={"ground": (500.0, 0), "rocker": (0.15, 0)})
    with pytest.raises(sn.AssemblyError):
        sn.assemble(m)
    assert hints(m) == []
    m.spring("s", "crank", "rocker", {"crank": (0, 100.0)}, "C", stiffness=1.0)
    assert len(hints(m)) == 1


def test_bodies_without_a_shape_and_without_rows() -> None:
    m = sn.Mechanism("free")
    m.body("b", mass=1, inertia=1)
    assert hints(m) == []
    m.box("c", (0.2, 0.1), at=(1, 0), mass=1)
    F = sn.Planar(m)
    assert sides_of(F, "b") == (0.0, 0.0)
    assert sides_of(F, "c") == pytest.approx((0.2, 0.1))
