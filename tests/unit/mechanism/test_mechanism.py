"""The mechanism as a container of parts."""

from __future__ import annotations

import snodo as sn


def test_a_copy_can_be_changed_without_touching_the_original() -> None:
    m = sn.Mechanism("pendulum")
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("arm", "A", "B", mass=1.0)
    m.revolute("A", "ground", "arm")
    before = sn.Planar(m)
    other = m.copy()
    other.bodies["arm"].mass = 5.0
    other.run.duration = 9.0
    other.point("C", 2, 0)
    assert (m.bodies["arm"].mass, m.run.duration, list(m.points)) == (1.0, None, ["A", "B"])
    m.bodies["arm"].mass = 7.0
    assert before.mechanism.bodies["arm"].mass == 1.0
