"""Contacts: kinds, units, places and planes, files and scripts, and every mistake with its line and remedy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.mechanism.contacts import BoxContact, PointContact, SphereContact, SpheresContact

HEAD = """gravity: [0, -9.81]
points: {A: [0, 0], B: [1, 0], C: [2, 0.5], W: [3, 0]}
bodies:
  arm: {bar: [A, B], mass: 1 kg}
  cart: {box: [0.4, 0.2, 0.1], at: C, mass: 1 kg}
joints:
  A: {revolute: [ground, arm]}
"""
FOUR = """contacts:
  bumper: {point: C, body: cart, through: W, normal: -x, restitution: 0.6}
  heel: {sphere: arm, at: B, radius: 30 mm, depth: 4 mm, restitution: 0.3, at_speed: 1 m/s, mu: 0.8, static: 0.9}
  click: {spheres: [arm, cart], radii: [20 mm, 10 mm], centres: [B, C], stiffness: 5e7, exponent: 1.5, damping: 0.2 s/m}
  feet: {box: cart, size: [40 cm, 20 cm], against: arm, normal: {arm: [0, 1]}, bristle: 5 µm, stiffness: 1e6,
    damping: 0}
"""
LINE = HEAD.count("\n") + 2


@pytest.fixture
def m() -> sn.Mechanism:
    return sn.loads(HEAD + FOUR)


def test_files_make_them_in_si_units(m: sn.Mechanism) -> None:
    bumper, heel, click, feet = m.contacts.values()
    assert isinstance(bumper, PointContact)
    assert (bumper.body, bumper.at, bumper.against, bumper.plane_point) == ("cart", "C", "ground", "W")
    assert bumper.rigid
    assert isinstance(heel, SphereContact)
    assert (heel.radius, heel.depth, heel.at_speed, heel.mu, heel.static) == (0.03, 0.004, 1.0, 0.8, 0.9)
    assert not heel.rigid
    assert isinstance(click, SpheresContact)
    assert (click.radii, click.stiffness, click.damping) == ((0.02, 0.01), 5e7, 0.2)
    assert isinstance(feet, BoxContact)
    assert (feet.stiffness, feet.bristle, feet.damping, feet.exponent) == (1e6, pytest.approx(5e-6), 0.0, 1.0)
    assert heel.bristle == 1e-5


def test_methods_make_the_same(m: sn.Mechanism) -> None:
    other = sn.loads(HEAD)
    other.point_contact("bumper", "C", "cart", plane_point="W", normal="-x", restitution=0.6)
    words: dict[str, Any] = {"depth": "4 mm", "restitution": 0.3, "at_speed": "1 m/s", "mu": 0.8, "static": 0.9}
    other.sphere_contact("heel", "arm", "30 mm", at="B", **words)
    words = {"stiffness": 5e7, "exponent": 1.5, "damping": "0.2 s/m"}
    other.spheres_contact("click", "arm", "cart", radii=("20 mm", "10 mm"), centres=("B", "C"), **words)
    words = {"bristle": "5 µm", "stiffness": "1 kN/mm", "damping": 0}
    other.box_contact("feet", "cart", ("40 cm", "20 cm"), against="arm", normal={"arm": (0, 1)}, **words)
    other.check()
    assert other.contacts == m.contacts
    assert all(part.where.startswith(__file__) for part in other.contacts.values())


def test_they_are_written_and_read_back(m: sn.Mechanism) -> None:
    assert sn.loads(sn.to_yaml(m)).contacts == m.contacts
    scope: dict[str, Any] = {}
    exec(sn.to_python(m), scope)
    assert scope["m"].contacts == m.contacts
    assert "m.sphere_contact(" in sn.to_python(m)


def test_a_copy_has_its_own(m: sn.Mechanism) -> None:
    m.copy().contacts["heel"].mu = 0.1
    assert m.contacts["heel"].mu == 0.8
    assert m["heel"] in list(m.parts())


def test_they_are_printed(m: sn.Mechanism) -> None:
    assert "contacts\n  bumper       point            body cart, C, through W, normal (-1, -0, -0)" in str(m)


# ---------------------------------------------------------------- places
def test_the_plane_is_in_the_axes_of_the_other_body(m: sn.Mechanism) -> None:
    geometry = m.check()
    point, normal = m.contacts["bumper"].plane(geometry, m)
    assert np.array_equal(point, [3, 0, 0])
    assert np.array_equal(normal, [-1, 0, 0])
    m.bodies["arm"].ends = ("A", (0, 1))  # turned by 90 degrees
    m.contacts["feet"].normal = "y"
    point, normal = m.contacts["feet"].plane(m.check(), m)
    assert np.allclose(point, 0)
    assert np.allclose(normal, [1, 0, 0])


@pytest.mark.parametrize(
    ("gravity", "normal"), [((0, -9.81), (0, 1, 0)), ((0, 9.81), (0, -1, 0)), ((-9.81, 0), (1, 0, 0))]
)
def test_the_normal_is_against_gravity(gravity: Any, normal: Any) -> None:
    m = sn.loads(HEAD)
    m.gravity = gravity
    contact = m.sphere_contact("s", "cart", 0.1)
    assert np.allclose(contact.plane(m.check(), m)[1], normal)


def test_corners_of_a_box() -> None:
    m = sn.loads(HEAD)
    box = m.box_contact("b", "cart", (0.4, 0.2), at={"cart": (0.1, 0)})
    assert box.names(2) == ("b.1", "b.2", "b.3", "b.4")
    corners = np.array(list(box.places(m.check()).values()))
    assert np.allclose(corners, [[-0.1, -0.1, 0], [0.3, -0.1, 0], [-0.1, 0.1, 0], [0.3, 0.1, 0]])


def test_corners_in_space() -> None:
    m = sn.Mechanism("space", dimension=3, gravity=(0, 0, -9.81))
    m.box("crate", (1, 2, 3), (0, 0, 5), mass=1)
    box = m.box_contact("b", "crate", (1, 2, 3))
    corners = np.array(list(box.places(m.check()).values()))
    assert len(corners) == 8
    assert np.allclose(np.abs(corners), [0.5, 1, 1.5])
    assert len({tuple(row) for row in corners}) == 8
    assert np.allclose(box.plane(m.check(), m)[1], [0, 0, 1])


def test_centres_of_spheres(m: sn.Mechanism) -> None:
    geometry, click = m.check(), m.contacts["click"]
    assert isinstance(click, SpheresContact)
    assert np.allclose(geometry.pose("arm").to_world(click.places(geometry)["click"]), [1, 0, 0])
    assert np.allclose(geometry.pose("cart").to_world(click.second_centre(geometry)), [2, 0.5, 0])


# ---------------------------------------------------------------- events
@pytest.mark.parametrize("measure", ["heel.gap", "feet.4.gap"])
def test_gaps_are_measures_of_events(m: sn.Mechanism, measure: str) -> None:
    m.event("lands", when=f"{measure} falls to 1 mm", do=["record", "open heel"])
    m.check()
    assert m.events["lands"].conditions[0].measure == measure


@pytest.mark.parametrize(
    ("when", "what", "remedy"),
    [
        ("heel.gap falls to 1 kg", "is a mass where a length", "mm"),
        ("heel.gape falls to 0", "contact 'heel' has no 'gape'", "'heel.gap'"),
        ("feet.gap falls to 0", "contact 'feet' has a gap at each", "feet.1.gap"),
        ("feet.5.gap falls to 0", "contact 'feet.5' has no 'gap'", "feet.4.gap"),
        ("hell.gap falls to 0", "there is no 'hell'", "'heel'"),
    ],
)
def test_mistakes_with_gaps(m: sn.Mechanism, when: str, what: str, remedy: str) -> None:
    m.event("lands", when=when, do="record")
    with pytest.raises(sn.MechanismError) as caught:
        m.check()
    (problem,) = caught.value.problems
    assert what in problem.what
    assert remedy in problem.remedy


def test_a_contact_that_no_event_opens_is_not_closed(m: sn.Mechanism) -> None:
    m.event("on", when="t = 1 s", do="close heel")
    with pytest.raises(sn.MechanismError, match="sphere contact 'heel' is closed at the start, and no event opens it"):
        m.check()


def test_laws_depend_on_gaps_with_planes(m: sn.Mechanism) -> None:
    m.torque("t", "-3*heel.gap", joint="A")
    m.check()
    m.torque("u", "-3*heal.gap", joint="A")
    with pytest.raises(sn.MechanismError, match=r"'heal\.gap'"):
        m.check()


# ---------------------------------------------------------------- mistakes
BALL = "sphere: arm, at: B, radius: 30 mm"
SOFT = f"{BALL}, stiffness: 1 kN/mm"
MISTAKES = [
    (f"{BALL}, restitution: 1.5", "restitution is 1.5", "from 0 (no rebound) to 1"),
    (f"{BALL}, restitution: -1", "restitution is -1", "from 0"),
    (f"{BALL}, mu: -0.1", "mu is -0.1", "zero or a positive"),
    (f"{BALL}, mu: 0.5, static: 0.4", "static 0.4 is less than mu 0.5", "static >= mu"),
    (f"{BALL}, static: 0.4", "static is 0.4, but mu is zero", "give mu"),
    (f"{BALL}, against: arm", "body 'arm' would touch itself", "another body"),
    (f"{BALL}, against: amr", "body 'amr'", "'arm'"),
    ("sphere: amr, radius: 1", "body 'amr'", "'arm'"),
    ("sphere: arm", "radius is 0 m", "point: P"),
    ("sphere: arm, radius: -1", "radius is -1 m", "positive radius"),
    (f"{BALL}, normal: [0, 0, 1]", "leaves the plane of a 2-D mechanism", "two components"),
    (f"{BALL}, through: [0, 0, 1]", "through has 3 coordinates in a 2-D mechanism", "give 2"),
    (f"{BALL}, through: Q", "'Q'", ""),
    (f"{BALL}, damping: 0.1", "damping is given, but it is rigid", "omit damping"),
    (f"{BALL}, at_speed: 1", "at_speed is given, but it is rigid", "stiffness"),
    (f"{BALL}, exponent: 1.5", "exponent is given, but it is rigid", "stiffness"),
    (f"{BALL}, bristle: 1 mm", "bristle is given, but it is rigid", "stiffness"),
    (f"{SOFT}, depth: 1 mm, at_speed: 1, restitution: 0.5", "stiffness and depth are both given", "one of them"),
    (f"{SOFT}, restitution: 0.5", "not said where it is 0.5", "at_speed: 1 m/s"),
    (f"{SOFT}, restitution: 0.5, damping: 0.1", "restitution and damping are both given", "one of them"),
    (f"{SOFT}", "restitution 0, which no damping attains", "make it rigid"),
    (f"{SOFT}, restitution: 0.01, at_speed: 1", "restitution 0.01, which no damping attains", "damping"),
    (f"{SOFT}, damping: -1", "damping is -1 s/m", "zero or more"),
    (f"{SOFT}, damping: 1 N*s/m", "is a damping where an inverse speed", "s/m"),
    (f"{SOFT}, damping: 0, exponent: 1.5", "stiffness: '1 kN/mm'", "in N/m^1.5"),
    (f"{BALL}, stiffness: 3, damping: 0, exponent: 0.5", "exponent is 0.5", "give 1"),
    (f"{SOFT}, damping: 0, bristle: 0", "bristle is 0 m", "10 µm"),
    (f"{SOFT}, restitution: 0.5, at_speed: 0", "at_speed is 0 m/s", "positive speed"),
    (f"{BALL}, stiffness: -3, damping: 0", "stiffness is -3", "rigid contact"),
    (f"{BALL}, depth: 1 mm, damping: 0", "depth is given, but not at which speed", "at_speed"),
    (f"{BALL}, depth: -1 mm, damping: 0, at_speed: 1", "depth is -0.001 m", "positive length"),
    ("spheres: [arm, cart], radii: [1]", "radii are 1 m", "give two"),
    ("spheres: [arm, cart], radii: [0, 0]", "radii are 0, 0 m", "not both zero"),
    ("spheres: [arm, cart], radii: [1, 1], centres: [B]", "has 1 centres", "two"),
    ("spheres: [arm, arm], radii: [1, 1]", "would touch itself", "another body"),
    ("spheres: [arm, cart], radii: [1, 1], normal: y", "there is no field 'normal'", ""),
    ("box: cart, size: [1, 1, 1]", "its edges are 1, 1, 1 m", "give 2 positive lengths"),
    ("box: cart, size: [1, -1]", "its edges are 1, -1 m", "positive"),
    ("point: C, body: cart, radius: 1", "there is no field 'radius'", ""),
    ("point: C", "body is missing", "give body"),
    ("ball: arm, radius: 1", "'ball' is not a kind of contact", "kinds: point"),
    (f"{BALL}, frction: 1", "there is no field 'frction'", ""),
    (f"{BALL}, mu: 50", "mu is 50", "percent are written 50 %"),
    (f"{BALL}, mu: 0.5 N", "0.5 N", ""),
    (f"{BALL}, restitution: 0.5, mu: 0.3, restitution_by: newton", "newton", "energy"),
    (f"{BALL}, restitution: 0.5, restitution_by: impulse", "without friction all ways are the same", "give mu"),
    (f"{SOFT}, damping: 0, mu: 0.3, restitution_by: impulse", "but it is compliant", "the force law decides"),
    (f"{SOFT}, damping: 0, mu: 0.3, bristle: 20 mm", "a way before slipping, not a size", "10 µm"),
    (f"{BALL}, mu: 0.5, static: 0.6 m", "0.6 m", ""),
    (f"{BALL}, impacts: together, mu: 0.2", "with friction they are taken in turn", "omit mu"),
    (f"{SOFT}, damping: 0, impacts: together", "impacts is together, but it is compliant", "omit it"),
    (f"{BALL}, impacts: at once", "'at once' is not one of in turn, together", ""),
    ("curve: cart, against: arm", "has no curve", "give profile"),
    ("curve: cart, against: arm, profile: lobe", "there is no table 'lobe'", "tables"),
    ("curve: cart, against: arm, points: [B]", "has 1 points", "at least 3"),
    ("curve: cart, against: arm, points: [[0, 0], [1, 0], [1, 1]], side: left", "its curve is closed", "outside"),
    ("curve: cart, points: [[0, 0], [1, 0]], closed_curve: no, side: inside", "its curve is open", "left or right"),
    ("curve: cart, points: [[0, 0], [1, 0], [1, 0]]", "points 2 and 3 coincide", "different points"),
    ("curve: cart, points: [[0, 0], [1, 0], [1, 1]], radius: -1", "radius is -1 m", "omit it for a point"),
    (
        "curve: cart, points: [[-1, 1], [0, 0], [1, 1]], closed_curve: no, radius: 0.9",
        "its roller of 0.9 m does not fit into a hollow of its curve, of 0.5 m",
        "smaller roller",
    ),
    (f"{BALL}, mu: 0.5, static: -1", "static -1 is less than mu 0.5", "static >= mu"),
]


@pytest.mark.parametrize(("fields", "what", "remedy"), MISTAKES)
def test_mistakes_are_told_with_their_line(fields: str, what: str, remedy: str) -> None:
    with pytest.raises(sn.FileError) as caught:
        sn.loads(f"{HEAD}contacts:\n  c: {{{fields}}}")
    (problem,) = caught.value.problems
    assert "'c'" in problem.what
    assert what in problem.what
    assert remedy in problem.remedy
    assert problem.where == f"<text>:{LINE}"


def test_piles_of_rigid_contacts_are_refused() -> None:
    m = sn.loads(HEAD)
    for k in range(7):
        m.box_contact(f"crate_{k}", "cart", (0.4, 0.2), plane_point=(0, -k))
    with pytest.raises(sn.MechanismError, match=r"one of 28 rigid places of contact, and at most 24[\s\S]*compliant"):
        m.check()


@pytest.mark.parametrize(
    ("gravity", "what"), [("[0, 0]", "there is no gravity"), ("[1, 1]", "gravity is not along an axis")]
)
def test_without_gravity_the_normal_is_required(gravity: str, what: str) -> None:
    with pytest.raises(sn.FileError, match=f"has no normal, and {what}"):
        sn.loads(HEAD.replace("[0, -9.81]", gravity) + f"contacts: {{c: {{{BALL}}}}}")


def test_in_space_directions_have_three_components() -> None:
    m = sn.Mechanism("space", dimension=3, gravity=(0, 0, -9.81))
    m.sphere("ball", 0.1, (0, 0, 1), mass=1)
    m.sphere_contact("c", "ball", 0.1, normal=(0, 1))
    with pytest.raises(sn.MechanismError, match="normal has 2 components in a 3-D mechanism"):
        m.check()


def test_particles_touch_at_themselves() -> None:
    m = sn.loads(HEAD)
    m.particle("bead", (1, 1), mass=1)
    m.point_contact("c", (1, 1), "bead")
    m.check()
    m.contacts["c"].at = (1, 1.5)
    with pytest.raises(sn.MechanismError, match=r"attached to particle 'bead' at 0\.5 m"):
        m.check()


@pytest.mark.parametrize(
    ("table", "what", "remedy"),
    [
        ("{x: [0, 180, 360], y: [1, 2, 1], units: [deg, m]}", "covers 360 deg and is not periodic", "periodic: yes"),
        ("{x: [0, 90, 180], y: [1, 2, 1], units: [deg, m], periodic: yes}", "covers 180 deg", "a whole turn"),
        ("{x: [0, 90, 360], y: [0, 2, 0], units: [deg, m], periodic: yes}", "a radius of 0 m", "not lifts"),
        ("{x: [0, 90, 360], y: [1, 2, 1], units: [deg, m], periodic: yes, kind: linear}", "has corners", "cubic"),
        ("{x: [0, 1], y: [0, 1], z: [[1, 2], [3, 4]]}", "has two arguments", "over one angle"),
    ],
)
def test_what_is_wrong_with_the_table_of_a_cam_is_told(table: str, what: str, remedy: str) -> None:
    with pytest.raises(sn.FileError) as caught:
        sn.loads(f"{HEAD}tables:\n  lobe: {table}\ncontacts:\n  c: {{curve: cart, against: arm, profile: lobe}}")
    (problem,) = caught.value.problems
    assert what in problem.what
    assert remedy in problem.remedy


def test_a_curve_that_a_point_follows_is_checked_as_that_of_a_contact() -> None:
    for words, what in (("points: [B]", "has 1 points"), ("", "has no curve")):
        with pytest.raises(sn.FileError, match=what):
            sn.loads(f"{HEAD}constraints:\n  c: {{on_curve: [arm, cart], {words}}}")


def test_curves_survive_files_and_scripts() -> None:
    text = f"{HEAD}contacts:\n  c: {{curve: cart, against: arm, points: [[0, 0], [1, 0], [1, 1]], side: inside}}\n"
    m = sn.loads(text + "constraints:\n  d: {on_curve: [ground, cart], points: [[0, 0], [1, 0]], closed_curve: no}\n")
    assert sn.loads(sn.to_yaml(m)).contacts == m.contacts
    assert sn.loads(sn.to_yaml(m)).constraints == m.constraints
    assert "m.curve_contact(" in sn.to_python(m)
    assert "m.on_curve(" in sn.to_python(m)
