"""In singular positions: unique accelerations, multipliers of least norm, against the dense solution of the plane."""

import numpy as np
import pytest

import snodo as sn
from snodo.analyses.assembly.assemble import assemble
from snodo.constraint_methods import in_time
from snodo.constraint_methods.redundancy import keep_independent_rows
from snodo.formulations.kernels.statuses import SINGULAR_CONSTRAINTS


def parallelogram(angle: float) -> sn.Mechanism:
    """Two cranks of 0.2 m on a base of 0.5 m; level, all bars are in one line: a change point."""
    m = sn.Mechanism("parallelogram", gravity=(0, -9.81))
    tip = 0.2 * np.array([np.cos(angle), np.sin(angle)])
    m.add_points(A=(0, 0), B=tuple(tip), C=(0.5 + tip[0], tip[1]), D=(0.5, 0))
    m.bar("left", "A", "B", mass=0.5)
    m.bar("coupler", "B", "C", mass=1.2)
    m.bar("right", "D", "C", mass=0.9)
    for name, first, second in (("A", "ground", "left"), ("B", "left", "coupler"), ("C", "right", "coupler")):
        m.revolute(name, first, second)
    m.revolute("D", "ground", "right")
    m.torque("push", 0.4, joint="A")
    return m


def level(word: str) -> tuple[sn.Spatial, sn.Planar, np.ndarray]:
    """Bound with the rows that are independent elsewhere; the plane's; and the coordinates of the level position."""
    F = sn.Spatial(parallelogram(0.7), velocities=word)
    keep_independent_rows(F, assemble(F).q, 0.0)
    return F, sn.Planar(parallelogram(0.0)), sn.Spatial(parallelogram(0.0), velocities=word).reference()[0]


def turning(*bodies: tuple[float, float]) -> np.ndarray:
    """Velocities in the plane from the upward speed and the angular velocity of each body."""
    return np.concatenate([(0.0, up, spin) for up, spin in bodies])


def in_space(F: sn.Spatial, v: np.ndarray) -> np.ndarray:
    """The same in space, where the axes of the bodies are those of the world: ω′, or ṗ = (0, ½ ω′)."""
    rows = [[vx, vy, 0, *([0, 0, 0, spin / 2] if F.euler else [0, 0, spin])] for vx, vy, spin in v.reshape(-1, 3)]
    return np.concatenate(rows)


@pytest.mark.parametrize("speed", [0.0, 3.0])
@pytest.mark.parametrize("word", ["angular", "euler"])
def test_at_a_change_point(word: str, speed: float) -> None:
    F, P, q = level(word)
    v_plane = turning((0.1 * speed, speed), (0.2 * speed, 0.0), (0.1 * speed, speed))
    v = in_space(F, v_plane)
    y = F.state(q, v)
    assert in_time.rate(F)(0.0, y, np.empty_like(y), F.model) == SINGULAR_CONSTRAINTS
    regular = F.state(*F.reference())
    found = in_time.evaluate(F, np.array([0.0, 1.0, 2.0]), np.array([regular, y, regular]))
    assert F.singular_times == [1.0]
    a, multipliers = found["acceleration"][1], found["multiplier"][1]
    expected, _ = P.solve(P.reference()[0], v_plane)
    for k, body in enumerate(P.mechanism.bodies):
        mine = F.motion.acceleration(f"{body}.com", q, v, a)
        np.testing.assert_allclose(mine[:2], expected[3 * k : 3 * k + 2], atol=1e-9, err_msg=body)
    J = F.jacobian(q)
    np.testing.assert_allclose(F.mass_matrix(q) @ a + J.T @ multipliers, F.forces(q, v), atol=1e-9)
    np.testing.assert_allclose(J @ a, F.gamma(q, v), atol=1e-9)
    best = np.linalg.lstsq(J.T, J.T @ multipliers, rcond=1e-9)[0]
    np.testing.assert_allclose(multipliers, best, atol=1e-9 * np.abs(best).max())
    assert found["power"][1] == pytest.approx([0.4 * speed])
    np.testing.assert_allclose(found["energy"][1, 0], 0.5 * v @ F.mass_matrix(q) @ v, atol=1e-12)
    np.testing.assert_array_equal(found["acceleration"][0], found["acceleration"][2])


def test_what_contradicts_itself_has_no_acceleration() -> None:
    """The sum of the speeds of both branches, parallelogram and antiparallelogram, is the speed of no motion."""
    F, _, q = level("angular")
    opposite = turning((0.3, 3.0), (0.0, -2.4), (-0.3, -3.0))
    y = F.state(q, in_space(F, turning((0.3, 3.0), (0.6, 0.0), (0.3, 3.0)) + opposite))
    assert np.abs(F.jacobian(q) @ y[F.nq : F.nq + F.nv]).max() < 1e-12
    found = in_time.evaluate(F, np.zeros(1), y[None])
    assert np.isnan(found["acceleration"]).all()
    assert F.singular_times == []
    status = in_time.rate(F)(0.0, y, np.empty_like(y), F.model)
    assert "depends on the others" in str(F.failure(status, 0.0))


def test_a_run_reports_where_the_dense_solution_answered() -> None:
    result = sn.simulate(parallelogram(0.7), 0.05, formulation="spatial", output=0.05)
    assert result.info["singular_times"] == []
