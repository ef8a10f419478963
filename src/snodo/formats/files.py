"""Reading files: which files may be read, and the files that a file includes."""

from __future__ import annotations

import difflib
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from snodo.errors import FileError, MechanismError, Problem, suggestion
from snodo.formats.yaml.document import MAXIMUM_BYTES, Document, Node, decode, read_document, too_large
from snodo.formats.yaml.mesh_names import place_meshes
from snodo.formats.yaml.parts_section import used_files
from snodo.formats.yaml.reading import read_mechanism
from snodo.mechanism.input_types import Quantity, Vector
from snodo.mechanism.mechanism import Mechanism
from snodo.spelling import spelled

MAXIMUM_INCLUDES = 16
SUPPORTED = (".yaml", ".yml", ".json")
ROBOTS = (".urdf",)
_LATER = (".mjcf", ".xml", ".sdf")


@spelled
def load(
    path: str | Path,
    *,
    base: str | None = None,
    gravity: Vector | None = None,
    inertia: str | None = None,
    mimic: str | None = None,
    **parameters: Quantity,
) -> Mechanism:
    """Read a mechanism from a file.

    Parameters
    ----------
    path : str or path
        A .yaml, .yml, .json or .urdf file.
    base : {"fixed", "free"}, optional
        Of a URDF: how its root is held; by default fixed.
    gravity : sequence of quantities, optional
        Of a URDF: gravity [m/s²]; by default (0, 0, −9.81).
    inertia : {"keep"}, optional
        Of a URDF: "keep" accepts its mass properties as they are, even impossible ones.
    mimic : {"ignore"}, optional
        Of a URDF: "ignore" lets joints that mimic others move freely.
    **parameters : quantity
        Other values of parameters of the file: numbers in SI units, or texts with units or formulas.

    Returns
    -------
    Mechanism
        The mechanism.

    Raises
    ------
    FileError
        If there are mistakes; the message lists all of them, each with its line.

    Examples
    --------
    >>> m = sn.load("four_bar.yaml")
    """
    given: dict[str, Any] = {"base": base, "gravity": gravity, "inertia": inertia, "mimic": mimic}
    return load_with(Path(path), {word: value for word, value in given.items() if value is not None}, parameters)


def load_with(path: Path, given: dict[str, Any], parameters: Mapping[str, Any], line: str = "") -> Mechanism:
    """Read a mechanism with settings of a URDF and values of parameters, which were given at this line."""
    parameters = dict(parameters)
    if path.suffix.lower() in ROBOTS:
        from snodo.formats.urdf.reading import read_urdf

        if parameters:
            what = f"{' and '.join(f'{word}=' for word in parameters)}: a URDF has no parameters"
            near = suggestion(next(iter(parameters)), ("base", "gravity", "inertia", "mimic"))
            remedy = f"{near}, or write a .yaml file with urdf: … and parameters: …"
            raise FileError(Problem(what, remedy, str(path)))
        return read_urdf(read_text(path, ROBOTS), str(path), **given)
    documents = _Inclusion().gather(path, [])
    known = {name for document in documents for name in _names_in(document, "parameters")}
    parameters |= {word: given.pop(word) for word in list(given) if word in known}
    if given:
        what = f"{' and '.join(f'{word}=' for word in given)} can be given only with a URDF"
        raise FileError(Problem(what, "write it in the file: base: …, gravity: …", str(path)))
    found = _from(path.parent, _read(documents, parameters, line))
    found.source = os.path.abspath(path)
    return found


def _names_in(document: Document, section: str) -> set[str]:
    """The names in a section of a file."""
    root = document.root.value
    node = root.get(section) if isinstance(root, dict) else None
    return set(node.value) if node is not None and isinstance(node.value, dict) else set()


def _read(documents: list[Document], values: Mapping[str, Any], line: str = "") -> Mechanism:
    try:
        return read_mechanism(documents, values, line)
    except FileError:
        raise
    except MechanismError as error:
        raise FileError(error.problems) from None


@spelled
def loads(text: str, name: str = "<text>", folder: str | Path | None = None, **parameters: Quantity) -> Mechanism:
    """Read a mechanism from text.

    Parameters
    ----------
    text : str
        The contents of a .yaml file.
    name : str, optional
        Name of the file in messages.
    folder : str or path, optional
        Folder of the files that it includes.
    **parameters : quantity
        Other values of its parameters: numbers in SI units, or texts with units or formulas.

    Returns
    -------
    Mechanism
        The mechanism.

    Raises
    ------
    FileError
        If there are mistakes; the message lists all of them, each with its line.

    Examples
    --------
    >>> m = sn.loads("mechanism: ball\\nbodies: {ball: {particle: [0, 1], mass: 2 kg}}")
    >>> m.bodies["ball"].mass
    2.0
    """
    if not isinstance(text, str):
        raise FileError(f"expected text, got {type(text).__name__}; use load to read a file")
    place = None if folder is None else Path(folder)
    return _from(place, _read(_Inclusion().follow(read_document(text, name), place, []), parameters))


def _from(folder: Path | None, mechanism: Mechanism) -> Mechanism:
    """A mechanism that knows where its meshes may be."""
    if folder is not None:
        mechanism.folders.insert(0, os.path.abspath(folder))
    return mechanism


def read_text(path: Path, endings: tuple[str, ...] = SUPPORTED) -> str:
    """The text of a file, if it exists, is an ordinary file, is not too large and is UTF-8."""
    check_ending(path, endings)
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise FileError(Problem("this is a folder, not a file", _nearby(path / "x"), str(path)))
        if not stat.S_ISREG(status.st_mode):
            raise FileError(Problem("this is not an ordinary file", f"give a {endings[0]} file", str(path)))
        if status.st_size > MAXIMUM_BYTES:
            raise FileError(too_large(status.st_size, str(path)))
        return decode(path.read_bytes(), str(path))
    except FileNotFoundError:
        raise FileError(Problem("there is no such file", _nearby(path), str(path))) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FileError(Problem(f"the file cannot be read: {reason}", "", repr(str(path)))) from None


def check_ending(path: Path, endings: tuple[str, ...] = SUPPORTED) -> None:
    """Refuse a file of another kind; the message lists the supported kinds."""
    ending = path.suffix.lower()
    if ending in endings or path.is_dir():
        return
    what = f"a file ending in {ending!r} is not a mechanism"
    if ending in _LATER:
        what = f"files ending in {ending!r} are not supported yet"
    if ending in ROBOTS:
        what = "a URDF can be read with load or a line urdf: robot.urdf, but neither included nor written"
    raise FileError(Problem(what, f"supported: {', '.join(endings)}", str(path)))


def _nearby(path: Path) -> str:
    try:
        there = sorted(p.name for p in path.parent.iterdir() if p.suffix.lower() in (*SUPPORTED, *ROBOTS))
    except OSError:
        return f"there is no folder {str(path.parent)!r} either"
    near = difflib.get_close_matches(path.name, there, n=3)
    if near:
        return "did you mean " + " or ".join(repr(n) for n in near) + "?"
    return f"in that folder: {', '.join(there[:8])}" if there else "in that folder there is no .yaml file"


class _Inclusion:
    """Collects a file and those it includes, each once, the included ones first."""

    def __init__(self) -> None:
        self.seen: set[Path] = set()
        self.parts: dict[Path, Mechanism | None] = {}

    def gather(self, path: Path, chain: list[Path]) -> list[Document]:
        text = read_text(path)
        self.seen.add(path.resolve())
        return self.follow(read_document(text, str(path)), path.parent, [*chain, path])

    def follow(self, document: Document, folder: Path | None, chain: list[Path]) -> list[Document]:
        """The documents that `document` includes, and itself."""
        node = document.root.value.get("include") if isinstance(document.root.value, dict) else None
        self.robot(document, folder)
        self.used(document, folder, chain)
        if folder is not None:
            place_meshes(document.root, folder)
        found: list[Document] = []
        listed: set[Path] = set()
        for item in _items(node):
            what, remedy = _refusal(item, folder, chain)
            if what:
                document.problems.append(Problem(f"include: {what}", remedy, document.at(item.line)))
                continue
            path = Path(folder or ".") / item.value
            if path.resolve() in listed:
                what = f"include: {item.value} is included twice"
                remedy = "omit one; to use it several times, give each use its own name in parts"
                document.problems.append(Problem(what, remedy, document.at(item.line)))
                continue
            listed.add(path.resolve())
            if path.resolve() not in self.seen:
                found += self.included(document, path, item.line, chain)
        return [*found, document]

    def used(self, document: Document, folder: Path | None, chain: list[Path]) -> None:
        """Read the files of the section parts, each once; what is wrong in one is a problem of that file."""
        for prefix, item in used_files(document.root):
            what, remedy = _refusal(item, folder, chain)
            if what:
                what = what.replace("include one another", "use one another")
                document.problems.append(Problem(f"part {prefix!r}: {what}", remedy, document.at(item.line)))
                continue
            path = Path(folder or ".") / item.value
            key = path.resolve()
            if key not in self.parts:
                self.parts[key] = self.part(document, path, item.line, chain)
            if self.parts[key] is not None:
                document.used[prefix] = self.parts[key]

    def part(self, document: Document, path: Path, line: int, chain: list[Path]) -> Mechanism | None:
        """The mechanism of the file of a part."""
        try:
            found = _from(path.parent, _read(_Inclusion().gather(path, chain), {}))
        except FileError as error:
            for problem in error.problems:
                if problem.where in (str(path), repr(str(path))):
                    problem = Problem(f"use: {path}: {problem.what}", problem.remedy, document.at(line))
                document.problems.append(problem)
            return None
        found.source = os.path.abspath(path)
        return found

    def robot(self, document: Document, folder: Path | None) -> None:
        """Read the URDF that a document starts from, if any; if it cannot be read, that is a problem of that line."""
        node = document.root.value.get("urdf") if isinstance(document.root.value, dict) else None
        if node is not None:
            from snodo.formats.urdf.section import read_section

            document.robot = read_section(document, node, folder, lambda path: read_text(path, ROBOTS))

    def included(self, document: Document, path: Path, line: int, chain: list[Path]) -> list[Document]:
        """The documents of one included file; if it cannot be read, that is a problem of the line that includes it."""
        try:
            return self.gather(path, chain)
        except FileError as error:
            for problem in error.problems:
                if problem.where in (str(path), repr(str(path))):
                    what = f"include: {path}: {problem.what}"
                    problem = Problem(what, problem.remedy, document.at(line))
                document.problems.append(problem)
            return []


def _items(node: Node | None) -> list[Node]:
    if node is None or node.value is None:
        return []
    return node.value if isinstance(node.value, list) else [node]


def _refusal(item: Node, folder: Path | None, chain: list[Path]) -> tuple[str, str]:
    """Why an entry of `include` cannot be followed, and the remedy; empty if it can."""
    if not isinstance(item.value, str) or not item.value:
        return f"{item.plain()!r} is not the name of a file", "write include: other.yaml"
    if folder is None:
        return "text has no folder in which to find files", "pass folder=…, or use load"
    path = (folder / item.value).resolve()
    walked = [p.resolve() for p in chain]
    if path in walked:
        circle = " → ".join(p.name for p in [*chain[walked.index(path) :], path])
        return f"the files include one another in a circle: {circle}", "remove one of these includes"
    if len(chain) >= MAXIMUM_INCLUDES:
        return f"files include one another more than {MAXIMUM_INCLUDES} deep", "include them from one file"
    return "", ""
