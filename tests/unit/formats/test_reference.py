"""The examples of the reference of the file format are read, and what it says about joints is so."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import snodo as sn
from snodo.formats import loads
from snodo.formats.published.introductions import FUNCTION_EXAMPLES
from snodo.formats.published.part_examples import EXAMPLES, FREEDOMS, NOTES
from snodo.formats.published.reference import reference
from snodo.formats.yaml.document import read_document
from snodo.formats.yaml.time_functions import FUNCTION_WORDS
from snodo.formats.yaml.words import ALL_SECTIONS, SECTIONS

STAGE = """
gravity: [0, -9.81]
points: {A: [0, 0], B: [0.1, 0], C: [0.3, 0.1], D: [0, 0.3]}
bodies:
  crank: {bar: [A, B], mass: 1}
  block: {box: [0.1, 0.1, 0.1], at: C, mass: 1}
  wheel: {disc: 50 mm, at: D, mass: 1}
joints:
  A: {revolute: [ground, crank]}
  D: {revolute: [ground, wheel]}
  slide: {prismatic: [ground, block], axis: x, at: C}
"""
KINDS = [(section, kind) for section, kinds in EXAMPLES.items() for kind in kinds]
PAGES = reference()


def parsed(text: str) -> dict[str, Any]:
    data: dict[str, Any] = read_document(text, "example").root.plain()
    return data


def in_space(data: dict[str, Any]) -> dict[str, Any]:
    """The stage with a third coordinate, and an axis in every joint that needs one."""
    data["dimension"], data["gravity"] = 3, [0, 0, -9.81]
    data["points"] = {name: [*place, 0] for name, place in data["points"].items()}
    for joint in data["joints"].values():
        if not {"prismatic"} & set(joint):
            joint["axis"] = "z"
    return data


def stage(section: str, kind: str) -> dict[str, Any]:
    """A mechanism to which the example of a part is added."""
    data = parsed(STAGE)
    if getattr(SECTIONS[section].get(kind), "needs_space", False):
        data = in_space(data)
    return data


def with_example(section: str, kind: str, data: dict[str, Any]) -> sn.Mechanism:
    part = parsed(EXAMPLES[section][kind])
    if kind in ("rolling", "knife_edge"):  # the joints of the stage would hold the body
        data["joints"] = {}
    data.setdefault(section, {}).update(part)
    return loads(json.dumps(data))


@pytest.mark.parametrize(("section", "kind"), KINDS, ids=lambda word: word or "-")
def test_examples_are_read(section: str, kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if kind == "mesh":
        trimesh = pytest.importorskip("trimesh")
        trimesh.creation.box((20, 20, 100)).export(tmp_path / "link.stl")
        monkeypatch.chdir(tmp_path)
    m = with_example(section, kind, stage(section, kind))
    name = next(iter(parsed(EXAMPLES[section][kind])))
    assert name in getattr(m, section)
    assert not kind or getattr(m, section)[name].kind == kind


@pytest.mark.parametrize("kind", [kind for kind in FREEDOMS if kind != "selection"])
def test_joints_leave_as_many_motions_as_the_table_says(kind: str) -> None:
    plane, space = FREEDOMS[kind]
    for freedoms, dimension in ((plane, 2), (space, 3)):
        if freedoms == "–":
            assert SECTIONS["joints"][kind].needs_space  # type: ignore[attr-defined]
            continue
        data = parsed(STAGE)
        data = in_space(data) if dimension == 3 else data
        data["joints"] = parsed(EXAMPLES["joints"][kind])
        (joint,) = data["joints"].values()
        if dimension == 3 and kind in ("revolute", "planar", "oldham"):
            joint["axis"] = "z"
        bodies = 3 * (3 if dimension == 2 else 6)
        free = sn.mobility(loads(json.dumps(data))).degrees_of_freedom
        assert free - (bodies - (3 if dimension == 2 else 6)) == int(freedoms)


@pytest.mark.parametrize("word", FUNCTION_WORDS)
def test_examples_of_functions_are_read(word: str) -> None:
    key, value = next(iter(parsed(FUNCTION_EXAMPLES[word]).items()))
    data = parsed(STAGE)
    if key == "force":
        data["forces"] = {"push": {"joint_force": value, "joint": "slide"}}
    else:
        data["drivers"] = {"motor": {"joint": "slide" if key == "displacement" else "A", key: value}}
    loads(json.dumps(data))


def test_every_kind_has_an_example_and_a_heading() -> None:
    for section, kinds in SECTIONS.items():
        page = PAGES["bodies.md" if section == "frames" else f"{section}.md"]
        for kind in kinds:
            assert EXAMPLES[section][kind]
            assert not kind or f"\n### {kind}\n" in page
    assert {(section, kind) for section, kind in NOTES} <= set(KINDS)


def test_the_overview_names_every_section_and_its_file_is_read() -> None:
    overview = PAGES["index.md"]
    listed = overview.split("| section |")[1].split("\n\n")[0]
    assert [word for word in ALL_SECTIONS if f"`{word}`" not in listed] == []
    loads(overview.split("```yaml\n")[1].split("```")[0])


def test_links_inside_a_page_lead_to_headings() -> None:
    for name, page in PAGES.items():
        for target, anchor in re.findall(r"\]\(([\w./]*)#([\w-]+)\)", page):
            if target in ("", *PAGES):
                heads = re.findall(r"^#+ (.*)$", PAGES[target or name], re.M)
                assert anchor in {head.lower().replace(" ", "-").replace("'", "").replace(",", "") for head in heads}


def test_paragraphs_are_short() -> None:
    for page in PAGES.values():
        text = re.sub(r"^```.*?^```", "", page, flags=re.M | re.S)
        for paragraph in text.split("\n\n"):
            assert paragraph.startswith("|") or "\n|" in paragraph or len(paragraph) < 480
