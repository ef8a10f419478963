"""Numbers that a formulation may have in its model: everything that parts, places and bodies lead to, on a tape.

Nothing here says which number stands where in a model: that is found by comparison (`matching.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from snodo.errors import SnodoError
from snodo.formulations.parts.groups import SMALLEST_PART
from snodo.formulations.rewriting.axes import across, axes_on, euler_parameters
from snodo.formulations.rewriting.drawn import Drawn
from snodo.formulations.rewriting.masses import Mass
from snodo.formulations.rewriting.tape import NotRecorded, Recorded, Tape, Value, applied, number
from snodo.formulations.rewriting.vectors import (
    Matrix,
    Placed,
    Vector,
    cross,
    dot,
    length,
    minus,
    plain,
    plus,
    product,
    scaled,
    times,
    turned,
)
from snodo.formulations.series.reactions import bodies_of
from snodo.mechanism.forces import UserForce
from snodo.mechanism.joints import Free
from snodo.mechanism.mechanism import Mechanism
from snodo.mechanism.part import GROUND, Part

COINCIDE = 1e-9
"""Distance of places that are one place, relative to the size of the mechanism."""
NOT_THERE = (NotRecorded, SnodoError, LookupError, AttributeError, TypeError, ValueError, ArithmeticError)
PLACES = ("at", "start", "end", "point", "center", "via")
DIRECTIONS = ("axis", "second", "direction", "along")


def put_on_tape(F: Any, drawn: Drawn) -> None:
    """Everything that the numbers of a bound formulation may be."""
    m = drawn.mechanism
    drawn.see()
    for name in m.bodies:
        _tried(_body, F, drawn, name)
    for part in m.parts():
        for body in _bodies_of(part):
            _tried(_places, drawn, part, body)
        _tried(_pair, drawn, part)
    _tried(_size, drawn)
    _lengths(F, drawn)
    own = {"tree": _links, "spatial": _spatial, "spatial_euler": _spatial}.get(F.name)
    if own is not None:
        own(F, drawn)


def _tried(record: Callable[..., Any], *args: Any) -> None:
    """Record what can be recorded: a part may lack a field, or have it in a form that has no numbers."""
    with suppress(*NOT_THERE):
        record(*args)


def _size(drawn: Drawn) -> None:
    size = drawn.size()
    _positive(drawn, size)
    for name, body in drawn.mechanism.bodies.items():
        if body.kind == "particle":
            _inverse(drawn.mass(name).mass * size * size)


def _acting(m: Mechanism) -> list[tuple[Part, list[str]]]:
    """Parts and frames, and the bodies whose lengths they take part in (`parts/groups.py`)."""
    parts = (*m.joints.values(), *m.constraints.values(), *m.forces.values(), *m.drivers.values())
    frames: list[tuple[Part, list[str]]] = [(frame, [frame.on]) for frame in m.frames.values()]
    return [*((part, bodies_of(m, part)) for part in parts), *frames]


def _lengths(F: Any, drawn: Drawn) -> None:
    """The extents of bodies with what is attached to them, and of their groups."""
    acting, places = _acting(drawn.mechanism), dict[str, list[Vector]]()
    for name in drawn.mechanism.bodies:
        with suppress(NotRecorded):
            places[name] = _attached(drawn, name, acting)
    groups: dict[int, list[Vector]] = {}
    for name, own in places.items():
        groups.setdefault(F.groups.bodies[name], []).extend(own)
    sizes = {number: _diagonal(drawn, own) for number, own in groups.items()}
    for name, own in places.items():
        _tried(_extent, drawn, own, sizes[F.groups.bodies[name]])


def _diagonal(drawn: Drawn, places: list[Vector]) -> Value:
    """The diagonal of the box around places; zero if it is not recorded."""
    with suppress(*NOT_THERE):
        found = drawn.diagonal(places)
        if number(found) > 0.0:
            _positive(drawn, found)
        return found
    return 0.0


def _extent(drawn: Drawn, places: list[Vector], size: Value) -> None:
    """The length of a body, which is not smaller than a part of the size of its group."""
    applied("max", _diagonal(drawn, places), SMALLEST_PART * size)


def _attached(drawn: Drawn, name: str, acting: list[tuple[Part, list[str]]]) -> list[Vector]:
    """World coordinates of a body and of what is attached to it."""
    places = drawn.outline(name)
    for part, bodies in acting:
        if name not in bodies:
            continue
        if isinstance(part, UserForce):
            places.append([0.0, 0.0, 0.0])
        for word in ("at", "start", "end"):
            if getattr(part, word, None) is not None:
                places.append(drawn.world(drawn.field(part, word), part))
    return places


def _inverse(x: Value) -> Value:
    return 1.0 / x if isinstance(x, Recorded) else x


def _positive(drawn: Drawn, x: Value) -> None:
    if isinstance(x, Recorded):
        drawn.described.tape.guard(0.0, x)


# ---------------------------------------------------------------- bodies
def _body(F: Any, drawn: Drawn, name: str) -> None:
    """Mass, moments, their inverses, weight, and where the body is."""
    mass, pose = drawn.mass(name), drawn.pose(name)
    _positive(drawn, mass.mass)
    _inverse(mass.mass)
    for g in drawn.described.gravity:
        mass.mass * g
    scaled(mass.mass, mass.com)
    centre = pose.outward(mass.com)
    minus(centre, pose.r)
    applied("atan2", pose.A[1][0], pose.A[0][0])
    times(turned(pose.A), pose.r)
    if F.name == "planar":
        izz = mass.tensor[2][2]
        _positive(drawn, izz)
        kept = float(F.masses[3 * F.body_numbers[name] + 2]) - number(izz)
        _inverse(izz + kept if abs(kept) > 1e-14 * abs(number(izz)) else izz)


def _bodies_of(part: Part) -> list[str]:
    """The bodies that a part names."""
    found = [getattr(part, word, None) for word in ("parent", "child", "body", "on")]
    several = getattr(part, "bodies", None) or ()
    named = [*found, *(several if isinstance(several, list | tuple) else ())]
    return list(dict.fromkeys(name for name in named if isinstance(name, str) and name))


def _places(drawn: Drawn, part: Part, body: str) -> None:
    """Places and directions of a part on one of its bodies."""
    for where in _wheres(drawn, part):
        _tried(_place, drawn, where, body, part)
    for e in _directions(drawn, body, part):
        _tried(across, e)


def _wheres(drawn: Drawn, part: Any) -> Iterable[Any]:
    """What a part says about places; a joint without a place is at the point of its name."""
    if hasattr(part, "at") and part.at is None and hasattr(part, "parent"):
        yield part.name
    for word in PLACES:
        where = getattr(part, word, None)
        if where is not None and not isinstance(where, bool):
            yield drawn.field(part, word)


def _place(drawn: Drawn, where: Any, body: str, part: Part) -> None:
    s = drawn.local(where, body, part)
    arm = minus(s, drawn.com(body))
    length(s)
    length(arm)


def _directions(drawn: Drawn, body: str, part: Part) -> list[Vector]:
    """Directions of a part in the axes of one of its bodies."""
    found: list[Vector] = []
    for word in DIRECTIONS:
        if getattr(part, word, None) is not None:
            with suppress(*NOT_THERE):
                found.append(drawn.direction(drawn.field(part, word), body, part))
    return found


def _pair(drawn: Drawn, part: Any) -> None:
    """Distances, and angles between bodies, of a part between two bodies."""
    parent, child = part.parent, part.child
    ends = [tuple(drawn.field(part, word) if hasattr(part, word) else None for word in ("start", "end"))]
    if getattr(part, "at", None) is not None:
        at = drawn.field(part, "at")
        ends.append((at, at))
    for first, second in ends:
        if first is not None and second is not None:
            _tried(_apart, drawn, part, first, second)
    a, b = drawn.pose(parent), drawn.pose(child)
    angles = [applied("atan2", A[1][0], A[0][0]) for A in (a.A, b.A)]
    turn = angles[1] - angles[0]
    reference = drawn.field(part, "reference") if hasattr(part, "reference") else 0.0
    reference - turn if isinstance(turn, Recorded) or isinstance(reference, Recorded) else turn
    for axis in (getattr(part, "axis", None),):
        if axis is not None:
            _slide(drawn, part, angles)


def _slide(drawn: Drawn, part: Any, angles: list[Value]) -> None:
    """The displacement as drawn along an axis."""
    e = drawn.direction(drawn.field(part, "axis"), part.parent, part)
    where = part.name if part.at is None else drawn.field(part, "at")
    ends = [drawn.pose(b).outward(drawn.local(where, b, part)) for b in (part.parent, part.child)]
    apart = dot(times(drawn.pose(part.parent).A, e), minus(ends[1], ends[0]))
    reference = drawn.field(part, "reference") if hasattr(part, "reference") else 0.0
    if isinstance(apart, Recorded) or isinstance(reference, Recorded):
        reference - apart


def _apart(drawn: Drawn, part: Any, first: Any, second: Any) -> None:
    """The distance of two places as drawn."""
    ends = [drawn.local(where, body, part) for where, body in ((first, part.parent), (second, part.child))]
    d = minus(drawn.pose(part.child).outward(ends[1]), drawn.pose(part.parent).outward(ends[0]))
    far = length(d)
    _tried(_free_length, drawn, part, far)
    if number(far) < COINCIDE * drawn.geometry.size():
        return
    _positive(drawn, far)
    if isinstance(far, Recorded):
        _inverse(far)
        far * far


def _free_length(drawn: Drawn, part: Any, far: Value) -> None:
    """The free length of a spring whose force as drawn is given."""
    preload, stiffness = drawn.field(part, "preload"), drawn.field(part, "stiffness")
    if not isinstance(stiffness, Recorded) and not stiffness:
        return
    push = preload / stiffness
    far + push


# ---------------------------------------------------------------- links of a tree
def _links(F: Any, drawn: Drawn) -> None:
    """Joint frames in the axes of the links, and the inertias of links."""
    for flat in {id(flat): flat for flat in (F.flat, F.lean)}.values():
        _tried(_Links(drawn, flat, F.builder.framer).record)


class _Links:
    """The places of links and bodies, in the order of the tree."""

    def __init__(self, drawn: Drawn, flat: Any, framer: Any) -> None:
        self.drawn, self.flat, self.framer = drawn, flat, framer
        self.placed: dict[str, Placed] = {GROUND: Placed([0.0] * 3, _identity())}
        """The body's frame in its link's."""
        self.masses: dict[int, Mass] = {}

    def record(self) -> None:
        depth = {GROUND: 0}
        places = list(self.flat.places)
        for place in places:
            depth[place.branch.body] = depth.get(place.branch.base, 0) + 1
        for place in sorted(places, key=lambda p: depth[p.branch.body]):
            _tried(self._joint, place)
        for mass in self.masses.values():
            second = mass.about([0.0, 0.0, 0.0])
            scaled(mass.mass, mass.com)
            _positive(self.drawn, mass.mass)
            _spread(self.drawn.described.tape, second)

    def _joint(self, place: Any) -> None:
        branch, frames = place.branch, place.frames
        stands = self._on(branch.joint, branch.joint.parent, frames.on_parent)
        carries = self._on(branch.joint, branch.joint.child, frames.on_child)
        if branch.backward:
            stands, carries = carries, stands
            if frames.about_z:
                stands, carries = _around(stands), _around(carries)
        placed = self.placed[branch.base]
        joint = Placed(placed.outward(stands.r), product(placed.A, stands.A))
        number_of, body = self.flat.bodies[branch.body][0], branch.body
        if number_of == self.flat.bodies[branch.base][0]:  # welded to the link
            A = product(joint.A, turned(carries.A))
            self.placed[body] = Placed(minus(joint.r, times(A, carries.r)), A)
        else:
            A = turned(carries.A)
            self.placed[body] = Placed([_minus(x) for x in times(A, carries.r)], A)
        if not self._described(branch.joint):
            base, child = (self.drawn.pose(b) for b in (branch.joint.parent, branch.joint.child))
            base.inward(child.r)
            euler_parameters(product(turned(base.A), child.A))
        own = self.drawn.mass(body).moved(self.placed[body].A, self.placed[body].r)
        before = self.masses.get(number_of)
        self.masses[number_of] = own if before is None else before.together(own)
        self._places(body)

    def _places(self, body: str) -> None:
        """Places of parts on this body, in the link's axes."""
        here = self.placed[body]
        for part in self.drawn.mechanism.parts():
            if body in _bodies_of(part):
                for where in _wheres(self.drawn, part):
                    _tried(self._place, here, where, body, part)
                _tried(self._axes, here, body, part)

    def _axes(self, here: Placed, body: str, part: Any) -> None:
        """Directions of a part, and the axes of a joint, in the link's axes."""
        for e in _directions(self.drawn, body, part):
            times(here.A, e)
            for x in across(e):
                times(here.A, x)
        if part.name in self.drawn.mechanism.joints:
            frames = self.framer.frames(part)
            found = frames.on_parent if body == part.parent else frames.on_child
            product(here.A, axes_on(self.drawn, part, body, found.A))

    def _place(self, here: Placed, where: Any, body: str, part: Part) -> None:
        here.outward(self.drawn.local(where, body, part))

    def _on(self, joint: Any, body: str, found: Any) -> Placed:
        """A joint's frame on a body, with the axes as found and the place on the tape."""
        if not self._described(joint):
            return Placed(plain(found.r), [[float(x) for x in row] for row in found.A])
        at = joint.name if joint.at is None else self.drawn.field(joint, "at")
        r = self.drawn.local(at, body, joint)
        A = axes_on(self.drawn, joint, body, found.A)
        shift = found.r - [number(x) for x in r]
        if abs(shift).max() > 1e-12:
            axes = "xyz".index(found_letter(joint, self.flat))
            reference = self.drawn.field(joint, "reference")
            n = [A[k][axes] for k in range(3)]
            along = sum(float(found.A[k, axes]) * shift[k] for k in range(3))
            r = plus(r, scaled(-reference if abs(along + number(reference)) < 1e-9 else along, n))
        return Placed(r, A)

    def _described(self, joint: Any) -> bool:
        """Whether a joint has frames of its own: those of a free one are the bodies' frames."""
        return joint.name in self.drawn.mechanism.joints and not isinstance(joint, Free)


def found_letter(joint: Any, flat: Any) -> str:
    """The axis of a sliding joint."""
    place = next(place for place in flat.places if place.branch.joint.name == joint.name)
    return str(place.frames.letters[0])


def _identity() -> Matrix:
    return [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]


def _minus(x: Value) -> Value:
    return 0.0 - x if isinstance(x, Recorded) else -x


def _around(placed: Placed) -> Placed:
    """Half a turn about x."""
    return Placed(placed.r, [[row[0], _minus(row[1]), _minus(row[2])] for row in placed.A])


def _spread(tape: Tape, J: Matrix) -> None:
    """λ 1 + u uᵀ + v vᵀ of an inertia about the link's origin."""
    moments = [J[i][j] for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))]
    if any(isinstance(x, Recorded) for x in moments):
        tape.spread(moments)


# ---------------------------------------------------------------- bodies in space
def _spatial(F: Any, drawn: Drawn) -> None:
    """Inertia and its inverse, and places relative to centres of mass."""
    for name in drawn.mechanism.bodies:
        _tried(_inverse_of, drawn, name)
        _tried(_attitude, drawn, name)
    for joint in drawn.mechanism.joints.values():
        _tried(_joint_axes, F, drawn, joint)


def _joint_axes(F: Any, drawn: Drawn, joint: Any) -> None:
    frames = F.builder.framer.frames(joint)
    axes_on(drawn, joint, joint.parent, frames.on_parent.A)
    axes_on(drawn, joint, joint.child, frames.on_child.A)


def _attitude(drawn: Drawn, name: str) -> None:
    euler_parameters(drawn.pose(name).A)


def _inverse_of(drawn: Drawn, name: str) -> None:
    J = drawn.mass(name).tensor
    rows = [cross(J[1], J[2]), cross(J[2], J[0]), cross(J[0], J[1])]
    determinant = dot(J[0], rows[0])
    if isinstance(determinant, Recorded):
        for row in rows:
            [x / determinant for x in row]
    for k in range(3):
        _inverse(J[k][k])
