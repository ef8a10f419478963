from __future__ import annotations

import numpy as np
import pytest
from tests import mechanisms

import snodo as sn


def parallelogram(links: int = 3, load: float = 0.0) -> sn.Mechanism:
    """A platform of 2 m on parallel links of 1 m: with three of them one row too many."""
    m = mechanisms.parallelogram(links)
    if load:
        m.point_force("load", "platform", [0.0, -load])
    return m


def test_three_parallel_links_move_although_gruebler_says_no() -> None:
    found = sn.mobility(parallelogram())
    assert (found.coordinates, found.rows, found.rank) == (12, 12, 11)
    assert (found.grubler, found.degrees_of_freedom) == (0, 1)
    assert len(found.redundant) == 1
    text = str(found)
    assert "12 coordinates − 12 constraint rows = 0" in text
    assert "1 degree of freedom" in text
    assert "redundant: row" in text


def test_which_reactions_are_not_determined() -> None:
    """Along the links the share is open; with two links everything is determined."""
    assert set(sn.mobility(parallelogram()).undetermined) == {"A0", "A1", "A2", "B0", "B1", "B2"}
    assert sn.mobility(parallelogram(2)).undetermined == []


def test_a_determined_joint_beside_an_undetermined_one() -> None:
    """A pendulum hung on the platform: its pin is determined, the links' are not."""
    m = parallelogram()
    m.bar("hang", (1.5, 0.8660254037844386), (1.5, 0.3), mass=1)
    m.revolute("H", "platform", "hang", at=(1.5, 0.8660254037844386))
    assert "H" not in sn.mobility(m).undetermined


def test_redundant_reactions_are_those_of_least_norm_and_still_balance() -> None:
    m = parallelogram()
    result = sn.simulate(m, 0.1, output=0.02, progress=False)
    F = result.formulation
    assert len(result.info["redundant_rows"]) == 1
    assert "redundant rows omitted" in str(result)
    for t, q, v, a, multipliers in zip(result.time, result.q, result.v, result.a, result.multipliers):
        J = F.jacobian(q, t)
        right = F.forces(q, v, t) - F.mass_matrix() @ a
        np.testing.assert_allclose(J.T @ multipliers, right, atol=1e-8)
        null = np.linalg.svd(J.T)[2][-1]
        assert abs(null @ multipliers) < 1e-8 * np.linalg.norm(multipliers)


def test_three_links_swing_like_two() -> None:
    """J(3 links) = J(2 links) + one more link: the motion from energy, θ̈ = −(m_p + n m/2) g cos θ / (m_p + n m/3) l."""
    for links in (2, 3):
        result = sn.simulate(parallelogram(links), 0.5, integrator=sn.DOP853(rtol=1e-11), progress=False)
        theta, alpha = result["link0.angle"].values, result["link0.alpha"].values
        wanted = -(4 + links / 2) * 9.81 * np.cos(theta) / (4 + links / 3)
        np.testing.assert_allclose(alpha, wanted, atol=1e-7)


def test_change_point() -> None:
    """A parallelogram laid flat: the rank drops by one, and a second motion appears."""
    m = mechanisms.four_bar(B=(1, 0), C=(3, 0), D=(2, 0), masses=(1, 1, 1), rocker="DC", gravity=False)
    found = sn.mobility(m)
    assert (found.rows, found.rank, found.degrees_of_freedom) == (8, 7, 2)
    assert len(found.free_motions) == 2
    assert len(sn.assemble(m).branch) == 2
    assert set(sn.assemble(m).branch.values()) == {"straight"}
    with pytest.raises(sn.AssemblyError, match="singular position"):
        sn.simulate(m, 0.1, progress=False)


def test_drivers_count_as_constraints() -> None:
    m = parallelogram(2)
    m.driver("motor", joint="A0", speed=1.0)
    found = sn.mobility(m)
    assert found.degrees_of_freedom == 0
    assert found.free_motions == []


def test_free_motions_are_motions() -> None:
    """Each free motion satisfies Φ_v v = 0, and there are as many as degrees of freedom."""
    m = parallelogram(2)
    m.body("loose", mass=1, inertia=1, at=(5, 5))
    F = sn.Planar(m)
    found = sn.mobility(F)
    assert found.degrees_of_freedom == 4 == len(found.free_motions)
    q = sn.assemble(F).q
    for motion in found.free_motions:
        v = np.array([motion.get(name, 0.0) for name in F.velocity_names])
        assert np.abs(F.jacobian(q) @ v).max() < 1e-9


def test_a_free_body_has_three() -> None:
    m = sn.Mechanism("free")
    m.body("b", mass=1, inertia=1)
    found = sn.mobility(m)
    assert (found.rows, found.degrees_of_freedom) == (0, 3)
