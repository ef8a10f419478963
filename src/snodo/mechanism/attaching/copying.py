"""The parts of a mechanism, copied with a prefix and put where they belong in another one.

Every field of a part says what it is (`quantity`): places, directions, names and functions are changed accordingly,
numbers stay.  What a kind of part needs beyond that is in `kinds.py` and `bodies.py`.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import MechanismError, Problem
from snodo.mechanism import joints
from snodo.mechanism.attaching.functions import renamed, renamed_text
from snodo.mechanism.attaching.placement import Placement, plain, three
from snodo.mechanism.attaching.signs import SAME, Change, change_of
from snodo.mechanism.constraints import UserConstraint
from snodo.mechanism.event_words import written_action, written_conditions
from snodo.mechanism.forces import UserForce
from snodo.mechanism.geometry import Geometry, Pose
from snodo.mechanism.part import GROUND, Part, part_fields
from snodo.mechanism.velocity_constraints import VelocityConstraint

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

_POLAR = ("prismatic", "pin_in_slot", "point_in_plane", "knife_edge", "driver")
"""Kinds of parts whose `axis` or `along` is a direction of translation, not of rotation."""
_POLAR_WORDS = ("normal", "along")
NOT_YET = ("states", "signals", "controllers")
"""Sections that a part used again cannot have."""


class Copying:
    """Copies one part into a mechanism."""

    def __init__(
        self, part: Mechanism, geometry: Geometry, prefix: str, placement: Placement, on: str, host: Pose, where: str
    ) -> None:
        self.part, self.prefix, self.placement, self.on, self.where = part, prefix, placement, on, where
        self.title = f"part {prefix!r}"
        self.geometry = geometry
        self.host = host
        self.Q: dict[str, np.ndarray] = {GROUND: host.A.T @ placement.RM}
        """Of every body, how coordinates in its axes change: s' = Q s."""

    # ---------------------------------------------------------------- names
    def name(self, name: str) -> str:
        """The new name of a part or point; an empty one stays empty."""
        return f"{self.prefix}/{name}" if name else name

    def body(self, name: str) -> str:
        """The new name of a body; the ground of the part is what the part stands on."""
        return self.on if name == GROUND else self.name(name)

    def measure(self, name: str) -> str:
        """What stands for a measure in a formula."""
        stem, dot, word = name.rpartition(".")
        if not dot:
            return self.name(name)
        part = self.part.joints.get(stem) or self.part.bodies.get(stem)
        if part is None and stem in self.part.frames:
            part = self.part.bodies.get(self.part.frames[stem].on)
        change = SAME if part is None else change_of(self, part, word)
        if change is None:
            what = f"{self.title}: a formula of it depends on {name}, along axes of the world that are turned with it"
            raise MechanismError(Problem(what, "use coordinates of joints, or do not turn the part", self.where))
        new = f"{self.body(stem)}.{word}"
        if change.none:
            return new
        return f"({'-' if change.sign < 0 else ''}({new}{f' - ({change.offset!r})' if change.offset else ''}))"

    def change(self, part: Part, joint: str, word: str) -> Change:
        """How a coordinate of a joint changes that a part refers to."""
        found = change_of(self, self.part.joints[joint], word)
        if found is None:
            what = f"{self.title}: {part.title} uses {joint}.{word}, along axes of the world that are turned with it"
            raise MechanismError(Problem(what, "do not turn the part, or use another joint", part.where))
        return found

    # ---------------------------------------------------------------- places and directions
    def place(self, where: Any) -> Any:
        """A place: a name, world coordinates, or coordinates in bodies."""
        if isinstance(where, str):
            return self.name(where)
        if isinstance(where, Mapping):
            return {self.body(body): self.local(body, s) for body, s in where.items()}
        return None if where is None else plain(self.placement.place(three(where)), self.placement.dimension)

    def local(self, body: str, s: Any) -> tuple[float, ...]:
        """Coordinates in a body."""
        n = self.placement.dimension
        if body == GROUND:
            return plain(self.host.to_local(self.placement.place(three(s))), n)
        return plain(self.Q[body] @ three(s), n)

    def direction(self, along: Any, polar: bool) -> Any:
        """A direction: of a translation (polar), or of a rotation."""
        hand = 1.0 if polar else self.placement.hand
        if isinstance(along, Mapping):
            n = self.placement.dimension
            return {self.body(b): plain(hand * self.Q[b] @ three(v), max(n, len(v))) for b, v in along.items()}
        if along is None:
            return None
        if isinstance(along[0], str):
            first, second = (self.name(name) for name in along)
            return (first, second) if hand > 0 else (second, first)
        return plain(hand * self.placement.RM @ three(along), len(along))

    def world_direction(self, along: Any, part: Part) -> np.ndarray:
        """A direction of a joint of the original, in world axes as drawn."""
        parent = self.part.joints[part.name].parent
        return np.asarray(self.geometry.pose(parent).A @ self.geometry.direction(along, parent, part))

    # ---------------------------------------------------------------- parts
    def copied(self, part: Part) -> Any:
        """A part with its new name and all fields changed; kinds with more to change follow in `kinds.py`."""
        from snodo.mechanism.attaching.kinds import adjust

        self.refuse(part)
        new = copy.copy(part)
        new.name, new.expressions = self.name(part.name), {}
        for spec in part_fields(type(part)):
            value = getattr(part, spec.name)
            if value is not None and value != "":
                setattr(new, spec.name, self.field(part, spec, value))
        try:
            adjust(self, part, new)
        except MechanismError as error:
            problems = [Problem(f"{self.title}: {part.title}: {p.what}", p.remedy, part.where) for p in error.problems]
            raise MechanismError(problems) from None
        return new

    def field(self, part: Part, spec: Any, value: Any) -> Any:
        """One field, by what it is."""
        family = spec.metadata["quantity"].partition(":")[0]
        if family in _BY_FAMILY:
            return _BY_FAMILY[family](self, value)
        if family == "direction":
            return self.direction(value, is_polar(part, spec.name))
        if family == "names" and not isinstance(part, joints.Selection):
            return tuple(self.body(name) if name == GROUND else self.name(name) for name in value)
        if family == "terms":
            return {self.term(part, name): factor for name, factor in value.items()}
        return value

    def term(self, part: Part, name: str) -> str:
        """The name of a joint, or of a velocity of a body, in a sum."""
        stem, dot, word = name.rpartition(".")
        if not dot:
            return self.name(name)
        if not change_of_is_same(self, stem, word):
            what = f"{self.title}: {part.title} depends on {name} in world axes"
            raise MechanismError(Problem(what, "use joints, or do not mirror or turn the part", part.where))
        return f"{self.name(stem)}.{word}"

    def function(self, function: Any) -> Any:
        """A function of time or motion with the new names."""
        if isinstance(function, tuple):
            return tuple(map(self.function, function))
        return renamed(function, self.measure, self.name)

    def condition(self, when: str) -> str:
        """The condition of an event."""
        for measure, _, _ in written_conditions(when):
            if measure != "t" and self.measure(measure) != self._plainly(measure):
                what = f"{self.title}: the event {when!r} depends on {measure}, which has another sign in the mirror"
                raise MechanismError(Problem(what, "write the event in the file that uses the part", self.where))
        return renamed_text(when, self._plainly, self.name)

    def actions(self, do: Any) -> Any:
        """What an event does."""
        found = []
        for one in do:
            target = written_action(one)[1] if isinstance(one, str) else ""
            found.append(one.replace(target, self.name(target), 1) if target else one)
        return tuple(found)

    def _plainly(self, measure: str) -> str:
        stem, dot, word = measure.rpartition(".")
        return f"{self.body(stem)}{dot}{word}" if dot else self.name(measure)

    def refuse(self, part: Part) -> None:
        """Refuse what cannot be put elsewhere: formulas and functions in world coordinates."""
        p = self.placement
        users = isinstance(part, UserForce | UserConstraint | VelocityConstraint)
        if users and (p.mirror or p.turned or p.moved):
            verb = "mirrored" if p.mirror else "turned" if p.turned else "moved"
            what = f"{part.title} of {self.title} is a formula in world coordinates and cannot be {verb}"
            raise MechanismError(
                Problem(what, "write it with joints of the part, or in the file that uses it", part.where)
            )


def is_polar(part: Part, word: str) -> bool:
    """Whether a direction is one of a translation; else it is one of a rotation."""
    return part.kind in _POLAR or word in _POLAR_WORDS


def change_of_is_same(copying: Copying, stem: str, word: str) -> bool:
    """Whether a velocity of a body keeps its numbers."""
    body = copying.part.bodies.get(stem)
    found = None if body is None else change_of(copying, body, word)
    return found is not None and found.sign == 1.0


_BY_FAMILY: dict[str, Any] = {
    "body": Copying.body,
    "joint": Copying.name,
    "point": Copying.place,
    "points": lambda copying, places: tuple(map(copying.place, places)),
    "function": Copying.function,
    "functions": Copying.function,
    "one_or_more_functions": Copying.function,
    "motion": Copying.function,
    "condition": Copying.condition,
    "actions": Copying.actions,
    "formula": lambda copying, text: renamed_text(text, copying.measure, copying.name),
    "formulas": lambda copying, texts: (
        renamed_text(texts, copying.measure, copying.name)
        if isinstance(texts, str)
        else tuple(renamed_text(str(one), copying.measure, copying.name) for one in texts)
    ),
}
"""How fields change, by the family of their quantity."""
