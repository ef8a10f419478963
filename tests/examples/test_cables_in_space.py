"""Cables in space: through points and over pulleys, against the plane turned into space, and against energy."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn

G = 9.81
SPATIAL = ("tree", "spatial")
TURNED = sn.Rotation.from_rotation_vector((0.3, -0.7, 0.5)).as_matrix()


def crane(**cable) -> sn.Mechanism:
    """The crane of `test_machine_elements.py`, in a plane of space."""
    R, m = TURNED, sn.Mechanism("crane", dimension=3, gravity=tuple(TURNED @ [0, -G, 0]))
    places = {"O": (0, 0), "T": (2, 1.0), "W": (-0.5, 0.3), "L": (2.2, -0.5), "D": (1.0, 0.9)}
    m.add_points(**{name: tuple(R @ [*xy, 0]) for name, xy in places.items()})
    m.body("boom", mass=20.0, inertia=(20 * 5 / 12,) * 3, at=tuple(R @ [1, 0.5, 0]))
    m.revolute("O", "ground", "boom", axis=tuple(R @ [0, 0, 1]))
    m.body("load", mass=5.0, inertia=(0.2,) * 3, at="L")
    z = "about ({!r} {!r} {!r})".format(*map(float, R @ [0, 0, 1]))
    path = ["W", f"over D, 0.05 m, {z}, right", "over T on boom, 0.1 m", "L on load"]
    m.cable("c", path, stiffness=5e4, damping=200.0, preload=60.0, **cable)
    return m


@pytest.mark.parametrize("formulation", SPATIAL)
def test_a_plane_turned_into_space_moves_as_the_plane(formulation):
    result = sn.simulate(crane(), 0.4, formulation=formulation, tolerance=1e-11)
    place = TURNED.T @ [float(result[f"load.{w}"][-1]) for w in "xyz"]
    assert place == pytest.approx([2.20030467, -1.06621272, 0.0], abs=1e-8)  # the numbers of the plane
    assert float(result["O.angle"][-1]) == pytest.approx(-0.52586493, abs=1e-8)
    assert float(result["c.length"][-1]) == pytest.approx(4.30611569, abs=1e-8)
    assert float(result["c.tension"][0]) == pytest.approx(60.0, abs=1e-9)
    assert result.quality().verdict == "good"
    assert not result.quality().remark


def hung(path, **cable) -> sn.Mechanism:
    """A load on a cable, and a body with a pulley or an eye that swings on a ball joint."""
    m = sn.Mechanism("hung", dimension=3, gravity=(0, 0, -G))
    m.add_points(W=(-1.0, 0.1, 0.2), E=(0.4, 0, 1.0), C=(0.4, 0, 1.0), B=(0, 0, 0), L=(0.9, 0.05, -0.4))
    m.add_points(D=(-0.4, 0.02, 0.4), F=(1.5, 0.3, 0.9))
    m.body("mast", mass=3.0, inertia=(0.9, 0.7, 0.5), at=(0.2, 0, 0.5))
    m.spherical("B", "ground", "mast")
    m.spring("stay", "ground", "mast", start="F", end="E", stiffness=2e3, preload=-150.0)
    m.spring("guy", "ground", "mast", start=(0.4, -2.0, 0.0), end="E", stiffness=2e3, preload=-40.0)
    m.body("load", mass=2.0, inertia=(0.02,) * 3, at="L")
    m.cable("c", path, **cable)
    return m


EYES = ["W", "E on mast", "L on load"]
PULLEYS = ["W", "over C on mast, 80 mm", "L on load"]
TWO = ["W", "over D, 50 mm, about y", "over C on mast, 80 mm, about y", "L on load"]


def stored(result, k: float) -> np.ndarray:
    """Total energy with that of the cable, whose force is the gradient of its length."""
    l0 = float(result["c.length"][0]) - 30.0 / k
    return result["energy.total"].values + 0.5 * k * np.maximum(0.0, result["c.length"].values - l0) ** 2


@pytest.mark.parametrize("formulation", SPATIAL)
@pytest.mark.parametrize("path", [EYES, PULLEYS, TWO])
def test_the_force_of_a_cable_is_the_gradient_of_its_length(formulation, path):
    """Pulleys and eyes on a body that swings in all directions: the energy is constant."""
    m = hung(path, stiffness=3e3, preload=30.0)
    push = {"load.vx": 0.3, "load.vy": 0.8, "mast.wx": 0.4}
    result = sn.simulate(m, 0.6, formulation=formulation, initial=push, tolerance=1e-11, integrator="dop853")
    total = stored(result, 3e3)
    assert np.ptp(result["c.tension"].values) > 5.0
    assert np.abs(total - total[0]).max() < 1e-7
    t, length = result.time, result["c.length"].values
    assert np.abs(np.gradient(length, t, edge_order=2)).max() > 0.05
    assert np.abs(result["energy.balance"].values).max() < 1e-7


@pytest.mark.parametrize("formulation", SPATIAL)
@pytest.mark.parametrize("path", [EYES, PULLEYS])
def test_a_cable_that_does_not_stretch_keeps_its_length_and_its_accelerations_are_rates(formulation, path):
    m = hung(path)
    push = {"load.vy": 0.8, "mast.wx": 0.2}
    h = 2e-4
    result = sn.simulate(m, 0.4, formulation=formulation, initial=push, tolerance=1e-11, output=h)
    taut = result["c.tension"].values > 1.0
    assert taut.mean() > 0.3
    assert np.ptp(result["c.length"].values[taut]) < 1e-10
    times = np.array([event.time for event in result.events])
    smooth = np.array([np.abs(times - t).min(initial=1.0) > 3 * h for t in result.time])[1:-1]
    for word in "xyz":
        v, a = (result[f"load.{letter}{word}"].values for letter in "va")
        assert np.abs((v[2:] - v[:-2]) / (2 * h) - a[1:-1])[smooth].max() < 4e-4
    force = 2.0 * (np.stack([result[f"load.a{w}"].values for w in "xyz"], axis=1) + np.array([0, 0, G]))
    # out of the plane of a pulley the force is that of the first order
    assert np.abs(np.linalg.norm(force, axis=1) - result["c.tension"].values).max() < (1e-8 if path is EYES else 1e-1)
    assert np.abs(result["energy.balance"].values).max() < 1e-8


def test_a_weight_through_an_eye_hangs_with_the_tension_of_the_other_end():
    """Two weights through an eye on the ground: Atwood's machine without a pulley."""
    m = sn.Mechanism("eye", dimension=3, gravity=(0, 0, -G))
    m.add_points(E=(0, 0, 2.0), P=(0, 0, 1.0), Q=(0, 0, 0.5))
    for name, mass, at in (("a", 3.0, "P"), ("b", 1.0, "Q")):
        m.body(name, mass=mass, inertia=(0.1,) * 3, at=at)
        m.prismatic(f"S{name}", "ground", name, axis="z", at=at)
    m.cable("c", ["P on a", "E", "Q on b"])
    for formulation in SPATIAL:
        result = sn.simulate(m, 0.3, formulation=formulation, tolerance=1e-11)
        assert np.abs(result["c.tension"].values - 1.5 * G).max() < 1e-10
        assert float(result["Sb.displacement"][-1]) == pytest.approx(0.25 * G * 0.09, abs=1e-11)


def test_a_cable_far_out_of_the_plane_of_its_pulley_is_told():
    m = hung(["W", "over C on mast, 80 mm, about y", "L on load"], stiffness=3e3, preload=30.0)
    result = sn.simulate(m, 0.6, initial={"load.vy": 2.5}, progress=False)
    assert "out of the plane of pulley 'C'" in result.quality().remark


def test_mistakes_with_cables_in_space_are_named():
    for path, told in (
        (["W", "over C on mast, 80 mm, about (1 2)", "L on load"], "is not an axis"),
        (["W", "E on mast, about y", "L on load"], "a point has no side and no axis"),
    ):
        with pytest.raises(sn.MechanismError, match=told):
            hung(path).check()
    with pytest.raises(sn.SnodoError, match="not parallel"):
        sn.simulate(hung(["W", "over F, 50 mm, about z", "over C on mast, 80 mm, about y", "L on load"]), 0.1)
    m = hung(["W", "over H, 50 mm", "L on load"])
    m.add_points(H=(-0.05, 0.075, -0.1))
    with pytest.raises(sn.SnodoError, match="give its axis"):
        sn.simulate(m, 0.1)
    flat = sn.Mechanism("flat")
    flat.add_points(P=(0, 0), Q=(1, 1), C=(1, 0))
    flat.body("b", mass=1, inertia=1, at="Q")
    flat.cable("c", ["P", "over C, 10 mm, about z", "Q on b"])
    with pytest.raises(sn.MechanismError, match="in the plane all axes are z"):
        flat.check()


def test_cables_in_space_are_kept_in_files_and_explained(tmp_path):
    m = hung(PULLEYS, stiffness=3e3, preload=30.0)
    sn.save(m, tmp_path / "m.yaml")
    assert sn.load(tmp_path / "m.yaml").forces["c"] == m.forces["c"]
    assert "c" in str(sn.doctor(m))
    for formulation in SPATIAL:
        assert sn.explain(m, formulation=formulation)
