"""Initial values of open trees."""

import numpy as np
import pytest

import snodo as sn
from snodo.mechanism import joints


def chain():
    m = sn.Mechanism("chain", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(1, 0), C=(2, 0))
    m.bar("one", "A", "B", mass=1.0)
    m.bar("two", "B", "C", mass=1.0)
    m.disc("flying", 0.2, (2, 1), mass=0.4)
    m.revolute("A", "ground", "one")
    m.revolute("B", "two", "one", reference=0.1)
    return m


def floating():
    m = sn.Mechanism("floating", dimension=3)
    m.box("b", (1, 2, 3), (0.5, 0, 0), mass=1.0)
    m.box("arm", (1, 0.1, 0.1), (1, 0, 0), mass=0.2)
    m.add(joints.Spherical(name="S", parent="b", child="arm", at=(0.5, 0, 0)))
    return m


def test_without_values_it_is_as_drawn():
    start = sn.assemble(chain(), formulation="tree")
    assert np.array_equal(start.q, sn.Tree(chain()).reference()[0])
    assert not start.v.any()
    assert start.moved == 0.0
    assert "branch: A" not in str(start)


def test_angles_of_bodies_count_from_the_world():
    m = chain()
    wanted = {"one.angle": "400 deg", "two.angle": "-30 deg", "one.omega": 2.0, "two.omega": -1.0}
    F = sn.Tree(m)
    start = sn.assemble(F, initial=wanted)
    angles = [F.motion.turn(body, start.q, start.v, start.v) for body in ("one", "two")]
    assert np.allclose([np.degrees(angle) for angle, _, _ in angles], [400, -30])
    assert np.allclose([omega for _, omega, _ in angles], [2, -1])


def test_bodies_that_float_in_the_plane():
    F = sn.Tree(chain())
    start = sn.assemble(F, initial={"flying.x": 3, "flying.vy": 1, "flying.angle": 0.5})
    assert np.allclose(F.motion.position("flying", start.q), [3, 1])
    assert np.allclose(F.motion.velocity("flying", start.q, start.v), [0, 1])


def test_bodies_that_float_in_space():
    F = sn.Tree(floating())
    wanted = {"b.e0": 0.8, "b.e1": 0.0, "b.e2": 0.6, "b.e3": 0.0, "b.z": 2.0, "b.vx": 1.0, "b.wy": 3.0, "b.wz": -1.0}
    start = sn.assemble(F, initial={**wanted, "S.wx": 0.5})
    assert np.allclose(F.motion.position("b", start.q), [0.5, 0, 2])
    assert np.allclose(F.motion.velocity("b", start.q, start.v), [1, 0, 0])
    assert np.allclose(F.motion.angular_velocity("b", start.q, start.v), [0, 3, -1])
    relative = F.motion.angular_velocity("arm", start.q, start.v) - [0, 3, -1]
    assert np.allclose(F.motion.rotation("arm", start.q).T @ relative, [0.5, 0, 0])


@pytest.mark.parametrize(
    ("make", "wanted", "words"),
    [
        (floating, {"b.angle": 1.0}, ["initial b.angle", "a body in space has no single angle", "b.e0"]),
        (floating, {"arm.omega": 1.0}, ["initial arm.omega", "a body in space has no single angle"]),
        (floating, {"arm.e0": 0.5}, ["Euler parameters of 'arm'", "length"]),
        (floating, {"S.e1": 0.5}, ["Euler parameters of 'S'", "length"]),
        (floating, {"S.e0": 0.0}, ["Euler parameters of 'S'"]),
    ],
)
def test_what_cannot_be_set_is_named(make, wanted, words):
    with pytest.raises(sn.MechanismError) as error:
        sn.assemble(make(), initial=wanted, formulation="tree")
    for word in words:
        assert word in str(error.value)


def two_balls():
    m = floating()
    m.box("hand", (0.1, 0.1, 0.1), (1.5, 0, 0), mass=0.1)
    m.add(joints.Spherical(name="T", parent="arm", child="hand", at=(1.5, 0, 0)))
    return m


def test_all_mistakes_at_once():
    with pytest.raises(sn.MechanismError) as error:
        sn.assemble(two_balls(), initial={"S.e1": 0.5, "T.e2": 0.7})
    assert len(error.value.problems) == 2


def test_what_cannot_be_set_is_solved_for():
    """The joints share what nobody decides: both hinges turn the outer bar alike."""
    F = sn.Tree(chain())
    start = sn.assemble(F, initial={"two.angle": "30 deg", "two.omega": 3.0})
    angles = [F.motion.joint(name, start.q, start.v, start.v)[:2] for name in ("A", "B")]
    drawn = [F.motion.joint(name, F.reference()[0], start.v, start.v)[0] for name in ("A", "B")]
    turned = [abs(x - x0) for (x, _), x0 in zip(angles, drawn)]
    assert turned == pytest.approx([np.pi / 12] * 2)
    assert [abs(speed) for _, speed in angles] == pytest.approx([1.5] * 2)
    assert F.motion.turn("two", start.q, start.v, start.v)[0] == pytest.approx(np.pi / 6)


def test_a_wanted_speed_that_has_to_be_solved_for_leaves_the_places_exact():
    F = sn.Tree(chain())
    start = sn.assemble(F, initial={"A.angle": 0.4, "two.vy": 1.0})
    assert start.q[F.position_slice("A")] == 0.4
    assert F.motion.velocity("two", start.q, start.v)[1] == pytest.approx(1.0)


def test_kept_coordinates_of_bodies_stay_against_the_world():
    F = sn.Tree(chain())
    start = sn.assemble(F, initial={"A.angle": 0.4}, keep=["two.angle"])
    assert F.motion.turn("two", start.q, start.v, start.v)[0] == pytest.approx(0.0, abs=1e-10)
    with pytest.raises(sn.MechanismError, match=r"is a speed"):
        sn.assemble(F, keep=["A.speed"])


def test_contradicting_values_of_an_open_tree_are_named():
    with pytest.raises(sn.AssemblyError, match=r"wanted one.angle|wanted A.angle"):
        sn.assemble(chain(), initial={"A.angle": 0.4, "one.angle": 0.9}, formulation="tree", tries=1)


def test_joints_with_several_coordinates_in_the_plane():
    """x, y and angle of a free joint between bodies, in both formulations."""
    m = chain()
    m.disc("moon", 0.1, (2.5, 1.2), mass=0.1)
    m.add(joints.Free(name="orbit", parent="flying", child="moon", at=(2.5, 1.2)))
    wanted = {"orbit.x": 0.7, "orbit.angle": "400 deg", "orbit.vy": 1.0, "flying.omega": 2.0}
    found = []
    for F in (sn.Planar(m), sn.Tree(m)):
        start = sn.assemble(F, initial=wanted)
        found.append([*F.motion.position("moon", start.q), *F.motion.velocity("moon", start.q, start.v)])
        assert F.motion.turn("moon", start.q, start.v, start.v)[0] == pytest.approx(np.radians(400))
    assert found[0] == pytest.approx(found[1], abs=1e-9)
    assert found[1] == pytest.approx([2.7, 1.2, -0.4, 2.4])


def test_unknown_words_are_answered_with_known_ones():
    with pytest.raises(sn.MechanismError, match=r"(?s)has no .w..*S\.wx"):
        sn.assemble(floating(), initial={"S.w": 1.0})


def test_a_weld_is_answered_with_names_that_work():
    m = sn.Mechanism("lid")
    m.add_points(A=(0, 0), H=(1, 0), B=(2, 0))
    m.bar("arm", "A", "H", mass=1)
    m.bar("lid", "H", "B", mass=1)
    m.revolute("A", "ground", "arm")
    m.revolute("B", "ground", "lid")
    m.fixed("H", "arm", "lid")
    with pytest.raises(
        sn.MechanismError, match=r"(?s)a fixed has no 'angle'.*lid\.x, or of a joint: B\.angle, B\.speed"
    ):
        sn.assemble(m, initial={"H.angle": 1.0})


def test_bodies_of_the_plane_have_no_z():
    m = sn.Mechanism("arm")
    m.bar("arm", (0, 0), (1, 0), mass=1)
    with pytest.raises(sn.MechanismError, match=r"(?s)has no 'z'.*arm\.x, arm\.y, arm\.angle"):
        sn.assemble(m, initial={"arm.z": 1.0})


def test_a_body_without_freedom_is_answered_with_its_own_joints():
    m = sn.Mechanism("two doors", dimension=3)
    for k, name in enumerate(("left", "right")):
        m.box(name, (0.1, 0.8, 2.0), (2.0 * k, 0, 0), mass=10)
        m.revolute(f"hinge_{name}", "ground", name, at=(2.0 * k, 0.4, 0), axis="z")
    for formulation in ("tree", "spatial"):
        with pytest.raises(sn.AssemblyError, match=r"wanted right\.wx") as error:
            sn.assemble(m, initial={"right.wx": 1.0}, formulation=formulation)
        assert "hinge_right.speed" in str(error.value)
        assert "hinge_left" not in str(error.value)


def test_mobility_of_a_tree_is_its_number_of_velocities():
    assert sn.mobility(floating()).degrees_of_freedom == 9
