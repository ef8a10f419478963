"""`F.solve` takes joint forces and wrenches, and obeys the method, in every formulation."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import snodo as sn

EXAMPLES = Path(__file__).parents[2] / "examples"


def crank() -> sn.Mechanism:
    """A driven-free slider-crank in the plane with a spring, in motion."""
    m = sn.Mechanism("crank", dimension=2, gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.1, 0.1), C=(0.5, 0))
    m.bar("crank", "A", "B", mass=1.0)
    m.bar("rod", "B", "C", mass=2.0)
    m.box("slider", (0.1, 0.05), "C", mass=3.0)
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "rod")
    m.revolute("C", "rod", "slider")
    m.prismatic("rail", "ground", "slider", at="C", axis=(1, 0))
    m.spring("s", "ground", "slider", (1.0, 0), "C", stiffness=50.0)
    m.initial = {"A.speed": 4.0}
    return m


WORDS = ("planar", "tree", "spatial", "spatial_euler")
BOUND = {
    "planar": sn.Planar,
    "tree": lambda m: sn.Tree(m, cut=["C"]),
    "spatial": sn.Spatial,
    "spatial_euler": lambda m: sn.Spatial(m, "euler"),
}
TAU = {"A": 1.5, "rail.displacement": -20.0, "C": 0.7}
WRENCH = {"rod": (3.0, -2.0, 0.4)}


def joint_accelerations(F, found):
    """Of the crank and the slider."""
    start = sn.assemble(F)
    return [F.motion.joint(name, start.q, start.v, found)[2] for name in ("A", "rail", "B")]


@pytest.mark.parametrize("word", WORDS)
def test_given_forces_act_as_parts_of_the_mechanism_do(word: str) -> None:
    m = crank()
    with_parts = crank()
    with_parts.torque("drive", 1.5, joint="A")
    with_parts.torque("elbow", 0.7, joint="C")
    with_parts.point_force("push", "slider", (-20.0, 0), at="C")
    with_parts.point_force("pull", "rod", (3.0, -2.0), at="B")
    with_parts.torque("twist", 0.4, body="rod")
    F, G = BOUND[word](m), BOUND[word](with_parts)
    start = sn.assemble(F)
    wrench = dict(WRENCH)
    if np.linalg.norm(F.pose(start.q, "rod").r - F.pose(start.q, "B").r) > 1e-9:  # the force acts in B
        arm = F.pose(start.q, "B").r - F.pose(start.q, "rod").r
        wrench["rod"] = (3.0, -2.0, 0.4 + float(np.cross(arm, [3.0, -2.0, 0.0])[2]))
    a, multipliers = F.solve(start.q, start.v, tau=TAU, external=wrench)
    expected = G.solve(start.q, start.v)
    assert np.allclose(a, expected[0], rtol=1e-9, atol=1e-9)
    assert np.allclose(multipliers, expected[1], rtol=1e-8, atol=1e-8)
    assert not np.allclose(a, F.solve(start.q, start.v)[0])


def test_all_formulations_agree() -> None:
    found = []
    for word in WORDS:
        F = BOUND[word](crank())
        start = sn.assemble(F)
        found.append(joint_accelerations(F, F.solve(start.q, start.v, tau=TAU, external=WRENCH)[0]))
    for other in found[1:]:
        assert np.allclose(found[0], other, rtol=1e-8, atol=1e-8)


def test_an_open_tree_has_them_too() -> None:
    m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(A=(0, 0, 0), B=(1, 0, 0), C=(2, 0, 0))
    m.cylinder("upper", "A", "B", 0.05, mass=3.0)
    m.cylinder("lower", "B", "C", 0.05, mass=2.0)
    m.revolute("A", "ground", "upper", axis="y")
    m.revolute("B", "upper", "lower", axis="z")
    m.torsional_spring("s", "B", stiffness=30.0)
    m.initial = {"A.angle": 0.3, "B.angle": 0.8, "A.speed": 1.0, "B.speed": -2.0}
    pull = {"lower": (1.0, 2.0, 3.0, -1.0, 0.5, 0.2)}
    tree, spatial = sn.Tree(m), sn.Spatial(m)
    one, other = sn.assemble(tree), sn.assemble(spatial)
    a, none = tree.solve(one.q, one.v, tau=[2.0, -1.0], external=pull)
    assert none.shape == (0,)
    b, _ = spatial.solve(other.q, other.v, tau={"A": 2.0, "B.angle": -1.0}, external=pull)
    assert np.allclose(a, [spatial.motion.joint(name, other.q, other.v, b)[2] for name in "AB"], rtol=1e-9)
    applied, wrenches = tree.applied_forces(one.q, one.v)
    wrenches["lower"] = wrenches["lower"] + np.array(pull["lower"])
    assert np.allclose(a, tree.forward_dynamics(one.q, one.v, applied + np.array([2.0, -1.0]), wrenches))


@pytest.mark.parametrize("word", ["planar", "tree", "spatial"])
@pytest.mark.parametrize(
    "method",
    [sn.Penalty(factor=50.0), sn.AugmentedLagrangian(penalty=10.0, projection=False, iterations=2), sn.Baumgarte()],
    ids=lambda method: method.name,
)
def test_a_method_is_obeyed(word: str, method) -> None:
    """The same accelerations and forces as the method's compiled equations have, off the constraints."""
    F = BOUND[word](crank())
    start = sn.assemble(F)
    q = F.moved(start.q, 1e-3 * np.random.default_rng(0).standard_normal(F.nv))
    v = start.v + 1e-2 * np.random.default_rng(1).standard_normal(F.nv)
    a, multipliers = F.solve(q, v, method=method)
    rigid, _ = F.solve(q, v)
    bound = method.bind(F, q, v)
    y = bound.state(q, v)
    y_dot = np.empty_like(y)
    assert bound.rate(0.0, y, y_dot, bound.model) == 0
    assert np.allclose(a, y_dot[F.nq : F.nq + F.nv], rtol=1e-8, atol=1e-7 * np.abs(a).max())
    assert not np.allclose(a, rigid, rtol=1e-3)
    if hasattr(bound, "vector"):
        assert np.allclose(
            multipliers, bound.vector("lambda_at", F.nc), rtol=1e-7, atol=1e-7 * np.abs(multipliers).max()
        )


EXACT = {"projection": sn.Projection, "geometric": sn.Geometric, "embedding": sn.Embedding}
EXACT |= {"quasi_velocities": sn.QuasiVelocities, "augmented": sn.Augmented}


@pytest.mark.parametrize("word", EXACT)
@pytest.mark.parametrize("formulation", WORDS)
def test_exact_methods_agree(word: str, formulation: str) -> None:
    """By name, class and object; a plane mechanism in space has redundant rows.  Limited by rounding."""
    F = BOUND[formulation](crank())
    start = sn.assemble(F)
    expected = F.solve(start.q, start.v)
    for method in (word, EXACT[word], EXACT[word]()):
        for found, wanted in zip(F.solve(start.q, start.v, method=method), expected):
            assert np.abs(found - wanted).max() < 1e-11 * np.abs(wanted).max()


@pytest.mark.parametrize("word", EXACT)
def test_a_word_uses_the_algebra_of_its_method(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    F = sn.Planar(crank())
    monkeypatch.setattr(EXACT[word], "solved", lambda self, x: (x.Q, x.gamma))
    q, v = F.reference()
    a, multipliers = F.solve(q, v, method=word)
    assert np.array_equal(a, F.forces(q, v))
    assert np.array_equal(multipliers, F.gamma(q, v))


@pytest.mark.parametrize("word", ["geometric", "embedding", "quasi_velocities"])
def test_one_state_is_solved_as_the_compiled_equations_do(word: str) -> None:
    """Both have the same equations; limited by rounding."""
    F = sn.Planar(crank())
    start = sn.assemble(F)
    bound = EXACT[word]().bind(F, start.q, start.v)
    y = bound.state(start.q, start.v)
    y_dot = np.empty_like(y)
    assert bound.rate(0.0, y, y_dot, bound.model) == 0
    a, multipliers = F.solve(start.q, start.v, method=word)
    assert np.abs(a - y_dot[F.nq : F.nq + F.nv]).max() < 1e-11 * np.abs(a).max()
    assert np.abs(multipliers - bound.vector("lambda_at", F.nc)).max() < 1e-11 * np.abs(multipliers).max()


def test_what_is_no_method_or_force_is_named() -> None:
    for F in (sn.Planar(crank()), sn.Tree(crank()), sn.Spatial(crank())):
        q, v = F.reference()
        for wrong, words in (
            ({"method": "penalty"}, r"sn\.Penalty\(\)"),
            ({"method": "augmented_lagrangian"}, r"sn\.AugmentedLagrangian\(\)"),
            ({"method": sn.Penalty}, r"sn\.Penalty\(\)"),
            ({"method": int}, "not a constraint method"),
            ({"method": "embeding"}, "did you mean 'embedding'"),
            ({"method": 3}, "not a constraint method"),
            ({"tau": {"Z": 1.0}}, "there is no joint 'Z'"),
            ({"tau": [1.0]}, "tau is"),
            ({"tau": {"A": np.nan}}, "tau 'A' is nan"),
            ({"external": {"rods": (0, 0, 0)}}, "did you mean 'rod'"),
            ({"external": {"rod": (0, 0)}}, "external 'rod' is"),
        ):
            with pytest.raises(sn.SnodoError, match=words):
                F.solve(q, v, **wrong)
    pendulum = sn.Mechanism("p", dimension=3)
    pendulum.sphere("ball", 0.1, (1, 0, 0), mass=1.0)
    pendulum.spherical("S", "ground", "ball", at=(0, 0, 0))
    T = sn.Tree(pendulum)
    with pytest.raises(sn.UnsupportedError, match="external"):
        T.solve(*T.reference(), tau={"S": 1.0})
    with pytest.raises(sn.SnodoError, match="there is no constraint method"):
        T.solve(*T.reference(), method="magic")
