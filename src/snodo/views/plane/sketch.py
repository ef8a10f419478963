"""A planar mechanism drawn as in a textbook: from its parts to marks, with the extent of its motion.

Symbols are sized by h, the half width of a link: a fixed fraction of the picture, but smaller for short links.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.bind import bind
from snodo.mechanism import joints
from snodo.mechanism.body import Bar
from snodo.views.plane.bodies import in_the_plane
from snodo.views.plane.body_marks import body_marks
from snodo.views.plane.contact_marks import contact_marks, extent
from snodo.views.plane.force_marks import force_marks
from snodo.views.plane.joint_marks import joint_marks
from snodo.views.plane.marks import AnyMark, Array, Poses
from snodo.views.plane.rolling_marks import line_ends, rolling_marks, surface_links

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.mechanism.mechanism import Mechanism

SLIDERS = (joints.Prismatic, joints.PinInSlot)


class Sketch:
    """The marks of a mechanism that moves through the samples `rows` of coordinates (time, nq)."""

    def __init__(self, F: Formulation, rows: Array) -> None:
        planar, rows, _ = in_the_plane(F, rows)
        self.F = F = planar
        self.mechanism = F.mechanism
        self.ground = len(F.body_names)
        self.first = np.atleast_2d(rows)[:1]
        """The first of them."""
        self.poses = Poses.of(np.atleast_2d(rows))
        self.links = {name: self._link(joint) for name, joint in self.mechanism.joints.items()}
        self.anchors: dict[int, list[complex]] = {k: [] for k in range(self.ground + 1)}
        self._find_anchors()
        self.h = self._half_width()
        self.guides = {n: self._guide(n) for n, j in self.mechanism.joints.items() if isinstance(j, SLIDERS)}
        self._add_guides_to_anchors()
        self.marks: list[AnyMark] = [
            *body_marks(self),
            *joint_marks(self),
            *rolling_marks(self),
            *contact_marks(self),
            *force_marks(self),
        ]

    def _link(self, joint: Any) -> Any:
        d = self.F.describer
        return d.two_points("rod", joint) if isinstance(joint, joints.Rod) else d.link(joint.kind, joint)

    # ---------------------------------------------------------------- points of bodies that must be joined to them
    def _find_anchors(self) -> None:
        for name, link in self.links.items():
            if not isinstance(self.mechanism.joints[name], SLIDERS):
                self.anchors[link.i].append(link.s_i)
            self.anchors[link.j].append(link.s_j)
        for force in self.F.describer.forces():
            if force.link.kind == "spring" and not force.row:
                self.anchors[force.link.i].append(force.link.s_i)
            if force.link.kind in ("spring", "point") and not force.row:
                self.anchors[force.link.j].append(force.link.s_j)
        for name in self.mechanism.frames:
            body, arm = self.F.motion.place(name)
            self.anchors[body].append(arm)
        for link in surface_links(self.F):
            self.anchors[link.j].append(link.s_j)
            if link.kind == "rolling" and link.i == self.ground:
                self.anchors[link.i] += line_ends(self, link)

    def _add_guides_to_anchors(self) -> None:
        for name, (low, high) in self.guides.items():
            link = self.links[name]
            self.anchors[link.i] += [link.s_i + low * link.u, link.s_i + high * link.u]

    # ---------------------------------------------------------------- sizes
    def outline(self, body: int) -> list[Array]:
        """Outline of a body's shape, from its centre of mass in body axes [m]; empty for a body without a shape."""
        if body == self.ground:
            return []
        placed = self.F.geometry.bodies[self.F.body_names[body]]
        com = complex(*placed.inertia.com[:2])
        return [] if placed.shape is None else [ring[:, 0] + 1j * ring[:, 1] - com for ring in placed.shape.outline()]

    def reach(self) -> tuple[complex, complex]:
        """Lower left and upper right corner of everything that is drawn, over the whole motion [m]."""
        places = [np.zeros(0, complex)]
        for body, arms in self.anchors.items():
            places += [self.poses.point(body, s).ravel() for s in arms]
            if body != self.ground:
                places.append(self.poses.r[:, body])
            for ring in self.outline(body):
                places.append((self.poses.r[:, body, None] + self.poses.A[:, body, None] * ring[::4]).ravel())
        z = np.concatenate([*places, *extent(self)])
        if not z.size:
            return 0j, 1 + 1j
        return complex(z.real.min(), z.imag.min()), complex(z.real.max(), z.imag.max())

    def _half_width(self) -> float:
        low, high = self.reach()
        sizes = [0.0135 * abs(high - low)]
        bars = [abs(np.ptp(self.outline(k)[0])) for k in self._bars()]
        if bars:
            sizes.append(0.13 * float(np.median(bars)))
        return min(sizes) or 0.0135 * self.F.size

    def _bars(self) -> list[int]:
        return [k for k, name in enumerate(self.F.body_names) if isinstance(self.mechanism.bodies[name], Bar)]

    def _guide(self, name: str) -> tuple[float, float]:
        """Range of a slider along its axis, from the joint's point on the parent, with a margin [m]."""
        link = self.links[name]
        d = self.poses.point(link.j, link.s_j) - self.poses.point(link.i, link.s_i)
        along = (d * np.conj(self.poses.A[:, link.i] * link.u)).real
        room = 4.5 if isinstance(self.mechanism.joints[name], joints.Prismatic) else 2.0
        room = self.h * (room if len(d) > 1 else room + 3.5)
        low, high = self._length_along(link)
        return float(along.min() + min(low, 0.0)) - room, float(along.max() + max(high, 0.0)) + room

    def _length_along(self, link: Any) -> tuple[float, float]:
        """Extent of the child's shape along the guide, unless it is a bar [m]."""
        rings = [] if link.j in self._bars() else self.outline(link.j)
        if not rings or len(rings[0]) < 3:
            return 0.0, 0.0
        axis = np.conj(self.poses.A[0, link.j]) * self.poses.A[0, link.i] * link.u
        x = ((rings[0] - link.s_j) * np.conj(axis)).real
        return float(x.min()), float(x.max())


def sketch_of(mechanism: Mechanism, rows: Array | None = None) -> Sketch:
    """The sketch of a mechanism (or bound formulation), as drawn if no coordinates are given."""
    F = bind(mechanism)
    return Sketch(F, F.reference()[0] if rows is None else rows)
