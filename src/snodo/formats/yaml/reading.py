"""From nodes to a mechanism.  Every mistake is noted with its line; they are raised all at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from snodo.errors import FileError, MechanismError, Problem, suggestion, user_line
from snodo.formats.yaml.document import Document, Node
from snodo.formats.yaml.fields import converted, kind_of, read_fields, read_part, shape_of, slip_of_the_pen
from snodo.formats.yaml.parameter_section import EXAMPLE, read_parameter
from snodo.formats.yaml.parts_section import EXAMPLE as PARTS_EXAMPLE
from snodo.formats.yaml.parts_section import read_attachment
from snodo.formats.yaml.robot_data import LIMIT_EXAMPLE, VISUAL_EXAMPLE, pieces_from, read_limits, read_visuals
from snodo.formats.yaml.sweep_section import EXAMPLE as SWEEP_EXAMPLE
from snodo.formats.yaml.sweep_section import read_sweep
from snodo.formats.yaml.time_functions import Note
from snodo.formats.yaml.words import ALL_SECTIONS, EXAMPLES, SECTIONS, SINGULAR
from snodo.math.calculated import Record, knowing, recording
from snodo.mechanism.attaching.attach import attach
from snodo.mechanism.checks.check import problems_of
from snodo.mechanism.drivers import Driver
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.parameters import Parameter, changed, resolve, scope_of, unknown
from snodo.mechanism.run_settings import RunSettings
from snodo.mechanism.written import Written

MAXIMUM_PROBLEMS = 100
LONGEST = 300
_NAMED = re.compile(r"(?:body|joint|point|named|particle|part|contact|input) ('[^']*'|\"[^\"]*\")")
_FOLLOWS = re.compile("has no bodies|nothing closes it|no event opens it")
_MISSING = re.compile("there is no|does not exist|has no position|has no bodies")


def read_mechanism(documents: list[Document], values: Mapping[str, Any] | None = None, line: str = "") -> Mechanism:
    """The mechanism of a file and the files it includes (these first); raises FileError with every mistake.

    `values` are other values of its parameters, given at this line of the user.
    """
    reader = _Reader(documents)
    reader.parameters(values or {}, line or user_line())
    with knowing(scope_of(reader.mechanism.parameters)):
        mechanism = reader.read()
    problems = reader.problems + reader.unknown_paths() + reader.only_new(problems_of(mechanism)[1])
    if problems:
        raise FileError(in_order(problems, [d.name for d in documents]))
    return mechanism


def in_order(problems: list[Problem], names: list[str]) -> list[Problem]:
    """Problems by file and line, the main file first; a long list is shortened."""
    files = {name: k for k, name in enumerate(reversed(names))}

    def place(problem: Problem) -> tuple[int, int]:
        name, _, line = problem.where.rpartition(":")
        return files.get(name, len(files)), int(line) if line.isdigit() else 0

    problems = sorted(dict.fromkeys(problems), key=place)
    left = len(problems) - MAXIMUM_PROBLEMS
    return problems if left <= 0 else [*problems[:MAXIMUM_PROBLEMS], Problem(f"… and {left} more problems")]


def _rates(turns: bool) -> dict[str, str]:
    """The quantities of the speed and acceleration of something that turns or slides."""
    return {word: f"function:{'angular_' if turns else ''}{word}" for word in ("speed", "acceleration")}


class _Reader:
    """Fills a mechanism section by section."""

    def __init__(self, documents: list[Document]) -> None:
        self.documents = documents
        self.problems = [problem for document in documents for problem in document.problems]
        self.broken: set[str] = set()
        self.lost = bool(self.problems)
        self.has_robot = False
        self.mechanism = Mechanism()
        self.below: dict[str, Any] = {}
        """Values of parameters of parts used again, by path, given at `line`."""
        self.line = ""

    def read(self) -> Mechanism:
        self.mechanism.where = self.documents[-1].at(1)
        for document in self.documents:
            self.top(document)
        self.settings()
        self.robots()
        for document in self.documents:
            self.points(document)
        self.attach(on_bodies=False)
        for document in self.documents:
            self.parts(document, "bodies")
        self.attach(on_bodies=True)
        for document in self.documents:
            for section in SECTIONS:
                if section not in ("bodies", "drivers"):
                    self.parts(document, section)
            self.initial(document, "initial", self.mechanism.initial, self.mechanism.initial_lines)
            self.initial(document, "initial_guess", self.mechanism.initial_guess, self.mechanism.guess_lines)
        for document in self.documents:
            self.parts(document, "drivers")  # last: the units of a driver depend on its joint
            self.robot_data(document)
        return self.mechanism

    def parameters(self, values: Mapping[str, Any], line: str) -> None:
        """The parameters of all files, some with other values; nothing else can be read before these."""
        found: dict[str, Parameter] = {}
        for document in self.documents:
            node, note = self.section(document, "parameters") or Node(None, 1), self.noter(document)
            for name, inside in self.table(document, node, "parameters", EXAMPLE).items():
                if name in found:
                    at = found[name].declared
                    note(inside.line, f"parameter {name!r} is given twice", f"it was first given at {at}")
                    continue
                parameter = read_parameter(name, inside, document, note)
                if parameter is not None:
                    found[name] = parameter
        own = {name: value for name, value in values.items() if "/" not in name}
        self.below, self.line = {name: value for name, value in values.items() if "/" in name}, line
        if own:
            found = changed(resolve(found)[0], own, line)
        self.mechanism.parameters, problems = resolve(found)
        self.problems += problems

    def attach(self, on_bodies: bool) -> None:
        """Attach the parts used again: those on the ground before bodies are read, those on bodies after them."""
        for document in self.documents:
            node = self.section(document, "parts") or Node(None, 1)
            for name, inside in self.table(document, node, "parts", PARTS_EXAMPLE).items():
                on = isinstance(inside.value, dict) and "on" in inside.value
                if on == on_bodies:
                    self.attach_one(document, name, inside)

    def attach_one(self, document: Document, name: str, node: Node) -> None:
        found = read_attachment(name, node, document, self.noter(document))
        values = {
            path.partition("/")[2]: self.below.pop(path) for path in list(self.below) if path.startswith(f"{name}/")
        }
        if found is None:
            self.lost = True
            return
        try:
            attach(self.mechanism, replace(found, set={**found.set, **values}))
        except MechanismError as error:
            self.problems += error.problems
            self.lost = True

    def unknown_paths(self) -> list[Problem]:
        """Values of parameters of parts that there are not."""
        known = [f"{p}/{name}" for p, a in self.mechanism.attachments.items() for name in a.part.parameters]
        known += self.mechanism.parameters
        return [Problem(f"there is no parameter {name!r}", unknown(name, known), self.line) for name in self.below]

    def noter(self, document: Document, prefix: str = "") -> Note:
        def note(line: int, what: str, remedy: str) -> None:
            what = what if len(what) <= LONGEST else f"{what[:LONGEST]} …"
            self.problems.append(Problem(prefix + what, remedy, document.at(line)))

        return note

    def table(self, document: Document, node: Node, what: str, example: str) -> dict[str, Node]:
        """The entries of a node that must be a table; an empty node is an empty table."""
        if isinstance(node.value, dict):
            return node.value
        if node.value is not None:
            said = f"{what} is {shape_of(node)}, but a table is expected"
            self.noter(document)(node.line, said, f"write {example}")
            self.lost = True
        return {}

    # ---------------------------------------------------------------- the whole file
    def top(self, document: Document) -> None:
        """Check the sections; the names in an unknown one count as broken."""
        if document.root.value is None or document.root.value == {}:
            self.noter(document)(1, "the file is empty", "a mechanism needs at least bodies: …")
            self.lost = True
            return
        example = "mechanism: name in the first line, then points: …, bodies: …, joints: …"
        for word, node in self.table(document, document.root, "the file", example).items():
            if word not in ALL_SECTIONS:
                near = suggestion(word, ALL_SECTIONS).replace("known names", "sections")
                near = "did you mean 'parameters'?" if word in ("constants", "variables") else near
                self.noter(document)(node.line, f"there is no section {word!r}", near)
                self.broken |= set(node.value) if isinstance(node.value, dict) else set()

    def section(self, document: Document, word: str) -> Node | None:
        root = document.root.value
        return root.get(word) if isinstance(root, dict) else None

    def setting(self, word: str) -> tuple[Document, Node] | None:
        """A setting from the main file, otherwise from the first included file that has it."""
        for document in (self.documents[-1], *self.documents[:-1]):
            node = self.section(document, word)
            if node is not None:
                return document, node
        return None

    # ---------------------------------------------------------------- settings
    def settings(self) -> None:
        self.has_robot = self.setting("urdf") is not None
        for word in ("mechanism", "description"):
            found = self.setting(word)
            if found:
                self.title(word, *found)
        self.dimension()
        self.gravity()
        found = self.setting("run")
        if found:
            self.run(*found)
        found = self.setting("sweep")
        if found:
            self.sweep(*found)

    def title(self, word: str, document: Document, node: Node) -> None:
        if isinstance(node.value, str | int | float) and not isinstance(node.value, bool):
            setattr(self.mechanism, "name" if word == "mechanism" else word, str(node.value))
        else:
            what = f"{word} is {shape_of(node)}, but text is expected"
            self.noter(document)(node.line, what, f"write {word}: four-bar")

    def dimension(self) -> None:
        found = self.setting("dimension")
        self.mechanism.dimension = 3 if self.has_robot else 2
        if not found:
            return
        if found[1].value == 2 and self.has_robot:
            self.noter(found[0])(found[1].line, "dimension is 2, but a URDF is spatial", "omit it, or write 3")
            return
        if found[1].value in (2, 3):
            self.mechanism.dimension = int(found[1].value)
        else:
            what = f"dimension: {found[1].plain()!r} is neither 2 nor 3"
            self.noter(found[0])(found[1].line, what, "a mechanism is planar (2) or spatial (3)")
        for document in self.documents:
            node, n = self.section(document, "dimension"), self.mechanism.dimension
            if node is not None and node.value in (2, 3) and node.value != n:
                what = f"this file has dimension {node.value}, the file that includes it {n}"
                self.noter(document)(node.line, what, "include files of the same dimension")

    def gravity(self) -> None:
        n = self.mechanism.dimension
        self.mechanism.gravity = (0.0, 0.0, -9.81) if self.has_robot else (0.0,) * n
        found = self.setting("gravity")
        if not found:
            return
        document, node = found
        example = "write gravity: [0, -9.81]" if n == 2 else "write gravity: [0, 0, -9.81]"
        with recording() as record:
            xyz = converted(node, "vector:acceleration", self.noter(document, "gravity: "), example)
        if xyz is not None and len(xyz) != n:
            self.noter(document)(node.line, f"gravity has {len(xyz)} components in a {n}-D mechanism", example)
        elif xyz is not None:
            self.mechanism.gravity = xyz
            self.remember("gravity", "", node, xyz, "vector:acceleration", record)

    def run(self, document: Document, node: Node) -> None:
        table = self.table(document, node, "run", "run: {duration: 2 s}")
        note = self.noter(document, "run: ")
        values = read_fields(RunSettings, table, node.line, note)
        self.mechanism.run = RunSettings(name="run", where=document.at(node.line), **values)

    def sweep(self, document: Document, node: Node) -> None:
        table = self.table(document, node, "sweep", SWEEP_EXAMPLE)
        if table:
            self.mechanism.sweep = read_sweep(node, document, self.noter(document, "sweep: "))

    # ---------------------------------------------------------------- robots
    def robots(self) -> None:
        """The links and joints of the URDFs that the files begin from."""
        base = self.base()
        for document in self.documents:
            if document.robot is None:
                continue
            if self.setting("mechanism") is None:
                self.mechanism.name = document.robot.robot.name
            try:
                document.robot.add_to(self.mechanism, base)
            except MechanismError as error:
                self.problems += error.problems
                self.lost = True

    def base(self) -> str:
        """How the root of a robot is held: fixed, unless the file says free."""
        found = self.setting("base")
        if not found:
            return "fixed"
        document, node = found
        if node.value not in ("fixed", "free"):
            self.noter(document)(node.line, f"base: {node.plain()!r} is not known", "choose fixed or free")
            return "fixed"
        if not self.has_robot:
            self.noter(document)(node.line, "base is given, but no robot", "write urdf: robot.urdf, or omit base")
        return str(node.value)

    # ---------------------------------------------------------------- points and initial values
    def points(self, document: Document) -> None:
        node = self.section(document, "points") or Node(None, 1)
        n = self.mechanism.dimension
        for name, place in self.table(document, node, "points", "points: {A: [0, 0], B: [0.1, 0.2]}").items():
            note = self.noter(document, f"point {name!r}: ")
            slip = slip_of_the_pen(place.value if isinstance(place.value, str) else name if not place.value else "")
            with recording() as record:
                xyz = converted(place, "vector:length", note, slip or f"write {name}: [{', '.join(['0'] * n)}]")
            if name in self.mechanism.points:
                note(place.line, "the name is given twice", f"it was first given at {self.mechanism.point_lines[name]}")
            elif not name or "." in name or name != name.strip():
                note(place.line, f"{name!r} cannot be a name", "use a word without dots or spaces around it")
            elif xyz is not None:
                self.mechanism.points[name] = xyz
                self.remember("points", name, place, xyz, "vector:length", record)
                self.mechanism.point_lines[name] = document.at(place.line)
                continue
            self.broken.add(name)

    def initial(self, document: Document, section: str, values: dict[str, Any], lines: dict[str, str]) -> None:
        """Initial values, or guesses of them, by name."""
        node = self.section(document, section) or Node(None, 1)
        for name, value in self.table(document, node, section, f"{section}: {{A.angle: 30 deg}}").items():
            note = self.noter(document, f"{section} {name}: ")
            if isinstance(value.value, bool) or not isinstance(value.value, str | int | float):
                note(value.line, f"it is {shape_of(value)}, but a number is expected", f"write {name}: 30 deg")
            elif name in values and name.partition("/")[0] not in self.mechanism.attachments:
                note(value.line, "it is given twice", f"it was first given at {lines[name]}")
            else:
                values[name] = value.value
                lines[name] = document.at(value.line)

    def robot_data(self, document: Document) -> None:
        """Limits of joints and visual shapes of bodies; a file takes precedence over its URDF."""
        m = self.mechanism
        sections: tuple[tuple[str, str, Any, dict[str, Any]], ...] = (
            ("limits", LIMIT_EXAMPLE, read_limits, m.limits),
            ("visuals", VISUAL_EXAMPLE, read_visuals, m.visuals),
        )
        for word, example, read, into in sections:
            node = self.section(document, word) or Node(None, 1)
            for name, inside in self.table(document, node, word, f"{word}: {{{example}}}").items():
                note = self.noter(document, f"{word} {name}: ")
                with recording() as record:
                    found = None if name in self.broken else read(name, inside, m, note)
                if found is not None:
                    into[name] = found
                    self.remember(word, name, inside, found, "visuals", record, pieces_from)
                    if word == "limits":
                        m.limit_lines[name] = document.at(inside.line)

    def remember(
        self, section: str, name: str, node: Node, value: Any, what: str, record: Record, convert: Any = None
    ) -> None:
        """Keep what was written, if it is a formula of parameters."""
        if record.calculated:
            written = Written(node.plain(), value, frozenset(record.parameters), what, convert)
            self.mechanism.expressions[section, name] = written

    # ---------------------------------------------------------------- parts
    def parts(self, document: Document, section: str) -> None:
        node = self.section(document, section) or Node(None, 1)
        one = SINGULAR[section]
        for name, inside in self.table(
            document, node, section, f"name: {EXAMPLES[section]}, one line for each {one}"
        ).items():
            if section == "signals" and isinstance(inside.value, str | int | float):
                inside = Node({"formula": inside}, inside.line)
            if not isinstance(inside.value, dict) or not inside.value:
                what = f"{one} {name!r} is {shape_of(inside)}, but a table is expected"
                self.noter(document)(inside.line, what, f"write {name}: {EXAMPLES[section]}")
                self.broken.add(name)
            elif not self.part(document, section, name, inside):
                self.broken.add(name)

    def part(self, document: Document, section: str, name: str, node: Node) -> bool:
        """Add one part; False if it is wrong."""
        before = len(self.problems)
        cls = kind_of(section, name, node, self.noter(document))
        if cls is None:
            return False
        note = self.noter(document, f"{cls.kind.replace('_', ' ')} {name!r}: ")
        values = read_part(section, cls, node, note, self.driven(node) if cls is Driver else None)
        if len(self.problems) > before:
            return False
        try:
            self.mechanism.add(cls(name=name, where=document.at(node.line), **values))
        except MechanismError as error:
            self.problems += error.problems
        return len(self.problems) == before

    def driven(self, node: Node) -> dict[str, str]:
        """The quantities of a driver's motion, by what it drives; nothing where that is not known."""
        name = node.value["joint"].value if "joint" in node.value else None
        joint = self.mechanism.joints.get(name) if isinstance(name, str) else None
        if joint is None and "body" in node.value:
            return _rates(turns="along" not in node.value)
        if joint is None or not joint.coordinate:
            return {}
        own = "function:angle" if joint.coordinate == "angle" else "function:length"
        return {**_rates(turns=joint.coordinate == "angle"), "angle": own, "displacement": own}

    # ---------------------------------------------------------------- what follows from other mistakes
    def only_new(self, found: list[Problem]) -> list[Problem]:
        """The problems between parts, without those that only follow from a part that could not be read."""
        if self.broken:
            found = [p for p in found if not _FOLLOWS.search(p.what)]
        if self.lost:
            found = [p for p in found if not _MISSING.search(p.what)]
        broken = {repr(name) for name in self.broken}
        return [p for p in found if not broken & set(_NAMED.findall(f"{p.what} {p.remedy}"))]
