"""Wrong and hostile URDFs: every mistake with its line, all at once, and nothing explodes."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import snodo as sn
from snodo.formats.urdf.reading import read_urdf

GOOD = """<robot name="r">
<link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
<link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>
</robot>"""


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new, 1)


MISTAKES = [
    (changed('<link name="a">', "<link>"), 2, "<link> has no name"),
    (changed('<link name="b">', '<link name="a">'), 3, "link 'a' is defined twice"),
    (changed('<parent link="a"/>', ""), 4, "joint 'j' has no <parent>"),
    (changed('<child link="b"/>', "<child/>"), 4, "<child> has no link"),
    (changed('<parent link="a"/>', '<parent link="aa"/>'), 4, "refers to link 'aa', which does not exist"),
    (changed('<child link="b"/>', '<child link="a"/>'), 4, "joins 'a' to itself"),
    (changed('type="revolute"', 'type="revolut"'), 4, "joint 'j' is of unknown type 'revolut'"),
    (changed('type="revolute"', ""), 4, "joint 'j' has no type"),
    (changed('xyz="0 0 1"', 'xyz="0 0 0"'), 4, "joint 'j': its axis is zero"),
    (changed('xyz="0 0 1"', 'xyz="0 0"'), 4, "<axis> xyz has 2 numbers"),
    (changed('xyz="0 0 1"', 'xyz="0 0 nan"'), 4, "'nan' is not a number"),
    (changed('xyz="0 0 1"', 'xyz="0 0 1,5"'), 4, "'1,5' is not a number"),
    (changed('xyz="0 0 1"', 'xyz="0 0 1e400"'), 4, "'1e400' is not a number"),
    (changed('xyz="0 0 1"', 'xyz="0 0 ${r}"'), 4, "'${r}' is not a number"),
    (changed('mass value="1"', 'mass value="-1"'), 2, "link 'a': the mass is -1 kg"),
    (changed('mass value="1"', "mass"), 2, "<mass> has no value"),
    (changed('<mass value="1"/>', ""), 2, "link 'a': <inertial> has no <mass>"),
    (changed('<inertia ixx="1" iyy="1" izz="1"/>', ""), 2, "link 'a': <inertial> has no <inertia>"),
    (changed('izz="1"', ""), 2, "<inertia> has no izz"),
    (changed('ixx="1"', 'ixx="-1"'), 2, "link 'a': a principal moment of inertia is negative"),
    (changed("<inertial>", "<inertail>").replace("</inertial>", "</inertail>", 1), 2, "<inertail> is not known"),
    (changed("<axis", '<mimic joint="k"/><axis'), 4, "joint 'j' mimics 'k', which does not exist"),
    (changed("<axis", '<mimic joint="j"/><axis'), 4, "joint 'j' mimics itself"),
    (changed("<axis", '<axis xyz="1 0 0"/><axis'), 4, "joint 'j' has a second <axis>"),
    (changed("</robot>", '<joint name="j" type="fixed"/></robot>'), 5, "joint 'j' is defined twice"),
    (changed("</robot>", '<link name="c"/>\n</robot>'), 5, "has 2 links that no joint carries: 'a', 'c'"),
    (changed("</robot>", '<link name="c"/>\n<joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint>'
        '\n<joint name="l" type="fixed"><parent link="a"/><child link="c"/></joint></robot>'), 7,
        "link 'c' is carried by two joints, 'k' (line 6) and 'l'"),
    (changed("</robot>", '<link name="c"/><link name="d"/>\n'
        '<joint name="k" type="fixed"><parent link="c"/><child link="d"/></joint>\n'
        '<joint name="l" type="fixed"><parent link="d"/><child link="c"/></joint></robot>'), 7,
        "links carry one another in a circle: c → d → c"),
    (changed("<robot", "<sdf").replace("</robot", "</sdf"), 1, "it begins with <sdf>"),
    ("<robot/>", 1, "has no links"),
    (changed("</robot>", ""), 5, "this is not XML"),
    (changed("</link>", "</lnk>"), 2, "mismatched tag"),
    ("", 1, "this is not XML"),
    ("bodies: {}", 1, "this is not XML"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "what"), MISTAKES, ids=[what[:30] for _, _, what in MISTAKES])
def test_a_mistake_has_its_line(text: str, line: int, what: str) -> None:
    with pytest.raises(sn.FileError) as caught:
        read_urdf(text, "r.urdf")
    shown = [p for p in caught.value.problems if what in p.what]
    assert shown, str(caught.value)
    assert shown[0].where == f"r.urdf:{line}"


def test_little_else_is_told() -> None:
    for text, _, what in MISTAKES:
        with pytest.raises(sn.FileError) as caught:
            read_urdf(text)
        assert len(caught.value.problems) <= 3, (what, str(caught.value))


def test_all_mistakes_come_at_once() -> None:
    text = (
        changed('mass value="1"', 'mass value="x"')
        .replace('xyz="0 0 1"', 'xyz="0 0 0"')
        .replace('link="a"', 'link="q"')
    )
    with pytest.raises(sn.FileError) as caught:
        read_urdf(text, "r.urdf")
    assert [p.where for p in caught.value.problems] == ["r.urdf:2", "r.urdf:4", "r.urdf:4"]


def test_very_many_mistakes_stop_the_reading() -> None:
    with pytest.raises(sn.FileError) as caught:
        read_urdf("<robot>" + "<link/>" * 5000 + "</robot>")
    assert len(caught.value.problems) < 110


def test_extensions_of_other_programs_are_passed_over() -> None:
    m = read_urdf(changed("</robot>", "<gazebo><plugin/></gazebo><ros2_control/></robot>"))
    assert list(m.bodies) == ["a", "b"]


BOMB = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (BOMB + GOOD.replace('name="r"', 'name="&b;"'), "document type"),
        ('<!DOCTYPE r SYSTEM "http://example.com/x.dtd">' + GOOD, "document type"),
        ('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + GOOD, "document type"),
        (changed('name="r"', 'name="&x;"'), "undefined entity"),
        (changed("</robot>", '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="x"/></robot>'), "inclusion"),
        (changed("</robot>", '<xacro:macro name="m"/></robot>'), "xacro file"),
        ("<robot>" + "<a>" * 100_000, "elements are nested more than"),
        ("<robot>" + "<a/>" * 600_000 + "</robot>", "more than 500000 elements"),
        ("<robot>" + " " * 25_000_001 + "</robot>", "the limit is 25 MB"),
        (GOOD.replace('name="r"', 'name="\0"'), "this is not XML"),
        (changed('name="a"', f'name="{"a" * 100_000}"'), "does not exist"),
    ],
    ids=["bomb", "outside dtd", "outside file", "entity", "xinclude", "xacro", "tower", "many", "large", "nul", "name"],
)
def test_hostile_xml_is_refused(text: str, what: str) -> None:
    with pytest.raises(sn.FileError, match=what) as caught:
        read_urdf(text, "r.urdf")
    assert len(str(caught.value)) < 2000


def test_a_chain_of_many_links_and_a_circle_of_many() -> None:
    n = 3000
    links = "".join(f'<link name="l{k}"/>' for k in range(n))
    joints = [
        f'<joint name="j{k}" type="fixed"><parent link="l{k}"/><child link="l{(k + 1) % n}"/></joint>' for k in range(n)
    ]
    heavy = '<link name="end"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>'
    heavy += f'<joint name="e" type="revolute"><parent link="l{n - 1}"/><child link="end"/></joint>'
    m = read_urdf(f"<robot>{links}{heavy}{''.join(joints[:-1])}</robot>")
    assert len(m.frames) == n
    with pytest.raises(sn.FileError, match="circle"):
        read_urdf(f"<robot>{links}{''.join(joints)}</robot>")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_junk_in_any_place_gives_a_mechanism_or_an_error(data: st.DataObject) -> None:
    words = GOOD.replace("<", " <").replace('"', ' " ').split(" ")
    k = data.draw(st.integers(0, len(words) - 1))
    words[k] = data.draw(
        st.sampled_from(["", "1e29", "-1", "0", "nan", "<a>", "</a>", "&", "a", "b", "fixed", "planar", "é"])
    )
    text = " ".join(words).replace(' " ', '"').replace(' "', '"')
    with contextlib.suppress(sn.MechanismError):
        read_urdf(text).geometry()
