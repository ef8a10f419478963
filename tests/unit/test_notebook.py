"""What notebooks show is whole, harmless and asks nobody for anything."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo import notebook

HOSTILE = "<script>alert('1')</script> & \"co\""
EVIL = "<img/src=x>"
"""As a name of parts, which have no dots."""
VOID = {"meta", "br", "img", "link", "input", "hr"}


class Reader(HTMLParser):
    """Collects texts, tags and attributes, and refuses tags that are not closed in their order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(html: str) -> Reader:
    """The page, after a look at all that could reach outside or run."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    assert not set(reader.tags) & {"script", "link", "object", "embed", "img"}
    for name, value in reader.attributes:
        assert not name.startswith("on"), name
        assert name not in ("src", "href", "action") or value.startswith("#"), (name, value)
        if name == "srcdoc":
            read(value)
        elif not name.startswith("xmlns"):
            assert not re.search(r"https?:|javascript:|url\((?!#)|@import", value), (name, value)
    return reader


def pendulum(name: str = HOSTILE) -> sn.Mechanism:
    m = sn.Mechanism(name, gravity=(0, -9.81))
    m.description = HOSTILE
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar(EVIL, "A", "B", mass=1.0)
    m.revolute("A", "ground", EVIL)
    m.initial["A.angle"] = "30 deg"
    return m


@pytest.fixture(scope="module")
def shown() -> dict[str, Any]:
    m = pendulum()
    result = sn.simulate(m, 0.05, output=0.01)
    return {
        "mechanism": m,
        "planar": sn.Planar(m),
        "tree": sn.Tree(m),
        "spatial": sn.Spatial(m),
        "result": result,
        "state": result.state(),
        "quality": result.quality(),
        "batch": sn.simulate(m, 0.02, initial={"A.angle": [0.1, 0.2]}),
        "inverse": sn.inverse_dynamics(pendulum(), {"A.angle": "pi / 6 + t"}, np.linspace(0, 0.1, 6), actuators=["A"]),
        "diagnosis": sn.doctor(m),
        "mobility": sn.mobility(m),
        "assembly": sn.assemble(m),
        "explanation": sn.explain(m),
        "comparison": sn.compare(m, 0.02, formulations=["planar"], methods=["projection"], progress=False),
    }


WHAT = {
    "mechanism": ["bar", EVIL, "points", "30 deg"],
    "planar": ["coordinates", f"{EVIL}.x", "A.x", "rad/s"],
    "tree": ["A.angle"],
    "spatial": ["constraint rows"],
    "result": ["6 rows", "DOP853"],
    "state": ["0.05"],
    "quality": ["energy balance"],
    "batch": ["batch of 2 runs"],
    "inverse": ["inverse dynamics", "A.torque"],
    "diagnosis": ["1 degree of freedom", "motion 1"],
    "mobility": ["1 degree of freedom"],
    "assembly": ["gap"],
    "explanation": [],
    "comparison": ["CPU [ms]", "Projection"],
}


@pytest.mark.parametrize("name", WHAT)
def test_it_is_whole_and_harmless(shown: dict[str, Any], name: str) -> None:
    html = shown[name]._repr_html_()
    text = "\n".join(read(html).texts)
    for word in WHAT[name]:
        assert word in text
    if name not in ("explanation", "quality", "mobility", "assembly"):
        assert HOSTILE in text or repr(HOSTILE) in text


def test_an_explanation_is_a_page_in_a_frame_that_runs_nothing(shown: dict[str, Any]) -> None:
    reader = read(shown["explanation"]._repr_html_())
    assert reader.tags == ["iframe"]
    attributes = dict(reader.attributes)
    assert attributes["sandbox"] == ""
    assert attributes["srcdoc"] == shown["explanation"].html()


@pytest.mark.parametrize("name", ["mechanism", "result", "batch", "diagnosis", "mobility", "assembly", "explanation"])
def test_repr_is_what_print_shows(shown: dict[str, Any], name: str) -> None:
    assert repr(shown[name]) == str(shown[name])


def test_a_formulation_tells_its_size_and_names(shown: dict[str, Any]) -> None:
    lines = repr(shown["planar"]).split("\n")
    assert lines[0].endswith(": 3 coordinates, 3 velocities, 2 constraint rows")
    assert lines[-1] == "  constraint rows: A.x [m], A.y [m]"
    assert repr(shown["tree"]).split("\n")[0].endswith(": 1 coordinate, 1 velocity, 0 constraint rows")


def test_cut_joints_are_told() -> None:
    m = sn.loads(
        "points: {A: [0, 0], B: [0, 1], C: [1, 1], D: [1, 0]}\n"
        "bodies: {a: {bar: [A, B], mass: 1}, b: {bar: [B, C], mass: 1}, c: {bar: [C, D], mass: 1}}\n"
        "joints: {A: {revolute: [ground, a]}, B: {revolute: [a, b]}, C: {revolute: [b, c]},\n"
        "  D: {revolute: [ground, c]}}\n"
    )
    tree = sn.Tree(m)
    assert repr(tree).endswith(f"loops cut at: {', '.join(tree.cut_joints)}")


def test_long_tables_are_short() -> None:
    m = sn.Mechanism("many")
    for k in range(1000):
        m.point(f"P{k}", k, 0)
    html = m._repr_html_()
    assert f"… and {1000 - notebook.MOST_ROWS} more" in html
    assert len(html) < 20_000


def test_the_lines_of_a_letter_belong_together() -> None:
    html = notebook.letter("title\nfirst\n  inner\n  another\nlast\n  end")
    assert re.sub(r' style="[^"]*"', "", html) == (
        "<div><strong>title</strong><div>first</div><ul><li>inner</li><li>another</li></ul><div>last</div>"
        "<ul><li>end</li></ul></div>"
    )
