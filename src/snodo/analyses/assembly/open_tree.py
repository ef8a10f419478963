"""The initial state of an open tree: wanted values are set one after the other, without solving equations.

A joint's coordinates and velocities are its own (of spherical and free joints in the child's axes).  Those of a body
are against the world: on a free joint from the ground all of them; in the plane, the angle of a body if all joints
before its own are set.  Everything else stays as drawn and at rest, which is the rule of `assemble`: no set of joints
moves less.  Values that cannot be set must be solved for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.targets import misfit
from snodo.errors import MechanismError, Problem
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.tree.tree import Tree

Array = np.ndarray
_PLACE = ("x", "y", "z")
_VELOCITY = ("vx", "vy", "vz")
_TURN = ("e0", "e1", "e2", "e3")
_SPIN = ("wx", "wy", "wz")


def initial_state(F: Tree, values: Mapping[str, float], keep: Iterable[str] = ()) -> tuple[Array, Array, list[str]]:
    """(q, v) as drawn and at rest, but for the wanted values; and the names of those that have to be solved for."""
    setter = _Setter(F, dict(values))
    setter.left += [name for name in keep if name not in F.coordinate_names]
    problems = setter.joints()
    setter.bodies()
    problems += setter.normalise()
    if problems:
        raise MechanismError(problems)
    return setter.q, setter.v, setter.left


class _Setter:
    """Sets values in (q, v)."""

    def __init__(self, F: Tree, values: dict[str, float]) -> None:
        self.F, self.values = F, values
        self.q, self.v = F.reference()
        self._coordinates = {name: k for k, name in enumerate(F.coordinate_names)}
        self._velocities = {name: k for k, name in enumerate(F.velocity_names)}
        self.left: list[str] = []
        """Names that are not set."""
        self._set = {name for name in values if name.partition(".")[0] in F.mechanism.joints}

    # ---------------------------------------------------------------- joints
    def joints(self) -> list[Problem]:
        """Coordinates and velocities of joints."""
        problems = []
        for name, value in self.values.items():
            if name.partition(".")[0] in self.F.mechanism.joints:
                if name in self._coordinates:
                    self.q[self._coordinates[name]] = value
                elif name in self._velocities:
                    self.v[self._velocities[name]] = value
                else:
                    known = ", ".join(self._own_names(name.partition(".")[0]))
                    problems.append(self._problem(name, "its joint has no such coordinate", f"it has {known}"))
        return problems

    def _own_names(self, joint: str) -> list[str]:
        names = (*self.F.coordinate_names, *self.F.velocity_names)
        return [name for name in names if name.rpartition(".")[0] == joint]

    def normalise(self) -> list[Problem]:
        """Euler parameters of length one."""
        problems = []
        for joint, place in self.F.joint_places.items():
            if place.frames.kind in ("spherical", "free"):
                p = self.q[place.q][-4:]
                problem = misfit(joint, p)
                if problem is not None:
                    problems.append(problem)
                p /= np.linalg.norm(p) if problem is None else 1.0
        return problems

    # ---------------------------------------------------------------- bodies
    def bodies(self) -> None:
        """Coordinates and velocities of bodies, in the order of the tree."""
        given: dict[str, dict[str, float]] = {}
        for name, value in self.values.items():
            part, _, word = name.partition(".")
            given.setdefault(part, {})[word] = value
        for place in self.F.flat.places:
            body = place.branch.body
            wanted = given.get(body)
            if wanted and body in self.F.mechanism.bodies and body not in self.F.mechanism.joints:
                self._body(body, place, wanted)

    def _body(self, body: str, place: Any, wanted: dict[str, float]) -> None:
        for words, set_them in self._setters(place):
            these = {word: wanted.pop(word) for word in words if word in wanted}
            if these:
                set_them(body, place, these)
        self.left += [f"{body}.{word}" for word in wanted]

    def _setters(self, place: Any) -> list[tuple[tuple[str, ...], Callable[..., None]]]:
        """Words of a body that can be set on its joint, and how."""
        found: list[tuple[tuple[str, ...], Callable[..., None]]] = []
        free = place.branch.joint.kind == "free" and place.branch.base == GROUND and not place.branch.backward
        if free and place.frames.kind == "free":
            found = [(_PLACE, self._place), (_TURN, self._turn), (_VELOCITY, self._velocity), (_SPIN, self._spin)]
        elif free:
            dimension = self.F.mechanism.dimension
            found = [(_PLACE[:dimension], self._place), (_VELOCITY[:dimension], self._slide)]
        if self.F.mechanism.dimension == 2:
            for word, set_it, names in (
                ("angle", self._angle, self.F.coordinate_names),
                ("omega", self._omega, self.F.velocity_names),
            ):
                found += [((word,), set_it)] if self._turned_by_own(place, names) else []
        return found

    def _turned_by_own(self, place: Any, names: list[str]) -> bool:
        """Whether a body's angle (or its speed) is left to its own joint: all joints before it that turn are set."""
        own = self._own_angle(place)
        if own is None:
            return False
        turning = [name for name, share in zip(names, self.F.flat.turning(place.links[-1])) if share]
        return {name for name in turning if name not in self._set} == {names[place.q.start + own]}

    def _own_angle(self, place: Any) -> int | None:
        """Which coordinate of its joint turns a body in the plane."""
        turning = self.F.flat.turning(place.links[-1])[place.q]
        found = np.flatnonzero(turning)
        return int(found[0]) if found.size else None

    def _place(self, body: str, place: Any, wanted: dict[str, float]) -> None:
        for word, value in wanted.items():
            self.q[place.q.start + _PLACE.index(word)] = value

    def _slide(self, body: str, place: Any, wanted: dict[str, float]) -> None:
        for word, value in wanted.items():
            self.v[place.v.start + _VELOCITY.index(word)] = value

    def _turn(self, body: str, place: Any, wanted: dict[str, float]) -> None:
        for word, value in wanted.items():
            self.q[place.q.start + 3 + _TURN.index(word)] = value

    def _velocity(self, body: str, place: Any, wanted: dict[str, float]) -> None:
        self._in_world_axes(body, place, 0, {_VELOCITY.index(word): x for word, x in wanted.items()})

    def _spin(self, body: str, place: Any, wanted: dict[str, float]) -> None:
        self._in_world_axes(body, place, 3, {_SPIN.index(word): x for word, x in wanted.items()})

    def _in_world_axes(self, body: str, place: Any, first: int, wanted: dict[int, float]) -> None:
        """A free joint's velocities are in the body's axes."""
        A = self.F.motion.rotation(body, self.q)
        own = self.v[place.v][first : first + 3]
        world = A @ own
        for k, value in wanted.items():
            world[k] = value
        own[:] = A.T @ world

    def _angle(self, body: str, place: Any, wanted: dict[str, float]) -> None:
        k = place.q.start + (self._own_angle(place) or 0)
        now = self.F.motion.turn(body, self.q, self.v, self.v)[0]
        self._set.add(self.F.coordinate_names[k])
        self.q[k] += (wanted["angle"] - now) * self.F.flat.turning(place.links[-1])[k]

    def _omega(self, body: str, place: Any, wanted: dict[str, float]) -> None:
        k = self._own_angle(place) or 0
        now = self.F.motion.turn(body, self.q, self.v, self.v)[1]
        self._set.add(self.F.velocity_names[place.v.start + k])
        sign = self.F.flat.turning(place.links[-1])[place.q.start + k]
        self.v[place.v.start + k] += (wanted["omega"] - now) * sign

    def _problem(self, name: str, what: str, remedy: str) -> Problem:
        return Problem(f"initial {name}: {what}", remedy, self.F.mechanism.initial_lines.get(name, ""))
