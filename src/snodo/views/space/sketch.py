"""A mechanism in space as solids that move with its bodies, with joints and springs, and the space they need."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import SnodoError
from snodo.mechanism import forces
from snodo.mechanism.cables import Cable
from snodo.mechanism.checks.places import attachments
from snodo.mechanism.elements import LinearActuator
from snodo.mechanism.part import GROUND
from snodo.mechanism.velocity_constraints import Rolling
from snodo.views.space.camera import across, upright
from snodo.views.space.contact_forms import contact_forms, level_of, slopes
from snodo.views.space.forms import forms_of
from snodo.views.space.meshes import Meshes
from snodo.views.space.solids import Solid, together
from snodo.views.style import GREY, color_of

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray

RODS = ("rod", "revolute_spherical")
"""Joints that are bars themselves."""
UNMARKED = ("fixed", "free", "selection", *RODS)
"""Joints without a sign."""
MANY_LINKS, SLENDER = 60, 0.07
"""Bodies above which links are not wider than a share of their length: those of a net would hide it."""
MOST_SIGNS = 300
"""Joints above which signs are left out: each would be a few pixels."""
MANY_TRIANGLES = 300
"""Triangles of a mesh above which the signs of joints are left out: they are inside."""
MOST_TRIANGLES = 1000
"""Of each mesh of a picture."""
DISTINCT = 8
"""Number of bodies up to which each has its own colour."""
LEVEL = 0.999
"""Cosine of the slope up to which a plane counts as level."""
MOST_ROWS = 60
"""Largest number of positions from which the extent of a motion is determined."""


@dataclass(frozen=True)
class PosesInSpace:
    """Where all bodies are, the ground last: origins r (…, bodies + 1, 3) [m] and rotations A (…, bodies + 1, 3, 3)."""

    r: Array
    A: Array

    @classmethod
    def of(cls, F: Formulation, q: Array) -> PosesInSpace:
        """In rows of coordinates (time, nq)."""
        q = np.atleast_2d(q)
        places = [F.motion.position(name, q) for name in F.body_names] + [np.zeros((len(q), 3))]
        turns = [F.motion.rotation(name, q) for name in F.body_names] + [np.broadcast_to(np.eye(3), (len(q), 3, 3))]
        return cls(np.stack(places, axis=1), np.stack(turns, axis=1))

    def point(self, body: int, s: Array) -> Array:
        """World place of a point of a body, given in its frame (…, 3)."""
        return self.r[..., body, :] + self.A[..., body, :, :] @ s

    def __getitem__(self, row: Any) -> PosesInSpace:
        return PosesInSpace(self.r[row], self.A[row])


@dataclass(frozen=True)
class JointSign:
    """A joint on its child: body, place, axis and second axis (or None) in its frame; its parent."""

    name: str
    kind: str
    parent: int
    body: int
    at: Array
    axis: Array | None
    second: Array | None


Ends = tuple[tuple[int, Array], tuple[int, Array]]
"""Points of two bodies."""


@dataclass(frozen=True)
class Coil:
    """A spring (`stiff`), a damper (`damped`) or both between points of two bodies."""

    name: str
    ends: Ends
    stiff: bool
    damped: bool


@dataclass(frozen=True)
class RodSign:
    """A massless rod between points of two bodies."""

    name: str
    ends: Ends


class SpaceSketch:
    """What is drawn of a mechanism; `poses` (time, …) give the room that it needs.

    `most` is the largest number of triangles of each mesh.
    """

    def __init__(self, F: Formulation, poses: PosesInSpace, most: int = MOST_TRIANGLES) -> None:
        self.F, self.mechanism, self.poses = F, F.mechanism, poses
        self.ground = len(F.body_names)
        self.up = upright(self.mechanism.gravity)
        self.numbers = {name: k for k, name in enumerate((*F.body_names, GROUND))}
        every = self.mechanism.joints.values()
        self.joints = [self._sign(joint) for joint in every]
        self.rods = [RodSign(joint.name, self._ends(joint)) for joint in every if joint.kind in RODS]
        rams = [f for f in self.mechanism.forces.values() if isinstance(f, LinearActuator)]
        self.rods += [RodSign(ram.name, self._ends(ram)) for ram in rams]
        for cable in (f for f in self.mechanism.forces.values() if isinstance(f, Cable)):
            ends = [self._end((node.body, node.point), cable) for node in cable.nodes()]
            self.rods += [RodSign(cable.name, pair) for pair in pairwise(ends)]  # from centre to centre
        self.coils = [self._coil(f) for f in self.mechanism.forces.values() if isinstance(f, forces.Spring)]
        held = self._held()
        self.h = self._half_width(held)
        self.meshes = Meshes(self.mechanism.folders, most)
        self.forms = [forms_of(F, k, places, self.h, self.meshes) for k, places in enumerate(held)]
        for name, k in self.numbers.items():
            bare = name == GROUND or (F.geometry.bodies[name].shape is None and not self.mechanism.visuals.get(name))
            self.forms[k] += contact_forms(F, name, self.h, bare)
        self.forms[self.ground] += slopes(F, self.places(), self.up, LEVEL)
        self.meshes.warn()

    # ---------------------------------------------------------------- signs
    def _sign(self, joint: Any) -> JointSign:
        (parent, _), (child, where) = attachments(joint, self.mechanism)
        at = self.F.geometry.local(where, child, joint)
        axis, second = (self._axis(joint, child, word) for word in ("axis", "second"))
        return JointSign(joint.name, joint.kind, self.numbers[parent], self.numbers[child], at, axis, second)

    def _axis(self, joint: Any, child: str, word: str) -> Array | None:
        """A unit vector in the frame of the child; None if the joint has no such axis."""
        given = getattr(joint, word, None)
        try:
            found = None if given is None else np.array(self.F.geometry.direction(given, child, joint), float)
        except SnodoError:
            return None
        size = 0.0 if found is None else float(np.linalg.norm(found))
        return None if found is None or size == 0.0 else found / size

    def _ends(self, part: Any) -> Ends:
        first, second = attachments(part, self.mechanism)
        return self._end(first, part), self._end(second, part)

    def _end(self, end: Any, part: Any) -> tuple[int, Array]:
        body, where = end
        return self.numbers[body], np.array(self.F.geometry.local(where, body, part), float)

    def _coil(self, spring: Any) -> Coil:
        return Coil(spring.name, self._ends(spring), spring.stiffness > 0, spring.damping > 0)

    def _half_width(self, held: list[list[Array]]) -> float:
        """Of links without a shape [m]: a share of the whole, and where there are many, of their length."""
        whole = 0.011 * self._reach()
        if self.ground < MANY_LINKS:
            return whole
        lengths = [float(np.linalg.norm(np.ptp(places, axis=0))) for places in held[: self.ground] if len(places) > 1]
        usual = SLENDER * float(np.median(lengths)) if lengths else 0.0
        return min(whole, usual) or whole

    def _held(self) -> list[list[Array]]:
        """Places of the joints of every body, in its frame."""
        found: list[list[Array]] = [[] for _ in range(self.ground + 1)]
        for joint in self.mechanism.joints.values():
            for body, where in attachments(joint, self.mechanism) if joint.kind != "free" else ():
                found[self.numbers[body]].append(self.F.geometry.local(where, body, joint))
        return found

    def shown_joints(self) -> list[JointSign]:
        """Joints with a sign: those that move and are not just a floating base; none inside fine meshes, or of many."""
        fine = any(len(form.faces) > MANY_TRIANGLES for forms in self.forms for form in forms)
        if fine or len(self.joints) > MOST_SIGNS:
            return []
        return [sign for sign in self.joints if sign.kind not in UNMARKED]

    def color(self, number: int) -> str:
        """Of few bodies each its own; of many, left and right are told apart and the rest is calm."""
        if number == self.ground:
            return GREY
        if self.ground <= DISTINCT:
            return color_of(number)
        name = self.F.body_names[number].lower()
        return "#4F8FBF" if "left" in name else "#D98A4E" if "right" in name else "#B9BEC8"

    # ---------------------------------------------------------------- room
    def _reach(self) -> float:
        """Diagonal of the box around bodies and joints in the first position [m]."""
        first = self.poses[0]
        places = [first.point(sign.body, sign.at) for sign in self.joints]
        for k, name in enumerate(self.F.body_names):
            placed = self.F.geometry.bodies[name]
            middle = first.point(k, np.array(placed.inertia.com))
            size = 0.0 if placed.shape is None else 0.6 * placed.shape.extent()
            places += [middle - size, middle + size]
        return float(np.linalg.norm(np.ptp(np.array(places), axis=0))) or self.F.size

    def solid(self, number: int) -> Solid:
        """All pieces of a body as one."""
        return together(form.solid() for form in self.forms[number])

    def places(self) -> Array:
        """Corners of everything, over the whole motion (…, 3) [m]."""
        count = len(self.poses.r)
        rows = self.poses[np.unique(np.linspace(0, count - 1, min(count, MOST_ROWS)).astype(int))]
        found = [np.zeros((0, 3))]
        for k in (k for k, forms in enumerate(self.forms) if forms):
            corners = self.solid(k).triangles.reshape(-1, 3)
            low, high = corners.min(axis=0), corners.max(axis=0)
            box = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
            found += [rows.point(k, s).reshape(-1, 3) for s in box]
        found += [rows.point(sign.body, sign.at).reshape(-1, 3) for sign in self.joints]
        ends = [part.ends for part in self.coils] + [part.ends for part in self.rods]
        found += [rows.point(*end).reshape(-1, 3) for pair in ends for end in pair]
        return np.concatenate(found)

    def _ground_level(self, lowest: float) -> float:
        """Of the level plane of the ground on which something rolls or that it touches, else of what is lowest [m]."""
        for part in self.mechanism.constraints.values():
            if isinstance(part, Rolling) and part.parent == GROUND and part.normal is not None:
                _, on, n = part.on_plane(self.F.geometry)
                if float(n @ self.up) > LEVEL:
                    return float(on @ self.up)
        touched = level_of(self.F, self.up, LEVEL)
        return lowest if touched is None else touched

    def floor(self, places: Array) -> tuple[Array, Array, Array, float]:
        """A corner of the level square below everything, its two directions, and its side [m]."""
        first, second = across(self.up)
        level = self._ground_level(float((places @ self.up).min()))
        a, b = places @ first, places @ second
        side = 1.1 * max(float(np.ptp(a)), float(np.ptp(b)), 0.35 * float(np.ptp(places @ self.up))) or 1.0
        corner = (a.min() + a.max() - side) / 2 * first + (b.min() + b.max() - side) / 2 * second + level * self.up
        return corner, first, second, side
