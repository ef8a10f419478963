"""What DAE integrators ask of a formulation: J x, x − M⁻¹ Jᵀ λ and S = J M⁻¹ Jᵀ; and steps on the manifold of q."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.agreement.twenty_mechanisms import CASES, moving

import snodo as sn
from snodo.formulations.bind import bind
from snodo.formulations.kernels.verbs import MOTION
from verbs_from_python import Verbs

Array = np.ndarray
ROWS = [(name, form) for name, form in CASES if form != "spatial_euler"]


@pytest.mark.parametrize(("name", "form"), ROWS)
def test_rows_forces_and_their_matrix(name: str, form: str) -> None:
    """Against the dense matrices; rounding of M is 2e-16 of its largest number, and its condition at most 2e5 here."""
    F, q, v, t = moving(name, form)
    random = np.random.default_rng(len(name))
    x, multipliers = random.standard_normal(F.nv) * F.velocity_scale, random.standard_normal(F.nc)
    verbs, M = Verbs(F, q, v, t), F.mass_matrix(q)
    J = F.jacobian(q, t, v=v) if F.nc else np.zeros((0, F.nv))
    given, pushed = np.linalg.solve(M, F.forces(q, v, t)), np.linalg.solve(M, J.T @ multipliers)
    S = J @ np.linalg.solve(M, J.T)

    def close(found: Array, wanted: Array, size: Any, unit: Any = 1.0) -> None:
        np.testing.assert_allclose(found / unit, wanted / unit, rtol=0, atol=1e-12 * np.max(size / unit, initial=1e-30))

    unit = F.velocity_scale
    close(verbs.x, given, np.abs(given) + 9.81 * unit / F.size, unit)
    close(verbs.along(x), J @ x, np.abs(J) @ np.abs(x))
    verbs.evaluate(MOTION)
    close(verbs.pushed(x, multipliers), x - pushed, np.abs(pushed) + np.abs(x), unit)
    verbs.evaluate(MOTION)
    close(verbs.assembled(), S, np.abs(S))


# ---------------------------------------------------------------- local coordinates
def floating() -> sn.Mechanism:
    """A body that floats, and hangs another on a ball: free and spherical joints of a tree."""
    m = sn.Mechanism("floating", dimension=3, gravity=(0, 0, -9.81))
    m.box("hull", (0.5, 0.3, 0.2), (0, 0, 0), mass=2)
    m.box("bob", (0.1, 0.2, 0.4), (0.3, 0.1, -0.4), mass=1)
    m.free("F", "ground", "hull", at=(0, 0, 0))
    m.spherical("B", "hull", "bob", at=(0.3, 0.1, -0.1))
    return m


@cache
def compiled_rates() -> Any:
    """ẋ = D(x) v of the integrators, callable."""
    from snodo import _jit
    from snodo.integrators.dae.kernels.manifold import local_rates

    @_jit.entry(_jit.types.int64(_jit.types.int64[:, ::1], _jit.Floats, _jit.Floats, _jit.Floats))
    def rates_of(blocks, x, v, out):  # type: ignore[no-untyped-def]
        local_rates(blocks, x, v, out)
        return 0

    return getattr(rates_of, "compiled", rates_of)


@pytest.mark.parametrize("form", ["tree", "spatial"])
def test_local_coordinates(form: str) -> None:
    """d/dt (q ⊕ x) = N(q ⊕ x) v with ẋ = D(x) v, for turns of up to two radians."""
    from snodo.integrators.dae.direct import rotations

    F, random = bind(floating(), form), np.random.default_rng(3)
    q, v = F.moved(F.reference()[0], random.standard_normal(F.nv)), random.standard_normal(F.nv)
    verbs, blocks, rate = Verbs(F, q, v), rotations(F), np.zeros(F.nv)
    assert len(blocks) == 2
    for size in (1e-3, 0.1, 1.0):
        x = size * random.uniform(-1, 1, F.nv)
        compiled_rates()(blocks, x, v, rate)
        there, h = verbs.displaced(x), 1e-5
        wanted = (F.moved(there, h * v) - F.moved(there, -h * v)) / (2 * h)
        found = (verbs.displaced(x + h * rate) - verbs.displaced(x - h * rate)) / (2 * h)
        np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-8)


def test_a_step_of_local_coordinates_is_cayleys() -> None:
    """Its axis along x, its angle 2 atan(|x|/2)."""
    F = sn.Spatial(floating())
    q, x = F.reference()[0], np.zeros(F.nv)
    x[3:6] = 0.8, -0.6, 1.1
    turned = sn.Rotation.from_matrix(F.pose(q, "hull").A.T @ F.pose(Verbs(F, q, 0 * x).displaced(x), "hull").A)
    size = np.linalg.norm(x)
    np.testing.assert_allclose(turned.as_matrix(), _turn(x[3:6] / size, 2 * np.arctan(size / 2)), atol=1e-14)


def _turn(axis: Array, angle: float) -> Array:
    across = np.cross(np.eye(3), axis)
    return np.eye(3) + np.sin(angle) * across + (1 - np.cos(angle)) * across @ across
