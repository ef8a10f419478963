"""`print(tree)` and its notebook form: the tree of figure 1.7, with loops marked."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

import snodo as sn
from snodo.formulations.tree.nodes import cuts_of, in_order, nodes_of
from snodo.formulations.tree.picture import MOST_DRAWN, drawing
from snodo.formulations.tree.printing import MOST_LINES


def four_bar() -> sn.Mechanism:
    m = sn.Mechanism("four-bar", dimension=2, gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.1, 0.15), C=(0.45, 0.3), D=(0.5, 0))
    m.bar("crank", "A", "B", mass=0.5)
    m.bar("coupler", "B", "C", mass=1.2)
    m.bar("rocker", "C", "D", mass=0.9)
    for name, parent, child in (("A", "ground", "crank"), ("B", "crank", "coupler"), ("D", "ground", "rocker")):
        m.revolute(name, parent, child)
    m.revolute("C", "coupler", "rocker")
    return m


def branched(count: int = 3) -> sn.Mechanism:
    """A floating trunk with a chain of `count` bodies, one described backward, and a weld."""
    m = sn.Mechanism("branched", dimension=3)
    m.body("trunk", mass=1.0, inertia=(1, 1, 1))
    before = "trunk"
    for k in range(count):
        m.body(f"b{k}", mass=1.0, inertia=(1, 1, 1))
        ends = (f"b{k}", before) if k == 1 else (before, f"b{k}")
        m.revolute(f"j{k}", *ends, at=(0, 0, 0), axis="z")
        before = f"b{k}"
    m.body("head", mass=1.0, inertia=(1, 1, 1))
    m.fixed("weld", "trunk", "head", at=(0, 0, 0))
    return m


def test_bodies_are_nodes_and_joints_are_branches() -> None:
    lines = repr(sn.Tree(four_bar(), cut=["C"])).split("\n")
    assert lines[0].startswith("tree formulation of mechanism 'four-bar'")
    assert lines[1:6] == [
        "  0 ground",
        "  ├─ 1 crank       on 0 by A  revolute: angle",
        "  │  └─ 2 coupler  on 1 by B  revolute: angle  ⟲ C",
        "  └─ 3 rocker      on 0 by D  revolute: angle  ⟲ C",
        "  ⟲ cut joint C, revolute, between 2 coupler and 3 rocker: rows C.x, C.y",
    ]
    assert lines[-1] == "  loops cut at: C"


def test_freedoms_welds_and_joints_described_backward() -> None:
    text = repr(sn.Tree(branched()))
    assert "└─ 1 trunk" in text
    assert "free: vx, vy, vz, wx, wy, wz" in text
    assert "on 2 by j1     revolute, described backward: angle" in text
    assert "fixed: no freedom\n" in text


def test_numbers_are_those_of_the_sweeps() -> None:
    tree = sn.Tree(branched())
    nodes = nodes_of(tree)
    assert {n.body: n.number for n in nodes[1:]} == {x.name: x.number for x in tree.sweeps(*tree.reference())}
    order = [n.body for n in in_order(nodes)]
    assert order[:2] == ["ground", "trunk"]
    assert order.index("b2") == order.index("b1") + 1 == order.index("b0") + 2


@pytest.mark.parametrize("count", [30, 2 * MOST_LINES])
def test_a_long_chain_stays_narrow(count: int) -> None:
    lines = repr(sn.Tree(branched(count))).split("\n")
    drawn = [line for line in lines if " by " in line]
    assert len(drawn) == min(count + 2, MOST_LINES - 1)
    assert max(map(len, drawn)) < 90
    assert any("↓ " in line for line in drawn)
    if count > MOST_LINES:
        assert f"  … and {count + 3 - MOST_LINES} more bodies" in lines


def test_elastic_joints_have_no_rows() -> None:
    m = branched(1)
    m.spherical("mount", "ground", "head", at=(0, 0, 0), stiffness=1e4)
    assert "⟲ cut joint mount, spherical, between 0 ground and 3 head: no rows: it is elastic" in repr(sn.Tree(m))


def test_the_drawing_has_every_node_branch_and_cut() -> None:
    tree = sn.Tree(four_bar(), cut=["C"])
    nodes = nodes_of(tree)
    svg = ElementTree.fromstring(drawing(nodes, cuts_of(tree, nodes)))
    space = "{http://www.w3.org/2000/svg}"
    assert len(svg.findall(f".//{space}circle")) == 4
    paths = svg.findall(f".//{space}path")
    assert len(paths) == 4
    assert [p.get("stroke-dasharray") for p in paths].count("5 4") == 1
    texts = [t.text for t in svg.iter(f"{space}text")]
    assert {"crank", "A", "revolute, 1", "⟲ C"} <= set(texts)
    width, height = (float(svg.get(word)) for word in ("width", "height"))
    for circle in svg.findall(f".//{space}circle"):
        assert 0 < float(circle.get("cx")) < width
        assert 0 < float(circle.get("cy")) < height


def test_notebooks_show_the_drawing_and_tables() -> None:
    html = sn.Tree(four_bar())._repr_html_()
    assert html.count("<svg") == 1
    assert "<td" in html
    large = sn.Tree(branched(MOST_DRAWN + 1))
    assert "<svg" not in large._repr_html_()


def test_names_are_escaped() -> None:
    m = sn.Mechanism("<i>", dimension=3)
    m.body("<b>", mass=1.0, inertia=(1, 1, 1))
    assert "<b>" not in sn.Tree(m)._repr_html_()


def test_other_formulations_print_as_before() -> None:
    assert repr(sn.Planar(four_bar())).split("\n")[1].startswith("  coordinates: ")


def test_a_picture_ends_below_what_it_draws():
    """No empty space below the curve of a cut joint that stays between its bodies."""
    svg = sn.Tree(four_bar())._repr_html_()
    height = float(re.search(r'<svg[^>]* height="(\d+)"', svg)[1])
    lowest = max(float(y) for y in re.findall(r'<text x="\d+" y="(\d+)"', svg))
    assert 0 < height - lowest < 15
