"""Files made to hurt, and files that are no text at all."""

import contextlib
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snodo.errors import FileError
from snodo.formats import load, loads


def message(text: str) -> str:
    with pytest.raises(FileError) as caught:
        loads(text, "f.yaml")
    return str(caught.value)


def test_an_alias_bomb_is_refused_before_it_explodes() -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    bomb += "".join(f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 10)}]\n" for k in range(1, 30))
    assert "the limit is 1000000" in message(bomb)


@pytest.mark.parametrize("bracket", ["[", "{a: ", "- ", "a:\n"])
def test_very_deep_nesting_is_refused(bracket: str) -> None:
    text = bracket * 100_000 if bracket != "a:\n" else "\n".join(" " * k + "a:" for k in range(2000))
    assert "more than 30 deep" in message(text)


def test_anchors_work() -> None:
    m = loads("bodies:\n  a: &wheel {disc: 0.1, mass: 2 kg}\n  b: *wheel\n")
    assert m.bodies["a"].mass == m.bodies["b"].mass == 2.0
    assert m.bodies["b"].where == "<text>:3"


def test_words_and_numbers_are_those_of_yaml_1_2() -> None:
    m = loads("points: {on: [1e-3, +2], no: [.5, 010]}\nbodies: {yes: {bar: [on, no], mass: 1}}\nmechanism: off")
    assert m.points == {"on": (0.001, 2.0), "no": (0.5, 10.0)}
    assert m.name == "off"


def test_bytes_that_are_not_utf_8(tmp_path) -> None:
    path = tmp_path / "m.yaml"
    path.write_bytes("mechanism: x\n# Länge\n".encode("latin-1"))
    with pytest.raises(FileError, match=r"m\.yaml:2: byte 0xe4 is not UTF-8"):
        load(path)


def test_binary_garbage(tmp_path) -> None:
    path = tmp_path / "m.yaml"
    path.write_bytes(b"PK\x03\x04\x00\x00\n\x00")
    with pytest.raises(FileError, match=r"m\.yaml:1: the character U\+0003 does not belong"):
        load(path)


def test_a_byte_order_mark_is_allowed(tmp_path) -> None:
    path = tmp_path / "m.yaml"
    path.write_bytes(b"\xef\xbb\xbfbodies: {b: {disc: 1, mass: 1}}\r\n")
    assert list(load(path).bodies) == ["b"]


def test_a_file_that_is_too_large_is_not_read(tmp_path) -> None:
    path = tmp_path / "m.yaml"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    with pytest.raises(FileError, match=r"the file has 50\.0 MB; the limit is 25 MB"):
        load(path)


def test_what_is_not_a_file(tmp_path) -> None:
    (tmp_path / "four_bar.yaml").write_text("bodies: {b: {disc: 1, mass: 1}}")
    with pytest.raises(FileError, match="this is a folder"):
        load(tmp_path)
    with pytest.raises(FileError, match=r"no such file\n.*did you mean 'four_bar.yaml'"):
        load(tmp_path / "fourbar.yaml")
    with pytest.raises(FileError, match="no folder"):
        load(tmp_path / "nowhere" / "fourbar.yaml")
    with pytest.raises(FileError, match="cannot be read"):
        load("a\0b.yaml")
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(FileError, match="not an ordinary file"):
        load(tmp_path / "pipe.yaml")


@pytest.mark.parametrize(
    ("name", "words"),
    [("m.sdf", "not supported yet"), ("m.txt", "'.txt' is not a mechanism"), ("m", "supported: .yaml")],
)
def test_other_endings_are_refused_by_name(tmp_path, name: str, words: str) -> None:
    with pytest.raises(FileError, match=words):
        load(tmp_path / name)


def test_loads_wants_text() -> None:
    with pytest.raises(FileError, match="use load to read a file"):
        loads(b"bodies: {}")  # type: ignore[arg-type]


JUNK = ["", "A", "x", "30 deg", "5 kg", ".nan", "1e400", "t", "sin(", "ground", "crank", "0", "-1", "true", "[]", "{}"]
JUNK += ["[A]", "[A, A]", "[1, 2, 3]", "[0, 0]", "{crank: [1, 2]}", "{nobody: [1, 2]}", "{ramp: []}", "[t, t]", "tip"]


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_junk_in_any_place_gives_a_mechanism_or_a_file_error(every_kind: str, data) -> None:
    lines = every_kind.splitlines()
    k = data.draw(st.integers(0, len(lines) - 1))
    words = lines[k].replace("[", " [ ").replace(",", " , ").split(" ")
    words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(JUNK))
    lines[k] = " ".join(words)
    with contextlib.suppress(FileError):
        loads("\n".join(lines))


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from("ab:- \n\t[]{}'\"&*!#%@|>,?0.\\é")))
def test_random_text_gives_a_file_error(text: str) -> None:
    with pytest.raises(FileError):
        loads(text)
