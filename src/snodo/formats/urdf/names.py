"""Names of a URDF as names of a mechanism, where all parts share one list of names and a dot means a coordinate."""

from __future__ import annotations

from snodo.formats.urdf.bodies import WORLD
from snodo.formats.urdf.robot import Robot
from snodo.mechanism.part import GROUND


class Names:
    """The names of links and joints in the mechanism; links that would get the same name are noted."""

    def __init__(self, robot: Robot) -> None:
        self._taken: dict[str, str] = {GROUND: GROUND}
        self._links: dict[str, str] = {WORLD: GROUND}
        for name, link in robot.links.items():
            self._links[name] = self._link(name, link.line, robot)
        self._joints = {name: self._new(name, "_joint") for name in robot.joints}
        self.base = self._new("base", "_joint")
        self._mimics = {n: self._new(f"{n}_mimic", "_coupler") for n, j in robot.joints.items() if j.mimic is not None}

    def link(self, name: str) -> str:
        """The name of the body or frame of a link."""
        return self._links[name]

    def joint(self, name: str) -> str:
        """The name of a joint."""
        return self._joints[name]

    def mimic(self, name: str) -> str:
        """The name of the coupler of a joint that mimics another."""
        return self._mimics[name]

    def _link(self, name: str, line: int, robot: Robot) -> str:
        plain = name.replace(".", "_")
        other = self._taken.get(plain)
        if other is not None and other != GROUND:
            what = f"links {other!r} and {name!r} are both called {plain!r} here, where a dot becomes '_'"
            robot.notes.note(line, what, "rename one of them")
        return self._new(name, "_link")

    def _new(self, name: str, ending: str) -> str:
        """The name without dots, with the suffix repeated until the name is new."""
        plain = name.replace(".", "_")
        while plain in self._taken:
            plain += ending
        self._taken[plain] = name
        return plain
