"""Files that include files."""

import pytest

from snodo.errors import FileError
from snodo.formats import load, loads

WHEEL = "bodies: {%s: {disc: 0.1, mass: 1}}\n"


def test_included_parts_come_first_and_settings_of_the_outer_file_win(tmp_path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.yaml").write_text("include: b.yaml\ngravity: [0, -1]\nrun: {duration: 3}\n" + WHEEL % "a")
    (tmp_path / "sub" / "b.yaml").write_text("mechanism: b\n" + WHEEL % "b")
    (tmp_path / "main.yaml").write_text("include: [sub/a.yaml, sub/b.yaml]\ngravity: [0, -2]\n" + WHEEL % "c")
    m = load(tmp_path / "main.yaml")
    assert list(m.bodies) == ["b", "a", "c"]
    assert m.gravity == (0.0, -2.0)
    assert m.run.duration == 3.0
    assert m.name == "b"
    assert m.bodies["b"].where == f"{tmp_path / 'sub' / 'b.yaml'}:2"


def check(tmp_path, *fragments: str) -> None:
    with pytest.raises(FileError) as caught:
        load(tmp_path / "main.yaml")
    for fragment in fragments:
        assert fragment in str(caught.value)


def test_a_name_in_two_files_is_an_error(tmp_path) -> None:
    (tmp_path / "a.yaml").write_text("\n" + WHEEL % "w")
    (tmp_path / "main.yaml").write_text("include: a.yaml\n" + WHEEL % "w")
    check(tmp_path, "main.yaml:2: disc 'w': the name is taken by disc 'w'", "a.yaml:2")


def test_a_circle_is_shown(tmp_path) -> None:
    (tmp_path / "a.yaml").write_text("include: b.yaml\n")
    (tmp_path / "b.yaml").write_text("include: main.yaml\n")
    (tmp_path / "main.yaml").write_text("include: a.yaml\n" + WHEEL % "w")
    check(
        tmp_path,
        "b.yaml:1: include: the files include one another in a circle: main.yaml → a.yaml → b.yaml → main.yaml",
    )


def test_a_file_that_includes_itself(tmp_path) -> None:
    (tmp_path / "main.yaml").write_text("include: main.yaml\n" + WHEEL % "w")
    check(tmp_path, "main.yaml:1", "in a circle: main.yaml → main.yaml")


def test_a_missing_file_is_a_problem_of_the_line_that_includes_it(tmp_path) -> None:
    (tmp_path / "main.yaml").write_text("mechanism: x\ninclude: [mian.yaml, 3]\nbodies: {w: {disk: 1}}\n")
    check(
        tmp_path,
        "main.yaml:2: include:",
        "there is no such file",
        "did you mean 'main.yaml'?",
        "3 is not the name",
        "'disk'",
    )


def test_mistakes_in_an_included_file_have_its_name(tmp_path) -> None:
    (tmp_path / "a.yaml").write_text("bodies:\n  w: {disk: 1}\n")
    (tmp_path / "main.yaml").write_text("include: a.yaml\n" + WHEEL % "v")
    check(tmp_path, "a.yaml:2: body 'w'", "did you mean 'disc'?")
    (tmp_path / "a.yaml").write_text("bodies: [\n")
    check(tmp_path, "a.yaml:2: column 1:")


def test_other_dimension(tmp_path) -> None:
    (tmp_path / "a.yaml").write_text("dimension: 3\n" + WHEEL % "w")
    (tmp_path / "main.yaml").write_text("dimension: 2\ninclude: a.yaml\n")
    check(tmp_path, "a.yaml:1: this file has dimension 3, the file that includes it 2")


def test_too_deep(tmp_path) -> None:
    for k in range(20):
        (tmp_path / f"f{k}.yaml").write_text(f"include: f{k + 1}.yaml\n")
    (tmp_path / "main.yaml").write_text("include: f0.yaml\n")
    check(tmp_path, "more than 16 deep")


def test_a_text_has_no_folder(tmp_path) -> None:
    with pytest.raises(FileError, match="text has no folder in which to find files"):
        loads("include: a.yaml\n" + WHEEL % "w")
    (tmp_path / "a.yaml").write_text(WHEEL % "v")
    assert list(loads("include: a.yaml\n" + WHEEL % "w", folder=tmp_path).bodies) == ["v", "w"]
