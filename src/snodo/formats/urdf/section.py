"""A mechanism file that starts from a URDF: `urdf: robot.urdf`, `base: free`, then what a URDF cannot describe.

The links are bodies (or frames) and the joints are joints under their names, so that loops can be closed and forces and
drivers added in the ordinary sections.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from snodo.errors import FileError, Problem, suggestion
from snodo.formats.urdf.reading import INERTIAS, MIMICS, add_robot, read_robot
from snodo.formats.urdf.robot import Robot
from snodo.formats.yaml.document import Document, Node

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

CHOICES = {"inertia": INERTIAS, "mimic": MIMICS}
"""The fields in addition to `file`, and their choices."""

Wrong = Iterator[tuple[int, str, str]]
"""Line, what is wrong, and the remedy."""


@dataclass
class RobotFile:
    """The section urdf: the robot, and how to treat its mass properties and its mimics."""

    robot: Robot
    choices: dict[str, str]

    def add_to(self, mechanism: Mechanism, base: str) -> None:
        """Add the links and joints; raises FileError with every mistake."""
        add_robot(mechanism, self.robot, base=base, **self.choices)


def read_section(document: Document, node: Node, folder: Path | None, read: Callable[[Path], str]) -> RobotFile | None:
    """The robot of `urdf: robot.urdf` or `urdf: {file: robot.urdf, inertia: keep}`; None after noting what is wrong."""
    table = dict(node.value) if isinstance(node.value, dict) else {"file": node}
    file = table.pop("file", Node(None, node.line))
    wrong = list(_bad_choices(table)) or list(_bad_file(file, folder))
    document.problems += [Problem(f"urdf: {what}", remedy, document.at(line)) for line, what, remedy in wrong]
    if wrong:
        return None
    choices = {word: str(inside.value) for word, inside in table.items()}
    return _robot_file(document, file, Path(folder or "."), choices, read)


def _bad_choices(table: dict[str, Node]) -> Wrong:
    for word, node in table.items():
        if word not in CHOICES:
            yield node.line, f"there is no field {word!r}", suggestion(word, ("file", *CHOICES))
        elif node.plain() not in CHOICES[word]:
            yield node.line, f"{word}: {node.plain()!r} is not known", f"choose {' or '.join(CHOICES[word])}"


def _bad_file(node: Node, folder: Path | None) -> Wrong:
    if not isinstance(node.value, str) or not node.value:
        yield node.line, f"{node.plain()!r} is not the name of a file", "write urdf: robot.urdf"
    elif folder is None:
        yield node.line, "text has no folder in which to find files", "pass folder=…, or use load"


def _robot_file(
    document: Document, file: Node, folder: Path, choices: dict[str, str], read: Callable[[Path], str]
) -> RobotFile | None:
    path = folder / file.value
    try:
        return RobotFile(read_robot(read(path), str(path)), choices)
    except FileError as error:
        for problem in error.problems:
            if problem.where in (str(path), repr(str(path))):
                problem = Problem(f"urdf: {path}: {problem.what}", problem.remedy, document.at(file.line))
            document.problems.append(problem)
    return None
