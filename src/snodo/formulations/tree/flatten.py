"""Objects to arrays: the branches of the tree become the one flat array that the kernels read (`kernels/layout.py`)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.arrays.measured_laws import PackedLaw
from snodo.formulations.parts.joint_frames import Framer, JointFrames
from snodo.formulations.parts.motors import armature
from snodo.formulations.tree.kernels import layout as at
from snodo.formulations.tree.limbs import limbs_of
from snodo.formulations.tree.spanning import Branch
from snodo.math.kernels.algebra import Mat3, Rigid, Sym3, Vec3
from snodo.math.kernels.record_layout import PythonTable, column, size
from snodo.math.spread import spread_of
from snodo.mechanism.geometry import Pose
from snodo.mechanism.part import GROUND
from snodo.mechanism.shapes.inertia import Inertia

_KINDS = {
    "revolute": at.REVOLUTE,
    "prismatic": at.PRISMATIC,
    "helical": at.HELICAL,
    "spherical": at.SPHERICAL,
    "free": at.FREE,
    "chain": at.CHAIN,
}
_LETTERS = ("x", "y", "z", "rx", "ry", "rz")
_AROUND = np.diag([1.0, -1.0, -1.0])
"""Half a turn about x: the z axis turned around."""


@dataclass(frozen=True)
class Place:
    """Where a joint's coordinates, velocities and links are."""

    branch: Branch
    frames: JointFrames
    q: slice
    v: slice
    links: range


@dataclass
class Flat:
    """The flat model of a tree, with what the layer above needs to read it."""

    model: np.ndarray
    places: list[Place]
    bodies: dict[str, tuple[int, Pose]]
    """Link of a body, and the body's frame in the link's."""
    parents: list[int] = field(default_factory=list)
    limbs: list[list[int]] = field(default_factory=list)
    """Links that may be taken side by side, limb by limb (`limbs.py`); they are the last ones."""
    constraints: list[Any] = field(default_factory=list)
    forces: list[Any] = field(default_factory=list)
    """The laws of the applied forces (`arrays/forces.py`)."""
    works: list[str] = field(default_factory=list)
    counters: dict[str, int] = field(default_factory=dict)
    """Where in q the turns of a cut joint's angle are counted, by the name of that coordinate."""
    keep_alive: list[Any] = field(default_factory=list)
    measured: list[PackedLaw] = field(default_factory=list)
    """Laws over measures."""
    shorter: list[dict[str, int]] = field(default_factory=list)
    """The header's fields for some of the first rows alone (`arrays/first_rows.py`)."""
    _turning: dict[int, np.ndarray] = field(default_factory=dict)

    def work(self, name: str) -> np.ndarray:
        """One field of the scratch of all links, the ground first, as a view."""
        return self._column(at.Work, name, "work_at")

    def link_rows(self) -> np.ndarray:
        """The scratch of all links, the ground first, as a view with a row for each."""
        head = self.header
        return self.model[head.work_at : head.freedom_at].reshape(head.links + 1, -1)

    def links(self, name: str) -> np.ndarray:
        """One constant field of all links, as a view."""
        return self._column(at.Link, name, "link_at")

    def freedoms(self, name: str) -> np.ndarray:
        """One field of the scratch of all degrees of freedom, as a view."""
        head = self.header
        found: np.ndarray = column(at.Freedom, name, self.model, head.freedom_at, head.nv)
        return found

    def turning(self, link: int) -> np.ndarray:
        """In the plane: by how much each coordinate turns a link about z, 1, −1 or 0."""
        links = PythonTable(at.Link, self.model, self.header.link_at)
        chain = [link]
        while chain[-1] and chain[-1] not in self._turning:
            chain.append(links[chain[-1]].parent)
        found = self._turning.get(chain[-1], np.zeros(self.header.nq))
        for one in reversed([one for one in chain if one and one not in self._turning]):
            found = self._turning[one] = self._turned_by(links[one], found)
        return found

    def _turned_by(self, row: Any, parent: np.ndarray) -> np.ndarray:
        """What turns the parent of a link, and its own coordinates."""
        freedoms = PythonTable(at.Freedom, self.model, self.header.freedom_at)
        found = parent.copy()
        for k in range(row.dofs):
            turns = row.kind == at.REVOLUTE or (row.kind == at.CHAIN and freedoms[row.iv + k].letter > 2)
            found[row.iq + k] = row.sign * turns
        return found

    def axes(self, link: int) -> np.ndarray:
        """R of a link, from the scratch."""
        return self.work("R")[link].reshape(3, 3).T

    def _column(self, row: Any, name: str, start: str) -> np.ndarray:
        head = self.header
        found: np.ndarray = column(row, name, self.model, getattr(head, start), head.links + 1)
        return found

    @property
    def header(self) -> Any:
        """Counts and offsets."""
        return PythonTable(at.Header, self.model, 0)[0]


@dataclass
class _Link:
    """One row to be written."""

    parent: int
    frames: JointFrames | None
    q: int
    v: int
    dofs: int
    backward: bool
    joint: Pose
    inertia: Inertia | None = None
    origin: np.ndarray = field(default_factory=lambda: np.zeros(3))
    lent: float = 0.0
    armature: float = 0.0


class Flattener:
    """Numbers the links and writes the model; welded: a body that is fixed to a moving one shares its link."""

    def __init__(self, framer: Framer, gravity: np.ndarray, particle_length: float, welded: bool = False) -> None:
        self.framer = framer
        self.welded = welded
        self.gravity = gravity
        self.particle_length = particle_length
        self.links: list[_Link] = [_Link(0, None, 0, 0, 0, False, _HERE)]
        self.letters: list[str] = []
        self.bodies: dict[str, tuple[int, Pose]] = {GROUND: (0, _HERE)}
        self.places: list[Place] = []
        self.nq = 0

    def flatten(self, branches: list[Branch]) -> Flat:
        """The flat model: coordinates in the order of the branches, links by depth, those of limbs at the end.

        Links that follow each other then seldom wait for each other, and a processor works on several at a time.
        """
        self.places = [self._number(branch) for branch in branches]
        for k in _by_depth(branches):
            self.places[k] = self._build(self.places[k])
        limbs = self._put_limbs_last()
        return Flat(self._write(), self.places, self.bodies, [link.parent for link in self.links], limbs)

    def _put_limbs_last(self) -> list[list[int]]:
        """Number the links anew, those of limbs after the others; returns the limbs."""
        hinged = [link.frames is not None and link.frames.kind == "revolute" for link in self.links]
        limbs = limbs_of([link.parent for link in self.links], hinged)
        apart = {link for limb in limbs for link in limb}
        order = sorted(range(len(self.links)), key=lambda k: k in apart)
        new = {old: number for number, old in enumerate(order)}
        self.links = [replace(self.links[old], parent=new[self.links[old].parent]) for old in order]
        self.bodies = {name: (new[link], pose) for name, (link, pose) in self.bodies.items()}
        self.places = [replace(place, links=_moved(place.links, new)) for place in self.places]
        return [[new[link] for link in limb] for limb in limbs]

    # ---------------------------------------------------------------- from branches to links
    def _number(self, branch: Branch) -> Place:
        """The joint's places among coordinates and velocities, without its links."""
        frames = self.framer.frames(branch.joint)
        nq, nv, q0, v0 = len(frames.coordinates), len(frames.velocities), self.nq, len(self.letters)
        self.nq += nq
        self.letters += frames.letters if frames.kind == "chain" else ("x",) * nv
        return Place(branch, frames, slice(q0, q0 + nq), slice(v0, v0 + nv), range(0))

    def _build(self, place: Place) -> Place:
        """The place with its links."""
        branch, frames = place.branch, place.frames
        backward = branch.backward
        if backward and frames.kind == "free":
            raise UnsupportedError(_turned(branch))
        stands, carries = frames.on_parent, frames.on_child
        if backward:
            stands, carries = carries, stands
            if frames.about_z:
                stands, carries, backward = _around(stands), _around(carries), False
        base, placed = self.bodies[branch.base]
        joint, first = Pose(placed.to_world(stands.r), placed.A @ stands.A), len(self.links)
        if self.welded and self._can_share(base, branch.body, frames):
            self._weld(branch.body, base, joint, carries)
            return replace(place, links=range(base, base + 1))
        for start, dofs in _groups(frames, backward):
            q, v = place.q.start + start, place.v.start + start
            self.links.append(_Link(base, frames, q, v, dofs, backward, joint))
            base, joint = len(self.links) - 1, _HERE
        self.links[-1].armature = armature(self.framer.mechanism, branch.joint.name)
        self._put_body(branch.body, carries, frames.turns)
        return replace(place, links=range(first, len(self.links)))

    def _can_share(self, base: int, name: str, frames: JointFrames) -> bool:
        """Whether a body is fixed to a moving link; particles keep a link, for the inertia lent to them."""
        return base > 0 and not frames.velocities and not self.links[base].lent and not self.framer.never_turned(name)

    def _weld(self, name: str, base: int, joint: Pose, carried: Pose) -> None:
        """A further body on a link; `joint` and `carried` are one frame, in the link's axes and in the body's."""
        A = joint.A @ carried.A.T
        body, link = Pose(joint.r - A @ carried.r, A), self.links[base]
        inertia = self.framer.geometry.bodies[name].inertia.moved(A, tuple(body.r))
        link.inertia = inertia if link.inertia is None else link.inertia + inertia
        self.bodies[name] = base, body

    def _put_body(self, name: str, carried: Pose, turns: bool) -> None:
        """The body on the last link; `carried` is the link's frame in the body's."""
        body = Pose(-(carried.A.T @ carried.r), carried.A.T)
        inertia, lent = self.framer.geometry.bodies[name].inertia, 0.0
        if turns and self.framer.never_turned(name):
            inertia, lent = _rounded(inertia, self.particle_length)
        link = self.links[-1]
        link.lent = lent
        link.inertia, link.origin = inertia.moved(body.A, tuple(body.r)), body.r
        self.bodies[name] = len(self.links) - 1, body

    # ---------------------------------------------------------------- from links to numbers
    def _write(self) -> np.ndarray:
        count, nv = len(self.links), len(self.letters)
        link_at = size(at.Header)
        work_at = link_at + count * size(at.Link)
        freedom_at = work_at + count * size(at.Work)
        model = np.zeros(freedom_at + nv * size(at.Freedom))
        head = PythonTable(at.Header, model, 0)[0]
        head.links, head.nq, head.nv, head.gravity = count - 1, self.nq, nv, self.gravity
        head.link_at, head.work_at, head.freedom_at = link_at, work_at, freedom_at
        rows, freedoms = PythonTable(at.Link, model, link_at), PythonTable(at.Freedom, model, freedom_at)
        nearest = {link.parent: i for i, link in enumerate(self.links) if i}
        for i, link in enumerate(self.links):
            _write_link(rows[i], link, inner=i in nearest, first=i > 0 and nearest[link.parent] == i)
        for j, letter in enumerate(self.letters):
            freedoms[j].letter = _LETTERS.index(letter)
        return model


def _moved(links: range, new: dict[int, int]) -> range:
    """Links of a joint, which stay one after the other."""
    return range(new[links.start], new[links.start] + len(links))


_AXES = np.eye(3)
_HERE = Pose(np.zeros(3), _AXES)


def _write_link(row: Any, link: _Link, inner: bool, first: bool) -> None:
    row.parent, row.iq, row.iv, row.dofs = link.parent, link.q, link.v, link.dofs
    row.inner, row.first, row.backward = inner, first, link.backward
    if link.frames is not None:
        row.kind, row.pitch = _KINDS[link.frames.kind], link.frames.pitch
        row.letter = _LETTERS.index(link.frames.letters[0]) if link.frames.letters else 0
        row.sign = -link.frames.sign if link.backward else link.frames.sign
    row.aligned = np.abs(link.joint.A - _AXES).max() <= 2e-15
    row.rotation, row.offset = Mat3(*map(Vec3._make, link.joint.A.T)), link.joint.r
    row.origin, row.lent, row.armature = link.origin, link.lent, link.armature
    if link.inertia is not None:
        m, J = link.inertia.mass, link.inertia.about((0.0, 0.0, 0.0))
        second = Sym3(J[0, 0], J[0, 1], J[0, 2], J[1, 1], J[1, 2], J[2, 2])
        row.spread = spread_of(J)
        row.inertia = Rigid(m, Vec3._make(m * np.array(link.inertia.com)), second)


def _by_depth(branches: list[Branch]) -> list[int]:
    """The numbers of the branches, those next to the ground first."""
    depth = {GROUND: 0}
    for branch in branches:
        depth[branch.body] = depth[branch.base] + 1
    return sorted(range(len(branches)), key=lambda k: depth[branches[k].body])


def _groups(frames: JointFrames, backward: bool) -> list[tuple[int, int]]:
    """First freedom and number of freedoms of each link of a joint: a new one wherever a slide follows a turn."""
    if frames.kind != "chain":
        return [(0, len(frames.velocities))]
    order = list(range(len(frames.letters)))
    groups: list[list[int]] = [[]]
    for k in reversed(order) if backward else order:
        turned = groups[-1] and frames.letters[groups[-1][-1]].startswith("r")
        if turned and not frames.letters[k].startswith("r"):
            groups.append([])
        groups[-1].append(k)
    return [(min(group, default=0), len(group)) for group in groups]


def _around(pose: Pose) -> Pose:
    return Pose(pose.r, pose.A @ _AROUND)


def _rounded(inertia: Inertia, length: float) -> tuple[Inertia, float]:
    """A particle that may rotate freely without a torque: an added inertia m L² about every axis keeps M regular."""
    moment = inertia.mass * length**2
    tensor = ((moment, 0.0, 0.0), (0.0, moment, 0.0), (0.0, 0.0, moment))
    return Inertia(inertia.mass, inertia.com, tensor), moment


def _turned(branch: Branch) -> Problem:
    joint = branch.joint
    what = f"{joint.title} is reached from its child {joint.child!r}: not possible for a free joint"
    return Problem(what, f"swap its bodies: parent {joint.child!r}, child {joint.parent!r}", joint.where)
