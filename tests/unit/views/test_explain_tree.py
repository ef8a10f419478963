"""The explanation of a tree: its formulas against the compiled kernels, its text and its page."""

from __future__ import annotations

from html.parser import HTMLParser

import numpy as np
import pytest
from tests import mechanisms

import snodo as sn
from snodo.views.explain.tree.formulas import MEASURES, SWEEPS
from snodo.views.explain.tree.text import MOST_LINKS


def loop() -> sn.Mechanism:
    """A loop in space closed by a revolute, with a rod, a coupler, a driver and a relation of the user's own."""
    m = mechanisms.spatial_slider_crank()
    m.body("weight", mass=1.0, inertia=(0.1, 0.1, 0.1), at=(1, 0, 0))
    m.body("bob", mass=1.0, inertia=(0.1, 0.2, 0.1), at=(1, 0.5, 0))
    m.prismatic("lift", "ground", "weight", at=(1, 0, 0), axis="z")
    m.spherical("hinge", "weight", "bob", at=(1, 0.2, 0))
    m.revolute("pin", "ground", "bob", at=(1, 0.5, 0.1), axis="y")
    m.rod("stay", "weight", "bob", start=(1, 0, 0.3), end=(1, 0.5, 0))
    m.driver("hoist", joint="lift", displacement="0.1 * sin(3 * t)")
    return m


def open_tree() -> sn.Mechanism:
    """A floating body with a branch of several freedoms, and forces of its own."""
    m = sn.Mechanism("<open> & free", dimension=3, gravity=(0, 0, -9.81))
    m.body("trunk", mass=3.0, inertia=(0.2, 0.3, 0.4), com=(0.1, 0, 0))
    for k, name in enumerate(("arm", "hand")):
        m.cylinder(name, (k, 0, 0), (k + 1, 0, 0), radius=0.02, mass=1.0)
    m.revolute("A", "trunk", "arm", at=(0, 0, 0), axis="y")
    m.universal("B", "arm", "hand", at=(1, 0, 0), axis="y", second="z")
    m.torsional_spring("s", "A", stiffness=3.0)
    m.body("head", mass=1.0, inertia=(0.1, 0.1, 0.1), at=(0, 0, 1))
    m.fixed("neck", "trunk", "head", at=(0, 0, 1))
    return m


def explained(m: sn.Mechanism, seed: int = 3, cut: tuple[str, ...] = (), **more):
    tree = sn.Tree(m, cut)
    q, v = tree.random(np.random.default_rng(seed))
    return sn.explain(tree, q=q, v=v, t=0.4, **more)


# ---------------------------------------------------------------- formulas of rows
class Track:
    """A vector with its first and second rate at v̇ = 0."""

    def __init__(self, x, rate, second):
        self.x, self.rate, self.second = x, rate, second

    @classmethod
    def of_point(cls, tree, q, v, body, s):
        if body == "ground":
            return cls(s, np.zeros(3), np.zeros(3))
        pose, V, A = tree.pose(q, body), tree.velocity(q, v, body), tree.jacobian_rate(q, v, body)
        arm, w = pose.A @ s, V[3:]
        rate = np.cross(w, arm)
        return cls(pose.r + arm, V[:3] + rate, A[:3] + np.cross(A[3:], arm) + np.cross(w, rate))

    def __sub__(self, other):
        return Track(self.x - other.x, self.rate - other.rate, self.second - other.second)

    @classmethod
    def of_direction(cls, tree, q, v, body, e):
        return cls.of_point(tree, q, v, body, e) - cls.of_point(tree, q, v, body, np.zeros(3))

    def dot(self, other):
        """x, and its second rate."""
        second = self.second @ other.x + 2 * self.rate @ other.rate + self.x @ other.second
        return self.x @ other.x, second


def jacobian_at(tree, q, body, point):
    """Velocity of the point of a body that is at a place of the world, and angular velocity (6 × nv)."""
    if body == "ground":
        return np.zeros((6, tree.nv))
    J = tree.jacobian_of(q, body).copy()
    J[:3] += np.cross(J[3:].T, point - tree.pose(q, body).r).T
    return J


def by_formula(tree, q, v, m):
    """Φ, Φ_v and γ as `formulas.MEASURES` states them."""
    if m.kind == "coordinate":
        place = tree.joint_place(m.joint)
        return q[place.q.start + m.index], np.eye(tree.nv)[place.v.start + m.index], 0.0
    P_i, P_j = (Track.of_point(tree, q, v, b, s) for b, s in ((m.parent, m.s_i), (m.child, m.s_j)))
    e = Track.of_direction(tree, q, v, m.parent, m.e)
    d = P_j - P_i
    if m.kind == "along":
        row = e.x @ (jacobian_at(tree, q, m.child, P_j.x) - jacobian_at(tree, q, m.parent, P_j.x))[:3]
        phi, second = e.dot(d)
    elif m.kind == "across":
        f = Track.of_direction(tree, q, v, m.child, m.f)
        J = jacobian_at(tree, q, m.child, P_j.x) - jacobian_at(tree, q, m.parent, P_i.x)
        row, (phi, second) = np.cross(f.x, e.x) @ J[3:], e.dot(f)
    else:
        row = d.x @ (jacobian_at(tree, q, m.child, P_j.x) - jacobian_at(tree, q, m.parent, P_i.x))[:3]
        phi, second = (x / 2 for x in d.dot(d))
    return phi, row, -second


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_formula_gives_the_rows_of_the_kernels(seed):
    """1e-11: rounding of products of coordinates of a few metres and velocities of a few rad/s."""
    e = explained(loop(), seed)
    kinds = set()
    for part in e.parts:
        for row in part.rows:
            if row.formula and all(m.kind in MEASURES for _, m in row.terms):
                (weight, m), *_ = row.terms
                phi, gradient, gamma = by_formula(e.tree, e.q, e.v, m)
                kinds.add(m.kind)
                assert np.allclose(weight * gradient, row.jacobian, rtol=0, atol=1e-11), row.name
                if not row.says:
                    assert np.isclose(weight * phi, row.phi, rtol=0, atol=1e-11)
                    assert np.isclose(weight * gamma, row.gamma, rtol=0, atol=1e-11)
    assert kinds == {"along", "across", "square", "coordinate"}


def test_the_angle_of_the_plane():
    """The fifth formula: a weld that closes a loop in the plane."""
    m = sn.Mechanism("welded")
    m.bar("one", (0, 0), (1, 0), mass=1.0)
    m.bar("two", (1, 0), (1, 1), mass=1.0)
    m.revolute("A", "ground", "one", at=(0, 0))
    m.revolute("B", "one", "two", at=(1, 0))
    m.fixed("weld", "two", "ground", at=(1, 1))
    e = explained(m, cut=("weld",))
    (row,) = [r for part in e.parts for r in part.rows if r.terms[0][1].kind == "heading"]
    (weight, measure), *_ = row.terms
    J = [0.0 if b == "ground" else e.tree.jacobian_of(e.q, b)[5] for b in (measure.parent, measure.child)]
    assert np.allclose(weight * (J[1] - J[0]), row.jacobian, rtol=0, atol=1e-14)
    assert row.gamma == 0.0
    assert row.formula is MEASURES["heading"]


# ---------------------------------------------------------------- the sweeps
@pytest.mark.parametrize("described", [open_tree, mechanisms.spatial_slider_crank])
def test_sweeps_have_the_accelerations_of_the_mechanism(described):
    """Also with loops, whose rows act on the joints: 1e-9 of their size, by the condition of the loop."""
    e = explained(described())
    a, multipliers = e.tree.solve(e.q, e.v, 0.4)
    assert np.allclose(e.sweeps.q_dd, a, rtol=0, atol=1e-9 * max(1.0, np.abs(a).max()))
    assert np.array_equal(e.jacobian.array, e.tree.jacobian(e.q, 0.4))
    assert np.array_equal(e.gamma.array[:, 0], e.tree.gamma(e.q, e.v, 0.4))
    assert np.allclose(e.jacobian.array @ a, e.gamma.array[:, 0], atol=1e-8 * max(1.0, np.abs(a).max()))
    assert [r.multiplier for part in e.parts for r in part.rows] == multipliers.tolist()


def test_text_has_the_tree_the_sweeps_and_the_rows():
    text = explained(loop()).text()
    for words in ("the tree: bodies are nodes", "⟲ ", "q̈ = (τ − Pᵀ (Δ S a_dp + δ))/D = (", "The tree is cut here"):
        assert words in text
    for steps in SWEEPS.values():
        for step in steps:
            assert f"({step.number})" in text
    assert "F_p    " not in text, "wrenches of an open tree are not those of a loop"
    assert "driver 'hoist'" in text
    assert "− f(t)" in text


def test_rows_of_velocities_and_widths():
    text = sn.explain(mechanisms.sleigh(), formulation="tree").text()
    assert "Of velocities only, without Φ: " in text
    assert "speed of the rim's contact point of ground (i) and " in text
    assert max(map(len, explained(loop()).text(100).splitlines())) <= 100
    assert len(explained(loop()).text(60).splitlines()) > len(explained(loop()).text(200).splitlines())


def test_text_of_an_open_tree():
    e = explained(open_tree())
    text = e.text()
    assert "M v̇ + h = τ" in text
    assert "rows that tie" not in text
    assert "F_p    " in text
    assert "nothing holds it: a_d = −Δ⁻¹ δ (2.15)" in text
    assert "P has no columns" in text
    assert e.dof == e.tree.nv
    assert str(e) == repr(e) == text


def test_a_joint_that_nothing_resists_is_told():
    m = sn.Mechanism("thin", dimension=3)
    m.body("rod", mass=1.0, inertia=(0, 1, 1))
    m.body("hub", mass=1.0, inertia=(1, 1, 1))
    m.revolute("A", "ground", "rod", at=(0, 0, 0), axis="x")
    m.revolute("B", "ground", "hub", at=(0, 0, 0), axis="x")
    m.coupler("gear", {"A": 1.0, "B": -1.0})
    e = sn.explain(m)
    assert "no inertia resists A.speed" in e.obstacle
    assert "no inertia resists A.speed" in e.text()
    assert "no inertia resists A.speed" in e.html()


def test_many_links():
    m = sn.Mechanism("chain", dimension=3)
    for k in range(MOST_LINKS + 3):
        m.body(f"b{k}", mass=1.0, inertia=(1, 1, 1))
        m.revolute(f"j{k}", f"b{k - 1}" if k else "ground", f"b{k}", at=(0.1 * k, 0, 0), axis="z")
    e = sn.explain(m)
    assert "… and 3 more links" in e.text()
    assert "… and 3 more links" in e.html()


def test_ground_is_refused():
    with pytest.raises(sn.UnsupportedError, match=r"no columns of the ground.*\n.*omit ground"):
        sn.explain(open_tree(), ground=True)


def test_plane_mechanisms_as_trees():
    e = sn.explain(mechanisms.four_bar(), formulation="tree")
    assert e.jacobian.columns == e.tree.velocity_names
    assert "⟲ " in e.text()
    assert sn.explain(mechanisms.four_bar()).jacobian.columns != e.jacobian.columns


# ---------------------------------------------------------------- the page
VOID = {"meta", "br"}


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.references: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.references += [v for k, v in attrs if k in ("src", "href", "xlink:href") and not v.startswith("#")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("described", [open_tree, loop])
def test_html_is_well_formed_and_self_contained(described):
    e = explained(described())
    page = Page()
    page.feed(e.html())
    page.close()
    assert page.open == []
    assert page.references == []
    assert "script" not in page.tags
    assert page.tags.count("svg") == 2, "the mechanism and the tree"
    assert page.tags.count("section") == len(e.sweeps) + len(e.parts)
    assert page.tags.count("math") > 40


def test_names_are_escaped():
    html = explained(open_tree()).html()
    assert "&lt;open&gt; &amp; free" in html
    assert "<open>" not in html


def test_save_and_notebook(tmp_path):
    e = sn.explain(open_tree())
    assert e.save(tmp_path / "tree.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert "sweeps" in e.save(tmp_path / "tree.txt").read_text(encoding="utf-8")
    assert e._repr_html_().startswith("<iframe")


def test_every_link_has_its_matrices_and_accelerations() -> None:
    m = mechanisms.double_pendulum()
    page, text = sn.explain(m, formulation="tree").html(), sn.explain(m, formulation="tree").text()
    for symbol in ("P", "S", "T", "Δ"):
        assert page.count(f'<math display="inline"><mrow><mi>{symbol}</mi><mo>=</mo></mrow><mrow><mo>[</mo>') == 2
    for symbol in ("rel", "d", "r"):
        assert page.count(f'<th scope="row"><math display="inline"><mrow><msub><mi>a</mi><mi>{symbol}</mi>') == 2
    assert page.count('<th scope="row"><math display="inline"><mrow><mi>a</mi></mrow>') == 2
    assert page.count('<th scope="row"><math display="inline"><mrow><msub><mi>F</mi><mi>p</mi>') == 2
    assert "a_dp" not in page
    lines = [line.split()[0] for line in text.partition("joint by joint")[2].splitlines() if line.split()]
    for word in ("T", "a_rel", "a", "F_p"):
        assert lines.count(word) == 2


def test_a_tree_with_rows_says_where_its_wrenches_are() -> None:
    e = sn.explain(mechanisms.four_bar(), formulation="tree")
    assert "result.reaction(joint) gives them" in e.html()
    assert "result.reaction(joint) gives them" in " ".join(e.text().split())
