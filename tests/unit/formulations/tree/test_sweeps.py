"""`tree.sweeps`: how it is asked, what it prints, what it refuses.  Its numbers are in tests/identities."""

import numpy as np
import pytest

import snodo as sn

AXES = {"base": "z", "shoulder": "y", "upper": "x", "elbow": "y", "forearm": "x", "wrist": "y", "hand": "x"}


def arm() -> sn.Tree:
    """Seven links; the hand on a ball."""
    m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -9.81))
    before = "ground"
    for k, (name, axis) in enumerate(AXES.items()):
        m.cylinder(name, (0.3 * k, 0, 0), (0.3 * k + 0.3, 0, 0), radius=0.03, mass=1.0)
        if name == "hand":
            m.spherical("ball", before, name, at=(0.3 * k, 0, 0))
        else:
            m.revolute(f"j{k + 1}", before, name, at=(0.3 * k, 0, 0), axis=axis)
        before = name
    return sn.Tree(m)


@pytest.fixture(scope="module")
def tree():
    return arm()


@pytest.fixture(scope="module")
def sweeps(tree):
    return tree.sweeps(*tree.random(np.random.default_rng(1)), np.zeros(tree.nv))


def test_links_by_name_and_in_order(tree, sweeps):
    assert [link.name for link in sweeps] == list(AXES)
    assert [link.number for link in sweeps] == list(range(1, 8)) == list(range(1, len(sweeps) + 1))
    hand = sweeps["hand"]
    assert (hand.joint, hand.parent, hand.place) == ("ball", "wrist", tree.velocity_slice("ball"))
    assert hand.denominator.shape == (3, 3)
    assert sweeps.q_dd.shape == (tree.nv,)
    assert sweeps.children("wrist") == [hand]
    assert sweeps.children("hand") == []


def test_matrices_of_the_joints_are_those_of_the_text(sweeps):
    """Section 1.5: ones and zeros, in the joint's frame."""
    assert sweeps["base"].P.T.tolist() == [[0, 0, 0, 0, 0, 1]]
    assert sweeps["shoulder"].P.T.tolist() == [[0, 0, 0, 0, 1, 0]]
    assert sweeps["hand"].P.tolist() == np.vstack([np.zeros((3, 3)), np.eye(3)]).tolist()


def test_it_prints_both_tables(sweeps):
    text = str(sweeps)
    assert text.splitlines()[0] == "sweeps of 'arm': 7 links, at their joints in the axes of the links"
    for words in ("table 1.2, outward", "table 2.1, inward", "(1.2)  v = S v₋₁ + v_rel", "(2.14)", "F₋₁ = Δ a_d + δ"):
        assert words in text
    assert max(map(len, text.splitlines())) < 100
    forearm = next(line for line in text.splitlines() if "forearm" in line)
    assert forearm.split()[:2] == ["5", "forearm"]


def test_a_link_prints_its_matrices(sweeps):
    text = str(sweeps["hand"])
    assert text.startswith("link 7, 'hand' on joint 'ball' of 'wrist'")
    assert "P [rz]  0  0  1" in text
    assert max(map(len, text.splitlines())) <= 120
    assert repr(sweeps["hand"]) == text


def test_notebooks_show_tables(sweeps):
    html = sweeps._repr_html_()
    assert html.count("<table") == html.count("</table>") > 7
    assert html.count("<details>") == 7
    assert "forearm" in html
    assert "<script" not in html
    assert "Δ" in sweeps["hand"]._repr_html_()


def test_names_are_escaped():
    m = sn.Mechanism("<m>", dimension=3)
    m.body("<b>", mass=1.0, inertia=(1, 1, 1))
    tree = sn.Tree(m)
    html = tree.sweeps(*tree.reference())._repr_html_()
    assert "<b>" not in html.replace("<body", "")
    assert "&lt;b&gt;" in html


def test_mistakes(tree, sweeps):
    q, v = tree.reference()
    with pytest.raises(sn.NameNotFound, match=r"no axes 'body'.*\n.*use link or world"):
        tree.sweeps(q, v, axes="body")
    with pytest.raises(sn.NameNotFound, match=r"no body 'hamd'.*\n.*did you mean 'hand'"):
        sweeps["hamd"]
    with pytest.raises(sn.NameNotFound, match="external: there is no body 'x'"):
        tree.sweeps(q, v, external={"x": np.zeros(6)})
    with pytest.raises(sn.UnsupportedError, match="tau has shape"):
        tree.sweeps(q, v, [1.0])


def test_joint_forces_by_name(tree):
    q, v = tree.random(np.random.default_rng(2))
    tau = np.zeros(tree.nv)
    tau[tree.velocity_slice("j2")] = 3.0
    wanted = tree.forward_dynamics(q, v, tau)
    np.testing.assert_array_equal(tree.forward_dynamics(q, v, {"j2": 3.0}), wanted)
    np.testing.assert_array_equal(tree.forward_dynamics(q, v, {"j2": 3.0}, external={}), wanted)
    np.testing.assert_allclose(tree.sweeps(q, v, {"j2": 3.0}).q_dd, wanted, rtol=1e-9)
    for ask in (tree.forward_dynamics, tree.sweeps):
        with pytest.raises(sn.NameNotFound, match="tau: there is no joint 'j22'"):
            ask(q, v, {"j22": 3.0})
    with pytest.raises(sn.UnsupportedError, match="many states at once"):
        tree.forward_dynamics(np.array([q, q]), v, {"j2": 3.0})


def test_what_nothing_resists_is_refused():
    m = sn.Mechanism("thin", dimension=3)
    m.body("rod", mass=1.0, inertia=(0, 1, 1), com=(0.5, 0, 0))
    m.revolute("B", "ground", "rod", at=(0, 0, 0), axis="x")
    tree = sn.Tree(m)
    with pytest.raises(sn.RunError, match=r"no inertia resists B.speed"):
        tree.sweeps(*tree.reference())


def test_a_singular_articulated_inertia_has_no_free_acceleration():
    m = sn.Mechanism("thin", dimension=3)
    m.body("rod", mass=1.0, inertia=(0, 1, 1), com=(0.5, 0, 0))
    m.revolute("A", "ground", "rod", at=(0, 0, 0), axis="y")
    tree = sn.Tree(m)
    link = tree.sweeps(*tree.reference())["rod"]
    with pytest.raises(sn.RunError, match="articulated inertia of 'rod' is singular"):
        _ = link.a_free


def test_loops_are_refused_with_their_parts():
    m = sn.Mechanism("loop", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0, 1), C=(2, 1), D=(2, 0))
    for name, ends in {"crank": "AB", "coupler": "BC", "rocker": "CD"}.items():
        m.bar(name, *ends, mass=1.0)
    for name, pair in {"A": ("ground", "crank"), "B": ("crank", "coupler"), "C": ("coupler", "rocker")}.items():
        m.revolute(name, *pair)
    m.revolute("D", "ground", "rocker")
    tree = sn.Tree(m, cut=["C"])
    q, v = tree.reference()
    with pytest.raises(sn.UnsupportedError, match=r"connected by 2 constraint rows of revolute 'C'.*\n.*open tree"):
        tree.sweeps(q, v)
    opened = tree.sweeps(q, v, np.zeros(tree.nv), loops="ignore")
    assert np.allclose(opened.q_dd, tree.forward_dynamics(q, v, np.zeros(tree.nv), loops="ignore"), atol=1e-12)


def test_relative_accelerations_are_printed(sweeps):
    for text in (str(sweeps), str(sweeps["hand"]), sweeps._repr_html_(), sweeps["hand"]._repr_html_()):
        assert "a_rel = Ṡ v₋₁ + Ṗ q̇ + P q̈" in text
    for link in sweeps:
        before = sweeps[link.parent].a if link.parent != "ground" else np.array([0, 0, 9.81, 0, 0, 0])
        np.testing.assert_allclose(link.a, link.S @ before + link.a_rel, atol=1e-12)


def test_a_matrix_of_denominators_has_a_cell_for_each_number(sweeps):
    table = sweeps._repr_html_().partition("(2.14)")[2].partition("</table>")[0]
    cells = [line.count("<td") for line in table.split("<tr>")[2:]]
    assert cells == [10] * 9  # i, link, on, joint, q̇, τ, three of D, q̈
    assert "  0.03022  " not in table
