"""Use a mechanism as a part of another one, as often as needed: `m.attach(suspension, prefix="left", mirror="y")`.

The parts of the copy get the prefix in front of their names: `left/knuckle`.  The mechanism remembers what it was made
of, so that other values of parameters make it anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import MechanismError, Problem, suggestion
from snodo.math.calculated import knowing, with_numbers
from snodo.math.units import UnitError
from snodo.mechanism.attaching.bodies import as_numbers, needs_numbers
from snodo.mechanism.attaching.copying import NOT_YET, Copying
from snodo.mechanism.attaching.placement import Placement, plain
from snodo.mechanism.attaching.signs import change_of
from snodo.mechanism.body import Body
from snodo.mechanism.geometry import GROUND_POSE, Geometry, Pose
from snodo.mechanism.joints import Fixed
from snodo.mechanism.parameters import scope_of, unknown
from snodo.mechanism.part import GROUND, convert
from snodo.mechanism.visual import Visual
from snodo.mechanism.written import same

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

COPIED = ("bodies", "frames", "joints", "constraints", "forces", "drivers", "contacts", "events", "tables")


@dataclass(frozen=True)
class Attachment:
    """A mechanism used as a part of another one."""

    prefix: str
    part: Mechanism = field(repr=False)
    """The part with its own parameters and formulas, as it was given."""
    at: Any = ()
    """As it was written; also angle, axis and set."""
    angle: Any = 0.0
    axis: Any = None
    mirror: str = ""
    set: Mapping[str, Any] = field(default_factory=dict)
    on: str = GROUND
    file: str = ""
    """The file it was read from, if any."""
    where: str = field(default="", compare=False, repr=False)

    @property
    def title(self) -> str:
        """Its name in messages."""
        return f"part {self.prefix!r}"

    @property
    def ignored(self) -> tuple[str, ...]:
        """What the file of the part says and the mechanism around it does not use."""
        found = ["gravity"] if any(self.part.gravity) else []
        return (*found, *(["run"] if self.part.run.duration is not None else []))


@dataclass
class Copied:
    """What one part brings into a mechanism."""

    points: dict[str, tuple[float, ...]]
    parts: dict[str, dict[str, Any]]
    """By section."""
    tables: dict[str, dict[str, Any]]
    """Initial values, guesses, limits and visuals, and the lines of points, values and limits."""
    copying: Copying
    """How it was copied."""


def attach(mechanism: Mechanism, attachment: Attachment) -> None:
    """Add a part; raises an error if its prefix is taken or it cannot be put there."""
    _check_prefix(mechanism, attachment)
    new = copied(mechanism, attachment)
    mechanism.points.update(new.points)
    for parts in new.parts.values():
        for part in parts.values():
            mechanism.add(part)
    _fill(mechanism, attachment, new)


def attach_again(mechanism: Mechanism, attachment: Attachment, before: Mechanism, known: Known | None = None) -> None:
    """Replace the copy of a part, after a change of parameters or of what it stands on; the order of parts stays.

    What was changed since it was attached, compared with the mechanism `before`, stays as it is.
    """
    known, was = {} if known is None else known, before.attachments[attachment.prefix]
    own, others = _source(mechanism, attachment, known), _source(before, was, known)
    if own.makes_the_same(others):
        mechanism.attachments[attachment.prefix] = attachment
        return
    new, old = _copied(attachment, own), _copied(was, others)
    for there, made, was in tables_of(mechanism, new, old):
        for name, value in made.items():
            if name not in there or same(there[name], was.get(name)):
                there[name] = value
    mechanism.attachments[attachment.prefix] = attachment


def tables_of(mechanism: Mechanism, *copies: Copied) -> list[tuple[dict[str, Any], ...]]:
    """The tables of a mechanism, each beside those of copies of a part."""
    found: list[tuple[dict[str, Any], ...]] = [(mechanism.points, *(c.points for c in copies))]
    found += [(getattr(mechanism, section), *(c.parts[section] for c in copies)) for section in COPIED]
    return found + [(getattr(mechanism, word), *(c.tables[word] for c in copies)) for word in copies[0].tables]


def mount(mechanism: Mechanism, joint: Fixed) -> bool:
    """Let a part stand on a body, if a fixed joint joins that body to the part's ground; False if it does not."""
    for ground, body in ((joint.child, joint.parent), (joint.parent, joint.child)):
        prefix, slash, rest = ground.rpartition("/")
        if slash and rest == GROUND and prefix in mechanism.attachments:
            if body != GROUND and body not in mechanism.bodies:
                what = f"{joint.title}: there is no body {body!r} for {mechanism.attachments[prefix].title} to stand on"
                raise MechanismError(Problem(what, "describe the body first", joint.where))
            attach_again(mechanism, replace(mechanism.attachments[prefix], on=body), mechanism)
            return True
    return False


def is_unchanged(mechanism: Mechanism, attachment: Attachment) -> bool:
    """Whether the copy of a part is still as it was made, so that it is enough to write where it comes from."""
    new = copied(mechanism, attachment)
    tables = tables_of(mechanism, new)[: 1 + len(COPIED)]
    return all(name in there and same(there[name], value) for there, made in tables for name, value in made.items())


# ---------------------------------------------------------------- the copy
@dataclass(frozen=True, eq=False)
class _Source:
    """What a copy is made from."""

    part: Mechanism
    """With its own values."""
    geometry: Geometry
    placement: Placement
    host: Pose
    on: str

    def makes_the_same(self, other: _Source) -> bool:
        """Whether the copies are the same."""
        same_host = np.array_equal(self.host.r, other.host.r) and np.array_equal(self.host.A, other.host.A)
        return self.part is other.part and self.placement == other.placement and self.on == other.on and same_host


Known = dict[tuple[Any, ...], Any]
"""Parts with their own values, and their geometry, where these are used several times."""


def _source(mechanism: Mechanism, attachment: Attachment, known: Known) -> _Source:
    with knowing(scope_of(mechanism.parameters)):
        placement = _placement(mechanism, attachment)
        key = ("part", id(attachment.part), *((name, repr(value)) for name, value in _given(attachment).items()))
        if key not in known:
            known[key] = with_own_values(attachment)
    part: Mechanism = known[key]
    _must_fit(mechanism, attachment, part)
    host = _host(mechanism, attachment)
    drawn = ("drawn", id(part))
    if drawn not in known:
        known[drawn] = part.check()
    return _Source(part, known[drawn], placement, host, attachment.on)


def _must_fit(mechanism: Mechanism, attachment: Attachment, part: Mechanism) -> None:
    """Refuse a part of another dimension, or with sections that it cannot have."""
    if part.dimension != mechanism.dimension:
        what = f"{attachment.title} has dimension {part.dimension}, the mechanism that uses it {mechanism.dimension}"
        raise MechanismError(Problem(what, "use parts of the same dimension", attachment.where))
    held = [section for section in NOT_YET if getattr(part, section)]
    if held:
        what = f"{attachment.title} has {' and '.join(held)}, which a part used again cannot have"
        raise MechanismError(Problem(what, "write them in the file that uses it, with names by path", attachment.where))


def copied(mechanism: Mechanism, attachment: Attachment) -> Copied:
    """All that a part brings into a mechanism."""
    return _copied(attachment, _source(mechanism, attachment, {}))


def _copied(attachment: Attachment, source: _Source) -> Copied:
    part, geometry = source.part, source.geometry
    copying = Copying(part, geometry, attachment.prefix, source.placement, source.on, source.host, attachment.where)
    points = {copying.name(name): copying.place(xyz) for name, xyz in part.points.items()}
    found = Copied(points, {}, {}, copying)
    for section in COPIED:
        parts = [_copy(copying, one) for one in getattr(part, section).values()]
        found.parts[section] = {one.name: one for one in parts}
    _tables(copying, found)
    return found


def _copy(copying: Copying, part: Any) -> Any:
    if isinstance(part, Body) and needs_numbers(copying, part):
        part = as_numbers(copying, part)
    new = copying.copied(part)
    problems = new.convert()
    if problems:
        raise MechanismError(problems)
    return new


def _tables(copying: Copying, found: Copied) -> None:
    part = copying.part
    for section, values in (("initial", part.initial_values()), ("initial_guess", part.guess_values())):
        found.tables[section] = {copying.name(name): _value(copying, name, value) for name, value in values.items()}
    found.tables["limits"] = {copying.name(joint): limits for joint, limits in part.limits.items()}
    visuals = {copying.body(b): [_piece(copying, b, one) for one in ones] for b, ones in part.visuals.items()}
    found.tables["visuals"] = visuals
    for word in ("point_lines", "initial_lines", "guess_lines", "limit_lines"):
        found.tables[word] = {copying.name(name): line for name, line in getattr(part, word).items()}


def _value(copying: Copying, name: str, value: float) -> float:
    """The initial value of a coordinate in the copy."""
    part, word, _ = copying.part.coordinate(name)
    change = change_of(copying, part, word)
    if change is None:
        what = f"{copying.title}: the initial value of {name} is along axes of the world that are turned with it"
        raise MechanismError(Problem(what, "give it in the file that uses the part", copying.where))
    return change.sign * value + change.offset


def _piece(copying: Copying, body: str, piece: Visual) -> Visual:
    """A piece of a picture: at' = Q at, its axes Q R M; a mesh is mirrored by its scale."""
    Q, M = copying.Q[body], copying.placement.M
    at = Q @ np.array(piece.at) if body != GROUND else np.array(copying.local(GROUND, piece.at))
    rotation = Q @ np.array(piece.rotation) @ M
    size = tuple(float(x) for x in M @ np.array(piece.size)) if piece.kind == "mesh" else piece.size
    return replace(piece, size=size, at=plain(at), rotation=tuple(plain(row) for row in rotation))


def _fill(mechanism: Mechanism, attachment: Attachment, new: Copied) -> None:
    for word, values in new.tables.items():
        getattr(mechanism, word).update(values)
    mechanism.folders += [folder for folder in attachment.part.folders if folder not in mechanism.folders]
    mechanism.attachments[attachment.prefix] = attachment


# ---------------------------------------------------------------- what was given
def _check_prefix(mechanism: Mechanism, attachment: Attachment) -> None:
    prefix = attachment.prefix
    if not isinstance(prefix, str) or not prefix.isidentifier():
        what = f"{prefix!r} cannot be the prefix of a part"
        raise MechanismError(Problem(what, "use letters, digits and '_', as in left_front", attachment.where))
    if prefix in mechanism.attachments:
        what = f"{attachment.title} is used twice"
        raise MechanismError(Problem(what, "give each use its own name", attachment.where))


def _placement(mechanism: Mechanism, attachment: Attachment) -> Placement:
    n = mechanism.dimension
    try:
        at = convert(attachment.at or (0.0,) * n, "vector:length")
        angle = convert(attachment.angle, "angle")
        axis = None if attachment.axis is None else convert(attachment.axis, "direction")
    except MechanismError as error:
        problems = [Problem(f"{attachment.title}: {p.what}", p.remedy, attachment.where) for p in error.problems]
        raise MechanismError(problems) from None
    except ValueError as error:
        raise MechanismError(Problem(f"{attachment.title}: {error}", f"give {n} numbers", attachment.where)) from None
    if len(at) != n or (axis is not None and (isinstance(axis, dict) or isinstance(axis[0], str))):
        what = (
            f"{attachment.title}: at has {len(at)} coordinates" if len(at) != n else f"{attachment.title}: axis: {axis}"
        )
        raise MechanismError(Problem(what, f"give {n} numbers, and an axis x, y, z or a vector", attachment.where))
    placement = Placement(at, angle, axis, attachment.mirror, n)
    placement.check(attachment.title, attachment.where)
    return placement


def with_own_values(attachment: Attachment) -> Mechanism:
    """The part with its own values of parameters, which may follow from those of the mechanism around it."""
    given = _given(attachment)
    if not given:
        return attachment.part
    from snodo.mechanism.recalculating import with_values

    changed: Mechanism = with_values(attachment.part, given, attachment.where)
    return changed


def _given(attachment: Attachment) -> dict[str, Any]:
    """The values that a part is given, as numbers with units; an error names what it does not know."""
    if not attachment.set:
        return {}
    known = [*attachment.part.parameters, *_paths(attachment.part)]
    title = attachment.file.rpartition("/")[2] or repr(attachment.part.name)
    for name in attachment.set:
        if name not in known:
            what = f"{attachment.title}: set: {title} has no parameter {name!r}"
            raise MechanismError(Problem(what, unknown(name, known), attachment.where))
    try:
        return {n: with_numbers(value) if isinstance(value, str) else value for n, value in attachment.set.items()}
    except UnitError as error:
        problems = [Problem(f"{attachment.title}: set: {p.what}", p.remedy, attachment.where) for p in error.problems]
        raise MechanismError(problems) from None


def _paths(part: Mechanism) -> list[str]:
    return [
        f"{prefix}/{name}" for prefix, a in part.attachments.items() for name in (*a.part.parameters, *_paths(a.part))
    ]


def _host(mechanism: Mechanism, attachment: Attachment) -> Pose:
    """The pose of the body that a part stands on."""
    if attachment.on == GROUND:
        return GROUND_POSE
    if attachment.on not in mechanism.bodies:
        what = f"{attachment.title} stands on {attachment.on!r}, which is no body here"
        raise MechanismError(Problem(what, suggestion(attachment.on, mechanism.bodies), attachment.where))
    found = mechanism.geometry()
    if attachment.on not in found.bodies:
        raise MechanismError(found.problems)
    return found.pose(attachment.on)
