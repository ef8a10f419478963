"""Accelerations and reactions against minimal coordinates: Lagrange's equations by sympy, reactions by Newton's law."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sympy as sp

import snodo as sn

T = sp.Symbol("t")
G = 9.81


class Minimal:
    """A mechanism with centres r(q) and angles φ(q) in minimal coordinates q."""

    def __init__(self, coordinates: int, bodies: Any) -> None:
        """bodies: (mass, inertia, x, y, φ) for each, from the functions of time q."""
        q = [sp.Function(f"q{k}")(T) for k in range(coordinates)]
        self.bodies = bodies(q)
        kinetic = sum(
            m * (sp.diff(x, T) ** 2 + sp.diff(y, T) ** 2) / 2 + J * sp.diff(phi, T) ** 2 / 2
            for m, J, x, y, phi in self.bodies
        )
        potential = sum(m * G * y for m, _, _, y, _ in self.bodies)
        L = kinetic - potential
        accelerations = sp.symbols(f"a0:{coordinates}")
        speeds, places = sp.symbols(f"v0:{coordinates}"), sp.symbols(f"p0:{coordinates}")
        second = {sp.diff(x, T, 2): a for x, a in zip(q, accelerations)}
        first = {sp.diff(x, T): v for x, v in zip(q, speeds)}
        zeroth = dict(zip(q, places))

        def plain(e: Any) -> Any:
            return e.subs(second).subs(first).subs(zeroth)

        equations = [plain(sp.diff(sp.diff(L, sp.diff(x, T)), T) - sp.diff(L, x)) for x in q]
        A, b = sp.linear_eq_to_matrix(equations, accelerations)
        self._system = sp.lambdify((places, speeds), (A, b), "numpy")
        motion = [plain(sp.diff(e, T, 2)) for _, _, *place in self.bodies for e in place]
        self._motion = sp.lambdify((places, speeds, accelerations), motion, "numpy")

    def accelerations(self, q: list[float], v: list[float]) -> np.ndarray:
        """q̈, then ẍ, ÿ, φ̈ of every body."""
        A, b = self._system(q, v)
        a = np.linalg.solve(np.array(A, float), np.array(b, float)).ravel()
        return np.array(self._motion(q, v, a), float).reshape(-1, 3)


def first_row(m: sn.Mechanism, initial: dict[str, float]) -> sn.Result:
    return sn.simulate(m, 1e-3, output=1e-3, initial=initial, progress=False)


def pendulum() -> sn.Mechanism:
    m = sn.Mechanism("pendulum", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(0.8, 0))
    m.bar("arm", "A", "B", mass=1.3)
    m.revolute("A", "ground", "arm")
    return m


@pytest.mark.parametrize(("angle", "speed"), [(0.3, 2.0), (-1.2, -3.0), (2.5, 0.0)])
def test_pendulum(angle: float, speed: float) -> None:
    model = Minimal(1, lambda q: [(1.3, 1.3 * 0.8**2 / 12, 0.4 * sp.cos(q[0]), 0.4 * sp.sin(q[0]), q[0])])
    ((ax, ay, alpha),) = model.accelerations([angle], [speed])
    result = first_row(pendulum(), {"A.angle": angle, "A.speed": speed})
    np.testing.assert_allclose(result.a[0], [ax, ay, alpha], atol=1e-9)
    np.testing.assert_allclose(result.reaction("A").values[0], [1.3 * ax, 1.3 * (ay + G), 0.0], atol=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_double_pendulum(seed: int) -> None:
    rng = np.random.default_rng(seed)
    (l1, l2), (m1, m2) = rng.uniform(0.4, 1.2, (2, 2))
    q, v = rng.uniform(-2, 2, (2, 2))

    def bodies(x: Any) -> Any:
        B = l1 * sp.cos(x[0]), l1 * sp.sin(x[0])
        yield m1, m1 * l1**2 / 12, B[0] / 2, B[1] / 2, x[0]
        yield m2, m2 * l2**2 / 12, B[0] + l2 * sp.cos(x[1]) / 2, B[1] + l2 * sp.sin(x[1]) / 2, x[1]

    a = Minimal(2, lambda x: list(bodies(x))).accelerations(q, v)
    m = sn.Mechanism("double pendulum", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(l1, 0), C=(l1 + l2, 0))
    m.bar("one", "A", "B", mass=m1)
    m.bar("two", "B", "C", mass=m2)
    m.revolute("A", "ground", "one")
    m.revolute("B", "one", "two")
    start = {"one.angle": q[0], "two.angle": q[1], "one.omega": v[0], "two.omega": v[1]}
    result = first_row(m, start)
    np.testing.assert_allclose(result.a[0], a.ravel(), atol=1e-8)
    force_B = m2 * (a[1, :2] + [0, G])
    np.testing.assert_allclose(result.reaction("B").values[0], [*force_B, 0], atol=1e-8)
    np.testing.assert_allclose(result.reaction("A").values[0], [*(m1 * (a[0, :2] + [0, G]) + force_B), 0], atol=1e-8)


@pytest.mark.parametrize(("angle", "speed"), [(0.5236, 10.0), (2.0, -4.0), (-1.0, 7.0)])
def test_slider_crank(angle: float, speed: float) -> None:
    r, l, (m1, m2, m3), J3 = 0.1, 0.4, (1.0, 1.5, 0.7), 0.001  # noqa: E741

    def bodies(x: Any) -> Any:
        phi = -sp.asin(r / l * sp.sin(x[0]))
        B = r * sp.cos(x[0]), r * sp.sin(x[0])
        yield m1, m1 * r**2 / 12, B[0] / 2, B[1] / 2, x[0]
        yield m2, m2 * l**2 / 12, B[0] + l * sp.cos(phi) / 2, B[1] + l * sp.sin(phi) / 2, phi
        yield m3, J3, B[0] + l * sp.cos(phi), sp.Integer(0), sp.Integer(0)

    a = Minimal(1, lambda x: list(bodies(x))).accelerations([angle], [speed])
    m = sn.Mechanism("slider-crank", gravity=(0, -G))
    m.add_points(A=(0, 0), B=(r, 0), C=(r + l, 0))
    m.bar("crank", "A", "B", mass=m1)
    m.bar("rod", "B", "C", mass=m2)
    m.body("slider", mass=m3, inertia=J3, at="C")
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "rod")
    m.revolute("C", "rod", "slider")
    m.prismatic("guide", "ground", "slider", "x", at="C")
    result = first_row(m, {"A.angle": angle, "A.speed": speed})
    np.testing.assert_allclose(result.a[0], a.ravel(), atol=1e-7)
    # cut free: the slider's x, then the rod's moment about B, give the force at C; the others follow
    phi = -np.arcsin(r / l * np.sin(angle))
    x, y = l * np.cos(phi), l * np.sin(phi)
    fx = m3 * a[2, 0]
    inertial = m2 * (a[1, :2] + [0, G])
    moment = m2 * l**2 / 12 * a[1, 2] + x / 2 * inertial[1] - y / 2 * inertial[0]
    fy = (y * fx - moment) / x  # the rod feels −C at its end: moment = y fx − x fy
    C = np.array([fx, fy])
    B = inertial + C
    A = m1 * (a[0, :2] + [0, G]) + B
    np.testing.assert_allclose(result.reaction("C").values[0], [*C, 0], atol=1e-7)
    np.testing.assert_allclose(result.reaction("B").values[0], [*B, 0], atol=1e-7)
    np.testing.assert_allclose(result.reaction("A").values[0], [*A, 0], atol=1e-7)
    np.testing.assert_allclose(result.reaction("guide").values[0], [0, m3 * G - fy, 0], atol=1e-7)
