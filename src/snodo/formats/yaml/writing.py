"""Writing YAML: one line per part, numbers in SI units, no default values."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from snodo.errors import FileError, Problem
from snodo.formats.files import check_ending
from snodo.formats.yaml.document import scalar
from snodo.formats.yaml.mesh_names import name_meshes_from
from snodo.formats.yaml.part_data import mechanism_data
from snodo.formats.yaml.parts_section import name_files_from
from snodo.mechanism.mechanism import Mechanism
from snodo.whole_files import write_whole

_PLAIN = re.compile(r"[\w.][\w.^/-]*( [\w.][\w.^/-]*)*")
_LINE = 100


def to_yaml(mechanism: Mechanism) -> str:
    """Write the mechanism as the text of a file.

    Parameters
    ----------
    mechanism : Mechanism
        The mechanism to write.

    Returns
    -------
    str
        Text that `loads` reads back to an equal mechanism.

    Raises
    ------
    MechanismError
        If the description is wrong, or contains a Python function that is not a formula.

    Examples
    --------
    >>> print(sn.to_yaml(pendulum).splitlines()[0])
    mechanism: pendulum
    """
    mechanism.check()
    return _yaml(mechanism_data(mechanism))


def _yaml(data: dict[str, Any]) -> str:
    lines = [line for word, value in data.items() for line in _section(word, value)]
    text = "\n".join(lines) + "\n"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        bad = text[error.start]
        raise FileError(Problem(f"the character {bad!r} in a name or text cannot be written", "rename it")) from None
    return text


def save(mechanism: Mechanism, path: str | Path) -> None:
    """Write the mechanism to a file, which is replaced completely or not at all.

    Parameters
    ----------
    mechanism : Mechanism
        The mechanism to write.
    path : str or path
        A .yaml, .yml or .json file.

    Raises
    ------
    MechanismError
        If the description is wrong, or contains a Python function that is not a formula.
    FileError
        If the file cannot be written.

    Examples
    --------
    >>> sn.save(pendulum, "copy.yaml")
    """
    path = Path(path)
    check_ending(path)
    mechanism.check()
    data = mechanism_data(mechanism, flat=False)
    name_meshes_from(data, path.parent)
    name_files_from(data, path.parent)
    text = _json(data) if path.suffix.lower() == ".json" else _yaml(data)
    write_whole(path, text)


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=2, ensure_ascii=True) + "\n"


# ---------------------------------------------------------------- text
def _section(word: str, value: Any) -> list[str]:
    """A section on one line if it is short and simple, otherwise one line per entry."""
    line = f"{word}: {flow(value)}"
    simple = not isinstance(value, dict) or not any(isinstance(v, dict) for v in value.values())
    if simple and (len(line) <= _LINE or not isinstance(value, dict)):
        return [line]
    width = min(max(len(quoted(name)) for name in value) + 1, 24)
    return [f"{word}:", *(f"  {quoted(name) + ':':<{width}} {flow(entry)}" for name, entry in value.items())]


def flow(value: Any) -> str:
    """Plain data on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)}: {flow(v)}" for key, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(v) for v in value) + "]"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return quoted(value) if isinstance(value, str) else number(value)


def number(value: Any) -> str:
    """The shortest text that reads back to the same number."""
    value = float(value)
    if value.is_integer() and abs(value) < 1e15 and str(value) != "-0.0":
        return str(int(value))
    text = repr(value)
    return text if "." in text else text.replace("e", ".0e")


def quoted(text: str) -> str:
    """Text without quotes if it reads back as the same text, otherwise in double quotes."""
    if _PLAIN.fullmatch(text) and text.isprintable() and isinstance(scalar(text), str):
        return text
    return '"' + "".join(_escaped(c) for c in text) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character == " " or character.isprintable():
        return character
    code = ord(character)
    if character == "\n":
        return "\\n"
    if 0xD800 <= code <= 0xDFFF:
        return character
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
