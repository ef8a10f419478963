"""Loops on the tree: the same motion and the same reactions wherever they are cut, and as in absolute coordinates."""

import numpy as np
import pytest
from benchmarks.mechanisms import andrews, bricard, ladder, scissors
from benchmarks.references import BRICARD_P3

import snodo as sn
from snodo.constraint_methods import in_time
from snodo.formulations.tree.tree import Tree
from snodo.results.series import usual_names

SPATIAL = ("spherical", "universal", "cylindrical", "revolute", "prismatic", "helical", "planar", "fixed", "selection")
TIGHT = {"integrator": sn.DOP853(rtol=1e-11), "output": 0.1, "progress": False}


def pair(kind):
    """Two bodies, each on a ball joint on the ground, with a joint of the given kind between them."""
    m = sn.Mechanism(kind, dimension=3, gravity=(0, 0, -9.81))
    m.box("one", (0.6, 0.2, 0.1), (0.3, 0.1, 0.0), mass=1.5)
    m.box("two", (0.5, 0.1, 0.2), (0.8, 0.2, 0.1), mass=1.0, angle="20 deg", axis=(0, 1, 1))
    m.spherical("S", "ground", "one", at=(0, 0, 0))
    m.spherical("T", "ground", "two", at=(1.1, 0.3, 0.1))
    at, axis = (0.5, 0.25, -0.1), (0.8, 0.1, 0.59)
    more = {
        "spherical": {},
        "fixed": {},
        "universal": {"axis": (1, 0, 0), "second": (0, 1, 0.3)},
        "helical": {"axis": axis, "pitch": 0.3},
        "selection": {"directions": ("x", "rz", "ry")},
    }.get(kind, {"axis": axis})
    getattr(m, kind)("J", "one", "two", at=at, **more)
    m.initial["S.wx"] = 0.5
    return m


@pytest.mark.parametrize("kind", SPATIAL)
def test_any_joint_may_be_cut(kind):
    m = pair(kind)
    reference = sn.simulate(Tree(m, cut=["T"]), 1.0, **TIGHT)
    other = sn.simulate(Tree(m, cut=["J"]), 1.0, initial=start_of(reference), **TIGHT)
    determined = not reference.info["redundant_rows"]
    for body in ("one", "two"):
        np.testing.assert_allclose(other.position(body), reference.position(body), atol=1e-8)
        np.testing.assert_allclose(other.acceleration(body), reference.acceleration(body), atol=1e-6)
    for joint in ("S", "T", "J") if determined else ():
        np.testing.assert_allclose(other.reaction(joint), reference.reaction(joint), atol=1e-6)
    assert abs(float(other.energy().sel(kind="balance").max())) < 1e-8


def assert_same_joint_series(other, reference, tolerance=1e-6):
    """Every coordinate, speed and acceleration of every joint, by name."""
    reactions = ("reaction", "fx", "fy", "fz", "mx", "my", "mz", "torque")
    names, others = (
        [n for n in r.names() if n.partition(".")[0] in r.mechanism.joints and n.rpartition(".")[2] not in reactions]
        for r in (reference, other)
    )
    assert sorted(names) == sorted(others)
    assert set(usual_names(other.formulation)) == set(usual_names(reference.formulation)) <= set(names)
    for name in names:
        np.testing.assert_allclose(other[name], reference[name], atol=tolerance, err_msg=name)
        assert other[name].attrs == reference[name].attrs


@pytest.mark.parametrize("kind", SPATIAL)
def test_what_is_read_of_joints_does_not_hang_on_the_cut_nor_on_the_coordinates(kind):
    m = pair(kind)
    reference = sn.simulate(Tree(m, cut=["T"]), 0.5, **TIGHT)
    start = start_of(reference)
    for other in (Tree(m, cut=["J"]), sn.Spatial(m)):
        assert_same_joint_series(sn.simulate(other, 0.5, initial=start, **TIGHT), reference)


@pytest.mark.parametrize("kind", ["planar", "free", "revolute", "prismatic"])
def test_the_same_in_the_plane(kind):
    m = sn.Mechanism(kind, gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.1, 0.15), C=(0.45, 0.3), D=(0.5, 0))
    m.bar("crank", "A", "B", mass=0.5)
    m.body("coupler", mass=1.2, inertia=0.02, com=(0.1, 0.03), at="B", angle="20 deg")
    m.bar("rocker", "D", "C", mass=0.9)
    m.revolute("A", "ground", "crank")
    m.revolute("B", "crank", "coupler")
    getattr(m, kind)("C", "coupler", "rocker", **({"axis": "x"} if kind == "prismatic" else {}))
    m.revolute("D", "rocker", "ground")
    reference = sn.simulate(Tree(m, cut=["A"]), 0.5, **TIGHT)
    for other in (Tree(m, cut=["C"]), sn.Planar(m), sn.Spatial(m)):
        assert_same_joint_series(sn.simulate(other, 0.5, **TIGHT), reference)


@pytest.mark.parametrize("cut", ["A", "guide"])
def test_a_cut_angle_begins_as_it_is_drawn_or_set(cut):
    """Beyond half a turn, where the drawing alone would say −160 degrees."""
    m = spatial_slider_crank()
    m.joints["A"].reference = np.radians(200)
    assert sn.simulate(Tree(m, cut=[cut]), 0.1, **TIGHT)["A.angle"].values[0] == pytest.approx(np.radians(200))
    m.initial["A.angle"] = "570 deg"
    assert sn.simulate(Tree(m, cut=[cut]), 0.1, **TIGHT)["A.angle"].values[0] == pytest.approx(np.radians(570))


def start_of(result):
    """All speeds of the balls at the start, so that both runs begin alike."""
    return {f"S.w{w}": float(result[f"S.w{w}"][0]) for w in "xyz"}


def test_free_motion_is_kept_apart_from_closing():
    """Any initial values that the loop allows are met, and the rest moves least."""
    m = pair("spherical")
    found = sn.assemble(Tree(m, cut=["J"]), initial={"one.x": 0.31})
    assert found.gap < 1e-10
    tree = Tree(m, cut=["J"])
    assert abs(tree.pose(found.q, "one").r[0] - 0.31) < 1e-9


def spatial_slider_crank():
    """Crank about x, rod with a ball and a universal joint, slider along z: one degree of freedom."""
    m = sn.Mechanism("spatial slider-crank", dimension=3, gravity=(0, 0, -9.81))
    m.add_points(A=(0, 0.1, 0.12), B=(0, 0.1, 0.2), C=(0.2, 0, 0))
    m.cylinder("crank", "A", "B", 0.01, mass=0.12)
    m.cylinder("rod", "B", "C", 0.01, mass=0.5)
    m.box("slider", (0.05, 0.05, 0.05), "C", mass=2.0)
    m.revolute("A", "ground", "crank", axis="x")
    m.spherical("B", "crank", "rod")
    m.universal("C", "rod", "slider", axis=(0, 0.3, -0.15), second=(1, 1, 2))
    m.prismatic("guide", "ground", "slider", axis="x", at="C")
    m.initial["A.speed"] = 6.0
    return m


@pytest.mark.parametrize("cut", ["A", "B", "C", "guide"])
def test_a_spatial_slider_crank_wherever_it_is_cut(cut):
    m = spatial_slider_crank()
    reference = sn.simulate(m, 1.0, **TIGHT)
    other = sn.simulate(Tree(m, cut=[cut]), 1.0, **TIGHT)
    for name in ("A.angle", "guide.displacement", "A.speed", "guide.acceleration"):
        np.testing.assert_allclose(other[name], reference[name], atol=2e-7)
    for joint in m.joints:
        np.testing.assert_allclose(other.reaction(joint), reference.reaction(joint), atol=2e-6)
    assert abs(float(other.energy().sel(kind="balance").max())) < 1e-8


@pytest.mark.parametrize("cut", [[], ["P1"], ["P6"]], ids=str)
def test_bricard_whose_redundant_row_nobody_removes(cut):
    times, tight = [0.0, *BRICARD_P3], sn.DOP853(rtol=1e-11)
    result = sn.simulate(Tree(bricard(), cut=cut), output=times, integrator=tight, progress=False)
    np.testing.assert_allclose(result.position("P3f")[1:], list(BRICARD_P3.values()), atol=1e-7)
    assert len(result.info["redundant_rows"]) == 1


def test_what_is_not_determined_does_not_hang_on_the_formulation():
    m = sn.Mechanism("parallelogram", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0, 1), C=(2, 0), D=(2, 1), E=(1, 0), F=(1, 1), G=(3, 0), H=(3.5, 0.5))
    for name, ends in {"a": "AB", "c": "CD", "e": "EF", "top": "BD", "loose": "GH"}.items():
        m.bar(name, *ends, mass=1.0)
    for pin, bodies in {
        "A": ("ground", "a"),
        "C": ("ground", "c"),
        "E": ("ground", "e"),
        "G": ("ground", "loose"),
    }.items():
        m.revolute(pin, *bodies)
    for pin, link in (("B", "a"), ("D", "c"), ("F", "e")):
        m.revolute(pin, "top", link)
    for word in ("planar", "tree", "spatial", "spatial_euler"):
        found = sn.mobility(m, formulation=word)
        assert found.undetermined == ["A", "C", "E", "B", "D", "F"], word
        assert (found.degrees_of_freedom, len(found.redundant)) == (2, 1), word
    for word in ("tree", "spatial", "spatial_euler"):
        found = sn.mobility(bricard(), formulation=word)
        assert found.undetermined == [f"P{k}" for k in range(1, 7)], word
        assert (found.degrees_of_freedom, len(found.redundant)) == (1, 1), word


@pytest.mark.parametrize("m", [ladder(4), scissors(4), andrews()], ids=lambda m: m.name)
def test_loops_that_go_to_the_ground_together_on_part_of_their_way(m):
    """The compiled rate against dense matrices, in a configuration and motion out of part_rows."""
    tree, rng = Tree(m), np.random.default_rng(0)
    q, v = tree.reference()[0] + 0.1 * rng.standard_normal(tree.nq), rng.standard_normal(tree.nv)
    y = tree.state(q, v)
    y_dot = np.empty_like(y)
    assert in_time.rate(tree)(0.0, y, y_dot, tree.model) == 0
    expected, _ = tree.solve(q, v)
    np.testing.assert_allclose(y_dot[tree.nq : tree.nq + tree.nv], expected, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("method", ["baumgarte", "augmented"])
def test_the_other_methods(method):
    m = spatial_slider_crank()
    reference = sn.simulate(m, 0.5, **TIGHT)
    other = sn.simulate(m, 0.5, method=method, **TIGHT)
    np.testing.assert_allclose(other["A.angle"], reference["A.angle"], atol=1e-6)


def test_driven_motion_in_space_by_geometry_alone():
    m = spatial_slider_crank()
    m.initial.clear()
    m.driver("motor", joint="A", speed="60 rpm")
    geometry = sn.kinematics(m, 1.0, output=0.1)
    motion = sn.simulate(m, 1.0, **TIGHT)
    for name in ("guide.displacement", "guide.acceleration", "motor.effort"):
        np.testing.assert_allclose(geometry[name], motion[name], atol=1e-7)
