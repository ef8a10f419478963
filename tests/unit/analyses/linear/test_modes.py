"""Modes and root loci against closed forms and independent computations."""

from __future__ import annotations

import doctest
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from linear_mechanisms import G, chain, quarter_car, sprung_four_bar, top

import snodo as sn
from snodo.analyses.assembly.closing import Closing
from snodo.analyses.linear.derivatives import Derivatives
from snodo.analyses.linear.modes import Modes
from snodo.analyses.linear.root_locus import with_meetings

sys.path.append(str(Path(__file__).parents[3]))
from mechanisms import four_bar, pendulum


# ---------------------------------------------------------------- modes
def test_two_masses() -> None:
    """Both masses together and against one another, in the golden ratio."""
    golden = (1 + np.sqrt(5)) / 2
    found = sn.modes(chain())
    np.testing.assert_allclose(found.frequencies * 2 * np.pi, np.sqrt(3.0) * np.array([1 / golden, golden]), rtol=1e-10)
    np.testing.assert_allclose(found.damping, 0.0, atol=1e-12)
    assert found[0].shape["m2.x"] == pytest.approx(1.0)
    assert found[0].shape["m1.x"] == pytest.approx(1 / golden)
    assert found[1].shape["m1.x"] == pytest.approx(1.0)
    assert found[1].shape["m2.x"] == pytest.approx(-1 / golden)
    assert len(found) == len(list(found)) == len(found[:]) == 2


def test_a_chain_that_floats() -> None:
    """A rigid mode of frequency zero, and √(2 k/m)."""
    found = sn.modes(chain(wall=False))
    np.testing.assert_allclose(2 * np.pi * found.frequencies, [0.0, np.sqrt(6.0)], rtol=1e-10, atol=1e-10)
    assert found[0].moving == pytest.approx({"m1.x": 1.0, "m2.x": 1.0})
    assert "nothing resists" in str(found)


def test_quarter_car() -> None:
    """Against the eigenvalues of its matrices: about 1 Hz and 11 Hz, well damped."""
    M, ks, kt, c = np.diag([30.0, 250.0]), 16e3, 150e3, 1e3
    K, C = np.array([[ks + kt, -ks], [-ks, ks]]), c * np.array([[1, -1], [-1, 1.0]])
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(M, K), -np.linalg.solve(M, C)]])
    values = np.linalg.eigvals(A)
    values = values[values.imag > 0]
    values = values[np.argsort(np.abs(values))]
    found = sn.modes(quarter_car())
    np.testing.assert_allclose(found.frequencies, np.abs(values) / (2 * np.pi), rtol=1e-9)
    np.testing.assert_allclose(found.damping, -values.real / np.abs(values), rtol=1e-9)
    np.testing.assert_allclose(found.eigenvalues, values, rtol=1e-9)


def crossing(P: complex, r: float, Q: complex, s: float) -> complex:
    """Of two circles, the point to the left of the line from P to Q."""
    d = abs(Q - P)
    along = (d**2 + r**2 - s**2) / (2 * d)
    return P + (Q - P) / d * complex(along, np.sqrt(r**2 - along**2))


def test_four_bar_with_a_spring() -> None:
    """Natural frequency √(V″/m) from the loop in complex numbers, with V and m over the angle of the crank."""
    A, B, C, D = 0j, 0.1 + 0.15j, 0.45 + 0.3j, 0.5 + 0j
    crank, coupler, rocker = abs(B - A), abs(C - B), abs(D - C)
    masses = 0.5, 1.2, 0.9

    def points(angle: float) -> list[complex]:
        b = A + crank * np.exp(1j * angle)
        c = crossing(b, coupler, D, rocker)
        return [A, b, c, D]

    def potential(angle: float) -> float:
        a, b, c, d = points(angle)
        heights = (a + b).imag / 2, (b + c).imag / 2, (c + d).imag / 2
        return G * float(np.dot(masses, heights)) + 40.0 * (abs(c - (0.2 + 0.6j)) - 0.2) ** 2

    def slope(f: Any, x: float, h: float = 1e-3) -> Any:
        return (45 * (f(x + h) - f(x - h)) - 9 * (f(x + 2 * h) - f(x - 2 * h)) + f(x + 3 * h) - f(x - 3 * h)) / (60 * h)

    def inertia(angle: float) -> float:
        """Of uniform bars: ∫ |ṙ|² dm = m (|u|² + |w|² + Re u w̄)/3 for the velocities u and w of the ends."""
        rates = slope(lambda x: np.array(points(x)), angle)
        pairs = zip(masses, rates[:-1], rates[1:])
        return sum(m * (abs(u) ** 2 + abs(w) ** 2 + (u * np.conj(w)).real) / 3 for m, u, w in pairs)

    found = sn.equilibrium(sprung_four_bar())
    angle = np.angle(B - A) + found["A.angle"]
    assert slope(potential, angle) == pytest.approx(0.0, abs=1e-9)
    curvature = slope(lambda x: slope(potential, x), angle)
    mode = sn.modes(sprung_four_bar(), at=found)
    assert 2 * np.pi * mode.frequencies[0] == pytest.approx(np.sqrt(curvature / inertia(angle)), rel=1e-7)


def test_states_and_motion_of_a_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops stay closed over the whole period, and the motion begins and ends in the same place."""
    m = four_bar()
    found = sn.modes(m, at=sn.equilibrium(m))
    q = found.states(0, amplitude=0.3, samples=9)
    F = found.formulation
    assert q.shape == (9, F.nq)
    assert max(np.abs(F.constraints(row)).max() for row in q) < 1e-10
    np.testing.assert_allclose(q[0], q[-1], atol=1e-9)
    shown = found.motion(0, amplitude=0.3)
    assert shown.time[-1] == pytest.approx(1 / found.frequencies[0])
    assert np.ptp(shown["A.angle"].values) == pytest.approx(0.6, rel=0.1)
    with pytest.raises(sn.NameNotFound, match="no mode 5"):
        found[5]
    with pytest.raises(sn.SnodoError, match="amplitude"):
        found.states(0, amplitude="large")  # type: ignore[arg-type]
    with pytest.raises(sn.SnodoError, match="samples"):
        found.states(0, samples=1)
    monkeypatch.setattr(Closing, "closed", lambda self, q: False)
    with pytest.raises(sn.UnsupportedError, match="does not close at the amplitude"):
        found.states(0)


def test_a_mode_is_drawn(tmp_path: Path) -> None:
    m = pendulum()
    shown = sn.modes(m, at=sn.equilibrium(m)).motion(0)
    shown.animate(str(tmp_path / "mode.html"))
    assert (tmp_path / "mode.html").stat().st_size > 1000


def test_a_mode_in_space_is_drawn(tmp_path: Path) -> None:
    """The sleeping top: its motion is a result like any other, drawn and animated."""
    found = sn.modes(top(), at={"S.wz": 150.0})
    swinging = next(k for k, mode in enumerate(found) if mode.frequency)
    shown = found.motion(swinging, amplitude=0.2, samples=9)
    assert np.ptp(shown["top.x"].values) == pytest.approx(0.4 * 2 * np.sin(0.2), rel=0.1)
    shown.draw(tmp_path / "mode.png", count=3)
    shown.animate(tmp_path / "mode.html")
    assert all((tmp_path / name).stat().st_size > 1000 for name in ("mode.png", "mode.html"))


def test_equal_frequencies_are_separated() -> None:
    """A body on an elastic joint: it sags by m g/k, and moves along each axis with the same frequency."""
    m = sn.Mechanism("elastic", dimension=3, gravity=(0, 0, -G))
    m.body("b", mass=2.0, inertia=(0.1, 0.1, 0.1), at=(0, 0, 0))
    springs = {"stiffness": 1e4, "damping": 10.0, "torsional_stiffness": 100.0, "torsional_damping": 1.0}
    m.revolute("A", "ground", "b", at=(0, 0, 0), axis="z", **springs)
    rest = sn.equilibrium(m)
    assert rest["b.z"] == pytest.approx(-2.0 * G / 1e4, rel=1e-9)
    for formulation, axes in (("tree", "xyz"), ("spatial", "123")):
        found = sn.modes(m, at=rest, formulation=formulation)
        turns = [0.0, *[np.sqrt(100 / 0.1)] * 2, *[np.sqrt(1e4 / 2)] * 3]
        np.testing.assert_allclose(2 * np.pi * found.frequencies, turns, rtol=1e-8, atol=1e-9)
        assert sorted(next(iter(mode.moving)) for mode in found) == sorted(
            [*(f"b.turn_{axis}" for axis in axes), "b.x", "b.y", "b.z"]
        )
        assert all(abs(list(mode.moving.values())[1]) < 0.01 for mode in found if len(mode.moving) > 1)


def test_unstable_modes_say_so() -> None:
    told = str(sn.modes(pendulum(), at={"A.angle": "90 deg"}))
    assert "grows with 0.2607 s" in told
    assert "decays with 0.2607 s" in told
    assert "modes of" in sn.modes(pendulum())._repr_html_()


@pytest.mark.parametrize("method", [Modes.states, Modes.motion, Derivatives.actuators])
def test_examples_of_the_methods(method: Any) -> None:
    names = {"sn": sn, "np": np, "pendulum": pendulum()}
    text = method.__doc__.partition("Examples\n")[2].partition("\n")[2]
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(text, names, method.__name__, None, 0))
    assert runner.tries > 0
    assert not runner.summarize(verbose=False).failed


# ---------------------------------------------------------------- root loci
@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_sleeping_top(formulation: str) -> None:
    """Stable above Ω = 2 √(I m g h)/I₃; near it, two eigenvalues meet, and half of the digits are lost."""
    across = 0.05 + 2.0 * 0.16
    wanted = 2 * np.sqrt(across * 2.0 * G * 0.4) / 0.03
    m = top()
    found = sn.root_locus(lambda spin: (m, {"S.wz": spin}), np.linspace(0.7, 1.3, 4) * wanted, formulation=formulation)
    assert [one.value for one in found.critical] == pytest.approx([wanted], rel=1e-9)
    assert not found.critical[0].grows


def test_an_inverted_pendulum_on_a_spring() -> None:
    """k = m g l/2."""

    def build(k: float) -> tuple[sn.Mechanism, dict[str, str]]:
        m = pendulum()
        m.torsional_spring("s", "A", stiffness=k, damping=0.1, angle="90 deg")
        return m, {"A.angle": "90 deg"}

    found = sn.root_locus(build, [3.0, 4.0, 6.0])
    assert [one.value for one in found.critical] == pytest.approx([G / 2], rel=1e-9)
    assert "becomes stable" in str(found)
    assert found.eigenvalues.shape == (3, 2)
    assert "root locus" in found._repr_html_()


def test_a_root_locus_is_drawn(tmp_path: Path) -> None:
    """s² I + c s + k − m g l/2 = 0: stable from k = m g l/2 on, and a pair from there plus c²/(4 I) on."""

    def build(k: float) -> tuple[sn.Mechanism, dict[str, str]]:
        m = pendulum()
        m.torsional_spring("s", "A", stiffness=k, damping=1.0, angle="90 deg")
        return m, {"A.angle": "90 deg"}

    found = sn.root_locus(build, [3.0, 5.0, 6.0, 7.0])
    assert [one.value for one in found.critical] == pytest.approx([G / 2], rel=1e-9)
    assert found.stable_ranges == [(pytest.approx(G / 2), 7.0)]
    assert np.abs(with_meetings(found).values - (G / 2 + 0.75)).min() < 1e-3
    figure = found.plot("stiffness [N m/rad]", tmp_path / "locus.png")
    assert (tmp_path / "locus.png").stat().st_size > 10_000
    over, plane = figure.axes
    assert over.get_xlabel() == "stiffness [N m/rad]"
    assert plane.get_xlabel() == "real part [1/s]"
    with pytest.raises(sn.FileError, match="cannot be written"):
        found.plot(path=tmp_path / "locus.txt")


def test_no_change() -> None:
    found = sn.root_locus(lambda k: chain(stiffness=k), [1.0, 2.0])
    assert found.critical == []
    assert "does not change" in str(found)


@pytest.mark.parametrize(
    ("build", "values", "told"),
    [
        (lambda x: pendulum(), [1.0], "at least two"),
        (lambda x: pendulum(), [2.0, 1.0], "ascending"),
        (lambda x: pendulum(), "ab", "ascending"),
        (lambda x: 3, [1.0, 2.0], "returned int"),
        (3, [1.0, 2.0], "cannot be called"),
        (lambda x: chain((1.0,) * int(x)), [1.0, 2.0], "different numbers of states"),
    ],
)
def test_errors(build: Any, values: Any, told: str) -> None:
    with pytest.raises(sn.MechanismError, match=told):
        sn.root_locus(build, values)
